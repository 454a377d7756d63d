//! What may only look: checks, victory conditions, conditions, computed values, searches on the map. What they would
//! write, throw or ask is a mistake in them; and what refuses takes back what it did.

use crate::rows;

#[test]
fn what_only_looks_changes_nothing() {
    crate::bench::run(rows! {
        check_that_writes: "fn may(u) {\n    u.hits = 1;\n}", "act m" => "E0403", ".rhai:2", "only looks";
        check_that_writes_and_catches: "fn may(u) { try { u.hits = 1; } catch { } }\nfn act(u) { require(u.hits == 0, \"untouched\"); }", "act m" => "fine";
        check_that_moves: "fn may(u) { place(u, hex(\"0303\")); }", "act m" => "E0403";
        check_that_removes: "fn may(u) { remove(u); }", "act m" => "E0403";
        check_that_ends_the_game: "fn may(u) { end_game((), \"so there\"); }", "act m" => "E0403", ".rhai:1";
        check_that_begins_a_phase: "fn may(u) { begin_phase(2, \"p\", ()); }", "act m" => "E0403";
        check_that_goes_on: "fn may(u) { begin_phase(\"p\", ()); }", "act m" => "E0403";
        check_that_counts_a_turn: "fn may(u) { next_turn(); }", "act m" => "E0403";
        check_that_resets: "fn may(u) { reset(\"unit\", \"hits\"); }", "act m" => "E0403";
        check_that_throws: "fn may(u) {\n    roll(1, 6, \"fate\", (), \"luck\")\n}", "act m" => "E0403", ".rhai:2", "throw dice", "in the rule of a command";
        check_that_asks: "fn may(u) { choose((), \"which?\", [1, 2]) }", "act m" => "E0403";
        check_that_loops: "fn may(u) { loop { } }", "act m" => "E0402";
        check_that_fails: "fn may(u) { u.nothing }", "act m" => "E0401";
        check_that_refuses: "fn may(u) { refuse(\"not today\"); }", "act m" => "refused", "not today";
        why_not_of_a_loop: "fn may(u) { loop { } }", "why not act m" => "E0402";
        why_not_of_a_write: "fn may(u) { u.hits = 1; }", "why not act m" => "E0403";
        expect_of_a_write: "fn may(u) { u.hits = 1; refuse(\"no\"); }", "expect refused act m" => "E0403";
        victory_that_loops: "fn ended() { loop { } }", "act m" => "E0402";
        victory_that_throws: "fn ended() { roll(1, 6, \"fate\", (), \"luck\") == 7 }", "act m" => "E0403", "victory";
        victory_that_writes: "fn ended() { let g = game(); g.x += 1; false }", "act m" => "E0403";
        victory_that_ends: "fn ended() { end_game((), \"so\"); true }", "act m" => "E0403";
        victory_of_another_kind: "fn ended() { 7 }", "act m" => "fine" | "E0404";
        victory_that_refuses: "fn ended() { refuse(\"never\"); }", "act m" => "refused", "never";
        after_that_refuses: "fn follow() { refuse(\"not after that\"); }", "act m" => "refused", "not after that";
        after_that_loops: "fn follow() { loop { } }", "act m" => "E0402";
        after_that_fails: "fn follow() { throw \"no\"; }", "act m" => "E0401";
        after_that_moves_off_the_map: "fn follow() { place(unit(\"m\"), hex(\"9999\")); }", "act m" => "E0403" | "E0401";
        condition_that_writes: "fn applies(unit, hex) { unit.hits = 3; true }", "act l" => "E0403", "a condition";
        condition_that_throws: "fn applies(unit, hex) { roll(1, 6, \"fate\", (), \"luck\") > 3 }", "act l" => "E0403";
        condition_that_loops: "fn applies(unit, hex) { while true { } }", "act l" => "E0402";
        condition_of_another_kind: "fn applies(unit, hex) { 1 }", "act l" => "E0404", "true or false";
        condition_of_itself: "fn applies(unit, hex) { strength(unit) > 0 }", "act l" => "E0402";
        computed_that_writes: "fn luck(unit) { unit.hits = 3; 1 }", "act l" => "E0403", "a computed value";
        computed_that_throws: "fn luck(unit) { roll(1, 6, \"fate\", (), \"luck\") }", "act l" => "E0403";
        computed_of_itself: "fn luck(unit) { unit.ATT + 1 }", "act l" => "E0402";
        computed_that_loops: "fn luck(unit) { loop { } }", "act l" => "E0402";
        computed_of_another_kind: "fn luck(unit) { \"much\" }", "act l" => "E0404", "whole number";
        computed_of_everything: "fn luck(unit) { 9223372036854775807 }\nfn act(u) { say(strength(u) + \"\"); }", "act l" => "fine";
        computed_of_nothing_at_all: "fn luck(unit) { -9223372036854775807 - 1 }\nfn act(u) { say(strength(u) + \"\"); }", "act l" => "fine";
        computed_shown: "fn luck(unit) { loop { } }", "units" => "fine" | "E0402";
        reach_of_itself: "fn cost(from, to) { reach(from, 3, (), |a, b| cost(a, b)); 1 }", "reach m" => "E0402";
        reach_that_loops: "fn cost(from, to) { loop { } }", "reach m" => "E0402";
        reach_that_writes: "fn cost(from, to) { let g = game(); g.x += 1; 1 }", "reach m" => "E0403", "a search";
        reach_in_a_command_that_writes: "fn act(u) { reach(u.hex, 3, (), |a, b| { u.hits += 1; 1 }) }", "act m" => "E0403";
        reach_that_throws: "fn cost(from, to) { roll(1, 6, \"fate\", (), \"luck\") }", "reach m" => "E0403";
        reach_below_nothing: "fn cost(from, to) { -1 }", "reach m" => "E0403", "0 or more";
        reach_far_below_nothing: "fn cost(from, to) { -9223372036854775807 - 1 }", "reach m" => "E0403";
        reach_for_everything: "fn cost(from, to) { 9223372036854775807 }\nfn reachable(u) { reach(u.hex, 9223372036854775807, (), |a, b| cost(a, b)) }", "reach m" => "fine";
        reach_for_text: "fn cost(from, to) { \"a lot\" }", "reach m" => "E0403", "whole number";
        reach_that_refuses: "fn cost(from, to) { refuse(\"not there\"); }", "reach m" => "fine", "nowhere";
        reach_with_less_than_nothing: "fn reachable(u) { reach(u.hex, -5, -5, |a, b| 1) }", "reach m" => "fine";
        way_off_the_map: "fn act(u) { way(u.hex, hex(\"0909\"), 9, (), |a, b| 1) }", "act m" => "refused" | "E0403";
        way_refused_and_caught: "fn act(u) { u.hits = 1; try { way(u.hex, hex(\"0303\"), 0, (), |a, b| 1); } catch { } }", "act m" => "refused";
        sight_that_loops: "fn blocks(how, hexes) { loop { } }", "los 0101 0303" => "E0402";
        sight_that_writes: "fn blocks(how, hexes) { let g = game(); g.x = 1; false }", "los 0101 0303" => "E0403";
        sight_of_itself: "fn blocks(how, hexes) { seen(hex(\"0101\"), hex(\"0303\")) }", "los 0101 0303" => "E0402";
        sight_of_any_kind: "fn blocks(how, hexes) { #{ a: 1 } }", "los 0101 0303" => "E0404" | "fine";
        evaluated_write: "", "(place(unit(\"m\"), hex(\"0303\")))" => "fine" | "E0403";
        evaluated_ending: "", "(end_game((), \"so\"))" => "fine" | "E0403";
        evaluated_throw: "", "(roll(1, 6, \"fate\", (), \"luck\"))" => "fine" | "stopped";
        evaluated_secret: "", "(decide_in_secret([[side(\"red\"), \"how many\", 0..=3]]))" => "E0403", "only a command of the game";
        evaluated_seal: "", "(seal_in_secret([[side(\"red\"), \"how many\", 0..=3]]))" => "E0403", "only a command of the game";
        evaluated_opening: "", "(open_sealed([]))" => "E0403", "only a command of the game";
        evaluated_secret_in_a_rule: "fn act(u) { decide_in_secret([[u.side, \"how many\", 0..=3]]) }", "(act(unit(\"m\")))" => "E0403", "only a command of the game";
        evaluated_loop: "", "({ loop { } })" => "E0402";
        evaluated_rule: "", "(1); fn act(u) { 1 }" => "E0109" | "E0702";
        evaluated_map: "", "(#{ a: 1 })" => "E0404";
        evaluated_nothing: "", "()" => "fine" | "E0109";
        evaluated_mistake: "", "(1 + )" => "E0109";
        evaluated_prior: "", "(prior())" => "E0109";
        evaluated_deep: "", "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))" => "E0109";
        evaluated_eval: "", "(eval(\"1\"))" => "E0109";
        caught_refusal: "fn act(u) { u.hits = 1; try { refuse(\"no\"); } catch { } }", "act m" => "refused", "no";
        caught_refusal_below: "fn act(u) { u.hits = 1; try { deny() } catch { } }\nprivate fn deny() { require(false, \"never\"); }", "act m" => "refused", "never", "`deny`";
        caught_stop: "fn act(u) { u.hits = 1; try { choose((), \"which?\", [1, 2]); } catch { } }", "act m" => "stopped";
        caught_stop_below: "fn act(u) { u.hits = 1; try { ask() } catch { } }\nprivate fn ask() { choose((), \"which?\", [1, 2]) }", "act m" => "stopped";
        caught_mistake: "fn act(u) { try { u.nothing } catch { } }", "act m" => "fine";
    });
}
