//! The head of a session file: what is played, from which seed, with which house rules, and which rules it shows.

/// What a head may say something of.
pub const HEAD_KEYS: [&str; 5] = ["Scenario", "Seed", "House", "Set-up", "Rules"];

/// What it may say once: a game is of one scenario, begun once.
const ONCE: [&str; 3] = ["Scenario", "Seed", "Set-up"];

/// What the comments at the head of a session file say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// `# Scenario: pack/scenario`.
    pub scenario: Option<String>,
    /// `# Seed: 7`; none where there is no such number, either.
    pub seed: Option<u64>,
    /// `# House: two-wounds`, in order.
    pub house: Vec<String>,
    /// `# Set-up: --dice 3,5`: what the set-up is answered.
    pub set_up: Option<String>,
    /// `# Rules: X-1, X-2`.
    pub rules: Vec<String>,
}

/// One of these comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadLine<'t> {
    /// What stands before the colon.
    pub key: &'t str,
    /// What stands behind it.
    pub value: &'t str,
    /// The byte of the text at which the key begins.
    pub key_at: usize,
    /// The byte of the text at which the value begins.
    pub at: usize,
}

impl<'t> HeadLine<'t> {
    /// The words of the value, each with the byte of the text at which it begins.
    pub fn words(self) -> impl Iterator<Item = (&'t str, usize)> {
        let words = self.value.split([',', ' ']).filter(|word| !word.is_empty());
        words.map(move |word| (word, self.at + byte_in(self.value, word)))
    }
}

/// Where a part of a text begins in it.
fn byte_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The lines of the head: the comments before the first line that say something of a key.
pub fn head_lines(text: &str) -> impl Iterator<Item = HeadLine<'_>> {
    text.lines().take_while(|line| is_of_head(line)).filter_map(move |line| keyed(text, line))
}

/// Those that say what a line before them has said, where only one thing may be said.
pub fn repeated_head_lines(text: &str) -> impl Iterator<Item = HeadLine<'_>> {
    let mut before = Vec::new();
    head_lines(text).filter(move |line| {
        let is_again = ONCE.contains(&line.key) && before.contains(&line.key);
        before.push(line.key);
        is_again
    })
}

/// Those that look like keys and are none: one word with a capital letter, and one behind it. Sentences are comments.
pub fn unknown_head_lines(text: &str) -> impl Iterator<Item = HeadLine<'_>> {
    head_lines(text).filter(|line| {
        let is_word = line.key.chars().all(|c| c.is_alphabetic() || c == '-');
        let is_key = is_word && line.key.starts_with(char::is_uppercase);
        is_key && line.value.split_whitespace().count() == 1 && !HEAD_KEYS.contains(&line.key)
    })
}

/// Comments of the head that say something of a key but have no colon behind it, so that they are only comments: `# Scenario p/s`. Sentences
/// that begin with such a word are meant to be comments.
pub fn unmarked_head_lines(text: &str) -> impl Iterator<Item = HeadLine<'_>> {
    let bare = text.lines().take_while(|line| is_of_head(line)).filter(|line| !line.contains(':'));
    bare.filter_map(move |line| {
        let (key, value) = line.trim_start_matches('#').trim().split_once(' ')?;
        let value = value.trim();
        let is_one_word = !value.contains(' ');
        let is_meant = match key {
            "Scenario" => is_one_word && value.contains('/'),
            "Seed" => value.parse::<u64>().is_ok(),
            "Set-up" => value.starts_with("--"),
            "Rules" => {
                value.split([',', ' ']).all(|id| id.is_empty() || id.contains(|c: char| c.is_ascii_digit()))
            }
            _ => false,
        };
        is_meant.then(|| HeadLine { key, value, key_at: byte_in(text, key), at: byte_in(text, value) })
    })
}

/// The same of comments behind the first line, where a head says nothing any more.
pub fn late_head_lines(text: &str) -> impl Iterator<Item = HeadLine<'_>> {
    let lines = text.lines().skip_while(|line| is_of_head(line)).filter(|line| line.starts_with('#'));
    lines.filter_map(move |line| keyed(text, line)).filter(|line| HEAD_KEYS.contains(&line.key))
}

fn is_of_head(line: &str) -> bool {
    line.starts_with('#') || line.trim().is_empty()
}

fn keyed<'t>(text: &str, line: &'t str) -> Option<HeadLine<'t>> {
    let (key, value) = line.trim_start_matches('#').split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    Some(HeadLine { key, value, key_at: byte_in(text, key), at: byte_in(text, value) })
}

/// Reads the head.
pub fn read_head(text: &str) -> Head {
    let mut head = Head::default();
    for line in head_lines(text) {
        let value = line.value;
        match line.key {
            "Scenario" => head.scenario = Some(value.to_owned()),
            "Seed" => head.seed = value.parse().ok(),
            "Set-up" => head.set_up = Some(value.to_owned()),
            "House" => head.house.push(value.to_owned()),
            "Rules" => head.rules.extend(line.words().map(|(id, _)| id.to_owned())),
            _ => {}
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_where_the_lines_begin() {
        let head = read_head("# Rules: A-1, A-2\n# Scenario: p/s\n\n# Seed: 9\nmove a b\n# House: late\n");
        assert_eq!(head.rules, ["A-1", "A-2"]);
        assert_eq!((head.scenario.as_deref(), head.seed, head.house.len()), (Some("p/s"), Some(9), 0));
    }

    #[test]
    fn what_looks_like_a_key_is_told_from_a_comment() {
        let text = "# Pack: skirmish\n# Sand: it slows\n# see: there\n# By hand: yes\n# Note:\n# Seed: 1\nnow\n# Dice: real\n";
        let found: Vec<&str> = unknown_head_lines(text).map(|line| line.key).collect();
        assert_eq!(found, ["Pack"]);
    }

    #[test]
    fn a_key_without_a_colon_is_told_from_a_sentence() {
        let text = "# Scenario p/s\n#Seed 7\n# Rules A-1, B-2\n# Set-up --dice 3\n# Scenario of the ford\n# Seed of doubt\n# Rules of movement\n# House rules\n# Seed: 1\nnow\n# Seed 9\n";
        let found: Vec<(&str, &str)> = unmarked_head_lines(text).map(|line| (line.key, line.value)).collect();
        assert_eq!(
            found,
            [("Scenario", "p/s"), ("Seed", "7"), ("Rules", "A-1, B-2"), ("Set-up", "--dice 3")]
        );
    }

    #[test]
    fn only_house_rules_and_ids_are_said_line_by_line() {
        let text =
            "# Seed: 1\n# House: a\n# Rules: A-1\n# House: b\n# Rules: A-2\n# Seed: 1\n# Scenario: p\n";
        let found: Vec<&str> = repeated_head_lines(text).map(|line| line.key).collect();
        assert_eq!(found, ["Seed"]);
    }

    #[test]
    fn what_a_head_says_is_found_again_in_the_text() {
        let text = "#  Rules:  A-1,B-2 \r\n\n# nothing\n## House :  é \n# Seed:\nnow\n";
        let found: Vec<(&str, &str)> = head_lines(text)
            .flat_map(|line| line.words().map(move |(word, at)| (line.key, &text[at..at + word.len()])))
            .collect();
        assert_eq!(found, [("Rules", "A-1"), ("Rules", "B-2"), ("House", "é")]);
        assert!(head_lines(text).all(|line| text[line.at..].starts_with(line.value)));
    }
}
