//! Lines that nobody types by mistake.

use crate::rows;

#[test]
fn lines_are_understood_or_refused() {
    crate::bench::run(rows! {
        nothing: "", " " => "fine";
        nul: "", "act \0" => "E0703" | "E0702";
        unclosed_text: "", "note \"so" => "E0702";
        unclosed_bracket: "", "(1" => "E0702";
        only_a_flag: "", "--dice 3" => "E0702";
        a_flag_before_advice: "", "--seconds 5 best" => "E0702", "expected `P(…)`";
        a_flag_close_behind_brackets: "", "best P(é)-o x.csv" => "E0702", "no flag `--out`";
        a_flag_before_a_note: "", "--because x note \"to keep\"" => "E0702", "no flag `--because`";
        no_command: "", "atc m" => "E0701", "did you mean `act`";
        no_unit: "", "act nobody" => "E0703";
        escape: "", "act \u{1b}[2J" => "E0702", "U+001B";
        escape_in_a_mark: "", "mark \u{1b}[2J" => "E0702";
        turned: "", "act \u{202E}m" => "E0702", "U+202E";
        wide: "", "act ｍ" => "E0703";
        too_many_words: "", "act m m m m m" => "E0702", "too many";
        a_die_too_many: "", "act m --dice 3" => "E0705";
        dice_that_are_none: "", "act m --dice x,-1,99999999999999999999" => "E0705";
        no_dice_behind_the_flag: "", "act m --dice" => "E0705";
        choice_that_is_none: "", "act m --choose 0" => "E0705";
        unknown_flag: "", "act m --dise 3" => "E0702", "did you mean `--dice`";
        as_whom: "", "act m --as nobody" => "E0702";
        try_of_try: "", "try try try try act nobody" => "fine", "E0703";
        why_not_of_nothing: "", "why not" => "E0702" | "E0701" | "stopped";
        why_of_the_greatest: "", "why 99999999999999999999" => "E0702";
        undo_of_the_greatest: "", "undo 99999999999999999999" => "E0702" | "E0707";
        undo_of_nothing: "", "undo" => "E0707";
        goto_nowhere: "", "goto \"\"" => "E0702" | "E0709";
        seed_of_nothing: "", "seed x" => "E0702";
        map_off_the_map: "", "map 9999" => "E0207" | "E0702";
        reach_of_nobody: "", "reach 0101" => "E0703";
        los_nowhere: "", "los 0101 9999" => "E0207";
        house_of_nothing: "", "house add /nowhere/at/all.rhai" => "E0709";
        house_of_a_device: "", "house add /dev/zero" => "E0709" | "E0702";
        house_of_a_folder: "", "house add /etc" => "E0709";
        house_of_no_kind: "", "house add /etc/passwd" => "E0709" | "E0702";
        save_nowhere: "", "save /nowhere/at/all.journal" => "E0607";
        explain_nothing: "", "explain E9999" => "E0709";
        ruling_that_loops: "", "ruling \"fn act(u) { loop { } }\" --because x --as referee" => "fine";
        ruling_that_does_not_end: "", "ruling \"fn act(u) { \" --because x" => "E0301" | "E0102";
        ruling_of_nothing: "", "ruling \"\" --because x" => "E0702" | "fine" | "E0101" | "E0108";
        ruling_that_breaks_out: "", "ruling \"fn act(u) { 1 } } rules { fn may(u) { 1 }\" --because x" => "fine" | "E0301" | "E0102";
        set_of_the_greatest: "", "set m ATT 9223372036854775807 --because x" => "fine" | "E0106";
        set_beyond: "", "set m ATT 99999999999999999999 --because x" => "E0111" | "E0702" | "E0105";
        set_of_nothing: "", "set m ATTT 1 --because x" => "E0104" | "E0702" | "E0709";
    });
}

/// Lines of a size.
#[test]
fn long_lines_are_refused_soon() {
    let bench = crate::bench::Bench::new();
    let mut lines: Vec<String> =
        ["(", "((1)+", "{", "[", "\"", "`${", "act m ", "--dice 3 ", "note x", "(1+1)", "try ", "\\", "é"]
            .iter()
            .map(|piece| piece.repeat(60_000 / piece.len()))
            .collect();
    lines.extend([
        "x".repeat(70_000),
        format!("({})", "1+".repeat(30_000)),
        format!("act {}", "m".repeat(60_000)),
    ]);
    lines.push(format!("note \"{}\"", "x".repeat(60_000)));
    lines.push(format!("why {}", "not act ".repeat(7000)));
    lines.push(format!("expect refused {}", "expect refused ".repeat(4000)));
    let console = std::cell::RefCell::new(bench.console());
    for line in lines {
        let name: String = line.chars().take(12).collect();
        let before = console.borrow().session.state().fingerprint();
        crate::bench::within_limits(&name, || {
            let told = console.borrow_mut().line(&line);
            assert!(told.out.len() + told.err.len() < 200_000, "{name}: a long answer");
        });
        assert_eq!(console.borrow().session.state().fingerprint(), before, "{name}");
    }
    assert_eq!(crate::bench::outcome(&console.borrow_mut().line("plain")), "fine");
}
