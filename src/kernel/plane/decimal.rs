//! Whole numbers of a small unit, written with the decimals of a larger one.

/// A number of parts, of which there are ten to the power of `places` in one: `3.5`, with the decimals that it has.
pub(super) fn written(parts: i64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let (whole, part) = (parts.unsigned_abs() / one, parts.unsigned_abs() % one);
    let sign = if parts < 0 { "-" } else { "" };
    let decimals = format!("{part:0width$}", width = places as usize);
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        decimals => format!("{sign}{whole}.{decimals}"),
    }
}
