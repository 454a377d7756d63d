//! Laws of sheets and seals.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::kernel::value::Value;

fn row(label: &str, takes: Takes) -> Row {
    Row { label: Arc::from(label), takes }
}

fn number(label: &str, least: i64, most: i64) -> Row {
    row(label, Takes::Number { least, most })
}

/// Sheets that can be filled in, with options, numbers, texts and totals.
fn sheets() -> impl Strategy<Value = Sheet> {
    let takes = prop_oneof![
        (1_i64..4).prop_map(|many| Takes::Options((0..many).map(Value::Int).collect())),
        (-3_i64..4, 0_i64..4).prop_map(|(least, more)| Takes::Number { least, most: least + more }),
        Just(Takes::Text),
    ];
    let rows = prop::collection::vec(takes.prop_map(|takes| row("x", takes)), 1..4);
    (rows, prop::option::of((-6_i64..7, 0_i64..4)))
        .prop_filter_map("nobody can fill it in", |(rows, total)| {
            Sheet::new(rows, total.map(|(from, more)| (from, from + more))).ok()
        })
}

fn texts() -> impl Strategy<Value = Written> {
    prop_oneof![
        (0_usize..5).prop_map(Written::Option),
        (-9_i64..10).prop_map(Written::Number),
        "[a-z ]{0,6}".prop_map(|text| Written::Text(text.into())),
    ]
}

fn secrets(sheet: &Sheet) -> Secrets {
    let secret =
        |side| Secret { side: SideId(side), question: "what?".into(), sheet: sheet.clone(), closed: None };
    Secrets { of: vec![secret(0), secret(1)], asked_at: None }
}

/// Every way to fill in a sheet, found by trying everything.
fn tried(sheet: &Sheet) -> Vec<Vec<Written>> {
    let mut ways = vec![Vec::new()];
    for row in sheet.rows() {
        let entries: Vec<Written> = match &row.takes {
            Takes::Options(options) => (0..options.len()).map(Written::Option).collect(),
            Takes::Number { least, most } => (*least..=*most).map(Written::Number).collect(),
            Takes::Text => vec![Written::Text("".into())],
        };
        ways = ways
            .into_iter()
            .flat_map(|way| entries.iter().map(move |one| [way.clone(), vec![one.clone()]].concat()))
            .collect();
    }
    ways.retain(|way| sheet.misfit(way).is_none());
    ways
}

const MOMENT: Digest = Digest([7; 32]);

fn subject<'a>(side: &'a str, question: &'a str, sheet: &'a Sheet) -> Subject<'a> {
    Subject { moment: &MOMENT, side, question, sheet }
}

proptest! {
    #[test]
    fn whatever_is_drawn_fits_and_everything_that_fits_is_drawn(sheet in sheets(), seed in any::<u64>()) {
        let mut state = seed;
        let drawn = sheet.drawn(|count| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % count
        });
        prop_assert_eq!(sheet.misfit(&drawn), None);
        let one = Secrets { of: vec![secrets(&sheet).of.remove(0)], asked_at: None };
        let every: Vec<Vec<Written>> = one.every(1000).unwrap().into_iter().map(|mut w| w.remove(0)).collect();
        prop_assert_eq!(&every, &tried(&sheet));
        prop_assert_eq!(&every[0], &one.first()[0]);
    }

    #[test]
    fn sides_decide_independently(sheet in sheets()) {
        let alone = tried(&sheet).len();
        let every = secrets(&sheet).every(alone * alone).unwrap();
        prop_assert_eq!(every.len(), alone * alone);
        prop_assert_eq!(secrets(&sheet).every(alone * alone - 1).is_none(), alone * alone > 1);
    }

    #[test]
    fn a_seal_opens_with_what_was_sealed_and_shows_nothing(
        written in prop::collection::vec(texts(), 1..5), nonce in any::<[u8; 32]>(), other in any::<[u8; 32]>()
    ) {
        let sheet = Sheet::of_one(Takes::Text).unwrap();
        let subject = subject("red", "what?", &sheet);
        let opening = Opening::new(&subject, Nonce(nonce), written.clone());
        prop_assert_eq!(opening.sealed.check(&subject), Ok(()));
        prop_assert!(opening.seal().check(&subject, &written).is_ok());
        // The same answer under another nonce has nothing in common with it.
        if nonce != other {
            let again = Opening::new(&subject, Nonce(other), written.clone());
            prop_assert_ne!(again.sealed.commitment, opening.sealed.commitment);
            prop_assert_ne!(again.sealed.nonce_digest, opening.sealed.nonce_digest);
        }
        // And the seal is the same whatever was written, but for its digest.
        let mut nothing = Opening::new(&subject, Nonce(nonce), Vec::new()).sealed;
        nothing.commitment = opening.sealed.commitment;
        prop_assert_eq!(nothing, opening.sealed);
    }

    #[test]
    fn a_seal_binds(
        written in prop::collection::vec(texts(), 1..5), other in prop::collection::vec(texts(), 1..5),
        nonce in any::<[u8; 32]>()
    ) {
        let sheet = Sheet::of_one(Takes::Text).unwrap();
        let subject = subject("red", "what?", &sheet);
        let opening = Opening::new(&subject, Nonce(nonce), written.clone());
        let same = Opening::new(&subject, Nonce(nonce), other.clone());
        prop_assert_eq!(opening.sealed.commitment == same.sealed.commitment, written == other);
        prop_assert_eq!(opening.seal().check(&subject, &other).is_ok(), written == other);
    }

    #[test]
    fn any_changed_byte_of_an_opening_is_found(at in any::<prop::sample::Index>(), flip in 1_u8..=255) {
        let sheet = Sheet::new(vec![number("fire", 0, 9), row("plan", Takes::Text)], None).unwrap();
        let subject = subject("red", "spell points", &sheet);
        let written = vec![Written::Number(3), Written::Text("the ford".into())];
        let opening = Opening::new(&subject, Nonce([9; 32]), written);
        let text = serde_json::to_string(&opening).unwrap();
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        // Either it is no opening any more, or it is found to be a false one. What is the same in other letters is no change.
        if let Ok(changed) = serde_json::from_slice::<Opening>(&bytes)
            && changed != opening
        {
            prop_assert!(changed.check(&subject, &opening.sealed).is_err(), "byte {at} of {text}");
        }
    }
}

#[test]
fn what_is_false_is_named() {
    let sheet = Sheet::of_one(Takes::Number { least: 0, most: 9 }).unwrap();
    let red = subject("red", "points", &sheet);
    let opening = Opening::new(&red, Nonce([1; 32]), vec![Written::Number(3)]);
    let sealed = opening.sealed.clone();
    assert_eq!(opening.check(&red, &sealed), Ok(()));

    let blue = subject("blue", "points", &sheet);
    assert_eq!(sealed.check(&blue), Err(Falsehood::Side { found: "red".to_owned() }));
    let later = Digest([8; 32]);
    assert_eq!(sealed.check(&Subject { moment: &later, ..red }), Err(Falsehood::Moment));
    assert_eq!(sealed.check(&subject("red", "dice", &sheet)), Err(Falsehood::Question));
    let wider = Sheet::of_one(Takes::Number { least: 0, most: 10 }).unwrap();
    assert_eq!(sealed.check(&subject("red", "points", &wider)), Err(Falsehood::Question));

    let other_answer = Opening { written: vec![Written::Number(4)], ..opening.clone() };
    assert_eq!(other_answer.check(&red, &sealed), Err(Falsehood::Answer));
    let other_nonce = Opening { nonce: Nonce([2; 32]), ..opening.clone() };
    assert_eq!(other_nonce.check(&red, &sealed), Err(Falsehood::Nonce));
    let other_seal = Opening::new(&red, Nonce([2; 32]), vec![Written::Number(4)]);
    assert_eq!(other_seal.check(&red, &sealed), Err(Falsehood::Seal));
    let too_much = Opening::new(&red, Nonce([3; 32]), vec![Written::Number(44)]);
    let Err(Falsehood::Misfit(why)) = too_much.check(&red, &too_much.sealed.clone()) else { unreachable!() };
    assert!(!why.contains("44"), "{why}");
}

#[test]
fn no_part_can_pass_for_two() {
    let texts = |one: &str, two: &str| vec![Written::Text(one.into()), Written::Text(two.into())];
    let sheet = Sheet::of_one(Takes::Text).unwrap();
    let subject = subject("red", "what?", &sheet);
    let seal = |written| Opening::new(&subject, Nonce([0; 32]), written).sealed.commitment;
    assert_ne!(seal(texts("ab", "c")), seal(texts("a", "bc")));
    assert_ne!(seal(vec![Written::Option(1)]), seal(vec![Written::Number(1)]));
}

#[test]
fn sheets_that_nobody_could_fill_in_are_refused() {
    for (rows, total) in [
        (vec![], None),
        (vec![number("a", 3, 2)], None),
        (vec![row("a", Takes::Options(vec![]))], None),
        (vec![number("a", 0, 2), number("b", 0, 2)], Some((5, 9))),
        (vec![number("a", 0, 2)], Some((2, 1))),
        (vec![number("a", i64::MIN, i64::MAX)], None),
    ] {
        assert!(Sheet::new(rows.clone(), total).is_err(), "{rows:?} {total:?}");
    }
    assert!(Sheet::new(vec![number("a", 0, 6), number("b", 0, 6)], Some((6, 6))).is_ok());
}

#[test]
fn what_is_written_for_developers_shows_no_nonce() {
    assert_eq!(format!("{:?}", Nonce([0xab; 32])), "Nonce");
}

#[test]
fn a_seal_that_stays_closed_opens_with_what_was_sealed_alone() {
    let sheet = Sheet::of_one(Takes::Number { least: 0, most: 9 }).unwrap();
    let red = subject("red", "points", &sheet);
    let opening = Opening::new(&red, Nonce([1; 32]), vec![Written::Number(3)]);
    let closed = opening.closed();
    assert_eq!(opening.check_closed(&red, &closed), Ok(()));
    let other_answer = Opening { written: vec![Written::Number(4)], ..opening.clone() };
    assert_eq!(other_answer.check_closed(&red, &closed), Err(Falsehood::Answer));
    let other_nonce = Opening { nonce: Nonce([2; 32]), ..opening.clone() };
    assert_eq!(other_nonce.check_closed(&red, &closed), Err(Falsehood::Nonce));
    let other_seal = Opening::new(&red, Nonce([1; 32]), vec![Written::Number(4)]);
    assert_eq!(other_seal.check_closed(&red, &closed), Err(Falsehood::Seal));
    let later = Digest([8; 32]);
    assert_eq!(
        opening.check_closed(&Subject { moment: &later, ..red }, &closed),
        Err(Falsehood::Moment),
        "a seal cannot be used a second time"
    );
}

#[test]
fn nonces_of_what_is_told_are_the_same_for_the_same_and_for_nothing_else() {
    let sheet = Sheet::of_one(Takes::Number { least: 0, most: 9 }).unwrap();
    let wider = Sheet::of_one(Takes::Number { least: 0, most: 10 }).unwrap();
    let later = Digest([8; 32]);
    let red = subject("red", "points", &sheet);
    let others = [
        subject("blue", "points", &sheet),
        subject("red", "dice", &sheet),
        subject("red", "points", &wider),
        Subject { moment: &later, ..red },
    ];
    assert_eq!(Nonce::of_told(&red), Nonce::of_told(&subject("red", "points", &sheet)));
    assert!(others.iter().all(|other| Nonce::of_told(other) != Nonce::of_told(&red)));
    let nonce = Nonce::of_told(&red);
    assert_eq!(Nonce::parse(&nonce.told()), Some(nonce));
    assert_eq!(Nonce::parse("12"), None);
}

#[test]
fn a_seal_as_a_value_holds_question_and_digest_and_reads_as_it_is_written() {
    let secret = secrets(&Sheet::of_one(Takes::Text).unwrap()).of.remove(0);
    let red = subject("red", &secret.question, &secret.sheet);
    let opening = Opening::new(&red, Nonce([1; 32]), vec![Written::Text("the ford".into())]);
    let value = Value::Seal(Arc::new(secret.under(opening.closed())));
    let text = serde_json::to_string(&value).unwrap();
    assert!(!text.contains("ford") && !format!("{value:?}{value}").contains("ford"), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    // Of the same question under another seal it is another value.
    assert_ne!(value, Value::Seal(Arc::new(secret.under(Closed::supposed(&secret)))));
}

#[test]
fn what_is_kept_opens_its_own_seal() {
    let sheet = Sheet::of_one(Takes::Number { least: 0, most: 9 }).unwrap();
    let red = subject("red", "points", &sheet);
    let kept = |nonce| {
        let opening = Opening::new(&red, Nonce([nonce; 32]), vec![Written::Number(3)]);
        Kept { opening, by: crate::kernel::door::By::Forced }
    };
    let mut keeper = Keeper::default();
    keeper.keep(kept(1));
    keeper.keep(kept(2));
    assert_eq!(keeper.of(&kept(1).opening.closed()), Some(&kept(1)));
    assert_eq!(keeper.of(&kept(3).opening.closed()), None);
    keeper.forget();
    assert_eq!(keeper.all().count(), 0);
}
