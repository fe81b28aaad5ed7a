//! The graph as a subgraph of a federation router.

mod differential;
mod limits;
mod router_only;

use contract::{
    acionamento::{ListaAcionamentosBySinistro, SalvaSinistroWeb},
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use gateway::tools::key::KeyDigest;
use serde_json::{Value, json};

use crate::{
    kit::{self, ABRIR, Gateway, GatewayParts, default_parts, novo_acionamento},
    stub::{Answer, Stub, StubBuilder, acionamento, cpf, procedimento, segurado, seguradora, stub},
};

const KEY: &str = "chave-do-roteador-com-32-caracteres";
const HEADER: &str = "x-federation-key";

/// As routers ask for entities.
fn entities(selected: &str) -> String {
    format!(
        "query Tela__clinica__1($representations: [_Any!]!) {{ _entities(representations: $representations) {{ {selected} }} }}"
    )
}

fn representation(name: &str, key: &str, value: impl Into<Value>) -> Value {
    let mut representation = json!({ "__typename": name });
    representation[key] = value.into();
    representation
}

fn sinistro(number: usize) -> String {
    acionamento(number).nr_sinistro.to_string()
}

fn parts() -> GatewayParts {
    GatewayParts { federation_key: Some(KeyDigest::hash(KEY)), ..default_parts() }
}

fn services() -> StubBuilder {
    stub()
        .on::<ListaAcionamentosBySinistro>(|call| {
            let number = call.sinistro.strip_prefix("2026").and_then(|number| number.parse().ok());
            Answer::Data(number.map(|number| vec![acionamento(number)]).unwrap_or_default())
        })
        .on::<ListaProcedimento>(|_| Answer::Data(vec![procedimento("12", "Ultrassonografia")]))
        .on::<PesquisaSegurado>(|call| match call.cpf_cnpj.as_str() {
            "52998224725" => Answer::Refused("Segurado não encontrado."),
            known => Answer::Data(segurado(known)),
        })
        .on::<ListaSeguradora>(|_| Answer::Data(vec![seguradora("3", "Pata Segura"), seguradora("7", "Focinho")]))
}

async fn subgraph(services: StubBuilder) -> Stub {
    services.start_with(parts()).await
}

/// Sends a request as a router does.
async fn send(gateway: &Gateway, key: Option<&str>, token: Option<&str>, parameters: &Value) -> kit::Reply {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let bearer = bearer.iter().map(|bearer| ("authorization", bearer.as_str()));
    let headers: Vec<_> = key.iter().map(|key| (HEADER, *key)).chain(bearer).collect();
    gateway.ask(&headers, parameters).await
}

/// Asks a subgraph with the key and a session.
async fn ask(stub: &Stub, query: &str, variables: Value) -> kit::Reply {
    send(&stub.gateway, Some(KEY), Some("token"), &json!({ "query": query, "variables": variables })).await
}

async fn find(stub: &Stub, selected: &str, representations: Value) -> kit::Reply {
    ask(stub, &entities(selected), json!({ "representations": representations })).await
}

const ALL: &str = "__typename \
     ... on Acionamento { __typename sinistro status { codigo } seguradora { nome } } \
     ... on Procedimento { __typename id descricao categoria } \
     ... on Segurado { __typename cpfCnpj nome email } \
     ... on Seguradora { __typename id nome ativa }";

#[tokio::test]
async fn entities_of_every_type_are_found_by_their_keys_in_one_round_of_calls() {
    // None gets a response before all four are in flight.
    let stub = subgraph(services().together("/", 4)).await;
    let sinistro = sinistro(5);
    let insured = cpf(1);
    let answer = find(
        &stub,
        ALL,
        json!([
            representation("Seguradora", "id", "7"),
            representation("Segurado", "cpfCnpj", insured.as_str()),
            representation("Acionamento", "sinistro", sinistro.as_str()),
            representation("Procedimento", "id", "12"),
            representation("Seguradora", "id", "3"),
            representation("Seguradora", "id", "7"),
            representation("Segurado", "cpfCnpj", insured.as_str()),
            representation("Seguradora", "id", "99"),
            representation("Acionamento", "sinistro", sinistro.as_str()),
            // As programs write keys that pass through a double, or that are longer than a number.
            representation("Seguradora", "id", 7.0),
            representation("Seguradora", "id", u64::MAX),
        ]),
    )
    .await;
    let focinho = json!({ "__typename": "Seguradora", "id": "7", "nome": "Focinho", "ativa": true });
    let marina = json!({
        "__typename": "Segurado", "cpfCnpj": insured, "nome": "Marina Duarte",
        "email": format!("{insured}@example.com"),
    });
    let claim = json!({
        "__typename": "Acionamento", "sinistro": sinistro, "status": { "codigo": "ABERTO" },
        "seguradora": { "nome": "Pata Segura" },
    });
    assert_eq!(
        answer.data()["_entities"],
        json!([
            focinho,
            marina,
            claim,
            { "__typename": "Procedimento", "id": "12", "descricao": "Ultrassonografia", "categoria": "Imagem" },
            { "__typename": "Seguradora", "id": "3", "nome": "Pata Segura", "ativa": true },
            focinho,
            marina,
            null,
            claim,
            focinho,
            null,
        ])
    );
    assert_eq!(
        stub.counts(),
        "lista-acionamentos-by-sinistro 1, lista-listaprocedimento 1, lista-seguradora 1, pesquisa-segurado 1"
    );
}

#[tokio::test]
async fn an_entity_that_fails_is_null_with_an_error_and_the_others_are_found() {
    let stub = subgraph(services()).await;
    let answer = find(
        &stub,
        ALL,
        json!([
            representation("Seguradora", "id", "3"),
            representation("Segurado", "cpfCnpj", "529.982.247-25"),
            representation("Segurado", "cpfCnpj", "123"),
            representation("Segurado", "cpfCnpj", 52998224725_u64),
            representation("Segurado", "cpfCnpj", Value::Null),
            representation("Segurado", "nome", "Marina"),
            representation("Acionamento", "sinistro", " "),
            representation("Acionamento", "sinistro", json!({ "a": [1] })),
            representation("Acionamento", "sinistro", "x".repeat(101)),
            representation("Acionamento", "sinistro", "1999"),
            representation("Usuario", "id", "1"),
            { "id": "3" },
            "3",
            7,
            [representation("Seguradora", "id", "3")],
            { "__typename": 3, "id": "3" },
            { "__typename": "Seguradora", "id": 7, "cnpj": "de outro grafo", "nested": { "a": [null] } },
        ]),
    )
    .await;
    let found: Vec<_> =
        answer.json()["data"]["_entities"].as_array().unwrap().iter().map(|one| one["nome"].clone()).collect();
    let mut expected = vec![Value::Null; 17];
    expected[0] = json!("Pata Segura");
    expected[16] = json!("Focinho");
    assert_eq!(found, expected);
    insta::assert_snapshot!(answer.errors().join("\n"), @r#"
    _entities.1 UPSTREAM_REJECTED: Segurado não encontrado.
    _entities.2 BAD_USER_INPUT: A chave cpfCnpj da representação não serve: Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.
    _entities.3 BAD_USER_INPUT: A chave cpfCnpj da representação não serve: Envie o CPF ou CNPJ como texto.
    _entities.4 BAD_USER_INPUT: A chave cpfCnpj da representação não serve: Falta um valor obrigatório.
    _entities.5 BAD_USER_INPUT: Falta a chave cpfCnpj na representação de Segurado.
    _entities.6 BAD_USER_INPUT: "sinistro" não pode ficar em branco.
    _entities.7 BAD_USER_INPUT: A chave sinistro da representação não serve: o seu tipo não aceita o valor.
    _entities.8 BAD_USER_INPUT: "sinistro" pode ter no máximo 100 caracteres.
    _entities.10 BAD_USER_INPUT: O __typename da representação não é nenhum destes: Acionamento, Procedimento, Segurado, Seguradora.
    _entities.11 BAD_USER_INPUT: Cada representação é um objeto com __typename e a chave do seu tipo.
    _entities.12 BAD_USER_INPUT: Cada representação é um objeto com __typename e a chave do seu tipo.
    _entities.13 BAD_USER_INPUT: Cada representação é um objeto com __typename e a chave do seu tipo.
    _entities.14 BAD_USER_INPUT: Cada representação é um objeto com __typename e a chave do seu tipo.
    _entities.15 BAD_USER_INPUT: Cada representação é um objeto com __typename e a chave do seu tipo.
    "#);
    for error in answer.json()["errors"].as_array().unwrap() {
        assert_eq!(error["locations"], json!([{ "line": 1, "column": 54 }]), "{error}");
    }
}

#[tokio::test]
async fn a_service_that_is_down_costs_the_entities_that_need_it() {
    let stub = subgraph(services().on::<ListaSeguradora>(|_| Answer::Http(500))).await;
    let answer = find(
        &stub,
        ALL,
        json!([
            representation("Seguradora", "id", "3"),
            representation("Acionamento", "sinistro", sinistro(5)),
            representation("Seguradora", "id", "7"),
            representation("Segurado", "cpfCnpj", cpf(1)),
        ]),
    )
    .await;
    let entities = &answer.json()["data"]["_entities"];
    assert_eq!((&entities[0], &entities[2]), (&Value::Null, &Value::Null));
    assert_eq!((&entities[1]["seguradora"], &entities[1]["status"]["codigo"]), (&Value::Null, &json!("ABERTO")));
    assert_eq!(entities[3]["nome"], "Marina Duarte");
    insta::assert_snapshot!(answer.errors().join("\n"), @r"
    _entities.0 UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    _entities.1.seguradora UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    _entities.2 UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    ");
}

#[tokio::test]
async fn a_session_that_ended_is_told_for_each_entity_and_no_session_once() {
    let stub = subgraph(services().on::<ListaSeguradora>(|_| Answer::Http(401))).await;
    let representations = json!([representation("Seguradora", "id", "3"), representation("Seguradora", "id", "x")]);
    let answer = find(&stub, ALL, representations.clone()).await;
    assert_eq!(answer.json()["data"], json!({ "_entities": [null, null] }));
    insta::assert_snapshot!(answer.errors().join("\n"), @r"
    _entities.0 UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.
    _entities.1 UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.
    ");
    let parameters = json!({ "query": entities(ALL), "variables": { "representations": representations } });
    let answer = send(&stub.gateway, Some(KEY), None, &parameters).await;
    assert_eq!(answer.json()["data"], Value::Null);
    insta::assert_snapshot!(answer.errors().join("\n"), @"_entities UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.");
    assert_eq!(find(&stub, ALL, json!([])).await.data(), json!({ "_entities": [] }));
    assert_eq!(stub.counts(), "lista-seguradora 1");
}

#[tokio::test]
async fn documents_of_routers_have_several_forms() {
    let stub = subgraph(services()).await;
    let two =
        json!({ "a": [representation("Seguradora", "id", "3")], "b": [representation("Segurado", "cpfCnpj", cpf(1))] });
    let aliased = "query($a: [_Any!]!, $b: [_Any!]!, $sim: Boolean = true) { \
         _e0: _entities(representations: $a) { ... on Seguradora { nome } } \
         _e1: _entities(representations: $b) { ...F ... on Segurado @skip(if: $sim) { email } } \
         totalDeSeguradoras: seguradoras { id } } \
         fragment F on _Entity { __typename ... on Segurado { nome } }";
    assert_eq!(
        ask(&stub, aliased, two).await.data(),
        json!({
            "_e0": [{ "nome": "Pata Segura" }],
            "_e1": [{ "__typename": "Segurado", "nome": "Marina Duarte" }],
            "totalDeSeguradoras": [{ "id": "3" }, { "id": "7" }],
        })
    );
    let literal =
        "{ _entities(representations: [{ __typename: \"Seguradora\", id: \"7\" }]) { ... on Seguradora { nome } } }";
    assert_eq!(ask(&stub, literal, json!({})).await.data(), json!({ "_entities": [{ "nome": "Focinho" }] }));
    // One value is a list of one.
    let single = find(&stub, "... on Seguradora { nome }", representation("Seguradora", "id", "7")).await;
    assert_eq!(single.data(), json!({ "_entities": [{ "nome": "Focinho" }] }));
}

/// A router sends mutations one by one, with the caller's bearer.
#[tokio::test]
async fn a_save_through_a_router_is_the_save_of_everybody() {
    let services = || stub().on::<SalvaSinistroWeb>(|_| Answer::Data(acionamento(7)));
    let save = async |key: Option<&str>| {
        let stub = subgraph(services()).await;
        let parameters = json!({ "query": ABRIR, "variables": novo_acionamento("0b7e") });
        let data = send(&stub.gateway, key, Some("token"), &parameters).await.data();
        let [call] = &stub.seen()[..] else { panic!("{}", stub.counts()) };
        (data, call.json(), call.idempotency_key.clone(), call.authorization.clone())
    };
    let of_everybody = save(None).await;
    assert_eq!(of_everybody.0["abrirAcionamento"]["acionamento"]["sinistro"], "2026000000007");
    assert_eq!(of_everybody.2.as_deref(), Some("0b7e"));
    assert_eq!(save(Some(KEY)).await, of_everybody);
    let stub = subgraph(services()).await;
    let twice = json!({ "query": "mutation { a: __typename b: sair { __typename } c: sair { __typename } }" });
    let refused = send(&stub.gateway, Some(KEY), Some("token"), &twice).await;
    assert_eq!(refused.error().0, "QUERY_TOO_COMPLEX");
    assert_eq!(stub.counts(), "");
}

#[tokio::test]
async fn the_schema_of_the_subgraph_has_the_keys_and_subscriptions_of_the_graph() {
    let gateway = Gateway::of(parts());
    let reply = send(&gateway, Some(KEY), None, &json!({ "query": "{ _service { __typename sdl } }" })).await.data();
    assert_eq!(reply["_service"]["__typename"], "_Service");
    let sdl = reply["_service"]["sdl"].as_str().unwrap();
    let keyed: Vec<_> = sdl.lines().filter(|line| line.contains("@key") && line.starts_with("type")).collect();
    insta::assert_snapshot!(keyed.join("\n"), @r#"
    type Acionamento @key(fields: "sinistro") {
    type Procedimento @key(fields: "id") {
    type Segurado @key(fields: "cpfCnpj") {
    type Seguradora @key(fields: "id") {
    "#);
    // Each type of the keys is found by them.
    for line in keyed {
        let name = line.split(' ').nth(1).unwrap();
        let variables = json!({ "representations": [{ "__typename": name }] });
        let parameters = json!({ "query": entities("__typename"), "variables": variables });
        let refused = send(&gateway, Some(KEY), Some("token"), &parameters).await.errors().join("\n");
        assert!(refused.contains("Falta a chave"), "{name}: {refused}");
    }
    assert!(sdl.contains("extend schema @link("), "{sdl}");
    // Every graph with pages has this type, and none composes with another one that defines it alone.
    let shared: Vec<_> = sdl.lines().filter(|line| line.ends_with("@shareable {")).collect();
    assert_eq!(shared, ["type PageInfo @shareable {"]);
    let costs: Vec<_> = sdl.lines().filter(|line| line.contains("@listSize(")).collect();
    let page = "@listSize(assumedSize: 50, slicingArguments: [\"first\", \"last\"], sizedFields: [\"edges\", \"nodes\"], \
                requireOneSlicingArgument: false)";
    assert_eq!(
        costs.iter().filter(|line| line.ends_with(&format!(" @cost(weight: 2) {page}"))).count(),
        2,
        "{costs:#?}"
    );
    assert!(sdl.contains("federation/v2.9\"") && sdl.contains("import: [\"@cost\", \"@listSize\", \"@key\","), "{sdl}");
    assert_eq!(sdl, gateway::schema::federation::composition_sdl());
    assert!(sdl.contains("\ntype Subscription {"), "{sdl}");
    for of_router in ["_service", "_entities", "_Any", "_Entity", "_Service"] {
        assert!(!sdl.contains(of_router), "{of_router}");
    }
    // Apart from directives it is the graph of everybody.
    let plain = |sdl: &str| -> Vec<String> {
        let lines = sdl.lines().map(|line| line.split(" @").next().unwrap().trim_end_matches(" {").to_owned());
        lines.filter(|line| !line.is_empty()).take_while(|line| !line.starts_with("extend schema")).collect()
    };
    let public = gateway::schema::sdl();
    let public = public.split("schema {").next().unwrap();
    assert_eq!(plain(sdl), plain(public));
}
