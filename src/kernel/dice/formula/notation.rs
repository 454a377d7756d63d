//! How those come to formulas who know no grammar: by a reader that is handed to them.

use std::ops::Range;

use super::Formula;

/// Reads dice as they are written.
pub type Notation = fn(&str) -> Result<Formula, Misspelt>;

/// What is wrong with dice as they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelt {
    /// What is wrong.
    pub title: String,
    /// Where, in bytes of what is written.
    pub at: Range<usize>,
    /// What next.
    pub help: Option<String>,
}
