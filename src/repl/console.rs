//! One line at a time: the game's verbs, the program's own, expressions; then the sides that the program plays.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::data::parse_line;
use crate::diagnostic::{
    Code, Diagnostic, SourceMap, did_you_mean, instead_of, render_within, to_json, unseen, unseen_in,
};
use crate::kernel::door::Stop;
use crate::kernel::layer::Rank;
use crate::kernel::value::SideId;
use crate::play::{Bout, Move, PlayerKind};
use crate::report::{Style, refused, why_not_json};
use crate::rules::Failure;
use crate::session::{HouseNews, LineMistake, Session, Trouble};

use super::bots::{BotAsker, Bots, SharedBots};
use super::drawing::{Wanted, draw};
pub(super) use super::input::Input;
use super::origin::{Origin, line_alone};
use super::show;
use super::taken::hidden_verbs;
use super::terminal::{Thinking, thinking};
use super::told::{Status, Told};
use super::verbs::{BUILT_IN, built_in, tried};

/// How a console shows things.
#[derive(Debug, Clone)]
pub struct Front {
    /// Colours, signs and width.
    pub style: Style,
    /// One JSON object a line instead of text.
    pub json: bool,
    /// The explanation with every result.
    pub verbose: bool,
    /// True where a person sits at a terminal; hints are given then.
    pub interactive: bool,
}

impl Front {
    /// In how many columns mistakes are told. Where nobody sits at a terminal a sentence is a line, so that it can be looked for.
    pub(super) fn mistake_width(&self) -> usize {
        if self.interactive { self.style.line_width() } else { usize::MAX }
    }
}

/// A session with lines in and text out.
pub struct Console {
    /// The game.
    pub session: Session,
    /// How things are shown.
    pub front: Front,
    /// The sides that the program plays.
    pub(super) bots: SharedBots,
    /// Where the line comes from that is being answered; none where it was typed.
    origin: Option<Origin>,
    /// How often dice were thrown beside the game.
    beside: u64,
    /// Whether a terminal shows what goes on while a player of the program thinks.
    pub(super) is_watched: bool,
}

impl std::fmt::Debug for Console {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Console").field("session", &self.session).finish_non_exhaustive()
    }
}

/// What people type in a game that is a command of the shell.
const AT_THE_SHELL: [(&str, &str); 11] = [
    ("load", "`quit`, then `houserule play --resume FILE` at the shell takes a saved game up"),
    ("resume", "`quit`, then `houserule play --resume FILE` at the shell takes a saved game up"),
    ("recover", "`quit`, then `houserule recover FILE` at the shell saves what is whole of a damaged game"),
    ("play", "`quit`, then `houserule play PACK/SCENARIO` at the shell begins another game"),
    ("sim", "`houserule sim PACK/SCENARIO` at the shell plays whole games"),
    ("check", "`houserule check FILE` at the shell tells the mistakes of a file"),
    ("test", "`houserule test PACK` at the shell runs the sessions of a pack"),
    ("review", "`houserule review PACK` at the shell goes through what sessions say anew"),
    ("watch", "`houserule watch PACK` at the shell checks and tests a pack whenever it changes"),
    ("fuzz", "`houserule fuzz PACK` at the shell looks for dead ends by random play"),
    ("new", "`houserule new` at the shell makes packs, house files and boards"),
];

impl Console {
    /// A console over a game.
    pub fn new(mut session: Session, front: Front) -> Console {
        let bots = Rc::new(RefCell::new(Bots::default()));
        let asker = BotAsker { people: session.asker(), bots: bots.clone() };
        session.set_asker(Rc::new(RefCell::new(asker)));
        session.set_against(|loaded| hidden_verbs(loaded, Rank::House));
        bots.borrow_mut().sit_again(&session);
        Console { session, front, bots, origin: None, beside: 0, is_watched: false }
    }

    /// Puts a player in charge of a side. It plays once [`Console::bots_play`] or a line gives it the word.
    ///
    /// # Errors
    /// A journal that cannot be written: who plays is saved with the game.
    pub fn seat(&mut self, side: SideId, kind: PlayerKind) -> Result<(), Trouble> {
        self.session.set_player(side, Some(&kind.to_string()))?;
        self.bots.borrow_mut().sit(&self.session, side, kind);
        Ok(())
    }

    /// Gives a side back to people. Whether the program played it.
    ///
    /// # Errors
    /// As for [`Console::seat`].
    pub fn unseat(&mut self, side: SideId) -> Result<bool, Trouble> {
        self.session.set_player(side, None)?;
        Ok(self.bots.borrow_mut().leave(side))
    }

    /// Which sides the program plays in a game that was taken up, and how that is changed; nothing where it plays none.
    pub fn seated(&self) -> Told {
        let bots = self.bots.borrow();
        let catalogue = self.session.loaded().rules.catalogue();
        let told = bots.seats().iter().map(|seat| {
            let title = self.session.called(&seat.side.into());
            let name = &catalogue.side(seat.side).name;
            format!("{title} is played by {}; `bot {name} off` makes the side yours\n", seat.kind)
        });
        let mut told: String = told.collect();
        if bots.waits() && !told.is_empty() {
            told.push_str("the program waits for a command of yours, or for `bot go`\n");
        }
        self.harmless(Told::fine(self.front.style.clean_lines(&told)))
    }

    /// The same as [`Console::line_with`] for a line that was read from a file: mistakes in it are told with their place
    /// there.
    pub fn line_of(&mut self, text: &str, origin: &Origin, show: &mut dyn FnMut(Told)) {
        self.origin = Some(origin.clone());
        self.line_with(text, show);
        self.origin = None;
    }

    /// A seed for dice that are thrown beside the game: another each time, and the same in the same session.
    pub(super) fn throw_seed(&mut self) -> u64 {
        self.beside += 1;
        self.session.seed().wrapping_add(self.beside)
    }

    /// Takes one line, which may have line breaks inside brackets, and answers it, together with what the sides that the
    /// program plays do then.
    pub fn line(&mut self, text: &str) -> Told {
        let mut all = Told::default();
        self.line_with(text, &mut |told| all.and(told));
        all
    }

    /// The same, shown piece by piece: the answer, then each command of a side that the program plays.
    pub fn line_with(&mut self, text: &str, show: &mut dyn FnMut(Told)) {
        let news = self.news();
        let text = text.trim_end_matches(['\n', '\r']);
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            return show(news);
        }
        if news != Told::default() {
            show(news);
        }
        let answer = self.answer(text);
        let status = answer.status;
        show(self.harmless(answer));
        if status == Status::Fine {
            self.let_bots_play(show);
        }
    }

    /// What the rules have told when the game began; nothing once a command has been given. And what of its house
    /// files means nothing to the game.
    pub fn opening(&self) -> Told {
        let style = &self.front.style;
        let said = show::opening(&self.session).map(|said| style.lines(said)).collect::<String>();
        self.harmless(Told::fine(said + &self.idle()))
    }

    /// What is told of parts of house files that mean nothing to the game, in lines, as long as no command has been given.
    pub(super) fn idle(&self) -> String {
        let files = self.session.house().iter().filter(|_| self.session.undoable() == 0);
        let idle = files.filter_map(|file| show::idle(&self.session, file));
        idle.map(|told| self.front.style.lines(&told)).collect()
    }

    /// Before the first line: tells what has become of house files, and lets the sides that the program plays give their commands by
    /// what is in force then, as long as it is their turn.
    pub fn bots_play(&mut self, show: &mut dyn FnMut(Told)) {
        let news = self.news();
        if news != Told::default() {
            show(news);
        }
        self.let_bots_play(show);
    }

    /// Lets the sides that the program plays give their commands, as long as it is their turn.
    fn let_bots_play(&mut self, show: &mut dyn FnMut(Told)) {
        while let Some(told) = self.bot_command() {
            let goes_on = told.status == Status::Fine;
            show(self.harmless(told));
            if !goes_on {
                break;
            }
        }
    }

    fn harmless(&self, told: Told) -> Told {
        let colour = self.front.style.colour;
        Told { out: harmless(&told.out, colour), err: harmless(&told.err, colour), ..told }
    }

    /// Draws the game. `text` is what asks for it, for mistakes in its words.
    pub fn draw(&mut self, text: &str, wanted: &Wanted) -> Told {
        let told = draw(self, text, wanted).unwrap_or_else(|trouble| self.trouble(&trouble));
        let colour = self.front.style.colour;
        // A picture has its own way of making text harmless.
        let out = if wanted.out.is_some() { told.out } else { harmless(&told.out, colour) };
        Told { out, err: harmless(&told.err, colour), ..told }
    }

    fn answer(&mut self, text: &str) -> Told {
        // Tried twice is tried once.
        if let Some(rest) = tried(text) {
            let told = self.answer(rest);
            let keep = matches!(told.status, Status::Leave | Status::Broken);
            // What a line that is only tried has to say belongs to the transcript, whatever it is.
            return Told {
                out: told.out + &told.err,
                err: String::new(),
                status: if keep { told.status } else { Status::Fine },
            };
        }
        if let Some((at, c, what)) = unseen_in(text).next() {
            let told = format!("U+{:04X} is {what}", u32::from(c));
            let mistake = LineMistake::new(Code::USAGE, told, at..at + c.len_utf8());
            return self.trouble(&Trouble::of_line(text, mistake.help(instead_of(c))));
        }
        let line = match parse_line(text) {
            Ok(line) => line,
            Err(error) => {
                let at = error.column.saturating_sub(1).min(text.len());
                let mistake =
                    LineMistake::new(Code::USAGE, error.message.clone(), at..text.len().min(at + 1));
                return self.trouble(&Trouble::of_line(text, mistake));
            }
        };
        let input = Input { text, line: &line };
        let result = if line.verb.text.starts_with('(') {
            self.expression(text)
        } else if self.session.verb(&line.verb.text).is_some() && input.has_flag("help") {
            Ok(self.answer(&format!("help {}", line.verb.text)))
        } else if self.session.verb(&line.verb.text).is_some() {
            self.command(&input, None).map(|number| {
                self.bots.borrow_mut().go_on();
                self.result(&input, number)
            })
        } else if let Some(verb) = built_in(&line.verb.text) {
            match input.has_flag("help") {
                true => Ok(Told::fine(show::built_in_help(&self.session, verb, &self.front.style))),
                false if verb.checks_its_flags() => (verb.run)(self, &input),
                false => input.check().and_then(|()| (verb.run)(self, &input)),
            }
        } else {
            Err(self.unknown(&input))
        };
        result.unwrap_or_else(|trouble| self.trouble(&trouble))
    }

    /// A command of the game, with the sides looking on that the program plays: it may ask them something.
    /// `by` names the player of the program who gives it.
    fn command(&mut self, input: &Input<'_>, by: Option<Arc<str>>) -> Result<usize, Trouble> {
        if !self.bots.borrow().seats().is_empty() {
            let bout = Bout::of_session(&self.session);
            let command = Move::of_line(input.line, &bout);
            self.bots.borrow_mut().look(command.map(|command| (bout, command)));
        }
        let done = self.session.command_by(input.text, input.line, by);
        self.bots.borrow_mut().look(None);
        done
    }

    /// The next command of a side that the program plays; nothing where it is a person's turn, or they wait.
    fn bot_command(&mut self) -> Option<Told> {
        let bots = self.bots.clone();
        if bots.borrow().waits()
            || bots.borrow().seats().is_empty()
            || self.session.state().ending().is_some()
        {
            return None;
        }
        let mut bout = Bout::of_session(&self.session);
        let side = bout.decides();
        let title = self.session.called(&side.into());
        let mut table = bots.borrow_mut();
        if table.seat(side).is_some() && table.has_run_on() {
            table.wait();
            return Some(Told::fine(
                "nobody else has had a turn for a long time; `bot go` lets the program play on",
            ));
        }
        let seat = table.seat(side)?;
        let by: Arc<str> = Arc::from(seat.kind.to_string());
        let sign = self.sign(&format!("{title} ({by})"));
        let chosen = seat.choose(&mut bout);
        drop((sign, table));
        let mut told = match chosen {
            Ok(Some(command)) => self.bot_line(&command.line(&bout), &title, &by),
            Ok(None) => {
                bots.borrow_mut().wait();
                return Some(
                    self.trouble(&Trouble::plain(
                        Diagnostic::error(Code::NOT_NOW, format!("the rules allow {title} nothing"))
                            .note(format!("{by} plays {title}, and cannot go on")),
                    )),
                );
            }
            Err(failure) => self.trouble(&Trouble::of_failure(failure, &self.session.loaded().sources)),
        };
        if told.status != Status::Fine {
            bots.borrow_mut().wait();
            let more = format!("it is the turn of {title}: `bot go` lets {by} play on");
            told.err.push_str(&self.remark(&more));
        }
        Some(told)
    }

    /// The sign that somebody thinks, where there is a terminal to show it.
    pub(super) fn sign(&self, who: &str) -> Option<Thinking> {
        self.is_watched.then(|| thinking(who, &self.front.style)).flatten()
    }

    /// Carries out what a player of the program has chosen, as if it were typed. What came of it stands behind the line, also where it
    /// failed.
    fn bot_line(&mut self, text: &str, title: &str, by: &Arc<str>) -> Told {
        let Ok(line) = parse_line(text) else {
            return self.trouble(&Trouble::of_failure(unreadable(text), &self.session.loaded().sources));
        };
        let input = Input { text, line: &line };
        let style = self.front.style;
        let head = style.clean(&format!("{title} ({by}): {text}"));
        self.bots.borrow_mut().announce(Some(head));
        let done = self.command(&input, Some(by.clone()));
        let untold = self.bots.borrow_mut().announce(None);
        let mut told = Told::default();
        match untold {
            // The object of the result names the line and who gave it; that of a mistake does not.
            Some(head) if self.front.json && done.is_err() => told.err = self.remark(&head),
            Some(head) if !self.front.json => told = Told::fine(style.paint(style.strong(), &head)),
            _ => {}
        }
        told.and(match done {
            Ok(number) => self.result(&input, number),
            Err(trouble) => self.trouble(&trouble),
        });
        told
    }

    /// That the game is not over.
    ///
    /// # Errors
    /// E0706 where it is.
    pub(super) fn check_game_goes_on(&self) -> Result<(), Trouble> {
        match self.session.state().ending() {
            None => Ok(()),
            Some(ending) => Err(Trouble::plain(
                Diagnostic::error(Code::NOT_NOW, "the game is over").note(ending.reason.to_string()),
            )),
        }
    }

    fn result(&mut self, input: &Input<'_>, number: usize) -> Told {
        let json = self.front.json || input.has_flag("json");
        let verbose = self.front.verbose || input.has_flag("verbose");
        match self.session.entry(Some(number)) {
            Some(entry) if json => Told::fine(show::entry_json(&self.session, entry).to_string()),
            Some(entry) => Told::fine(show::entry(&self.session, entry, &self.front, verbose)),
            None => Told::default(),
        }
    }

    fn expression(&mut self, text: &str) -> Result<Told, Trouble> {
        let (value, _) = self.session.evaluate(text)?;
        let shown = self.session.called(&value);
        match self.front.json {
            true => Ok(Told::fine(
                serde_json::json!({"schema": "houserule.value/1", "expression": text, "value": shown})
                    .to_string(),
            )),
            false => Ok(Told::fine(format!("= {}", self.front.style.clean(&shown)))),
        }
    }

    fn unknown(&self, input: &Input<'_>) -> Trouble {
        let word = &input.line.verb;
        let verbs = self.session.loaded().data.verbs.iter().map(|v| v.name.to_string());
        let names: Vec<String> = verbs.chain(BUILT_IN.iter().map(|v| v.name.to_owned())).collect();
        let title = format!("no command is called `{}`", word.text);
        let mistake = LineMistake::new(Code::UNKNOWN_COMMAND, title, word.start..word.end);
        let near = did_you_mean(&word.text, names.iter().map(String::as_str));
        let of_shell = AT_THE_SHELL.iter().find(|(own, _)| own.eq_ignore_ascii_case(&word.text));
        let help = match (of_shell, near) {
            (Some((_, help)), _) => (*help).to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => "`help` lists all commands".to_owned(),
        };
        Trouble::of_line(input.text, mistake.help(help))
    }

    /// Changed house files, told before the line that they act on.
    fn news(&mut self) -> Told {
        let mut told = Told::default();
        for news in self.session.poll_house() {
            let one = self.tell_news(&news);
            told.out.push_str(&one.out);
            told.err.push_str(&one.err);
        }
        told
    }

    pub(super) fn tell_news(&self, news: &HouseNews) -> Told {
        match news {
            HouseNews::Reloaded(name) => Told::fine(format!("{name} has changed and is in force")),
            HouseNews::Gone(name) => Told::fine(format!("{name} is gone: its last text stays in force")),
            HouseNews::Unreadable(name, trouble) => {
                let mut told = self.trouble(trouble);
                told.err
                    .push_str(&self.remark(&format!("{name} cannot be read: its last text stays in force")));
                told
            }
            HouseNews::Refused(name, trouble) => {
                let mut told = self.trouble(trouble);
                let more = format!("{name} has changed and is wrong: the old rules stay in force");
                told.err.push_str(&self.remark(&more));
                told
            }
        }
    }

    /// What is told beside an answer, as a line of the front.
    fn remark(&self, text: &str) -> String {
        match self.front.json {
            true => {
                let object = serde_json::json!({"schema": "houserule.remark/1", "text": text, "options": []});
                format!("{object}\n")
            }
            false => format!("{text}\n"),
        }
    }

    /// Why a line did nothing, in the form that the front wants.
    pub fn trouble(&self, trouble: &Trouble) -> Told {
        let json = self.front.json;
        match trouble {
            Trouble::Refused(refusal) => {
                let names = show::names(&self.session);
                let out = match json {
                    true => why_not_json(refusal, &names).to_string() + "\n",
                    // The reason and the rule; `why not` shows the rest.
                    false => refused(refusal, &names, &self.front.style),
                };
                Told { out, err: String::new(), status: Status::Refused }
            }
            Trouble::Stopped(stop) => {
                let (err, status) = match stop {
                    Stop::Cancelled => (self.remark("broken off; nothing has changed"), Status::Broken),
                    Stop::Missing(what) | Stop::Misfit(what) => {
                        let told = Diagnostic::error(Code::BAD_DIE, format!("{what}; nothing has changed"));
                        let err = match json {
                            true => json_lines(&[told], &SourceMap::default()),
                            false => told.title + "\n",
                        };
                        let is_missing = matches!(stop, Stop::Missing(_));
                        (err, if is_missing { Status::Unanswered } else { Status::Usage })
                    }
                };
                Told { out: String::new(), err, status }
            }
            Trouble::Mistakes(told) => {
                let placed =
                    self.origin.as_ref().zip(line_alone(&told.0)).map(|(o, text)| o.place(text, &told.1));
                let (sources, diagnostics) = placed.as_ref().unwrap_or(told);
                let status = diagnostics
                    .iter()
                    .find(|d| d.is_error())
                    .map_or(Status::Rules, |d: &Diagnostic| Status::of_code(d.code));
                // What is wrong with a typed line is how it was typed, whatever the code is about.
                let is_typed = line_alone(&told.0).is_some() || diagnostics.iter().all(is_typed_expression);
                let status = if is_typed && status == Status::Rules { Status::Usage } else { status };
                let err = match json {
                    true => json_lines(diagnostics, sources),
                    false => {
                        let (colour, width) = (self.front.style.colour, self.front.mistake_width());
                        let mut text = render_within(diagnostics, sources, colour, width);
                        if !text.ends_with('\n') {
                            text.push('\n');
                        }
                        text
                    }
                };
                Told { out: String::new(), err, status }
            }
        }
    }
}

/// Mistakes as JSON, one object a line.
fn json_lines(mistakes: &[Diagnostic], sources: &SourceMap) -> String {
    to_json(mistakes, sources).iter().map(|told| format!("{told}\n")).collect()
}

/// A line that the program has made itself and cannot read.
fn unreadable(text: &str) -> Failure {
    let told = format!("internal error: `{text}` cannot be read as a line");
    Failure::Broken(Box::new(Diagnostic::error(Code::RULE_FAILED, told)))
}

/// The text with a `?` for every character that moves the cursor, hides or turns text, whoever brought it in: names in
/// saved games, texts of rules. The program's own colours stay where colours are shown.
fn harmless(text: &str, colour: bool) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let own = rest.strip_prefix("\u{1b}[").filter(|_| colour).and_then(|code| {
            let end = code.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            code[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
        });
        let length = own.unwrap_or(c.len_utf8());
        match own.is_none() && unseen(c).is_some() {
            true => clean.push('?'),
            false => clean.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    clean
}

/// Whether an expression is none that was typed: those of packs have a place.
fn is_typed_expression(mistake: &Diagnostic) -> bool {
    mistake.code == Code::BAD_EXPRESSION && mistake.labels.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_colours_of_the_program_reach_the_terminal() {
        let text = "\u{1b}[1;31mred\u{1b}[0m \u{1b}[2J\u{202e}x\n";
        assert_eq!(harmless(text, true), "\u{1b}[1;31mred\u{1b}[0m ?[2J?x\n");
        assert_eq!(harmless(text, false), "?[1;31mred?[0m ?[2J?x\n");
    }
}
