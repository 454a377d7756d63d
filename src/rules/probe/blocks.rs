//! The blocks of a script, and where a mark goes that tells that one is run.

use std::ops::Range;

use rhai::Token;

use super::tokens::Placed;

/// What a block is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    /// The whole of a rule.
    Rule,
    /// The whole of an expression in data.
    Expression,
    /// Behind `if`.
    If,
    /// Behind `else if`.
    ElseIf,
    /// Behind `else`.
    Else,
    /// Behind `=>` in a `switch`.
    Arm,
    /// What a loop repeats.
    Loop,
    /// What is done where an error is caught.
    Catch,
    /// The block of a closure.
    Closure,
    /// A `require` that refuses.
    Refusal,
}

impl BlockKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            BlockKind::Rule => "rule",
            BlockKind::Expression => "expression",
            BlockKind::If => "if",
            BlockKind::ElseIf => "else if",
            BlockKind::Else => "else",
            BlockKind::Arm => "case",
            BlockKind::Loop => "loop",
            BlockKind::Catch => "catch",
            BlockKind::Closure => "closure",
            BlockKind::Refusal => "refusal",
        }
    }
}

/// A part of a rule that is run or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The rule that it is in, by its place among the rules.
    pub rule: usize,
    /// The first byte of the word that begins it.
    pub start: usize,
    /// Its bytes, brackets left out; empty for a refusal.
    pub inside: Range<usize>,
}

/// What is put into a script, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    /// Tells that a block is run.
    Begin { at: usize, block: usize, opens: bool },
    /// Closes what a mark has opened.
    End { at: usize },
}

impl Mark {
    pub(super) fn at(&self) -> usize {
        match self {
            Mark::Begin { at, .. } | Mark::End { at } => *at,
        }
    }
}

/// The same in a text of so many bytes that begins so many later.
pub(super) fn shifted(at: usize, by: usize, length: usize) -> usize {
    at.saturating_sub(by).min(length)
}

impl Mark {
    /// The same in a text of so many bytes that begins so many later.
    pub(super) fn shifted(self, by: usize, length: usize) -> Mark {
        match self {
            Mark::Begin { at, block, opens } => Mark::Begin { at: shifted(at, by, length), block, opens },
            Mark::End { at } => Mark::End { at: shifted(at, by, length) },
        }
    }
}

/// A rule as the tokens tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) start: usize,
    pub(super) body: usize,
    pub(super) end: usize,
}

/// What the tokens of a script tell.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) rules: Vec<Found>,
    pub(super) blocks: Vec<Block>,
    pub(super) marks: Vec<Mark>,
}

/// What a bracket that will open belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    Block(BlockKind, usize),
    Switch,
    Plain,
}

/// What is between two brackets.
#[derive(Debug, Default)]
struct Level {
    heads: Vec<Head>,
    block: Option<usize>,
    /// A case without a block of its own is open; whether it may end without a comma.
    arm: Option<bool>,
}

/// Finds the blocks.
pub(super) fn find(tokens: &[Placed]) -> Blocks {
    let mut found = Blocks::default();
    let mut levels = vec![Level::default()];
    for (at, (token, start)) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|b| &tokens[b].0);
        let after = tokens.get(at + 1).map(|(t, s)| (t, *s));
        found.token(&mut levels, (token, *start), before, after);
    }
    found
}

impl Blocks {
    fn token(
        &mut self,
        levels: &mut Vec<Level>,
        (token, start): (&Token, usize),
        before: Option<&Token>,
        after: Option<(&Token, usize)>,
    ) {
        let Some(level) = levels.last_mut() else { return };
        let block = |kind| Head::Block(kind, start);
        match token {
            Token::Fn => {
                let name = after.map_or_else(String::new, |(name, _)| name.to_string());
                self.rules.push(Found { name, start, body: start, end: start });
                level.heads.push(block(BlockKind::Rule));
            }
            Token::If if before == Some(&Token::Else) => {
                if let Some(Head::Block(kind, _)) = level.heads.last_mut() {
                    *kind = BlockKind::ElseIf;
                }
            }
            Token::If => level.heads.push(block(BlockKind::If)),
            Token::Else => level.heads.push(block(BlockKind::Else)),
            Token::While | Token::For | Token::Loop | Token::Do => level.heads.push(block(BlockKind::Loop)),
            Token::Catch => level.heads.push(block(BlockKind::Catch)),
            Token::Switch => level.heads.push(Head::Switch),
            Token::Try => level.heads.push(Head::Plain),
            Token::DoubleArrow => self.arm(level, after),
            Token::LeftBrace => {
                let head = match before {
                    Some(Token::InterpolatedString(_)) => Head::Plain,
                    Some(Token::DoubleArrow) => block(BlockKind::Arm),
                    _ => level.heads.pop().unwrap_or(match before {
                        Some(Token::Pipe | Token::Or) => block(BlockKind::Closure),
                        _ => Head::Plain,
                    }),
                };
                let opened = match head {
                    Head::Block(kind, from) => Some(self.open(kind, from, start + 1, false)),
                    Head::Switch | Head::Plain => None,
                };
                levels.push(Level { block: opened, ..Level::default() });
            }
            Token::MapStart | Token::LeftParen | Token::LeftBracket | Token::QuestionBracket => {
                levels.push(Level::default());
            }
            Token::RightBrace | Token::RightParen | Token::RightBracket => {
                self.close(levels, token, start, after)
            }
            Token::Comma => {
                level.heads.clear();
                self.end_arm(level, start);
            }
            Token::SemiColon => level.heads.clear(),
            Token::Identifier(name)
                if **name == "require"
                    && matches!(after, Some((Token::LeftParen, _)))
                    && before != Some(&Token::Fn) =>
            {
                let rule = self.rules.len().saturating_sub(1);
                self.blocks.push(Block { kind: BlockKind::Refusal, rule, start, inside: start..start });
            }
            _ => {}
        }
    }

    /// A block that a mark begins.
    fn open(&mut self, kind: BlockKind, start: usize, inside: usize, opens: bool) -> usize {
        if let Some(rule) = self.rules.last_mut().filter(|_| kind == BlockKind::Rule) {
            rule.body = inside - 1;
        }
        let block = self.blocks.len();
        let rule = self.rules.len().saturating_sub(1);
        self.blocks.push(Block { kind, rule, start, inside: inside..inside });
        self.marks.push(Mark::Begin { at: inside, block, opens });
        block
    }

    /// Behind `=>`: a case whose answer is no block of its own gets one.
    fn arm(&mut self, level: &mut Level, after: Option<(&Token, usize)>) {
        level.heads.clear();
        let Some((next, start)) = after.filter(|(next, _)| **next != Token::LeftBrace) else { return };
        level.block = Some(self.open(BlockKind::Arm, start, start, true));
        let closes_itself = matches!(
            next,
            Token::If | Token::Switch | Token::While | Token::For | Token::Loop | Token::Do | Token::Try
        );
        level.arm = Some(closes_itself);
    }

    fn end_arm(&mut self, level: &mut Level, at: usize) {
        if level.arm.take().is_some() {
            self.marks.push(Mark::End { at });
            self.end(level.block.take(), at);
        }
    }

    fn end(&mut self, block: Option<usize>, at: usize) {
        if let Some(block) = block {
            self.blocks[block].inside.end = at;
            if self.blocks[block].kind == BlockKind::Rule {
                let rule = self.blocks[block].rule;
                self.rules[rule].end = at + 1;
            }
        }
    }

    fn close(
        &mut self,
        levels: &mut Vec<Level>,
        token: &Token,
        start: usize,
        after: Option<(&Token, usize)>,
    ) {
        let Some(mut level) = levels.pop() else { return };
        self.end_arm(&mut level, start);
        self.end(level.block, start);
        let Some(outer) = levels.last_mut() else { return };
        let goes_on = matches!(
            after,
            Some((
                Token::Else | Token::Catch | Token::While | Token::Until | Token::Comma | Token::RightBrace,
                _
            ))
        );
        // `5 => if a { b } else { c } 6 => …`: the comma may be left out.
        if outer.arm == Some(true) && *token == Token::RightBrace && !goes_on {
            self.end_arm(outer, start + 1);
        }
    }
}
