//! The terminal front, played by keys at a pseudo-terminal.
//!
//! The test starts itself as a child, which takes the pseudo-terminal for its own and plays the small game beside
//! this file, so that no other pack is needed.

#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use houserule::kernel::value::SideId;
use houserule::pack::Library;
use houserule::play::PlayerKind;
use houserule::repl::terminal::{TerminalAsker, TerminalOptions, play};
use houserule::repl::{Console, Front};
use houserule::report::{Style, tidy};
use houserule::session::{Opening, Session};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const TERMINAL: &str = "HOUSERULE_TEST_TERMINAL";
const FOLDER: &str = "HOUSERULE_TEST_FOLDER";
const PACK: &str = "HOUSERULE_TEST_PACK";
/// Who plays the second side; nobody where it is not set.
const BOT: &str = "HOUSERULE_TEST_BOT";

/// A terminal at which the program writes in colour.
const IN_COLOUR: &str = "xterm-256color";

/// A house rule of which each step is slow, so that it comes to no limit before Ctrl-C is pressed.
const NEVER_ENDS: &str = "/// Never ends.\nfn aim(shooters) {\n    let many = [];\n    many.pad(4000, 0);\n    \
    loop {\n        let more = many;\n        more.reverse();\n        more = many;\n    }\n}\n";

/// Long enough for a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";

/// What the child does: nothing in an ordinary run of the tests.
#[test]
fn child_plays_at_the_terminal() {
    let (Some(path), Some(folder)) = (std::env::var_os(TERMINAL), std::env::var_os(FOLDER)) else { return };
    rustix::process::setsid().unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
    rustix::process::ioctl_tiocsctty(&terminal).unwrap();
    rustix::stdio::dup2_stdin(&terminal).unwrap();
    rustix::stdio::dup2_stdout(&terminal).unwrap();
    rustix::stdio::dup2_stderr(&terminal).unwrap();
    let colour = std::env::var("TERM").is_ok_and(|term| term == IN_COLOUR);
    let style = Style { colour, ..Style::default() };
    let asker = TerminalAsker::new(style).unwrap();
    let cancel = Arc::default();
    let session = Session::open(Opening {
        library: Library::of_folders(
            ["tests/terminal", "tests/fixtures"].map(|f| Path::new(env!("CARGO_MANIFEST_DIR")).join(f)),
        ),
        pack: std::env::var(PACK).unwrap(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: asker.shared(),
        cancel: Arc::clone(&cancel),
        journal: Some(Path::new(&folder).join("game.journal")),
    });
    let front = Front { style, json: false, verbose: false, interactive: true };
    let mut console = Console::new(session.unwrap(), front);
    if let Ok(bot) = std::env::var(BOT) {
        console.seat(SideId(1), PlayerKind::parse(&bot).unwrap()).unwrap();
    }
    let history = Some(Path::new(&folder).join("state/history.txt"));
    let status = play(console, TerminalOptions { asker, history, cancel });
    std::process::exit(status.exit_code().into());
}

/// A game at a terminal.
struct Player {
    child: Child,
    keys: File,
    screen: Arc<Mutex<Vec<u8>>>,
    /// How much of what was shown has been looked at.
    seen: usize,
    folder: tempfile::TempDir,
}

impl Player {
    fn begin() -> Player {
        Player::at("xterm")
    }

    fn at(term: &str) -> Player {
        Player::of("skirmish", term)
    }

    fn of(pack: &str, term: &str) -> Player {
        Player::against(None, pack, term)
    }

    /// The second side is played by the program.
    fn against(bot: Option<&str>, pack: &str, term: &str) -> Player {
        let folder = tempfile::tempdir().unwrap();
        Player::of_command(folder, |terminal, folder| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command
                .args(["--exact", "child_plays_at_the_terminal", "--nocapture"])
                .env(TERMINAL, terminal)
                .env(FOLDER, folder)
                .env(PACK, pack)
                .env("TERM", term)
                .envs(bot.map(|bot| (BOT, bot)))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command
        })
    }

    /// The program itself, with these flags behind those of [`program`].
    fn of_program(folder: tempfile::TempDir, flags: &[&str]) -> Player {
        Player::of_command(folder, |terminal, folder| {
            let terminal = OpenOptions::new().read(true).write(true).open(terminal).unwrap();
            let mut command = program(folder);
            command
                .args(flags)
                .stdin(terminal.try_clone().unwrap())
                .stdout(terminal.try_clone().unwrap())
                .stderr(terminal);
            command
        })
    }

    /// At the terminal of this name, with a folder of its own.
    fn of_command(folder: tempfile::TempDir, command: impl FnOnce(&str, &Path) -> Command) -> Player {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        tcsetwinsize(&master, Winsize { ws_row: 40, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let child = command(&name, folder.path()).spawn().unwrap();
        let keys = File::from(master);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut from, into) = (keys.try_clone().unwrap(), screen.clone());
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // The terminal ends with an error once the child has left it.
            while let Ok(count @ 1..) = from.read(&mut piece).or_else(|error| {
                // Before the child has taken the terminal there is nobody at the other end either.
                thread::sleep(Duration::from_millis(20));
                if into.lock().unwrap().is_empty() { from.read(&mut piece) } else { Err(error) }
            }) {
                into.lock().unwrap().extend_from_slice(&piece[..count]);
            }
        });
        Player { child, keys, screen, seen: 0, folder }
    }

    fn shown(&self) -> String {
        tidy(&String::from_utf8_lossy(&self.screen.lock().unwrap())).into_owned()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line and waits until the editor has it, so that what follows is what it was answered with.
    fn line(&mut self, text: &str) {
        self.press(text);
        self.sees(text);
        self.press("\r");
    }

    /// Waits until this is shown, behind what was seen before; answers what was shown up to its end.
    fn sees(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            let new = shown.get(self.seen..).unwrap_or_default();
            if let Some(at) = new.find(text) {
                let end = at + text.len();
                let new = new[..end].to_owned();
                self.seen += end;
                return new;
            }
            assert!(begun.elapsed() < PATIENCE, "`{text}` is not shown in: {new}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn leaves(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not leave: {}", self.shown());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn history(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("state/history.txt")).unwrap();
        text.lines().skip(1).map(str::to_owned).collect()
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_screen_says_what_is_played_and_ctrl_d_where_it_is_saved() {
    let mut player = Player::begin();
    let screen = player.sees("Red 1 march> ");
    for told in
        ["A skirmish 1.0.0: The ford", "Two handfuls meet", "Turn 1, Red, march", "? march", "dice real"]
    {
        assert!(screen.contains(told), "{told}: {screen}");
    }
    player.press(CTRL_D);
    player.sees("game.journal");
    // It is not where `--resume` alone looks for the last game.
    let path = player.folder.path().join("game.journal");
    player.sees(&format!("`houserule play --resume {}` takes it up again", path.display()));
    assert_eq!(player.leaves().code(), Some(0));
}

/// The program itself, in a folder that has its packs and saved games.
fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
    command
        .args(["play", "skirmish"])
        .current_dir(folder)
        .env("HOUSERULE_PACKS", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal"))
        .env("HOUSERULE_HOME", folder.join("home"))
        .env("TERM", "xterm");
    command
}

#[test]
fn a_torn_game_is_mended_only_where_it_is_taken_up() {
    let mut folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("home/games");
    let mut piped = program(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    piped.stdin.take().unwrap().write_all(b"done\ndone\ndone\n").unwrap();
    assert!(piped.wait().unwrap().success());
    let all = |games: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let [path] = &all(&games)[..] else { panic!("one game is saved") };
    let whole = std::fs::read(path).unwrap();
    let torn = &whole[..whole.len() - 9];
    std::fs::write(path, torn).unwrap();
    let end = torn.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;

    for (answer, after, told) in [("n", torn, false), ("y", &torn[..end], true)] {
        let mut player = Player::of_program(folder, &[]);
        player.sees("resume turn 1 (2 commands)? [Y/n]");
        player.press(&format!("{answer}\n"));
        let screen = player.sees("march> ");
        assert_eq!(screen.contains("W0602"), told, "{answer}: {screen}");
        player.press(CTRL_D);
        player.leaves();
        assert!(std::fs::read(path).unwrap() == after, "{answer}");
        folder = std::mem::replace(&mut player.folder, tempfile::tempdir().unwrap());
        // The game that was begun instead is the last one now.
        all(&games)
            .iter()
            .filter(|other| *other != path)
            .for_each(|other| std::fs::remove_file(other).unwrap());
    }
}

#[test]
fn what_was_typed_for_a_new_game_offers_no_other_and_real_dice_go_into_either() {
    let mut folder = tempfile::tempdir().unwrap();
    let mut piped = program(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    piped.stdin.take().unwrap().write_all(b"done\ndone\n").unwrap();
    assert!(piped.wait().unwrap().success());
    for (flags, seen, answer) in [
        (&["--real-dice"][..], "resume turn 1 (2 commands)? [Y/n]", "y\n"),
        (
            &["--seed", "4"],
            "`--seed` begins a new game. The last one, turn 1 (2 commands), is taken up by",
            "",
        ),
    ] {
        let mut player = Player::of_program(folder, flags);
        player.sees(seen);
        player.press(answer);
        player.sees("> ");
        player.line("dice");
        player.sees(if answer.is_empty() { "all rolls: auto" } else { "all rolls: real" });
        player.press(CTRL_D);
        // `--resume` alone goes past a game without a command.
        player.sees(if answer.is_empty() {
            "-2.journal` takes it up again"
        } else {
            "--resume` takes it up again"
        });
        player.leaves();
        folder = std::mem::replace(&mut player.folder, tempfile::tempdir().unwrap());
    }
}

#[test]
fn a_game_in_which_somebody_has_only_ruled_is_offered_with_its_rulings() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["set foot FIRE 3\n", "", "now\n"] {
        let mut piped = program(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        piped.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
        assert!(piped.wait().unwrap().success());
    }
    let mut player = Player::of_program(folder, &[]);
    // In those that were begun since nobody has done anything.
    player.sees("resume turn 1 (0 commands, 1 ruling)? [Y/n]");
    player.press("\n");
    player.sees("> ");
    player.press(CTRL_D);
    player.leaves();
}

#[test]
fn the_first_screen_says_whose_step_it_is_once() {
    // The rules of this one tell it themselves.
    let mut player = Player::of("heralds", "xterm");
    let screen = player.sees("  march <");
    assert!(screen.contains("Turn 1: Red may march"), "{screen}");
    assert_eq!(screen.matches("Turn 1").count(), 1, "{screen}");
    // These tell that it begins, not who does.
    let mut player = Player::begin();
    let screen = player.sees("  march <");
    assert!(screen.contains("the skirmish begins") && screen.contains("Turn 1, Red, march"), "{screen}");
}

#[test]
fn the_prompt_follows_the_game() {
    let mut player = Player::begin();
    player.sees("Red 1 march> ");
    player.line("done");
    player.sees("Red 1 fire> ");
    player.line("done");
    player.sees("Blue 1 march> ");
    player.line("fork daring");
    player.sees("daring: Blue 1 march> ");
    player.line("quit");
    assert_eq!(player.leaves().code(), Some(0));
}

#[test]
fn completion_lists_units_with_what_they_are() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("mar\t");
    player.sees("march  move a unit");
    player.press("c\t\t");
    let list = player.sees("guard  Foot of Red, 0103");
    assert!(list.contains("a1     Foot of Red, 0101"), "{list}");
    player.press("gu\t02\t");
    player.sees("march guard 02");
    player.sees("0203  Clear");
}

#[test]
fn a_paste_of_several_lines_runs_as_several_commands() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("\x1b[200~march a1 0201\nmarch a2 0202\ndone\x1b[201~");
    player.sees("done");
    player.press("\r");
    player.sees("a1 to 0201");
    player.sees("a2 to 0202");
    player.sees("Red 1 fire> ");
    player.line("quit");
    player.leaves();
    assert_eq!(player.history(), ["march a1 0201", "march a2 0202", "done", "quit"]);
}

/// What a terminal without bracketed paste sends for a paste, and what a quick hand types while a command runs.
#[test]
fn lines_typed_ahead_are_all_carried_out_in_order() {
    for bot in [None, Some("greedy")] {
        let mut player = Player::against(bot, "skirmish", "xterm");
        player.sees("march> ");
        player.press("march a1 0201\rmarch a2 0202\rdone\r");
        player.press("(19 + 23)\rdone\r(70 + 7)\r");
        for told in ["a1 to 0201", "a2 to 0202", "Red 1 fire> ", "= 42"] {
            player.sees(told);
        }
        match bot {
            None => player.sees("Blue 1 march> "),
            Some(_) => player.sees("Blue (greedy): "),
        };
        player.sees("= 77");
        player.press("quit\r");
        player.leaves();
        let typed = ["march a1 0201", "march a2 0202", "done", "(19 + 23)", "done", "(70 + 7)", "quit"];
        assert_eq!(player.history(), typed);
    }
}

#[test]
fn a_bot_that_thinks_is_seen_to_and_leaves_no_trace() {
    let mut player = Player::against(Some("tree:1500ms"), "skirmish", "xterm");
    player.sees("march> ");
    player.press("done\rdone\r");
    player.sees("Blue (tree:1500ms) thinks");
    player.sees("Blue (tree:1500ms) thinks… 1 s");
    player.sees("Blue (tree:1500ms): ");
    let shown = player.screen.lock().unwrap().clone();
    let at = |text: &str| shown.windows(text.len()).rposition(|bytes| bytes == text.as_bytes());
    assert!(at("\r\x1b[2K") > at("thinks"), "the line is taken away");
    player.press(CTRL_C);
    player.sees("broken off; nothing has changed");
    player.sees("Blue 1 march> ");
    // Who gives advice is waited for as well.
    player.line("hint tree 900ms");
    player.sees("tree:900ms thinks");
    player.sees("tree:900ms for Blue: ");
}

/// A player in the phase of fire, where each shot would never end.
fn with_a_rule_that_never_ends() -> Player {
    let mut player = Player::begin();
    let file = player.write("loop.rhai", NEVER_ENDS);
    player.sees("march> ");
    player.line("done");
    player.sees("fire> ");
    player.line(&format!("house add {}", file.display()));
    player.sees("is in force");
    player
}

#[test]
fn ctrl_c_during_a_command_forgets_what_was_typed_behind_it() {
    let mut player = with_a_rule_that_never_ends();
    player.sees("fire> ");
    // All in one piece, so that the editor has the second line before the first one runs.
    player.press("shoot a1 on z1\r(19 + 23)\r");
    thread::sleep(Duration::from_millis(300));
    player.press(CTRL_C);
    player.sees("broken off; nothing has changed");
    player.sees("fire> ");
    player.press("(70 + 7)\r");
    assert!(!player.sees("= 77").contains("= 42"));
}

#[test]
fn pasted_dice_answer_and_nothing_is_run_behind_a_mistake() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("\x1b[200~done\ndice real\nshoot a1 on z1\n3\nmarch z1 0101\nundo\ndone\n\x1b[201~\r");
    player.sees("> 3");
    player.sees("z1 stands");
    player.sees("E0706");
    player.sees("the 2 lines behind it were not run");
    player.sees("Red 1 fire> ");
}

#[test]
fn what_is_wrong_is_told_in_whole_words() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("dice 100000d6\r");
    let told = player.sees("digits each");
    assert!(told.contains("outcomes whose               weights have"), "{told}");
}

#[test]
fn what_is_open_goes_on_in_the_next_line_and_is_one_item_of_the_history() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("(turn()\r");
    player.sees("... ");
    player.press("+ 41)\r");
    player.sees("= 42");
    player.sees("march> ");
    player.press(&format!("{UP}\r"));
    player.sees("= 42");
    player.line(" note not kept");
    player.sees("noted");
    player.line("now");
    player.sees("march> ");
    player.press("note \"begun\r");
    player.sees("... ");
    player.press(CTRL_C);
    player.sees("march> ");
    player.line("quit");
    player.leaves();
    assert_eq!(player.history(), ["(turn()\\n+ 41)", "now", "quit"]);
}

#[test]
fn ctrl_c_clears_a_line_and_twice_leaves() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.press("done");
    player.sees("done");
    player.press(CTRL_C);
    player.sees("Red 1 march> ");
    player.press(CTRL_C);
    player.sees("Ctrl-D or `quit` leaves");
    player.sees("march> ");
    thread::sleep(Duration::from_millis(1100));
    // The first was too long ago.
    player.press(CTRL_C);
    player.sees("Ctrl-D or `quit` leaves");
    player.sees("march> ");
    player.press(CTRL_C);
    player.sees("takes it up again");
    assert_eq!(player.leaves().code(), Some(0));
}

/// What the program proposes behind the cursor is not to stand there as if it had been typed.
#[test]
fn ctrl_c_takes_away_what_was_proposed() {
    let mut player = Player::at(IN_COLOUR);
    player.sees("march> ");
    player.line("shoot a1 on z1");
    player.sees("error[E0706]");
    player.sees("march> ");
    player.press("shoot a");
    player.sees("1 on z1");
    player.press(CTRL_C);
    let begun = Instant::now();
    // From the end of what was proposed to the end of its line, which Ctrl-C ends.
    let behind = loop {
        let screen = String::from_utf8_lossy(&player.screen.lock().unwrap()).into_owned();
        if let Some((behind, _)) = screen.rsplit_once("1 on z1").unwrap().1.split_once('\n') {
            break behind.to_owned();
        }
        assert!(begun.elapsed() < PATIENCE, "the line does not end: {screen:?}");
        thread::sleep(Duration::from_millis(5));
    };
    assert!(behind.contains("\x1b[J"), "{behind:?}");
}

#[test]
fn ctrl_c_breaks_a_looping_house_rule_off_and_the_state_is_as_it_was() {
    let mut player = with_a_rule_that_never_ends();
    // What is pressed before the prompt is there meets a terminal that the editor does not have yet.
    let state = |player: &mut Player| {
        player.press("now --json\r");
        player.sees("\"state\":");
        let state = player.sees("\",");
        player.sees("fire> ");
        state
    };
    player.sees("fire> ");
    let before = state(&mut player);
    player.line("shoot a1 on z1");
    thread::sleep(Duration::from_millis(300));
    let pressed = Instant::now();
    player.press(CTRL_C);
    player.sees("broken off; nothing has changed");
    assert!(pressed.elapsed() < Duration::from_secs(1), "{:?}", pressed.elapsed());
    player.sees("fire> ");
    assert_eq!(state(&mut player), before);
    player.press(CTRL_D);
    assert_eq!(player.leaves().code(), Some(0));
}

#[test]
fn real_dice_are_asked_for_with_what_is_needed() {
    let mut player = Player::begin();
    player.sees("march> ");
    player.line("done");
    player.sees("fire> ");
    player.line("dice real");
    player.sees("real");
    player.sees("fire> ");
    player.line("shoot a1 a2 on z1");
    player.sees("Red, shot at z1: 1d6, needs 3+ hit, else miss");
    player.sees("> ");
    player.press("7\r");
    player.sees("a d6 has no 7");
    player.sees("> ");
    // No verb is completed here, and Ctrl-C gives the command up.
    player.press("m\t");
    player.press(CTRL_C);
    player.sees("broken off; nothing has changed");
    player.sees("fire> ");
    player.line("shoot a1 a2 on z1");
    player.sees("needs 3+ hit");
    player.sees("> ");
    player.press("3\r");
    player.sees("z1 falls");
    player.sees("--dice 3");
    player.line("quit");
    player.leaves();
    let last = player.history();
    assert_eq!(last[last.len() - 2..], ["shoot a1 a2 on z1", "quit"]);
}

#[test]
fn a_dumb_terminal_is_good_enough() {
    let mut player = Player::at("dumb");
    player.sees("march> ");
    player.press("(turn()\n");
    player.sees("... ");
    player.press("+ 41)\n");
    player.sees("= 42");
    player.sees("march> ");
    player.press(CTRL_C);
    player.sees("Ctrl-D or `quit` leaves");
    player.press("done\n");
    player.sees("fire> ");
    let shown = player.screen.lock().unwrap().clone();
    assert!(!shown.contains(&0x1b), "no escape sequence is for a dumb terminal");
    player.press(CTRL_D);
    assert_eq!(player.leaves().code(), Some(0));
}

/// Everything that could be looked at: the screen, byte by byte, and every file of the game.
fn every_byte(player: &Player) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![("the screen".to_owned(), player.screen.lock().unwrap().clone())];
    let mut folders = vec![player.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => all.push((entry.path().display().to_string(), std::fs::read(entry.path()).unwrap())),
            }
        }
    }
    all
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

fn nothing_shows(player: &Player, secret: &str) {
    for (place, bytes) in every_byte(player) {
        assert!(!holds(&bytes, secret), "{place} shows {secret}");
    }
}

fn what_is_decided_in_secret_is_typed_unseen(term: &str, enter: &str) {
    let mut player = Player::of("secrets", term);
    player.sees("plot> ");
    player.press(&format!("deploy{enter}"));
    player.sees("Red in secret, deployment, r1: one line of text");
    player.sees("> ");
    player.press(&format!("zanzibar-red{enter}"));
    player.sees("Red has decided. Pass the seat to Blue, then press Enter.");
    player.sees("> ");
    player.press(enter);
    player.sees("Blue in secret, deployment, b1: one line of text");
    player.sees("> ");
    nothing_shows(&player, "zanzibar");
    player.press(&format!("quagmire-blue{enter}"));
    player.sees("revealed: Red, deployment: r1 \"zanzibar-red\"");
    player.sees("revealed: Blue, deployment: b1 \"quagmire-blue\"");
    player.sees("Red in secret, which flank?");
    player.sees("> ");
    // What is wrong is not repeated.
    player.press(&format!("xylophone{enter}"));
    player.sees("type a number from 1 to 2, or a name");
    player.sees("> ");
    player.press(&format!("left{enter}"));
    player.sees("press Enter.");
    // Neither has the command that is still open left anything behind, nor what was revealed in it.
    for (place, bytes) in every_byte(&player).into_iter().skip(1) {
        assert!(!["zanzibar", "quagmire", "left"].iter().any(|text| holds(&bytes, text)), "{place}");
    }
    player.sees("> ");
    player.press(enter);
    player.sees("how many stay back?: 0 to 2");
    player.sees("> ");
    player.press(&format!("7331{enter}"));
    player.sees("type a number from 0 to 2");
    player.sees("> ");
    player.press(&format!("2{enter}"));
    player.sees("revealed: Red, which flank?: left");
    player.sees("revealed: Blue, how many stay back?: 2");
    player.sees("plot> ");
    nothing_shows(&player, "xylophone");
    nothing_shows(&player, "7331");
    player.press(&format!("undo{enter}"));
    player.sees("has revealed what was secret");
    player.sees("plot> ");
    player.press(&format!("quit{enter}"));
    player.leaves();
    let history = player.folder.path().join("state/history.txt");
    let history = std::fs::read_to_string(history).unwrap();
    assert_eq!(history.lines().skip(1).collect::<Vec<_>>(), ["deploy", "undo", "quit"]);
    // The journal has it once it is no secret.
    let journal = std::fs::read(player.folder.path().join("game.journal")).unwrap();
    assert!(holds(&journal, "zanzibar-red") && holds(&journal, "quagmire-blue"));
}

#[test]
fn what_is_decided_in_secret_is_never_on_the_screen_before_the_reveal() {
    what_is_decided_in_secret_is_typed_unseen("xterm", "\r");
}

#[test]
fn a_dumb_terminal_keeps_secrets_too() {
    what_is_decided_in_secret_is_typed_unseen("dumb", "\n");
}

#[test]
fn what_stays_under_seal_is_never_on_the_screen_before_it_is_opened() {
    let mut player = Player::of("secrets", "xterm");
    player.sees("plot> ");
    player.line("pledge red");
    player.sees("Red in secret, pledge of Red, points: 0 to 9");
    player.sees("> ");
    player.press("7\r");
    player.sees("password: one line of text");
    player.sees("> ");
    player.press("zanzibar\r");
    player.sees("sealed: Red, pledge of Red");
    player.sees("plot> ");
    // It is the phase of Red, so Blue has to sit down first.
    player.line("pledge blue");
    player.sees("Pass the seat to Blue, then press Enter.");
    player.sees("> ");
    player.press("\r");
    player.sees("points: 0 to 9");
    player.sees("> ");
    player.press("3\r");
    player.sees("password: one line of text");
    player.sees("> ");
    player.press("quagmire\r");
    player.sees("sealed: Blue, pledge of Blue");
    player.sees("plot> ");
    for line in ["log", "why --all", "odds open"] {
        player.line(line);
        player.sees("plot> ");
    }
    // On the screen and in every file but the one that opens the seals.
    for (place, bytes) in every_byte(&player) {
        let shows = ["zanzibar", "quagmire"].iter().any(|text| holds(&bytes, text));
        assert_eq!(shows, place.ends_with("game.openings"), "{place}");
    }
    player.line("open");
    player.sees("revealed: Red, pledge of Red: points 7, password \"zanzibar\"");
    player.sees("revealed: Blue, pledge of Blue: points 3, password \"quagmire\"");
    player.sees("plot> ");
    player.line("quit");
    player.leaves();
}

/// One side writes where it deploys, and passes the seat. Backspace and paste work unseen.
fn red_writes(player: &mut Player) {
    player.line("deploy");
    player.sees("r1: one line of text");
    player.sees("> ");
    player.press("zanzibax\x7fr\x1b[200~ by pasting\x1b[201~\r");
    player.sees("press Enter.");
    player.sees("> ");
    player.press("\r");
    player.sees("b1: one line of text");
    player.sees("> ");
}

#[test]
fn ctrl_c_before_the_reveal_forgets_what_was_written() {
    let mut player = Player::of("secrets", "xterm");
    player.sees("plot> ");
    red_writes(&mut player);
    player.press("quag");
    player.press(CTRL_C);
    player.sees("broken off; nothing has changed");
    player.sees("plot> ");
    for secret in ["zanziba", "pasting", "quag"] {
        nothing_shows(&player, secret);
    }
    red_writes(&mut player);
    player.press("q\r");
    player.sees("which flank?");
    player.sees("> ");
    player.press("1\r");
    player.sees("press Enter.");
    player.sees("> ");
    player.press("\r");
    player.sees("0 to 2");
    player.sees("> ");
    player.press("0\r");
    player.sees("r1 \"zanzibar by pasting\"");
    player.sees("plot> ");
}
