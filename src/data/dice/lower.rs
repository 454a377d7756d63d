//! From the pairs of the grammar to a formula.

use std::ops::Range;

use pest::iterators::Pair;

use super::super::grammar::dice::Rule;
use super::mistake::{FormulaMistake, takes_more};
use crate::diagnostic::{Code, did_you_mean};
use crate::kernel::dice::formula::{
    Comparison, Die, Explode, Extreme, Fault, Formula, Keep, Pool, Reroll, Rounding, Scale, SetKind, Sign,
    Success, Test,
};

/// The functions of the notation.
pub(super) const FUNCTIONS: [&str; 14] = [
    "min",
    "max",
    "abs",
    "floor",
    "ceil",
    "adv",
    "dis",
    "sum",
    "pairs",
    "triples",
    "largest",
    "different",
    "straight",
    "wins",
];

/// The words behind dice, for those who mistype one.
const MODIFIERS: [&str; 6] = ["kh", "kl", "dh", "dl", "r", "ro"];

type Lowered<T> = Result<T, FormulaMistake>;

fn place(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

/// A whole formula, or what stands in brackets.
pub(super) fn comparison(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    let mut inner = pair.into_inner();
    let Some(first) = inner.next() else { return Ok(Formula::Number(0)) };
    let counted = lone_dice(&first);
    let left = sum(first)?;
    let mut compared: Option<(Comparison, Formula)> = None;
    let mut exceptions: (Option<i64>, Option<i64>) = (None, None);
    let mut exception_at: Option<Range<usize>> = None;
    while let Some(part) = inner.next() {
        let at = place(&part);
        if part.as_rule() == Rule::exception {
            exception_at.get_or_insert(at.clone());
            let (word, face) = exception(part)?;
            let slot = if word == "always" { &mut exceptions.0 } else { &mut exceptions.1 };
            if slot.replace(face).is_some() {
                let told = format!("`{word}` is said twice");
                return Err(FormulaMistake::new(Code::DICE_SYNTAX, told, at).help("say it once"));
            }
            continue;
        }
        if compared.is_some() {
            let told = "two comparisons follow each other";
            let error = FormulaMistake::new(Code::DICE_SYNTAX, told, at);
            return Err(error.help("put one of them in brackets, or ask for both one after the other"));
        }
        if let Some(right) = inner.next() {
            compared = Some((sign_of(part.as_str()), sum(right)?));
        }
    }
    let is_excepted = exception_at.is_some();
    if let (Some((pool, is_numbered)), Some((sign, right))) = (counted, &compared)
        && let Some(number) = right.number()
        // Scripts put numbers in: `1d6>=5` has to be a count as `2d6>=5` is, and no truth value as `d6>=5`; so has `3d6kh1>=5`.
        && (is_excepted || pool.grows() || pool.kept() > 1 || is_numbered)
    {
        let test = Test { comparison: *sign, number };
        check_faces(&pool, exceptions, exception_at)?;
        return Ok(Formula::Successes(pool, Success { test, always: exceptions.0, never: exceptions.1 }));
    }
    if let Some(at) = exception_at {
        let told = "`always` and `never` are about the faces of dice that are counted";
        return Err(
            FormulaMistake::new(Code::DICE_SYNTAX, told, at).help("for example `5d20>=15 always 20 never 1`")
        );
    }
    Ok(match compared {
        Some((sign, right)) => Formula::Compare(Box::new(left), sign, Box::new(right)),
        None => left,
    })
}

/// The pool, where dice stand alone: not in brackets, without a sign, added to nothing. With it whether their number is written, and
/// how many of them are kept where that is said.
fn lone_dice(sum: &Pair<'_, Rule>) -> Option<(Pool, bool)> {
    let mut pair = sum.clone();
    while pair.as_rule() != Rule::dice {
        let mut inner = pair.into_inner();
        pair = inner.next().filter(|p| {
            matches!(p.as_rule(), Rule::product | Rule::factor | Rule::dice) && inner.next().is_none()
        })?;
    }
    let is_numbered = pair.clone().into_inner().any(|part| part.as_rule() == Rule::count);
    let is_bare = pair.clone().into_inner().any(keeps_unsaid);
    Some((dice(pair).ok()?, is_numbered && !is_bare))
}

/// `kh` or `kl` without a number, which is always one.
fn keeps_unsaid(modifier: Pair<'_, Rule>) -> bool {
    let Some(kind) = modifier.into_inner().next().filter(|kind| kind.as_rule() == Rule::other) else {
        return false;
    };
    let mut inner = kind.into_inner();
    inner.next().is_some_and(|word| word.as_str().to_lowercase().starts_with('k')) && inner.next().is_none()
}

fn exception(pair: Pair<'_, Rule>) -> Lowered<(String, i64)> {
    let mut inner = pair.into_inner();
    let word = inner.next().map_or_else(String::new, |p| p.as_str().to_lowercase());
    let face = inner.next().map_or(Ok(0), |p| whole(&p))?;
    Ok((word, face))
}

/// An exception for a face that the die does not have would never apply.
fn check_faces(
    pool: &Pool,
    (always, never): (Option<i64>, Option<i64>),
    at: Option<Range<usize>>,
) -> Lowered<()> {
    if let (Some(face), Some(other)) = (always, never)
        && face == other
    {
        let told = format!("{face} cannot both count always and count never");
        let told = FormulaMistake::new(Code::DICE_FAULT, told, at.unwrap_or(0..0));
        return Err(told.help("leave one of the two out, or name another face"));
    }
    let has = |face: &i64| pool.die().values().any(|v| v == *face) || pool.explode().is_some();
    match always.iter().chain(&never).find(|face| !has(face)) {
        Some(face) => {
            let told = format!("a {} has no {face}", pool.die());
            Err(FormulaMistake::new(Code::DICE_FAULT, told, at.unwrap_or(0..0)))
        }
        None => Ok(()),
    }
}

fn sign_of(text: &str) -> Comparison {
    let text = match text {
        "≥" => ">=",
        "≤" => "<=",
        "≠" => "!=",
        "==" => "=",
        other => other,
    };
    Comparison::SIGNS.iter().find(|(_, sign)| *sign == text).map_or(Comparison::Equal, |(c, _)| *c)
}

fn sum(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    let mut terms: Vec<(Sign, Formula)> = Vec::new();
    let mut sign = Sign::Plus;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::sign => sign = if part.as_str() == "+" { Sign::Plus } else { Sign::Minus },
            _ => terms.push((sign, product(part)?)),
        }
    }
    Ok(match (terms.len(), terms.pop()) {
        (1, Some((_, only))) => only,
        (_, Some(last)) => {
            terms.push(last);
            // A sign in front of the first term is the sign of the term.
            if let (_, Formula::Sum(first)) = &mut terms[0]
                && let [(Sign::Minus, _)] = first[..]
                && let Some(first) = first.pop()
            {
                terms[0] = first;
            }
            Formula::Sum(terms)
        }
        (_, None) => Formula::Number(0),
    })
}

fn product(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    let mut inner = pair.into_inner();
    let first = inner.next().map_or(Ok(Formula::Number(0)), factor)?;
    let mut others = Vec::new();
    let mut scale = Scale::Times;
    for part in inner {
        match part.as_rule() {
            Rule::scale => {
                let divides = matches!(part.as_str(), "/" | "÷");
                scale = if divides { Scale::Over(Rounding::Zero) } else { Scale::Times };
            }
            _ => {
                let at = place(&part);
                let of = factor(part)?;
                if matches!(scale, Scale::Over(_)) && of == Formula::Number(0) {
                    let told = FormulaMistake::new(Code::DICE_FAULT, "it would be divided by zero", at);
                    return Err(told.help("divide by what is never zero: `d6 / 2`"));
                }
                others.push((scale, of));
            }
        }
    }
    Ok(if others.is_empty() { first } else { Formula::Product(Box::new(first), others) })
}

fn factor(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    let mut negative = false;
    let mut of = Formula::Number(0);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::minus => negative = !negative,
            Rule::dice => of = Formula::Total(dice(part)?),
            Rule::number => of = Formula::Number(whole(&part)?),
            Rule::call => of = call(part)?,
            _ => of = bracketed(part)?,
        }
    }
    Ok(match of {
        of if !negative => of,
        Formula::Number(number) => Formula::Number(-number),
        of => Formula::Sum(vec![(Sign::Minus, of)]),
    })
}

fn bracketed(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    check_closed(&pair)?;
    pair.into_inner().next().map_or(Ok(Formula::Number(0)), comparison)
}

fn check_closed(pair: &Pair<'_, Rule>) -> Lowered<()> {
    let is_closed = pair.clone().into_inner().next_back().is_some_and(|p| p.as_rule() == Rule::close);
    if is_closed {
        return Ok(());
    }
    let open = pair.as_span().start() + pair.as_str().find('(').unwrap_or(0);
    let error = FormulaMistake::new(Code::DICE_SYNTAX, "a bracket is never closed", open..open + 1);
    Err(error.help("close it with `)`"))
}

fn call(pair: Pair<'_, Rule>) -> Lowered<Formula> {
    let at = place(&pair);
    let mut inner = pair.clone().into_inner();
    let Some(name) = inner.next() else { return Ok(Formula::Number(0)) };
    let (word, name_at) = (name.as_str().to_lowercase(), place(&name));
    let Some(function) = FUNCTIONS.iter().find(|f| **f == word) else {
        let error = FormulaMistake::new(Code::DICE_WORD, format!("there is no function `{word}`"), name_at);
        return Err(match did_you_mean(&word, FUNCTIONS) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("there are {}", FUNCTIONS.join(", "))),
        });
    };
    check_closed(&pair)?;
    let given: Vec<Pair<'_, Rule>> = inner.filter(|p| p.as_rule() == Rule::comparison).collect();
    let takes = match *function {
        "min" | "max" => 2..=usize::MAX,
        "wins" => 2..=2,
        _ => 1..=1,
    };
    if !takes.contains(&given.len()) {
        return Err(takes_more(function, given.len(), at));
    }
    let mut given = given.into_iter();
    let mut next = || given.next().map_or(Ok(Formula::Number(0)), comparison);
    if let Some((kind, _)) = SetKind::WORDS.iter().find(|(_, word)| word == function) {
        return Ok(Formula::Set(*kind, pool_of(next()?, function, &at)?));
    }
    Ok(match *function {
        "abs" => Formula::Absolute(Box::new(next()?)),
        "adv" => Formula::Twice(Extreme::Greatest, Box::new(next()?)),
        "dis" => Formula::Twice(Extreme::Least, Box::new(next()?)),
        "floor" => rounded(next()?, Rounding::Down, function, at)?,
        "ceil" => rounded(next()?, Rounding::Up, function, at)?,
        "sum" => next()?,
        "wins" => Formula::Wins(pool_of(next()?, function, &at)?, pool_of(next()?, function, &at)?),
        extreme => {
            let which = if extreme == "max" { Extreme::Greatest } else { Extreme::Least };
            Formula::Extreme(which, given.map(comparison).collect::<Lowered<_>>()?)
        }
    })
}

/// A pool that is asked for more than its sum.
fn pool_of(of: Formula, function: &str, at: &Range<usize>) -> Lowered<Pool> {
    let error = |told: String| FormulaMistake::new(Code::DICE_FAULT, told, at.clone());
    match of {
        Formula::Total(pool) if pool.grows() => {
            Err(error(format!("`{function}` takes dice that stay as many as they are"))
                .help("`!!` adds the throws of one die up instead"))
        }
        Formula::Total(pool) => Ok(pool),
        _ => Err(error(format!("`{function}` takes dice and nothing else"))
            .help(format!("for example `{}`", example(function)))),
    }
}

/// How a function is written.
pub(super) fn example(function: &str) -> String {
    let inside = match function {
        "wins" => "5d6, 4d6",
        "min" | "max" => "d6, d8",
        "adv" | "dis" => "d20",
        "abs" => "d6 - d6",
        "floor" | "ceil" => "2d6 / 2",
        _ => "5d6",
    };
    format!("{function}({inside})")
}

/// A quotient with a direction. What stands before the division is one number, rounded on its way as it always is.
fn rounded(of: Formula, rounding: Rounding, function: &str, at: Range<usize>) -> Lowered<Formula> {
    if let Formula::Product(first, mut others) = of {
        let divisions = others.iter().filter(|(scale, _)| *scale != Scale::Times).count();
        if let (1, Some((Scale::Over(_), by))) = (divisions, others.last().cloned()) {
            others.pop();
            let above = match others.is_empty() {
                true => first,
                false => Box::new(Formula::Product(first, others)),
            };
            return Ok(Formula::Product(above, vec![(Scale::Over(rounding), by)]));
        }
    }
    let told = format!("`{function}` says how one division is rounded");
    Err(FormulaMistake::new(Code::DICE_SYNTAX, told, at).help(format!("for example `{function}(2d6 / 2)`")))
}

fn dice(pair: Pair<'_, Rule>) -> Lowered<Pool> {
    let at = place(&pair);
    let mut count = 1;
    let mut pool: Option<Pool> = None;
    for part in pair.into_inner() {
        let part_at = place(&part);
        match part.as_rule() {
            Rule::count => count = amount(&part, Fault::TooManyDice)?,
            Rule::size => {
                let die = match part.as_str() {
                    "%" => Die::Faces(100),
                    "f" | "F" => Die::Fate,
                    _ => Die::Faces(amount(&part, Fault::TooManyFaces)?),
                };
                let whole = at.start..part_at.end;
                pool = Some(Pool::new(count, die).map_err(|fault| FormulaMistake::of_fault(fault, whole))?);
            }
            _ => {
                if let Some(before) = pool {
                    pool = Some(modified(before, part)?);
                }
            }
        }
    }
    pool.ok_or_else(|| FormulaMistake::of_fault(Fault::NoDice, at))
}

fn modified(pool: Pool, modifier: Pair<'_, Rule>) -> Lowered<Pool> {
    let at = place(&modifier);
    let text = modifier.as_str();
    let of_fault = |fault| FormulaMistake::of_fault(fault, at.clone());
    let twice = |is_twice: bool| match is_twice {
        true => {
            let told = format!("`{text}` says again what has been said");
            Err(FormulaMistake::new(Code::DICE_SYNTAX, told, at.clone()).help("say it once"))
        }
        false => Ok(()),
    };
    let Some(kind) = modifier.into_inner().next() else { return Ok(pool) };
    match kind.as_rule() {
        Rule::reroll => {
            twice(pool.reroll().is_some())?;
            let mut reroll = Reroll { test: Test { comparison: Comparison::Equal, number: 0 }, once: false };
            for part in kind.into_inner() {
                match part.as_rule() {
                    Rule::again => reroll.once = part.as_str().eq_ignore_ascii_case("ro"),
                    Rule::compare => reroll.test.comparison = sign_of(part.as_str()),
                    _ => reroll.test.number = whole(&part)?,
                }
            }
            pool.rerolling(reroll).map_err(of_fault)
        }
        Rule::explode => {
            twice(pool.explode().is_some())?;
            let mut explode = Explode { times: Explode::UNSAID, adds_up: false };
            for part in kind.into_inner() {
                match part.as_rule() {
                    Rule::burst => explode.adds_up = part.as_str() == "!!",
                    _ => explode.times = amount(&part, Fault::Times(u32::MAX))?,
                }
            }
            pool.exploding(explode).map_err(of_fault)
        }
        _ => {
            let mut inner = kind.into_inner();
            let word = inner.next().map_or_else(String::new, |p| p.as_str().to_lowercase());
            // More than can be are more than there are, which is told of the dice.
            let number = inner.next().map(|p| p.as_str().parse().unwrap_or(u32::MAX));
            let keep = kept(pool, &word, number, at.clone())?;
            let before = pool.keep();
            let is_keep = word.starts_with('k');
            twice(
                (is_keep && before != Keep::default())
                    || (word == "dh" && before.without_highest > 0)
                    || (word == "dl" && before.without_lowest > 0),
            )?;
            pool.keeping(keep).map_err(of_fault)
        }
    }
}

/// What a word behind dice leaves of them.
fn kept(pool: Pool, word: &str, number: Option<u32>, at: Range<usize>) -> Lowered<Keep> {
    let amount = number.unwrap_or(1);
    let without = |kept: u32| pool.count().checked_sub(kept).filter(|_| kept > 0);
    let fault = |kept: u32| {
        FormulaMistake::of_fault(Fault::Keeps { kept: kept.into(), of: pool.count() }, at.clone())
    };
    match word {
        "kh" => {
            Ok(Keep { without_highest: 0, without_lowest: without(amount).ok_or_else(|| fault(amount))? })
        }
        "kl" => {
            Ok(Keep { without_highest: without(amount).ok_or_else(|| fault(amount))?, without_lowest: 0 })
        }
        "dh" => Ok(Keep { without_highest: amount, ..pool.keep() }),
        "dl" => Ok(Keep { without_lowest: amount, ..pool.keep() }),
        _ => Err(unknown(word, number, at)),
    }
}

/// A word that is none, with what could be meant.
fn unknown(word: &str, number: Option<u32>, at: Range<usize>) -> FormulaMistake {
    let number = number.map_or_else(String::new, |n| n.to_string());
    let told = format!("`{word}{number}` says nothing about dice");
    let error = FormulaMistake::new(Code::DICE_WORD, told, at);
    let meant = match word {
        "k" => format!("did you mean `kh{number}` (keep the highest) or `kl{number}` (keep the lowest)?"),
        "d" => format!("did you mean `dl{number}` (drop the lowest) or `dh{number}` (drop the highest)?"),
        "adv" | "a" => "did you mean `adv(d20)`, or `2d20kh1`?".to_owned(),
        "dis" => "did you mean `dis(d20)`, or `2d20kl1`?".to_owned(),
        "e" | "x" | "xo" => "dice at their highest face are thrown on by `!`: `3d6!`".to_owned(),
        "r" | "ro" | "rr" => format!("say which faces are thrown again: `{word}1`, `{word}<=2`"),
        _ => match did_you_mean(word, MODIFIERS) {
            Some(near) => format!("did you mean `{near}{number}`?"),
            None => "there are kh, kl, dh, dl, r, ro, ! and !!".to_owned(),
        },
    };
    error.help(meant)
}

/// A number of 64 bits.
fn whole(pair: &Pair<'_, Rule>) -> Lowered<i64> {
    let text = pair.as_str().replace('−', "-");
    text.parse().map_err(|_| {
        let told = format!("{} does not fit 64 bits", shortened(&text));
        FormulaMistake::new(Code::DICE_LIMIT, told, place(pair))
    })
}

/// A number of dice or of faces.
fn amount(pair: &Pair<'_, Rule>, too_large: Fault) -> Lowered<u32> {
    pair.as_str().parse().map_err(|_| FormulaMistake::of_fault(too_large, place(pair)))
}

fn shortened(number: &str) -> String {
    match number.len() {
        0..=24 => format!("`{number}`"),
        digits => format!("a number of {digits} digits"),
    }
}
