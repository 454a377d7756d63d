//! What a search of the map has found, as an answer: the hexes that may be come to, the way to one of them, or why there is none.

use std::sync::Arc;

use super::brought::Brought;
use super::lexicon::Lexicon;
use super::word::Word;
use crate::kernel::hex::{Denial, Hex, HexMap, Nearby, Path, Reach, Spread};
use crate::kernel::value::Value;

/// What a search has found.
#[derive(Debug)]
pub(in crate::rules) enum Ways {
    /// By a budget alone, without an end.
    Spread(Spread),
    /// The same near the hex where it began.
    Nearby(Nearby, Hex),
    Reach(Reach<Word>),
}

impl Default for Ways {
    fn default() -> Self {
        Ways::Spread(Spread::default())
    }
}

impl Ways {
    /// The hexes in which the move may end, in map order, the start not among them.
    pub(in crate::rules) fn goals(&self, map: &HexMap) -> Vec<Hex> {
        match self {
            Ways::Spread(spread) => spread.goals(map).collect(),
            Ways::Nearby(nearby, start) => nearby.goals(map.layout(), *start),
            Ways::Reach(reach) => reach.goals(),
        }
    }

    /// The same as values.
    pub(super) fn listed(&self, map: &HexMap) -> Arc<[Value]> {
        match self {
            Ways::Spread(spread) => spread.goals(map).map(Value::Hex).collect(),
            Ways::Nearby(nearby, start) if Nearby::stops_in_map_order(map.layout()) => {
                nearby.stops(*start).map(Value::Hex).collect()
            }
            Ways::Nearby(..) => self.goals(map).into_iter().map(Value::Hex).collect(),
            Ways::Reach(reach) => reach.goals().into_iter().map(Value::Hex).collect(),
        }
    }

    /// The way to a hex, the start not among its hexes; or why there is none.
    pub(in crate::rules) fn way(
        &self,
        map: &HexMap,
        to: Hex,
        words: impl Fn(&Word) -> String,
    ) -> Result<Path, String> {
        let way = match self {
            Ways::Spread(spread) => spread.way(map, to).map(Path::from),
            Ways::Nearby(nearby, start) => nearby.way(*start, to),
            Ways::Reach(reach) => return way_found(map, to, reach, words).map(Path::from),
        };
        way.ok_or_else(|| out_of_reach(&name(map, to)))
    }

    /// Whether there is such a way.
    pub(super) fn leads_to(&self, map: &HexMap, to: Hex) -> bool {
        match self {
            Ways::Spread(spread) => spread.may_stop(map, to),
            Ways::Nearby(nearby, start) => nearby.may_stop(*start, to),
            Ways::Reach(reach) => reach.get(to).is_some_and(|reached| reached.may_stop),
        }
    }
}

/// What has come of a search or of a call.
pub(super) enum Came {
    /// An answer as it is, also a way that is too long for slots.
    Word(Word),
    /// Hexes that come into slots, as those of a way.
    Hexes(Brought),
}

/// What a search answers, to this hex if to any.
pub(super) fn result(lexicon: &mut Lexicon, map: &HexMap, target: Option<Hex>, found: &Ways) -> Came {
    let Some(target) = target else {
        return Came::Word(lexicon.hexes(&found.goals(map)));
    };
    match found.way(map, target, |bar| lexicon.reason(*bar).to_string()) {
        Ok(path) => Brought::list(&path).map_or_else(|| Came::Word(lexicon.hexes(&path)), Came::Hexes),
        Err(reason) => Came::Word(lexicon.refused(&reason)),
    }
}

/// The hexes of the way that a search has found, the start not among them; or why there is none.
pub(in crate::rules) fn way_found<R: Clone>(
    map: &HexMap,
    to: Hex,
    found: &Reach<R>,
    words: impl Fn(&R) -> String,
) -> Result<Vec<Hex>, String> {
    match (found.get(to), found.path(to)) {
        (Some(reached), Some(path)) if reached.may_stop => Ok(path[1..].to_vec()),
        _ => Err(no_way(map, to, found, words)),
    }
}

/// Why a search finds no way to a hex, in words.
fn no_way<R: Clone>(map: &HexMap, to: Hex, found: &Reach<R>, words: impl Fn(&R) -> String) -> String {
    let name = name(map, to);
    if found.get(to).is_some() {
        return format!("no move may end in {name}");
    }
    let barred = found.barred(map, to);
    let first = barred.first();
    // What is left there is not what a unit has that has not gone yet.
    let is_on_the_way = first.and_then(|b| found.get(b.from)).is_some_and(|reached| reached.steps > 0);
    match first.map(|b| &b.why) {
        Some(Denial::Refused(bar)) => words(bar),
        Some(Denial::TooDear { needs, left }) if is_on_the_way => {
            format!("needs {needs} to enter {name}, has {left} left beside it")
        }
        Some(Denial::TooDear { needs, left }) => format!("needs {needs} to enter {name}, has {left}"),
        Some(Denial::TooFar { limit: 1 }) => "may enter at most 1 hex a move".to_owned(),
        Some(Denial::TooFar { limit }) => format!("may enter at most {limit} hexes a move"),
        None => out_of_reach(&name),
    }
}

fn name(map: &HexMap, hex: Hex) -> String {
    map.layout().number(hex).map_or_else(|| "a hex off the map".to_owned(), |number| number.to_string())
}

fn out_of_reach(name: &str) -> String {
    format!("{name} is out of reach")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::{Entry, Layout, Orientation, Shove, reach};

    #[test]
    fn what_is_left_on_the_way_is_not_taken_for_what_there_was() {
        let map = HexMap::new(Layout::new(Orientation::Flat, Shove::Odd, 5, 2).expect("a small sheet"));
        let hex = |number: &str| map.layout().parse_number(number).expect("it is on the map");
        let refused = |budget: i64, to: &str| {
            let dear = |_, _| Ok::<_, ()>(Entry::Yes { cost: 2, may_stop: true });
            let found = reach::<(), ()>(&map, hex("0101"), budget, None, dear).expect("no cost is negative");
            way_found(&map, hex(to), &found, |()| String::new()).expect_err("it is too dear")
        };
        assert_eq!(refused(1, "0201"), "needs 2 to enter 0201, has 1");
        assert_eq!(refused(3, "0301"), "needs 2 to enter 0301, has 1 left beside it");
        assert_eq!(refused(3, "0501"), "0501 is out of reach");
    }
}
