//! The battle report: a game told in Markdown, turn by turn, with the dice beside the deeds.

use super::markdown::escape_markdown;

/// A game as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BattleReport {
    /// The scenario, or what the players call the game.
    pub title: String,
    /// The packs in force with their versions, lowest first.
    pub packs: Vec<String>,
    /// The house rules in force.
    pub house_rules: Vec<String>,
    /// The seed, where the program threw dice.
    pub seed: Option<String>,
    /// The turns in order.
    pub turns: Vec<Turn>,
    /// What each side lost.
    pub losses: Vec<Losses>,
    /// How the game ended; none where it goes on.
    pub ending: Option<String>,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// Its number; 0 is what happened before the first.
    pub number: u32,
    /// Its phases in order.
    pub phases: Vec<Phase>,
}

/// One phase.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phase {
    /// What it is called.
    pub title: String,
    /// Whose it is.
    pub side: Option<String>,
    /// What was done in it.
    pub entries: Vec<Entry>,
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Its number in the log.
    pub number: u64,
    /// The deed: the command as typed, or the note, or what was taken back.
    pub line: String,
    /// What the rules told of it.
    pub said: Vec<String>,
    /// The dice with who threw them: `attacker 5 (auto #12)`.
    pub dice: Vec<String>,
    /// What sort of entry it is.
    pub sort: EntrySort,
}

/// What sort of entry of the log it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum EntrySort {
    /// A command.
    #[default]
    Deed,
    /// A player's note.
    Note,
    /// A ruling of the referee, with its reason.
    Ruling {
        /// Its number among the rulings.
        number: usize,
        /// Why it was ruled so; may be empty.
        because: String,
    },
    /// Something was taken back.
    Undo,
}

/// The units that a side lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Losses {
    /// The side.
    pub side: String,
    /// The units that are out of play.
    pub lost: Vec<String>,
    /// How many units it had in all.
    pub of: usize,
}

/// The report as Markdown. Phases in which nothing happened are left out.
pub fn battle_report(report: &BattleReport) -> String {
    let title = if report.title.trim().is_empty() { "Battle report" } else { &report.title };
    let mut blocks = vec![format!("# {}", escape_markdown(title)), about(report)];
    for turn in &report.turns {
        if turn.phases.iter().all(|phase| phase.entries.is_empty()) {
            continue;
        }
        blocks.push(match turn.number {
            0 => "## Before the first turn".to_owned(),
            number => format!("## Turn {number}"),
        });
        for phase in turn.phases.iter().filter(|phase| !phase.entries.is_empty()) {
            blocks.extend(heading(phase));
            blocks.extend(entries(&phase.entries));
        }
    }
    blocks.extend(losses(&report.losses));
    blocks.extend(
        report
            .ending
            .iter()
            .flat_map(|ending| ["## The end".to_owned(), format!("**{}**", escape_markdown(ending))]),
    );
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n\n") + "\n"
}

/// What was in force, as a list.
fn about(report: &BattleReport) -> String {
    let list = |texts: &[String]| texts.iter().map(|t| escape_markdown(t)).collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    if !report.packs.is_empty() {
        lines.push(format!("- Packs: {}", list(&report.packs)));
    }
    if !report.house_rules.is_empty() {
        lines.push(format!("- House rules: {}", list(&report.house_rules)));
    }
    lines.extend(report.seed.iter().map(|seed| format!("- Seed: {}", escape_markdown(seed))));
    lines.join("\n")
}

/// `### Red: movement`; a phase without a title has no heading.
fn heading(phase: &Phase) -> Option<String> {
    let (side, title) = (phase.side.as_deref().unwrap_or_default(), &phase.title);
    let parts = [side, title].map(escape_markdown);
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| format!("### {}", parts.join(": ")))
}

/// Deeds and what was taken back in lists, notes and rulings set off between them.
fn entries(entries: &[Entry]) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut list: Vec<String> = Vec::new();
    for entry in entries {
        let line = escape_markdown(&entry.line);
        let apart = match &entry.sort {
            EntrySort::Deed => {
                list.push(deed(entry, &line));
                continue;
            }
            EntrySort::Undo => {
                list.push(match line.split_once(": ") {
                    Some((what, deed)) => format!("- *{what}:* {deed}"),
                    None => format!("- *{line}*"),
                });
                continue;
            }
            EntrySort::Note => format!("> *Note:* {line}"),
            EntrySort::Ruling { number, because } if because.trim().is_empty() => {
                format!("> **Ruling {number}:** {line}")
            }
            EntrySort::Ruling { number, because } => {
                let because = escape_markdown(because);
                format!("> **Ruling {number}:** {line}\n>\n> *because {because}*")
            }
        };
        if !list.is_empty() {
            blocks.push(std::mem::take(&mut list).join("\n"));
        }
        blocks.push(apart);
    }
    if !list.is_empty() {
        blocks.push(list.join("\n"));
    }
    blocks
}

/// The deed with its dice beside it, and what the rules told below.
fn deed(entry: &Entry, line: &str) -> String {
    let dice: Vec<String> = entry.dice.iter().map(|dice| escape_markdown(dice)).collect();
    let dice = if dice.is_empty() { String::new() } else { format!(" — {}", dice.join(", ")) };
    let told: String = entry.said.iter().map(|said| format!("\n  - {}", escape_markdown(said))).collect();
    let line = if line.is_empty() { String::new() } else { format!("**{line}**") };
    format!("- {line}{dice}{told}")
}

fn losses(losses: &[Losses]) -> Vec<String> {
    if losses.is_empty() {
        return Vec::new();
    }
    let mut table = "| Side | Lost | Units |\n| --- | ---: | --- |".to_owned();
    for Losses { side, lost, of } in losses {
        let units: Vec<String> = lost.iter().map(|unit| escape_markdown(unit)).collect();
        let units = if units.is_empty() { "none".to_owned() } else { units.join(", ") };
        table.push_str(&format!("\n| {} | {} of {of} | {units} |", escape_markdown(side), lost.len()));
    }
    vec!["## Units lost".to_owned(), table]
}
