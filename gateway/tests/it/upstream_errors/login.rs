//! The steps of the login over responses that are unusual, or refuse in their own way.

use serde_json::json;

use crate::{
    kit::{ENTRAR, Gateway, READ, VALIDAR_CODIGO, VALIDAR_EMAIL, answering},
    login::{TROCAR_SENHA, password_change},
};

#[tokio::test]
async fn the_logins_special_messages_count_whatever_the_status_and_the_data_are() {
    for (body, outcome) in [
        (r#"{"status":0,"messages":"BLOQUEADO","data":null}"#, "UsuarioBloqueado"),
        (r#"{"status":1,"messages":"BLOQUEADO","data":{}}"#, "UsuarioBloqueado"),
        (r#"{"status":"2","messages":["TROCARSENHA"],"data":7}"#, "TrocaDeSenhaExigida"),
        (r#"{"status":1,"messages":"TROCARSENHA","data":null}"#, "TrocaDeSenhaExigida"),
        (r#"{"status":1,"messages":"","data":{}}"#, "CodigoEnviado"),
        (r#"{"status":1,"messages":"bloqueado","data":{}}"#, "CodigoEnviado"),
        (r#"{"status":1,"messages":"","data":null}"#, "CodigoEnviado"),
        (r#"{"status":1,"messages":[],"data":null}"#, "CodigoEnviado"),
        (r#"{"status":1,"messages":"Usuário inativo.","data":null}"#, "Recusa"),
        (r#"{"status":0,"messages":"E-mail desconhecido.","data":{}}"#, "Recusa"),
    ] {
        let service = answering(200, body).await;
        let reply = Gateway::over(service).run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await;
        assert_eq!(reply.data()["validarEmail"]["__typename"], outcome, "{body}");
    }
}

#[tokio::test]
async fn a_step_of_the_login_is_refused_with_the_services_text_by_an_http_status_too() {
    let body = |text: &str| json!({ "status": 0, "messages": text, "data": null });
    for status in [400, 401, 403, 422] {
        let gateway = Gateway::over(answering(status, body("Fora do horário.")).await);
        let reply = gateway.run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await.data();
        let refused = json!({ "__typename": "Recusa", "mensagem": "Fora do horário." });
        assert_eq!(reply["validarEmail"], refused, "{status}");
        // A forced change of the password has no session to end either. With a session, a 401 ends it, as for any call.
        let change = || password_change("ana@x.br", "Antiga@2025", "Nova@2026");
        let reply = gateway.run(None, TROCAR_SENHA, change()).await.data();
        assert_eq!(reply["trocarSenha"], refused, "{status}");
        let signed_in = gateway.run(Some("ficha"), TROCAR_SENHA, change()).await.error();
        assert_eq!(signed_in.0 == "UNAUTHENTICATED", status == 401, "{status}");
        assert_ne!(signed_in.1, "Fora do horário.", "{status}");
        // Without a text there is nothing to say; and a session that ends is no matter of the login.
        let silent = Gateway::over(answering(status, body(" ")).await);
        let reply = silent.run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await;
        assert_eq!(reply.error().0, if status == 403 { "FORBIDDEN" } else { "UPSTREAM_ERROR" });
        let list = gateway.query("ficha", READ).await;
        assert_ne!(list.error().1, "Fora do horário.", "{status}");
    }
}

#[tokio::test]
async fn a_code_is_accepted_only_by_data_that_say_yes() {
    let accept = answering(200, r#"{"status":1,"messages":"","data":{}}"#).await;
    let code = Gateway::over(accept).code_step().await;
    for (body, outcome) in [
        (r#"{"status":1,"messages":"Código incorreto.","data":false}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":false}"#, "Recusa"),
        (r#"{"status":1,"messages":"Código incorreto.","data":0}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":"N"}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":"0"}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":" false "}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":"Não"}"#, "Recusa"),
        (r#"{"status":1,"messages":"Código incorreto.","data":null}"#, "Recusa"),
        (r#"{"status":1,"messages":"Código incorreto."}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":true}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":"ok"}"#, "CodigoAceito"),
        // Data that are no flag: a name, an id.
        (r#"{"status":1,"messages":"","data":"Nair"}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":20}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":"S"}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":[]}"#, "CodigoAceito"),
    ] {
        let service = answering(200, body).await;
        let reply = Gateway::over(service).run(None, VALIDAR_CODIGO, code.clone()).await;
        assert_eq!(reply.data()["validarCodigo"]["__typename"], outcome, "{body}");
    }
}

#[tokio::test]
async fn a_session_without_a_usable_token_is_an_invalid_response() {
    let accept = answering(200, r#"{"status":1,"messages":"","data":{}}"#).await;
    let password = Gateway::over(accept).password_step().await;
    for token in ["", "0", "com espaço"] {
        let session = json!({ "status": 1, "messages": "", "data": { "dsToken": token, "nmUsuario": "Ana" } });
        let service = answering(200, session).await;
        let reply = Gateway::over(service).run(None, ENTRAR, password.clone()).await;
        assert_eq!(reply.error().0, "UPSTREAM_OUTCOME_UNKNOWN", "{token}");
    }
}
