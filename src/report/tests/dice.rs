//! Dice: tables with bars, pictures, lists and throws.

use crate::data::parse_formula;
use crate::kernel::dice::Generator;
use crate::kernel::dice::formula::Throw;
use crate::odds::distribution_of;
use crate::report::*;

fn told(text: &str) -> DiceOdds {
    let formula = parse_formula(text).unwrap_or_else(|m| panic!("{text}: {m}"));
    let odds = distribution_of(&formula).unwrap_or_else(|t| panic!("{text}: {t}"));
    DiceOdds { formula, odds }
}

fn shown(texts: &[&str], asked: DiceAsked, style: Style) -> String {
    dice_told(&texts.iter().map(|t| told(t)).collect::<Vec<_>>(), asked, &style)
}

fn plainly(texts: &[&str]) -> String {
    shown(texts, DiceAsked::default(), Style::default())
}

#[test]
fn every_result_has_its_chance_and_a_bar() {
    insta::assert_snapshot!("dice_table", plainly(&["4d6kh3"]));
    insta::assert_snapshot!("dice_many", plainly(&["200d6"]));
    insta::assert_snapshot!("dice_beside", plainly(&["3d6", "2d6+3"]));
    let narrow = Style { width: 40, ..Style::default() };
    insta::assert_snapshot!("dice_narrow", shown(&["8d6>=5"], DiceAsked::default(), narrow));
    let plain = Style { plain: true, ascii: true, ..Style::default() };
    insta::assert_snapshot!("dice_plain", shown(&["2d4"], DiceAsked::default(), plain));
}

#[test]
fn a_question_is_answered_instead_of_the_table() {
    let asked = DiceAsked { at_least: Some(8), at_most: Some(15) };
    assert_eq!(
        shown(&["3d6"], asked, Style::default()),
        "3d6: the sum of 3d6\n\
         mean 10.5 (21/2), deviation 2.96, from 3 to 18\n\
         at least 8: 83.80 % (181/216)\n\
         at most 15: 95.37 % (103/108)\n\
         from 8 to 15: 79.17 % (19/24)\n"
    );
    let beside = shown(&["3d6", "2d6 + 3"], DiceAsked { at_least: Some(8), at_most: None }, Style::default());
    assert!(beside.contains("at least 8  83.80 % (181/216)  83.33 % (5/6)\n"), "{beside}");
}

#[test]
fn means_and_deviations_that_are_rounded_do_not_look_exact() {
    let told = plainly(&["200d6kh1"]);
    assert!(told.contains("\nmean >5.99, deviation <0.01, from 1 to 6\n"), "{told}");
    let beside = plainly(&["200d6kh1", "d6"]);
    assert!(beside.contains(">5.99") && beside.contains("<0.01"), "{beside}");
}

#[test]
fn what_holds_or_not_is_told_in_one_line() {
    assert!(
        plainly(&["2d6+3 > 2d6"]).ends_with("it holds in 76.08 % (493/648), and not in 23.92 % (155/648)\n")
    );
    assert!(plainly(&["d6 > 6"]).ends_with("it holds in 0 %, and not in 100 %\n"));
    let both = plainly(&["d20 >= 15", "adv(d20) >= 15"]);
    assert!(both.contains("holds      30.00 % (3/10)  51.00 % (51/100)\n"), "{both}");
}

#[test]
fn what_may_surprise_is_remarked() {
    let remark = |text: &str| plainly(&[text]).lines().nth(1).unwrap_or_default().to_owned();
    assert_eq!(remark("2d6>=9"), "no face of a d6 is 9 or more; brackets compare the sum: (2d6) >= 9");
    assert_eq!(remark("8d6>=1"), "every face of a d6 is 1 or more; brackets compare the sum: (8d6) >= 1");
    assert_eq!(
        remark("3d6!!1"),
        "a d6 that shows 6 is thrown on and added up, at most once; one in 36 would go on",
    );
    assert!(remark("5d20>=25 always 20").starts_with("mean"));
}

#[test]
fn formulas_are_told_in_words() {
    for (text, words) in [
        ("4d6kl1", "the sum of the lowest of 4d6"),
        ("5d6dh1dl2", "the sum of 5d6 without the highest and the lowest 2"),
        ("8d6!>=5", "how many of 8d6! show 5 or more"),
        ("5d20>12 always 20 never 1", "how many of 5d20 show more than 12; 20 always counts; 1 never counts"),
        ("wins(3d6, 2d6)", "how many dice of 3d6 win against 2d6, highest against highest; ties go to 2d6"),
        ("adv(d20 + 5)", "the better of two throws of d20 + 5"),
        ("straight(5d6)", "how long the longest straight in 5d6 is"),
    ] {
        let all = shown(&[text], DiceAsked::default(), Style { width: 200, ..Style::default() });
        assert_eq!(all.lines().next(), Some(&*format!("{text}: {words}")));
    }
}

#[test]
fn nothing_that_can_happen_has_no_chance() {
    // The end of a long tail: never 0 %, never 100 % before the last.
    let all = plainly(&["10d6>=6"]);
    assert!(all.contains("    10  <0.01 %        1/60466176   <0.01 %     100 %  ▏\n"), "{all}");
    assert!(all.contains(">99.99 %"), "{all}");
    let ascii = shown(&["10d6>=6"], DiceAsked::default(), Style { ascii: true, ..Style::default() });
    assert!(ascii.contains("100 %  .\n"), "{ascii}");
}

#[test]
fn a_list_has_every_result_in_lowest_terms() {
    let csv = dice_csv(&[told("2d4"), told("max(d4, 2)")]).unwrap();
    assert_eq!(csv.lines().count(), 1 + 7 + 3);
    assert_eq!(csv.lines().nth(2), Some("\"2d4\",3,1/8,12.50 %,93.75 %,18.75 %"));
    assert_eq!(csv.lines().nth(8), Some("\"max(d4, 2)\",2,1/2,50.00 %,100 %,50.00 %"));
    let json = dice_json(&[told("200d6")], DiceAsked::default()).unwrap().remove(0);
    assert_eq!(json["outcomes"].as_array().unwrap().len(), 1001);
    assert_eq!(json["mean"]["fraction"], "700");
    // Of two it is told, too, how they compare.
    let both = dice_json(&[told("3d6"), told("2d6 + 3")], DiceAsked::default()).unwrap();
    assert_eq!(
        (&both[2]["more"]["fraction"], &both[2]["equal"]["fraction"]),
        (&"1/2".into(), &"65/648".into())
    );
    assert!(dice_csv(&[told("10000d6")]).is_err());
}

#[test]
fn a_picture_has_a_bar_for_each_result_and_names_what_it_shows() {
    let svg = dice_picture(&[told("4d6kh3")]);
    assert_eq!(svg.matches("<rect class=\"first\"").count(), 16);
    assert!(svg.contains("<title>4d6kh3: 13, 13.27 %</title>"));
    let svg = dice_picture(&[told("2d6 + 3 > 2d6"), told("d6 < 4")]);
    assert!(svg.contains("2d6 + 3 &gt; 2d6: yes") || svg.contains("2d6 + 3 &gt; 2d6: 1"), "{svg}");
    assert!(svg.contains("<rect class=\"second\""));
    assert!(!svg.contains("> 2d6"), "a sign of the formula breaks the picture: {svg}");
    insta::assert_snapshot!("dice_picture", dice_picture(&[told("2d3")]));
}

#[test]
fn throws_are_told_die_by_die() {
    let formula = parse_formula("3d6ro1!!2kh2 + d4").unwrap();
    let mut generator = Generator::new(5);
    let throws: Vec<Throw> = (0..6).map(|_| formula.throw(&mut generator).unwrap()).collect();
    insta::assert_snapshot!("dice_throws", dice_throws(&formula, &throws, &Style::default()));
    let json = dice_throws_json(&formula, &throws, 5);
    assert_eq!(json["throws"].as_array().unwrap().len(), 6);
    assert_eq!(json["throws"][0]["pools"][0]["dice"].as_array().unwrap().len(), 3);
    let chance = parse_formula("2d6 + 3 > 2d6").unwrap();
    let told = dice_throws(&chance, &[chance.throw(&mut generator).unwrap()], &Style::default());
    assert!(told.starts_with("yes") || told.starts_with("no"), "{told}");
}
