//! Names as they are typed into a shell, for commands that are told to be copied.

/// A name as one word of a command line: as it is where nothing in it means anything to a shell, in quotes otherwise.
pub fn shell_word(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,=@+%".contains(c) || (cfg!(windows) && c == '\\');
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    match cfg!(windows) {
        // No name of a file has a double quote there.
        true => format!("\"{name}\""),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_name_that_was_meant() {
        for name in [
            "",
            "plain-name_1.rhai",
            "folder/of mine.units",
            "it's \"this\"",
            "$HOME",
            "a;b`c`",
            "größe",
            "~",
            "*",
        ] {
            let echo = format!("printf %s {}", shell_word(name));
            let told = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
            assert_eq!(String::from_utf8(told.stdout).unwrap(), name);
        }
        assert_eq!(shell_word("packs/skiffs/lagoon"), "packs/skiffs/lagoon");
    }
}
