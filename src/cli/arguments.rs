//! The arguments of the program. Their doc comments are its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::bad_arguments::seed;
use super::colour::When;
use crate::repl::dice_bound;

const STATUS: &str = "\
Exit status:
  0    all is well
  1    the rules refused a command, or a check or test found something
  2    the program, or a line, was not used as it is meant; of `rules diff`: the two differ
  3    a pack, a rule or data is wrong
  4    a file could not be read or written, or a saved game is damaged
  5    a limit stopped a rule
  130  broken off with Ctrl-C

Environment:
  HOUSERULE_PACKS  folders with packs, looked at before the program's own
  HOUSERULE_HOME   where saved games and the history of typed lines are kept
  HOUSERULE_ASCII, HOUSERULE_PLAIN, NO_COLOR, CLICOLOR_FORCE
                   as --ascii, --plain, --color never, --color always";

/// An interpreter for tabletop wargame rules: every game a pack of scripts, every house rule a text file.
///
/// Without a command it plays. The same lines are taken at the terminal, from a pipe, from a session file (`run`)
/// and from `-e`.
#[derive(Debug, Parser)]
#[command(name = "houserule", version, after_help = STATUS, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) begin: Begin,
    #[command(flatten)]
    pub(super) global: Global,
}

impl Arguments {
    /// What reads the arguments of one command alone: those that are asked at a shell again and again need not wait for all
    /// others to be put together. None for other commands. What is wrong with arguments the whole has to tell.
    pub(super) fn alone(name: &str) -> Option<clap::Command> {
        let command = clap::Command::new(name.to_owned());
        let command = match name {
            "dice" => Dice::augment_args(command),
            "odds" => Odds::augment_args(command),
            _ => return None,
        };
        Some(Global::augment_args(Begin::augment_args(clap::Command::new("houserule"))).subcommand(command))
    }
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub(super) struct Global {
    /// When to use colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub(super) color: Option<When>,
    /// Nothing but ASCII, for terminals and fonts that have no more
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) ascii: bool,
    /// One record a line, no drawings: for screen readers
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) plain: bool,
    /// One JSON object a line on the standard output
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) json: bool,
    /// The explanation with every result
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(super) verbose: bool,
    /// Keep no history of typed lines
    #[arg(long, global = true, help_heading = "Files")]
    pub(super) no_history: bool,
    /// One more folder with packs, looked at first; `rules --packs` without a folder lists all packs
    #[arg(long, global = true, value_name = "DIR", num_args = 0..=1, action = clap::ArgAction::Append, help_heading = "Files")]
    pub(super) packs: Option<Vec<PathBuf>>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play a game: at the terminal, from a pipe, or with -e
    Play(Play),
    /// Run session files
    Run(Run),
    /// Draw a map, or a game as it stands, at the terminal or as SVG
    Map(Map),
    /// Draw hit logs: of a game as it stands, or blank ones to print
    Hulls(Hulls),
    /// Let the program play many games, and count what came of them
    Sim(Sim),
    /// Tell what a house rule does to a whole game: odds, sessions, wins
    Impact(Impact),
    /// Play random legal games, and look for what breaks
    Fuzz(Fuzz),
    /// Look for mistakes in packs, house rules and session files
    Check(Check),
    /// Run the sessions of packs against their snapshots
    Test(Test),
    /// Go through changed snapshots one by one
    Review(Review),
    /// Explain a result of a session file or a saved game
    Why(Why),
    /// List the rules of a pack by the ids of its source, or compare two stacks
    Rules(Rules),
    /// Begin a pack or a house rule from a template
    New(New),
    /// Tell what dice come to, exactly: 4d6kh3, '8d6>=5', '2d6+3 > 2d6'
    Dice(Dice),
    /// Tell what a command of a game may come to, exactly, or the table of all its results
    Odds(Odds),
    /// Tell what the units of a scenario, or unit types, are worth
    Points(Points),
    /// Let unit types fight in pairs, and tell which cost too little or too much
    Trial(Trial),
    /// Tell what the code of a message means
    Explain {
        /// The code, such as E0304
        code: String,
    },
    /// Write what is whole of a damaged saved game to a new file
    Recover {
        /// The saved game
        file: PathBuf,
    },
    /// Write the rules of a pack as a reference in Markdown
    Doc {
        /// The pack, by name or path
        pack: Option<String>,
    },
    /// Set the indentation and the spaces of data files right
    Fmt {
        /// Data files (.units, .map, .scenario, .pack), or folders of packs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Change nothing; exit status 1 where something would change
        #[arg(long)]
        check: bool,
    },
    /// Check and test a pack again whenever one of its files changes
    Watch {
        /// The folder of the pack, or its name; where none is named, the folder that this runs in
        #[arg(default_value = ".")]
        pack: String,
    },
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual page
    Man {
        /// Write a page for every command into this folder instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Tell the versions of the program and of the packs
    Version,
}

impl Command {
    /// Whether packs are looked for.
    pub(super) fn reads_packs(&self) -> bool {
        use Command::{Completions, Dice, Explain, Fmt, Man, Recover};
        !matches!(
            self,
            Dice(_) | Explain { .. } | Recover { .. } | Fmt { .. } | Completions { .. } | Man { .. }
        )
    }
}

/// What is played.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Play {
    /// The pack by name or path, with a scenario behind a slash; a saved game by its path
    #[arg(value_name = "PACK[/SCENARIO]")]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) begin: Begin,
}

/// How a game is begun or taken up.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(super) struct Begin {
    /// The scenario
    #[arg(long)]
    pub(super) scenario: Option<String>,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// The seed of the dice
    #[arg(long, value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// You throw all dice and type the faces
    #[arg(long)]
    pub(super) real_dice: bool,
    /// Let the program play a side: `blue=greedy`, `red=tree:500`; players are random, greedy and tree. `blue=off` in a saved game
    #[arg(long = "bot", value_name = "SIDE=PLAYER")]
    pub(super) bots: Vec<String>,
    /// Take a saved game up: this one, or the last. Sides that the program played it plays on
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "new")]
    pub(super) resume: Option<Option<String>>,
    /// Begin a new game without asking
    #[arg(long)]
    pub(super) new: bool,
    /// Do not save the game as it goes
    #[arg(long)]
    pub(super) no_journal: bool,
    /// Answer this line and leave; may be given many times. The game is not saved: `save FILE` as the last line does it
    #[arg(short = 'e', long = "eval", value_name = "LINE", allow_hyphen_values = true)]
    pub(super) lines: Vec<String>,
    /// Go on after a line that fails
    #[arg(long)]
    pub(super) keep_going: bool,
}

#[derive(Debug, Args)]
pub(super) struct Run {
    /// Session files; `# Scenario: PACK/NAME`, `# Seed: N` and `# House: NAME` at their head say what is played
    #[arg(required = true, value_name = "FILE.play")]
    pub(super) files: Vec<PathBuf>,
    /// The scenario, instead of the file's
    #[arg(long, value_name = "PACK[/SCENARIO]")]
    pub(super) scenario: Option<String>,
    /// One more house rule
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// The seed of the dice, instead of the file's
    #[arg(long, value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// Go on after a line that fails
    #[arg(long)]
    pub(super) keep_going: bool,
}

#[derive(Debug, Clone, Default, Args)]
pub(super) struct Map {
    /// The pack by name or path, with a scenario or a map behind a slash; a saved game by its path, or a session file
    /// (.play), which is drawn as it ends
    #[arg(value_name = "PACK[/SCENARIO]|FILE")]
    pub(super) game: Option<String>,
    /// Write the picture to this file, which ends in .svg, or with `-` to the standard output; a file that is there is
    /// written over only where it is a picture of this program
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<String>,
    /// Write over any file
    #[arg(long)]
    pub(super) force: bool,
    /// Show where a unit may move to
    #[arg(long, value_name = "UNIT")]
    pub(super) reach: Option<String>,
    /// Show the line of sight between two hexes, or the hexes of two units; on a table units or points such as 24,12
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    pub(super) los: Option<Vec<String>>,
    /// Show only the part round a hex
    #[arg(long, value_name = "HEX")]
    pub(super) hex: Option<String>,
    /// Leave the units out
    #[arg(long)]
    pub(super) blank: bool,
    /// Leave the numbers of the hexes out
    #[arg(long)]
    pub(super) no_numbers: bool,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Draw a saved game: this one, or the last
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "house")]
    pub(super) resume: Option<Option<String>>,
}

const SIM: &str = "\
Players are random, greedy (the best command by exact odds) and tree:N (a search of N ways); a side that is not named \
plays at random. Game number G of a plan is always the same game, whatever else is played, so games may be shared out \
among machines and added up with `sim merge`. Ranges are from their first number up to but without their last.

A part is named by --range, or by --shard K/N, K from 1; `--shard auto/N` takes K from SLURM_ARRAY_TASK_ID \
(`--array=1-N`: task K plays part K, also when it is submitted again by itself) or JOB_COMPLETION_INDEX (index 0 plays \
part 1). Where the file of -o has games of the same plan already, only the others are played. What is done is kept in it \
every two seconds, however long games are, and rows of --csv are written as they come, in the order of the games: give the \
same command again after a crash, a `kill -9` or the end of a machine's time, and it goes on where the file ends. With --csv alone \
nothing tells what became of the games of its rows; they are played again first, and rows follow behind.";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = SIM)]
pub(super) struct Sim {
    #[command(subcommand)]
    pub(super) command: Option<SimCommand>,
    /// The pack by name or path, with a scenario behind a slash
    #[arg(value_name = "PACK[/SCENARIO]")]
    pub(super) game: Option<String>,
    /// How many games in all, such as 5000 or 1e6; 1000 where nothing is said, a million at most with --until
    #[arg(long, value_name = "N")]
    pub(super) games: Option<String>,
    /// The seed
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// Who plays: one player for all sides, or `red=greedy,blue=random`
    #[arg(long, value_name = "PLAYERS", default_value = "random")]
    pub(super) players: String,
    /// How many threads; as many as there are processors where it is left out
    #[arg(long, value_name = "T")]
    pub(super) threads: Option<usize>,
    /// A game longer than so many turns counts as unfinished
    #[arg(long, value_name = "TURNS", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) turns: u32,
    /// Stop once the 95 % interval of every side's wins is narrower than so much to either side: `ci<1%`, looked at after
    /// each 64 games. Where the games come to their end before, the answer says so, and about how many it takes
    #[arg(long, value_name = "ci<P%", conflicts_with_all = ["range", "shard"])]
    pub(super) until: Option<String>,
    /// Play only these games, by number
    #[arg(long, value_name = "A..B", conflicts_with = "shard")]
    pub(super) range: Option<String>,
    /// Play only part K of N equal parts
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<String>,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Keep the result in this file, or add to it what it has not
    #[arg(short, long, value_name = "FILE.json")]
    pub(super) out: Option<PathBuf>,
    /// Write a row for each game that is played into this file, as they come; one that is there has to have rows of the
    /// same games
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Where sessions of games that failed are saved, 20 at most; where nothing is said, here
    #[arg(long, value_name = "DIR")]
    pub(super) failures: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum SimCommand {
    /// Add results of parts up; exit status 1 where games are missing
    Merge {
        /// The files
        #[arg(required = true, value_name = "FILE.json")]
        files: Vec<PathBuf>,
        /// Keep the sum in this file; one that is there has to have results of the same plan, and no games that the sum has
        /// not
        #[arg(short, long, value_name = "FILE.json")]
        out: Option<PathBuf>,
    },
}

const IMPACT: &str = "\
Examples:
  houserule impact PACK my-rules.rhai                 at the terminal
  houserule impact PACK my-rules.rhai -o impact.html  as a page to show, too
  houserule impact PACK my-rules.rhai --games 0       without games

Every ordered pair of unit types meets with every command of the game that names two units and throws dice. The odds are \
exact; of the places where the two can meet the one that changes most is told: adjacent, at a distance, on ground that is \
changed; on a table also from the flank and from behind. Games are played both ways with the same dice for as long as they go \
alike.";

#[derive(Debug, Args)]
#[command(after_help = IMPACT)]
pub(super) struct Impact {
    /// The pack by name or path; with a scenario behind a slash only that one is looked at
    #[arg(value_name = "PACK[/SCENARIO]")]
    pub(super) game: String,
    /// House files, or names of ready house rules of the pack, that this is about
    #[arg(value_name = "HOUSE", required = true)]
    pub(super) rules: Vec<String>,
    /// Another house rule, in force both ways
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// How many whole games of each scenario, both ways; 0 leaves them out
    #[arg(long, value_name = "N", default_value = "100")]
    pub(super) games: String,
    /// The seed of the games
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// Who plays them, all sides alike: random, greedy or tree:N
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(super) players: String,
    /// A game longer than so many turns counts as unfinished
    #[arg(long, value_name = "TURNS", default_value_t = 100)]
    pub(super) turns: u32,
    /// Leave the sessions of the pack out
    #[arg(long)]
    pub(super) no_sessions: bool,
    /// All meetings together take so many seconds at most; what there was no time for is left out, and said to be
    #[arg(long, value_name = "N")]
    pub(super) seconds: Option<u64>,
    /// The odds of a meeting in one place take so many runs of the rules at most, 200,000 where nothing is said; those that take
    /// more are told as not known
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) runs: Option<u64>,
    /// Write it as a page, too; a file that is there is written over only where it is such a page
    #[arg(short, long, value_name = "FILE.html")]
    pub(super) out: Option<PathBuf>,
    /// Write over any file
    #[arg(long)]
    pub(super) force: bool,
}

const POINTS: &str = "\
Examples:
  houserule points PACK              the order of battle, side by side with the sums
  houserule points PACK types        every unit type
  houserule points PACK spear --all  one unit type, with the parts of the sum";

#[derive(Debug, Args)]
#[command(after_help = POINTS)]
pub(super) struct Points {
    /// The pack by name or path, with a scenario behind a slash; a saved game by its path, or a session file (.play), as it
    /// ends
    #[arg(value_name = "PACK[/SCENARIO]|FILE")]
    pub(super) game: String,
    /// Units, unit types or sides, or `types` for all unit types; every unit in play where nothing is named
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<String>,
    /// Tell the parts of each sum
    #[arg(long)]
    pub(super) all: bool,
    /// As comma-separated values
    #[arg(long)]
    pub(super) csv: bool,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
}

const TRIAL: &str = "\
Examples:
  houserule trial PACK foot spear pike rider
  houserule trial PACK all --games 200 --svg trial.svg
  houserule trial PACK --house my-rules.rhai    without and with a house rule

Every pair of types fights on bare ground, as often on the one side as on the other. Strengths are those that explain by \
least squares who beats whom; a line of strengths over the logarithms of points tells what would be fair. `attack` plays \
both sides where nothing is said: it attacks whatever it may, comes nearer after a turn without an attack, and passes otherwise.";

#[derive(Debug, Args)]
#[command(after_help = TRIAL)]
pub(super) struct Trial {
    /// The pack by name or path, with a scenario behind a slash whose sides meet
    #[arg(value_name = "PACK[/SCENARIO]")]
    pub(super) game: String,
    /// Unit types, or `all`; those of the scenario where none is named
    #[arg(value_name = "TYPE")]
    pub(super) types: Vec<String>,
    /// A house rule that all is fought without and with
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Another house rule, in force both ways
    #[arg(long, value_name = "FILE")]
    pub(super) besides: Vec<String>,
    /// How many fights of each pair; half of them are the other way round
    #[arg(long, value_name = "N", default_value = "40")]
    pub(super) games: String,
    /// Tell how much each of these attributes counts in the points and in the fights: OFF,DEF
    #[arg(long, value_name = "NAME,NAME")]
    pub(super) factors: Vec<String>,
    /// How many units a side
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) count: u64,
    /// How far apart fights begin, in hexes or inches; next to each other on hexes, 12 inches on a table, where nothing is said
    #[arg(long, value_name = "N")]
    pub(super) apart: Option<u64>,
    /// A longer fight goes to the side that has kept the larger share of its points
    #[arg(long, value_name = "TURNS", default_value_t = 30)]
    pub(super) turns: u64,
    /// Who plays both sides: attack, random, greedy or tree:N
    #[arg(long, value_name = "PLAYER", default_value = "attack")]
    pub(super) players: String,
    /// The seed
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// How many threads; as many as there are processors where it is left out
    #[arg(long, value_name = "T")]
    pub(super) threads: Option<usize>,
    /// As comma-separated values, a row for each type
    #[arg(long)]
    pub(super) csv: bool,
    /// Tell who beat whom how often, too; with --csv instead
    #[arg(long)]
    pub(super) meetings: bool,
    /// Draw strength over points into this file, which ends in .svg
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<String>,
    /// Write over any file
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct Fuzz {
    /// The pack by name or path, with a scenario behind a slash; all scenarios where none is named
    #[arg(value_name = "PACK[/SCENARIO]")]
    pub(super) game: Option<String>,
    /// How many games of each scenario
    #[arg(long, value_name = "N", default_value = "20")]
    pub(super) games: String,
    /// The seed of the first game; each other game has the next
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// A game that has not ended is stopped after so many commands; from 20000 on a game without end is a finding
    #[arg(long, value_name = "N", default_value = "400")]
    pub(super) commands: String,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Where sessions that show what was found are saved
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(super) save: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Packs by name or path, house files (.rhai, .units, .map), session files (.play); where none is named, the pack of this folder, or all
    #[arg(value_name = "PACK|FILE")]
    pub(super) what: Vec<String>,
    /// The pack that a house file is checked on
    #[arg(long, value_name = "PACK")]
    pub(super) on: Option<String>,
    /// Warnings give exit status 1
    #[arg(long)]
    pub(super) deny_warnings: bool,
}

#[derive(Debug, Clone, Default, Args)]
pub(super) struct Test {
    /// Packs by name or path, or single session files; where none is named, the pack of this folder, or all
    #[arg(value_name = "PACK|FILE")]
    pub(super) what: Vec<String>,
    /// Take what the sessions say now for right
    #[arg(long)]
    pub(super) accept: bool,
    /// Only sessions whose name contains this
    #[arg(long, value_name = "NAME")]
    pub(super) filter: Option<String>,
    /// List the rules, and the branches within rules, that no session reaches
    #[arg(long, conflicts_with_all = ["accept", "mutate"])]
    pub(super) coverage: bool,
    /// The same, with exit status 1 where a pack's sessions reach fewer of its branches
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["accept", "mutate"],
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(super) coverage_at_least: Option<u8>,
    /// Change one number, comparison or sign of a rule at a time, and list the changes that no session notices.
    /// No file is written
    #[arg(long, conflicts_with = "accept")]
    pub(super) mutate: bool,
    /// Try only so many of the changes, by chance
    #[arg(long, value_name = "N", requires = "mutate")]
    pub(super) sample: Option<usize>,
    /// Which changes chance takes; the same seed takes the same ones
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "sample", value_parser = seed)]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
pub(super) struct Review {
    /// Packs by name or path; where none is named, the pack of this folder, or all
    pub(super) pack: Vec<String>,
    /// Accept all without asking
    #[arg(long)]
    pub(super) accept: bool,
    /// Reject all without asking
    #[arg(long, conflicts_with = "accept")]
    pub(super) reject: bool,
}

#[derive(Debug, Args)]
pub(super) struct Why {
    /// The session file, or a saved game by its path
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The number of the entry in the log; the last result where none is given
    #[arg(value_name = "N")]
    pub(super) number: Option<usize>,
    /// Also every requirement that was met and every fact that was read
    #[arg(long)]
    pub(super) all: bool,
}

const DICE: &str = "\
Examples:
  houserule dice 4d6kh3              the highest three of four dice
  houserule dice '8d6>=5'            how many of eight dice show 5 or more
  houserule dice '2d6+3 > 2d6'       how likely the one is more than the other
  houserule dice 3d6 '2d6+3'         both side by side
  houserule dice 3d6! --roll 5       five throws";

#[derive(Debug, Args)]
#[command(after_help = DICE)]
pub(super) struct Dice {
    /// The dice, in quotes where the shell has other plans with its signs
    #[arg(allow_hyphen_values = true)]
    pub(super) formula: String,
    /// Other dice, to be put beside them
    #[arg(allow_hyphen_values = true)]
    pub(super) other: Option<String>,
    /// How likely so much or more is
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| dice_bound(text, true))]
    pub(super) at_least: Option<i64>,
    /// How likely so much or less is
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| dice_bound(text, false))]
    pub(super) at_most: Option<i64>,
    /// Draw the bars into this file, which ends in .svg
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Write over any file
    #[arg(long, requires = "svg")]
    pub(super) force: bool,
    /// List every result with its exact odds as CSV
    #[arg(long, conflicts_with_all = ["json", "at_least", "at_most"])]
    pub(super) csv: bool,
    /// Throw them, so many times
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with_all = ["at_least", "at_most", "svg", "csv"])]
    pub(super) roll: Option<Option<u32>>,
    /// The seed of the dice that are thrown
    #[arg(long, requires = "roll", value_parser = seed)]
    pub(super) seed: Option<u64>,
}

const ODDS: &str = "\
Examples:
  houserule odds PACK/SCENARIO 'attack f1 f2 on b4 | b5' --first done
  houserule odds evening.journal 'attack i1 on b1 until destroy times 6'
  houserule odds PACK/SCENARIO 'attack f1 on b4' --first done \\
      --rows f1.ATT=-3..12 --columns b4.DEF=-3..9 -o table.svg";

#[derive(Debug, Args)]
pub(super) struct Hulls {
    /// The pack by name or path, with a scenario behind a slash; a saved game by its path, or a session file (.play), as
    /// it ends
    #[arg(value_name = "PACK[/SCENARIO]|FILE")]
    pub(super) game: String,
    /// Units, or unit types; all units in play that have a hull where none is named
    #[arg(value_name = "UNIT|TYPE")]
    pub(super) named: Vec<String>,
    /// Of unit types, with nothing marked
    #[arg(long)]
    pub(super) blank: bool,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Write a sheet to print to this file, which ends in .svg
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<String>,
    /// Write over any file
    #[arg(long, requires = "out")]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = ODDS)]
pub(super) struct Odds {
    /// The pack by name or path, with a scenario behind a slash; a saved game by its path, or a session file (.play), as
    /// it ends
    #[arg(value_name = "PACK[/SCENARIO]|FILE")]
    pub(super) game: String,
    /// The command, as behind `odds` in a game: several with `|` between them, `times 6`, `until OUTCOME`
    pub(super) line: String,
    /// A line that is played before; may be given many times
    #[arg(short = 'e', long, value_name = "LINE")]
    pub(super) first: Vec<String>,
    /// A house file, or the name of a ready house rule of the pack
    #[arg(long, value_name = "FILE")]
    pub(super) house: Vec<String>,
    /// Where a rule lets a player decide: what makes this outcome likeliest, instead of the first option
    #[arg(long, value_name = "OUTCOME")]
    pub(super) best: Option<String>,
    /// What makes it least likely
    #[arg(long, value_name = "OUTCOME", conflicts_with = "best")]
    pub(super) worst: Option<String>,
    /// What the sides have decided in secret, as it is given with a command
    #[arg(long, value_name = "ANSWERS", allow_hyphen_values = true)]
    pub(super) revealed: Option<String>,
    /// A table: what has a row for each number, as `f1.ATT=-3..12` or `value.NAME=1..6`
    #[arg(long, value_name = "UNIT.ATTRIBUTE=A..B", requires = "columns")]
    pub(super) rows: Option<String>,
    /// What has a column for each number
    #[arg(long, value_name = "UNIT.ATTRIBUTE=A..B", requires = "rows")]
    pub(super) columns: Option<String>,
    /// Of a table only this outcome
    #[arg(long, value_name = "OUTCOME", requires = "rows")]
    pub(super) outcome: Option<String>,
    /// Write long fractions out
    #[arg(long)]
    pub(super) all: bool,
    /// As comma-separated values
    #[arg(long, conflicts_with_all = ["json", "md"])]
    pub(super) csv: bool,
    /// As Markdown
    #[arg(long, conflicts_with = "json")]
    pub(super) md: bool,
    /// Write a picture to this file, which ends in .svg
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<String>,
    /// Write over any file
    #[arg(long)]
    pub(super) force: bool,
    /// Exact odds may take so long; then an estimate is told, with its error
    #[arg(long, value_name = "N")]
    pub(super) seconds: Option<u64>,
    /// Exact odds may take so many runs of the rules
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) runs: Option<u64>,
    /// The seed of an estimate
    #[arg(long, value_parser = seed)]
    pub(super) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Rules {
    #[command(subcommand)]
    pub(super) command: Option<RulesCommand>,
    /// The pack by name or path
    pub(super) pack: Option<String>,
    /// Only where the source is silent or unclear, with what was chosen
    #[arg(long)]
    pub(super) gaps: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum RulesCommand {
    /// Compare two stacks: exit status 0 where they are alike, 2 where not
    Diff {
        /// A pack or PACK/SCENARIO, with house rules behind plus signs: PACK+HOUSE+HOUSE
        old: String,
        /// Another
        new: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct New {
    #[command(subcommand)]
    pub(super) what: NewWhat,
}

#[derive(Debug, Subcommand)]
pub(super) enum NewWhat {
    /// A pack of its own, or one that stands on another
    Pack {
        /// Its name, which is its folder's: small letters, digits and dashes
        name: String,
        /// The pack that it stands on
        #[arg(long, value_name = "PACK")]
        extends: Option<String>,
    },
    /// A house rule: a rule file (.rhai) or a data file (.units)
    House {
        /// The file
        file: PathBuf,
        /// The pack that it is for
        #[arg(long, value_name = "PACK")]
        on: Option<String>,
    },
    /// A fair board of two kinds of hexes, drawn from a seed: a map file that can be edited
    Board(NewBoard),
}

#[derive(Debug, Args)]
pub(super) struct NewBoard {
    /// The file (.map)
    pub(super) file: PathBuf,
    /// The pack whose terrain it has; with a scenario, whose map it can take the place of
    #[arg(long, value_name = "PACK[/SCENARIO]")]
    pub(super) on: Option<String>,
    /// Columns and rows
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "12x9")]
    pub(super) size: String,
    /// The seed: the same one gives the same board
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// How many hexes a patch is across
    #[arg(long, value_name = "HEXES", default_value_t = 3)]
    pub(super) grain: u32,
    /// The two terrains; the pack's first two where none are named
    #[arg(long, value_name = "FIRST,SECOND")]
    pub(super) terrain: Option<String>,
    /// Hexes with a corner at the top
    #[arg(long)]
    pub(super) pointy: bool,
}

impl ValueEnum for When {
    fn value_variants<'a>() -> &'a [Self] {
        &[When::Auto, When::Always, When::Never]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(match self {
            When::Auto => "auto",
            When::Always => "always",
            When::Never => "never",
        }))
    }
}
