//! What a check learnt of the requests.

use std::collections::{BTreeMap, BTreeSet};

use super::number_fields::NumberFields;
use crate::{
    check::report::{
        findings::{CheckReport, FieldFinding, SentCall},
        verdict::Problem,
    },
    contract::value_type::{ExpectedType, ValueType},
};

/// What became of the requests, by the names of their types.
#[derive(Default)]
pub(super) struct Requests<'a> {
    /// Services answered with data.
    pub(super) understood: BTreeSet<&'a str>,
    /// They were sent.
    pub(super) sent: BTreeSet<&'a str>,
    /// They write, and are never sent.
    pub(super) writes: BTreeSet<&'static str>,
    /// Services did not accept them as they were written.
    pub(super) refused: BTreeSet<&'a str>,
    /// Fields that came, by the name of their type.
    pub(super) came: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Which fields came as JSON numbers.
    pub(super) numbers: NumberFields<'a>,
    /// Responses leave out what is absent, instead of null.
    pub(super) has_no_null: bool,
    /// Responses have empty texts for what is absent, and nothing else.
    pub(super) has_empty_texts: bool,
}

impl<'a> Requests<'a> {
    pub(super) fn of(report: &'a CheckReport) -> Self {
        let mut requests = Self { writes: report.writes().iter().map(|one| one.path).collect(), ..Self::default() };
        for endpoint in &report.endpoints {
            let request = endpoint.request.as_str();
            let mut answered = endpoint.calls.iter().filter(|call| call.http.is_some()).peekable();
            if answered.peek().is_some() {
                requests.sent.insert(request);
            }
            if answered.clone().any(is_answered) {
                requests.understood.insert(request);
            }
            if answered.all(|call| matches!(call.http, Some(400 | 415 | 422))) {
                requests.refused.insert(request);
            }
        }
        let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields).filter(|field| field.present > 0);
        for (type_name, name) in fields.filter_map(|field| field.name.split_once('.')) {
            requests.came.entry(type_name).or_default().insert(name);
        }
        requests.numbers = NumberFields::of(report);
        Self { has_no_null: leaves_out_null(report), has_empty_texts: has_empty_texts(report), ..requests }
    }
}

/// Whether what is absent never came as null, though it was absent.
fn leaves_out_null(report: &CheckReport) -> bool {
    let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields);
    let is_value = |field: &&FieldFinding| !matches!(field.expected, ExpectedType::List | ExpectedType::Object);
    let mut values = fields.filter(is_value).peekable();
    let mut is_left_out = false;
    values.all(|field| {
        is_left_out |= field.present > 0 && field.absent > 0;
        field.found.iter().all(|one| one.kind != ValueType::Null)
    }) && is_left_out
}

/// Whether texts that are absent came as empty texts, and never as null or without their key.
fn has_empty_texts(report: &CheckReport) -> bool {
    let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields);
    let mut texts = fields.filter(|field| field.expected == ExpectedType::Text && field.present > 0);
    let mut is_empty = false;
    texts.all(|field| {
        let kinds = || field.found.iter().map(|one| one.kind);
        is_empty |= kinds().any(|kind| kind == ValueType::EmptyText);
        field.absent == 0 && kinds().all(|kind| kind != ValueType::Null)
    }) && is_empty
}

/// Whether a service answered with what may be data.
pub(super) fn is_answered(call: &SentCall) -> bool {
    matches!(call.problem, None | Some(Problem::Unread | Problem::RefusalWithData))
}
