//! Random legal play of every scenario of every pack: no dead end, no mistake in the rules, and undo, redo, replay and the
//! game without journal come to the same state and the same bytes. `houserule fuzz` plays more of the same.

use std::path::Path;
use std::sync::Arc;

use houserule::pack::{Library, Request, load};
use houserule::play::fuzz::{Field, play};

/// Every scenario of every pack that can be loaded here.
fn fields() -> Vec<Field> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::of_folders([root.join("rulesets"), root.join("tests/fixtures")]);
    let mut all = Vec::new();
    // The skiffs have rules that break on purpose.
    for pack in library.packs().into_iter().filter(|pack| pack.id != "skiffs") {
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        match load(&library, &request, &Arc::default()) {
            Ok(loaded) => all.extend(loaded.data.scenarios.keys().map(|scenario| Field {
                library: library.clone(),
                pack: pack.id.clone(),
                scenario: scenario.to_string(),
                house: Vec::new(),
                commands: 100,
                cancel: Arc::default(),
            })),
            Err((_, told)) => eprintln!("{} is skipped: {}", pack.id, told[0].title),
        }
    }
    all
}

#[test]
fn random_legal_play_finds_nothing() {
    let mut commands = 0;
    for field in fields() {
        for seed in 0..2 {
            match play(&field, seed) {
                Ok(count) => commands += count.unwrap_or(0),
                Err(finding) => panic!("seed {seed}: {}\n{}", finding.what, finding.session),
            }
        }
    }
    assert!(commands > 100, "nothing was played");
}
