use serde_json::{Value, json};

use crate::kit::{ANA, API_KEY, Kit, PASSWORD, Reply};

const NEW: &str = "0123456789abcdef0123456789abcdef";

async fn change(kit: &Kit, token: Option<&str>, email: &str, from: &str, to: &str) -> Reply {
    let body = json!({ "apiKey": API_KEY, "email": email, "senhaAtual": from, "senhaNova": to });
    kit.call(token, "/LoginUsuarioWeb/atualiza-senha", body).await
}

async fn update(kit: &Kit, token: &str, nome: &str, telefone: Value) -> Reply {
    let body = json!({ "apiKey": API_KEY, "nome": nome, "telefone": telefone });
    kit.call(Some(token), "/LoginUsuarioWeb/atualiza-usuario", body).await
}

#[tokio::test]
async fn forced_change_needs_no_session_and_opens_the_login() {
    let kit = Kit::new().await;
    let elisa = "elisa@clinica.example";
    assert_eq!(change(&kit, None, elisa, PASSWORD, NEW).await.text, r#"{"status":1,"messages":"","data":{}}"#);
    kit.accepted_code(elisa).await;
    assert_eq!(kit.hand_in_password(elisa, PASSWORD).await.refusal(), "E-mail ou senha inválidos.");
    kit.hand_in_password(elisa, NEW).await.data();
}

#[tokio::test]
async fn change_ends_the_other_sessions_of_that_user_only() {
    let kit = Kit::new().await;
    let (mine, elsewhere) = (kit.login(ANA).await, kit.login(ANA).await);
    let brunos = kit.login("bruno@assistencia.example").await;
    change(&kit, Some(&mine), ANA, PASSWORD, NEW).await.data();
    let status = async |token| kit.call(Some(token), "/Menu/lista-menu-usuario", json!({})).await.http.as_u16();
    assert_eq!((status(&mine).await, status(&elsewhere).await, status(&brunos).await), (200, 401, 200));

    // Without a session, where the change is due, all of them end; so do codes that were already accepted.
    kit.accepted_code(ANA).await;
    sqlx::raw_sql("UPDATE usuario SET trocar_senha = 1").execute(&mut kit.sql().await).await.unwrap();
    change(&kit, None, ANA, NEW, PASSWORD).await.data();
    assert_eq!(status(&mine).await, 401);
    assert!(kit.hand_in_password(ANA, PASSWORD).await.refusal().starts_with("Valide o código"));
}

#[tokio::test]
async fn change_is_refused_with_the_reason() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let wrong = "E-mail ou senha atual inválidos.";
    assert_eq!(change(&kit, Some(&token), ANA, NEW, &"a".repeat(32)).await.refusal(), wrong);
    let bruno = "bruno@assistencia.example";
    assert_eq!(change(&kit, Some(&token), bruno, PASSWORD, NEW).await.refusal(), wrong, "somebody else's password");
    assert_eq!(
        change(&kit, None, ANA, PASSWORD, PASSWORD).await.refusal(),
        "A nova senha deve ser diferente da atual."
    );
    for plain in ["Senha@1234", "", &NEW.to_uppercase(), &NEW[1..]] {
        let refusal = change(&kit, None, ANA, PASSWORD, plain).await.refusal();
        assert_eq!(refusal, "A nova senha não foi enviada no formato esperado.");
    }
    kit.login(ANA).await;
}

#[tokio::test]
async fn wrong_passwords_of_a_change_block_as_well() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let elisa = "elisa@clinica.example";
    for _ in 0..5 {
        change(&kit, Some(&token), ANA, NEW, &"a".repeat(32)).await.refusal();
        change(&kit, None, elisa, NEW, &"a".repeat(32)).await.refusal();
    }
    assert_eq!(kit.ask_for_code(ANA).await.json()["messages"], "BLOQUEADO");
    assert!(change(&kit, None, elisa, PASSWORD, NEW).await.refusal().starts_with("Usuário bloqueado."));
}

#[tokio::test]
async fn stranger_neither_changes_nor_blocks_nor_learns_who_is_there() {
    let kit = Kit::new().await;
    let mut texts = Vec::new();
    for _ in 0..6 {
        texts.push(change(&kit, None, ANA, NEW, &"a".repeat(32)).await.text);
        texts.push(change(&kit, None, ANA, PASSWORD, NEW).await.text);
        texts.push(change(&kit, None, "ninguem@clinica.example", PASSWORD, NEW).await.text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "{texts:?}");
    kit.login(ANA).await;
}

#[tokio::test]
async fn two_changes_at_once_are_one() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let other = "f".repeat(32);
    let (one, two) =
        tokio::join!(change(&kit, Some(&token), ANA, PASSWORD, NEW), change(&kit, Some(&token), ANA, PASSWORD, &other));
    let accepted = [one, two].iter().filter(|reply| reply.json()["status"] == 1).count();
    assert_eq!(accepted, 1);
}

#[tokio::test]
async fn own_data_are_saved_trimmed() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let saved = update(&kit, &token, "  Ana Paula  ", json!(" 1133334444 ")).await.data();
    let expected =
        json!({ "nmUsuario": "Ana Paula", "dsEmail": ANA, "nrTelefone": "1133334444", "dsPerfil": "Atendente" });
    assert_eq!(saved, expected);
    for nothing in [Value::Null, json!(""), json!("  ")] {
        assert_eq!(update(&kit, &token, "Ana", nothing).await.data()["nrTelefone"], Value::Null);
    }
}

#[tokio::test]
async fn bad_own_data_are_refused() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    assert_eq!(update(&kit, &token, "  ", Value::Null).await.refusal(), "O nome é obrigatório.");
    update(&kit, &token, &"á".repeat(120), Value::Null).await.data();
    let refusal = update(&kit, &token, &"á".repeat(121), Value::Null).await.refusal();
    assert_eq!(refusal, "O nome deve ter no máximo 120 caracteres.");
    for phone in ["119123456789", "119123456", "(11) 91234-5678", "1191234567a"] {
        let refusal = update(&kit, &token, "Ana", json!(phone)).await.refusal();
        assert_eq!(refusal, "O telefone deve ter 10 ou 11 dígitos, com o DDD.");
    }
}
