//! Examines the responses of one service and collects the findings.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use services::wire::{Call, envelope::Answer};

use super::{
    envelope::DATA,
    findings::{Endpoint, Envelope, Field, Position, Problem, Sent, State, TypeCount, Unknown, Verdict},
    wire_source,
};
use crate::{
    contract::{
        Contract, Node, Reading,
        comparison::{self, Comparison, Members, Tally},
        field_names,
        value_type::{ExpectedType, ValueType},
    },
    upstream::{Fault, RawResponse},
};

/// The findings for one service so far.
pub(super) struct Examination {
    pub(super) contract: Contract,
    pub(super) comparison: Comparison,
    sent: Vec<Sent>,
    ask_with: Option<&'static str>,
}

impl Examination {
    pub(super) fn of<C: Call>() -> Self {
        let contract = Contract::of::<C>();
        let comparison = Comparison::new(&contract);
        Self { contract, comparison, sent: Vec::new(), ask_with: None }
    }

    /// No sample values are available; records the option that provides them.
    pub(super) fn cannot_ask(&mut self, ask_with: Option<&'static str>) {
        self.ask_with = ask_with;
    }

    /// Examines the result of a call. Returns its data; if they cannot be parsed, the readable fields of the first rows.
    pub(super) fn look<C: Call>(&mut self, answer: Result<&RawResponse, &Fault>) -> Option<C::Data> {
        let sent = match answer {
            Ok(raw) => self.answered(raw),
            Err(fault) => failed(fault),
        };
        let problem = sent.problem;
        self.sent.push(sent);
        let body = match (answer, problem) {
            (Ok(raw), None) => raw.body.clone(),
            (Ok(raw), Some(Problem::Unread | Problem::RefusalWithData)) => self.mended(&raw.body)?.into(),
            _ => return None,
        };
        Answer::<C::Data>::read(&body).ok()?.data
    }

    /// The problem of the last call, if any.
    pub(super) fn last_problem(&self) -> Option<Problem> {
        self.sent.last()?.problem
    }

    pub(super) fn finish(self) -> Endpoint {
        let fields: Vec<_> = (0..self.contract.nodes.len()).filter_map(|node| self.field(node)).collect();
        let unknown: Vec<_> = (0..self.contract.nodes.len()).flat_map(|object| self.unknown(object)).collect();
        let is_list = self.contract.nodes[0].expected == ExpectedType::List;
        let rows = is_list.then(|| self.comparison.tallies[self.contract.nodes[0].children[0]].present);
        let more_rows = self.comparison.is_cut;
        let mut verdicts: Vec<_> = self.sent.iter().filter_map(|sent| sent.problem).map(Problem::verdict).collect();
        verdicts.extend(fields.iter().map(|field| match field.state {
            State::Wrong => Verdict::DoesNotFit,
            State::Missing => Verdict::FitsWithNotes,
            _ => Verdict::Fits,
        }));
        let has_notes = !unknown.is_empty()
            || rows == Some(0)
            || self.sent.iter().filter_map(|sent| sent.envelope.as_ref()).any(Envelope::has_notes);
        if has_notes {
            verdicts.push(Verdict::FitsWithNotes);
        }
        let verdict = match verdicts.into_iter().max() {
            _ if self.sent.is_empty() => Verdict::NotAsked,
            worst => worst.unwrap_or(Verdict::Fits),
        };
        let (path, request, ask_with) = (self.contract.path, self.contract.call, self.ask_with);
        Endpoint { path, request, verdict, ask_with, calls: self.sent, rows, more_rows, fields, unknown }
    }

    fn answered(&mut self, raw: &RawResponse) -> Sent {
        let mut sent = Sent {
            http: Some(raw.status),
            ms: u64::try_from(raw.time.as_millis()).ok(),
            bytes: raw.body.len(),
            content_type: raw.content_type.as_deref().map(plain_media_type),
            redirect: raw.redirect.clone(),
            problem: Problem::of_status(raw.status),
            detail: None,
            stopped_at: None,
            envelope: None,
        };
        if sent.problem.is_some() {
            return sent;
        }
        let reading = self.contract.read(&raw.body);
        if let Reading::Stopped { line, column } = reading {
            sent.stopped_at = Some(Position { line, column });
            sent.problem = Some(Problem::Unread);
        }
        let text = String::from_utf8_lossy(&raw.body);
        if matches!(text, Cow::Owned(_)) {
            sent.detail = Some("o texto não está em UTF-8".to_owned());
        }
        let text = text.strip_prefix('\u{feff}').map_or(&*text, |rest| {
            sent.detail = Some("a resposta começa com a marca BOM, que JSON não tem".to_owned());
            rest
        });
        let Ok(members) = serde_json::from_str::<Members>(text) else {
            sent.problem = Some(match () {
                () if text.trim().is_empty() => Problem::Empty,
                () if serde_json::from_str::<IgnoredAny>(text).is_ok() => Problem::NotEnvelope,
                () => Problem::NotJson,
            });
            return sent;
        };
        let data = members.value(DATA).filter(|data| ValueType::of(data.get()) != ValueType::Null);
        match (reading, data) {
            (Reading::Refusal, Some(data)) if !is_empty(data) => sent.problem = Some(Problem::RefusalWithData),
            (Reading::Refusal, _) => sent.problem = Some(Problem::Refused),
            _ => {}
        }
        if let Some(data) = data
            && sent.problem != Some(Problem::Refused)
        {
            self.comparison.look(&self.contract, data, reading == Reading::Data);
        }
        sent.envelope = Some(Envelope::of(&members, reading == Reading::Data));
        sent
    }

    /// The findings for a node. For the data and rows as a whole, only errors.
    fn field(&self, number: usize) -> Option<Field> {
        let node = &self.contract.nodes[number];
        let tally = &self.comparison.tallies[number];
        let (name, place) = match &node.field {
            Some(field) => (format!("{}.{}", field.owner, field.name), wire_source::field(&field.owner, &field.name)),
            None => (self.contract.call.clone(), wire_source::data_of(&self.contract.call)),
        };
        let required = node.field.is_some() && self.contract.requires(number);
        let state = state(node, tally, required);
        if self.sent.is_empty() || (node.field.is_none() && !matches!(state, State::Wrong | State::Accepted)) {
            return None;
        }
        let found = tally.found.iter();
        let found =
            found.map(|(kind, came)| TypeCount { kind: *kind, times: came.times, refused: came.refused }).collect();
        let &Tally { present, absent, repeated, .. } = tally;
        let (path, expected) = (node.path.clone(), node.expected);
        Some(Field { path, name, expected, required, state, present, absent, repeated, found, place })
    }

    /// The unknown names in an object, each with the missing field that it most resembles.
    pub(super) fn other_spellings(&self, object: usize) -> Vec<(&str, usize)> {
        let names: Vec<_> = self.comparison.unknown_in(object).into_iter().map(|(name, _)| name).collect();
        let fields = self.contract.nodes[object].children.iter().copied();
        let absent: Vec<_> = fields.filter(|field| self.comparison.tallies[*field].absent > 0).collect();
        let known: Vec<_> = absent.iter().map(|field| self.contract.nodes[*field].name()).collect();
        field_names::pairs(&names, &known).into_iter().map(|(name, field)| (names[name], absent[field])).collect()
    }

    fn unknown(&self, object: usize) -> Vec<Unknown> {
        let node = &self.contract.nodes[object];
        let spellings = self.other_spellings(object);
        let tell = |(name, seen): (&str, &comparison::Unknown)| {
            let like = spellings.iter().find(|(unknown, _)| *unknown == name);
            let like = like.and_then(|(_, field)| self.contract.nodes[*field].field.as_ref());
            let place = match like {
                Some(field) => wire_source::field(&field.owner, &field.name),
                None => node.object.as_deref().and_then(wire_source::type_of),
            };
            Unknown {
                path: format!("{}.{name}", node.path),
                found: seen.found,
                times: seen.times,
                of: match like {
                    Some(field) => format!("{}.{}", field.owner, field.name),
                    None => node.object.clone().unwrap_or_default(),
                },
                resembles: like.map(|field| field.name.clone()),
                place,
            }
        };
        self.comparison.unknown_in(object).into_iter().map(tell).collect()
    }
}

/// Whether a value is empty: a service that refuses may send it instead of null.
fn is_empty(value: &RawValue) -> bool {
    let text: String = value.get().chars().filter(|c| !c.is_whitespace()).take(3).collect();
    matches!(text.as_str(), "[]" | "{}" | "\"\"")
}

fn failed(fault: &Fault) -> Sent {
    let detail = match fault {
        Fault::NotConnected(detail) | Fault::Broken(detail) => Some(detail.clone()),
        _ => None,
    };
    Sent {
        http: None,
        ms: None,
        bytes: 0,
        content_type: None,
        redirect: None,
        problem: Some(Problem::of(fault)),
        detail,
        stopped_at: None,
        envelope: None,
    }
}

fn state(node: &Node, tally: &Tally, required: bool) -> State {
    let refused: u64 = tally.found.values().map(|came| came.refused).sum();
    let others = tally.found.keys().filter(|found| **found != ValueType::Null && !node.expected.is(**found)).count();
    match () {
        () if refused + tally.repeated > 0 || (required && tally.absent > 0) => State::Wrong,
        () if tally.absent > 0 => State::Missing,
        () if tally.present == 0 => State::Unseen,
        () if others > 0 => State::Accepted,
        () if tally.found.keys().all(|found| *found == ValueType::Null) => State::Null,
        () => State::Matched,
    }
}

/// A media type; anything else is replaced, since it may be arbitrary text.
fn plain_media_type(text: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b'-' | b'.');
    let is_media_type = text.len() <= 60 && text.contains('/') && text.bytes().all(is_plain);
    if is_media_type { text.to_owned() } else { "(outro)".to_owned() }
}
