//! A script as it is tested: its rules, their blocks, and the words that could be others.

use std::ops::Range;

use super::blocks::{self, Block, BlockKind, Mark};
use super::{alternatives, tokens};
use crate::rules::doc::RuleDoc;
use crate::rules::link::is_closure;

/// The name under which a mark calls back.
pub(super) const MARKED: &str = "__reached";

/// A rule of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedRule {
    /// Its name.
    pub name: String,
    /// The ids that its comment names.
    pub ids: Vec<String>,
    /// Its bytes, from `fn` to the closing brace.
    pub at: Range<usize>,
}

/// A word of a rule that could be another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its bytes.
    pub at: Range<usize>,
    /// What could stand in its place.
    pub instead: Vec<String>,
}

/// What a script is made of. All places are bytes of its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// Its rules, in the order of the text.
    pub rules: Vec<OutlinedRule>,
    /// Their blocks, each behind the one that it is in.
    pub blocks: Vec<Block>,
    /// Words that could be others, comments and texts left out.
    pub words: Vec<Word>,
    marks: Vec<Mark>,
}

impl Outline {
    /// The outline of a text; nothing where the text is no script.
    pub fn of(text: &str) -> Option<Outline> {
        let (tokens, ast, sources) = tokens::read(text)?;
        let mut found = blocks::find(&tokens);
        found.marks.sort_by_key(Mark::at);
        let (file, _) = sources.files().next()?;
        let functions: Vec<_> = ast.iter_fn_def().filter(|f| !is_closure(f)).collect();
        let rules = found.rules.iter().map(|rule| {
            let function =
                functions.iter().find(|f| tokens::byte(&sources, file, f.body.start_position()) == rule.body);
            let doc = function.map(|f| RuleDoc::parse(f.comments.iter().map(|c| c.as_str())));
            let ids = doc.iter().flat_map(|d| d.all_ids().map(str::to_owned)).collect();
            OutlinedRule { name: rule.name.clone(), ids, at: rule.start..rule.end }
        });
        let rules: Vec<OutlinedRule> = rules.collect();
        let mut words = alternatives::find(text, &tokens);
        words.retain(|w| rules.iter().any(|r| r.at.contains(&w.at.start)));
        Some(Outline { rules, blocks: found.blocks, words, marks: found.marks })
    }

    /// The outline of an expression in data, which is compiled behind the head of a function; nothing where it is none. It is one
    /// rule, called as it is written.
    pub fn of_expression(head: &str, text: &str) -> Option<Outline> {
        let whole = Outline::of(&format!("{head}{text}}}"))?;
        let (by, length) = (head.len(), text.len());
        let at = |byte: usize| blocks::shifted(byte, by, length);
        let is_whole = |block: &Block| block.kind == BlockKind::Rule;
        let blocks = whole.blocks.iter().map(|block| Block {
            kind: if is_whole(block) { BlockKind::Expression } else { block.kind },
            rule: block.rule,
            start: at(block.start),
            inside: at(block.inside.start)..at(block.inside.end),
        });
        let is_own = |word: &Word| word.at.start >= by && word.at.end <= by + length;
        let words = whole.words.iter().filter(|word| is_own(word));
        let words =
            words.map(|word| Word { at: at(word.at.start)..at(word.at.end), instead: word.instead.clone() });
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Outline {
            rules: vec![OutlinedRule { name, ids: Vec::new(), at: 0..length }],
            blocks: blocks.collect(),
            words: words.collect(),
            marks: whole.marks.into_iter().map(|mark| mark.shifted(by, length)).collect(),
        })
    }

    /// The innermost block around a byte, by its place among the blocks.
    pub fn block_around(&self, byte: usize) -> Option<usize> {
        let around = self.blocks.iter().enumerate().filter(|(_, b)| b.inside.contains(&byte));
        around.max_by_key(|(_, b)| b.inside.start).map(|(at, _)| at)
    }

    /// The text with a mark in every block, numbered from `first` on. Its lines stay where they are.
    pub(super) fn marked(&self, text: &str, first: usize) -> String {
        let mut marked = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for mark in &self.marks {
            marked.push_str(&text[done..mark.at()]);
            done = mark.at();
            match mark {
                Mark::Begin { block, opens, .. } => {
                    let brace = if *opens { "{" } else { "" };
                    marked.push_str(&format!("{brace}{MARKED}({});", first + block));
                }
                Mark::End { .. } => marked.push('}'),
            }
        }
        marked.push_str(&text[done..]);
        marked
    }
}
