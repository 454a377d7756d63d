//! Attacks whenever it may: who wins then is not a matter of how cleverly a side is led.

use crate::kernel::dice::Generator;
use crate::kernel::secret::{Secret, Written};
use crate::kernel::value::{UnitId, Value};
use crate::play::bout::Bout;
use crate::play::impact::deeds;
use crate::play::legal::{legal, list};
use crate::play::moves::Move;
use crate::play::player::{Dilemma, Player, below, by_lot};
use crate::rules::Failure;

/// So many commands are looked at where there is no attack and nothing that passes.
const MOST_COMMANDS: usize = 40;

/// Gives any command that names a unit of its own and an enemy, by lot; otherwise the first that needs no words.
#[derive(Debug)]
pub(super) struct Attacker {
    generator: Generator,
}

impl Attacker {
    pub(super) fn of(generator: Generator) -> Self {
        Attacker { generator }
    }
}

/// Whether a command is about a unit of the side that decides and one of another.
fn is_attack(bout: &Bout, command: &Move) -> bool {
    let side = bout.decides();
    let state = bout.state();
    let mut units: Vec<UnitId> = Vec::new();
    for argument in &command.arguments {
        match argument {
            Value::Unit(unit) => units.push(*unit),
            Value::List(items) => {
                units.extend(
                    items.iter().filter_map(|i| if let Value::Unit(unit) = i { Some(*unit) } else { None }),
                );
            }
            _ => {}
        }
    }
    let is_own = |unit: &UnitId| state.unit(*unit).side == side;
    units.iter().any(is_own) && !units.iter().all(is_own)
}

impl Player for Attacker {
    fn name(&self) -> String {
        "attack".to_owned()
    }

    fn begin(&mut self, generator: Generator) {
        self.generator = generator;
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        if bout.state().ending().is_some() {
            return Ok(None);
        }
        let (loaded, forms) = (bout.loaded().clone(), bout.forms().clone());
        let verbs = forms.of_phase(&bout.state().clock().phase);
        let mut listed = Vec::new();
        for &verb in &verbs.wordy {
            let name = &loaded.data.verbs[verb].name;
            if deeds(&loaded.data).iter().any(|deed| deed.verb == *name) {
                list(bout, verb, &mut Vec::new(), &mut listed)?;
            }
        }
        let mut attacks = Vec::new();
        for command in listed {
            if is_attack(bout, &command) && bout.allows(&command)? {
                attacks.push(command);
            }
        }
        if !attacks.is_empty() {
            let at = below(&mut self.generator, attacks.len());
            return Ok(Some(attacks.swap_remove(at)));
        }
        for &verb in &verbs.bare {
            let command = Move { verb, arguments: Vec::new() };
            if bout.allows(&command)? {
                return Ok(Some(command));
            }
        }
        let mut all = legal(bout, MOST_COMMANDS, &mut self.generator)?;
        let at = below(&mut self.generator, all.len());
        Ok((at < all.len()).then(|| all.swap_remove(at)))
    }

    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure> {
        Ok(below(&mut self.generator, dilemma.choice.options.len()))
    }

    fn write(&mut self, secret: &Secret) -> Vec<Written> {
        secret.sheet.drawn(|count| by_lot(&mut self.generator, count))
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
