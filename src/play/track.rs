//! The way that a game has gone beyond where it stands for good, and the mistake in the rules that was met there: who weighs commands
//! may meet one many commands deep. It is kept only for whoever writes down how a mistake is met.

use std::cell::RefCell;
use std::rc::Rc;

use super::bout::Bout;
use super::moves::Move;
use crate::data::quoted;
use crate::diagnostic::Diagnostic;
use crate::kernel::door::{Answer, Answers, Ask, Stop};
use crate::kernel::value::Value;
use crate::rules::{Door, Failure};
use crate::session::given_again;

/// The commands that were carried out and not taken back, as lines with their answers.
#[derive(Debug, Default)]
pub(super) struct Track {
    lines: Vec<String>,
    /// The command that runs.
    running: String,
    /// What its rules were answered.
    answers: Rc<RefCell<Vec<Answer>>>,
    met: Option<Met>,
}

/// A mistake, and the lines that lead to it: the last one meets it.
#[derive(Debug)]
pub(super) struct Met {
    /// What is told of the mistake.
    pub(super) title: String,
    pub(super) lines: Vec<String>,
}

impl Track {
    /// How many commands the way has.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Goes back to where it had so many.
    pub(super) fn back_to(&mut self, len: usize) {
        self.lines.truncate(len);
    }

    /// The mistake that was met last.
    pub(super) fn met(&self) -> Option<&Met> {
        self.met.as_ref()
    }

    /// A command begins, whose line this is; what its rules ask is answered through the door that comes back.
    pub(super) fn begin(&mut self, line: String, door: &Door) -> Door {
        self.running = line;
        self.answers.borrow_mut().clear();
        Rc::new(RefCell::new(Watched { door: door.clone(), answers: self.answers.clone() }))
    }

    /// It was carried out, or meets a mistake.
    pub(super) fn end(&mut self, result: &Result<(), Failure>) {
        let line = with_answers(&std::mem::take(&mut self.running), &self.answers.borrow());
        match result {
            Ok(()) => self.lines.push(line),
            Err(Failure::Broken(told)) => self.meet(told, Some(line)),
            Err(_) => {}
        }
    }

    /// A mistake is met here, by one more line where it is told; else by the last command.
    pub(super) fn meet(&mut self, told: &Diagnostic, line: Option<String>) {
        let lines = self.lines.iter().cloned().chain(line).collect();
        self.met = Some(Met { title: told.title.clone(), lines });
    }
}

/// A line with the answers that its rules get.
pub(super) fn with_answers(line: &str, answers: &[Answer]) -> String {
    format!("{line} {}", given_again(&answers.iter().collect::<Vec<_>>())).trim_end().to_owned()
}

/// The line that asks the rule which was run last with a mistake in it, where one can: the command whose check it is, else an
/// expression; else, as where only what the rule answers is wrong, one that asks what may follow a command under way.
pub(super) fn asking(bout: &Bout) -> Option<String> {
    asking_rule(bout).or_else(|| Some(format!("now {}", bout.ill_listed()?.line_begun(bout))))
}

fn asking_rule(bout: &Bout) -> Option<String> {
    let (rule, arguments) = bout.failed()?;
    let mut verbs = bout.loaded().data.verbs.iter();
    let is_check = verbs
        .position(|verb| verb.check.as_deref() == Some(rule) && verb.params().count() == arguments.len());
    match is_check {
        Some(verb) => Some(Move { verb, arguments: arguments.to_vec() }.line(bout)),
        None => expression(bout, rule, arguments),
    }
}

/// `(targets_of([unit("i1")]))`.
fn expression(bout: &Bout, rule: &str, arguments: &[Value]) -> Option<String> {
    let arguments: Option<Vec<String>> = arguments.iter().map(|a| written(bout, a)).collect();
    Some(format!("({rule}({}))", arguments?.join(", ")))
}

/// A value as an expression writes it; nothing for one that no expression can.
fn written(bout: &Bout, value: &Value) -> Option<String> {
    let rules = &bout.loaded().rules;
    Some(match value {
        Value::Nothing => "()".to_owned(),
        Value::Bool(_) | Value::Int(_) => value.to_string(),
        Value::Text(text) => quoted(text),
        Value::Unit(unit) => format!("unit({})", quoted(&bout.state().unit(*unit).name)),
        Value::Hex(hex) => format!("hex({})", quoted(&rules.map().layout().number(*hex)?.to_string())),
        Value::Side(side) => format!("side({})", quoted(&rules.catalogue().side(*side).name)),
        Value::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(|item| written(bout, item)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Point(at) => {
            format!("point({}, {})", at.x().in_thousandths(), at.y().in_thousandths())
        }
        Value::Facing(facing) => format!("bearing({})", facing.turn().in_millionths()),
        Value::Type(_) | Value::Terrain(_) | Value::Circle(_) | Value::Seal(_) => return None,
    })
}

/// Whoever else answers, with what was answered.
struct Watched {
    door: Door,
    answers: Rc<RefCell<Vec<Answer>>>,
}

impl Answers for Watched {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let answer = self.door.borrow_mut().answer(ask)?;
        self.answers.borrow_mut().push(answer.clone());
        Ok(answer)
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        let answer = self.door.borrow_mut().at_once(ask)?;
        self.answers.borrow_mut().push(answer.clone());
        Some(answer)
    }
}
