//! An integration API that spells the contract otherwise gives the same graph, with a mapping and nothing else.

mod forms;
mod said;
mod short;
mod strict;
mod translator;
mod unread;

use std::sync::Arc;

use axum::{Router, http::StatusCode};
use gateway::upstream::UpstreamSettings;
use serde_json::{Value, json};

use crate::kit::{ANA, ENTRAR, Gateway, Kit, PASSWORD, VALIDAR_CODIGO, VALIDAR_EMAIL, patient, serve};

async fn foreign(kit: &Kit) -> Gateway {
    let mapping = Arc::new(translator::MAPPING.parse().unwrap());
    Gateway::with(UpstreamSettings { mapping, ..patient(translator::start(kit.services).await) })
}

#[tokio::test]
async fn an_api_of_another_mapping_gives_the_same_answers() {
    let kit = Kit::new().await;
    let gateway = foreign(&kit).await;
    let token = kit.login(ANA).await;
    let row = "id sinistro autorizacao status { codigo descricao } abertoEm ocorridoEm faturadoEm valorTotal observacao podeReabrir \
               seguradora { id nome cnpj ativa } segurado { nome cpfCnpj } pet { nome especie } \
               procedimentos { quantidade valor procedimento { id descricao categoria valorReferencia } } \
               historico { em status { codigo descricao } usuario observacao }";
    let documents = [
        "{ menu { id titulo rota icone } seguradoras { id nome cnpj ativa } procedimentos { id descricao valorReferencia } }"
            .to_owned(),
        "{ painel { abertosHoje { quantidade valor } abertosNoMes { quantidade valor } seguradoras } \
           totaisPorStatus(ano: 2026) { mes status { codigo descricao } quantidade valor } }"
            .to_owned(),
        format!("{{ acionamentos(filtro: {{ status: \"ABERTO\" }}) {{ totalCount nodes {{ {row} }} }} }}"),
        format!("{{ acionamento(sinistro: \"2026000070001\") {{ {row} }} }}"),
        "{ segurado(cpfCnpj: \"52998224725\") { nome email telefone cpfCnpj \
           apolices { numero inicio fim seguradora { nome } pets { id nome especie raca nascimento } } } }"
            .to_owned(),
        // A refusal, by HTTP 422 there.
        "{ segurado(cpfCnpj: \"11144477735\") { nome } }".to_owned(),
    ];
    for document in documents {
        let expected: Value = serde_json::from_str(&kit.run(Some(&token), &document, json!({})).await.text).unwrap();
        assert!(expected["data"].is_object(), "{expected:#}");
        let read: Value = serde_json::from_str(&gateway.run(Some(&token), &document, json!({})).await.text).unwrap();
        assert_eq!(read, expected, "{document}");
    }
}

#[tokio::test]
async fn a_login_and_a_save_work_in_another_mapping() {
    let kit = Kit::new().await;
    let gateway = foreign(&kit).await;
    let sent = gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data();
    kit.read_mail();
    let code = json!({ "desafio": sent["validarEmail"]["desafio"], "codigo": kit.newest_code(ANA) });
    let accepted = gateway.run(None, VALIDAR_CODIGO, code).await.data();
    let password = json!({ "desafio": accepted["validarCodigo"]["desafio"], "senha": PASSWORD });
    let session = gateway.run(None, ENTRAR, password).await.data();
    let token = session["entrar"]["token"].as_str().unwrap();
    kit.take_calls();

    let save = "mutation($input: NovoAcionamento!) { abrirAcionamento(input: $input) { __typename \
                ... on AcionamentoSalvo { acionamento { sinistro valorTotal ocorridoEm } } ... on Recusa { mensagem } } }";
    let input = json!({ "input": {
        "chave": "chave-1", "cpfCnpj": "52998224725", "apolice": "PET-2026-000002", "pet": "1", "seguradora": "1",
        "ocorridoEm": "2026-11-19", "procedimentos": [{ "procedimento": "1", "quantidade": 2, "valor": "100.50" }],
    } });
    let saved = gateway.run(Some(token), save, input.clone()).await.data()["abrirAcionamento"].clone();
    assert_eq!(saved["__typename"], "AcionamentoSalvo", "{saved}");
    assert_eq!(
        (&saved["acionamento"]["valorTotal"], &saved["acionamento"]["ocorridoEm"]),
        (&json!("201.00"), &json!("2026-11-19"))
    );
    let again = gateway.run(Some(token), save, input.clone()).await.data()["abrirAcionamento"].clone();
    assert_eq!(again, saved, "the key makes it safe to repeat");
    let keys: Vec<_> = kit.take_calls().into_iter().filter_map(|call| call.idempotency_key).collect();
    assert_eq!(keys.len(), 1, "the key arrives under its own header: {keys:?}");

    let mut other = input;
    other["input"]["chave"] = "chave-2".into();
    other["input"]["pet"] = "nenhum".into();
    let refused = gateway.run(Some(token), save, other).await.data()["abrirAcionamento"].clone();
    assert!(refused["mensagem"].as_str().is_some_and(|text| !text.is_empty()), "{refused}");
}

#[tokio::test]
async fn the_end_of_a_session_may_be_another_status_or_a_text() {
    let kit = Kit::new().await;
    let gateway = foreign(&kit).await;
    for document in ["{ procedimentos { id } }", "{ seguradoras { id } }"] {
        let (code, _) = gateway.run(Some("ficha-que-acabou"), document, json!({})).await.error();
        assert_eq!(code, "UNAUTHENTICATED", "{document}");
    }
}

#[tokio::test]
async fn a_field_that_never_comes_is_null_and_amounts_may_be_centavos() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let mapping =
        "[types.Segurado]\ndsEmail = false\n[types.Acionamento]\nhistorico = false\n[reading]\namounts = 'cents'";
    let mapping = Arc::new(mapping.parse().unwrap());
    let gateway = Gateway::with(UpstreamSettings { mapping, ..patient(kit.services) });
    let read =
        gateway.run(Some(&token), "{ segurado(cpfCnpj: \"52998224725\") { nome email } }", json!({})).await.data();
    assert_eq!(read["segurado"]["email"], Value::Null);
    assert_ne!(read["segurado"]["nome"], Value::Null);
    let document = "{ acionamento(sinistro: \"2026000070001\") { historico { em } } }";
    let (code, _) = gateway.run(Some(&token), document, json!({})).await.error();
    assert_eq!(code, "UPSTREAM_INVALID_RESPONSE", "an amount with a point is none of centavos");
}

#[tokio::test]
async fn without_an_envelope_no_content_is_a_success() {
    let silent = Router::new().fallback(|| async { StatusCode::NO_CONTENT });
    let mapping = Arc::new("[envelope]\ndata = false".parse().unwrap());
    let gateway = Gateway::with(UpstreamSettings { mapping, ..patient(serve(silent).await) });
    let sent = gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data();
    assert_eq!(sent["validarEmail"]["__typename"], "CodigoEnviado");
    assert_eq!(gateway.run(Some("ficha"), "{ seguradoras { id } }", json!({})).await.data()["seguradoras"], json!([]));
}
