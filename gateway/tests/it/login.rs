//! The login: none of its three steps can be skipped, swapped, replayed or forged; the password and the user's data.

use std::future::ready;

use axum::{Json, http::StatusCode};
use chrono::TimeDelta;
use contract::{Call as _, login::ValidaLogin};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::kit::{ANA, API_KEY, ENTRAR, Gateway, Kit, PASSWORD, VALIDAR_EMAIL, services};

const BRUNO: &str = "bruno@assistencia.example";

pub(crate) const TROCAR_SENHA: &str = "mutation($input: TrocaDeSenha!) { trocarSenha(input: $input) { \
     __typename ... on SenhaTrocada { mensagem } ... on Recusa { mensagem } \
     ... on EntradaInvalida { mensagem campos { campo mensagem } } } }";
pub(crate) const ATUALIZAR_USUARIO: &str = "mutation($input: DadosDoUsuario!) { atualizarUsuario(input: $input) { \
     __typename ... on Usuario { nome email telefone perfil } ... on Recusa { mensagem } \
     ... on EntradaInvalida { mensagem campos { campo mensagem } } } }";

/// Variables of [`TROCAR_SENHA`].
pub(crate) fn password_change(email: &str, from: &str, to: &str) -> Value {
    json!({ "input": { "email": email, "senhaAtual": from, "senhaNova": to } })
}

/// Runs a login up to its third step. Returns the desafios of steps 2 and 3, and the code.
async fn with_code(kit: &Kit) -> (String, String, String) {
    let first = kit.ask_for_code(ANA).await;
    let codigo = kit.newest_code(ANA);
    let accepted = kit.gateway.send_code(&first, &codigo).await.data();
    let second = accepted["validarCodigo"]["desafio"].as_str().unwrap().to_owned();
    (first, second, codigo)
}

#[tokio::test]
async fn three_steps_open_a_session_and_a_wrong_code_and_a_wrong_password_can_be_corrected() {
    let kit = Kit::new().await;
    let sent = kit.run(None, VALIDAR_EMAIL, json!({ "email": " ana@clinica.example " })).await.data();
    assert_eq!(sent["validarEmail"]["__typename"], "CodigoEnviado");
    assert_eq!(sent["validarEmail"]["expiraEm"], "2026-11-20T15:10:00-03:00");
    let desafio = &sent["validarEmail"]["desafio"];
    let wrong = kit.gateway.send_code(desafio, "000000").await.data();
    assert_snapshot!(wrong, @r#"{"validarCodigo":{"__typename":"Recusa","codigo":null,"mensagem":"Código inválido ou expirado."}}"#);
    let codigo = kit.newest_code(ANA).to_lowercase();
    let accepted = kit.gateway.send_code(desafio, format!(" {codigo} ")).await.data();
    assert_eq!(accepted["validarCodigo"]["__typename"], "CodigoAceito");
    let desafio = &accepted["validarCodigo"]["desafio"];
    let wrong = kit.gateway.send_password(desafio, "outra").await.data();
    assert_snapshot!(wrong, @r#"{"entrar":{"__typename":"Recusa","codigo":null,"mensagem":"E-mail ou senha inválidos."}}"#);
    let mut session = kit.gateway.send_password(desafio, PASSWORD).await.data();
    let token = session["entrar"]["token"].take();
    assert_snapshot!(session, @r#"{"entrar":{"__typename":"Sessao","token":null,"usuario":{"email":"ana@clinica.example","nome":"Ana Souza","perfil":"Atendente","telefone":"11912345678"}}}"#);
    kit.run(token.as_str(), "{ seguradoras { nome } }", json!({})).await.data();
}

#[tokio::test]
async fn the_services_get_the_key_and_the_digest_and_never_the_password() {
    let kit = Kit::new().await;
    let (_, desafio, _) = with_code(&kit).await;
    kit.take_calls();
    kit.run(Some("de-outra-pessoa"), ENTRAR, json!({ "desafio": desafio, "senha": PASSWORD })).await.data();
    let calls = kit.take_calls();
    assert_eq!(calls.len(), 1);
    let body: Value = serde_json::from_slice(&calls[0].body).unwrap();
    assert_eq!(body, json!({ "apiKey": API_KEY, "email": ANA, "senha": "23e4b3eb0ac3ae12d4f9e13372b49cda" }));
    // The login does not depend on the token that the caller sends.
    assert_eq!(calls[0].authorization.as_deref(), Some("Bearer 0"));
}

#[tokio::test]
async fn invalid_input_is_refused_without_a_call() {
    let kit = Kit::new().await;
    let (first, second, _) = with_code(&kit).await;
    kit.take_calls();
    for (email, mensagem) in [
        ("   ", "O campo e-mail é obrigatório!"),
        ("ana", "O e-mail informado não é válido."),
        (&format!("{}@clinica.example", "a".repeat(240)), "O e-mail informado não é válido."),
    ] {
        let reply = kit.run(None, VALIDAR_EMAIL, json!({ "email": email })).await.data();
        assert_eq!(reply["validarEmail"], json!({ "__typename": "Recusa", "mensagem": mensagem }));
    }
    let reply = kit.gateway.send_code(&first, "1234567").await.data();
    let refused = |mensagem: &str| json!({ "__typename": "Recusa", "mensagem": mensagem, "codigo": null });
    assert_eq!(reply["validarCodigo"], refused("O código é obrigatório!"));
    for (senha, mensagem) in
        [("", "A senha é obrigatória!"), (&*"ç".repeat(257), "A senha tem no máximo 256 caracteres.")]
    {
        let reply = kit.gateway.send_password(&second, senha).await.data();
        assert_eq!(reply["entrar"], refused(mensagem));
    }
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn a_code_of_another_email_opens_no_session() {
    let kit = Kit::new().await;
    let no_code = "Valide o código de acesso antes de informar a senha.";
    // Bruno knows Ana's password. He sends his own code with a desafio of hers.
    let hers = kit.ask_for_code(ANA).await;
    let sent_to_ana = kit.newest_code(ANA);
    kit.ask_for_code(BRUNO).await;
    let accepted = kit.gateway.send_code(&hers, kit.newest_code(BRUNO)).await;
    let desafio = accepted.data()["validarCodigo"]["desafio"].clone();
    let enter = async || kit.gateway.send_password(&desafio, PASSWORD).await.data();
    assert_eq!(
        enter().await["entrar"],
        json!({ "__typename": "Recusa", "mensagem": no_code, "codigo": "DESAFIO_ESGOTADO" })
    );
    // Ana's code from that login is no longer valid.
    let again = kit.ask_for_code(ANA).await;
    let late = kit.gateway.send_code(&again, sent_to_ana).await.data();
    assert_eq!(late["validarCodigo"]["mensagem"], "Código inválido ou expirado.");
    // Ana's new code works, and only for her.
    let codigo = kit.newest_code(ANA);
    let accepted = kit.gateway.send_code(&again, &codigo).await.data();
    let refused = enter().await;
    assert_eq!(refused["entrar"]["codigo"], "DESAFIO_USADO", "{refused}");
    let entered = kit.gateway.send_password(&accepted["validarCodigo"]["desafio"], PASSWORD).await;
    assert_eq!(entered.data()["entrar"]["__typename"], "Sessao");
}

#[tokio::test]
async fn a_refusal_that_is_not_about_the_password_ends_the_desafio() {
    let over = json!("DESAFIO_ESGOTADO");
    for (status, messages, codigo, ends) in [
        (200, "E-mail ou senha inválidos.", Value::Null, false),
        (200, "Acesso negado.", over.clone(), true),
        (200, "", over, true),
        (403, "", Value::Null, true),
        (400, "", Value::Null, true),
        (503, "", Value::Null, false),
    ] {
        let (address, _) = services(move |call| {
            let is_login = call.path == ValidaLogin::PATH;
            let body = json!({ "status": i32::from(!is_login), "messages": messages, "data": {} });
            ready((StatusCode::from_u16(if is_login { status } else { 200 }).unwrap(), Json(body)))
        })
        .await;
        let gateway = Gateway::over(address);
        let password = gateway.password_step().await;
        let first = gateway.run(None, ENTRAR, password.clone()).await.json();
        let second = gateway.run(None, ENTRAR, password).await.json();
        assert_eq!(first["data"]["entrar"]["codigo"], codigo, "{first}");
        if ends {
            assert_eq!(second["data"]["entrar"]["codigo"], "DESAFIO_USADO", "{status} {messages}");
        } else {
            assert_eq!(second, first, "{status} {messages}");
        }
    }
}

#[tokio::test]
async fn no_step_can_be_skipped_or_swapped() {
    let kit = Kit::new().await;
    let (_, second, _) = with_code(&kit).await;
    let first = kit.ask_for_code(ANA).await;
    kit.take_calls();
    let skipped = kit.gateway.send_password(&first, PASSWORD).await;
    let swapped = kit.gateway.send_code(&second, "ABCDEF").await;
    for reply in [skipped, swapped] {
        reply.failed("BAD_USER_INPUT", "Esta validação não é válida. Comece de novo pelo e-mail.");
    }
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn a_forged_or_tampered_desafio_is_refused() {
    let kit = Kit::new().await;
    let desafio = kit.ask_for_code(ANA).await;
    kit.take_calls();
    let mut forged = vec![String::new(), "0".into(), "=".repeat(80), "A".repeat(100), "é".into(), "A".repeat(50_000)];
    // A valid desafio with each character changed, with one more, and with one fewer.
    for at in 0..desafio.len() {
        let other = if desafio.as_bytes()[at] == b'A' { "B" } else { "A" };
        forged.push(format!("{}{other}{}", &desafio[..at], &desafio[at + 1..]));
    }
    forged.push(format!("{desafio}A"));
    forged.push(desafio[..desafio.len() - 1].to_owned());
    for desafio in forged {
        let reply = kit.gateway.send_code(&desafio, "ABCDEF").await;
        assert_eq!(reply.error().0, "BAD_USER_INPUT", "{desafio}");
    }
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn a_desafio_expires_after_ten_minutes() {
    let kit = Kit::new().await;
    let first = kit.ask_for_code(ANA).await;
    kit.advance(TimeDelta::seconds(599));
    let codigo = kit.newest_code(ANA);
    let accepted = kit.gateway.send_code(&first, &codigo).await.data();
    // The second step has its own ten minutes.
    assert_eq!(accepted["validarCodigo"]["expiraEm"], "2026-11-20T15:19:59-03:00");
    let late = kit.ask_for_code(ANA).await;
    kit.advance(TimeDelta::seconds(600));
    kit.take_calls();
    let reply = kit.gateway.send_code(&late, &codigo).await.data();
    assert_snapshot!(reply, @r#"{"validarCodigo":{"__typename":"Recusa","codigo":"DESAFIO_EXPIRADO","mensagem":"A validação expirou. Comece de novo pelo e-mail."}}"#);
    let desafio = &accepted["validarCodigo"]["desafio"];
    let reply = kit.gateway.send_password(desafio, PASSWORD).await.data();
    assert_snapshot!(reply, @r#"{"entrar":{"__typename":"Recusa","codigo":"DESAFIO_EXPIRADO","mensagem":"A validação expirou. Comece de novo pelo e-mail."}}"#);
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn a_used_desafio_is_refused() {
    let kit = Kit::new().await;
    let (first, second, codigo) = with_code(&kit).await;
    let session = kit.gateway.send_password(&second, PASSWORD).await.data();
    assert_eq!(session["entrar"]["__typename"], "Sessao");
    kit.take_calls();
    let replayed = kit.gateway.send_code(&first, &codigo).await.data();
    assert_snapshot!(replayed, @r#"{"validarCodigo":{"__typename":"Recusa","codigo":"DESAFIO_USADO","mensagem":"Esta validação já foi usada. Comece de novo pelo e-mail."}}"#);
    let replayed = kit.gateway.send_password(&second, PASSWORD).await.data();
    assert_snapshot!(replayed, @r#"{"entrar":{"__typename":"Recusa","codigo":"DESAFIO_USADO","mensagem":"Esta validação já foi usada. Comece de novo pelo e-mail."}}"#);
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn a_desafio_is_leased_by_one_request_at_a_time() {
    let kit = Kit::new().await;
    let (_, desafio, _) = with_code(&kit).await;
    kit.take_calls();
    let enter = || kit.gateway.send_password(&desafio, PASSWORD);
    let (one, other) = tokio::join!(enter(), enter());
    assert_eq!(one.data()["entrar"]["__typename"], "Sessao");
    assert_snapshot!(other.data(), @r#"{"entrar":{"__typename":"Recusa","codigo":"DESAFIO_EM_USO","mensagem":"Esta validação está em andamento. Aguarde um instante."}}"#);
    assert_eq!(kit.take_calls().len(), 1);
}

#[tokio::test]
async fn a_due_password_change_needs_no_session() {
    let kit = Kit::new().await;
    let elisa = "elisa@clinica.example";
    let change = async || kit.run(None, TROCAR_SENHA, password_change(elisa, PASSWORD, "Nova@2026")).await.data();
    let reply = change().await;
    assert_snapshot!(reply, @r#"{"trocarSenha":{"__typename":"SenhaTrocada","mensagem":"Sua senha foi alterada."}}"#);
    let reply = kit.run(None, VALIDAR_EMAIL, json!({ "email": elisa })).await.data();
    assert_eq!(reply["validarEmail"]["__typename"], "CodigoEnviado");
    assert_eq!(change().await["trocarSenha"]["__typename"], "Recusa");
}

#[tokio::test]
async fn a_session_outlives_its_users_password_change() {
    let kit = Kit::new().await;
    let (token, other) = (kit.login(ANA).await, kit.login(ANA).await);
    let change = password_change(ANA, PASSWORD, "Nova@2026");
    let reply = kit.run(Some(&token), TROCAR_SENHA, change).await.data();
    assert_eq!(reply["trocarSenha"]["__typename"], "SenhaTrocada");
    kit.query(&token, "{ seguradoras { nome } }").await.data();
    let ended = kit.query(&other, "{ seguradoras { nome } }").await;
    assert_eq!(ended.error().0, "UNAUTHENTICATED");
}

#[tokio::test]
async fn an_invalid_new_password_is_refused_field_by_field_without_a_call() {
    let kit = Kit::new().await;
    let reply = kit.run(None, TROCAR_SENHA, password_change("", "", "curta1")).await.data();
    assert_snapshot!(reply, @r#"{"trocarSenha":{"__typename":"EntradaInvalida","campos":[{"campo":"email","mensagem":"O campo e-mail é obrigatório!"},{"campo":"senhaAtual","mensagem":"A senha é obrigatória!"},{"campo":"senhaNova","mensagem":"A nova senha deve ter pelo menos 8 caracteres."}],"mensagem":"Confira os campos destacados."}}"#);
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn users_change_their_own_data() {
    let (kit, token) = Kit::logged_in().await;
    let input = json!({ "nome": " Ana Maria Souza ", "telefone": "(21) 2345-6789" });
    let reply = kit.run(Some(&token), ATUALIZAR_USUARIO, json!({ "input": input })).await.data();
    assert_snapshot!(reply, @r#"{"atualizarUsuario":{"__typename":"Usuario","email":"ana@clinica.example","nome":"Ana Maria Souza","perfil":"Atendente","telefone":"2123456789"}}"#);
    let reply = kit.run(Some(&token), ATUALIZAR_USUARIO, json!({ "input": { "nome": "Ana" } })).await.data();
    assert_eq!(reply["atualizarUsuario"]["telefone"], Value::Null);
    kit.take_calls();
    let input = json!({ "nome": " ", "telefone": "12" });
    let reply = kit.run(Some(&token), ATUALIZAR_USUARIO, json!({ "input": input })).await.data();
    assert_snapshot!(reply, @r#"{"atualizarUsuario":{"__typename":"EntradaInvalida","campos":[{"campo":"nome","mensagem":"O nome é obrigatório!"},{"campo":"telefone","mensagem":"O telefone deve ter DDD e 8 ou 9 dígitos."}],"mensagem":"Confira os campos destacados."}}"#);
    let nobody = kit.run(None, ATUALIZAR_USUARIO, json!({ "input": { "nome": "Ana" } })).await;
    assert_eq!(nobody.error().0, "UNAUTHENTICATED");
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn the_callers_token_is_passed_on_unchanged() {
    let kit = Kit::new().await;
    let token = "AZaz09-._~+/==!#$%&'*^`|";
    let reply = kit.query(token, "{ seguradoras { nome } }").await;
    // The services do not know this token and respond with HTTP 401.
    assert_eq!(reply.error().0, "UNAUTHENTICATED");
    let calls = kit.take_calls();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].authorization.as_deref(), Some(format!("Bearer {token}").as_str()));
    assert_eq!(calls[0].idempotency_key, None);
}
