//! Why a run did not come to its end, in words with places.

use rhai::{AST, Dynamic, EvalAltResult, Position};

use super::answered::{Answered, answered, answered_at, answered_in_closure, answered_to_call};
use super::budget::{Budget, NESTED, Tripped};
use super::kinds::{kind_called, kind_of};
use super::lines::Lines;
use super::raise::{Beyond, Raised};
use super::trace::{Spot, Trace};
use crate::diagnostic::{Code, Diagnostic, Label, SourceMap, Span};
use crate::kernel::dice::formula::Misspelt;
use crate::kernel::door::Stop;

/// The rules do not allow it. An answer, not an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why, in the rule's words.
    pub reason: String,
    /// The rule that refused.
    pub spot: Spot,
    /// What had happened until then, for `why not`.
    pub trace: Trace,
}

/// Why a run changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The rules refused.
    Refused(Box<Refusal>),
    /// No answer came to what was asked, or the player broke it off.
    Stopped(Stop),
    /// A mistake in the rules, or a limit.
    Broken(Box<Diagnostic>),
}

impl Failure {
    /// The diagnostic of a mistake in the rules.
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        match self {
            Failure::Broken(diagnostic) => Some(diagnostic),
            Failure::Refused(_) | Failure::Stopped(_) => None,
        }
    }
}

/// The calls that led to a mistake, innermost first: which function was called, and where.
pub(super) type Callers = [(String, Position)];

/// What turning an engine error into words needs.
pub(super) struct Teller<'a> {
    pub(super) lines: &'a Lines,
    pub(super) sources: &'a SourceMap,
    pub(super) budget: &'a Budget,
    /// The rule that was run, where the engine has lost the place.
    pub(super) entry: Option<(usize, Span)>,
    pub(super) rule_at: &'a dyn Fn(Span) -> Option<usize>,
    /// A rule in words, ``rule `defence` (world marches)``, or what an expression in data decides.
    pub(super) rule_name: &'a dyn Fn(usize) -> String,
    /// The first word of a rule, to point at.
    pub(super) rule_head: &'a dyn Fn(usize) -> Span,
    /// What an expression in data decides, and where it stands, by the name of its rule.
    pub(super) decides: &'a dyn Fn(&str) -> Option<(String, Span)>,
    /// Names of attributes and properties, for "did you mean".
    pub(super) names: &'a dyn Fn() -> Vec<String>,
    /// Where a function begins, by its linked name.
    pub(super) begins: &'a dyn Fn(&str) -> Option<Position>,
    /// Where a loop begins in which the engine knows no place, if it can be but one.
    pub(super) blind_loop: &'a dyn Fn() -> Option<Position>,
    /// The scripts that were run.
    pub(super) scripts: &'a AST,
    /// Names of rules and of what else may be called.
    pub(super) callable: &'a dyn Fn() -> Vec<String>,
}

impl Teller<'_> {
    fn spot(&self, at: Position) -> Spot {
        let span = self.lines.span(at, self.sources);
        Spot { span, rule: span.and_then(|s| (self.rule_at)(s)) }
    }

    /// A limit that was hit, wherever the engine was just then.
    pub(super) fn tripped(&self, tripped: Tripped, at: Position, exact: bool, callers: &Callers) -> Failure {
        if tripped == Tripped::Cancelled {
            return Failure::Stopped(Stop::Cancelled);
        }
        let what = tripped.words(&self.budget.limits.get());
        let endless = match tripped {
            Tripped::Operations | Tripped::Time if !exact => (self.blind_loop)(),
            _ => None,
        };
        match endless {
            // Of the calls that led there the engine then knows only where the first of them stands.
            Some(place) => self.limit(&what, place, true, &[(String::new(), at)]),
            None => self.limit(&what, at, exact, callers),
        }
    }

    fn limit(&self, what: &str, at: Position, exact: bool, callers: &Callers) -> Failure {
        let spot = self.spot(at);
        let rule = spot.rule.or(self.entry.map(|(rule, _)| rule));
        let rule = rule.map_or_else(|| "a rule".to_owned(), self.rule_name);
        let mut diagnostic = Diagnostic::error(Code::LIMIT, format!("{rule} was stopped: {what}"));
        if let Some(span) = spot.span {
            diagnostic = diagnostic
                .at(span, if exact { "stopped here" } else { "stopped here, or in what this calls" });
        } else if let Some((_, span)) = self.entry {
            diagnostic = diagnostic.at(span, "stopped in this rule, or in what it calls");
        } else if let Some(span) = callers.iter().find_map(|(_, at)| self.spot(*at).span) {
            diagnostic = diagnostic.at(span, "stopped in what this calls");
        }
        // Who calls itself without end would be told a hundred times.
        if !what.starts_with(NESTED) {
            diagnostic = self.called_from(diagnostic, &spot, callers);
        }
        let help = match what.starts_with(NESTED) {
            true => {
                "look for a call of itself that does not end; one for each of many things is written as a loop, and many dice \
                 as one pool, `dice(\"40d6>=5\", …)`"
            }
            false => "look for a loop or a call of itself that does not end",
        };
        Failure::Broken(Box::new(diagnostic.note("nothing has changed").help(help)))
    }

    /// An engine error as a failure.
    pub(super) fn tell(&self, error: &EvalAltResult) -> Failure {
        let (inner, callers) = unwrap(error);
        if let Some(tripped) = self.budget.tripped() {
            let exact = matches!(inner, EvalAltResult::ErrorRuntime(..));
            return self.tripped(tripped, inner.position(), exact, &callers);
        }
        match inner {
            EvalAltResult::ErrorRuntime(value, at) => match value.clone().try_cast::<Raised>() {
                Some(Raised::BadArgument(text)) => self.broken(Code::BAD_ARGUMENT, text, *at, &callers),
                Some(Raised::BadAnswer(told)) => {
                    let (title, answer) = &*told;
                    let mistake = self.mistake(Code::BAD_ARGUMENT, title.clone(), *at, &callers);
                    let found = answered_in_closure(self.scripts, *at, answer).zip(Some(kind_of(answer)));
                    Failure::Broken(Box::new(self.answered(mistake, found)))
                }
                Some(Raised::OnlyLooks(who, deed)) => {
                    let title = format!("{who} only looks: it cannot {deed}");
                    let help =
                        format!("{deed} in the rule of a command; what only looks may be asked at any time");
                    let mistake = self.mistake(Code::BAD_ARGUMENT, title, *at, &callers);
                    Failure::Broken(Box::new(mistake.help(help)))
                }
                Some(Raised::WrongAnswer(told)) => {
                    let (rule, needed, answer) = &*told;
                    let (what, span) = (self.decides)(rule).unzip();
                    let title = needed.title(what.as_deref().unwrap_or(rule), answer);
                    let mut mistake = self.mistake(Code::WRONG_RESULT, title, *at, &callers);
                    mistake.labels.splice(0..0, span.map(|span| Label { span, text: String::new() }));
                    Failure::Broken(Box::new(mistake.help(needed.help())))
                }
                Some(Raised::OutOfRange(beyond)) => {
                    let Beyond { what, number, range: (least, greatest), .. } = &*beyond;
                    let title = format!("{what} comes to {number}, outside {least}..{greatest}");
                    let mut mistake = self.mistake(Code::OUT_OF_RANGE, title, *at, &callers);
                    mistake.labels.insert(0, Label { span: beyond.written, text: String::new() });
                    let declared = &beyond.declared;
                    if declared.span != beyond.written {
                        mistake =
                            mistake.at(declared.span, format!("{} sets the range here", declared.layer));
                    }
                    let help = format!("stay within {least}..{greatest}{}", beyond.otherwise);
                    Failure::Broken(Box::new(mistake.help(help)))
                }
                Some(Raised::Unordered(compared)) => {
                    let mistake = self.mistake(Code::UNORDERED, compared.title(), *at, &callers);
                    let found = compared.no_number().and_then(|(side, value)| {
                        Some((answered(self.scripts, *at, &callers, side, value)?, kind_of(value)))
                    });
                    let mistake = self.answered(mistake, found);
                    Failure::Broken(Box::new(mistake.help(compared.help())))
                }
                Some(Raised::BadNotation(told)) => {
                    let (notation, misspelt) = &*told;
                    let mistake = self.mistake(Code::BAD_ARGUMENT, misspelt.title.clone(), *at, &callers);
                    Failure::Broken(Box::new(in_notation(mistake, notation, misspelt, self.sources)))
                }
                _ => self.broken(Code::RULE_FAILED, thrown(value), *at, &callers),
            },
            EvalAltResult::ErrorTerminated(value, at) => match value.clone().try_cast::<Raised>() {
                Some(Raised::TooMuch(what)) => self.limit(&what, *at, true, &callers),
                _ => self.broken(Code::RULE_FAILED, "broken off".to_owned(), *at, &callers),
            },
            EvalAltResult::ErrorTooManyOperations(at) => {
                self.limit("more operations than allowed", *at, false, &callers)
            }
            EvalAltResult::ErrorStackOverflow(at) => {
                let levels = super::engine::MAX_CALL_LEVELS;
                self.limit(&format!("{NESTED} more than {levels} deep"), *at, false, &callers)
            }
            EvalAltResult::ErrorDataTooLarge(what, at) => {
                self.limit(&format!("{} grew too large", what.to_lowercase()), *at, false, &callers)
            }
            EvalAltResult::ErrorTooManyVariables(at) => {
                self.limit("more than 200 variables", *at, false, &callers)
            }
            EvalAltResult::ErrorFunctionNotFound(signature, at) => {
                let name = signature.split(" (").next().unwrap_or_default();
                let known = (self.callable)();
                match is_name(name) && !known.iter().any(|other| other == name) {
                    true => {
                        let told = format!("no rule or primitive is called `{name}`");
                        let mistake = self.mistake(Code::RULE_FAILED, told, *at, &callers);
                        Failure::Broken(Box::new(mistake.near(name, known.iter().map(String::as_str))))
                    }
                    false => {
                        let mistake = self.mistake(Code::RULE_FAILED, words(inner), *at, &callers);
                        let kinds = kinds_in(signature);
                        let found = answered_to_call(self.scripts, *at, &callers, &kinds);
                        Failure::Broken(Box::new(self.answered(mistake, found)))
                    }
                }
            }
            EvalAltResult::ErrorDataRace(_, at) => {
                let mistake = self.mistake(Code::RULE_FAILED, words(inner), *at, &callers);
                let help = "let the closure look at a copy, which `let before = list;` above makes";
                Failure::Broken(Box::new(mistake.help(help)))
            }
            EvalAltResult::ErrorMismatchDataType(_, found, at) => {
                let mistake = self.mistake(Code::RULE_FAILED, words(inner), *at, &callers);
                let found = answered_at(self.scripts, *at).zip(Some(kind_called(found)));
                Failure::Broken(Box::new(self.answered(mistake, found)))
            }
            other => self.broken(Code::RULE_FAILED, words(other), other.position(), &callers),
        }
    }

    fn broken(&self, code: Code, text: String, at: Position, callers: &Callers) -> Failure {
        Failure::Broken(Box::new(self.mistake(code, text, at, callers)))
    }

    fn mistake(&self, code: Code, text: String, at: Position, callers: &Callers) -> Diagnostic {
        let spot = self.spot(at);
        let mut diagnostic = Diagnostic::error(code, text.clone());
        if let Some(span) = spot.span {
            let place = spot.rule.map_or_else(String::new, |r| format!("in {}", (self.rule_name)(r)));
            diagnostic = diagnostic.at(span, place);
        }
        diagnostic = self.called_from(diagnostic, &spot, callers);
        if spot.span.is_none()
            && let Some((rule, span)) = self.innermost(callers).or(self.entry)
        {
            diagnostic = diagnostic.at(span, format!("in {}, or in what it calls", (self.rule_name)(rule)));
        }
        if let Some(key) = text.strip_prefix(NO_KEY).and_then(|rest| rest.strip_suffix('`')) {
            diagnostic = diagnostic.help(format!("`map.get(\"{key}\")` is `()` where there is none, and `\"{key}\" in map` asks whether there is"));
        } else if text.contains("property") {
            let wrong = text.split_once("property `").and_then(|(_, rest)| rest.split('`').next());
            let wrong = wrong.unwrap_or_default();
            let names = (self.names)();
            diagnostic = match () {
                () if text.ends_with(NOT_WRITTEN) && matches!(wrong, "hex" | "point" | "facing") => {
                    diagnostic.help("a unit is moved by `place(unit, hex)`, on a table by `stand`; `help place` in a game tells how")
                }
                () if (self.callable)().iter().any(|rule| rule == wrong) => {
                    diagnostic.help(it_is_called(wrong))
                }
                () if !names.iter().any(|name| name == wrong) => {
                    diagnostic.near(wrong, names.iter().map(String::as_str))
                }
                () if text.ends_with(NOT_WRITTEN) => diagnostic.help(
                    "attributes are printed; what changes in play is a property, declared as `property unit gold 0 \"…\"`",
                ),
                () => diagnostic.help("`help members` in a game tells what each kind of thing can be asked for"),
            };
        }
        diagnostic.note("nothing has changed")
    }

    /// The same with the rule that has answered what is of no use, of this kind, and where.
    fn answered(&self, told: Diagnostic, found: Option<(Answered, String)>) -> Diagnostic {
        let Some((found, kind)) = found else { return told };
        if let Some(Spot { span: Some(span), rule: Some(rule) }) = found.written.map(|at| self.spot(at)) {
            return told.at(span, format!("{} answers this, {kind}", (self.rule_name)(rule)));
        }
        match self.spot(found.begins).rule {
            Some(rule) => {
                told.at((self.rule_head)(rule), format!("{} has answered {kind}", (self.rule_name)(rule)))
            }
            None => told.note(format!("`{}` has answered {kind}", found.rule)),
        }
    }

    /// The rule in which a mistake was made, where the engine has lost the place.
    fn innermost(&self, callers: &Callers) -> Option<(usize, Span)> {
        let spot = self.spot((self.begins)(&callers.first()?.0)?);
        spot.rule.zip(spot.span)
    }

    /// The same with who called whom, each place once.
    fn called_from(&self, mut diagnostic: Diagnostic, spot: &Spot, callers: &Callers) -> Diagnostic {
        // A closure is called where it is written, and by what calls it there.
        let mut last = spot.span.zip(spot.rule).map(|(span, rule)| (self.sources.place(span), rule));
        for (_, at) in callers {
            let spot = self.spot(*at);
            let caller = spot.span.zip(spot.rule).map(|(span, rule)| (self.sources.place(span), rule));
            if let Some((place, rule)) = caller.as_ref().filter(|_| caller != last) {
                let name = (self.rule_name)(*rule);
                let name = name.strip_prefix("rule ").unwrap_or(&name);
                diagnostic = diagnostic.note(format!("called from {name} at {place}"));
            }
            last = caller.or(last);
        }
        diagnostic
    }
}

/// A mistake with its place in dice notation: in the script where that is written there, else below its text.
pub(super) fn in_notation(
    mut told: Diagnostic,
    notation: &str,
    mistake: &Misspelt,
    sources: &SourceMap,
) -> Diagnostic {
    let at = mistake.at.clone();
    let written = told.labels.first().and_then(|label| {
        let file = sources.file(label.span.file);
        let line = file.line_bytes(file.line_of(label.span.start));
        let from = (label.span.start as usize).max(line.start);
        let found = file.text.get(from..line.end)?.find(&format!("\"{notation}\""))?;
        Some((label.span.file, from + found + 1))
    });
    match written {
        Some((file, from)) => {
            let end = at.end.max(at.start + 1);
            told.labels[0].span = Span::new(file, from + at.start, from + end);
        }
        None => {
            let before = notation.get(..at.start).map_or(0, |text| text.chars().count());
            let length = notation.get(at.clone()).map_or(1, |text| text.chars().count()).max(1);
            told = told.note(marked(notation, before, length));
        }
    }
    match &mistake.help {
        Some(help) => told.help(help.clone()),
        None => told,
    }
}

/// A line with a mark below so many letters of it, behind so many others.
pub(super) fn marked(line: &str, before: usize, length: usize) -> String {
    format!("{line}\n{}{}", " ".repeat(before), "^".repeat(length))
}

/// The innermost error, and the calls that led there, innermost first.
fn unwrap(error: &EvalAltResult) -> (&EvalAltResult, Vec<(String, Position)>) {
    let mut callers = Vec::new();
    let mut at = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, inner, position) = at {
        if !position.is_none() {
            callers.insert(0, (name.clone(), *position));
        }
        at = inner;
    }
    (at, callers)
}

/// What a script has thrown by itself. A text is the message.
fn thrown(value: &Dynamic) -> String {
    match value.is_string() || value.is_int() || value.is_bool() {
        true => value.to_string(),
        false => format!("`throw` with {}", kind_of(value)),
    }
}

/// The engine's message without its position, in lower case.
fn words(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorMismatchDataType(expected, found, _)
        | EvalAltResult::ErrorMismatchOutputType(expected, found, _)
            if !expected.is_empty() && !found.is_empty() =>
        {
            return format!("expected {}, found {}", kind_called(expected), kind_called(found));
        }
        EvalAltResult::ErrorIndexingType(text, _) => {
            let holder = text.split_once(" [").map_or(&**text, |(holder, _)| holder);
            return format!("{} has no items, so that `[…]` finds nothing in it", kind_called(holder));
        }
        EvalAltResult::ErrorDataRace(text, _) => {
            return match text.split('\'').nth(1).filter(|name| is_name(name)) {
                Some(name) => format!("a closure in `{name}(…)` looks at what `{name}` is called on"),
                None => "a closure looks at what is in use just then".to_owned(),
            };
        }
        EvalAltResult::ErrorPropertyNotFound(key, _) => return format!("{NO_KEY}{key}`"),
        EvalAltResult::ErrorFor(_) => {
            return "`for` goes through a list, a range or a text, and this is none of them".to_owned();
        }
        _ => {}
    }
    let mut text = error.to_string();
    if let Some(at) = text.rfind(" (line ") {
        text.truncate(at);
    }
    let text = in_lower_case(&text);
    property_words(&text).or_else(|| call_words(&text)).unwrap_or(text)
}

/// What to write where something is read like a property and is called.
pub(super) fn it_is_called(name: &str) -> String {
    format!("it is called: `{name}(…)`; `help {name}` in a game tells what it takes")
}

/// A sentence of the engine as it stands within another.
pub(super) fn in_lower_case(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How it begins to be told that a map lacks a key.
const NO_KEY: &str = "the map has no key `";

/// How the names begin that the engine gives closures. Nobody has written them.
const CLOSURE: &str = "anon$";

/// Whether somebody may have written this name: operators and closures have none.
fn is_name(called: &str) -> bool {
    called.starts_with(|c: char| c.is_alphabetic() || c == '_') && !called.starts_with(CLOSURE)
}

/// The kinds of what is given in `place (Unit, i64)`.
fn kinds_in(signature: &str) -> Vec<String> {
    let types = signature.split_once(" (").and_then(|(_, types)| types.strip_suffix(')'));
    types.unwrap_or_default().split(", ").filter(|t| !t.is_empty()).map(kind_called).collect()
}

/// `function not found: place (Unit, i64)`, in words for people.
fn call_words(text: &str) -> Option<String> {
    let (name, _) = text.strip_prefix("function not found: ")?.split_once(" (")?;
    if name.starts_with(CLOSURE) {
        return Some("a closure has another number of parameters than it is given".to_owned());
    }
    let types = kinds_in(text);
    let given = match &types[..] {
        [] => "nothing in its brackets".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    let told =
        if is_name(name) { format!("; `help {name}` in a game tells what it takes") } else { String::new() };
    Some(format!("`{name}` does not take {given}{told}"))
}

/// How it ends what is told of a name that can only be read, if that.
const NOT_WRITTEN: &str = " that can be written";

/// `unknown property 'hitz' - a getter is not registered for type 'Unit'`, in words for people.
fn property_words(text: &str) -> Option<String> {
    let written = text.strip_prefix("no writable property '");
    let (name, rest) = written.or(text.strip_prefix("unknown property '"))?.split_once('\'')?;
    let holder = match rest.split_once("for type '")?.1.split_once('\'')?.0 {
        "()" => format!("{},", kind_called("()")),
        other => kind_called(other),
    };
    let what = if written.is_some() || rest.contains("setter") { NOT_WRITTEN } else { "" };
    Some(format!("{holder} has no property `{name}`{what}"))
}
