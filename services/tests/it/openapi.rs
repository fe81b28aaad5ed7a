use std::collections::BTreeSet;

use crate::harness::TestServer;
use axum::http::Request;

#[test]
fn the_contract_lists_every_service_once() {
    let paths: BTreeSet<_> = contract::calls().iter().map(|call| call.path).collect();
    assert_eq!(paths.len(), contract::calls().len());
}

#[tokio::test]
async fn document_is_served() {
    let server = TestServer::start().await;
    let reply = server.send(Request::get("/openapi.json").body("".into()).unwrap()).await;
    assert_eq!(reply.json(), services::openapi());
    assert_eq!(reply.json()["openapi"], "3.1.0");
}

#[test]
fn every_reference_resolves() {
    let document = services::openapi();
    let text = document.to_string();
    let references: BTreeSet<_> =
        text.split(r##""$ref":"#"##).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(references.len() > 25, "{references:?}");
    for reference in references {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
}
