//! Expressions that will be typed, held against the rules without being run.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::link::MOST_EXPRESSIONS;
use super::ruleset::Ruleset;
use super::stack::ExpressionRule;
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span};
use crate::kernel::layer::{Layer, Rank};

impl Ruleset {
    /// What is wrong with expressions in these texts, as far as it can be told without running them: they are linked over the rules in
    /// force as expressions of the data are. `what` is what they decide, in words.
    pub fn check_expressions(&self, sources: &SourceMap, places: &[Span], what: &str) -> Vec<Diagnostic> {
        let (mut places, mut found) = (places.to_vec(), Vec::new());
        while !places.is_empty() {
            let told = self.linked_with(sources, &places, what);
            let errors = told.iter().filter(|told| told.is_error()).filter_map(|told| told.labels.first());
            let errors: Vec<Span> = errors.map(|label| label.span).collect();
            let before = places.len();
            places.retain(|place| !errors.iter().any(|at| is_within(*at, *place)));
            if places.len() == before {
                found.extend(told);
                break;
            }
            // What linking looks at later is not seen as long as something is wrong.
            found.extend(told.into_iter().filter(Diagnostic::is_error));
        }
        found
    }

    /// What is told of these expressions where all are linked together.
    fn linked_with(&self, sources: &SourceMap, places: &[Span], what: &str) -> Vec<Diagnostic> {
        let mut stack = self.stack().clone();
        // They are about the scenario that is played, as what a referee says.
        let layer = Arc::new(Layer { rank: Rank::Referee, name: Arc::from("typed") });
        let mut files: BTreeMap<FileId, FileId> = BTreeMap::new();
        // What goes beyond the limits of linking is left to whoever runs it.
        let room = MOST_EXPRESSIONS.saturating_sub(stack.expressions.len());
        for (at, place) in places.iter().take(room).enumerate() {
            let text = sources.file(place.file);
            let file = files
                .entry(place.file)
                .or_insert_with(|| stack.sources.add(text.path.clone(), text.text.clone()));
            stack.expressions.push(ExpressionRule {
                name: Arc::from(format!("typed__{}", at + 1)),
                parameters: Vec::new(),
                span: Span { file: *file, ..*place },
                layer: layer.clone(),
                what: what.to_owned(),
            });
        }
        let (catalogue, map, cancel) = (self.catalogue().clone(), self.map().clone(), self.cancel().clone());
        let (_, mut found) = Ruleset::link(&stack, catalogue, map, cancel);
        let typed: BTreeMap<FileId, FileId> =
            files.into_iter().map(|(typed, linked)| (linked, typed)).collect();
        found.retain(|told| {
            let file = told.labels.first().map(|label| label.span.file);
            file.is_some_and(|file| typed.contains_key(&file)) && told.code != Code::TOO_MANY_LINES
        });
        for told in &mut found {
            told.labels.retain(|label| typed.contains_key(&label.span.file));
            told.labels.iter_mut().for_each(|label| label.span.file = typed[&label.span.file]);
        }
        found
    }
}

fn is_within(at: Span, place: Span) -> bool {
    at.file == place.file && place.start <= at.start && at.end <= place.end
}
