//! Micro-benchmarks of the hot paths (reading rows, search, sorting, planning, telemetry): `cargo bench --package gateway`.
//! The cost of whole operations is measured by `make bench`.

use std::{collections::BTreeMap, hint::black_box, sync::Arc};

use bytes::Bytes;
use divan::{Bencher, counter::ItemsCount};
use gateway::{
    loaders::by_code::ByCode,
    schema::{
        acionamento::{order::OrdemAcionamentos, row_order::RowOrder, search::Search},
        limits::DocumentLimits,
        prepared::PreparedDocument,
    },
    telemetry::{ErrorCodes, OperationLabel, Route, Telemetry, TelemetrySettings, access_log::AccessLogEntry},
    upstream::{
        ResponseData as _,
        acionamentos::{Acionamentos, Row, RowFilter},
        lists::Seguradoras,
    },
};
use serde::Deserialize;
use serde_json::value::RawValue;
use services::wire::{
    acionamento::Acionamento,
    envelope::{Answer, Envelope},
    mapping::ResponseMapping,
    seguradora::Seguradora,
};

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const GOLDEN: &str = include_str!("../../services/contract/lista-acionamentos-by-status.json");
/// Rows of the lists.
const ROWS: usize = 1000;

fn main() {
    divan::main();
}

/// A form in which services may write a response.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Keys in declaration order.
    Declared,
    /// Keys in alphabetical order, `data` before `status`.
    Alphabetical,
    /// Pretty-printed.
    Indented,
    /// Non-ASCII characters as `\u00e3`.
    Escaped,
    /// With unknown fields.
    Unknown,
}

const FORMS: [Form; 5] = [Form::Declared, Form::Alphabetical, Form::Indented, Form::Escaped, Form::Unknown];

/// A response with many rows, by repeating the golden ones.
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

/// Sorts keys at all levels and leaves the digits of amounts unchanged.
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

/// Reading a response of the services with `json_reader`.
#[divan::bench(args = FORMS)]
fn read_rows(bencher: Bencher<'_, '_>, form: Form) {
    let body = body(form);
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| rows(black_box(&body)));
}

/// Reading the same response with serde_json.
#[divan::bench(args = FORMS)]
fn read_rows_by_serde_json(bencher: Bencher<'_, '_>, form: Form) {
    let body = body(form);
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| {
        #[derive(Deserialize)]
        struct Plain<'a> {
            #[serde(borrow)]
            data: &'a RawValue,
        }
        let envelope: Plain<'_> = serde_json::from_slice(black_box(body.as_bytes())).expect("an envelope");
        serde_json::from_str::<Vec<Row<'_>>>(envelope.data.get()).expect("rows")
    });
}

fn list() -> Acionamentos {
    Acionamentos::read(body(Form::Declared).into(), &ResponseMapping::default())
        .ok()
        .and_then(|answer| answer.data)
        .expect("a list")
}

/// Reading a response as a list.
#[divan::bench]
fn read_list(bencher: Bencher<'_, '_>) {
    let body = Bytes::from(body(Form::Declared));
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| Acionamentos::read(black_box(body.clone()), &ResponseMapping::default()));
}

/// Searching words in every row.
#[divan::bench]
fn search_rows(bencher: Bencher<'_, '_>) {
    let list = list();
    let search = Search::new("duarte 529.982 análise").ok().flatten().expect("a search");
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    let order = RowOrder::new(OrdemAcionamentos::AberturaDesc, None);
    bencher.bench(|| order.select_now(&list, Some(&search), &RowFilter::default()));
}

/// Sorting rows.
#[divan::bench(args = [OrdemAcionamentos::AberturaDesc, OrdemAcionamentos::ValorAsc, OrdemAcionamentos::SeguradoAsc, OrdemAcionamentos::PetAsc])]
fn sort_rows(bencher: Bencher<'_, '_>, ordem: OrdemAcionamentos) {
    let list = list();
    let order = RowOrder::new(ordem, None);
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| order.select_now(&list, None, &RowFilter::default()));
}

/// Sorting rows by the names of their insurers, of which there are 200.
#[divan::bench]
fn sort_rows_by_insurer(bencher: Bencher<'_, '_>) {
    let list = list();
    let insurer = |code| Seguradora {
        cd_seguradora: format!("{code}").into(),
        nm_seguradora: format!("Companhia de Seguros {}", code * 7 % 200).into(),
        nr_cnpj: None.into(),
        fl_ativa: true,
    };
    let body = serde_json::to_string(&Envelope::success((0..200).map(insurer).collect::<Vec<_>>())).expect("a body");
    let insurers = Seguradoras::read(body.into(), &ResponseMapping::default()).ok().and_then(|answer| answer.data);
    let insurers = ByCode::new(Arc::new(insurers.expect("insurers")));
    let order = RowOrder::new(OrdemAcionamentos::SeguradoraAsc, Some(Arc::new(insurers)));
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| order.select_now(&list, None, &RowFilter::default()));
}

/// A document of the portal, by its operation name.
fn document(operation: &str) -> String {
    let documents = include_str!("../../client/src/gql/persisted-documents.json");
    let documents: BTreeMap<String, String> = serde_json::from_str(documents).expect("documents");
    let is_it = |text: &String| text.contains(&format!("query {operation}"));
    documents.into_values().find(is_it).expect("a document of the portal")
}

/// A short document and the longest one.
const DOCUMENTS: [&str; 2] = ["MenuDoUsuario", "Visualiza"];

/// Preparing a new document: limits, parsing, validation, planning.
#[divan::bench(args = DOCUMENTS)]
fn prepare_document(bencher: Bencher<'_, '_>, operation: &str) {
    let (text, limits) = (document(operation), DocumentLimits::default());
    bencher.bench(|| PreparedDocument::trusted(black_box(&text), &limits).ok().expect("a document"));
}

/// Where telemetry of a request goes.
#[derive(Clone, Copy, Debug)]
enum Sink {
    None,
    Prometheus,
    Text,
    Json,
}

/// Telemetry of a request with one call. The access log entry is formatted and discarded.
#[divan::bench(args = [Sink::None, Sink::Prometheus, Sink::Text, Sink::Json])]
fn request_telemetry(bencher: Bencher<'_, '_>, sink: Sink) {
    let settings = TelemetrySettings { is_scraped: matches!(sink, Sink::Prometheus), collector: None };
    let telemetry = Telemetry::new(&settings).expect("no collector");
    let lines = tracing_subscriber::fmt().with_writer(std::io::sink);
    let _lines = match sink {
        Sink::None | Sink::Prometheus => None,
        Sink::Text => Some(tracing::subscriber::set_default(lines.with_ansi(false).finish())),
        Sink::Json => Some(tracing::subscriber::set_default(lines.json().finish())),
    };
    let document: Arc<str> = "Painel".into();
    bencher.bench_local(|| {
        let request_telemetry = telemetry.begin_without_headers();
        let mut record =
            AccessLogEntry::new(Arc::clone(&request_telemetry), "POST", Route { name: "/graphql", is_quiet: false });
        request_telemetry.set_operation(OperationLabel { document: Some(Arc::clone(&document)), kind: "query" });
        let call = request_telemetry.start_call("/seguradora/lista-seguradora", 0);
        let mut headers = axum::http::HeaderMap::new();
        call.inject(&mut headers);
        black_box(headers);
        call.end("ok");
        record.response_started(200, ErrorCodes::default());
        record.add_body_bytes(1000);
    });
}
