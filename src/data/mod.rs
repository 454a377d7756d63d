//! The text format of packs: from the text of units, terrain, maps and scenarios to typed data.
//!
//! Three steps. [`parse`] reads one text to a [`Tree`] of entries and tells every mistake of form in it.
//! [`assemble`] puts the trees of all layers together, lowest first, to a [`Data`]: what each layer defines, what the
//! layers above it change, and where each datum comes from. Expressions of the script language are only found
//! here, never run: they leave as [`GeneratedRule`]s.
//!
//! The only user of `pest`. The grammars stand in `grammar/`, each with a page of prose.

mod assemble;
mod dice;
mod form;
mod grammar;
mod ledger;
mod line;
mod manifest;
mod nesting;
mod notation;
mod parse;
mod text;
mod tree;
mod types;
mod verb;

#[cfg(test)]
mod tests;

pub use assemble::{LayerFiles, assemble};
pub use dice::{FormulaMistake, parse_formula, read_notation};
pub use form::parse_form;
pub use ledger::{LedgerEntry, LedgerKind, parse_ledger};
pub use line::{
    CommandLine, FLAGS_WITH_VALUE, LineError, LineWord, is_inch_sign, is_remark, parse_line, parse_line_with,
    without_flag, without_flags,
};
pub use manifest::{HOOKS, Manifest, read_manifest};
pub use notation::{line_word, quoted};
pub use parse::parse;
pub use text::{MOST_BYTES, check_text};
pub use tree::{Body, Entry, Token, TokenKind, Tree};
pub use types::{
    Data, GeneratedRule, NamedFor, Overridden, Placed, RuleRef, RuleSource, ScenarioSummary, SetProperty,
    SetUp, Target, UnitRules, Victory,
};
pub use verb::{Alias, ParamKind, Part, Verb};
