//! `@skip` and `@include`: when a field is included.

use async_graphql::{Name, Value, Variables};
use bluejay_core::{Value as _, ValueReference};
use bluejay_parser::ast::VariableDirectives;

use crate::schema::engine::document::items;

/// A conjunction: variables and their required values. It is true if every variable has its value.
pub(super) type Conjunction = Vec<(Name, bool)>;

/// When a field is included: always, or if this one of the plan's [`Conditions`] is true.
pub(super) type IncludeCondition = Option<usize>;

/// The distinct conditions of a plan. Each is evaluated once per run, even if many fields share it.
#[derive(Default)]
pub(super) struct Conditions(Vec<ByVariables>);

/// True if at least one conjunction of `own` is true and none of `earlier` is. A field that occurs twice in a document,
/// `id @include(if: $a) … id`, has two positions in the response: the first if `$a`, the second unless `$a`.
#[derive(PartialEq, Eq)]
struct ByVariables {
    /// At least one must be true. There is only one, except for prefetches.
    own: Vec<Conjunction>,
    /// Those of earlier places of the field. None may be true.
    earlier: Vec<Conjunction>,
}

/// The results of all conditions for the variables of a request.
pub(super) struct IncludedConditions(Vec<bool>);

impl Conditions {
    /// Adds a condition, or reuses an equal one.
    pub(super) fn add(&mut self, own: &[Conjunction], earlier: &[Conjunction]) -> IncludeCondition {
        if own.iter().any(Vec::is_empty) && earlier.is_empty() {
            return None;
        }
        let condition = ByVariables { own: own.to_vec(), earlier: earlier.to_vec() };
        let at = self.0.iter().position(|known| *known == condition).unwrap_or_else(|| {
            self.0.push(condition);
            self.0.len() - 1
        });
        Some(at)
    }

    /// The first variable of a `@skip` or `@include` whose value is null. A `Boolean` with a default may stand there, for which
    /// null may be sent.
    pub(super) fn null_variable(&self, variables: &Variables) -> Option<&Name> {
        let of_all = self.0.iter().flat_map(|by| by.own.iter().chain(&by.earlier).flatten());
        of_all.map(|(name, _)| name).find(|name| variables.get(*name) == Some(&Value::Null))
    }

    /// Evaluates all conditions.
    pub(super) fn evaluate(&self, variables: &Variables) -> IncludedConditions {
        let is = |(name, wanted): &(Name, bool)| (variables.get(name) == Some(&Value::Boolean(true))) == *wanted;
        let hold = |any: &[Conjunction]| any.iter().any(|all| all.iter().all(is));
        IncludedConditions(self.0.iter().map(|by| hold(&by.own) && !hold(&by.earlier)).collect())
    }
}

impl IncludedConditions {
    /// Whether a field with this condition is included.
    pub(super) fn contains(&self, condition: IncludeCondition) -> bool {
        condition.is_none_or(|at| self.0[at])
    }
}

/// The condition of a selection with these directives; `None` if it is never included.
pub(super) fn and_directives(
    conditions: &Conjunction,
    directives: Option<&VariableDirectives<'_>>,
) -> Option<Conjunction> {
    let mut all = conditions.clone();
    for directive in items(directives) {
        let wanted = match directive.name().as_str() {
            "skip" => false,
            "include" => true,
            _ => continue,
        };
        let condition = items(bluejay_core::Directive::arguments(directive)).find(|argument| argument.name() == "if");
        match condition.map(|argument| argument.value().as_ref()) {
            Some(ValueReference::Boolean(value)) if value != wanted => return None,
            Some(ValueReference::Variable(variable)) => all.push((Name::new(variable.name()), wanted)),
            _ => {}
        }
    }
    Some(all)
}
