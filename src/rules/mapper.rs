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
/// Stands in the linked name of a definition that a higher layer overrides, between its name and that of the layer.
pub(super) const BELOW: &str = "__below_";

/// How the names of one file are to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Names {
    /// Private functions of the file, and the mark that they get.
    pub(super) private: BTreeSet<String>,
    /// The mark: `in_L3`.
    pub(super) mark: String,
    /// What `prior` means inside a function: function name to linked name.
    pub(super) prior: BTreeMap<String, String>,
    /// What functions are renamed to, for unit rules.
    pub(super) renamed: BTreeMap<String, String>,
    /// The text is an expression, which has no rules of its own.
    pub(super) expression: bool,
}

/// What passing the tokens has found.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// Where `prior` is called, and inside which function.
    pub(super) priors: Vec<(String, Position)>,
    /// Where `prior` stands outside any function.
    pub(super) outside: Vec<Position>,
    /// More of something than one rule may have, and where.
    pub(super) too_many: Option<(String, Position)>,
    /// Where a variable or constant is made outside any rule.
    pub(super) outer: Option<Position>,
    /// Where the last word or sign begins; the engine says nothing of a comment that is never closed behind it.
    pub(super) last: Option<Position>,
    /// Where blocks and maps are opened that are not closed yet, the outermost first.
    pub(super) open: Vec<Position>,
    /// The rule around them.
    pub(super) rule: Option<String>,
}

/// The engine's parser takes quadratic time for what one rule has of these: variables, commas, cases of `switch`.
const MOST_VARIABLES: u32 = 200;
const MOST_COMMAS: u32 = 2000;
const MOST_CASES: u32 = 500;

#[derive(Debug, Default)]
struct Machine {
    names: Names,
    found: Found,
    expects_name: bool,
    awaits_body: bool,
    current: Option<String>,
    depth: u32,
    after_dot: bool,
    variables: u32,
    commas: u32,
    cases: u32,
}

/// The token mapper of an engine; its names are changed before each file.
#[derive(Debug, Clone, Default)]
pub(super) struct Mapper(Rc<RefCell<Machine>>);

impl Mapper {
    /// Begins a file.
    pub(super) fn begin(&self, names: Names) {
        *self.0.borrow_mut() = Machine { names, ..Machine::default() };
    }

    /// Begins the same file again.
    pub(super) fn begin_again(&self) {
        let names = std::mem::take(&mut self.0.borrow_mut().names);
        self.begin(names);
    }

    /// What the file had.
    pub(super) fn found(&self) -> Found {
        let machine = self.0.borrow();
        Found { rule: machine.current.clone(), ..machine.found.clone() }
    }

    /// One token in, one token out.
    pub(super) fn map(&self, token: Token, at: Position) -> Token {
        self.0.borrow_mut().map(token, at)
    }
}

impl Machine {
    fn map(&mut self, token: Token, at: Position) -> Token {
        let after_dot = std::mem::take(&mut self.after_dot);
        self.found.last = Some(at);
        if let Some(refused) = self.count(&token, at) {
            return refused;
        }
        match token {
            Token::Fn if self.names.expression => return refuse("an expression has no rules of its own"),
            Token::Fn => self.expects_name = true,
            Token::Let | Token::Const if self.current.is_none() && !self.names.expression => {
                self.found.outer.get_or_insert(at);
            }
            Token::LeftBrace | Token::MapStart => {
                self.found.open.push(at);
                if self.awaits_body {
                    self.awaits_body = false;
                    self.depth = 0;
                }
                self.depth += 1;
            }
            Token::RightBrace => {
                self.found.open.pop();
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 && !self.awaits_body {
                    self.current = None;
                }
            }
            Token::Period | Token::Elvis => self.after_dot = true,
            Token::Identifier(ref name) => return self.name(name, at, after_dot).unwrap_or(token),
            _ => {}
        }
        token
    }

    /// Counts what the parser is slow with; the token that is too much becomes an error.
    fn count(&mut self, token: &Token, at: Position) -> Option<Token> {
        let (count, most, what) = match token {
            Token::Let | Token::Const | Token::For => (&mut self.variables, MOST_VARIABLES, "variables"),
            Token::Comma => (&mut self.commas, MOST_COMMAS, "commas"),
            Token::DoubleArrow => (&mut self.cases, MOST_CASES, "cases of `switch`"),
            Token::Fn => {
                (self.variables, self.commas, self.cases) = (0, 0, 0);
                return None;
            }
            _ => return None,
        };
        *count += 1;
        if *count <= most {
            return None;
        }
        let told = format!("a rule has more than {most} {what}");
        let token = refuse(&told);
        self.found.too_many.get_or_insert((told, at));
        Some(token)
    }

    /// What stands for a name; none for the name itself.
    fn name(&mut self, name: &str, at: Position, after_dot: bool) -> Option<Token> {
        let identifier = |name: &str| Token::Identifier(Box::new(name.into()));
        if std::mem::take(&mut self.expects_name) {
            self.awaits_body = true;
            self.current = Some(name.to_owned());
            return match self.names.renamed.get(name) {
                Some(new) => Some(identifier(new)),
                None => self.marked(name),
            };
        }
        if after_dot {
            return None;
        }
        if name == PRIOR {
            return Some(match &self.current {
                Some(current) => {
                    self.found.priors.push((current.clone(), at));
                    identifier(self.names.prior.get(current).map_or(PRIOR, String::as_str))
                }
                None => {
                    self.found.outside.push(at);
                    refuse("`prior` may only be called inside a rule")
                }
            });
        }
        self.marked(name)
    }

    fn marked(&self, name: &str) -> Option<Token> {
        let is_own = self.names.private.contains(name);
        is_own.then(|| Token::Identifier(Box::new(format!("{name}{MARK}{}", self.names.mark).into())))
    }
}

fn refuse(why: &str) -> Token {
    Token::LexError(Box::new(LexError::ImproperSymbol(String::new(), why.to_owned())))
}
