//! What a player types for dice thrown at the table.

use std::fmt;

use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::door::{Given, Roll, dice};

/// Why a line does not tell the dice that are asked for. Nothing is lost: the roll is still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiceError {
    /// No die at all.
    Nothing {
        /// `2d6`.
        asked: String,
        /// Whether their total would do.
        takes_total: bool,
    },
    /// A word that is no die.
    NotADie {
        /// The word.
        word: String,
    },
    /// A face that the die does not have.
    NoSuchFace {
        /// The face typed.
        face: String,
        /// The size of the die.
        sides: u32,
    },
    /// Too few or too many dice.
    Count {
        /// Dice asked for.
        roll: (u32, u32),
        /// Dice typed.
        given: usize,
        /// The line is one number that the dice could make together.
        could_be_total: Option<u32>,
        /// The line is one run of digits, and each could be a die of its own.
        could_be_digits: bool,
    },
    /// A total, where the dice are read one by one.
    OneByOne {
        /// Dice asked for.
        roll: (u32, u32),
    },
    /// A total that the dice cannot make.
    NoSuchTotal {
        /// The total typed.
        total: String,
        /// Dice asked for.
        roll: (u32, u32),
    },
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceError::Nothing { asked, .. } => write!(f, "{asked} asked, no die given"),
            DiceError::OneByOne { roll: (count, sides) } => {
                write!(f, "{} asked one by one, their total is not enough", dice(*count, *sides))
            }
            DiceError::NotADie { word } => write!(f, "`{word}` is not a die"),
            DiceError::NoSuchFace { face, sides } => write!(f, "a d{sides} has no {face}"),
            DiceError::Count { roll: (count, sides), given, .. } => {
                write!(f, "{} asked, {given} given", dice(*count, *sides))
            }
            DiceError::NoSuchTotal { total, roll: (count, sides) } => {
                let most = u64::from(*count) * u64::from(*sides);
                write!(f, "{} make {count} to {most}, not {total}", dice(*count, *sides))
            }
        }
    }
}

impl std::error::Error for DiceError {}

impl DiceError {
    /// The same as a diagnostic, with the next keystroke.
    pub fn diagnostic(&self) -> Diagnostic {
        let error = Diagnostic::error(Code::BAD_DIE, self.to_string());
        match self {
            DiceError::Nothing { takes_total: true, .. } => {
                error.help("type the faces (`3 5`), or their total (`=8`)")
            }
            DiceError::Nothing { .. } | DiceError::OneByOne { .. } => error.help("type the faces: `3 5`"),
            DiceError::NotADie { .. } => error.help("type whole numbers with spaces or commas between them"),
            DiceError::Count { could_be_total: Some(total), .. } => {
                error.help(format!("for a total write `={total}`"))
            }
            DiceError::Count { could_be_digits: true, .. } => error.help("put spaces between the dice"),
            _ => error,
        }
    }
}

/// What a die shows by what is printed on it: 0 on a d10 is 10, 0 (or 00) on a d100 is 100.
pub fn printed_face(printed: u32, sides: u32) -> u32 {
    if printed == 0 && matches!(sides, 10 | 100) { sides } else { printed }
}

/// Reads the dice of a roll as typed: `3 5 1`, `3,5,1`, `351` (where every face has one digit), `=9` for a total.
///
/// # Errors
/// [`DiceError`] (E0705) with the reason where the line does not fit the roll.
pub fn parse_dice(text: &str, roll: &Roll) -> Result<Given, DiceError> {
    let text = text.trim();
    if let Some(total) = text.strip_prefix('=') {
        return parse_total(total.trim(), roll);
    }
    let words = words(text);
    if words.is_empty() {
        let takes_total = roll.takes_total();
        return Err(DiceError::Nothing { asked: dice(roll.count, roll.sides), takes_total });
    }
    if let Some(word) = words.iter().find(|word| !is_number(word)) {
        return Err(DiceError::NotADie { word: (*word).to_owned() });
    }
    let lone = words.len() == 1;
    // With more than one die and faces of one digit, every digit is a die.
    let split = roll.sides < 10 && roll.count > 1;
    let printed: Vec<&str> = if split {
        words.iter().flat_map(|word| (0..word.len()).map(move |at| &word[at..=at])).collect()
    } else {
        words
    };
    if printed.len() != roll.count as usize {
        let could_be_total = (lone && roll.takes_total()).then(|| total_of(text, roll)).flatten();
        let could_be_digits = lone && roll.count as usize == text.len();
        let given = printed.len();
        return Err(DiceError::Count {
            roll: (roll.count, roll.sides),
            given,
            could_be_total,
            could_be_digits,
        });
    }
    let faces = printed.iter().map(|word| parse_face(word, roll.sides)).collect::<Result<_, _>>()?;
    Ok(Given::Dice(faces))
}

/// Reads dice given beforehand (`--dice 3,2`), when it is not known yet which rolls will ask for them.
///
/// # Errors
/// [`DiceError`] (E0705) where a word is no number.
pub fn parse_faces(text: &str) -> Result<Vec<u32>, DiceError> {
    words(text)
        .into_iter()
        .map(|word| {
            let number = is_number(word).then(|| word.parse().ok()).flatten();
            number.ok_or_else(|| DiceError::NotADie { word: word.to_owned() })
        })
        .collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

fn parse_face(word: &str, sides: u32) -> Result<u32, DiceError> {
    let face = word.parse().ok().map(|printed| printed_face(printed, sides));
    face.filter(|face| (1..=sides).contains(face))
        .ok_or_else(|| DiceError::NoSuchFace { face: word.to_owned(), sides })
}

fn parse_total(text: &str, roll: &Roll) -> Result<Given, DiceError> {
    if !roll.takes_total() {
        return Err(DiceError::OneByOne { roll: (roll.count, roll.sides) });
    }
    if !is_number(text) {
        return Err(DiceError::NotADie { word: format!("={text}") });
    }
    match total_of(text, roll) {
        Some(face) if roll.count == 1 => Ok(Given::Dice(vec![face])),
        Some(total) => Ok(Given::Total(total)),
        None => Err(DiceError::NoSuchTotal { total: text.to_owned(), roll: (roll.count, roll.sides) }),
    }
}

/// The total written in `text`, if the dice can make it.
fn total_of(text: &str, roll: &Roll) -> Option<u32> {
    let most = u64::from(roll.count) * u64::from(roll.sides);
    text.parse().ok().filter(|&total: &u32| total >= roll.count && u64::from(total) <= most)
}

#[cfg(test)]
mod tests {
    use super::super::asked::samples;
    use super::*;

    /// What `text` gives for a roll, or the message and the help.
    fn read(text: &str, count: u32, sides: u32) -> String {
        match parse_dice(text, &samples::roll(count, sides)) {
            Ok(Given::Dice(faces)) => format!("{faces:?}"),
            Ok(given) => format!("total {}", given.total()),
            Err(error) => {
                let help = error.diagnostic().help.map(|help| format!("; {help}"));
                format!("{error}{}", help.unwrap_or_default())
            }
        }
    }

    #[test]
    fn dice_that_are_read_one_by_one_take_no_total() {
        let roll = |count| Roll { one_by_one: Some("4d20>=16".into()), ..samples::roll(count, 20) };
        let told = |text: &str| {
            let told = parse_dice(text, &roll(4)).unwrap_err().diagnostic();
            format!("{}; {}", told.title, told.help.unwrap_or_default())
        };
        assert_eq!(told("=40"), "4d20 asked one by one, their total is not enough; type the faces: `3 5`");
        assert_eq!(told(""), "4d20 asked, no die given; type the faces: `3 5`");
        assert_eq!(told("40"), "4d20 asked, 1 given; ");
        // The total of a single die is its face.
        assert_eq!(parse_dice("=7", &roll(1)), Ok(Given::Dice(vec![7])));
    }

    #[test]
    fn dice_are_read_as_people_type_them() {
        for text in ["3 5 1", "351", "3,5,1", " 3, 5\t1 ", "35 1"] {
            assert_eq!(read(text, 3, 6), "[3, 5, 1]", "{text}");
        }
        assert_eq!(read("4", 1, 6), "[4]");
        assert_eq!(read("12", 1, 20), "[12]");
        assert_eq!(read("0 3", 2, 10), "[10, 3]");
        assert_eq!(read("00", 1, 100), "[100]");
        assert_eq!(read("=9", 2, 6), "total 9");
        assert_eq!(read("= 4", 1, 6), "[4]");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let total = "; for a total write `=9`";
        assert_eq!(read("9", 2, 6), format!("2d6 asked, 1 given{total}"));
        assert_eq!(read("3 5 1", 2, 6), "2d6 asked, 3 given");
        assert_eq!(read("12", 2, 20), "2d20 asked, 1 given; for a total write `=12`");
        assert_eq!(read("351", 3, 10), "3d10 asked, 1 given; put spaces between the dice");
        assert_eq!(read("3 7", 2, 6), "a d6 has no 7");
        assert_eq!(read("0 3", 2, 6), "a d6 has no 0");
        assert_eq!(read("10", 1, 6), "a d6 has no 10");
        assert_eq!(read("99999999999", 1, 20), "a d20 has no 99999999999");
        assert_eq!(read("=13", 2, 6), "2d6 make 2 to 12, not 13");
        assert_eq!(read("", 2, 6), "2d6 asked, no die given; type the faces (`3 5`), or their total (`=8`)");
        let words = "; type whole numbers with spaces or commas between them";
        for wrong in ["six", "-3", "3.5", "٣", "+4", "=x", "="] {
            assert_eq!(read(wrong, 1, 6), format!("`{wrong}` is not a die{words}"));
        }
    }

    #[test]
    fn whatever_is_read_fits_the_roll() {
        let texts = (0..1200).map(|n| n.to_string()).chain((0..1200).map(|n| format!("={n}")));
        for text in texts {
            for (count, sides) in [(1, 2), (1, 10), (1, 100), (2, 6), (3, 9), (2, 10), (4, 4)] {
                if let Ok(given) = parse_dice(&text, &samples::roll(count, sides)) {
                    assert_eq!(
                        given.misfit(&samples::dice(count, sides)),
                        None,
                        "{text} for {count}d{sides}"
                    );
                }
            }
        }
    }

    #[test]
    fn dice_given_beforehand_are_plain_numbers() {
        assert_eq!(parse_faces("3,2 0"), Ok(vec![3, 2, 0]));
        assert_eq!(parse_faces(""), Ok(vec![]));
        assert_eq!(parse_faces("3,x"), Err(DiceError::NotADie { word: "x".to_owned() }));
    }
}
