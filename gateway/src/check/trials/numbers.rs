//! Sends a JSON number where a read is refused for a text of digits: for a proposal only.

use std::collections::BTreeSet;

use serde_json::Value;
use services::wire::ReadOnly;

use super::{refusal_names::names_in_refusal, requests::Trials};
use crate::{
    check::{draft::Draft, examination::Examination},
    contract::request::{self, RequestKey},
};

impl Trials<'_> {
    /// If a refusal wants a number where a text was sent, or names a key that was sent with digits as a text, sends a number.
    /// Returns whether that was understood.
    pub(super) async fn look_for_numbers<C: ReadOnly>(
        &mut self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let Some(Ok(refused)) = examination.answers.last().cloned() else { return false };
        let named = names_in_refusal(examination, guess);
        let asked = serde_json::to_value(call).unwrap_or_default();
        let is_refused = |key: &RequestKey, name: &str| {
            matches!(refused.status, 400 | 422) && named.may_be_about_value(name) && is_digits(&asked[&key.name])
        };
        let mut other = guess.clone();
        let mut tried = BTreeSet::new();
        for key in request::keys_of(&C::schema_name()) {
            let name = guess.request_key(&key.owner, &key.name).to_owned();
            if named.numbers.contains(&name) || is_refused(&key, &name) {
                other.set_number(&key.owner, &key.name, None);
                tried.insert(name);
            }
        }
        if other.same_values(guess) || other.mapping().is_err() {
            return false;
        }
        let Some(answer) = self.send(call, &other).await else { return false };
        let before = examination.take();
        let is_same = answer.status == refused.status && answer.body == refused.body;
        examination.add_asked(call, Ok(answer));
        // Another refusal is about another thing: a claim that may not be reopened.
        let still = names_in_refusal(examination, &other);
        let is_still_refused = |name: &String| match named.numbers.contains(name) {
            true => still.wrong_values.contains(name) || still.unknown.contains(name),
            false => is_same || still.names_key(name),
        };
        if tried.iter().any(is_still_refused) {
            examination.take();
            if let Some(before) = before {
                examination.add_asked(call, before);
            }
            return false;
        }
        *guess = other;
        true
    }
}

/// Whether a value is a text of digits that a JSON number holds as they are.
fn is_digits(value: &Value) -> bool {
    const MAX_DIGITS: usize = 15;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    value.as_str().is_some_and(|text| !text.is_empty() && text.len() <= MAX_DIGITS && is_number(text))
}
