//! Folders of packs that reach outside, and games whose beginning fails.

use crate::bench::{Bench, RULES, is_wanted, within_limits};
use crate::data::open;

fn comes(name: &str, prepare: impl Fn(&Bench), expected: &[&str]) {
    if !is_wanted(name) {
        return;
    }
    let bench = Bench::new();
    prepare(&bench);
    let (came, text) = within_limits(name, || open(&bench));
    assert!(expected.contains(&came.as_str()), "{name}: came {came}, not {expected:?}\n{text}");
    assert!(!text.contains("root:"), "{name} shows a file outside of its pack");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let link = |to: &'static str, name: &'static str| {
        move |bench: &Bench| symlink(to, bench.folder.path().join("packs/small").join(name)).unwrap()
    };
    comes("link_to_a_file", link("/etc/passwd", "rules/20.rhai"), &["E0509"]);
    comes("link_to_data", link("/etc/passwd", "more.units"), &["E0509"]);
    comes("link_to_a_folder", link("/etc", "more"), &["E0509"]);
    comes("link_to_itself", link(".", "round"), &["E0509"]);
    comes("link_to_nothing", link("/nowhere/at/all", "gone.units"), &["E0509"]);
}

/// Whoever opens a pipe that nobody writes waits for ever.
#[cfg(unix)]
#[test]
fn pipes_and_sockets_are_passed_over() {
    let pipe = |name: &'static str| {
        move |bench: &Bench| {
            let path = bench.folder.path().join("packs/small").join(name);
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
        }
    };
    comes("pipe_of_rules", pipe("rules/20.rhai"), &["fine"]);
    comes("pipe_of_data", pipe("more.units"), &["fine"]);
    comes("pipe_of_nothing", pipe("pipe"), &["fine"]);
    let socket = |bench: &Bench| {
        drop(std::os::unix::net::UnixListener::bind(bench.folder.path().join("packs/small/s.md")).unwrap());
    };
    comes("socket", socket, &["fine"]);
}

#[test]
fn files_outside_of_a_pack_are_not_read() {
    for (name, path) in [
        ("rules_above", "../x.rhai"),
        ("rules_above_twice", "../../x.rhai"),
        ("rules_below_and_above", "rules/../../x.rhai"),
        ("rules_at_the_root", "/etc/passwd"),
        ("rules_of_another_pack", "../other/rules/10.rhai"),
        ("rules_with_a_drive", "C:/x.rhai"),
        ("rules_on_a_server", "//server/share/x.rhai"),
        ("rules_with_strokes", "..\\\\x.rhai"),
    ] {
        let prepare = |bench: &Bench| {
            bench.write("packs/x.rhai", "fn act(me) { 1 }");
            bench.write("packs/other/manifest.pack", "pack other \"Other\" { version 1.0.0 }");
            bench.write("packs/other/rules/10.rhai", "fn act(me) { 1 }");
            bench.write("packs/small/more.units", format!("change unit man {{ rules \"{path}\" }}"));
        };
        comes(name, prepare, &["E0509"]);
    }
}

#[test]
fn names_that_differ_by_case_are_two_files() {
    comes("case", |bench| drop(bench.write("packs/small/rules/1A.rhai", "private fn x() { 1 }")), &["fine"]);
    let both = |bench: &Bench| {
        bench.write("packs/small/more.units", "unit a { ATT 1 }");
        bench.write("packs/small/More.units", "unit a { ATT 1 }");
    };
    // Where names of files have no case there is one file.
    comes("case_of_data", both, &["E0107", "fine"]);
}

#[test]
fn many_files_and_large_ones_are_refused() {
    let many = |bench: &Bench| {
        for i in 0..2100 {
            bench.write(&format!("packs/small/notes/{i}.md"), "x");
        }
    };
    comes("many_files", many, &["E0111"]);
    let large = |bench: &Bench| drop(bench.write("packs/small/notes.md", " ".repeat(17 << 20)));
    comes("large_file", large, &["E0111"]);
    let slow = |bench: &Bench| {
        let text: String =
            (0..1500).map(|i| format!("private fn f{i}() {{ for x in [1] {{ x + 1 }} }}\n")).collect();
        for i in 0..30 {
            bench.write(&format!("packs/small/rules/9{i}.rhai"), text.replace("fn f", &format!("fn f{i}_")));
        }
    };
    comes("many_rules", slow, &["E0111"]);
    let lines = |bench: &Bench| {
        for i in 0..3 {
            bench.write(&format!("packs/small/rules/9{i}.rhai"), "\n".repeat(30_000));
        }
    };
    comes("many_lines", lines, &["E0309"]);
    let bytes = |bench: &Bench| drop(bench.write("packs/small/rules/20.rhai", [0xff, 0xfe, 0x00]));
    comes("no_text", bytes, &["E0112"]);
}

#[test]
fn a_game_whose_beginning_fails_is_not_begun() {
    for (name, start, expected) in [
        ("start_loops", "loop { }", "E0402"),
        ("start_fails", "throw \"no\";", "E0401"),
        ("start_writes_wrongly", "let g = game(); g.x = \"x\";", "E0403"),
        ("start_of_no_phase", "begin_phase(1, \"q\", ());", "E0403"),
        ("start_refuses", "refuse(\"no\");", "stopped"),
        ("start_asks", "choose((), \"which?\", [1, 2]);", "stopped"),
        ("start_calls_itself", "begin();", "E0402"),
        (
            "start_fills_the_memory",
            "let m = #{}; let i = 0; loop { m[`${i}`] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]; i += 1; }",
            "E0402",
        ),
    ] {
        let rules = RULES.replace("begin_phase(1, \"p\", side(\"red\"));", start);
        comes(name, |bench| drop(bench.write("packs/small/rules/10.rhai", &rules)), &[expected]);
    }
}
