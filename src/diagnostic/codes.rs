//! The stable codes of diagnostics, each with a page for `explain`.

use std::fmt;

/// The code of a kind of mistake, `E` (an error) or `W` (a warning) and four digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! codes {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        impl Code {
            $(#[doc = $text] pub const $name: Code = Code($code);)*
        }

        /// Every code with what it means and what to do, in the order of the codes.
        pub const CODES: &[(Code, &str)] = &[$((Code::$name, $text)),*];
    };
}

codes! {
    // 01: the text of a data file
    SYNTAX = "E0101", "A line of a data file is not of any known form. The caret stands where the form breaks; `grammar/block.md` shows every form.";
    UNCLOSED = "E0102", "A block, a bracket or a text was opened and never closed. The label shows where it was opened.";
    UNKNOWN_BLOCK = "E0103", "A block starts with a word that no pack data knows. Blocks are `unit`, `terrain`, `change`, `scenario` and the others that `docs/data-format.md` lists.";
    UNKNOWN_KEY = "E0104", "A key, attribute, flag or rating is not declared. Nothing is ever ignored: correct the word, or declare it in the pack's manifest.";
    BAD_VALUE = "E0105", "A value is not of the kind that its key takes. The message names the kind, and the allowed range where there is one.";
    OUT_OF_RANGE = "E0106", "A number lies outside the range that its attribute allows. The message names the range and the layer that set it. Computed numbers are looked at when a rule reads them.";
    DUPLICATE = "E0107", "A name is defined twice in one layer, or stands for two things: a property has the name of an attribute, or of what every unit, hex or side has anyway. Rename one, or write `change` to alter the first.";
    MISSING_KEY = "E0108", "A block lacks a key that it cannot do without.";
    BAD_EXPRESSION = "E0109", "An expression in parentheses is not valid Rhai. The caret stands where Rhai stopped reading.";
    BAD_PATCH = "E0110", "A change does not say how: in a `change` block write `DEF = 5`, `DEF += 1`, `DEF -= 1`, `DEF *= 2` or `delete DEF`.";
    TOO_LARGE = "E0111", "A file, a pack or a number in it is larger than the limits allow. The message names the limit.";
    BAD_TEXT = "E0112", "A file is not UTF-8 text, or has a character that cannot be seen or that turns the reading direction.";
    // 02: names that lead nowhere
    UNKNOWN_TYPE = "E0201", "A unit type is named that no layer defines.";
    UNKNOWN_TERRAIN = "E0202", "A terrain is named that no layer defines.";
    UNKNOWN_SIDE = "E0203", "A side is named that the scenario does not have, or a house file would change the sides of the game.";
    UNKNOWN_RULE = "E0204", "A rule is named that no layer defines.";
    UNKNOWN_PHASE = "E0205", "A phase is named that the pack does not declare.";
    CYCLE = "E0206", "Definitions lead back to themselves: a type inherits from itself, or a pack extends itself. The notes show the way round.";
    BAD_HEX = "E0207", "A hex number does not lie on the map, is not written with the map's digits, or a house file would take the hex of a unit off the map.";
    UNKNOWN_MAP = "E0208", "A map is named that the pack does not define.";
    NOTHING_TO_CHANGE = "E0209", "A `change` or `delete` names something that no lower layer defines.";
    UNKNOWN_HULL = "E0210", "A hull is named that no layer defines.";
    HULL_IN_PARTS = "W0211", "Some circles of a hull are next to none of the others, not even by way of circles between. Draw them beside others, or say which are neighbours with `join`; where the hull is meant to be in parts, leave it.";
    SAME_SYMBOL = "W0212", "Two terrains of one layer, both of hexes or both of hexsides, have the same symbol: maps draw them alike, and in a drawn map it stands for neither where no legend says for which. Give one of them another one; a terrain that declares none has its first letter.";
    // 03: layers and rules
    SCRIPT_SYNTAX = "E0301", "A rule file is not valid Rhai. The caret stands where Rhai stopped reading.";
    NO_PRIOR = "E0302", "`prior` is called where no lower layer defines the rule.";
    WRONG_ARITY = "E0303", "A rule has another number of parameters than the rule of the same name below it, and would never be called. Give it the parameters of the lower rule.";
    OVERRIDES_NOTHING = "E0304", "A rule overrides nothing and nothing calls it. The name is probably mistyped; a helper is written `private fn`.";
    RESERVED_NAME = "E0305", "A rule has the name of a primitive of the kernel or of a function of the script language with as many parameters (`max`, `len`), or a name with `__`, which the linker keeps for itself.";
    PRIOR_OUTSIDE = "E0306", "`prior` is called outside any rule; only a rule has one below it.";
    BAD_UNIT_RULE = "E0307", "A rule of a unit type needs exactly one parameter called `me`, which tells the role that the unit plays.";
    STATEMENTS = "E0308", "A rule file has statements outside its rules. Only `fn`, `private fn` and comments may stand there; a number that layers may change is a `value` of the data.";
    TOO_MANY_LINES = "E0309", "The rule files of a stack have more lines together than can be told apart. Leave packs out.";
    UNKNOWN_CALL = "E0310", "A rule calls a function that is neither a rule of any layer nor a primitive, or with a number of arguments that neither takes; or it calls a rule behind a point, whose first argument belongs into the brackets.";
    TWO_WRITERS = "W0311", "Two files of one rank define the same rule or change the same value. The later one wins; both are named.";
    FORBIDDEN = "E0312", "A script uses a word that packs may not use: `import`, `export`, `eval`, `print` and `debug` are closed.";
    UNHEARD_ANSWER = "W0313", "The check of a command answers `false`, a condition or a text. Nobody looks at what a check answers: it says no with `refuse` or `require`.";
    DELETED = "W0314", "A rule asks for a value or a table that a layer has deleted, and breaks where that is asked. Override the rule as well, or leave what it asks for.";
    PRIVATE_OVERRIDE = "W0315", "A `private fn` has the name of a rule of a lower layer. It is a helper of its own layer and replaces nothing: whoever else calls the rule goes on with the lower one. Leave `private` out to override it.";
    COMPARED_WITH_TEXT = "W0316", "A unit, a hex, a side or a unit type is compared with a text, which never is the same. Compare its name, or the thing itself.";
    NOTHING_HAS = "W0317", "A rule reads or writes a property that no data declare, no kind of value has and no script puts into a map, so that it breaks off there. Correct the word, or declare it.";
    // 04: rules at work
    RULE_FAILED = "E0401", "A rule broke off with an error, or would wherever it is run: it names a property that nothing declares. Nothing has changed; the notes show the rules that led there.";
    LIMIT = "E0402", "A rule was stopped at a limit: operations, time, memory, call depth or size of a value. Nothing has changed.";
    BAD_ARGUMENT = "E0403", "A primitive was called with an argument that it does not take, or where it may not be: checks, conditions, computed values, victory conditions and searches only look.";
    WRONG_RESULT = "E0404", "A rule answered with another kind of value than is asked of it; or an expression in data came to one: a condition is true or false, a computed number is a whole number.";
    UNORDERED = "E0405", "Two values are compared by `<`, `<=`, `>` or `>=` of which neither can be more than the other: a number and a text, a list and a number. Numbers have an order, and so have texts. A rule that answers `\"9\"` answers a text.";
    // 05: packs
    NO_PACK = "E0501", "No pack of this name is to be found. `houserule rules --packs` lists them.";
    NO_MANIFEST = "E0502", "A folder is not a pack: it has no `manifest.pack`.";
    NEEDS_PACK = "E0503", "A pack extends another that is not here, or not in a version that fits.";
    STRAY_FILE = "W0504", "A file of a pack is of no known kind, or stands in a folder where it means nothing, and is not read.";
    NO_SCENARIO = "E0505", "No scenario of this name is to be found in the pack.";
    HOLE = "E0506", "A rule of the source has no function that carries it out, or no session that shows it.";
    BAD_LEDGER = "E0507", "A doc comment names a source id that the pack's ledger does not list.";
    UNDOCUMENTED = "W0508", "A rule has no doc comment that names its source (`Rule:`, `Gap:` or `House:`), or does not say what was chosen for a gap.";
    BAD_LINK = "E0509", "A path leads out of its pack, or through a link. Packs read only their own files.";
    NO_GAP = "E0510", "A rule chooses for a gap (`Gap:`) where the pack's ledger has a rule, neither a `gap` nor something `ambiguous`. What the source says is carried out (`Rule:`); what is changed is a house rule (`House:`); what it leaves open has an id of its own in the ledger.";
    SET_UP = "W0511", "A scenario sets a unit up where or as it may not be: the rule that the manifest names as `faults` says what is wrong with it. Where a pack has no such rule, models that stand off the table or inside others are told.";
    MISNAMED = "W0512", "A pack is called by its folder, and its manifest has another name. Other packs and sessions that name it by the manifest do not find it, or find another pack.";
    // 06: journals
    JOURNAL_DAMAGED = "E0601", "A saved game is damaged in the middle. `houserule recover FILE` writes what is whole to a new file and keeps the old one.";
    JOURNAL_TORN = "W0602", "The last line of a saved game was torn, as by a power cut; that line is lost, everything before it stands.";
    JOURNAL_VERSION = "E0603", "A saved game was written by another version of the format.";
    JOURNAL_DIVERGES = "E0604", "A saved game does not replay to the same state: packs or house rules have changed since. `--resume` with the same packs, or `houserule recover FILE`.";
    JOURNAL_LOCKED = "E0605", "Another program has this saved game open.";
    CANNOT_READ = "E0606", "A file cannot be read.";
    CANNOT_WRITE = "E0607", "A file cannot be written. The session goes on, but only to be looked at, until the journal can be written again.";
    // 07: typed lines
    UNKNOWN_COMMAND = "E0701", "No command has this name. `help` lists them.";
    USAGE = "E0702", "A command was given words that it does not take. The help line shows its form.";
    UNKNOWN_UNIT = "E0703", "No unit on the board has this name.";
    AMBIGUOUS = "E0704", "A shortened name fits several; they are listed.";
    BAD_DIE = "E0705", "A die was given that the roll does not have, or too few or too many. Nothing is lost: type it again.";
    NOT_NOW = "E0706", "A command of the game is not for this phase.";
    NOTHING_TO_UNDO = "E0707", "There is nothing to undo or to redo.";
    PAST_DICE = "E0708", "Undo would take back a roll of the dice or something that players know since: a reveal, help that rules had locked and opened again, a command that had told something before it was broken off. `undo --past-dice` does it, and the log says so. `switch` stops likewise, but not before dice.";
    NOT_FOUND = "E0709", "A log entry, a mark, a branch or a help topic of this name is not to be found.";
    HELP_LOCKED = "E0710", "The rules have locked what the program tells beside the game's own commands: odds, maps, measuring, hints. So it is while players guess a range by eye. The note says why; a command of the game opens it again.";
    // 08: pack tests
    SNAPSHOT = "E0801", "A session's transcript is not the one in its snapshot. `houserule review` shows and accepts.";
    EXPECTATION = "E0802", "An `expect` line of a session does not hold.";
    NO_LINES = "W0803", "A session has no line that is carried out, so that its snapshot holds nothing.";
    // 09: dice notation
    DICE_SYNTAX = "E0901", "Dice notation breaks off, or something stands where it cannot. The caret shows where; `grammar/dice.md` has every form, such as `3d6`, `4d6kh3` and `2d6+3 > 2d6`.";
    DICE_WORD = "E0902", "Dice notation has a word or a function that there is none of. The help names those that could be meant.";
    DICE_FAULT = "E0903", "Dice are named that cannot be: none at all, a die of one face, more kept than thrown, every face thrown again.";
    DICE_LIMIT = "E0904", "Dice notation asks for more than is answered: longer or deeper than the limits, or an exact answer that would take too long or too much memory. The message tells the reason.";
}

/// The page for a code, by its text in any case.
pub fn explain(code: &str) -> Option<(Code, &'static str)> {
    CODES.iter().copied().find(|(c, _)| c.0.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_ordered_by_number_and_unique() {
        let numbers: Vec<&str> = CODES.iter().map(|(c, _)| &c.0[1..]).collect();
        assert!(numbers.windows(2).all(|w| w[0] < w[1]), "{numbers:?}");
    }
}
