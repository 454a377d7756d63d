use super::*;

fn outline(text: &str) -> Outline {
    Outline::of(text).unwrap_or_else(|| panic!("no script: {text}"))
}

fn kinds(text: &str) -> Vec<&'static str> {
    outline(text).blocks.iter().map(|b| b.kind.word()).collect()
}

#[test]
fn every_block_of_every_kind_is_found() {
    let text = "fn a(x) { if x > 1 { 1 } else if x < 0 { 2 } else { 3 } }\n\
        fn b(x) { for i in 0..x { while i > 3 { break; } } loop { break; } do { x += 1; } while x < 9; x }\n\
        fn c(x) { switch x { 1 => { 2 } 3 => 4, 5 if x > 2 => #{a: 1}, _ => if x > 3 { 6 } else { 7 } } }\n\
        fn d(x) { let y = `a ${x} b ${if x > 1 { \"{\" } else { \"}\" }}`; try { y } catch { x } }\n\
        fn e(x) { let y = x.filter(|z| { z > 1 }); require(x > 1, \"fn {\"); { y } } // if { else {";
    assert_eq!(
        kinds(text),
        [
            "rule", "if", "else if", "else", "rule", "loop", "loop", "loop", "loop", "rule", "case", "case",
            "case", "case", "if", "else", "rule", "if", "else", "catch", "rule", "closure", "refusal"
        ]
    );
    assert_eq!(
        outline(text).rules.iter().map(|r| r.name.as_str()).collect::<Vec<_>>(),
        ["a", "b", "c", "d", "e"]
    );
}

#[test]
fn a_marked_script_is_a_script_with_the_same_lines() {
    for text in [
        "fn c(x) {\n switch x {\n 1 => 2, // two\n 2 => if x > 1 { 3 } else { 4 }\n 3 => -1\n }\n}",
        "fn c(x) { switch if x { 1 } else { 2 } { 1 => switch x { 2 => 3, _ => 4 }, _ => [1, 2][0] } }",
        "fn c(x) { switch x { 1 => return 4, 2 => { }, _ => () } }",
    ] {
        let outline = outline(text);
        let marked = outline.marked(text, 7);
        assert!(Outline::of(&marked).is_some(), "{marked}");
        assert_eq!(marked.lines().count(), text.lines().count());
        assert_eq!(marked.matches("__reached(").count(), outline.blocks.len(), "{marked}");
    }
}

#[test]
fn words_that_could_be_others_stand_in_no_comment_and_no_text() {
    let text =
        "// 1 < 2\nfn a(x) { let y = \"3 < 4\"; /* true */ x >= 10 && y != `5 + ${x - -6}` || !false }";
    let outline = outline(text);
    let found: Vec<(&str, Vec<&str>)> = outline
        .words
        .iter()
        .map(|w| (&text[w.at.clone()], w.instead.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(
        found,
        [
            (">=", vec![">"]),
            ("10", vec!["11", "9"]),
            ("&&", vec!["||"]),
            ("!=", vec!["=="]),
            ("-", vec!["+"]),
            ("-6", vec!["-5", "-7"]),
            ("||", vec!["&&"]),
            ("false", vec!["true"]),
        ]
    );
}

#[test]
fn the_innermost_block_is_the_one_that_has_to_be_reached() {
    let text = "/// Words.\n/// Rule: X-1\nfn a(x) { if x > 1 { 2 } else { 3 } }";
    let outline = outline(text);
    let around = |needle: char| outline.block_around(text.find(needle).unwrap()).unwrap();
    assert_eq!((around('>'), around('2'), around('3')), (0, 1, 2));
    assert_eq!(outline.rules[0].ids, ["X-1"]);
    assert_eq!(&text[outline.rules[0].at.clone()], &text[text.find("fn").unwrap()..]);
}

#[test]
fn an_expression_of_data_is_one_block_with_its_branches_and_words() {
    let (head, text) = ("fn data__3(me){", "if me.hits > 2 {\n 1 } else { me.ATT + 1 }");
    let outline = Outline::of_expression(head, text).unwrap();
    let kinds: Vec<&str> = outline.blocks.iter().map(|b| b.kind.word()).collect();
    assert_eq!(kinds, ["expression", "if", "else"]);
    assert_eq!((outline.blocks[0].start, outline.blocks[0].inside.clone()), (0, 0..text.len()));
    let words: Vec<&str> = outline.words.iter().map(|w| &text[w.at.clone()]).collect();
    assert_eq!(words, [">", "2", "1", "+", "1"]);
    assert_eq!(outline.rules[0].name, "if me.hits > 2 { 1 } else { me.ATT + 1 }");
    let marked = outline.marked(text, 4);
    assert!(marked.starts_with("__reached(4);if me.hits > 2 {__reached(5);\n"), "{marked}");
    assert!(Outline::of(&format!("{head}{marked}}}")).is_some());
    assert!(Outline::of_expression(head, "1 +").is_none());
}
