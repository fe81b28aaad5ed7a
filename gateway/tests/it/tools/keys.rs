//! Keys that fit nobody, and keys that are withdrawn while subscriptions are open.

use std::fs;

use gateway::{
    schema::engine::persisted_documents::{DocumentPolicy, PersistedDocuments},
    telemetry::Telemetry,
};
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{AD_HOC, Folder, INSURERS, KEY, LOGOUT, MENU, RENAME, ask, gateway, keyed, manifest, open, tool, with_key};
use crate::{
    captured_log::CapturedLog,
    kit::{Gateway, GatewayParts, Reply, default_parts, document_id, metric, no_tools, scraped, sha256},
    subscriptions::{Events, websocket::Socket},
};

const GRAPHQL_JSON: (&str, &str) = ("accept", "application/graphql-response+json");
const LIVE: &str = "subscription { painel { abertosHoje { quantidade } } }";

fn refusal(header: &str) -> Value {
    let message = match header {
        "x-tool-key" => "A chave em X-Tool-Key não é a de nenhuma ferramenta deste gateway.",
        _ => "A chave em X-Federation-Key não é a deste gateway.",
    };
    json!({ "errors": [{ "message": message, "extensions": { "code": "UNKNOWN_KEY" } }] })
}

#[tokio::test]
async fn an_unknown_key_is_refused_as_such_in_every_mode() {
    let file = tool("manifest = 'relatorios.json'\noperations = ['query']");
    let folder = Folder::new(&[("relatorios.toml", file), ("relatorios.json", manifest(&[INSURERS]).to_string())]);
    for policy in [DocumentPolicy::Open, DocumentPolicy::TrustedOrTool] {
        for tools in [folder.open(), no_tools()] {
            let gateway = gateway(tools, policy, Telemetry::default()).await;
            for header in ["x-tool-key", "x-federation-key"] {
                for key in ["errada", "", &KEY[1..], &KEY.to_uppercase(), &format!("{KEY},{KEY}")] {
                    for body in [
                        json!({ "query": AD_HOC }),
                        json!({ "query": MENU }),
                        json!({ "documentId": document_id(INSURERS) }),
                        json!({ "query": "{ __typename }" }),
                        json!({}),
                    ] {
                        let reply = ask(&gateway, &[(header, key), GRAPHQL_JSON], body.clone()).await;
                        assert_eq!((reply.status.as_u16(), reply.json()), (403, refusal(header)), "{key} {body}");
                        // As any refused request for those who know no other media type.
                        let reply = ask(&gateway, &[(header, key)], body).await;
                        assert_eq!((reply.status.as_u16(), reply.json()), (200, refusal(header)));
                    }
                }
            }
            // Of a header that is sent twice nobody can say which counts.
            let reply = ask(&gateway, &[("x-tool-key", KEY), ("x-tool-key", KEY)], json!({ "query": MENU })).await;
            assert_eq!(reply.error().0, "UNKNOWN_KEY");
        }
    }
}

#[tokio::test]
async fn wrong_keys_are_counted_and_logged_without_the_key() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let gateway = gateway(no_tools(), DocumentPolicy::Open, scraped()).await;
    for _ in 0..3 {
        ask(&gateway, &[("x-tool-key", "adivinhada-52998224725")], json!({ "query": AD_HOC })).await;
    }
    let text = log.text();
    assert!(text.matches("UNKNOWN_KEY").count() == 3 && !text.contains("adivinhada"), "{text}");
    assert_eq!(metric(&gateway.telemetry, "gateway_errors_total{error_type=\"UNKNOWN_KEY\"}"), Some(3.0));
    assert!(!gateway.telemetry.prometheus_text().unwrap().unwrap().contains("adivinhada"));
}

/// A tool whose key is gone hears so; one with other permissions subscribes again; any other goes on.
#[tokio::test]
async fn a_tool_that_is_removed_or_changed_loses_its_subscriptions_on_every_transport() {
    let any = |more: &str| tool(&format!("documents = 'any'\noperations = ['query', 'subscription']\n{more}"));
    let live = json!({ "query": LIVE });
    for is_removed in [true, false] {
        let other = any("").replace(&sha256(KEY), &sha256("outra"));
        let folder = Folder::new(&[("painel.toml", any("")), ("outra.toml", other.clone())]);
        let tools = folder.open();
        let gateway = keyed(tools.clone()).await;
        let (address, _stop) = gateway.listen().await;
        let mut events = Events::of(open(&gateway, "text/event-stream", &live).await);
        events.next().await;
        let multipart = open(&gateway, "multipart/mixed;subscriptionSpec=1.0", &live).await;
        let mut sockets = Vec::new();
        for key in [KEY, "outra"] {
            let mut socket = Socket::open(address).await;
            socket.init_with(json!({ "Authorization": "Bearer a", "X-Tool-Key": key })).await;
            socket.subscribe("1", LIVE).await;
            assert_eq!(socket.next().await["type"], "next");
            sockets.push(socket);
        }
        // A reload that changes nothing ends nothing.
        tools.reload().unwrap();
        if is_removed {
            fs::remove_file(folder.path("painel.toml")).unwrap();
        } else {
            folder.write("painel.toml", any("max-cost = 1000"));
        }
        tools.reload().unwrap();
        let parts = axum::body::to_bytes(multipart.into_body(), usize::MAX).await.unwrap();
        let parts = str::from_utf8(&parts).unwrap();
        assert!(parts.ends_with("--graphql--\r\n"), "{parts}");
        let [socket, other] = &mut sockets[..] else { panic!("two sockets") };
        let told = socket.next().await;
        if is_removed {
            assert_eq!(events.failure().await, ["UNKNOWN_KEY"]);
            assert!(parts.contains("UNKNOWN_KEY"), "{parts}");
            assert_eq!(told["payload"], refusal("x-tool-key")["errors"]);
            assert_eq!(with_key(&gateway, json!({ "query": AD_HOC })).await.error().0, "UNKNOWN_KEY");
        } else {
            // As when a gateway stops: the stream ends without an error.
            assert_eq!(events.event().await, None);
            assert!(!parts.contains("errors"), "{parts}");
            assert_eq!(told["type"], "complete");
            Events::of(open(&gateway, "text/event-stream", &live).await).next().await;
        }
        // The other tool's goes on.
        other.send(json!({ "type": "ping" })).await;
        assert_eq!(other.next().await["type"], "pong");
    }
}

#[tokio::test]
async fn the_login_is_open_to_every_tool() {
    let login = include_str!("../../../src/terminal/login/email.graphql");
    let text =
        "mutation Codigo($desafio: String!) { validarCodigo(desafio: $desafio, codigo: \"123456\") { __typename } }";
    let file = tool("manifest = 'painel.json'\noperations = ['query']");
    let folder =
        Folder::new(&[("painel.toml", file), ("painel.json", manifest(&[INSURERS, text, LOGOUT]).to_string())]);
    let gateway = keyed(folder.open()).await;
    for (body, field) in
        [(json!({ "query": text, "variables": { "desafio": "x" } }), None), (json!({ "query": LOGOUT }), Some("sair"))]
    {
        let reply = with_key(&gateway, body).await.json();
        let error = &reply["errors"][0]["extensions"]["code"];
        assert!(error != "FORBIDDEN" && error != "DOCUMENT_NOT_TRUSTED", "{reply}");
        assert!(field.is_none_or(|field| reply["data"][field].is_boolean()), "{reply}");
    }
    // The documents of `gateway login` are the gateway's own, with a key and without.
    let portal_documents = PersistedDocuments::embedded().unwrap();
    let parts = GatewayParts { portal_documents, policy: DocumentPolicy::TrustedOrTool, ..default_parts() };
    let own = Gateway::of(parts);
    let reply = ask(&own, &[], json!({ "query": login, "variables": { "email": "" } })).await;
    assert_ne!(reply.json()["errors"][0]["extensions"]["code"], "DOCUMENT_NOT_TRUSTED", "{}", reply.text);
    // Together with anything else it is a mutation as any other.
    let file = tool("documents = 'any'\noperations = ['query']");
    let any = keyed(Folder::new(&[("painel.toml", file)]).open()).await;
    let both = "mutation { sair atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";
    for (text, is_refused) in
        [(LOGOUT, false), ("mutation { ...F } fragment F on Mutation { sair }", true), (both, true)]
    {
        let reply = with_key(&any, json!({ "query": text })).await.json();
        let code = &reply["errors"][0]["extensions"]["code"];
        assert_eq!(code == "FORBIDDEN" || code == "QUERY_TOO_COMPLEX", is_refused, "{text} {reply}");
    }
}

/// Statuses of requests that did not run, for those who accept `application/graphql-response+json`.
#[tokio::test]
async fn a_refused_request_has_the_status_of_its_code_and_no_location() {
    let file = tool("documents = 'any'\noperations = ['query', 'subscription']\nrequests-per-minute = 3");
    let folder = Folder::new(&[("devagar.toml", file)]);
    let gateway = keyed(folder.open()).await;
    let key = [("x-tool-key", KEY), GRAPHQL_JSON];
    let check = |reply: &Reply, status: u16, code: &str| {
        assert_eq!((reply.status.as_u16(), reply.error().0.as_str()), (status, code));
        assert!(reply.json()["errors"][0].get("locations").is_none(), "{}", reply.text);
    };
    check(&ask(&gateway, &key, json!({ "query": RENAME })).await, 403, "FORBIDDEN");
    let live = ("accept", "application/graphql-response+json, multipart/mixed;subscriptionSpec=1.0");
    let anonymous = gateway.ask(&[live, ("x-tool-key", KEY)], &json!({ "query": LIVE })).await;
    check(&anonymous, 401, "UNAUTHENTICATED");
    assert_eq!(anonymous.header("www-authenticate"), "Bearer");
    let unparsed = ask(&gateway, &key, json!({ "query": "{" })).await;
    assert_eq!(unparsed.refusal(), "400 GRAPHQL_PARSE_FAILED");
    let limited = ask(&gateway, &key, json!({ "query": AD_HOC })).await;
    check(&limited, 429, "RATE_LIMITED");
    assert_eq!(limited.header("retry-after"), "60");
    // Plain JSON stays 200.
    check(&ask(&gateway, &key[..1], json!({ "query": AD_HOC })).await, 200, "RATE_LIMITED");
}
