//! Tries other keys of a request where a read is refused, or does not return what was asked for: for a proposal only.
//!
//! Only reads are tried, with names that the service itself used: in its refusal, or in its responses.

use std::collections::BTreeSet;

use serde_json::Value;
use services::wire::ReadOnly;

use super::{draft::Draft, evidence::plain, examination::Examination, inference, translation::is_success};
use crate::{
    contract::{
        comparison::Members,
        field_names::{ALIKE, likeness, shown},
        request::{self, RequestKey},
    },
    session::Session,
};

/// Most trials of one request, and of a run.
const MOST_OF_REQUEST: usize = 10;
const MOST: usize = 60;

/// Builds a session whose requests are written in a dialect.
pub(super) type Connect<'a> = dyn Fn(&Draft) -> Option<Session> + 'a;

pub(super) struct Trials<'a> {
    connect: &'a Connect<'a>,
    left: usize,
}

/// What a response says about its request.
#[derive(PartialEq, Eq)]
enum Outcome {
    /// It has what was asked for.
    Found,
    /// Other keys may do better.
    NotFound,
    /// Other keys would not help.
    Other,
}

impl<'a> Trials<'a> {
    pub(super) fn new(connect: &'a Connect<'a>) -> Self {
        Self { connect, left: MOST }
    }

    /// Looks at the last response of a service; if it may have misunderstood the request, tries other keys. One that is
    /// understood goes into the guess, and its response takes the place of the last. Returns whether one was.
    pub(super) async fn look<C: ReadOnly>(
        &mut self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let keys = request::keys_of(&C::schema_name());
        if keys.is_empty() || outcome(examination, call, guess) != Outcome::NotFound {
            return false;
        }
        let said = match examination.answers.last() {
            Some(Ok(raw)) => String::from_utf8_lossy(&raw.body).into_owned(),
            _ => String::new(),
        };
        for spellings in spellings_of(&keys, &said, guess) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut other = guess.clone();
            for (key, spelling) in keys.iter().zip(spellings) {
                if spelling != key.name {
                    other.set(&["requests", &key.owner, &key.name], spelling, None);
                }
            }
            let Some(session) = (self.connect)(&other) else { continue };
            let answer = session.upstream().probe(call).await;
            let before = examination.take();
            examination.add(answer);
            let seen: Vec<_> = examination.observations().collect();
            let read = inference::infer(&other, &seen);
            if outcome(examination, call, &read) == Outcome::Found {
                *guess = other;
                return true;
            }
            examination.take();
            if let Some(before) = before {
                examination.add(before);
            }
        }
        false
    }
}

fn outcome<C: ReadOnly>(examination: &Examination, call: &C, guess: &Draft) -> Outcome {
    let http = match examination.answers.last() {
        Some(Ok(raw)) => raw.status,
        _ => return Outcome::Other,
    };
    if !is_success(http) {
        return if matches!(http, 400 | 404 | 409 | 415 | 422 | 500) { Outcome::NotFound } else { Outcome::Other };
    }
    let Some(text) = examination.last_translated(guess) else { return Outcome::Other };
    let Some(data) = inference::data(&text) else { return Outcome::NotFound };
    let request = C::schema_name();
    let Ok(Value::Object(asked)) = serde_json::to_value(call) else { return Outcome::Other };
    let has_all = asked.iter().all(|(key, value)| {
        let Some(field) = request::field_for(&request, key) else { return true };
        let Some(asked) = serde_json::value::to_raw_value(value).ok().and_then(|value| plain(&value)) else {
            return true;
        };
        let rows = serde_json::from_str::<Vec<&serde_json::value::RawValue>>(data.get()).unwrap_or_else(|_| vec![data]);
        rows.iter().any(|row| {
            let Ok(members) = serde_json::from_str::<Members>(row.get()) else { return false };
            // A field that did not come says nothing.
            members.value(field.name).is_none_or(|value| plain(value).is_some_and(|found| is_same(&found, &asked)))
        })
    });
    if has_all { Outcome::Found } else { Outcome::NotFound }
}

/// Compares without punctuation: a CPF may have some.
fn is_same(one: &str, other: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    plain(one) == plain(other)
}

/// The spellings to try, for each key one, the likeliest first.
fn spellings_of(keys: &[RequestKey], said: &str, guess: &Draft) -> Vec<Vec<String>> {
    let named = names_in(said);
    let of_keys: Vec<Vec<String>> = keys.iter().map(|key| candidates(key, keys.len(), &named, guess)).collect();
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
    all.into_iter().map(|(_, chosen)| chosen).filter(|chosen| *chosen != plain).take(MOST_OF_REQUEST).collect()
}

fn candidates(key: &RequestKey, keys: usize, named: &[String], guess: &Draft) -> Vec<String> {
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
    named.iter().filter(|name| **name != key.name && resembles(name)).for_each(|name| add(name));
    guess.requested_elsewhere(&key.name).into_iter().for_each(&mut add);
    if let Some(field) = field {
        guess.spellings_of(field.name).into_iter().for_each(&mut add);
        add(field.name);
    }
    // The only key of a request may be any that the refusal names.
    named.iter().filter(|name| keys == 1 && **name != key.name).for_each(|name| add(name));
    add(&key.name);
    found
}

/// The words of a refusal that look like names of keys: in its texts, and keys below the envelope.
fn names_in(said: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    match serde_json::from_str::<Value>(said) {
        Ok(body) => add_names(&body, 0, &mut names),
        Err(_) => add_words(said, &mut names),
    }
    names.into_iter().collect()
}

fn add_names(value: &Value, depth: u8, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => add_words(text, names),
        Value::Array(items) => items.iter().for_each(|item| add_names(item, depth + 1, names)),
        Value::Object(members) => {
            for (key, value) in members {
                if depth > 0 && shown(key).is_ok() {
                    names.insert(key.clone());
                }
                add_names(value, depth + 1, names);
            }
        }
        _ => {}
    }
}

fn add_words(text: &str, names: &mut BTreeSet<String>) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    for word in text.split(|c: char| !is_part(c)) {
        let has_form = word.contains('_') || word.chars().skip(1).any(char::is_uppercase);
        let is_quoted = ["\"", "'", "`"].iter().any(|quote| text.contains(&format!("{quote}{word}{quote}")));
        let is_only = text.trim() == word;
        if word.len() > 1 && shown(word).is_ok() && (has_form || is_quoted || is_only) {
            names.insert(word.to_owned());
        }
    }
}
