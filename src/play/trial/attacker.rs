//! Attacks whenever it may: who wins then is not a matter of how cleverly a side is led.

use crate::kernel::dice::Generator;
use crate::kernel::door::Stop;
use crate::kernel::secret::{Secret, Written};
use crate::kernel::state::State;
use crate::kernel::value::{SideId, UnitId, Value};
use crate::play::bout::Bout;
use crate::play::impact::deeds;
use crate::play::legal::{legal, list};
use crate::play::moves::{GivenValues, Move};
use crate::play::nearness::to_nearest_enemies;
use crate::play::player::{Dilemma, Player, below, by_lot};
use crate::rules::Failure;

/// So many commands are looked at where there is no attack and nothing that passes, or to come nearer.
const MOST_COMMANDS: usize = 40;

/// Gives any command that names a unit of its own and an enemy, by lot; where a whole turn has gone by without one, whatever brings
/// it nearer; otherwise the first that needs no words.
///
/// Who can strike from where he stands therefore stays there, and who cannot comes on.
#[derive(Debug)]
pub(super) struct Attacker {
    generator: Generator,
    /// The verbs with which units attack, by number. A table has one game, so they stay.
    attacks: Option<Vec<usize>>,
    /// The turn that is played, whether it has attacked in it, and whether it had in the one before.
    turn: u32,
    has_attacked: bool,
    had_attacked: bool,
}

impl Attacker {
    pub(super) fn of(generator: Generator) -> Self {
        Attacker { generator, attacks: None, turn: 0, has_attacked: false, had_attacked: true }
    }

    /// An attack that is allowed, each as likely as any other. Which are allowed is asked one by one, as far as it is needed.
    fn attack(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let loaded = bout.loaded().clone();
        let attacks = self.attacks.get_or_insert_with(|| {
            let deeds = deeds(&loaded.data);
            let verbs = loaded.data.verbs.iter().enumerate();
            verbs.filter(|(_, v)| deeds.iter().any(|d| d.verb == v.name)).map(|(at, _)| at).collect()
        });
        let forms = bout.forms().clone();
        let mut listed = Vec::new();
        for &verb in &forms.of_phase(&bout.state().clock().phase).wordy {
            if attacks.contains(&verb) {
                list(bout, verb, &mut GivenValues::new(), &mut listed)?;
            }
        }
        listed.retain(|command| is_attack(bout, command));
        while !listed.is_empty() {
            let at = below(&mut self.generator, listed.len());
            let command = listed.swap_remove(at);
            if bout.allows(&command)? {
                return Ok(Some(command));
            }
        }
        Ok(None)
    }

    /// The command after which its units are nearest to their enemies; none where none brings them nearer. What asks for dice or
    /// decisions is no way to come nearer.
    fn come_nearer(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let side = bout.decides();
        let commands = legal(bout, MOST_COMMANDS, &mut self.generator)?;
        let (moment, nobody) = (bout.moment(), bout.nobody());
        let (mut best, mut nearest) = (None, apart(bout.state(), side));
        for command in commands.into_iter().filter(|command| !command.arguments.is_empty()) {
            match bout.act(&command, &nobody) {
                Ok(()) => {}
                Err(Failure::Stopped(Stop::Cancelled)) => return Err(Failure::Stopped(Stop::Cancelled)),
                Err(_) => continue,
            }
            let after = apart(bout.state(), side);
            bout.back_to(moment);
            if after < nearest {
                (best, nearest) = (Some(command), after);
            }
        }
        Ok(best)
    }

    /// Notes that another turn may have begun.
    fn look_at_the_clock(&mut self, bout: &Bout) {
        let turn = bout.state().clock().turn;
        if turn != self.turn {
            // In its first turn nobody has had the chance yet.
            self.had_attacked = self.turn == 0 || self.has_attacked;
            (self.turn, self.has_attacked) = (turn, false);
        }
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

/// How far the units of a side are from the nearest enemy each, all together; before that, how many of them stand nowhere,
/// since who leaves does not come nearer.
fn apart(state: &State, side: SideId) -> (usize, i64) {
    to_nearest_enemies(state, side).fold((0, 0), |(gone, far), one| match one {
        Some(one) => (gone, far + one),
        None => (gone + 1, far),
    })
}

impl Player for Attacker {
    fn name(&self) -> String {
        "attack".to_owned()
    }

    fn begin(&mut self, generator: Generator) {
        self.generator = generator;
        (self.turn, self.has_attacked, self.had_attacked) = (0, false, true);
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        if bout.state().ending().is_some() {
            return Ok(None);
        }
        self.look_at_the_clock(bout);
        if let Some(attack) = self.attack(bout)? {
            self.has_attacked = true;
            return Ok(Some(attack));
        }
        if !self.had_attacked
            && let Some(command) = self.come_nearer(bout)?
        {
            return Ok(Some(command));
        }
        let forms = bout.forms().clone();
        for &verb in &forms.of_phase(&bout.state().clock().phase).bare {
            let command = Move { verb, arguments: GivenValues::new() };
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
