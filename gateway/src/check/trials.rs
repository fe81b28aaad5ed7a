//! Sends requests again in other spellings, until a service understands them: for a proposal only.

pub(super) mod headers;
mod numbers;
mod pages;
pub(super) mod path_questions;
pub(super) mod paths;
pub(super) mod refusal_names;
mod refusal_sentences;
#[cfg(test)]
mod refusal_texts;
pub(super) mod requests;
