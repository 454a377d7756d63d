//! Decisions in secret by mail: files in one folder, to be sent and received by whatever carries files.
//!
//! For each decision a side has `NAME.sealed`, which shows nothing, and later `NAME.opening`. `NAME.secret` is its own and
//! is never sent; `NAME.taken` is the other's seal as it first came, so that no later one counts. The name begins with the
//! moment of the game, so files of different moments never meet, and a command that was broken off goes on where it was.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::kernel::door::Stop;
use crate::kernel::secret::{Digest, Falsehood, Opening, Sealed, Subject};
use crate::kernel::value::SideId;
use crate::session::store::{Access, cannot_write, put_whole};

/// No letter is longer, in bytes.
const LONGEST: u64 = 1 << 18;

/// Who sits at this machine, and the folder that the others' decisions come through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// The folder.
    pub folder: PathBuf,
    /// The sides at this machine.
    pub here: Vec<SideId>,
}

/// What is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letter {
    /// What binds and shows nothing.
    Sealed,
    /// What opens it.
    Opening,
}

impl Letter {
    fn ending(self) -> &'static str {
        match self {
            Letter::Sealed => "sealed",
            Letter::Opening => "opening",
        }
    }
}

/// What a file holds, as far as it can be told.
enum Found<T> {
    Nothing,
    /// Something that cannot be read, in words why.
    Barred(String),
    Unreadable,
    Good(T),
}

impl Post {
    /// Which files are to be sent now: those of these sides, which sit here.
    pub(super) fn to_send<'s>(
        &self,
        letter: Letter,
        moment: &Digest,
        sides: impl Iterator<Item = &'s str>,
    ) -> String {
        let name = |side| format!("{}-{side}.{}", moment.short(), letter.ending());
        let paths = sides.map(|side| format!("`{}`", self.folder.join(name(side)).display()));
        paths.collect::<Vec<_>>().join(" and ")
    }

    /// What this side has sealed here before, for the same moment and question.
    pub(super) fn own(&self, subject: &Subject<'_>) -> Result<Option<Opening>, Stop> {
        let path = self.path(subject, "secret");
        match read::<Opening>(&path)? {
            Found::Nothing => Ok(None),
            Found::Barred(why) => Err(Stop::Missing(why)),
            Found::Unreadable => Err(spoilt(&path, &Falsehood::Form)),
            Found::Good(opening) => match opening.check(subject, &opening.sealed) {
                Ok(()) => Ok(Some(opening)),
                Err(falsehood) => Err(spoilt(&path, &falsehood)),
            },
        }
    }

    /// Where what this side has sealed is kept.
    pub(super) fn own_path(&self, subject: &Subject<'_>) -> PathBuf {
        self.path(subject, "secret")
    }

    /// Keeps what this side has sealed, and writes the seal that is to be sent.
    pub(super) fn keep_own(&self, subject: &Subject<'_>, opening: &Opening) -> Result<(), Stop> {
        write(&self.path(subject, "secret"), opening, Access::Owner)?;
        write(&self.path(subject, "sealed"), &opening.sealed, Access::AsBefore)
    }

    /// Writes the opening that is to be sent.
    pub(super) fn open_own(&self, opening: &Opening) -> Result<(), Stop> {
        let name = format!("{}-{}.opening", opening.sealed.moment.short(), opening.sealed.side);
        write(&self.folder.join(name), opening, Access::AsBefore)
    }

    /// The seal of another side; why there is none that counts.
    pub(super) fn take_seal(&self, subject: &Subject<'_>) -> Result<Result<Sealed, String>, Stop> {
        let kept = self.path(subject, "taken");
        if let Found::Good(sealed) = read::<Sealed>(&kept)?
            && sealed.check(subject).is_ok()
        {
            return Ok(Ok(sealed));
        }
        let path = self.path(subject, "sealed");
        let sealed = match read::<Sealed>(&path)? {
            Found::Barred(why) => return Ok(Err(why)),
            Found::Nothing => return Ok(Err(missing(&path))),
            Found::Unreadable => return Ok(Err(is_false(subject, "seal", &path, &Falsehood::Form))),
            Found::Good(sealed) => sealed,
        };
        if let Err(falsehood) = sealed.check(subject) {
            return Ok(Err(is_false(subject, "seal", &path, &falsehood)));
        }
        // What came first counts, whatever is put in its place after the openings are out.
        write(&kept, &sealed, Access::AsBefore)?;
        Ok(Ok(sealed))
    }

    /// What opens the seal of another side; why there is nothing that does.
    pub(super) fn take_opening(
        &self,
        subject: &Subject<'_>,
        check: impl Fn(&Opening) -> Result<(), Falsehood>,
    ) -> Result<Result<Opening, String>, Stop> {
        let path = self.path(subject, "opening");
        Ok(match read::<Opening>(&path)? {
            Found::Barred(why) => Err(why),
            Found::Nothing => Err(missing(&path)),
            Found::Unreadable => Err(is_false(subject, "opening", &path, &Falsehood::Form)),
            Found::Good(opening) => match check(&opening) {
                Ok(()) => Ok(opening),
                Err(falsehood) => Err(is_false(subject, "opening", &path, &falsehood)),
            },
        })
    }

    fn path(&self, subject: &Subject<'_>, ending: &str) -> PathBuf {
        self.folder.join(format!("{}-{}.{ending}", subject.moment.short(), subject.side))
    }
}

/// What this side has kept is not what it was.
fn spoilt(path: &Path, falsehood: &Falsehood) -> Stop {
    Stop::Misfit(format!(
        "`{}` {falsehood}: bring it back, or delete it if its `.sealed` file was not sent",
        path.display()
    ))
}

fn missing(path: &Path) -> String {
    format!("`{}` is not there yet", path.display())
}

fn is_false(subject: &Subject<'_>, what: &str, path: &Path, falsehood: &Falsehood) -> String {
    format!("The {what} of `{}` is false: `{}` {falsehood}", subject.side, path.display())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Found<T>, Stop> {
    let mut text = String::new();
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Ok(Found::Barred(barred(path, "read", &error))),
    };
    match file.take(LONGEST).read_to_string(&mut text) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::InvalidData => return Ok(Found::Unreadable),
        Err(error) => return Ok(Found::Barred(barred(path, "read", &error))),
    }
    // What is wrong inside is not told: it might be a secret.
    Ok(serde_json::from_str(&text).map_or(Found::Unreadable, Found::Good))
}

/// Writes a file whole or not at all, durable before anything is told.
fn write<T: Serialize>(path: &Path, content: &T, access: Access) -> Result<(), Stop> {
    let mut text = serde_json::to_string(content).expect("internal error: a letter is plain data");
    text.push('\n');
    if path.is_file() && fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Stop::Missing(barred(folder, "made", &error)))?;
    }
    put_whole(path, text.as_bytes(), access).map_err(|why| Stop::Missing(cannot_write(path, why).title))
}

fn barred(path: &Path, done: &str, error: &std::io::Error) -> String {
    format!("`{}` cannot be {done}: {error}", path.display())
}
