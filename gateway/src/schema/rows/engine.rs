//! What rows take up that are left to the engine.

use std::collections::HashMap;

use async_graphql::{
    ContextSelectionSet, Name, Positioned, ServerResult,
    parser::types::{FragmentDefinition, Selection, SelectionSet},
};

use super::Row;
use crate::schema::{Caller, error::Error};

/// What a field takes up that the engine answers, in bytes.
const ENGINE_VALUE: usize = 256;

/// Counts what the engine makes of rows, before it does: it gives every field of every row a future and a value, and
/// copies its text, once for each name that a field is asked for under.
pub(super) fn reserve<T: Row>(rows: &[T], ctx: &ContextSelectionSet<'_>) -> ServerResult<()> {
    let Some(memory) = ctx.data_opt::<Caller>().and_then(Caller::memory) else { return Ok(()) };
    let (fields, aliases) = fields_and_aliases(&ctx.item.node, &ctx.query_env.fragments);
    let texts: usize = rows.iter().map(Row::length).sum();
    let bytes = (rows.len() * fields).saturating_mul(ENGINE_VALUE).saturating_add(texts.saturating_mul(1 + aliases));
    if memory.is_exhausted() || memory.reserve(bytes).is_err() {
        memory.exhaust();
        return Err(async_graphql::Error::from(Error::no_memory()).into_server_error(ctx.item.pos));
    }
    Ok(())
}

/// How many fields are asked of a row, at whatever depth, and how many of them under another name.
fn fields_and_aliases(set: &SelectionSet, fragments: &HashMap<Name, Positioned<FragmentDefinition>>) -> (usize, usize) {
    let of = |selection: &Positioned<Selection>| match &selection.node {
        Selection::Field(Positioned { node: field, .. }) => {
            let (fields, aliases) = fields_and_aliases(&field.selection_set.node, fragments);
            (fields + 1, aliases + usize::from(field.alias.is_some()))
        }
        Selection::InlineFragment(fragment) => fields_and_aliases(&fragment.node.selection_set.node, fragments),
        Selection::FragmentSpread(spread) => fragments
            .get(&spread.node.fragment_name.node)
            .map_or((0, 0), |fragment| fields_and_aliases(&fragment.node.selection_set.node, fragments)),
    };
    set.items.iter().map(of).fold((0, 0), |(fields, aliases), more| (fields + more.0, aliases + more.1))
}
