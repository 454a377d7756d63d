//! The kernel's functions as scripts see them: registered once, with a line of reference each.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rhai::{
    Dynamic, Engine, FnAccess, FnPtr, FuncRegistration, Identifier, Module, NativeCallContext, RhaiFunc,
    RhaiNativeFunc, Shared, Variant,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::scene::Stage;

/// The reference of one primitive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimitiveDoc {
    /// Name with parameters and result: `distance(a: Hex, b: Hex) -> int`.
    pub signature: &'static str,
    /// What it does.
    pub text: &'static str,
}

impl PrimitiveDoc {
    /// The bare name.
    pub fn name(&self) -> &'static str {
        self.signature.split(['(', ' ']).next().unwrap_or_default()
    }
}

/// Functions of the kernel put into an engine as its own registration does it, but without the names of their types written
/// out, which nobody reads and which take longer than all the rest.
pub(super) trait Natives {
    /// What is registered, under its name and with its kind.
    fn put<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        registration: FuncRegistration,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    );

    /// A function.
    fn native<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        name: &str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        self.put(FuncRegistration::new(name), function);
    }

    /// What reads a property.
    fn getter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        property: &str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        self.put(FuncRegistration::new_getter(property), function);
    }

    /// What writes a property.
    fn setter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        property: &str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        self.put(FuncRegistration::new_setter(property), function);
    }
}

impl Natives for Engine {
    fn put<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        registration: FuncRegistration,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        // The engine writes the names of types only where nothing stands in their place.
        registration.with_params_info(["_"]).register_into_engine(self, function);
    }
}

/// Puts primitives into an engine and keeps their reference.
pub(super) struct Registrar<'e> {
    pub(super) engine: &'e mut Engine,
    pub(super) docs: Vec<PrimitiveDoc>,
    /// What measures: each call of it is noted.
    measures: Module,
    /// Who takes note, while what is registered measures.
    noting: Option<Rc<Stage>>,
}

impl<'e> Registrar<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Self {
        Registrar { engine, docs: Vec::new(), measures: Module::new(), noting: None }
    }

    /// Registers primitives that tell where something is, or how far off: a run that has called one says so. What does not
    /// is to be registered outside, so that a new primitive of space is guarded unless somebody says otherwise.
    pub(super) fn measuring(&mut self, stage: &Rc<Stage>, register: impl FnOnce(&mut Self)) {
        // Nobody is told what quiet runs come to.
        self.noting = (!stage.is_quiet()).then(|| stage.clone());
        register(self);
        self.noting = None;
    }

    /// All primitives are there: answers their reference.
    pub(super) fn finish(self) -> Vec<PrimitiveDoc> {
        if !self.measures.is_empty() {
            self.engine.register_global_module(self.measures.into());
        }
        self.docs
    }

    /// Registers a primitive; its name is the first word of the signature.
    pub(super) fn add<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        signature: &'static str,
        text: &'static str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
    ) {
        let doc = PrimitiveDoc { signature, text };
        match &self.noting {
            None => self.engine.native(doc.name(), function),
            Some(stage) => add_noted(&mut self.measures, stage.clone(), doc.name(), function),
        }
        self.docs.push(doc);
    }
}

/// Adds a function whose every call is noted on the stage.
fn add_noted<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, P>(
    module: &mut Module,
    stage: Rc<Stage>,
    name: &str,
    function: P,
) where
    P: RhaiNativeFunc<A, N, X, R, F> + 'static,
{
    let mut function = function.into_rhai_function(true, false);
    if let RhaiFunc::Pure { func, .. } | RhaiFunc::Method { func, .. } = &mut function {
        let work = func.clone();
        *func = Shared::new(move |context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]| {
            stage.note_measuring();
            work(context, arguments)
        });
    }
    let registration = FuncRegistration::new(name).in_global_namespace();
    registration.set_into_module_raw(module, P::param_types(), function);
}

/// The names that scripts may call beside rules, with the numbers of arguments that they take.
#[derive(Debug, Clone, Default)]
pub(super) struct NativeNames {
    primitives: FxHashSet<&'static str>,
    /// A bit for each number of arguments.
    arities: FxHashMap<Identifier, u64>,
    /// Those that are given or answer a closure.
    of_closures: FxHashSet<Identifier>,
}

/// What the engine itself takes apart, so that no function has its name.
const OF_THE_ENGINE: [&str; 2] = ["curry", "call"];

impl NativeNames {
    pub(super) fn new(engine: &Engine, docs: &[PrimitiveDoc]) -> Self {
        let names = RefCell::new(NativeNames::default());
        engine.collect_fn_metadata(
            None,
            |function| {
                let of = function.metadata;
                if of.access == FnAccess::Public {
                    names.borrow_mut().add(&of.name, of.num_params);
                }
                if of.param_types.contains(&TypeId::of::<FnPtr>()) || of.return_type.contains("FnPtr") {
                    names.borrow_mut().of_closures.insert(of.name.clone());
                }
                None::<()>
            },
            true,
        );
        let mut names = names.into_inner();
        names.primitives = docs.iter().map(PrimitiveDoc::name).collect();
        // What the engine itself knows without a package.
        for (name, arity) in [("Fn", 1), ("type_of", 1), ("is_shared", 1), ("is_def_fn", 2)] {
            names.add(name, arity);
        }
        names
    }

    fn add(&mut self, name: &str, arguments: usize) {
        let bit = 1u64.checked_shl(arguments as u32).unwrap_or_default();
        match self.arities.get_mut(name) {
            Some(arities) => *arities |= bit,
            None => {
                self.arities.insert(name.into(), bit);
            }
        }
    }

    /// The names of those that are given or answer a closure.
    pub(super) fn of_closures(&self) -> impl Iterator<Item = &str> {
        self.of_closures.iter().map(Identifier::as_str)
    }

    /// Whether any function has this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        OF_THE_ENGINE.contains(&name) || self.arities.contains_key(name)
    }

    fn has(&self, name: &str, arguments: usize) -> bool {
        self.arities(name).any(|arity| arity == arguments)
    }

    /// True where scripts call a function of the language itself by this name with so many arguments; a rule
    /// in its place would change what every other rule means by it.
    pub(super) fn is_of_the_language(&self, name: &str, arguments: usize) -> bool {
        !self.primitives.contains(name) && self.has(name, arguments)
    }

    /// True where the name is a primitive of the kernel, which no rule may take.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.primitives.contains(name)
    }

    pub(super) fn takes(&self, name: &str, arguments: usize) -> bool {
        // The engine writes a closure that uses outer variables as a `curry` of as many arguments.
        matches!(name, "curry" | "call") || self.has(name, arguments)
    }

    /// How many arguments it may take, the least first.
    pub(super) fn arities(&self, name: &str) -> impl Iterator<Item = usize> {
        let arities = self.arities.get(name).copied().unwrap_or_default();
        (0..u64::BITS as usize).filter(move |at| arities >> at & 1 == 1)
    }

    /// All names, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.arities.keys().map(Identifier::as_str).chain(OF_THE_ENGINE).collect::<BTreeSet<_>>().into_iter()
    }
}
