//! A number that an argument of a field gives, as a constant of the document or by variables.

use async_graphql::{Value as ConstValue, Variables};
use async_graphql_value::Value;

/// A number.
pub struct Size(Kind);

enum Kind {
    Fixed(usize),
    /// Rows of a page: the first of these values that is a number, within the bounds.
    Rows {
        given: Vec<Value>,
        assumed: i32,
        max: i32,
    },
    /// Items of a list, at most so many. A single value is a list of one.
    Items {
        given: Value,
        path: &'static [&'static str],
        max: usize,
    },
    /// One if the value is one of these enum values, else none.
    OneOf {
        given: Value,
        names: &'static [&'static str],
    },
    /// Representations of a type, or of any.
    Representations {
        given: Value,
        ty: Option<&'static str>,
    },
}

/// A part of an argument's value.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// In the document.
    Literal(&'a Value),
    /// Below a variable.
    Sent(&'a ConstValue),
    /// A variable whose value is not known yet.
    Unknown,
}

impl Size {
    /// A number that no argument gives.
    pub fn fixed(number: usize) -> Self {
        Self(Kind::Fixed(number))
    }

    /// Rows of a page, by the first of these arguments that is given.
    pub(super) fn rows(given: Vec<Value>, assumed: i32, max: i32) -> Self {
        Self(Kind::Rows { given, assumed, max })
    }

    /// Items of the list at a path below an argument. One that is left out, or is no list, counts as one item.
    pub(super) fn items(given: Option<Value>, path: &'static [&'static str], max: usize) -> Self {
        given.map_or(Self::fixed(1), |given| Self(Kind::Items { given, path, max }))
    }

    /// One if an argument is one of these enum values, else none.
    pub(super) fn one_of(given: Option<Value>, names: &'static [&'static str]) -> Self {
        given.map_or(Self::fixed(0), |given| Self(Kind::OneOf { given, names }))
    }

    /// Representations of a type in an argument, or of any; none while the variables are unknown.
    pub(super) fn representations(given: Option<Value>, ty: Option<&'static str>) -> Self {
        given.map_or(Self::fixed(0), |given| Self(Kind::Representations { given, ty }))
    }

    /// The number for these values of the variables; without them the most that it can be.
    pub(super) fn evaluate(&self, variables: Option<&Variables>) -> usize {
        match &self.0 {
            Kind::Fixed(number) => *number,
            Kind::Rows { given, assumed, max } => {
                let mut parts = given.iter().filter_map(|given| Part::of(given, variables));
                let rows = parts.find_map(|part| match part {
                    Part::Unknown => Some(i64::MAX),
                    part => part.number(),
                });
                usize::try_from(rows.unwrap_or((*assumed).into()).clamp(0, (*max).into())).unwrap_or(usize::MAX)
            }
            Kind::Items { given, path, max } => {
                let mut part = Part::of(given, variables);
                for name in *path {
                    part = part.and_then(|part| part.field(name, variables));
                }
                part.map_or(1, |part| part.items(*max)).clamp(1, *max)
            }
            Kind::OneOf { given, names } => usize::from(Part::of(given, variables).is_some_and(|part| match part {
                Part::Unknown => true,
                part => part.name().is_some_and(|name| names.contains(&name)),
            })),
            Kind::Representations { given, ty } => {
                let is_counted = |value: Part<'_>| {
                    ty.is_none_or(|ty| value.field("__typename", variables).and_then(Part::name) == Some(ty))
                };
                match Part::of(given, variables) {
                    Some(Part::Literal(Value::List(items))) => {
                        let parts = items.iter().filter_map(|item| Part::of(item, variables));
                        parts.filter(|part| is_counted(*part)).count()
                    }
                    Some(Part::Sent(ConstValue::List(items))) => {
                        items.iter().filter(|item| is_counted(Part::Sent(item))).count()
                    }
                    Some(Part::Unknown) | None => 0,
                    Some(single) => usize::from(is_counted(single)),
                }
            }
        }
    }
}

impl<'a> Part<'a> {
    /// A value; `None` if it is a variable that was left out.
    fn of(value: &'a Value, variables: Option<&'a Variables>) -> Option<Self> {
        match (value, variables) {
            (Value::Variable(_), None) => Some(Self::Unknown),
            (Value::Variable(name), Some(variables)) => variables.get(name).map(Self::Sent),
            (value, _) => Some(Self::Literal(value)),
        }
    }

    fn field(self, name: &str, variables: Option<&'a Variables>) -> Option<Self> {
        match self {
            Self::Literal(Value::Object(fields)) => Self::of(fields.get(name)?, variables),
            Self::Sent(ConstValue::Object(fields)) => fields.get(name).map(Self::Sent),
            Self::Unknown => Some(Self::Unknown),
            Self::Literal(_) | Self::Sent(_) => None,
        }
    }

    /// A number; `None` if it is null.
    fn number(self) -> Option<i64> {
        match self {
            Self::Literal(Value::Number(number)) | Self::Sent(ConstValue::Number(number)) => {
                Some(number.as_i64().unwrap_or(i64::MAX))
            }
            _ => None,
        }
    }

    fn items(self, unknown: usize) -> usize {
        match self {
            Self::Literal(Value::List(items)) => items.len(),
            Self::Sent(ConstValue::List(items)) => items.len(),
            Self::Unknown => unknown,
            _ => 1,
        }
    }

    /// An enum value, which JSON writes as a string, or a string.
    fn name(self) -> Option<&'a str> {
        match self {
            Self::Literal(Value::Enum(name)) | Self::Sent(ConstValue::Enum(name)) => Some(name),
            Self::Literal(Value::String(name)) | Self::Sent(ConstValue::String(name)) => Some(name),
            _ => None,
        }
    }
}
