//! `gateway check --propose` for APIs as usual kinds of vendors write them. A first proposal, the keys of requests from the
//! documentation of the API, a second proposal: what is read through the file is what the reference services have.

use std::{fs, sync::Arc};

use axum::http::HeaderMap;
use gateway::{mapping::Mapping, upstream::UpstreamSettings};
use serde_json::{Value, json};

use super::{
    Run,
    apis::{English, Nested},
    command,
    other_api::{self, OtherApi, request_lines},
    run,
};
use crate::kit::{ANA, Calls, Gateway, Kit, patient};

const DOCUMENTS: [&str; 8] = [
    "{ menu { id titulo rota icone } seguradoras { id nome cnpj ativa } procedimentos { id descricao categoria valorReferencia } }",
    "{ painel { abertosHoje { quantidade valor } abertosNoMes { quantidade valor } seguradoras } }",
    "{ totaisPorStatus(ano: 2026) { mes status { codigo descricao } quantidade valor } }",
    "{ acionamentos(filtro: { status: \"ABERTO\" }) { totalCount nodes { id sinistro autorizacao status { codigo descricao } \
     abertoEm ocorridoEm faturadoEm valorTotal observacao podeReabrir seguradora { id nome } segurado { nome cpfCnpj } \
     pet { nome especie } procedimentos { quantidade valor procedimento { id descricao } } \
     historico { em status { codigo } usuario observacao } } } }",
    "{ acionamento(sinistro: \"2026000070001\") { id valorTotal historico { em } } }",
    "{ segurado(cpfCnpj: \"52998224725\") { nome email telefone cpfCnpj \
     apolices { numero inicio fim seguradora { nome } pets { id nome especie raca nascimento } } } }",
    // Nothing is found.
    "{ acionamentos(filtro: { autorizacao: \"999999\" }) { totalCount nodes { id } } }",
    "{ totaisPorStatus(ano: 2005) { mes } }",
];

/// Proposes twice, with the lines that only an operator knows added between, and compares what is read.
async fn is_read_after_two_proposals(api: impl OtherApi, operators_lines: &str) -> (Run, String) {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let requests = request_lines(&api);
    let address = other_api::start(api, kit.services, &Calls::default()).await;
    let services = format!("http://{address}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let propose = async || run(command(&services, &["--token", &token, "--propose", file.to_str().unwrap()])).await;
    fs::write(&file, operators_lines).unwrap();
    propose().await;
    let edited = fs::read_to_string(&file).unwrap() + &requests;
    fs::write(&file, &edited).unwrap();
    let second = propose().await;
    let text = fs::read_to_string(&file).unwrap();
    assert!(edited.lines().all(|line| text.contains(line)), "the operator's lines stay");
    let mapping: Mapping = text.parse().unwrap();
    let gateway = Gateway::with(UpstreamSettings { mapping: Arc::new(mapping), ..patient(address) });
    for document in DOCUMENTS {
        let expected = kit.run(Some(&token), document, json!({})).await.json();
        assert!(expected["data"].is_object() && expected.get("errors").is_none(), "{expected:#}");
        let read = gateway.run(Some(&token), document, json!({})).await.json();
        assert_eq!(read, expected, "{document}\n{text}\n{}{}", second.out, second.err);
    }
    let (code, _) = gateway.run(Some("outra"), "{ seguradoras { id } }", json!({})).await.error();
    assert_eq!(code, "UNAUTHENTICATED", "{text}");
    assert_eq!(second.exit, 0, "{text}\n{}{}", second.out, second.err);
    (second, text)
}

/// Java with Spring: English camelCase, errors as a list of objects, lists within `content` beside the page.
struct Spring;

impl OtherApi for Spring {
    fn key(&self, type_name: &str, key: &str) -> String {
        camel(&English.key(type_name, key))
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        camel(&English.request_key(request, key))
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        let result = match data {
            Value::Array(rows) => json!({ "content": rows, "totalElements": rows.len(), "last": true }),
            data => data,
        };
        (200, json!({ "success": true, "errors": [], "result": result }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (422, json!({ "success": false, "errors": [{ "code": "BUS-017", "message": text }], "result": null }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        let error = |key: &String| json!({ "code": "VAL-001", "field": key, "message": "não pode ser nulo" });
        let errors: Vec<_> = expected.iter().map(error).collect();
        (400, json!({ "success": false, "errors": errors, "result": null }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (
            401,
            json!({ "success": false, "errors": [{ "code": "AUTH-002", "message": "Token expirado" }], "result": null }),
        )
    }
}

fn camel(key: &str) -> String {
    let mut words = key.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    first + &words.map(|word| word[..1].to_uppercase() + &word[1..]).collect::<String>()
}

/// PHP: Portuguese snake_case, everything as text, an empty list as `""`, an empty object or an empty list.
struct Php;

impl OtherApi for Php {
    fn key(&self, _: &str, key: &str) -> String {
        let spelling = match key {
            "cdAcionamento" => "id_acionamento",
            "nrSinistro" => "num_sinistro",
            "nrAutorizacao" => "num_autorizacao",
            "cdStatus" => "cod_status",
            "dsStatus" => "desc_status",
            "dtAbertura" => "data_abertura",
            "dtOcorrencia" => "data_ocorrencia",
            "dtFaturamento" => "data_faturamento",
            "vlTotal" => "valor_total",
            "dsObservacao" => "observacao",
            "cdSeguradora" => "id_seguradora",
            "nmSeguradora" => "nome_seguradora",
            "nrCnpj" => "cnpj",
            "flAtiva" => "ativa",
            "nrApolice" => "num_apolice",
            "nrCpfCnpj" => "cpf_cnpj",
            "nmSegurado" => "nome_segurado",
            "cdSegurado" => "id_segurado",
            "dsEmail" => "email",
            "nrTelefone" => "telefone",
            "cdPet" => "id_pet",
            "nmPet" => "nome_pet",
            "dsEspecie" => "especie",
            "dsRaca" => "raca",
            "dtNascimento" => "data_nascimento",
            "dtInicio" => "data_inicio",
            "dtFim" => "data_fim",
            "cdProcedimento" => "id_procedimento",
            "dsProcedimento" => "desc_procedimento",
            "dsCategoria" => "categoria",
            "vlReferencia" => "valor_referencia",
            "qtProcedimento" => "quantidade",
            "vlProcedimento" => "valor_unitario",
            "flPodeReabrir" => "pode_reabrir",
            "nrSinistroOrigem" => "num_sinistro_origem",
            "nrSinistroReabertura" => "num_sinistro_reabertura",
            "dtEvento" => "data_evento",
            "nmUsuario" => "nome_usuario",
            "qtTotal" => "qtd_total",
            "nrMes" => "mes",
            "cdMenu" => "id_menu",
            "dsMenu" => "titulo",
            "dsRota" => "rota",
            "dsIcone" => "icone",
            "nrOrdem" => "ordem",
            other => other,
        };
        spelling.to_owned()
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match value {
            Value::Bool(flag) => u8::from(flag).to_string().into(),
            Value::Number(number) => number.to_string().into(),
            Value::String(text) if text.len() > 19 && key.starts_with("dt") => text[..19].replace('T', " ").into(),
            Value::Null => "".into(),
            value => value,
        }
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        let spelling = match key {
            "sinistro" => "num_sinistro",
            "autorizacao" => "num_autorizacao",
            "seguradora" => "id_seguradora",
            "status" => "cod_status",
            "cpfCnpj" => "cpf_cnpj",
            other => other,
        };
        _ = request;
        spelling.to_owned()
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        let data = match data {
            Value::Array(rows) if rows.is_empty() && segment.contains("autorizacao") => json!({}),
            Value::Array(rows) if rows.is_empty() => json!(""),
            data => data,
        };
        (200, json!({ "codigo": 0, "mensagem": "", "retorno": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (200, json!({ "codigo": 12, "mensagem": text, "retorno": [] }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        (
            200,
            json!({ "codigo": 3, "mensagem": format!("Parâmetro {} não informado", expected.join(", ")), "retorno": "" }),
        )
    }

    fn signed_out(&self) -> (u16, Value) {
        (200, json!({ "codigo": 99, "mensagem": "Token inválido", "retorno": "" }))
    }
}

/// Protheus: upper-case names of columns, flags `T` and `F`, days without punctuation, amounts in centavos, padded texts.
struct Protheus;

impl OtherApi for Protheus {
    fn key(&self, _: &str, key: &str) -> String {
        Php.key("", key).to_uppercase().replace("_", "")
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match value {
            Value::Bool(flag) => (if flag { "T" } else { "F" }).into(),
            Value::Number(amount) if key.starts_with("vl") => {
                format!("{:.2}", amount.as_f64().unwrap()).replace('.', "").parse::<i64>().unwrap().into()
            }
            Value::String(text) if key.starts_with("dt") && text.len() == 10 => text.replace('-', "").into(),
            Value::String(text) if key.starts_with("dt") => {
                format!("{} {}", text[..10].replace('-', ""), &text[11..19]).into()
            }
            Value::String(text) if key.starts_with("ds") => format!("{text:<12}").into(),
            value => value,
        }
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        Php.request_key(request, key).to_uppercase().replace("_", "")
    }

    fn token(&self, headers: &HeaderMap) -> Option<String> {
        Some(headers.get("X-Token")?.to_str().ok()?.to_owned())
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        let data = match data {
            Value::Array(rows) => json!({ "ITENS": rows }),
            data => data,
        };
        (200, json!({ "RETORNO": "000", "MSG": "OK", "DADOS": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (200, json!({ "RETORNO": "107", "MSG": text, "DADOS": {} }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        (400, json!({ "RETORNO": "400", "MSG": format!("Campo obrigatorio: {}", expected.join(", ")) }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (401, json!({ "RETORNO": "401", "MSG": "Sessao expirada" }))
    }
}

#[tokio::test]
async fn a_spring_api_is_read() {
    let (_, text) = is_read_after_two_proposals(Spring, "").await;
    let table: toml::Table = text.parse().unwrap();
    let envelope = &table["envelope"];
    assert_eq!(
        json!([envelope["status"], envelope["messages"], envelope["data"], envelope["success"]]),
        json!(["success", "errors.message", "result", [true]]),
        "{text}"
    );
}

#[tokio::test]
async fn a_php_api_is_read() {
    is_read_after_two_proposals(Php, "").await;
}

#[tokio::test]
async fn a_protheus_api_is_read_with_the_line_for_centavos() {
    let lines = "[reading]\namounts = \"cents\"\n\n[headers]\nauthorization = \"X-Token\"\n\n[session]\nscheme = \"\"\n\n[values.flags]\ntrue = \"T\"\nfalse = \"F\"\n";
    is_read_after_two_proposals(Protheus, lines).await;
}

#[tokio::test]
async fn an_api_with_objects_around_its_fields_is_read() {
    is_read_after_two_proposals(Nested, "").await;
}
