//! The impact of a house rule for programs.

use serde_json::{Map, Value as Json, json};

use super::{GamesTold, ImpactTold, MeetingCame};

/// The schema.
const SCHEMA: &str = "houserule.impact/1";

/// Everything as one object. Probabilities are fractions in lowest terms, as texts; shares of games are counts.
pub fn impact_json(told: &ImpactTold) -> Json {
    let meetings = told.meetings.iter().map(|m| {
        json!({
            "scenario": m.scenario, "command": m.verb, "actor": m.actor, "target": m.target, "where": m.place,
            "before": came(&m.before), "after": came(&m.after),
            "change": m.change.as_ref().map(ToString::to_string),
        })
    });
    let unmet = told.unmet.iter().map(|u| {
        let (actor, target) = u.pair.clone().unzip();
        json!({"scenario": u.scenario, "command": u.verb, "actor": actor, "target": target, "reason": u.reason})
    });
    let left_out = told.left_out.iter().map(
        |one| json!({"command": one.verb, "word": one.word, "taken": one.taken, "left_out": one.others}),
    );
    let rules = told.rules.iter().map(|r| {
        let replaces = r.replaces.as_ref().map(|(layer, place, ids, calls)| {
            json!({"layer": layer, "place": place, "ids": ids, "calls_it": calls})
        });
        json!({"rule": r.name, "layer": r.layer, "place": r.place, "purpose": r.purpose, "replaces": replaces})
    });
    let data = told
        .data
        .iter()
        .map(|d| json!({"what": d.what, "before": d.before, "after": d.after, "place": d.place}));
    let changed = told
        .changed_sessions
        .iter()
        .map(|s| json!({"session": s.name, "line": s.line, "before": s.before, "after": s.after}));
    let sessions = told.sessions.map(|run| json!({"run": run, "changed": changed.collect::<Vec<_>>()}));
    json!({
        "schema": SCHEMA,
        "game": told.game,
        "house": told.house,
        "besides": told.besides,
        "complete": !told.broken_off,
        "pairs": {"done": told.pairs.0, "of": told.pairs.1, "set_ups": told.set_ups, "out_of_time": told.late.is_some()},
        "meetings": meetings.collect::<Vec<_>>(),
        "not_set_up": unmet.collect::<Vec<_>>(),
        "options": left_out.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "data": data.collect::<Vec<_>>(),
        "sessions": sessions,
        "games": {
            "players": told.players,
            "seed": told.seed,
            "scenarios": told.games.iter().map(games).collect::<Vec<_>>(),
        },
    })
}

fn came(came: &MeetingCame) -> Json {
    match came {
        MeetingCame::Odds(odds) => {
            let rows = odds.rows().iter();
            let all: Map<String, Json> = rows
                .map(|(name, weight)| (name.clone(), odds.share(weight.clone()).to_string().into()))
                .collect();
            json!({"odds": all})
        }
        MeetingCame::Refused(why) => json!({"refused": why}),
        MeetingCame::Unknown(why) => json!({"unknown": why}),
    }
}

fn games(games: &GamesTold) -> Json {
    let interval = |(low, high): (f64, f64)| json!([low, high]);
    // Without a game to compare nothing is known of wins.
    let sides = games.sides.iter().filter(|_| games.games > 0).map(|side| {
        let (change, range) = side.change(games.games);
        json!({
            "side": side.title,
            "before": {"won": side.won.0, "interval": interval(side.before(games.games).1)},
            "after": {"won": side.won.1, "interval": interval(side.after(games.games).1)},
            "only_after": side.moved.0, "only_before": side.moved.1,
            "change": change, "interval": interval(range),
        })
    });
    json!({
        "scenario": games.scenario, "games": games.games, "wanted": games.wanted,
        "another_end": games.otherwise,
        "nobody_won": {"before": games.open.0, "after": games.open.1},
        "not_compared": games.left_out,
        "failed": {"before": games.failed.0, "after": games.failed.1},
        "first_failure": {"before": games.why.0, "after": games.why.1},
        "sides": sides.collect::<Vec<_>>(),
    })
}
