//! `new board`: a fair board of two kinds of hexes, drawn in rows that a person can edit.

use std::path::Path;
use std::sync::Arc;

use super::arguments::NewBoard;
use super::choose;
use super::failure::{Failure, Outcome, usage};
use super::look::Look;
use super::new::write;
use super::page::{Page, Streams};
use crate::diagnostic::{Code, Diagnostic, counted, shell_word};
use crate::kernel::catalogue::Terrain;
use crate::kernel::hex::{Hex, Layout, Orientation, Patch, Patchwork, Shove};
use crate::pack::{HouseFile, Library, Loaded, Request, Source, load};

/// A data file has at most so many bytes, and a drawn hex takes two.
const MOST_HEXES: usize = 500_000;

/// Carries out `new board`.
pub(super) fn board(library: &Library, arguments: &NewBoard, look: &Look) -> Outcome {
    let shown = arguments.file.to_string_lossy().replace('\\', "/");
    if arguments.file.extension().is_none_or(|ending| ending != "map") {
        return Err(usage(format!("`{shown}` is no file for a board"), "boards end in `.map`"));
    }
    if arguments.file.exists() {
        let told = Diagnostic::error(Code::CANNOT_WRITE, format!("`{shown}` is there already"));
        return Err(told.help("take another name").into());
    }
    let layout = layout(arguments)?;
    let chosen = choose::choose(library, arguments.on.as_deref())?;
    let near = library.with_neighbours(&chosen.pack);
    let request =
        Request { pack: chosen.pack.clone(), scenario: chosen.scenario.clone(), ..Request::default() };
    let loaded = load(&near, &request, &Arc::default())?;
    if is_on_a_table(&near, &request, &loaded) {
        let told = format!("`{}` is played on a table in inches, which has no hexes", chosen.pack);
        return Err(usage(told, "name a pack with hexes: `--on PACK`, or `--on PACK/SCENARIO`"));
    }
    // In the pack itself a map cannot stand in for another; it is one more.
    let is_own = lies_in(&arguments.file, &loaded.pack().files.source);
    let scenario = chosen.scenario.as_ref().filter(|_| !is_own);
    let name = name(arguments, &loaded, scenario.map(String::as_str))?;
    if is_own && has_map(&near, &request, &loaded, &name) {
        let told = format!("{} has a map `{name}` already", loaded.pack().files.name);
        return Err(usage(told, "a map is called as its file: take another name"));
    }
    let terrain = terrain(arguments, &loaded)?;
    let board = Patchwork::new(layout, arguments.seed, arguments.grain);
    if board.falls_apart() {
        let told = format!("a board of {} x {} falls apart", layout.columns(), layout.rows());
        let help = "hexes that have no half turn are left out, and nothing is left between the others; give it a second \
                    line of hexes, or an even number of them";
        return Err(usage(told, help));
    }
    let drawn = text(arguments, &name, terrain, &layout, &board);
    if let Some(scenario) = scenario {
        let house = vec![HouseFile { name: Arc::from(&*shown), text: Arc::from(&*drawn) }];
        if let Err((sources, mut mistakes)) = load(&near, &Request { house, ..request }, &Arc::default()) {
            let told = format!(
                "scenario `{scenario}` cannot be played on such a board, so `{shown}` was not written"
            );
            mistakes.insert(0, Diagnostic::error(Code::USAGE, told).help("`--size` takes another size"));
            return Err((sources, mistakes).into());
        }
    }
    write(&arguments.file, &drawn)?;

    let pack = &loaded.pack().files.name;
    let left_out = board.left_out().count();
    let mut told = format!("{shown} drawn: map `{name}`, {}\n", counted(layout.len() - left_out, "hex"));
    if left_out > 0 {
        let (lines, count) = match layout.orientation() {
            Orientation::Flat => ("columns", layout.columns()),
            Orientation::Pointy => ("rows", layout.rows()),
        };
        told.push_str(&format!(
            "  left out, since an odd number of {lines} has no half turn: {}; {} or {} have one\n",
            counted(left_out, "hex"),
            count - 1,
            count + 1
        ));
    }
    if let Some((hex, _)) = board.middle() {
        told.push_str(&format!("  {}\n", middle_note(terrain, &layout, &board, hex)));
    }
    let typed = choose::typed(library, &chosen, &loaded);
    let shell = |name: &str| shell_word(&format!("{typed}/{name}"));
    let house = shell_word(&shown);
    match scenario {
        Some(scenario) => {
            told.push_str(&format!("  houserule play {} --house {house}\n", shell(scenario)));
        }
        None if is_own => {
            told.push_str(&format!("  houserule map {}\n", shell(&name)));
            told.push_str(&format!("  `map {name}` in a scenario of {pack} is played on it\n"))
        }
        None => {
            told.push_str(&format!("  houserule map {} --house {house}\n", shell(&name)));
            told.push_str(&format!("  put it into a folder of {pack}, and `map {name}` into a scenario\n"))
        }
    }
    Streams { ascii: look.style.ascii }.out(&told);
    Ok(0)
}

/// Whether a file that is to be written comes to lie among the data that a pack always reads.
fn lies_in(file: &Path, source: &Source) -> bool {
    let Source::Folder(folder) = source else { return false };
    let whole = || {
        let file = std::path::absolute(file).ok()?;
        // Folders that are not there yet are made below the nearest one that is.
        file.ancestors()
            .skip(1)
            .find_map(|there| Some(there.canonicalize().ok()?.join(file.strip_prefix(there).ok()?)))
    };
    let (Some(whole), Ok(folder)) = (whole(), folder.canonicalize()) else { return false };
    whole
        .strip_prefix(folder)
        .is_ok_and(|inside| !inside.starts_with("house") && !inside.starts_with("tests"))
}

/// Whether a pack has a map of this name, which may stand beside one of its scenarios and be known only there.
fn has_map(library: &Library, request: &Request, loaded: &Loaded, name: &str) -> bool {
    let with = |scenario: &Arc<str>| Request { scenario: Some(scenario.to_string()), ..request.clone() };
    let beside = loaded.data.scenarios.keys().map(|scenario| load(library, &with(scenario), &Arc::default()));
    loaded.data.maps.contains_key(name) || beside.flatten().any(|loaded| loaded.data.maps.contains_key(name))
}

/// Whether what is played where no other scenario is named, or the one that is, has no hexes.
fn is_on_a_table(library: &Library, request: &Request, loaded: &Loaded) -> bool {
    let played = |loaded: &Loaded| loaded.data.catalogue.tabletop.is_some();
    let usual = loaded.packs.iter().rev().find_map(|pack| pack.manifest.scenario.as_ref());
    match (&request.scenario, usual) {
        (None, Some((usual, _))) => {
            let request = Request { scenario: Some(usual.to_string()), ..request.clone() };
            load(library, &request, &Arc::default()).is_ok_and(|loaded| played(&loaded))
        }
        _ => played(loaded),
    }
}

/// The sheet of the size that was asked for. Grain is checked here too: both are numbers of hexes.
fn layout(arguments: &NewBoard) -> Result<Layout, Failure> {
    let size = &arguments.size;
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|n| (1..=Layout::HIGHEST).contains(n));
    let Some((columns, rows)) = size
        .to_lowercase()
        .split_once('x')
        .and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)))
    else {
        let help = format!("write columns and rows, each from 1 to {}: `--size 15x13`", Layout::HIGHEST);
        return Err(usage(format!("`{size}` is no size of a board"), &help));
    };
    if columns as usize * rows as usize > MOST_HEXES {
        let help = format!(
            "a map file without drawn rows can be larger: `hexes flat odd {columns} x {rows}; patchwork …`"
        );
        return Err(usage(format!("a board of {columns} x {rows} is too large to be drawn"), &help));
    }
    if !(1..=Patchwork::COARSEST).contains(&arguments.grain) {
        let help = format!("a patch is from 1 to {} hexes across", Patchwork::COARSEST);
        return Err(usage(format!("`{}` is no grain of a board", arguments.grain), &help));
    }
    let orientation = if arguments.pointy { Orientation::Pointy } else { Orientation::Flat };
    Layout::new(orientation, Shove::Odd, columns, rows)
        .map_err(|error| usage(error.to_string(), "write a smaller size"))
}

/// What the map is called: as the map of the scenario that it is for, else as its file.
fn name(arguments: &NewBoard, loaded: &Loaded, scenario: Option<&str>) -> Result<String, Failure> {
    if let (Some(scenario), Some(set_up)) = (scenario, &loaded.data.set_up) {
        if loaded.data.maps.contains_key(&set_up.map_name) {
            return Ok(set_up.map_name.to_string());
        }
        let told = format!("the map of scenario `{scenario}` stands in the scenario itself");
        // What the scenario itself declares no board for the pack alone has, and a board is of two terrains.
        let of_pack =
            |terrain: &&Terrain| !terrain.hexside && !terrain.origin.layer.name.starts_with("scenario ");
        let help = match loaded.data.catalogue.terrain.iter().filter(of_pack).count() {
            0 | 1 => {
                "no board can take its place, and its terrains stand there, too: write the board into a scenario of \
                 its own"
            }
            _ => "no board can take its place; leave the scenario out to draw one under a new name",
        };
        return Err(usage(told, help));
    }
    let stem =
        arguments.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let is_word = stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_word {
        return Ok(stem);
    }
    Err(usage(
        format!("`{stem}` cannot be the name of a map"),
        "a map is called as its file: a letter first, then letters, digits, dashes",
    ))
}

/// The two terrains of the board.
fn terrain<'l>(arguments: &NewBoard, loaded: &'l Loaded) -> Result<[&'l Terrain; 2], Failure> {
    let mut of_hexes = loaded.data.catalogue.terrain.iter().filter(|t| !t.hexside);
    let Some(named) = &arguments.terrain else {
        return match (of_hexes.next(), of_hexes.next()) {
            (Some(first), Some(second)) => Ok([first, second]),
            _ => Err(usage(
                format!("the pack {} itself has no two terrains", loaded.pack().manifest.id),
                "name another with `--on PACK`, or a scenario that has its own with `--on PACK/SCENARIO`",
            )),
        };
    };
    let names: Vec<&str> = named.split(',').map(str::trim).collect();
    let [first, second] = names[..] else {
        return Err(usage(format!("`{named}` is not two terrains"), "write `--terrain FIRST,SECOND`"));
    };
    if first == second {
        let told = format!("`{named}` is the same terrain twice");
        return Err(usage(told, "a board has two terrains: write `--terrain FIRST,SECOND`"));
    }
    let find = |name: &str| {
        of_hexes.clone().find(|t| &*t.name == name).ok_or_else(|| {
            let told = Diagnostic::error(Code::UNKNOWN_TERRAIN, format!("no terrain is called `{name}`"));
            Failure::from(told.near(name, of_hexes.clone().map(|t| &*t.name)))
        })
    };
    Ok([find(first)?, find(second)?])
}

/// What is not fair of a board with an odd number of hexes.
fn middle_note(terrain: [&Terrain; 2], layout: &Layout, board: &Patchwork, middle: Hex) -> String {
    let which = usize::from(board.patch(middle) == Some(Patch::Second));
    let number = layout.number(middle).map_or_else(String::new, |number| number.to_string());
    format!(
        "{number} in the middle is its own half turn: by the seed it is {}, which has one hex more than {}",
        terrain[which].name,
        terrain[1 - which].name
    )
}

/// The file: how it was made, then the map.
fn text(
    arguments: &NewBoard,
    name: &str,
    terrain: [&Terrain; 2],
    layout: &Layout,
    board: &Patchwork,
) -> String {
    let NewBoard { size, seed, grain, pointy, .. } = arguments;
    let size = size.to_lowercase();
    let [first, second] = terrain;
    let way_up = if *pointy { " --pointy" } else { "" };
    let form = if *pointy { "pointy" } else { "flat" };
    let (columns, rows) = (layout.columns(), layout.rows());
    let symbols = symbols(terrain);
    let on = arguments.on.as_ref().map_or_else(String::new, |on| format!(" --on {}", shell_word(on)));
    let middle = board.middle().map(|(hex, _)| middle_note(terrain, layout, board, hex));
    let fair = match &middle {
        None => "every hex lies where one of the other kind was.",
        Some(_) => "every hex but one lies where one of the other kind was.",
    };
    let middle = middle.map_or_else(String::new, |note| format!("// {note}.\n"));
    let mut text = format!(
        "// houserule new board{on} --size {size} --seed {seed} --grain {grain} --terrain {},{}{way_up}\n\
         // Turned by half, {fair}\n{middle}\
         // `patchwork {} {} seed {seed} grain {grain}` in place of the rows makes the same board.\n\
         map {name} \"Patchwork of {columns} x {rows}, seed {seed}\" {{\n  hexes {form} odd {columns} x {rows}\n",
        first.name, second.name, first.name, second.name
    );
    text.push_str(&format!("  legend {} {} {} {}", symbols[0], first.name, symbols[1], second.name));
    if board.left_out().next().is_some() {
        text.push_str(&format!(" {} hole", symbols[2]));
    }
    text.push_str("\n  rows {\n");
    for row in 1..=rows {
        let signs =
            (1..=columns).filter_map(|column| layout.hex(column, row)).map(|hex| match board.patch(hex) {
                Some(Patch::First) => symbols[0],
                Some(Patch::Second) => symbols[1],
                None => symbols[2],
            });
        let row: Vec<String> = signs.map(String::from).collect();
        text.push_str(&format!("    {}\n", row.join(" ")));
    }
    text.push_str("  }\n}\n");
    text
}

/// The signs of both terrains and of holes: the terrains' own where each is one plain character, unlike the other.
fn symbols(terrain: [&Terrain; 2]) -> [char; 3] {
    let plain = |t: &Terrain| {
        let mut signs = t.symbol.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) if sign.is_alphanumeric() || ".:*^%=~-'!?&$#".contains(sign) => Some(sign),
            _ => None,
        }
    };
    let [first, second] = match (plain(terrain[0]), plain(terrain[1])) {
        (Some(first), Some(second)) if first != second => [first, second],
        _ => ['o', 'x'],
    };
    let hole = ['_', '-'].into_iter().find(|sign| *sign != first && *sign != second).unwrap_or('_');
    [first, second, hole]
}
