//! Whether to use colour. Decided once, here, from what was asked for and where the text goes.

/// What `--color` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum When {
    /// Where a person reads it.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

/// What the environment says, as far as it is about colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// `NO_COLOR` is there and not empty.
    pub no_color: bool,
    /// `CLICOLOR_FORCE` or `FORCE_COLOR` is there and neither empty nor `0`.
    pub force: bool,
}

impl Wishes {
    /// What variables say, looked up by name.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Wishes {
        let forced = |name| variable(name).is_some_and(|v| !v.is_empty() && v != "0");
        Wishes {
            no_color: variable("NO_COLOR").is_some_and(|v| !v.is_empty()),
            force: forced("CLICOLOR_FORCE") || forced("FORCE_COLOR"),
        }
    }
}

/// Whether text is coloured: what was said outright goes before `NO_COLOR`, that before `CLICOLOR_FORCE` and
/// `FORCE_COLOR`, those before whether it is a terminal.
pub fn use_colour(when: When, wishes: Wishes, terminal: bool) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if wishes.no_color => false,
        When::Auto => wishes.force || terminal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table() {
        let (yes, no) = (true, false);
        let table = [
            // when, NO_COLOR, force, terminal: colour
            (When::Auto, no, no, no, no),
            (When::Auto, no, no, yes, yes),
            (When::Auto, no, yes, no, yes),
            (When::Auto, no, yes, yes, yes),
            (When::Auto, yes, no, no, no),
            (When::Auto, yes, no, yes, no),
            (When::Auto, yes, yes, no, no),
            (When::Auto, yes, yes, yes, no),
            (When::Always, no, no, no, yes),
            (When::Always, no, no, yes, yes),
            (When::Always, no, yes, no, yes),
            (When::Always, no, yes, yes, yes),
            (When::Always, yes, no, no, yes),
            (When::Always, yes, no, yes, yes),
            (When::Always, yes, yes, no, yes),
            (When::Always, yes, yes, yes, yes),
            (When::Never, no, no, no, no),
            (When::Never, no, no, yes, no),
            (When::Never, no, yes, no, no),
            (When::Never, no, yes, yes, no),
            (When::Never, yes, no, no, no),
            (When::Never, yes, no, yes, no),
            (When::Never, yes, yes, no, no),
            (When::Never, yes, yes, yes, no),
        ];
        for (when, no_color, force, terminal, colour) in table {
            let wishes = Wishes { no_color, force };
            assert_eq!(use_colour(when, wishes, terminal), colour, "{when:?} {wishes:?} {terminal}");
        }
    }

    #[test]
    fn an_empty_variable_says_nothing() {
        let read = |set: &[(&str, &str)]| {
            let set: Vec<(String, String)> =
                set.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
            Wishes::read(|name| set.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone()))
        };
        assert_eq!(read(&[("NO_COLOR", ""), ("CLICOLOR_FORCE", "0")]), Wishes::default());
        assert_eq!(read(&[("NO_COLOR", "0")]), Wishes { no_color: true, force: false });
        assert_eq!(read(&[("FORCE_COLOR", "1")]), Wishes { no_color: false, force: true });
    }
}
