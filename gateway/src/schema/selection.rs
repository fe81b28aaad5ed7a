//! What the selection under a field asks for, where knowing it saves a call.

use async_graphql::Context;

/// Whether nothing but one field (and `__typename`) is asked of the object that the current field answers with.
pub(super) fn asks_only(ctx: &Context<'_>, name: &str) -> bool {
    ctx.field().selection_set().all(|field| matches!(field.name(), "__typename") || field.name() == name)
}
