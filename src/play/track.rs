//! The way that a game has gone beyond where it stands for good, and the mistake in the rules that was met there: who weighs commands
//! may meet one many commands deep. It is kept only for whoever writes down how a mistake is met.

use std::cell::RefCell;
use std::rc::Rc;

use super::bout::Bout;
use super::moves::Move;
use crate::data::quoted;
use crate::diagnostic::Diagnostic;
use crate::kernel::door::{Answer, Answers, Ask, Given, Stop};
use crate::kernel::secret::{Closed, Written};
use crate::kernel::value::Value;
use crate::rules::{Door, Failure};
use crate::session::given_again;

/// The commands that were carried out and not taken back, with their answers.
#[derive(Debug, Default)]
pub(super) struct Track {
    steps: Vec<Step>,
    /// The command that runs.
    running: String,
    /// What its rules were answered.
    answers: Rc<RefCell<Vec<Answered>>>,
    met: Option<Met>,
}

/// A command as its line, with what its rules were answered.
#[derive(Debug, Clone)]
struct Step {
    line: String,
    answers: Vec<Answered>,
}

#[derive(Debug, Clone)]
struct Answered {
    answer: Answer,
    /// The seals that it opens, for each side that is asked.
    opens: Vec<Option<Closed>>,
}

/// A mistake, and the lines that lead to it: the last one meets it.
#[derive(Debug, Clone)]
pub(super) struct Met {
    /// What is told of the mistake.
    pub(super) title: String,
    pub(super) lines: Vec<String>,
    /// What is supposed to lie under seals of the game before these lines.
    pub(super) supposed: Vec<(Closed, Vec<Written>)>,
}

impl Track {
    /// How many commands the way has.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Goes back to where it had so many.
    pub(super) fn back_to(&mut self, len: usize) {
        self.steps.truncate(len);
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
        let step = Step { line: std::mem::take(&mut self.running), answers: self.answers.take() };
        match result {
            Ok(()) => self.steps.push(step),
            Err(Failure::Broken(told)) => self.meet_in(told, Some(step)),
            Err(_) => {}
        }
    }

    /// A mistake is met here, by one more line where it is told; else by the last command.
    pub(super) fn meet(&mut self, told: &Diagnostic, line: Option<String>) {
        self.meet_in(told, line.map(|line| Step { line, answers: Vec::new() }));
    }

    fn meet_in(&mut self, told: &Diagnostic, last: Option<Step>) {
        let mut steps: Vec<Step> = self.steps.iter().cloned().chain(last).collect();
        let supposed = tell_sealed(&mut steps);
        let line = |step: Step| {
            let answers: Vec<Answer> = step.answers.into_iter().map(|answered| answered.answer).collect();
            with_answers(&step.line, &answers)
        };
        self.met =
            Some(Met { title: told.title.clone(), lines: steps.into_iter().map(line).collect(), supposed });
    }
}

/// Tells what was sealed on a way with what is supposed to be found where it is opened, and answers that of seals from before it.
fn tell_sealed(steps: &mut [Step]) -> Vec<(Closed, Vec<Written>)> {
    let mut answers: Vec<&mut Answered> = steps.iter_mut().flat_map(|step| &mut step.answers).collect();
    let mut before = Vec::new();
    for at in 0..answers.len() {
        let Given::Revealed(all) = &answers[at].answer.given else { continue };
        let opened: Vec<(Closed, Vec<Written>)> = answers[at]
            .opens
            .iter()
            .zip(all)
            .filter_map(|(closed, revealed)| Some(((*closed)?, revealed.written.clone())))
            .collect();
        for (closed, written) in opened {
            let mut sealed = answers[..at]
                .iter_mut()
                .rev()
                .filter_map(|answered| tells_seal(&mut answered.answer, &closed));
            match sealed.next() {
                Some(told) => *told = Some(written),
                None => before.push((closed, written)),
            }
        }
    }
    before
}

/// What an answer tells of a seal, where it is the one with which that was sealed.
pub(super) fn tells_seal<'a>(
    answer: &'a mut Answer,
    closed: &Closed,
) -> Option<&'a mut Option<Vec<Written>>> {
    let Given::Sealed(all) = &mut answer.given else { return None };
    all.iter_mut().find(|sealed| sealed.closed == *closed).map(|sealed| &mut sealed.told)
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
        Some(verb) => Some(Move { verb, arguments: arguments.into() }.line(bout)),
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
    answers: Rc<RefCell<Vec<Answered>>>,
}

impl Watched {
    fn keep(&mut self, ask: &Ask, answer: &Answer) {
        let mut answered = Answered { answer: answer.clone(), opens: Vec::new() };
        match (ask, &mut answered.answer.given) {
            (Ask::Decide(secrets), _) => {
                answered.opens = secrets.of.iter().map(|secret| secret.closed).collect();
            }
            // Nothing lies under a seal that is only supposed; as long as nobody opens it, anything may.
            (Ask::Seal(secrets), Given::Sealed(all)) => {
                for (sealed, first) in all.iter_mut().zip(secrets.first()) {
                    sealed.told.get_or_insert(first);
                }
            }
            _ => {}
        }
        self.answers.borrow_mut().push(answered);
    }
}

impl Answers for Watched {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let answer = self.door.borrow_mut().answer(ask)?;
        self.keep(ask, &answer);
        Ok(answer)
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        let answer = self.door.borrow_mut().at_once(ask)?;
        self.keep(ask, &answer);
        Some(answer)
    }
}
