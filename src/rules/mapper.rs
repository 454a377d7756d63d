//! Names that mean something else in each layer: `prior`, and the private helpers of a file.
//!
//! The engine knows one flat set of functions. While a file is compiled, its tokens pass through here:
//! `prior` becomes the name under which the rule below is linked, and private names get the file's mark.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rhai::{LexError, Position, Token};

/// The word that calls the next rule down.
pub(super) const PRIOR: &str = "prior";
/// What the words of the linker have in the middle; no rule may be named so.
pub(super) const MARK: &str = "__";

/// How the names of one file are to be read.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// Private functions of the file, and the mark that they get.
    pub(super) private: BTreeSet<String>,
    /// The mark: `in_L3`.
    pub(super) mark: String,
    /// What `prior` means inside a function: function name to linked name.
    pub(super) prior: BTreeMap<String, String>,
    /// What functions are renamed to, for unit rules.
    pub(super) renamed: BTreeMap<String, String>,
}

/// What passing the tokens has found.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// Where `prior` is called, and inside which function.
    pub(super) priors: Vec<(String, Position)>,
    /// Where `prior` stands outside any function.
    pub(super) outside: Vec<Position>,
}

#[derive(Debug, Default)]
struct Machine {
    names: Names,
    found: Found,
    expects_name: bool,
    awaits_body: bool,
    current: Option<String>,
    depth: u32,
    after_dot: bool,
}

/// The token mapper of an engine; its names are changed before each file.
#[derive(Debug, Clone, Default)]
pub(super) struct Mapper(Rc<RefCell<Machine>>);

impl Mapper {
    /// Begins a file.
    pub(super) fn begin(&self, names: Names) {
        *self.0.borrow_mut() = Machine { names, ..Machine::default() };
    }

    /// What the file had.
    pub(super) fn found(&self) -> Found {
        self.0.borrow().found.clone()
    }

    /// One token in, one token out.
    pub(super) fn map(&self, token: Token, at: Position) -> Token {
        self.0.borrow_mut().map(token, at)
    }
}

impl Machine {
    fn map(&mut self, token: Token, at: Position) -> Token {
        let after_dot = std::mem::take(&mut self.after_dot);
        match token {
            Token::Fn => self.expects_name = true,
            Token::LeftBrace | Token::MapStart => {
                if self.awaits_body {
                    self.awaits_body = false;
                    self.depth = 0;
                }
                self.depth += 1;
            }
            Token::RightBrace => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 && !self.awaits_body {
                    self.current = None;
                }
            }
            Token::Period | Token::Elvis => self.after_dot = true,
            Token::Identifier(name) => return self.name(name.to_string(), at, after_dot),
            _ => {}
        }
        token
    }

    fn name(&mut self, name: String, at: Position, after_dot: bool) -> Token {
        let identifier = |name: &str| Token::Identifier(Box::new(name.into()));
        if std::mem::take(&mut self.expects_name) {
            self.awaits_body = true;
            self.current = Some(name.clone());
            return match self.names.renamed.get(&name) {
                Some(new) => identifier(new),
                None => identifier(&self.marked(name)),
            };
        }
        if after_dot {
            return identifier(&name);
        }
        if name == PRIOR {
            return match &self.current {
                Some(current) => {
                    self.found.priors.push((current.clone(), at));
                    identifier(self.names.prior.get(current).map_or(PRIOR, String::as_str))
                }
                None => {
                    self.found.outside.push(at);
                    Token::LexError(Box::new(LexError::ImproperSymbol(
                        PRIOR.to_owned(),
                        "`prior` may only be called inside a rule".to_owned(),
                    )))
                }
            };
        }
        identifier(&self.marked(name))
    }

    fn marked(&self, name: String) -> String {
        if self.names.private.contains(&name) { format!("{name}{MARK}{}", self.names.mark) } else { name }
    }
}
