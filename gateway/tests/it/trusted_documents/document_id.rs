//! `documentId`: the appendix "Persisted Documents" of GraphQL over HTTP.

use axum::{body::Body, extract::Request};
use gateway::schema::persisted_documents::PersistedDocuments;
use serde_json::{Value, json};

use super::{ENTRAR, JSON, SEGURADO, TYPENAME, encoded, extensions, gateway, hash, post, post_accepting};
use crate::kit::{Gateway, Reply};

/// The document identifier of a text.
pub(crate) fn id(text: &str) -> String {
    format!("sha256:{}", hash(text))
}

async fn get(query: &str) -> Reply {
    gateway().send(Request::get(format!("/graphql?{query}")).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_document_runs_by_its_document_id() {
    let typename = r#"{"data":{"__typename":"Query"}}"#;
    for body in [
        json!({ "documentId": id(TYPENAME) }),
        json!({ "documentId": id(TYPENAME), "operationName": "Nome", "variables": {}, "extensions": {} }),
        json!({ "documentId": id(TYPENAME), "query": null }),
        // What agrees is no contradiction.
        json!({ "documentId": id(TYPENAME), "query": TYPENAME }),
        json!({ "documentId": id(TYPENAME), "extensions": extensions(TYPENAME) }),
        json!({ "documentId": id(TYPENAME), "query": TYPENAME, "extensions": extensions(TYPENAME) }),
    ] {
        assert_eq!(post(body.clone()).await.text, typename, "{body}");
    }
    assert_eq!(post(json!({ "documentId": id(SEGURADO), "variables": {} })).await.error().0, "BAD_USER_INPUT");
    assert_eq!(get(&format!("documentId={}&operationName=Nome", id(TYPENAME))).await.text, typename);
    // Encoded, and with an empty name, which is none.
    let address = format!("documentId={}&operationName=", id(TYPENAME).replace(':', "%3A"));
    assert_eq!(get(&address).await.text, typename);
    let both = format!("documentId={}&extensions={}", id(TYPENAME), encoded(&extensions(TYPENAME)));
    assert_eq!(get(&both).await.text, typename);
}

#[tokio::test]
async fn a_mutation_does_not_run_by_its_document_id_in_an_address() {
    let reply = get(&format!("documentId={}&variables=%7B%22d%22:%22x%22%7D", id(ENTRAR))).await;
    assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "POST"));
    assert_eq!(reply.error().0, "METHOD_NOT_ALLOWED");
}

/// The `id` of a manifest is a custom identifier of the appendix.
#[tokio::test]
async fn the_id_of_a_manifest_is_a_document_id() {
    for id in [id(TYPENAME), hash(TYPENAME)] {
        assert_eq!(post(json!({ "documentId": id })).await.data()["__typename"], "Query");
    }
    let shouted = post(json!({ "documentId": hash(TYPENAME).to_uppercase() })).await;
    assert_eq!(shouted.error().0, "PERSISTED_QUERY_NOT_FOUND");
}

#[tokio::test]
async fn an_unknown_document_id_gets_one_error() {
    let unknown = id("{ seguradoras { nome } }");
    // Custom identifiers and those of other applications are well-formed.
    for id in [&unknown, "f0e1", "a-b.c_d~e", "x-app:41", "e2cecf31d87a42f80116ee4622076380"] {
        let reply = post(json!({ "documentId": id })).await;
        assert_eq!(reply.status, 200);
        let expected = r#"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND","detail":"Nenhum documento do portal tem este id. Os do manifesto de uma ferramenta pedem a chave dela no cabeçalho X-Tool-Key."}}]}"#;
        assert_eq!(reply.text, expected, "{id}");
        let newer = post_accepting("application/graphql-response+json", json!({ "documentId": id })).await;
        assert_eq!((newer.status.as_u16(), newer.text), (400, reply.text.clone()), "{id}");
        assert_eq!(get(&format!("documentId={id}")).await.text, reply.text);
    }
}

#[tokio::test]
async fn a_malformed_document_id_is_refused() {
    let hex = hash(TYPENAME);
    for id in [
        String::new(),
        format!("sha256:{}", hex.to_uppercase()),
        format!("SHA256:{hex}"),
        format!("sha256:{}", &hex[1..]),
        format!("sha256:{hex}0"),
        format!(" sha256:{hex}"),
        format!("sha256::{hex}"),
        format!("md5:{hex}"),
        format!(":{hex}"),
        "sha256:".to_owned(),
        "x-:1".to_owned(),
        "x-a:b:c".to_owned(),
        "{__typename}".to_owned(),
        "é".to_owned(),
    ] {
        for body in [json!({ "documentId": id }), json!({ "documentId": id, "query": TYPENAME })] {
            let reply = post(body).await;
            let message = "Em documentId envie sha256: e o SHA-256 do documento em 64 dígitos hexadecimais minúsculos.";
            assert_eq!((reply.status.as_u16(), reply.error()), (400, ("BAD_REQUEST".to_owned(), message.to_owned())));
        }
    }
    for body in [json!({ "documentId": 7 }), json!({ "documentId": [id(TYPENAME)] })] {
        assert_eq!(post(body.clone()).await.status, 400, "{body}");
    }
    let twice = format!(r#"{{"documentId":"{0}","documentId":"{0}"}}"#, id(TYPENAME));
    let request = Request::post("/graphql").header("content-type", JSON).body(twice.into()).unwrap();
    assert_eq!(gateway().send(request).await.status, 400);
    assert_eq!(get(&format!("documentId={0}&documentId={0}", id(TYPENAME))).await.status, 400);
}

#[tokio::test]
async fn contradicting_documents_are_refused() {
    for (body, message) in [
        (json!({ "documentId": id(SEGURADO), "query": TYPENAME }), "O documentId não é o do documento em query."),
        (json!({ "documentId": "outro", "query": TYPENAME }), "O documentId não é o do documento em query."),
        (
            json!({ "documentId": id(SEGURADO), "extensions": extensions(TYPENAME) }),
            "documentId e persistedQuery são de documentos diferentes.",
        ),
        (
            json!({ "documentId": "outro", "query": TYPENAME, "extensions": extensions(TYPENAME) }),
            "documentId e persistedQuery são de documentos diferentes.",
        ),
    ] {
        let reply = post(body.clone()).await;
        assert_eq!(reply.status, 400, "{body}");
        assert_eq!(reply.error(), ("BAD_REQUEST".to_owned(), message.to_owned()), "{body}");
    }
}

/// The portal's documents have one id, which both ways of sending it name.
#[tokio::test]
async fn the_documents_of_the_portal_run_by_both_ids() {
    const MANIFEST: &str = include_str!("../../../../client/src/gql/persisted-documents.json");
    let gateway = Gateway::trusting(PersistedDocuments::embedded().unwrap());
    let documents: Value = serde_json::from_str(MANIFEST).unwrap();
    let documents = documents.as_object().unwrap();
    assert!(documents.len() > 20, "{}", documents.len());
    for (id, text) in documents {
        let accept = "text/event-stream, application/json";
        let send = async |body: Value| {
            let request = Request::post("/graphql").header("content-type", JSON).header("accept", accept);
            gateway.send(request.body(body.to_string().into()).unwrap()).await.text
        };
        let by_document_id = send(json!({ "documentId": id })).await;
        assert!(!by_document_id.contains("NOT_FOUND") && !by_document_id.contains("BAD_REQUEST"), "{by_document_id}");
        assert_eq!(send(json!({ "extensions": extensions(text.as_str().unwrap()) })).await, by_document_id, "{id}");
    }
}
