//! Introspection: async-graphql resolves `__schema` and `__type`.

use std::fmt::Write as _;

use async_graphql::{Request, Response, Value, Variables};
use bluejay_core::{
    AsIter as _,
    executable::{FragmentSpread as _, OperationDefinition as _},
};
use bluejay_parser::{
    HasSpan,
    ast::executable::{OperationDefinition, Selection, SelectionSet},
};
use futures_util::future::BoxFuture;

use crate::schema::{
    caller::Caller,
    document::{self, Document, Fragments, items},
    error::argument_error,
};

/// Lets async-graphql execute a request, on the schema of a graph.
pub type ExecuteByEngine = fn(Request) -> BoxFuture<'static, Response>;

/// The introspection of an operation.
pub(super) struct Introspection {
    /// A query of the introspection fields alone.
    text: String,
}

impl Introspection {
    /// The introspection of an operation, if it has any.
    pub(super) fn find(
        document: &Document<'_>,
        fragments: &Fragments<'_>,
        operation: &OperationDefinition<'_>,
    ) -> Option<Self> {
        let mut copy = Copy { text: document.text, fragments, used: Vec::new() };
        let fields = copy.introspection_fields(operation.selection_set());
        if fields.is_empty() {
            return None;
        }
        // Without defaults: variables have their values when the operation runs.
        let variables = items(operation.as_ref().variable_definitions())
            .map(|variable| format!("${}: {} ", variable.variable().name(), copy.source(variable.r#type())));
        let variables: String = variables.collect();
        let mut text =
            if variables.is_empty() { format!("{{{fields}}}") } else { format!("query({variables}){{{fields}}}") };
        for name in &copy.used {
            if let Some(fragment) = fragments.get(name.as_str()) {
                let (condition, set) = (fragment.type_condition().named_type(), fragment.selection_set());
                let _ = write!(text, "fragment {name} on {} {}", condition.as_str(), copy.source(set));
            }
        }
        Some(Self { text })
    }

    /// Runs it. A caller who may not see the schema gets null.
    pub(super) async fn run(&self, execute: ExecuteByEngine, variables: &Variables, caller: &Caller) -> Response {
        if !caller.sees_schema {
            return Response::new(Value::Null);
        }
        let mut response = execute(Request::new(&*self.text).variables(variables.clone())).await;
        argument_error::describe_errors(&mut response);
        // They are places of another text.
        response.errors.iter_mut().for_each(|error| error.locations.clear());
        response
    }
}

/// Copies parts of a document's text.
struct Copy<'a> {
    text: &'a str,
    fragments: &'a Fragments<'a>,
    /// The fragments that the copied parts spread, at any depth.
    used: Vec<String>,
}

impl<'a> Copy<'a> {
    fn source(&self, part: &impl HasSpan) -> &'a str {
        &self.text[part.span().byte_range()]
    }

    /// The introspection fields of a query's selection set. Fragments that have others too become inline fragments.
    fn introspection_fields(&mut self, set: &SelectionSet<'_>) -> String {
        let mut fields = String::new();
        for selection in set.iter() {
            let (head, below) = match selection {
                Selection::Field(field) => {
                    if matches!(field.name().as_str(), "__schema" | "__type") {
                        fields += self.source(field);
                        fields.push('\n');
                        field.selection_set().into_iter().for_each(|below| self.add_fragments(below));
                    }
                    continue;
                }
                Selection::InlineFragment(fragment) => {
                    let below = fragment.selection_set();
                    (self.text[document::start(fragment)..document::start(below)].to_owned(), below)
                }
                Selection::FragmentSpread(spread) => {
                    let Some(fragment) = self.fragments.get(spread.name().as_str()) else { continue };
                    let directives = items(spread.directives()).map(|directive| self.source(directive));
                    let condition = fragment.type_condition().named_type().as_str();
                    let head = format!("... on {condition} {}", directives.collect::<Vec<_>>().join(" "));
                    (head, fragment.selection_set())
                }
            };
            let inner = self.introspection_fields(below);
            if !inner.is_empty() {
                let _ = write!(fields, "{head}{{{inner}}}");
            }
        }
        fields
    }

    fn add_fragments(&mut self, set: &SelectionSet<'_>) {
        for selection in set.iter() {
            match selection {
                Selection::Field(field) => {
                    field.selection_set().into_iter().for_each(|below| self.add_fragments(below));
                }
                Selection::InlineFragment(fragment) => self.add_fragments(fragment.selection_set()),
                Selection::FragmentSpread(spread) => {
                    let name = spread.name().as_str();
                    if let Some(fragment) = self.fragments.get(name)
                        && !self.used.iter().any(|used| used == name)
                    {
                        self.used.push(name.to_owned());
                        self.add_fragments(fragment.selection_set());
                    }
                }
            }
        }
    }
}
