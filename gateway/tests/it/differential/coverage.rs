//! Coverage: which fields of the schema had a value.

use std::collections::BTreeSet;

use async_graphql::parser::{
    parse_query,
    types::{ExecutableDocument, Selection, SelectionSet},
};
use serde_json::Value as Json;

use super::{
    generate::{Request, TYPENAME},
    graph::{Composite, Graph, Place, QUERY, innermost},
};

/// Adds a request and its response.
pub(super) fn add(given: &mut BTreeSet<Place>, graph: &Graph, request: &Request, data: &Json) {
    let document = parse_query(&request.text).unwrap();
    let is_run = |name: Option<&str>| request.operation_name.is_none_or(|wanted| name == Some(wanted));
    let operation = document.operations.iter().find(|(name, _)| is_run(name.map(|name| &**name)));
    let Some((_, operation)) = operation.filter(|_| data.is_object()) else { return };
    Walk { given, graph, document: &document }.object(QUERY, &operation.node.selection_set.node, data);
}

struct Walk<'a> {
    given: &'a mut BTreeSet<Place>,
    graph: &'a Graph,
    document: &'a ExecutableDocument,
}

impl Walk<'_> {
    fn object(&mut self, type_name: &str, below: &SelectionSet, data: &Json) {
        if let Json::Array(items) = data {
            return items.iter().for_each(|item| self.object(type_name, below, item));
        }
        // Every selection of a union asks for it.
        let type_name = data[TYPENAME].as_str().unwrap_or(type_name);
        for selection in &below.items {
            match &selection.node {
                Selection::Field(field) => {
                    let name = &field.node.name.node;
                    let Some(definition) = self.graph.field(type_name, name) else { continue };
                    let value = &data[field.node.response_key().node.as_str()];
                    if !value.is_null() {
                        self.given.insert((type_name.to_owned(), name.to_string()));
                        self.object(innermost(&definition.ty.node), &field.node.selection_set.node, value);
                    }
                }
                Selection::InlineFragment(inline) => {
                    let on = inline.node.type_condition.as_ref().map(|on| &*on.node.on.node);
                    self.fragment(on.unwrap_or(type_name), type_name, &inline.node.selection_set.node, data);
                }
                Selection::FragmentSpread(spread) => {
                    let fragment = &self.document.fragments[&spread.node.fragment_name.node].node;
                    let on = &fragment.type_condition.node.on.node;
                    self.fragment(on, type_name, &fragment.selection_set.node, data);
                }
            }
        }
    }

    fn fragment(&mut self, on: &str, type_name: &str, below: &SelectionSet, data: &Json) {
        let is_member =
            matches!(self.graph.composite(on), Some(Composite::Union(members)) if members.contains(&type_name));
        if on == type_name || is_member {
            self.object(type_name, below, data);
        }
    }
}
