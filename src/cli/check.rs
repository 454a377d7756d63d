//! `check`: every mistake of packs, house rules and session files, without playing anything.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::json;

use super::adds::{adds, in_scenarios};
use super::arguments::Check;
use super::below::Below;
use super::check_line::Games;
use super::check_session::{SessionText, check_session};
use super::choose::{self, Chosen, pack_of};
use super::examples::wrong_examples;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use super::play_file::pack_around;
use super::set_up::set_up_faults;
use super::side_by_side::side_by_side;
use crate::diagnostic::{Code, Diagnostic, counted, render_within, shell_word, to_json};
use crate::kernel::layer::Rank;
use crate::pack::{
    HouseFile, Library, Loaded, Mistakes, Request, Source, check_pack, house_stem, load, parts, read_text,
};
use crate::repl::hidden_verbs;

/// What was checked, and what was found.
pub(super) struct Checked {
    /// Its name as shown.
    pub(super) name: String,
    /// What it has, in words; empty where it could not be loaded.
    pub(super) holds: String,
    /// Mistakes, by the texts that they are about.
    pub(super) found: Vec<Mistakes>,
    /// What the packs below warn of by themselves.
    pub(super) below: Vec<Below>,
    /// What to type where it may be meant for another pack.
    hint: Option<String>,
}

impl Checked {
    fn of(name: String) -> Checked {
        Checked { name, holds: String::new(), found: Vec::new(), below: Vec::new(), hint: None }
    }

    pub(super) fn count(&self, errors: bool) -> usize {
        self.found.iter().flat_map(|(_, d)| d).filter(|d| d.is_error() == errors).count()
    }

    pub(super) fn has_errors(&self) -> bool {
        self.count(true) > 0
    }

    /// Takes in what is wrong where a scenario is set up with a house file, without what is wrong there anyway.
    fn set_up_with(&mut self, loaded: &Rc<Loaded>, bare: Option<&Rc<Loaded>>) {
        let mut found = set_up_faults(loaded);
        if !found.is_empty()
            && let Some(bare) = bare
        {
            let known: Vec<String> =
                set_up_faults(bare).iter().map(|told| told.fingerprint(&bare.sources)).collect();
            found.retain(|told| !known.contains(&told.fingerprint(&loaded.sources)));
        }
        self.add((loaded.sources.clone(), found));
    }

    /// Takes in what a load found, without what is known already.
    fn add(&mut self, (sources, diagnostics): Mistakes) {
        let known: Vec<String> =
            self.found.iter().flat_map(|(s, all)| all.iter().map(|d| d.fingerprint(s))).collect();
        let mut new: Vec<Diagnostic> = Vec::new();
        for diagnostic in diagnostics {
            let print = diagnostic.fingerprint(&sources);
            if !known.contains(&print) && !new.contains(&diagnostic) {
                new.push(diagnostic);
            }
        }
        if !new.is_empty() {
            self.found.push((sources, new));
        }
    }
}

/// Carries out `check`.
pub(super) fn check(library: &Library, arguments: &Check, look: &Look) -> Outcome {
    let mut names = arguments.what.clone();
    if names.is_empty() {
        names = choose::all_meant(library);
    }
    if names.is_empty() {
        return Err(Diagnostic::error(Code::NO_PACK, "there is no pack here")
            .help("name one, by its path")
            .into());
    }
    let mut status = 0;
    for name in &names {
        let checked = check_one(library, name, arguments.on.as_deref())?;
        show(&checked, look);
        let own = match () {
            () if checked.has_errors() => 3,
            () if arguments.deny_warnings && checked.count(false) > 0 => 1,
            () => 0,
        };
        status = status.max(own);
    }
    Ok(status)
}

fn check_one(library: &Library, name: &str, on: Option<&str>) -> Result<Checked, Failure> {
    let path = Path::new(name);
    if let Some(pack) = pack_of(library, name) {
        return Ok(check_whole(library, &pack));
    }
    match path.extension().and_then(|e| e.to_str()).filter(|_| path.is_file()) {
        Some("play") => {
            let (name, holds, mistakes) = check_session(library, path)?;
            let mut checked = Checked { holds, ..Checked::of(name) };
            mistakes.into_iter().for_each(|mistakes| checked.add(mistakes));
            Ok(checked)
        }
        Some("rhai" | "units" | "map") if on.is_some() || !is_part_of_pack(path) => {
            check_house(library, path, on)
        }
        Some(_) => match pack_around(path) {
            Some(pack) => Ok(check_whole(library, &pack)),
            None => Err(Diagnostic::error(Code::USAGE, format!("`{name}` is in no pack"))
                .help("house files end in `.rhai` or `.units`, sessions in `.play`")
                .into()),
        },
        // What is written like a file is missing as a file: nobody looks for a pack by that name.
        None if !path.exists() && (house_stem(name).is_some() || name.ends_with(".play")) => {
            Err(Diagnostic::error(Code::NO_PACK, format!("there is nothing at `{name}`")).into())
        }
        None => match library.pack(name) {
            Err(error) => Err(error.into()),
            Ok(_) => Ok(check_whole(library, name)),
        },
    }
}

/// True for a rule or data file that its pack loads itself.
fn is_part_of_pack(path: &Path) -> bool {
    let is_house =
        path.canonicalize().ok().and_then(|p| Some(p.parent()?.ends_with("house"))).unwrap_or(false);
    !is_house && pack_around(path).is_some()
}

/// A pack with all its scenarios and with each of its ready house rules, without what packs below warn of by themselves.
pub(super) fn check_whole(alone: &Library, pack: &str) -> Checked {
    let library = &alone.with_neighbours(pack);
    let id =
        Path::new(pack).file_name().map_or_else(|| pack.to_owned(), |n| n.to_string_lossy().into_owned());
    let id = if id.is_empty() || id == "." || id == ".." { pack.to_owned() } else { id };
    let (mut checked, bare) = find(library, pack, id);
    if let Some(bare) = bare
        && checked.warns_elsewhere(&format!("{}/", bare.pack().files.name))
    {
        for below in &bare.packs[..bare.packs.len() - 1] {
            let id = below.files.name.to_string();
            checked.leave_to(named_from(alone, pack, &id), &find(library, &id, id.clone()).0);
        }
    }
    checked
}

/// A pack below as `check` takes it: by its id, or by its path beside the pack that was named by a path.
fn named_from(library: &Library, pack: &str, below: &str) -> String {
    let beside = Path::new(pack);
    match beside.parent().filter(|_| beside.file_name().is_some()) {
        _ if library.packs().iter().any(|p| p.id == below) => below.to_owned(),
        Some(folder) => folder.join(below).to_string_lossy().replace('\\', "/"),
        None => format!("{}/{below}", if pack == ".." { "../.." } else { ".." }),
    }
}

/// Everything that is wrong with a pack and what it builds on; and the pack without a scenario, where it could be loaded.
fn find(library: &Library, pack: &str, id: String) -> (Checked, Option<Loaded>) {
    let mut checked = Checked::of(id.clone());
    let request = |scenario: Option<&str>, house: Vec<HouseFile>| Request {
        pack: pack.to_owned(),
        scenario: scenario.map(str::to_owned),
        house,
        ..Request::default()
    };
    let parts = parts(library, pack);
    let bare = match load(library, &request(None, Vec::new()), &Arc::default()) {
        Ok(loaded) => {
            checked.holds = holds(&loaded);
            let commands = hidden_verbs(&loaded, Rank::Core).into_iter();
            let commands = commands.chain(wrong_examples(&loaded, Rank::Core)).collect();
            checked.add((loaded.sources.clone(), commands));
            Some(loaded)
        }
        Err(mistakes) => {
            checked.add(mistakes);
            None
        }
    };
    // Where the pack cannot be loaded, what is wrong with the rest is told as far as it can be seen.
    let mut stacks: Vec<(Request, Rank)> = Vec::new();
    stacks.extend(parts.scenarios.iter().map(|scenario| (request(Some(scenario), Vec::new()), Rank::Core)));
    for file in parts.houses {
        // What data change in a scenario is asleep without it, and only there are computed numbers asked and the set-up run. Rules are
        // awake in all of them, and one shows what becomes of the set-up.
        let awake = if file.name.ends_with(".units") { parts.scenarios.len() } else { 1 };
        stacks.push((request(None, vec![file.clone()]), Rank::House));
        let scenarios = parts.scenarios.iter().take(awake);
        stacks.extend(scenarios.map(|scenario| (request(Some(scenario), vec![file.clone()]), Rank::House)));
    }
    let found = side_by_side(&stacks, |(request, from)| mistakes(library, request, *from));
    found.into_iter().for_each(|mistakes| checked.add(mistakes));
    let Some(bare) = bare else {
        checked.hint.get_or_insert_with(|| "its sessions are looked at once these are mended".to_owned());
        return (checked, None);
    };
    if checked.has_errors() {
        let told = "where its rules come from is looked at once these are mended";
        checked.hint.get_or_insert_with(|| told.to_owned());
    } else {
        checked.add((bare.sources.clone(), check_pack(&bare, &worlds(library, &id))));
    }
    let files = &bare.pack().files;
    let mut games = Games::new(library);
    for session in &bare.pack().sessions {
        let file = match &files.source {
            Source::Folder(folder) => Some(folder.join(&session.path)),
            Source::Embedded => None,
        };
        let session = SessionText {
            name: &format!("{}/{}", files.name, session.path),
            text: &session.text,
            folder: file.as_deref().and_then(Path::parent),
        };
        checked.add(session.mistakes(&mut games, &bare, pack));
    }
    games.expected_wrongly().for_each(|mistakes| checked.add(mistakes));
    (checked, Some(bare))
}

/// What is found where this is loaded, and set up if it is a scenario; and commands of layers from this rank on that words of the program
/// hide.
fn mistakes(library: &Library, request: &Request, from: Rank) -> Mistakes {
    match load(library, request, &Arc::default()) {
        Ok(loaded) => {
            let loaded = Rc::new(loaded);
            let faults = if request.scenario.is_some() { set_up_faults(&loaded) } else { Vec::new() };
            let hidden = hidden_verbs(&loaded, from);
            let found = loaded.warnings.iter().cloned().chain(faults).chain(hidden).collect();
            (loaded.sources.clone(), found)
        }
        Err(mistakes) => mistakes,
    }
}

/// Packs that stand on this one, at whatever height, and can be loaded. Their sessions show its rules, too.
pub(super) fn worlds(library: &Library, id: &str) -> Vec<Loaded> {
    let others = library.packs().into_iter().map(|pack| pack.id).filter(|other| other != id);
    let request = |pack| Request { pack, ..Request::default() };
    let loaded = others.filter_map(|other| load(library, &request(other), &Arc::default()).ok());
    loaded.filter(|other| other.packs.iter().any(|pack| *pack.files.name == *id)).collect()
}

/// `41 rules, 3 scenarios, 27 ids`.
fn holds(loaded: &Loaded) -> String {
    let own = &loaded.pack().files.name;
    let rules = loaded.rules.rules().iter().filter(|r| !r.expression && r.layer.name == *own).count();
    let scenarios = loaded.data.scenarios.values().filter(|s| s.origin.layer.name == *own).count();
    [(rules, "rule"), (scenarios, "scenario"), (loaded.pack().ledger.len(), "id")]
        .map(|(n, what)| counted(n, what))
        .join(", ")
}

/// A house file on top of a pack: the one that is named, or around it, or else the only one that it fits.
fn check_house(library: &Library, path: &Path, on: Option<&str>) -> Result<Checked, Failure> {
    let around = pack_around(path);
    let named = on.or(around.as_deref());
    let chosen = choose::choose(library, named)?;
    let mut checked = check_house_on(library, path, &chosen)?;
    if named.is_some() || !checked.has_errors() {
        return Ok(checked);
    }
    let mut fits = fits(library, path)?;
    if let [pack] = &fits[..] {
        return check_house_on(library, path, &Chosen { pack: pack.clone(), scenario: None });
    }
    if fits.is_empty() {
        fits = takes_board(library, path)?;
    }
    let shown = shell_word(&checked.name);
    checked.hint = Some(match fits.is_empty() {
        true => format!("this is on {}; `check {shown} --on PACK` looks at it on another pack", chosen.pack),
        false => format!(
            "this is on {}, and it fits {}: `check {shown} --on {}`",
            chosen.pack,
            fits.join(", "),
            shell_word(&fits[0])
        ),
    });
    Ok(checked)
}

/// The packs that a house file has no mistakes on; where all others stand on one of them, that one.
fn fits(library: &Library, path: &Path) -> Result<Vec<String>, Failure> {
    let file = HouseFile { name: Arc::from(path.to_string_lossy()), text: read_text(path)? };
    let mut fits: Vec<(String, Vec<String>)> = Vec::new();
    for pack in library.packs().into_iter().map(|pack| pack.id) {
        let request = Request { pack: pack.clone(), house: vec![file.clone()], ..Request::default() };
        let Ok(loaded) = load(library, &request, &Arc::default()) else { continue };
        // A board of terrain that only scenarios have may have mistakes in those alone.
        let chosen = Chosen { pack, scenario: None };
        if !check_house_on(library, path, &chosen)?.has_errors() {
            let below = loaded.packs.iter().map(|below| below.files.name.to_string()).collect();
            fits.push((chosen.pack, below));
        }
    }
    let lowest = fits.iter().find(|(pack, _)| fits.iter().all(|(_, below)| below.contains(pack)));
    Ok(match lowest {
        Some((pack, _)) => vec![pack.clone()],
        None => fits.into_iter().map(|(pack, _)| pack).collect(),
    })
}

/// The scenarios, as `PACK/SCENARIO`, on whose map a board of a house file lies without a mistake, for one on which not all of a pack fits.
fn takes_board(library: &Library, path: &Path) -> Result<Vec<String>, Failure> {
    let file = HouseFile { name: Arc::from(path.to_string_lossy()), text: read_text(path)? };
    let mut take = Vec::new();
    for pack in library.packs().into_iter().map(|pack| pack.id) {
        let request = Request { pack: pack.clone(), house: vec![file.clone()], ..Request::default() };
        let Ok(loaded) = load(library, &request, &Arc::default()) else { continue };
        for scenario in loaded.data.scenarios.keys().map(|name| name.to_string()) {
            let with = Request { scenario: Some(scenario.clone()), ..request.clone() };
            let Ok(there) = load(library, &with, &Arc::default()) else { continue };
            let own = there.layers.last().map(|layer| &layer.layer);
            let lies_on = there.data.set_up.as_ref().and_then(|s| there.data.map_origins.get(&s.map_name));
            let chosen = Chosen { pack: pack.clone(), scenario: Some(scenario) };
            if lies_on.map(|origin| &origin.layer) == own
                && !check_house_on(library, path, &chosen)?.has_errors()
            {
                take.push(format!("{pack}/{}", chosen.scenario.unwrap_or_default()));
            }
        }
    }
    Ok(take)
}

fn check_house_on(library: &Library, path: &Path, chosen: &Chosen) -> Result<Checked, Failure> {
    let library = library.with_neighbours(&chosen.pack);
    let name = path.to_string_lossy().replace('\\', "/");
    let file = HouseFile { name: Arc::from(&*name), text: read_text(path)? };
    let mut checked = Checked::of(name);
    let bare = Request { pack: chosen.pack.clone(), scenario: chosen.scenario.clone(), ..Request::default() };
    let request = Request { house: vec![file], ..bare.clone() };
    let bare = load(&library, &bare, &Arc::default()).ok().map(Rc::new);
    match load(&library, &request, &Arc::default()) {
        Ok(loaded) => {
            let loaded = Rc::new(loaded);
            let commands = hidden_verbs(&loaded, Rank::House).into_iter();
            let commands = commands.chain(wrong_examples(&loaded, Rank::House)).collect();
            checked.add((loaded.sources.clone(), commands));
            let mut adds = adds(&loaded, bare.as_deref());
            if chosen.scenario.is_none() {
                let awake = awake(&library, &request, &loaded, &mut checked);
                // Where it does the same in all of them, that is told once.
                if awake.iter().any(|(_, there)| Some(there) != adds.as_ref()) {
                    adds = Some(in_scenarios(&awake));
                }
            } else {
                checked.set_up_with(&loaded, bare.as_ref());
            }
            if !checked.has_errors() {
                let adds = adds.unwrap_or_else(|| "nothing".to_owned());
                checked.holds = format!("{adds}, on {}", loaded.pack().files.name);
            }
            checked.add((loaded.sources.clone(), loaded.warnings.clone()));
        }
        Err(mistakes) => checked.add(mistakes),
    }
    if checked.warns_elsewhere(&checked.name)
        && let Some(bare) = bare
    {
        let mut tells = Checked::of(String::new());
        tells.add((bare.sources.clone(), bare.warnings.clone()));
        checked.leave_to(chosen.pack.clone(), &tells);
    }
    Ok(checked)
}

/// What a house file adds in each scenario that it does something in, since what changes a unit or type of one is asleep
/// without it; and what is wrong with it there.
fn awake(
    library: &Library,
    request: &Request,
    asleep: &Loaded,
    checked: &mut Checked,
) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let own = asleep.layers.last().map(|layer| &layer.layer);
    for (name, scenario) in &asleep.data.scenarios {
        let with = Request { scenario: Some(name.to_string()), ..request.clone() };
        if own == Some(&scenario.origin.layer) {
            checked.add(mistakes(library, &with, Rank::House));
            continue;
        }
        let bare = Request { house: Vec::new(), ..with.clone() };
        // A scenario that is wrong by itself is left to the check of its pack.
        let Ok(bare) = load(library, &bare, &Arc::default()).map(Rc::new) else { continue };
        match load(library, &with, &Arc::default()) {
            Ok(loaded) => {
                all.extend(adds(&loaded, Some(&bare)).map(|adds| (name.to_string(), adds)));
                checked.set_up_with(&Rc::new(loaded), Some(&bare));
            }
            Err(mistakes) => checked.add(mistakes),
        }
    }
    all
}

/// Shows what was found, and a line that sums it up.
pub(super) fn show(checked: &Checked, look: &Look) {
    let mut page = Streams { ascii: look.style.ascii };
    let (errors, warnings) = (checked.count(true), checked.count(false));
    if look.json {
        for (sources, diagnostics) in &checked.found {
            for diagnostic in to_json(diagnostics, sources) {
                page.out(&format!("{diagnostic}\n"));
            }
        }
        let sum = json!({"schema": "houserule.check/1", "name": checked.name, "holds": checked.holds,
            "errors": errors, "warnings": warnings, "below": Below::json(&checked.below)});
        return page.out(&format!("{sum}\n"));
    }
    for (sources, diagnostics) in &checked.found {
        let columns = look.style.line_width();
        page.err(&(render_within(diagnostics, sources, look.style.colour, columns) + "\n"));
    }
    let mut parts: Vec<String> = Vec::new();
    parts.extend((!checked.holds.is_empty()).then(|| checked.holds.clone()));
    parts.push(match (errors, warnings) {
        (0, 0) => "no mistakes".to_owned(),
        (0, n) => counted(n, "warning"),
        (n, 0) => counted(n, "mistake"),
        (n, m) => format!("{}, {}", counted(n, "mistake"), counted(m, "warning")),
    });
    let ink = if errors > 0 { look.style.refused() } else { look.style.strong() };
    let name = look.style.paint(ink, &look.style.clean(&checked.name));
    page.out(&format!("{name}: {}\n", parts.join(", ")));
    if let Some(hint) = &checked.hint {
        page.out(&format!("  {}\n", look.style.clean(hint)));
    }
    if let Some(line) = Below::line(&checked.below) {
        page.out(&format!("  {}\n", look.style.clean(&line)));
    }
}
