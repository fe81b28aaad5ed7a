use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use serde_json::json;

use crate::harness::{ANA, API_KEY, PASSWORD, TestServer};

#[tokio::test]
async fn code_and_e_mail_ignore_case_and_surrounding_space() {
    let server = TestServer::start().await;
    server.request_code(" ANA@Clinica.Example ").await.data();
    let code = server.newest_code(ANA).to_lowercase();
    server.validate_code(&format!(" {code} ")).await.data();
    server.send_password("Ana@clinica.example", PASSWORD).await.data();
}

#[tokio::test]
async fn codes_are_unambiguous_and_differ() {
    let server = TestServer::start().await;
    let mut codes = Vec::new();
    for _ in 0..20 {
        server.request_code(ANA).await.data();
        codes.push(server.newest_code(ANA));
    }
    assert!(codes.iter().all(|code| code.len() == 6 && !code.contains(['0', 'O', '1', 'I', 'L'])), "{codes:?}");
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), 20);
}

#[tokio::test]
async fn unknown_e_mail_is_answered_like_a_known_one_and_gets_no_mail() {
    let server = TestServer::start().await;
    let known = server.request_code(ANA).await;
    let unknown = server.request_code("ninguem@clinica.example").await;
    assert_eq!((known.http, known.text), (unknown.http, unknown.text));
    let messages = server.folder.path().join("outbox").read_dir().unwrap().count();
    assert_eq!(messages, 1);
    let known = server.send_password(ANA, PASSWORD).await;
    let unknown = server.send_password("ninguem@clinica.example", PASSWORD).await;
    assert_eq!((known.http, known.text), (unknown.http, unknown.text));
}

#[tokio::test]
async fn blocked_and_forced_users_get_the_special_messages_and_no_code() {
    let server = TestServer::start().await;
    assert_eq!(server.request_code("davi@clinica.example").await.json()["messages"], "BLOQUEADO");
    assert_eq!(server.request_code("elisa@clinica.example").await.json()["messages"], "TROCARSENHA");
    assert_eq!(server.folder.path().join("outbox").read_dir().unwrap().count(), 0);
}

#[tokio::test]
async fn code_works_once() {
    let server = TestServer::start().await;
    server.request_code(ANA).await.data();
    let code = server.newest_code(ANA);
    server.validate_code(&code).await.data();
    assert_eq!(server.validate_code(&code).await.refusal(), "Código inválido ou expirado.");
}

#[tokio::test]
async fn code_expires_after_ten_minutes() {
    let server = TestServer::start().await;
    server.request_code(ANA).await.data();
    let code = server.newest_code(ANA);
    server.set_clock("2026-11-20T15:10:00-03:00");
    assert_eq!(server.validate_code(&code).await.refusal(), "Código inválido ou expirado.");

    server.set_clock("2026-11-20T15:20:00-03:00");
    server.request_code(ANA).await.data();
    server.set_clock("2026-11-20T15:29:59-03:00");
    server.validate_code(&server.newest_code(ANA)).await.data();
}

#[tokio::test]
async fn unknown_e_mail_costs_the_same_writes_and_opens_nothing() {
    let server = TestServer::start().await;
    let stored = async || -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM codigo_acesso").fetch_one(&mut server.sql().await).await.unwrap()
    };
    server.request_code("ninguem@clinica.example").await.data();
    assert_eq!(stored().await, 1, "a code that is never sent");
    assert!(server.send_password("ninguem@clinica.example", PASSWORD).await.refusal().starts_with("Valide o código"));
    assert_eq!(stored().await, 0, "a password before its code deletes the codes");
}

#[tokio::test]
async fn password_requires_a_validated_code_of_the_same_e_mail() {
    let server = TestServer::start().await;
    let no_code = "Valide o código de acesso antes de informar a senha.";
    assert_eq!(server.send_password(ANA, PASSWORD).await.refusal(), no_code);
    server.request_code(ANA).await.data();
    assert_eq!(server.send_password(ANA, PASSWORD).await.refusal(), no_code, "a code sent is not yet accepted");
    server.pass_code_step("bruno@assistencia.example").await;
    assert_eq!(server.send_password(ANA, PASSWORD).await.refusal(), no_code, "a code of somebody else");
}

#[tokio::test]
async fn password_before_its_code_deletes_the_codes_of_its_e_mail_and_no_others() {
    let server = TestServer::start().await;
    let bruno = "bruno@assistencia.example";
    server.request_code(ANA).await.data();
    let first = server.newest_code(ANA);
    server.pass_code_step(bruno).await;
    assert!(server.send_password("ANA@clinica.example", PASSWORD).await.refusal().starts_with("Valide o código"));
    assert_eq!(server.validate_code(&first).await.refusal(), "Código inválido ou expirado.");
    server.send_password(bruno, PASSWORD).await.data();
    server.pass_code_step(ANA).await;
    server.send_password(ANA, PASSWORD).await.data();
}

#[tokio::test]
async fn validated_code_opens_one_session_within_ten_minutes() {
    let server = TestServer::start().await;
    server.pass_code_step(ANA).await;
    server.set_clock("2026-11-20T15:10:00-03:00");
    assert!(server.send_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));

    server.pass_code_step(ANA).await;
    server.send_password(ANA, PASSWORD).await.data();
    assert!(server.send_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));
}

#[tokio::test]
async fn one_code_never_opens_two_sessions_at_once() {
    let server = TestServer::start().await;
    server.pass_code_step(ANA).await;
    let (one, two) = tokio::join!(server.send_password(ANA, PASSWORD), server.send_password(ANA, PASSWORD));
    let opened = [one, two].iter().filter(|reply| reply.json()["status"] == 1).count();
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn fifth_wrong_password_blocks_the_user() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.pass_code_step(ANA).await;
    let wrong = "0".repeat(32);
    for _ in 0..4 {
        assert_eq!(server.send_password(ANA, &wrong).await.refusal(), "E-mail ou senha inválidos.");
    }
    assert!(server.send_password(ANA, &wrong).await.refusal().starts_with("Usuário bloqueado."));
    assert!(server.send_password(ANA, PASSWORD).await.refusal().starts_with("Usuário bloqueado."));
    assert_eq!(server.request_code(ANA).await.json()["messages"], "BLOQUEADO");
    assert_eq!(server.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.http, 401, "open sessions end");
}

#[tokio::test]
async fn correct_password_at_the_fifth_attempt_succeeds_and_resets_the_count() {
    let server = TestServer::start().await;
    // A block ends the sessions of the user, so none may be committed, not even while the password is compared.
    let trigger =
        "CREATE TRIGGER block BEFORE UPDATE ON usuario WHEN NEW.bloqueado BEGIN SELECT RAISE(ABORT, 'blocked'); END";
    server.execute(trigger).await;
    let wrong = "0".repeat(32);
    for _ in 0..3 {
        server.pass_code_step(ANA).await;
        for _ in 0..4 {
            assert_eq!(server.send_password(ANA, &wrong).await.refusal(), "E-mail ou senha inválidos.");
        }
        server.send_password(ANA, PASSWORD).await.data();
    }
}

#[tokio::test]
async fn concurrent_guesses_cannot_exceed_the_limit() {
    let server = TestServer::start().await;
    server.pass_code_step(ANA).await;
    let wrong = "0".repeat(32);
    let guesses = (0..12).map(|_| server.send_password(ANA, &wrong));
    let mut looked_at = 0;
    for reply in join_all(guesses).await {
        looked_at += i32::from(reply.refusal() == "E-mail ou senha inválidos.");
    }
    assert!(looked_at <= 5, "{looked_at} guesses were compared");
    assert_eq!(server.request_code(ANA).await.json()["messages"], "BLOQUEADO");
}

#[tokio::test]
async fn disconnecting_before_the_answer_does_not_block_the_user() {
    let server = Arc::new(TestServer::start().await);
    server.pass_code_step(ANA).await;
    let attempts = async || -> i64 {
        sqlx::query_scalar("SELECT senhas_erradas FROM usuario WHERE email = ?")
            .bind(ANA)
            .fetch_one(&mut server.sql().await)
            .await
            .unwrap()
    };
    for _ in 0..6 {
        let call = tokio::spawn({
            let server = Arc::clone(&server);
            async move { server.send_password(ANA, PASSWORD).await }
        });
        // The attempt is counted but not evaluated yet: the caller disconnects now.
        while attempts().await == 0 && !call.is_finished() {}
        call.abort();
        let evaluated = async { while attempts().await != 0 {} };
        tokio::time::timeout(Duration::from_secs(20), evaluated).await.expect("a counted attempt is evaluated");
        server.pass_code_step(ANA).await;
    }
    server.send_password(ANA, PASSWORD).await.data();
}

#[tokio::test]
async fn api_key_must_be_whole() {
    let server = TestServer::start().await;
    for key in ["", &API_KEY[1..], &format!("{API_KEY}x")] {
        let body = json!({ "apiKey": key, "email": ANA });
        let reply = server.call(None, "/LoginUsuarioWeb/login-valida-email", body).await;
        assert_eq!(reply.refusal(), "Aplicação não autorizada.");
    }
}

#[tokio::test]
async fn session_ends_after_eight_hours() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.set_clock("2026-11-20T22:59:59-03:00");
    server.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.data();
    server.set_clock("2026-11-20T23:00:00-03:00");
    assert_eq!(server.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.http, 401);
}

#[tokio::test]
async fn token_that_is_no_session_is_401() {
    let server = TestServer::start().await;
    assert_eq!(server.login(ANA).await.len(), 64, "256 bits in hexadecimal");
    for token in ["0", "", &*"0".repeat(64)] {
        let reply = server.call(Some(token), "/Menu/lista-menu-usuario", json!({})).await;
        assert_eq!((reply.http.as_u16(), &reply.json()["status"]), (401, &json!(0)), "{token}");
        assert_eq!(reply.headers.get("www-authenticate").unwrap(), "Bearer");
    }
}

#[tokio::test]
async fn no_secret_is_stored_in_clear_text() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.request_code(ANA).await.data();
    let code = server.newest_code(ANA);
    let folder = server.close().await;
    let bytes = std::fs::read(folder.path().join(services::db::FILE)).unwrap();
    for secret in [token.as_str(), code.as_str(), PASSWORD, "Senha@123"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
}
