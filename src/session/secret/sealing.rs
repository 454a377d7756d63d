//! Seals that stay closed from one command to a later one: written down now, opened then.
//!
//! The answer to a request for seals is their digests; what opens them goes to the keeper of openings and nowhere else
//! (`openings.rs`). By mail the seal is sent at once, and its opening only when a command opens it.

use std::sync::Arc;

use super::super::asker::{Question, Sealing};
use super::super::door::CommandDoor;
use super::line::{next_nonce, next_seal, written_with_line};
use super::post::Letter;
use super::{Post, fresh_nonce, subject};
use crate::kernel::catalogue::Side;
use crate::kernel::door::{Answer, Ask, By, Given, Revealed, SealedUp, Stop};
use crate::kernel::secret::{Closed, Digest, Kept, Nonce, Opening, Secret, Secrets, Subject};
use crate::kernel::value::SideId;

const OF_SEAL: &str = "houserule moment of a seal 1";

impl CommandDoor {
    /// The seals of all sides of a request.
    pub(in crate::session) fn seal(&mut self, secrets: &Secrets, ask: &Ask) -> Result<Answer, Stop> {
        let moment = self.moment_of_seal(secrets);
        let all = if self.sealed.is_empty() {
            if !self.choices.is_empty() {
                return Err(Stop::Misfit(
                    "decisions under seal are not given with `--choose`; they are asked".to_owned(),
                ));
            }
            self.tell_unheard();
            self.seal_up(secrets, ask, &moment)?
        } else {
            let mut parts = std::mem::take(&mut self.sealed);
            let mut all = Vec::new();
            for secret in &secrets.of {
                let by = self.entered(Some(secret.side));
                all.push(match next_seal(&mut parts) {
                    Some(closed) => SealedUp { closed, by, told: None },
                    None if self.letters().is_some() => {
                        return Err(Stop::Misfit(
                            "what is told with `--sealed` is no secret; by mail leave it out, and it is asked".to_owned(),
                        ));
                    }
                    None => {
                        let written = written_with_line(&mut parts, "sealed", secret, &self.called)?;
                        let side = self.side(secret);
                        let subject = subject(secret, &side, &moment);
                        let opening = Opening::new(&subject, Nonce::of_told(&subject), written.clone());
                        SealedUp { told: Some(written), ..self.kept(opening, by) }
                    }
                });
            }
            self.sealed = parts;
            all
        };
        Ok(Answer { given: Given::Sealed(all), by: By::Entered(None) })
    }

    /// Checks seals of a journal whose answers were told with the line, and keeps what opens them.
    pub(in crate::session) fn keep_told(&mut self, secrets: &Secrets, all: &[SealedUp]) -> Result<(), Stop> {
        for (secret, sealed) in secrets.of.iter().zip(all) {
            let Some(written) = &sealed.told else { continue };
            let side = self.side(secret);
            let subject = subject(secret, &side, &sealed.closed.moment);
            let opening = Opening::new(&subject, Nonce::of_told(&subject), written.clone());
            if opening.closed() != sealed.closed {
                let told =
                    format!("the journal's seal of {} is not of the answer that is told with it", side.title);
                return Err(Stop::Misfit(told));
            }
            self.fresh.push(Kept { opening, by: sealed.by.clone() });
        }
        Ok(())
    }

    /// What all sides write and seal. By mail: own seals out, the others' in.
    fn seal_up(&mut self, secrets: &Secrets, ask: &Ask, moment: &Digest) -> Result<Vec<SealedUp>, Stop> {
        let sealing = self.asker.borrow().sealing();
        let post = self.letters();
        let sides: Vec<Side> = secrets.of.iter().map(|secret| self.side(secret)).collect();
        let mut all: Vec<Option<SealedUp>> = vec![None; secrets.of.len()];
        let mut before: Option<Arc<str>> = None;
        for ((secret, side), slot) in secrets.of.iter().zip(&sides).zip(&mut all) {
            if self.is_away(secret) {
                continue;
            }
            let subject = subject(secret, side, moment);
            let own = post.as_ref().map_or(Ok(None), |post| post.own(&subject))?;
            // Players of the program never wait, and they too must seal.
            let by_program = match own {
                Some(_) => None,
                None => self.asker.borrow_mut().write(secret),
            };
            let (opening, by) = match (own, by_program) {
                (Some(opening), _) => {
                    let told = format!("{} has sealed already; that stands.", side.title);
                    self.asker.borrow_mut().note(&told);
                    (opening, self.entered(Some(secret.side)))
                }
                (None, by_program) => {
                    let (written, by) = match by_program {
                        Some((written, name)) => (written, By::Policy(name)),
                        None => {
                            self.take_seat(&mut before, secret, side)?;
                            (self.write_down(secret, ask)?, self.entered(Some(secret.side)))
                        }
                    };
                    if let Some(misfit) = secret.sheet.misfit(&written) {
                        return Err(Stop::Misfit(misfit));
                    }
                    let nonce = match sealing {
                        Sealing::Secret => fresh_nonce()?,
                        Sealing::Repeated | Sealing::Told => Nonce::of_told(&subject),
                    };
                    (Opening::new(&subject, nonce, written), by)
                }
            };
            if let Some(post) = &post {
                post.keep_own(&subject, &opening)?;
            }
            let told = (sealing == Sealing::Told).then(|| opening.written.clone());
            *slot = Some(SealedUp { told, ..self.kept(opening, by) });
        }
        if let Some(post) = &post {
            let here = secrets.of.iter().zip(&sides).filter(|(secret, _)| !self.is_away(secret));
            let send = post.to_send(Letter::Sealed, moment, here.map(|(_, side)| &*side.name));
            for ((secret, side), slot) in secrets.of.iter().zip(&sides).zip(&mut all) {
                if self.is_away(secret) {
                    let subject = subject(secret, side, moment);
                    let sealed = self.wait(ask, side, &send, || post.take_seal(&subject))?;
                    let by = self.entered(Some(secret.side));
                    *slot = Some(SealedUp { closed: sealed.closed(), by, told: None });
                }
            }
            if !send.is_empty() {
                self.asker.borrow_mut().note(&format!("Sealed. Send {send} to the other side."));
            }
        }
        Ok(all.into_iter().flatten().collect())
    }

    /// What lies under seals, all of it told together.
    pub(super) fn open(&mut self, secrets: &Secrets, ask: &Ask) -> Result<Answer, Stop> {
        let closed = |secret: &Secret| {
            let none = || Stop::Misfit(format!("nothing lies under seal: {}", secret.question));
            secret.closed.ok_or_else(none)
        };
        let mut all: Vec<Option<Revealed>> = vec![None; secrets.of.len()];
        if self.revealed.is_empty() {
            self.tell_unheard();
            let post = self.letters();
            let mut own = Vec::new();
            for (secret, slot) in secrets.of.iter().zip(&mut all) {
                if self.is_away(secret) {
                    continue;
                }
                let (side, closed) = (self.side(secret), closed(secret)?);
                let subject = subject(secret, &side, &closed.moment);
                let Kept { opening, by } = self.own_opening(post.as_ref(), ask, &side, &subject, &closed)?;
                *slot = Some(revealed(&subject, &opening, by));
                own.push(opening);
            }
            if let Some(post) = post {
                // The others' seals have been in the state since they were made: what is opened now binds as well as helps nobody.
                let mut send = Vec::new();
                for opening in &own {
                    post.open_own(opening)?;
                    let side = std::iter::once(&*opening.sealed.side);
                    send.push(post.to_send(Letter::Opening, &opening.sealed.moment, side));
                }
                for (secret, slot) in secrets.of.iter().zip(&mut all) {
                    if !self.is_away(secret) {
                        continue;
                    }
                    let (side, closed) = (self.side(secret), closed(secret)?);
                    let subject = subject(secret, &side, &closed.moment);
                    let take =
                        || post.take_opening(&subject, |opening| opening.check_closed(&subject, &closed));
                    let opening = self.wait(ask, &side, &send.join(" and "), take)?;
                    *slot = Some(revealed(&subject, &opening, self.entered(Some(secret.side))));
                }
                if !send.is_empty() {
                    self.asker
                        .borrow_mut()
                        .note(&format!("Opened. Send {} to the other side.", send.join(" and ")));
                }
            }
        } else {
            let mut parts = std::mem::take(&mut self.revealed);
            for (secret, slot) in secrets.of.iter().zip(&mut all) {
                let (side, closed) = (self.side(secret), closed(secret)?);
                let subject = subject(secret, &side, &closed.moment);
                let written = written_with_line(&mut parts, "revealed", secret, &self.called)?;
                let kept = self.known(&closed);
                let nonce = next_nonce(&mut parts).or_else(|| kept.as_ref().map(|kept| kept.opening.nonce));
                let nonce = nonce.unwrap_or_else(|| Nonce::of_told(&subject));
                let opening = Opening::new(&subject, nonce, written);
                if opening.check_closed(&subject, &closed).is_err() {
                    return Err(Stop::Misfit(format!(
                        "`--revealed` does not open what {} has sealed ({}): it is another answer, or another nonce",
                        side.title, secret.question
                    )));
                }
                let by = kept.map_or_else(|| self.entered(Some(secret.side)), |kept| kept.by);
                *slot = Some(revealed(&subject, &opening, by));
            }
            self.revealed = parts;
        }
        let all: Vec<Revealed> = all.into_iter().flatten().collect();
        let told = secrets.of.iter().zip(&all).map(|(secret, one)| self.told(secret, one));
        let told: Vec<String> = told.collect();
        self.hearing.reveals(told);
        Ok(Answer { given: Given::Revealed(all), by: By::Entered(None) })
    }

    /// What opens a seal of a side that sits here. Where it is missing the question stays open: nothing is lost.
    fn own_opening(
        &mut self,
        post: Option<&Post>,
        ask: &Ask,
        side: &Side,
        subject: &Subject<'_>,
        closed: &Closed,
    ) -> Result<Kept, Stop> {
        loop {
            let kept = self.known(closed);
            let mut why = match kept.map(|kept| (kept.opening.check_closed(subject, closed), kept)) {
                Some((Ok(()), kept)) => return Ok(kept),
                Some((Err(falsehood), _)) => format!("what opens it is kept, but it {falsehood}"),
                None => match self.openings.borrow().path() {
                    Some(path) => format!("what opens it is not in `{}`", path.display()),
                    None => "what opens it is kept nowhere, since the game is not saved".to_owned(),
                },
            };
            if let Some(post) = post {
                match post.own(subject)? {
                    Some(opening) if opening.closed() == *closed => {
                        return Ok(Kept { opening, by: By::Entered(Some(side.name.clone())) });
                    }
                    _ => why.push_str(&format!(" nor in `{}`", post.own_path(subject).display())),
                }
            }
            let text = format!(
                "{} has sealed: {}; {why}. Without it nobody can tell what was sealed. Bring the file back, then press Enter",
                side.title, subject.question
            );
            let who = Some(side.title.to_string());
            let question = Question { ask: ask.clone(), who, text, options: Vec::new() };
            self.put(&question)?;
        }
    }

    /// What opens a seal, of this command or of an earlier one.
    fn known(&self, closed: &Closed) -> Option<Kept> {
        let fresh = self.fresh.iter().find(|kept| kept.opening.closed() == *closed).cloned();
        fresh.or_else(|| self.openings.borrow_mut().of(closed))
    }

    /// Where letters go, if somebody sits elsewhere.
    fn letters(&self) -> Option<Post> {
        let sides = 0..self.catalogue.sides.len() as u32;
        let is_apart = |post: &Post| sides.clone().any(|side| !post.here.contains(&SideId(side)));
        self.post.clone().filter(is_apart)
    }

    /// The seal of an opening, which is kept once the command has been carried out.
    fn kept(&mut self, opening: Opening, by: By) -> SealedUp {
        let closed = opening.closed();
        self.fresh.push(Kept { opening, by: by.clone() });
        SealedUp { closed, by, told: None }
    }

    /// Lets a side sit down: in the place of who wrote before, or of who gave the command.
    fn take_seat(&mut self, before: &mut Option<Arc<str>>, secret: &Secret, side: &Side) -> Result<(), Stop> {
        if before.is_none() && self.active.is_some_and(|active| active != secret.side) {
            *before = Some(side.title.clone());
            let text = format!("Pass the seat to {}, then press Enter.", side.title);
            return self.asker.borrow_mut().pass_seat(&text);
        }
        self.seat(before, secret)
    }

    /// The moment of seals: with the questions, so that a command that was taken back and another one in its place have other
    /// letters.
    fn moment_of_seal(&self, secrets: &Secrets) -> Digest {
        let asked = serde_json::to_vec(&secrets.of).unwrap_or_default();
        // Not where the pack lies on this machine, only what it is.
        let game = self.game.rsplit_once('/').map_or("", |(_, scenario)| scenario);
        let moment = self.moment_in(&format!("{}/{game}", self.pack));
        Digest::of(OF_SEAL, &[&moment.0, &asked])
    }
}

/// An opening as the journal keeps it: with its nonce, unless that follows from the question.
fn revealed(subject: &Subject<'_>, opening: &Opening, by: By) -> Revealed {
    let seal = (opening.nonce != Nonce::of_told(subject)).then(|| opening.seal());
    Revealed { written: opening.written.clone(), by, seal }
}
