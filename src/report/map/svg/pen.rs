//! Writing SVG: elements, whole numbers, and text that can be nothing but text.

use crate::report::escape::escape;

/// An SVG text on its way. Elements are begun, given attributes, and closed by whoever began them.
#[derive(Default)]
pub(in crate::report) struct Pen {
    /// UTF-8, in bytes: digits are put there as such.
    out: Vec<u8>,
}

impl Pen {
    /// A pen with room for so many bytes.
    pub(in crate::report) fn with_room(bytes: usize) -> Pen {
        Pen { out: Vec::with_capacity(bytes) }
    }

    /// What was written.
    pub(in crate::report) fn finish(self) -> String {
        // Nothing but whole texts and digits was written.
        String::from_utf8(self.out).unwrap_or_default()
    }

    /// Text of the program itself, as it stands.
    pub(in crate::report) fn raw(&mut self, text: &str) -> &mut Self {
        self.out.extend_from_slice(text.as_bytes());
        self
    }

    /// `<name`; attributes may follow.
    pub(in crate::report) fn begin(&mut self, name: &str) -> &mut Self {
        self.raw("<").raw(name)
    }

    /// An attribute with a whole number.
    pub(in crate::report) fn int(&mut self, key: &str, value: i64) -> &mut Self {
        self.key(key).number(value).raw("\"")
    }

    /// An attribute with text.
    pub(in crate::report) fn set(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key).escape(value).raw("\"")
    }

    /// An attribute with points.
    pub(in crate::report) fn points(&mut self, key: &str, points: &[(i64, i64)]) -> &mut Self {
        self.key(key);
        for (number, (x, y)) in points.iter().enumerate() {
            self.raw(if number == 0 { "" } else { " " }).number(*x).raw(",").number(*y);
        }
        self.raw("\"")
    }

    /// The end of a tag; its content follows, and [`Pen::end`].
    pub(in crate::report) fn inside(&mut self) -> &mut Self {
        self.raw(">")
    }

    /// The end of an element without content.
    pub(in crate::report) fn empty(&mut self) -> &mut Self {
        self.raw("/>\n")
    }

    /// `</name>`.
    pub(in crate::report) fn end(&mut self, name: &str) -> &mut Self {
        self.raw("</").raw(name).raw(">\n")
    }

    /// An element with nothing but text in it.
    pub(in crate::report) fn element(&mut self, name: &str, text: &str) -> &mut Self {
        self.begin(name).inside().escape(text).raw("</").raw(name).raw(">")
    }

    /// Text that is begun by `begin("text")` and its attributes.
    pub(in crate::report) fn words(&mut self, text: &str) -> &mut Self {
        self.inside().escape(text).end("text")
    }

    /// A whole number.
    pub(in crate::report) fn number(&mut self, value: i64) -> &mut Self {
        // A map of forty thousand hexes has half a million numbers: small ones are written without the formatter.
        if let Ok(small) = u32::try_from(value) {
            let mut digits = [0_u8; 10];
            let mut at = digits.len();
            let mut left = small;
            loop {
                at -= 1;
                digits[at] = b'0' + (left % 10) as u8;
                left /= 10;
                if left == 0 {
                    break;
                }
            }
            self.out.extend_from_slice(&digits[at..]);
            self
        } else {
            self.raw(&value.to_string())
        }
    }

    /// Text in which no letter is taken for a tag or for the end of an attribute. What XML cannot hold is left out.
    pub(in crate::report) fn escape(&mut self, text: &str) -> &mut Self {
        self.raw(&escape(text))
    }

    fn key(&mut self, key: &str) -> &mut Self {
        self.raw(" ").raw(key).raw("=\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_tag() {
        let mut pen = Pen::default();
        pen.begin("text").set("id", "a\"b'<c>").words("</script> & \u{1b}[2J\0\u{ffff}é");
        assert_eq!(pen.finish(), "<text id=\"a&quot;b&#39;&lt;c&gt;\">&lt;/script&gt; &amp; [2Jé</text>\n");
    }

    #[test]
    fn numbers_are_written_as_they_are() {
        let mut pen = Pen::default();
        for number in [0, 7, 10, 4_294_967_295, 4_294_967_296, -1, i64::MIN, i64::MAX] {
            pen.number(number).raw(" ");
        }
        let told = "0 7 10 4294967295 4294967296 -1 -9223372036854775808 9223372036854775807 ";
        assert_eq!(pen.finish(), told);
    }
}
