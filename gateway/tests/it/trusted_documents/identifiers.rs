//! Ids of documents: `documentId` of the appendix "Persisted Documents" of GraphQL over HTTP, and Apollo's `persistedQuery`.

use serde_json::{Value, json};

use super::{SEGURADO, TYPENAME, encoded, gateway, post, post_accepting};
use crate::kit::{Reply, document_id, persisted_query, sha256};

async fn get(query: &str) -> Reply {
    gateway().get(&format!("/graphql?{query}"), &[]).await
}

#[tokio::test]
async fn a_document_runs_by_its_id_in_either_form() {
    // Exactly as Apollo Client sends it.
    let apollo = r#"{"operationName":"Nome","variables":{},"extensions":{"clientLibrary":{"name":"@apollo/client","version":"4.0.0"},"persistedQuery":{"version":1,"sha256Hash":"e2cecf31d87a42f80116ee4622076380a52dab066394fdb8fce57b7df531fdfa"}}}"#;
    let (id, by_hash) = (document_id(TYPENAME), persisted_query(TYPENAME));
    let upper = json!({ "persistedQuery": { "version": 1, "sha256Hash": sha256(TYPENAME).to_uppercase() } });
    for body in [
        serde_json::from_str(apollo).unwrap(),
        json!({ "query": null, "extensions": by_hash }),
        json!({ "extensions": upper }),
        json!({ "documentId": id }),
        json!({ "documentId": id, "operationName": "Nome", "variables": {}, "extensions": {} }),
        json!({ "documentId": id, "query": null }),
        // The `id` of a manifest is a custom identifier of the appendix.
        json!({ "documentId": sha256(TYPENAME) }),
        // What agrees is no contradiction. With an open policy any text runs.
        json!({ "query": TYPENAME, "extensions": by_hash }),
        json!({ "query": "{ __typename }", "extensions": persisted_query("{ __typename }") }),
        json!({ "documentId": id, "query": TYPENAME }),
        json!({ "documentId": id, "extensions": by_hash }),
        json!({ "documentId": id, "query": TYPENAME, "extensions": by_hash }),
    ] {
        let reply = post(body.clone()).await;
        assert_eq!(reply.text, r#"{"data":{"__typename":"Query"}}"#, "{body}");
        assert_eq!(reply.header("cache-control"), "private, no-store");
    }
    let by_hash = encoded(&by_hash);
    for address in [
        format!("documentId={id}&operationName=Nome"),
        format!("extensions={by_hash}&operationName=Nome"),
        // Encoded, and with an empty name, which is none.
        format!("documentId={}&operationName=", id.replace(':', "%3A")),
        format!("documentId={id}&extensions={by_hash}"),
    ] {
        assert_eq!(get(&address).await.text, r#"{"data":{"__typename":"Query"}}"#, "{address}");
    }
}

#[tokio::test]
async fn an_unknown_id_gets_the_error_that_apollo_client_expects() {
    let unknown = "{ seguradoras { nome } }";
    let by_hash = json!({ "extensions": persisted_query(unknown) });
    // Custom identifiers and those of other applications are well-formed.
    let ids = [
        &*document_id(unknown),
        &*sha256(TYPENAME).to_uppercase(),
        "f0e1",
        "a-b.c_d~e",
        "x-app:41",
        "e2cecf31d87a42f80116ee4622076380",
    ];
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
async fn a_malformed_id_is_refused() {
    let hex = &sha256(TYPENAME);
    let of_document = "Em documentId envie sha256: e o SHA-256 do documento em 64 dígitos hexadecimais minúsculos.";
    let ids = [
        "",
        &format!("sha256:{}", hex.to_uppercase()),
        &format!("SHA256:{hex}"),
        &format!("sha256:{}", &hex[1..]),
        &format!("sha256:{hex}0"),
        &format!(" sha256:{hex}"),
        &format!("sha256::{hex}"),
        &format!("md5:{hex}"),
        &format!(":{hex}"),
        "sha256:",
        "x-:1",
        "x-a:b:c",
        "{__typename}",
        "é",
    ];
    let of_hash = "Em persistedQuery envie version 1 e sha256Hash, o SHA-256 em 64 dígitos hexadecimais.";
    let hashes = [
        json!(null),
        json!(7),
        json!("x"),
        json!({}),
        json!({ "version": 1 }),
        json!({ "sha256Hash": hex }),
        json!({ "version": 2, "sha256Hash": hex }),
        json!({ "version": "1", "sha256Hash": hex }),
        json!({ "version": 1, "sha256Hash": 7 }),
        json!({ "version": 1, "sha256Hash": "" }),
        json!({ "version": 1, "sha256Hash": "+f".repeat(32) }),
        json!({ "version": 1, "sha256Hash": "é".repeat(32) }),
        json!({ "version": 1, "sha256Hash": format!("sha256:{hex}") }),
    ];
    let ids = ids.map(|id| (json!({ "documentId": id }), of_document));
    let hashes = hashes.map(|hash| (json!({ "extensions": { "persistedQuery": hash } }), of_hash));
    for (mut body, message) in ids.into_iter().chain(hashes) {
        for query in [Value::Null, TYPENAME.into()] {
            body["query"] = query;
            let reply = post(body.clone()).await;
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
        (json!({ "query": "{ __typename }", "extensions": persisted_query(TYPENAME) }), OTHER_HASH),
        (json!({ "query": format!("{TYPENAME} "), "extensions": persisted_query(TYPENAME) }), OTHER_HASH),
        (json!({ "query": "", "extensions": persisted_query(TYPENAME) }), OTHER_HASH),
        (
            json!({ "documentId": document_id(SEGURADO), "query": TYPENAME }),
            "O documentId não é o do documento em query.",
        ),
        (json!({ "documentId": "outro", "query": TYPENAME }), "O documentId não é o do documento em query."),
        (
            json!({ "documentId": document_id(SEGURADO), "extensions": persisted_query(TYPENAME) }),
            "documentId e persistedQuery são de documentos diferentes.",
        ),
        (
            json!({ "documentId": "outro", "query": TYPENAME, "extensions": persisted_query(TYPENAME) }),
            "documentId e persistedQuery são de documentos diferentes.",
        ),
    ] {
        let reply = post(body.clone()).await;
        assert_eq!(reply.status, 400, "{body}");
        assert_eq!(reply.error(), ("BAD_REQUEST".to_owned(), message.to_owned()), "{body}");
    }
}
