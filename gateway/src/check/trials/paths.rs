//! Tries other paths of a service where the contract's does not exist: for a proposal only.

use services::wire::ReadOnly;

use super::requests::Trials;
use crate::{
    check::{draft::Draft, examination::Examination, responses::http_status},
    contract::vocabulary::last_segment,
    upstream::{Fault, RawResponse},
};

impl Trials<'_> {
    /// If a service has a wrong path, tries one with other case or a slash at its end, each once. One that answers otherwise
    /// goes into the guess, and its response takes the place of the last. Returns whether one did.
    pub(in crate::check) async fn look_for_path<C: ReadOnly>(
        &self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let entry = ["calls", last_segment(C::PATH), "path"];
        let is_wrong = |answer: &Result<RawResponse, Fault>| {
            answer.as_ref().is_ok_and(|raw| http_status::is_wrong_path(raw.status))
        };
        if examination.answers.len() != 1 || !examination.answers.iter().all(is_wrong) || guess.get(&entry).is_some() {
            return false;
        }
        for path in other_paths(C::PATH) {
            let mut other = guess.clone();
            other.set(&entry, path, None);
            let Some(session) = self.session(&other) else { continue };
            let answer = session.upstream().probe(call).await;
            if answer.as_ref().is_ok_and(|raw| matches!(raw.status, 200 | 201 | 400 | 409 | 415 | 422)) {
                examination.take();
                examination.add_asked(call, answer);
                *guess = other;
                return true;
            }
        }
        false
    }
}

/// The path with its first segment in lower case, with a slash at its end, both, and without a word that it repeats.
pub(in crate::check) fn other_paths(path: &str) -> Vec<String> {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    let lower = path.replacen(first, &first.to_lowercase(), 1);
    let once = path.replace("lista-lista", "lista-");
    let once_lower = lower.replace("lista-lista", "lista-");
    let all = [lower.clone(), format!("{path}/"), format!("{lower}/"), once, once_lower];
    let mut different: Vec<String> = Vec::new();
    for other in all {
        if other != path && !different.contains(&other) {
            different.push(other);
        }
    }
    different
}
