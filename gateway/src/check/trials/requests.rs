//! Tries other keys of a request where a read is refused, or does not return what was asked for: for a proposal only.
//!
//! Only reads are tried, with names that the service itself used: as keys of its responses, or in the messages of its refusal.
//! The values of a response are never sent as keys: they may be somebody's data.

use std::collections::BTreeSet;

use serde_json::{Value, value::RawValue};
use services::wire::ReadOnly;

use super::{
    path_questions::PathQuestions,
    refusal_names::{RefusalNames, names_in_refusal},
};
use crate::{
    check::{
        draft::Draft,
        examination::Examination,
        inference::{self, usual_names::is_message_key},
        responses::{
            filter,
            http_status::is_success,
            nested::without_wrappers,
            observation::{self, Observation},
        },
    },
    contract::{
        field_names::{ALIKE, likeness},
        request::{self, RequestKey},
        value_type::ExpectedType,
    },
    session::Session,
    upstream::{Fault, RawResponse},
};

/// Maximum number of trials of one request, and of a run.
const MAX_TRIALS_OF_REQUEST: usize = 10;
const MAX_TRIALS: usize = 80;

/// Builds a session whose requests are written in a mapping.
pub(in crate::check) type Connect<'a> = dyn Fn(&Draft) -> Option<Session> + 'a;

pub(in crate::check) struct Trials<'a> {
    connect: &'a Connect<'a>,
    pub(super) paths: &'a PathQuestions,
    left: usize,
}

/// What a response says about its request.
#[derive(PartialEq, Eq)]
enum TrialOutcome {
    /// It has what was asked for.
    Found,
    /// Other keys may do better.
    NotFound,
    /// Other keys would not help.
    Other,
}

impl<'a> Trials<'a> {
    pub(in crate::check) fn new(connect: &'a Connect<'a>, paths: &'a PathQuestions) -> Self {
        Self { connect, paths, left: MAX_TRIALS }
    }

    /// A session whose requests are written in a mapping.
    pub(super) fn session(&self, mapping: &Draft) -> Option<Session> {
        (self.connect)(mapping)
    }

    /// The answer to a call that is written in another mapping. `None`: it failed, or the trials of the run are used up.
    pub(in crate::check) async fn send<C: ReadOnly>(&mut self, call: &C, mapping: &Draft) -> Option<RawResponse> {
        self.left = self.left.checked_sub(1)?;
        (self.connect)(mapping)?.upstream().probe(call).await.ok()
    }

    /// Looks at the last response of a service; if it may have misunderstood the request, tries other keys, and other types of
    /// their values. One that is understood goes into the guess, and its response takes the place of the last. Returns whether
    /// one was. `others` are the responses of other services, which show how this one may be written.
    pub(in crate::check) async fn look<C: ReadOnly>(
        &mut self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
        others: &[Observation<'_>],
    ) -> bool {
        let has_numbers = self.look_for_numbers(examination, call, guess).await;
        let has_keys = self.look_for_keys(examination, call, guess, others).await;
        // The right key may want a number.
        if has_keys {
            self.look_for_numbers(examination, call, guess).await;
        }
        has_keys || has_numbers
    }

    /// Tries other keys.
    async fn look_for_keys<C: ReadOnly>(
        &mut self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
        others: &[Observation<'_>],
    ) -> bool {
        let keys = request::keys_of(&C::schema_name());
        if keys.is_empty() || outcome(examination, call, guess) != TrialOutcome::NotFound {
            return false;
        }
        let mut named = names_in_refusal(examination, guess);
        named.pair(&keys.iter().map(|key| guess.request_key(&key.owner, &key.name)).collect::<Vec<_>>());
        // Other keys would not help: the value is not what the service wants.
        if named.is_about_value_of(keys.iter().map(|key| guess.request_key(&key.owner, &key.name))) {
            return false;
        }
        let to_try = keys_to_try(examination, call, guess, &keys);
        for spellings in spellings_of(&keys, &to_try, &named, guess) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut other = guess.clone();
            for (key, spelling) in keys.iter().zip(spellings) {
                if spelling != guess.request_key(&key.owner, &key.name) {
                    other.set(&["requests", &key.owner, &key.name], spelling, None);
                }
            }
            let Some(session) = (self.connect)(&other) else { continue };
            let answer = session.upstream().probe(call).await;
            let before = examination.take();
            let was_refused = matches!(&before, Some(Ok(raw)) if !is_success(raw.status));
            examination.add_asked(call, answer);
            let seen: Vec<_> = others.iter().copied().chain(examination.observations()).collect();
            let read = inference::infer(&other, &seen);
            let outcome = outcome(examination, call, &read);
            // Rows instead of a refusal are right, even where they cannot be read yet.
            let is_answered = was_refused && examination.answers.last().is_some_and(has_data);
            if outcome == TrialOutcome::Found
                || is_answered
                || accepts_keys(examination, &other, &keys, &named, was_refused)
            {
                *guess = other;
                return true;
            }
            examination.take();
            if let Some(before) = before {
                examination.add_asked(call, before);
            }
            if outcome == TrialOutcome::Other {
                return false;
            }
        }
        false
    }
}

fn has_data(answer: &Result<RawResponse, Fault>) -> bool {
    answer.as_ref().is_ok_and(|raw| is_success(raw.status) && seems_to_have_data(&raw.body))
}

/// Whether a refusal had named the keys as they were sent then, and the next one is about something else: a claim that may not
/// be reopened, or the kind of a value.
fn accepts_keys(
    examination: &Examination,
    sent: &Draft,
    keys: &[RequestKey],
    named: &RefusalNames,
    was_refused: bool,
) -> bool {
    let Some(Ok(raw)) = examination.answers.last() else { return false };
    let names = || keys.iter().map(|key| sent.request_key(&key.owner, &key.name));
    let still = names_in_refusal(examination, sent);
    // Something was unknown before, and now nothing is.
    let is_past_names = !named.unknown.is_empty() && still.unknown.is_empty() && still.missing.is_empty();
    if was_refused && (still.is_about_value_of(names()) || is_past_names && names().any(|name| still.names_key(name))) {
        return true;
    }
    // The others were known before.
    let is_known =
        |name: &str| named.names.contains(name) || !named.unknown.is_empty() && !named.unknown.contains(name);
    matches!(raw.status, 404 | 409 | 422)
        && names().any(|name| named.names.contains(name))
        && names().all(is_known)
        && !named.names.iter().any(|name| still.names.contains(name))
}

/// Whether a service answered with what was asked for.
pub(in crate::check) fn is_understood<C: ReadOnly>(examination: &Examination, call: &C, guess: &Draft) -> bool {
    request::keys_of(&C::schema_name()).is_empty()
        && examination.answers.iter().flatten().all(|raw| is_success(raw.status))
        || outcome(examination, call, guess) == TrialOutcome::Found
}

fn outcome<C: ReadOnly>(examination: &Examination, call: &C, guess: &Draft) -> TrialOutcome {
    let Some(Ok(raw)) = examination.answers.last() else { return TrialOutcome::Other };
    if !is_success(raw.status) {
        return if matches!(raw.status, 400 | 404 | 409 | 415 | 422 | 500) {
            TrialOutcome::NotFound
        } else {
            TrialOutcome::Other
        };
    }
    let Some(text) = examination.last_translated(guess) else { return TrialOutcome::Other };
    let Some(data) = observation::data(&text).filter(|data| !is_nothing(data)) else {
        return if seems_to_have_data(&raw.body) { TrialOutcome::Other } else { TrialOutcome::NotFound };
    };
    let request = C::schema_name();
    let Ok(asked) = serde_json::to_value(call) else { return TrialOutcome::Other };
    let filtered = filter::compare(&request, &asked, data, guess);
    match () {
        () if filtered.not_applied.is_empty() => TrialOutcome::Found,
        // Rows that were not asked for: the service did not know the key, and ignored it.
        () if is_list(examination) => TrialOutcome::NotFound,
        () if filtered.has_asked => TrialOutcome::Found,
        () => TrialOutcome::Other,
    }
}

fn is_list(examination: &Examination) -> bool {
    examination.contract.nodes[0].expected == ExpectedType::List
}

/// The keys for which the last answer has rows with other values; all if it has none.
fn keys_to_try<C: ReadOnly>(
    examination: &Examination,
    call: &C,
    guess: &Draft,
    keys: &[RequestKey],
) -> BTreeSet<String> {
    let text = examination.last_translated(guess);
    let data = text.as_deref().and_then(observation::data).filter(|data| !is_nothing(data));
    let not_applied = data
        .zip(serde_json::to_value(call).ok())
        .map(|(data, asked)| filter::compare(&C::schema_name(), &asked, data, guess).not_applied);
    let not_applied = not_applied.filter(|keys| !keys.is_empty());
    not_applied.unwrap_or_else(|| keys.iter().map(|key| key.name.clone()).collect())
}

fn is_nothing(data: &RawValue) -> bool {
    matches!(serde_json::from_str(data.get()), Ok(value) if is_empty(&value))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.values().all(is_empty),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Whether a response has objects or lists beside its messages, wherever they are.
pub(super) fn seems_to_have_data(body: &[u8]) -> bool {
    match serde_json::from_slice(body) {
        Ok(Value::Array(rows)) => !rows.is_empty(),
        Ok(Value::Object(members)) => members.iter().any(|(key, value)| {
            let is_nested = matches!(value, Value::Array(_) | Value::Object(_));
            is_nested && !is_message_key(key) && !is_empty(value)
        }),
        _ => false,
    }
}

/// The spellings to try, for each key one, the likeliest first.
fn spellings_of(
    keys: &[RequestKey],
    to_try: &BTreeSet<String>,
    named: &RefusalNames,
    guess: &Draft,
) -> Vec<Vec<String>> {
    let sent = |key: &RequestKey| guess.request_key(&key.owner, &key.name).to_owned();
    let unknown = keys.iter().filter(|key| named.unknown.contains(&sent(key))).count();
    let of_key = |key: &RequestKey| {
        let is_decided = guess.is_decided(&["requests", &key.owner, &key.name]) || !to_try.contains(&key.name);
        // A refusal that names the keys that it does not know knows the others.
        if is_decided || unknown > 0 && !named.unknown.contains(&sent(key)) {
            return vec![sent(key)];
        }
        candidates(key, unknown.max(usize::from(keys.len() == 1)) == 1, named, guess)
    };
    let of_keys: Vec<Vec<String>> = keys.iter().map(of_key).collect();
    let mut all: Vec<(usize, Vec<String>)> = vec![(0, Vec::new())];
    for candidates in of_keys {
        let mut longer = Vec::new();
        for (rank, chosen) in &all {
            for (at, candidate) in candidates.iter().enumerate() {
                longer.push((rank + at, chosen.iter().chain([candidate]).cloned().collect()));
            }
        }
        all = longer;
    }
    all.sort_by_key(|(rank, _)| *rank);
    let plain: Vec<_> = keys.iter().map(|key| guess.request_key(&key.owner, &key.name).to_owned()).collect();
    all.into_iter().map(|(_, chosen)| chosen).filter(|chosen| *chosen != plain).take(MAX_TRIALS_OF_REQUEST).collect()
}

/// `is_only`: no other key of the request is to be renamed.
fn candidates(key: &RequestKey, is_only: bool, named: &RefusalNames, guess: &Draft) -> Vec<String> {
    let field = request::field_for(&key.owner, &key.name);
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !found.iter().any(|one| one == name) {
            found.push(name.to_owned());
        }
    };
    let resembles = |name: &str| {
        let of_field = field.map_or(0.0, |field| likeness(name, field.name, field.owner));
        likeness(name, &key.name, "").max(of_field) >= ALIKE
    };
    let is_other = |name: &&String| **name != key.name && !named.unknown.contains(*name);
    named.names.iter().chain(&named.words).filter(is_other).filter(|name| resembles(name)).for_each(|name| add(name));
    // What did not come is the only key that it does not know.
    if let (Some(name), 1, true) = (named.missing.first(), named.missing.len(), is_only) {
        add(name);
    }
    guess.requested_elsewhere(&key.name).into_iter().for_each(&mut add);
    if let Some(field) = field {
        let spellings: Vec<_> = guess.spellings_of(field.name).into_iter().map(without_wrappers).collect();
        spellings.iter().filter(|name| !name.contains('.')).for_each(|name| add(name));
        // What stands in a nested object is one key in a request: `insurer.id` is `insurerId`.
        for (object, inner) in spellings.iter().filter_map(|name| name.split_once('.')) {
            flat_names(object, inner).iter().for_each(|name| add(name));
        }
        add(field.name);
    }
    // It may be any that did not come; the only key of a request any that the refusal names.
    named.missing.iter().filter(is_other).for_each(|name| add(name));
    named.names.iter().filter(|name| is_only && is_other(name)).for_each(|name| add(name));
    add(&key.name);
    found.retain(|name| !named.unknown.contains(name));
    if found.is_empty() { vec![key.name.clone()] } else { found }
}

/// The usual names of a key within an object where both are one name.
fn flat_names(object: &str, key: &str) -> [String; 3] {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    [format!("{object}{}", capital(key)), format!("{key}{}", capital(object)), format!("{object}_{key}")]
}

#[cfg(test)]
mod tests {
    use super::seems_to_have_data;

    #[test]
    fn data_are_known_under_whatever_key() {
        assert!(seems_to_have_data(br#"{"ok":true,"registro":{"nmPet":"Rex"}}"#));
        assert!(seems_to_have_data(br#"[{"nmPet":"Rex"}]"#));
        assert!(!seems_to_have_data(br#"{"ok":false,"erros":["Informe codigoStatus"],"registro":null,"itens":[]}"#));
    }
}
