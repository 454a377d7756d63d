//! Players that are not people, at the table of a console: which sides they play, and their answers to questions of
//! their side.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, Choice, Stop};
use crate::kernel::secret::{Secret, Written};
use crate::kernel::value::SideId;
use crate::play::{Bout, Dilemma, Move, Player, PlayerKind, on_deep_stack, stop_of};
use crate::rules::memory::aside;
use crate::session::{Asker, Question, Sealing, Session, SharedAsker};

/// So many commands are given in a row; then a person is asked to let them go on.
const MOST_IN_A_ROW: usize = 2000;

/// A side that is played by the program.
pub(super) struct Seat {
    pub(super) side: SideId,
    pub(super) kind: PlayerKind,
    player: Box<dyn Player>,
}

/// The sides that are played by the program.
#[derive(Default)]
pub(super) struct Bots {
    seats: Vec<Seat>,
    /// They wait for a command of a person, or to be told to go on.
    waits: bool,
    in_a_row: usize,
    /// The game before the command under way, with the command.
    before: Option<(Bout, Move)>,
    /// The command of theirs that is under way, in words, until somebody has been told of it.
    untold: Option<String>,
}

/// Shared by the console and by whoever is asked.
pub(super) type SharedBots = Rc<RefCell<Bots>>;

impl Bots {
    /// The sides that are played, in the order of play.
    pub(super) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Puts a player in charge of a side.
    pub(super) fn sit(&mut self, session: &Session, side: SideId, kind: PlayerKind) {
        self.leave(side);
        self.seats.push(Seat { side, kind, player: kind.player(lot(session, side)) });
        self.seats.sort_by_key(|seat| seat.side);
        self.go_on();
    }

    /// Puts the players of a saved game in charge of their sides again. Where no side is left for people they wait: whoever
    /// takes a game up wants to see it first.
    pub(super) fn sit_again(&mut self, session: &Session) {
        for (side, name) in session.players() {
            // Another version of the program may have saved it.
            if let Ok(kind) = PlayerKind::parse(name) {
                self.sit(session, *side, kind);
            }
        }
        let sides = session.loaded().rules.catalogue().sides.len();
        self.waits = sides > 0 && self.seats.len() == sides;
    }

    /// Takes the player of a side away. False where there was none.
    pub(super) fn leave(&mut self, side: SideId) -> bool {
        let before = self.seats.len();
        self.seats.retain(|seat| seat.side != side);
        self.seats.len() < before
    }

    /// Lets them play when it is their turn.
    pub(super) fn go_on(&mut self) {
        self.waits = false;
        self.in_a_row = 0;
    }

    /// Makes them wait for a person.
    pub(super) fn wait(&mut self) {
        self.waits = true;
    }

    /// Whether they wait for a person.
    pub(super) fn waits(&self) -> bool {
        self.waits
    }

    /// Whether they have played on for so long that somebody should look at it.
    pub(super) fn has_run_on(&mut self) -> bool {
        self.in_a_row += 1;
        self.in_a_row > MOST_IN_A_ROW
    }

    /// The player of a side.
    pub(super) fn seat(&mut self, side: SideId) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.side == side)
    }

    /// Takes down the command of theirs that is about to be carried out, for who is asked something meanwhile; or nothing.
    /// What was taken down before, where nobody has been told of it.
    pub(super) fn announce(&mut self, words: Option<String>) -> Option<String> {
        std::mem::replace(&mut self.untold, words)
    }

    /// Remembers what the command under way began from.
    pub(super) fn look(&mut self, before: Option<(Bout, Move)>) {
        self.before = before;
    }
}

impl Seat {
    /// The command that the player gives.
    pub(super) fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, crate::rules::Failure> {
        on_deep_stack(|| self.player.choose(bout))
    }
}

/// What a player of the program draws by: it follows from the seed of the game, and takes nothing from the game's dice.
pub(super) fn lot(session: &Session, side: SideId) -> Generator {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"houserule player/1").update(&session.first_seed().to_le_bytes());
    Generator::of_stream(*hasher.finalize().as_bytes(), u64::from(side.0))
}

/// Answers for the sides that are played by the program; for the others, who answered before.
pub(super) struct BotAsker {
    pub(super) people: SharedAsker,
    pub(super) bots: SharedBots,
}

impl BotAsker {
    /// Who is asked for dice or a decision knows first of which command they are.
    fn tell_command(&self) {
        let untold = self.bots.borrow_mut().announce(None);
        if let Some(words) = untold {
            self.people.borrow_mut().note(&words);
        }
    }
}

impl Asker for BotAsker {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.tell_command();
        self.people.borrow_mut().ask(question)
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.tell_command();
        self.people.borrow_mut().ask_hidden(question)
    }

    fn pass_seat(&mut self, text: &str) -> Result<(), Stop> {
        self.tell_command();
        self.people.borrow_mut().pass_seat(text)
    }

    fn write(&mut self, secret: &Secret) -> Option<(Vec<Written>, Arc<str>)> {
        let mut bots = self.bots.borrow_mut();
        let seat = bots.seat(secret.side)?;
        Some((seat.player.write(secret), Arc::from(seat.kind.to_string())))
    }

    fn sealing(&self) -> Sealing {
        self.people.borrow().sealing()
    }

    fn note(&mut self, text: &str) {
        self.people.borrow_mut().note(text);
    }

    fn hears(&mut self, text: &str) -> bool {
        self.tell_command();
        self.people.borrow_mut().hears(text)
    }

    fn tell(&mut self, text: &str) {
        self.people.borrow_mut().tell(text);
    }

    fn wrong(&mut self, why: &str) -> Result<(), Stop> {
        self.people.borrow_mut().wrong(why)
    }

    fn decide(&mut self, choice: &Choice, given: &[Answer]) -> Option<Result<(usize, Arc<str>), Stop>> {
        let mut bots = self.bots.borrow_mut();
        let Bots { seats, before, .. } = &mut *bots;
        let (bout, command) = before.as_mut()?;
        let side = choice.side.unwrap_or_else(|| bout.decides());
        let seat = seats.iter_mut().find(|seat| seat.side == side)?;
        let mut dilemma = Dilemma { before: Some(bout), command, given, choice };
        let decided = aside(|| on_deep_stack(|| seat.player.decide(&mut dilemma)));
        Some(decided.map(|at| (at, Arc::from(seat.kind.to_string()))).map_err(stop_of))
    }
}
