//! The JSON Schema of a tool's results, from what its document selects and the types of the graph.

use async_graphql::indexmap::IndexMap;
use bluejay_core::{
    AsIter as _,
    definition::{
        FieldDefinition as _, FieldsDefinition as _, ObjectTypeDefinition as _, OutputType as _, SchemaDefinition as _,
        ShallowOutputTypeReference, TypeDefinitionReference,
    },
    executable::{Field as _, FragmentSpread as _, InlineFragment as _},
};
use bluejay_parser::{
    HasSpan as _,
    ast::{
        VariableDirectives,
        definition::OutputType,
        executable::{ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet},
    },
};
use rmcp::model::JsonObject;
use serde_json::{Value as Json, json};

use super::{arguments::leaf_schema, error::Fault};
use crate::schema::{
    graph::Graph,
    validation::{self, ScalarValidation},
};

/// The schema of the data of a valid document with one operation, a query.
///
/// # Errors
/// The selection has a directive, or a field of a union.
pub(super) fn build(document: &ExecutableDocument<'_>) -> Result<JsonObject, Fault> {
    let sets: Vec<_> = document.operation_definitions().iter().map(OperationDefinition::selection_set).collect();
    object(document, validation::schema(Graph::Public).query().name(), &sets)
}

/// The schema of an object whose fields several selection sets select.
fn object(document: &ExecutableDocument<'_>, ty: &str, sets: &[&SelectionSet<'_>]) -> Result<JsonObject, Fault> {
    let schema = validation::schema(Graph::Public);
    let Some(TypeDefinitionReference::Object(object)) = schema.get_type_definition(ty) else {
        let why = format!("seleciona campos de {ty}, que não é um objeto: escolha campos de objetos");
        return Err(Fault::at(sets[0].span(), why));
    };
    let mut selected = IndexMap::new();
    for set in sets {
        collect(document, set, &mut selected)?;
    }
    let mut properties = JsonObject::new();
    for (name, same) in &selected {
        // A valid document selects no other fields.
        let Some(definition) = object.fields_definition().get(same[0].name().as_str()) else { continue };
        let mut schema = value(document, definition.r#type(), same)?;
        if let Some(description) = definition.description() {
            schema["description"] = json!(description.replace('\n', " "));
        }
        properties.insert((*name).to_owned(), schema);
    }
    let required: Vec<_> = selected.keys().collect();
    let schema = [("type", json!("object")), ("required", json!(required)), ("properties", properties.into())];
    Ok(schema.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
}

/// Collects the fields of a set by their names in the response.
fn collect<'a>(
    document: &'a ExecutableDocument<'a>,
    set: &'a SelectionSet<'a>,
    to: &mut IndexMap<&'a str, Vec<&'a Field<'a>>>,
) -> Result<(), Fault> {
    let none = |directives: Option<&VariableDirectives<'_>>| match directives {
        Some(directives) => match directives.iter().next() {
            Some(directive) => Err(Fault::at(directive.span(), "tem uma diretiva: tire-a")),
            None => Ok(()),
        },
        None => Ok(()),
    };
    for selection in set.iter() {
        match selection {
            Selection::Field(field) => {
                none(field.directives())?;
                to.entry(field.response_key()).or_default().push(field);
            }
            Selection::InlineFragment(fragment) => {
                none(fragment.directives())?;
                collect(document, fragment.selection_set(), to)?;
            }
            Selection::FragmentSpread(spread) => {
                none(spread.directives())?;
                let fragments = document.fragment_definitions().iter();
                for fragment in fragments.filter(|fragment| fragment.name().as_str() == spread.name().as_str()) {
                    collect(document, fragment.selection_set(), to)?;
                }
            }
        }
    }
    Ok(())
}

/// The schema of a field's value.
fn value(
    document: &ExecutableDocument<'_>,
    ty: &OutputType<'static, ScalarValidation>,
    fields: &[&Field<'_>],
) -> Result<Json, Fault> {
    let schema = match ty.as_shallow_ref() {
        ShallowOutputTypeReference::List(item, _) => {
            json!({ "type": "array", "items": value(document, item, fields)? })
        }
        ShallowOutputTypeReference::Base(name, _) => match leaf_schema(name) {
            Some(schema) => schema,
            None => {
                let sets: Vec<_> = fields.iter().filter_map(|field| field.selection_set()).collect();
                object(document, name, &sets)?.into()
            }
        },
    };
    // Not a list of types, which some clients do not take.
    Ok(if ty.is_required() { schema } else { json!({ "anyOf": [schema, { "type": "null" }] }) })
}
