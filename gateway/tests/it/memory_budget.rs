//! The memory budget: the process stays small for any requests and responses, and requests beyond it are refused with a
//! Retry-After.

mod responses;

use std::{
    convert::Infallible,
    future::ready,
    iter::{once, repeat_n},
    net::SocketAddr,
};

use axum::{
    Json,
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse as _, Response},
};
use contract::{Call as _, envelope::Envelope, seguradora::ListaSeguradora};
use futures_util::{
    StreamExt as _,
    future::{join, join_all},
    stream,
};
use gateway::upstream::UpstreamSettings;
use serde_json::{Map, Value, json};
use tokio::{
    process::Child,
    select,
    sync::{mpsc, watch},
};

use crate::{
    http1_client::{Client, post},
    kit::{Call, Gateway, eventually, services, upstream_settings},
    program::{Output, exchange, resident, start_over},
    stub::{acionamento, evento, one_insurer, seguradora},
};

const MIB: usize = 1024 * 1024;
/// Largest resident memory of the process with default settings and without a cache, in bytes.
const MAX_MEMORY: usize = 256 * MIB;
/// Rows of a list that are written once and sent again and again.
const BLOCK: usize = 500;

/// So many rows of a list, each of some 1.6 KB, with the commas between them.
fn rows(count: usize) -> Bytes {
    let mut row = acionamento(7);
    row.ds_observacao = Some("Atendida à noite, com febre desde a véspera. ".repeat(13)).into();
    row.historico = vec![evento(), evento()];
    let one = |at: usize| {
        row.cd_acionamento = at.to_string().into();
        serde_json::to_string(&row).unwrap()
    };
    (0..count).map(one).collect::<Vec<_>>().join(",").into()
}

/// Services whose lists depend on the requested status or insurer: a letter, and a number.
///
/// `L5000` is a list of 5,000 rows with its length, `C5000` the same in chunks; `T60` a text of 60 MiB in chunks; `D31` and `M31`
/// a refusal with 31 MiB of data or messages; `E` a list that never ends.
async fn long_lists() -> String {
    let block = rows(BLOCK);
    let first = Bytes::from([&br#"{"status":1,"messages":"","data":["#[..], &block].concat());
    let another = Bytes::from([&b","[..], &block].concat());
    let answer = move |call: Call| {
        let (first, another) = (first.clone(), another.clone());
        async move {
            let asked = call.json();
            let Some(asked) = ["seguradora", "status"].iter().find_map(|key| asked[key].as_str()) else {
                return Response::new(Body::from(serde_json::to_vec(&Envelope::success([0; 0])).unwrap()));
            };
            let zeros = Bytes::from(",0".repeat(MIB / 2));
            let number = asked[1..].split('-').next().unwrap().parse::<usize>().unwrap_or_default();
            let (opening, part, times, closing) = match &asked[..1] {
                "T" => (r#"{"status":1,"messages":"","data":""#.into(), "x".repeat(MIB).into(), number, r#""}"#),
                "D" => (r#"{"status":0,"messages":"Não.","data":[0"#.into(), zeros, number, "]}"),
                "M" => (r#"{"status":0,"data":[],"messages":[0"#.into(), zeros, number, "]}"),
                "E" => (first, another, usize::MAX, ""),
                _ => (first, another, number / BLOCK - 1, "]}"),
            };
            let parts = once(opening).chain(repeat_n(part, times)).chain([closing.into()]).flat_map(packets);
            if asked.starts_with('L') {
                let whole: Vec<Bytes> = parts.collect();
                let length: usize = whole.iter().map(Bytes::len).sum();
                let body = Body::from_stream(stream::iter(whole.into_iter().map(Ok::<_, Infallible>)));
                return Response::builder().header(header::CONTENT_LENGTH, length).body(body).unwrap();
            }
            Response::new(Body::from_stream(stream::iter(parts.map(Ok::<_, Infallible>))))
        }
    };
    format!("http://{}", services(answer).await.0)
}

/// The parts of a body as real services send them: some packets at a time.
fn packets(body: Bytes) -> impl Iterator<Item = Bytes> {
    (0..body.len()).step_by(32 * 1024).map(move |at| body.slice(at..body.len().min(at + 32 * 1024)))
}

/// The program over those services, with default limits and without a cache.
struct Program {
    child: Child,
    _output: Output,
    address: String,
}

impl Program {
    async fn start() -> Self {
        // A busy machine takes its time for lists that wait for each other.
        let settings = ["--cache", "0", "--read-timeout", "12s"];
        let (child, output, address) = start_over(long_lists().await, &settings).await;
        Self { child, _output: output, address }
    }

    async fn ask(&self, session: &str, request: &Value) -> Value {
        let body = request.to_string();
        let fields =
            format!("authorization: Bearer {session}\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        exchange(&self.address, &post(&fields, &body)).await
    }

    /// The first rows of a list that the services call so.
    async fn list(&self, session: &str, list: &str) -> Value {
        self.ask(session, &json!({ "query": format!("{{ {} }}", field("a", list)) })).await
    }

    /// Peak resident memory, in bytes.
    async fn most(&self) -> usize {
        resident(&self.child).await
    }
}

fn field(alias: &str, list: &str) -> String {
    format!(
        "{alias}: acionamentos(filtro: {{ status: \"{list}\" }}, first: 20) {{ totalCount nodes {{ id segurado {{ nome }} }} }}"
    )
}

fn count(answer: &Value) -> Option<u64> {
    answer["data"]["a"]["totalCount"].as_u64()
}

fn code(answer: &Value) -> &str {
    code_of(&answer["errors"][0]["extensions"])
}

fn code_of(extensions: &Value) -> &str {
    extensions["code"].as_str().unwrap_or_default()
}

/// A request for ten lists under ten names, with a number of rows each.
fn ten(kind: &str, rows: usize) -> Value {
    let lists: String = (0..10).map(|at| field(&format!("a{at}"), &format!("{kind}{rows}-{at}")) + " ").collect();
    json!({ "query": format!("{{ {lists} }}") })
}

/// The portal's document for four lists of an insurer, by its id.
fn four(insurer: &str) -> Value {
    let documents: Map<String, Value> =
        serde_json::from_str(include_str!("../../../client/src/gql/persisted-documents.json")).unwrap();
    let (id, _) =
        documents.iter().find(|(_, text)| text.as_str().unwrap().contains("query OpenAcionamentos(")).unwrap();
    json!({
        "variables": { "cpfCnpj": "x", "seguradora": insurer },
        "extensions": { "persistedQuery": { "version": 1, "sha256Hash": id.strip_prefix("sha256:").unwrap() } },
    })
}

/// What is told of a list that no budget has room for, and of one that this moment has no room for.
const TOO_LONG: &[&str] = &["UPSTREAM_INVALID_RESPONSE"];
const NO_MEMORY: &[&str] = &["UPSTREAM_UNAVAILABLE"];

#[tokio::test]
async fn a_request_beyond_the_budget_takes_little_memory_and_is_refused() {
    for (request, refused) in [
        (ten("L", 40_000), TOO_LONG),
        (ten("C", 40_000), NO_MEMORY),
        (ten("L", 10_000), NO_MEMORY),
        (ten("C", 10_000), NO_MEMORY),
        (four("L40000"), TOO_LONG),
        // Four lists are one field, which has the first failure: all four find no memory, or one gets ahead and is too long.
        (four("C40000"), &[NO_MEMORY, TOO_LONG].concat()),
        (four("L20000"), NO_MEMORY),
        (four("C20000"), NO_MEMORY),
    ] {
        let program = Program::start().await;
        let answer = program.ask("ana", &request).await;
        // Of ten lists that are all too long, some may be seen to be so before the memory is used up.
        let errors = answer["errors"].as_array().unwrap();
        let error = errors.iter().map(|error| &error["extensions"]).find(|error| refused.contains(&code_of(error)));
        let error = error.unwrap_or_else(|| panic!("{request}: {errors:?}"));
        assert_eq!(error["retryAfter"], if code_of(error) == NO_MEMORY[0] { json!(2) } else { Value::Null });
        // Nothing is left in use.
        assert_eq!(count(&program.list("ana", "C5000").await), Some(5000));
        let most = program.most().await;
        assert!(most < MAX_MEMORY, "{request}: {} MiB", most / MIB);
    }
}

#[tokio::test]
async fn sixteen_concurrent_large_lists_are_all_answered() {
    for kind in ["L", "C"] {
        for (callers, sessions) in [(4, 4), (8, 1), (16, 16)] {
            let program = Program::start().await;
            let ask =
                async |at: usize| program.list(&format!("ana{}", at % sessions), &format!("{kind}5000-{at}")).await;
            for answer in join_all((0..callers).map(ask)).await {
                assert_eq!(count(&answer), Some(5000), "{answer}");
            }
            let most = program.most().await;
            assert!(most < MAX_MEMORY, "{kind} {callers}: {} MiB", most / MIB);
        }
    }
}

#[tokio::test]
async fn an_abnormal_response_takes_little_memory() {
    let (invalid, refused) = ("UPSTREAM_INVALID_RESPONSE", "UPSTREAM_REJECTED");
    // It never ends; it is one text, longer than any list may be, and not as long; a refusal with numbers as its data, and as
    // its messages.
    for (list, expected) in [("E", invalid), ("T60", invalid), ("T31", invalid), ("D31", refused), ("M31", refused)] {
        let program = Program::start().await;
        assert_eq!(code(&program.list("ana", list).await), expected, "{list}");
        let most = program.most().await;
        assert!(most < MAX_MEMORY, "{list}: {} MiB", most / MIB);
    }
}

const BOTH: &str = "{ a: acionamentos(filtro: { status: \"A\" }) { totalCount } \
                    b: acionamentos(filtro: { status: \"B\" }) { totalCount } }";

/// A budget of so many mebibytes, for lists of thousands.
fn with_budget(mebibytes: usize) -> impl FnOnce(SocketAddr) -> UpstreamSettings {
    move |address| UpstreamSettings { memory_budget_bytes: mebibytes * MIB, ..upstream_settings(address) }
}

#[tokio::test]
async fn a_slow_chunked_list_leaves_memory_for_others() {
    let list = Bytes::from([r#"{"status":1,"messages":"","data":["#.into(), rows(2500), "]}".into()].concat());
    let (go_on, held) = watch::channel(false);
    let (address, _) = services(move |call| {
        let (list, mut held) = (list.clone(), held.clone());
        async move {
            let is_slow = call.token() == "ana";
            let (first, rest) = (list.slice(..list.len() / 2), list.slice(list.len() / 2..));
            let rest = async move {
                if is_slow {
                    held.wait_for(|goes_on| *goes_on).await.unwrap();
                }
                Ok::<_, Infallible>(rest)
            };
            Body::from_stream(stream::once(async { Ok(first) }).chain(stream::once(rest)))
        }
    })
    .await;
    let gateway = Gateway::over(address);
    let ask = async |session| gateway.query(session, ONE).await.data();
    let others = async {
        eventually(async || gateway.upstream.memory_used() >= MIB).await;
        assert_eq!(
            join(ask("bia"), ask("eva")).await,
            (json!({ "a": { "totalCount": 2500 } }), json!({ "a": { "totalCount": 2500 } }))
        );
        go_on.send(true).unwrap();
    };
    let (answer, ()) = join(ask("ana"), others).await;
    assert_eq!(answer, json!({ "a": { "totalCount": 2500 } }));
    assert_eq!(gateway.upstream.memory_used(), 0);
}

const ONE: &str = "{ a: acionamentos(filtro: { status: \"A\" }) { totalCount } }";

#[tokio::test]
async fn a_small_response_does_not_wait_for_large_ones() {
    let (began, mut begins) = mpsc::unbounded_channel();
    let (address, _) = services(move |call| {
        if call.path == ListaSeguradora::PATH {
            return ready(Json(Envelope::success(vec![seguradora("3", "Pata Segura")])).into_response());
        }
        began.send(()).unwrap();
        // Each of the two needs most of the budget for first large bodies, so one of them waits; neither ends.
        let body = Body::from_stream(stream::pending::<Result<&[u8], Infallible>>());
        ready(Response::builder().header(header::CONTENT_LENGTH, 3 * MIB).body(body).unwrap())
    })
    .await;
    let gateway = Gateway::of(with_budget(16)(address));
    let large = async |session| gateway.query(session, ONE).await.json();
    let small = async {
        begins.recv().await.unwrap();
        begins.recv().await.unwrap();
        gateway.query("bia", "{ seguradoras { nome } }").await.data()
    };
    select! {
        answer = small => assert_eq!(answer, json!({ "seguradoras": [{ "nome": "Pata Segura" }] })),
        answer = large("ana") => panic!("{answer}"),
        answer = large("eva") => panic!("{answer}"),
    }
}

/// Bodies of requests count while they arrive; those beyond the budget are refused.
#[tokio::test]
async fn bodies_that_never_end_count_and_leave_memory_for_others() {
    let stub = one_insurer().start_behind(with_budget(2)).await;
    let (address, _stop) = stub.gateway.listen().await;
    let begun = |fields: &'static str, beginning: &'static str| async move {
        let mut client = Client::to(address).await;
        client.send(post(fields, &format!("{beginning}{}", "x".repeat(60 * 1024)))).await;
        client
    };
    // An eighth of the 2 MiB: four of 60 KiB.
    let mut open = join_all((0..3).map(|_| begun("content-length: 62000\r\n", "{"))).await;
    open.push(begun("transfer-encoding: chunked\r\n", "f00f\r\n").await);
    let used = || stub.gateway.upstream.memory_used();
    eventually(async || used() > 4 * 60_000).await;
    let refused = begun("content-length: 62000\r\n", "{").await.answer().await;
    assert_eq!((&*refused.refusal(), refused.header("retry-after")), ("503 TOO_MANY_REQUESTS", "1"));
    // Small requests, and responses, are not held up.
    let answer = stub.gateway.query("ana", "{ seguradoras { nome } }").await;
    assert_eq!(answer.data()["seguradoras"][0]["nome"], "Pata Segura");
    drop(open);
    eventually(async || used() == 0).await;
}
