//! Texts that nobody reads, left out of the rules that are recalled: what is only said, the labels and reasons of tallies, and
//! the reason of a requirement that is met. To put them together takes time; and a unit's name in one of them would make a rule
//! look which unit it has where nothing else hangs on that. A text that calls anything with an effect stays.

use rhai::{AST, Engine};

use crate::rules::anew::changed;
use crate::rules::effects::Quiet;
use crate::rules::lexing::{calls_of, skip};
use crate::rules::mapper::Mapper;
use crate::rules::ruleset::Ruleset;

/// Methods of tallies with the number of their arguments, and which of these are only read by people.
const REASONS: [(&str, usize, &[usize]); 3] = [("add", 2, &[1]), ("when", 3, &[2]), ("skip", 2, &[0, 1])];

/// The linked scripts without such texts; as they are where something looks at them, or where they do not compile.
pub(super) fn without_texts(rules: &Ruleset, engine: &Engine, mapper: &Mapper) -> AST {
    let quiet = Quiet::new(rules);
    let leave_out = |text: &str| left_out(text, &|text| quiet.is_quiet(text));
    let made = match &rules.stack().probe {
        None => changed(rules, engine, mapper, &leave_out),
        Some(_) => None,
    };
    made.unwrap_or_else(|| rules.ast().clone())
}

/// A text of rules with what nobody reads left out.
fn left_out(text: &str, is_quiet: &dyn Fn(&str) -> bool) -> String {
    let mut made = String::with_capacity(text.len());
    let mut kept = 0;
    let is_idle = |argument: &str| is_put_together(argument) && is_quiet(argument);
    for call in calls_of(text) {
        if call.at < kept {
            continue;
        }
        let arguments = call.arguments(text);
        let told: &[usize] = match call.name {
            "say" if call.is_statement && is_quiet(&text[call.open + 1..call.close - 1]) => {
                made.push_str(&text[kept..call.at]);
                kept = call.close;
                continue;
            }
            "require"
                if call.is_statement
                    && matches!(arguments[..], [_, ref why] if is_idle(&text[why.clone()])) =>
            {
                let [met, why] = [0, 1].map(|at| &text[arguments[at].clone()]);
                made.push_str(&text[kept..call.at]);
                made.push_str(&format!("if !({met}) {{ require(false, {why}) }}"));
                kept = call.close;
                continue;
            }
            "tally" if !call.is_method && arguments.len() == 1 => &[0],
            name if call.is_method => {
                let reasons = REASONS.iter().find(|(of, count, _)| *of == name && *count == arguments.len());
                reasons.map_or(&[], |(_, _, told)| told)
            }
            _ => &[],
        };
        for argument in told.iter().map(|at| arguments[*at].clone()) {
            if argument.start >= kept && is_idle(&text[argument.clone()]) {
                made.push_str(&text[kept..argument.start]);
                made.push_str("\"\"");
                kept = argument.end;
            }
        }
    }
    made.push_str(&text[kept..]);
    made
}

/// Whether an argument is one text with something put into it.
fn is_put_together(argument: &str) -> bool {
    let text = argument.trim();
    text.starts_with('`') && text.contains("${") && skip(text, 0) == text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_is_left_out_and_everything_else_stands() {
        for (text, made) in [
            ("{ say(`${x} goes`); x }", "{ ; x }"),
            ("{ f(say(`${x}`)) }", "{ f(say(`${x}`)) }"),
            ("let t = tally(`ATT of ${unit}`);", "let t = tally(\"\");"),
            ("let t = tally(\"ATT\");", "let t = tally(\"ATT\");"),
            ("t.add(own(unit, `${a}`), `of ${unit}`);", "t.add(own(unit, `${a}`),\"\");"),
            ("t.skip(`${hex}`, `${who} is ${if a { \"in\" } else { `${b}` }} it`);", "t.skip(\"\",\"\");"),
            ("t.when(n > 1, n, `${n} of them`);", "t.when(n > 1, n,\"\");"),
            ("list.add(`${a}`);", "list.add(`${a}`);"),
            ("t.add(1, `a` + `${b}`);", "t.add(1, `a` + `${b}`);"),
            (
                "{ require(a == b(c, d), `${a} is not`); }",
                "{ if !(a == b(c, d)) { require(false,  `${a} is not`) }; }",
            ),
            ("{ require(a, \"no\"); }", "{ require(a, \"no\"); }"),
            ("list.filter(|x| { t.add(1, `${x}`); true })", "list.filter(|x| { t.add(1,\"\"); true })"),
        ] {
            assert_eq!(left_out(text, &|_| true), made, "{text}");
            assert_eq!(left_out(text, &|_| false), text);
        }
    }
}
