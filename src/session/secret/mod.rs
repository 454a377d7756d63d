//! Decisions in secret at the door of a command: who writes what down, and when it is shown to whom.
//!
//! At one keyboard each side writes with its entry hidden, and the seat is passed. Where a side sits at another machine
//! seals go by mail first and their openings later (`post.rs`). Nothing that was written is in any text, record or error
//! of this module before all have written; where the command is given up before, it is gone.

mod line;
mod openings;
mod post;
mod sealing;

pub(super) use line::{again, given_with_line, in_words, sealed_again, written_of};
pub(super) use openings::{ENDING as OPENINGS, Openings};
pub use post::Post;

use std::sync::Arc;

use super::asker::Question;
use super::door::{CommandDoor, option_of};
use super::retake::{Aside, aside, help_with_row, wanted_in_row};
use crate::kernel::catalogue::Side;
use crate::kernel::door::{Answer, Ask, By, Given, Revealed, Stop};
use crate::kernel::secret::{Closed, Digest, Nonce, Opening, Row, Secret, Secrets, Subject, Takes, Written};
use post::Letter;

const MOMENT: &str = "houserule moment of a game 1";

impl CommandDoor {
    /// What all sides of a request write, revealed together.
    pub(super) fn decide(&mut self, secrets: &Secrets, ask: &Ask) -> Result<Answer, Stop> {
        if secrets.of.iter().any(|secret| secret.closed.is_some()) {
            return self.open(secrets, ask);
        }
        if !self.revealed.is_empty() {
            let mut parts = std::mem::take(&mut self.revealed);
            let answer = given_with_line(&mut parts, secrets, |side| self.entered(Some(side)), &self.called);
            self.revealed = parts;
            return answer;
        }
        if !self.choices.is_empty() {
            return Err(Stop::Misfit(
                "decisions in secret are not given with the line; they are asked".to_owned(),
            ));
        }
        self.tell_unheard();
        let mut all: Vec<Option<Revealed>> = vec![None; secrets.of.len()];
        // Players of the program first: they never wait, and by mail they too must seal.
        for (at, secret) in secrets.of.iter().enumerate() {
            if self.is_away(secret) {
                continue;
            }
            if let Some((written, name)) = self.asker.borrow_mut().write(secret) {
                if let Some(misfit) = secret.sheet.misfit(&written) {
                    return Err(Stop::Misfit(misfit));
                }
                all[at] = Some(Revealed { written, by: By::Policy(name), seal: None });
            }
        }
        match self.post.clone().filter(|_| secrets.of.iter().any(|s| self.is_away(s))) {
            Some(post) => {
                let moment = self.moment();
                self.exchange(&post, secrets, ask, &moment, &mut all)?;
            }
            None => self.at_one_keyboard(secrets, ask, &mut all)?,
        }
        let all: Vec<Revealed> = all.into_iter().flatten().collect();
        let told: Vec<String> =
            secrets.of.iter().zip(&all).map(|(secret, one)| self.told(secret, one)).collect();
        self.hearing.reveals(told);
        Ok(Answer { given: Given::Revealed(all), by: By::Entered(None) })
    }

    /// Checks the seals of an answer that a journal holds.
    pub(super) fn check_seals(&self, secrets: &Secrets, all: &[Revealed]) -> Result<(), Stop> {
        for (secret, revealed) in secrets.of.iter().zip(all) {
            let side = self.side(secret);
            let checked = match (&revealed.seal, &secret.closed) {
                (None, None) => continue,
                (Some(seal), None) => {
                    let moment = self.moment();
                    seal.check(&subject(secret, &side, &moment), &revealed.written)
                }
                // What the state has held since binds, at whatever moment it was sealed.
                (seal, Some(closed)) => {
                    let subject = subject(secret, &side, &closed.moment);
                    let nonce = seal.as_ref().map_or_else(|| Nonce::of_told(&subject), |seal| seal.nonce);
                    Opening::new(&subject, nonce, revealed.written.clone()).check_closed(&subject, closed)
                }
            };
            checked.map_err(|falsehood| {
                Stop::Misfit(format!("the journal's opening of {} is false: it {falsehood}", side.title))
            })?;
        }
        Ok(())
    }

    fn told(&self, secret: &Secret, revealed: &Revealed) -> String {
        let rows = in_words(secret, &revealed.written, &self.called);
        format!("revealed: {}, {}: {}", self.side(secret).title, secret.question, rows)
    }

    /// The moment of the game: the same on every machine that has played the same commands with the same answers.
    fn moment(&self) -> Digest {
        self.moment_in(&self.game)
    }

    /// The same for a game that is called so.
    fn moment_in(&self, game: &str) -> Digest {
        let answers = self.given.iter().map(|answer| match &answer.given {
            Given::Revealed(all) => {
                let written: Vec<&[Written]> = all.iter().map(|r| &r.written[..]).collect();
                serde_json::to_vec(&written)
            }
            Given::Sealed(all) => {
                let seals: Vec<&Closed> = all.iter().map(|sealed| &sealed.closed).collect();
                serde_json::to_vec(&seals)
            }
            other => serde_json::to_vec(other),
        });
        let answers: Vec<Vec<u8>> = answers.map(Result::unwrap_or_default).collect();
        let began = game.to_owned() + &(self.began)();
        let parts: Vec<&[u8]> =
            [began.as_bytes()].into_iter().chain(answers.iter().map(Vec::as_slice)).collect();
        Digest::of(MOMENT, &parts)
    }

    fn side(&self, secret: &Secret) -> Side {
        self.catalogue.side(secret.side).clone()
    }

    fn is_away(&self, secret: &Secret) -> bool {
        self.post.as_ref().is_some_and(|post| !post.here.contains(&secret.side))
    }

    fn at_one_keyboard(
        &mut self,
        secrets: &Secrets,
        ask: &Ask,
        all: &mut [Option<Revealed>],
    ) -> Result<(), Stop> {
        let mut before: Option<Arc<str>> = None;
        for (secret, slot) in secrets.of.iter().zip(all) {
            if slot.is_some() {
                continue;
            }
            self.seat(&mut before, secret)?;
            let written = self.write_down(secret, ask)?;
            *slot = Some(Revealed { written, by: self.entered(Some(secret.side)), seal: None });
        }
        Ok(())
    }

    /// Lets a side sit down in the place of the one that wrote before.
    fn seat(&mut self, before: &mut Option<Arc<str>>, secret: &Secret) -> Result<(), Stop> {
        let title = self.side(secret).title;
        let Some(before) = before.replace(title.clone()) else { return Ok(()) };
        let text = format!("{before} has decided. Pass the seat to {title}, then press Enter.");
        self.asker.borrow_mut().pass_seat(&text)
    }

    /// Asks a side row by row, with its entry hidden, until the sheet is right.
    fn write_down(&mut self, secret: &Secret, ask: &Ask) -> Result<Vec<Written>, Stop> {
        loop {
            let mut written = Vec::new();
            while let Some(row) = secret.sheet.rows().get(written.len()) {
                match self.write_row(secret, ask, written.len(), row)? {
                    Some(entry) => written.push(entry),
                    None => drop(written.pop()),
                }
            }
            match secret.sheet.misfit(&written) {
                None => return Ok(written),
                Some(misfit) => {
                    let mut asker = self.asker.borrow_mut();
                    asker.wrong(&misfit)?;
                    asker.note(&format!("{misfit}; once more from the first row"));
                }
            }
        }
    }

    /// What is written into a row; nothing where the one before it is to be written again.
    fn write_row(
        &mut self,
        secret: &Secret,
        ask: &Ask,
        at: usize,
        row: &Row,
    ) -> Result<Option<Written>, Stop> {
        let who = self.side(secret).title.to_string();
        let mut text = format!("{who} in secret, {}", secret.question);
        if let (0, Some((from, to))) = (at, secret.sheet.total()) {
            let span = if from == to { from.to_string() } else { format!("{from} to {to}") };
            text.push_str(&format!(" (in all {span})"));
        }
        if !row.label.is_empty() {
            text.push_str(&format!(", {}", row.label));
        }
        let options: Vec<String> = match &row.takes {
            Takes::Options(options) => options.iter().map(|option| (self.called)(option)).collect(),
            Takes::Number { least, most } => {
                text.push_str(&format!(": {least} to {most}"));
                Vec::new()
            }
            Takes::Text => {
                text.push_str(": one line of text");
                Vec::new()
            }
        };
        let question = Question { ask: ask.clone(), who: Some(who), text, options: options.clone() };
        loop {
            self.notes_question();
            let line = self.asker.borrow_mut().ask_hidden(&question)?;
            let line = line.trim();
            // An option may be called so, and a text may be any line.
            let is_answer = matches!(row.takes, Takes::Text) || option_of(line, &options).is_some();
            match aside(line).filter(|_| !is_answer) {
                Some(Aside::Help) => {
                    self.asker.borrow_mut().tell(&help_with_row(&row.takes));
                    continue;
                }
                Some(Aside::Back) if at > 0 => return Ok(None),
                Some(Aside::Back) => {
                    let told = "this is the first row; Ctrl-C gives the whole command up";
                    self.asker.borrow_mut().tell(told);
                    continue;
                }
                None => {}
            }
            let written = match &row.takes {
                Takes::Options(_) => option_of(line, &options).map(Written::Option),
                Takes::Number { .. } => line.parse().ok().map(Written::Number),
                Takes::Text => Some(Written::Text(Arc::from(line))),
            };
            let misfit = match &written {
                Some(written) => secret.sheet.misfit_of_row(at, written),
                None => Some(wanted_in_row(&row.takes)),
            };
            match (written, misfit) {
                (Some(written), None) => return Ok(Some(written)),
                // What was typed is not repeated: the seat may be passed with the screen as it is.
                (_, misfit) => self.wrong(line, &misfit.unwrap_or_default())?,
            }
        }
    }

    /// By mail: own seals out, the others' in; only then own openings out, and the others' in.
    fn exchange(
        &mut self,
        post: &Post,
        secrets: &Secrets,
        ask: &Ask,
        moment: &Digest,
        all: &mut [Option<Revealed>],
    ) -> Result<(), Stop> {
        let sides: Vec<Side> = secrets.of.iter().map(|secret| self.side(secret)).collect();
        let mut openings: Vec<Option<Opening>> = Vec::new();
        let mut before: Option<Arc<str>> = None;
        let who: Vec<By> = secrets
            .of
            .iter()
            .zip(all.iter())
            .map(|(secret, slot)| {
                slot.as_ref().map_or_else(|| self.entered(Some(secret.side)), |decided| decided.by.clone())
            })
            .collect();
        for ((secret, side), slot) in secrets.of.iter().zip(&sides).zip(all.iter_mut()) {
            if self.is_away(secret) {
                openings.push(None);
                continue;
            }
            let subject = subject(secret, side, moment);
            let opening = match post.own(&subject)? {
                Some(opening) => {
                    let told = format!("{} has sealed already; that stands.", side.title);
                    self.asker.borrow_mut().note(&told);
                    opening
                }
                None => {
                    let written = match slot.take() {
                        Some(revealed) => revealed.written,
                        None => {
                            self.seat(&mut before, secret)?;
                            self.write_down(secret, ask)?
                        }
                    };
                    Opening::new(&subject, fresh_nonce()?, written)
                }
            };
            post.keep_own(&subject, &opening)?;
            openings.push(Some(opening));
        }
        let away: Vec<bool> = secrets.of.iter().map(|secret| self.is_away(secret)).collect();
        let send = |letter| {
            let here = sides.iter().zip(&away).filter(|(_, is_away)| !**is_away);
            post.to_send(letter, moment, here.map(|(side, _)| &*side.name))
        };
        let mut taken = Vec::new();
        for (secret, side) in secrets.of.iter().zip(&sides) {
            taken.push(match self.is_away(secret) {
                false => None,
                true => {
                    let subject = subject(secret, side, moment);
                    Some(self.wait(ask, side, &send(Letter::Sealed), || post.take_seal(&subject))?)
                }
            });
        }
        // Every seal is here and kept: what is opened now can help nobody to decide.
        for opening in openings.iter().flatten() {
            post.open_own(opening)?;
        }
        for (at, secret) in secrets.of.iter().enumerate() {
            let (side, by) = (&sides[at], who[at].clone());
            let subject = subject(secret, side, moment);
            let opening = match (openings[at].take(), &taken[at]) {
                (Some(own), _) => own,
                (None, Some(seal)) => self.wait(ask, side, &send(Letter::Opening), || {
                    post.take_opening(&subject, |opening| opening.check(&subject, seal))
                })?,
                (None, None) => return Err(Stop::Missing(format!("nothing was sealed by {}", side.title))),
            };
            all[at] = Some(Revealed { seal: Some(opening.seal()), written: opening.written, by });
        }
        Ok(())
    }

    /// Asks for a letter of another machine until it is there and right.
    fn wait<T>(
        &mut self,
        ask: &Ask,
        side: &Side,
        send: &str,
        take: impl Fn() -> Result<Result<T, String>, Stop>,
    ) -> Result<T, Stop> {
        loop {
            let why = match take()? {
                Ok(taken) => return Ok(taken),
                Err(why) => why,
            };
            let text = match send.is_empty() {
                true => format!("{why}. Put what {} sends there, then press Enter", side.title),
                false => format!(
                    "{why}. Send {send} to {}, put what {} sends there too, then press Enter",
                    side.title, side.title,
                ),
            };
            let who = Some(side.title.to_string());
            let question = Question { ask: ask.clone(), who, text, options: Vec::new() };
            self.put(&question)?;
        }
    }
}

fn subject<'a>(secret: &'a Secret, side: &'a Side, moment: &'a Digest) -> Subject<'a> {
    Subject { moment, side: &side.name, question: &secret.question, sheet: &secret.sheet }
}

/// From the randomness of the operating system, never from the dice of the game.
fn fresh_nonce() -> Result<Nonce, Stop> {
    use rand::TryRng;
    let mut bytes = [0; 32];
    match rand::rngs::SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => Ok(Nonce(bytes)),
        Err(error) => Err(Stop::Missing(format!("the system gives no random numbers: {error}"))),
    }
}
