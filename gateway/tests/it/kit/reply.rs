//! A response of the gateway.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("an answer in JSON")
    }

    /// The data of a response without errors.
    #[track_caller]
    pub(crate) fn data(&self) -> Value {
        let answer = self.json();
        assert!(self.status == StatusCode::OK && answer.get("errors").is_none(), "{} {}", self.status, self.text);
        answer["data"].clone()
    }

    /// The code and the message of a response with one error.
    #[track_caller]
    pub(crate) fn error(&self) -> (String, String) {
        let answer = self.json();
        let Some([error]) = answer["errors"].as_array().map(Vec::as_slice) else {
            panic!("not one error: {}", self.text);
        };
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        (text(&error["extensions"]["code"]), text(&error["message"]))
    }

    /// Asserts that a response has one error, with this code and message.
    #[track_caller]
    pub(crate) fn failed(&self, code: &str, message: &str) {
        assert_eq!(self.error(), (code.to_owned(), message.to_owned()));
    }

    /// The status and the code of a response with one error and no data.
    #[track_caller]
    pub(crate) fn refusal(&self) -> String {
        assert!(self.json().get("data").is_none(), "{}", self.text);
        assert!(self.header("content-type").ends_with("json; charset=utf-8"), "{:?}", self.headers);
        format!("{} {}", self.status.as_u16(), self.error().0)
    }

    #[track_caller]
    pub(crate) fn errors(&self) -> Vec<String> {
        let answer = self.json();
        let errors = answer["errors"].as_array().unwrap_or_else(|| panic!("no errors in {answer:#}"));
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let told = errors.iter().map(|error| {
            let path: Vec<_> = error["path"].as_array().into_iter().flatten().map(plain).collect();
            format!("{} {}: {}", path.join("."), plain(&error["extensions"]["code"]), plain(&error["message"]))
        });
        told.collect()
    }

    /// What its first error says to developers; empty if nothing.
    pub(crate) fn detail(&self) -> String {
        self.json()["errors"][0]["extensions"]["detail"].as_str().unwrap_or_default().to_owned()
    }

    /// Whether the connection ends with it.
    pub(crate) fn closes(&self) -> bool {
        self.header("connection") == "close"
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}
