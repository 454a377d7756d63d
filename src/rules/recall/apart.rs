//! Hexes that a rule only looks into: it hands them to primitives that tell the terrain or who is there, or to rules that do
//! no more with them. Such a rule does in one hex what it does in any other of the same terrain that is answered the same, so
//! it is remembered once for all of them.
//!
//! Which parameters these are is read off the scripts. A rule that does anything else with a hex, and be it only that it
//! compares or names it, is remembered for each hex by itself.

use rhai::{AST, ASTNode, Expr, ImmutableString, ScriptFuncDef, Stmt};
use rustc_hash::FxHashMap;

use super::slots::Spots;
use super::word::Word;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::value::{TerrainId, TypeId};
use crate::rules::convert::Ground;
use crate::rules::nodes::each_node;
use crate::rules::printed::is_computed_of;

/// Primitives that look into a hex, with the number of their arguments and which of them the hex is.
const LOOKS: [(&str, usize, usize); 4] =
    [("terrains", 1, 0), ("terrains_for", 2, 1), ("sides_at", 1, 0), ("units_at", 1, 0)];

/// A parameter of a function: its name, how many there are, which one.
type Parameter = (String, usize, usize);

/// For each function the parameters, a bit each, that it only looks into.
#[derive(Debug, Default)]
pub(super) struct Apart {
    known: FxHashMap<(String, usize), u32>,
    /// What such a parameter is handed on to.
    handed: Vec<(Parameter, Vec<Parameter>)>,
}

impl Apart {
    /// Adds a function. `alone` has its body.
    pub(super) fn add(&mut self, definition: &ScriptFuncDef, alone: &AST) {
        let (name, count) = (definition.name.to_string(), definition.params.len());
        let mut all = 0;
        for (at, to) in handed_on(&definition.params, alone).into_iter().enumerate() {
            if let Some(to) = to {
                all |= 1 << at;
                self.handed.push(((name.clone(), count, at), to));
            }
        }
        self.known.insert((name, count), all);
    }

    /// What is handed to a rule that does more with it is no longer looked into only, and so on.
    pub(super) fn settle(&mut self) {
        let Apart { known, handed } = self;
        loop {
            let before = handed.len();
            handed.retain(|((name, count, at), to)| {
                let stays = to.iter().all(|other| looks(known, other));
                if !stays && let Some(all) = known.get_mut(&(name.clone(), *count)) {
                    *all &= !(1 << at);
                }
                stays
            });
            if handed.len() == before {
                return;
            }
        }
    }

    /// The parameters of a function that it only looks into.
    pub(super) fn of(&self, name: &str, count: usize) -> u32 {
        self.known.get(&(name.to_owned(), count)).copied().unwrap_or_default()
    }
}

fn looks(known: &FxHashMap<(String, usize), u32>, (name, count, at): &Parameter) -> bool {
    match known.get(&(name.clone(), *count)) {
        Some(all) => all.checked_shr(*at as u32).unwrap_or_default() & 1 == 1,
        None => LOOKS.contains(&(name, *count, *at)),
    }
}

/// What a function hands its parameters on to, the first of them; nothing for one that it does anything else with.
fn handed_on(parameters: &[ImmutableString], alone: &AST) -> Vec<Option<Vec<Parameter>>> {
    let mut handed = vec![Some(Vec::new()); parameters.len().min(u32::BITS as usize)];
    each_node(alone, &mut |path: &[ASTNode<'_>]| {
        let [above @ .., ASTNode::Expr(expression)] = path else { return true };
        let Expr::Variable(variable, ..) = expression else { return true };
        let parameter = parameters.iter().position(|name| *name == variable.1);
        let Some(all) = parameter.and_then(|at| handed.get_mut(at)) else { return true };
        let call = match above.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => Some(call),
            _ => None,
        };
        let to = call.and_then(|call| {
            let place = call.args.iter().position(|argument| std::ptr::eq(argument, *expression))?;
            Some((call.name.to_string(), call.args.len(), place))
        });
        match (&mut *all, to) {
            (Some(all), Some(to)) => all.push(to),
            _ => *all = None,
        }
        true
    });
    handed
}

/// The terrains of hexes, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    numbers: FxHashMap<Box<[TerrainId]>, usize>,
    /// By terrain, whether anything of it has to be computed for a hex.
    computed: Vec<bool>,
}

impl Grounds {
    pub(super) fn new(catalogue: &Catalogue) -> Grounds {
        let seen = (0..catalogue.unit_types.len()).map(|t| Some(TypeId(t as u32))).chain([None]);
        let computed = (0..catalogue.terrain.len()).map(|terrain| {
            let ground = Ground::printed(TerrainId(terrain as u32));
            seen.clone().any(|seen_by| is_computed_of(catalogue, Ground { seen_by, ..ground }).1)
        });
        Grounds { numbers: FxHashMap::default(), computed: computed.collect() }
    }

    /// Puts hexes of arguments into slots, and their terrain into their place. `apart` has a bit for each argument that may be.
    pub(super) fn put_aside(&mut self, arguments: &mut [Word], apart: u32, map: &HexMap) -> Spots {
        let mut spots = Spots::new();
        if apart == 0 {
            return spots;
        }
        for (at, word) in arguments.iter_mut().enumerate().take(u32::BITS as usize) {
            if apart >> at & 1 == 0 || !word.is_hex() {
                continue;
            }
            let hex = word.as_hex();
            if map.contains(hex)
                && let Some(number) = self.number(map.terrain(hex))
            {
                *word = Word::spot(number);
                spots.push(hex);
            }
        }
        spots
    }

    /// The number of these terrains; nothing where something of them hangs on the hex.
    fn number(&mut self, terrain: &[TerrainId]) -> Option<usize> {
        if let Some(number) = self.numbers.get(terrain) {
            return Some(*number);
        }
        if terrain.iter().any(|terrain| self.computed[terrain.index()]) {
            return None;
        }
        let next = self.numbers.len();
        self.numbers.insert(terrain.into(), next);
        Some(next)
    }
}
