//! How many items a field selects: an argument has it, as a constant of the document or by variables.

use async_graphql::{InputType, Value, Variables};
use async_graphql_value::Value as ValueWithVariables;
use bluejay_parser::ast::executable::Field;

use super::argument::Argument;
use crate::schema::document;

/// A number of items.
pub struct ListSize(Kind);

enum Kind {
    Fixed(usize),
    PerRequest { max: usize, of: Box<dyn Fn(&Variables) -> usize + Send + Sync> },
}

impl ListSize {
    /// A number that no variable changes.
    pub fn fixed(items: usize) -> Self {
        Self(Kind::Fixed(items))
    }

    /// Rows of a list, by the first of these arguments that is given.
    pub(super) fn from_page_arguments(field: &Field<'_>, arguments: &[&str], assumed: i32, max: i32) -> Self {
        let within = move |rows: i64| usize::try_from(rows.clamp(0, max.into())).unwrap_or(usize::MAX);
        let given: Vec<_> = arguments.iter().filter_map(|name| document::argument(field, name)).collect();
        let given: Vec<_> = given.into_iter().map(document::value).collect();
        match given.first().map(|first| first.clone().into_const()) {
            None => Self::fixed(within(assumed.into())),
            Some(Some(Value::Number(rows))) => Self::fixed(within(rows.as_i64().unwrap_or(i64::MAX))),
            Some(_) => {
                let of = move |variables: &Variables| {
                    within(given.iter().find_map(|value| number(value, variables)).unwrap_or(assumed.into()))
                };
                Self(Kind::PerRequest { max: within(i64::MAX), of: Box::new(of) })
            }
        }
    }

    /// Items of a list in an argument, by the path to it. One that is left out, or is no list, counts as one item.
    pub(super) fn from_list_argument(field: &Field<'_>, path: &[&'static str], max: usize) -> Self {
        let Some((argument, below)) = path.split_first() else { return Self::fixed(1) };
        let Some(given) = document::argument(field, argument).map(document::value) else { return Self::fixed(1) };
        let mut value = Some(&given);
        for name in below {
            value = match value {
                Some(ValueWithVariables::Object(fields)) => fields.get(*name),
                other => other.filter(|value| matches!(value, ValueWithVariables::Variable(_))),
            };
        }
        match value {
            Some(ValueWithVariables::Variable(_)) => {
                let (given, below) = (given.clone(), below.to_vec());
                let of = move |variables: &Variables| items(&given, &below, variables).clamp(1, max);
                Self(Kind::PerRequest { max, of: Box::new(of) })
            }
            Some(ValueWithVariables::List(items)) => Self::fixed(items.len().clamp(1, max)),
            _ => Self::fixed(1),
        }
    }

    /// One if a condition holds for an argument, else none. It does not hold for one that is left out, null or invalid.
    pub(super) fn from_condition<T: InputType + Clone + 'static>(
        field: &Field<'_>,
        argument: &str,
        holds: impl Fn(T) -> bool + Send + Sync + 'static,
    ) -> Self {
        let items = move |value: &Option<T>| usize::from(value.clone().is_some_and(&holds));
        match Argument::<Option<T>>::parse(document::argument(field, argument)) {
            Argument::Constant(value) => Self::fixed(items(&value)),
            argument @ Argument::PerRequest(_) => {
                let of = move |variables: &Variables| argument.get(variables).map_or(0, |value| items(&value));
                Self(Kind::PerRequest { max: 1, of: Box::new(of) })
            }
        }
    }

    /// A number computed from the variables; 0 without them.
    pub(super) fn computed(of: impl Fn(&Variables) -> usize + Send + Sync + 'static) -> Self {
        Self(Kind::PerRequest { max: 0, of: Box::new(of) })
    }

    /// The number for these variables; without them the most that it can be.
    pub(super) fn evaluate(&self, variables: Option<&Variables>) -> usize {
        match (&self.0, variables) {
            (Kind::Fixed(items), _) => *items,
            (Kind::PerRequest { max, .. }, None) => *max,
            (Kind::PerRequest { of, .. }, Some(variables)) => of(variables),
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        matches!(self.0, Kind::Fixed(_))
    }
}

/// A number; `None` if it is null or left out.
fn number(value: &ValueWithVariables, variables: &Variables) -> Option<i64> {
    let number = match value {
        ValueWithVariables::Variable(name) => match variables.get(name)? {
            Value::Number(number) => number,
            _ => return None,
        },
        ValueWithVariables::Number(number) => number,
        _ => return None,
    };
    Some(number.as_i64().unwrap_or(i64::MAX))
}

/// Items of the list at a path; one if it is none.
fn items(value: &ValueWithVariables, path: &[&str], variables: &Variables) -> usize {
    match (value, path) {
        (ValueWithVariables::Variable(name), path) => {
            let below = path.iter().try_fold(variables.get(name), |value, name| match value {
                Some(Value::Object(fields)) => Some(fields.get(*name)),
                _ => None,
            });
            match below.flatten() {
                Some(Value::List(items)) => items.len(),
                _ => 1,
            }
        }
        (ValueWithVariables::Object(fields), [name, below @ ..]) => {
            fields.get(*name).map_or(1, |value| items(value, below, variables))
        }
        (ValueWithVariables::List(items), []) => items.len(),
        _ => 1,
    }
}
