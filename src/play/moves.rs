//! A command as a player gives it that does not type, and the line that a person would type for it.

use smallvec::SmallVec;

use super::bout::Bout;
use super::player::Player;
use super::stack::on_deep_stack;
use crate::data::{CommandLine, ParamKind, Part, Verb, parse_line, quoted};
use crate::kernel::plane::{Length, Turn};
use crate::kernel::value::Value;
use crate::session::{Names, Session, Trouble, match_words, rest_is_optional};

/// What is given with a command. Most have a unit and a hex at most, which need no room of their own.
pub type GivenValues = SmallVec<[Value; 2]>;

/// A command: which verb, with what.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The verb, by its place in the data's list.
    pub verb: usize,
    /// An argument for each parameter of its form, in order; nothing for an optional one that is not given.
    pub arguments: GivenValues,
}

impl Move {
    /// The command that a typed line gives; none where it is no command of the game or its words do not fit.
    pub fn of_line(line: &CommandLine, bout: &Bout) -> Option<Move> {
        let verbs = &bout.loaded().data.verbs;
        let named = |v: &Verb| v.name.eq_ignore_ascii_case(&line.verb.text);
        let short = |v: &Verb| v.is_short(&line.verb.text);
        let verb = verbs.iter().position(named).or_else(|| verbs.iter().position(short))?;
        let arguments = match_words(&verbs[verb], line, names(bout)).ok()?.values;
        Some(Move { verb, arguments: arguments.into() })
    }

    /// The same of the text of a line.
    pub fn of_text(text: &str, bout: &Bout) -> Option<Move> {
        Move::of_line(&parse_line(text).ok()?, bout)
    }

    /// The line that gives this command: `move i1 0304`.
    pub fn line(&self, bout: &Bout) -> String {
        self.written(bout, false)
    }

    /// The line up to the first parameter that has no argument yet: `move i1 to`.
    pub(super) fn line_begun(&self, bout: &Bout) -> String {
        self.written(bout, true)
    }

    fn written(&self, bout: &Bout, is_begun: bool) -> String {
        let verb = bout.verb(self.verb);
        let names = names(bout);
        let mut line = verb.name.to_string();
        let mut arguments = self.arguments.iter();
        for (at, part) in verb.form.iter().enumerate() {
            // No word is left hanging that leads to nothing.
            let is_over = arguments.as_slice().iter().all(|argument| *argument == Value::Nothing);
            if is_over && !is_begun && rest_is_optional(&verb.form[at..]) {
                break;
            }
            match part {
                Part::Word(alternatives) => push(&mut line, alternatives.first().map_or("", |w| w)),
                Part::Param { kind, .. } => match arguments.next() {
                    None if is_begun => break,
                    None | Some(Value::Nothing) => {}
                    Some(Value::List(items)) if kind.is_many() => {
                        items.iter().for_each(|item| push(&mut line, &word(item, *kind, verb, names)));
                    }
                    Some(value) => push(&mut line, &word(value, *kind, verb, names)),
                },
            }
        }
        line
    }
}

/// The line that a player gives in a session as it stands; none where the rules allow none.
///
/// # Errors
/// A mistake in the rules, or a run that was broken off.
pub fn next_line(player: &mut dyn Player, session: &Session) -> Result<Option<String>, Trouble> {
    let mut bout = Bout::of_session(session);
    match on_deep_stack(|| player.choose(&mut bout)) {
        Ok(command) => Ok(command.map(|command| command.line(&bout))),
        Err(failure) => Err(Trouble::of_failure(failure, &session.loaded().sources)),
    }
}

fn names(bout: &Bout) -> Names<'_> {
    let rules = &bout.loaded().rules;
    Names { catalogue: rules.catalogue(), map: rules.map(), state: bout.state() }
}

fn push(line: &mut String, word: &str) {
    line.push(' ');
    line.push_str(word);
}

/// A value as it is typed. Quotes keep a name whole, and from being taken for a word of the form.
fn word(value: &Value, kind: ParamKind, verb: &Verb, names: Names<'_>) -> String {
    let text = match value {
        // Commas and quotes of measures are for readers; typed they are bare numbers.
        Value::Int(length) if kind == ParamKind::Inches => {
            return Length::thousandths(*length).to_string().trim_end_matches('"').to_owned();
        }
        Value::Int(turn) if kind == ParamKind::Degrees => return Turn::millionths(*turn).to_string(),
        Value::Point(at) => {
            return [at.x(), at.y()].map(|l| l.to_string().trim_end_matches('"').to_owned()).join(",");
        }
        Value::Unit(unit) => names.state.unit(*unit).name.to_string(),
        Value::Hex(hex) => {
            names.map.layout().number(*hex).map_or_else(|| value.to_string(), |n| n.to_string())
        }
        Value::Side(side) => names.catalogue.side(*side).name.to_string(),
        Value::Type(of) => names.catalogue.unit_type(*of).name.to_string(),
        Value::Terrain(terrain) => names.catalogue.terrain_def(*terrain).name.to_string(),
        Value::Circle(circle) => names.catalogue.circle(*circle).spot.to_string(),
        other => other.to_string(),
    };
    let literal = |part: &Part| match part {
        Part::Word(words) => words.iter().any(|w| w.eq_ignore_ascii_case(&text)),
        Part::Param { .. } => false,
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.') || (c == '-');
    let bare = !text.is_empty() && !text.starts_with("--") && text.chars().all(plain);
    match bare && kind != ParamKind::Text && !verb.form.iter().any(literal) {
        true => text,
        false => quoted(&text),
    }
}
