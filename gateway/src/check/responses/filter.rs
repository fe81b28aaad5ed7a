//! Whether rows are those that a request asked for.

use std::collections::BTreeSet;

use serde_json::{Value, value::RawValue};

use super::nested::plain;
use crate::{
    check::draft::Draft,
    contract::{comparison::Members, request},
};

/// How rows answer a request.
#[derive(Debug, Default)]
pub(in crate::check) struct Filtered {
    /// Whether a row has all that was asked for. A field that did not come says nothing.
    pub(in crate::check) has_asked: bool,
    /// The keys of the request, by their names in the contract, for which a row has another value: they did not filter.
    pub(in crate::check) not_applied: BTreeSet<String>,
}

/// Compares the rows of a response in the contract's form with what was asked.
pub(in crate::check) fn compare(request: &str, asked: &Value, data: &RawValue, draft: &Draft) -> Filtered {
    let rows = serde_json::from_str::<Vec<&RawValue>>(data.get()).unwrap_or_else(|_| vec![data]);
    let rows: Vec<Members> = rows.into_iter().filter_map(|row| serde_json::from_str(row.get()).ok()).collect();
    let mut has_asked = vec![true; rows.len()];
    let mut not_applied = BTreeSet::new();
    for (key, value) in asked.as_object().into_iter().flatten() {
        let field = request::field_for(request, key);
        let value = serde_json::value::to_raw_value(value).ok().and_then(|value| plain(&value));
        let (Some(field), Some(value)) = (field, value) else { continue };
        for (row, has_asked) in rows.iter().zip(&mut has_asked) {
            let Some(found) = row.value(field.name) else { continue };
            let found = plain(found);
            // Some of the digits may be hidden.
            if found.as_ref().is_some_and(|found| found.contains('*')) {
                continue;
            }
            let is_asked =
                found.is_some_and(|found| is_same(&found, &value) || draft.status_of_contract(&found) == value);
            if !is_asked {
                *has_asked = false;
                not_applied.insert(key.clone());
            }
        }
    }
    Filtered { has_asked: has_asked.contains(&true), not_applied }
}

/// Compares without punctuation, and without zeros that a number has lost: a CPF may come so.
fn is_same(one: &str, other: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    plain(one).trim_start_matches('0') == plain(other).trim_start_matches('0')
}
