//! What a page of a long list spends its time on, and what it costs to tell of a request, each by itself: `cargo bench
//! --package gateway`. What an operation costs as a whole is measured by `make bench`.

use std::{collections::BTreeMap, hint::black_box, sync::Arc};

use async_graphql::parser::parse_query;
use bytes::Bytes;
use divan::{Bencher, counter::ItemsCount};
use gateway::{
    schema::{
        acionamento::{order::OrdemAcionamentos, search::Search},
        executor,
        limits::DocumentLimits,
        prepared::Prepared,
    },
    telemetry::{
        Telemetry, TelemetrySettings,
        access_log::{AccessLogEntry, Route},
        request::{ErrorCodes, IncomingHeaders, Operation},
    },
    upstream::{
        ResponseData as _,
        acionamentos::{Acionamentos, Row},
    },
};
use serde_json::value::RawValue;
use services::wire::{
    acionamento::Acionamento,
    envelope::{Answer, Envelope},
};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const GOLDEN: &str = include_str!("../../services/contract/lista-acionamentos-by-status.json");
/// Rows of the lists.
const ROWS: usize = 1000;

fn main() {
    divan::main();
}

/// The same answer, as services may write it.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// In the order of the type.
    Declared,
    /// With its keys by alphabet, `data` before `status` too.
    Alphabetical,
    /// With white space for people.
    Indented,
    /// With `\u00e3` for ã.
    Escaped,
    /// With fields that nobody knows.
    Unknown,
}

const FORMS: [Form; 5] = [Form::Declared, Form::Alphabetical, Form::Indented, Form::Escaped, Form::Unknown];

/// An answer with many rows: the golden ones again and again.
fn body(form: Form) -> String {
    let golden: serde_json::Value = serde_json::from_str(GOLDEN).expect("a golden file");
    let golden = golden["cases"][0]["answer"]["data"].to_string();
    let golden: Vec<Acionamento> = serde_json::from_str(&golden).expect("golden rows");
    let answer = Envelope::success(golden.iter().cycle().take(ROWS).collect::<Vec<_>>());
    let declared = serde_json::to_string(&answer).expect("rows");
    match form {
        Form::Declared => declared,
        Form::Alphabetical => by_alphabet(&declared),
        Form::Indented => serde_json::to_string_pretty(&answer).expect("rows"),
        Form::Escaped => declared.encode_utf16().map(escaped).collect(),
        Form::Unknown => declared
            .replace("\"cdStatus\":", "\"flAtivo\":true,\"cdStatus\":")
            .replace("\"nmSegurado\":", "\"dsOrigem\":{\"canais\":[\"web\",1.5,null]},\"nmSegurado\":"),
    }
}

/// Puts keys in order, however deep, and leaves the digits of amounts as they are.
fn by_alphabet(value: &str) -> String {
    const JSON: &str = "what was written";
    let comma_separated = |parts: Vec<String>| parts.join(",");
    match value.as_bytes()[0] {
        b'{' => {
            let fields: BTreeMap<&str, &RawValue> = serde_json::from_str(value).expect(JSON);
            let field = |(name, value): (&&str, &&RawValue)| format!("\"{name}\":{}", by_alphabet(value.get()));
            format!("{{{}}}", comma_separated(fields.iter().map(field).collect()))
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(value).expect(JSON);
            format!("[{}]", comma_separated(items.iter().map(|item| by_alphabet(item.get())).collect()))
        }
        _ => value.to_owned(),
    }
}

fn escaped(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

fn rows(body: &str) -> Vec<Row<'_>> {
    Answer::read(body.as_bytes()).ok().and_then(|answer| answer.data).expect("rows")
}

/// Reading an answer of the services.
#[divan::bench(args = FORMS)]
fn read_rows(bencher: Bencher<'_, '_>, form: Form) {
    let body = body(form);
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| rows(black_box(&body)));
}

/// The same rows by serde_json alone.
#[divan::bench(args = FORMS)]
fn read_rows_by_serde_json(bencher: Bencher<'_, '_>, form: Form) {
    let body = body(form);
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| {
        let answer: Answer<Vec<Row<'_>>> = serde_json::from_slice(black_box(body.as_bytes())).expect("an answer");
        answer.data.expect("rows")
    });
}

fn list() -> Acionamentos {
    Acionamentos::read(body(Form::Declared).into()).ok().and_then(|answer| answer.data).expect("a list")
}

/// Reading an answer of the services, and packing its rows.
#[divan::bench]
fn read_list(bencher: Bencher<'_, '_>) {
    let body = Bytes::from(body(Form::Declared));
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| Acionamentos::read(black_box(body.clone())));
}

/// Looking for words in every row, which come in another order.
#[divan::bench]
fn search_rows(bencher: Bencher<'_, '_>) {
    let list = list();
    let search = Search::new("duarte 529.982 análise").ok().flatten().expect("a search");
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| OrdemAcionamentos::AberturaDesc.select_now(&list, Some(&search)));
}

/// Putting rows in an order.
#[divan::bench(args = [OrdemAcionamentos::AberturaDesc, OrdemAcionamentos::ValorAsc, OrdemAcionamentos::SeguradoAsc])]
fn sort_rows(bencher: Bencher<'_, '_>, ordem: OrdemAcionamentos) {
    let list = list();
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| ordem.select_now(&list, None));
}

/// A document of the portal's, by the name of its operation.
fn document(operation: &str) -> String {
    let documents = include_str!("../../client/src/gql/persisted-documents.json");
    let documents: BTreeMap<String, String> = serde_json::from_str(documents).expect("documents");
    let is_it = |text: &String| text.contains(&format!("query {operation}"));
    documents.into_values().find(is_it).expect("a document of the portal")
}

/// A short document and the longest one.
const DOCUMENTS: [&str; 2] = ["MenuDoUsuario", "Visualiza"];

/// Making a plan of a document that has been parsed and is valid.
#[divan::bench(args = DOCUMENTS)]
fn plan_document(bencher: Bencher<'_, '_>, operation: &str) {
    let parsed = parse_query(document(operation)).expect("a document");
    let (_, definition) = parsed.operations.iter().next().expect("an operation");
    bencher.bench(|| executor::Operation::new(black_box(&parsed), &definition.node).expect("a plan"));
}

/// All that a document costs before it runs for the first time: it is measured, parsed, validated and planned.
#[divan::bench(args = DOCUMENTS)]
fn prepare_document(bencher: Bencher<'_, '_>, operation: &str) {
    let (text, limits) = (document(operation), DocumentLimits::default());
    bencher.bench(|| Prepared::new(black_box(&text), &limits).ok().expect("a document"));
}

/// Who is told of a request.
#[derive(Clone, Copy, Debug)]
enum Told {
    Nobody,
    Prometheus,
    Text,
    Json,
}

/// All that is told of a request of one call. A line of the log is put together, and goes nowhere.
#[divan::bench(args = [Told::Nobody, Told::Prometheus, Told::Text, Told::Json])]
fn tell_of_a_request(bencher: Bencher<'_, '_>, told: Told) {
    let settings = TelemetrySettings { is_scraped: matches!(told, Told::Prometheus), collector: None };
    let telemetry = Telemetry::new(&settings).expect("no collector");
    let lines = tracing_subscriber::fmt().with_writer(std::io::sink);
    let _lines = match told {
        Told::Nobody | Told::Prometheus => None,
        Told::Text => Some(tracing::subscriber::set_default(lines.with_ansi(false).finish())),
        Told::Json => Some(tracing::subscriber::set_default(lines.json().finish())),
    };
    let document: Arc<str> = "Painel".into();
    bencher.bench_local(|| {
        let request_telemetry = telemetry.begin_request(&IncomingHeaders::default());
        let mut record =
            AccessLogEntry::new(Arc::clone(&request_telemetry), "POST", Route { name: "/graphql", is_quiet: false });
        request_telemetry.set_operation(Operation { document: Some(Arc::clone(&document)), kind: "query" });
        let call = request_telemetry.start_call("/seguradora/lista-seguradora", 0);
        black_box(call.traceparent());
        call.end("ok");
        record.response_started(200, ErrorCodes::default());
        record.add_body_bytes(1000);
    });
}
