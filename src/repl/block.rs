//! Text of several lines taken apart into commands: a line that leaves a bracket or a quote open goes on in the
//! next. Typed, pasted, piped and read from a file, the same text gives the same commands.

use crate::data::{is_remark, parse_line};

/// A text taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    /// Whole commands, with the line breaks inside their brackets.
    pub commands: Vec<String>,
    /// What is still open at the end; more lines would close it.
    pub open: Option<String>,
}

impl Block {
    /// Takes a text apart. Empty lines between commands are left out.
    pub fn of(text: &str) -> Block {
        let mut block = Block::default();
        let mut command = String::new();
        for line in text.lines() {
            if !command.is_empty() {
                command.push('\n');
            }
            command.push_str(line);
            if is_open(&command) {
                continue;
            }
            let whole = std::mem::take(&mut command);
            if !whole.trim().is_empty() {
                block.commands.push(whole);
            }
        }
        block.open = (!command.is_empty()).then_some(command);
        block
    }
}

/// True where more lines would close a quote or a bracket that the text opens.
pub fn is_open(text: &str) -> bool {
    match parse_line(text) {
        Ok(line) => {
            // Round brackets and quotes are the line's own; the others open a block only for a rule's text.
            let mut deep = 0_i32;
            for word in line.words.iter().filter(|w| !w.quoted && !w.text.starts_with('(')) {
                for letter in word.text.chars() {
                    match letter {
                        '{' | '[' => deep += 1,
                        '}' | ']' => deep -= 1,
                        _ => {}
                    }
                }
            }
            deep > 0 && !is_remark(text)
        }
        Err(error) => error.incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_command() {
        let block = Block::of("move i1 0304\n\n  # why not\nmove i2 0304\n");
        assert_eq!(block.commands, ["move i1 0304", "  # why not", "move i2 0304"]);
        assert_eq!(block.open, None);
    }

    #[test]
    fn what_is_open_goes_on_in_the_next_line() {
        let block = Block::of("(turn()\n + 1)\nruling fn limit(hex) {\n 6\n}\nnote \"so\nfar\"\nnow");
        let commands = ["(turn()\n + 1)", "ruling fn limit(hex) {\n 6\n}", "note \"so\nfar\"", "now"];
        assert_eq!(block.commands, commands);
        assert_eq!(Block::of("now\n(1 +").open.as_deref(), Some("(1 +"));
    }

    #[test]
    fn a_note_may_hold_any_bracket() {
        assert!(!is_open("note :[ what a roll"));
        assert!(!is_open("note :( what a roll"));
        assert!(is_open("note \"so"));
        assert!(!is_open("# a comment ("));
        assert!(is_open("ruling fn f(x) {"));
        assert!(is_open("(["));
    }
}
