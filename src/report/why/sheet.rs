//! The account as branches of a tree.

use super::account::Account;
use super::branch::Branch;
use super::told::{Chose, Decided, Fact, Item, ReachedHex, Rolled, Sealed, Source, Step, Tally};
use crate::diagnostic::counted;
use crate::report::style::{Ink, Style};

/// The whole account: what was checked, what happened in order, what was read.
pub(super) fn branches(account: &Account, style: &Style) -> Vec<Branch> {
    let sheet = Sheet { style };
    let checked: Vec<Branch> = account.checked.iter().map(|step| sheet.step(step)).collect();
    let checked =
        (!checked.is_empty()).then(|| Branch { parts: checked, ..Branch::of("checked before".to_owned()) });
    let steps = account.steps.iter().map(|step| sheet.step(step));
    checked.into_iter().chain(steps).chain(sheet.facts(account)).collect()
}

/// What decided: numbers, dice, decisions, results. The rest is only counted.
pub(super) fn short(account: &Account, style: &Style) -> Vec<Branch> {
    let sheet = Sheet { style };
    let met = |step: &&Step| matches!(step, Step::Met { .. });
    let mut branches: Vec<Branch> =
        account.steps.iter().filter(|s| !met(s)).map(|step| sheet.step(step)).collect();
    let requirements = account.steps.iter().chain(&account.checked).filter(met).count();
    let facts = account.facts.len();
    if requirements + facts > 0 {
        // A number right behind that of the line would be read out as one with it.
        let also = if style.plain { "also " } else { "" };
        let told = format!(
            "{also}{} met, {} read: `why --all` shows them",
            counted(requirements, "requirement"),
            counted(facts, "fact")
        );
        branches.push(Branch { ink: style.faint(), ..Branch::of(told) });
    }
    branches
}

/// The requirements that were met, and everything else.
pub(super) fn met_first(account: &Account, style: &Style) -> (Vec<Branch>, Vec<Branch>) {
    let sheet = Sheet { style };
    let (mut met, mut rest) = (Vec::new(), Vec::new());
    for step in &account.steps {
        match step {
            Step::Met { text, source } => met.push(sheet.met(text, source)),
            other => rest.push(sheet.step(other)),
        }
    }
    rest.extend(sheet.facts(account));
    (met, rest)
}

/// A source on one line: the rule with its layer, or the layer of a datum, then the place, then what the print
/// calls it.
pub(super) fn source_text(source: &Source, style: &Style) -> String {
    // A rule's title names its layer, so where it does not, the layer is a datum's and tells more.
    let own = source.rule.as_ref().filter(|rule| source.layer.as_ref().is_none_or(|l| rule.contains(&**l)));
    let who = own.or(source.layer.as_ref());
    let parts = who.into_iter().chain(&source.place).chain(&source.cites);
    parts.map(|part| style.clean(part)).collect::<Vec<_>>().join(style.between())
}

struct Sheet<'a> {
    style: &'a Style,
}

impl Sheet<'_> {
    fn step(&self, step: &Step) -> Branch {
        match step {
            Step::Tally(tally) => self.tally(tally),
            Step::Rolled(rolled) => self.rolled(rolled),
            Step::Reckoned { dice, result } => {
                Branch::of(self.style.clean(&format!("{dice} comes to {result}")))
            }
            Step::Chose(chose) => self.chose(chose),
            Step::Decided { sides } => self.decided(sides),
            Step::Sealed { sides } => self.sealed(sides),
            Step::Said { text, source } => self.sourced(&format!("told: {text}"), Ink::new(), source),
            Step::Outcome { word, source } => {
                self.sourced(&format!("outcome: {word}"), self.style.strong(), source)
            }
            Step::Met { text, source } => self.met(text, source),
            Step::Reach { hexes } => self.reach(hexes),
        }
    }

    fn sourced(&self, text: &str, ink: Ink, source: &Source) -> Branch {
        let note = source_text(source, self.style);
        Branch { text: self.style.clean(text), ink, note, parts: Vec::new() }
    }

    /// The text of a requirement says why it would refuse.
    fn met(&self, text: &str, source: &Source) -> Branch {
        self.sourced(&format!("met, else refused: {text}"), Ink::new(), source)
    }

    fn placed(&self, text: &str, place: Option<&str>) -> Branch {
        let note = place.map_or_else(String::new, |place| self.style.clean(place));
        Branch { note, ..Branch::of(self.style.clean(text)) }
    }

    fn tally(&self, tally: &Tally) -> Branch {
        let text = format!("{} = {}", tally.label, tally.total);
        let applied = tally.items.iter().filter(|item| item.applied);
        let wide = applied.map(|item| format!("{:+}", item.value).len()).max().unwrap_or(0);
        let parts = tally.items.iter().map(|item| self.item(item, &tally.source, wide)).collect();
        Branch { parts, ..self.sourced(&text, self.style.strong(), &tally.source) }
    }

    fn item(&self, item: &Item, tally: &Source, wide: usize) -> Branch {
        // What the head of the tally says already is not said again; then only the place differs.
        let mut source = item.source.clone();
        if source.layer == tally.layer && source.rule == tally.rule {
            source.layer = None;
            source.rule = None;
            source.cites.retain(|cite| !tally.cites.contains(cite));
        }
        let branch = match &item.because {
            None => {
                let value = format!("{:+}", item.value);
                // A change of print says its amount itself; once is enough.
                let own = item.reason.strip_prefix(&*value).and_then(|reason| reason.strip_prefix(' '));
                let reason = own.unwrap_or(&item.reason);
                self.sourced(&format!("{value:>wide$} {reason}"), Ink::new(), &source)
            }
            Some(because) => {
                let (amount, because) = match because.split_once(" not applied: ") {
                    Some((amount, because)) => (format!("{amount} "), because),
                    None => (String::new(), because.as_str()),
                };
                let text = format!("considered, not applied: {amount}{}, because {because}", item.reason);
                self.sourced(&text, self.style.faint(), &source)
            }
        };
        Branch { parts: item.parts.iter().map(|part| self.tally(part)).collect(), ..branch }
    }

    fn rolled(&self, rolled: &Rolled) -> Branch {
        let Rolled { dice, total, by, .. } = rolled;
        let what = if rolled.purpose.is_empty() { &rolled.kind } else { &rolled.purpose };
        let who = rolled.side.as_deref().map_or_else(String::new, |side| format!("{side}: "));
        let faces = rolled.faces.iter().map(u32::to_string).collect::<Vec<_>>();
        let thrown =
            if faces.len() > 1 { format!("{} = {total}", faces.join(" + ")) } else { total.to_string() };
        let shows = if self.style.plain { "shows" } else { self.style.glyphs().arrow };
        self.placed(&format!("{who}{dice} for {what} {shows} {thrown} ({by})"), rolled.place.as_deref())
    }

    fn chose(&self, chose: &Chose) -> Branch {
        let Chose { question, answer, by, .. } = chose;
        let who = chose.side.as_deref().map_or_else(String::new, |side| format!("{side}: "));
        let mut branch = self.placed(&format!("{who}{question} {answer} ({by})"), chose.place.as_deref());
        let others: Vec<&str> = chose.options.iter().filter(|o| *o != answer).map(|o| &**o).collect();
        if !others.is_empty() {
            let text = self.style.clean(&format!("not chosen: {}", others.join(", ")));
            branch.parts.push(Branch { ink: self.style.faint(), ..Branch::of(text) });
        }
        branch
    }

    fn decided(&self, sides: &[Decided]) -> Branch {
        let told = |side: &Decided| {
            let Decided { side, question, rows, by, .. } = side;
            Branch::of(self.style.clean(&format!("{side}: {question} {} ({by})", rows.join(", "))))
        };
        let place = sides.first().and_then(|side| side.place.as_deref());
        Branch { parts: sides.iter().map(told).collect(), ..self.placed("decided in secret", place) }
    }

    fn sealed(&self, sides: &[Sealed]) -> Branch {
        let told = |side: &Sealed| {
            let Sealed { side, question, by, .. } = side;
            Branch::of(self.style.clean(&format!("{side}: {question} ({by})")))
        };
        let place = sides.first().and_then(|side| side.place.as_deref());
        Branch { parts: sides.iter().map(told).collect(), ..self.placed("sealed", place) }
    }

    fn reach(&self, hexes: &[ReachedHex]) -> Branch {
        let passing = |hex: &ReachedHex| if hex.may_stop { "" } else { " (passing only)" };
        let told: Vec<String> =
            hexes.iter().map(|hex| format!("{} at {}{}", hex.hex, hex.cost, passing(hex))).collect();
        Branch::of(self.style.clean(&format!(
            "{} in reach: {}",
            counted(hexes.len(), "hex"),
            told.join(", ")
        )))
    }

    fn facts(&self, account: &Account) -> Option<Branch> {
        let fact = |fact: &Fact| Branch::of(self.style.clean(&format!("{}: {}", fact.what, fact.is)));
        let parts: Vec<Branch> = account.facts.iter().map(fact).collect();
        (!parts.is_empty()).then(|| Branch { parts, ..Branch::of("read from the state") })
    }
}
