//! What a house rule does to a game, asked at the console or from the shell: both stacks loaded scenario by scenario, and
//! what came of it put into words for the report.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::weighed::Weighed;
use crate::kernel::layer::Rank;
use crate::pack::{Library, Loaded, Mistakes, Request, default_scenario, load};
use crate::play::impact::{Came, Change, Contest, Cost, Meeting, Overrides, Sides, Survey, contest};
use crate::play::simulate::Plan;
use crate::play::{PlayerKind, on_deep_stack};
use crate::report::{
    DatumTold, GamesTold, ImpactTold, LeftOutTold, MeetingCame, MeetingTold, RuleTold, SideRate, UnmetTold,
};

/// A game with more commands has failed: nobody gives so many.
const MOST_COMMANDS: u64 = 20_000;

/// A house rule, and the game that it is asked of.
#[derive(Debug, Clone)]
pub struct ImpactAsked {
    /// Where packs are found.
    pub library: Library,
    /// The pack, by id or path.
    pub pack: String,
    /// The only scenario that is looked at; all of the pack where none is named.
    pub scenario: Option<String>,
    /// The house files that this is about, and those that are in force both ways.
    pub files: Weighed,
    /// What the odds of meetings may cost.
    pub cost: Cost,
}

/// How whole games are played.
#[derive(Debug, Clone)]
pub struct GamesAsked {
    /// How many of each scenario, both ways.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The player of every side.
    pub player: PlayerKind,
    /// A game longer than so many turns counts as unfinished.
    pub turns: u32,
    /// How many threads.
    pub threads: usize,
}

/// Told what is being done, how much of it is done and of how much; answers whether to go on.
pub type GoesOn<'a> = &'a mut dyn FnMut(&'static str, u64, u64) -> bool;

impl ImpactAsked {
    fn load(&self, scenario: Option<&str>, with: bool, cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
        let request = Request {
            pack: self.pack.clone(),
            scenario: scenario.map(str::to_owned),
            house: self.files.files(with),
            rulings: Vec::new(),
        };
        load(&self.library, &request, cancel)
    }

    /// The scenarios that are looked at, the pack's default first.
    fn scenarios(&self) -> Result<Vec<String>, Mistakes> {
        if let Some(scenario) = &self.scenario {
            return Ok(vec![scenario.clone()]);
        }
        let bare = self.load(None, false, &Arc::default())?;
        // Those of the packs below are played with the types of those packs; they are looked at where there are no others.
        let layer = |name: &str| bare.data.scenarios.get(name).map(|s| s.origin.layer.name.clone());
        let mut all: Vec<String> = bare.data.scenarios.keys().map(ToString::to_string).collect();
        let own = bare.layers.iter().rfind(|l| l.layer.rank <= Rank::World).map(|l| l.layer.name.clone());
        if all.iter().any(|name| layer(name) == own) {
            all.retain(|name| layer(name) == own);
        }
        let first = default_scenario(&self.library, &self.pack);
        all.sort_by_key(|name| Some(name) != first.as_ref());
        Ok(all)
    }

    /// What the house rule overrides, and what becomes of every meeting.
    ///
    /// # Errors
    /// What is wrong with the pack or the house files. In a scenario that is not the only one it is told among what could
    /// not be set up.
    pub fn meet(&self, cancel: &Arc<AtomicBool>, goes_on: GoesOn<'_>) -> Result<ImpactTold, Mistakes> {
        on_deep_stack(|| self.meet_here(cancel, goes_on))
    }

    fn meet_here(&self, cancel: &Arc<AtomicBool>, goes_on: GoesOn<'_>) -> Result<ImpactTold, Mistakes> {
        let bare = self.load(None, false, cancel)?;
        let mut wrong = None;
        let scenarios = self.scenarios()?;
        let mut told = self.begun(&bare);
        let (mut all, mut overrides): (Vec<Sides>, Overrides) = (Vec::new(), Overrides::default());
        for scenario in &scenarios {
            let both = self.load(Some(scenario), false, cancel).and_then(|before| {
                let after = self.load(Some(scenario), true, cancel)?;
                Ok(Sides { before: Rc::new(before), after: Rc::new(after) })
            });
            match both {
                Ok(sides) => {
                    overrides.add(&sides.before, &sides.after);
                    all.push(sides);
                }
                Err(mistakes) if scenarios.len() == 1 => return Err(mistakes),
                Err((sources, mistakes)) => {
                    let first = mistakes.iter().find(|m| m.is_error()).map_or("", |m| &m.title);
                    let reason = format!("the scenario does not load: {first}");
                    let (scenario, verb) = (scenario.clone(), String::new());
                    told.unmet.push(UnmetTold { scenario, verb, pair: None, reason });
                    wrong.get_or_insert((sources, mistakes));
                }
            }
        }
        // A house rule that fits none of the scenarios is wrong as such.
        if let (true, Some(wrong)) = (all.is_empty(), wrong) {
            return Err(wrong);
        }
        let mut listen = |done: u64, of: u64| goes_on("meetings", done, of);
        let mut survey = Survey::new(overrides.terrain(), cancel, self.cost, &mut listen);
        all.iter().for_each(|sides| survey.add(sides));
        told.broken_off = !survey.go() && !survey.is_late();
        let meetings = survey.finish();
        told.late = self.cost.time.filter(|_| meetings.late).map(|time| time.as_secs());
        told.meetings = meetings.met.iter().map(meeting).collect();
        told.unmet.extend(meetings.unmet.into_iter().map(|u| UnmetTold {
            scenario: u.scenario,
            verb: u.verb,
            pair: u.pair,
            reason: u.reason,
        }));
        let left_out = meetings.left_out.into_iter();
        told.left_out = left_out
            .map(|one| LeftOutTold { verb: one.verb, word: one.word, taken: one.taken, others: one.others })
            .collect();
        (told.set_ups, told.pairs) = (meetings.set_ups, meetings.pairs);
        override_words(&mut told, overrides);
        Ok(told)
    }

    fn begun(&self, bare: &Loaded) -> ImpactTold {
        let pack = &bare.pack().manifest;
        let title = if pack.title.is_empty() { &pack.id } else { &pack.title };
        let scenario = self.scenario.as_ref().map_or_else(String::new, |s| format!("/{s}"));
        ImpactTold {
            title: title.to_string(),
            game: format!("{}{scenario}", pack.id),
            house: self.files.names(),
            besides: self.files.names_besides(),
            ..ImpactTold::default()
        }
    }

    /// Plays whole games of every scenario that can be won, and adds what came of it.
    ///
    /// # Errors
    /// What is wrong with a scenario that was the only one.
    pub fn play(
        &self,
        asked: &GamesAsked,
        told: &mut ImpactTold,
        cancel: &Arc<AtomicBool>,
        goes_on: GoesOn<'_>,
    ) -> Result<(), Mistakes> {
        told.players = asked.player.to_string();
        told.seed = asked.seed;
        if asked.games == 0 {
            return Ok(());
        }
        let mut plans: Vec<[Plan; 2]> = Vec::new();
        for scenario in self.scenarios()? {
            let both = [false, true].map(|with| self.load(Some(&scenario), with, &Arc::default()));
            let [Ok(before), Ok(after)] = &both else { continue };
            // Where nobody can win there is nothing to count.
            let can_win = |l: &Loaded| {
                l.data.set_up.as_ref().is_some_and(|s| s.victory.iter().any(|v| v.side.is_some()))
            };
            if !can_win(before) && !can_win(after) {
                continue;
            }
            let sides = before.rules.catalogue().sides.len().max(after.rules.catalogue().sides.len());
            plans.push([false, true].map(|with| Plan {
                library: self.library.clone(),
                pack: self.pack.clone(),
                scenario: scenario.clone(),
                house: self.files.files(with),
                seed: asked.seed,
                players: vec![asked.player; sides],
                turns: asked.turns,
                commands: MOST_COMMANDS,
            }));
        }
        let all = plans.len() as u64 * 2 * asked.games;
        for (at, [before, after]) in plans.iter().enumerate() {
            let from = at as u64 * 2 * asked.games;
            let mut listen =
                |done: u64| goes_on("games", from + done, all) && !cancel.load(Ordering::Relaxed);
            let played = contest(before, after, asked.games, asked.threads, &mut listen)?;
            told.broken_off |= played.games + played.left_out < played.wanted;
            told.games.push(games(played));
            if told.broken_off {
                break;
            }
        }
        Ok(())
    }
}

fn meeting(meeting: &Meeting) -> MeetingTold {
    let came = |came: &Came| match came {
        Came::Odds(odds) => MeetingCame::Odds(odds.clone()),
        Came::Refused(why) => MeetingCame::Refused(why.clone()),
        Came::Unknown(why) => MeetingCame::Unknown(why.clone()),
        Came::BrokenOff => MeetingCame::Unknown("broken off".to_owned()),
    };
    MeetingTold {
        scenario: meeting.scenario.clone(),
        verb: meeting.verb.clone(),
        actor: meeting.actor.clone(),
        target: meeting.target.clone(),
        place: if meeting.friends { format!("{}, same side", meeting.place) } else { meeting.place.clone() },
        before: came(&meeting.before),
        after: came(&meeting.after),
        change: match meeting.change() {
            Change::By(change) => Some(change),
            Change::Unknown => None,
        },
    }
}

fn override_words(told: &mut ImpactTold, overrides: Overrides) {
    told.rules = overrides
        .rules
        .into_iter()
        .map(|rule| RuleTold {
            name: rule.name,
            layer: rule.layer,
            place: rule.place,
            purpose: rule.purpose,
            replaces: rule.replaces.map(|old| (old.layer, old.place, old.ids, old.is_called)),
        })
        .collect();
    let data = overrides.data.into_iter();
    told.data =
        data.map(|d| DatumTold { what: d.what, before: d.before, after: d.after, place: d.place }).collect();
}

fn games(played: Contest) -> GamesTold {
    let sides = played.sides.into_iter().map(|side| SideRate {
        title: if side.title.is_empty() { side.name } else { side.title },
        won: (side.before, side.after),
        moved: (side.gained, side.lost),
    });
    GamesTold {
        title: if played.title.is_empty() { played.scenario.clone() } else { played.title },
        scenario: played.scenario,
        games: played.games,
        wanted: played.wanted,
        sides: sides.collect(),
        otherwise: played.otherwise,
        open: played.open,
        failed: played.failed,
        why: played.why,
        left_out: played.left_out,
    }
}
