//! The head of a session file: what is played, from which seed, with which house rules.

/// What the comments at the head of a session file say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// `# Scenario: pack/scenario`.
    pub scenario: Option<String>,
    /// `# Seed: 7`.
    pub seed: Option<u64>,
    /// `# House: two-wounds`, in order.
    pub house: Vec<String>,
    /// `# Set-up: --dice 3,5`: what the set-up is answered.
    pub set_up: Option<String>,
    /// `# Rules: X-1, X-2`.
    pub rules: Vec<String>,
}

/// Reads the head: the comments before the first line.
pub fn read_head(text: &str) -> Head {
    let mut head = Head::default();
    for line in text.lines().take_while(|l| l.starts_with('#') || l.trim().is_empty()) {
        let Some((key, value)) = line.trim_start_matches('#').trim().split_once(':') else { continue };
        let value = value.trim();
        match key.trim() {
            "Scenario" => head.scenario = Some(value.to_owned()),
            "Seed" => head.seed = value.parse().ok(),
            "Set-up" => head.set_up = Some(value.to_owned()),
            "House" => head.house.push(value.to_owned()),
            "Rules" => {
                head.rules.extend(value.split([',', ' ']).filter(|v| !v.is_empty()).map(str::to_owned))
            }
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
}
