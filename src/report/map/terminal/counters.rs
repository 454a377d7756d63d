//! The units of a hex in few columns: `[t1 t2](b1)`, by their signs `[T×3]`, or counted `[t1 +4]`.

use std::collections::BTreeMap;

use crate::kernel::value::SideId;
use crate::report::style::side_marks;
use crate::report::wrap::shown_width;

/// A unit as a counter shows it.
#[derive(Debug, Clone)]
pub(super) struct Counter {
    pub(super) name: String,
    pub(super) sign: String,
}

/// The units of one side in a hex.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    pub(super) side: SideId,
    pub(super) counters: Vec<Counter>,
}

/// A piece of a line: whose it is and what is written.
pub(super) type Piece = (SideId, String);

/// What stands for the units of a hex, from what tells the most to what tells the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum By {
    /// Their names.
    #[default]
    Name,
    /// The signs of their types, which the legend must explain.
    Sign,
    /// Some names, and how many more there are.
    Count,
}

/// How a hex's units are written.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The lines, upper first.
    pub(super) lines: Vec<Vec<Piece>>,
    /// What stands for the units.
    pub(super) by: By,
}

/// Writes stacks into so many lines of so many columns: by name where all fit, else by the signs of their types,
/// else as many as fit and a count of the others.
pub(super) fn written(stacks: &[Stack], columns: usize, lines: usize, times: &str) -> Written {
    let names = words(stacks, |stack| stack.counters.iter().map(|c| c.name.clone()).collect());
    if let Some(lines) = lay_out(&names, columns, lines) {
        return Written { lines, by: By::Name };
    }
    let signs = words(stacks, |stack| by_sign(&stack.counters, times));
    if let Some(lines) = lay_out(&signs, columns, lines) {
        return Written { lines, by: By::Sign };
    }
    Written { lines: counted(stacks, columns, lines), by: By::Count }
}

type Words = Vec<(SideId, Vec<String>)>;

fn words(stacks: &[Stack], of: impl Fn(&Stack) -> Vec<String>) -> Words {
    stacks.iter().map(|stack| (stack.side, of(stack))).collect()
}

/// `T×3` for three of a type, in the order in which the types come.
fn by_sign(counters: &[Counter], times: &str) -> Vec<String> {
    let mut order: Vec<&str> = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for counter in counters {
        let count = counts.entry(&counter.sign).or_default();
        if *count == 0 {
            order.push(&counter.sign);
        }
        *count += 1;
    }
    let told = |sign: &str| match counts[sign] {
        1 => sign.to_owned(),
        count => format!("{sign}{times}{count}"),
    };
    order.into_iter().map(told).collect()
}

/// As many names as fit, the longest stack cut first, with the number of those left out.
fn counted(stacks: &[Stack], columns: usize, lines: usize) -> Vec<Vec<Piece>> {
    let mut shown: Vec<usize> = stacks.iter().map(|stack| stack.counters.len()).collect();
    while let Some(longest) = (0..shown.len()).max_by_key(|at| shown[*at]).filter(|at| shown[*at] > 0) {
        shown[longest] -= 1;
        let words: Words = stacks
            .iter()
            .zip(&shown)
            .map(|(stack, shown)| {
                let mut words: Vec<String> =
                    stack.counters[..*shown].iter().map(|c| c.name.clone()).collect();
                match stack.counters.len() - shown {
                    0 => {}
                    all if *shown == 0 => words.push(all.to_string()),
                    others => words.push(format!("+{others}")),
                }
                (stack.side, words)
            })
            .collect();
        if let Some(lines) = lay_out(&words, columns, lines) {
            return lines;
        }
    }
    let all: usize = stacks.iter().map(|stack| stack.counters.len()).sum();
    stacks.first().map(|stack| vec![vec![(stack.side, format!("#{all}"))]]).unwrap_or_default()
}

/// Fills line by line; each line of a stack has the marks of its side around it. Nothing where it does not fit.
fn lay_out(stacks: &Words, columns: usize, lines: usize) -> Option<Vec<Vec<Piece>>> {
    let mut done: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0;
    for (side, words) in stacks {
        let (before, behind) = side_marks(*side);
        let marks = shown_width(before) + shown_width(behind);
        let mut piece = String::new();
        for word in words {
            let wide = shown_width(word);
            if !piece.is_empty() && used + 1 + wide <= columns {
                piece.push(' ');
                piece.push_str(word);
                used += 1 + wide;
                continue;
            }
            close(&mut done, *side, &mut piece);
            if used + marks + wide > columns {
                done.push(Vec::new());
                used = 0;
            }
            if done.len() > lines || marks + wide > columns {
                return None;
            }
            piece.push_str(word);
            used += marks + wide;
        }
        close(&mut done, *side, &mut piece);
    }
    Some(done)
}

fn close(lines: &mut [Vec<Piece>], side: SideId, piece: &mut String) {
    if piece.is_empty() {
        return;
    }
    let (before, behind) = side_marks(side);
    if let Some(line) = lines.last_mut() {
        line.push((side, format!("{before}{}{behind}", std::mem::take(piece))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(side: u32, names: &[&str]) -> Stack {
        let counter = |name: &&str| Counter { name: (*name).to_owned(), sign: "T".to_owned() };
        Stack { side: SideId(side), counters: names.iter().map(counter).collect() }
    }

    fn told(stacks: &[Stack], columns: usize, lines: usize) -> String {
        let lines = written(stacks, columns, lines, "x").lines.into_iter();
        let told = lines.map(|line| line.into_iter().map(|(_, text)| text).collect::<String>());
        told.collect::<Vec<_>>().join("/")
    }

    #[test]
    fn stacks_are_named_then_signed_then_counted() {
        assert_eq!(told(&[stack(0, &["t1"]), stack(1, &["b1"])], 9, 2), "[t1](b1)");
        assert_eq!(told(&[stack(0, &["t1", "t2", "t3"])], 9, 2), "[t1 t2]/[t3]");
        assert_eq!(told(&[stack(0, &["t1", "t2", "t3", "t4", "t5"])], 9, 2), "[Tx5]");
        assert_eq!(told(&[stack(0, &["armour-brigade"])], 9, 2), "[T]");
        let long = Stack {
            side: SideId(0),
            counters: (0..30).map(|n| Counter { name: format!("u{n}"), sign: format!("s{n}") }).collect(),
        };
        assert_eq!(told(std::slice::from_ref(&long), 9, 2), "[u0 u1]/[u2 +27]");
        assert_eq!(told(&[long], 4, 1), "[30]");
    }
}
