//! Which player plays which side, as arguments say it: `blue=greedy`, `red=tree:500,blue=random`, `random`.

use super::failure::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::PlayerKind;

/// `blue=greedy`: the place of the side, and its player; none for `blue=off`.
fn side_and_kind(text: &str, sides: &[String]) -> Result<(usize, Option<PlayerKind>), Failure> {
    let Some((side, kind)) = text.split_once('=') else {
        return Err(Diagnostic::usage(format!("`{text}` does not say which side is played by whom"))
            .help("write SIDE=PLAYER, such as `blue=greedy`")
            .into());
    };
    let (side, kind) = (side.trim(), kind.trim());
    let Some(at) = sides.iter().position(|s| s.eq_ignore_ascii_case(side)) else {
        let told = Diagnostic::error(Code::UNKNOWN_SIDE, format!("no side is called `{side}`"));
        let told = told.note(format!("sides: {}", sides.join(", ")));
        return Err(Failure::from(told.near(side, sides.iter().map(String::as_str))).with_status(2));
    };
    let kind = if kind.eq_ignore_ascii_case("off") { None } else { Some(self::kind(kind)?) };
    Ok((at, kind))
}

/// `random`, or a player for each side; a side that is not named is played at random.
pub(super) fn by_side(text: &str, sides: &[String]) -> Result<Vec<PlayerKind>, Failure> {
    if !text.contains('=') {
        return Ok(vec![kind(text.trim())?; sides.len()]);
    }
    let mut players = vec![PlayerKind::Random; sides.len()];
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
    for (at, kind) in each_once(&parts, sides)? {
        let Some(kind) = kind else {
            let told = format!("`{}` is off, and here the program plays all sides", sides[at]);
            return Err(Diagnostic::usage(told).help("players are `random`, `greedy` and `tree`").into());
        };
        players[at] = kind;
    }
    Ok(players)
}

/// `blue=greedy` for one side after the other; none for those that people play.
pub(super) fn each_once(
    parts: &[&str],
    sides: &[String],
) -> Result<Vec<(usize, Option<PlayerKind>)>, Failure> {
    let mut named: Vec<(usize, Option<PlayerKind>)> = Vec::new();
    for part in parts {
        let (at, kind) = side_and_kind(part, sides)?;
        if let Some((_, before)) = named.iter().find(|(other, _)| *other == at) {
            let [before, now] =
                [*before, kind].map(|kind| kind.map_or("off".to_owned(), |kind| kind.to_string()));
            let told = format!("`{}` is played by `{before}` and by `{now}`", sides[at]);
            return Err(Diagnostic::usage(told).help("name each side once").into());
        }
        named.push((at, kind));
    }
    Ok(named)
}

fn kind(text: &str) -> Result<PlayerKind, Failure> {
    PlayerKind::parse(text).map_err(|why| {
        let name = text.split(':').next().unwrap_or(text);
        let known = PlayerKind::NAMES.contains(&name);
        Failure::from(if known {
            Diagnostic::usage(why)
        } else {
            Diagnostic::usage(why).near(name, PlayerKind::NAMES)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_for_all_sides_or_side_by_side() {
        let sides = ["red".to_owned(), "blue".to_owned()];
        let named = |text: &str| -> Vec<String> {
            by_side(text, &sides).unwrap().iter().map(PlayerKind::to_string).collect()
        };
        assert_eq!(named("greedy"), ["greedy", "greedy"]);
        assert_eq!(named("blue=tree:9"), ["random", "tree:9"]);
        assert_eq!(named("Blue=random, red=greedy"), ["greedy", "random"]);
        for wrong in ["", "clever", "green=greedy", "red=", "red=greedy blue=greedy", "red=greedy,Red=random"]
        {
            assert!(by_side(wrong, &sides).is_err(), "{wrong}");
        }
    }
}
