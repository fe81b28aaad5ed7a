//! The rule that a subscription has one root field. bluejay counts selections, and looks one fragment deep.

use async_graphql::ServerError;
use bluejay_core::{
    AsIter as _, OperationType,
    executable::{Field as _, FragmentSpread as _, InlineFragment as _, OperationDefinition as _},
};
use bluejay_parser::{
    HasSpan,
    ast::{
        VariableDirectives,
        executable::{Field, Selection, SelectionSet},
    },
};

use crate::schema::document::{self, Document, Fragments, items};

/// The error of the first subscription that has not exactly one root field, or a condition on it.
pub(super) fn error(document: &Document<'_>) -> Option<ServerError> {
    let fragments = document.fragments();
    let (message, place) = document.operations().iter().find_map(|operation| {
        let is_subscription = operation.as_ref().operation_type() == OperationType::Subscription;
        is_subscription.then(|| check(&fragments, operation.selection_set(), &mut None).err())?
    })?;
    Some(ServerError::new(message, Some(document::position(document.text, place))))
}

/// Checks selections at the root. Limits keep their fragments from being many or cyclic.
///
/// # Errors
/// What is wrong, and where.
fn check<'a>(
    fragments: &Fragments<'a>,
    set: &'a SelectionSet<'a>,
    only: &mut Option<&'a Field<'a>>,
) -> Result<(), (&'static str, usize)> {
    for selection in set.iter() {
        match selection {
            Selection::Field(field) => {
                check_directives(field.directives(), field)?;
                if field.name().as_str().starts_with("__") {
                    return Err(("a subscription has no introspection at its root", document::start(field)));
                }
                let first = only.get_or_insert(field);
                if first.response_key() != field.response_key() {
                    return Err(("a subscription has only one root field", document::start(field)));
                }
            }
            Selection::InlineFragment(fragment) => {
                check_directives(fragment.directives(), fragment)?;
                check(fragments, fragment.selection_set(), only)?;
            }
            Selection::FragmentSpread(spread) => {
                check_directives(spread.directives(), spread)?;
                if let Some(fragment) = fragments.get(spread.name().as_str()) {
                    check(fragments, fragment.selection_set(), only)?;
                }
            }
        }
    }
    Ok(())
}

fn check_directives(
    directives: Option<&VariableDirectives<'_>>,
    selection: &impl HasSpan,
) -> Result<(), (&'static str, usize)> {
    if items(directives).any(|directive| ["skip", "include"].contains(&directive.name().as_str())) {
        return Err(("the root field of a subscription has no @skip or @include", document::start(selection)));
    }
    Ok(())
}
