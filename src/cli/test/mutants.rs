//! The changes that could be made to the rules of a pack, one word at a time.

use std::ops::Range;

use super::watched::{OwnRules, Run};
use crate::rules::{Alteration, Surveyed};

/// One word of one rule that is another.
#[derive(Debug)]
pub(super) struct Mutant<'a> {
    pub(super) script: &'a Surveyed,
    /// The bytes of the word in its script.
    pub(super) at: Range<usize>,
    pub(super) instead: &'a str,
    /// The sessions that come by, the quickest first.
    pub(super) runs: Vec<&'a Run>,
}

impl Mutant<'_> {
    pub(super) fn alteration(&self) -> Alteration {
        let start = self.script.start;
        Alteration {
            path: self.script.path.clone(),
            at: start + self.at.start..start + self.at.end,
            instead: self.instead.to_owned(),
        }
    }

    /// The line of its file, from 1.
    pub(super) fn line(&self) -> u32 {
        self.script.line_of(self.at.start)
    }

    /// The line before and after, without the blanks around it.
    pub(super) fn lines(&self) -> (String, String) {
        let text = &*self.script.text;
        let begin = text[..self.at.start].rfind('\n').map_or(0, |n| n + 1);
        let end = text[self.at.end..].find('\n').map_or(text.len(), |n| self.at.end + n);
        let after = format!("{}{}{}", &text[begin..self.at.start], self.instead, &text[self.at.end..end]);
        (text[begin..end].trim().to_owned(), after.trim().to_owned())
    }

    /// The rule that it is in: name and ids.
    pub(super) fn rule(&self) -> (&str, &[String]) {
        let rule = self.script.outline.rules.iter().find(|r| r.at.contains(&self.at.start));
        rule.map_or(("", &[]), |r| (&r.name, &r.ids))
    }

    /// By this chance takes some of all.
    fn lot(&self, seed: u64) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes()).update(self.script.path.as_bytes()).update(&[0]);
        hasher.update(&((self.script.start + self.at.start) as u64).to_le_bytes());
        *hasher.update(self.instead.as_bytes()).finalize().as_bytes()
    }
}

/// All changes to the rules of packs, in their order.
pub(super) fn all<'a>(own: &'a [OwnRules], runs: &'a [Run]) -> Vec<Mutant<'a>> {
    let mut mutants = Vec::new();
    for script in own.iter().flat_map(|o| &o.scripts) {
        for word in &script.outline.words {
            let Some(block) = script.outline.block_around(word.at.start) else { continue };
            let number = script.first + block;
            let mut near: Vec<&Run> = runs.iter().filter(|r| r.reached.contains(&number)).collect();
            near.sort_by_key(|r| r.took);
            let each = word.instead.iter().map(|instead| Mutant {
                script,
                at: word.at.clone(),
                instead,
                runs: near.clone(),
            });
            mutants.extend(each);
        }
    }
    mutants
}

/// So many of them by chance, in their order.
pub(super) fn sample<'a>(mut mutants: Vec<Mutant<'a>>, count: usize, seed: u64) -> Vec<Mutant<'a>> {
    let mut lots: Vec<[u8; 32]> = mutants.iter().map(|m| m.lot(seed)).collect();
    lots.sort_unstable();
    if let Some(first_left_out) = lots.get(count) {
        mutants.retain(|m| m.lot(seed) < *first_left_out);
    }
    mutants
}
