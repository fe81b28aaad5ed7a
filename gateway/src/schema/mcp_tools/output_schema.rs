//! The JSON Schema of a tool's results, from what its document selects and the types of the graph.

use apollo_compiler::{
    ExecutableDocument, Name,
    ast::{Document, Type},
    executable::{Field, Selection, SelectionSet},
    schema::ExtendedType,
};
use async_graphql::indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use crate::schema::{graph::Graph, validation};

/// The schema of the data of a document with one operation.
///
/// # Errors
/// Why there is none, as the end of a sentence.
pub(super) fn build(tree: &Document) -> Result<Json, String> {
    let document = tree
        .to_executable_validate(validation::schema(Graph::Public))
        .map_err(|invalid| format!("não combina com o grafo ({})", invalid.errors.to_string().replace('\n', " ")))?;
    let sets: Vec<_> = document.operations.iter().map(|operation| &operation.selection_set).collect();
    object(&document, &sets)
}

/// The schema of an object of which several sets select fields.
fn object(document: &ExecutableDocument, sets: &[&SelectionSet]) -> Result<Json, String> {
    let mut fields: IndexMap<&str, Vec<&Field>> = IndexMap::new();
    for set in sets {
        collect(document, set, &mut fields)?;
    }
    let mut properties = Map::new();
    for (name, same) in &fields {
        let definition = &same[0].definition;
        let mut schema = value(document, &definition.ty, same)?;
        if let Some(description) = &definition.description {
            schema["description"] = json!(description.replace('\n', " "));
        }
        properties.insert((*name).to_owned(), schema);
    }
    let required: Vec<_> = fields.keys().collect();
    Ok(json!({ "type": "object", "properties": properties, "required": required }))
}

/// Collects the fields of a set by their names in the response.
fn collect<'a>(
    document: &'a ExecutableDocument,
    set: &'a SelectionSet,
    to: &mut IndexMap<&'a str, Vec<&'a Field>>,
) -> Result<(), String> {
    if !matches!(validation::schema(Graph::Public).types.get(&set.ty), Some(ExtendedType::Object(_))) {
        return Err(format!("seleciona campos de {}, que não é um objeto", set.ty));
    }
    for selection in &set.selections {
        if !selection.directives().is_empty() {
            return Err("tem uma diretiva".to_owned());
        }
        match selection {
            Selection::Field(field) => to.entry(field.response_name().as_str()).or_default().push(&**field),
            Selection::InlineFragment(fragment) => collect(document, &fragment.selection_set, to)?,
            Selection::FragmentSpread(spread) => {
                if let Some(fragment) = document.fragments.get(&spread.fragment_name) {
                    collect(document, &fragment.selection_set, to)?;
                }
            }
        }
    }
    Ok(())
}

/// The schema of a field's value.
fn value(document: &ExecutableDocument, ty: &Type, fields: &[&Field]) -> Result<Json, String> {
    let schema = match ty {
        Type::List(item) | Type::NonNullList(item) => {
            json!({ "type": "array", "items": value(document, item, fields)? })
        }
        Type::Named(name) | Type::NonNullNamed(name) => match validation::schema(Graph::Public).types.get(name) {
            Some(ExtendedType::Scalar(_)) => json!({ "type": scalar(name) }),
            Some(ExtendedType::Enum(kind)) => {
                json!({ "type": "string", "enum": kind.values.keys().map(Name::as_str).collect::<Vec<_>>() })
            }
            _ => {
                let sets: Vec<_> = fields.iter().filter_map(|field| field.selection_set.as_ref()).collect();
                object(document, &sets)?
            }
        },
    };
    // Not a list of types, which some clients do not take.
    Ok(if ty.is_non_null() { schema } else { json!({ "anyOf": [schema, { "type": "null" }] }) })
}

/// The JSON type of a scalar. The graph's own scalars are texts.
fn scalar(name: &str) -> &'static str {
    match name {
        "Int" => "integer",
        "Float" => "number",
        "Boolean" => "boolean",
        _ => "string",
    }
}
