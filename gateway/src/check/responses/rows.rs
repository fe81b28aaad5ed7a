//! The data and the rows of a response as it came, where a draft says that they are.

use serde_json::value::RawValue;
use services::wire::envelope::DATA;

use super::nested;
use crate::{
    check::draft::{Draft, names::EnvelopePath},
    contract::Contract,
};

/// The data of a response, as the draft says where they are.
pub(in crate::check) fn data_in<'a>(draft: &Draft, body: &'a RawValue) -> Option<&'a RawValue> {
    match draft.envelope_key(DATA) {
        EnvelopePath::Key(key) => nested::at_text(body, key),
        EnvelopePath::None => Some(body),
    }
}

/// The rows of a list as JSON.
pub(in crate::check) fn rows_of<'a>(draft: &Draft, contract: &Contract, body: &'a str) -> Option<Vec<&'a str>> {
    let data = data_in(draft, serde_json::from_str(body).ok()?)?;
    let list = draft.list_of(contract.path).and_then(|key| nested::at_text(data, key)).unwrap_or(data);
    let rows: Vec<&RawValue> = serde_json::from_str(list.get()).ok()?;
    Some(rows.into_iter().map(RawValue::get).collect())
}
