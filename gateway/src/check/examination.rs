//! The responses of one service, and what they show when they are compared with the contract.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde_json::{Value, value::RawValue};
use services::wire::{Call, spelling::KeyPath};

use super::{
    draft::Draft,
    findings::{Endpoint, Envelope, Field, Position, Problem, Sent, State, TypeCount, Unknown, Verdict},
    inference::{self, Observation},
    nested, pairing,
    translation::{DATA, MESSAGES, Translation},
    wire_source,
};
use crate::{
    contract::{
        Contract, Node, Reading,
        comparison::{self, Comparison, Members, Tally},
        field_names::likeness,
        value_type::{ExpectedType, ValueType},
    },
    dialect::Dialect,
    upstream::{Fault, RawResponse},
};

/// Likeness of a name in another style of writing.
const SAME: f64 = 0.97;
/// A body of more bytes is long; so many rows are taken of it.
const LONG: usize = 256 * 1024;
pub(super) const MOST_ROWS: usize = 200;
/// Longest text of a refusal that is shown, in characters.
const LONGEST_REFUSAL: usize = 300;

/// The calls of one service so far.
pub(super) struct Examination {
    pub(super) contract: Contract,
    pub(super) answers: Vec<Result<RawResponse, Fault>>,
    /// The first rows of each response.
    samples: Vec<Option<String>>,
    pub(super) has_session: bool,
    ask_with: Option<&'static str>,
}

/// How the responses are looked at.
pub(super) struct View<'a> {
    /// How the gateway reads them.
    pub(super) dialect: &'a Draft,
    /// The same for its parser.
    pub(super) parsed: &'a Dialect,
    /// How they seem to be written.
    pub(super) guess: &'a Draft,
    /// Whether to show what services say to a request that they refuse.
    pub(super) shows_refusals: bool,
}

impl Examination {
    pub(super) fn of<C: Call>() -> Self {
        Self {
            contract: Contract::of::<C>(),
            answers: Vec::new(),
            samples: Vec::new(),
            has_session: C::SESSION,
            ask_with: None,
        }
    }

    /// No sample values are available; records the option that provides them.
    pub(super) fn cannot_ask(&mut self, ask_with: Option<&'static str>) {
        self.ask_with = ask_with;
    }

    pub(super) fn add(&mut self, answer: Result<RawResponse, Fault>) {
        let text = answer.as_ref().ok().and_then(|raw| std::str::from_utf8(&raw.body).ok());
        self.samples.push(text.map(sample));
        self.answers.push(answer);
    }

    /// Takes the last response back.
    pub(super) fn take(&mut self) -> Option<Result<RawResponse, Fault>> {
        self.samples.pop();
        self.answers.pop()
    }

    /// The responses for the inference of a dialect.
    pub(super) fn observations(&self) -> impl Iterator<Item = Observation<'_>> {
        self.answers.iter().zip(&self.samples).filter_map(|(answer, sample)| {
            Some(Observation {
                contract: &self.contract,
                http: answer.as_ref().ok()?.status,
                body: sample.as_deref()?,
                has_session: self.has_session,
            })
        })
    }

    /// The last response in the contract's form.
    pub(super) fn last_translated(&self, dialect: &Draft) -> Option<String> {
        self.answers.last()?.as_ref().ok()?;
        inference::translated(dialect, &self.observations().last()?)
    }

    /// The problem of the last call, if any.
    pub(super) fn last_problem(&self, view: &View) -> Option<Problem> {
        match self.answers.last()? {
            Ok(raw) => self.answered(raw, view, &mut Comparison::new(&self.contract)).problem,
            Err(fault) => Some(Problem::of(fault)),
        }
    }

    pub(super) fn finish(&self, view: &View) -> Endpoint {
        let mut comparison = Comparison::new(&self.contract);
        let sent = self.answers.iter().map(|answer| match answer {
            Ok(raw) => self.answered(raw, view, &mut comparison),
            Err(fault) => failed(fault),
        });
        let sent: Vec<_> = sent.collect();
        let findings = Findings { examination: self, comparison: &comparison, view };
        let nodes = 0..self.contract.nodes.len();
        let fields: Vec<_> = nodes.clone().filter_map(|node| findings.field(node)).collect();
        let unknown: Vec<_> = nodes.flat_map(|object| findings.unknown(object)).collect();
        let is_list = self.contract.nodes[0].expected == ExpectedType::List;
        let rows = is_list.then(|| comparison.tallies[self.contract.nodes[0].children[0]].present);
        let mut verdicts: Vec<_> = sent.iter().filter_map(|sent| sent.problem).map(Problem::verdict).collect();
        verdicts.extend(fields.iter().map(|field| field.state.verdict()));
        let has_notes = !unknown.is_empty()
            || rows == Some(0)
            || sent.iter().filter_map(|sent| sent.envelope.as_ref()).any(Envelope::has_notes);
        if has_notes {
            verdicts.push(Verdict::FitsWithNotes);
        }
        let verdict = match verdicts.into_iter().max() {
            _ if sent.is_empty() => Verdict::NotAsked,
            worst => worst.unwrap_or(Verdict::Fits),
        };
        Endpoint {
            path: self.contract.path,
            request: self.contract.call.clone(),
            verdict,
            ask_with: self.ask_with,
            keys: view.dialect.request_keys(&self.contract.call),
            calls: sent,
            rows,
            more_rows: comparison.is_cut,
            fields,
            unknown,
        }
    }

    fn answered(&self, raw: &RawResponse, view: &View, comparison: &mut Comparison) -> Sent {
        let mut sent = Sent {
            http: Some(raw.status),
            ms: u64::try_from(raw.time.as_millis()).ok(),
            bytes: raw.body.len(),
            content_type: raw.content_type.as_deref().map(plain_media_type),
            redirect: raw.redirect.clone(),
            adds_slash: raw.adds_slash,
            problem: Problem::of_status(raw.status),
            detail: None,
            says: None,
            says_nothing: serde_json::from_slice::<IgnoredAny>(&raw.body).is_err(),
            stopped_at: None,
            envelope: None,
        };
        let text = String::from_utf8_lossy(&raw.body);
        let is_refusal = view.dialect.is_refusal(raw.status);
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
        if let Reading::Stopped { line, column } = reading {
            sent.stopped_at = Some(Position { line, column });
            sent.problem = Some(Problem::Unread);
        }
        if matches!(text, Cow::Owned(_)) {
            sent.detail = Some("o texto não está em UTF-8".to_owned());
        }
        let text = text.strip_prefix('\u{feff}').map_or(&*text, |rest| {
            sent.detail = Some("a resposta começa com a marca BOM, que JSON não tem".to_owned());
            rest
        });
        let translation = Translation { draft: view.dialect, contract: &self.contract };
        let Some(translated) = translation.response(raw.status, text) else {
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
        if let Some(data) = data
            && sent.problem != Some(Problem::Refused)
        {
            comparison.look(&self.contract, data, reading == Reading::Data);
        }
        sent.envelope = Some(Envelope::of(&members, reading == Reading::Data, view));
        sent
    }
}

/// The findings of one service.
struct Findings<'a> {
    examination: &'a Examination,
    comparison: &'a Comparison,
    view: &'a View<'a>,
}

impl Findings<'_> {
    /// The findings for a node. For the data and rows as a whole, only errors.
    fn field(&self, number: usize) -> Option<Field> {
        let contract = &self.examination.contract;
        let node = &contract.nodes[number];
        let tally = &self.comparison.tallies[number];
        let (name, place) = match &node.field {
            Some(field) => (format!("{}.{}", field.owner, field.name), wire_source::field(&field.owner, &field.name)),
            None => (contract.call.clone(), wire_source::data_of(&contract.call)),
        };
        let required = node.field.is_some() && contract.requires(number);
        let never_comes = node
            .field
            .as_ref()
            .is_some_and(|field| self.view.dialect.never_comes(contract.path, &field.owner, &field.name));
        let mut state = if never_comes { State::Declared } else { state(node, tally, required) };
        if self.examination.answers.is_empty()
            || (node.field.is_none() && !matches!(state, State::Wrong | State::Accepted))
        {
            return None;
        }
        if state == State::Missing && tally.present == 0 && self.may_have_another_name(number) {
            state = State::Suspect;
        }
        let found = tally.found.iter();
        let found =
            found.map(|(kind, came)| TypeCount { kind: *kind, times: came.times, refused: came.refused }).collect();
        let &Tally { present, absent, repeated, .. } = tally;
        let (path, expected, nullable) = (node.path.clone(), node.expected, node.nullable);
        Some(Field { path, name, expected, nullable, required, state, present, absent, repeated, found, place })
    }

    /// Whether an unknown key beside an absent field may be another name of it.
    fn may_have_another_name(&self, field: usize) -> bool {
        let nodes = &self.examination.contract.nodes;
        let Some(object) = nodes.iter().position(|node| node.field_children().contains(&field)) else { return false };
        let is_it = |(key, seen): &(String, &comparison::Unknown)| match self.field_of(object, key) {
            Some(known) => known == field,
            // A key within an object is only one by its name.
            None if key.parse().is_ok_and(|path: KeyPath| path.keys().len() > 1) => false,
            None => pairing::is_of_kind(nodes[field].expected, seen.found) || seen.found == ValueType::Null,
        };
        self.unknown_keys(object).iter().any(is_it)
    }

    /// The unknown keys of an object, with those of the objects in it if one of these is or may be a field.
    fn unknown_keys(&self, object: usize) -> Vec<(String, &comparison::Unknown)> {
        let mut keys = Vec::new();
        for (name, seen) in self.comparison.unknown_in(object) {
            let mut within = Vec::new();
            add_within(&mut vec![name], seen, &mut within);
            let is_field = |(key, _): &(String, &comparison::Unknown)| self.field_of(object, key).is_some();
            if within.iter().any(is_field) || self.is_read_from(object, name) {
                keys.extend(within);
            } else {
                keys.push((nested::text(&[name]), seen));
            }
        }
        keys
    }

    /// Whether the dialect reads a field from within the object under a key.
    fn is_read_from(&self, object: usize, key: &str) -> bool {
        let contract = &self.examination.contract;
        let fields = contract.nodes[object].children.iter().filter_map(|&child| contract.nodes[child].field.as_ref());
        let mut paths =
            fields.filter_map(|field| self.view.dialect.response_path(contract.path, &field.owner, &field.name));
        paths.any(|path| path.keys().len() > 1 && path.keys()[0] == key)
    }

    /// The field of an object that an unknown key seems to hold.
    fn field_of(&self, object: usize, key: &str) -> Option<usize> {
        let nodes = &self.examination.contract.nodes;
        nodes[object].children.iter().copied().find(|&child| {
            let tally = &self.comparison.tallies[child];
            nodes[child].field.as_ref().is_some_and(|field| {
                let path = self.examination.contract.path;
                let is_proposed = self.view.guess.spelling_in(path, &field.owner, &field.name) == Some(key);
                // A field that some rows have may be spelt in two ways.
                let is_other_spelling = tally.present > 0 && likeness(key, &field.name, &field.owner) > SAME;
                tally.absent > 0 && (is_proposed || is_other_spelling)
            })
        })
    }

    fn unknown(&self, object: usize) -> Vec<Unknown> {
        let nodes = &self.examination.contract.nodes;
        let node = &nodes[object];
        let has_suspects = node.field_children().iter().any(|&child| {
            let tally = &self.comparison.tallies[child];
            let never_comes = nodes[child].field.as_ref().is_some_and(|field| {
                self.view.dialect.never_comes(self.examination.contract.path, &field.owner, &field.name)
            });
            tally.present == 0 && tally.absent > 0 && !never_comes
        });
        let tell = |(name, seen): (String, &comparison::Unknown)| {
            let like = self.field_of(object, &name).and_then(|field| nodes[field].field.as_ref());
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
                is_new: like.is_none() && !has_suspects,
                place,
            }
        };
        self.unknown_keys(object).into_iter().map(tell).collect()
    }
}

/// Adds the keys that hold values within an unknown key, or itself.
fn add_within<'a>(
    keys: &mut Vec<&'a str>,
    seen: &'a comparison::Unknown,
    all: &mut Vec<(String, &'a comparison::Unknown)>,
) {
    if seen.inside.is_empty() {
        all.push((nested::text(keys), seen));
    }
    for (key, inner) in &seen.inside {
        keys.push(key);
        add_within(keys, inner, all);
        keys.pop();
    }
}

/// The first rows of a long response.
fn sample(body: &str) -> String {
    fn shorten(value: &mut Value) {
        match value {
            Value::Array(items) => {
                items.truncate(MOST_ROWS);
                items.iter_mut().for_each(shorten);
            }
            Value::Object(members) => members.values_mut().for_each(shorten),
            _ => {}
        }
    }
    let body = body.trim_start_matches('\u{feff}');
    if body.len() <= LONG {
        return body.to_owned();
    }
    let Ok(mut value) = serde_json::from_str(body) else { return body.chars().take(LONG).collect() };
    shorten(&mut value);
    value.to_string()
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
        adds_slash: false,
        problem: Some(Problem::of(fault)),
        detail,
        says: None,
        says_nothing: true,
        stopped_at: None,
        envelope: None,
    }
}

fn state(node: &Node, tally: &Tally, required: bool) -> State {
    let refused: u64 = tally.found.values().map(|came| came.refused).sum();
    let is_other = |found: &ValueType| match found {
        ValueType::Null => !node.nullable,
        found => !node.expected.is(*found),
    };
    match () {
        () if refused + tally.repeated > 0 || (required && tally.absent > 0) => State::Wrong,
        () if tally.absent > 0 => State::Missing,
        () if tally.present == 0 => State::Unseen,
        () if tally.found.keys().any(is_other) => State::Accepted,
        () if tally.found.keys().all(|found| *found == ValueType::Null) => State::Null,
        () => State::Matched,
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
fn shown_text(text: &str) -> Option<String> {
    let is_shown = |c: char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words: Vec<String> =
        text.split_whitespace().map(|word| word.chars().filter(|c| is_shown(*c)).collect()).collect();
    let text: String = words.join(" ").chars().take(LONGEST_REFUSAL).collect();
    (!text.is_empty()).then_some(text)
}
