//! Doc comments of rules, which are data: what `help`, `rules` and the coverage of a ledger read.

/// What stands above a rule.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleDoc {
    /// What the rule does, in the pack's own words.
    pub text: String,
    /// Ids of the source that it carries out (`Rule: X-20, X-21`).
    pub ids: Vec<String>,
    /// Gaps of the source that it fills: id, and what was chosen (`Gap: X-5a once a step`).
    pub gaps: Vec<(String, String)>,
    /// What a house rule is for (`House: two wounds destroy`).
    pub house: Option<String>,
}

impl RuleDoc {
    /// Reads the comments that the engine keeps, `///` included.
    pub fn parse<'a>(comments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut doc = RuleDoc::default();
        let mut text: Vec<&str> = Vec::new();
        for line in comments.into_iter().flat_map(str::lines) {
            let line = line.trim().trim_start_matches('/').trim();
            if let Some(ids) = line.strip_prefix("Rule:") {
                doc.ids.extend(
                    ids.split([',', ' ']).map(str::trim).filter(|i| !i.is_empty()).map(str::to_owned),
                );
            } else if let Some(gap) = line.strip_prefix("Gap:") {
                let (id, what) = gap.trim().split_once(' ').unwrap_or((gap.trim(), ""));
                doc.gaps.push((id.trim_end_matches(':').to_owned(), what.trim().to_owned()));
            } else if let Some(house) = line.strip_prefix("House:") {
                doc.house = Some(house.trim().to_owned());
            } else {
                text.push(line);
            }
        }
        doc.text = text.join("\n").trim().to_owned();
        doc
    }

    /// The first sentence, for lists.
    pub fn summary(&self) -> String {
        first_sentence(&self.text)
    }

    /// Every id of the source that the rule names, gaps included.
    pub fn all_ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str).chain(self.gaps.iter().map(|(id, _)| id.as_str()))
    }
}

/// The first sentence of a text, in one line; the first paragraph where it ends in none. What is listed below it is left out.
pub fn first_sentence(text: &str) -> String {
    let paragraph = text.lines().take_while(|line| !line.is_empty() && !line.starts_with("- "));
    let mut told = paragraph.collect::<Vec<_>>().join(" ");
    let ends = |at: usize, rest: &str| {
        let mut behind = rest.chars().skip(1);
        at + 1 < told.len() && behind.next() == Some(' ') && behind.next().is_some_and(|c| !c.is_lowercase())
    };
    let end = told.match_indices(['.', '!', '?']).map(|(at, _)| at).find(|at| ends(*at, &told[*at..]));
    if let Some(end) = end {
        told.truncate(end + 1);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_a_whole_sentence_however_many_lines_it_takes() {
        let told = |text: &str| RuleDoc { text: text.to_owned(), ..RuleDoc::default() }.summary();
        assert_eq!(told("What fits\nin a hex. More\nof it."), "What fits in a hex.");
        assert_eq!(told("As `1.5` or 2. so, e.g. here\n\nNo more."), "As `1.5` or 2. so, e.g. here");
        assert_eq!(told("What counts:\n- one. Two"), "What counts:");
        assert_eq!(told(""), "");
    }

    #[test]
    fn ids_gaps_and_text_are_told_apart() {
        let doc = RuleDoc::parse(["/// How many fit.\n/// Rule: X-12, X-13\n/// Gap: X-12a all sides count"]);
        assert_eq!(doc.text, "How many fit.");
        assert_eq!(doc.ids, ["X-12", "X-13"]);
        assert_eq!(doc.gaps, [("X-12a".to_owned(), "all sides count".to_owned())]);
        assert_eq!(doc.all_ids().count(), 3);
    }
}
