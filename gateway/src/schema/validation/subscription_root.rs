//! The rule that a subscription has one root field. bluejay counts selections, and looks one fragment deep.

use async_graphql::{
    Pos, Positioned, ServerError,
    parser::types::{Directive, ExecutableDocument, Field, OperationType, Selection, SelectionSet},
};

/// The error of the first subscription that has not exactly one root field, or a condition on it.
pub(super) fn error(document: &ExecutableDocument) -> Option<ServerError> {
    let mut operations = document.operations.iter().map(|(_, operation)| operation);
    operations.find_map(|operation| {
        let is_subscription = operation.node.ty == OperationType::Subscription;
        is_subscription.then(|| check(document, &operation.node.selection_set.node, &mut None).err())?
    })
}

/// Checks selections at the root. Limits keep their fragments from being many or cyclic.
fn check<'a>(
    document: &'a ExecutableDocument,
    set: &'a SelectionSet,
    only: &mut Option<&'a Positioned<Field>>,
) -> Result<(), ServerError> {
    for Positioned { pos, node: selection } in &set.items {
        check_directives(selection.directives(), *pos)?;
        match selection {
            Selection::Field(field) => {
                if field.node.name.node.starts_with("__") {
                    return Err(ServerError::new("a subscription has no introspection at its root", Some(field.pos)));
                }
                let first = only.get_or_insert(field);
                if first.node.response_key().node != field.node.response_key().node {
                    return Err(ServerError::new("a subscription has only one root field", Some(field.pos)));
                }
            }
            Selection::InlineFragment(fragment) => check(document, &fragment.node.selection_set.node, only)?,
            Selection::FragmentSpread(spread) => {
                if let Some(fragment) = document.fragments.get(&spread.node.fragment_name.node) {
                    check(document, &fragment.node.selection_set.node, only)?;
                }
            }
        }
    }
    Ok(())
}

fn check_directives(directives: &[Positioned<Directive>], pos: Pos) -> Result<(), ServerError> {
    let is_condition =
        |directive: &Positioned<Directive>| ["skip", "include"].contains(&directive.node.name.node.as_str());
    if directives.iter().any(is_condition) {
        return Err(ServerError::new("the root field of a subscription has no @skip or @include", Some(pos)));
    }
    Ok(())
}
