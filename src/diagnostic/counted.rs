//! Counts in the number that fits, for whatever is told.

use std::fmt::Display;

/// `1 hex`, `2 hexes`: a count with what is counted, which is named in the singular.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    if number == N::from(1) {
        return format!("1 {what}");
    }
    match what {
        "die" => format!("{number} dice"),
        _ if what.ends_with(['x', 's']) || what.ends_with("ch") => format!("{number} {what}es"),
        _ => format!("{number} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_told_in_the_singular() {
        assert_eq!([1u64, 0, 2].map(|n| counted(n, "unit")), ["1 unit", "0 units", "2 units"]);
        assert_eq!([1usize, 3].map(|n| counted(n, "die")), ["1 die", "3 dice"]);
        assert_eq!([1i64, 3].map(|n| counted(n, "hex")), ["1 hex", "3 hexes"]);
        assert_eq!(counted(2u32, "branch"), "2 branches");
    }
}
