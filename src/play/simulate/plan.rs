//! What is simulated, and the key that all its dice follow from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::kernel::dice::Generator;
use crate::kernel::layer::Rank;
use crate::kernel::value::SideId;
use crate::pack::{HouseFile, LayerInfo, Library, Loaded, Mistakes, Request, load};
use crate::play::PlayerKind;

/// The schema of results, and the first words of what the key is made of.
pub const SCHEMA: &str = "houserule.sim/1";
/// Numbers of games are below this: the bits above tell whose choices a stream is for.
pub const MOST_GAMES: u64 = 1 << 56;

/// What is simulated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Where packs are found.
    pub library: Library,
    /// The pack, by id or path.
    pub pack: String,
    /// The scenario.
    pub scenario: String,
    /// House files, lowest first.
    pub house: Vec<HouseFile>,
    /// The seed.
    pub seed: u64,
    /// The players, in the order of the sides.
    pub players: Vec<PlayerKind>,
    /// A game longer than so many turns counts as unfinished.
    pub turns: u32,
    /// A game with more commands has failed.
    pub commands: u64,
}

/// Everything that decides how each game goes, and so what results may be added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the program.
    pub program: String,
    /// The key of all generators, 64 hex digits.
    pub key: String,
    /// The seed.
    pub seed: u64,
    /// The packs of the stack, lowest first.
    pub packs: Vec<Part>,
    /// The scenario.
    pub scenario: String,
    /// House files, lowest first.
    pub house: Vec<Part>,
    /// The players, in the order of the sides.
    pub players: Vec<Seat>,
    /// A game longer than so many turns counts as unfinished.
    pub turns: u32,
    /// A game with more commands has failed.
    pub commands: u64,
}

/// A pack by its id or a house file by its name without its folder, and the hash of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name: `my-pack`, `my-rule.rhai`.
    pub name: String,
    /// The hash, 16 hex digits.
    pub hash: String,
}

/// A side with its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The side's name.
    pub side: String,
    /// Its player: `random`, `tree:200`.
    pub player: String,
}

impl Plan {
    /// Loads what is simulated. `cancel` breaks off whatever runs when set.
    ///
    /// # Errors
    /// What is wrong with packs and house files.
    pub fn load(&self, cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
        let request = Request {
            pack: self.pack.clone(),
            scenario: Some(self.scenario.clone()),
            house: self.house.clone(),
            rulings: Vec::new(),
        };
        let loaded = load(&self.library, &request, cancel)?;
        loaded.rules.ignore_the_clock();
        Ok(loaded)
    }

    /// The head of its results.
    pub fn head(&self, loaded: &Loaded) -> Head {
        let sides = &loaded.rules.catalogue().sides;
        let mut head = Head {
            schema: SCHEMA.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            key: String::new(),
            seed: self.seed,
            packs: packs_of(loaded),
            scenario: self.scenario.clone(),
            house: house_of(loaded),
            players: sides
                .iter()
                .zip(&self.players)
                .map(|(side, player)| Seat { side: side.name.to_string(), player: player.to_string() })
                .collect(),
            turns: self.turns,
            commands: self.commands,
        };
        head.key = blake3::hash(head.key_text().as_bytes()).to_hex().to_string();
        head
    }
}

fn packs_of(loaded: &Loaded) -> Vec<Part> {
    loaded.packs.iter().map(|p| Part { name: p.manifest.id.to_string(), hash: p.hash.clone() }).collect()
}

fn house_of(loaded: &Loaded) -> Vec<Part> {
    let house = loaded.layers.iter().filter(|l| l.layer.rank == Rank::House);
    // Of the file, since a command has to name it with its ending; not of its folder, which is another one elsewhere.
    let name = |layer: &LayerInfo| {
        let file = layer.files.first().map(|file| &*loaded.sources.file(*file).path);
        file.and_then(|path| path.rsplit('/').next()).unwrap_or(&layer.layer.name).to_owned()
    };
    house.map(|layer| Part { name: name(layer), hash: layer.hash.clone() }).collect()
}

impl Head {
    /// Whether what is loaded is the very game of the results: packs and house files have the same texts.
    pub fn is_of(&self, loaded: &Loaded) -> bool {
        self.other_pack(loaded).is_none() && self.house == house_of(loaded)
    }

    /// The first pack of the results, from the highest down, that is not among those that are loaded with the same text.
    pub fn other_pack(&self, loaded: &Loaded) -> Option<&Part> {
        let packs = packs_of(loaded);
        let other = || self.packs.iter().rev().find(|part| !packs.contains(part));
        other().or(self.packs.last().filter(|_| self.packs != packs))
    }

    /// What the key is the BLAKE3 hash of, a line each: the schema, the seed, the packs with their hashes (which cover
    /// their scenarios), the scenario, the hashes of the house files, the players.
    pub fn key_text(&self) -> String {
        let mut text = format!("{SCHEMA}\nseed {}\n", self.seed);
        for pack in &self.packs {
            text.push_str(&format!("pack {} {}\n", pack.name, pack.hash));
        }
        text.push_str(&format!("scenario {}\n", self.scenario));
        for house in &self.house {
            text.push_str(&format!("house {}\n", house.hash));
        }
        for seat in &self.players {
            text.push_str(&format!("player {} {}\n", seat.side, seat.player));
        }
        text
    }

    /// The pack and the scenario, with a slash between them.
    pub fn game(&self) -> String {
        let pack = self.packs.last().map_or("", |p| &p.name);
        format!("{pack}/{}", self.scenario)
    }

    /// `red=greedy,blue=random`.
    pub fn seats(&self) -> String {
        self.players.iter().map(|s| format!("{}={}", s.side, s.player)).collect::<Vec<_>>().join(",")
    }
}

/// The generators of a game, all of one key: its dice are of stream `game`, the choices of the player of side number
/// `n`, from 0, of stream `game + (n + 1) * 2^56`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of results with this head.
    pub fn of(head: &Head) -> Key {
        Key(*blake3::hash(head.key_text().as_bytes()).as_bytes())
    }

    /// What throws the dice of a game.
    pub fn dice(self, game: u64) -> Generator {
        Generator::of_stream(self.0, game)
    }

    /// What the choices of a side's player follow from.
    pub fn lot(self, game: u64, side: SideId) -> Generator {
        Generator::of_stream(self.0, game + (u64::from(side.0 % 255) + 1) * MOST_GAMES)
    }
}
