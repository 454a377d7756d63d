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

/// The reference of one primitive, or of what can be read behind a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimitiveDoc {
    /// Name with parameters and result: `distance(a: Hex, b: Hex) -> int`, `hex.column -> int`.
    pub signature: &'static str,
    /// What it does, or is.
    pub text: &'static str,
}

impl PrimitiveDoc {
    /// The bare name; of what stands behind a point without what stands before it.
    pub fn name(&self) -> &'static str {
        let called = self.signature.split(['(', ' ']).next().unwrap_or_default();
        called.rsplit('.').next().unwrap_or_default()
    }
}

/// Functions of the kernel on their way into an engine.
///
/// The engine's own registration makes a page of code for each of them, which every start reads once; here all but the function
/// itself goes through one place. It also writes the names of their types out, which nobody reads and which take longer than
/// all the rest.
#[derive(Default)]
pub(super) struct Natives(Module);

/// As what a name is registered.
type Under = fn(&str) -> FuncRegistration;

impl Natives {
    /// A function.
    pub(super) fn native<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        name: &str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, N, X, R, F> + 'static,
    {
        self.put(by_name, name, &P::param_types(), function.into_rhai_function(true, false));
    }

    /// What reads a property.
    pub(super) fn getter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        property: &str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, N, X, R, F> + 'static,
    {
        let reads: Under = |property| FuncRegistration::new_getter(property);
        self.put(reads, property, &P::param_types(), function.into_rhai_function(true, false));
    }

    /// What writes a property.
    pub(super) fn setter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        property: &str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, N, X, R, F> + 'static,
    {
        FuncRegistration::new_setter(property).set_into_module(&mut self.0, function);
    }

    #[inline(never)]
    fn put(&mut self, under: Under, name: &str, types: &[TypeId], function: RhaiFunc) {
        under(name).in_global_namespace().set_into_module_raw(&mut self.0, types, function);
    }

    /// Puts them into an engine, before all that are there already.
    pub(super) fn put_into(self, engine: &mut Engine) {
        if !self.0.is_empty() {
            engine.register_global_module(self.0.into());
        }
    }
}

/// Puts primitives into an engine and keeps their reference.
pub(super) struct Registrar<'e> {
    pub(super) engine: &'e mut Engine,
    pub(super) natives: Natives,
    pub(super) docs: Vec<PrimitiveDoc>,
    members: Members,
    /// What measures: each call of it is noted.
    measures: Natives,
    /// Who takes note, while what is registered measures.
    noting: Option<Rc<Stage>>,
}

impl<'e> Registrar<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Self {
        let (natives, measures) = (Natives::default(), Natives::default());
        Registrar { engine, natives, docs: Vec::new(), members: Members::default(), measures, noting: None }
    }

    /// Registers primitives that tell where something is, or how far off: a run that has called one says so. What does not
    /// is to be registered outside, so that a new primitive of space is guarded unless somebody says otherwise.
    pub(super) fn measuring(&mut self, stage: &Rc<Stage>, register: impl FnOnce(&mut Self)) {
        // Nobody is told what quiet runs come to.
        self.noting = (!stage.is_quiet()).then(|| stage.clone());
        register(self);
        self.noting = None;
    }

    /// All primitives are there: answers their reference, and what scripts read behind a point.
    pub(super) fn finish(self) -> (Vec<PrimitiveDoc>, Members) {
        self.natives.put_into(self.engine);
        self.measures.put_into(self.engine);
        (self.docs, self.members)
    }

    /// What the program itself lets scripts read behind a point, by its signature: `unit.side -> Side`.
    pub(super) fn member<A: 'static, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        signature: &'static str,
        text: &'static str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, 1, X, R, F> + 'static,
    {
        let doc = PrimitiveDoc { signature, text };
        self.untold_member(doc.name(), function);
        self.members.docs.push(doc);
    }

    /// The same of what only the program's own scripts read.
    pub(super) fn untold_member<A: 'static, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        name: &'static str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, 1, X, R, F> + 'static,
    {
        let [holder] = P::param_types();
        self.members.known.insert((holder, name));
        self.natives.getter(name, function);
    }

    /// Registers a primitive; its name is the first word of the signature.
    pub(super) fn add<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, P>(
        &mut self,
        signature: &'static str,
        text: &'static str,
        function: P,
    ) where
        P: RhaiNativeFunc<A, N, X, R, F> + 'static,
    {
        self.add_made(signature, text, &P::param_types(), function.into_rhai_function(true, false));
    }

    #[inline(never)]
    fn add_made(
        &mut self,
        signature: &'static str,
        text: &'static str,
        types: &[TypeId],
        function: RhaiFunc,
    ) {
        let doc = PrimitiveDoc { signature, text };
        match &self.noting {
            None => self.natives.put(by_name, doc.name(), types, function),
            Some(stage) => self.measures.put(by_name, doc.name(), types, noted(stage.clone(), function)),
        }
        self.docs.push(doc);
    }
}

fn by_name(name: &str) -> FuncRegistration {
    FuncRegistration::new(name)
}

/// A function whose every call is noted on the stage.
fn noted(stage: Rc<Stage>, mut function: RhaiFunc) -> RhaiFunc {
    if let RhaiFunc::Pure { func, .. } | RhaiFunc::Method { func, .. } = &mut function {
        let work = func.clone();
        *func = Shared::new(move |context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]| {
            stage.note_measuring();
            work(context, arguments)
        });
    }
    function
}

/// What the program itself gives the values of scripts to be read behind a point, by the type of the value.
#[derive(Debug, Clone, Default)]
pub(super) struct Members {
    known: FxHashSet<(TypeId, &'static str)>,
    docs: Vec<PrimitiveDoc>,
}

impl Members {
    /// Whether every value of a type has a member of this name.
    pub(super) fn has<T: 'static>(&self, name: &str) -> bool {
        self.known.contains(&(TypeId::of::<T>(), name))
    }

    /// The reference of those that are told of.
    pub(super) fn docs(&self) -> &[PrimitiveDoc] {
        &self.docs
    }

    /// The names of those of all values of a kind, as signatures call it: `unit`.
    pub(super) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &'static str> {
        let is_of =
            move |doc: &&PrimitiveDoc| doc.signature.split_once('.').is_some_and(|(of, _)| of == kind);
        self.docs.iter().filter(is_of).map(PrimitiveDoc::name)
    }

    /// Whether values of some type have it.
    pub(super) fn any_has(&self, name: &str) -> bool {
        self.known.iter().any(|(_, own)| *own == name)
    }
}

/// The names that scripts may call beside rules, with the numbers of arguments that they take.
#[derive(Debug, Clone, Default)]
pub(super) struct NativeNames {
    primitives: FxHashSet<&'static str>,
    /// A bit for each number of arguments.
    arities: FxHashMap<Identifier, u64>,
    /// Those that are given or answer a closure.
    of_closures: FxHashSet<Identifier>,
    /// Primitives that answer something.
    answering: FxHashSet<&'static str>,
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
        names.answering =
            docs.iter().filter(|doc| doc.signature.contains("->")).map(PrimitiveDoc::name).collect();
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

    /// Whether a name is that of a primitive that answers nothing.
    pub(super) fn answers_nothing(&self, name: &str) -> bool {
        self.primitives.contains(name) && !self.answering.contains(name)
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
