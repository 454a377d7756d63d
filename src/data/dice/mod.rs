//! Dice as people write them, from text to a [`Formula`]. `grammar/dice.md` tells what each form means.

mod lower;
mod mistake;

use pest::Parser;

use super::grammar::dice::{DiceParser, Rule};
use crate::diagnostic::Code;
use crate::kernel::dice::formula::{Formula, Misspelt};

pub use mistake::FormulaMistake;

/// How many bytes a formula may have.
const LONGEST: usize = 4096;

/// How deep brackets may be nested.
const DEEPEST: usize = 64;

/// Reads dice notation.
///
/// # Errors
/// E0901 where the notation breaks off, E0902 for words that it does not have, E0903 for dice that cannot be, E0904
/// where it is longer, deeper or larger than the limits.
pub fn parse_formula(text: &str) -> Result<Formula, FormulaMistake> {
    check_limits(text)?;
    let mut pairs = DiceParser::parse(Rule::formula, text).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        mistake::breaks_off(text, at)
    })?;
    let formula = pairs.next().into_iter().flat_map(pest::iterators::Pair::into_inner).next();
    match formula {
        Some(comparison) => lower::comparison(comparison),
        None => Err(mistake::breaks_off(text, 0)),
    }
}

/// The same for those who know no grammar: a [`crate::kernel::dice::formula::Notation`].
///
/// # Errors
/// As for [`parse_formula`].
pub fn read_notation(text: &str) -> Result<Formula, Misspelt> {
    parse_formula(text).map_err(|FormulaMistake { title, at, help, .. }| Misspelt { title, at, help })
}

/// The grammar recurses where brackets are nested, so this is looked at before.
fn check_limits(text: &str) -> Result<(), FormulaMistake> {
    if text.len() > LONGEST {
        let told = format!("dice notation has more than {LONGEST} characters");
        return Err(FormulaMistake::new(Code::DICE_LIMIT, told, 0..0));
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            let told = format!("brackets are nested more than {DEEPEST} deep");
            return Err(FormulaMistake::new(Code::DICE_LIMIT, told, at..at + 1));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
