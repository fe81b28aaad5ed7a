//! Codes and numbers that responses have as JSON numbers: requests that are never sent write them so, too.

use std::collections::BTreeMap;

use crate::{
    check::{inference::writing::OF_CLAIM, report::findings::CheckReport},
    contract::value_type::ValueType,
};

/// Fields of responses, and whether they came as whole JSON numbers.
#[derive(Default)]
pub(super) struct NumberFields<'a> {
    /// By the name of the field and of its type: whether every value was one.
    fields: BTreeMap<&'a str, BTreeMap<&'a str, bool>>,
}

impl<'a> NumberFields<'a> {
    pub(super) fn of(report: &'a CheckReport) -> Self {
        let mut found = Self::default();
        for field in report.endpoints.iter().flat_map(|endpoint| &endpoint.fields).filter(|field| field.present > 0) {
            let Some((type_name, name)) = field.name.split_once('.') else { continue };
            let mut came =
                field.found.iter().filter(|one| !matches!(one.kind, ValueType::Null | ValueType::EmptyText)).peekable();
            if came.peek().is_none() {
                continue;
            }
            let is_number = came.all(|one| one.kind == ValueType::Integer);
            let of_type = found.fields.entry(name).or_default().entry(type_name).or_insert(true);
            *of_type &= is_number;
        }
        found
    }

    /// Why a request writes the value of a field as a number: all responses have it so, or else claims, or most types.
    pub(super) fn reason(&self, field: &str) -> Option<String> {
        // A claim that is named beside another is written as all claims.
        let of_field = self.fields.get(field).or_else(|| {
            let (_, types) = self.fields.iter().find(|(name, _)| field.starts_with(**name))?;
            Some(types)
        })?;
        let others: Vec<_> = of_field.iter().filter(|(_, is_number)| !**is_number).map(|(name, _)| *name).collect();
        if others.is_empty() {
            return Some("nas respostas é sempre um número".to_owned());
        }
        let numbers = of_field.len() - others.len();
        let (is_number, of) = match OF_CLAIM.iter().find_map(|name| of_field.get(name)) {
            Some(is_number) => (*is_number, "no sinistro e nos procedimentos dele"),
            None => (numbers > others.len(), "na maioria das respostas"),
        };
        let named: Vec<_> = others.iter().map(|name| format!("{name}.{field}")).collect();
        is_number.then(|| format!("{of} é um número, mas não em {}", named.join(", ")))
    }
}
