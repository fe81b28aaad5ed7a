//! Maps arguments of the graph to those of a tool, so that a refusal names what the agent wrote.

use std::collections::{BTreeMap, BTreeSet};

use bluejay_core::{AsIter, Value as _, ValueReference};
use bluejay_parser::ast::{
    VariableValue,
    executable::{Selection, SelectionSet},
};
use rmcp::model::JsonObject;
use serde_json::Value as Json;

use crate::schema::engine::document::items;

/// The tool's arguments in each argument of the graph, as refusals have it: `filtro.statusEm` has `status`, and `filtro` has
/// each that the document puts into it.
#[derive(Default)]
pub struct ArgumentNames(BTreeMap<String, BTreeSet<String>>);

impl ArgumentNames {
    /// Adds those of a selection set, but for its fragments. `schema` is that of the tool's arguments.
    pub(super) fn add_set(&mut self, set: &SelectionSet<'_>, schema: &JsonObject) {
        for selection in set.iter() {
            let below = match selection {
                Selection::Field(field) => {
                    for argument in items(field.arguments()) {
                        self.add_value(argument.name().as_str(), argument.value(), &schema["properties"]);
                    }
                    field.selection_set()
                }
                Selection::InlineFragment(fragment) => Some(fragment.selection_set()),
                Selection::FragmentSpread(_) => None,
            };
            below.into_iter().for_each(|below| self.add_set(below, schema));
        }
    }

    /// Adds those of a value, and returns them.
    fn add_value(&mut self, path: &str, value: &VariableValue<'_>, schemas: &Json) -> BTreeSet<String> {
        let names: BTreeSet<_> = match value.as_ref() {
            ValueReference::Variable(variable) => {
                let name = variable.name();
                self.add_members(path, name, &schemas[name]);
                BTreeSet::from([name.to_owned()])
            }
            ValueReference::List(items) => items.iter().flat_map(|item| self.add_value(path, item, schemas)).collect(),
            ValueReference::Object(fields) => AsIter::iter(fields)
                .flat_map(|(name, value)| self.add_value(&format!("{path}.{}", name.as_str()), value, schemas))
                .collect(),
            _ => return BTreeSet::new(),
        };
        self.0.entry(path.to_owned()).or_default().extend(names.clone());
        names
    }

    /// Adds what is in an argument that is an object.
    fn add_members(&mut self, path: &str, name: &str, schema: &Json) {
        for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
            let (path, name) = (format!("{path}.{member}"), format!("{name}.{member}"));
            self.add_members(&path, &name, schema);
            self.0.entry(path).or_default().insert(name);
        }
    }

    /// A refusal of the graph with the tool's names, where it has others in quotes.
    pub fn translate(&self, refusal: &str) -> String {
        let parts = refusal.split('"').enumerate().map(|(at, part)| match self.0.get(part) {
            // Every second part stands in quotes.
            Some(names) if at % 2 == 1 => names.iter().map(String::as_str).collect::<Vec<_>>().join("\" ou \""),
            _ => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("\"")
    }
}
