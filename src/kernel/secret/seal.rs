//! Seals: a digest that is given away at once and shows nothing, and the opening that is given away later.
//!
//! The digest is taken over the moment of the game, the side, what it was asked, a nonce and what it wrote. Who has the
//! digest cannot find out what was written, since the nonce has 256 random bits; who has given it away cannot open it
//! with another answer. A second digest, of the nonce alone, only serves to say what is wrong with a false opening.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::digest::{Digest, Nonce};
use super::sheet::{Sheet, Written, bytes};

/// The form of the files.
const FORM: &str = "houserule sealed decision 1";
const OF_ANSWER: &str = "houserule sealed decision 1: answer";
const OF_NONCE: &str = "houserule sealed decision 1: nonce";
const OF_QUESTION: &str = "houserule sealed decision 1: question";
const OF_TOLD: &str = "houserule sealed decision 1: nonce of an answer that is told";
const SUPPOSED: &str = "houserule sealed decision 1: supposed";

/// What a seal is about.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The moment of the game: the same on every machine that plays it.
    pub moment: &'a Digest,
    /// The side's name.
    pub side: &'a str,
    /// What it is asked.
    pub question: &'a str,
    /// What it fills in.
    pub sheet: &'a Sheet,
}

/// What is given away before the reveal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    houserule: String,
    /// The moment of the game.
    pub moment: Digest,
    /// The side's name.
    pub side: String,
    /// What it was asked, in words.
    pub question: String,
    /// The digest of what it was asked: the words and the sheet.
    pub asked: Digest,
    /// The digest of the nonce alone.
    pub nonce_digest: Digest,
    /// The digest of everything, which binds.
    pub commitment: Digest,
}

/// What is given away after all have sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// What it opens.
    pub sealed: Sealed,
    /// The random number.
    pub nonce: Nonce,
    /// What was written.
    pub written: Vec<Written>,
}

/// A seal that stays closed, as the state holds it: the digest that binds, and the moment that it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// The moment of the game in which it was sealed.
    pub moment: Digest,
    /// The digest of everything.
    pub commitment: Digest,
}

/// A seal that was opened, as a journal keeps it beside the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The moment of the game.
    pub moment: Digest,
    /// What was given away first.
    pub commitment: Digest,
    /// What opened it.
    pub nonce: Nonce,
}

/// What is wrong with a seal or an opening. Nothing that is still secret is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Falsehood {
    /// It is another side's.
    Side {
        /// Whose it is.
        found: String,
    },
    /// It is of another moment of the game, or of another game.
    Moment,
    /// It answers another question, or other things may be answered.
    Question,
    /// It opens another seal than the one that was given.
    Seal,
    /// The nonce is not that of the seal.
    Nonce,
    /// The nonce is, and what was written is not.
    Answer,
    /// What was written does not fit what is asked.
    Misfit(String),
    /// It is no file of this program's, or of another version's.
    Form,
}

impl fmt::Display for Falsehood {
    /// Goes on after "it": "is of another moment of the game".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Falsehood::Side { found } => write!(f, "is of side `{found}`"),
            Falsehood::Moment => write!(f, "is of another moment of the game, or of another game"),
            Falsehood::Question => write!(f, "is about another question"),
            Falsehood::Seal => write!(f, "opens another seal than the one that was given"),
            Falsehood::Nonce => write!(f, "does not open the seal: its nonce is another one"),
            Falsehood::Answer => {
                write!(f, "does not open the seal: its answer is another one than was sealed")
            }
            Falsehood::Misfit(why) => write!(f, "answers what cannot be answered ({why})"),
            Falsehood::Form => write!(f, "is no sealed decision that this version reads"),
        }
    }
}

impl std::error::Error for Falsehood {}

impl Subject<'_> {
    fn asked(&self) -> Digest {
        let sheet = serde_json::to_vec(self.sheet).expect("internal error: a sheet is plain data");
        Digest::of(OF_QUESTION, &[self.question.as_bytes(), &sheet])
    }

    fn commitment(&self, nonce: &Nonce, written: &[Written]) -> Digest {
        let asked = self.asked();
        let parts =
            [&self.moment.0[..], self.side.as_bytes(), &asked.0[..], &nonce.0[..], &bytes(written)[..]];
        Digest::of(OF_ANSWER, &parts)
    }
}

impl Closed {
    /// A seal that is only supposed, where it is asked what may come of a command: nothing lies under it. Two of the same
    /// side and question are equal, which seals of a game never are.
    pub fn supposed(secret: &super::Secret) -> Closed {
        let side = secret.side.0.to_le_bytes();
        let digest = Digest::of(SUPPOSED, &[&side, secret.question.as_bytes()]);
        Closed { moment: digest, commitment: digest }
    }
}

impl Nonce {
    /// The nonce of an answer that is no secret, since it is told with the line or in a session file. Such a seal binds and
    /// hides nothing; it is the same each time, so that a session gives the same bytes again.
    pub fn of_told(subject: &Subject<'_>) -> Nonce {
        let asked = subject.asked();
        Nonce(Digest::of(OF_TOLD, &[&subject.moment.0, subject.side.as_bytes(), &asked.0]).0)
    }
}

impl Sealed {
    /// What the state holds of it.
    pub fn closed(&self) -> Closed {
        Closed { moment: self.moment, commitment: self.commitment }
    }

    /// Checks that this is a seal about a subject.
    ///
    /// # Errors
    /// What it is about instead.
    pub fn check(&self, subject: &Subject<'_>) -> Result<(), Falsehood> {
        if self.houserule != FORM {
            return Err(Falsehood::Form);
        }
        if self.side != subject.side {
            return Err(Falsehood::Side { found: self.side.clone() });
        }
        if self.moment != *subject.moment {
            return Err(Falsehood::Moment);
        }
        match self.question == subject.question && self.asked == subject.asked() {
            true => Ok(()),
            false => Err(Falsehood::Question),
        }
    }
}

impl Opening {
    /// Seals what was written. The nonce must be fresh from the randomness of the operating system.
    pub fn new(subject: &Subject<'_>, nonce: Nonce, written: Vec<Written>) -> Opening {
        let sealed = Sealed {
            houserule: FORM.to_owned(),
            moment: *subject.moment,
            side: subject.side.to_owned(),
            question: subject.question.to_owned(),
            asked: subject.asked(),
            nonce_digest: Digest::of(OF_NONCE, &[&nonce.0]),
            commitment: subject.commitment(&nonce, &written),
        };
        Opening { sealed, nonce, written }
    }

    /// Checks that this opens the seal that was given.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, subject: &Subject<'_>, given: &Sealed) -> Result<(), Falsehood> {
        given.check(subject)?;
        self.sealed.check(subject)?;
        if self.sealed != *given {
            return Err(Falsehood::Seal);
        }
        if Digest::of(OF_NONCE, &[&self.nonce.0]) != given.nonce_digest {
            return Err(Falsehood::Nonce);
        }
        if subject.commitment(&self.nonce, &self.written) != given.commitment {
            return Err(Falsehood::Answer);
        }
        match subject.sheet.misfit(&self.written) {
            None => Ok(()),
            Some(why) => Err(Falsehood::Misfit(why)),
        }
    }

    /// Checks that this opens a seal that the state holds.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check_closed(&self, subject: &Subject<'_>, closed: &Closed) -> Result<(), Falsehood> {
        self.sealed.check(subject)?;
        if self.closed() != *closed {
            return Err(Falsehood::Seal);
        }
        self.check(subject, &self.sealed)
    }

    /// What the state holds of it.
    pub fn closed(&self) -> Closed {
        self.sealed.closed()
    }

    /// What a journal keeps of it.
    pub fn seal(&self) -> Seal {
        Seal { moment: self.sealed.moment, commitment: self.sealed.commitment, nonce: self.nonce }
    }
}

impl Seal {
    /// Checks that what was written is what was sealed.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, subject: &Subject<'_>, written: &[Written]) -> Result<(), Falsehood> {
        if self.moment != *subject.moment {
            return Err(Falsehood::Moment);
        }
        match subject.commitment(&self.nonce, written) == self.commitment {
            true => Ok(()),
            false => Err(Falsehood::Answer),
        }
    }
}
