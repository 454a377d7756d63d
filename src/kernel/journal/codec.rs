//! Records to lines and back.
//!
//! A line is `<16 hex digits> <json>` and a line feed. The digits, lower case, are the first eight bytes of
//! BLAKE3(the same eight bytes of the line before ‖ the json), for the first line of a fixed text. So no bit of a
//! line can change, and no line can go, come or move, without the digits telling. And since the chain runs through
//! what is written, a line can still be checked after a damaged one, which tells a torn end from damage:
//!
//! A record is durable before the next is begun, so a power cut can spoil the *last* record only. What follows the
//! last good record is *torn* where it can be one unfinished record: it has no line feed except perhaps as its very
//! last byte (a disk may keep the last sector of a write and lose the first), and holds no good record. Everything
//! else is *damage*. A change to the last line alone cannot be told from a torn one and counts as torn.

use super::fault::Fault;
use super::record::{FORMAT, Record};

const BEGIN: &[u8] = b"houserule journal";
const DIGITS: usize = 16;

type Link = [u8; 8];

/// Writes records as lines, each chained to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoder {
    /// None before the first record.
    last: Option<Link>,
}

/// What a journal holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The good records; record `i` is line `i + 1`.
    pub records: Vec<Record>,
    /// Goes on after the last good record.
    pub encoder: Encoder,
    /// The bytes up to the end of the last good record.
    pub valid_bytes: u64,
    /// Why there may be more bytes than that.
    pub fault: Option<Fault>,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder::new()
    }
}

impl Encoder {
    /// For the first record of a journal.
    pub fn new() -> Self {
        Encoder { last: None }
    }

    /// The line of a record with its line feed. The next record is chained to it.
    pub fn encode(&mut self, record: &Record) -> Vec<u8> {
        let json = json(record);
        let link = link(self.last, &json);
        let mut line = digits(link).into_bytes();
        line.push(b' ');
        line.extend(json);
        line.push(b'\n');
        self.last = Some(link);
        line
    }
}

/// Reads a journal up to its first fault, if it has one. Never panics, whatever the bytes.
pub fn decode(bytes: &[u8]) -> Decoded {
    let mut decoded = Decoded { records: Vec::new(), encoder: Encoder::new(), valid_bytes: 0, fault: None };
    while decoded.fault.is_none() {
        let rest = &bytes[decoded.valid_bytes as usize..];
        let line = decoded.records.len() + 1;
        let Some(end) = rest.iter().position(|&b| b == b'\n') else {
            if !rest.is_empty() {
                decoded.fault = Some(fault_of_tail(rest, decoded.encoder.last, line));
            }
            break;
        };
        let Some((json, link)) = good_line(&rest[..end], decoded.encoder.last) else {
            decoded.fault = Some(fault_of_tail(rest, decoded.encoder.last, line));
            break;
        };
        match parse_record(json, line) {
            Ok(record) => {
                decoded.records.push(record);
                decoded.encoder.last = Some(link);
                decoded.valid_bytes += end as u64 + 1;
            }
            Err(fault) => decoded.fault = Some(fault),
        }
    }
    decoded
}

/// How many bytes at the beginning of a file tell whether it is a journal.
pub const HEAD_BYTES: usize = DIGITS + HEADER.len();

/// The header is the first record, in every format.
const HEADER: &[u8] = b" {\"header\":{";

/// Whether a file that begins so is a journal, whatever it is called; it may be damaged, or of another format.
pub fn is_journal(beginning: &[u8]) -> bool {
    parse_digits(beginning).is_some() && beginning[DIGITS..].starts_with(HEADER)
}

fn json(record: &Record) -> Vec<u8> {
    serde_json::to_vec(record).expect("internal error: a record is plain data with text keys")
}

fn link(before: Option<Link>, json: &[u8]) -> Link {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_ref().map_or(BEGIN, |link| link.as_slice()));
    hasher.update(json);
    let mut link = [0; 8];
    link.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    link
}

fn digits(link: Link) -> String {
    format!("{:016x}", u64::from_be_bytes(link))
}

/// Sixteen digits as a link. Upper case is refused: it is one flipped bit away from lower case.
fn parse_digits(text: &[u8]) -> Option<Link> {
    let text = std::str::from_utf8(text.get(..DIGITS)?).ok()?;
    let link = u64::from_str_radix(text, 16).ok()?.to_be_bytes();
    (digits(link) == text).then_some(link)
}

/// The json and the link of a line without its line feed, if its digits are right.
fn good_line(line: &[u8], before: Option<Link>) -> Option<(&[u8], Link)> {
    let json = line.get(DIGITS..)?.strip_prefix(b" ")?;
    let link = link(before, json);
    line.starts_with(digits(link).as_bytes()).then_some((json, link))
}

/// Whether what follows the last good record is one torn record, or more than that.
fn fault_of_tail(tail: &[u8], before: Option<Link>, line: usize) -> Fault {
    let one_line = !tail[..tail.len() - 1].contains(&b'\n');
    if one_line && !holds_good_record(tail, before) {
        return Fault::Torn { line, bytes: tail.len() as u64 };
    }
    let reason = match one_line {
        true => "its line feed is missing and another record follows",
        false => "its digits do not fit its text",
    };
    Fault::Damaged { line, reason: reason.to_owned() }
}

/// True where a spoilt line goes on with a good record, as when the line feed between them is spoilt.
fn holds_good_record(line: &[u8], before: Option<Link>) -> bool {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    // Inside a text of json the quote would be escaped, so a real journal has one such place at most. A forged one
    // shall not take quadratic time.
    let begins = |at: &usize| {
        line[*at..].get(DIGITS..).is_some_and(|rest| rest.starts_with(b" {\""))
            && parse_digits(&line[*at..]).is_some()
    };
    (DIGITS + 2..line.len()).filter(begins).take(4).any(|at| {
        // The link of the record before, as it is written there and as it would follow from its text.
        let written = parse_digits(line);
        let computed = link(before, &line[DIGITS + 1..at - 1]);
        written.into_iter().chain([computed]).any(|link| good_line(&line[at..], Some(link)).is_some())
    })
}

/// The record of a line whose digits are right.
fn parse_record(json_text: &[u8], line: usize) -> Result<Record, Fault> {
    let damaged = |reason: String| Fault::Damaged { line, reason };
    if line == 1 {
        let header = serde_json::from_slice::<serde_json::Value>(json_text).ok();
        let format = header.as_ref().and_then(|h| h.get("header")?.get("format"));
        if let Some(found) = format.filter(|found| **found != FORMAT) {
            return Err(Fault::Version { found: found.to_string() });
        }
    }
    let record: Record = serde_json::from_slice(json_text)
        .map_err(|why| damaged(format!("it is not a record that this version knows ({why})")))?;
    if matches!(record, Record::Header(_)) != (line == 1) {
        return Err(damaged("the header must be the first record, and only that".to_owned()));
    }
    // What is read is what would be written: so nothing in a line is passed over, at any depth.
    if json(&record) != json_text {
        return Err(damaged("it has something that this version does not know".to_owned()));
    }
    Ok(record)
}

#[cfg(test)]
mod tests;
