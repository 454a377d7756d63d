//! What was revealed, given again with a line: `--revealed 3,2,1`. So a transcript and a found mistake can be typed again.
//! What was sealed is `--sealed 3,2,1` where it is no secret, else the digests: `--sealed #MOMENT.SEAL`; a nonce stands behind
//! what it opens: `--revealed 3,2,1,#NONCE`.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::door::option_given;
use crate::kernel::door::{Answer, By, Given, Revealed, SealedUp, Stop};
use crate::kernel::secret::{Closed, Digest, Nonce, Row, Secret, Secrets, Takes, Written};
use crate::kernel::value::{SideId, Value};

/// An empty text.
const EMPTY: &str = "%";

/// What begins digests and nonces; options and texts are never told so.
const DIGITS: char = '#';

/// What was revealed, one part a row, and the nonce of what was sealed.
pub(in crate::session) fn again(all: &[Revealed]) -> Vec<String> {
    let one = |revealed: &Revealed| {
        let mut parts = rows_again(&revealed.written);
        parts.extend(revealed.seal.as_ref().map(|seal| format!("{DIGITS}{}", seal.nonce.told())));
        parts
    };
    all.iter().flat_map(one).collect()
}

/// What was sealed: one part a row where it was told, else the digests.
pub(in crate::session) fn sealed_again(all: &[SealedUp]) -> Vec<String> {
    let one = |sealed: &SealedUp| match &sealed.told {
        Some(written) => rows_again(written),
        None => vec![format!("{DIGITS}{}.{}", sealed.closed.moment, sealed.closed.commitment)],
    };
    all.iter().flat_map(one).collect()
}

/// The digests that the next part gives, if it does.
pub(super) fn next_seal(parts: &mut VecDeque<String>) -> Option<Closed> {
    let (moment, commitment) = parts.front()?.strip_prefix(DIGITS)?.split_once('.')?;
    let closed = Closed { moment: Digest::parse(moment)?, commitment: Digest::parse(commitment)? };
    parts.pop_front();
    Some(closed)
}

/// The nonce that the next part gives, if it does.
pub(super) fn next_nonce(parts: &mut VecDeque<String>) -> Option<Nonce> {
    let nonce = Nonce::parse(parts.front()?.strip_prefix(DIGITS)?)?;
    parts.pop_front();
    Some(nonce)
}

/// What was written, one part a row: places from 1, numbers, texts with `%20` for a blank.
fn rows_again(written: &[Written]) -> Vec<String> {
    written
        .iter()
        .map(|one| match one {
            Written::Option(at) => (at + 1).to_string(),
            Written::Number(number) => number.to_string(),
            Written::Text(text) if text.is_empty() => EMPTY.to_owned(),
            Written::Text(text) => text
                .bytes()
                .map(|byte| match byte {
                    b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' => char::from(byte).to_string(),
                    _ => format!("%{byte:02x}"),
                })
                .collect(),
        })
        .collect()
}

/// What the line gives in answer; what it gives beyond that is left.
///
/// # Errors
/// [`Stop::Misfit`] and [`Stop::Missing`] where it does not fit what is asked.
pub(in crate::session) fn given_with_line(
    parts: &mut VecDeque<String>,
    secrets: &Secrets,
    entered: impl Fn(SideId) -> By,
    called: &dyn Fn(&Value) -> String,
) -> Result<Answer, Stop> {
    let mut all = Vec::new();
    for secret in &secrets.of {
        let written = written_with_line(parts, "revealed", secret, called)?;
        // What is revealed at once needs no seal any more.
        next_nonce(parts);
        all.push(Revealed { written, by: entered(secret.side), seal: None });
    }
    Ok(Answer { given: Given::Revealed(all), by: By::Entered(None) })
}

/// What a flag of the line writes on the sheet of a side.
///
/// # Errors
/// As for [`given_with_line`].
pub(super) fn written_with_line(
    parts: &mut VecDeque<String>,
    flag: &str,
    secret: &Secret,
    called: &dyn Fn(&Value) -> String,
) -> Result<Vec<Written>, Stop> {
    let mut written = Vec::new();
    for row in secret.sheet.rows() {
        let Some(part) = parts.pop_front() else {
            return Err(Stop::Missing(format!("`--{flag}` has no answer left for: {}", secret.question)));
        };
        let Some(one) = written_of(row, &part, called) else {
            return Err(Stop::Misfit(format!("`--{flag}` does not answer: {}", secret.question)));
        };
        written.push(one);
    }
    match secret.sheet.misfit(&written) {
        Some(misfit) => Err(Stop::Misfit(format!("{}: {misfit}", secret.question))),
        None => Ok(written),
    }
}

/// What was written in the rows of a sheet, for people: `front 3, rear 3`.
pub(in crate::session) fn in_words(
    secret: &Secret,
    written: &[Written],
    called: &dyn Fn(&Value) -> String,
) -> String {
    let rows = secret.sheet.rows().iter().zip(written);
    let rows = rows.map(|(row, written)| {
        let shown = match (written, &row.takes) {
            (Written::Option(at), Takes::Options(options)) => {
                options.get(*at).map_or_else(String::new, called)
            }
            (Written::Option(at), _) => (at + 1).to_string(),
            (Written::Number(number), _) => number.to_string(),
            (Written::Text(text), _) => format!("\"{text}\""),
        };
        format!("{} {shown}", row.label).trim_start().to_owned()
    });
    rows.collect::<Vec<_>>().join(", ")
}

/// What a part of a line writes in a row: of options the place from 1, or what it is called.
pub(in crate::session) fn written_of(
    row: &Row,
    part: &str,
    called: &dyn Fn(&Value) -> String,
) -> Option<Written> {
    match &row.takes {
        Takes::Options(options) => option_given(part, options, called).map(Written::Option),
        Takes::Number { .. } => part.parse().ok().map(Written::Number),
        Takes::Text if part == EMPTY => Some(Written::Text(Arc::from(""))),
        Takes::Text => {
            let mut bytes = Vec::new();
            let mut rest = part.as_bytes();
            while let [first, more @ ..] = rest {
                match (first, more) {
                    (b'%', [high, low, more @ ..]) => {
                        let digits = [*high, *low];
                        let digits = std::str::from_utf8(&digits).ok()?;
                        bytes.push(u8::from_str_radix(digits, 16).ok()?);
                        rest = more;
                    }
                    (b'%', _) => return None,
                    (byte, more) => {
                        bytes.push(*byte);
                        rest = more;
                    }
                }
            }
            Some(Written::Text(Arc::from(String::from_utf8(bytes).ok()?)))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::door::parts_given;
    use super::*;
    use crate::kernel::secret::Sheet;

    #[test]
    fn options_are_named_alike_by_every_flag() {
        let options = ["Red hill", "Red wood", "7"].map(Value::text);
        let called = |value: &Value| value.to_string();
        let given = |line: &str| {
            parts_given(line).map(|part| option_given(part, &options, &called)).collect::<Vec<_>>()
        };
        // A number is a place also where an option is called so, and may be too high.
        assert_eq!(given("red hill, Red w,3, 7"), [Some(0), Some(1), Some(2), Some(6)]);
        assert_eq!(given("red,0,blue"), [None, None, None]);
        let row = Row { label: Arc::from("x"), takes: Takes::Options(options.to_vec()) };
        assert_eq!(written_of(&row, "red w", &called), Some(Written::Option(1)));
    }

    proptest! {
        #[test]
        fn what_was_revealed_reads_as_it_is_written(text in "[^\\p{Cc}]{0,40}", number in -50_i64..50, at in 0_usize..3) {
            let row = |takes| Row { label: Arc::from("x"), takes };
            let options = (0..3).map(Value::Int).collect();
            let rows = vec![row(Takes::Text), row(Takes::Number { least: -50, most: 50 }), row(Takes::Options(options))];
            let sheet = Sheet::new(rows, None).unwrap();
            let secret = Secret { side: SideId(0), question: "x".into(), sheet, closed: None };
            let secrets = Secrets { of: vec![secret], asked_at: None };
            let written = vec![Written::Text(text.into()), Written::Number(number), Written::Option(at)];
            let all = vec![Revealed { written, by: By::Entered(None), seal: None }];
            let line = again(&all).join(",");
            let mut parts: VecDeque<String> = parts_given(&line).map(str::to_owned).collect();
            let answer = given_with_line(&mut parts, &secrets, |_| By::Entered(None), &Value::to_string).unwrap();
            prop_assert_eq!(answer.given, Given::Revealed(all));
            prop_assert!(parts.is_empty());
        }
    }
}
