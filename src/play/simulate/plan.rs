//! What is simulated, and the key of its games.

use serde::{Deserialize, Serialize};

use crate::kernel::dice::GENERATOR;
use crate::pack::{HouseFile, Library, Loaded};
use crate::play::PlayerKind;

/// What is simulated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Where packs are found.
    pub library: Library,
    /// The pack.
    pub pack: String,
    /// The scenario.
    pub scenario: String,
    /// House files, lowest first.
    pub house: Vec<HouseFile>,
    /// A player for each side, in the order of the sides.
    pub players: Vec<PlayerKind>,
    /// The seed.
    pub seed: u64,
    /// A game that goes on after this turn counts as unfinished.
    pub turns: u32,
}

/// Everything that decides how games go. Results are added only where this is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of the program.
    pub program: String,
    /// The name and version of the generator.
    pub generator: String,
    /// The packs, lowest first: name and hash.
    pub packs: Vec<(String, String)>,
    /// The scenario.
    pub scenario: String,
    /// House files, lowest first: name and hash of the text.
    pub house: Vec<(String, String)>,
    /// The sides in the order of play, with who plays them.
    pub players: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The last turn.
    pub turns: u32,
}

impl Plan {
    /// What the games of this plan hang on.
    pub fn about(&self, loaded: &Loaded) -> About {
        let packs = loaded.packs.iter().map(|p| (p.files.name.to_string(), p.hash.clone()));
        let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        let sides = loaded.data.catalogue.sides.iter();
        About {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            generator: GENERATOR.to_owned(),
            packs: packs.collect(),
            scenario: self.scenario.clone(),
            house: self.house.iter().map(|h| (h.name.to_string(), hash(&h.text))).collect(),
            players: sides.zip(&self.players).map(|(s, p)| (s.name.to_string(), p.to_string())).collect(),
            seed: self.seed,
            turns: self.turns,
        }
    }
}

impl About {
    /// The key of the streams that games take: the dice of game `g` are stream `g`, and what the player of a side does
    /// follows from the stream of the same number of a key of its own.
    pub fn key(&self, side: Option<usize>) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        // A serialised form cannot run into the next one, whatever names are in it.
        let text = serde_json::to_vec(&(self, side)).unwrap_or_default();
        hasher.update(&text);
        *hasher.finalize().as_bytes()
    }
}
