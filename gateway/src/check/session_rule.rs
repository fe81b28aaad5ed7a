//! How the services tell that a session ended: HTTP 401, or what the dialect says.

use services::wire::{Call as _, menu::ListaMenuUsuario};

use super::{
    draft::Draft,
    evidence::plain,
    findings::{Problem, SessionRule, Verdict},
    inference::{self, Observation},
    translation::MESSAGES,
};
use crate::{
    contract::{Contract, comparison::Members},
    upstream::{Fault, RawResponse},
};

/// Longest text that is proposed as the end of a session, in characters.
const LONGEST_TEXT: usize = 120;

/// The response to a call without a session.
pub(super) struct SignedOut {
    pub(super) answer: Result<RawResponse, Fault>,
}

impl SignedOut {
    /// Whether the gateway recognises the end of a session by it.
    pub(super) fn rule(&self, dialect: &Draft) -> SessionRule {
        let http = self.answer.as_ref().ok().map(|raw| raw.status);
        let is_told = self.is_told(dialect);
        let verdict = match http {
            _ if is_told => Verdict::Fits,
            Some(200 | 403) => Verdict::DoesNotFit,
            _ => Verdict::NotReached,
        };
        let problem = match &self.answer {
            _ if is_told => None,
            Ok(raw) => Problem::of_status(raw.status),
            Err(fault) => Some(Problem::of(fault)),
        };
        SessionRule { path: ListaMenuUsuario::PATH, verdict, http, problem }
    }

    fn is_told(&self, dialect: &Draft) -> bool {
        let Ok(raw) = &self.answer else { return false };
        let status = toml::Value::from(i64::from(raw.status));
        let has_text = || {
            let told = dialect.values(&["session", "ended", "messages"]);
            self.message(dialect).is_some_and(|text| told.iter().any(|one| one.as_str().map(str::trim) == Some(&text)))
        };
        raw.status == 401 || dialect.values(&["session", "ended", "http"]).contains(&status) || has_text()
    }

    /// Proposes how the end of a session is told.
    pub(super) fn propose(&self, draft: &mut Draft) {
        let Ok(raw) = &self.answer else { return };
        if self.is_told(draft) {
            return;
        }
        if matches!(raw.status, 400 | 402..=404 | 406..=499) && raw.status != 404 {
            let mut statuses = draft.values(&["session", "ended", "http"]).to_vec();
            statuses.push(i64::from(raw.status).into());
            draft.set(&["session", "ended", "http"], statuses, None);
            draft.remove_refusal(raw.status);
        } else if let Some(text) = self.message(draft).filter(|text| text.chars().count() <= LONGEST_TEXT) {
            let mut texts = draft.values(&["session", "ended", "messages"]).to_vec();
            texts.push(text.into());
            draft.set(&["session", "ended", "messages"], texts, None);
        } else {
            let reason = format!("sem sessão o serviço respondeu HTTP {} sem dizer por quê", raw.status);
            draft.leave_open(&["session"], "ended = { messages = [\"…\"] }".to_owned(), reason);
        }
    }

    /// The message of a refusal.
    fn message(&self, draft: &Draft) -> Option<String> {
        let raw = self.answer.as_ref().ok()?;
        let contract = Contract::of::<ListaMenuUsuario>();
        let body = std::str::from_utf8(&raw.body).ok()?;
        let text = inference::translated(
            draft,
            &Observation { contract: &contract, http: raw.status, body, has_session: true },
        )?;
        // With data it was no refusal.
        if inference::data(&text).is_some_and(|data| !matches!(data.get(), "null" | "[]" | "{}")) {
            return None;
        }
        let members = serde_json::from_str::<Members>(&text).ok()?;
        let messages = members.value(MESSAGES)?;
        match serde_json::from_str::<Vec<String>>(messages.get()) {
            Ok(texts) => Some(texts.join("\n")).filter(|text| !text.is_empty()),
            Err(_) => plain(messages),
        }
    }
}
