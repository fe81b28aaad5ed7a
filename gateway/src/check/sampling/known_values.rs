//! Values to ask with: codes and numbers from all rows received.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use schemars::JsonSchema as _;
use serde_json::value::RawValue;
use services::wire::acionamento::ListaAcionamentosBySinistro;

use crate::{
    check::responses::nested::plain,
    contract::{comparison::Members, request, value_type::ValueType},
};

/// How deep the objects of the contract are nested at most: a body may be nested without end.
const DEPTH: u8 = 8;
/// Maximum number of rows remembered.
const MAX_ROWS: usize = 2_000;
/// Maximum number of digits in which a number that no claim has differs from another one.
const UNUSED_DIGITS: usize = 6;

/// The values of the rows so far.
#[derive(Default)]
pub(in crate::check) struct KnownValues {
    rows: Vec<KnownRow>,
}

struct KnownRow {
    /// By the name of the field.
    values: BTreeMap<String, String>,
    /// The fields whose values are numbers.
    numbers: BTreeSet<String>,
    /// Whether a flag of it is true: an acionamento that may be reopened.
    is_flagged: bool,
}

impl KnownValues {
    /// Adds the objects of a response in the contract's form.
    pub(in crate::check) fn add(&mut self, value: &RawValue) {
        self.add_within(value, DEPTH);
    }

    fn add_within(&mut self, value: &RawValue, depth: u8) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            items.into_iter().take(MAX_ROWS).for_each(|item| self.add_within(item, depth));
        } else if let Ok(members) = serde_json::from_str::<Members>(value.get()) {
            let text = |(key, value): &(Cow<str>, &RawValue)| Some((key.clone().into_owned(), plain(value)?));
            let values: BTreeMap<_, _> = members.0.iter().filter_map(text).collect();
            let numbers = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::Integer);
            let numbers = numbers.map(|(key, _)| key.clone().into_owned()).collect();
            let is_true = |value: &RawValue| {
                let text = value.get().trim_matches('"').to_lowercase();
                matches!(text.as_str(), "true" | "s" | "sim" | "1" | "y" | "yes" | "x")
            };
            let is_flagged = members.0.iter().any(|(key, value)| key.starts_with("fl") && is_true(value));
            if !values.is_empty() && self.rows.len() < MAX_ROWS {
                self.rows.push(KnownRow { values, numbers, is_flagged });
            }
            members.0.iter().for_each(|(_, value)| self.add_within(value, depth));
        }
    }

    /// The different values for a key of a request, in the order in which they came, up to a maximum.
    pub(in crate::check) fn values_for(&self, request: &str, key: &str, most: usize) -> Vec<String> {
        let Some(field) = request::field_for(request, key) else { return Vec::new() };
        different(self.rows.iter().filter_map(|row| row.values.get(field.name)), most)
    }

    /// A number of the form that claims have, and that none of them has; `None` if no claim is known.
    pub(in crate::check) fn unused_number(&self) -> Option<String> {
        let known = self.values_for(&ListaAcionamentosBySinistro::schema_name(), "sinistro", MAX_ROWS);
        let number = known.last()?;
        let end = number.rfind(|letter: char| letter.is_ascii_digit())? + 1;
        let digits = number[..end].bytes().rev().take_while(u8::is_ascii_digit).count().min(UNUSED_DIGITS);
        let unused = format!("{}{}{}", &number[..end - digits], "9".repeat(digits), &number[end..]);
        (!known.contains(&unused)).then_some(unused)
    }

    /// The same, those of rows with a true flag first.
    pub(in crate::check) fn flagged_first(&self, request: &str, key: &str, most: usize) -> Vec<String> {
        let Some(field) = request::field_for(request, key) else { return Vec::new() };
        let flagged = self.rows.iter().filter(|row| row.is_flagged);
        different(flagged.chain(&self.rows).filter_map(|row| row.values.get(field.name)), most)
    }

    /// The different values of a field, and whether each is a number.
    pub(in crate::check) fn codes(&self, field: &str) -> Vec<(String, bool)> {
        let mut codes: Vec<(String, bool)> = Vec::new();
        for row in &self.rows {
            if let Some(value) = row.values.get(field)
                && !codes.iter().any(|(known, _)| known == value)
            {
                codes.push((value.clone(), row.numbers.contains(field)));
            }
        }
        codes
    }

    /// The different values of a field, each with that of another field beside it.
    pub(in crate::check) fn pairs(&self, field: &str, beside: &str) -> Vec<(String, String)> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for row in &self.rows {
            if let (Some(value), Some(other)) = (row.values.get(field), row.values.get(beside))
                && !pairs.iter().any(|(known, _)| known == value)
            {
                pairs.push((value.clone(), other.clone()));
            }
        }
        pairs
    }

    /// Values of the same row for two keys of a request.
    pub(in crate::check) fn of_one_row(&self, request: &str, keys: [&str; 2]) -> Option<(String, String)> {
        let [one, other] = keys.map(|key| request::field_for(request, key));
        let (one, other) = (one?, other?);
        self.rows.iter().find_map(|row| Some((row.values.get(one.name)?.clone(), row.values.get(other.name)?.clone())))
    }
}

fn different<'a>(values: impl Iterator<Item = &'a String>, most: usize) -> Vec<String> {
    let mut different: Vec<String> = Vec::new();
    for value in values {
        if different.len() < most && !different.contains(value) {
            different.push(value.clone());
        }
    }
    different
}
