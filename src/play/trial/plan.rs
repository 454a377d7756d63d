//! What is fought: which types, how many of them, where, and by whom.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::attacker::Attacker;
use crate::kernel::dice::Generator;
use crate::pack::{HouseFile, Library, Loaded, Mistakes, Request, default_scenario, load};
use crate::play::{Player, PlayerKind};

/// Who gives the commands of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fighter {
    /// Attacks with whatever may, by lot; comes nearer after a turn without an attack, and passes otherwise.
    Attack,
    /// One of the program's players.
    Kind(PlayerKind),
}

impl Fighter {
    /// The words for all of them.
    pub const NAMES: [&'static str; 4] = ["attack", "random", "greedy", "tree"];

    /// Reads `attack`, `random`, `greedy`, `tree:500`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Fighter, String> {
        if text.eq_ignore_ascii_case("attack") {
            return Ok(Fighter::Attack);
        }
        let kind =
            PlayerKind::parse(text).map_err(|why| why.replace("players are", "players are `attack`,"))?;
        match kind.is_repeatable() {
            true => Ok(Fighter::Kind(kind)),
            false => Err(format!("`{text}` plays otherwise on another machine; give a number of ways")),
        }
    }

    pub(super) fn player(self) -> Box<dyn Player> {
        // Each fight gives the players generators of its own.
        let generator = Generator::new(0);
        match self {
            Fighter::Attack => Box::new(Attacker::of(generator)),
            Fighter::Kind(kind) => kind.player(generator),
        }
    }
}

impl fmt::Display for Fighter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fighter::Attack => f.write_str("attack"),
            Fighter::Kind(kind) => kind.fmt(f),
        }
    }
}

/// What is fought.
#[derive(Debug, Clone)]
pub struct TrialPlan {
    /// Where packs are found.
    pub library: Library,
    /// The pack, by id or path.
    pub pack: String,
    /// The scenario whose sides meet; the pack's first where none is named.
    pub scenario: Option<String>,
    /// The types by name; those of the scenario's order of battle where none is named.
    pub types: Vec<String>,
    /// Attributes that the points are taken apart by; none where they are not.
    pub factors: Vec<String>,
    /// Units of a type that fight together.
    pub count: u32,
    /// How far apart the fight begins, in hexes or inches; next to each other, or 12 inches apart on a table, where nothing
    /// is said.
    pub apart: Option<u32>,
    /// Fights of each pair, half of them the other way round.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// A longer fight is decided by what is left.
    pub turns: u32,
    /// A fight with more commands has failed.
    pub commands: u64,
    /// Who gives the commands.
    pub fighter: Fighter,
}

impl TrialPlan {
    /// Loads the pack with house files, lowest first.
    ///
    /// # Errors
    /// What is wrong with packs and house files.
    pub(super) fn load(&self, house: &[HouseFile], cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
        let scenario = self.scenario.clone().or_else(|| default_scenario(&self.library, &self.pack));
        let (pack, house) = (self.pack.clone(), house.to_vec());
        let loaded = load(&self.library, &Request { pack, scenario, house, rulings: Vec::new() }, cancel)?;
        loaded.rules.ignore_the_clock();
        Ok(loaded)
    }

    /// The key of the dice of a pair. It knows nothing of house files, so that fights without and with one are fought with
    /// the same dice for as long as they go alike; nor of which of the two is named first.
    pub(super) fn key(&self, packs: &[String], one: &str, other: &str) -> [u8; 32] {
        let (first, second) = if one <= other { (one, other) } else { (other, one) };
        let apart = self.apart.map_or_else(|| "usual".to_owned(), |apart| apart.to_string());
        let text = format!(
            "houserule.trial/1\nseed {}\npacks {}\ncount {}\napart {apart}\nplayer {}\npair {first} {second}\n",
            self.seed,
            packs.join(" "),
            self.count,
            self.fighter
        );
        *blake3::hash(text.as_bytes()).as_bytes()
    }
}
