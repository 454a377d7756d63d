use proptest::prelude::*;

use super::*;
use crate::kernel::dice::formula::{
    Comparison, Die, Explode, Keep, Pool, Reroll, Rounding, Scale, Sign, Success, Test,
};

fn read(text: &str) -> Formula {
    parse_formula(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"))
}

fn d(count: u32, sides: u32) -> Pool {
    Pool::new(count, Die::Faces(sides)).unwrap()
}

/// The code, the title, the text that it is about, and the help.
fn wrong(text: &str) -> (String, String, String, String) {
    let mistake = parse_formula(text).expect_err(text);
    let at = text.get(mistake.at.clone()).unwrap_or("?").to_owned();
    (mistake.code.to_string(), mistake.title, at, mistake.help.unwrap_or_default())
}

#[test]
fn dice_are_a_count_the_die_and_what_is_done_with_them() {
    assert_eq!(read("3d6"), Formula::Total(d(3, 6)));
    assert_eq!(read(" D20 "), Formula::Total(d(1, 20)));
    assert_eq!(read("d%"), Formula::Total(d(1, 100)));
    assert_eq!(read("4dF"), Formula::Total(Pool::new(4, Die::Fate).unwrap()));
    let lowest = |n| Keep { without_highest: 0, without_lowest: n };
    let highest = |n| Keep { without_highest: n, without_lowest: 0 };
    for (text, pool, keep) in [
        ("4d6kh3", d(4, 6), lowest(1)),
        ("4d6dl1", d(4, 6), lowest(1)),
        ("4d6dl", d(4, 6), lowest(1)),
        ("2d20KH1", d(2, 20), lowest(1)),
        ("2d20kl", d(2, 20), highest(1)),
        ("5d6dh2", d(5, 6), highest(2)),
        ("5d6dh1dl2", d(5, 6), Keep { without_highest: 1, without_lowest: 2 }),
    ] {
        assert_eq!(read(text), Formula::Total(pool.keeping(keep).unwrap()), "{text}");
    }
    let again = |comparison, number, once| Reroll { test: Test { comparison, number }, once };
    let rerolled = d(2, 6).rerolling(again(Comparison::AtMost, 2, true)).unwrap();
    assert_eq!(read("2d6ro<=2"), Formula::Total(rerolled));
    let on = |times, adds_up| Explode { times, adds_up };
    assert_eq!(read("3d6!"), Formula::Total(d(3, 6).exploding(on(Explode::UNSAID, false)).unwrap()));
    assert_eq!(read("3d6!!4"), Formula::Total(d(3, 6).exploding(on(4, true)).unwrap()));
}

#[test]
fn dice_alone_before_a_number_are_counted_and_everything_else_is_compared() {
    let test = Test { comparison: Comparison::AtLeast, number: 5 };
    let counted = |always, never| Formula::Successes(d(8, 6), Success { test, always, never });
    for text in ["8d6>=5", "8d6 >= 5", "8d6≥5", "8d6 >= 3 + 2"] {
        assert_eq!(read(text), counted(None, None), "{text}");
    }
    assert_eq!(read("8d6>=5 always 6 never 1"), counted(Some(6), Some(1)));
    for text in ["(8d6) >= 5", "8d6 + 0 >= 5", "5 <= 8d6", "2d6+3 > 2d6", "d20 >= 15", "sum(8d6) >= 5"] {
        assert!(matches!(read(text), Formula::Compare(..)), "{text}");
    }
    assert_eq!(read("(8d6>=5) * 2").to_string(), "(8d6>=5) * 2");
}

#[test]
fn a_die_whose_number_is_written_is_counted_like_any_number_of_dice() {
    for text in ["1d6>=5", "1d20>=15 always 20", "1d6!>=5", "2d6kh1>=5", "3d6kh2>=5", "2d6dl1>=5"] {
        assert!(matches!(read(text), Formula::Successes(..)), "{text}");
        assert_eq!(read(&read(text).to_string()), read(text), "{text}");
    }
    for text in ["d6 >= 5", "d20kh1 >= 15", "2d20kh >= 15", "(2d20kh1) >= 15", "3d6kl<2", "(1d6) >= 5"] {
        assert!(matches!(read(text), Formula::Compare(..)), "{text}");
        assert_eq!(read(&read(text).to_string()), read(text), "{text}");
    }
}

#[test]
fn products_hold_tighter_than_sums_and_comparisons_loosest() {
    let formula = read("1 + 2 * d6 - d4 / 2 > -3");
    assert_eq!(formula.to_string(), "1 + 2 * d6 - d4 / 2 > -3");
    let Formula::Compare(left, Comparison::More, right) = formula else { panic!() };
    assert_eq!(*right, Formula::Number(-3));
    let Formula::Sum(terms) = *left else { panic!() };
    assert_eq!(
        terms.iter().map(|(sign, _)| *sign).collect::<Vec<_>>(),
        [Sign::Plus, Sign::Plus, Sign::Minus]
    );
}

#[test]
fn a_division_is_rounded_to_zero_unless_it_says_otherwise() {
    let over = |text: &str| match read(text) {
        Formula::Product(_, others) => others[0].0,
        other => panic!("{other}"),
    };
    assert_eq!(over("2d6 / 2"), Scale::Over(Rounding::Zero));
    assert_eq!(over("floor(2d6 / 2)"), Scale::Over(Rounding::Down));
    assert_eq!(over("ceil(3 * 2d6 ÷ 2)"), Scale::Over(Rounding::Up));
    assert_eq!(wrong("floor(2d6 / 2 + 1)").0, "E0901");
    assert_eq!(wrong("ceil(2d6)").0, "E0901");
    assert_eq!(wrong("floor(9 / 2 / 2)").0, "E0901");
    assert_eq!(wrong("2d6 / 0").0, "E0903");
}

#[test]
fn a_mistyped_word_is_told_with_what_could_be_meant() {
    for (text, at, help) in [
        ("4d6k3", "k3", "did you mean `kh3` (keep the highest) or `kl3` (keep the lowest)?"),
        ("4d6d1", "d1", "did you mean `dl1` (drop the lowest) or `dh1` (drop the highest)?"),
        ("4d6hk3", "hk3", "did you mean `kh3`?"),
        ("d20adv", "adv", "did you mean `adv(d20)`, or `2d20kh1`?"),
        ("4d6r", "r", "say which faces are thrown again: `r1`, `r<=2`"),
        ("mx(1, d6)", "mx", "did you mean `max`?"),
    ] {
        let (code, _, found, told) = wrong(text);
        assert_eq!((&*code, &*found, &*told), ("E0902", at, help), "{text}");
    }
}

#[test]
fn what_breaks_off_is_told_where_it_does() {
    for (text, title, at) in [
        ("", "no dice are named", ""),
        ("3d", "a die does not say how many faces it has", ""),
        ("3d6 +", "more should follow", ""),
        ("(3d6", "a bracket is never closed", "("),
        ("max(3d6, 2", "a bracket is never closed", "("),
        ("min()", "`min` takes two or more, not 0", "min()"),
        ("2 + Max( )", "`max` takes two or more, not 0", "Max( )"),
        ("2 * ()", "nothing stands between the brackets", "()"),
        ("3d6)", "a bracket is closed that was never opened", ")"),
        ("3d6 4", "`4` cannot stand here", "4"),
        ("3d6 # 4", "`#` cannot stand here", "#"),
        ("three", "`three` cannot stand here", "three"),
        ("1 < d6 < 5", "two comparisons follow each other", "<"),
        ("3d6 always 6", "`always` and `never` are about the faces of dice that are counted", "always 6"),
        ("4d6kh3kl1", "`kl1` says again what has been said", "kl1"),
    ] {
        let (code, told, found, _) = wrong(text);
        assert_eq!((&*code, &*told, &*found), ("E0901", title, at), "{text}");
    }
}

#[test]
fn dice_that_cannot_be_are_told_with_the_reason() {
    for (text, title) in [
        ("0d6", "no dice are thrown"),
        ("1d0", "a die has no face"),
        ("d1", "a die has one face and leaves nothing to chance"),
        ("4d6kh5", "5 of 4 dice cannot be kept"),
        ("4d6kh0", "none of 4 dice would be kept"),
        ("4d6dl2dh2", "none of 4 dice would be kept"),
        ("4d6dl99999999999", "none of 4 dice would be kept"),
        ("2d6r<=6", "every face would be thrown again, without end"),
        ("2d6r7", "no face of the die is =7"),
        ("2d6!kh1", "`!` makes more dice of one, and which of them are kept would be unclear"),
        ("2d6!0", "a die is thrown on at least once"),
        ("5d20>=7 always 21", "a d20 has no 21"),
        ("8d6>=5 always 6 never 6", "6 cannot both count always and count never"),
        ("pairs(5d6!)", "`pairs` takes dice that stay as many as they are"),
        ("wins(3d6 + 1, 2d6)", "`wins` takes dice and nothing else"),
    ] {
        let (code, told, ..) = wrong(text);
        assert_eq!((&*code, &*told), ("E0903", title), "{text}");
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    let deep = |brackets: usize| format!("{}1{}", "(".repeat(brackets), ")".repeat(brackets));
    let long = format!("1{}", " + 1".repeat(2000));
    for text in [
        "1000000000d6",
        "99999999999999999999d6",
        "1d1000000000",
        "1d99999999999999999999",
        "99999999999999999999 + d6",
        "d6 > -9223372036854775809",
        &deep(65),
        &deep(100_000),
        &"-".repeat(100_000),
        &long,
    ] {
        assert_eq!(wrong(text).0, "E0904", "{}", &text[..text.len().min(40)]);
    }
    assert_eq!(read(&deep(64)), Formula::Number(1));
    assert_eq!(read(&format!("{}d6", "- ".repeat(2000))), Formula::Total(d(1, 6)));
    assert_eq!(read("-1d6").to_string(), "-d6");
}

/// Notation of every form.
fn notation() -> impl Strategy<Value = String> {
    let pool = (1u32..6, 2u32..9, 0usize..9).prop_map(|(count, faces, what)| {
        let behind = ["", "kh1", "kl1", "!", "!!2", "r1", "ro<=1", "r2!!", "kl"][what];
        format!("{count}d{faces}{behind}")
    });
    let plain = (1u32..6, 2u32..9).prop_map(|(count, faces)| format!("{count}d{faces}"));
    let leaf = prop_oneof![
        3 => pool,
        2 => (-5i64..9).prop_map(|n| n.to_string()),
        1 => Just("dF".to_owned()),
        1 => plain.clone().prop_map(|p| format!("pairs({p})")),
        1 => (plain.clone(), plain).prop_map(|(a, b)| format!("wins({a}, {b})")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let sign = proptest::sample::select(vec!["+", "-", "*", "/", ">", ">=", "=", "!="]);
        prop_oneof![
            (inner.clone(), sign, inner.clone()).prop_map(|(a, sign, b)| format!("({a}) {sign} {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) - ({b}) * 2")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.clone().prop_map(|a| format!("adv({a})")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            inner.clone().prop_map(|a| format!("floor(({a}) / 3)")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("min({a}, {b})")),
        ]
    })
}

proptest! {
    #[test]
    fn what_a_formula_writes_is_read_as_the_same_formula(text in notation()) {
        // Two comparisons may meet without brackets, which is a mistake of its own.
        if let Ok(formula) = parse_formula(&text) {
            let written = formula.to_string();
            let again = parse_formula(&written);
            prop_assert_eq!(again.as_ref(), Ok(&formula), "{} written as {}", text, written);
        }
    }

    #[test]
    fn any_text_is_a_formula_or_a_mistake_in_it(text in any::<String>(), ascii in "[-0-9dFkhlr!()+*/<>=, a-z]{0,24}") {
        for text in [text, ascii] {
            if let Err(mistake) = parse_formula(&text) {
                prop_assert!(text.get(mistake.at.clone()).is_some(), "{text:?}: {mistake:?}");
                prop_assert!(!mistake.title.is_empty());
            }
        }
    }
}
