//! Lengths, turns, points and facings; where units stand.

use rhai::Dynamic;

use super::super::Kit;
use super::printed_table;
use crate::kernel::plane::{self, Clock, Facing, Length, Point, Turn};
use crate::kernel::state::{Deed, Place, Query};
use crate::kernel::value::UnitId;
use crate::rules::convert::to_dynamic;
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::bad;

/// Units of lengths and of turns, which tell nothing of the table.
pub(super) fn register(registrar: &mut Registrar<'_>) {
    registrar.add(
        "inches(count: int) -> int",
        "So many inches as a length: lengths are counted in thousandths of an inch.",
        |count: i64| count.checked_mul(1000).map_or_else(|| bad("that is too long"), Ok),
    );
    registrar.add(
        "millimetres(count: int) -> int",
        "So many millimetres as a length, to the nearest thousandth of an inch.",
        |count: i64| Length::millimetres(count).in_thousandths(),
    );
    registrar.add("length_text(length: int) -> text", "A length in words: `3.5\"`.", |length: i64| {
        Length::thousandths(length).to_string()
    });
    registrar.add(
        "degrees(count: int) -> int",
        "So many degrees as a turn, clockwise: turns are counted in millionths of a degree.",
        |count: i64| count.checked_mul(1_000_000).map_or_else(|| bad("that is too far round"), Ok),
    );
    registrar.add(
        "degrees_text(turn: int) -> text",
        "A turn in words, to the nearest hundredth of a degree: `22.5°`.",
        |turn: i64| {
            format!(
                "{}°",
                Turn::millionths((turn.saturating_add(5_000)).div_euclid(10_000).saturating_mul(10_000))
            )
        },
    );
    registrar.add(
        "turn_along(arc: int, radius: int) -> int",
        "The turn that leads a point at this radius along so long an arc.",
        |arc: i64, radius: i64| {
            Turn::of_arc(Length::thousandths(arc), Length::thousandths(radius)).in_millionths()
        },
    );
}

pub(super) fn register_places(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "point(x: int, y: int) -> Point",
        "A point of the table: from its left edge, from its lower edge.",
        |x: i64, y: i64| Point::new(Length::thousandths(x), Length::thousandths(y)),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "point_of(place: any) -> any",
        "Where a unit stands, or a point itself; `()` for a unit that is not on the table.",
        move |place: Dynamic| match place.clone().try_cast::<UnitId>() {
            Some(unit) => Ok(to_dynamic(&stage.ask(Query::Point(unit)))),
            None if place.is::<Point>() => Ok(place),
            None => bad(format!("expected a unit or a point, found {}", kind_of(&place))),
        },
    );
    registrar.add(
        "unit_of(place: any) -> any",
        "The unit, where a place is given by one; `()` where it is a point.",
        |place: Dynamic| if place.is::<UnitId>() { place } else { Dynamic::UNIT },
    );
    registrar.add(
        "facing(turn: int) -> Facing",
        "The direction that lies so far clockwise from straight up the table.",
        |turn: i64| Facing::UP.turned(Turn::millionths(turn)),
    );
    registrar.add(
        "facing_to(from: Point, to: Point) -> Facing",
        "The direction from a point to another; `()` to the same point.",
        |from: Point, to: Point| Facing::towards(from, to).map_or(Dynamic::UNIT, Dynamic::from),
    );
    registrar.add(
        "turned(facing: Facing, turn: int) -> Facing",
        "A direction turned clockwise, below zero against the clock.",
        |facing: Facing, turn: i64| facing.turned(Turn::millionths(turn)),
    );
    registrar.add(
        "turn_between(from: Facing, to: Facing) -> int",
        "The shortest turn from a direction to another.",
        |from: Facing, to: Facing| from.turn_to(to).in_millionths(),
    );
    registrar.add(
        "shifted(point: Point, facing: Facing, length: int) -> Point",
        "The point so far away in a direction, to the nearest thousandth.",
        |point: Point, facing: Facing, length: i64| point.towards(facing, Length::thousandths(length)),
    );
    registrar.add(
        "deviated(aim: Point, shot: Facing, hour: int, length: int) -> Point",
        "Where a shot lands that deviates by the clock, 12 being the direction of the shot.",
        |aim: Point, shot: Facing, hour: i64, length: i64| match u8::try_from(hour).ok().and_then(Clock::new)
        {
            Some(clock) => Ok(plane::deviated(aim, shot, clock, Length::thousandths(length))),
            None => bad(format!("a clock has no {hour}")),
        },
    );
    registrar.member(
        "point.x -> int",
        "How far it is from the left edge, in thousandths of an inch.",
        |point: &mut Point| point.x().in_thousandths(),
    );
    registrar.member(
        "point.y -> int",
        "How far it is from the near edge, in thousandths of an inch.",
        |point: &mut Point| point.y().in_thousandths(),
    );
    registrar.member(
        "facing.turn -> int",
        "Clockwise from 12 o'clock, up the table, in millionths of a degree.",
        |facing: &mut Facing| facing.turn().in_millionths(),
    );
    for print in ["to_string", "to_debug"] {
        registrar.natives.native(print, |point: &mut Point| point.to_string());
        registrar.natives.native(print, |facing: &mut Facing| facing.to_string());
    }
    registrar.natives.native("+", |text: &str, point: Point| format!("{text}{point}"));
    registrar.natives.native("+", |text: &str, facing: Facing| format!("{text}{facing}"));
    registrar.natives.native("==", |a: Point, b: Point| a == b);
    registrar.natives.native("!=", |a: Point, b: Point| a != b);
    registrar.natives.native("==", |a: Facing, b: Facing| a == b);
    registrar.natives.native("!=", |a: Facing, b: Facing| a != b);
    let stage = kit.stage.clone();
    registrar.member(
        "unit.point -> Point",
        "Where its mark stands on the table; `()` where it is not there.",
        move |unit: &mut UnitId| to_dynamic(&stage.ask(Query::Point(*unit))),
    );
    let stage = kit.stage.clone();
    registrar.member(
        "unit.facing -> Facing",
        "Which way it faces on the table; `()` where it is not there.",
        move |unit: &mut UnitId| to_dynamic(&stage.ask(Query::Facing(*unit))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "stand(unit: Unit, point: Point, facing: Facing)",
        "Puts a unit on the table: where its mark is, and which way it faces.",
        move |unit: UnitId, point: Point, facing: Facing| {
            if !printed_table(&stage)?.has(point) {
                return bad(format!("{point} is not on the table"));
            }
            stage.carry(&Deed::Place(unit, Place::Table(point, facing)))
        },
    );
}
