//! A game of a simulation as a session file, which comes to the same in any session.

use std::rc::Rc;
use std::sync::Arc;

use super::game::{Came, Fault, Games};
use super::plan::Plan;
use crate::data::{Verb, quoted};
use crate::kernel::door::Answer;
use crate::kernel::value::Value;
use crate::pack::Mistakes;
use crate::play::{Bout, Move};
use crate::rules::Failure;
use crate::session::given_again;

/// The session file of a game, its dice and decisions in its lines. Where the game fails, so does the last line.
///
/// # Errors
/// What is wrong with packs and house files.
pub fn session_of(plan: &Plan, game: u64) -> Result<String, Mistakes> {
    let cancel = Arc::default();
    let loaded = Rc::new(plan.load(&cancel)?);
    let mut games = Games::new(plan, &plan.head(&loaded), loaded.clone(), &cancel);
    let mut set_up = String::new();
    let mut lines = Vec::new();
    let came = crate::play::on_deep_stack(|| {
        games.show(game, &mut |bout, command, answers| match command {
            Some(command) => lines.push(line(bout, command, &answers)),
            None => set_up = flags(&answers),
        })
    });
    let mut text = format!("# Scenario: {}/{}\n# Seed: {}\n", plan.pack, plan.scenario, plan.seed);
    for house in &plan.house {
        text.push_str(&format!("# House: {}\n", house.name));
    }
    if !set_up.is_empty() {
        text.push_str(&format!("# Set-up: {set_up}\n"));
    }
    let fails = match &came {
        Came::Failed(fault) => {
            let (bout, answers) = games.at_end();
            let words = fault.words(&loaded.sources).replace('\n', " ");
            text.push_str(&format!("# Game {game} of a simulation: {words}\n"));
            last_line(bout, fault, &answers)
        }
        Came::Over | Came::BrokenOff => {
            text.push_str(&format!("# Game {game} of a simulation\n"));
            None
        }
    };
    for line in lines.iter().chain(&fails) {
        text.push_str(line);
        text.push('\n');
    }
    Ok(text)
}

fn flags(answers: &[Answer]) -> String {
    given_again(&answers.iter().collect::<Vec<_>>())
}

fn line(bout: &Bout, command: &Move, answers: &[Answer]) -> String {
    format!("{} {}", command.line(bout), flags(answers)).trim_end().to_owned()
}

/// The line that meets the same fault, where one can.
pub(in crate::play) fn last_line(bout: &Bout, fault: &Fault, answers: &[Answer]) -> Option<String> {
    match fault {
        Fault::Rules(Some(command), _) => Some(line(bout, command, answers)),
        Fault::Rules(None, Failure::Broken(_)) => {
            let (rule, arguments) = bout.failed()?;
            let verbs = &bout.loaded().data.verbs;
            let line_of = |is_it: &dyn Fn(&Verb) -> bool| {
                let verb =
                    verbs.iter().position(|verb| is_it(verb) && verb.params().count() == arguments.len())?;
                Some(Move { verb, arguments: arguments.to_vec() }.line(bout))
            };
            if let Some(line) = line_of(&|verb| verb.check.as_deref() == Some(rule)) {
                return Some(line);
            }
            // Who weighs a command goes through all its dice, and so do the odds of it.
            match line_of(&|verb| *verb.rule == *rule) {
                Some(line) => Some(format!("odds {line}")),
                None => expression(bout, rule, arguments),
            }
        }
        // Whoever reads the session is told then that nothing is allowed.
        Fault::DeadEnd => Some("hint random".to_owned()),
        _ => None,
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
