//! Which player plays which side, as arguments say it: `blue=greedy`, `red=tree:500,blue=random`, `random`.

use super::failure::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::PlayerKind;

/// `blue=greedy`: the place of the side, and its player.
fn side_and_kind(text: &str, sides: &[String]) -> Result<(usize, PlayerKind), Failure> {
    let Some((side, kind)) = text.split_once('=') else {
        return Err(Diagnostic::usage(format!("`{text}` does not say which side is played by whom"))
            .help("write SIDE=PLAYER, such as `blue=greedy`")
            .into());
    };
    Ok((side_named(side.trim(), sides)?, self::kind(kind.trim())?))
}

/// The place of the side of this name.
fn side_named(name: &str, sides: &[String]) -> Result<usize, Failure> {
    sides.iter().position(|s| s.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let told = Diagnostic::error(Code::UNKNOWN_SIDE, format!("no side is called `{name}`"));
        let told = told.note(format!("sides: {}", sides.join(", ")));
        Failure::from(told.near(name, sides.iter().map(String::as_str))).with_status(2)
    })
}

/// The place of a side that people play again: `blue=off`. Nothing where that is not what is said.
pub(super) fn taken_back(text: &str, sides: &[String]) -> Result<Option<usize>, Failure> {
    match text.split_once('=') {
        Some((side, off)) if off.trim().eq_ignore_ascii_case("off") => {
            side_named(side.trim(), sides).map(Some)
        }
        _ => Ok(None),
    }
}

/// `random`, or a player for each side; a side that is not named is played at random.
pub(super) fn by_side(text: &str, sides: &[String]) -> Result<Vec<PlayerKind>, Failure> {
    if !text.contains('=') {
        return Ok(vec![kind(text.trim())?; sides.len()]);
    }
    let mut players = vec![PlayerKind::Random; sides.len()];
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
    for (at, kind) in each_once(&parts, sides)? {
        players[at] = kind;
    }
    Ok(players)
}

/// `blue=greedy` for one side after the other.
pub(super) fn each_once(parts: &[&str], sides: &[String]) -> Result<Vec<(usize, PlayerKind)>, Failure> {
    let mut named: Vec<(usize, PlayerKind)> = Vec::new();
    for part in parts {
        let (at, kind) = side_and_kind(part, sides)?;
        if let Some((_, before)) = named.iter().find(|(other, _)| *other == at) {
            let told = format!("`{}` is played by `{before}` and by `{kind}`", sides[at]);
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
