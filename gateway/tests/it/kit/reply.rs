//! A response of the gateway.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

/// A response of the gateway.
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

    /// What its first error says to developers; empty if nothing.
    pub(crate) fn detail(&self) -> String {
        self.json()["errors"][0]["extensions"]["detail"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}
