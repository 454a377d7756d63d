//! Thirty-two bytes, as digits in files: a digest, and the random number that makes a seal show nothing.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many bytes a digest and a nonce have.
const BYTES: usize = 32;

/// A digest by BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; BYTES]);

/// A random number that is used once and kept secret until the seal is opened. It never comes from the dice of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nonce(pub [u8; BYTES]);

impl Digest {
    /// The digest of some parts, apart from every other use of the same bytes. No part can pass for two.
    pub fn of(domain: &str, parts: &[&[u8]]) -> Digest {
        let mut hasher = blake3::Hasher::new_derive_key(domain);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Digest(*hasher.finalize().as_bytes())
    }

    /// Reads sixty-four digits.
    pub fn parse(text: &str) -> Option<Digest> {
        parse_digits(text).map(Digest)
    }

    /// The first eight digits, for names of files.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

impl Nonce {
    /// Its digits, for when it is no secret any more.
    pub fn told(&self) -> String {
        digits(&self.0)
    }

    /// Reads sixty-four digits.
    pub fn parse(text: &str) -> Option<Nonce> {
        parse_digits(text).map(Nonce)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&digits(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl fmt::Debug for Nonce {
    /// Not its value: what is printed for developers is printed for all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce")
    }
}

fn digits(bytes: &[u8; BYTES]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Sixty-four lower-case digits.
fn parse_digits(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

fn from_digits<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; BYTES], D::Error> {
    let text = String::deserialize(from)?;
    // The text itself is not repeated: it may be a nonce.
    parse_digits(&text).ok_or_else(|| serde::de::Error::custom("expected 64 digits from 0 to 9 and a to f"))
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&digits(&self.0))
    }
}

impl Serialize for Nonce {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&digits(&self.0))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from_digits(from).map(Digest)
    }
}

impl<'de> Deserialize<'de> for Nonce {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from_digits(from).map(Nonce)
    }
}
