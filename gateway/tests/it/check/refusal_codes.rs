//! `gateway check` and the codes that tell refusals apart: where they stand, and what they mean.

use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::HeaderMap;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};

use super::{
    Live,
    apis::Renamed,
    checked,
    other_api::OtherApi,
    vendors::{Spring, Twice, twice},
};
use crate::program::{gateway, line_with};

/// An API with its own codes of refusals.
struct Coded<F> {
    refusal: F,
    /// The code of a claim that does not exist.
    missing: &'static str,
    ended: &'static str,
}

impl<F: Fn(&str) -> (u16, String) + Send + Sync + 'static> Coded<F> {
    fn error(http: u16, code: &str, text: &str) -> (u16, Value) {
        (http, json!({ "success": false, "errors": [{ "code": code, "message": text }], "result": null }))
    }
}

impl<F: Fn(&str) -> (u16, String) + Send + Sync + 'static> OtherApi for Coded<F> {
    fn key(&self, type_name: &str, key: &str) -> String {
        Spring.key(type_name, key)
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        Spring.request_key(request, key)
    }

    fn token(&self, headers: &HeaderMap) -> Option<String> {
        Spring.token(headers)
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        let is_missing = segment == "lista-acionamentos-by-sinistro" && data.as_array().is_some_and(Vec::is_empty);
        if is_missing {
            Self::error(404, self.missing, "Sinistro não encontrado.")
        } else {
            Spring.success(segment, data)
        }
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        let (http, code) = (self.refusal)(text);
        Self::error(http, &code, text)
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        Spring.invalid(expected)
    }

    fn signed_out(&self) -> (u16, Value) {
        Self::error(403, self.ended, "Sua sessão acabou.")
    }
}

fn table(twice: &Twice) -> toml::Table {
    twice.first.out.parse().unwrap_or_else(|error| panic!("{error}: {}", twice.first.out))
}

#[tokio::test]
async fn the_key_of_different_codes_is_sure_and_what_they_mean_is_said_by_code() {
    let api = Coded { refusal: |_: &str| (422, "RULE_17".to_owned()), missing: "NOT_FOUND", ended: "SESSION_EXPIRED" };
    let twice = twice(api, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        let told = &run.out;
        assert!(told.contains("\ncode = \"errors.code\"\n"), "{told}");
        let table: toml::Table = told.parse().unwrap();
        let empty = json!(table["calls"]["lista-acionamentos-by-sinistro"]["empty"]);
        assert_eq!(empty, json!({ "codes": ["NOT_FOUND"] }), "{told}");
        assert!(told.contains("# codes = [\"SESSION_EXPIRED\"]  # decida: o código que veio sem sessão"), "{told}");
        assert!(
            told.contains("# blocked = { codes = [\"…\"] }") && told.contains("o que vem em errors.code"),
            "{told}"
        );
    }
    let none = twice.read("{ acionamento(sinistro: \"2026999999999\") { id } }").await;
    assert_eq!(none, json!({ "data": { "acionamento": null } }), "{}", twice.second.out);
}

#[tokio::test]
async fn the_key_of_one_code_has_a_doubt() {
    let api = Coded { refusal: |_: &str| (404, "NOT_FOUND".to_owned()), missing: "NOT_FOUND", ended: "NOT_FOUND" };
    let twice = twice(api, str::to_owned).await;
    let told = &twice.first.out;
    assert!(told.contains("\ncode = \"errors.code\"  # confira: só um código veio em recusas\n"), "{told}");
}

#[tokio::test]
async fn what_says_no_more_than_the_http_status_or_names_the_request_is_no_code() {
    let number = AtomicU32::new(10);
    let of_request = Coded {
        refusal: move |_: &str| (422, format!("2026-0701-{:04}", number.fetch_add(1, Ordering::Relaxed))),
        missing: "2026-0701-0001",
        ended: "2026-0701-0002",
    };
    let of_http = Coded { refusal: |_: &str| (422, "422".to_owned()), missing: "404", ended: "403" };
    let of_everything = Coded { refusal: |_: &str| (422, "ERRO".to_owned()), missing: "ERRO", ended: "ERRO" };
    for twice in [
        twice(of_request, str::to_owned).await,
        twice(of_http, str::to_owned).await,
        twice(of_everything, str::to_owned).await,
    ] {
        let told = &twice.first.out;
        assert!(table(&twice)["envelope"].get("code").is_none(), "{told}");
        // No code can be compared with `true` and `false`.
        assert!(told.contains("# blocked = { messages = [\"…\"] }") && told.contains("a chave do código"), "{told}");
    }
}

#[tokio::test]
async fn an_api_without_codes_has_lines_for_texts() {
    let twice = twice(Renamed, str::to_owned).await;
    let told = &twice.first.out;
    assert!(!told.contains("codes = ["), "{told}");
}

/// A mapping whose status is no code.
const FLAG_STATUS: &str = "[envelope]\nsuccess = [true]\n[login]\nblocked = { codes = [\"USER_LOCKED\"] }\n\
    [calls.lista-acionamentos-by-sinistro]\nempty = { codes = [\"NOT_FOUND\"] }\n";

#[tokio::test]
async fn codes_that_no_response_can_have_are_reported() {
    let mut live = Live::new();
    for (_, body) in live.answers.values_mut() {
        *body = String::from_utf8_lossy(body).replace("\"status\":1", "\"status\":true").into_bytes();
    }
    let told = checked(&live, FLAG_STATUS, false).await;
    let words = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("login.blocked.codes, calls.\"lista-acionamentos-by-sinistro\".empty.codes não vale"),
        "{words}"
    );
    assert_eq!(told.exit, 1, "{words}");
    // The code of each refusal, a status that can be one, and a flag.
    for mapping in [
        FLAG_STATUS.replace("[login]", "code = \"codigo\"\n[login]"),
        "[envelope]\nsuccess = [true]\n[login]\nblocked = { codes = [false] }\n".to_owned(),
    ] {
        let told = checked(&live, &mapping, true).await;
        assert_eq!((told.exit, told.json().get("unmatchedCodes")), (0, None), "{mapping}");
    }
}

#[tokio::test]
async fn a_start_reports_codes_that_no_response_can_have() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), FLAG_STATUS).unwrap();
    let mapping = file.path().display().to_string();
    let services = format!("http://{}", Live::new().start().await);
    let arguments =
        ["--listen", "127.0.0.1:0", "--upstream-url", &services, "--api-key", "chave", "--mapping", &mapping];
    let mut child = gateway(&arguments).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = line_with("codes of refusals in the mapping match no response", &mut log).await;
    assert!(line.contains("login.blocked.codes"), "{line}");
    child.kill().await.unwrap();
}
