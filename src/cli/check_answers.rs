//! Which lines of a session may be answers to the command before them, and then need be no commands.

use crate::data::CommandLine;
use crate::pack::Loaded;
use crate::repl::built_in;

/// The hook that sets a game up, behind which no command is given.
const SET_UP: &str = "start";

/// What a line may be an answer to.
enum Before {
    SetUp,
    /// A command of the game that this rule carries out.
    Own(String),
    /// A player of the program, who may leave a question to people.
    Player,
    Other,
}

/// Follows a session line by line, as far as it can be told without playing it whether a question may be open.
pub(super) struct Answerable<'a> {
    loaded: &'a Loaded,
    before: Before,
    /// Whether people throw dice from here on, or house rules or rulings may have changed what asks.
    may_always_ask: bool,
}

impl<'a> Answerable<'a> {
    /// Before the first line.
    pub(super) fn new(loaded: &'a Loaded) -> Answerable<'a> {
        Answerable { loaded, before: Before::SetUp, may_always_ask: false }
    }

    /// Whether a line that is no command may be an answer. Unless it is one word alone it is not near to a command, either.
    pub(super) fn may_be_answer(&self, line: &CommandLine, near: Option<&str>) -> bool {
        let is_one_word = line.words.is_empty() && line.flags.is_empty();
        (is_one_word || near.is_none()) && self.may_ask()
    }

    /// Whether a question may be open.
    fn may_ask(&self) -> bool {
        let asks = |rule: &str| self.loaded.rules.may_ask_players(rule);
        // Hooks of the game are run behind any command.
        let hook_asks = |is_set_up: bool| {
            let mut hooks = self.loaded.data.hooks.iter();
            hooks.any(|(hook, (rule, _))| (&**hook == SET_UP) == is_set_up && asks(rule))
        };
        match &self.before {
            Before::SetUp => hook_asks(true),
            Before::Own(rule) => self.may_always_ask || asks(rule) || hook_asks(false),
            Before::Player => true,
            Before::Other => false,
        }
    }

    /// Takes a line for the command that it is.
    pub(super) fn goes_on(&mut self, line: &CommandLine) {
        let name = &*line.verb.text;
        let word = line.words.first().map(|word| &*word.text);
        let mut verbs = self.loaded.data.verbs.iter();
        self.before = match verbs.find(|verb| *verb.name == *name || verb.is_short(name)) {
            Some(verb) => Before::Own(verb.rule.to_string()),
            None => match (built_in(name).map(|verb| verb.name), word) {
                (Some("bot"), _) => Before::Player,
                (Some("house" | "ruling"), _) | (Some("dice"), Some("real" | "ask")) => {
                    self.may_always_ask = true;
                    Before::Other
                }
                _ => Before::Other,
            },
        };
    }
}
