//! Contract tests: the golden requests and answers of `contract/golden/`.
//!
//! A file has the cases of one path. In a request, `{name}` is replaced by a value of `values.json` there; in an answer,
//! `{any}` matches any text. Our own services must answer exactly so. Other services (`SERVICES_URL`, with
//! `SERVICES_VALUES` for a file like `values.json`, which includes a session's `token`) must answer with the same fields and
//! types; cases with `"writes": true` run against them only if `SERVICES_WRITES` is 1.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::PathBuf,
    sync::LazyLock,
};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::net::TcpListener;

use crate::harness::{ANA, Reply, TestServer, client};

#[derive(Serialize, Deserialize)]
struct File {
    path: String,
    cases: Vec<Case>,
}

#[derive(Serialize, Deserialize)]
struct Case {
    name: String,
    /// Whether the call carries a session's token; for other services, `token` of the values.
    session: bool,
    /// Whether the call has side effects.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    writes: bool,
    /// A login step that must come before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Step>,
    request: Value,
    /// HTTP status, if not 200.
    #[serde(default = "ok", skip_serializing_if = "is_ok")]
    http: u16,
    answer: Value,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Step {
    /// A code was sent: `{codigoAcesso}`.
    CodeSent,
    /// A code was accepted.
    CodeAccepted,
}

fn ok() -> u16 {
    200
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_ok(http: &u16) -> bool {
    *http == ok()
}

impl Case {
    fn succeeds(&self) -> bool {
        self.http == ok() && self.answer["status"] == 1 && !self.answer["data"].is_null()
    }
}

static FOLDER: LazyLock<PathBuf> =
    LazyLock::new(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../contract/golden"));

fn values(path: PathBuf) -> Map<String, Value> {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn files() -> BTreeMap<PathBuf, File> {
    let read = |path: &PathBuf| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    fs::read_dir(&*FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("values.json"))
        .map(|path| (path.clone(), read(&path)))
        .collect()
}

/// Replaces placeholders by their values.
fn filled(request: &Value, values: &Map<String, Value>) -> Value {
    match request {
        Value::String(text) => match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(name) => values.get(name).unwrap_or_else(|| panic!("no value for {name}")).clone(),
            None => request.clone(),
        },
        Value::Array(list) => list.iter().map(|value| filled(value, values)).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), filled(value, values))).collect(),
        _ => request.clone(),
    }
}

/// Whether an answer equals the golden one; `{any}` matches any text.
fn is_same(golden: &Value, answer: &Value) -> bool {
    match (golden, answer) {
        (Value::String(any), Value::String(text)) if any == "{any}" => !text.is_empty(),
        (Value::Array(golden), Value::Array(answer)) => {
            golden.len() == answer.len() && golden.iter().zip(answer).all(|(golden, answer)| is_same(golden, answer))
        }
        (Value::Object(golden), Value::Object(answer)) => {
            golden.len() == answer.len()
                && golden.iter().all(|(key, golden)| answer.get(key).is_some_and(|answer| is_same(golden, answer)))
        }
        _ => golden == answer,
    }
}

/// Collects the fields of the golden answer that are missing or have another type.
fn misfits(golden: &Value, answer: &Value, at: &str, found: &mut Vec<String>) {
    match (golden, answer) {
        // Null matches any type.
        (Value::Null, _) | (_, Value::Null) if at != "/data" => {}
        (Value::Object(golden), Value::Object(answer)) => {
            for (key, golden) in golden {
                match answer.get(key) {
                    Some(answer) => misfits(golden, answer, &format!("{at}/{key}"), found),
                    None => found.push(format!("{at}/{key} is missing")),
                }
            }
        }
        (Value::Array(golden), Value::Array(answer)) => {
            let Some(golden) = golden.first() else { return };
            answer.iter().enumerate().for_each(|(i, answer)| misfits(golden, answer, &format!("{at}/{i}"), found));
        }
        (Value::Number(_), Value::Number(_))
        | (Value::String(_), Value::String(_))
        | (Value::Bool(_), Value::Bool(_))
        | (Value::Null, Value::Null) => {}
        _ => found.push(format!("{at} is of another type")),
    }
}

/// Rewrites a file, amounts with two decimals.
fn write(path: &PathBuf, file: &File) {
    let text = serde_json::to_string_pretty(file).unwrap();
    let money = |line: &str| match line.trim_start().split_once(": ") {
        Some((key, value)) if key.starts_with("\"vl") => {
            let (number, comma) = value.strip_suffix(',').map_or((value, ""), |number| (number, ","));
            let indent = &line[..line.len() - line.trim_start().len()];
            number.parse::<f64>().map_or(line.to_owned(), |number| format!("{indent}{key}: {number:.2}{comma}"))
        }
        _ => line.to_owned(),
    };
    fs::write(path, text.lines().map(|line| money(line) + "\n").collect::<String>()).unwrap();
}

#[test]
fn every_path_has_a_file_with_a_success_and_a_refusal() {
    let files = files();
    let with = |wanted: bool| -> BTreeSet<String> {
        let has = |file: &&File| file.cases.iter().any(|case| case.succeeds() == wanted);
        files.values().filter(has).map(|file| file.path.clone()).collect()
    };
    let document = services::openapi();
    let paths: BTreeSet<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(with(true), paths);
    assert_eq!(with(false), paths);
}

/// Answers that differ are written into the files, to review the difference.
#[tokio::test]
async fn our_services_answer_exactly_as_the_golden_files() {
    let mut values = values(FOLDER.join("values.json"));
    let mut changed = Vec::new();
    for (path, mut file) in files() {
        for case in &mut file.cases {
            let server = TestServer::start().await;
            let token = if case.session { Some(server.login(ANA).await) } else { None };
            match case.after {
                Some(Step::CodeSent) => {
                    server.request_code(ANA).await.data();
                    values.insert("codigoAcesso".to_owned(), server.newest_code(ANA).into());
                }
                Some(Step::CodeAccepted) => server.pass_code_step(ANA).await,
                None => {}
            }
            let reply = server.call(token.as_deref(), &file.path, filled(&case.request, &values)).await;
            assert_money_has_two_decimals(&reply);
            let answer = reply.json();
            if reply.http.as_u16() != case.http || !is_same(&case.answer, &answer) {
                changed.push(format!("{}: {}", file.path, case.name));
                case.http = reply.http.as_u16();
                case.answer = answer;
            }
        }
        if changed.iter().any(|case| case.starts_with(&file.path)) {
            write(&path, &file);
        }
    }
    assert!(changed.is_empty(), "rewritten; review the difference: {changed:#?}");
}

fn assert_money_has_two_decimals(reply: &Reply) {
    for value in reply.text.split("\"vl").skip(1) {
        let (_, number) = value.split_once(':').unwrap();
        let number = number.split([',', '}']).next().unwrap();
        let two = number.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 2);
        assert!(two || number == "null", "{number} in {}", reply.text);
    }
}

/// The services at `SERVICES_URL`, or our own over HTTP.
#[tokio::test]
async fn services_at_a_url_answer_in_the_same_shape() {
    let server = TestServer::start().await;
    let external_url = env::var("SERVICES_URL").ok();
    let values_file = env::var("SERVICES_VALUES").map_or_else(|_| FOLDER.join("values.json"), PathBuf::from);
    let mut values = values(values_file);
    let base = match &external_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let addr = listener.local_addr().unwrap();
            tokio::spawn(axum::serve(listener, server.router()).into_future());
            values.insert("token".to_owned(), server.login(ANA).await.into());
            format!("http://{addr}")
        }
    };
    let writes = external_url.is_none() || env::var("SERVICES_WRITES").is_ok_and(|writes| writes == "1");

    let client = client();
    let mut misfits_found = Vec::new();
    let mut checked = 0;
    for file in files().into_values() {
        for case in &file.cases {
            // Other services send codes by e-mail only, which the test cannot read.
            if case.after.is_some() || (case.writes && !writes) {
                continue;
            }
            let mut request = client.post(format!("{base}{}", file.path)).json(&filled(&case.request, &values));
            if case.session {
                request = request.bearer_auth(values["token"].as_str().unwrap());
            }
            let response = request.send().await.unwrap();
            let mut found = Vec::new();
            if response.status().as_u16() != case.http {
                found.push(format!("HTTP {} instead of {}", response.status(), case.http));
            } else if response.status() == StatusCode::OK {
                misfits(&case.answer, &response.json().await.unwrap(), "", &mut found);
            }
            checked += 1;
            misfits_found.extend(found.into_iter().map(|misfit| format!("{}, {}: {misfit}", file.path, case.name)));
        }
    }
    assert!(misfits_found.is_empty(), "{misfits_found:#?}");
    assert!(checked > 30, "{checked} cases were checked");
}

#[test]
fn a_missing_field_and_another_type_are_reported() {
    let shape = |golden: &str, answer: &str| {
        let mut found = Vec::new();
        misfits(&serde_json::from_str(golden).unwrap(), &serde_json::from_str(answer).unwrap(), "", &mut found);
        found
    };
    let golden = r#"{"status":1,"data":[{"cd":"1","qt":1,"dt":null}]}"#;
    assert_eq!(shape(golden, r#"{"status":1,"data":[{"cd":"7","qt":2,"dt":"x","new":1}]}"#), Vec::<String>::new());
    assert_eq!(shape(golden, r#"{"status":1,"data":[]}"#), Vec::<String>::new());
    assert_eq!(
        shape(golden, r#"{"status":1,"data":[{"cd":7}]}"#),
        ["/data/0/cd is of another type", "/data/0/dt is missing", "/data/0/qt is missing"]
    );
    assert_eq!(shape(golden, r#"{"status":0,"data":null}"#), ["/data is of another type"]);
    assert_eq!(shape(r#"{"status":0,"data":null}"#, r#"{"status":1,"data":{}}"#), ["/data is of another type"]);
}
