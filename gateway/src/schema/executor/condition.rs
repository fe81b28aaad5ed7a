//! `@skip` and `@include`: when a field is included.

use std::borrow::Borrow;

use async_graphql::{Name, Positioned, Value, Variables, parser::types::Directive};
use async_graphql_value::Value as ValueWithVariables;

/// Variables, and whether each must be true or false: all of them hold, or the conjunction does not.
pub(super) type Conjunction = Vec<(Name, bool)>;

/// When a field is included: always, or by the variables. A field that stands in a document twice,
/// `id @include(if: $a) … id`, has two places in the answer: the first by `$a`, and the second unless `$a`.
#[derive(Clone, Default)]
pub(super) struct IncludeCondition(Option<Box<ByVariables>>);

#[derive(Clone)]
struct ByVariables {
    /// One of these holds,
    any: Vec<Conjunction>,
    /// and none of these.
    unless: Vec<Conjunction>,
}

impl IncludeCondition {
    /// One of these holds.
    pub(super) fn any(of: &[Conjunction]) -> Self {
        Self::any_unless(of, &[])
    }

    /// One of these holds, and none of those.
    pub(super) fn any_unless(any: &[Conjunction], unless: &[Conjunction]) -> Self {
        let is_always = any.iter().any(Vec::is_empty) && unless.is_empty();
        Self((!is_always).then(|| Box::new(ByVariables { any: any.to_vec(), unless: unless.to_vec() })))
    }

    /// How much memory it takes, in bytes.
    pub(super) fn weight(&self) -> usize {
        let of_all = |all: &Conjunction| size_of::<Conjunction>() + all.capacity() * size_of::<(Name, bool)>();
        let by_variables = self.0.iter().flat_map(|by| by.any.iter().chain(&by.unless));
        size_of::<ByVariables>() + by_variables.map(of_all).sum::<usize>()
    }

    /// Whether the field is included.
    #[inline]
    pub(super) fn holds(&self, variables: &Variables) -> bool {
        self.0.as_ref().is_none_or(|by| by.hold(variables))
    }
}

impl ByVariables {
    fn hold(&self, variables: &Variables) -> bool {
        let is = |(name, wanted): &(Name, bool)| (variables.get(name) == Some(&Value::Boolean(true))) == *wanted;
        let hold = |any: &[Conjunction]| any.iter().any(|all| all.iter().all(is));
        hold(&self.any) && !hold(&self.unless)
    }
}

/// What must hold for a selection with these directives; `None` if it never does.
pub(super) fn and_directives(
    conditions: &Conjunction,
    directives: &[impl Borrow<Positioned<Directive>>],
) -> Option<Conjunction> {
    let mut all = conditions.clone();
    for directive in directives {
        let directive = &directive.borrow().node;
        let wanted = match directive.name.node.as_str() {
            "skip" => false,
            "include" => true,
            _ => continue,
        };
        match directive.get_argument("if").map(|value| &value.node) {
            Some(ValueWithVariables::Boolean(value)) if *value != wanted => return None,
            Some(ValueWithVariables::Variable(name)) => all.push((name.clone(), wanted)),
            _ => {}
        }
    }
    Some(all)
}
