//! Tries other paths of a service where the contract's does not exist, and asks for it at the terminal: for a proposal only.

use services::wire::ReadOnly;

use super::requests::Trials;
use crate::{
    check::{draft::Draft, examination::Examination, inference::refusals, responses::http_status},
    contract::{request, vocabulary::last_segment},
    upstream::{Fault, RawResponse},
};

/// Maximum number of paths of a service that are asked for.
const MAX_PATHS_ASKED: usize = 2;

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

    /// Asks for the path of a service that does not exist, once in a run. Returns whether it is another now.
    pub(in crate::check) async fn ask_for_path<C: ReadOnly>(
        &self,
        examination: &mut Examination,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let entry = ["calls", last_segment(C::PATH), "path"];
        let Some(Ok(first)) = examination.answers.first() else { return false };
        // A service that is asked for one record may say so that there is none.
        let may_be_record = !request::keys_of(&C::schema_name()).is_empty()
            && refusals::has_message(&first.body)
            && !self.paths.has_answer();
        if examination.answers.len() != 1
            || !http_status::is_wrong_path(first.status)
            || may_be_record
            || self.paths.was_asked(C::PATH)
        {
            return false;
        }
        let given = guess.get(&entry).and_then(toml::Value::as_str).map(str::to_owned);
        let (mut tried, mut http) = (given.unwrap_or_else(|| C::PATH.to_owned()), first.status);
        let mut is_other = false;
        for _ in 0..MAX_PATHS_ASKED {
            let why = format!("{tried} respondeu HTTP {http}. Se não é o caminho de {}", last_segment(C::PATH));
            let Ok(Some(path)) = self.paths.ask(C::PATH, &why) else { break };
            let mut other = guess.clone();
            other.set(&entry, path.as_str(), None);
            let Some(session) = self.session(&other).filter(|_| other.mapping().is_ok()) else { continue };
            let answer = session.upstream().probe(call).await;
            let status = answer.as_ref().ok().map(|raw| raw.status);
            examination.take();
            examination.add_asked(call, answer);
            // What was typed is kept, even if something else is wrong too.
            *guess = other;
            is_other = true;
            match status.filter(|status| http_status::is_wrong_path(*status)) {
                Some(status) => (tried, http) = (path, status),
                None => break,
            }
        }
        is_other
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
