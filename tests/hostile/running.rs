//! Rules that never end, or that fill the memory.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::door::{Answer, Answers, Ask, Stop};
use houserule::kernel::value::{UnitId, Value};
use houserule::pack::{Library, Request, load};
use houserule::rules::memory::aside;
use houserule::session::initial_state;

use crate::rows;

#[test]
fn what_never_ends_is_stopped_and_named() {
    crate::bench::run(rows! {
        endless_loop: "fn act(u) {\n    loop { }\n}", "act m" => "E0402", ".rhai:2", "`act`", "nothing has changed";
        endless_while: "fn act(u) {\n    while true { }\n}", "act m" => "E0402", ".rhai:2";
        endless_with_a_variable: "fn act(u) {\n    let n = 0;\n    while true {\n        n += 1;\n    }\n}", "act m" => "E0402", ".rhai:4", "stopped here";
        endless_far_below: "fn act(u) {\n    helper(u)\n}\nprivate fn helper(u) {\n    let n = 0;\n    while true { n += 1; }\n}", "act m" => "E0402", ".rhai:6", "stopped here", "`helper`";
        endless_do: "fn act(u) { do { } while true; }", "act m" => "E0402", ".rhai:1";
        long_for: "fn act(u) { for i in 0..1000000000000 { } }", "act m" => "E0402", ".rhai:1";
        long_for_of_ranges: "fn act(u) { for i in range(0, 9223372036854775807, 1) { } }", "act m" => "E0402", ".rhai:1";
        loop_in_a_loop: "fn act(u) { for i in 0..100000 { for j in 0..100000 { } } }", "act m" => "E0402", ".rhai:1";
        loop_caught: "fn act(u) { try { loop { } } catch { } 1 }", "act m" => "E0402", ".rhai:1";
        loop_caught_again: "fn act(u) { loop { try { loop { } } catch { } } }", "act m" => "E0402", ".rhai:1";
        loop_in_sort: "fn act(u) { let a = [3, 1, 2]; a.sort(|x, y| { loop { } }); 1 }", "act m" => "E0402", ".rhai:1";
        loop_in_map: "fn act(u) { [1, 2].map(|x| { loop { } }) }", "act m" => "E0402", ".rhai:1";
        loop_in_filter: "fn act(u) { [1, 2].filter(|x| { while true { } }) }", "act m" => "E0402", ".rhai:1";
        loop_in_reduce: "fn act(u) { [1, 2].reduce(|sum, x| { loop { } }) }", "act m" => "E0402", ".rhai:1";
        maps_in_maps: "fn act(u) { range(0, 4000); let a = []; a.pad(4000, 1); a.map(|x| { let b = []; b.pad(4000, 1); b.map(|y| { let c = []; c.pad(4000, 1); c.map(|z| z) }) }) }",
            "act m" => "E0402", ".rhai:1";
        recursion: "fn act(u) {\n    act(u)\n}", "act m" => "E0402", "48 deep", ".rhai:2", "stopped here";
        recursion_of_two: "fn act(u) { ping(u) }\nprivate fn ping(u) { pong(u) }\nprivate fn pong(u) { ping(u) }",
            "act m" => "E0402", "48 deep";
        recursion_by_prior: "fn act(u) { prior(u) }\nfn strength(u) { act(u) }", "act m" => "E0402", "48 deep";
        recursion_of_a_closure: "fn act(u) { let f = |g| g.call(g); f.call(f) }", "act m" => "E0402";
        recursion_in_sort: "fn act(u) { let a = [2, 1]; a.sort(|x, y| act(u)); 1 }", "act m" => "E0402";
        senseless_sort: "fn act(u) { let a = []; for i in 0..500 { a.push(i); } let n = 0; a.sort(|x, y| { (x * 31 + y * 17) % 3 - 1 }); a.dedup(|x, y| x % 2 == y); a.len() }", "act m" => "fine";
        refusal_in_sort: "fn act(u) { let a = [2, 1]; a.sort(|x, y| refuse(\"no\")); 1 }", "act m" => "refused", "no";
        mistake_in_sort: "fn act(u) { let a = [2, 1]; a.sort(|x, y| x.nothing); 1 }", "act m" => "E0401", ".rhai:1";
        stop_in_sort: "fn act(u) { let a = [2, 1]; a.sort(|x, y| choose((), \"which?\", [1, 2])); 1 }", "act m" => "stopped";
        recursion_in_map: "fn act(u) { [1].map(|x| act(u)) }", "act m" => "E0402";
        recursion_in_filter: "fn act(u) { [1].filter(|x| act(u)) }", "act m" => "E0402";
        recursion_in_reduce: "fn act(u) { [1, 2].reduce(|s, x| act(u)) }", "act m" => "E0402";
        recursion_by_pointer: "fn act(u) { Fn(\"act\").call(u) }", "act m" => "E0402";
        recursion_many_ways: "fn act(u) { try { act(u) } catch { } try { act(u) } catch { } 1 }",
            "act m" => "E0402" | "fine";
        slow_comparisons: "fn act(u) { let a = []; a.pad(2000, \"x\"); let b = a; let n = 0; loop { if a == b { n += 1; } } }",
            "act m" => "E0402", ".rhai:1";
        slow_searches: "fn act(u) { let a = []; a.pad(4000, 1); loop { a.index_of(2); a.contains(3); a.dedup(); a.pad(4000, 1); } }",
            "act m" => "E0402", ".rhai:1";
        slow_texts: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); loop { s.contains(\"aaaaaaaaaaaaaaaaab\"); s.index_of(\"aab\"); s.split(\"a\"); } }",
            "act m" => "E0402", ".rhai:1";
        slow_sorts: "fn act(u) { let a = []; for i in 0..4000 { a.push((i * 7919) % 4001); } loop { let b = a; b.sort(); } }",
            "act m" => "E0402", ".rhai:1";
    });
}

#[test]
fn what_fills_the_memory_is_stopped_and_named() {
    crate::bench::run(rows! {
        text_doubled: "fn act(u) { let s = \"x\"; loop { s += s; } }", "act m" => "E0402", ".rhai:1";
        text_interpolated: "fn act(u) { let s = \"x\"; loop { s = `${s}${s}`; } }", "act m" => "E0402", ".rhai:1";
        text_replaced: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); s.replace(\"a\", s); s.len() }", "act m" => "E0402";
        text_replaced_often: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); for i in 0..9 { try { s.replace(\"a\", s); } catch { } } s.len() }",
            "act m" => "E0402";
        text_padded: "fn act(u) { let s = \"x\"; s.pad(1000000000, 'y'); s }", "act m" => "E0402";
        text_padded_by_text: "fn act(u) { let s = \"x\"; s.pad(9000000000000000000, \"yyyy\"); s }", "act m" => "E0402";
        text_split: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); let all = #{}; let i = 0; loop { all[`k${i}`] = s.split(\"\"); i += 1; } }",
            "act m" => "E0402";
        text_in_many_variables: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); let m = #{}; let i = 0; loop { m[`${i}`] = s + i; i += 1; } }",
            "act m" => "E0402", ".rhai:1";
        text_debugged: "fn act(u) { let s = \"\\\\\"; loop { s = s.to_debug(); } }", "act m" => "E0402";
        list_doubled: "fn act(u) { let a = [1]; loop { a += a; } }", "act m" => "E0402", ".rhai:1";
        list_in_itself: "fn act(u) { let a = []; loop { a.push(a); } }", "act m" => "E0402", ".rhai:1";
        list_padded: "fn act(u) { let a = []; a.pad(1000000000, 0); a }", "act m" => "E0402";
        list_padded_with_lists: "fn act(u) { let a = []; a.pad(4000, 1); let b = []; b.pad(4000, a); b }", "act m" => "E0402";
        list_of_lists: "fn act(u) { let a = [0]; loop { a = [a, a]; } }", "act m" => "E0402";
        blob: "fn act(u) { let b = blob(1000000000); b }", "act m" => "E0310", "blob";
        map_filled: "fn act(u) { let m = #{}; let i = 0; loop { m[`${i}`] = i; i += 1; } }", "act m" => "E0402", ".rhai:1";
        map_of_lists: "fn act(u) { let m = #{}; let i = 0; loop { let a = [0]; a.pad(4000, i); m[`${i}`] = a; i += 1; } }",
            "act m" => "E0402", ".rhai:1";
        map_doubled: "fn act(u) { let m = #{ a: 1 }; let i = 0; loop { m[`k${i}`] = m; i += 1; } }", "act m" => "E0402", ".rhai:1";
        curried: "fn act(u) { let a = []; a.pad(4000, 1); let f = |x| x; loop { f = f.curry(a); } }", "act m" => "E0402", ".rhai:1";
        curried_in_itself: "fn act(u) { let f = |x| x; loop { f = f.curry(f); } }", "act m" => "E0402", ".rhai:1";
        closures_in_closures: "fn act(u) { let a = || 0; loop { let b = a; let f = || b; a = f; } }", "act m" => "E0402", ".rhai:1";
        deep_list: "fn act(u) { let a = []; for i in 0..4000 { a = [a]; } a }", "act m" => "E0404" | "E0402";
        deep_list_dropped: "fn act(u) { for j in 0..20 { let a = []; for i in 0..4000 { a = [a]; } } 1 }", "act m" => "fine" | "E0402";
        deep_map: "fn act(u) { let m = #{}; for i in 0..100000 { m = #{ m: m }; } 1 }", "act m" => "E0402" | "fine";
        deep_map_by_key: "fn act(u) { let m = #{}; for i in 0..90000 { let n = #{}; n.m = m; m = n; } 1 }", "act m" => "E0402" | "fine";
        deep_closure_dropped: "fn act(u) { let a = || 0; for i in 0..30000 { let b = a; let f = || b; a = f; } 1 }",
            "act m" => "E0402" | "fine";
        ring_printed: "fn act(u) { let a = []; let f = || a; a.push(f); say(`${a}`); }", "act m" => "fine" | "E0402" | "E0401";
        ring_debugged: "fn act(u) { let a = []; let f = || a; a.push(f); say(a.to_debug()); }", "act m" => "fine" | "E0402" | "E0401";
        ring_compared: "fn act(u) { let a = []; let f = || a; a.push(f); let b = a; if a == b { 1 } else { 2 } }", "act m" => "fine" | "E0402" | "E0401";
        ring_answered: "fn act(u) { let a = []; let f = || a; a.push(f); a }", "act m" => "E0404" | "E0401";
        ring_of_maps: "fn act(u) { let m = #{}; let f = || m; m.f = f; m.g = m; say(`${m}`); m.to_json() }", "act m" => "E0404" | "fine" | "E0402" | "E0401";
        shared_in_a_list: "fn act(u) { let a = 1; let f = || a; let l = [a, a]; l.push(a); l += [a]; let m = #{ a: a }; l.len() + m.len() }", "act m" => "fine";
        shared_in_a_for: "fn act(u) { let n = 0; for x in [1, 2, 3] { let f = || x + n; let l = [x]; l.push(x); n += l.len() + f.call(); } n }",
            "act m" => "fine";
        said_too_much: "fn act(u) { let s = \"\"; s.pad(4000, 'a'); for i in 0..2000 { say(s); } }", "act m" => "E0402", ".rhai:1";
        told_too_much: "fn act(u) { let t = tally(\"t\"); loop { t.add(1, \"one\"); } }", "act m" => "E0402", ".rhai:1";
        tallies_without_end: "fn act(u) { loop { let t = tally(\"t\"); t.add(1, \"one\"); t.total; } }", "act m" => "E0402", ".rhai:1";
        reads_without_end: "fn act(u) { loop { units(); units_of(u.side); } }", "act m" => "E0402", ".rhai:1";
        writes_without_end: "fn act(u) { let g = game(); loop { g.x += 1; } }", "act m" => "E0402", ".rhai:1";
    });
}

/// Somebody who looks far ahead before each answer, and remembers it all.
struct Hoarder {
    hoard: Vec<u8>,
    dice: Seeded,
}

impl Answers for Hoarder {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        aside(|| self.hoard.resize(self.hoard.len() + (64 << 20), 1));
        self.dice.answer(ask)
    }
}

#[test]
fn what_a_player_remembers_is_not_held_by_the_rule_that_asks_him() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let request =
        Request { pack: "arena".to_owned(), scenario: Some("ring".to_owned()), ..Request::default() };
    let Ok(loaded) = load(&Library::of_folders([fixtures]), &request, &Arc::default()) else {
        panic!("the arena does not load")
    };
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let door = Hoarder { hoard: Vec::new(), dice: Seeded { generator: Generator::new(1) } };
    let pair = [0, 1].map(|unit| Value::Unit(UnitId(unit)));
    let run = loaded.rules.run(&mut state, Rc::new(RefCell::new(door)), "strike_at", &pair);
    assert!(run.is_ok(), "{:?}", run.err());
}
