//! The account of a run: its trace in words, the same for the tree and for the JSON.

use serde::Serialize;

use super::names::Names;
use super::told::{Chose, Decided, Fact, Item, ReachedHex, Refused, Rolled, Sealed, Source, Step, Tally};
use crate::diagnostic::Span;
use crate::kernel::catalogue::Origin;
use crate::kernel::door::{Answer, By, Choice, Given, Revealed, Roll, SealedUp, dice};
use crate::kernel::secret::{Secret, Secrets, Takes, Written};
use crate::kernel::state::Query;
use crate::report::style::Style;
use crate::report::tidy::tidy;
use crate::rules::{Event, Reached, Refusal, Spot, TallyRecord, Trace};

/// A run in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Account {
    /// The words for the result; empty where the run named none.
    pub(super) outcome: String,
    /// The dice on one line.
    pub(super) dice: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Refused>,
    /// What the check of the command looked at, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) checked: Vec<Step>,
    /// What happened, in order.
    pub(super) steps: Vec<Step>,
    /// What was read from the state, each once; empty unless reads were recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) facts: Vec<Fact>,
}

impl Account {
    pub(super) fn of(trace: &Trace, names: &dyn Names) -> Account {
        let writer = Writer { names };
        Account {
            outcome: clean(&trace.outcome()),
            dice: super::dice_summary(trace, &Style::default()),
            refused: None,
            checked: trace.checked.iter().filter_map(|event| writer.step(event)).collect(),
            steps: trace.events.iter().filter_map(|event| writer.step(event)).collect(),
            facts: writer.facts(trace),
        }
    }

    pub(super) fn of_refusal(refusal: &Refusal, names: &dyn Names) -> Account {
        let source = Writer { names }.spot(&refusal.spot);
        let refused = Some(Refused { reason: clean(&refusal.reason), source });
        Account { refused, ..Account::of(&refusal.trace, names) }
    }
}

/// Whatever a pack or a player wrote is made safe here, once.
fn clean(text: &str) -> String {
    tidy(text).into_owned()
}

struct Writer<'a> {
    names: &'a dyn Names,
}

impl Writer<'_> {
    fn step(&self, event: &Event) -> Option<Step> {
        Some(match event {
            // A picture shows it.
            Event::Drawn(_) | Event::Roamed(_) => return None,
            Event::Tally(tally) => Step::Tally(self.tally(tally)),
            Event::Rolled { ask, answer } => Step::Rolled(self.rolled(ask, answer)),
            Event::Reckoned(reckoned) => {
                Step::Reckoned { dice: reckoned.formula.to_string(), result: reckoned.result }
            }
            Event::Chose { ask, answer } => Step::Chose(self.chose(ask, answer)),
            Event::Decided { ask, answer } => Step::Decided { sides: self.decided(ask, answer) },
            Event::Sealed { ask, answer } => Step::Sealed { sides: self.sealed(ask, answer) },
            Event::Said { text, spot } => Step::Said { text: clean(text), source: self.spot(spot) },
            Event::Outcome { word, spot } => Step::Outcome { word: clean(word), source: self.spot(spot) },
            Event::Met { text, spot } => Step::Met { text: clean(text), source: self.spot(spot) },
            Event::Reach(hexes) => Step::Reach { hexes: hexes.iter().map(|h| self.reached(h)).collect() },
        })
    }

    fn reached(&self, reached: &Reached) -> ReachedHex {
        let Reached { hex, cost, steps, may_stop } = *reached;
        ReachedHex { hex: clean(&self.names.called(&hex.into())), cost, steps, may_stop }
    }

    fn tally(&self, tally: &TallyRecord) -> Tally {
        Tally {
            label: clean(&tally.label),
            total: tally.total(),
            source: self.spot(&tally.spot),
            items: tally.items.iter().map(|item| self.item(item)).collect(),
        }
    }

    fn item(&self, item: &crate::rules::Item) -> Item {
        Item {
            value: item.value,
            reason: clean(&item.reason),
            applied: item.because.is_none(),
            because: item.because.as_deref().map(clean),
            source: match &item.origin {
                Some(origin) => self.origin(origin, &item.spot),
                None => self.spot(&item.spot),
            },
            parts: item.parts.iter().map(|part| self.tally(part)).collect(),
        }
    }

    /// A datum: the layer and place that wrote it, beside the rule that took it up.
    fn origin(&self, origin: &Origin, spot: &Spot) -> Source {
        Source {
            layer: Some(clean(&origin.layer.to_string())),
            place: self.place(Some(origin.span)),
            rule: spot.rule.map(|rule| clean(&self.names.rule_title(rule))),
            cites: origin.cites.iter().map(|cite| clean(cite)).collect(),
        }
    }

    fn spot(&self, spot: &Spot) -> Source {
        let ids = spot.rule.map(|rule| self.names.rule_ids(rule)).unwrap_or_default();
        Source {
            layer: spot.rule.map(|rule| clean(&self.names.rule_layer(rule))),
            place: self.place(spot.span),
            rule: spot.rule.map(|rule| clean(&self.names.rule_title(rule))),
            cites: ids.iter().map(|id| clean(id)).collect(),
        }
    }

    fn place(&self, span: Option<Span>) -> Option<String> {
        span.map(|span| clean(&self.names.place(span)))
    }

    fn rolled(&self, ask: &Roll, answer: &Answer) -> Rolled {
        Rolled {
            dice: dice(ask.count, ask.sides),
            purpose: clean(&ask.purpose),
            kind: clean(&ask.kind),
            side: ask.side.map(|side| clean(&self.names.side_name(side))),
            faces: match &answer.given {
                Given::Dice(faces) => faces.clone(),
                Given::Total(_) | Given::Chosen(_) | Given::Revealed(_) | Given::Sealed(_) => Vec::new(),
            },
            total: answer.given.total(),
            by: by(&answer.by),
            place: self.place(ask.asked_at),
        }
    }

    fn chose(&self, ask: &Choice, answer: &Answer) -> Chose {
        let options: Vec<String> = ask.options.iter().map(|o| clean(&self.names.called(o))).collect();
        let chosen = match answer.given {
            Given::Chosen(at) => at,
            Given::Dice(_) | Given::Total(_) | Given::Revealed(_) | Given::Sealed(_) => 0,
        };
        Chose {
            question: clean(&ask.question),
            side: ask.side.map(|side| clean(&self.names.side_name(side))),
            chosen,
            answer: options.get(chosen).cloned().unwrap_or_default(),
            options,
            by: by(&answer.by),
            place: self.place(ask.asked_at),
        }
    }

    fn decided(&self, ask: &Secrets, answer: &Answer) -> Vec<Decided> {
        let Given::Revealed(all) = &answer.given else { return Vec::new() };
        let told = |(secret, revealed): (&Secret, &Revealed)| Decided {
            side: clean(&self.names.side_name(secret.side)),
            question: clean(&secret.question),
            rows: revealed_rows(secret, revealed, self.names),
            by: by(&revealed.by),
            commitment: revealed.seal.as_ref().map(|seal| seal.commitment.to_string()),
            place: self.place(ask.asked_at),
        };
        ask.of.iter().zip(all).map(told).collect()
    }

    fn sealed(&self, ask: &Secrets, answer: &Answer) -> Vec<Sealed> {
        let Given::Sealed(all) = &answer.given else { return Vec::new() };
        let told = |(secret, sealed): (&Secret, &SealedUp)| Sealed {
            side: clean(&self.names.side_name(secret.side)),
            question: clean(&secret.question),
            by: by(&sealed.by),
            commitment: sealed.closed.commitment.to_string(),
            place: self.place(ask.asked_at),
        };
        ask.of.iter().zip(all).map(told).collect()
    }

    fn facts(&self, trace: &Trace) -> Vec<Fact> {
        let mut seen: std::collections::BTreeSet<&Query> = Default::default();
        let told = trace.reads.iter().filter(|(query, answer)| self.names.may_tell(query, answer));
        let first = told.filter(|(query, _)| seen.insert(query));
        first
            .map(|(query, value)| Fact {
                what: clean(&self.names.asked(query)),
                is: clean(&self.names.called(value)),
            })
            .collect()
    }
}

/// What a side wrote, row by row: `fire 3`, `fog`.
pub(super) fn revealed_rows(secret: &Secret, revealed: &Revealed, names: &dyn Names) -> Vec<String> {
    let rows = secret.sheet.rows().iter().zip(&revealed.written);
    rows.map(|(row, written)| {
        let shown = match (written, &row.takes) {
            (Written::Option(at), Takes::Options(options)) => {
                options.get(*at).map_or_else(String::new, |option| names.called(option))
            }
            (Written::Option(at), _) => (at + 1).to_string(),
            (Written::Number(number), _) => number.to_string(),
            (Written::Text(text), _) => format!("\"{text}\""),
        };
        clean(format!("{} {shown}", row.label).trim_start())
    })
    .collect()
}

/// Who answered, as the log tags it: `auto #12`, `entered by Red`, `forced by referee`, `policy cautious`.
fn by(by: &By) -> String {
    match by {
        By::Auto(before) => format!("auto #{before}"),
        By::Entered(Some(side)) => format!("entered by {}", clean(side)),
        By::Entered(None) => "entered".to_owned(),
        By::Forced => "forced by referee".to_owned(),
        By::Policy(name) => format!("policy {}", clean(name)),
    }
}
