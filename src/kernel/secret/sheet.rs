//! The sheet that a side fills in: rows, each an option, a number or a text.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::counted;
use crate::kernel::value::Value;

/// A sheet has at most so many rows.
const MOST_ROWS: usize = 200;
/// Numbers on a sheet are at most so large, and not smaller than its negative.
const LARGEST: i64 = 1_000_000_000;
/// A text on a sheet has at most so many bytes.
const LONGEST_TEXT: usize = 400;

/// What a row takes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    /// One of these.
    Options(Vec<Value>),
    /// A whole number, both ends included.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// Anything, in one line.
    Text,
}

/// One row of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Row {
    /// What it is for, in the rule's words; empty where the question says it.
    pub label: Arc<str>,
    /// What may stand in it.
    pub takes: Takes,
}

/// What stands in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Written {
    /// The place of the option, from 0.
    Option(usize),
    /// The number.
    Number(i64),
    /// The text.
    Text(Arc<str>),
}

/// A sheet: at least one row, and a way to fill it in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sheet {
    rows: Vec<Row>,
    /// What all numbers together come to, both ends included.
    total: Option<(i64, i64)>,
}

impl Sheet {
    /// A sheet of these rows, whose numbers together come to `total` (both ends included), if that is told.
    ///
    /// # Errors
    /// Why nobody could fill it in.
    pub fn new(rows: Vec<Row>, total: Option<(i64, i64)>) -> Result<Sheet, String> {
        if rows.is_empty() || rows.len() > MOST_ROWS {
            return Err(format!("a sheet has 1 to {MOST_ROWS} rows, not {}", rows.len()));
        }
        for row in &rows {
            match &row.takes {
                Takes::Options(options) if options.is_empty() => {
                    return Err(format!("`{}` has no options to choose from", row.label));
                }
                Takes::Number { least, most } if least > most => {
                    return Err(format!("`{}` takes {least} to {most}, which is no number", row.label));
                }
                Takes::Number { least, most } if *least < -LARGEST || *most > LARGEST => {
                    return Err(format!("numbers on a sheet are {} to {LARGEST}", -LARGEST));
                }
                _ => {}
            }
        }
        let sheet = Sheet { rows, total };
        let (least, most) = sheet.range(0);
        match total {
            Some((from, to)) if from.max(least) > to.min(most) => Err(format!(
                "the numbers of the sheet make {least} to {most}, and are to make {from} to {to}"
            )),
            _ => Ok(sheet),
        }
    }

    /// A sheet of one row without a label.
    ///
    /// # Errors
    /// As for [`Sheet::new`].
    pub fn of_one(takes: Takes) -> Result<Sheet, String> {
        Sheet::new(vec![Row { label: Arc::from(""), takes }], None)
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether it is one row that needs no label, as for a question without a sheet.
    pub fn is_one(&self) -> bool {
        matches!(&self.rows[..], [row] if row.label.is_empty())
    }

    /// What all numbers together come to, both ends included; none where it is free.
    pub fn total(&self) -> Option<(i64, i64)> {
        self.total
    }

    /// What the numbers from a row on can come to.
    fn range(&self, from: usize) -> (i64, i64) {
        self.rows[from..].iter().fold((0, 0), |(low, high), row| match row.takes {
            Takes::Number { least, most } => (low + least, high + most),
            _ => (low, high),
        })
    }

    /// One way to fill the sheet in. Where there are several for a row, `pick` is told how many and answers which, counted
    /// from 0. Every row that can still be right is offered; texts are left empty.
    pub fn drawn(&self, mut pick: impl FnMut(u64) -> u64) -> Vec<Written> {
        let mut sum = 0;
        let mut pick = |count: u64| if count > 1 { pick(count).min(count - 1) } else { 0 };
        let rows = self.rows.iter().enumerate();
        rows.map(|(at, row)| match &row.takes {
            Takes::Options(options) => Written::Option(pick(options.len() as u64) as usize),
            Takes::Text => Written::Text(Arc::from("")),
            Takes::Number { least, most } => {
                let (mut low, mut high) = (*least, *most);
                if let Some((from, to)) = self.total {
                    let (rest_low, rest_high) = self.range(at + 1);
                    low = low.max(from.saturating_sub(sum).saturating_sub(rest_high));
                    high = high.min(to.saturating_sub(sum).saturating_sub(rest_low));
                }
                let number = low + pick((high - low) as u64 + 1) as i64;
                sum += number;
                Written::Number(number)
            }
        })
        .collect()
    }

    /// Why what was written in a row does not fit it, if it does not. What was written is not repeated.
    pub fn misfit_of_row(&self, at: usize, written: &Written) -> Option<String> {
        match (&self.rows.get(at)?.takes, written) {
            (Takes::Options(options), Written::Option(at)) => {
                (*at >= options.len()).then(|| format!("choose 1 to {}", options.len()))
            }
            (Takes::Number { least, most }, Written::Number(number)) => {
                (number < least || number > most).then(|| format!("type a number from {least} to {most}"))
            }
            (Takes::Text, Written::Text(text)) => {
                if text.len() > LONGEST_TEXT {
                    return Some(format!("type at most {LONGEST_TEXT} letters"));
                }
                text.chars().any(char::is_control).then(|| "type one line of text".to_owned())
            }
            _ => Some("another kind of answer is asked".to_owned()),
        }
    }

    /// Why this does not fill the sheet in, if it does not. What was written is not repeated.
    pub fn misfit(&self, written: &[Written]) -> Option<String> {
        if written.len() != self.rows.len() {
            return Some(format!("{} asked, {} given", counted(self.rows.len(), "row"), written.len()));
        }
        for (at, one) in written.iter().enumerate() {
            if let Some(misfit) = self.misfit_of_row(at, one) {
                return Some(match &*self.rows[at].label {
                    "" => misfit,
                    label => format!("{label}: {misfit}"),
                });
            }
        }
        let (from, to) = self.total?;
        let sum: i64 = written.iter().map(|w| if let Written::Number(n) = w { *n } else { 0 }).sum();
        (sum < from || sum > to).then(|| match from == to {
            true => format!("the numbers must make {from} together"),
            false => format!("the numbers must make {from} to {to} together"),
        })
    }
}

/// The bytes of what was written, the same for the same, and never for anything else.
pub(super) fn bytes(written: &[Written]) -> Vec<u8> {
    let mut bytes = (written.len() as u64).to_le_bytes().to_vec();
    for one in written {
        match one {
            Written::Option(at) => {
                bytes.push(0);
                bytes.extend((*at as u64).to_le_bytes());
            }
            Written::Number(number) => {
                bytes.push(1);
                bytes.extend(number.to_le_bytes());
            }
            Written::Text(text) => {
                bytes.push(2);
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
    }
    bytes
}
