//! The JSON Schema of a tool's results, from what its document selects and the types of the graph.

use bluejay_core::definition::{
    FieldDefinition as _, FieldsDefinition as _, ObjectTypeDefinition as _, OutputType as _, SchemaDefinition as _,
    ShallowOutputTypeReference, TypeDefinitionReference,
};
use bluejay_parser::{
    HasSpan as _,
    ast::{definition::OutputType, executable::SelectionSet},
};
use rmcp::model::JsonObject;
use serde_json::{Value as Json, json};

use super::{arguments::leaf_schema, error::InvalidToolFile};
use crate::schema::{
    engine::{
        document::Fragments,
        graph::Graph,
        validation::{self, ScalarValidation},
    },
    executor::{Collected, Selections},
};

/// The schema of the data of a valid query.
///
/// # Errors
/// It selects a field of a union.
pub(super) fn build(query: &SelectionSet<'_>, fragments: &Fragments<'_>) -> Result<JsonObject, InvalidToolFile> {
    object(validation::schema(Graph::Public).query().name(), &[(query, Vec::new())], fragments)
}

/// The schema of an object whose fields several selection sets select.
fn object(ty: &str, sets: &Selections<'_>, fragments: &Fragments<'_>) -> Result<JsonObject, InvalidToolFile> {
    let schema = validation::schema(Graph::Public);
    let Some(TypeDefinitionReference::Object(object)) = schema.get_type_definition(ty) else {
        let why = format!("seleciona campos de {ty}, que não é um objeto: escolha campos de objetos");
        return Err(InvalidToolFile::at(sets[0].0.span(), why));
    };
    let mut selected = Collected::default();
    for (set, conditions) in sets {
        selected.add_set(set, conditions, fragments, &|_| true);
    }
    let (mut properties, mut required) = (JsonObject::new(), Vec::new());
    for field in &selected.fields {
        // A valid document selects no other fields.
        let Some(definition) = object.fields_definition().get(field.name()) else { continue };
        let mut schema = value(definition.r#type(), &field.selections, fragments)?;
        if let Some(description) = definition.description() {
            schema["description"] = json!(description.replace('\n', " "));
        }
        properties.insert(field.response_name.to_owned(), schema);
        if field.conditions.iter().any(Vec::is_empty) {
            required.push(field.response_name);
        }
    }
    let schema = [("type", json!("object")), ("required", json!(required)), ("properties", properties.into())];
    Ok(schema.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
}

/// The schema of a field's value.
fn value(
    ty: &OutputType<'static, ScalarValidation>,
    sets: &Selections<'_>,
    fragments: &Fragments<'_>,
) -> Result<Json, InvalidToolFile> {
    let schema = match ty.as_shallow_ref() {
        ShallowOutputTypeReference::List(item, _) => json!({ "type": "array", "items": value(item, sets, fragments)? }),
        ShallowOutputTypeReference::Base(name, _) => match leaf_schema(name) {
            Some(schema) => schema,
            None => object(name, sets, fragments)?.into(),
        },
    };
    // Not a list of types, which some clients do not take.
    Ok(if ty.is_required() { schema } else { json!({ "anyOf": [schema, { "type": "null" }] }) })
}
