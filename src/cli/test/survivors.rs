//! What is told of changes that no session notices.

use crate::diagnostic::counted;
use serde_json::json;

use super::super::look::Look;
use super::super::page::{Page, Streams};
use super::mutants::Mutant;
use super::mutate::Fate;
use super::watched::{OwnRules, percent};

/// Shows what no session notices, pack by pack, and sums up. `all` is how many changes there are, tried or not.
pub(super) fn tell(
    own: &[OwnRules],
    changes: &[Mutant<'_>],
    fates: &[Option<Fate>],
    all: usize,
    look: &Look,
    page: &mut Streams,
) {
    for rules in own {
        let inside = format!("{}/", rules.name);
        let of_pack = changes.iter().zip(fates).filter_map(|(c, f)| Some((c, (*f)?))).filter(|(c, _)| {
            // A pack's own scripts are those whose path begins with its name.
            c.script.path.starts_with(&inside)
        });
        let of_pack: Vec<(&Mutant<'_>, Fate)> = of_pack.collect();
        let count = |fate: Fate| of_pack.iter().filter(|(_, f)| *f == fate).count();
        let (noticed, unnoticed) = (count(Fate::Noticed), count(Fate::Unnoticed));
        let (unreached, invalid) = (count(Fate::Unreached), count(Fate::Invalid));
        for (change, fate) in &of_pack {
            match (look.json, fate) {
                (true, Fate::Unnoticed | Fate::Unreached) => page.out(&object(rules, change)),
                (false, Fate::Unnoticed) => page.out(&shown(change, look)),
                _ => {}
            }
        }
        let tried = noticed + unnoticed + unreached;
        if look.json {
            let sum = json!({"schema": "houserule.mutants/1", "pack": rules.name, "tried": tried, "noticed": noticed,
                "unnoticed": unnoticed, "unreached": unreached, "invalid": invalid});
            page.out(&format!("{sum}\n"));
            continue;
        }
        let mut parts = vec![format!("{noticed} of {} noticed", counted(tried, "change"))];
        if unnoticed > 0 {
            parts.push(format!("{unnoticed} not, though sessions come by"));
        }
        if unreached > 0 {
            parts.push(format!("{unreached} where no session comes by (`--coverage` tells where)"));
        }
        if invalid > 0 {
            parts.push(format!("{invalid} more were no rules"));
        }
        let name = look.style.paint(look.style.strong(), &look.style.clean(&rules.name));
        page.out(&format!("{name}: {}: {}\n", percent(noticed, tried), parts.join(", ")));
    }
    if changes.len() < all && !look.json {
        page.out(&format!("{} of {} were taken by chance\n", changes.len(), counted(all, "change")));
    }
}

fn shown(change: &Mutant<'_>, look: &Look) -> String {
    let style = &look.style;
    let (rule, ids) = change.rule();
    let mut head = format!("{}:{} in `{rule}`", change.script.path, change.line());
    for id in ids {
        head.push_str(&format!(" · {id}"));
    }
    head.push_str(&format!(" · {}", counted(change.runs.len(), "session")));
    let (before, after) = change.lines();
    format!("{}\n  - {}\n  + {}\n", style.clean(&head), style.clean(&before), style.clean(&after))
}

fn object(rules: &OwnRules, change: &Mutant<'_>) -> String {
    let ((rule, ids), (before, after)) = (change.rule(), change.lines());
    let sessions: Vec<&str> = change.runs.iter().map(|r| r.case.name.as_str()).collect();
    let line = json!({"schema": "houserule.mutant/1", "pack": rules.name, "file": change.script.path,
        "line": change.line(), "rule": rule, "ids": ids, "before": before, "after": after, "sessions": sessions});
    format!("{line}\n")
}
