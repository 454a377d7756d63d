//! Packs: found, read, put together with house rules and rulings, and checked. The only reader of pack files.

mod check;
mod files;
mod library;
mod link;
mod load;
mod named_house;
mod saying;
mod session_head;

pub use check::{Coverage, CoverageLine, check_pack, coverage};
pub use files::{PackFiles, Source, read_text};
pub use library::{Library, PackName};
pub use load::{
    HouseFile, LayerInfo, Loaded, Mistakes, PackInfo, Parts, Request, RulingText, SessionFile,
    default_scenario, house_stem, load, load_default, parts,
};
pub use named_house::{NamedHouse, named_house, no_house};
pub use saying::{BELOW, REACHED, Saying, Sayings, calls_prior, sayings};
pub use session_head::{
    HEAD_KEYS, Head, HeadLine, head_lines, late_head_lines, read_head, repeated_head_lines,
    unknown_head_lines, unmarked_head_lines,
};
