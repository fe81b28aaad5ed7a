//! The arguments of a tool: their JSON Schema, and the variables that they become.

use async_graphql::Variables;
use bluejay_core::{
    AsIter as _, BuiltinScalarDefinition,
    definition::{
        EnumTypeDefinition as _, EnumValueDefinition, InputObjectTypeDefinition as _, InputValueDefinition as _,
        SchemaDefinition as _, TypeDefinitionReference,
    },
    executable::VariableDefinition as _,
};
use bluejay_parser::{HasSpan as _, ast::executable::VariableDefinitions};
use rmcp::model::JsonObject;
use serde_json::{Number, Value, json};

use super::error::InvalidToolFile;
use crate::{
    nearest_name::nearest_name,
    schema::engine::{document::InputTypeRef, graph::Graph, validation},
};

/// Most levels of input objects. A type that contains itself is deeper.
const MAX_DEPTH: usize = 3;
/// A longer name is not repeated in the error: it is no misspelling.
const MAX_NAME: usize = 60;

/// The schema of the arguments: an object with a field for each variable.
///
/// # Errors
/// A variable has no description, or a type that is too deep.
pub(super) fn schema(variables: Option<&VariableDefinitions<'_>>) -> Result<JsonObject, InvalidToolFile> {
    let mut fields = Vec::new();
    let Some(variables) = variables else { return Ok(object_schema(fields)) };
    for variable in variables.iter() {
        let (name, place) = (variable.variable().name(), variable.variable().span());
        let Some(description) = variable.description() else {
            return Err(InvalidToolFile::at(place, format!("não descreve ${name}: ponha antes um texto entre aspas")));
        };
        let Some(mut schema) = type_schema(&InputTypeRef::of_variable(variable.r#type()), 0) else {
            let why = format!("${name} tem objetos em mais de {MAX_DEPTH} níveis: use um tipo mais simples");
            return Err(InvalidToolFile::at(place, why));
        };
        schema["description"] = json!(description);
        fields.push((name.to_owned(), schema, variable.is_required()));
    }
    Ok(object_schema(fields))
}

fn object_schema(fields: Vec<(String, Value, bool)>) -> JsonObject {
    let required: Vec<_> = fields.iter().filter(|(.., is_required)| *is_required).map(|(name, ..)| name).collect();
    let required = json!(required);
    let properties: JsonObject = fields.into_iter().map(|(name, schema, _)| (name, schema)).collect();
    let schema = [
        ("type", json!("object")),
        ("properties", properties.into()),
        ("required", required),
        ("additionalProperties", json!(false)),
    ];
    schema.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

fn type_schema(ty: &InputTypeRef, depth: usize) -> Option<Value> {
    match ty {
        InputTypeRef::List { item, .. } => Some(json!({ "type": "array", "items": type_schema(item, depth)? })),
        InputTypeRef::Named { name, .. } => named_schema(name, depth),
    }
}

fn named_schema(name: &str, depth: usize) -> Option<Value> {
    let Some(TypeDefinitionReference::InputObject(object)) =
        validation::schema(Graph::Public).get_type_definition(name)
    else {
        return leaf_schema(name);
    };
    if depth == MAX_DEPTH {
        return None;
    }
    let fields = object.input_field_definitions().iter().map(|field| {
        let schema = type_schema(&InputTypeRef::of_field(field.r#type()), depth + 1)?;
        Some((field.name().to_owned(), schema, field.is_required()))
    });
    Some(object_schema(fields.collect::<Option<_>>()?).into())
}

/// The schema of the values of a scalar or an enum; `None` of another type. Scalars of the graph's own are texts.
pub(super) fn leaf_schema(name: &str) -> Option<Value> {
    let ty = match validation::schema(Graph::Public).get_type_definition(name)? {
        TypeDefinitionReference::BuiltinScalar(BuiltinScalarDefinition::Int) => "integer",
        TypeDefinitionReference::BuiltinScalar(BuiltinScalarDefinition::Float) => "number",
        TypeDefinitionReference::BuiltinScalar(BuiltinScalarDefinition::Boolean) => "boolean",
        TypeDefinitionReference::BuiltinScalar(_) | TypeDefinitionReference::CustomScalar(_) => "string",
        TypeDefinitionReference::Enum(values) => {
            let values: Vec<_> = values.enum_value_definitions().iter().map(EnumValueDefinition::name).collect();
            return Some(json!({ "type": "string", "enum": values }));
        }
        _ => return None,
    };
    Some(json!({ "type": ty }))
}

/// The variables of a call. The graph checks their values.
///
/// # Errors
/// An argument is unknown, which the graph would ignore: a sentence with the known ones.
pub(super) fn read(schema: &JsonObject, arguments: JsonObject) -> Result<Variables, String> {
    let (known, required) = (&schema["properties"], &schema["required"]);
    if let Some(unknown) = arguments.keys().find(|name| known.get(name).is_none()) {
        return Err(no_such_argument(unknown, known));
    }
    Ok(Variables::from_json(read_object(known, required, arguments)))
}

fn no_such_argument(name: &str, known: &Value) -> String {
    let known: Vec<_> = known.as_object().into_iter().flat_map(JsonObject::keys).map(String::as_str).collect();
    let quoted = if name.chars().count() > MAX_NAME { "…" } else { name };
    let refused = format!("Esta ferramenta não tem o argumento {quoted:?}");
    match nearest_name(name, known.iter().copied()) {
        Some(nearest) => format!("{refused}: o nome mais parecido é {nearest:?}."),
        None if known.is_empty() => format!("{refused}, nem outro algum."),
        None => format!("{refused}. Há: {}.", known.join(", ")),
    }
}

/// An object without what was left out: models fill in null, or an empty text.
fn read_object(properties: &Value, required: &Value, fields: JsonObject) -> Value {
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let is_given = |name: &str, value: &Value| match value {
        Value::Null => false,
        Value::String(text) => is_required(name) || !text.trim().is_empty(),
        _ => true,
    };
    let given = fields.into_iter().filter(|(name, value)| is_given(name, value));
    let read = given.map(|(name, value)| {
        let value = read_value(&properties[&name], value);
        (name, value)
    });
    read.collect()
}

/// A value as its type has it. Models and command lines send lists and objects as JSON within a text, numbers as texts, and
/// digits as a number.
fn read_value(schema: &Value, value: Value) -> Value {
    match (schema["type"].as_str().unwrap_or_default(), value) {
        ("array" | "object", Value::String(text)) => match serde_json::from_str(&text) {
            Ok(value @ (Value::Array(_) | Value::Object(_))) => read_value(schema, value),
            // A single value is a list of one.
            _ => text.into(),
        },
        ("array", Value::Array(items)) => items.into_iter().map(|item| read_value(&schema["items"], item)).collect(),
        ("array", single) => read_value(&schema["items"], single),
        ("object", Value::Object(fields)) => read_object(&schema["properties"], &schema["required"], fields),
        ("string", Value::Number(digits)) if digits.is_u64() => digits.to_string().into(),
        ("integer", Value::String(text)) => text.trim().parse::<Number>().map_or_else(|_| text.into(), Value::Number),
        ("boolean", Value::String(text)) => text.trim().parse::<bool>().map_or_else(|_| text.into(), Value::from),
        (_, value) => value,
    }
}
