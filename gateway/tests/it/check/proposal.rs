//! `gateway check --propose`: for APIs with mappings of their own, the proposal is right, and the gateway works with it.

use std::{collections::BTreeSet, fs, net::SocketAddr, path::PathBuf, sync::Arc};

use gateway::{mapping::Mapping, upstream::UpstreamSettings};
use serde_json::{Value, json};
use services::wire::{
    Call as _, acionamento::ListaAcionamentosBySinistro, menu::ListaMenuUsuario, segurado::PesquisaSegurado,
};
use tempfile::TempDir;

use super::{
    Live, Run,
    apis::{English, Nested, Renamed, Wrapped},
    at_the_terminal, command,
    other_api::{self, OtherApi},
    reads, run,
};
use crate::kit::{ANA, API_KEY, Calls, Gateway, Kit, patient};

/// A proposal for an API, and the API.
struct Proposed {
    kit: Kit,
    address: SocketAddr,
    calls: Calls,
    token: String,
    run: Run,
    file: PathBuf,
    _folder: TempDir,
}

impl Proposed {
    async fn for_api(api: impl OtherApi) -> Self {
        let kit = Kit::new().await;
        let token = kit.login(ANA).await;
        let calls = Calls::default();
        let address = other_api::start(api, kit.services, &calls).await;
        let run = run(command(&format!("http://{address}"), &["--token", &token, "--propose"])).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mapping.toml");
        fs::write(&file, &run.out).unwrap();
        Self { kit, address, calls, token, run, file, _folder: folder }
    }

    fn table(&self) -> toml::Table {
        self.run.out.parse().unwrap_or_else(|error| panic!("{error}: {}{}", self.run.out, self.run.err))
    }

    /// Every proposed key is the API's, and each difference in what was called is proposed. Returns how many there are.
    fn is_right(&self, api: &impl OtherApi) -> usize {
        let table = self.table();
        let mut number = 0;
        for (section, is_request) in [("types", false), ("requests", true)] {
            for (type_name, keys) in table[section].as_table().unwrap() {
                for (key, spelling) in keys.as_table().unwrap() {
                    let expected = if is_request { api.request_key(type_name, key) } else { api.key(type_name, key) };
                    assert_eq!(
                        spelling.as_str(),
                        Some(expected.as_str()),
                        "{section}.{type_name}.{key}\n{}",
                        self.run.out
                    );
                    number += 1;
                }
            }
        }
        number
    }

    /// Checks the API with the proposal.
    async fn check(&self) -> Run {
        let mut command = command(&format!("http://{}", self.address), &["--token", &self.token, "--json"]);
        command.env("GATEWAY_MAPPING", &self.file);
        run(command).await
    }

    async fn fits(&self) {
        assert_eq!(self.run.exit, 0, "{}{}", self.run.out, self.run.err);
        let again = self.check().await;
        let report = again.json();
        assert_eq!(again.exit, 0, "{report:#}\n{}", self.run.out);
        for endpoint in report["endpoints"].as_array().unwrap() {
            let verdict = endpoint["verdict"].as_str().unwrap();
            assert!(verdict.starts_with("fits"), "{endpoint:#}\n{}", self.run.out);
        }
        let called: BTreeSet<_> = self.calls.so_far().into_iter().map(|call| call.path).collect();
        assert_eq!(called, reads(), "only reads are sent");
    }

    fn gateway(&self) -> Gateway {
        let mapping: Mapping = self.run.out.parse().unwrap();
        Gateway::with(UpstreamSettings { mapping: Arc::new(mapping), ..patient(self.address) })
    }
}

#[tokio::test]
async fn renamed_keys_and_other_forms_are_proposed() {
    let proposed = Proposed::for_api(Renamed).await;
    let table = proposed.table();
    assert_eq!(
        json!(table["envelope"]),
        json!({ "data": "dados", "messages": "mensagem", "status": "sucesso", "success": [true] })
    );
    assert_eq!(json!(table["session"]), json!({ "ended": { "http": [403] } }));
    assert_eq!(json!(table["calls"]), json!({ "lista-listaprocedimento": { "list": "procedimentos" } }));
    assert_eq!(json!(table["writing"]["dates"]), "dd/MM/yyyy");
    assert_eq!(proposed.is_right(&Renamed), 16, "{}", proposed.run.out);
    proposed.fits().await;
    // What was not seen is said on standard error.
    assert!(proposed.run.err.contains("/AcionamentoWeb/salva-sinistro-web"), "{}", proposed.run.err);
}

#[tokio::test]
async fn an_english_api_without_an_envelope_is_proposed() {
    let proposed = Proposed::for_api(English).await;
    let table = proposed.table();
    let mut envelope = table["envelope"].clone();
    let refusals = envelope.as_table_mut().unwrap().remove("refusals").unwrap();
    assert_eq!(json!(envelope), json!({ "code": "code", "data": false, "messages": "message", "status": false }));
    assert!(refusals.as_array().unwrap().contains(&404.into()), "{}", proposed.run.out);
    assert_eq!(json!(table["headers"]), json!({ "authorization": "X-Auth-Token" }));
    assert_eq!(json!(table["session"]), json!({ "scheme": "" }));
    assert_eq!(json!(table["calls"]["lista-seguradora"]), json!({ "list": "items" }));
    let types: usize = table["types"].as_table().unwrap().values().map(|keys| keys.as_table().unwrap().len()).sum();
    assert!(types > 60, "{types}: {}", proposed.run.out);
    for (type_name, keys) in table["types"].as_table().unwrap() {
        for (key, spelling) in keys.as_table().unwrap() {
            assert_eq!(spelling.as_str(), Some(English.key(type_name, key).as_str()), "{type_name}.{key}");
        }
    }
    proposed.fits().await;
    let gateway = proposed.gateway();
    let nobody = "{ segurado(cpfCnpj: \"11144477735\") { nome } }";
    let answer: Value =
        serde_json::from_str(&gateway.run(Some(&proposed.token), nobody, json!({})).await.text).unwrap();
    let expected: Value =
        serde_json::from_str(&proposed.kit.run(Some(&proposed.token), nobody, json!({})).await.text).unwrap();
    assert_eq!(answer, expected, "a refusal by HTTP 404");
}

#[tokio::test]
async fn a_gateway_saves_with_the_proposal_for_wrapped_data() {
    let proposed = Proposed::for_api(Wrapped).await;
    let table = proposed.table();
    assert_eq!(json!(table["session"]), json!({ "ended": { "messages": ["Sessão expirada"] } }));
    assert_eq!(json!(table["envelope"]["success"]), json!(["00"]));
    assert!(proposed.is_right(&Wrapped) > 70, "{}", proposed.run.out);
    proposed.fits().await;
    let gateway = proposed.gateway();
    let save = "mutation($input: NovoAcionamento!) { abrirAcionamento(input: $input) { __typename \
                ... on AcionamentoSalvo { acionamento { valorTotal } } ... on Recusa { mensagem } } }";
    let input = json!({ "input": {
        "chave": "chave-1", "cpfCnpj": "52998224725", "apolice": "PET-2026-000002", "pet": "1", "seguradora": "1",
        "ocorridoEm": "2026-11-19", "procedimentos": [{ "procedimento": "1", "quantidade": 2, "valor": "100.50" }],
    } });
    let saved = gateway.run(Some(&proposed.token), save, input).await.data()["abrirAcionamento"].clone();
    assert_eq!(saved, json!({ "__typename": "AcionamentoSalvo", "acionamento": { "valorTotal": "201.00" } }));
}

#[tokio::test]
async fn keys_within_objects_and_types_of_one_service_are_proposed() {
    let proposed = Proposed::for_api(Nested).await;
    let table = proposed.table();
    assert_eq!(
        json!(table["envelope"]),
        json!({ "code": "error.code", "data": "result", "messages": "error", "status": "success", "success": [true] }),
        "{}",
        proposed.run.out
    );
    assert_eq!(json!(table["session"]), json!({ "ended": { "http": [419] } }));
    assert_eq!(
        json!(table["calls"]),
        json!({
            "lista-seguradora": { "list": "content" },
            "total-acionamento-faturados-mes": { "types": { "Total": { "vlTotal": "valorFaturado" } } },
        }),
        "{}",
        proposed.run.out
    );
    for (section, type_name, key) in
        [("types", "Acionamento", "nmPet"), ("types", "Evento", "dsStatus"), ("types", "Seguradora", "nrCnpj")]
    {
        assert_eq!(table[section][type_name][key].as_str(), Some(&*Nested.key(type_name, key)), "{}", proposed.run.out);
    }
    proposed.fits().await;
    let document = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { pet { nome especie } status { descricao } } } \
                    painel { faturadosNoMes { valor } seguradoras } seguradoras { nome cnpj } }";
    let read = proposed.gateway().run(Some(&proposed.token), document, json!({})).await.data();
    assert_eq!(read, proposed.kit.run(Some(&proposed.token), document, json!({})).await.data());
}

#[tokio::test]
async fn keys_of_a_login_are_tried_a_few_times() {
    let kit = Kit::new().await;
    let calls = Calls::default();
    let address = other_api::start(Nested, kit.services, &calls).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments =
        format!("--upstream-url http://{address} --api-key {API_KEY} --ano 2026 --propose > {}", file.display());
    let (exit, shown) = at_the_terminal(&kit, &arguments).await;
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(exit, Some(0), "{shown}{text}");
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(
        json!(table["requests"]["ValidaCodigoAcesso"]),
        json!({ "apiKey": "chave_api", "codigoAcesso": "codigo" }),
        "{text}"
    );
    for key in ["dsToken", "nmUsuario", "dsPerfil"] {
        assert_eq!(table["types"]["Sessao"][key].as_str(), Some(&*Nested.key("Sessao", key)), "{text}");
    }
    assert!(shown.contains("pedidos repetidos com outras chaves no login (no máximo 3 por passo): 2"), "{shown}");
    let of_login = calls.so_far().into_iter().filter(|call| call.path.starts_with("/LoginUsuarioWeb/")).count();
    assert_eq!(of_login, 5, "the second and the first step once more, as their refusals say");
}

#[tokio::test]
async fn an_operators_mapping_is_kept_and_completed() {
    let proposed = Proposed::for_api(Renamed).await;
    let own = proposed.file.with_file_name("own.toml");
    fs::write(&own, "[headers.add]\nX-Tenant = 'pets'  # do manual\n[types.Acionamento]\n# Visto na tela.\nvlTotal = 'valor'\ndsStatus = 'nmPet'  # confira: palpite\n").unwrap();
    let mut command = command(&format!("http://{}", proposed.address), &["--token", &proposed.token, "--propose"]);
    command.env("GATEWAY_MAPPING", &own);
    let completed = run(command).await;
    let table: toml::Table = completed.out.parse().unwrap();
    assert_eq!(json!(table["headers"]), json!({ "add": { "X-Tenant": "pets" } }));
    assert_eq!(table["types"], proposed.table()["types"], "{}", completed.out);
    // What the operator decided has no doubt any more.
    assert!(completed.out.contains("# Visto na tela.\nvlTotal = \"valor\"\n"), "{}", completed.out);
    assert!(completed.out.contains("X-Tenant = \"pets\"  # do manual\n"), "{}", completed.out);
    assert!(!completed.out.contains("palpite"), "{}", completed.out);
}

/// Proposes a mapping for stub services.
async fn proposed(live: &Live) -> Run {
    let told = run(command(&format!("http://{}", live.start().await), &["--token", "ficha", "--propose"])).await;
    told.out.parse::<Mapping>().unwrap_or_else(|error| panic!("{error}: {}{}", told.out, told.err));
    assert!(told.out.starts_with("# Dialeto de "), "{}{}", told.out, told.err);
    told
}

#[tokio::test]
async fn wrong_paths_teach_nothing_but_a_path_that_answers() {
    let spring = br#"{"timestamp":"2026-11-20T12:00:00Z","status":404,"error":"Not Found","path":"/x"}"#;
    let mut live = Live::new();
    let menu = live.answers[ListaMenuUsuario::PATH].clone();
    live.answers.values_mut().for_each(|answer| *answer = (404, spring.to_vec()));
    live.answers.insert("/menu/lista-menu-usuario", menu);
    live.signed_out = 404;
    let told = proposed(&live).await;
    let table: toml::Table = told.out.parse().unwrap();
    let expected = json!({ "calls": { "lista-menu-usuario": { "path": "/menu/lista-menu-usuario" } } });
    let entries = |table: &toml::Table| {
        let mut table = table.clone();
        // Headings of what is open.
        table.retain(|_, value| {
            value.as_table_mut().is_none_or(|inner| {
                inner.retain(|_, value| value.as_table().is_none_or(|inner| !inner.is_empty()));
                !inner.is_empty()
            })
        });
        table
    };
    assert_eq!(json!(entries(&table)), expected, "{}", told.out);
    assert!(told.out.contains("# path = \"/seguradora/lista-seguradora\""), "{}", told.out);
}

#[tokio::test]
async fn a_status_without_a_session_that_refuses_too_is_left_open() {
    let live = Live::new().http(PesquisaSegurado::PATH, 400, br#"{"status":0,"messages":"CPF?","data":null}"#);
    let told = proposed(&Live { signed_out: 400, ..live }).await;
    let table: toml::Table = told.out.parse().unwrap();
    assert_eq!(json!(table["session"]), json!({}), "{}", told.out);
    assert!(told.out.contains("# ended = { http = [400] }"), "{}", told.out);
    // The others are usual where a request is to save something.
    assert_eq!(json!(table["envelope"]["refusals"]), json!([400, 404, 409, 422]), "{}", told.out);
    assert!(told.out.contains("confira: nas leituras HTTP 404, 409 e 422 não apareceram"), "{}", told.out);
    // A status that may mean something else has a doubt.
    let told = proposed(&Live { signed_out: 403, ..Live::new() }).await;
    assert!(told.out.contains("http = [403]  # confira: HTTP 403 também pode"), "{}", told.out);
}

#[tokio::test]
async fn values_of_a_response_are_never_sent_as_keys() {
    let body = r#"{"feito":"RexDuarte","ficha":{"apelido":"RexDuarte","outro_nome":"rex_duarte"}}"#;
    let live = Live::new().body(PesquisaSegurado::PATH, body).body(ListaAcionamentosBySinistro::PATH, body);
    proposed(&live).await;
    let sent: Vec<_> = live.calls.so_far().into_iter().filter(|call| call.path == PesquisaSegurado::PATH).collect();
    assert!(!sent.is_empty());
    for call in sent {
        assert!(!String::from_utf8_lossy(&call.body).to_lowercase().contains("duarte"), "{:?}", call.body);
    }
}

#[tokio::test]
async fn a_status_key_whose_success_nobody_saw_is_left_open() {
    let mut live = Live::new();
    let nothing = br#"{"situacao":"PENDENTE","mensagem":"Aguarde","dados":null}"#;
    live.answers.values_mut().for_each(|answer| *answer = (200, nothing.to_vec()));
    let told = proposed(&live).await;
    assert!(told.out.contains("# status = \"situacao\"  # decida: nenhuma resposta mostrou"), "{}", told.out);
}

#[tokio::test]
async fn a_login_in_another_mapping_is_proposed_at_the_terminal() {
    let kit = Kit::new().await;
    let address = other_api::start(English, kit.services, &Calls::default()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments =
        format!("--upstream-url http://{address} --api-key {API_KEY} --ano 2026 --propose > {}", file.display());
    let (exit, shown) = at_the_terminal(&kit, &arguments).await;
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(exit, Some(0), "{shown}{text}");
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(json!(table["headers"]), json!({ "api-key": "X-Api-Key", "authorization": "X-Auth-Token" }));
    assert_eq!(json!(table["types"]["Sessao"]["dsToken"]), "access_token");
    // The answer to a write is never seen, but has the same keys.
    assert_eq!(json!(table["types"]["Usuario"]["nrTelefone"]), "phone");
}
