//! Tools: what the holder of a key may send, and what is told of it.

mod agents;
mod cli;
mod cost;
mod files;
mod keys;

use axum::response::Response;
use gateway::{schema::engine::persisted_documents::DocumentPolicy, telemetry::Telemetry, tools::Tools};
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use crate::{
    captured_log::CapturedLog,
    kit::{
        EMPTY, Folder, Gateway, GatewayParts, Reply, Setup, answering, default_parts, document_id, graphql,
        persisted_query, scraped, sha256, trusted,
    },
    subscriptions::Events,
};

const INSURERS: &str = "query Seguradoras { seguradoras { nome } }";
const LOGOUT: &str = "mutation Sair { sair }";
const RENAME: &str = "mutation Nome { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";
/// A document of the portal.
const MENU: &str = "query Menu { menu { id } }";
const AD_HOC: &str = "{ menu { id } }";
const KEY: &str = "5f0c1e1b8a8f4c7e9b2d3a4c5d6e7f80";

impl Folder {
    fn open(&self) -> Tools {
        Tools::open(Some(self.path("").into())).unwrap()
    }

    /// Why the tools cannot be used, without the folder's path.
    fn error(&self) -> String {
        Tools::open(Some(self.path("").into())).err().unwrap().to_string().replace(&self.path(""), "ferramentas")
    }
}

/// The file of a tool whose key is `KEY`.
fn tool(more: &str) -> String {
    format!("key = 'sha256:{}'\n{more}\n", sha256(KEY))
}

/// A manifest as Apollo's generators write it.
fn manifest(texts: &[&str]) -> Value {
    let operation = |text: &&str| {
        let mut words = text.split_whitespace();
        let (kind, name) = (words.next().unwrap(), words.next().unwrap());
        json!({ "id": sha256(text), "name": name.split('(').next(), "type": kind, "body": text })
    };
    let operations: Vec<_> = texts.iter().map(operation).collect();
    json!({ "format": "apollo-persisted-query-manifest", "version": 1, "operations": operations })
}

/// A gateway with a tool, over services that give empty lists.
async fn gateway(tools: Tools, policy: DocumentPolicy, telemetry: Telemetry) -> Gateway {
    let parts = GatewayParts { portal_documents: trusted(&[MENU]), policy, tools, telemetry, ..default_parts() };
    Gateway::of(Setup { parts, ..Setup::over(answering(200, EMPTY).await) })
}

async fn keyed(tools: Tools) -> Gateway {
    gateway(tools, DocumentPolicy::TrustedOrTool, Telemetry::default()).await
}

async fn ask(gateway: &Gateway, headers: &[(&str, &str)], body: Value) -> Reply {
    gateway.ask(&[&[("authorization", "Bearer a")], headers].concat(), &body).await
}

async fn with_key(gateway: &Gateway, body: Value) -> Reply {
    ask(gateway, &[("x-tool-key", KEY)], body).await
}

async fn open(gateway: &Gateway, accept: &str, body: &Value) -> Response {
    gateway.open(graphql(&[("authorization", "Bearer a"), ("x-tool-key", KEY), ("accept", accept)], body)).await
}

#[tokio::test]
async fn a_tool_with_a_manifest_runs_its_documents_and_no_others() {
    let mut written = manifest(&[INSURERS, LOGOUT]);
    // Either form of an id; keys of other generators are ignored.
    written["operations"][1]["id"] = format!("sha256:{}", sha256(LOGOUT)).into();
    written["operations"][1]["clientName"] = Value::Null;
    written["generatedBy"] = "outro".into();
    let folder = Folder::new(&[
        ("relatorios.toml", tool("manifest = 'relatorios.json'\noperations = ['query', 'mutation']")),
        ("relatorios.json", written.to_string()),
        ("LEIA-ME.txt", "nenhuma ferramenta".to_owned()),
    ]);
    for policy in [DocumentPolicy::TrustedOrTool, DocumentPolicy::Open] {
        let gateway = gateway(folder.open(), policy, Telemetry::default()).await;
        let id = document_id(INSURERS);
        for body in [
            json!({ "documentId": id }),
            json!({ "extensions": persisted_query(INSURERS) }),
            json!({ "query": INSURERS }),
            json!({ "query": INSURERS, "documentId": id }),
        ] {
            assert_eq!(with_key(&gateway, body.clone()).await.text, r#"{"data":{"seguradoras":[]}}"#, "{body}");
        }
        // Nobody else has them.
        let unknown = ask(&gateway, &[], json!({ "documentId": id })).await;
        assert_eq!(unknown.error().0, "PERSISTED_QUERY_NOT_FOUND");
        assert!(unknown.detail().contains("a chave dela no cabeçalho X-Tool-Key"), "{}", unknown.text);
        assert!(!unknown.text.contains("relatorios"), "{}", unknown.text);
        // What everybody may send, it may.
        assert_eq!(with_key(&gateway, json!({ "query": MENU })).await.text, r#"{"data":{"menu":[]}}"#);
        assert_eq!(with_key(&gateway, json!({ "query": "{ __typename }" })).await.data()["__typename"], "Query");
        let refused = with_key(&gateway, json!({ "query": AD_HOC })).await;
        let message = "A ferramenta relatorios executa apenas os documentos do seu manifesto e os do portal.";
        assert_eq!(refused.error(), ("DOCUMENT_NOT_TRUSTED".to_owned(), message.to_owned()), "{policy:?}");
        // So that the tool's author can look for it in the manifest.
        let arrived =
            format!("O texto que chegou tem o SHA-256 {}, que nenhum documento do manifesto tem.", sha256(AD_HOC));
        assert_eq!(refused.detail(), arrived);
        if policy != DocumentPolicy::Open {
            let stranger = ask(&gateway, &[], json!({ "query": AD_HOC })).await;
            assert_eq!((stranger.error().0.as_str(), stranger.detail()), ("DOCUMENT_NOT_TRUSTED", String::new()));
        }
        let schema = json!({ "query": "{ __schema { queryType { name } } }" });
        assert_eq!(with_key(&gateway, schema).await.error().0, "DOCUMENT_NOT_TRUSTED");
        let unknown = with_key(&gateway, json!({ "documentId": document_id(AD_HOC) })).await;
        assert_eq!(unknown.error().0, "PERSISTED_QUERY_NOT_FOUND");
        let told = "Nem o manifesto da ferramenta relatorios nem o portal têm um documento com este id.";
        assert_eq!(unknown.detail(), told);
    }
    let any =
        keyed(Folder::new(&[("relatorios.toml", tool("documents = 'any'\noperations = ['query']"))]).open()).await;
    let unknown = with_key(&any, json!({ "documentId": document_id(AD_HOC) })).await;
    assert!(unknown.detail().contains("a ferramenta relatorios não tem manifesto: envie o texto"), "{}", unknown.text);
}

#[tokio::test]
async fn a_tool_does_only_what_its_file_allows() {
    let subscription = json!({ "query": "subscription { painel { abertosHoje { quantidade } } }" });
    for (operations, refused) in [
        ("'query'", &["mutation", "subscription"][..]),
        ("'mutation', 'subscription'", &["query"]),
        ("'query', 'mutation', 'subscription'", &[]),
    ] {
        let file = tool(&format!("documents = 'any'\noperations = [{operations}]"));
        let gateway = keyed(Folder::new(&[("relatorios.toml", file)]).open()).await;
        for (kind, body) in [
            ("query", json!({ "query": AD_HOC })),
            ("mutation", json!({ "query": RENAME })),
            ("subscription", subscription.clone()),
        ] {
            let answer = if kind == "subscription" {
                Events::of(open(&gateway, "text/event-stream", &body).await).next().await
            } else {
                with_key(&gateway, body).await.json()
            };
            let error = &answer["errors"][0];
            if refused.contains(&kind) {
                assert_eq!(error["extensions"]["code"], "FORBIDDEN", "{operations} {kind}");
                assert_eq!(error["message"], format!("A ferramenta relatorios não pode fazer {kind}."));
            } else {
                assert_ne!(error["extensions"]["code"], "FORBIDDEN", "{operations} {kind} {answer}");
            }
        }
    }
}

#[tokio::test]
async fn requests_past_the_rate_of_a_tool_are_refused_and_say_when_to_come_back() {
    let folder = Folder::new(&[
        ("devagar.toml", tool("documents = 'any'\noperations = ['query']\nrequests-per-minute = 3")),
        ("outra.toml", tool("documents = 'any'\noperations = ['query']").replace(&sha256(KEY), &sha256("outra"))),
    ]);
    let tools = folder.open();
    let gateway = keyed(tools.clone()).await;
    // Those that fail count, too; those that are no GraphQL requests do not.
    for body in [json!({ "query": AD_HOC }), json!({ "query": "{" }), json!({}), json!({ "query": RENAME })] {
        assert_ne!(with_key(&gateway, body).await.json()["errors"][0]["extensions"]["code"], "RATE_LIMITED");
    }
    let refused = with_key(&gateway, json!({ "query": AD_HOC })).await;
    let message = "A ferramenta devagar pode fazer 3 requisições por minuto. Tente novamente em 60 segundos.";
    refused.failed("RATE_LIMITED", message);
    assert_eq!(refused.json()["errors"][0]["extensions"]["retryAfter"], 60);
    assert_eq!(refused.header("retry-after"), "60");
    // A reload opens no new minute, and no other tool waits.
    tools.reload().unwrap();
    assert_eq!(with_key(&gateway, json!({ "query": AD_HOC })).await.error().0, "RATE_LIMITED");
    ask(&gateway, &[("x-tool-key", "outra")], json!({ "query": AD_HOC })).await.data();
}

#[tokio::test]
async fn telemetry_names_the_tool_of_a_key_and_nothing_that_a_client_made_up() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::INFO);
    let folder = Folder::new(&[
        ("relatorios.toml", tool("manifest = 'relatorios.json'\noperations = ['query']")),
        ("relatorios.json", manifest(&[INSURERS]).to_string()),
    ]);
    let gateway = gateway(folder.open(), DocumentPolicy::Open, scraped()).await;
    let body = json!({ "documentId": document_id(INSURERS) });
    let named = |name| ("apollographql-client-name", name);
    for headers in [
        &[("x-tool-key", KEY), named("relatorios")][..],
        &[("x-tool-key", KEY), named("inventada-52998224725")],
        &[("x-tool-key", "inventada-52998224725")],
        &[named("relatorios")],
        &[named("inventada-52998224725")],
        &[named("Relatorios")],
    ] {
        ask(&gateway, headers, body.clone()).await;
    }
    // By its text a document of the manifest has its name, too; any other has none.
    for text in [INSURERS, AD_HOC] {
        ask(&gateway, &[("x-tool-key", KEY)], json!({ "query": text })).await;
    }
    let mut lines = log.requests();
    let by_text: Vec<_> = lines.split_off(6).into_iter().map(|(_, fields)| fields.get("operation").cloned()).collect();
    assert_eq!(by_text[0], Some(json!("Seguradoras")));
    assert!(by_text[1].is_none() || by_text[1] == Some(json!("other")), "{by_text:?}");
    let told: Vec<_> = lines.iter().map(|(_, fields)| fields.get("tool")).collect();
    let name = json!("relatorios");
    assert_eq!(told, [Some(&name), Some(&name), None, None, None, None]);
    assert_eq!(lines[0].1["operation"], "Seguradoras");
    let metrics = gateway.telemetry.prometheus_text().unwrap().unwrap();
    assert!(metrics.contains("gateway_tool=\"relatorios\""), "{metrics}");
    for text in [log.text(), metrics] {
        assert!(!text.contains("inventada") && !text.contains(KEY) && !text.contains(&sha256(KEY)), "{text}");
    }
}
