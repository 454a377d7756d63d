//! House files and packs whose data means harm: numbers at the ends, names that fool, sizes beyond reason.

use crate::bench::{Bench, MANIFEST, SCENARIO, console, is_wanted, outcome, told, within_limits_of_reading};
use crate::rows;
use houserule::session::Session;

#[test]
fn house_files_of_data_are_read_or_refused() {
    let times = |text: &str, count: usize| text.repeat(count);
    crate::bench::run(rows! {
        long_line: format!("change unit man {{ {} }}", times("ATT += 0,", 110_000)), "act m" => "E0111" | "W0311" | "E0107" | "fine";
        long_file: times("// nothing\n", 100_000), "act m" => "E0111", "1048576";
        long_name: format!("unit {} {{ ATT 1 }}", times("a", 1_000_000)), "act m" => "E0111";
        long_title: format!("unit x \"{}\" {{ ATT 1 }}", times("a", 1_000_000)), "units" => "fine" | "E0111";
        deep_blocks: times("unit x {", 100_000), "act m" => "E0111";
        deep_expression: format!("change unit man ATT = ({}1{})", times("(", 60_000), times(")", 60_000)), "act m" => "E0111";
        wide_expression: format!("change unit man ATT = ({}1)", times("1+", 30_000)), "act m" => "E0109" | "E0301";
        many_expressions: times("change unit man ATT = (1)\n", 3_000), "act m" => "E0111" | "E0107";
        nul: "change unit man ATT = \0", "act m" => "E0112";
        mark_of_the_byte_order: "\u{FEFF}change unit man ATT = 2", "act m" => "fine";
        line_ends: "change unit man {\r\n  ATT = 2\r\n}\r\n", "act m" => "fine";
        turned_direction: "unit \"\u{202E}nam\" { ATT 1 }", "act m" => "E0112";
        homoglyph: "unit m\u{430}n { ATT 1 }", "act m" => "E0112";
        zero_width: "unit ma\u{200B}n { ATT 1 }", "act m" => "E0112";
        escape: "unit man \"\u{1b}[31mMan\" { ATT 1 }", "units" => "E0112";
        greatest: "change unit man { ATT = 9223372036854775807; ATT += 9223372036854775807; ATT *= 9223372036854775807 }", "units" => "fine" | "E0106" | "E0107";
        least: "change unit man { ATT = -9223372036854775808; ATT *= -1 }", "act m" => "fine" | "E0106" | "E0107";
        least_over: "change unit man { ATT = -9223372036854775808; ATT *= 1/3 }", "act m" => "fine" | "E0106" | "E0107";
        over_nothing: "change unit man ATT *= 1/0", "act m" => "E0105" | "E0111" | "E0104" | "E0101";
        beyond_the_greatest: "change unit man ATT = 99999999999999999999", "act m" => "E0111";
        fraction: "change unit man ATT = 1.5", "act m" => "E0105" | "E0101";
        negative_range: "change attribute ATT { range 9..-9 }", "act m" => "E0105";
        outside_the_range: "change attribute ATT { range 2..3 }", "act m" => "E0106";
        modifier_of_everything: "change terrain woods { +9223372036854775807 ATT }", "terrain" => "fine" | "E0401" | "E0106";
        inherits_itself: "unit a from a", "act m" => "E0206" | "E0201";
        inherits_in_a_ring: "unit a from b\nunit b from a", "act m" => "E0206";
        inherits_a_hundred_thousand: (0..30_000).map(|i| format!("unit a{i} from a{}\n", i + 1)).collect::<String>() + "unit a30000", "act m" => "E0111" | "E0206";
        type_in_play_gone: "delete unit man", "act m" => "E0209" | "E0201";
        terrain_on_the_map_gone: "delete terrain woods", "act m" => "E0202" | "E0209";
        value_in_use_gone: "delete value limit", "act m" => "fine";
        command_gone: "delete command act", "act m" => "E0701";
        command_with_no_rule: "command boom { form \"\"; rule nothing_like_it; help \"x\"; example \"boom\" }", "boom" => "E0204";
        command_of_other_arity: "command boom { form \"<a: unit> <b: unit>\"; rule act; help \"x\"; example \"boom m b\" }", "boom m b" => "E0303";
        command_that_checks_with_itself: "change command act { check act }", "act m" => "E0403", "only looks";
        computed_of_itself: "change unit man ATT = (unit.ATT)", "act m" => "E0402";
        computed_loop: "change unit man ATT = ({ loop { } })", "act m" => "E0402";
        computed_of_no_rule: "change unit man ATT = (nothing_like_it(unit))", "act m" => "E0310";
        computed_statements: "change unit man ATT = (1 }; fn act(u) { 2)", "act m" => "E0109" | "E0102" | "E0101";
        rule_of_a_type_without_me: "change unit man { rules { fn act(u) { 1 } } }", "act m" => "E0307", "`me`";
        rule_of_a_type_for_nothing: "change unit man { rules { fn atc(me) { 1 } } }", "act m" => "E0304";
        rule_of_a_type_that_loops: "change unit man { rules {\nfn act(me) { loop { } }\n} }", "act m" => "E0402";
        rule_of_a_type_of_itself: "change unit man { rules { fn act(me) { act(me) } } }", "act m" => "E0402";
        rule_from_outside: "change unit man { rules \"../x.rhai\" }", "act m" => "E0509";
        rule_from_the_root: "change unit man { rules \"/etc/passwd\" }", "act m" => "E0509";
        rule_from_a_drive: "change unit man { rules \"C:\\\\x.rhai\" }", "act m" => "E0509" | "E0606";
        another_scenario: "scenario one \"One\" { map { hexes flat odd 1 x 1; base clear }\n side green \"Green\" }", "act m" => "E0203", "green";
        another_side: "scenario one \"One\" { map { hexes flat odd 3 x 3; base clear; woods at 0202 }\n side blue \"Blue\"; side red \"Red\"\n units red { man m at 0101; lucky l at 0202 }\n units blue { man b at 0303 } }", "act m" => "E0203", "blue, red";
        another_map: "scenario one \"One\" { map { hexes flat odd 1 x 1; base clear }\n side red \"Red\"; side blue \"Blue\"\n units red { man m at 0101; lucky l }\n units blue { man b } }", "act m" => "E0207", "0202";
        property_gone: "delete property x", "act m" => "E0103" | "E0104" | "E0101" | "E0110" | "E0105";
        huge_map: "map big { hexes flat odd 1000000000 x 1000000000; base clear }", "act m" => "E0105" | "E0111" | "E0106";
        many_maps: (0..9).map(|i| format!("map m{i} {{ hexes flat odd 999 x 999; base clear }}\n")).collect::<String>(), "act m" => "E0111";
    });
}

#[test]
fn packs_of_data_are_read_or_refused() {
    let scenario = |text: &str| SCENARIO.replace("  units blue { man b at 0303 }\n", text);
    let rows: Vec<(&str, &str, String, &[&str])> = vec![
        (
            "no_sides",
            "scenarios/one.scenario",
            "scenario one \"One\" { map { hexes flat odd 3 x 3; base clear } }".into(),
            &["E0108", "E0403"],
        ),
        (
            "no_map",
            "scenarios/one.scenario",
            "scenario one \"One\" { side red \"Red\"; side blue \"Blue\" }".into(),
            &["E0703"],
        ),
        (
            "two_of_one_name",
            "scenarios/one.scenario",
            scenario("  units blue { man m at 0303 }\n"),
            &["E0107"],
        ),
        ("off_the_map", "scenarios/one.scenario", scenario("  units blue { man b at 0909 }\n"), &["E0207"]),
        (
            "many_units",
            "scenarios/one.scenario",
            scenario(&format!(
                "  units blue {{ man {} at 0303 }}\n",
                (0..50_000).map(|i| format!("x{i} ")).collect::<String>()
            )),
            &["fine", "E0111"],
        ),
        (
            "huge_map",
            "scenarios/one.scenario",
            SCENARIO.replace("3 x 3", "1000000000 x 1000000000"),
            &["E0105", "E0111", "E0106", "E0207"],
        ),
        (
            "no_hexes",
            "scenarios/one.scenario",
            SCENARIO.replace("3 x 3", "0 x 0"),
            &["E0105", "E0106", "E0207", "E0111"],
        ),
        (
            "victory_of_nobody",
            "scenarios/one.scenario",
            SCENARIO.replace("victory red", "victory green"),
            &["E0203"],
        ),
        ("victory_mistyped", "scenarios/one.scenario", SCENARIO.replace("ended()", "endet()"), &["E0310"]),
        ("start_of_nothing", "manifest.pack", MANIFEST.replace("start begin;", "start begun;"), &["E0204"]),
        ("start_that_takes", "manifest.pack", MANIFEST.replace("start begin;", "start act;"), &["E0303"]),
        (
            "scenario_of_nothing",
            "manifest.pack",
            MANIFEST.replace("scenario one", "scenario won"),
            &["E0505"],
        ),
        ("start_that_loops", "rules/20.rhai", "fn x() { }".into(), &["E0304", "fine"]),
        ("empty_manifest", "manifest.pack", String::new(), &["E0502"]),
        ("manifest_of_nul", "manifest.pack", "\0\0\0".into(), &["E0112", "E0502"]),
        (
            "extends_itself",
            "manifest.pack",
            MANIFEST.replace("version 1.0.0;", "version 1.0.0; extends small 1.0;"),
            &["E0206"],
        ),
        (
            "extends_nothing",
            "manifest.pack",
            MANIFEST.replace("version 1.0.0;", "version 1.0.0; extends smoll 1.0;"),
            &["E0503"],
        ),
        (
            "extends_another_version",
            "manifest.pack",
            MANIFEST.replace("version 1.0.0;", "version 1.0.0; extends core 2.0;"),
            &["E0503"],
        ),
        (
            "extends_in_a_ring",
            "manifest.pack",
            MANIFEST.replace("version 1.0.0;", "version 1.0.0; extends ring;"),
            &["E0206"],
        ),
        (
            "extends_the_way_out",
            "manifest.pack",
            MANIFEST.replace("version 1.0.0;", "version 1.0.0; extends \"../../../../etc\";"),
            &["E0503", "E0105", "E0101", "E0502"],
        ),
        ("no_version", "manifest.pack", MANIFEST.replace("version 1.0.0; ", ""), &["E0108"]),
        ("rules_that_are_huge", "rules/20.rhai", "// x\n".repeat(20_000), &["E0111"]),
        ("rules_without_end", "rules/20.rhai", "/* x\n".into(), &["E0102"]),
        ("units_that_are_huge", "big.units", " ".repeat(2 << 20), &["E0111"]),
        (
            "a_name_with_escapes",
            "scenarios/one.scenario",
            scenario("  units blue { man b \"\u{1b}[2JB\" at 0303 }\n"),
            &["E0112"],
        ),
    ];
    let mut wrong = Vec::new();
    for (name, path, text, comes) in rows.into_iter().filter(|r| is_wanted(r.0)) {
        let bench = Bench::new();
        bench.write("packs/core/manifest.pack", "pack core \"Core\" { version 1.5.0 }\n");
        bench.write("packs/ring/manifest.pack", "pack ring \"Ring\" { version 1.0.0; extends small }\n");
        bench.write(&format!("packs/small/{path}"), text);
        let came = within_limits_of_reading(name, || open(&bench));
        if !comes.contains(&came.0.as_str()) {
            wrong.push(format!("## {name}: came {}, not {comes:?}\n{}", came.0, came.1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What comes of opening the pack and of a command in it.
pub fn open(bench: &Bench) -> (String, String) {
    match Session::open(bench.opening("small")) {
        Ok(session) => {
            let answer = console(session).line("act m");
            (outcome(&answer), answer.out + &answer.err)
        }
        Err(trouble) => {
            let text = told(&trouble);
            let code = trouble.code().map_or("stopped".to_owned(), |c| c.to_string());
            (code, text.chars().take(1500).collect())
        }
    }
}
