//! Rules of single unit types, which stand only where that type is the subject.
//!
//! A unit type's rule names its role by a parameter called `me`. For every rule and every place of `me` one
//! dispatcher is made, which stands above the world and below the house: it asks the subject's type and
//! calls that type's rule, else the rule below.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use rhai::FnAccess;

use super::link::{Definition, LinkedText, Linker, head, is_closure};
use super::mapper::{BELOW, MARK, Names, PRIOR};
use super::stack::UnitScript;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::kernel::catalogue::{Catalogue, UnitType};
use crate::kernel::layer::{Layer, Rank};

/// The parameter that tells the role of the subject.
pub(super) const ME: &str = "me";
/// A rule may have its subject in any of so many places.
pub(super) const MOST_POSITIONS: usize = 16;

/// Unit types by number, each with its direct base: what inheritance of rules needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TypeTree(pub(super) Vec<(Arc<str>, Option<usize>)>);

impl TypeTree {
    pub(super) fn of(catalogue: &Catalogue) -> TypeTree {
        let base = |t: &UnitType| t.base.map(|b| b.index());
        TypeTree(catalogue.unit_types.iter().map(|t| (t.name.clone(), base(t))).collect())
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(n, _)| &**n == name)
    }

    /// The type and its bases, nearest first.
    fn line(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(number), |&n| self.0[n].1)
    }
}

/// Every name that some unit type has a rule for.
pub(super) fn names(scripts: &[UnitScript], linker: &mut Linker<'_>) -> BTreeSet<String> {
    scripts.iter().flat_map(|s| linker.glance(&[s.span]).public.into_iter().map(|(name, ..)| name)).collect()
}

/// The linked name of a type's rule: `at` counts the scripts that define it for the type, lowest first.
fn own_name(rule: &str, position: usize, unit_type: usize, at: usize) -> String {
    format!("{rule}{MARK}u{position}_T{unit_type}_{at}")
}

struct Own {
    script: usize,
    unit_type: usize,
    rule: String,
    position: usize,
    parameters: Vec<String>,
    at: usize,
}

/// Links all rules of unit types and makes their dispatchers. `order` is the first order above the world.
pub(super) fn link(linker: &mut Linker<'_>, types: &TypeTree, order: usize) {
    let owns = owns(linker, types);
    let scripts = linker.stack.units.clone();
    for (at, script) in scripts.iter().enumerate() {
        compile(linker, types, &owns, at, script);
    }
    let mut dispatched: BTreeMap<(String, usize), Vec<&Own>> = BTreeMap::new();
    for own in &owns {
        dispatched.entry((own.rule.clone(), own.position)).or_default().push(own);
    }
    for ((rule, position), own) in dispatched {
        dispatch(linker, types, &rule, position, &own, order + position);
    }
}

fn owns(linker: &mut Linker<'_>, types: &TypeTree) -> Vec<Own> {
    let mut owns: Vec<Own> = Vec::new();
    let scripts = linker.stack.units.clone();
    for (script, unit) in scripts.iter().enumerate() {
        let Some(unit_type) = types.number(&unit.unit_type) else { continue };
        for (rule, parameters, span) in linker.glance(&[unit.span]).public {
            let places: Vec<usize> =
                parameters.iter().enumerate().filter(|(_, p)| *p == ME).map(|(i, _)| i).collect();
            let [position] = places[..] else {
                linker.diagnostics.push(
                    Diagnostic::error(
                        Code::BAD_UNIT_RULE,
                        format!("rule `{rule}` of `{}` has no parameter `me`", unit.unit_type),
                    )
                    .at(head(span), "which of its parameters is the unit itself?")
                    .help(format!("write `fn {rule}(…, me, …)` with `me` where the unit stands")),
                );
                continue;
            };
            let at = owns
                .iter()
                .filter(|o| o.unit_type == unit_type && o.rule == rule && o.position == position)
                .count();
            owns.push(Own { script, unit_type, rule, position, parameters, at });
        }
    }
    owns
}

/// The rule that `prior` means in a type's own rule: an earlier script's, a base's, or the one below.
fn below(types: &TypeTree, owns: &[Own], own: &Own) -> String {
    if own.at > 0 {
        return own_name(&own.rule, own.position, own.unit_type, own.at - 1);
    }
    let bases = types.line(own.unit_type).skip(1);
    match winner(owns.iter(), bases, &own.rule, own.position) {
        Some(base) => own_name(&own.rule, own.position, base.unit_type, base.at),
        None => format!("{}{BELOW}P{}", own.rule, own.position),
    }
}

/// The last script of the nearest type of `line` that has the rule.
fn winner<'o>(
    owns: impl Iterator<Item = &'o Own> + Clone,
    line: impl Iterator<Item = usize>,
    rule: &str,
    position: usize,
) -> Option<&'o Own> {
    line.into_iter().find_map(|t| {
        owns.clone()
            .filter(|o| o.unit_type == t && o.rule == rule && o.position == position)
            .max_by_key(|o| o.at)
    })
}

fn compile(linker: &mut Linker<'_>, types: &TypeTree, owns: &[Own], at: usize, script: &UnitScript) {
    let glance = linker.glance(&[script.span]);
    let mut names = Names { private: glance.private, mark: format!("in_U{at}"), ..Names::default() };
    // A rule without `me` has been told of; what is below it is not asked any more.
    names.prior.extend(glance.public.into_iter().map(|(rule, ..)| (rule, PRIOR.to_owned())));
    for own in owns.iter().filter(|o| o.script == at) {
        names.prior.insert(own.rule.clone(), below(types, owns, own));
        names.renamed.insert(own.rule.clone(), own_name(&own.rule, own.position, own.unit_type, own.at));
    }
    let compiled = match linker.compiler.compile("", script.span, "", names.clone()) {
        Ok(compiled) => compiled,
        Err(diagnostic) => return linker.diagnostics.push(*diagnostic),
    };
    linker.check_prior(&compiled, &names);
    let layer = Arc::new(Layer { rank: Rank::Unit, name: script.unit_type.clone() });
    for function in &compiled.functions {
        if !is_closure(function) {
            linker.rule(function, script.span, &layer, Some(script.unit_type.clone()));
        }
        linker.fixed.push(function.clone());
    }
    linker.calls.extend(compiled.calls);
    linker.texts.push(LinkedText { span: script.span, around: None, names, functions: compiled.functions });
}

fn dispatch(
    linker: &mut Linker<'_>,
    types: &TypeTree,
    rule: &str,
    position: usize,
    own: &[&Own],
    order: usize,
) {
    let parameters = own[0].parameters.len();
    let lower = linker.slots.get(rule).is_some_and(|s| s.iter().any(|d| d.order < order));
    if let Some(odd) =
        own.iter().find(|o| o.parameters.len() != parameters).or(if lower { None } else { Some(&own[0]) })
    {
        let script = &linker.stack.units[odd.script];
        let known = linker.slots.keys().map(String::as_str).filter(|n| !n.contains(MARK));
        let diagnostic = if lower {
            Diagnostic::error(
                Code::WRONG_ARITY,
                format!("unit types give `{rule}` different numbers of parameters"),
            )
        } else {
            Diagnostic::error(
                Code::OVERRIDES_NOTHING,
                format!("rule `{rule}` of `{}` overrides nothing", script.unit_type),
            )
            .help(match did_you_mean(rule, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a helper of this unit type is written `private fn`".to_owned(),
            })
        };
        let at = linker.glance(&[script.span]).public.into_iter().find(|(n, ..)| n == rule);
        let at = at.map_or(script.span, |(.., span)| head(span));
        return linker.diagnostics.push(diagnostic.at(at, ""));
    }
    let arguments: Vec<String> = (0..parameters).map(|p| format!("p{p}")).collect();
    let arguments = arguments.join(",");
    let mut text = format!("fn {rule}({arguments}){{switch p{position}.kind{{");
    for number in 0..types.0.len() {
        if let Some(own) = winner(own.iter().copied(), types.line(number), rule, position) {
            let name = own_name(rule, position, own.unit_type, own.at);
            let _ = write!(text, "{number}=>{name}({arguments}),");
        }
    }
    let _ = write!(text, "_=>{rule}{BELOW}P{position}({arguments})}}}}");
    linker.compiler.mapper.begin(Names::default());
    match linker.compiler.engine.compile(&text) {
        Ok(ast) => {
            let first = linker.rules.iter().position(|r| r.unit_type.is_some() && &*r.name == rule);
            for function in ast.iter_fn_def().filter(|f| f.access == FnAccess::Public) {
                linker.slots.entry(rule.to_owned()).or_default().push(Definition {
                    order,
                    key: format!("P{position}"),
                    function: function.clone(),
                    rule: first.unwrap_or(0),
                });
            }
        }
        Err(error) => {
            let at = Span::new(linker.stack.units[own[0].script].span.file, 0, 0);
            linker.diagnostics.push(
                Diagnostic::error(
                    Code::BAD_UNIT_RULE,
                    format!("the dispatcher of `{rule}` does not compile: {error}"),
                )
                .at(at, ""),
            );
        }
    }
}
