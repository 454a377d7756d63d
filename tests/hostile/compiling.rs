//! Scripts that the parser is slow with, nests too deep in, or reads otherwise than a person would.

use crate::rows;

/// A text of about the greatest size that is read.
fn most(head: &str, piece: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    for i in 0.. {
        let next = piece(i);
        if text.len() + next.len() + tail.len() > 65_000 {
            break;
        }
        text.push_str(&next);
    }
    text + tail
}

#[test]
fn what_is_slow_to_compile_is_refused_or_read_soon() {
    let times = |text: &str, count: usize| text.repeat(count);
    crate::bench::run(rows! {
        many_lets: most("fn act(u) {\n", |i| format!("let a{i}=0;"), "}"), "act m" => "E0111", "variables";
        many_lets_alike: most("fn act(u) {", |_| "let a=0;".to_owned(), "}"), "act m" => "E0111";
        many_constants: most("fn act(u) {", |i| format!("const A{i}=0;"), "}"), "act m" => "E0111";
        many_lets_in_closures: most("fn act(u) {", |i| format!("||{{let a{i}=0;}};"), "}"), "act m" => "E0111";
        many_uses: most("fn act(u) {let a0=0;let a1=0;", |i| format!("a{};", i % 2), "}"), "act m" => "fine";
        many_fors: most("fn act(u) {", |i| format!("for x{i} in 0..1 {{}}"), "}"), "act m" => "E0111";
        many_parameters: most("fn act(u) { 1 }\nprivate fn f(", |i| format!("p{i},"), "p) { 1 }"), "act m" => "E0111", "commas";
        many_closure_parameters: most("fn act(u) { let f = |", |i| format!("p{i},"), "p| 1; }"), "act m" => "E0111";
        many_cases: most("fn act(u) { switch 1 {", |i| format!("{i}=>1,"), "_ => 2 } }"), "act m" => "E0111";
        many_cases_alike: most("fn act(u) { switch 1 {", |_| "1=>1,".to_owned(), "_ => 2 } }"), "act m" => "E0111";
        many_ranges: most("fn act(u) { switch 1 {", |i| format!("{i}..{}=>1,", i + 1), "_ => 2 } }"), "act m" => "E0111";
        many_alternatives: most("fn act(u) { switch 1 { 0", |i| format!("|{i}"), "=> 1, _ => 2 } }"), "act m" => "fine" | "E0301" | "E0111";
        many_switches: most("fn act(u) {", |_| "switch 1{1=>1}".to_owned(), "}"), "act m" => "E0111";
        many_rules: most("fn act(u) { 1 }\n", |i| format!("private fn f{i}(){{}}"), ""), "act m" => "E0301" | "fine";
        many_rules_of_many_cases: most("fn act(u) { 1 }\n", |i| format!("private fn f{i}(){{switch 1{{{}}}}}", (0..400).map(|c| format!("{c}=>0,")).collect::<String>()), ""),
            "act m" => "fine";
        many_rules_of_many_lets: most("fn act(u) { 1 }\n", |i| format!("private fn f{i}(){{{}}}", (0..190).map(|c| format!("let a{c}=0;")).collect::<String>()), ""),
            "act m" => "fine";
        many_rules_of_many_commas: most("fn act(u) { 1 }\n", |i| format!("private fn f{i}({}u){{}}", (0..1900).map(|c| format!("p{c},")).collect::<String>()), ""),
            "act m" => "fine" | "E0111" | "E0301";
        many_closures: most("fn act(u) {", |_| "||0;".to_owned(), "}"), "act m" => "E0301" | "fine";
        many_closures_that_take: most("fn act(u) { let n = 0;", |_| "||n;".to_owned(), "}"), "act m" => "E0301" | "fine";
        many_nested_closures: format!("fn act(u) {{ {}1{} }}", times("||{", 40), times("}", 40)), "act m" => "E0301" | "fine";
        many_wrong_calls: most("fn act(u) {", |_| "b();".to_owned(), "}"), "act m" => "E0310", "more such calls";
        many_wrong_calls_of_many: most("fn act(u) {", |i| format!("wrong{i}();"), "}"), "act m" => "E0310";
        many_priors: most("fn act(u) {", |_| "prior(u);".to_owned(), "}"), "act m" => "fine" | "E0402";
        many_wrong_priors: most("fn act(u) { sum(u) }\nfn sum(u) {", |_| "prior(u);".to_owned(), "}"), "act m" => "E0302";
        many_comments: most("", |_| "///\n".to_owned(), "fn act(u) { 1 }"), "act m" => "fine";
        many_long_comments: most("fn act(u) { 1 }\n", |i| format!("/// a\n/** b */private fn f{i}(){{}}\n"), ""), "act m" => "fine" | "E0301";
        many_gaps: most("", |i| format!("/// Gap: G-{i} it is so\n"), "fn act(u) { 1 }"), "act m" => "fine";
        many_texts: most("fn act(u) {", |i| format!("\"{i}\";"), "}"), "act m" => "fine";
        many_templates: most("fn act(u) {", |_| "`${1}`;".to_owned(), "}"), "act m" => "fine";
        many_empty_lines: format!("fn act(u) {{ 1 }}{}", times("\n", 60_000)), "act m" => "E0309" | "fine";
        many_ifs: most("fn act(u) {", |_| "if 1==2{}".to_owned(), "}"), "act m" => "fine";
        many_else_ifs: most("fn act(u) { if 1==2{}", |_| "else if 1==2{}".to_owned(), "}"), "act m" => "E0301" | "fine";
        many_tries: most("fn act(u) {", |_| "try{}catch{}".to_owned(), "}"), "act m" => "fine";
        long_names_alike: format!("fn act(u) {{ {0}a(); }}\nprivate fn {0}b() {{ 1 }}", times("x", 30_000)), "act m" => "E0310";
        long_names_of_rules: format!("fn act(u) {{ 1 }}\nfn {0}a() {{ 1 }}\nfn {0}b() {{ 1 }}", times("x", 30_000)), "act m" => "E0304";
        long_sum: most("fn act(u) { 1", |_| "+1".to_owned(), "}"), "act m" => "E0301";
        long_chain: most("fn act(u) { u", |_| ".hex".to_owned(), "}"), "act m" => "E0301";
        long_index: most("fn act(u) { u", |_| "[0]".to_owned(), "}"), "act m" => "E0301";
        long_not: most("fn act(u) { ", |_| "!".to_owned(), "true }"), "act m" => "E0301";
        long_minus: most("fn act(u) { ", |_| "- ".to_owned(), "1 }"), "act m" => "E0301";
        long_list: most("fn act(u) { [", |_| "1,".to_owned(), "1] }"), "act m" => "E0111";
        long_map: most("fn act(u) { #{", |i| format!("a{i}:1,"), "a:1} }"), "act m" => "E0301";
        long_text: format!("fn act(u) {{ \"{}\" }}", times("a", 60_000)), "act m" => "E0301";
        long_name: format!("fn act(u) {{ let {} = 1; }}", times("a", 60_000)), "act m" => "fine" | "E0301";
        long_rule_name: format!("fn act(u) {{ 1 }}\nprivate fn {}() {{ }}", times("a", 60_000)), "act m" => "fine";
        long_wrong_name: format!("fn act(u) {{ {}() }}", times("a", 60_000)), "act m" => "E0310";
        deep_brackets: format!("fn act(u) {{ {}1{} }}", times("(", 30_000), times(")", 30_000)), "act m" => "E0301";
        deep_lists: format!("fn act(u) {{ {}1{} }}", times("[", 30_000), times("]", 30_000)), "act m" => "E0301";
        deep_maps: format!("fn act(u) {{ {}1{} }}", times("#{a:", 10_000), times("}", 10_000)), "act m" => "E0301";
        deep_blocks: format!("fn act(u) {{ {}1{} }}", times("{", 30_000), times("}", 30_000)), "act m" => "E0301";
        deep_ifs: format!("fn act(u) {{ {}{} }}", times("if true {", 6_000), times("}", 6_000)), "act m" => "E0301";
        deep_closures: format!("fn act(u) {{ {}1{} }}", times("||{", 10_000), times("}", 10_000)), "act m" => "E0301";
        deep_templates: format!("fn act(u) {{ {}1{} }}", times("`${", 10_000), times("}`", 10_000)), "act m" => "E0301";
        deep_switches: format!("fn act(u) {{ {}1{} }}", times("switch 1 { 1 => ", 3_000), times("}", 3_000)), "act m" => "E0301" | "E0111";
        deep_calls: format!("fn act(u) {{ {}u{} }}", times("act(", 10_000), times(")", 10_000)), "act m" => "E0301";
        deep_comments: format!("fn act(u) {{ 1 }} {} {}", times("/*", 15_000), times("*/", 15_000)), "act m" => "fine";
        too_large: format!("fn act(u) {{ 1 }}\n//{}", times("a", 70_000)), "act m" => "E0111", "65536", "split";
    });
}

#[test]
fn what_reads_otherwise_than_it_looks_is_refused() {
    crate::bench::run(rows! {
        open_comment: "fn act(u) { 1 }\n/* fn may(u) { refuse(\"no\") }\n", "act m" => "E0102", ".rhai:2", "never closed";
        open_comment_in_a_rule: "fn act(u) { 1 /* }\n", "act m" => "E0102", ".rhai:1";
        open_comment_nested: "fn act(u) { 1 }\n/* /* */\nfn may(u) { }", "act m" => "E0102";
        no_open_comment: "fn act(u) { say(\"/* \"); say(`/* ${1} `); /* /* */ */ 1 // /*\n}", "act m" => "fine";
        large_number: "fn act(u) { 99999999999999999999 }", "act m" => "E0301", ".rhai:1";
        large_hex_number: "fn act(u) { 0xffffffffffffffffffff }", "act m" => "E0301";
        fraction: "fn act(u) { 1.5 }", "act m" => "E0301";
        exponent: "fn act(u) { 1e3 }", "act m" => "E0301" | "E0401";
        eval: "fn act(u) { eval(\"1\") }", "act m" => "E0312", "`eval`";
        import: "fn act(u) { import \"x\" as y; 1 }", "act m" => "E0312", "`import`";
        export: "fn act(u) { export u; }", "act m" => "E0312" | "E0301";
        print: "fn act(u) { print(\"x\"); }", "act m" => "E0312", "say";
        debug: "fn act(u) { debug(u); }", "act m" => "E0312";
        sleep: "fn act(u) { sleep(100) }", "act m" => "E0310", "sleep";
        exit: "fn act(u) { exit() }", "act m" => "E0310" | "E0301";
        timestamp: "fn act(u) { timestamp() }", "act m" => "E0310";
        parse_json: "fn act(u) { parse_json(\"{}\") }", "act m" => "E0310";
        random: "fn act(u) { rand() }", "act m" => "E0310";
        eval_by_pointer: "fn act(u) { Fn(\"eval\").call(\"1\") }", "act m" => "E0401" | "E0301";
        print_by_pointer: "fn act(u) { Fn(\"print\").call(\"x\") }", "act m" => "E0401" | "E0301";
        sleep_by_pointer: "fn act(u) { Fn(\"sleep\").call(1) }", "act m" => "E0401";
        no_pointer: "fn act(u) { Fn(\"no such thing\").call(1) }", "act m" => "E0401";
        this: "fn act(u) { this.hits }", "act m" => "E0401" | "E0301";
        global: "fn act(u) { global::X }", "act m" => "E0301" | "E0401";
        is_def_fn: "fn act(u) { is_def_fn(\"act\", 1) }", "act m" => "fine" | "E0301";
        is_def_var: "fn act(u) { is_def_var(\"x\") }", "act m" => "E0312";
        statement: "fn act(u) { 1 }\nlet x = 1;", "act m" => "E0308", ".rhai:2";
        statement_that_loops: "fn act(u) { 1 }\nloop { }", "act m" => "E0308";
        constant: "const X = 5;\nfn act(u) { X }", "act m" => "E0308" | "E0301";
        unknown_variable: "fn act(u) { x }", "act m" => "E0301";
        prior_outside: "fn act(u) { 1 }\nprior();", "act m" => "E0306";
        prior_of_nothing: "fn act(u) { other() }\nfn other() { prior() }", "act m" => "E0302";
        primitive: "fn distance(a, b) { 0 }", "act m" => "E0305", "`distance`";
        own_max: "fn act(u) { max(1, 2) }\nfn max(a, b) { 0 }", "act m" => "E0305", "`max`";
        own_abs: "fn act(u) { abs(1) }\nfn abs(n) { 0 }", "act m" => "E0305";
        own_len: "fn act(u) { [1].len() }\nfn len(list) { 0 }", "act m" => "E0305";
        own_method: "fn act(u) { 1 }\nfn push(list, item) { 0 }", "act m" => "E0305";
        own_max_in_private: "fn act(u) { max(1, 2) }\nprivate fn max(a, b) { 7 }", "act m" => "fine";
        own_range_of_units: "fn act(u) { range(u) }\nfn range(unit) { 7 }", "act m" => "fine";
        marked_name: "fn act(u) { act__below_L1(u) }\nfn act__below_L1(u) { 1 }", "act m" => "E0305";
        another_alphabet: "fn act(u) { \u{430}ct(u) }", "act m" => "E0301";
        turned: "fn act(u) { \"\u{202E}abc\" }", "act m" => "E0112";
        unseen: "fn act(u) { \"a\u{200B}b\" }", "act m" => "E0112";
        nul: "fn act(u) { \"a\0b\" }", "act m" => "E0112";
        mark_of_the_byte_order: "\u{FEFF}fn act(u) { 1 }", "act m" => "fine";
        line_ends: "fn act(u) {\r\n    1\r\n}\r\n", "act m" => "fine";
        escapes: "fn act(u) { say(\"\\x1b[31mred\\x1b]0;title\\x07\"); }", "act m" => "fine";
        escapes_in_a_refusal: "fn act(u) { refuse(\"\\x1b[2Jgone\"); }", "act m" => "refused";
        escapes_in_a_mistake: "fn act(u) { throw \"\\x1b[2Jgone\"; }", "act m" => "E0401";
        escapes_in_an_outcome: "fn act(u) { outcome(\"\\x1b[2Jgone\"); }", "act m" => "fine";
        escapes_in_a_tally: "fn act(u) { let t = tally(\"\\x1b[2Jgone\"); t.add(1, \"\\x1b[2J\"); t.total }", "act m" => "fine";
        a_rule_twice: "fn act(u) { 1 }\nfn act(u) { 2 }", "act m" => "E0301" | "E0107";
        a_rule_of_other_arity: "fn act(u, v) { 1 }", "act m" => "E0303";
        a_rule_of_nothing: "fn atc(u) { 1 }", "act m" => "E0304", "did you mean `act`";
    });
}
