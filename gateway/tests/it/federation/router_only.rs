//! Only a router with the key sees that the graph is a subgraph.

use contract::painel::{Total, TotalAcionamentoAbertosDia};
use gateway::schema::engine::persisted_documents::{DocumentPolicy, PersistedDocuments};
use serde_json::json;
use tokio::net::TcpStream;

use super::{HEADER, KEY, entities, parts, representation, send, services, subgraph};
use crate::{
    captured_log::CapturedLog,
    kit::{Gateway, GatewayParts, Reply, Setup, by_get, default_parts, document_id, manifest, trusted},
    stub::{self, Stub, stub},
    subscriptions::{Events, websocket::Socket},
};

const SERVICE: &str = "{ _service { sdl } }";
const INTROSPECTION: &str = "{ __schema { queryType { fields { name args { name } } } types { kind name possibleTypes { name } } \
     directives { name } } any: __type(name: \"_Any\") { name } }";

/// What is sent by others than the router.
fn wrong_keys() -> [String; 4] {
    let mut shorter = KEY.to_owned();
    shorter.pop();
    [String::new(), shorter, format!("{KEY}x"), KEY.to_uppercase()]
}

/// What a client sees of a response.
fn visible(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.text.clone())
}

#[tokio::test]
async fn without_the_key_a_subgraph_is_the_graph_of_everybody_to_the_byte() {
    let stub = subgraph(services()).await;
    let documents = [
        json!({ "query": SERVICE }),
        json!({ "query": "{ _service { __typename } seguradoras { id } }" }),
        json!({ "query": "{ seguradoras { ... on _Entity { __typename } } }" }),
        json!({ "query": entities("__typename"), "variables": { "representations": [] } }),
        json!({ "query": "query($a: _Any) { seguradoras { id } }" }),
        json!({ "query": "fragment F on _Service { sdl } { ...F }" }),
        json!({ "query": INTROSPECTION }),
        json!({ "query": "{ __type(name: \"_Service\") { name } }" }),
    ];
    for policy in [DocumentPolicy::Open, DocumentPolicy::TrustedOrTool] {
        let gateway = Gateway::of(GatewayParts { policy, ..default_parts() });
        let with_router = Gateway::of(Setup { parts: GatewayParts { policy, ..parts() }, ..Setup::over(stub.address) });
        for parameters in &documents {
            // The router runs it first: what is prepared for it serves nobody else.
            let for_router = send(&with_router, Some(KEY), Some("token"), parameters).await;
            let expected = visible(&send(&gateway, None, Some("token"), parameters).await);
            let seen = visible(&send(&with_router, None, Some("token"), parameters).await);
            assert_eq!(seen, expected, "{parameters}");
            // A wrong key is refused as such; nothing says whether there is a router.
            let unknown = visible(&send(&gateway, Some(KEY), Some("token"), parameters).await);
            assert!(unknown.1.contains("UNKNOWN_KEY"), "off: {parameters}");
            for key in wrong_keys() {
                let seen = visible(&send(&with_router, Some(&key), Some("token"), parameters).await);
                assert_eq!(seen, unknown, "{key:?} {parameters}");
            }
            let twice = [("authorization", "Bearer token"), (HEADER, KEY), (HEADER, KEY)];
            assert_eq!(visible(&with_router.ask(&twice, parameters).await), unknown, "{parameters}");
            assert_ne!(visible(&for_router), expected, "{parameters}");
        }
    }
    assert!(!gateway::schema::sdl().contains("_Any"));
}

#[tokio::test]
async fn no_cache_gives_others_what_the_router_got() {
    let gateway = Gateway::of(parts());
    let address = "/graphql?query=%7B_service%7Bsdl%7D%7D";
    let for_router = gateway.get(address, &[(HEADER, KEY)]).await;
    assert!(for_router.data()["_service"]["sdl"].is_string());
    assert_eq!(for_router.header("cache-control"), "private, no-store");
    assert!(for_router.header("vary").contains("x-federation-key"));
    let for_others = gateway.get(address, &[]).await;
    assert_eq!(for_others.error().0, "GRAPHQL_VALIDATION_FAILED");
}

/// Whoever has only an id runs documents of the portal, which are for everybody's graph.
#[tokio::test]
async fn by_an_id_a_router_runs_what_everybody_runs_by_it() {
    let insurers = "query Seguradoras { seguradoras { nome } }";
    let portal_documents = trusted(&[insurers]);
    let parts = GatewayParts { portal_documents, policy: DocumentPolicy::TrustedOrTool, ..parts() };
    let stub = services().start_with(parts).await;
    // Sent as text before, so that it is prepared.
    send(&stub.gateway, Some(KEY), None, &json!({ "query": SERVICE })).await.data();
    for (text, expected) in [(insurers, Ok("Pata Segura")), (SERVICE, Err("PERSISTED_QUERY_NOT_FOUND"))] {
        let reply = send(&stub.gateway, Some(KEY), Some("token"), &json!({ "documentId": document_id(text) })).await;
        match expected {
            Ok(name) => assert_eq!(reply.data()["seguradoras"][0]["nome"], name),
            Err(code) => assert_eq!(reply.error().0, code),
        }
    }
    let broken = PersistedDocuments::new(&manifest(&[SERVICE]));
    assert!(broken.err().unwrap().to_string().contains("não combina com o grafo"));
}

#[tokio::test]
async fn the_key_is_in_no_log() {
    let (log, _lines) = CapturedLog::everything();
    let stub = subgraph(services()).await;
    let parameters = json!({ "query": entities("__typename"), "variables": { "representations": [representation("Seguradora", "id", "3")] } });
    send(&stub.gateway, Some(KEY), Some("token"), &parameters).await.data();
    let wrong = "outra-chave-de-roteador-com-36-letras";
    let refused = send(&stub.gateway, Some(wrong), Some("token"), &parameters).await;
    assert!(refused.text.contains("UNKNOWN_KEY"), "{}", refused.text);
    let text = log.text();
    assert!(text.contains("/graphql"), "{text}");
    assert!(!text.contains(KEY) && !text.contains(wrong));
    assert!(stub.seen().iter().all(|call| !call.headers.contains_key(HEADER)));
    assert!(!format!("{:?}", parts().federation_key).contains(KEY));
}

/// As Apollo Router opens a subgraph's subscriptions.
#[tokio::test]
async fn over_a_websocket_the_key_is_in_the_handshake_or_the_first_message() {
    let stub = abertos_hoje().await;
    let (address, _stop) = stub.gateway.listen().await;
    let subscription = "subscription { painel { abertosHoje { quantidade } } }";
    let own = json!({ "Authorization": "Bearer token", "X-Federation-Key": KEY });
    let bearer = json!({ "Authorization": "Bearer token" });
    for (headers, payload, refused) in [
        (&[][..], &own, None),
        (&[("x-federation-key", KEY)][..], &bearer, None),
        (&[][..], &bearer, Some("DOCUMENT_NOT_TRUSTED")),
        (&[("x-federation-key", "outra")][..], &bearer, Some("UNKNOWN_KEY")),
    ] {
        let mut socket: Socket<TcpStream> = Socket::with(address, headers).await.unwrap();
        socket.init_with(payload.clone()).await;
        for (query, expected) in [(SERVICE, "_service"), (subscription, "painel")] {
            socket.subscribe(query, query).await;
            let message = socket.next().await;
            assert_eq!(message["payload"]["data"].get(expected).is_some(), refused.is_none(), "{payload} {message}");
            if let Some(code) = refused {
                assert_eq!(message["payload"][0]["extensions"]["code"], code);
            } else if query == SERVICE {
                assert_eq!(socket.next().await["type"], "complete");
            }
        }
    }
}

/// As Hive Gateway opens them.
#[tokio::test]
async fn a_router_subscribes_by_get_and_server_sent_events() {
    let stub = abertos_hoje().await;
    let address = "/graphql?query=subscription%7Bpainel%7BabertosHoje%7Bquantidade%7D%7D%7D";
    let session = [("accept", "text/event-stream"), ("authorization", "Bearer token")];
    let request = |key| by_get(address, &[&session[..], &[(HEADER, key)]].concat());
    let mut events = Events::of(stub.gateway.open(request(KEY)).await);
    assert_eq!(events.next().await, json!({ "data": { "painel": { "abertosHoje": { "quantidade": 4 } } } }));
    let refused = stub.gateway.send(request("outra")).await;
    assert!(refused.text.contains("UNKNOWN_KEY"), "{}", refused.text);
}

/// A subgraph that runs no other documents of callers.
async fn abertos_hoje() -> Stub {
    let total = || Total { qt_total: 4.into(), vl_total: None.into() };
    stub()
        .on::<TotalAcionamentoAbertosDia>(move |_| stub::Answer::Data(total()))
        .start_with(GatewayParts { policy: DocumentPolicy::TrustedOrTool, ..parts() })
        .await
}
