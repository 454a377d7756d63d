//! Sessions looked at without running them: whether what their heads name is there, and whether their lines fit what they begin with.

use std::path::Path;
use std::sync::Arc;

use super::check_answers::Answerable;
use super::check_line::{Game, Games};
use super::choose::{self, Chosen};
use super::failure::Failure;
use super::play_file::{game_of, pack_around};
use super::script::Script;
use crate::data::parse_line;
use crate::diagnostic::{
    Code, Diagnostic, FileId, SourceMap, Span, counted, did_you_mean, instead_of, is_slip, unseen_in,
};
use crate::pack::{
    HEAD_KEYS, HeadLine, HouseFile, Library, Loaded, Mistakes, Request, head_lines, late_head_lines, load,
    no_house, read_text, repeated_head_lines, unknown_head_lines, unmarked_head_lines,
};
use crate::repl::{BUILT_IN, built_in, tried};
use crate::session::{Session, verb_called};

/// Verbs that change what is in force.
const CHANGING: [&str; 2] = ["house", "ruling"];

/// What a session plays, with its house rules.
type Named = (Chosen, Vec<HouseFile>);

/// A session as it stands in its file.
pub(super) struct SessionText<'a> {
    /// Its name as shown.
    pub(super) name: &'a str,
    /// Its text.
    pub(super) text: &'a str,
    /// The folder of its file, where it has one.
    pub(super) folder: Option<&'a Path>,
}

/// A session file by itself: its name, what it holds, and what is wrong with it.
///
/// # Errors
/// Where it cannot be read, or the pack that it is of cannot be loaded.
pub(super) fn check_session(
    library: &Library,
    path: &Path,
) -> Result<(String, String, Vec<Mistakes>), Failure> {
    let name = path.to_string_lossy().replace('\\', "/");
    let text = read_text(path)?;
    let session = SessionText { name: &name, text: &text, folder: path.parent() };
    let around = pack_around(path);
    let chosen = session.game(library, around.as_deref())?;
    let pack = around.unwrap_or(chosen.pack);
    let near = library.with_neighbours(&pack);
    let loaded = load(&near, &Request { pack: pack.clone(), ..Request::default() }, &Arc::default())?;
    let mut games = Games::new(library);
    let mut mistakes = vec![session.mistakes(&mut games, &loaded, &pack)];
    mistakes.extend(games.expected_wrongly());
    Ok((name, counted(count_lines(&text), "line"), mistakes))
}

/// How many lines of a session are carried out.
fn count_lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')).count()
}

impl SessionText<'_> {
    /// The line of its head that names what is played.
    fn scenario(&self) -> Option<HeadLine<'_>> {
        head_lines(self.text).filter(|line| line.key == "Scenario").last()
    }

    /// What is played: what it names, or its pack.
    fn game(&self, library: &Library, pack: Option<&str>) -> Result<Chosen, Failure> {
        game_of(library, self.scenario().map(|line| line.value), self.folder, pack)
    }

    /// What is wrong with a session of a pack, in its head and in its lines.
    pub(super) fn mistakes(&self, games: &mut Games<'_>, loaded: &Loaded, pack: &str) -> Mistakes {
        let mut sources = SourceMap::default();
        let file = sources.add(self.name, self.text);
        let (mut found, named) = self.of_head(games.library(), loaded, pack, file);
        let game = named.and_then(|(chosen, house)| games.of(chosen, house));
        if count_lines(self.text) == 0 {
            let told = Diagnostic::warning(Code::NO_LINES, "a session without a line tests nothing");
            found.push(
                told.at(Span::new(file, 0, 0), "").help("write a command of the game, or delete the file"),
            );
        }
        found.extend(self.of_lines(loaded, game.as_deref(), &sources, file));
        (sources, found)
    }

    /// What its head names that there is not; and what is played with which house rules, where all of that is there.
    fn of_head(
        &self,
        library: &Library,
        loaded: &Loaded,
        pack: &str,
        file: FileId,
    ) -> (Vec<Diagnostic>, Option<Named>) {
        let at = |line: HeadLine<'_>| Span::new(file, line.at, line.at + line.value.len());
        let mut found = bad_head(self.text, file);
        found.extend(self.of_keys(file));
        let known: Vec<&str> = loaded.packs.iter().flat_map(|p| &p.ledger).map(|entry| &*entry.id).collect();
        for line in head_lines(self.text).filter(|line| line.key == "Rules") {
            for (id, start) in line.words().filter(|(id, _)| !known.contains(id)) {
                let told = Diagnostic::error(Code::BAD_LEDGER, format!("no ledger lists `{id}`"));
                let place = Span::new(file, start, start + id.len());
                found.push(told.at(place, "").near(id, known.iter().copied()));
            }
        }
        let chosen = match self.game(library, Some(pack)) {
            Ok(chosen) => chosen,
            Err(failure) => {
                found.extend(failure.diagnostics);
                return (found, None);
            }
        };
        if let Some(line) = self.scenario()
            && let Some(told) = self.no_game(library, loaded, pack, &chosen)
        {
            let behind = line.value.rfind('/').filter(|_| told.code == Code::NO_SCENARIO);
            let place =
                Span { start: at(line).start + behind.map_or(0, |slash| slash as u32 + 1), ..at(line) };
            found.push(told.at(place, ""));
            return (found, None);
        }
        let near = library.with_neighbours(&chosen.pack);
        let (mut house, mut is_whole) = (Vec::new(), true);
        for line in head_lines(self.text).filter(|line| line.key == "House") {
            match choose::house(&near, &chosen.pack, line.value, self.folder) {
                Ok((file, _)) => house.push(file),
                Err(failure) => {
                    is_whole = false;
                    // What has a place is in another text: the mistakes of a pack are left to its own check.
                    let own = failure.diagnostics.into_iter().filter(|told| told.labels.is_empty());
                    found.extend(own.map(|told| told.at(at(line), "")));
                }
            }
        }
        (found, is_whole.then_some((chosen, house)))
    }

    /// Keys of its head that tell the program nothing.
    fn of_keys(&self, file: FileId) -> Vec<Diagnostic> {
        let unknown = unknown_head_lines(self.text).filter(|line| !is_misspelt(line)).map(|line| {
            let title = format!("`{}` is nothing that the head of a session tells the program", line.key);
            let told = Diagnostic::warning(Code::USAGE, title).near(line.key, HEAD_KEYS);
            let told = told.at(of_key(&line, file), "");
            told.note(format!("it takes {}; anything else is a comment", HEAD_KEYS.join(", ")))
        });
        unknown.collect()
    }

    /// Why there is no such game. What else is wrong with another pack is left to its own check.
    fn no_game(&self, library: &Library, loaded: &Loaded, pack: &str, chosen: &Chosen) -> Option<Diagnostic> {
        let other;
        let loaded = match chosen.pack == pack {
            true => loaded,
            false => {
                let near = library.with_neighbours(&chosen.pack);
                if let Err(told) = near.pack(&chosen.pack) {
                    return Some(told);
                }
                let request = Request { pack: chosen.pack.clone(), ..Request::default() };
                other = load(&near, &request, &Arc::default()).ok()?;
                &other
            }
        };
        let scenario = chosen.scenario.as_deref()?;
        let is_there = loaded.data.scenarios.contains_key(scenario);
        (!is_there).then(|| Session::no_scenario(loaded, &loaded.pack().files.name, scenario))
    }

    /// What is wrong with its lines: each has to begin with a verb that there is, and to fit its form. What they expect to be true is
    /// kept by the game.
    fn of_lines(
        &self,
        loaded: &Loaded,
        mut game: Option<&Game>,
        sources: &SourceMap,
        file: FileId,
    ) -> Vec<Diagnostic> {
        let verbs = game.map_or(&loaded.data.verbs[..], Game::verbs);
        let mut answerable = Answerable::new(game.map_or(loaded, Game::loaded));
        let (mut found, mut written, mut expressions) = (Vec::new(), Vec::new(), Vec::new());
        let played = game;
        let script = Script::of_text(self.name, self.text);
        while let Some((line, origin)) = script.borrow_mut().command() {
            let bare = line.trim_start();
            if bare.is_empty() || bare.starts_with('#') {
                continue;
            }
            let tried = tried(bare).unwrap_or(bare);
            let at = sources.file(file).byte_at(origin.line, 1) as usize + line.len() - tried.len();
            if let Some((inside, c, what)) = unseen_in(tried).next() {
                let told = Diagnostic::error(Code::USAGE, format!("U+{:04X} is {what}", u32::from(c)));
                let place = Span::new(file, at + inside, at + inside + c.len_utf8());
                found.push(told.at(place, "").help(instead_of(c)));
                continue;
            }
            let parsed = match parse_line(tried) {
                Ok(parsed) => parsed,
                Err(error) => {
                    let told = Diagnostic::error(Code::USAGE, error.message);
                    found.push(told.at(Span::new(file, at, at + tried.len()), ""));
                    continue;
                }
            };
            let verb = &*parsed.verb.text;
            let is_known =
                verb.starts_with('(') || built_in(verb).is_some() || verb_called(verbs, verb).is_some();
            if !is_known {
                let names = verbs.iter().map(|v| &*v.name).chain(BUILT_IN.iter().map(|v| v.name));
                let near = did_you_mean(verb, names);
                if answerable.may_be_answer(&parsed, near) {
                    continue;
                }
                let told = Diagnostic::error(Code::UNKNOWN_COMMAND, format!("no command is called `{verb}`"))
                    .at(Span::new(file, at + parsed.verb.start, at + parsed.verb.end), "")
                    .near(verb, near);
                found.push(match &told.help {
                    None => told
                        .help("if it answers a question, give it with the command that asks: `--choose 1`"),
                    Some(_) => told,
                });
            } else if tried.len() == bare.len()
                && let Some(game) = game
            {
                let inside = |from: usize, to: usize| Span::new(file, at + from, at + to);
                if let Some(mut told) = game.mistake(tried, &parsed) {
                    let placed = |span: Span| inside(span.start as usize, span.end as usize);
                    told.labels.iter_mut().for_each(|label| label.span = placed(label.span));
                    found.push(told);
                } else if let Some(word) = game.expects(tried, &parsed) {
                    let place = inside(word.start, word.end);
                    // Line breaks inside it may be others in the file.
                    if sources.text(place) == &*word.text {
                        expressions.push(place);
                    }
                }
            }
            let words: Vec<&str> = parsed.words.iter().map(|word| &*word.text).collect();
            match (verb, &words[..]) {
                // What the session itself writes is there once it is played.
                ("ruling", ["save", file, ..]) => written.push((*file).to_owned()),
                ("house", ["add", name, ..])
                    if tried.len() == bare.len() && !written.iter().any(|own| own == name) =>
                {
                    let word = &parsed.words[1];
                    let place = Span::new(file, at + word.start, at + word.end);
                    let in_force = game.map_or(loaded, Game::loaded);
                    found.extend(no_house(name, self.folder, in_force).map(|told| told.at(place, "")));
                }
                _ => {}
            }
            answerable.goes_on(&parsed);
            // From here on commands may have other forms.
            if CHANGING.contains(&verb) {
                game = None;
            }
        }
        if let Some(played) = played {
            played.expect(self.name, self.text, expressions);
        }
        found
    }
}

/// What is wrong with the head of a session by itself: a seed that is none, what is said twice, and keys that are misspelt, have no colon or
/// stand behind a line.
pub(super) fn bad_head(text: &str, file: FileId) -> Vec<Diagnostic> {
    let is_no_seed = |line: &HeadLine<'_>| line.key == "Seed" && line.value.parse::<u64>().is_err();
    let no_seed = head_lines(text).find(is_no_seed).map(|line| {
        Diagnostic::error(Code::BAD_VALUE, format!("`{}` is no seed", line.value))
            .at(Span::new(file, line.at, line.at + line.value.len()), "")
            .help("a seed is a whole number: `# Seed: 7`")
    });
    let repeated = repeated_head_lines(text).map(|line| {
        Diagnostic::error(Code::DUPLICATE, format!("the head of a session says `{}` once", line.key))
            .at(of_key(&line, file), "")
            .help("leave out the line that is not meant")
    });
    let misspelt = head_lines(text).filter(is_misspelt).map(|line| {
        let title = format!("the head of a session says nothing of `{}`", line.key);
        Diagnostic::error(Code::USAGE, title).at(of_key(&line, file), "").near(line.key, HEAD_KEYS)
    });
    let late = late_head_lines(text).map(|line| {
        let title = format!("`{}` stands behind a line, where it says nothing", line.key);
        Diagnostic::error(Code::USAGE, title)
            .at(of_key(&line, file), "")
            .help("put it into the head of the session, above the first line")
    });
    let unmarked = unmarked_head_lines(text).map(|line| {
        let title = format!("`{}` has no colon behind it, and so says nothing", line.key);
        Diagnostic::error(Code::USAGE, title)
            .at(of_key(&line, file), "")
            .help(format!("`# {}: {}`", line.key, line.value))
    });
    no_seed.into_iter().chain(repeated).chain(misspelt).chain(unmarked).chain(late).collect()
}

/// Where the key of a line of a head stands.
fn of_key(line: &HeadLine<'_>, file: FileId) -> Span {
    Span::new(file, line.key_at, line.key_at + line.key.len())
}

/// Whether a key is a slip for one that the program is told by. `See: there` is a comment.
fn is_misspelt(line: &HeadLine<'_>) -> bool {
    let fits = |key: &str| key != "Seed" || line.value.parse::<u64>().is_ok();
    HEAD_KEYS.iter().any(|key| is_slip(line.key, key) && fits(key))
}
