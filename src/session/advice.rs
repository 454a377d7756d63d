//! What two sides had best write down where they decide in secret: a game of two, solved exactly.
//!
//! Every way to fill in one side's sheet meets every way of the other's; the figure of each meeting comes from the very
//! rules (`odds/reckon`), and what both had best do from `odds/matrix`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Trouble;
use super::chances::Asking;
use super::door::{lacks_part, parts_given};
use super::secret::{given_with_line, in_words, written_of};
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::kernel::door::{By, Given};
use crate::kernel::secret::{Row, Secret, Secrets, Sheet, Takes, Written};
use crate::kernel::value::{SideId, Value};
use crate::odds::{
    MatrixGame, Measure, NoGame, NoOdds, Policy, Ratio, TooMuch, Work, has_outcome, solve_matrix,
};

/// So many ways to fill a sheet in are counted, to say how many there are.
const COUNTED: usize = 100_000;

/// One of the two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advised {
    /// What it decides: one sheet, of all that it has written where several of its seals are opened together.
    pub secret: Secret,
    /// Every way to fill its sheet in, or all of its sheets one behind the other.
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
    /// This side decides alone: nobody answers it, so there is no game of two.
    Alone(SideId),
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
    /// other low: `wants`, or the first that is asked. What is decided openly behind it goes by the policy. An expression must be one that can be evaluated as things stand.
    ///
    /// # Errors
    /// As [`NoAdvice`] tells; `most` is the number of meetings that may be.
    pub fn advice(
        &self,
        measure: &Measure,
        policy: &Policy,
        wants: Option<SideId>,
        most: usize,
    ) -> Result<Advice, NoAdvice> {
        let game =
            self.loaded.reckoner().in_secret(&self.state, &self.rule, &self.arguments, measure, policy);
        let odds = |why| NoAdvice::Odds(why, 0, 0);
        let secrets = game.asks().map_err(odds)?;
        let Some(Secrets { of, asked_at }) = secrets else { return Err(NoAdvice::Sides(0)) };
        let mut sides: Vec<SideId> = Vec::new();
        for secret in &of {
            if !sides.contains(&secret.side) {
                sides.push(secret.side);
            }
        }
        let (first, second) = match sides[..] {
            [first, second] => (first, second),
            [alone] => return Err(NoAdvice::Alone(alone)),
            _ => return Err(NoAdvice::Sides(sides.len())),
        };
        let turned = match wants {
            Some(side) if side == second => true,
            Some(side) if side != first => return Err(NoAdvice::NotAsked(side)),
            _ => false,
        };
        let order = if turned { [second, first] } else { [first, second] };
        let order = order.map(|side| of.iter().filter(|secret| secret.side == side).collect::<Vec<_>>());
        for secret in order.iter().flatten() {
            if secret.sheet.rows().iter().any(|row| row.takes == Takes::Text) {
                return Err(NoAdvice::Text(secret.side));
            }
        }
        let ways = order.each_ref().map(|own| {
            let own = own.iter().map(|secret| (*secret).clone()).collect();
            let all = Secrets { of: own, asked_at }.every(most.max(COUNTED))?;
            Some(all.into_iter().map(|sheets| sheets.concat()).collect::<Vec<_>>())
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
                let written = dealt_out(&of, order[0][0].side, row, column);
                figures.push(game.value(&written).map_err(|why| NoAdvice::Odds(why, known, cells))?);
            }
            matrix.push(figures);
        }
        if let Measure::Chance(words) = measure {
            let named = game.outcomes();
            if let Some(wrong) = words
                .iter()
                .chain(policy.words())
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
        let large = || NoAdvice::Large([Some(rows.len()), Some(columns.len())]);
        let sheets = [one_sheet(&order[0]).ok_or_else(large)?, one_sheet(&order[1]).ok_or_else(large)?];
        let sides = [advised(&sheets[0], rows), advised(&sheets[1], columns)];
        Ok(Advice { sides, matrix, game: solved })
    }

    /// From now on its odds are those where the sides have decided in secret so: told as `--revealed` has it.
    ///
    /// # Errors
    /// E0702 where nobody decides in secret, or not so.
    pub fn reveal(&mut self, text: &str) -> Result<(), Trouble> {
        let wrong = |told: String| Trouble::plain(Diagnostic::error(Code::USAGE, told));
        let nothing = Measure::Chance(Vec::new());
        let reckoner = self.loaded.reckoner();
        let game = reckoner.in_secret(&self.state, &self.rule, &self.arguments, &nothing, &Policy::First);
        let asked = game.asks().map_err(|why| self.trouble(why))?;
        let Some(secrets) = asked else {
            return Err(wrong(format!("in `{}` nobody decides in secret", self.line)));
        };
        if lacks_part(text) {
            return Err(wrong(format!(
                "an answer is missing in `{text}`: nothing stands where a comma says so"
            )));
        }
        let mut parts = parts_given(text).map(str::to_owned).collect();
        let answer =
            given_with_line(&mut parts, &secrets, |_| By::Entered(None), &|value| self.called(value));
        let revealed = match answer.map(|answer| answer.given) {
            Ok(Given::Revealed(all)) if parts.is_empty() => all,
            Ok(_) => return Err(wrong("the line reveals more than is decided in secret".to_owned())),
            Err(stop) => return Err(wrong(stop.to_string())),
        };
        let told = secrets.of.iter().zip(&revealed).map(|(secret, one)| {
            let side = self.called(&Value::Side(secret.side));
            format!("{side}, {}: {}", secret.question, self.written_in_words(secret, &one.written))
        });
        self.revealed_told = told.collect();
        self.revealed = Some(revealed.into_iter().map(|one| one.written).collect());
        Ok(())
    }

    /// What the sides are supposed to have decided in secret, in words; empty where that is open.
    pub fn revealed_in_words(&self) -> &[String] {
        &self.revealed_told
    }

    /// Whether the sides are supposed to have decided in secret.
    pub fn is_revealed(&self) -> bool {
        self.revealed.is_some()
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
            return Err(format!(
                "the sheet has {} to fill in, not {}",
                counted(rows.len(), "row"),
                parts.len()
            ));
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

/// What all sheets hold, in the order asked, where one side has written this and the other that.
fn dealt_out(of: &[Secret], wants: SideId, row: &[Written], column: &[Written]) -> Vec<Vec<Written>> {
    let mut left = [row, column];
    let sheets = of.iter().map(|secret| {
        let own = &mut left[usize::from(secret.side != wants)];
        let (sheet, rest) = own.split_at(secret.sheet.rows().len());
        *own = rest;
        sheet.to_vec()
    });
    sheets.collect()
}

/// All that a side has written, as one sheet: what each row is for is told with its question. None where it is more than
/// a sheet can have.
fn one_sheet(own: &[&Secret]) -> Option<Secret> {
    let [first, _, ..] = own else { return Some(own[0].clone()) };
    let rows = own.iter().flat_map(|secret| {
        secret.sheet.rows().iter().map(|row| Row {
            label: Arc::from(format!("{} {}", secret.question, row.label).trim_end()),
            takes: row.takes.clone(),
        })
    });
    let sheet = Sheet::new(rows.collect(), None).ok()?;
    Some(Secret { question: Arc::from("all that it has sealed"), sheet, side: first.side, closed: None })
}

fn name_of(label: &Arc<str>) -> String {
    if label.is_empty() { "the sheet".to_owned() } else { format!("`{label}`") }
}
