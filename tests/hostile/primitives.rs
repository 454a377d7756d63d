//! Primitives with arguments that nobody should give.

use crate::rows;

#[test]
fn primitives_take_no_nonsense() {
    crate::bench::run(rows! {
        dice_by_the_million: "fn act(u) {\n    roll(1000000000, 6, \"fate\", (), \"x\")\n}", "act m" => "E0403", ".rhai:2", "1000";
        no_dice: "fn act(u) { roll(0, 6, \"fate\", (), \"x\") }", "act m" => "E0403";
        less_than_no_dice: "fn act(u) { roll(-1, 6, \"fate\", (), \"x\") }", "act m" => "E0403";
        dice_without_faces: "fn act(u) { roll(1, 0, \"fate\", (), \"x\") }", "act m" => "E0403";
        dice_of_one_face: "fn act(u) { roll(1, 1, \"fate\", (), \"x\") }", "act m" => "E0403";
        dice_of_too_many_faces: "fn act(u) { roll(1, 9223372036854775807, \"fate\", (), \"x\") }", "act m" => "E0403";
        dice_of_no_kind: "fn act(u) { roll(1, 6, \"fait\", (), \"x\") }", "act m" => "E0403", "did you mean `fate`";
        dice_of_nobody: "fn act(u) { roll(1, 6, \"fate\", \"red\", \"x\") }", "act m" => "E0403";
        dice_of_a_text: "fn act(u) { roll(\"2d6\") }", "act m" => "E0310";
        most_dice: "fn act(u) { roll_each(1000, 1000000, \"fate\", (), \"x\").len() }", "act m" => "fine";
        dice_without_end: "fn act(u) { loop { roll(1000, 6, \"fate\", (), \"x\"); } }", "act m" => "E0402";
        choice_of_nothing: "fn act(u) { choose((), \"x\", []) }", "act m" => "E0403";
        choice_of_closures: "fn act(u) { choose((), \"x\", [|| 1]) }", "act m" => "E0403";
        choice_of_deep_lists: "fn act(u) { let a = []; for i in 0..400 { a = [a]; } choose((), \"x\", [a]) }", "act m" => "E0403";
        property_of_another_kind: "fn act(u) {\n    u.hits = \"many\";\n}", "act m" => "E0403", ".rhai:2", "`hits`";
        property_of_a_closure: "fn act(u) { u.hits = || 1; }", "act m" => "E0403";
        property_of_a_map: "fn act(u) { u.hits = #{}; }", "act m" => "E0403";
        property_of_a_number: "fn act(u) { u.tired = 1; }", "act m" => "E0403";
        property_of_no_name: "fn act(u) { u.hit = 1; }", "act m" => "E0401", "did you mean `hits`";
        property_that_overflows: "fn act(u) { u.hits = 9223372036854775807; u.hits += 1; }", "act m" => "E0401";
        attribute_written: "fn act(u) { u.ATT = 7; }", "act m" => "E0401" | "E0403";
        hex_written: "fn act(u) { u.hex = hex(\"0303\"); }", "act m" => "E0401";
        placed_off_the_map: "fn act(u) {\n    place(u, hex(\"0909\"));\n}", "act m" => "E0403", ".rhai:2";
        placed_nowhere: "fn act(u) { place(u, hex(\"nowhere\")); }", "act m" => "E0403";
        placed_far_away: "fn act(u) { place(u, hex(\"99999999999999999999\")); }", "act m" => "E0403";
        placed_a_side: "fn act(u) { place(u.side, u.hex); }", "act m" => "E0401" | "E0403";
        removed_twice: "fn act(u) { remove(u); remove(u); reserve(u); place(u, hex(\"0101\")); }", "act m" => "fine";
        removed_while_listed: "fn act(u) { for x in units() { for y in units() { remove(y); } say(x.name + x.hits); } }", "act m" => "fine";
        removed_and_asked: "fn act(u) { remove(u); hex_of(u) }", "act m" => "E0403";
        all_removed: "fn act(u) { for x in units() { remove(x); } }", "act m" => "fine";
        no_phase: "fn act(u) { begin_phase(1, \"q\", ()); }", "act m" => "E0403", "`q`";
        turn_below_nothing: "fn act(u) { begin_phase(-1, \"p\", ()); }", "act m" => "E0403";
        turn_beyond: "fn act(u) { begin_phase(99999999999, \"p\", ()); }", "act m" => "E0403";
        side_of_no_kind: "fn act(u) { begin_phase(1, \"p\", 7); }", "act m" => "E0403";
        ended_twice: "fn act(u) { end_game((), \"one\"); end_game(side(\"red\"), \"two\"); }", "act m" => "fine";
        no_side: "fn act(u) { side(\"green\") }", "act m" => "E0403";
        no_unit: "fn act(u) { unit(\"nobody\") }", "act m" => "E0403";
        no_value: "fn act(u) { value(\"limmit\") }", "act m" => "E0403", "did you mean `limit`";
        no_table: "fn act(u) { table(\"crt\", 1, 1) }", "act m" => "E0403";
        no_subject: "fn act(u) { reset(\"everything\", \"hits\") }", "act m" => "E0403";
        no_attribute: "fn act(u) { let t = tally(\"t\"); t.printed(u, \"ATTT\"); }", "act m" => "E0403", "did you mean `ATT`";
        tally_of_the_greatest: "fn act(u) { let t = tally(\"t\"); t.add(9223372036854775807, \"a\"); t.add(9223372036854775807, \"b\"); t.total }", "act m" => "fine";
        tally_of_the_least: "fn act(u) { let s = tally(\"s\"); s.add(-9223372036854775807 - 1, \"a\"); let n = s.total; let t = tally(\"t\"); t.add(n, \"s\"); t.add(n, \"s\"); t.total }",
            "act m --verbose" => "fine";
        tally_of_another_command: "fn act(u) { let t = tally(\"t\"); t.add(1, \"a\"); t }", "act m" => "E0404";
        divided_by_nothing: "fn act(u) {\n    1 / 0\n}", "act m" => "E0401", ".rhai:2";
        rest_by_nothing: "fn act(u) { 1 % 0 }", "act m" => "E0401";
        floor_by_nothing: "fn act(u) { floor_div(1, 0) }", "act m" => "E0403";
        least_by_less: "fn act(u) { (-9223372036854775807 - 1) / -1 }", "act m" => "E0401";
        least_rest_by_less: "fn act(u) { (-9223372036854775807 - 1) % -1 }", "act m" => "E0401";
        least_floored: "fn act(u) { half_up_div(-9223372036854775807 - 1, -1) }", "act m" => "E0403";
        least_turned: "fn act(u) { -(-9223372036854775807 - 1) }", "act m" => "E0401";
        least_absolute: "fn act(u) { abs(-9223372036854775807 - 1) }", "act m" => "E0401";
        greatest_and_more: "fn act(u) { 9223372036854775807 + 1 }", "act m" => "E0401";
        greatest_doubled: "fn act(u) { 9223372036854775807 * 2 }", "act m" => "E0401";
        raised: "fn act(u) { 2 ** 64 }", "act m" => "E0401";
        raised_below: "fn act(u) { 2 ** -1 }", "act m" => "E0401";
        shifted: "fn act(u) { if 1 << 64 == 0 { throw \"silently nothing\"; } }", "act m" => "E0301";
        shifted_below: "fn act(u) { let n = 1; n >>= -1; }", "act m" => "E0301";
        within_everything: "fn act(u) { within(u.hex, 9223372036854775807).len() + within(u.hex, -1).len() + within(hex(\"0303\"), 4294967295).len() }", "act m" => "fine";
        distance_of_nothing: "fn act(u) { distance((), u.hex) + distance(7, \"x\") }", "act m" => "fine";
        off_the_map: "fn act(u) { let h = hex(\"0909\"); neighbours(h).len() + terrains(h).len() + units_at(h).len() }", "act m" => "fine" | "E0403";
        texts_by_the_wrong_end: "fn act(u) { \"abc\".sub_string(-9223372036854775807, 9223372036854775807).len() + \"é\".sub_string(1, 1).len() }", "act m" => "fine";
        lists_by_the_wrong_end: "fn act(u) { [1, 2][9223372036854775807] }", "act m" => "E0401";
        lists_by_the_least_end: "fn act(u) { [1, 2][-9223372036854775807] }", "act m" => "E0401";
        bits_by_the_wrong_end: "fn act(u) { let x = 1; x[64] }", "act m" => "E0401";
        step_of_nothing: "fn act(u) { for i in range(0, 10, 0) { } }", "act m" => "fine" | "E0401" | "E0402";
        chopped: "fn act(u) { [1, 2, 3].chop(9223372036854775807); [1].drain(0, 9223372036854775807); [1].splice(-9, 99, [1]); }", "act m" => "fine" | "E0401";
        answer_of_a_map: "fn act(u) { #{} }", "act m" => "E0404", "`act`";
        thrown_map: "fn act(u) { throw #{ a: [1, #{}] }; }", "act m" => "E0401";
        called_with_more: "fn act(u) { |x| x }\nfn follow() { let f = |x| x; f.call(1, 2, 3, 4); }", "act m" => "E0401" | "E0404";
    });
}
