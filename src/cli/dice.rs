//! `dice`: what dice come to, exactly; and dice thrown outside of a game.

use super::arguments::Dice;
use super::bad_arguments::no_flag_of_dice;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use super::play::fresh_seed;
use crate::data::parse_formula;
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::dice::Generator;
use crate::kernel::dice::formula::{Formula, Misread, Throw};
use crate::odds::{TooMuch, distribution_of};
use crate::repl::write_picture;
use crate::report::{
    DiceAsked, DiceOdds, dice_csv, dice_json, dice_picture, dice_throws, dice_throws_json, dice_told,
};

/// Carries out `dice`.
pub(super) fn dice(arguments: &Dice, look: &Look) -> Outcome {
    let texts: Vec<&String> = [&arguments.formula].into_iter().chain(&arguments.other).collect();
    let formulas: Vec<Formula> = texts.iter().map(|text| read(text)).collect::<Result<_, Failure>>()?;
    let mut page = Streams { ascii: look.style.ascii };
    if let Some(times) = arguments.roll {
        return throw(&formulas, times.unwrap_or(1), arguments, look, &mut page);
    }
    let mut all = Vec::new();
    for (formula, text) in formulas.into_iter().zip(&texts) {
        let odds = distribution_of(&formula).map_err(|too_much| {
            let mut sources = SourceMap::default();
            let file = sources.add("dice", text.as_str());
            Failure::from((sources, vec![too_much.diagnostic(text).at(Span::new(file, 0, text.len()), "")]))
        })?;
        all.push(DiceOdds { formula, odds });
    }
    let asked = DiceAsked { at_least: arguments.at_least, at_most: arguments.at_most };
    let too_long = |too_much: TooMuch| {
        too_much.diagnostic(&texts.iter().map(|t| t.as_str()).collect::<Vec<_>>().join(" "))
    };
    if let Some(path) = &arguments.svg {
        write_picture(&path.to_string_lossy(), &dice_picture(&all), arguments.force)?;
    }
    if look.json {
        for told in dice_json(&all, asked).map_err(too_long)? {
            page.out(&format!("{told}\n"));
        }
    } else if arguments.csv {
        page.out(&dice_csv(&all).map_err(too_long)?);
    } else {
        page.out(&dice_told(&all, asked, &look.style));
        if let Some(path) = &arguments.svg {
            page.out(&format!("the picture is in {}\n", path.display()));
        }
    }
    Ok(0)
}

fn throw(formulas: &[Formula], times: u32, arguments: &Dice, look: &Look, page: &mut Streams) -> Outcome {
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let mut generator = Generator::new(seed);
    for formula in formulas {
        let throws: Result<Vec<Throw>, Misread> = (0..times).map(|_| formula.throw(&mut generator)).collect();
        let throws = throws.map_err(|misread| {
            Diagnostic::error(Code::DICE_FAULT, format!("`{formula}` came to no number: {misread}"))
        })?;
        match look.json {
            true => page.out(&format!("{}\n", dice_throws_json(formula, &throws, seed))),
            false => page.out(&dice_throws(formula, &throws, &look.style)),
        }
    }
    if !look.json {
        page.out(&format!("the same dice again: --seed {seed}\n"));
    }
    Ok(0)
}

fn read(text: &str) -> Result<Formula, Failure> {
    if let Some(told) = no_flag_of_dice(text) {
        return Err(told.into());
    }
    parse_formula(text).map_err(|mistake| {
        let mut sources = SourceMap::default();
        let file = sources.add("dice", text);
        (sources, vec![mistake.diagnostic(file, 0)]).into()
    })
}
