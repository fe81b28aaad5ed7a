//! The schemas of the graphs as bluejay knows them, which validates by them.

use std::{borrow::Cow, sync::LazyLock};

use async_graphql::{Name, Value};
use bluejay_core::{
    ValueReference,
    definition::{
        ScalarTypeDefinition as _, SchemaDefinition as _, TypeDefinitionReference, UnionMemberTypes as _,
        UnionTypeDefinition as _,
    },
};
use bluejay_parser::{
    Error,
    ast::{
        Parse as _,
        definition::{Context, CustomScalarTypeDefinition, DefinitionDocument, SchemaDefinition},
    },
};

use crate::schema::{engine::graph::Graph, scalars};

/// The schema of a graph.
pub(in crate::schema) type GraphSchema = SchemaDefinition<'static, ScalarValidation>;

/// The public schema.
static PUBLIC: LazyLock<GraphSchema> = LazyLock::new(|| read(Graph::Public));
/// The schema of the subgraph.
static SUBGRAPH: LazyLock<GraphSchema> = LazyLock::new(|| read(Graph::Subgraph));

/// Reads a schema that is kept as long as the program runs.
fn read(graph: Graph) -> GraphSchema {
    let text: &'static str = graph.sdl().leak();
    let document = DefinitionDocument::parse(text).result;
    let document = document.unwrap_or_else(|errors| panic!("the schema's own text: {}", messages(errors)));
    let document: &'static DefinitionDocument<'_, _> = Box::leak(Box::new(document));
    GraphSchema::try_from(document).unwrap_or_else(|errors| panic!("the schema is not valid: {}", messages(errors)))
}

fn messages(errors: impl IntoIterator<Item: Into<Error>>) -> String {
    let messages = errors.into_iter().map(|error| error.into().message().to_owned());
    messages.collect::<Vec<_>>().join("; ")
}

/// The schema of a graph, read by the first call.
pub(in crate::schema) fn schema(graph: Graph) -> &'static GraphSchema {
    match graph {
        Graph::Public => &PUBLIC,
        Graph::Subgraph => &SUBGRAPH,
    }
}

/// Whether an object type is a member of a union, by the schema of a graph.
pub(in crate::schema) fn is_member(graph: Graph, object: &str, union: &str) -> bool {
    let Some(TypeDefinitionReference::Union(union)) = schema(graph).get_type_definition(union) else { return false };
    union.union_member_types().contains_type(object)
}

/// Checks literals of the schema's own scalars as their values are checked.
#[derive(Debug)]
pub(in crate::schema) struct ScalarValidation;

impl Context for ScalarValidation {
    fn coerce_custom_scalar_input<const CONST: bool>(
        scalar: &CustomScalarTypeDefinition<'_, Self>,
        value: &impl bluejay_core::Value<CONST>,
    ) -> Result<(), Cow<'static, str>> {
        // A number that does not parse becomes a value that every scalar refuses.
        let number = |digits: &str| digits.parse().map_or(Value::Boolean(true), Value::Number);
        // No scalar accepts a list or an object, so their contents do not matter.
        let literal = match value.as_ref() {
            ValueReference::Null | ValueReference::Variable(_) => return Ok(()),
            ValueReference::String(text) => Value::String(text.to_owned()),
            ValueReference::Boolean(value) => Value::Boolean(value),
            ValueReference::Integer(value) => number(&value.to_string()),
            ValueReference::Float(value) => number(&value.to_string()),
            ValueReference::Enum(name) => Value::Enum(Name::new(name)),
            ValueReference::List(_) => Value::List(Vec::new()),
            ValueReference::Object(_) => Value::Object(Default::default()),
        };
        scalars::refusal(scalar.name(), &literal).map_or(Ok(()), |sentence| Err(sentence.into()))
    }
}
