//! What a pack declares before it can be written: attributes, ratings, flags, words, properties, phases, rolls.

use std::sync::Arc;

use super::super::tree::{Entry, TokenKind};
use super::change::KINDS;
use super::limits::check_room;
use super::{Assembly, list};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{
    AttributeDef, AttributeForm, Listed, Measure, PhaseDef, PropertyDef, RollKind, Subject,
};
use crate::kernel::value::Value;

/// The range of a number that says nothing of one.
pub(super) const ANY: (i64, i64) = (i64::MIN, i64::MAX);

/// The words for subjects.
const SUBJECTS: [(&str, Subject); 5] = [
    ("unit", Subject::Unit),
    ("terrain", Subject::Terrain),
    ("hex", Subject::Hex),
    ("side", Subject::Side),
    ("game", Subject::Game),
];

/// The word for a subject, in the plural.
pub(super) fn subjects(subject: Subject) -> &'static str {
    match subject {
        Subject::Unit => "units",
        Subject::Terrain => "terrain",
        Subject::Hex => "hexes",
        Subject::Side => "sides",
        Subject::Game => "the game",
    }
}

impl Assembly<'_> {
    /// `attribute`, `rating`, `flag` and `word`: how something printed is written.
    pub(super) fn attribute(&mut self, entry: &Entry, key: &str) -> Result<(), Diagnostic> {
        let form = match key {
            "attribute" => AttributeForm::Number,
            "rating" => AttributeForm::Rating,
            "flag" => AttributeForm::Flag,
            _ => AttributeForm::Word,
        };
        let mut line = self.line(entry);
        line.next();
        let subject = match (line.skip_word("unit"), line.skip_word("terrain")) {
            (false, true) => Subject::Terrain,
            _ => Subject::Unit,
        };
        let (name, span) = line.name("a name")?;
        if form == AttributeForm::Rating && !name.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Err(Diagnostic::error(Code::BAD_VALUE, format!("a rating cannot be called `{name}`"))
                .at(span, "a rating is written with its number, like `H3`")
                .help("use letters only"));
        }
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let def = AttributeDef {
            name,
            title,
            subject,
            form,
            qualifies: None,
            default: None,
            range: ANY,
            listed: Listed::default(),
            origin: self.origin(entry),
            first: self.origin(entry).span,
        };
        let mut defs = vec![def];
        self.attribute_keys(&mut defs, entry.entries());
        for def in defs {
            self.declare(def);
        }
        Ok(())
    }

    /// `change attribute STR { range -5..20 }`.
    pub(super) fn change_attribute(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        line.next();
        let subject = match (line.skip_word("unit"), line.skip_word("terrain")) {
            (false, true) => Subject::Terrain,
            _ => Subject::Unit,
        };
        let (name, span) = line.word("the name of an attribute")?;
        line.no_more()?;
        let Some(old) = self.data.catalogue.attributes.get(&(subject, name.clone())).cloned() else {
            let names = self.attribute_names(subject);
            return Err(Diagnostic::error(
                Code::NOTHING_TO_CHANGE,
                format!("no attribute is called `{name}`"),
            )
            .at(span, format!("of {}", subjects(subject)))
            .near(&name, names));
        };
        let new = self.origin(entry);
        self.overridden(format!("attribute `{name}`"), &old.origin, &new);
        let mut defs = vec![AttributeDef { origin: new, ..old }];
        self.attribute_keys(&mut defs, entry.entries());
        for def in defs {
            self.data.catalogue.attributes.insert((subject, def.name.clone()), def);
        }
        Ok(())
    }

    fn declare(&mut self, mut def: AttributeDef) {
        let key = (def.subject, def.name.clone());
        if let Some(old) = self.data.catalogue.attributes.get(&key).cloned() {
            let what = format!("attribute `{}`", def.name);
            if old.origin.layer == def.origin.layer {
                self.twice(&what, def.origin.span, old.origin.span);
                return;
            }
            self.overridden(what, &old.origin, &def.origin);
            def.first = old.first;
        }
        if let Some((_, property)) = self.data.catalogue.property(def.subject, &def.name) {
            let first = property.origin.span;
            self.two_things(
                (def.subject, &def.name),
                ("printed here", def.origin.span),
                ("a property here", first),
            );
        }
        let room = check_room(self.data.catalogue.attributes.len(), "attributes", def.origin.span);
        if self.take(room).is_some() {
            self.data.catalogue.attributes.insert(key, def);
        }
    }

    /// The keys of an attribute's block; a qualifier becomes one more attribute.
    fn attribute_keys(&mut self, defs: &mut Vec<AttributeDef>, entries: &[Entry]) {
        for entry in entries {
            if self.is_full() {
                return;
            }
            let read = self.attribute_key(defs, entry);
            self.take(read);
        }
        let default_outside = defs.iter().find_map(|def| match def.default {
            Some(Value::Int(n)) if n < def.range.0 || n > def.range.1 => Some((def.clone(), n)),
            _ => None,
        });
        if let Some((def, n)) = default_outside {
            self.tell(self.out_of_range(&def, n, def.origin.span));
        }
    }

    fn attribute_key(&mut self, defs: &mut Vec<AttributeDef>, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        let (key, span) = line.word("a key")?;
        match (&*key, defs[0].form) {
            ("range", AttributeForm::Number | AttributeForm::Rating) => {
                let range = line.range("a range like `0..6`")?;
                // A qualifier has the range of its attribute unless it says otherwise.
                defs.iter_mut().for_each(|def| def.range = range);
            }
            ("default", AttributeForm::Number | AttributeForm::Rating) => {
                defs[0].default = Some(Value::Int(line.number("a whole number")?.0));
            }
            ("default", AttributeForm::Word) => {
                defs[0].default = Some(Value::Text(match line.text_or_nothing() {
                    Some(text) => text,
                    None => line.word("a word or a text")?.0,
                }));
            }
            ("inner", _) => defs.iter_mut().for_each(|def| def.listed.inner = true),
            ("with", _) => {
                let (name, span) = line.word("the name of an attribute")?;
                let subject = defs[0].subject;
                if !self.data.catalogue.attributes.contains_key(&(subject, name.clone())) {
                    let told = format!("no attribute of {} is called `{name}` above", subjects(subject));
                    return Err(Diagnostic::error(Code::UNKNOWN_KEY, told)
                        .at(span, "")
                        .near(&name, self.attribute_names(subject)));
                }
                defs.iter_mut().for_each(|def| def.listed.with = Some(name.clone()));
            }
            ("qualifier", AttributeForm::Number) => {
                let (name, _) = line.name("the name of the qualifier")?;
                let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
                let of = defs[0].clone();
                defs.push(AttributeDef {
                    name: format!("{}_{name}", of.name).into(),
                    title,
                    qualifies: Some(of.name),
                    default: None,
                    origin: self.origin(entry),
                    first: self.origin(entry).span,
                    ..defs[0].clone()
                });
            }
            _ => {
                let keys: &[&str] = match defs[0].form {
                    AttributeForm::Number => &["range", "default", "qualifier", "inner", "with"],
                    AttributeForm::Rating => &["range", "default", "inner", "with"],
                    AttributeForm::Word => &["default", "inner", "with"],
                    AttributeForm::Flag => &["inner", "with"],
                };
                return Err(unknown_key(&key, span, "an attribute's block", keys));
            }
        }
        line.done()
    }

    /// `property unit wounds 0 "wounds taken"`.
    pub(super) fn property(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (word, span) = line.word("what has it: `unit`, `hex`, `side` or `game`")?;
        let subject = SUBJECTS.iter().find(|(name, subject)| *name == &*word && *subject != Subject::Terrain);
        let Some((_, subject)) = subject else {
            return Err(Diagnostic::error(Code::BAD_VALUE, format!("`{word}` cannot have properties"))
                .at(span, "")
                .help("`unit`, `hex`, `side` and `game` can"));
        };
        let (name, _) = line.name("the name of the property")?;
        let default = match line.peek().map(|t| t.kind) {
            None => Value::Nothing,
            Some(_) => self.plain_value(&mut line)?,
        };
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let listed = self.listed((*subject, &name), entry.entries());
        let def = PropertyDef { name, subject: *subject, default, title, listed, origin: self.origin(entry) };
        if let Some(printed) = self.data.catalogue.attributes.get(&(def.subject, def.name.clone())) {
            let first = printed.origin.span;
            self.two_things(
                (def.subject, &def.name),
                ("a property here", def.origin.span),
                ("printed here", first),
            );
        }
        match self.data.catalogue.property(def.subject, &def.name).map(|(i, old)| (i, old.origin.clone())) {
            Some((_, old)) if old.layer == def.origin.layer => {
                self.twice(&format!("property `{}`", def.name), def.origin.span, old.span);
            }
            Some((at, old)) => {
                let before = &self.data.catalogue.properties[at].default;
                // What is nothing at first may come to be anything.
                if before.kind() != def.default.kind() && ![before, &def.default].contains(&&Value::Nothing) {
                    let told = format!("property `{}` is {} in the layer below", def.name, before.kind());
                    let told = Diagnostic::error(Code::BAD_VALUE, told);
                    return Err(told
                        .at(def.origin.span, format!("{} here", def.default.kind()))
                        .at(old.span, "declared here")
                        .help("rules read it as what it was: keep the kind, or take another name"));
                }
                self.overridden(format!("property `{}`", def.name), &old, &def.origin);
                self.data.catalogue.properties[at] = def;
            }
            None => {
                check_room(self.data.catalogue.properties.len(), "properties", def.origin.span)?;
                self.data.catalogue.properties.push(def);
            }
        }
        Ok(())
    }

    /// The keys of a property's block: `inner`, `in inches`, `marked "castle"`.
    fn listed(&mut self, of: (Subject, &Arc<str>), entries: &[Entry]) -> Listed {
        let mut listed = Listed::default();
        for entry in entries {
            let read = self.listed_key(of, &mut listed, entry);
            self.take(read);
        }
        listed
    }

    fn listed_key(
        &self,
        (subject, name): (Subject, &Arc<str>),
        listed: &mut Listed,
        entry: &Entry,
    ) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        let (key, span) = line.word("a key")?;
        match &*key {
            "inner" => listed.inner = true,
            "marked" if subject == Subject::Hex => {
                let told = "a property of hexes cannot be `marked`";
                return Err(Diagnostic::error(Code::BAD_VALUE, told).at(span, "").help(
                    "maps show what has become of hexes without it; it is for the hex that a side, a unit or the game holds",
                ));
            }
            "marked" => listed.marked = Some(line.text_or_nothing().unwrap_or_else(|| name.clone())),
            "in" => {
                let (word, span) = line.word("`inches` or `degrees`")?;
                listed.measure = match &*word {
                    "inches" => Measure::Inches,
                    "degrees" => Measure::Degrees,
                    _ => {
                        let told = format!("a property cannot be in `{word}`");
                        return Err(Diagnostic::error(Code::BAD_VALUE, told).at(span, "").help(
                            "`in inches` has thousandths of an inch, `in degrees` millionths of a degree",
                        ));
                    }
                };
            }
            _ => return Err(unknown_key(&key, span, "a property's block", &["inner", "in", "marked"])),
        }
        line.done()
    }

    /// `phase movement "movement step"`.
    pub(super) fn phase(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let (name, title) = self.name_and_title(entry, "the name of the phase")?;
        if self.is_named_again("phase", &name, entry) {
            return Ok(());
        }
        let phases = &mut self.data.catalogue.phases;
        match phases.iter_mut().find(|phase| phase.name == name) {
            Some(phase) => phase.title = title,
            None => {
                check_room(phases.len(), "phases", entry.head())?;
                phases.push(PhaseDef { name, title });
            }
        }
        Ok(())
    }

    /// `roll attack "attack die"`.
    pub(super) fn roll(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let (name, title) = self.name_and_title(entry, "the name of the roll")?;
        if self.is_named_again("roll", &name, entry) {
            return Ok(());
        }
        let rolls = &mut self.data.catalogue.roll_kinds;
        match rolls.iter_mut().find(|roll| roll.name == name) {
            Some(roll) => roll.title = title,
            None => {
                check_room(rolls.len(), "rolls", entry.head())?;
                rolls.push(RollKind { name, title });
            }
        }
        Ok(())
    }

    /// Tells of a phase or kind of roll that its layer has declared already; one of a lower layer gets another title.
    fn is_named_again(&mut self, kind: &'static str, name: &Arc<str>, entry: &Entry) -> bool {
        let new = self.origin(entry);
        let old = self.data.named.insert((kind, name.clone()), new.clone());
        let Some(old) = old else { return false };
        let what = format!("{kind} `{name}`");
        let is_again = old.layer == new.layer;
        match is_again {
            true => self.tell(
                Diagnostic::error(Code::DUPLICATE, format!("{what} is defined twice in {}", new.layer))
                    .at(new.span, "the second")
                    .at(old.span, "the first")
                    .help("rename one, or leave it out"),
            ),
            false => self.overridden(what, &old, &new),
        }
        is_again
    }

    fn name_and_title(&self, entry: &Entry, what: &str) -> Result<(Arc<str>, Arc<str>), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, _) = line.name(what)?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.done()?;
        Ok((name, title))
    }

    /// A number, `true`, `false`, `nothing`, a text or a word.
    pub(super) fn plain_value(&self, line: &mut super::Line<'_, '_>) -> Result<Value, Diagnostic> {
        let what = "a number, `true`, `false`, `nothing` or a text";
        let Some(token) = line.peek() else { return Err(line.expected(what)) };
        Ok(match token.kind {
            TokenKind::Number { .. } => Value::Int(line.number(what)?.0),
            // Only one text: the next is the title.
            TokenKind::Text => {
                line.next();
                Value::Text(line.unquoted(token))
            }
            TokenKind::Word => match &*line.word(what)?.0 {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "nothing" => Value::Nothing,
                word => Value::text(word),
            },
            _ => return Err(line.expected(what)),
        })
    }

    /// Tells of a name that stands both for what is printed and for what changes during a game.
    fn two_things(&mut self, (subject, name): (Subject, &str), second: (&str, Span), first: (&str, Span)) {
        let told = format!("`{name}` of {} is an attribute and a property", subjects(subject));
        self.tell(
            Diagnostic::error(Code::DUPLICATE, told)
                .at(second.1, second.0)
                .at(first.1, first.0)
                .help("rename one: a rule that reads it would be told only one of the two"),
        );
    }

    /// Tells of something that one layer defines twice.
    pub(super) fn twice(&mut self, what: &str, second: Span, first: Span) {
        let layer = self.layer.clone();
        let is_changed = KINDS.iter().any(|kind| what.starts_with(kind));
        self.tell(
            Diagnostic::error(Code::DUPLICATE, format!("{what} is defined twice in {layer}"))
                .at(second, "the second")
                .at(first, "the first")
                .help(if is_changed {
                    "rename one, or write `change …` to alter the first"
                } else {
                    "rename one, or leave it out"
                }),
        );
    }
}

/// A key that a block does not know.
pub(super) fn unknown_key(key: &str, span: Span, place: &str, keys: &[&str]) -> Diagnostic {
    let told = Diagnostic::error(Code::UNKNOWN_KEY, format!("`{key}` is not a key of {place}"))
        .at(span, "")
        .near(key, keys.iter().copied());
    match (&told.help, keys) {
        (Some(_), _) => told,
        (None, []) => told.help("it has no keys: delete the block"),
        (None, keys) => told.help(format!("its keys are {}", list(keys.iter().copied()))),
    }
}
