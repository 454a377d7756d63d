//! A table for other programs: comma-separated values, or Markdown.

use crate::report::escape_markdown;

/// Heads and rows of text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Sheet {
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Sheet {
    pub(super) fn new(heads: &[&str]) -> Sheet {
        Sheet { heads: heads.iter().map(|head| (*head).to_owned()).collect(), rows: Vec::new() }
    }

    pub(super) fn csv(&self) -> String {
        let lines = std::iter::once(&self.heads).chain(&self.rows);
        lines.map(|row| row.iter().map(|cell| field(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    /// The first column leans to the left, the others are numbers.
    pub(super) fn markdown(&self) -> String {
        let line = |row: &Vec<String>| {
            // A number needs no escape in a table, where no list can begin.
            let escaped = |cell: &String| match cell.chars().any(char::is_alphabetic) {
                true => escape_markdown(cell),
                false => cell.replace('<', "&lt;").replace('>', "&gt;"),
            };
            let cells: Vec<String> = row.iter().map(escaped).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let leans: Vec<&str> = (0..self.heads.len()).map(|at| if at == 0 { ":--" } else { "--:" }).collect();
        let head = format!("{}| {} |\n", line(&self.heads), leans.join(" | "));
        self.rows.iter().fold(head, |text, row| text + &line(row))
    }
}

/// A field of CSV, in quotes where it has commas, quotes or line breaks.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_commas_and_quotes() {
        let mut sheet = Sheet::new(&["command", "chance"]);
        sheet.rows.push(vec!["attack a, b on \"c\"".to_owned(), "1/2".to_owned()]);
        assert_eq!(sheet.csv(), "command,chance\n\"attack a, b on \"\"c\"\"\",1/2\n");
        sheet.rows.push(vec!["a|b".to_owned(), "<0.01 %".to_owned()]);
        let table = sheet.markdown();
        assert!(table.starts_with("| command | chance |\n| :-- | --: |\n"), "{table}");
        assert!(table.ends_with("| a\\|b | &lt;0.01 % |\n"), "{table}");
    }
}
