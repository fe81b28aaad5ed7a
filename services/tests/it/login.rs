use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use serde_json::json;

use crate::kit::{ANA, API_KEY, Kit, PASSWORD};

#[tokio::test]
async fn three_steps_open_a_session() {
    let kit = Kit::new().await;
    assert_eq!(kit.ask_for_code(ANA).await.text, r#"{"status":1,"messages":"","data":{}}"#);
    let code = kit.newest_code(ANA);
    assert_eq!(kit.hand_in_code(&code).await.text, r#"{"status":1,"messages":"","data":{}}"#);
    let session = kit.hand_in_password(ANA, PASSWORD).await.data();
    assert_eq!(session["nmUsuario"], "Ana Souza");
    assert_eq!(session["dsEmail"], ANA);
    assert_eq!(session["nrTelefone"], "11912345678");
    assert_eq!(session["dsPerfil"], "Atendente");
    let token = session["dsToken"].as_str().unwrap();
    assert_eq!(token.len(), 64, "256 bits in hexadecimal");
    kit.call(Some(token), "/Menu/lista-menu-usuario", json!({})).await.data();
}

#[tokio::test]
async fn code_and_e_mail_are_taken_as_people_type_them() {
    let kit = Kit::new().await;
    kit.ask_for_code(" ANA@Clinica.Example ").await.data();
    let code = kit.newest_code(ANA).to_lowercase();
    kit.hand_in_code(&format!(" {code} ")).await.data();
    kit.hand_in_password("Ana@clinica.example", PASSWORD).await.data();
}

#[tokio::test]
async fn codes_are_unambiguous_and_differ() {
    let kit = Kit::new().await;
    let mut codes = Vec::new();
    for _ in 0..20 {
        kit.ask_for_code(ANA).await.data();
        codes.push(kit.newest_code(ANA));
    }
    assert!(codes.iter().all(|code| code.len() == 6 && !code.contains(['0', 'O', '1', 'I', 'L'])), "{codes:?}");
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), 20);
}

#[tokio::test]
async fn unknown_e_mail_is_answered_like_a_known_one_and_gets_no_mail() {
    let kit = Kit::new().await;
    let known = kit.ask_for_code(ANA).await;
    let unknown = kit.ask_for_code("ninguem@clinica.example").await;
    assert_eq!((known.http, known.text), (unknown.http, unknown.text));
    let messages = kit.folder.path().join("outbox").read_dir().unwrap().count();
    assert_eq!(messages, 1);
    let known = kit.hand_in_password(ANA, PASSWORD).await;
    let unknown = kit.hand_in_password("ninguem@clinica.example", PASSWORD).await;
    assert_eq!((known.http, known.text), (unknown.http, unknown.text));
}

#[tokio::test]
async fn blocked_and_forced_users_get_the_special_messages_and_no_code() {
    let kit = Kit::new().await;
    assert_eq!(kit.ask_for_code("davi@clinica.example").await.json()["messages"], "BLOQUEADO");
    assert_eq!(kit.ask_for_code("elisa@clinica.example").await.json()["messages"], "TROCARSENHA");
    assert_eq!(kit.folder.path().join("outbox").read_dir().unwrap().count(), 0);
}

#[tokio::test]
async fn code_works_once() {
    let kit = Kit::new().await;
    kit.ask_for_code(ANA).await.data();
    let code = kit.newest_code(ANA);
    kit.hand_in_code(&code).await.data();
    assert_eq!(kit.hand_in_code(&code).await.refusal(), "Código inválido ou expirado.");
}

#[tokio::test]
async fn code_expires_after_ten_minutes() {
    let kit = Kit::new().await;
    kit.ask_for_code(ANA).await.data();
    let code = kit.newest_code(ANA);
    kit.at("2026-11-20T15:10:00-03:00");
    assert_eq!(kit.hand_in_code(&code).await.refusal(), "Código inválido ou expirado.");

    kit.at("2026-11-20T15:20:00-03:00");
    kit.ask_for_code(ANA).await.data();
    kit.at("2026-11-20T15:29:59-03:00");
    kit.hand_in_code(&kit.newest_code(ANA)).await.data();
}

#[tokio::test]
async fn wrong_code_is_refused() {
    let kit = Kit::new().await;
    for code in ["AAAAAA", "", "ABC", "ABCDEFG", "' OR 1=1"] {
        kit.hand_in_code(code).await.refusal();
    }
}

#[tokio::test]
async fn code_never_sent_for_an_unknown_e_mail_opens_nothing() {
    let kit = Kit::new().await;
    kit.ask_for_code("ninguem@clinica.example").await.data();
    let alive: i64 = sqlx::query_scalar("SELECT count(*) FROM codigo_acesso WHERE usuario IS NULL")
        .fetch_one(&mut kit.sql().await)
        .await
        .unwrap();
    assert_eq!(alive, 1, "the unknown address costs the same write");
    assert!(kit.hand_in_password("ninguem@clinica.example", PASSWORD).await.refusal().starts_with("Valide o código"));
}

#[tokio::test]
async fn password_wants_an_accepted_code_of_the_same_e_mail() {
    let kit = Kit::new().await;
    let no_code = "Valide o código de acesso antes de informar a senha.";
    assert_eq!(kit.hand_in_password(ANA, PASSWORD).await.refusal(), no_code);
    kit.ask_for_code(ANA).await.data();
    assert_eq!(kit.hand_in_password(ANA, PASSWORD).await.refusal(), no_code, "a code sent is not yet accepted");
    kit.accepted_code("bruno@assistencia.example").await;
    assert_eq!(kit.hand_in_password(ANA, PASSWORD).await.refusal(), no_code, "a code of somebody else");
}

#[tokio::test]
async fn password_before_its_code_ends_the_codes_of_its_e_mail_and_no_others() {
    let kit = Kit::new().await;
    let bruno = "bruno@assistencia.example";
    kit.ask_for_code(ANA).await.data();
    let first = kit.newest_code(ANA);
    kit.accepted_code(bruno).await;
    assert!(kit.hand_in_password("ANA@clinica.example", PASSWORD).await.refusal().starts_with("Valide o código"));
    assert_eq!(kit.hand_in_code(&first).await.refusal(), "Código inválido ou expirado.");
    kit.hand_in_password(bruno, PASSWORD).await.data();
    kit.accepted_code(ANA).await;
    kit.hand_in_password(ANA, PASSWORD).await.data();
}

#[tokio::test]
async fn password_before_its_code_costs_an_unknown_e_mail_the_same() {
    let kit = Kit::new().await;
    kit.ask_for_code("ninguem@clinica.example").await.data();
    kit.hand_in_password("ninguem@clinica.example", PASSWORD).await.refusal();
    let alive: i64 =
        sqlx::query_scalar("SELECT count(*) FROM codigo_acesso").fetch_one(&mut kit.sql().await).await.unwrap();
    assert_eq!(alive, 0);
}

#[tokio::test]
async fn accepted_code_opens_one_session_within_ten_minutes() {
    let kit = Kit::new().await;
    kit.accepted_code(ANA).await;
    kit.at("2026-11-20T15:10:00-03:00");
    assert!(kit.hand_in_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));

    kit.accepted_code(ANA).await;
    kit.hand_in_password(ANA, PASSWORD).await.data();
    assert!(kit.hand_in_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));
}

#[tokio::test]
async fn one_code_never_opens_two_sessions_at_once() {
    let kit = Kit::new().await;
    kit.accepted_code(ANA).await;
    let (one, two) = tokio::join!(kit.hand_in_password(ANA, PASSWORD), kit.hand_in_password(ANA, PASSWORD));
    let opened = [one, two].iter().filter(|reply| reply.json()["status"] == 1).count();
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn fifth_wrong_password_blocks_the_user() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    kit.accepted_code(ANA).await;
    let wrong = "0".repeat(32);
    for _ in 0..4 {
        assert_eq!(kit.hand_in_password(ANA, &wrong).await.refusal(), "E-mail ou senha inválidos.");
    }
    assert!(kit.hand_in_password(ANA, &wrong).await.refusal().starts_with("Usuário bloqueado."));
    assert!(kit.hand_in_password(ANA, PASSWORD).await.refusal().starts_with("Usuário bloqueado."));
    assert_eq!(kit.ask_for_code(ANA).await.json()["messages"], "BLOQUEADO");
    assert_eq!(kit.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.http, 401, "open sessions end");
}

#[tokio::test]
async fn right_password_forgets_the_wrong_ones() {
    let kit = Kit::new().await;
    let wrong = "0".repeat(32);
    for _ in 0..3 {
        kit.accepted_code(ANA).await;
        for _ in 0..4 {
            assert_eq!(kit.hand_in_password(ANA, &wrong).await.refusal(), "E-mail ou senha inválidos.");
        }
        kit.hand_in_password(ANA, PASSWORD).await.data();
    }
}

#[tokio::test]
async fn many_guesses_at_once_are_no_more_than_five() {
    let kit = Kit::new().await;
    kit.accepted_code(ANA).await;
    let wrong = "0".repeat(32);
    let guesses = (0..12).map(|_| kit.hand_in_password(ANA, &wrong));
    let mut looked_at = 0;
    for reply in join_all(guesses).await {
        looked_at += i32::from(reply.refusal() == "E-mail ou senha inválidos.");
    }
    assert!(looked_at <= 5, "{looked_at} guesses were compared");
    assert_eq!(kit.ask_for_code(ANA).await.json()["messages"], "BLOQUEADO");
}

#[tokio::test]
async fn who_hangs_up_before_the_answer_is_not_blocked() {
    let kit = Arc::new(Kit::new().await);
    kit.accepted_code(ANA).await;
    let tries = async || -> i64 {
        sqlx::query_scalar("SELECT senhas_erradas FROM usuario WHERE email = ?")
            .bind(ANA)
            .fetch_one(&mut kit.sql().await)
            .await
            .unwrap()
    };
    for _ in 0..6 {
        let call = tokio::spawn({
            let kit = Arc::clone(&kit);
            async move { kit.hand_in_password(ANA, PASSWORD).await }
        });
        // The try is counted, but not judged yet: this is when the caller leaves.
        while tries().await == 0 && !call.is_finished() {}
        call.abort();
        let judged = async { while tries().await != 0 {} };
        tokio::time::timeout(Duration::from_secs(20), judged).await.expect("a counted try is judged");
        kit.accepted_code(ANA).await;
    }
    kit.hand_in_password(ANA, PASSWORD).await.data();
}

#[tokio::test]
async fn right_password_at_the_fifth_try_still_opens() {
    let kit = Kit::new().await;
    kit.accepted_code(ANA).await;
    for _ in 0..4 {
        kit.hand_in_password(ANA, &"0".repeat(32)).await.refusal();
    }
    kit.hand_in_password(ANA, PASSWORD).await.data();
}

#[tokio::test]
async fn wrong_api_key_is_refused_in_every_login_call() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    for key in ["", "errada", &API_KEY[1..], &format!("{API_KEY}x")] {
        for (path, mut body) in [
            ("login-valida-email", json!({ "email": ANA })),
            ("valida-codigo-acesso", json!({ "codigoAcesso": "ABCDEF" })),
            ("valida-login", json!({ "email": ANA, "senha": PASSWORD })),
            ("atualiza-senha", json!({ "email": ANA, "senhaAtual": PASSWORD, "senhaNova": "0".repeat(32) })),
            ("atualiza-usuario", json!({ "nome": "Ana", "telefone": null })),
        ] {
            body["apiKey"] = json!(key);
            let reply = kit.call(Some(&token), &format!("/LoginUsuarioWeb/{path}"), body).await;
            assert_eq!(reply.refusal(), "Aplicação não autorizada.", "{path}");
        }
    }
}

#[tokio::test]
async fn session_ends_after_eight_hours() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    kit.at("2026-11-20T22:59:59-03:00");
    kit.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.data();
    kit.at("2026-11-20T23:00:00-03:00");
    assert_eq!(kit.call(Some(&token), "/Menu/lista-menu-usuario", json!({})).await.http, 401);
}

#[tokio::test]
async fn every_other_call_is_401_without_a_valid_token() {
    let kit = Kit::new().await;
    let paths = services::openapi()["paths"].as_object().unwrap().clone();
    let login = ["login-valida-email", "valida-codigo-acesso", "valida-login", "atualiza-senha"];
    let others: Vec<_> = paths.keys().filter(|path| !login.iter().any(|step| path.ends_with(step))).collect();
    assert_eq!(others.len(), 17);
    for path in others {
        for token in [None, Some("0"), Some(""), Some(&*"0".repeat(64))] {
            let reply = kit.call(token, path, json!({})).await;
            assert_eq!(reply.http, 401, "{path} {token:?}");
            assert_eq!(reply.json()["status"], 0);
        }
    }
}

#[tokio::test]
async fn no_secret_stands_in_the_database() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    kit.ask_for_code(ANA).await.data();
    let code = kit.newest_code(ANA);
    let folder = kit.close().await;
    let bytes = std::fs::read(folder.path().join(services::db::FILE)).unwrap();
    for secret in [token.as_str(), code.as_str(), PASSWORD, "Senha@123"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
}
