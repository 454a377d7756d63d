//! What a journal records.

use serde::{Deserialize, Serialize};

use crate::kernel::door::Answer;
use crate::kernel::layer::Rank;

/// The format that this program writes, and the only one that it reads.
pub const FORMAT: u32 = 1;

/// One line of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Record {
    /// What the game was begun with: the first record, and only that.
    Header(Header),
    /// A command of the game that was carried out.
    Command {
        /// The line as typed.
        line: String,
        /// What its rules asked and were answered, in order.
        answers: Vec<Answer>,
        /// The hash of the state after it, to notice a replay that goes another way.
        state: String,
        /// The player of the program that has given it; none where a person has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A ruling during the game.
    Ruling {
        /// Common sense or referee.
        rank: Rank,
        /// How long it stands.
        scope: Scope,
        /// Why, in the words of who ruled.
        reason: String,
        /// The ruling as layer text.
        text: String,
        /// What it changes, in a few words for the log.
        what: String,
    },
    /// A house rule file came, went or was read again.
    House {
        /// Which of these.
        action: HouseAction,
        /// The file's name.
        name: String,
        /// Its text from now on; empty where it went.
        text: String,
        /// The hash of the text.
        hash: String,
    },
    /// Commands taken back.
    Undo {
        /// How many.
        count: u32,
        /// A roll or something revealed was taken back too, on purpose.
        past_dice: bool,
    },
    /// Commands done again that had been taken back.
    Redo {
        /// How many.
        count: u32,
    },
    /// A remark in the log.
    Note {
        /// The remark.
        text: String,
    },
    /// A name for this point of the game.
    Mark {
        /// The name.
        name: String,
    },
    /// Back or forth to a mark.
    Goto {
        /// Its name.
        mark: String,
    },
    /// A branch begun here, to try a line of play.
    Fork {
        /// The branch's name.
        name: String,
    },
    /// Over to another branch.
    Switch {
        /// Its name.
        name: String,
        /// What was revealed, or told since help was opened again, was left behind, on purpose.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        past_dice: bool,
    },
    /// A command that was broken off when it had told something, and changed nothing.
    BrokenOff {
        /// The line as typed.
        line: String,
    },
    /// A branch given up.
    Discard {
        /// Its name.
        name: String,
    },
    /// Who throws which dice from now on.
    Dice {
        /// The side's name; none for all.
        side: Option<String>,
        /// The kind of roll as the pack declares it; none for all.
        kind: Option<String>,
        /// How.
        setting: DiceSetting,
    },
    /// Who plays a side from now on.
    Player {
        /// The side's name.
        side: String,
        /// A player of the program by its name; none for people.
        player: Option<String>,
    },
    /// The generator begins anew from a seed.
    Seed {
        /// The seed.
        seed: u64,
    },
}

/// What a game was begun with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the journal, [`FORMAT`].
    pub format: u32,
    /// The version of the program that began it.
    pub program: String,
    /// The packs of the stack, lowest first.
    pub packs: Vec<PackUse>,
    /// The scenario's id.
    pub scenario: String,
    /// The seed of the generator.
    pub seed: u64,
    /// The generator's name, [`GENERATOR`](crate::kernel::dice::GENERATOR).
    pub generator: String,
    /// House rule files of the stack, lowest first, with their text: a saved game needs no other file of its owner.
    pub house: Vec<HouseText>,
}

/// A pack that a game was begun with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackUse {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The hash of all its files.
    pub hash: String,
}

/// A house rule file by name and text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseText {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// How long a ruling stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// For the next roll.
    Roll,
    /// To the end of the turn.
    Turn,
    /// To the end of the game.
    Game,
}

/// What happened to a house rule file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseAction {
    /// It joined the stack.
    Add,
    /// It left the stack.
    Remove,
    /// It was read again after a change.
    Reload,
}

/// Who throws dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceSetting {
    /// The generator.
    Auto,
    /// The players, with real dice.
    Real,
    /// Asked about at each roll.
    Ask,
}
