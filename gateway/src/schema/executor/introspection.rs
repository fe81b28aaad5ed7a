//! Introspection: async-graphql resolves `__schema` and `__type`.

use std::collections::{HashMap, HashSet};

use async_graphql::{
    Name, Pos, Positioned, Request, Response, Variables,
    parser::types::{
        Directive, DocumentOperations, ExecutableDocument, FragmentDefinition, InlineFragment, OperationDefinition,
        Selection, SelectionSet, TypeCondition,
    },
};

use futures_util::future::BoxFuture;

use super::weight;
use crate::schema::{caller::Caller, error::argument_error};

/// Lets async-graphql execute a request, on the schema of a graph.
pub type ExecuteByEngine = fn(Request) -> BoxFuture<'static, Response>;

/// The introspection of an operation: its document without all other fields.
pub(super) struct Introspection {
    document: ExecutableDocument,
    execute: ExecuteByEngine,
}

impl Introspection {
    /// The introspection of an operation, if it has any.
    pub(super) fn find(
        document: &ExecutableDocument,
        operation: &OperationDefinition,
        execute: ExecuteByEngine,
    ) -> Option<Self> {
        let set = only_introspection(&operation.selection_set.node, &document.fragments);
        if set.items.is_empty() {
            return None;
        }
        let mut used = HashSet::new();
        add_fragments(&set, &document.fragments, &mut used);
        let fragments = document.fragments.iter().filter(|(name, _)| used.contains(name));
        let fragments = fragments.map(|(name, fragment)| (name.clone(), fragment.clone())).collect();
        let mut operation = operation.clone();
        operation.selection_set.node = set;
        let operations = DocumentOperations::Single(Positioned::new(operation, Pos::default()));
        Some(Self { document: ExecutableDocument { operations, fragments }, execute })
    }

    /// Runs it. A caller who may not see the schema gets null.
    pub(super) async fn run(&self, variables: &Variables, caller: &Caller) -> Response {
        let mut request = Request::new("").variables(variables.clone());
        if !caller.sees_schema() {
            request = request.disable_introspection();
        }
        request.set_parsed_query(self.document.clone());
        let mut response = (self.execute)(request).await;
        argument_error::describe_errors(&mut response);
        // The paths of a run are reversed until the response is complete.
        response.errors.iter_mut().for_each(|error| error.path.reverse());
        response
    }

    /// Its memory in bytes.
    pub(super) fn weight(&self) -> usize {
        weight::of(&self.document)
    }
}

/// The introspection fields of a query's selection set.
fn only_introspection(set: &SelectionSet, fragments: &HashMap<Name, Positioned<FragmentDefinition>>) -> SelectionSet {
    let items = set.items.iter().filter_map(|selection| {
        let kept = match &selection.node {
            Selection::Field(field) => {
                matches!(field.node.name.node.as_str(), "__schema" | "__type").then(|| selection.node.clone())?
            }
            Selection::InlineFragment(fragment) => {
                let fragment = &fragment.node;
                inline(fragment.type_condition.clone(), &fragment.directives, &fragment.selection_set, fragments)?
            }
            Selection::FragmentSpread(spread) => {
                let fragment = &fragments.get(&spread.node.fragment_name.node)?.node;
                let condition = Some(fragment.type_condition.clone());
                inline(condition, &spread.node.directives, &fragment.selection_set, fragments)?
            }
        };
        Some(Positioned::new(kept, selection.pos))
    });
    SelectionSet { items: items.collect() }
}

/// The introspection fields of a fragment, as an inline fragment.
fn inline(
    type_condition: Option<Positioned<TypeCondition>>,
    directives: &[Positioned<Directive>],
    set: &Positioned<SelectionSet>,
    fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
) -> Option<Selection> {
    let below = only_introspection(&set.node, fragments);
    let directives = directives.to_vec();
    let fragment = InlineFragment { type_condition, directives, selection_set: Positioned::new(below, set.pos) };
    (!fragment.selection_set.node.items.is_empty())
        .then(|| Selection::InlineFragment(Positioned::new(fragment, set.pos)))
}

/// Adds the fragments that a selection set spreads, at any depth.
fn add_fragments<'a>(
    set: &'a SelectionSet,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    to: &mut HashSet<&'a Name>,
) {
    for selection in &set.items {
        let below = match &selection.node {
            Selection::Field(field) => &field.node.selection_set.node,
            Selection::InlineFragment(fragment) => &fragment.node.selection_set.node,
            Selection::FragmentSpread(spread) => match fragments.get_key_value(&spread.node.fragment_name.node) {
                Some((name, fragment)) if to.insert(name) => &fragment.node.selection_set.node,
                _ => continue,
            },
        };
        add_fragments(below, fragments, to);
    }
}
