//! Where saved games and the history of typed lines are kept.

use std::ffi::OsString;
use std::path::PathBuf;

use directories::ProjectDirs;

use crate::diagnostic::{Code, Diagnostic};

/// The environment variable that names the folder for saved games and history instead of the system's own.
pub const HOME_VARIABLE: &str = "HOUSERULE_HOME";

/// The folder for saved games and history: `HOUSERULE_HOME` where that is set, else the user's state folder (on
/// Linux `$XDG_STATE_HOME/houserule`), else the user's data folder. It need not be there yet.
///
/// # Errors
/// E0606 where the system tells no home folder.
pub fn state_dir() -> Result<PathBuf, Diagnostic> {
    choose(std::env::var_os(HOME_VARIABLE), || ProjectDirs::from("", "", "houserule"))
}

/// The folder of saved games, in which the last one is looked for where none is named.
///
/// # Errors
/// As [`state_dir`].
pub fn games_folder() -> Result<PathBuf, Diagnostic> {
    Ok(state_dir()?.join("games"))
}

fn choose(
    variable: Option<OsString>,
    system: impl FnOnce() -> Option<ProjectDirs>,
) -> Result<PathBuf, Diagnostic> {
    if let Some(named) = variable.filter(|named| !named.is_empty()) {
        return Ok(named.into());
    }
    let folders = system().ok_or_else(|| {
        Diagnostic::error(Code::CANNOT_READ, "there is no home folder to keep saved games in")
            .help(format!("set {HOME_VARIABLE} to a folder"))
    })?;
    Ok(folders.state_dir().unwrap_or_else(|| folders.data_dir()).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_goes_before_the_system() {
        assert_eq!(choose(Some("games".into()), || unreachable!()), Ok(PathBuf::from("games")));
    }

    #[test]
    fn an_empty_variable_is_none() {
        let system = || ProjectDirs::from("", "", "houserule");
        if system().is_some() {
            assert_eq!(choose(Some("".into()), system), choose(None, system));
            assert!(choose(None, system).unwrap().ends_with("houserule"));
        }
    }

    #[test]
    fn without_a_home_the_variable_is_the_way_out() {
        let error = choose(None, || None).unwrap_err();
        assert_eq!(error.help.unwrap(), "set HOUSERULE_HOME to a folder");
    }
}
