//! The steps of the login over responses that are unusual, or refuse in their own way.

use serde_json::json;

use super::{Fault, Misbehaving, QUERY, ok};
use crate::kit::{ENTRAR, Gateway, VALIDAR_CODIGO, VALIDAR_EMAIL};

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
        let service = Misbehaving::with(Fault::Say(ok(body))).await;
        let reply = Gateway::over(service.address).run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await;
        assert_eq!(reply.data()["validarEmail"]["__typename"], outcome, "{body}");
    }
}

#[tokio::test]
async fn a_step_of_the_login_is_refused_with_the_services_text_by_an_http_status_too() {
    let body = r#"{"status":0,"messages":"Fora do horário.","data":null}"#;
    for status in ["400 Bad Request", "401 Unauthorized", "403 Forbidden", "422 Unprocessable Content"] {
        let whole = ok(body).replacen("200 OK", status, 1);
        let service = Misbehaving::with(Fault::Say(whole.clone())).await;
        let gateway = Gateway::over(service.address);
        let reply = gateway.run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await.data();
        assert_eq!(
            reply["validarEmail"],
            json!({ "__typename": "Recusa", "mensagem": "Fora do horário." }),
            "{status}"
        );
        // Without a text there is nothing to say; and a session that ends is no matter of the login.
        let silent = Misbehaving::with(Fault::Say(whole.replacen("Fora do horário.", "                 ", 1))).await;
        let reply = Gateway::over(silent.address).run(None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await;
        assert!(
            ["UPSTREAM_OUTCOME_UNKNOWN", "UPSTREAM_ERROR", "UNAUTHENTICATED", "FORBIDDEN"].contains(&&*reply.error().0)
        );
        let list = gateway.run(Some("ficha"), QUERY, json!({})).await;
        assert_ne!(list.error().1, "Fora do horário.", "{status}");
    }
}

#[tokio::test]
async fn a_code_is_accepted_only_by_data_that_say_yes() {
    let accept = Misbehaving::with(Fault::Say(ok(r#"{"status":1,"messages":"","data":{}}"#))).await;
    let code = Gateway::over(accept.address).code_step().await;
    for (body, outcome) in [
        (r#"{"status":1,"messages":"Código incorreto.","data":false}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":false}"#, "Recusa"),
        (r#"{"status":1,"messages":"Código incorreto.","data":null}"#, "Recusa"),
        (r#"{"status":1,"messages":"Código incorreto."}"#, "Recusa"),
        (r#"{"status":1,"messages":"","data":true}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":"ok"}"#, "CodigoAceito"),
        (r#"{"status":1,"messages":"","data":[]}"#, "CodigoAceito"),
    ] {
        let service = Misbehaving::with(Fault::Say(ok(body))).await;
        let reply = Gateway::over(service.address).run(None, VALIDAR_CODIGO, code.clone()).await;
        assert_eq!(reply.data()["validarCodigo"]["__typename"], outcome, "{body}");
    }
}

#[tokio::test]
async fn a_session_without_a_usable_token_is_an_invalid_response() {
    let accept = Misbehaving::with(Fault::Say(ok(r#"{"status":1,"messages":"","data":{}}"#))).await;
    let password = Gateway::over(accept.address).password_step().await;
    for token in ["", "0", "com espaço"] {
        let session = json!({ "status": 1, "messages": "", "data": { "dsToken": token, "nmUsuario": "Ana" } });
        let service = Misbehaving::with(Fault::Say(ok(&session.to_string()))).await;
        let reply = Gateway::over(service.address).run(None, ENTRAR, password.clone()).await;
        assert_eq!(reply.error().0, "UPSTREAM_OUTCOME_UNKNOWN", "{token}");
    }
}
