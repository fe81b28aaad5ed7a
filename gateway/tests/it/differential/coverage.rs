//! Coverage: which fields of the schema were selected, and which had a value.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{
    documents::{Request, Selection},
    graph::{Composite, Graph, Place, innermost},
};

#[derive(Default)]
pub(super) struct Coverage {
    pub(super) asked: BTreeSet<Place>,
    pub(super) given: BTreeSet<Place>,
}

impl Coverage {
    /// Adds a request and its response.
    pub(super) fn add(&mut self, graph: &Graph, request: &Request, data: &Json) {
        let Some(operation) = request.operation() else { return };
        self.ask(graph, request, graph.query(), &operation.below);
        self.give(graph, request, graph.query(), &operation.below, data);
    }

    fn ask(&mut self, graph: &Graph, request: &Request, type_name: &str, below: &[Selection]) {
        for selection in below {
            match selection {
                Selection::Field { name, below, .. } => {
                    let Some(field) = graph.field(type_name, name) else { continue };
                    self.asked.insert((type_name.to_owned(), name.clone()));
                    self.ask(graph, request, innermost(&field.ty.node), below);
                }
                Selection::Inline { on, below, .. } => {
                    self.ask(graph, request, on.as_deref().unwrap_or(type_name), below);
                }
                Selection::Spread { fragment, .. } => {
                    let fragment = request.fragment(fragment).unwrap();
                    self.ask(graph, request, &fragment.on, &fragment.below);
                }
                Selection::Introspection(_) => {}
            }
        }
    }

    /// Adds an object. A member of a union counts if the response has its type name.
    fn give(&mut self, graph: &Graph, request: &Request, type_name: &str, below: &[Selection], data: &Json) {
        if let Json::Array(items) = data {
            return items.iter().for_each(|item| self.give(graph, request, type_name, below, item));
        }
        let type_name = match graph.composite(type_name) {
            Some(Composite::Union(_)) => match typename(request, below, data) {
                Some(member) => member,
                None => return,
            },
            _ => type_name.to_owned(),
        };
        self.give_all(graph, request, &type_name, below, data);
    }

    fn give_all(&mut self, graph: &Graph, request: &Request, type_name: &str, below: &[Selection], data: &Json) {
        for selection in below {
            match selection {
                Selection::Field { alias, name, below, .. } => {
                    let Some(field) = graph.field(type_name, name) else { continue };
                    let value = &data[alias.as_ref().unwrap_or(name)];
                    if !value.is_null() {
                        self.given.insert((type_name.to_owned(), name.clone()));
                        self.give(graph, request, innermost(&field.ty.node), below, value);
                    }
                }
                Selection::Inline { on, below, .. } => {
                    if on.as_deref().is_none_or(|on| applies(graph, on, type_name)) {
                        self.give_all(graph, request, type_name, below, data);
                    }
                }
                Selection::Spread { fragment, .. } => {
                    let fragment = request.fragment(fragment).unwrap();
                    if applies(graph, &fragment.on, type_name) {
                        self.give_all(graph, request, type_name, &fragment.below, data);
                    }
                }
                Selection::Introspection(_) => {}
            }
        }
    }
}

fn applies(graph: &Graph, on: &str, type_name: &str) -> bool {
    on == type_name || matches!(graph.composite(on), Some(Composite::Union(members)) if members.contains(&type_name))
}

/// The type name of a union's object.
fn typename(request: &Request, below: &[Selection], data: &Json) -> Option<String> {
    below.iter().find_map(|selection| match selection {
        Selection::Field { alias, name, .. } if name == "__typename" => {
            data[alias.as_ref().unwrap_or(name)].as_str().map(str::to_owned)
        }
        Selection::Field { .. } | Selection::Introspection(_) => None,
        Selection::Inline { below, .. } => typename(request, below, data),
        Selection::Spread { fragment, .. } => typename(request, &request.fragment(fragment).unwrap().below, data),
    })
}
