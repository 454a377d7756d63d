//! Who answers while a command runs: dice given with the line, the generator, or people at the table.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::asker::{Asker, Question};
use super::dice_policy::DicePolicy;
use super::foresight::Foresight;
use super::hearing::Hearing;
use super::retake::{Aside, Retake, aside, help_with_dice, help_with_options};
use super::secret::{Openings, Post};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::dice::{Generator, parse_dice};
use crate::kernel::door::{Answer, Answers, Ask, By, Choice, Given, Roll, Stop, dice};
use crate::kernel::journal::DiceSetting;
use crate::kernel::secret::Kept;
use crate::kernel::value::{SideId, Value};

/// Shared with whoever runs the front.
pub type SharedAsker = Rc<RefCell<dyn Asker>>;

/// A die, or a total of several, given with the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DieGiven {
    Face(u32),
    Total(u32),
}

/// Dice that have fallen in a command which is carried out again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fallen {
    pub(super) roll: Roll,
    pub(super) answer: Answer,
}

impl Fallen {
    /// Whether these dice were thrown for the same thing, by the same side.
    fn is_for(&self, roll: &Roll) -> bool {
        let own = &self.roll;
        (own.count, own.sides, own.side) == (roll.count, roll.sides, roll.side)
            && own.kind == roll.kind
            && own.purpose == roll.purpose
    }
}

/// What the answers of one command are made from.
pub(super) struct CommandDoor {
    /// Dice given with the line, faces in order; then choices given with it, by number from 1 or by name.
    pub(super) dice: VecDeque<DieGiven>,
    /// Dice that have fallen in a command that is carried out again: they stand where they are thrown for the same thing and are not
    /// given anew.
    pub(super) standing: Vec<Fallen>,
    pub(super) choices: VecDeque<String>,
    /// What was decided in secret, given with the line after the reveal.
    pub(super) revealed: VecDeque<String>,
    /// What is to be sealed, or seals, given with the line.
    pub(super) sealed: VecDeque<String>,
    /// What opens the seals of the game.
    pub(super) openings: Rc<RefCell<Openings>>,
    /// What opens the seals of this command, kept once it has been carried out.
    pub(super) fresh: Vec<Kept>,
    /// Whose phase it was when the command began: who sits at the keyboard, most likely.
    pub(super) active: Option<SideId>,
    /// What is played: pack as it was asked for, scenario, seed.
    pub(super) game: String,
    /// The pack by its own name, wherever it lies.
    pub(super) pack: String,
    /// What state the command began from, the same on every machine that plays this game.
    pub(super) began: Box<dyn Fn() -> String>,
    pub(super) post: Option<Post>,
    /// What rules have said, and sides revealed.
    pub(super) hearing: Hearing,
    /// The dice given with the line are the referee's word.
    pub(super) by_referee: bool,
    pub(super) policy: DicePolicy,
    pub(super) generator: Generator,
    pub(super) asker: SharedAsker,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) foresight: Option<Foresight>,
    /// What things are called: units by name, hexes by number.
    pub(super) called: Box<dyn Fn(&Value) -> String>,
    /// What they are.
    pub(super) about: Box<dyn Fn(&Value) -> String>,
    pub(super) given: Vec<Answer>,
    /// Whether a person was asked anything.
    pub(super) has_asked: bool,
    /// Whether that was after dice of the program, which fall the same way in whatever command comes next.
    pub(super) has_shown_dice: bool,
    pub(super) retake: Retake,
    /// Answers of a journal that is replayed; nobody is asked then.
    pub(super) replay: Option<VecDeque<Answer>>,
}

impl Answers for CommandDoor {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        if self.replay.is_some() {
            let answer = self.recorded(ask)?;
            self.given.push(answer.clone());
            return Ok(answer);
        }
        if let Some(answer) = self.given_anew() {
            self.given.push(answer.clone());
            return Ok(answer);
        }
        let answer = match ask {
            Ask::Roll(roll) => self.roll(roll, ask)?,
            Ask::Choose(choice) => self.choose(choice, ask)?,
            Ask::Decide(secrets) => self.decide(secrets, ask)?,
            Ask::Seal(secrets) => self.seal(secrets, ask)?,
        };
        if matches!(answer.given, Given::Revealed(_) | Given::Sealed(_))
            || matches!(answer.by, By::Auto(_) | By::Policy(_))
        {
            self.has_shown();
        }
        self.given.push(answer.clone());
        Ok(answer)
    }

    fn hears(&mut self, text: &str) {
        self.hearing.says(text);
    }
}

impl CommandDoor {
    fn roll(&mut self, roll: &Roll, ask: &Ask) -> Result<Answer, Stop> {
        let stood = self.standing.iter().position(|fallen| fallen.is_for(roll));
        let stood = stood.map(|at| self.standing.remove(at).answer);
        if !self.dice.is_empty() {
            let given = self.given_with_line(roll)?;
            if let Some(misfit) = given.misfit(ask) {
                return Err(Stop::Misfit(misfit));
            }
            let by = if self.by_referee { By::Forced } else { self.entered(roll.side) };
            return Ok(Answer { given, by });
        }
        if let Some(answer) = stood {
            return Ok(self.stands(answer, roll));
        }
        match self.policy.of(roll) {
            DiceSetting::Auto => Ok(self.throw(roll)),
            DiceSetting::Real | DiceSetting::Ask => self.ask_dice(roll, ask),
        }
    }

    /// Asks a person.
    pub(super) fn put(&mut self, question: &Question) -> Result<String, Stop> {
        self.notes_question();
        self.asker.borrow_mut().ask(question)
    }

    /// A line does not answer the question. An empty one is no answer at all, in a file of lines as little as at a keyboard.
    pub(super) fn wrong(&self, line: &str, why: &str) -> Result<(), Stop> {
        let mut asker = self.asker.borrow_mut();
        if !line.is_empty() {
            asker.wrong(why)?;
        }
        asker.tell(&format!("{why}; `?` helps"));
        Ok(())
    }

    /// Notes that a person is asked now: what the program has thrown until then is told with the question, or follows from it.
    pub(super) fn notes_question(&mut self) {
        let is_thrown = |answer: &Answer| matches!(answer.by, By::Auto(_));
        self.has_asked = true;
        self.has_shown_dice |= self.given.iter().any(is_thrown);
    }

    /// Whether the players have seen what sides have decided in secret: it is told with the question that follows.
    pub(super) fn has_shown_secrets(&self) -> bool {
        let is_reveal = |answer: &Answer| matches!(answer.given, Given::Revealed(_));
        self.given.iter().any(is_reveal) && self.hearing.has_told_reveals()
    }

    fn given_with_line(&mut self, roll: &Roll) -> Result<Given, Stop> {
        if let Some(DieGiven::Total(total)) = self.dice.front() {
            let given = Given::Total(*total);
            self.dice.pop_front();
            return Ok(given);
        }
        let faces: Vec<u32> = self
            .dice
            .iter()
            .map_while(|d| if let DieGiven::Face(face) = d { Some(*face) } else { None })
            .take(roll.count as usize)
            .collect();
        if faces.len() < roll.count as usize {
            return Err(Stop::Missing(format!(
                "{} asked, only {} left of the dice given with the line",
                dice(roll.count, roll.sides),
                faces.len()
            )));
        }
        self.dice.drain(..faces.len());
        Ok(Given::Dice(faces))
    }

    /// Dice that stand. Those of the program are still its own where it throws the same ones now, and then it goes on behind them.
    fn stands(&mut self, answer: Answer, roll: &Roll) -> Answer {
        if let By::Auto(_) = answer.by {
            let before = self.generator.clone();
            let thrown = self.throw(roll);
            if thrown.given == answer.given {
                return thrown;
            }
            self.generator = before;
        }
        Answer { by: self.entered(roll.side), ..answer }
    }

    /// The next answer of the journal; the generator throws along, so that the game goes on as it would have.
    fn recorded(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let next = self.replay.as_mut().and_then(VecDeque::pop_front);
        let Some(answer) = next else {
            return Err(Stop::Missing("the journal has no answer to what is asked".to_owned()));
        };
        if let Some(misfit) = answer.given.misfit(ask) {
            return Err(Stop::Misfit(misfit));
        }
        if let (Given::Revealed(all), Ask::Decide(secrets)) = (&answer.given, ask) {
            self.check_seals(secrets, all)?;
        }
        if let (Given::Sealed(all), Ask::Seal(secrets)) = (&answer.given, ask) {
            self.keep_told(secrets, all)?;
        }
        if let (By::Auto(_), Ask::Roll(roll)) = (&answer.by, ask) {
            let thrown = self.throw(roll);
            if thrown.given != answer.given {
                return Err(Stop::Misfit("the journal has other dice than its seed throws".to_owned()));
            }
        }
        Ok(answer)
    }

    pub(super) fn entered(&self, side: Option<SideId>) -> By {
        By::Entered(side.map(|s| self.catalogue.side(s).name.clone()))
    }

    fn throw(&mut self, roll: &Roll) -> Answer {
        let before = self.generator.thrown();
        let faces = (0..roll.count).map(|_| self.generator.die(roll.sides)).collect();
        Answer { given: Given::Dice(faces), by: By::Auto(before) }
    }

    fn ask_dice(&mut self, roll: &Roll, ask: &Ask) -> Result<Answer, Stop> {
        self.tell_unheard();
        let side = roll.side.map(|s| self.catalogue.side(s));
        let who = side.map(|s| s.title.to_string());
        let needs = self.foresight.as_ref().and_then(|f| f.needs(&self.given, roll));
        let mut text = String::new();
        if let Some(who) = &who {
            text.push_str(&format!("{who}, "));
        }
        text.push_str(&format!("{}: {}", roll.purpose, dice(roll.count, roll.sides)));
        match (needs, &roll.one_by_one) {
            (Some(needs), _) => text.push_str(&format!(", {needs}")),
            (None, Some(read)) if !read.is_empty() => text.push_str(&format!(", read as {read}")),
            (None, _) => {}
        }
        let question = Question { ask: ask.clone(), who, text, options: Vec::new() };
        loop {
            let line = self.put(&question)?;
            let line = line.trim();
            if line == "r" || line == "auto" || (line.is_empty() && self.policy.of(roll) == DiceSetting::Ask)
            {
                return Ok(self.throw(roll));
            }
            match aside(line) {
                Some(Aside::Help) => {
                    let told = help_with_dice(roll, self.policy.of(roll));
                    self.asker.borrow_mut().tell(&told);
                    continue;
                }
                Some(Aside::Back) => {
                    self.step_back()?;
                    continue;
                }
                None => {}
            }
            match parse_dice(line, roll) {
                Ok(given) => {
                    self.before_typed(line, None);
                    let by = self.entered(roll.side);
                    return Ok(Answer { given, by });
                }
                Err(error) => {
                    let diagnostic = error.diagnostic();
                    let help = diagnostic.help.map_or_else(String::new, |h| format!("; {h}"));
                    self.wrong(line, &format!("{}{help}", diagnostic.title))?;
                }
            }
        }
    }

    fn choose(&mut self, choice: &Choice, ask: &Ask) -> Result<Answer, Stop> {
        let by = self.entered(choice.side);
        if let Some(word) = self.choices.pop_front() {
            let Some(at) = option_given(&word, &choice.options, &self.called) else {
                let options: Vec<String> = choice.options.iter().map(|o| (self.called)(o)).collect();
                let told = format!("choose one of {}, not `{word}`", options.join(", "));
                return Err(Stop::Misfit(told));
            };
            let given = Given::Chosen(at);
            return match given.misfit(ask) {
                None => Ok(Answer { given, by }),
                Some(misfit) => Err(Stop::Misfit(misfit)),
            };
        }
        if let Some(decided) = self.asker.borrow_mut().decide(choice, &self.given) {
            let (at, name) = decided?;
            let given = Given::Chosen(at);
            return match given.misfit(ask) {
                None => Ok(Answer { given, by: By::Policy(name) }),
                Some(misfit) => Err(Stop::Misfit(misfit)),
            };
        }
        self.tell_unheard();
        let who = choice.side.map(|s| self.catalogue.side(s));
        let options: Vec<String> = choice.options.iter().map(|o| (self.called)(o)).collect();
        let whose = who.map_or_else(String::new, |s| format!("{}, ", s.title));
        let text = format!("{whose}{}", choice.question);
        let question = Question {
            ask: ask.clone(),
            who: who.map(|s| s.title.to_string()),
            text,
            options: choice
                .options
                .iter()
                .zip(&options)
                .map(|(value, name)| self.option_told(value, name))
                .collect(),
        };
        loop {
            let ahead = self.typed_ahead(&question.text, choice.side);
            let is_ahead = ahead.is_some();
            let line = match ahead {
                Some(word) => word,
                None => self.put(&question)?,
            };
            let line = line.trim();
            // An option may be called so.
            let is_option = options.iter().any(|option| option.to_lowercase() == line.to_lowercase());
            match (aside(line).filter(|_| !is_option), option_of(line, &options)) {
                (Some(Aside::Help), _) => self.asker.borrow_mut().tell(&help_with_options(&options)),
                (Some(Aside::Back), _) => self.step_back()?,
                (None, Some(at)) => {
                    self.before_typed(line, choice.side);
                    return Ok(Answer { given: Given::Chosen(at), by });
                }
                (None, None) if is_ahead => self.drop_ahead(Some(line.to_owned())),
                (None, None) => {
                    if let Some(first) = self.several(line, &options, choice.side)
                        && let Some(at) = option_of(&first, &options)
                    {
                        self.before_typed(&first, choice.side);
                        return Ok(Answer { given: Given::Chosen(at), by });
                    }
                    let told = format!("type a number from 1 to {}, or a name", options.len());
                    self.wrong(line, &told)?;
                }
            }
        }
    }

    /// An option with what it is: `b1 (surface, propulsion)`.
    fn option_told(&self, value: &Value, name: &str) -> String {
        let about = (self.about)(value);
        if about.is_empty() || about == name { name.to_owned() } else { format!("{name} ({about})") }
    }
}

/// The parts of what a flag gives, between commas: names of options may have blanks.
pub fn parts_given(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// Whether nothing stands where a comma says that there is a part. An empty text is written in another way.
pub(super) fn lacks_part(value: &str) -> bool {
    value.contains(',') && value.split(',').any(|part| part.trim().is_empty())
}

/// The option that a part of a flag names, be it `--choose` or `--revealed`. A number counts from 1 whatever options are
/// called, and may be too high, so that lines of a log mean what they meant; words are read as those that are typed.
pub(super) fn option_given(
    part: &str,
    options: &[Value],
    called: &dyn Fn(&Value) -> String,
) -> Option<usize> {
    match part.parse::<usize>() {
        Ok(number) => number.checked_sub(1),
        Err(_) => option_of(part, &options.iter().map(called).collect::<Vec<_>>()),
    }
}

/// The option that a line names by its number from 1, its name, or the beginning of only one name.
pub(super) fn option_of(line: &str, options: &[String]) -> Option<usize> {
    let by_number = line.parse::<usize>().ok().filter(|n| (1..=options.len()).contains(n)).map(|n| n - 1);
    let lower = line.to_lowercase();
    let fitting: Vec<usize> = (0..options.len())
        .filter(|i| !lower.is_empty() && options[*i].to_lowercase().starts_with(&lower))
        .collect();
    let exact = options.iter().position(|o| o.to_lowercase() == lower);
    match (exact, by_number, &fitting[..]) {
        (Some(at), _, _) | (None, Some(at), _) | (None, None, &[at]) => Some(at),
        _ => None,
    }
}
