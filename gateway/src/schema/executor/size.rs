//! A count that an argument of a field determines: a constant of the document, or variables.

use async_graphql::{Name, Value as ConstValue, Variables};
use async_graphql_value::Value;

/// A count of rows, items or calls.
#[expect(missing_docs, reason = "documented at the constructors below")]
pub enum Size {
    /// A constant.
    Fixed(usize),
    /// Rows of a page: the value of the first variable that has a number, else `otherwise`; 0 at least, `max` at most.
    PageRows { variables: Vec<Name>, otherwise: i64, max: i64 },
    /// Items of the list at a path below a variable, at most so many. A single value is a list of one.
    Items { variable: Name, path: &'static [&'static str], max: usize },
    /// Representations of a type, or of any: so many in the document, and those in variables.
    Representations { fixed: usize, variables: Vec<Name>, ty: Option<&'static str> },
}

impl Size {
    /// Rows of a page, by the first of these arguments that is given.
    pub fn rows(given: impl IntoIterator<Item = Option<Value>>, assumed: i32, max: i32) -> Self {
        let mut variables = Vec::new();
        for value in given.into_iter().flatten() {
            match value {
                Value::Variable(name) => variables.push(name),
                Value::Number(number) => {
                    let otherwise = number.as_i64().unwrap_or(i64::MAX);
                    return Self::PageRows { variables, otherwise, max: max.into() };
                }
                _ => {}
            }
        }
        Self::PageRows { variables, otherwise: assumed.into(), max: max.into() }
    }

    /// Items of the list at a path below an argument. A single value counts as one item. So does a missing list: its field makes
    /// one call.
    pub fn items(given: Option<Value>, path: &'static [&'static str], max: usize) -> Self {
        match (given, path) {
            (Some(Value::Variable(variable)), path) => Self::Items { variable, path, max },
            (Some(Value::Object(mut fields)), [name, path @ ..]) => Self::items(fields.swap_remove(*name), path, max),
            (Some(Value::List(items)), []) => Self::Fixed(items.len().clamp(1, max)),
            _ => Self::Fixed(1),
        }
    }

    /// The number of representations of a type, or of all types, in an argument. Variables without a value count as none.
    pub(super) fn representations(given: Option<Value>, ty: Option<&'static str>) -> Self {
        let (mut fixed, mut variables) = (0, Vec::new());
        let items = match given {
            Some(Value::List(items)) => items,
            single => single.into_iter().collect(),
        };
        for item in items {
            match item {
                Value::Variable(name) => variables.push(name),
                item => fixed += item.into_const().map_or(1, |item| count(&item, ty)),
            }
        }
        Self::Representations { fixed, variables, ty }
    }

    /// The number for these values of the variables; without them the most that it can be, but of
    /// representations only those that stand in the document.
    pub(super) fn evaluate<'s>(&self, sent: Option<&'s Variables>) -> usize {
        match self {
            Self::Fixed(number) => *number,
            Self::PageRows { variables, otherwise, max } => {
                let number = |name: &Name| match sent.map(|sent| sent.get(name)) {
                    None => Some(i64::MAX),
                    Some(Some(ConstValue::Number(number))) => Some(number.as_i64().unwrap_or(i64::MAX)),
                    Some(_) => None,
                };
                let rows = variables.iter().find_map(number).unwrap_or(*otherwise).clamp(0, *max);
                usize::try_from(rows).unwrap_or_default()
            }
            Self::Items { variable, path, max } => {
                let Some(sent) = sent else { return *max };
                let below = |value: &'s ConstValue, name: &&str| match value {
                    ConstValue::Object(fields) => fields.get(*name),
                    _ => None,
                };
                match sent.get(variable).and_then(|value| path.iter().try_fold(value, below)) {
                    Some(ConstValue::List(items)) => items.len().clamp(1, *max),
                    _ => 1,
                }
            }
            Self::Representations { fixed, variables, ty } => {
                let sent = variables.iter().filter_map(|name| sent?.get(name));
                fixed + sent.map(|value| count(value, *ty)).sum::<usize>()
            }
        }
    }
}

/// The number of representations of a type, or of any, in a value: a list, or a single one.
fn count(value: &ConstValue, ty: Option<&str>) -> usize {
    match (value, ty) {
        (ConstValue::List(items), _) => items.iter().map(|item| count(item, ty)).sum(),
        (ConstValue::Object(fields), Some(ty)) => {
            usize::from(matches!(fields.get("__typename"), Some(ConstValue::String(name)) if name == ty))
        }
        (_, Some(_)) => 0,
        (_, None) => 1,
    }
}
