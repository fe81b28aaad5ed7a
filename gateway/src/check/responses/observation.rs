//! A response as it came, and what it says in the contract's form.

use serde_json::value::RawValue;
use services::wire::envelope::{DATA, MESSAGES, STATUS};

use super::{nested::plain, translation::Translation};
use crate::{
    check::draft::Draft,
    contract::{Contract, comparison::Members},
};

/// A response.
#[derive(Clone, Copy)]
pub(in crate::check) struct Observation<'a> {
    pub(in crate::check) contract: &'a Contract,
    pub(in crate::check) http: u16,
    pub(in crate::check) body: &'a str,
    /// Whether it was asked for with a value that nobody has.
    pub(in crate::check) is_provoked: bool,
}

/// A response in the contract's form.
pub(in crate::check) fn translated(draft: &Draft, one: &Observation) -> Option<String> {
    let body = one.body.trim_start_matches('\u{feff}');
    Translation { draft, contract: one.contract }.response(one.http, body)
}

/// The data of a response in the contract's form; none of a refusal.
pub(in crate::check) fn data(text: &str) -> Option<&RawValue> {
    serde_json::from_str::<Members>(text).ok()?.value(DATA)
}

/// The message of a response in the contract's form.
pub(in crate::check) fn message(text: &str) -> Option<String> {
    let members = serde_json::from_str::<Members>(text).ok()?;
    let messages = members.value(MESSAGES)?;
    match serde_json::from_str::<Vec<String>>(messages.get()) {
        Ok(texts) => Some(texts.join("\n")).filter(|text| !text.is_empty()),
        Err(_) => plain(messages),
    }
}

/// Whether a response in the contract's form has a status.
pub(in crate::check) fn has_status(text: &str) -> bool {
    serde_json::from_str::<Members>(text).is_ok_and(|members| members.value(STATUS).is_some())
}

/// Whether a response in the contract's form says success.
pub(in crate::check) fn says_success(text: &str) -> bool {
    let members = serde_json::from_str::<Members>(text).ok();
    members.and_then(|members| members.value(STATUS)).is_some_and(|status| matches!(status.get(), "1" | "\"1\""))
}
