//! What two sides had best write down where they decide in secret: a game of two, solved exactly.
//!
//! Every way to fill in one side's sheet meets every way of the other's; the figure of each meeting comes from the very
//! rules (`odds/reckon`), and what both had best do from `odds/matrix`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::chances::Asking;
use super::door::parts_given;
use super::secret::{in_words, written_of};
use crate::kernel::secret::{Secret, Secrets, Takes, Written};
use crate::kernel::value::SideId;
use crate::odds::{MatrixGame, Measure, NoGame, NoOdds, Ratio, TooMuch, Work, has_outcome, solve_matrix};

/// So many ways to fill a sheet in are counted, to say how many there are.
const COUNTED: usize = 100_000;

/// One of the two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advised {
    /// What it decides.
    pub secret: Secret,
    /// Every way to fill its sheet in.
    pub ways: Vec<Vec<Written>>,
}

/// A decision in secret of two sides, solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The side that wants the figure high, a row for each of its ways; then the other, a column for each.
    pub sides: [Advised; 2],
    /// The figures.
    pub matrix: Vec<Vec<Ratio>>,
    /// What both had best do.
    pub game: MatrixGame,
}

/// Why there is no advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAdvice {
    /// No sides are asked to decide in secret, or not two.
    Sides(usize),
    /// The side that should want it is not asked.
    NotAsked(SideId),
    /// This side may write any text.
    Text(SideId),
    /// The sheets can be filled in so many ways, or more where it is unknown, which makes more meetings than may be.
    Large([Option<usize>; 2]),
    /// Some words are no outcomes of the command; these are.
    NoOutcome(String, Vec<String>),
    /// A figure cannot be worked out; so many are known, of so many.
    Odds(NoOdds, usize, usize),
    /// The matrix takes too long to be solved.
    TooMuch(TooMuch),
}

impl Asking {
    /// Solves the one decision in secret of a command for two sides, of which one wants the measure to be high and the
    /// other low: `wants`, or the first that is asked. An expression must be one that can be evaluated as things stand.
    ///
    /// # Errors
    /// As [`NoAdvice`] tells; `most` is the number of meetings that may be.
    pub fn advice(&self, measure: &Measure, wants: Option<SideId>, most: usize) -> Result<Advice, NoAdvice> {
        let game = self.loaded.reckoner().in_secret(&self.state, &self.rule, &self.arguments, measure);
        let odds = |why| NoAdvice::Odds(why, 0, 0);
        let secrets = game.asks().map_err(odds)?;
        let Some(Secrets { of, asked_at }) = secrets else { return Err(NoAdvice::Sides(0)) };
        let [first, second] = &of[..] else { return Err(NoAdvice::Sides(of.len())) };
        let turned = match wants {
            Some(side) if side == second.side => true,
            Some(side) if side != first.side => return Err(NoAdvice::NotAsked(side)),
            _ => false,
        };
        let order = if turned { [second, first] } else { [first, second] };
        for secret in order {
            if secret.sheet.rows().iter().any(|row| row.takes == Takes::Text) {
                return Err(NoAdvice::Text(secret.side));
            }
        }
        let ways = order.map(|secret| {
            let all = Secrets { of: vec![secret.clone()], asked_at }.every(most.max(COUNTED))?;
            Some(all.into_iter().flatten().collect::<Vec<_>>())
        });
        let [Some(rows), Some(columns)] = &ways else {
            return Err(NoAdvice::Large(ways.map(|ways| ways.map(|ways| ways.len()))));
        };
        let cells = rows.len().saturating_mul(columns.len());
        if cells > most {
            return Err(NoAdvice::Large([Some(rows.len()), Some(columns.len())]));
        }
        let mut matrix: Vec<Vec<Ratio>> = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let mut figures = Vec::with_capacity(columns.len());
            for (place, column) in columns.iter().enumerate() {
                let known = at * columns.len() + place;
                if self.is_cancelled() {
                    return Err(NoAdvice::Odds(NoOdds::Cancelled, known, cells));
                }
                let written = [row.clone(), column.clone()];
                let written = if turned { [column.clone(), row.clone()] } else { written };
                figures.push(game.value(&written).map_err(|why| NoAdvice::Odds(why, known, cells))?);
            }
            matrix.push(figures);
        }
        if let Measure::Chance(words) = measure {
            let named = game.outcomes();
            if let Some(wrong) = words
                .iter()
                .find(|word| !named.iter().any(|named| has_outcome(named, word)) && !self.is_named(word))
            {
                return Err(NoAdvice::NoOutcome(wrong.clone(), named));
            }
        }
        let solved = solve_matrix(&matrix, &mut Work::new()).map_err(|why| match why {
            NoGame::TooMuch(why) => NoAdvice::TooMuch(why),
            NoGame::Empty | NoGame::Ragged => NoAdvice::Sides(0),
        })?;
        let [Some(rows), Some(columns)] = ways else { return Err(NoAdvice::Sides(0)) };
        let advised = |secret: &Secret, ways| Advised { secret: secret.clone(), ways };
        let sides = [advised(order[0], rows), advised(order[1], columns)];
        Ok(Advice { sides, matrix, game: solved })
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// What was written in the rows of a sheet: `front 3, rear 3`.
    pub fn written_in_words(&self, secret: &Secret, written: &[Written]) -> String {
        in_words(secret, written, &|value| self.called(value))
    }

    /// Reads how a side fills its sheet in, as `--revealed` has it: a part for each row, options by their number from 1 or
    /// by what they are called.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn read_written(&self, secret: &Secret, text: &str) -> Result<Vec<Written>, String> {
        let parts: Vec<&str> = parts_given(text).collect();
        let rows = secret.sheet.rows();
        if parts.len() != rows.len() {
            return Err(format!("the sheet has {} to fill in, not {}", counted(rows.len()), parts.len()));
        }
        let mut written = Vec::new();
        for (row, part) in rows.iter().zip(parts) {
            let one = written_of(row, part, &|value| self.called(value));
            written.push(one.ok_or_else(|| format!("`{part}` is not what {} takes", name_of(&row.label)))?);
        }
        match secret.sheet.misfit(&written) {
            Some(misfit) => Err(misfit),
            None => Ok(written),
        }
    }
}

fn name_of(label: &Arc<str>) -> String {
    if label.is_empty() { "the sheet".to_owned() } else { format!("`{label}`") }
}

fn counted(rows: usize) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}
