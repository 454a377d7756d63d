//! What is wrong with a linked stack: overrides of nothing, wrong numbers of parameters, unknown calls.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rhai::AST;

use super::calls::{FunctionNames, called as function_called, may_be_held};
use super::compiled::Call;
use super::link::{Linker, head};
use super::mapper::{MARK, PRIOR};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::kernel::layer::Rank;

/// How many mistakes of one kind are told.
pub(super) const MOST_TOLD: usize = 20;

impl Linker<'_> {
    pub(super) fn check_slots(&mut self) {
        let plain = self.calls.iter().filter(|call| !call.is_method);
        let mut called: BTreeSet<&str> = plain.map(|call| call.name.as_str()).collect();
        called.extend(self.stack.references.iter().map(|r| &*r.rule));
        let mut found = Vec::new();
        for (name, slot) in &self.slots {
            let mut by_order: Vec<_> = slot.iter().collect();
            by_order.sort_by_key(|d| d.order);
            for pair in by_order.windows(2) {
                let (lower, upper) = (&self.rules[pair[0].rule], &self.rules[pair[1].rule]);
                if lower.parameters.len() != upper.parameters.len() {
                    self.other_arity.insert(name.clone());
                    let told = format!(
                        "`{name}` takes {} in {} and {} here",
                        parameters(lower.parameters.len()),
                        lower.layer,
                        upper.parameters.len()
                    );
                    found.push(
                        Diagnostic::error(Code::WRONG_ARITY, told)
                            .at(head(upper.span), "this would be another rule, called by nobody")
                            .at(head(lower.span), "the rule that it is to override")
                            .help(format!("write `fn {name}({})`", lower.parameters.join(", "))),
                    );
                }
                // A ruling over an earlier one is what the referee means.
                if lower.layer.rank == upper.layer.rank && lower.layer.rank == Rank::House {
                    found.push(
                        Diagnostic::warning(
                            Code::TWO_WRITERS,
                            format!(
                                "`{name}` is defined by two layers of one rank: {} and {}",
                                lower.layer, upper.layer
                            ),
                        )
                        .at(head(upper.span), "this one wins, being later in the stack")
                        .at(head(lower.span), "this one is reached only through `prior`"),
                    );
                }
            }
            if let [only] = slot.as_slice() {
                let rule = &self.rules[only.rule];
                let is_taken = self.natives.has_name(name)
                    || self.natives.is_of_the_language(name, rule.parameters.len());
                if rule.layer.rank > Rank::Core
                    && !rule.expression
                    && !called.contains(name.as_str())
                    && !self.stack.elsewhere.contains(name.as_str())
                    && !is_taken
                {
                    let mut diagnostic = Diagnostic::error(
                        Code::OVERRIDES_NOTHING,
                        format!("rule `{name}` overrides nothing, and nothing calls it"),
                    )
                    .at(head(rule.span), "");
                    let others =
                        self.slots.keys().map(String::as_str).filter(|n| n != name && !n.contains(MARK));
                    diagnostic = match did_you_mean(name, others) {
                        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                        None => diagnostic.help("a helper of this file is written `private fn`"),
                    };
                    found.push(diagnostic);
                }
            }
        }
        for rule in self.rules.iter().filter(|r| !r.expression) {
            for parameter in rule.parameters.iter().filter(|p| self.slots.contains_key(p.as_str())) {
                found.push(
                    Diagnostic::error(
                        Code::RESERVED_NAME,
                        format!("parameter `{parameter}` of rule `{}` has the name of a rule", rule.name),
                    )
                    .at(head(rule.span), "")
                    .note("inside a closure it would be taken for the rule")
                    .help("rename the parameter"),
                );
            }
        }
        found.extend(self.private_over_rules());
        self.diagnostics.extend(found);
    }

    /// Helpers of one layer that have the name of a rule of a lower one: where that rule is called, it goes on as it was.
    fn private_over_rules(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for helper in self.rules.iter().filter(|r| r.private && !r.expression && r.unit_type.is_none()) {
            let definitions = self.slots.get(&*helper.name).into_iter().flatten();
            let mut lower = definitions
                .map(|d| &self.rules[d.rule])
                .filter(|r| !r.expression && r.unit_type.is_none() && r.layer.rank <= helper.layer.rank);
            let Some(rule) = lower.rfind(|r| r.layer != helper.layer) else { continue };
            let told = format!("`private fn {}` overrides nothing", helper.name);
            found.push(
                Diagnostic::warning(Code::PRIVATE_OVERRIDE, told)
                    .at(head(helper.span), "only this layer calls this one")
                    .at(head(rule.span), format!("all others go on with this rule of {}", rule.layer))
                    .help("leave `private` out to override the rule, or give the helper another name"),
            );
            if found.len() == MOST_TOLD {
                break;
            }
        }
        found
    }

    /// Whether what is called behind a point is certain to be nothing: no function has the name, and no map can hold one under it, since
    /// scripts have the name nowhere else.
    fn is_called_by_nobody(&self, name: &str, linked: &BTreeSet<(String, usize)>) -> bool {
        name != PRIOR
            && !self.natives.knows(name)
            && !linked.iter().any(|(linked, _)| function_called(linked) == name)
            && !self.stack.names_elsewhere(name)
    }

    /// With how many arguments there are functions of a name, where none takes so many as a call has.
    fn other_numbers(&self, call: &Call, linked: &BTreeSet<(String, usize)>) -> Option<Vec<usize>> {
        let is_there = linked.contains(&(call.name.clone(), call.arguments))
            || self.natives.takes(&call.name, call.arguments);
        let of_rules = linked.iter().filter(|(name, _)| *name == call.name).map(|(_, count)| *count);
        (!is_there).then(|| of_rules.chain(self.natives.arities(&call.name)).collect())
    }

    /// The same for what is called behind a point, without what stands before that. Nothing for a name under which a map may hold a
    /// closure that takes so many.
    fn other_numbers_behind_a_point(&self, call: &Call, linked: &Linked<'_>) -> Option<Vec<usize>> {
        let name = function_called(&call.name);
        if name == PRIOR || self.natives.takes(name, call.arguments + 1) {
            return None;
        }
        let mut all = linked.numbers().get(name).cloned().unwrap_or_default();
        // What stands before the point is `this` to a rule.
        if all.contains(&call.arguments) {
            return None;
        }
        all.extend(self.natives.arities(name).filter_map(|count| count.checked_sub(1)));
        let is_known = !all.is_empty() || self.natives.knows(name);
        (is_known && !linked.may_be_held(name)).then(|| all.into_iter().collect())
    }

    pub(super) fn check_calls(&mut self, linked: &BTreeSet<(String, usize)>, rules: &AST) {
        let behind = Linked { functions: linked, rules, numbers: OnceCell::new(), held: OnceCell::new() };
        let mut found = Vec::new();
        let mut more = 0;
        for call in &self.calls {
            // What has been told at the rule itself is not told again at each call.
            if self.other_arity.contains(&call.name) {
                continue;
            }
            let is_by_nobody = call.is_method && self.is_called_by_nobody(&call.name, linked);
            let numbers = match call.is_method {
                // A `prior` with nothing below it has been reported already.
                false if call.name == PRIOR => None,
                true if !is_by_nobody => self.other_numbers_behind_a_point(call, &behind),
                _ => self.other_numbers(call, linked),
            };
            let Some(numbers) = numbers else { continue };
            if found.len() >= MOST_TOLD {
                more += 1;
                continue;
            }
            let shown = call.name.split(MARK).next().unwrap_or(&call.name);
            let at = self.compiler.lines.span(call.at, self.compiler.sources);
            let is_prior = at.is_some_and(|at| self.compiler.sources.text(at) == PRIOR);
            let is_known = !numbers.is_empty() || (call.is_method && !is_by_nobody);
            let is_misplaced = call.is_method
                && behind.numbers().get(shown).is_some_and(|all| all.contains(&(call.arguments + 1)));
            let told = if !is_known {
                format!("no rule or primitive is called `{shown}`")
            } else if is_misplaced || numbers.is_empty() {
                format!("`{shown}` cannot be called behind a point")
            } else {
                let noun = if numbers == [1] { "argument" } else { "arguments" };
                let of = if is_prior { format!("`{PRIOR}` of ") } else { String::new() };
                let place = if call.is_method { "behind a point " } else { "" };
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                format!("{place}{of}`{shown}` takes {} {noun}, not {}", numbers.join(" or "), call.arguments)
            };
            let mut diagnostic = Diagnostic::error(Code::UNKNOWN_CALL, told);
            if let Some(span) = at {
                diagnostic = diagnostic.at(span, "");
            }
            if is_misplaced {
                diagnostic = diagnostic.help(format!(
                    "what stands before the point goes into the brackets, as the first argument of `{shown}(…)`"
                ));
            }
            if !is_known {
                let names = linked.iter().map(|(n, _)| n.as_str()).filter(|n| !n.contains(MARK));
                diagnostic = diagnostic
                    .help("`help rules` and `help primitives` in a game list what may be called; `private fn` makes a helper")
                    .near(shown, names.chain(self.natives.names()).chain([PRIOR]));
            }
            found.push(diagnostic);
        }
        if let (1.., Some(last)) = (more, found.last_mut()) {
            last.notes.push(format!("{more} more such calls follow"));
        }
        for reference in &self.stack.references {
            let slot = self.slots.get(&*reference.rule).and_then(|s| s.first());
            let Some(definition) = slot else {
                let known = self.slots.keys().map(String::as_str).filter(|n| !n.contains(MARK));
                let told = format!("no layer defines the rule `{}`", reference.rule);
                let diagnostic = Diagnostic::error(Code::UNKNOWN_RULE, told).at(reference.span, "named here");
                found.push(match did_you_mean(&reference.rule, known) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help(format!("write `fn {}(…)` in a file of rules", reference.rule)),
                });
                continue;
            };
            let rule = &self.rules[definition.rule];
            if let Some(arguments) = reference.arguments.filter(|a| *a != rule.parameters.len()) {
                found.push(
                    Diagnostic::error(
                        Code::WRONG_ARITY,
                        format!(
                            "`{}` is called with {} here, and takes {}",
                            reference.rule,
                            parameters(arguments),
                            rule.parameters.len()
                        ),
                    )
                    .at(reference.span, "")
                    .at(head(rule.span), "the rule"),
                );
            }
        }
        self.diagnostics.extend(found);
    }
}

/// What is linked, with what is only asked for where a call looks wrong.
struct Linked<'l> {
    functions: &'l BTreeSet<(String, usize)>,
    rules: &'l AST,
    numbers: OnceCell<BTreeMap<&'l str, BTreeSet<usize>>>,
    held: OnceCell<FunctionNames>,
}

impl Linked<'_> {
    /// How many parameters functions have, by the names by which texts call them.
    fn numbers(&self) -> &BTreeMap<&str, BTreeSet<usize>> {
        self.numbers.get_or_init(|| {
            let mut numbers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
            for (name, count) in self.functions {
                numbers.entry(function_called(name)).or_default().insert(*count);
            }
            numbers
        })
    }

    fn may_be_held(&self, name: &str) -> bool {
        self.held.get_or_init(|| may_be_held(self.rules)).contains(name)
    }
}

fn parameters(count: usize) -> String {
    match count {
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}
