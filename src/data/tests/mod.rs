//! The format as a whole, on small packs made up here.

mod assembling;
mod hostile;
mod pages;
mod setting_up;

use std::sync::Arc;

use super::{Data, LayerFiles, assemble, parse};
use crate::diagnostic::{Diagnostic, SourceMap, render};
use crate::kernel::layer::{Layer, Rank};

/// A stack in the making: a file a layer.
#[derive(Default)]
struct Stack {
    sources: SourceMap,
    layers: Vec<LayerFiles>,
    told: Vec<Diagnostic>,
}

impl Stack {
    fn layer(mut self, rank: Rank, name: &str, text: &str) -> Self {
        self.layers
            .push(LayerFiles { layer: Arc::new(Layer { rank, name: name.into() }), trees: Vec::new() });
        self.file(&format!("{name}.units"), text)
    }

    /// One more file of the last layer.
    fn file(mut self, path: &str, text: &str) -> Self {
        let file = self.sources.add(path, text);
        let (tree, told) = parse(file, &self.sources);
        self.told.extend(told);
        if let Some(layer) = self.layers.last_mut() {
            layer.trees.push(Arc::new(tree));
        }
        self
    }

    /// The data, and every diagnostic as text.
    fn assemble(self, scenario: Option<&str>) -> (Data, String) {
        let (data, told) = assemble(&self.layers, scenario, &self.sources);
        let all: Vec<Diagnostic> = self.told.into_iter().chain(told).collect();
        let text = render(&all, &self.sources, false);
        (data, text)
    }

    fn good(self, scenario: Option<&str>) -> Data {
        let (data, told) = self.assemble(scenario);
        assert!(told.is_empty(), "{told}");
        data
    }
}

/// The pack that the cases of `tests/diagnostics` stand on.
fn fixture() -> Stack {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics/fixture");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    Stack::default()
        .layer(Rank::Core, "fixture", &read("manifest.pack"))
        .file("forces.units", &read("forces.units"))
}
