//! What is drawn or told from typed results: maps, tables, explanations and battle reports.
//!
//! Nothing here decides anything and nothing here is parsed back. Every text that comes from a pack or a player
//! passes [`tidy`] before it is shown, and every drawing obeys one [`Style`].

mod escape;
mod glyphs;
mod rgb;
mod style;
mod tidy;
mod wrap;

mod figure;
mod sheet;
mod tables;

mod hull;
mod map;
mod tabletop;

mod called;
mod particulars;
mod printed;
mod roster;
mod terrain;

mod why;

mod battle;
mod markdown;

mod advice;
mod dice;
mod odds;
mod plot;

mod points;
mod trial;

mod simulation;

mod impact;

pub use advice::{AdviceGiven, AdviceOf, AdviceSide, AdviceWay, advice_csv, advice_json, advice_told};
pub use battle::{BattleReport, Entry, EntrySort, Losses, Phase, Turn, battle_report};
pub use dice::{
    DiceAsked, DiceOdds, dice_csv, dice_json, dice_picture, dice_throws, dice_throws_json, dice_told,
};
pub use hull::{HitLog, hull_json, hull_picture, hull_told};
pub use impact::{
    DatumTold, GamesTold, ImpactTold, LeftOutTold, MeetingCame, MeetingTold, PAGE_HEAD, RuleTold,
    SessionTold, SideRate, UnmetTold, impact_json, impact_page, impact_told,
};
pub use map::{
    AttackShown, Landmark, Overlay, Plate, SVG_HEAD, Scene, SightLine, Window, draw_map, draw_svg, landmarks,
};
pub use markdown::escape_markdown;
pub use odds::{
    GOING_ON, OddsEnd, OddsOf, OddsRows, OddsShare, OddsTable, UNKNOWN_CELL, odds_csv, odds_json, odds_md,
    odds_picture, odds_table_csv, odds_table_json, odds_table_md, odds_table_picture, odds_table_told,
    odds_told,
};
pub use particulars::{type_numbers, type_told, unit_told};
pub use points::{PointsOf, PointsTold, points_csv, points_json, points_told};
pub use roster::{Compute, Roster, units_json, units_table};
pub use simulation::{SideFared, Simulation, simulation};
pub use style::{Ink, Style};
pub use tables::{Align, Cell, Column, Listing, Room, Stop};
pub use tabletop::{TableScene, draw_tabletop, draw_tabletop_svg, reach_json, reach_table, table_json};
pub use terrain::{terrain_json, terrain_table};
pub use tidy::{tidy, to_ascii};
pub use trial::{
    TrialFactor, TrialFought, TrialRefit, TrialStack, TrialStanding, TrialTold, TrialVerdict, trial_csv,
    trial_json, trial_meetings_csv, trial_picture, trial_told,
};
pub use why::{
    GameNames, Names, dice_summary, refused, revealed, sealed, why_json, why_not, why_not_json, why_short,
    why_tree,
};
pub use wrap::{clip, shown_width, wrap};

#[cfg(test)]
mod tests;
