//! Writes that an API did, and whose responses the mapping does not say how to read.

use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{Api, claim, ok, success};
use crate::{captured_log::CapturedLog, kit::VALIDAR_CODIGO};

#[tokio::test]
async fn a_save_whose_acionamento_stands_elsewhere_is_told_in_the_log() {
    let answers = |_: &_| success(json!({ "sinistro": claim("S-1") }));
    let api = Api::new("", answers).await;
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    let (code, _) = api.save().await.error();
    assert_eq!(code, "UPSTREAM_OUTCOME_UNKNOWN");
    let text = log.text();
    assert!(text.contains("say `list` of salva-sinistro-web in the mapping"), "{text}");
    assert!(!text.contains("S-1") && !text.contains("Marina"), "{text}");
    let said = Api::new("[calls.salva-sinistro-web]\nlist = 'sinistro'", answers).await;
    let saved = said.save().await.data();
    assert_eq!(saved["abrirAcionamento"]["acionamento"]["sinistro"], "S-1", "{saved}");
}

#[tokio::test]
async fn a_code_step_without_data_names_the_setting_in_the_log() {
    let api = Api::new("", |(segment, _, _)| match segment.as_str() {
        "login-valida-email" => success(json!({})),
        _ => ok(json!({ "status": 1, "messages": [] })),
    })
    .await;
    let code = api.gateway.code_step().await;
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    assert_eq!(api.gateway.run(None, VALIDAR_CODIGO, code).await.error().0, "UPSTREAM_OUTCOME_UNKNOWN");
    assert!(log.text().contains("null-data in [envelope] of the mapping"), "{}", log.text());
}

const CHANGE: &str = "mutation($input: DadosDoUsuario!) { atualizarUsuario(input: $input) { \
                      ... on Usuario { nome telefone email } ... on Recusa { mensagem } } }";

const FLAT: &str = "[types.Usuario]\nnmUsuario = 'name'\ndsEmail = 'email'\nnrTelefone = 'phone'\ndsPerfil = 'role'\n";

/// What a change of the user gives in a mapping, if the data of the response are these.
async fn changed(mapping: &str, data: Value) -> (Value, String) {
    let api = Api::new(mapping, move |_| success(data.clone())).await;
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    let input = json!({ "input": { "nome": "Ana Paula", "telefone": "11987654321" } });
    (api.gateway.run(Some("ficha"), CHANGE, input).await.data()["atualizarUsuario"].clone(), log.text())
}

#[tokio::test]
async fn a_changed_user_has_the_name_and_the_phone_that_were_saved() {
    let user = json!({ "usuario": { "nome": "ANA PAULA", "celular": "11987654321" } });
    let renamed = "[types.Usuario]\nnmUsuario = 'usuario.nome'\nnrTelefone = 'usuario.celular'";
    for (mapping, nome) in [("", "Ana Paula"), (renamed, "ANA PAULA")] {
        let (changed, _) = changed(mapping, user.clone()).await;
        assert_eq!(changed, json!({ "nome": nome, "telefone": "11987654321", "email": null }), "{mapping}");
    }
}

#[tokio::test]
async fn a_user_that_stands_elsewhere_is_told_and_not_guessed() {
    let user = |name: &str| json!({ "name": name, "email": "eva@clinica.example" });
    let sent = json!({ "nome": "Ana Paula", "telefone": "11987654321", "email": null });
    let decides = ["[envelope]\nnull-data = 'success'\n", FLAT].concat();
    for (mapping, data) in [
        (FLAT, json!({ "by": user("Eva"), "user": user("Ana Paula") })),
        (FLAT, json!({ "plan": { "name": "Ouro" } })),
        (FLAT, json!({})),
        (FLAT, json!([])),
        (FLAT, json!(true)),
        (FLAT, json!("Alterado.")),
        (&decides, Value::Null),
    ] {
        let (changed, log) = changed(mapping, data.clone()).await;
        assert_eq!(changed, sent, "{data}");
        assert!(log.contains("name its keys in [types.Usuario]") && !log.contains("Ana"), "{log}");
    }
}
