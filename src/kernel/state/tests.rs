use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::kernel::hex::{Cluster, Direction, Hex};
use crate::kernel::plane::{Facing, Point};

fn hex(n: i32) -> Hex {
    Hex { q: n % 4, r: n / 4 }
}

#[test]
fn what_lies_far_apart_may_be_one_part_and_what_lies_near_is_not_all_one() {
    let unit = UnitId(3);
    let (mut place, mut shared) = (Parts::NONE, 0);
    place.add(Part::place(unit));
    for other in (0..200).map(UnitId).filter(|other| *other != unit) {
        let (mut own, mut properties) = (Parts::NONE, Parts::NONE);
        own.add(Part::place(other));
        properties.add(Part::properties(other));
        assert!(!place.meets(properties));
        shared += usize::from(place.meets(own));
    }
    assert!((1..20).contains(&shared), "{shared}");
    let mut here = Parts::NONE;
    here.add(Part::hex(Hex::new(0, 0)));
    let near = (-6..6).flat_map(|q| (-6..6).map(move |r| Hex::new(q, r)));
    let apart = near.filter(|hex| !Parts::around(*hex).meets(here)).count();
    assert!(apart > 100, "{apart}");
    assert!(Parts::around(Hex::new(-1, 0)).meets(here) && Parts::around(Hex::new(i32::MAX - 1, 7)) != here);
}

fn three_units() -> State {
    let mut state = State::default();
    for (i, name) in ["a", "b", "c"].iter().enumerate() {
        state.enlist(*name, TypeId(0), SideId(i as u32 % 2), Place::Hex(hex(i as i32)));
    }
    state
}

#[derive(Debug, Clone)]
enum Deed {
    Place(u32, i32),
    Remove(u32),
    Write(u32, i64),
    Reset,
    Begin(u32),
    End,
    Lock(bool),
    Lay(u32, Option<i64>),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        (0u32..3, 0i32..12).prop_map(|(u, h)| Deed::Place(u, h)),
        (0u32..3).prop_map(Deed::Remove),
        (0u32..3, 0i64..5).prop_map(|(u, v)| Deed::Write(u, v)),
        Just(Deed::Reset),
        (1u32..5).prop_map(Deed::Begin),
        Just(Deed::End),
        any::<bool>().prop_map(Deed::Lock),
        (0u32..3, prop::option::of(0i64..3)).prop_map(|(piece, at)| Deed::Lay(piece, at)),
    ];
    prop::collection::vec(deed, 0..30)
}

/// A turn with a phase and a side that other turns have as well.
fn clock(turn: u32) -> Clock {
    let phase = if turn < 3 { "move" } else { "attack" };
    Clock { turn, phase: phase.into(), side: Some(SideId(turn % 2)) }
}

fn carry_out(state: &mut State, deed: &Deed) {
    match *deed {
        Deed::Place(unit, at) => state.place(UnitId(unit), Place::Hex(hex(at))),
        Deed::Remove(unit) => state.place(UnitId(unit), Place::Out),
        Deed::Write(unit, value) => state.write(Target::Unit(UnitId(unit)), 0, Value::Int(value)),
        Deed::Reset => state.reset(Subject::Unit, 0),
        Deed::Begin(turn) => state.begin(clock(turn)),
        Deed::End => state.end(Ending { winner: None, reason: "enough".into() }),
        Deed::Lay(piece, at) => state.lay(piece, at.map(|at| (Point::inches(at, 0), Facing::UP))),
        Deed::Lock(locks) => state.lock_help(locks.then(|| "guessing".into())),
    }
}

/// The same as a rule does it.
fn as_done(deed: &Deed) -> super::Deed {
    match *deed {
        Deed::Place(unit, at) => super::Deed::Place(UnitId(unit), Place::Hex(hex(at))),
        Deed::Remove(unit) => super::Deed::Place(UnitId(unit), Place::Out),
        Deed::Write(unit, value) => super::Deed::Write(Target::Unit(UnitId(unit)), 0, Value::Int(value)),
        Deed::Reset => super::Deed::Reset(Subject::Unit, 0),
        Deed::Begin(1) => super::Deed::NextTurn,
        Deed::Begin(2) => super::Deed::Go("attack".into(), None),
        Deed::Begin(turn) => super::Deed::Begin(clock(turn)),
        Deed::End => super::Deed::End(Ending { winner: None, reason: "enough".into() }),
        Deed::Lay(piece, at) => super::Deed::Lay(piece, at.map(|at| (Point::inches(at, 0), Facing::UP))),
        Deed::Lock(locks) => super::Deed::Help(locks.then(|| "guessing".into())),
    }
}

/// Every question about the three units, the hexes and the rest, but for properties of what is no unit.
fn questions() -> Vec<Query> {
    let units = (0..3).map(UnitId);
    let of_unit = |unit| {
        [
            Query::Place(unit),
            Query::OnMap(unit),
            Query::InPlay(unit),
            Query::Apart(unit, UnitId(0)),
            Query::Property(Target::Unit(unit), 0),
        ]
    };
    let of_hex = |n| [Query::UnitsAt(hex(n)), Query::SidesAt(hex(n))];
    let near = |far| {
        let units = |side| Query::UnitsWithin(hex(4), far, side);
        [units(None), units(Some(SideId(0))), units(Some(SideId(1))), Query::SidesWithin(hex(4), far)]
    };
    let of_side = |n| [Query::UnitsOf(SideId(n)), Query::HexesOf(SideId(n))];
    let of_game = [Query::Turn, Query::Phase, Query::Active, Query::Over, Query::Laid, Query::Help];
    let all = units.flat_map(of_unit).chain((0..12).flat_map(of_hex)).chain((0..2).flat_map(of_side));
    all.chain([1, 3, 9].into_iter().flat_map(near)).chain(of_game).collect()
}

/// Without a catalogue properties have no default.
fn answered(state: &State, query: &Query) -> Value {
    match *query {
        Query::Property(of, number) => {
            let written = state.written().find(|(target, property, _)| (*target, *property) == (of, number));
            written.map_or(Value::Nothing, |(_, _, value)| value.clone())
        }
        _ => state.answer(&Catalogue::default(), query),
    }
}

proptest! {
    #[test]
    fn what_comes_from_parts_that_have_not_changed_is_what_it_was(first in deeds(), keep in 0usize..30, second in deeds()) {
        let mut state = three_units();
        let mut seen: Vec<(Query, u64, Value)> = Vec::new();
        let mut times: Vec<(Versions, Vec<Value>)> = Vec::new();
        let mut look = |state: &State| {
            // Of each alone, and of each with another one.
            for other in std::iter::once(None).chain(questions().into_iter().map(Some)) {
                for query in questions() {
                    let mut parts = Parts::NONE;
                    parts.read(&query);
                    other.iter().for_each(|other| parts.read(other));
                    let latest = state.latest(parts);
                    let answer = answered(state, &query);
                    for (asked, then, known) in &seen {
                        assert!(*asked != query || *then != latest || *known == answer, "{query:?}");
                    }
                    seen.push((query, latest, answer));
                }
            }
            let answers: Vec<Value> = questions().iter().map(|query| answered(state, query)).collect();
            for (then, known) in &times {
                for (at, query) in questions().iter().enumerate() {
                    let changed = state.versions().changed(then, query.parts());
                    assert!(changed.meets(query.parts()) || known[at] == answers[at], "{query:?}");
                }
            }
            times.push((*state.versions(), answers));
        };
        look(&state);
        first.iter().for_each(|deed| carry_out(&mut state, deed));
        let other = state.clone();
        look(&state);
        state.roll_back(keep.min(state.pending()));
        look(&state);
        second.iter().for_each(|deed| carry_out(&mut state, deed));
        look(&state);
        look(&other);
    }

    #[test]
    fn what_a_deed_settles_follows_from_it_and_what_it_has_nothing_to_do_with_stays(
        one in deeds(),
        other in deeds(),
        last in deeds(),
    ) {
        let of_table = (0..3).map(UnitId).flat_map(|unit| [Query::Point(unit), Query::Facing(unit)]);
        let asked: Vec<Query> = questions().into_iter().chain(of_table).collect();
        let mut states = [three_units(), three_units()];
        for (state, before) in states.iter_mut().zip([one, other]) {
            before.iter().for_each(|deed| carry_out(state, deed));
        }
        for deed in last.iter().map(as_done) {
            let answers = |state: &State| asked.iter().map(|q| answered(state, q)).collect::<Vec<_>>();
            let before = states.each_ref().map(answers);
            states.iter_mut().for_each(|state| state.carry(&deed));
            let after = states.each_ref().map(answers);
            for (at, query) in asked.iter().enumerate() {
                match deed.bears_on(query) {
                    Bearing::None => {
                        prop_assert_eq!(&before[0][at], &after[0][at], "{:?} and {:?}", deed, query);
                    }
                    Bearing::Settles => {
                        prop_assert_eq!(&after[0][at], &after[1][at], "{:?} and {:?}", deed, query);
                    }
                    Bearing::Changes => {}
                }
            }
        }
    }

    #[test]
    fn what_deeds_come_to_follows_from_them_and_from_the_parts_before(
        first in deeds(),
        between in deeds(),
        last in deeds(),
    ) {
        let mut one = three_units();
        first.iter().for_each(|deed| carry_out(&mut one, deed));
        let mut other = one.clone();
        between.iter().for_each(|deed| carry_out(&mut other, deed));
        let same = |query: &Query| one.latest(query.parts()) == other.latest(query.parts());
        for query in questions() {
            prop_assert_eq!(one.holds(query.parts(), other.latest(query.parts())), same(&query), "{:?}", query);
        }
        let asked: Vec<Query> = questions().into_iter().filter(same).collect();
        for deed in last.iter().map(as_done) {
            one.carry(&deed);
            other.carry(&deed);
            for query in &asked {
                prop_assert_eq!(answered(&one, query), answered(&other, query), "{:?} after {:?}", query, deed);
            }
        }
    }

    #[test]
    fn undo_restores_the_state_and_redo_the_one_after(first in deeds(), second in deeds()) {
        let mut state = three_units();
        first.iter().for_each(|d| carry_out(&mut state, d));
        state.commit();
        let before = state.clone();
        second.iter().for_each(|d| carry_out(&mut state, d));
        let changes = state.commit();
        let after = state.clone();
        state.undo(&changes);
        prop_assert_eq!(&state, &before);
        prop_assert_eq!(state.fingerprint(), before.fingerprint());
        state.redo(&changes);
        prop_assert_eq!(&state, &after);
    }

    #[test]
    fn a_command_rolled_back_has_never_been(first in deeds(), second in deeds()) {
        let mut state = three_units();
        first.iter().for_each(|d| carry_out(&mut state, d));
        let keep = state.pending();
        let before = state.clone();
        second.iter().for_each(|d| carry_out(&mut state, d));
        state.roll_back(keep);
        prop_assert_eq!(state, before);
    }

    #[test]
    fn a_hex_holds_whoever_is_placed_there(all in deeds()) {
        let mut state = three_units();
        all.iter().for_each(|d| carry_out(&mut state, d));
        for (id, unit) in state.units() {
            for h in (0..12).map(hex) {
                prop_assert_eq!(state.units_at(h).contains(&id), unit.place == Place::Hex(h));
                prop_assert_eq!(state.is_empty_at(h), state.units_at(h).is_empty());
                let sides: Vec<SideId> = state.sides_at(h);
                prop_assert_eq!(state.whose_at(h), sides.iter().copied().collect());
                prop_assert_eq!(state.whose_at(h).only(), <[SideId; 1]>::try_from(sides).ok().map(|[side]| side));
                let taken = state.occupied_within(h, 0).expect("nobody is far away");
                prop_assert_eq!(taken.all().and(Cluster::MIDDLE).is_empty(), state.is_empty_at(h));
                let occupied = state.occupied_beside(h);
                for direction in Direction::ALL {
                    let is_occupied = !state.is_empty_at(h.neighbour(direction));
                    prop_assert_eq!(occupied >> direction.number() & 1 == 1, is_occupied);
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn near_a_hex_is_whoever_is_not_too_far_from_it(all in deeds()) {
        let mut state = three_units();
        all.iter().for_each(|d| carry_out(&mut state, d));
        let standing = || state.units().filter_map(|(id, unit)| Some((id, unit.side, unit.place.hex()?)));
        for (h, far) in (0..12).map(hex).flat_map(|h| [0, 1, 2, 9, u32::MAX].map(|far| (h, far))) {
            let near = || standing().filter(|(_, _, at)| at.distance(h) <= far);
            let units: Vec<UnitId> = near().map(|(id, ..)| id).collect();
            prop_assert_eq!(state.units_within(h, far, None), units);
            for side in (0..2).map(SideId) {
                let own: Vec<UnitId> = near().filter(|(_, of, _)| *of == side).map(|(id, ..)| id).collect();
                prop_assert_eq!(state.units_within(h, far, Some(side)), own);
            }
            if let Some(taken) = state.occupied_within(h, far.min(Cluster::FAR)) {
                for at in h.within(far.min(Cluster::FAR)) {
                    let told = |cluster: Cluster| !cluster.and(Cluster::of(at - h)).is_empty();
                    let by = [taken.by[0], taken.by[1], taken.by_others].map(told);
                    let of = |side| state.whose_at(at).only() == Some(SideId(side));
                    let of_others = !state.is_empty_at(at) && !of(0) && !of(1);
                    prop_assert_eq!(by, [of(0), of(1), of_others], "{:?} from {:?}", at, h);
                }
            }
            let sides: BTreeSet<SideId> = near().map(|(_, side, _)| side).collect();
            prop_assert_eq!(state.sides_within(h, far), sides.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(state.whose_within(h, far), sides.into_iter().collect());
        }
        for side in (0..2).map(SideId) {
            let hexes: BTreeSet<Hex> = standing().filter(|(_, of, _)| *of == side).map(|(_, _, at)| at).collect();
            prop_assert_eq!(state.hexes_of(side), hexes.into_iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_lock_on_help_is_a_state_of_its_own_and_is_taken_back() {
    let mut state = three_units();
    let open = state.fingerprint();
    state.lock_help(None);
    assert_eq!(state.pending(), 0, "what is open already is not opened");
    state.lock_help(Some("guessing".into()));
    assert_eq!(state.help_lock().map(|reason| &**reason), Some("guessing"));
    let locked = state.fingerprint();
    assert_ne!(locked, open);
    state.lock_help(Some("plotting".into()));
    assert_ne!(state.fingerprint(), locked, "the reason is part of the game");
    state.roll_back(1);
    assert_eq!(state.fingerprint(), locked);
    state.roll_back(0);
    assert_eq!(state.help_lock(), None);
    assert_eq!(state.fingerprint(), open);
}

#[test]
fn where_terrain_lies_is_part_of_the_state_and_is_taken_back() {
    let mut state = three_units();
    let bare = state.fingerprint();
    state.lay(1, None);
    assert_eq!(state.pending(), 0, "what does not lie there is not taken off");
    state.lay(1, Some((Point::inches(3, 4), Facing::UP)));
    let laid = state.fingerprint();
    assert_ne!(laid, bare);
    let other = |piece: u32, x: i64, degrees: i64| {
        let mut other = three_units();
        other.lay(piece, Some((Point::inches(x, 4), Facing::bearing(degrees))));
        other.fingerprint()
    };
    assert_eq!(other(1, 3, 0), laid);
    for (piece, x, degrees) in [(0, 3, 0), (1, 4, 0), (1, 3, 90)] {
        assert_ne!(
            other(piece, x, degrees),
            laid,
            "which piece, where and which way up are part of the game"
        );
    }
    state.lay(1, Some((Point::inches(3, 4), Facing::UP)));
    assert_eq!(state.pending(), 1, "what lies there already is not laid again");
    state.lay(1, None);
    assert_eq!(state.fingerprint(), bare);
    state.roll_back(1);
    assert_eq!(state.fingerprint(), laid);
    let before = state.clone();
    state.commit();
    let deed = super::Deed::Lay(1, Some((Point::inches(9, 4), Facing::UP)));
    state.carry(&deed);
    let changes = state.commit();
    let after = state.clone();
    state.undo(&changes);
    assert_eq!(state.laid(), before.laid());
    state.redo(&changes);
    assert_eq!((state.laid(), state.fingerprint()), (after.laid(), after.fingerprint()));
}
