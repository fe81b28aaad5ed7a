//! The responses of one service, and what they show when they are compared with the contract.

mod envelope_findings;
mod field_findings;
mod seen_fields;
pub(super) mod view;

use std::{borrow::Cow, collections::BTreeSet};

use serde::de::IgnoredAny;
use serde_json::{Value, value::RawValue};
use services::wire::{
    Call, ReadOnly,
    envelope::{DATA, MESSAGES},
    login::{ValidaCodigoAcesso, ValidaEmail},
};

use self::{field_findings::FieldFindings, view::View};
use super::{
    draft::Draft,
    inference::{message_texts, more_pages},
    report::findings::{EndpointReport, Envelope, Position, SentCall, UnappliedKey},
    report::verdict::{Problem, Verdict},
    responses::{
        filter,
        http_status::is_success,
        observation::{self, Observation},
        sample,
        translation::Translation,
    },
};
use crate::{
    contract::{
        Contract, Reading,
        comparison::{Comparison, Members},
        field_names::shown,
        value_type::{ExpectedType, ValueType},
    },
    upstream::{Fault, RawResponse},
};

/// Longest text of a refusal that is shown, in characters.
const MAX_REFUSAL_LENGTH: usize = 300;

/// The calls of one service so far.
pub(super) struct Examination {
    pub(super) contract: Contract,
    pub(super) answers: Vec<Result<RawResponse, Fault>>,
    /// The first rows of each response.
    samples: Vec<Option<String>>,
    /// What each call asked for, if it was a sample request.
    asked: Vec<Option<Value>>,
    pub(super) has_session: bool,
    /// Whether its calls ask for values that nobody has.
    pub(super) is_provoked: bool,
    ask_with: Option<&'static str>,
    /// The option that gives what it is asked with.
    pub(super) option: Option<&'static str>,
}

impl Examination {
    pub(super) fn of<C: Call>() -> Self {
        Self {
            contract: Contract::of::<C>(),
            answers: Vec::new(),
            samples: Vec::new(),
            asked: Vec::new(),
            has_session: C::SESSION,
            is_provoked: false,
            ask_with: None,
            option: None,
        }
    }

    /// No sample values are available; records the option that provides them.
    pub(super) fn cannot_ask(&mut self, ask_with: Option<&'static str>) {
        self.ask_with = ask_with;
    }

    pub(super) fn add(&mut self, answer: Result<RawResponse, Fault>) {
        let text = answer.as_ref().ok().and_then(|raw| std::str::from_utf8(&raw.body).ok());
        self.samples.push(text.map(sample::first_rows));
        self.answers.push(answer);
        self.asked.push(None);
    }

    /// Adds the answer to a sample request.
    pub(super) fn add_asked<C: ReadOnly>(&mut self, call: &C, answer: Result<RawResponse, Fault>) {
        self.add(answer);
        if let Some(asked) = self.asked.last_mut() {
            *asked = serde_json::to_value(call).ok();
        }
    }

    /// Takes the last response back.
    pub(super) fn take(&mut self) -> Option<Result<RawResponse, Fault>> {
        self.samples.pop();
        self.asked.pop();
        self.answers.pop()
    }

    /// The responses for the inference of a mapping.
    pub(super) fn observations(&self) -> impl Iterator<Item = Observation<'_>> {
        self.answers.iter().zip(&self.samples).filter_map(|(answer, sample)| {
            let (http, body) = (answer.as_ref().ok()?.status, sample.as_deref()?);
            Some(Observation { contract: &self.contract, http, body, is_provoked: self.is_provoked })
        })
    }

    /// Whether there was nothing to ask with.
    pub(super) fn is_unasked(&self) -> bool {
        self.answers.is_empty()
    }

    /// The responses in the contract's form.
    pub(super) fn translated(&self, mapping: &Draft) -> Vec<String> {
        self.observations().filter_map(|one| observation::translated(mapping, &one)).collect()
    }

    /// The last response in the contract's form.
    pub(super) fn last_translated(&self, mapping: &Draft) -> Option<String> {
        self.answers.last()?.as_ref().ok()?;
        observation::translated(mapping, &self.observations().last()?)
    }

    /// The problem of the last call, if any.
    pub(super) fn last_problem(&self, view: &View) -> Option<Problem> {
        match self.answers.last()? {
            Ok(raw) => self.answered(raw, view, &mut Comparison::new(&self.contract)).problem,
            Err(fault) => Some(Problem::from_fault(fault)),
        }
    }

    pub(super) fn finish(&self, view: &View) -> EndpointReport {
        let mut comparison = Comparison::new(&self.contract);
        let sent = self.answers.iter().map(|answer| match answer {
            Ok(raw) => self.answered(raw, view, &mut comparison),
            Err(fault) => failed(fault),
        });
        let sent: Vec<_> = sent.collect();
        let (contract, is_asked, option) = (&self.contract, !self.is_unasked(), self.option);
        let findings = FieldFindings { contract, is_asked, option, comparison: &comparison, view };
        let nodes = 0..self.contract.nodes.len();
        let fields: Vec<_> = nodes.clone().filter_map(|node| findings.field(node)).collect();
        let unknown: Vec<_> = nodes.flat_map(|object| findings.unknown(object)).collect();
        let is_list = self.contract.nodes[0].expected == ExpectedType::List;
        let rows = is_list.then(|| comparison.tallies[self.contract.nodes[0].children[0]].present);
        let mut verdicts: Vec<_> = sent.iter().filter_map(|sent| sent.problem).map(Problem::verdict).collect();
        verdicts.extend(fields.iter().map(|field| field.state.verdict()));
        let more_pages = self.more_pages(view);
        if more_pages.is_some() {
            verdicts.push(Verdict::Doubtful);
        }
        if sent.iter().any(|sent| sent.message_text.is_some()) {
            verdicts.push(Verdict::Doubtful);
        }
        let not_applied = self.not_applied(view);
        if !not_applied.is_empty() {
            verdicts.push(Verdict::DoesNotFit);
        }
        let has_notes = unknown.iter().any(|unknown| !unknown.is_new)
            || rows == Some(0)
            || sent.iter().filter_map(|sent| sent.envelope.as_ref()).any(Envelope::has_notes);
        if has_notes {
            verdicts.push(Verdict::FitsWithNotes);
        }
        let verdict = match verdicts.into_iter().max() {
            _ if sent.is_empty() => Verdict::NotAsked,
            worst => worst.unwrap_or(Verdict::Fits),
        };
        EndpointReport {
            path: self.contract.path,
            sent_to: view.sent_to(self.contract.path),
            request: self.contract.call.clone(),
            is_login_step: self.contract.is_login_step,
            verdict,
            ask_with: self.ask_with,
            keys: view.mapping.request_keys(&self.contract.call),
            calls: sent,
            rows,
            more_rows: comparison.is_cut,
            more_pages,
            not_applied,
            fields,
            unknown,
        }
    }

    /// The keys of the request that did not filter: rows came that were not asked for.
    fn not_applied(&self, view: &View) -> Vec<UnappliedKey> {
        if self.contract.nodes[0].expected != ExpectedType::List {
            return Vec::new();
        }
        let request = &self.contract.call;
        let mut names = BTreeSet::new();
        for ((asked, answer), sample) in self.asked.iter().zip(&self.answers).zip(&self.samples) {
            let (Some(asked), Ok(raw), Some(body)) = (asked, answer, sample) else { continue };
            let one = Observation { contract: &self.contract, http: raw.status, body, is_provoked: self.is_provoked };
            let text = observation::translated(view.mapping, &one).filter(|_| is_success(raw.status));
            if let Some(data) = text.as_deref().and_then(observation::data) {
                names.extend(filter::compare(request, asked, data, view.mapping).not_applied);
            }
        }
        let sent = |name: &String| view.mapping.request_key(request, name).to_owned();
        names.into_iter().map(|name| UnappliedKey { sent: sent(&name), name }).collect()
    }

    /// The key that says that there are more pages, unless the mapping says how they are read.
    fn more_pages(&self, view: &View) -> Option<String> {
        let reads_pages = view.parsed.call(self.contract.path).pages.is_some();
        let bodies = self.answers.iter().flatten().filter(|raw| !reads_pages && is_success(raw.status));
        let mut bodies = bodies.filter_map(|raw| std::str::from_utf8(&raw.body).ok());
        let key = bodies.find_map(|body| more_pages::sign_of_more(view.mapping, &self.contract, body))?;
        Some(shown(&key).unwrap_or("…").to_owned())
    }

    fn answered(&self, raw: &RawResponse, view: &View, comparison: &mut Comparison) -> SentCall {
        let mut sent = SentCall {
            http: Some(raw.status),
            ms: u64::try_from(raw.time.as_millis()).ok(),
            bytes: raw.body.len(),
            content_type: raw.content_type.as_deref().map(plain_media_type),
            redirect: raw.redirect.clone(),
            adds_slash: raw.adds_slash,
            problem: Problem::of_status(raw.status),
            detail: None,
            says: None,
            says_nothing: !view.mapping.has_message(&raw.body),
            message_text: message_texts::misread(view.mapping, &String::from_utf8_lossy(&raw.body)),
            stopped_at: None,
            envelope: None,
        };
        // A step of the login has nothing to tell but its success.
        let root = &self.contract.nodes[0];
        let expects_nothing = root.expected == ExpectedType::Object && root.children.is_empty();
        let has_no_envelope = view.parsed.response(self.contract.path).envelope.data.is_none();
        if expects_nothing && (raw.status == 204 || raw.status == 202 && has_no_envelope && raw.body.is_empty()) {
            sent.problem = None;
            return sent;
        }
        let text = String::from_utf8_lossy(&raw.body);
        // A path that does not exist has a server's page, without a message of the API.
        let is_page = matches!(sent.problem, Some(Problem::NoSuchPath | Problem::WrongMethod)) && sent.says_nothing;
        let is_refusal = view.mapping.is_refusal(raw.status) && !is_page;
        let one =
            Observation { contract: &self.contract, http: raw.status, body: &text, is_provoked: self.is_provoked };
        let told = observation::translated(view.mapping, &one).filter(|told| !observation::says_success(told));
        let said = told.as_deref().and_then(observation::message);
        if self.has_session && view.mapping.ends_session(raw.status, said.as_deref(), &raw.body) {
            sent.problem = Some(Problem::Unauthorized);
            return sent;
        }
        if sent.problem.is_some() && !is_refusal {
            if view.shows_refusals && (400..500).contains(&raw.status) {
                sent.says = shown_text(&text);
            }
            if is_html(raw, &text) && raw.status != 401 {
                sent.problem = Some(Problem::Html);
            }
            return sent;
        }
        if is_refusal {
            sent.problem = Some(Problem::Refused);
            sent.says = view.shows_refusals.then(|| shown_text(&text)).flatten();
            return sent;
        }
        let reading = self.contract.read_spelled(&raw.body, view.parsed.response(self.contract.path));
        if matches!(text, Cow::Owned(_)) {
            sent.detail = Some("o texto não está em UTF-8".to_owned());
        }
        let text = text.strip_prefix('\u{feff}').map_or(&*text, |rest| {
            sent.detail = Some("a resposta começa com a marca BOM, que JSON não tem".to_owned());
            rest
        });
        let translation = Translation { draft: view.mapping, contract: &self.contract };
        let translated = translation.response(raw.status, text);
        // The first step of the login needs no data, unless a text says why there are none.
        let is_told = self.contract.path == ValidaEmail::PATH
            && sent.says_nothing
            && translated.as_deref().is_some_and(observation::says_success);
        let reading = if is_told { Reading::Data } else { reading };
        if let Reading::Stopped { line, column } = reading {
            sent.stopped_at = Some(Position { line, column });
            sent.problem = Some(Problem::Unread);
        }
        let Some(translated) = translated else {
            sent.problem = Some(match () {
                () if text.trim().is_empty() => Problem::Empty,
                () if is_html(raw, text) => Problem::Html,
                () if serde_json::from_str::<IgnoredAny>(text).is_ok() => Problem::NotEnvelope,
                () => Problem::NotJson,
            });
            return sent;
        };
        let Ok(members) = serde_json::from_str::<Members>(&translated) else { return sent };
        let data = members.value(DATA).filter(|data| ValueType::of(data.get()) != ValueType::Null);
        match (reading, data) {
            (Reading::Refusal, Some(data)) if !is_empty(data) => sent.problem = Some(Problem::RefusalWithData),
            (Reading::Refusal, _) => {
                sent.problem = Some(Problem::Refused);
                if view.shows_refusals {
                    sent.says = members.value(MESSAGES).and_then(|messages| shown_text(messages.get()));
                }
            }
            _ => {}
        }
        let is_code_step = self.contract.path == ValidaCodigoAcesso::PATH;
        if data.is_none() && is_code_step && sent.says_nothing && observation::says_success(&translated) {
            sent.problem = sent.problem.map(|_| Problem::NoData);
        }
        if let Some(data) = data
            && sent.problem != Some(Problem::Refused)
        {
            comparison.look(&self.contract, data, reading == Reading::Data);
        }
        sent.envelope = Some(Envelope::examine(&members, text, reading == Reading::Data, !expects_nothing, view));
        sent
    }
}

/// Whether a value is empty: a service that refuses may send it instead of null.
fn is_empty(value: &RawValue) -> bool {
    let text: String = value.get().chars().filter(|c| !c.is_whitespace()).take(3).collect();
    matches!(text.as_str(), "[]" | "{}" | "\"\"")
}

fn failed(fault: &Fault) -> SentCall {
    let detail = match fault {
        Fault::NotConnected(detail) | Fault::Broken(detail) => Some(detail.clone()),
        _ => None,
    };
    SentCall {
        http: None,
        ms: None,
        bytes: 0,
        content_type: None,
        redirect: None,
        adds_slash: false,
        problem: Some(Problem::from_fault(fault)),
        detail,
        says: None,
        says_nothing: true,
        message_text: None,
        stopped_at: None,
        envelope: None,
    }
}

fn is_html(raw: &RawResponse, text: &str) -> bool {
    raw.content_type.as_deref().is_some_and(|kind| kind.contains("html")) || text.trim_start().starts_with('<')
}

/// A media type; anything else is replaced, since it may be arbitrary text.
fn plain_media_type(text: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b'-' | b'.');
    let is_media_type = text.len() <= 60 && text.contains('/') && text.bytes().all(is_plain);
    if is_media_type { text.to_owned() } else { "(outro)".to_owned() }
}

/// A text of a service in one line and without control characters.
pub(super) fn shown_text(text: &str) -> Option<String> {
    let is_shown = |c: char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words: Vec<String> =
        text.split_whitespace().map(|word| word.chars().filter(|c| is_shown(*c)).collect()).collect();
    let text: String = words.join(" ").chars().take(MAX_REFUSAL_LENGTH).collect();
    (!text.is_empty()).then_some(text)
}
