//! The sides of a scenario.

use std::sync::Arc;

use super::super::tree::Entry;
use super::Assembly;
use super::declare::unknown_key;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::Side;

impl Assembly<'_> {
    /// `side red "Red army" { colour #c03030 }`.
    pub(super) fn side(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the side")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        let read = line.no_more();
        self.take(read);
        if name == "draw".into() || self.data.catalogue.side_named(&name).is_some() {
            return Err(Diagnostic::error(
                Code::DUPLICATE,
                format!("`{name}` cannot be the name of a side here"),
            )
            .at(span, "it is a side already, or stands for a draw")
            .help("give each side its own name"));
        }
        let mut colour = None;
        for entry in entry.entries() {
            let read = self.side_entry(entry);
            colour = self.take(read).or(colour);
        }
        // With a mistake in its block it is a side all the same, for whatever names it.
        self.data.catalogue.sides.push(Side { name, title, colour });
        Ok(())
    }

    /// `colour #c03030`.
    fn side_entry(&self, entry: &Entry) -> Result<Arc<str>, Diagnostic> {
        let mut line = self.line(entry);
        let (key, at) = line.word("a key")?;
        if &*key != "colour" {
            return Err(unknown_key(&key, at, "a side", &["colour"]));
        }
        let colour = line.colour()?;
        line.done()?;
        Ok(colour)
    }
}
