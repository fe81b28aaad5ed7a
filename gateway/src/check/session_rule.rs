//! How the services report that a session ended: HTTP 401, or what the mapping says.

use serde_json::value::RawValue;
use services::wire::{Call as _, menu::ListaMenuUsuario};

use super::{
    draft::Draft,
    inference::{
        refusal_codes,
        usual_names::{is_message_key, is_status_key, is_success_text},
    },
    report::findings::SessionRule,
    report::verdict::{Problem, Verdict},
    responses::{
        http_status,
        nested::{self, plain},
        observation::{self, Observation},
    },
    trials::{headers::Obstacle, refusal_names},
};
use crate::{
    contract::{Contract, vocabulary::last_segment},
    upstream::{Fault, RawResponse},
};

/// Longest text that is proposed as the end of a session, in characters.
const MAX_TEXT_LENGTH: usize = 120;

/// The line to fill in where no response shows how the end of a session is reported.
const ENDED: &str = "ended = { messages = [\"…\"] }";

/// The response to a call without a session.
pub(super) struct SignedOut {
    pub(super) answer: Result<RawResponse, Fault>,
}

impl SignedOut {
    /// Whether the gateway recognises the end of a session by it.
    pub(super) fn rule(&self, mapping: &Draft) -> SessionRule {
        let http = self.http();
        let is_recognised = self.is_recognised(mapping);
        let verdict = match http {
            _ if is_recognised => Verdict::Fits,
            Some(200 | 403) => Verdict::DoesNotFit,
            _ => Verdict::NotReached,
        };
        let problem = match &self.answer {
            _ if is_recognised => None,
            Ok(raw) => Problem::of_status(raw.status),
            Err(fault) => Some(Problem::from_fault(fault)),
        };
        SessionRule { path: ListaMenuUsuario::PATH, verdict, http, problem }
    }

    /// HTTP status, if there was a response.
    pub(super) fn http(&self) -> Option<u16> {
        self.answer.as_ref().ok().map(|raw| raw.status)
    }

    /// The header without which the call was refused before anybody looked for a session.
    pub(super) fn wanted_header(&self, draft: &Draft) -> Option<String> {
        let raw = self.answer.as_ref().ok().filter(|raw| raw.status == 400)?;
        let header = refusal_names::header_for_empty_call(raw)?;
        let lower = header.to_lowercase();
        let is_of_session = ["token", "auth", "session", "sessao"].iter().any(|word| lower.contains(word));
        let added = draft.get(&["headers", "add"]).and_then(toml::Value::as_table);
        let mut sent = added.into_iter().flatten().map(|(name, _)| &**name);
        let request_id = draft.get(&["headers", "request-id"]).and_then(toml::Value::as_str);
        let is_sent = sent.any(|name| name.eq_ignore_ascii_case(&header))
            || request_id.is_some_and(|name| name.eq_ignore_ascii_case(&header));
        (!is_of_session && !is_sent).then_some(header)
    }

    /// The header of the application's key, where a call without it was refused as a session would be.
    fn wanted_key_header(&self, draft: &Draft) -> Option<String> {
        let raw = self.answer.as_ref().ok().filter(|raw| raw.status == 403)?;
        let mut headers = refusal_names::key_headers_in_refusal(raw).into_iter();
        headers.find(|header| header.contains('-') && draft.get(&["headers", "api-key"]).is_none())
    }

    /// Whether the answer is the end of a session as the mapping says it.
    pub(super) fn is_recognised(&self, mapping: &Draft) -> bool {
        let Ok(raw) = &self.answer else { return false };
        raw.status == 401 || mapping.ends_session(raw.status, self.message(mapping).as_deref(), &raw.body)
    }

    /// Whether another call was answered as this one was: with the same codes and the same message, which only a refusal has.
    pub(super) fn is_repeated_by(&self, other: &RawResponse) -> bool {
        let Ok(own) = &self.answer else { return false };
        let heads =
            [own, other].map(|raw| if http_status::is_success(raw.status) { head(&raw.body) } else { Vec::new() });
        let says_why =
            |(key, text): &(String, String)| is_message_key(key) && !is_success_text(text) && !text.is_empty();
        heads[0].iter().any(says_why) && heads[0] == heads[1]
    }

    /// The key of a code and its value: a word that a program reads.
    fn unnamed_code(&self, draft: &Draft) -> Option<(String, String)> {
        let body = serde_json::from_slice::<&RawValue>(&self.answer.as_ref().ok()?.body).ok()?;
        let is_word = |text: &String| {
            let mut letters = text.bytes().filter(u8::is_ascii_alphabetic).peekable();
            letters.peek().is_some() && letters.all(|letter| letter.is_ascii_uppercase())
        };
        let mut codes = refusal_codes::codes_within(draft, body).into_iter();
        codes.find(|(_, code)| is_word(code)).map(|(path, code)| (path.to_string(), code))
    }

    /// Lines for the code of a refusal whose HTTP status may mean something else too. They are no proposal: a session that ends by
    /// age may have another code than one that never was. `own` is its code by the key that the draft says.
    fn leave_code_open(&self, http: u16, own: Option<&str>, draft: &mut Draft) {
        let given = own.map(|code| (None, code.to_owned()));
        let unnamed = || self.unnamed_code(draft).map(|(key, code)| (Some(key), code));
        let is_named = draft.get(&refusal_codes::CODE).is_some();
        let Some((key, code)) = given.or_else(|| if is_named { None } else { unnamed() }) else { return };
        let mut reason = format!("o código que veio sem sessão, em vez de http; com {http} em refusals");
        if let Some(key) = key {
            let why = format!("distingue as recusas; com codes em [session.ended], e {http} em refusals em vez de lá");
            draft.leave_open(&["envelope"], format!("code = {}", toml::Value::from(key)), why);
            "o código que veio sem sessão, em vez de http; com code em [envelope]".clone_into(&mut reason);
        }
        draft.leave_open(&["session", "ended"], format!("codes = [{}]", toml::Value::from(code)), reason);
    }

    /// Proposes how the end of a session is reported. `seen` are the responses of the services.
    pub(super) fn propose(&self, draft: &mut Draft, seen: &[Observation]) {
        let Ok(raw) = &self.answer else { return };
        let code = refusal_codes::of_signed_out(draft, &raw.body, seen);
        if let Some(header) = self.wanted_header(draft) {
            // It says nothing about the session.
            let Obstacle { table, line, reason } = Obstacle::of_header(&header);
            line.into_iter().for_each(|line| draft.leave_open(&table, line, reason.clone()));
            return;
        }
        if let Some(header) = self.wanted_key_header(draft) {
            let line = format!("api-key = {}", toml::Value::from(header));
            draft.leave_open(&["headers"], line, "o serviço pede este cabeçalho".to_owned());
            return;
        }
        if let Some(header) = refusal_names::header_in_refusal(raw) {
            let (table, line) = match raw.status {
                401 => (&["headers"][..], format!("api-key = {}", toml::Value::from(header))),
                _ => (&["headers", "add"][..], format!("{header} = \"…\"")),
            };
            draft.leave_open(table, line, "o serviço pede este cabeçalho".to_owned());
        }
        if self.is_recognised(draft) {
            if draft.doubt(&["session", "ended", "http"]).is_some() {
                self.leave_code_open(raw.status, code.as_deref(), draft);
            }
            return;
        }
        if http_status::is_wrong_path(raw.status) {
            // Rather the path than the session; a right one is asked again.
            let reason = format!(
                "sem sessão o menu respondeu HTTP {}: diga antes o caminho dele, em [calls.{}]",
                raw.status,
                last_segment(ListaMenuUsuario::PATH)
            );
            draft.leave_open(&["session"], ENDED.to_owned(), reason);
        } else if matches!(raw.status, 403 | 419 | 440 | 498) && !self.is_given_refusal(draft) {
            let mut statuses = draft.values(&["session", "ended", "http"]).to_vec();
            statuses.push(i64::from(raw.status).into());
            // The others mean nothing else.
            let doubt =
                (raw.status == 403).then(|| "confira: HTTP 403 também pode dizer que falta uma permissão".to_owned());
            draft.set(&["session", "ended", "http"], statuses, doubt);
            draft.remove_refusal(raw.status);
            self.leave_code_open(raw.status, code.as_deref(), draft);
        } else if matches!(raw.status, 400..=499) && !self.is_given_refusal(draft) {
            let text = self.message(draft).filter(|text| text.chars().count() <= MAX_TEXT_LENGTH);
            let line = match (code, text) {
                (Some(code), _) => format!("ended = {{ codes = [{}] }}", toml::Value::from(code)),
                (None, Some(text)) => format!("ended = {{ messages = [{}] }}", toml::Value::from(text)),
                (None, None) => format!("ended = {{ http = [{}] }}", raw.status),
            };
            let reason = format!("sem sessão o serviço respondeu HTTP {}, que também diz outras recusas", raw.status);
            draft.leave_open(&["session"], line, reason);
        } else if let Some(code) = code.filter(|_| draft.doubt(&refusal_codes::CODE).is_none()) {
            let mut codes = draft.values(&["session", "ended", "codes"]).to_vec();
            codes.push(code.into());
            draft.set(&["session", "ended", "codes"], codes, None);
        } else if let Some(text) = self.message(draft).filter(|text| text.chars().count() <= MAX_TEXT_LENGTH) {
            let mut texts = draft.values(&["session", "ended", "messages"]).to_vec();
            texts.push(text.into());
            draft.set(&["session", "ended", "messages"], texts, None);
        } else {
            let reason = format!("sem sessão o serviço respondeu HTTP {} sem dizer por quê", raw.status);
            draft.leave_open(&["session"], ENDED.to_owned(), reason);
        }
    }

    /// Whether the operator's file says that the HTTP status is that of any refusal: then only the text tells.
    fn is_given_refusal(&self, draft: &Draft) -> bool {
        draft.is_given_entry(&["envelope", "refusals"]) && self.http().is_some_and(|http| draft.is_refusal(http))
    }

    /// The message of a refusal.
    fn message(&self, draft: &Draft) -> Option<String> {
        let raw = self.answer.as_ref().ok()?;
        let contract = Contract::of::<ListaMenuUsuario>();
        let body = std::str::from_utf8(&raw.body).ok()?;
        let text = observation::translated(
            draft,
            &Observation { contract: &contract, http: raw.status, body, is_provoked: false },
        )?;
        // With data it was no refusal.
        if observation::data(&text).is_some_and(|data| !matches!(data.get(), "null" | "[]" | "{}" | "\"\"")) {
            return None;
        }
        observation::message(&text)
    }
}

/// The codes and messages of a body, by the last key that leads to each.
fn head(body: &[u8]) -> Vec<(String, String)> {
    let Ok(body) = serde_json::from_slice::<&RawValue>(body) else { return Vec::new() };
    let mut head = Vec::new();
    for (path, value) in nested::keys_within(body) {
        if let (Some(key), Some(text)) = (path.keys().last(), plain(value))
            && (is_message_key(key) || is_status_key(key))
        {
            head.push((key.clone(), text));
        }
    }
    head
}
