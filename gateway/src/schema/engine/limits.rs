//! Limits of one document, checked before any of it runs: the size of its text and form before validation, and its cost (query
//! complexity) with the variables of each request. A trusted document is checked at the start too, with the most that it can
//! cost.
//!
//! Validation follows every spread of a fragment: forty fragments of one line, each spreading the next twice, would keep it
//! busy for years. Here each fragment is measured once.

pub mod limit_kind;
mod selection_size;
#[cfg(test)]
mod tests;

use bluejay_core::{OperationType, executable::OperationDefinition as _};
use serde::Serialize;

use self::{
    limit_kind::LimitKind,
    selection_size::{SelectionSize, SizeCalculator},
};
use super::{document::Document, request_error::RequestError};
use crate::schema::executor::Cost;

/// The limits: what the portal and its tools need, with room to grow. A fragment counts as often as it is spread. The operations
/// of a document count together. Mutations, depth and cost (calls, keyed calls, values) are limits of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentLimits {
    /// Tokens of the text: names, values and punctuators. The portal's longest document has about 400.
    pub tokens: usize,
    /// Depth of nested fields; the portal's deepest document has 6. It bounds chains of relations that lead from one
    /// acionamento to another, such as `origem`.
    pub depth: usize,
    /// Fields with an alias. Without this limit one list could be written many times: `values` does not count the rows of
    /// unpaged lists.
    pub aliases: usize,
    /// Root fields of a mutation without `__typename`. They run one after another.
    pub mutations: usize,
    /// Directives. A field with many conditions has a position in the response for each, and each names all before it: without
    /// this limit the plan of a short text would take megabytes.
    pub directives: usize,
    /// Fields and fragments; the portal's largest document has about 200. They bound the memory of a plan, some 600 bytes a
    /// field.
    pub fields: usize,
    /// Upstream calls without [`Self::keyed_calls`]: 20 lists and the insurers. Insurers, procedures and the menu cost one call
    /// a request; each status of `statusEm` and each year of totals costs one.
    pub calls: usize,
    /// Upstream calls by key: the acionamento behind a relation, or the details of an insured. They count for every row
    /// that `first` or `last` allows.
    pub keyed_calls: usize,
    /// Values of the response: fields, counted for every row that `first` or `last` allows.
    pub values: usize,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            tokens: 1000,
            depth: 10,
            aliases: 30,
            mutations: 1,
            directives: 10,
            fields: 400,
            calls: 21,
            keyed_calls: 1000,
            values: 100_000,
        }
    }
}

/// Maximal depth of nested selection sets, since each function that walks a document recurses at each. Fragments and the
/// introspection count too. GraphiQL's introspection has 15.
pub const MAX_NESTING: usize = 32;

/// Most fields and fragments of a document's introspection, `__schema` and `__type` included. GraphiQL's has about 500.
pub const INTROSPECTION_FIELDS: usize = 1000;
/// Maximal depth of nested lists below `__schema` and `__type`: each multiplies the response. GraphiQL's introspection has
/// 3: types, their fields, the fields' arguments.
pub const INTROSPECTION_LISTS: usize = 3;

/// Most representations of a federation router's request: two of the largest pages refer to so many objects. Those that are
/// read by key have the limit [`DocumentLimits::keyed_calls`] as well.
pub const MAX_REPRESENTATIONS: usize = 1000;

/// A limit, and how much of it a document uses.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LimitUse {
    limit: LimitKind,
    used: usize,
    max: usize,
}

impl LimitUse {
    pub(super) fn new(limit: LimitKind, used: usize, max: usize) -> Self {
        Self { limit, used, max }
    }

    /// Refuses a document that exceeds the limit. Without `used`, since counting may have stopped early.
    ///
    /// # Errors
    /// [`RequestError::Exceeded`].
    pub(super) fn check(self) -> Result<(), RequestError> {
        let Self { limit, used, max } = self;
        if used > max { Err(RequestError::Exceeded { limit, max, used: None }) } else { Ok(()) }
    }
}

/// Checks the form of a document, in time proportional to its length.
///
/// # Errors
/// [`RequestError`]: the document must not be validated.
pub(super) fn check_form(document: &Document<'_>, limits: &DocumentLimits) -> Result<(), RequestError> {
    let mut calculator = SizeCalculator::new(document);
    form(document, &mut calculator, limits)?.into_iter().try_for_each(LimitUse::check)?;
    calculator.check_each_fragment()
}

/// What the form of a document uses of each limit.
fn form<'a>(
    document: &'a Document<'a>,
    calculator: &mut SizeCalculator<'a>,
    limits: &DocumentLimits,
) -> Result<Vec<LimitUse>, RequestError> {
    let mut uses = Vec::new();
    let mut total = SelectionSize::default();
    for operation in document.operations() {
        let size = calculator.operation(operation)?;
        if operation.as_ref().operation_type() == OperationType::Mutation {
            uses.push(LimitUse::new(LimitKind::Mutations, size.root_fields, limits.mutations));
        }
        uses.push(LimitUse::new(LimitKind::Depth, size.depth, limits.depth));
        total = total.plus(size);
    }
    uses.extend([
        LimitUse::new(LimitKind::Aliases, total.aliases, limits.aliases),
        LimitUse::new(LimitKind::Directives, total.directives, limits.directives),
        LimitUse::new(LimitKind::Fields, total.fields, limits.fields),
        LimitUse::new(LimitKind::IntrospectionFields, total.introspection, INTROSPECTION_FIELDS),
    ]);
    Ok(uses)
}

/// What an operation of a document uses of each limit, and of the bound of its tool. Only `X-Explain` needs this, so it
/// measures the form again.
pub(super) fn uses_of_all_limits(
    document: &Document<'_>,
    cost: &Cost,
    limits: &DocumentLimits,
    max_cost: Option<u64>,
) -> Vec<LimitUse> {
    let form = form(document, &mut SizeCalculator::new(document), limits);
    let tokens = LimitUse::new(LimitKind::Tokens, document.tokens, limits.tokens);
    uses_of_cost_limits(cost, limits, max_cost).chain([tokens]).chain(form.unwrap_or_default()).collect()
}

/// What the cost of an operation uses of each limit, and of the bound of its tool.
fn uses_of_cost_limits(cost: &Cost, limits: &DocumentLimits, max_cost: Option<u64>) -> impl Iterator<Item = LimitUse> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let of_tool = max_cost.map(|max| LimitUse::new(LimitKind::Cost, size(cost.total()), size(max)));
    let of_document = [
        LimitUse::new(LimitKind::Representations, cost.representations, MAX_REPRESENTATIONS),
        LimitUse::new(LimitKind::Calls, cost.calls(), limits.calls),
        LimitUse::new(LimitKind::KeyedCalls, cost.keyed_calls(), limits.keyed_calls),
        LimitUse::new(LimitKind::Values, cost.values, limits.values),
    ];
    of_document.into_iter().chain(of_tool)
}

/// Checks what an operation costs with the variables of a request, or the most that it can cost.
///
/// # Errors
/// [`RequestError`]: it must not run.
pub fn check_cost(cost: &Cost, limits: &DocumentLimits, max_cost: Option<u64>) -> Result<(), RequestError> {
    match uses_of_cost_limits(cost, limits, max_cost).find(|of| of.used > of.max) {
        Some(LimitUse { limit, used, max }) => Err(RequestError::Exceeded { limit, max, used: Some(used) }),
        None => Ok(()),
    }
}
