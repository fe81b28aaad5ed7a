//! Whether the values of variables are of their types: the coercion of section 6.1.2 of the GraphQL specification.
//!
//! Scalars of the graph's own are left to their parsers, which know more to say about a value that they refuse.

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

use super::sdl;

/// A value that its type does not take. The value itself is not repeated: it may be somebody's.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A variable that must have a value has none, or null.
    Missing(String),
    /// A value, by its variable and the fields that lead to it, and what is wrong with it.
    Value(String, Fault),
}

/// What is wrong with a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is of another type than this.
    Type(String),
    /// It is none of the values of this enumeration.
    EnumValue(String),
    /// It lacks this field.
    MissingField(String),
    /// It has a field that its type does not have.
    UnknownField,
    /// It must have exactly one field.
    OneOf,
}

/// The enumerations and input objects of the graph.
static INPUTS: LazyLock<HashMap<Name, Input>> = LazyLock::new(|| {
    let document = parse_schema(sdl()).expect("the graph's own definition can be parsed");
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
                let is_one_of = definition.directives.iter().any(|directive| directive.node.name.node == "oneOf");
                Input::Object { fields: fields.collect(), is_one_of }
            }
            TypeKind::Scalar | TypeKind::Object(_) | TypeKind::Interface(_) | TypeKind::Union(_) => return None,
        };
        Some((definition.name.node, input))
    });
    inputs.collect()
});

enum Input {
    Enum(HashSet<Name>),
    Object { fields: IndexMap<Name, Field>, is_one_of: bool },
}

struct Field {
    ty: Type,
    is_required: bool,
}

/// Checks the values of an operation's variables by their definitions. The document must be valid; a variable that was left out and has a
/// default is right.
///
/// # Errors
/// [`Wrong`] names the first variable whose value is not of its type.
pub(super) fn check(definitions: &[Positioned<VariableDefinition>], variables: &Variables) -> Result<(), Wrong> {
    for definition in definitions {
        let definition = &definition.node;
        let (name, ty) = (&definition.name.node, &definition.var_type.node);
        let Some(value) = variables.get(name) else {
            if ty.nullable || definition.default_value.is_some() {
                continue;
            }
            return Err(Wrong::Missing(name.to_string()));
        };
        if !ty.nullable && *value == Value::Null {
            return Err(Wrong::Missing(name.to_string()));
        }
        check_value(value, ty, &Place { parent: None, step: Step::Name(name) })?;
    }
    Ok(())
}

fn check_value(value: &Value, ty: &Type, place: &Place<'_>) -> Result<(), Wrong> {
    let wrong = |fault| Err(Wrong::Value(place.to_string(), fault));
    if *value == Value::Null {
        return if ty.nullable { Ok(()) } else { wrong(Fault::Type(ty.to_string())) };
    }
    let name = match &ty.base {
        BaseType::List(item) => {
            // One that stands alone is a list of one.
            let Value::List(items) = value else { return check_value(value, item, place) };
            return items
                .iter()
                .enumerate()
                .try_for_each(|(at, value)| check_value(value, item, &place.below(Step::Item(at))));
        }
        BaseType::Named(name) => name,
    };
    match INPUTS.get(name) {
        Some(Input::Enum(values)) => match value {
            // JSON has no other way to write one.
            Value::String(text) if values.contains(text.as_str()) => Ok(()),
            _ => wrong(Fault::EnumValue(name.to_string())),
        },
        Some(Input::Object { fields, is_one_of }) => {
            let Value::Object(given) = value else { return wrong(Fault::Type(name.to_string())) };
            if *is_one_of && (given.len() != 1 || given.values().any(|value| *value == Value::Null)) {
                return wrong(Fault::OneOf);
            }
            if given.keys().any(|name| !fields.contains_key(name)) {
                return wrong(Fault::UnknownField);
            }
            if let Some((name, _)) = fields.iter().find(|(name, field)| field.is_required && !given.contains_key(*name))
            {
                return wrong(Fault::MissingField(name.to_string()));
            }
            given
                .iter()
                .try_for_each(|(name, value)| check_value(value, &fields[name].ty, &place.below(Step::Name(name))))
        }
        None if is_scalar(value, name) => Ok(()),
        None => wrong(Fault::Type(name.to_string())),
    }
}

/// Whether a value is one of a scalar: of those that the specification defines, or of the graph's own, which judge
/// themselves.
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

/// Where a value stands.
struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    step: Step<'a>,
}

enum Step<'a> {
    Name(&'a str),
    Item(usize),
}

impl<'a> Place<'a> {
    fn below(&'a self, step: Step<'a>) -> Self {
        Self { parent: Some(self), step }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}.")?;
        }
        match self.step {
            Step::Name(name) => f.write_str(name),
            Step::Item(at) => write!(f, "{at}"),
        }
    }
}
