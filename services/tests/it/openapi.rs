use std::collections::BTreeSet;

use axum::http::Request;
use contract::{self, Call, CallVisitor};
use serde_json::Value;

use crate::harness::TestServer;

#[test]
fn the_contract_lists_every_service_once() {
    #[derive(Default)]
    struct Paths(Vec<&'static str>);
    impl CallVisitor for Paths {
        fn visit<C: Call>(&mut self) {
            self.0.push(C::PATH);
        }
    }
    let mut paths = Paths::default();
    contract::calls(&mut paths);
    paths.0.sort_unstable();
    let document = services::openapi();
    assert!(document["paths"].as_object().unwrap().keys().eq(paths.0.iter()));
    assert_eq!(paths.0.len(), 21);
}

fn each(value: &Value, at: &str, look: &mut impl FnMut(&str, &Value)) {
    look(at, value);
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| each(value, &format!("{at}/{key}"), look)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| each(value, &format!("{at}/{i}"), look)),
        _ => {}
    }
}

#[tokio::test]
async fn document_is_served() {
    let server = TestServer::start().await;
    let reply = server.send(Request::get("/openapi.json").body("".into()).unwrap()).await;
    assert_eq!(reply.json(), services::openapi());
    assert_eq!(reply.json()["openapi"], "3.1.0");
}

#[test]
fn every_path_is_described() {
    let document = services::openapi();
    for (path, item) in document["paths"].as_object().unwrap() {
        assert!(item["post"]["description"].as_str().is_some_and(|text| text.len() > 20), "{path}");
    }
}

#[test]
fn every_reference_resolves() {
    let document = services::openapi();
    let mut references = BTreeSet::new();
    each(&document, "", &mut |_, value| {
        references.extend(value.get("$ref").and_then(Value::as_str).map(str::to_owned));
    });
    assert!(references.len() > 30);
    for reference in references {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
    }
}

#[test]
fn every_field_is_described() {
    let document = services::openapi();
    let mut fields = 0;
    each(&document["components"]["schemas"], "", &mut |at, value| {
        let Some(properties) = value.get("properties").and_then(Value::as_object) else { return };
        for (name, field) in properties {
            fields += 1;
            assert!(field["description"].as_str().is_some_and(|text| text.len() >= 8), "{at}/{name}");
        }
    });
    assert!(fields > 80, "{fields}");
}
