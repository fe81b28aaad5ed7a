//! The keys of a login's step: those that its refusals name, and those that the operator names.

use std::{collections::BTreeSet, mem};

use services::wire::Call;

use super::{Login, MAX_TRIALS, is_limited, renamed_request_keys};
use crate::{
    check::{
        draft::Draft,
        error::Error,
        examination::Examination,
        inference,
        questions::{ask_if_known, has_terminal},
        responses::http_status::is_success,
        trials::{
            headers::Answer,
            refusal_names::{RefusalNames, names_in_refusal},
        },
    },
    contract::{
        field_names::likeness,
        request::{self, RequestKey},
    },
    mapping::on_demand,
};

/// How often the keys of a step are asked for.
const MAX_TIMES_ASKED: usize = 2;
/// Maximum number of names of a refusal that are proposed for a key.
const MAX_NAMES: usize = 3;

impl Login<'_> {
    /// The response to a step. Where a refusal names keys that were not sent, the step is sent again with these, a few times.
    pub(super) async fn understood<C: Call>(
        &mut self,
        mut answer: Answer,
        send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        for _ in self.trials_of_step..MAX_TRIALS {
            let Some(named) = self.named::<C>(&answer, &self.mapping) else { break };
            let mut renamed = renamed_request_keys::find(&C::schema_name(), &self.mapping, named);
            let sent = self.with_keys(&renamed);
            // Nothing is sent that the mapping cannot say.
            if renamed.is_empty() || sent.mapping().is_err() {
                break;
            }
            self.trials += 1;
            self.trials_of_step += 1;
            let again = send(&sent).await?;
            if is_limited(&again) {
                answer = again;
                break;
            }
            // A name that is still unknown, or still missing, was a wrong guess; so was one instead of a key that is missing now.
            let still = self.named::<C>(&again, &sent).unwrap_or_default();
            let is_missed = |key: &RequestKey| still.missing.contains(self.mapping.request_key(&key.owner, &key.name));
            renamed.retain(|(key, name)| {
                !still.unknown.contains(name) && !still.missing.contains(name) && !is_missed(key)
            });
            if renamed.is_empty() {
                break;
            }
            for (key, spelling) in &renamed {
                self.guess.set(&["requests", &key.owner, &key.name], spelling.as_str(), None);
            }
            self.mapping = self.with_keys(&renamed);
            let mut refused = Examination::of::<C>();
            refused.add(mem::replace(&mut answer, again));
            self.refused.push(refused);
        }
        Ok(answer)
    }

    /// The mapping with other keys of a request.
    fn with_keys(&self, renamed: &[(RequestKey, String)]) -> Draft {
        let mut other = self.mapping.clone();
        for (key, spelling) in renamed {
            other.set(&["requests", &key.owner, &key.name], spelling.as_str(), None);
        }
        other
    }

    /// What the refusal of a step that was sent in a mapping names.
    fn named<C: Call>(&self, answer: &Answer, sent: &Draft) -> Option<RefusalNames> {
        let raw = answer.as_ref().ok().filter(|raw| matches!(raw.status, 200 | 400 | 409 | 422))?;
        let mut examination = Examination::of::<C>();
        examination.add(Ok(raw.clone()));
        let seen: Vec<_> = examination.observations().collect();
        let mut named = names_in_refusal(&examination, &inference::infer(&self.guess, &seen));
        let keys = sent.sent_keys(&C::schema_name());
        named.pair(&keys.iter().map(|key| sent.request_key(&key.owner, &key.name)).collect::<Vec<_>>());
        Some(named)
    }

    /// The response to a step that is refused for a key whose name nobody could tell: the operator is asked for it, and the step is
    /// sent again. What refusals call the keys that stay unknown is kept for the file.
    pub(super) async fn with_asked_keys<C: Call>(
        &mut self,
        mut answer: Answer,
        send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        self.told_names = self.unknown_keys::<C>(&answer);
        if self.told_names.is_empty() || self.keys_asked >= MAX_TIMES_ASKED || !has_terminal() {
            return Ok(answer);
        }
        self.keys_asked += 1;
        let mut refused = Examination::of::<C>();
        refused.add(answer.clone());
        let seen: Vec<_> = refused.observations().collect();
        self.show_refusal(C::PATH, &refused, &inference::infer(&self.guess, &seen));
        let mut typed = Vec::new();
        for (key, names) in &self.told_names {
            let said = match names.join(", ") {
                said if said.is_empty() => said,
                said => format!("nomes que a recusa diz: {said}; "),
            };
            let question = format!("Como a API chama «{}» neste passo ({said}Enter: não sei): ", key.name);
            if let Some(name) = ask_if_known(&question)? {
                typed.push((key.clone(), name));
            }
        }
        let sent = self.with_keys(&typed);
        if typed.is_empty() || sent.mapping().is_err() {
            return Ok(answer);
        }
        answer = send(&sent).await?;
        let still = self.named::<C>(&answer, &sent).unwrap_or_default();
        typed.retain(|(_, name)| !still.unknown.contains(name));
        for (key, name) in &typed {
            self.guess.set(&["requests", &key.owner, &key.name], name.as_str(), None);
        }
        self.mapping = self.with_keys(&typed);
        self.refused.push(refused);
        Ok(answer)
    }

    /// The keys of a refused step that may have another name, with the names that the refusal says.
    fn unknown_keys<C: Call>(&self, answer: &Answer) -> Vec<(RequestKey, Vec<String>)> {
        let Some(refusal) = self.named::<C>(answer, &self.mapping) else { return Vec::new() };
        let step = C::schema_name();
        let sent = self.mapping.sent_keys(&step);
        let name_of = |key: &RequestKey| self.mapping.request_key(&key.owner, &key.name).to_owned();
        let is_sent = |name: &String| sent.iter().any(|key| name_of(key) == *name);
        let asked = refusal.missing.iter().filter(|name| !is_sent(name)).count();
        let is_unknown = |key: &RequestKey| refusal.unknown.contains(&name_of(key));
        let says_what = asked > 0 || sent.iter().any(is_unknown);
        // A refusal that names anything else may mean a key by it.
        let names_other = || {
            let sent: Vec<_> = sent.iter().map(|key| self.mapping.request_key(&key.owner, &key.name)).collect();
            answer.as_ref().is_ok_and(|raw| !is_success(raw.status)) && refusal.not_sent(&sent).next().is_some()
        };
        if !says_what && !names_other() {
            return Vec::new();
        }
        let is_open = |key: &RequestKey| {
            let path = ["requests", &*key.owner, &*key.name];
            let is_named =
                refusal.names.contains(&name_of(key)) && (says_what || refusal.wrong_values.contains(&name_of(key)));
            // A step before this one had it under this name.
            let is_understood = self.passed_names().contains(&name_of(key));
            is_unknown(key)
                || refusal.unknown.is_empty() && !is_named && !is_understood && self.mapping.get(&path).is_none()
        };
        let mut open: Vec<_> = sent.iter().filter(|key| is_open(key)).cloned().collect();
        // What the contract sends in another step only.
        if asked > open.len() {
            let is_said = |name: &str| self.mapping.get(&["requests", &step, name]).is_some();
            let others = on_demand::keys_of(&step).filter(|name| !is_said(name));
            open.extend(others.map(|name| RequestKey { owner: step.to_string(), name: name.to_owned(), inside: None }));
        }
        let is_other = |name: &&String| !is_sent(name) && !refusal.unknown.contains(*name);
        let names: Vec<_> = refusal.names.iter().filter(is_other).cloned().collect();
        open.into_iter().map(|key| (likeliest(&key, &names), key)).map(|(names, key)| (key, names)).collect()
    }

    /// What the requests of the steps before this one call their keys.
    fn passed_names(&self) -> BTreeSet<String> {
        let keys = self.done.iter().flat_map(|step| request::keys_of(&step.contract.call));
        keys.map(|key| self.mapping.request_key(&key.owner, &key.name).to_owned()).collect()
    }
}

/// The names that a key may have, the likeliest first.
fn likeliest(key: &RequestKey, names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_by(|one, other| likeness(other, &key.name, "").total_cmp(&likeness(one, &key.name, "")));
    names.truncate(MAX_NAMES);
    names
}
