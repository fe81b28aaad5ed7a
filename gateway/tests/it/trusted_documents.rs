//! Trusted documents: what runs by id, what is refused, and that the portal's documents fit the schema.

mod guesses;
mod identifiers;

use std::{collections::BTreeSet, path::Path};

use gateway::{
    http::{portal_page::PortalPageSettings, static_files::StaticFiles},
    schema::engine::persisted_documents::{DocumentPolicy, PersistedDocuments},
};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::kit::{
    Gateway, GatewayParts, Reply, default_parts, document_id, manifest, persisted_query, sha256, tool_with, trusted,
};

const TYPENAME: &str = "query Nome { __typename }";
const SEGURADO: &str = "query Segurado($id: CpfCnpj!) { segurado(cpfCnpj: $id) { nome } }";
const ENTRAR: &str = "mutation Entrar($d: String!) { entrar(desafio: $d, senha: \"Senha-1234\") { __typename } }";

fn gateway() -> Gateway {
    gateway_with(DocumentPolicy::Open)
}

async fn post_accepting(accept: &str, body: Value) -> Reply {
    gateway().ask(&[("accept", accept), ("authorization", "Bearer t")], &body).await
}

async fn post(body: Value) -> Reply {
    post_accepting("application/json", body).await
}

/// Percent-encodes what a query string cannot contain.
fn encoded(extensions: &Value) -> String {
    extensions.to_string().replace('"', "%22").replace('{', "%7B").replace('}', "%7D")
}

/// The documents are committed: if they do not fit the schema any more, or the portal was built before they changed, the gateway
/// does not start.
#[test]
fn the_embedded_portal_has_the_documents_of_this_gateway() {
    let documents = PersistedDocuments::embedded().unwrap_or_else(|wrong| panic!("{wrong}"));
    let files = StaticFiles::embedded(&PortalPageSettings::default());
    documents.check_portal(files.document_identifiers()).unwrap_or_else(|wrong| panic!("{wrong}"));
    // Where there is a portal, its identifiers are found in its scripts.
    let operations = files.document_identifiers().collect::<BTreeSet<_>>().len();
    assert!(operations > 20 || !Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/dist/index.html").exists());
}

#[test]
fn a_portal_with_other_documents_is_refused() {
    let documents = trusted(&[TYPENAME, SEGURADO]);
    let check = |script: String| {
        let files = [
            ("index.html".to_owned(), "<p>portal".into()),
            // GraphiQL sends texts.
            ("graphiql/index.html".to_owned(), format!("sha256:{}", sha256("x")).into()),
            ("assets/app-1a2b3c.js".to_owned(), script.into()),
        ];
        let files = StaticFiles::new(files, &PortalPageSettings::default());
        documents.check_portal(files.document_identifiers()).map_err(|error| error.to_string())
    };
    let known = format!("a(\"sha256:{}\"),b(`sha256:{}`),\"sha256:\"+c", sha256(TYPENAME), sha256(SEGURADO));
    assert_eq!(check(known.clone()), Ok(()));
    assert_eq!(check(String::new()), Ok(()));
    assert_snapshot!(check(format!("{known};\"sha256:{}\"", sha256(ENTRAR))).unwrap_err(), @"o portal embutido pede o documento sha256:594179060358b41c260a694ccc341fdbdaa836c5ee39fa1ec3278c7a8fcaf01f, que este gateway não tem: gere de novo o portal (em client/, npm ci e npm run build) e recompile o gateway");
}

#[tokio::test]
async fn a_query_runs_by_its_id_in_an_address_and_a_mutation_does_not() {
    let get = async |text: &str, more: &str| {
        gateway().get(&format!("/graphql?extensions={}{more}", encoded(&persisted_query(text))), &[]).await
    };
    assert_eq!(get(SEGURADO, "&variables=%7B%22id%22:%2252998224725%22%7D").await.error().0, "UNAUTHENTICATED");
    let variables = "&variables=%7B%22d%22:%22x%22%7D";
    let by_document_id = gateway().get(&format!("/graphql?documentId={}{variables}", document_id(ENTRAR)), &[]).await;
    for mutation in [get(ENTRAR, variables).await, by_document_id] {
        assert_eq!((mutation.status.as_u16(), mutation.header("allow")), (405, "POST"));
        assert_eq!(mutation.error().0, "METHOD_NOT_ALLOWED");
    }
}

#[tokio::test]
async fn a_text_that_was_sent_is_not_trusted_afterwards() {
    let gateway = gateway();
    let text = "{ a: __typename }";
    let sent = gateway.ask(&[], &json!({ "query": text, "extensions": persisted_query(text) })).await;
    assert_eq!(sent.data()["a"], "Query");
    let by_id = gateway.ask(&[], &json!({ "extensions": persisted_query(text) })).await;
    assert_eq!(by_id.error().0, "PERSISTED_QUERY_NOT_FOUND");
}

#[test]
fn a_trusted_document_that_cannot_run_stops_the_start_and_is_named() {
    let mut said = Vec::new();
    let deep = format!("query Fundo {}{}", "{a".repeat(16), "}".repeat(16));
    for texts in [
        &[TYPENAME, "query Nada($id: ID!) { nada(id: $id) }"][..],
        &["mutation Falta { entrar { __typename } }"],
        &["query B { __typename } query A($x: Int) { __typename }"],
        &["subscription Avisos { x }"],
        &[&deep],
        &["query Aberta {"],
        &["fragment F on Query { __typename }"],
    ] {
        said.push(PersistedDocuments::new(&manifest(texts)).err().unwrap().to_string());
    }
    let key = format!("sha256:{}", sha256(TYPENAME));
    for manifest in [json!({ &key: ENTRAR }), json!({ sha256(TYPENAME): TYPENAME }), json!({ &key: 7 }), json!([])] {
        said.push(PersistedDocuments::new(&manifest.to_string()).err().unwrap().to_string());
    }
    // The remedy is the same for each document.
    let remedy = ": gere de novo os documentos do portal e recompile o gateway";
    let said: Vec<_> = said.iter().map(|text| text.strip_suffix(remedy).unwrap_or(text)).collect();
    assert_snapshot!(said.join("\n"), @r#"
    no portal, o documento Nada não combina com o grafo (Field `nada` does not exist on type `Query`; Variable definition $id not used)
    no portal, o documento Falta não combina com o grafo (Field `entrar` missing argument(s): desafio, senha)
    no portal, o documento A não combina com o grafo (Variable definition $x not used)
    no portal, o documento Avisos não combina com o grafo (Field `x` does not exist on type `Subscription`)
    no portal, o documento Fundo pede mais do que um documento pode (10 campos uns dentro dos outros)
    no portal, o documento sha256:f316c34752d343a340d84f66bae93a0c5ce4053eb3a3bb5c64ef21157cdea98a tem um erro de sintaxe
    no portal, o documento sha256:874c16f362ddab9711e8f67153ba16e31f3b952d977528dd65cb427e95212fe6 não combina com o grafo (the document has no operation)
    no portal, o documento sha256:e2cecf31d87a42f80116ee4622076380a52dab066394fdb8fce57b7df531fdfa não tem por id o SHA-256 do seu texto
    no portal, o documento e2cecf31d87a42f80116ee4622076380a52dab066394fdb8fce57b7df531fdfa não tem por id o SHA-256 do seu texto
    a lista de documentos do portal não é um objeto JSON de textos: invalid type: integer `7`, expected a string at line 1 column 76
    a lista de documentos do portal não é um objeto JSON de textos: invalid type: sequence, expected a map at line 1 column 0
    "#);
}

const KEY: &str = "chave-de-ferramenta-com-mais-de-32-caracteres";

fn gateway_with(policy: DocumentPolicy) -> Gateway {
    let portal_documents = trusted(&[TYPENAME, SEGURADO, ENTRAR]);
    Gateway::of(GatewayParts { portal_documents, policy, tools: tool_with(KEY), ..default_parts() })
}

async fn send(gateway: &Gateway, key: Option<&str>, accept: &str, body: Value) -> Reply {
    let headers: Vec<_> = key.iter().map(|key| ("x-tool-key", *key)).chain([("accept", accept)]).collect();
    gateway.ask(&headers, &body).await
}

const SCHEMA: &str = "{ __schema { queryType { name } } }";
const JSON: &str = "application/json";

#[tokio::test]
async fn without_a_key_only_trusted_documents_run_and_no_schema_is_seen() {
    let gateway = gateway_with(DocumentPolicy::TrustedOrTool);
    for body in [
        json!({ "extensions": persisted_query(TYPENAME) }),
        // The text is as good as its id.
        json!({ "query": TYPENAME }),
        json!({ "query": TYPENAME, "extensions": persisted_query(TYPENAME) }),
        // The usual health checks of GraphQL clients.
        json!({ "query": "{ __typename }" }),
        json!({ "query": "{__typename}" }),
        json!({ "query": "query { __typename }" }),
        json!({ "query": "query{__typename}" }),
        json!({ "query": "{\n  __typename\n}" }),
        json!({ "query": "query Query { __typename }", "operationName": "Query" }),
    ] {
        assert_eq!(send(&gateway, None, JSON, body.clone()).await.text, r#"{"data":{"__typename":"Query"}}"#, "{body}");
    }
    for (query, variables) in [
        ("{ __type(name: \"Run🏃Swim🏊\") { name } }", json!({})),
        ("query Type($name: String!) { __type(name: $name) { name } }", json!({ "name": "Segurado" })),
    ] {
        let one_type = json!({ "query": query, "variables": variables });
        assert_eq!(send(&gateway, None, JSON, one_type).await.text, r#"{"data":{"__type":null}}"#);
    }
    for text in [
        SCHEMA,
        // Not exactly a trusted document.
        &format!("{SEGURADO} "),
        "{ __typename } # texto",
        "{ a: __typename }",
        "{ __type(name: \"Segurado\") { name } }",
    ] {
        for (accept, status, body) in [
            (JSON, 200, json!({ "query": text })),
            ("application/graphql-response+json", 400, json!({ "query": text, "extensions": persisted_query(text) })),
        ] {
            let reply = send(&gateway, None, accept, body).await;
            let said = (reply.status.as_u16(), reply.error().0);
            assert_eq!(said, (status, "DOCUMENT_NOT_TRUSTED".to_owned()), "{text}");
            assert!(reply.json().get("data").is_none());
        }
    }
    let unknown = send(&gateway, None, JSON, json!({ "extensions": persisted_query(SCHEMA) })).await;
    assert_eq!(unknown.error().0, "PERSISTED_QUERY_NOT_FOUND");
    let get = gateway.get("/graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D", &[]).await;
    assert_eq!(get.error().0, "DOCUMENT_NOT_TRUSTED");
}

#[tokio::test]
async fn a_tool_key_opens_the_graph_to_its_holder() {
    let gateway = gateway_with(DocumentPolicy::TrustedOrTool);
    let schema = json!({ "query": SCHEMA });
    let reply = send(&gateway, Some(KEY), JSON, schema.clone()).await;
    assert_eq!(reply.text, r#"{"data":{"__schema":{"queryType":{"name":"Query"}}}}"#);
    assert_eq!(
        send(&gateway, None, JSON, schema).await.error().1,
        "Este gateway executa os documentos do portal, pelo seu id. Para enviar outros e ver o esquema, informe uma \
         chave de ferramenta no cabeçalho X-Tool-Key (no GraphiQL: aba Headers)."
    );
}
