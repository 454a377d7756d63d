//! Hulls: `hull light { depths surface core; kinds S "plain" P "propulsion"; rows { .  S1 S1 . } }`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::tree::{Entry, Token, TokenKind};
use super::declare::unknown_key;
use super::tables::joined;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::Origin;
use crate::kernel::hull::{Boxes, Flank, Hull, Kind, Spot};

/// Keys of a hull's block.
const KEYS: [&str; 7] = ["depths", "kinds", "rows", "side", "join", "part", "boxes"];

/// A hull has so many depths at most: a digit for each.
const MOST_DEPTHS: usize = 9;

/// A row has so many boxes at most, and a hull so many rows of them.
const MOST_BOXES: usize = 40;

const DRAWING: &str = "draw a circle as the letter of its kind and the number of its depth, 1 the outermost, and `.` where there is \
                       none, with blanks between: `. S1 P1 .`";

/// A circle that cannot be read.
struct BadCell {
    /// The key that would say what it is.
    declared_by: &'static str,
    /// What of it is unknown.
    part: String,
    told: Diagnostic,
}

/// A hull while it is read.
struct Draft {
    hull: Hull,
    /// Where each circle is drawn in the text, also those with a mistake.
    cells: BTreeMap<Spot, Span>,
    /// Keys of which a line has a mistake: what names something that it should say is no mistake of its own.
    wrong: BTreeSet<&'static str>,
    /// What of the drawing has been told, once for all circles that share it.
    told: BTreeSet<String>,
}

impl Draft {
    /// Circles that are not next to any of the first, nor by way of others, with one of those that are.
    fn cut_off(&self) -> Option<(Vec<Spot>, Spot)> {
        let circles = self.hull.circles();
        let parts = self.hull.parts();
        let (largest, smallest) = (parts.first()?, parts.last()?);
        if parts.len() == 1 {
            return None;
        }
        Some((smallest.iter().map(|at| circles[*at].spot).collect(), circles[largest[0]].spot))
    }
}

impl Assembly<'_> {
    /// `hull light "A light hull" { … }`.
    pub(super) fn hull(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the hull")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        let old = self.data.catalogue.hull_named(&name);
        if let Some(old) = old {
            let at = self.data.catalogue.hull(old).origin.clone();
            if at.layer == origin.layer {
                self.twice(&format!("hull `{name}`"), span, at.span);
                return Ok(());
            }
            self.overridden(format!("hull {name}"), &at, &origin);
        }
        let hull = Hull::new(name, title, origin);
        let mut draft = Draft { hull, cells: BTreeMap::new(), wrong: BTreeSet::new(), told: BTreeSet::new() };
        let entries = joined(entry.entries());
        let mut drawings = entries.iter().filter(|entry| entry.key(self.sources) == Some("rows"));
        let (drawing, second) = (drawings.next(), drawings.next());
        match (drawing, second) {
            (None, _) => self.tell(no_circles(&draft.hull, span)),
            (Some(_), None) => {}
            (Some(first), Some(second)) => self.tell(
                Diagnostic::error(Code::DUPLICATE, "a hull is drawn twice")
                    .at(second.head(), "the second")
                    .at(first.head(), "the first")
                    .help("delete one of the two"),
            ),
        }
        let drawing = drawing.map(Entry::head);
        // What the drawing says comes before what is said of its circles, whatever the order of the lines.
        for pass in [&KEYS[..2], &KEYS[2..3], &KEYS[3..]] {
            for entry in &entries {
                if self.is_full() {
                    return Ok(());
                }
                let key = entry.key(self.sources).unwrap_or_default();
                let is_first = pass.contains(&"depths");
                if key == "rows" && drawing != Some(entry.head()) {
                    continue;
                }
                if let Some(key) = pass.iter().find(|known| **known == key) {
                    let read = self.hull_entry(&mut draft, entry, key);
                    if self.take(read).is_none() {
                        draft.wrong.insert(key);
                    }
                } else if is_first && !KEYS.contains(&key) {
                    let mut line = self.line(entry);
                    let read = line.word("a key of a hull");
                    let told = read.and_then(|(key, span)| Err(unknown_key(&key, span, "a hull", &KEYS)));
                    self.take::<()>(told);
                }
            }
        }
        if draft.wrong.is_empty() {
            self.in_one_piece(&draft);
        }
        match old {
            Some(old) => self.data.catalogue.hulls[old.index()] = draft.hull,
            None => self.data.catalogue.hulls.push(draft.hull),
        }
        Ok(())
    }

    /// A warning for a hull of which some circles are next to none of the others. It may be meant so; what a neighbour is for only
    /// the pack knows.
    fn in_one_piece(&mut self, draft: &Draft) {
        let Some((alone, other)) = draft.cut_off() else { return };
        let hull = &draft.hull.name;
        let title = match &alone[..] {
            [one] => format!("circle `{one}` of hull `{hull}` is next to no other"),
            [one, ..] => format!("hull `{hull}` is in parts: nothing joins `{one}` to `{other}`"),
            [] => return,
        };
        let at = draft.cells.get(&alone[0]).copied().unwrap_or(draft.hull.origin.span);
        self.tell(Diagnostic::warning(Code::HULL_IN_PARTS, title).at(at, "").help(format!(
            "draw it beside another, or say which is its neighbour, as `join {} {other}`",
            alone[0]
        )));
    }

    fn hull_entry(&mut self, draft: &mut Draft, entry: &Entry, key: &'static str) -> Result<(), Diagnostic> {
        let mut line = Line::after_key(entry, self.sources);
        let hull = &mut draft.hull;
        match key {
            "depths" => {
                while !line.is_done() {
                    let (depth, span) = line.name("the name of a depth, outermost first")?;
                    if hull.depths.len() == MOST_DEPTHS {
                        let title = format!("a hull has up to {MOST_DEPTHS} depths");
                        return Err(Diagnostic::error(Code::TOO_LARGE, title).at(span, "one too many"));
                    }
                    if self.is_new(!hull.depths.contains(&depth), "depth", span) {
                        hull.depths.push(depth);
                    } else {
                        draft.wrong.insert(key);
                    }
                }
                line.done()
            }
            "kinds" => {
                while !line.is_done() {
                    let (letter, span) = line.word("the letter of a kind and what it stands for")?;
                    let title = line.text("what the kind stands for, in quotes")?;
                    if letter.chars().count() != 1 || !letter.chars().all(char::is_alphabetic) {
                        let title = format!("`{letter}` is no letter of a kind of circle");
                        let told = Diagnostic::error(Code::BAD_VALUE, title).at(span, "");
                        return Err(told.help("write one letter: `kinds S \"plain\" P \"propulsion\"`"));
                    }
                    if self.is_new(!hull.kinds.iter().any(|kind| kind.letter == letter), "kind", span) {
                        hull.kinds.push(Kind { letter, title });
                    } else {
                        draft.wrong.insert(key);
                    }
                }
                line.done()
            }
            "boxes" => {
                let (what, label) = ("what the boxes count, in quotes", "what stands in a box");
                let mut boxes = Boxes { title: line.text(what)?, labels: Vec::new() };
                let span = entry.head();
                while !line.is_done() {
                    let token = line.next().ok_or_else(|| line.expected(label))?;
                    boxes.labels.push(match token.kind {
                        TokenKind::Text => line.unquoted(token),
                        _ if line.text_of(token) == "." => Arc::from(""),
                        _ => Arc::from(line.text_of(token)),
                    });
                }
                if boxes.labels.is_empty() {
                    return Err(line.expected(label));
                }
                if boxes.labels.len() > MOST_BOXES || hull.boxes.len() == MOST_BOXES {
                    let title = format!("a hull has up to {MOST_BOXES} rows of up to {MOST_BOXES} boxes");
                    return Err(Diagnostic::error(Code::TOO_LARGE, title).at(span, ""));
                }
                hull.boxes.push(boxes);
                line.done()
            }
            "rows" => {
                line.no_more()?;
                self.hull_rows(draft, entry)
            }
            "side" => {
                let (word, span) = line.word("`front`, `left`, `right` or `rear`")?;
                let Some((_, flank)) = Flank::ALL.iter().find(|(known, _)| **known == *word) else {
                    let told = Diagnostic::error(Code::BAD_VALUE, format!("`{word}` is no side of a hull"));
                    return Err(told
                        .at(span, "")
                        .near(&word, Flank::ALL.iter().map(|(known, _)| *known))
                        .help("sides are `front`, `left`, `right` and `rear`"));
                };
                while !line.is_done() {
                    let Some(at) = self.hull_circle(draft, &mut line)? else { continue };
                    draft.hull.put_on(at, *flank);
                }
                line.done()
            }
            _ => {
                let one = self.hull_circle(draft, &mut line)?;
                while {
                    let other = self.hull_circle(draft, &mut line)?;
                    match (one, other) {
                        (Some(one), Some(other)) if key == "join" => draft.hull.join(one, other),
                        (Some(one), Some(other)) => draft.hull.part(one, other),
                        _ => {}
                    }
                    !line.is_done()
                } {}
                line.done()
            }
        }
    }

    /// True for what is not there yet. What is there twice is told, and what follows in the line is read on.
    fn is_new(&mut self, is_new: bool, what: &str, span: Span) -> bool {
        if !is_new {
            let title = format!("the {what} `{}` is there twice", self.shown(span));
            let told = Diagnostic::error(Code::DUPLICATE, title).at(span, "the second");
            self.tell(told.help("delete one of the two"));
        }
        is_new
    }

    /// The circle that a word of a line names; none where it is drawn with a mistake.
    fn hull_circle(&self, draft: &Draft, line: &mut Line<'_, '_>) -> Result<Option<usize>, Diagnostic> {
        let (name, span) = line.word("a circle by column and row, as `b3`")?;
        let found = draft.hull.named(&name);
        let is_drawn = Spot::named(&name).is_some_and(|spot| draft.cells.contains_key(&spot));
        if found.is_some() || is_drawn {
            return Ok(found);
        }
        Err(Diagnostic::error(Code::BAD_VALUE, format!("the hull has no circle `{name}`"))
            .at(span, "")
            .help("columns are letters from the left, rows numbers from the front: `b3`"))
    }

    /// The drawing: a line a row, the front first.
    fn hull_rows(&mut self, draft: &mut Draft, entry: &Entry) -> Result<(), Diagnostic> {
        let lines = joined(entry.entries());
        let mut cells = lines.iter().flat_map(|line| &line.tokens);
        if cells.all(|cell| self.sources.text(cell.span) == ".") {
            return Err(no_circles(&draft.hull, entry.head()));
        }
        let mut drawn = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let too_large = row >= Hull::WIDEST || line.tokens.len() > Hull::WIDEST;
            if too_large {
                let title = format!("a hull has up to {0} columns and {0} rows", Hull::WIDEST);
                return Err(Diagnostic::error(Code::TOO_LARGE, title).at(line.head(), "one too many"));
            }
            for (column, token) in line.tokens.iter().enumerate() {
                let spot = Spot { column: column as u8, row: row as u8 };
                match self.hull_cell(draft, *token) {
                    Ok(None) => {}
                    Ok(Some((depth, kind))) => {
                        drawn.push((spot, depth, kind));
                        draft.cells.insert(spot, token.span);
                    }
                    Err(mistake) => {
                        draft.cells.insert(spot, token.span);
                        draft.wrong.insert("rows");
                        self.tell_once(draft, *mistake);
                    }
                }
            }
        }
        draft.hull.draw(drawn);
        Ok(())
    }

    /// Tells of a circle, unless another with the same letter or the same depth has the same mistake, or what its kind or its depth
    /// is was told with a mistake.
    fn tell_once(&mut self, draft: &mut Draft, mistake: BadCell) {
        let is_consequence = draft.wrong.contains(mistake.declared_by);
        if !is_consequence && draft.told.insert(format!("{} {}", mistake.declared_by, mistake.part)) {
            self.tell(mistake.told);
        }
    }

    /// `S1`: a depth and a kind, or nothing for `.`.
    fn hull_cell(&self, draft: &Draft, token: Token) -> Result<Option<(usize, usize)>, Box<BadCell>> {
        let hull = &draft.hull;
        let text = match token.kind {
            TokenKind::Text => "",
            _ => self.sources.text(token.span),
        };
        if text == "." {
            return Ok(None);
        }
        let told = |title: String| Diagnostic::error(Code::BAD_VALUE, title).at(token.span, "");
        let split = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
        let (letter, digits) = text.split_at(split);
        let bad =
            |declared_by, part: &str, told| Box::new(BadCell { declared_by, part: part.to_owned(), told });
        let Some(kind) = hull.kinds.iter().position(|kind| &*kind.letter == letter) else {
            let known: Vec<String> =
                hull.kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.title)).collect();
            let told = told(format!("`{}` is no circle: no kind has this letter", self.shown(token.span)));
            let told = match known.is_empty() {
                true => told.help("say first what the letters mean: `kinds S \"plain\" P \"propulsion\"`"),
                false => told.help(format!("{DRAWING}; kinds are {}", known.join(", "))),
            };
            return Err(bad("kinds", if known.is_empty() { "" } else { letter }, told));
        };
        let digit = match digits.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
            _ => None,
        };
        match digit {
            Some(depth) if (1..=hull.depths.len()).contains(&depth) => Ok(Some((depth - 1, kind))),
            _ if hull.depths.is_empty() => {
                let told = told("the hull has no depths yet".to_owned());
                Err(bad("depths", "", told.help("name them, outermost first: `depths surface core heart`")))
            }
            _ => {
                let title = format!(
                    "`{}` is no circle: depths are 1 to {}",
                    self.shown(token.span),
                    hull.depths.len()
                );
                Err(bad("depths", digits, told(title).help(DRAWING)))
            }
        }
    }

    /// `hull light` in a unit type.
    pub(super) fn hull_of_unit(&self, line: &mut Line<'_, '_>) -> Result<(Arc<str>, Span), Diagnostic> {
        let named = line.word("the name of a hull")?;
        line.done()?;
        Ok(named)
    }
}

fn no_circles(hull: &Hull, at: Span) -> Diagnostic {
    Diagnostic::error(Code::MISSING_KEY, format!("hull `{}` has no circles", hull.name))
        .at(at, "")
        .help(format!("draw it in `rows {{ … }}`: {DRAWING}"))
}
