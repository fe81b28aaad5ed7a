//! The report of one service.

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    envelope::{self, Reason},
    login::Sessao,
    mapping::KeyPath,
};
use schemars::JsonSchema as _;
use serde_json::Value;

use super::{
    redacted::{one_line, redacted, redirect},
    request_filters::unfiltered,
};
use crate::{
    check::{
        observed_fields::{ObservedKey, ObservedType},
        proposal,
        sample::{Outcome, Problem, Reading, Sample},
        sampling::CheckRun,
    },
    contract_schema::{
        field_names::{ALIKE, is_of_serializer, likeness, shown},
        schema::{CallSchema, ContractSchema, KeySchema, TypeSchema},
        value_type::{ExpectedType, ValueType},
    },
    mapping::file::KeyOrFalse,
};
use serde::Serialize;

/// The problem of a list that is empty beside another with its rows.
const OTHER_LIST: &str = "a lista veio vazia, e outra ao lado dela tem linhas deste tipo: confira list";

/// The problem of a refusal whose text is not shown.
const OTHER_VALUES: &str = "a API recusou o pedido: pergunte com outros valores (veja gateway check --help); --show-refusals \
                            mostra o que ela diz";
/// The problem of a success without data, where none are needed.
const NO_DATA: &str = "o status é um sucesso, mas sem dados, o que o gateway lê como recusa: se é normal, diga null-data = \
                       \"success\" em [envelope]";

/// A service that is called.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServiceReport {
    /// Its path in the contract.
    pub(super) path: &'static str,
    /// Its path at the API, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sent_to: Option<String>,
    pub(super) state: ServiceVerdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) http: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) milliseconds: Option<u64>,
    pub(super) bytes: usize,
    /// Why it is not served, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    /// What came, its values replaced by their types; with `--show-refusals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response: Option<String>,
    /// The option that gives what it is called with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ask_with: Option<&'static str>,
    /// Number of rows of its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<u64>,
    pub(super) has_unread_pages: bool,
    /// The keys of the request that did not filter: what came was not asked for, or nothing came although there is some.
    pub(super) unfiltered: Vec<&'static str>,
    pub(super) fields: Vec<FieldReport>,
    /// The keys that came and that nobody reads.
    pub(super) unread: Vec<UnreadKey>,
}

/// How far a service is served. Ordered from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::check) enum ServiceVerdict {
    /// All that the portal needs is read.
    #[default]
    Served,
    /// There was nothing to call it with.
    NotAsked,
    /// There is no response to compare.
    NotCompared,
    /// Something is not read.
    NotServed,
}

/// A field of the contract in the responses of a service.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FieldReport {
    /// Its type and key in the contract.
    #[serde(rename = "type")]
    pub(super) type_name: &'static str,
    pub(super) key: &'static str,
    pub(super) state: FieldState,
    /// In how many objects it came.
    pub(super) times: u64,
    /// How many objects came that may have it.
    pub(super) objects: u64,
    /// The forms of its values.
    pub(super) forms: BTreeSet<ValueType>,
}

/// What came of a field. Ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FieldState {
    /// It is read.
    Read,
    /// No object came that may have it.
    Unseen,
    /// The mapping says that it never comes.
    NeverComes,
    /// It came without a value in all objects.
    Null,
    /// Some objects had it.
    Sometimes,
    /// It did not come, and nothing came that may be it.
    Absent,
    /// It did not come, but unread keys of its kind or name did.
    Missing,
    /// It came, and the gateway cannot read it.
    Unreadable,
}

/// A key that nobody reads.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnreadKey {
    #[serde(rename = "type")]
    pub(super) type_name: &'static str,
    /// The key, or why it is not shown.
    pub(super) key: String,
    pub(super) forms: BTreeSet<ValueType>,
}

/// The responses of one service.
pub(super) struct Service<'a> {
    pub(super) call: &'static CallSchema,
    pub(super) responses: Vec<&'a (&'a Sample, Reading)>,
    /// The objects of all services.
    pub(super) of_all_services: &'a BTreeMap<&'static str, ObservedType>,
    pub(super) run: &'a CheckRun<'a>,
}

impl Service<'_> {
    pub(super) fn not_asked(&self, option: &'static str) -> ServiceReport {
        ServiceReport {
            path: self.call.path(),
            sent_to: self.sent_to(),
            state: ServiceVerdict::NotAsked,
            ask_with: Some(option),
            ..ServiceReport::default()
        }
    }

    pub(super) fn report(&self) -> ServiceReport {
        let raw = self.responses.last().and_then(|(sample, _)| sample.answer.as_ref().ok());
        let types = ContractSchema::get().types_of(self.call);
        let of_types: Vec<(&'static str, ObservedType)> =
            types.iter().map(|name| (*name, self.observed(name))).collect();
        let (mut state, problem) = self.outcome();
        let misses_rows = self.misses_rows();
        let problem = problem.or_else(|| misses_rows.then(|| OTHER_LIST.to_owned()));
        let is_read = self
            .responses
            .iter()
            .any(|(_, reading)| matches!(reading.outcome, Outcome::Success | Outcome::Unreadable(_)));
        let fields =
            of_types.iter().filter(|_| is_read).flat_map(|(name, seen)| self.fields(name, seen)).collect::<Vec<_>>();
        let has_unread_pages = self.responses.iter().any(|(_, reading)| reading.has_unread_pages);
        let is_success = self.responses.last().is_some_and(|(_, reading)| reading.outcome == Outcome::Success);
        let unfiltered = unfiltered(self.run, self.call.path(), is_success);
        let is_incomplete = fields.iter().any(|field| field.state >= FieldState::Missing);
        if is_incomplete || misses_rows || has_unread_pages || !unfiltered.is_empty() {
            state = ServiceVerdict::NotServed;
        }
        let unread = of_types.iter().flat_map(|(name, seen)| unread(name, seen)).collect();
        let root = self.call.data.as_deref().filter(|_| self.call.is_list && is_read);
        let shows = self.run.arguments.show_refusals && problem.is_some();
        ServiceReport {
            path: self.call.path(),
            sent_to: self.sent_to(),
            state,
            http: raw.map(|raw| raw.status),
            milliseconds: raw.and_then(|raw| u64::try_from(raw.time.as_millis()).ok()),
            bytes: raw.map_or(0, |raw| raw.body.len()),
            problem,
            response: raw.filter(|_| shows).map(|raw| redacted(&raw.body)),
            ask_with: None,
            rows: root.map(|root| self.observed(root).objects),
            has_unread_pages,
            unfiltered,
            fields,
            unread,
        }
    }

    fn sent_to(&self) -> Option<String> {
        let path = &self.run.mapping.call(self.call.path()).path;
        (path != self.call.path()).then(|| path.clone())
    }

    fn observed(&self, type_name: &str) -> ObservedType {
        let mut observed = ObservedType::default();
        self.responses.iter().for_each(|(_, reading)| observed.add(&reading.fields.of_type(type_name)));
        observed
    }

    /// The state of the service by its outcomes, and why it is not served.
    fn outcome(&self) -> (ServiceVerdict, Option<String>) {
        let mut worst = (ServiceVerdict::Served, None);
        for (sample, reading) in &self.responses {
            match problem(sample, &reading.outcome, self.run.arguments.show_refusals) {
                Some((state, text)) if state > worst.0 => worst = (state, Some(text)),
                _ => {}
            }
        }
        worst
    }

    /// Whether the list is empty, and one beside it has rows of its type.
    fn misses_rows(&self) -> bool {
        let response = self.run.mapping.response(self.call.path());
        let keys: Vec<&String> = response.envelope.data.iter().chain(&response.list).flat_map(KeyPath::keys).collect();
        let Some((list, around)) = keys.split_last() else { return false };
        let is_empty = self.call.data.as_deref().is_some_and(|name| self.observed(name).objects == 0);
        let bodies =
            self.responses.iter().filter(|_| self.call.is_list && is_empty).filter_map(|(sample, _)| sample.json());
        let are_rows =
            |rows: &Value| rows.get(0).and_then(Value::as_object).is_some_and(|row| proposal::is_row(row, self.call));
        bodies.into_iter().any(|body| {
            let around = around.iter().try_fold(&body, |value, key| value.get(key)).and_then(Value::as_object);
            let mut others = around.into_iter().flatten().filter(|(key, _)| key != list).map(|(_, other)| other);
            others.any(|other| are_rows(other) || other.as_object().is_some_and(|inner| inner.values().any(are_rows)))
        })
    }

    fn fields(&self, type_name: &'static str, seen: &ObservedType) -> Vec<FieldReport> {
        let Some(TypeSchema { keys, .. }) = ContractSchema::get().types.get(type_name) else { return Vec::new() };
        let nothing = ObservedKey::default();
        let report = |(key, of): (&'static String, &KeySchema)| {
            let own = seen.key(key).unwrap_or(&nothing);
            let state = self.field_state(type_name, key, of.expected, seen);
            FieldReport { type_name, key, state, times: own.times, objects: seen.objects, forms: own.forms.clone() }
        };
        keys.iter().map(report).collect()
    }

    fn field_state(&self, type_name: &str, key: &str, expected: ExpectedType, seen: &ObservedType) -> FieldState {
        let is_stopped_at = |(_, reading): &&&(&Sample, Reading)| match &reading.outcome {
            Outcome::Unreadable(error) => match error.reason {
                Reason::MissingField(field) => field == key && seen.key(key).is_none_or(|own| own.times < seen.objects),
                Reason::OtherType => reading.fields.last().is_some_and(|(of, field)| of == type_name && field == key),
                _ => false,
            },
            _ => false,
        };
        let came = seen.key(key).filter(|own| own.times > 0);
        // A token that came in a header counts as read.
        let is_token = type_name == Sessao::schema_name() && key == "dsToken";
        if is_token
            && self.responses.iter().any(|(sample, _)| sample.answer.as_ref().is_ok_and(|raw| raw.token.is_some()))
        {
            return FieldState::Read;
        }
        let is_missing = self.responses.iter().any(|response| is_stopped_at(&response));
        match came {
            _ if seen.objects == 0 => FieldState::Unseen,
            Some(own) if own.is_unreadable => FieldState::Unreadable,
            Some(_) if is_missing => FieldState::Unreadable,
            None if is_missing => FieldState::Missing,
            Some(own) if own.times < seen.objects => FieldState::Sometimes,
            Some(own) if own.forms.iter().all(|form| *form == ValueType::Null) => FieldState::Null,
            Some(_) => FieldState::Read,
            None if self.line_of(type_name, key) == Some(&KeyOrFalse::False) => FieldState::NeverComes,
            None if self.may_have_another_name(type_name, key, expected, seen) => FieldState::Missing,
            None => FieldState::Absent,
        }
    }

    /// What the mapping says of a field.
    fn line_of(&self, type_name: &str, key: &str) -> Option<&KeyOrFalse> {
        self.own_line_of(type_name, key).or_else(|| self.run.mapping.file.types.get(type_name)?.get(key))
    }

    /// What it says for this service.
    fn own_line_of(&self, type_name: &str, key: &str) -> Option<&KeyOrFalse> {
        self.run.mapping.file.calls.get(self.call.last_segment())?.types.get(type_name)?.get(key)
    }

    /// Whether a field that did not come may have another name. No service has the field, and this one has unread keys; or the
    /// field is an amount, and this service has an unread amount that no other has.
    fn may_have_another_name(&self, type_name: &str, key: &str, expected: ExpectedType, seen: &ObservedType) -> bool {
        let all = self.of_all_services.get(type_name);
        let came = all.is_some_and(|seen| seen.key(key).is_some());
        let is_only_here = |(name, own): (&str, &ObservedKey)| {
            let is_amount = !is_of_serializer(name) && own.forms.iter().any(|form| form.is_amount());
            is_amount && all.and_then(|all| all.key(name)).is_some_and(|all| all.times == own.times)
        };
        // A field that the operator mapped may just be null and left out; report it only if an unread key resembles it.
        let is_open = came && expected == ExpectedType::Number && self.own_line_of(type_name, key).is_none();
        if is_open && seen.unknown().any(is_only_here) {
            return true;
        }
        let is_named = self.line_of(type_name, key).is_some();
        let may_be = |(name, own): (&str, &ObservedKey)| {
            let is_alike = expected.fits(&own.forms) && likeness(name, key, type_name) >= ALIKE;
            let is_of_its_kind = !is_named && own.forms.iter().any(|form| expected.is(*form));
            !is_of_serializer(name) && (is_alike || is_of_its_kind)
        };
        !came && seen.unknown().any(may_be)
    }
}

/// Why a call did not succeed, in one sentence, and what its service is by it; `None` of a success.
pub(in crate::check) fn problem(
    sample: &Sample,
    outcome: &Outcome,
    show_refusals: bool,
) -> Option<(ServiceVerdict, String)> {
    Some(match (outcome, &sample.answer) {
        (Outcome::Success, _) => return None,
        (Outcome::Refused(text), _) => {
            // What a step of the login says is for the user who types; other texts may hold personal data.
            let text = match one_line(text).filter(|_| sample.call.info.login_step || show_refusals) {
                Some(text) => format!("a API recusou: {text}"),
                None if sample.call.info.login_step => "a API recusou, sem dizer por quê".to_owned(),
                None => OTHER_VALUES.to_owned(),
            };
            (ServiceVerdict::NotCompared, text)
        }
        (Outcome::NoData, _) if sample.call.info.login_step && proposal::has_fields(sample.call) => {
            (ServiceVerdict::NotCompared, "a API recusou, sem dizer por quê".to_owned())
        }
        (Outcome::NoData, _) => (ServiceVerdict::NotCompared, without_data(sample.call).to_owned()),
        (Outcome::SessionEnd, _) => {
            let text = match sample.call.info.session {
                true => "a sessão não vale, ou a API espera a chave da aplicação em um cabeçalho ([headers] api-key)",
                false => "a API recusou: confira GATEWAY_API_KEY e [headers] api-key",
            };
            (ServiceVerdict::NotCompared, text.to_owned())
        }
        (Outcome::Unreadable(error), Ok(raw)) => (ServiceVerdict::NotServed, Outcome::of_body(error, raw)),
        (Outcome::Failed(Problem::Redirect), Ok(raw)) => (ServiceVerdict::NotCompared, redirect(raw)),
        (Outcome::Failed(problem), Ok(raw)) if problem.is_of_mapping() => {
            let is_told = serde_json::from_slice(&raw.body).is_ok_and(|body| envelope::messages(&body, &[]).is_some());
            let or = "; ou, se é uma recusa com texto, diga o HTTP em refusals de [envelope], e se é uma lista vazia, em empty \
                      deste serviço";
            let or = if is_told && raw.status >= 400 { or } else { "" };
            (ServiceVerdict::NotServed, format!("{}{or}", problem.text()))
        }
        (Outcome::Failed(problem), _) => (ServiceVerdict::NotCompared, problem.text().to_owned()),
        (Outcome::Unreadable(_), Err(_)) => (ServiceVerdict::NotCompared, Problem::Status.text().to_owned()),
    })
}

/// The problem of a success without data. That of an object is how some APIs say that there is none.
fn without_data(call: &CallSchema) -> &'static str {
    let is_object = !call.is_list && proposal::has_fields(call);
    if is_object { OTHER_VALUES } else { NO_DATA }
}

/// The keys of a type that nobody reads.
fn unread(type_name: &'static str, seen: &ObservedType) -> Vec<UnreadKey> {
    let mut keys = BTreeMap::<String, BTreeSet<ValueType>>::new();
    for (key, own) in seen.unknown().filter(|(key, _)| !key.is_empty() && !is_of_serializer(key)) {
        let key = shown(key).unwrap_or_else(|hidden| hidden).to_owned();
        keys.entry(key).or_default().extend(&own.forms);
    }
    keys.into_iter().map(|(key, forms)| UnreadKey { type_name, key, forms }).collect()
}
