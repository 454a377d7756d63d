//! Names that data gives to numbers and properties, and that the program has given to something else already.

use super::convert::{Game, Ground};
use super::natives::Members;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::{Catalogue, Origin, Subject};
use crate::kernel::hex::Hex;
use crate::kernel::value::{SideId, TypeId, UnitId};

/// Attributes and properties that would hide what rules read of every unit, hex, side or terrain.
pub(super) fn check_names(catalogue: &Catalogue, members: &Members) -> Vec<Diagnostic> {
    let attributes = catalogue.attributes.values().map(|def| (def.subject, &def.name, &def.origin));
    let properties = catalogue.properties.iter().map(|def| (def.subject, &def.name, &def.origin));
    let is_printed = |name: &str| members.has::<UnitId>(name) || members.has::<TypeId>(name);
    let printed = attributes.filter(|(subject, name, _)| match subject {
        // What is printed on a unit is read of its type as well.
        Subject::Unit => is_printed(name),
        Subject::Terrain => members.has::<Ground>(name),
        Subject::Hex | Subject::Side | Subject::Game => false,
    });
    let changing = properties.filter(|(subject, name, _)| match subject {
        Subject::Unit => members.has::<UnitId>(name),
        Subject::Hex => members.has::<Hex>(name),
        Subject::Side => members.has::<SideId>(name),
        Subject::Game => members.has::<Game>(name),
        Subject::Terrain => false,
    });
    let hiding = printed.chain(changing);
    let mut hiding: Vec<_> = hiding.collect();
    hiding.sort_by_key(|(_, _, origin)| (origin.span.file.0, origin.span.start));
    hiding.iter().map(|(subject, name, origin)| hides(*subject, name, origin)).collect()
}

fn hides(subject: Subject, name: &str, origin: &Origin) -> Diagnostic {
    let (every, word) = match subject {
        Subject::Unit => ("every unit", "unit"),
        Subject::Hex => ("every hex", "hex"),
        Subject::Side => ("every side", "side"),
        Subject::Terrain => ("every terrain", "terrain"),
        Subject::Game => ("the game", "game()"),
    };
    Diagnostic::error(Code::DUPLICATE, format!("{every} has a `{name}` of its own already"))
        .at(origin.span, "")
        .help(format!("choose another name: rules read `{word}.{name}` from the program"))
}
