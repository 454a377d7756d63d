//! Runs a program in AnyDice's language, as eurydice's users would at a shell. The bench builds it beside `eurydice_engine` in
//! a folder of its own; it is no part of this crate.

fn main() {
    let path = std::env::args().nth(1).expect("a program");
    let source = std::fs::read_to_string(path).expect("a program");
    let report = eurydice_engine::Engine::new().run_source(&source);
    if let Some(error) = report.diagnostics.first_error() {
        eprintln!("{}", error.summary);
        std::process::exit(1);
    }
    let mut told = String::new();
    for output in &report.outputs {
        for (values, chance) in output.distribution.entries() {
            told.push_str(&format!("{values:?}\t{chance:e}\n"));
        }
    }
    print!("{told}");
}
