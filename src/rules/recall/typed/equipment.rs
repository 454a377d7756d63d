//! What trees are carried out with, beside the memory.

use std::cell::{Cell, OnceCell};

use rhai::{Caches, Engine, GlobalRuntimeState};

use super::compile::Trees;
use crate::rules::bodies::Bodies;
use crate::rules::primitives::Kit;

/// The trees of an engine's functions, and what primitives work with.
pub(in crate::rules::recall) struct Equipment {
    pub(super) trees: Trees,
    pub(super) kit: Kit,
    global: OnceCell<GlobalRuntimeState>,
    /// What the engine has found out about its functions.
    pub(super) caches: Cell<Option<Caches>>,
}

impl Equipment {
    pub(in crate::rules::recall) fn new(trees: Trees, kit: Kit) -> Equipment {
        Equipment { trees, kit, global: OnceCell::new(), caches: Cell::new(None) }
    }

    pub(super) fn global(&self, engine: &Engine, bodies: &Bodies) -> &GlobalRuntimeState {
        self.global.get_or_init(|| bodies.global(engine))
    }
}
