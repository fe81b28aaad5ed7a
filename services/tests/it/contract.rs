//! Contract tests: the golden requests and answers of `contract/golden/`.
//!
//! A file has the cases of one path. In a request, `{codigoAcesso}` is replaced by the code that was sent; in an answer, `{any}`
//! matches any text.

use std::{collections::BTreeSet, fs};

use serde::Deserialize;
use serde_json::Value;

use crate::harness::{ANA, Reply, TestServer};

#[derive(Deserialize)]
struct File {
    path: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    /// Whether the call carries a session's token.
    session: bool,
    /// A login step that must come before.
    after: Option<Step>,
    request: Value,
    /// HTTP status, if not 200.
    #[serde(default = "ok")]
    http: u16,
    answer: Value,
}

#[derive(Deserialize)]
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

impl Case {
    fn succeeds(&self) -> bool {
        self.http == ok() && self.answer["status"] == 1 && !self.answer["data"].is_null()
    }
}

fn files() -> Vec<File> {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../contract/golden")).unwrap();
    let read = |path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    folder.map(|entry| read(entry.unwrap().path())).collect()
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

#[test]
fn every_path_has_a_success_and_a_refusal_and_401_unless_it_needs_no_session() {
    let files = files();
    let with = |is_wanted: &dyn Fn(&Case) -> bool| -> BTreeSet<String> {
        let has = |file: &&File| file.cases.iter().any(is_wanted);
        files.iter().filter(has).map(|file| file.path.clone()).collect()
    };
    let document = services::openapi();
    let mut paths: BTreeSet<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(with(&Case::succeeds), paths);
    assert_eq!(with(&|case| !case.succeeds()), paths);
    let login = ["login-valida-email", "valida-codigo-acesso", "valida-login", "atualiza-senha"];
    paths.retain(|path| !login.iter().any(|step| path.ends_with(step)));
    assert_eq!(with(&|case| !case.session && case.http == 401), paths);
}

#[tokio::test]
async fn our_services_answer_exactly_as_the_golden_files() {
    let mut different = Vec::new();
    for file in files() {
        for case in &file.cases {
            let server = TestServer::start().await;
            let token = if case.session { Some(server.login(ANA).await) } else { None };
            let mut request = case.request.clone();
            match case.after {
                Some(Step::CodeSent) => {
                    server.request_code(ANA).await.data();
                    request["codigoAcesso"] = server.newest_code(ANA).into();
                }
                Some(Step::CodeAccepted) => server.pass_code_step(ANA).await,
                None => {}
            }
            let reply = server.call(token.as_deref(), &file.path, request).await;
            assert_money_has_two_decimals(&reply);
            let answer = reply.json();
            if reply.http.as_u16() != case.http || !is_same(&case.answer, &answer) {
                different.push(format!("{}, {}: {}, {answer:#}", file.path, case.name, reply.http));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn assert_money_has_two_decimals(reply: &Reply) {
    for value in reply.text.split("\"vl").skip(1) {
        let (_, number) = value.split_once(':').unwrap();
        let number = number.split([',', '}']).next().unwrap();
        let two = number.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 2);
        assert!(two || number == "null", "{number} in {}", reply.text);
    }
}
