//! A game at a table where every side has a player.

use std::cell::RefCell;
use std::rc::Rc;

use super::bout::Bout;
use super::moves::{GivenValues, Move};
use super::player::{Dilemma, Player, stop_of};
use super::stack::on_deep_stack;
use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Revealed, Roll, SealedUp, Stop};
use crate::kernel::secret::{Digest, Keeper, Kept, Nonce, Opening, Secret, Subject, Written};
use crate::kernel::state::State;
use crate::kernel::value::SideId;
use crate::rules::memory::aside;
use crate::rules::{Door, Failure};

const OF_GAME: &str = "houserule seal of a game without journal 1";

/// What came of a player's turn to give a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A command was carried out.
    Played(Move),
    /// The rules allow nothing, and the game is not over.
    DeadEnd,
}

/// Why a game could not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The command that was being carried out; none where one was being looked for.
    pub command: Option<Box<Move>>,
    /// What went wrong.
    pub failure: Failure,
}

/// Players and dice. The same serves game after game.
pub struct Table {
    seats: Rc<RefCell<Seats>>,
    door: Door,
    looks_ahead: bool,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl Table {
    /// A table with a player for each side, in the order of the sides.
    pub fn new(players: Vec<Box<dyn Player>>) -> Table {
        let looks_ahead = players.iter().any(|p| p.looks_ahead());
        let seats = Rc::new(RefCell::new(Seats {
            dice: Generator::new(0),
            players,
            decides: SideId(0),
            before: None,
            command: None,
            given: Vec::new(),
            keeper: Keeper::default(),
            sealed: 0,
        }));
        let door: Door = seats.clone();
        Table { seats, door, looks_ahead }
    }

    /// Begins a game from its initial state: what the dice show and what each player chooses follows from its own
    /// generator.
    ///
    /// # Errors
    /// As for [`Table::step`].
    pub fn begin(
        &mut self,
        bout: &mut Bout,
        start: &State,
        dice: Generator,
        lots: impl Fn(SideId) -> Generator,
    ) -> Result<(), Broken> {
        {
            let mut seats = self.seats.borrow_mut();
            seats.dice = dice;
            (seats.before, seats.command, seats.decides) = (None, None, SideId(0));
            seats.given.clear();
            seats.keeper.forget();
            seats.sealed = 0;
            for (at, player) in seats.players.iter_mut().enumerate() {
                player.begin(lots(SideId(at as u32)));
            }
        }
        bout.begin(start, &self.door).map_err(|failure| Broken { command: None, failure })
    }

    /// One command of whoever decides now.
    ///
    /// # Errors
    /// A mistake in the rules, a check that allows what its rule refuses, or a run that was broken off. The game is then
    /// as it was before the command.
    pub fn step(&mut self, bout: &mut Bout) -> Result<Step, Broken> {
        on_deep_stack(|| self.step_here(bout))
    }

    fn step_here(&mut self, bout: &mut Bout) -> Result<Step, Broken> {
        let mut seats = self.seats.borrow_mut();
        let side = bout.decides();
        let Some(player) = seats.players.get_mut(side.index()) else { return Ok(Step::DeadEnd) };
        let command = match player.choose(bout) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Step::DeadEnd),
            Err(failure) => return Err(Broken { command: None, failure }),
        };
        seats.decides = side;
        seats.given.clear();
        if self.looks_ahead {
            (seats.before, seats.command) = (Some(bout.copy()), Some(command.clone()));
        }
        drop(seats);
        match bout.carry_on(&command, &self.door) {
            Ok(()) => {
                bout.forget();
                Ok(Step::Played(command))
            }
            Err(failure) => Err(Broken { command: Some(Box::new(command)), failure }),
        }
    }

    /// The game as the players weigh it who decide in the middle of a command.
    pub(super) fn weighed<T>(&self, look: impl FnOnce(Option<&Bout>) -> T) -> T {
        look(self.seats.borrow().before.as_ref())
    }

    /// How many dice were thrown in this game.
    pub fn thrown(&self) -> u64 {
        self.seats.borrow().dice.thrown()
    }

    /// What the rules of the last command, or of the set-up, were answered.
    ///
    /// Whoever writes the game down again is told what was sealed; players are not.
    pub fn given(&self) -> Vec<Answer> {
        let seats = self.seats.borrow();
        let mut all = seats.given.clone();
        for answer in &mut all {
            if let Given::Sealed(sealed) = &mut answer.given {
                for one in sealed {
                    one.told = seats.keeper.of(&one.closed).map(|kept| kept.opening.written.clone());
                }
            }
        }
        all
    }
}

/// Who sits at the table. They answer what rules ask: dice from the generator, decisions by whose they are.
struct Seats {
    dice: Generator,
    players: Vec<Box<dyn Player>>,
    decides: SideId,
    /// The game before the command, and the command, for players who look at them.
    before: Option<Bout>,
    command: Option<Move>,
    given: Vec<Answer>,
    /// What lies under the seals of this game, which no player sees.
    keeper: Keeper,
    /// How often something was sealed in it.
    sealed: u64,
}

impl Seats {
    /// What the dice show.
    fn thrown(&mut self, roll: &Roll) -> Answer {
        let by = By::Auto(self.dice.thrown());
        let faces = (0..roll.count).map(|_| self.dice.die(roll.sides)).collect();
        Answer { given: Given::Dice(faces), by }
    }

    /// What a side writes, and what it is called.
    fn written(&mut self, secret: &Secret) -> Result<(Vec<Written>, By), Stop> {
        let Some(player) = self.players.get_mut(secret.side.index()) else {
            return Err(Stop::Missing(format!("no player decides: {}", secret.question)));
        };
        Ok((player.write(secret), By::Policy(player.name().into())))
    }

    /// Seals what a side writes. Nobody can look into it who does not hold the keeper.
    fn seal(&mut self, secret: &Secret) -> Result<SealedUp, Stop> {
        let (written, by) = self.written(secret)?;
        self.sealed += 1;
        let moment = Digest::of(OF_GAME, &[&self.sealed.to_le_bytes()]);
        let side = secret.side.0.to_string();
        let subject =
            Subject { moment: &moment, side: &side, question: &secret.question, sheet: &secret.sheet };
        let opening = Opening::new(&subject, Nonce::of_told(&subject), written);
        let closed = opening.closed();
        self.keeper.keep(Kept { opening, by: by.clone() });
        Ok(SealedUp { closed, by, told: None })
    }

    /// What is revealed: what was sealed in this game, or what is written now. What was sealed before the game was taken up is
    /// unknown here, so it is drawn like anything else.
    fn reveal(&mut self, secret: &Secret) -> Result<Revealed, Stop> {
        if let Some(kept) = secret.closed.as_ref().and_then(|closed| self.keeper.of(closed)) {
            return Ok(Revealed { written: kept.opening.written.clone(), by: kept.by.clone(), seal: None });
        }
        let (written, by) = self.written(secret)?;
        Ok(Revealed { written, by, seal: None })
    }
}

impl Answers for Seats {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let answer = match ask {
            Ask::Roll(roll) => self.thrown(roll),
            Ask::Choose(choice) => {
                let side = choice.side.unwrap_or(self.decides);
                let Some(player) = self.players.get_mut(side.index()) else {
                    return Err(Stop::Missing(format!("no player decides: {}", choice.question)));
                };
                let nothing = Move { verb: 0, arguments: GivenValues::new() };
                let mut dilemma = Dilemma {
                    before: self.before.as_mut(),
                    command: self.command.as_ref().unwrap_or(&nothing),
                    given: &self.given,
                    choice,
                };
                let chosen = aside(|| player.decide(&mut dilemma)).map_err(stop_of)?;
                Answer { given: Given::Chosen(chosen), by: By::Policy(player.name().into()) }
            }
            Ask::Decide(secrets) => {
                let all = secrets.of.iter().map(|secret| self.reveal(secret)).collect::<Result<_, _>>()?;
                Answer { given: Given::Revealed(all), by: By::Policy("players".into()) }
            }
            Ask::Seal(secrets) => {
                let all = secrets.of.iter().map(|secret| self.seal(secret)).collect::<Result<_, _>>()?;
                Answer { given: Given::Sealed(all), by: By::Policy("players".into()) }
            }
        };
        self.given.push(answer.clone());
        Ok(answer)
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        let Ask::Roll(roll) = ask else { return None };
        let answer = self.thrown(roll);
        self.given.push(answer.clone());
        Some(answer)
    }
}
