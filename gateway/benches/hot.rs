//! What a page of a long list spends its time on, and what it costs to tell of a request, each by itself: `cargo bench
//! --package gateway`. What an operation costs as a whole is measured by `make bench`.

use std::{hint::black_box, sync::Arc};

use async_graphql::{Response, Value};
use bytes::Bytes;
use divan::{Bencher, counter::ItemsCount};
use gateway::{
    schema::{
        acionamento::{order::OrdemAcionamentos, search::Search},
        json,
    },
    telemetry::{
        Settings, Telemetry,
        trail::{Codes, Operation, Origin, Record, Route},
    },
    upstream::{
        Data as _,
        acionamentos::{Acionamentos, Row},
    },
};
use services::wire::{acionamento::Acionamento, envelope::Answer};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const GOLDEN: &str = include_str!("../../services/contract/lista-acionamentos-by-status.json");
/// Rows of the lists.
const ROWS: usize = 1000;

fn main() {
    divan::main();
}

/// An answer with many rows: the golden ones again and again, in the order of the type as services write it.
fn body() -> String {
    let golden: serde_json::Value = serde_json::from_str(GOLDEN).expect("a golden file");
    let golden = golden["cases"][0]["answer"]["data"].to_string();
    let golden: Vec<Acionamento> = serde_json::from_str(&golden).expect("golden rows");
    let rows: Vec<_> = golden.iter().cycle().take(ROWS).collect();
    format!("{{\"status\":1,\"messages\":\"\",\"data\":{}}}", serde_json::to_string(&rows).expect("rows"))
}

fn rows(body: &str) -> Vec<Row<'_>> {
    Answer::read(body.as_bytes()).ok().and_then(|answer| answer.data).expect("rows")
}

/// Reading an answer of the services.
#[divan::bench]
fn read_rows(bencher: Bencher<'_, '_>) {
    let body = body();
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| rows(black_box(&body)));
}

/// The same by serde_json alone, with texts of their own.
#[divan::bench]
fn read_rows_by_serde_json(bencher: Bencher<'_, '_>) {
    let body = body();
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| serde_json::from_str::<Answer<Vec<Acionamento>>>(black_box(&body)));
}

fn list() -> Acionamentos {
    Acionamentos::read(body().into()).ok().and_then(|answer| answer.data).expect("a list")
}

/// Reading an answer of the services, and packing its rows.
#[divan::bench]
fn read_list(bencher: Bencher<'_, '_>) {
    let body = Bytes::from(body());
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

/// Writing an answer that the engine made, value by value.
#[divan::bench]
fn write_values(bencher: Bencher<'_, '_>) {
    let answer: serde_json::Value = serde_json::from_str(&body()).expect("an answer");
    let rows = answer["data"].clone();
    let answer = Response::new(Value::from_json(rows).expect("a value"));
    let bencher = bencher.counter(ItemsCount::new(ROWS));
    bencher.bench(|| json::answer(black_box(&answer), true, None));
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
    let settings = Settings { is_scraped: matches!(told, Told::Prometheus), collector: None };
    let telemetry = Telemetry::new(&settings).expect("no collector");
    let lines = tracing_subscriber::fmt().with_writer(std::io::sink);
    let _lines = match told {
        Told::Nobody | Told::Prometheus => None,
        Told::Text => Some(tracing::subscriber::set_default(lines.with_ansi(false).finish())),
        Told::Json => Some(tracing::subscriber::set_default(lines.json().finish())),
    };
    let document: Arc<str> = "Painel".into();
    bencher.bench_local(|| {
        let trail = telemetry.trail(&Origin::default());
        let mut record = Record::new(Arc::clone(&trail), "POST", Route { name: "/graphql", is_quiet: false });
        trail.runs(Operation { document: Some(Arc::clone(&document)), kind: "query" });
        let call = trail.call("/seguradora/lista-seguradora", 0);
        black_box(call.traceparent());
        call.end("ok");
        record.answered(200, Codes::default());
        record.written(1000);
    });
}
