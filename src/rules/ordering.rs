//! Which values have an order: numbers and texts, each among themselves. To compare others by `<`, `<=`, `>` or `>=` is a mistake;
//! only `()` is neither more nor less than anything.
//!
//! The language answers such a comparison itself, before it looks for any function, and says `false` of values of different kinds. So
//! these signs are taken from it and given back as operators of our own, with the same precedence. Equality stays as it is.

use std::cmp::Ordering;

use rhai::{Dynamic, Engine, FuncRegistration, ImmutableString, Module, Shared, Token};

use super::kinds::kind_of;
use super::raise::{Outcome, unordered};

/// Whether a comparison holds for two values in this order.
type Holds = fn(Ordering) -> bool;

/// The signs, in words, and when they hold.
const SIGNS: [(&str, &str, Holds); 4] = [
    ("<", "less than", Ordering::is_lt),
    ("<=", "at most", Ordering::is_le),
    (">", "more than", Ordering::is_gt),
    (">=", "at least", Ordering::is_ge),
];

/// How tightly the language binds them: less than `??`, more than `in`.
const PRECEDENCE: u8 = 130;

thread_local! {
    /// The same for all engines of a thread.
    static COMPARISONS: Shared<Module> = comparisons();
}

/// Two values that were compared and have no order.
#[derive(Debug, Clone)]
pub(super) struct Unordered {
    words: &'static str,
    left: Dynamic,
    right: Dynamic,
}

impl Unordered {
    /// What is wrong, in one line.
    pub(super) fn title(&self) -> String {
        format!("cannot tell whether {} is {} {}", kind_of(&self.left), self.words, kind_of(&self.right))
    }

    /// The one that is no number where the other is one, and which of the two it is.
    pub(super) fn no_number(&self) -> Option<(usize, &Dynamic)> {
        match (self.left.is_int(), self.right.is_int()) {
            (true, false) => Some((1, &self.right)),
            (false, true) => Some((0, &self.left)),
            _ => None,
        }
    }

    /// The next step.
    pub(super) fn help(&self) -> String {
        let sides = [&self.left, &self.right];
        let has = |is: fn(&Dynamic) -> bool| sides.into_iter().any(is);
        if let (true, Some(text)) = (has(Dynamic::is_int), sides.into_iter().find_map(text_of)) {
            return match text.trim().parse::<i64>() {
                Ok(number) => format!("answer the number: `{number}` instead of `\"{text}\"`"),
                Err(_) => format!("the text is \"{text}\"; answer a number"),
            };
        }
        if has(Dynamic::is_array) && has(Dynamic::is_int) {
            return "how many items a list has tells `.len()`".to_owned();
        }
        "numbers have an order, and so have texts".to_owned()
    }
}

fn text_of(value: &Dynamic) -> Option<String> {
    value.clone().into_string().ok()
}

/// Gives an engine these signs.
pub(super) fn register(engine: &mut Engine) {
    for (sign, ..) in SIGNS {
        engine.disable_symbol(sign);
        // Refused only for signs that the language still has.
        let _ = engine.register_custom_operator(sign, PRECEDENCE);
    }
    engine.register_global_module(COMPARISONS.with(Shared::clone));
}

/// Whether this is one of these signs.
pub(super) fn is_sign(name: &str) -> bool {
    SIGNS.iter().any(|(sign, ..)| *sign == name)
}

/// A token as a script has it.
pub(super) fn as_written(token: Token) -> Token {
    match &token {
        Token::Custom(sign) => Token::lookup_symbol_from_syntax(sign).unwrap_or(token),
        _ => token,
    }
}

fn comparisons() -> Shared<Module> {
    let mut module = Module::new();
    for (sign, words, holds) in SIGNS {
        let own = || FuncRegistration::new(sign).in_global_namespace();
        own().set_into_module(&mut module, move |a: i64, b: i64| holds(a.cmp(&b)));
        own().set_into_module(&mut module, move |a: bool, b: bool| holds(a.cmp(&b)));
        own().set_into_module(&mut module, move |a: char, b: char| holds(a.cmp(&b)));
        own().set_into_module(&mut module, move |a: ImmutableString, b: ImmutableString| holds(a.cmp(&b)));
        own().set_into_module(&mut module, move |a: char, b: ImmutableString| {
            holds((*a.encode_utf8(&mut [0; 4])).cmp(b.as_str()))
        });
        own().set_into_module(&mut module, move |a: ImmutableString, b: char| {
            holds(a.as_str().cmp(&*b.encode_utf8(&mut [0; 4])))
        });
        own().set_into_module(&mut module, move |left: Dynamic, right: Dynamic| -> Outcome<bool> {
            let (left, right) = (left.flatten(), right.flatten());
            // `list.reduce(|a, b| if a < b { a } else { b })` begins with nothing, and comes to the least all the same.
            if left.is_unit() || right.is_unit() {
                return Ok(false);
            }
            unordered(Unordered { words, left, right })
        });
    }
    module.into()
}
