//! `documentId`: the appendix "Persisted Documents" of GraphQL over HTTP.

use gateway::schema::persisted_documents::PersistedDocuments;
use serde_json::{Value, json};

use super::{SEGURADO, TYPENAME, encoded, extensions, gateway, post, post_accepting};
use crate::kit::{Gateway, Reply, document_id, sha256};

async fn get(query: &str) -> Reply {
    gateway().get(&format!("/graphql?{query}"), &[]).await
}

#[tokio::test]
async fn a_document_runs_by_its_document_id() {
    let typename = r#"{"data":{"__typename":"Query"}}"#;
    for body in [
        json!({ "documentId": document_id(TYPENAME) }),
        json!({ "documentId": document_id(TYPENAME), "operationName": "Nome", "variables": {}, "extensions": {} }),
        json!({ "documentId": document_id(TYPENAME), "query": null }),
        // What agrees is no contradiction.
        json!({ "documentId": document_id(TYPENAME), "query": TYPENAME }),
        json!({ "documentId": document_id(TYPENAME), "extensions": extensions(TYPENAME) }),
        json!({ "documentId": document_id(TYPENAME), "query": TYPENAME, "extensions": extensions(TYPENAME) }),
    ] {
        assert_eq!(post(body.clone()).await.text, typename, "{body}");
    }
    assert_eq!(post(json!({ "documentId": document_id(SEGURADO), "variables": {} })).await.error().0, "BAD_USER_INPUT");
    assert_eq!(get(&format!("documentId={}&operationName=Nome", document_id(TYPENAME))).await.text, typename);
    // Encoded, and with an empty name, which is none.
    let address = format!("documentId={}&operationName=", document_id(TYPENAME).replace(':', "%3A"));
    assert_eq!(get(&address).await.text, typename);
    let both = format!("documentId={}&extensions={}", document_id(TYPENAME), encoded(&extensions(TYPENAME)));
    assert_eq!(get(&both).await.text, typename);
}

/// The `id` of a manifest is a custom identifier of the appendix.
#[tokio::test]
async fn the_id_of_a_manifest_is_a_document_id() {
    for id in [document_id(TYPENAME), sha256(TYPENAME)] {
        assert_eq!(post(json!({ "documentId": id })).await.data()["__typename"], "Query");
    }
    let shouted = post(json!({ "documentId": sha256(TYPENAME).to_uppercase() })).await;
    assert_eq!(shouted.error().0, "PERSISTED_QUERY_NOT_FOUND");
}

#[tokio::test]
async fn an_unknown_id_gets_the_error_that_apollo_client_expects() {
    let unknown = "{ seguradoras { nome } }";
    let by_hash = json!({ "extensions": extensions(unknown) });
    // Custom identifiers and those of other applications are well-formed.
    let ids = [&*document_id(unknown), "f0e1", "a-b.c_d~e", "x-app:41", "e2cecf31d87a42f80116ee4622076380"];
    for body in ids.map(|id| json!({ "documentId": id })).into_iter().chain([by_hash]) {
        let reply = post(body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "private, no-store"), "{body}");
        let expected = r#"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND","detail":"Nenhum documento do portal tem este id. Os do manifesto de uma ferramenta pedem a chave dela no cabeçalho X-Tool-Key."}}]}"#;
        assert_eq!(reply.text, expected, "{body}");
        let newer = post_accepting("application/graphql-response+json", body.clone()).await;
        assert_eq!((newer.status.as_u16(), newer.text), (400, reply.text), "{body}");
    }
    assert_eq!(get("documentId=f0e1").await.error().0, "PERSISTED_QUERY_NOT_FOUND");
}

#[tokio::test]
async fn a_malformed_document_id_is_refused() {
    let hex = sha256(TYPENAME);
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
    for body in [json!({ "documentId": 7 }), json!({ "documentId": [document_id(TYPENAME)] })] {
        assert_eq!(post(body.clone()).await.status, 400, "{body}");
    }
    assert_eq!(get(&format!("documentId={0}&documentId={0}", document_id(TYPENAME))).await.status, 400);
}

const OTHER_HASH: &str = "O sha256Hash de persistedQuery não é o do documento em query.";

#[tokio::test]
async fn contradicting_documents_are_refused() {
    for (body, message) in [
        (json!({ "query": "{ __typename }", "extensions": extensions(TYPENAME) }), OTHER_HASH),
        (json!({ "query": format!("{TYPENAME} "), "extensions": extensions(TYPENAME) }), OTHER_HASH),
        (json!({ "query": "", "extensions": extensions(TYPENAME) }), OTHER_HASH),
        (
            json!({ "documentId": document_id(SEGURADO), "query": TYPENAME }),
            "O documentId não é o do documento em query.",
        ),
        (json!({ "documentId": "outro", "query": TYPENAME }), "O documentId não é o do documento em query."),
        (
            json!({ "documentId": document_id(SEGURADO), "extensions": extensions(TYPENAME) }),
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
        let send = async |body: Value| gateway.ask(&[("accept", accept)], &body).await.text;
        let by_document_id = send(json!({ "documentId": id })).await;
        assert!(!by_document_id.contains("NOT_FOUND") && !by_document_id.contains("BAD_REQUEST"), "{by_document_id}");
        assert_eq!(send(json!({ "extensions": extensions(text.as_str().unwrap()) })).await, by_document_id, "{id}");
    }
}
