//! Colours as packs write them.

/// Red, green and blue of `#rrggbb`. Data have no other colours; what is none is left to whoever draws.
pub(super) fn parse_rgb(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_packs_write_them() {
        assert_eq!(parse_rgb("#1E90ff"), Some([0x1e, 0x90, 0xff]));
        for bad in ["", "#", "#12345", "#gggggg", "#ééé", "#+12345", "red", "url(#x)"] {
            assert_eq!(parse_rgb(bad), None, "{bad}");
        }
    }
}
