//! Checks that the values of variables are of their types: the coercion of section 6.1.2 of the GraphQL specification.
//!
//! A value that the schema's own scalars refuse fails the request too, with the sentence of its scalar.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::LazyLock,
};

use async_graphql::{
    Name, Positioned, Value, Variables,
    indexmap::IndexMap,
    parser::{
        parse_schema,
        types::{BaseType, Type, TypeKind, TypeSystemDefinition, VariableDefinition},
    },
};

use super::{error::ErrorCode, response::Response, scalars, sdl};
use crate::nearest_name::nearest_name;

/// Most characters of an unknown field that are repeated.
const MAX_NAME: usize = 40;

/// A variable whose value is not of its type. The value itself is not repeated: it may be personal data.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum VariableError {
    /// The variable is required and has no value, or null.
    Missing(String),
    /// The path of the value, from the variable on, and what is wrong with it.
    InvalidValue(String, ValueFault),
}

/// What is wrong with a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ValueFault {
    /// It is not of this type; the most similar field that takes it.
    Type(String, Option<String>),
    /// It is no value of this enum.
    EnumValue(String),
    /// It lacks this field.
    MissingField(String),
    /// It has a field that its type does not have; the field, the most similar one, and all of the type.
    UnknownField(String, Option<String>, Vec<String>),
    /// Its scalar refuses it with this sentence.
    Refused(String),
}

impl VariableError {
    /// The response to the request. A caller who may not see the schema learns nothing about types.
    pub(super) fn into_response(self, knows_types: bool) -> Response {
        let message = match self {
            Self::Missing(name) => format!("Falta o valor da variável ${name}."),
            Self::InvalidValue(_, ValueFault::Refused(sentence)) if !knows_types => sentence,
            Self::InvalidValue(..) if !knows_types => "Uma variável tem um valor que o seu tipo não aceita.".to_owned(),
            Self::InvalidValue(path, fault) => {
                let hint = |name: Option<String>| name.map(|name| format!(" (seria {name}?)")).unwrap_or_default();
                let fault = match fault {
                    ValueFault::Type(name, nearest) => format!("deve ser do tipo {name}{}.", hint(nearest)),
                    ValueFault::EnumValue(name) => format!("deve ser um dos valores de {name}."),
                    ValueFault::MissingField(name) => format!("deve ter o campo {name}."),
                    ValueFault::UnknownField(name, nearest, known) => {
                        let name: String = name.chars().take(MAX_NAME).collect();
                        let (nearest, known) = (hint(nearest), known.join(", "));
                        format!("tem um campo que o seu tipo não conhece: {name}{nearest}. O tipo tem: {known}.")
                    }
                    ValueFault::Refused(sentence) => format!("não é aceito. {sentence}"),
                };
                format!("O valor da variável ${path} {fault}")
            }
        };
        Response::error(ErrorCode::BadUserInput, message)
    }
}

/// The enums and input objects of the schema.
static INPUTS: LazyLock<HashMap<Name, Input>> = LazyLock::new(|| {
    let document = parse_schema(sdl()).expect("the schema's own text can be parsed");
    let definitions = document.definitions.into_iter().filter_map(|definition| match definition {
        TypeSystemDefinition::Type(definition) => Some(definition.node),
        TypeSystemDefinition::Schema(_) | TypeSystemDefinition::Directive(_) => None,
    });
    let inputs = definitions.filter_map(|definition| {
        let input = match definition.kind {
            TypeKind::Enum(kind) => Input::Enum(kind.values.into_iter().map(|value| value.node.value.node).collect()),
            TypeKind::InputObject(kind) => {
                let fields = kind.fields.into_iter().map(|field| {
                    let field = field.node;
                    let is_required = !field.ty.node.nullable && field.default_value.is_none();
                    (field.name.node, Field { ty: field.ty.node, is_required })
                });
                Input::Object(fields.collect())
            }
            TypeKind::Scalar | TypeKind::Object(_) | TypeKind::Interface(_) | TypeKind::Union(_) => return None,
        };
        Some((definition.name.node, input))
    });
    inputs.collect()
});

enum Input {
    Enum(HashSet<Name>),
    Object(IndexMap<Name, Field>),
}

struct Field {
    ty: Type,
    is_required: bool,
}

/// Checks the variables of an operation by their definitions. The document must be valid; a variable that has a default may
/// be left out.
///
/// # Errors
/// [`VariableError`]: the first variable whose value is not of its type.
pub(super) fn check(
    definitions: &[Positioned<VariableDefinition>],
    variables: &Variables,
) -> Result<(), VariableError> {
    for definition in definitions {
        let definition = &definition.node;
        let (name, ty) = (&definition.name.node, &definition.var_type.node);
        let Some(value) = variables.get(name) else {
            if ty.nullable || definition.default_value.is_some() {
                continue;
            }
            return Err(VariableError::Missing(name.to_string()));
        };
        if !ty.nullable && *value == Value::Null {
            return Err(VariableError::Missing(name.to_string()));
        }
        check_value(value, ty, &ValuePath { parent: None, step: PathStep::Name(name) })?;
    }
    Ok(())
}

fn check_value(value: &Value, ty: &Type, path: &ValuePath<'_>) -> Result<(), VariableError> {
    let wrong = |fault| Err(VariableError::InvalidValue(path.to_string(), fault));
    if *value == Value::Null {
        return if ty.nullable { Ok(()) } else { wrong(ValueFault::Type(ty.to_string(), None)) };
    }
    let name = match &ty.base {
        BaseType::List(item) => {
            // A single value is a list of one.
            let Value::List(items) = value else { return check_value(value, item, path) };
            return items
                .iter()
                .enumerate()
                .try_for_each(|(at, value)| check_value(value, item, &path.below(PathStep::Item(at))));
        }
        BaseType::Named(name) => name,
    };
    match INPUTS.get(name) {
        Some(Input::Enum(values)) => match value {
            // JSON writes an enum value as a string.
            Value::String(text) if values.contains(text.as_str()) => Ok(()),
            _ => wrong(ValueFault::EnumValue(name.to_string())),
        },
        Some(Input::Object(fields)) => {
            let Value::Object(given) = value else { return wrong(ValueFault::Type(name.to_string(), None)) };
            // Only of the fields that it lacks: one that is there is no misspelling.
            let lacking = || fields.iter().filter(|(name, _)| !given.contains_key(*name));
            let taking = |value| lacking().filter(move |(_, field)| check_value(value, &field.ty, path).is_ok());
            if let Some(unknown) = given.keys().find(|name| !fields.contains_key(*name)) {
                let nearest = nearest_name(unknown, taking(&given[unknown]).map(|(name, _)| name.as_str()))
                    .or_else(|| nearest_name(unknown, lacking().map(|(name, _)| name.as_str())));
                let known = fields.keys().map(ToString::to_string).collect();
                return wrong(ValueFault::UnknownField(unknown.to_string(), nearest.map(str::to_owned), known));
            }
            if let Some((name, _)) = fields.iter().find(|(name, field)| field.is_required && !given.contains_key(*name))
            {
                return wrong(ValueFault::MissingField(name.to_string()));
            }
            given.iter().try_for_each(|(name, value)| {
                let path = path.below(PathStep::Name(name));
                check_value(value, &fields[name].ty, &path).map_err(|error| match error {
                    // Of the field's own value only, as a list for `status`: `statusEm` takes it.
                    VariableError::InvalidValue(at, ValueFault::Type(ty, None)) if at == path.to_string() => {
                        let nearest = nearest_name(name, taking(value).map(|(name, _)| name.as_str()));
                        VariableError::InvalidValue(at, ValueFault::Type(ty, nearest.map(str::to_owned)))
                    }
                    other => other,
                })
            })
        }
        None if !is_scalar(value, name) => wrong(ValueFault::Type(name.to_string(), None)),
        None => scalars::refusal(name, value).map_or(Ok(()), |sentence| wrong(ValueFault::Refused(sentence))),
    }
}

/// Whether a value is one of a scalar of the specification.
fn is_scalar(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("Boolean", value) => matches!(value, Value::Boolean(_)),
        ("Int", Value::Number(number)) => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        ("Float", value) => matches!(value, Value::Number(_)),
        ("ID", Value::Number(number)) => number.is_i64(),
        ("String" | "ID", value) => matches!(value, Value::String(_)),
        ("Int", _) => false,
        _ => true,
    }
}

/// The path of a value: its variable, then fields and list positions.
struct ValuePath<'a> {
    parent: Option<&'a ValuePath<'a>>,
    step: PathStep<'a>,
}

enum PathStep<'a> {
    Name(&'a str),
    Item(usize),
}

impl<'a> ValuePath<'a> {
    fn below(&'a self, step: PathStep<'a>) -> Self {
        Self { parent: Some(self), step }
    }
}

impl fmt::Display for ValuePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}.")?;
        }
        match self.step {
            PathStep::Name(name) => f.write_str(name),
            PathStep::Item(at) => write!(f, "{at}"),
        }
    }
}
