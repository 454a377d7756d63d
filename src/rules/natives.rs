//! The kernel's functions as scripts see them: registered once, with a line of reference each.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{Engine, RhaiNativeFunc, Variant};

/// The reference of one primitive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimitiveDoc {
    /// Name with parameters and result: `distance(a: Hex, b: Hex) -> int`.
    pub signature: String,
    /// What it does.
    pub text: String,
}

impl PrimitiveDoc {
    /// The bare name.
    pub fn name(&self) -> &str {
        self.signature.split(['(', ' ']).next().unwrap_or_default()
    }

    fn arity(&self) -> usize {
        let inside =
            self.signature.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(i, _)| i);
        match inside.map(str::trim) {
            None | Some("") => 0,
            Some(parameters) => parameters.split(',').count(),
        }
    }
}

/// Puts primitives into an engine and keeps their reference.
pub(super) struct Registrar<'e> {
    pub(super) engine: &'e mut Engine,
    pub(super) docs: Vec<PrimitiveDoc>,
}

impl Registrar<'_> {
    /// Registers a primitive; its name is the first word of the signature.
    pub(super) fn add<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        signature: &str,
        text: &str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        let doc = PrimitiveDoc { signature: signature.to_owned(), text: text.to_owned() };
        self.engine.register_fn(doc.name().to_owned(), function);
        self.docs.push(doc);
    }
}

/// The names that scripts may call beside rules, with the numbers of arguments that they take.
#[derive(Debug, Clone, Default)]
pub(super) struct NativeNames {
    primitives: BTreeSet<String>,
    arities: BTreeMap<String, BTreeSet<usize>>,
}

impl NativeNames {
    pub(super) fn new(engine: &Engine, docs: &[PrimitiveDoc]) -> Self {
        let mut names = NativeNames::default();
        for doc in docs {
            names.primitives.insert(doc.name().to_owned());
            names.arities.entry(doc.name().to_owned()).or_default().insert(doc.arity());
        }
        for signature in engine.gen_fn_signatures(true) {
            let doc = PrimitiveDoc { signature, text: String::new() };
            names.arities.entry(doc.name().to_owned()).or_default().insert(doc.arity());
        }
        // What the engine itself knows without a package.
        for (name, arity) in [("Fn", 1), ("type_of", 1), ("is_shared", 1), ("is_def_fn", 2)] {
            names.arities.entry(name.to_owned()).or_default().insert(arity);
        }
        names
    }

    /// True where scripts call a function of the language itself by this name with so many arguments; a rule
    /// in its place would change what every other rule means by it.
    pub(super) fn is_of_the_language(&self, name: &str, arguments: usize) -> bool {
        !self.primitives.contains(name) && self.arities.get(name).is_some_and(|a| a.contains(&arguments))
    }

    /// True where the name is a primitive of the kernel, which no rule may take.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.primitives.contains(name)
    }

    pub(super) fn takes(&self, name: &str, arguments: usize) -> bool {
        // The engine writes a closure that uses outer variables as a `curry` of as many arguments.
        matches!(name, "curry" | "call") || self.arities.get(name).is_some_and(|a| a.contains(&arguments))
    }

    pub(super) fn arities(&self, name: &str) -> impl Iterator<Item = usize> {
        self.arities.get(name).into_iter().flatten().copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.arities.keys().map(String::as_str)
    }
}
