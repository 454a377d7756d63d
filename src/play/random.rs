//! Random legal play: what finds dead ends, undo that forgets and rules that break.

use crate::data::{CommandLine, ParamKind, Part, Verb, parse_line};
use crate::kernel::dice::Generator;
use crate::kernel::value::Value;
use crate::session::{Session, Trouble};

/// Verbs are tried so often with other words before the verbs without words are.
const TRIES: usize = 24;

/// Picks legal commands at random, by the packs' own lists of candidates and their own checks.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    generator: Generator,
}

impl RandomPlayer {
    /// A player whose choices follow from a seed.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { generator: Generator::new(seed) }
    }

    fn below(&mut self, count: usize) -> usize {
        self.generator.die(count.max(1) as u32) as usize - 1
    }

    /// A command that the rules allow now, with its parts; none where nothing is allowed: a dead end.
    ///
    /// # Errors
    /// A mistake in the rules, met while asking them.
    pub fn next(&mut self, session: &mut Session) -> Result<Option<(String, CommandLine)>, Trouble> {
        let phase = session.state().clock().phase.clone();
        let verbs = &session.loaded().data.verbs;
        let verbs: Vec<Verb> =
            verbs.iter().filter(|v| v.phases.is_empty() || v.phases.contains(&phase)).cloned().collect();
        // Verbs without words end things; they come last, or now and then, so that a game is played at all.
        let (bare, wordy): (Vec<&Verb>, Vec<&Verb>) = verbs.iter().partition(|v| v.form.is_empty());
        if !wordy.is_empty() && (bare.is_empty() || self.below(4) > 0) {
            for _ in 0..TRIES {
                let verb = wordy[self.below(wordy.len())];
                if let Some(found) = self.line(session, verb)? {
                    return Ok(Some(found));
                }
            }
        }
        for verb in bare.iter().chain(&wordy) {
            if let Some(found) = self.line(session, verb)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The verb with words chosen at random, where the rules allow it so.
    fn line(&mut self, session: &mut Session, verb: &Verb) -> Result<Option<(String, CommandLine)>, Trouble> {
        let mut words: Vec<String> = vec![verb.name.to_string()];
        let mut before: Vec<Value> = Vec::new();
        for part in &verb.form {
            match part {
                Part::Word(alternatives) => words.extend(alternatives.first().map(ToString::to_string)),
                Part::Param { name, kind, optional } => {
                    if *optional && self.below(2) == 0 {
                        before.push(Value::Nothing);
                        continue;
                    }
                    let candidates = session.candidates(verb, name, &before);
                    if candidates.is_empty() {
                        return Ok(None);
                    }
                    let count =
                        if *kind == ParamKind::Units { 1 + self.below(candidates.len().min(3)) } else { 1 };
                    let mut chosen: Vec<Value> = Vec::new();
                    for _ in 0..count {
                        let one = candidates[self.below(candidates.len())].clone();
                        if !chosen.contains(&one) {
                            chosen.push(one);
                        }
                    }
                    words.extend(chosen.iter().map(|v| quoted(&session.candidate(v).text)));
                    before.push(if kind.is_many() { Value::list(chosen) } else { chosen.remove(0) });
                }
            }
        }
        let text = words.join(" ");
        let Ok(line) = parse_line(&text) else { return Ok(None) };
        match session.would_allow(&text, &line) {
            Ok(_) => Ok(Some((text, line))),
            Err(Trouble::Refused(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}
