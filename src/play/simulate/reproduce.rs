//! A game of a simulation as a session file, which comes to the same in any session.

use std::rc::Rc;
use std::sync::Arc;

use super::game::{Came, Fault, Games};
use super::plan::Plan;
use crate::kernel::door::Answer;
use crate::pack::Mistakes;
use crate::play::Bout;
use crate::play::track::{asking, tells_seal, with_answers};
use crate::rules::Failure;
use crate::session::given_again;

/// What stands before commands that nobody has given.
const WEIGHED: &str = "# From here on what the player weighs, who meets it there:";

/// The session file of a game, its dice and decisions in its lines. Where the game fails, so does the last line.
///
/// # Errors
/// What is wrong with packs and house files.
pub fn session_of(plan: &Plan, game: u64) -> Result<String, Mistakes> {
    let cancel = Arc::default();
    let loaded = Rc::new(plan.load(&cancel)?);
    let mut games = Games::new(plan, &plan.head(&loaded), loaded.clone(), &cancel);
    let mut set_up = String::new();
    let mut commands: Vec<(String, Vec<Answer>)> = Vec::new();
    let came = crate::play::on_deep_stack(|| {
        games.show(game, &mut |bout, command, answers| match command {
            Some(command) => commands.push((command.line(bout), answers)),
            None => set_up = flags(&answers),
        })
    });
    if let Came::Failed(Fault::SetUp(_)) = came {
        set_up = flags(&games.at_end().1);
    }
    let mut text = format!("# Scenario: {}/{}\n# Seed: {}\n", plan.pack, plan.scenario, plan.seed);
    for house in &plan.house {
        text.push_str(&format!("# House: {}\n", house.name));
    }
    if !set_up.is_empty() {
        text.push_str(&format!("# Set-up: {set_up}\n"));
    }
    let mut behind = Vec::new();
    match &came {
        Came::Failed(fault) => {
            let (bout, answers) = games.at_end();
            let words = fault.words(&loaded.sources).replace('\n', " ");
            text.push_str(&format!("# Game {game} of a simulation: {words}\n"));
            match games.way_to(fault) {
                Some(way) => {
                    // Who weighs commands supposes what lies under a seal, and never sees what does.
                    for (closed, written) in way.supposed {
                        let mut sealed = commands.iter_mut().flat_map(|(_, answers)| answers);
                        if let Some(told) = sealed.find_map(|answer| tells_seal(answer, &closed)) {
                            *told = Some(written);
                        }
                    }
                    behind.push(WEIGHED.to_owned());
                    behind.extend(way.lines);
                }
                None => behind.extend(last_line(bout, fault, &answers)),
            }
        }
        Came::Over | Came::BrokenOff => text.push_str(&format!("# Game {game} of a simulation\n")),
    }
    let commands = commands.iter().map(|(line, answers)| with_answers(line, answers));
    for line in commands.chain(behind) {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

fn flags(answers: &[Answer]) -> String {
    given_again(&answers.iter().collect::<Vec<_>>())
}

/// The line that meets the same fault, where one can.
pub(in crate::play) fn last_line(bout: &Bout, fault: &Fault, answers: &[Answer]) -> Option<String> {
    match fault {
        Fault::Rules(Some(command), _) => Some(with_answers(&command.line(bout), answers)),
        Fault::Rules(None, Failure::Broken(_)) => asking(bout),
        // Whoever reads the session is told then that nothing is allowed.
        Fault::DeadEnd => Some("hint random".to_owned()),
        _ => None,
    }
}
