//! `gateway check --propose`, twice, for APIs as three usual kinds of vendors write them: what is read through the second file
//! is what the reference services have.

use std::{fs, sync::Arc};

use axum::http::HeaderMap;
use gateway::{mapping::Mapping, upstream::UpstreamSettings};
use serde_json::{Value, json};

use super::{
    Run,
    apis::English,
    command,
    other_api::{self, OtherApi},
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

/// The second proposal for an API, where an operator edits the first.
pub(super) struct Twice {
    kit: Kit,
    token: String,
    pub(super) first: Run,
    pub(super) second: Run,
    gateway: Gateway,
}

pub(super) async fn twice(api: impl OtherApi, edit: impl Fn(&str) -> String) -> Twice {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let address = other_api::start(api, kit.services, &Calls::default()).await;
    let services = format!("http://{address}");
    let first = run(command(&services, &["--token", &token, "--propose"])).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    fs::write(&file, edit(&first.out)).unwrap();
    let mut again = command(&services, &["--token", &token, "--propose"]);
    again.env("GATEWAY_MAPPING", &file);
    let second = run(again).await;
    let mapping: Mapping = second.out.parse().unwrap_or_else(|error| panic!("{error}: {}{}", second.out, second.err));
    let gateway = Gateway::with(UpstreamSettings { mapping: Arc::new(mapping), ..patient(address) });
    Twice { kit, token, first, second, gateway }
}

impl Twice {
    /// A document, read through the second file.
    pub(super) async fn read(&self, document: &str) -> Value {
        self.gateway.run(Some(&self.token), document, json!({})).await.json()
    }

    /// Everything is read as the reference services have it.
    pub(super) async fn reads_all(&self) {
        for document in DOCUMENTS {
            let expected: Value =
                serde_json::from_str(&self.kit.run(Some(&self.token), document, json!({})).await.text).unwrap();
            assert!(expected["data"].is_object() && expected.get("errors").is_none(), "{expected:#}");
            let read: Value =
                serde_json::from_str(&self.gateway.run(Some(&self.token), document, json!({})).await.text).unwrap();
            assert_eq!(read, expected, "{document}\n{}{}", self.second.out, self.second.err);
        }
        assert_eq!(self.second.exit, 0, "{}{}", self.second.out, self.second.err);
    }

    /// The text of a refusal, without its code.
    pub(super) async fn refuses(&self) {
        let nobody = "{ segurado(cpfCnpj: \"11144477735\") { nome } }";
        let expected = self.kit.run(Some(&self.token), nobody, json!({})).await.json();
        let read = self.gateway.run(Some(&self.token), nobody, json!({})).await.json();
        assert_eq!(read["data"], expected["data"], "{read:#}");
        assert_eq!(read["errors"], expected["errors"], "{}", self.second.out);
        // A session that ended.
        let (code, _) = self.gateway.run(Some("outra"), "{ seguradoras { id } }", json!({})).await.error();
        assert_eq!(code, "UNAUTHENTICATED", "{}", self.second.out);
    }

    /// No line without a doubt is wrong. Returns how many there are.
    pub(super) fn sure_lines_are_right(&self, api: &impl OtherApi) -> usize {
        let mut number = 0;
        for run in [&self.first, &self.second] {
            let table: toml::Table = run.out.parse().unwrap();
            for (type_name, keys) in table["types"].as_table().unwrap() {
                for (key, spelling) in keys.as_table().unwrap() {
                    let line = format!("{key} = {spelling}\n");
                    if spelling.as_str() != Some(&*api.key(type_name, key)) {
                        let of_type = run.out.split(&format!("[types.{type_name}]")).nth(1).unwrap();
                        let of_type = of_type.split("\n[").next().unwrap();
                        assert!(!of_type.contains(&line), "{type_name}.{key}\n{}", run.out);
                    }
                    number += 1;
                }
            }
        }
        number
    }
}

/// Java with Spring: English camelCase, errors as a list of objects, lists within `content` beside the page.
pub(super) struct Spring;

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

pub(super) fn camel(key: &str) -> String {
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
async fn a_spring_api_is_read_after_two_proposals() {
    let twice = twice(Spring, str::to_owned).await;
    let table: toml::Table = twice.second.out.parse().unwrap();
    assert_eq!(
        json!([table["envelope"]["status"], table["envelope"]["messages"], table["envelope"]["data"]]),
        json!(["success", "errors.message", "result"]),
        "{}",
        twice.second.out
    );
    assert!(twice.sure_lines_are_right(&Spring) > 100);
    twice.reads_all().await;
    twice.refuses().await;
}

#[tokio::test]
async fn a_php_api_is_read_after_two_proposals() {
    let twice = twice(Php, str::to_owned).await;
    assert!(twice.sure_lines_are_right(&Php) > 100);
    twice.reads_all().await;
    twice.refuses().await;
}

#[tokio::test]
async fn a_protheus_api_is_read_after_two_proposals_and_the_line_for_centavos() {
    let cents = |text: &str| {
        assert!(text.contains("# amounts = \"cents\"  # "), "{text}");
        text.replace("# amounts = \"cents\"  # decida: ", "amounts = \"cents\"  # ")
    };
    let twice = twice(Protheus, cents).await;
    assert!(twice.sure_lines_are_right(&Protheus) > 100);
    twice.reads_all().await;
    twice.refuses().await;
}
