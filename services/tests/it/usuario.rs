use serde_json::{Value, json};

use crate::harness::{ANA, API_KEY, PASSWORD, Reply, TestServer};

const NEW: &str = "0123456789abcdef0123456789abcdef";

async fn change(server: &TestServer, token: Option<&str>, email: &str, from: &str, to: &str) -> Reply {
    let body = json!({ "apiKey": API_KEY, "email": email, "senhaAtual": from, "senhaNova": to });
    server.call(token, "/LoginUsuarioWeb/atualiza-senha", body).await
}

async fn update(server: &TestServer, token: &str, nome: &str, telefone: Value) -> Reply {
    let body = json!({ "apiKey": API_KEY, "nome": nome, "telefone": telefone });
    server.call(Some(token), "/LoginUsuarioWeb/atualiza-usuario", body).await
}

#[tokio::test]
async fn forced_change_needs_no_session_and_opens_the_login() {
    let server = TestServer::start().await;
    let elisa = "elisa@clinica.example";
    assert_eq!(change(&server, None, elisa, PASSWORD, NEW).await.text, r#"{"status":1,"messages":"","data":{}}"#);
    server.pass_code_step(elisa).await;
    assert_eq!(server.send_password(elisa, PASSWORD).await.refusal(), "E-mail ou senha inválidos.");
    server.send_password(elisa, NEW).await.data();
}

#[tokio::test]
async fn change_ends_the_other_sessions_of_that_user_only() {
    let server = TestServer::start().await;
    let (mine, elsewhere) = (server.login(ANA).await, server.login(ANA).await);
    let brunos = server.login("bruno@assistencia.example").await;
    change(&server, Some(&mine), ANA, PASSWORD, NEW).await.data();
    let status = async |token| server.call(Some(token), "/Menu/lista-menu-usuario", json!({})).await.http.as_u16();
    assert_eq!((status(&mine).await, status(&elsewhere).await, status(&brunos).await), (200, 401, 200));

    // A forced change without a session ends all sessions and deletes validated codes.
    server.pass_code_step(ANA).await;
    server.execute("UPDATE usuario SET trocar_senha = 1").await;
    change(&server, None, ANA, NEW, PASSWORD).await.data();
    assert_eq!(status(&mine).await, 401);
    assert!(server.send_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));
}

#[tokio::test]
async fn change_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let wrong = "E-mail ou senha atual inválidos.";
    assert_eq!(change(&server, Some(&token), ANA, NEW, &"a".repeat(32)).await.refusal(), wrong);
    let bruno = "bruno@assistencia.example";
    assert_eq!(change(&server, Some(&token), bruno, PASSWORD, NEW).await.refusal(), wrong, "somebody else's password");
    // The last one is the digest of no password.
    for plain in ["Senha@1234", "", &NEW.to_uppercase(), &NEW[1..], "d41d8cd98f00b204e9800998ecf8427e"] {
        let refusal = change(&server, None, ANA, PASSWORD, plain).await.refusal();
        assert_eq!(refusal, "A nova senha não foi enviada no formato esperado.");
    }
    server.login(ANA).await;
}

#[tokio::test]
async fn wrong_current_passwords_block_the_user_too() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let elisa = "elisa@clinica.example";
    for _ in 0..5 {
        change(&server, Some(&token), ANA, NEW, &"a".repeat(32)).await.refusal();
        change(&server, None, elisa, NEW, &"a".repeat(32)).await.refusal();
    }
    assert_eq!(server.request_code(ANA).await.json()["messages"], "BLOQUEADO");
    assert!(change(&server, None, elisa, PASSWORD, NEW).await.refusal().starts_with("Usuário bloqueado."));
}

#[tokio::test]
async fn unauthenticated_change_neither_succeeds_nor_blocks_nor_reveals_users() {
    let server = TestServer::start().await;
    let mut texts = Vec::new();
    for _ in 0..6 {
        texts.push(change(&server, None, ANA, NEW, &"a".repeat(32)).await.text);
        texts.push(change(&server, None, ANA, PASSWORD, NEW).await.text);
        texts.push(change(&server, None, "ninguem@clinica.example", PASSWORD, NEW).await.text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "{texts:?}");
    server.login(ANA).await;
}

#[tokio::test]
async fn of_concurrent_changes_one_succeeds() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let other = "f".repeat(32);
    let (one, two) = tokio::join!(
        change(&server, Some(&token), ANA, PASSWORD, NEW),
        change(&server, Some(&token), ANA, PASSWORD, &other)
    );
    let accepted = [one, two].iter().filter(|reply| reply.json()["status"] == 1).count();
    assert_eq!(accepted, 1);
}

#[tokio::test]
async fn bad_own_data_are_refused() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    assert_eq!(update(&server, &token, "  ", Value::Null).await.refusal(), "O nome é obrigatório.");
    update(&server, &token, &"á".repeat(120), Value::Null).await.data();
    for nome in [&*"á".repeat(121), "Ana\nSouza", "Ana\rSouza"] {
        let refusal = update(&server, &token, nome, Value::Null).await.refusal();
        assert_eq!(refusal, "O nome deve ter no máximo 120 caracteres, em uma só linha.");
    }
    for phone in ["119123456789", "119123456", "(11) 91234-5678", "1191234567a"] {
        let refusal = update(&server, &token, "Ana", json!(phone)).await.refusal();
        assert_eq!(refusal, "O telefone deve ter 10 ou 11 dígitos, com o DDD.");
    }
}
