//! The program's own verbs. The game's are the packs'.

pub(in crate::repl) mod chance;
mod drawing;
mod explaining;
mod helping;
mod impact;
mod keeping;
mod looking;
mod playing;
mod posting;
mod reckoning;
mod ruling;
mod testing;
mod throwing;
mod timing;
mod trying;

pub(crate) use reckoning::bound as dice_bound;
pub(super) use testing::check_expect;
pub use testing::{expected_truth, tried};

use super::console::{Console, Input};
use super::told::Told;
use crate::session::Trouble;

/// A verb of the program.
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Shorter names.
    pub aliases: &'static [&'static str],
    /// What may follow it.
    pub form: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The rest of its help.
    pub help: &'static str,
    /// Lines that show it, with places for what is called differently in each game: `reach {unit}`.
    pub examples: [&'static str; 2],
    /// What carries it out.
    pub(super) run: fn(&mut Console, &Input<'_>) -> Result<Told, Trouble>,
}

impl BuiltIn {
    /// The flags that it takes, without dashes: those of its form, and those that all verbs take.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let words = self.form.split(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '|'));
        let own = words.filter_map(|word| if word == "-o" { Some("out") } else { word.strip_prefix("--") });
        own.chain(FLAGS_OF_ALL)
    }

    /// Where a line of the game begins within the typed one. The flags of that line are its own.
    pub(super) fn line_within(&self, input: &Input<'_>) -> Option<usize> {
        let first = input.line.words.first()?;
        match self.name {
            "why" if first.text.eq_ignore_ascii_case("not") => Some(first.end),
            "expect" if &*first.text == "refused" => Some(first.end),
            // Every word up to the line is read there, and none is passed over.
            "expect" if chance::is_about_chance(input) => Some(input.line.verb.end),
            "try" => Some(input.line.verb.end),
            _ => None,
        }
    }

    /// How many words it takes, where it takes few and no text.
    pub(super) fn most_words(&self, input: &Input<'_>) -> Option<usize> {
        let begins = |with: &str| input.word(0).is_some_and(|word| word.eq_ignore_ascii_case(with));
        match self.name {
            "terrain" | "branches" | "luck" | "log" | "quit" => Some(0),
            "why" if begins("not") => None,
            "why" | "explain" | "help" | "undo" | "redo" | "seed" | "impact" | "save" | "export" => Some(1),
            "expect" if input.word(0).is_some_and(|word| word.starts_with('(')) => Some(1),
            "rules" if begins("diff") => Some(1),
            "dice" if begins("stats") => Some(1),
            "house" if begins("add") || begins("remove") => Some(2),
            "ruling" if begins("save") => Some(2),
            "rules" => Some(2),
            _ => None,
        }
    }

    /// Whether it tells itself what is wrong with its flags, since it knows more about some of them.
    pub(super) fn checks_its_flags(&self) -> bool {
        self.name == "odds"
    }
}

/// Flags that every verb takes.
const FLAGS_OF_ALL: [&str; 3] = ["json", "verbose", "help"];

impl std::fmt::Debug for BuiltIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BuiltIn").field("name", &self.name).finish_non_exhaustive()
    }
}

macro_rules! built_in {
    ($($name:literal $(/ $alias:literal)*, $form:literal, $about:literal, $help:literal, [$one:literal, $two:literal], $run:path;)*) => {
        /// All of them, in the order of the help.
        pub const BUILT_IN: &[BuiltIn] = &[$(BuiltIn {
            name: $name,
            aliases: &[$($alias),*],
            form: $form,
            about: $about,
            help: $help,
            examples: [$one, $two],
            run: $run,
        }),*];
    };
}

built_in! {
    "map", "[HEX] [-o FILE] [--blank] [--no-numbers] [--force]", "draws the map", "With a hex the part of the map round it, where there is more. `-o board.svg` writes it as a picture; a file that is no picture of this program is only written over with `--force`. `--blank` leaves the units out.",
        ["map {hex}", "map -o board.svg"], drawing::map;
    "units", "[UNIT|TYPE|SIDE]… [--all]", "lists the units", "All units with their numbers, or those that are named, of a type or of a side; `*` marks what a layer has changed. One unit, and a unit type, is told in full, each number with its long name. `--all` does so for each unit, and adds what is as at the start and what only serves the rules.",
        ["units {side}", "units {unit}"], looking::units;
    "points", "[types] [NAME] [--all] [--csv]", "tells what units are worth", "What every unit in play is worth by the pack's own rule, side by side with the sums; or only of the units, unit types and sides that are named, or of all unit `types`. The parts of each sum are told where it is one, or with `--all`.",
        ["points", "points types"], crate::repl::points::points;
    "terrain", "", "lists the terrain", "What each terrain costs, and its modifiers as written.",
        ["terrain", "terrain --json"], looking::terrain;
    "reach", "UNIT [-o FILE] [--hex HEX] [--blank] [--no-numbers] [--force]", "shows where a unit may move to", "Every hex with what it costs to get there, by the rules that will carry out the move; on a table in inches how far ahead in each direction, with what is spent on what. `-o reach.svg` writes it as a picture, `--hex` of the part round a hex.",
        ["reach {unit}", "reach {unit} --json"], drawing::reach;
    "los", "PLACE PLACE [-o FILE] [--hex HEX] [--blank] [--no-numbers] [--force]", "shows the line of sight between two places", "What the line meets, and what blocks it where the game has a rule for that. Units stand for their hexes; on a table in inches it is asked of units, or of points such as `24,12`. `-o sight.svg` writes it as a picture.",
        ["los {unit} {enemy}", "los {unit} {point}"], drawing::los;
    "distance" / "measure", "PLACE PLACE", "tells how far two places are apart", "In hexes; on a table in inches from unit to unit, both from place to place and between their bases, or to a point such as `24,12`.",
        ["distance {unit} {enemy}", "distance {unit} {point}"], drawing::measure;
    "hull", "[UNIT|TYPE]… [-o FILE] [--blank] [--force]", "shows hit logs", "The circles of hulls as on their sheets, with what is marked; of all units in play that have one, where none is named. Of units without a hull it tells what is damaged, where the game has a rule for that. `--blank` shows types with nothing marked, `-o logs.svg` writes a sheet to print.",
        ["hull {unit}", "hull --blank -o logs.svg"], drawing::hull;
    "now" / "status", "[LINE]", "says whose step it is", "The turn, the phase, the side, and what may be typed. Behind a line that is begun it tells what may follow there, as the pack lists it; a mistake in the rule that lists it is told, too.",
        ["now", "now {verb}"], looking::now;
    "why", "[NUMBER] [--all] | not LINE", "explains a result", "Every number with its reasons, where they come from, and what was considered and did not apply; with `--all` also every requirement that was met and every fact that was read. `why not` asks of a command that the rules refuse.",
        ["why", "why not {command}"], explaining::why;
    "rules", "[origin NAME | diff | ID | NAME]", "lists what is in force", "The layers in order with version and hash; the origin of one rule or number; what house rules and rulings change; one rule with its text.",
        ["rules", "rules origin {attribute}"], explaining::rules;
    "explain", "CODE", "explains the code of a message", "Every message has a code, such as E0304.",
        ["explain E0304", "explain W0311"], explaining::explain;
    "help" / "?", "[TOPIC]", "helps", "Topics are commands, rules, primitives and the codes of messages.",
        ["help", "help {verb}"], helping::help;
    "undo" / "u", "[NUMBER] [--past-dice]", "takes the last command back", "Stops before a roll of the dice, a reveal, or help that was opened again, unless told otherwise; the log then says so. What the program has played since goes back with it.",
        ["undo", "undo 2 --past-dice"], timing::undo;
    "redo", "[NUMBER]", "does what was undone again", "With the answers that were given.",
        ["redo", "redo 2"], timing::redo;
    "mark", "NAME", "names this moment", "`goto` comes back to it.",
        ["mark \"turn 3\"", "mark before"], timing::mark;
    "goto", "NAME [--past-dice]", "goes back to a mark", "An undo of all that was done since; a redo where the mark itself was undone.",
        ["goto before", "goto \"turn 3\" --past-dice"], timing::goto;
    "fork", "NAME", "tries another line of play", "What was played before stays as it is; `switch main` goes back to it.",
        ["fork daring", "fork other"], timing::fork;
    "switch", "NAME [--past-dice]", "goes to another line of play", "`branches` lists them. Stops where something was revealed in this one, or help that was locked has been opened, unless told otherwise; the log then says so.",
        ["switch main", "switch daring --past-dice"], timing::switch;
    "discard", "NAME", "gives a line of play up", "The one being played cannot be discarded.",
        ["discard daring", "discard other"], timing::discard;
    "branches", "", "lists the lines of play", "The one being played is marked; marks are listed too.",
        ["branches", "branches --json"], timing::branches;
    "dice", "[real|auto|ask [SIDE] [KIND] | stats | FORMULA [--at-least NUMBER] [--at-most NUMBER] [--svg FILE] [--force] [--csv] [--roll] [--seed NUMBER]]", "says who throws which dice, and what dice come to", "`real`: you throw and type the faces (`3 5`, `35`, `=8` for a total, `r` lets the program throw; at any question `?` tells what may be typed, and `back` takes the last answer back). `ask`: Enter lets the program throw. For one side, one kind of roll, or all. `stats` tells whether the dice are fair. Dice as they are written (`4d6kh3`, `8d6>=5`, `2d6+3 > 2d6`) are answered with their exact odds, two of them in quotes side by side; `--roll` throws them beside the game.",
        ["dice real", "dice 4d6kh3 --at-least 15"], throwing::dice;
    "odds", "LINE [| LINE] [times NUMBER] [until OUTCOME] [--best OUTCOME] [--worst OUTCOME] [--revealed ANSWERS] [--all] [--rows UNIT.ATTRIBUTE=FROM..TO --columns UNIT.ATTRIBUTE=FROM..TO [--outcome OUTCOME]] [-o FILE] [--force] [--csv] [--md] [--seconds NUMBER] [--runs NUMBER] [--seed NUMBER]", "tells what a command may come to, without giving it", "The exact probability of each outcome, from the very rules that would resolve it; the cumulative one adds up in the order in which the rules name outcomes. Commands with bars between them stand side by side, and so do several names at the end: `odds attack i1 on b1, b2`. `times 6` repeats the command, `until destroy` up to an outcome; what may be done only once in a turn may be done each time then. Decisions take their first option, or `--best` or `--worst` for an outcome. `--revealed 3,2,1` supposes what sides have decided in secret, as it is given with a command. Where exact odds take too long (30 seconds, 5,000,000 runs of the rules) an estimate is told, with its error. `--rows` and `--columns` make a table by two printed numbers.",
        ["odds {command}", "odds {command} times 6"], crate::repl::odds::odds;
    "best", "P|mean (MEASURE) for [LINE |] LINE [--side SIDE] [--given ANSWER] [--against ANSWER] [--best OUTCOME] [--worst OUTCOME] [--all] [--csv] [--cells NUMBER] [--seconds NUMBER] [--runs NUMBER]", "tells what two sides had best decide in secret", "For a command in which two sides decide at the same time, without giving it: `best P(OUTCOME or OUTCOME) for LINE`, `best mean(EXPRESSION) for LINE`. Every way to fill in one side's sheet meets every way of the other's, each exactly, by the very rules; one side wants the probability of an outcome, or the mean of an expression over the state behind the command, to be high, the other low. Told are what it comes to when both decide as well as they can, and with what chances they then take what. Where what is sealed is opened only by a later command, the commands stand with bars between them, and all but the last are supposed: `best P(hit) for pledge red | open`. `--side` names the side that wants it high, the first that is asked where it is left out. `--given 3,2,1` tells what an answer of that side gives away, `--against` one of the other side. What is decided openly takes its first option, or behind the decision in secret `--best` or `--worst` for an outcome. `--all` lists every answer. At most 40,000 meetings (`--cells`), 30 seconds and 5,000,000 runs of the rules.",
        ["best P(destroy) for volley --given 3,2,1", "best mean(unit(\"b1\").hits) for volley --side blue"], crate::repl::best::best;
    "fix", "FACES", "corrects mistyped dice", "The last command is carried out again with these dice. Those of the set-up stay.",
        ["fix 3 5", "fix 4"], throwing::fix;
    "seed", "[NUMBER]", "shows or sets the seed of the dice", "The same seed and the same commands give the same game.",
        ["seed", "seed 1234"], throwing::seed;
    "set", "[unit|terrain|value] NAME [ATTRIBUTE] VALUE [--because TEXT] [--as common|referee] [--for roll|turn|game]", "rules that a number is another", "The top layer of the stack; recorded with its reason, and undone like a command. `5` and `-3` set the number, `+=1`, `-=1` and `*=2` change the one that is there.",
        ["set {unit} {attribute} 5 --because \"dug in\"", "set {value} +=1 --for turn"], ruling::set;
    "ruling", "[TEXT] [--because TEXT] [--as common|referee] [--for roll|turn|game] | save FILE [--force]", "makes a ruling", "The text is a rule, or a change as in a data file. Without text it lists the rulings in force; `save` writes them out as a house file; another file is only written over with `--force`.",
        ["ruling \"fn stacking_limit(hex) { 6 }\" --because \"agreed\" --as common", "ruling"], ruling::ruling;
    "house", "[add FILE | remove NAME | reload]", "adds and removes house rules", "A file of rules (.rhai), data (.units) or a board (.map), or the name of a ready one. A file that changes is read again by itself; a broken one is refused, and the old one stays in force. Once that is undone, the file is read again when it changes once more, or by `house reload`.",
        ["house", "house add my-rules.rhai"], ruling::house;
    "impact", "HOUSE [--games NUMBER] [--seed NUMBER] [--seconds NUMBER] [--runs NUMBER] [--all] [-o FILE] [--force]", "tells what a house rule would do", "Every meeting of two unit types of the scenario with its exact odds without and with the house rule, the most changed first, and the rules and data that it overrides. `--seconds` is how long all meetings may take together, `--runs` how many runs of the rules one may: what is left out for that is told. `--games` also plays so many whole games both ways, at random; `--all` lists everything; `-o impact.html` writes it as a page to show. What is in force stays in force, and nothing is changed. `houserule impact` does the same for all scenarios and sessions of a pack.",
        ["impact my-rules.rhai", "impact stout-foot -o impact.html"], impact::impact;
    "trial", "[NAME] [--games NUMBER] [--factors NAME,NAME] [--count NUMBER] [--apart NUMBER] [--turns NUMBER] [--players attack|random|greedy|tree] [--house FILE] [--meetings] [--csv] [--svg FILE] [--force] [--seed NUMBER]", "tells which units cost too little or too much, by fights", "Every pair of the unit types that are named (`all`, or those of the scenario where none is) fights on bare ground, each as often on the one side as on the other. Strengths are those that explain by least squares who beats whom, and a line of strengths over the logarithms of points tells what would be fair, with 95 % intervals. `--count` units fight a side; they begin `--apart` hexes or inches from each other, next to each other on hexes and 12 inches on a table where nothing is said. Both sides attack whatever they may, come nearer after a turn without an attack and pass otherwise, or are played by `--players`. `--factors` takes the points apart: how much each of these attributes counts in them, and in fights. `--house` fights it all again with one more house rule. Nothing is changed. `houserule trial` does the same from the shell.",
        ["trial", "trial all --games 100 --svg trial.svg"], trying::trial;
    "bot", "[SIDE random|greedy|tree [NUMBER] | SIDE off | go]", "lets the program play a side", "`random` gives any legal command, `greedy` the best by exact odds one command ahead, `tree` searches further: 200 ways, or as many as the number says, or so long (`2s`, which no two games repeat). It plays whenever it is its side's turn; where it is nobody's, the first side that has a unit in play decides. Ctrl-C breaks its thinking off, `undo` goes back to your own last command, `go` lets it play on. Without words it lists who plays which side.",
        ["bot {other} greedy", "bot"], playing::bot;
    "mail", "[FOLDER SIDE, SIDE… | off]", "plays decisions in secret by mail", "Only the sides named sit at this machine. What they decide in secret is sealed: the folder gets a `.sealed` file, which shows nothing, to be sent to the other players. Once theirs are in the folder it gets an `.opening` file to be sent, and theirs are checked; a false one is named. `.secret` files stay here. A command that is broken off meanwhile goes on when it is given again. Every machine gives the same commands, from the same seed. `off`: all sit here again.",
        ["mail letters {side}", "mail off"], posting::mail;
    "hint", "[random|greedy|tree [NUMBER]]", "asks a player for advice", "What that player would do now, without doing it; `greedy` where none is named.",
        ["hint", "hint tree 50"], playing::hint;
    "note", "TEXT", "writes a note into the log", "It goes into the battle report.",
        ["note the guns open up", "note \"lunch\""], keeping::note;
    "luck", "[--all]", "tells how lucky the dice were", "Each side's rolls against fair dice, from the exact odds of the dice as they were asked, and the luckiest and the unluckiest of them; with `--all` every roll. A roll's percentile is the chance of less and half of that of the same. Higher is luckier for whoever rolls, and what reaches the number where dice are written with one. Every roll counts alike; rolls of no side are left out, and what is undone.",
        ["luck", "luck --all"], keeping::luck;
    "log", "[--md]", "tells what happened", "As a battle report in Markdown with `--md`.",
        ["log", "log --md"], keeping::log;
    "save", "FILE [--force]", "saves the game to a file", "The game is saved as it goes anyway; this writes a copy. A file that is no saved game is only written over with `--force`.",
        ["save evening.journal", "save \"our game.journal\""], keeping::save;
    "export", "FILE [--force]", "writes the game as a report or a session", "`.md` or `.html` a battle report, `.json` the log as a list, `.jsonl` with an entry a line, `.play` a session that plays the same game again. A file that this program has not written as such is only written over with `--force`.",
        ["export battle.md", "export battle.play"], keeping::export;
    "expect", "(EXPRESSION) | outcome WORD | refused LINE | P(OUTCOME or OUTCOME) == FRACTION for LINE", "checks something, for the sessions of a pack", "A session stops where an expectation does not hold. `P(…)` is the exact probability of an outcome of a command that is not carried out, by the very rules that would; it is compared (==, !=, <, <=, >, >=) with `10/36`, `0.25`, `25%` or another `P(…)`. Decisions take their first option.",
        ["expect (turn() >= 0)", "expect P(refused) == 0 for {command}"], testing::expect;
    "try", "LINE", "goes on whatever comes of a line", "For sessions that show a refusal or a mistake.",
        ["try undo 99", "try {command}"], testing::attempt;
    "quit" / "exit" / "q", "", "leaves", "The game is saved as it goes; at a terminal the command that takes it up again is told.",
        ["quit", "exit"], helping::quit;
}

/// The verb of this name or short name.
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    let name = name.to_lowercase();
    BUILT_IN.iter().find(|v| v.name == name || v.aliases.contains(&name.as_str()))
}
