//! A proposal with a login at the terminal.

use serde_json::{Value, json};

use super::table;
use crate::{
    check::Live,
    kit::{ANA, API_KEY, Folder, PASSWORD, merged},
    program::at_a_terminal,
};

/// The screen and the file after a proposal with a login at the terminal, whose last step has this answer.
async fn completed_by_login(step: &Value, login: &Value) -> (String, String) {
    completed_by_steps((200, &step.to_string()), login).await
}

async fn completed_by_steps((http, step): (u16, &str), login: &Value) -> (String, String) {
    let live = Live { signed_out: 200, ..Live::new() };
    let steps = ["login-valida-email", "valida-codigo-acesso"];
    let live = steps.into_iter().fold(live, |live, name| live.http(name, http, step.as_bytes()));
    let (services, folder) = (live.body("valida-login", &login.to_string()).start().await, Folder::empty());
    let settings = format!("--upstream-url {services} --api-key {API_KEY} --ano 2026");
    let arguments = format!("check {settings} --propose {}", folder.path("mapping.toml"));
    let answers = [ANA, "123456", PASSWORD];
    let questions = ["E-mail: ", "e-mail: ", "Senha: "];
    let (_, shown) = at_a_terminal(&arguments, &[], &questions, |at| answers[at].to_owned()).await;
    (shown, folder.read("mapping.toml"))
}

#[tokio::test]
async fn what_a_login_without_a_token_shows_is_left_open() {
    let (done, none) = (json!({ "status": 1, "messages": "", "data": {} }), "O login não trouxe um token");
    let told =
        json!({ "protocolo": "1", "criticas": [{ "codigo": 12, "critica": "Falta o campo." }], "retorno": null });
    let session = json!({ "ticket": "ficha", "nomeUsuario": "Ana" });
    for (step, login, lines) in [
        (&done, merged(done.clone(), json!({ "data": session })), ["# dsToken = ", "# nmUsuario = \"nomeUsuario\"\n"]),
        (&told, told.clone(), ["# data = \"criticas\"\n", "# status = false"]),
    ] {
        let (shown, text) = completed_by_login(step, &login).await;
        assert!(shown.contains(none) && shown.contains("Nada mais que o login foi lido"), "{shown}");
        assert!(shown.contains("/Menu/lista-menu-usuario: não perguntado"), "{shown}");
        assert!(lines.iter().all(|line| text.contains(line)), "{text}");
        assert_eq!(table(&text), toml::Table::new(), "{text}");
    }
}

#[tokio::test]
async fn the_object_beside_a_token_is_not_the_data() {
    let session = json!({ "access_token": "ficha", "user": { "name": "Ana", "email": ANA } });
    let (shown, text) = completed_by_login(&json!(""), &session).await;
    assert!(shown.contains("/seguradora/lista-seguradora: servido"), "{shown}");
    let expected = "calls.valida-login.envelope.data = false
        types.Sessao = { dsToken = 'access_token', nmUsuario = 'user.name', dsEmail = 'user.email' }";
    assert_eq!(table(&text), table(expected), "{text}");
}

#[tokio::test]
async fn a_step_that_answers_without_a_body_has_no_data() {
    let session = json!({ "status": 1, "messages": "", "data": { "dsToken": "ficha", "nmUsuario": "Ana" } });
    for http in [204, 202] {
        let (shown, text) = completed_by_steps((http, ""), &session).await;
        assert!(shown.contains("/seguradora/lista-seguradora: servido"), "{shown}");
        let expected = "calls.login-valida-email.envelope.data = false
            calls.valida-codigo-acesso.envelope.data = false";
        assert_eq!(table(&text), table(expected), "{text}");
    }
}
