use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{ANA, TestServer, new_acionamento};

/// The refusal's text for a modified body.
async fn refusal_of(server: &TestServer, token: &str, change: impl FnOnce(&mut Value)) -> String {
    let before = rows(server).await;
    let mut body = new_acionamento();
    change(&mut body);
    let refusal = server.save(token, None, &body).await.refusal();
    assert_eq!(rows(server).await, before, "a refused save leaves nothing behind");
    refusal
}

/// Counts of acionamentos, procedures, events and stored idempotency keys.
async fn rows(server: &TestServer) -> (i64, i64, i64, i64) {
    sqlx::query_as(
        "SELECT (SELECT count(*) FROM acionamento), (SELECT count(*) FROM procedimento_realizado),
                (SELECT count(*) FROM evento), (SELECT count(*) FROM salvamento)",
    )
    .fetch_one(&mut server.sql().await)
    .await
    .unwrap()
}

fn reopening(sinistro: &str) -> Value {
    let mut body = new_acionamento();
    body["sinistroOrigem"] = json!(sinistro);
    body
}

#[tokio::test]
async fn saved_acionamento_is_answered_with_exact_amounts_and_found_again() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let saved = server.save(&token, None, &new_acionamento()).await;
    assert!(saved.text.contains(r#""vlTotal":331.10"#), "{}", saved.text);
    let path = "/ConsultaAcionamento/lista-acionamentos-by-sinistro";
    let found = server.call(Some(&token), path, json!({ "sinistro": "2026000070007" })).await.data();
    assert_eq!(found, json!([saved.data()]));
}

#[tokio::test]
async fn a_user_saves_only_what_the_menu_offers() {
    let server = TestServer::start().await;
    let carla = server.login("carla@seguradora.example").await;
    assert_eq!(refusal_of(&server, &carla, |_| {}).await, "Seu perfil não permite abrir acionamentos.");
    let reopened = refusal_of(&server, &carla, |body| body["sinistroOrigem"] = json!("2026000070001")).await;
    assert_eq!(reopened, "Seu perfil não permite reabrir acionamentos.");
    let bruno = server.login("bruno@assistencia.example").await;
    server.save(&bruno, None, &new_acionamento()).await.data();
}

#[tokio::test]
async fn texts_are_saved_trimmed_and_blank_ones_not_at_all() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let mut body = new_acionamento();
    body["cpfCnpj"] = json!("529.982.247-25");
    body["apolice"] = json!(" PET-2026-000002 ");
    body["autorizacao"] = json!(" A-777 ");
    body["observacao"] = json!("   ");
    body["sinistroOrigem"] = json!("");
    let saved = server.save(&token, None, &body).await.data();
    assert_eq!(
        (&saved["nrAutorizacao"], &saved["dsObservacao"], &saved["cdStatus"]),
        (&json!("A-777"), &Value::Null, &json!("ABERTO"))
    );
}

#[tokio::test]
async fn insured_policy_pet_and_insurer_must_match() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let refusal = async |key: &str, value: &str| refusal_of(&server, &token, |body| body[key] = json!(value)).await;
    assert_eq!(refusal("cpfCnpj", "52998224724").await, "CPF ou CNPJ inválido.");
    assert_eq!(refusal("cpfCnpj", "11144477735").await, "Segurado não encontrado.");
    assert_eq!(refusal("cpfCnpj", "11222333000181").await, "A apólice PET-2026-000002 não é deste segurado.");
    assert_eq!(refusal("apolice", "PET-0").await, "A apólice PET-0 não é deste segurado.");
    assert_eq!(refusal("pet", "3").await, "O pet informado não está na apólice PET-2026-000002.");
    assert_eq!(refusal("pet", "Paçoca").await, "O pet informado não está na apólice PET-2026-000002.");
    assert_eq!(refusal("seguradora", "2").await, "A apólice PET-2026-000002 não é da seguradora informada.");
}

#[tokio::test]
async fn policy_must_be_valid_on_the_date_of_the_event() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let ended = "A apólice PET-2026-000002 não estava vigente em 31/05/2026: vale de 01/06/2026 a 31/05/2027.";
    assert_eq!(refusal_of(&server, &token, |body| body["dataOcorrencia"] = json!("2026-05-31")).await, ended);
    let mut body = new_acionamento();
    body["dataOcorrencia"] = json!("2026-06-01");
    server.save(&token, None, &body).await.data();
    // The policy before that one still takes what happened in its time.
    body["apolice"] = json!("PET-2025-000001");
    body["dataOcorrencia"] = json!("2026-05-31");
    server.save(&token, None, &body).await.data();
}

#[tokio::test]
async fn event_may_be_today_in_sao_paulo_but_not_tomorrow() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let future = "A data da ocorrência não pode estar no futuro.";
    // 02:59 on the 21st in UTC is still the 20th in São Paulo.
    server.set_clock("2026-11-20T22:59:00-03:00");
    let mut body = new_acionamento();
    body["dataOcorrencia"] = json!("2026-11-20");
    server.save(&token, None, &body).await.data();
    assert_eq!(refusal_of(&server, &token, |body| body["dataOcorrencia"] = json!("2026-11-21")).await, future);
}

#[tokio::test]
async fn procedures_have_limits() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let with = async |entry: Value| {
        let mut body = new_acionamento();
        body["procedimentos"] = json!([entry]);
        server.save(&token, None, &body).await
    };
    let entry = |procedimento: &str, quantidade: i64, valor: Value| json!({ "procedimento": procedimento, "quantidade": quantidade, "valor": valor });
    for valid in [
        entry("1", 1, json!(0.01)),
        entry("1", 99, json!(1500)),
        entry("1", 1, json!("1500.00")),
        entry("1", 1, json!(150.500)),
    ] {
        with(valid).await.data();
    }
    for (wrong, text) in [
        (entry("3", 1, json!(180)), "O procedimento 3 não existe ou não está ativo."),
        (entry("99", 1, json!(180)), "O procedimento 99 não existe ou não está ativo."),
        (entry("x", 1, json!(180)), "O procedimento x não existe ou não está ativo."),
        (entry("1", 0, json!(150)), "A quantidade de Consulta clínica deve ser de 1 a 99."),
        (entry("1", 100, json!(150)), "A quantidade de Consulta clínica deve ser de 1 a 99."),
        (entry("1", -1, json!(150)), "A quantidade de Consulta clínica deve ser de 1 a 99."),
        (entry("1", 1, json!(0)), "O valor de Consulta clínica deve ser maior que zero."),
        (entry("1", 1, json!(-0.01)), "O valor de Consulta clínica deve ser maior que zero."),
        (entry("1", 1, json!(150.001)), "O valor de Consulta clínica deve ter no máximo duas casas decimais."),
        (entry("1", 1, json!(1500.01)), "O valor de Consulta clínica passa de 10 vezes o valor de referência."),
        (
            entry("1", 1, json!("79228162514264337593543950335")),
            "O valor de Consulta clínica deve ter no máximo duas casas decimais.",
        ),
    ] {
        assert_eq!(with(wrong).await.refusal(), text);
    }
    let list = async |entries: usize| {
        let mut body = new_acionamento();
        body["procedimentos"] = json!(vec![entry("1", 1, json!(150)); entries]);
        server.save(&token, None, &body).await
    };
    assert_eq!(list(0).await.refusal(), "Informe ao menos um procedimento.");
    list(50).await.data();
    assert_eq!(list(51).await.refusal(), "Informe no máximo 50 procedimentos.");
}

#[tokio::test]
async fn texts_have_maximum_lengths() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let mut body = new_acionamento();
    body["observacao"] = json!("é".repeat(2_000));
    body["autorizacao"] = json!("é".repeat(30));
    server.save(&token, None, &body).await.data();
    let note = refusal_of(&server, &token, |body| body["observacao"] = json!("é".repeat(2_001))).await;
    assert_eq!(note, "A observação deve ter no máximo 2000 caracteres.");
    let number = refusal_of(&server, &token, |body| body["autorizacao"] = json!("é".repeat(31))).await;
    assert_eq!(number, "O número da autorização deve ter no máximo 30 caracteres.");
}

#[tokio::test]
async fn closed_acionamento_is_reopened_once() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let saved = server.save(&token, None, &reopening("2026000070001")).await.data();
    assert_eq!(
        (&saved["cdStatus"], &saved["nrSinistroOrigem"], &saved["historico"][0]["cdStatus"]),
        (&json!("REABERTO"), &json!("2026000070001"), &json!("REABERTO"))
    );
    let path = "/ConsultaAcionamento/lista-acionamentos-by-sinistro";
    let old = server.call(Some(&token), path, json!({ "sinistro": "2026000070001" })).await.data()[0].clone();
    assert_eq!(
        (&old["nrSinistroReabertura"], &old["flPodeReabrir"], &old["cdStatus"]),
        (&saved["nrSinistro"], &json!(false), &json!("FATURADO"))
    );
    assert_eq!(
        server.save(&token, None, &reopening("2026000070001")).await.refusal(),
        "O sinistro 2026000070001 já foi reaberto pelo sinistro 2026000070007."
    );
}

#[tokio::test]
async fn of_concurrent_reopenings_one_succeeds() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let body = reopening("2026000070001");
    let replies = join_all((0..4).map(|_| server.save(&token, None, &body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.json()["status"] == 1).count(), 1);
}

#[tokio::test]
async fn reopening_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    for (sinistro, text) in [
        ("2026000070005", "O sinistro 2026000070005 está com status Autorizado e não pode ser reaberto."),
        ("7", "O sinistro 7, que seria reaberto, não foi encontrado."),
        ("2026000070002", "A reabertura deve ser da apólice e do pet do sinistro 2026000070002."),
    ] {
        assert_eq!(server.save(&token, None, &reopening(sinistro)).await.refusal(), text);
    }
    let mut silent = reopening("2026000070001");
    silent["observacao"] = Value::Null;
    assert_eq!(server.save(&token, None, &silent).await.refusal(), "Informe na observação o motivo da reabertura.");
}

#[tokio::test]
async fn idempotency_key_with_the_same_body_saves_once_and_replays_the_answer() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let first = server.save(&token, Some("k-1"), &new_acionamento()).await;
    server.set_clock("2026-11-20T16:00:00-03:00");
    // Another order of the keys is the same body.
    let again = server.save(&token, Some("k-1"), &new_acionamento()).await;
    assert_eq!(first.data(), again.data());
    assert_eq!(first.text, again.text);
    assert_eq!(rows(&server).await.0, 7);
    assert_ne!(server.save(&token, Some("k-2"), &new_acionamento()).await.data(), first.data());
}

#[tokio::test]
async fn idempotency_key_with_another_body_is_refused() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.save(&token, Some("k-1"), &new_acionamento()).await.data();
    let mut other = new_acionamento();
    other["observacao"] = json!("Outra");
    let refusal = server.save(&token, Some("k-1"), &other).await.refusal();
    assert_eq!(refusal, "Esta chave de idempotência já foi usada com outros dados.");
    // Keys are per user.
    let bruno = server.login("bruno@assistencia.example").await;
    server.save(&bruno, Some("k-1"), &other).await.data();
}

#[tokio::test]
async fn idempotency_key_of_a_refused_save_may_be_reused() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let mut wrong = new_acionamento();
    wrong["pet"] = json!("3");
    server.save(&token, Some("k-1"), &wrong).await.refusal();
    server.save(&token, Some("k-1"), &new_acionamento()).await.data();
}

#[tokio::test]
async fn idempotency_key_must_be_short_visible_ascii() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let text = "A chave de idempotência deve ter de 1 a 200 caracteres ASCII visíveis.";
    for key in ["", "a b", "ação", &"k".repeat(201)] {
        assert_eq!(server.save(&token, Some(key), &new_acionamento()).await.refusal(), text, "{key}");
    }
    server.save(&token, Some(&"k".repeat(200)), &new_acionamento()).await.data();
}

#[tokio::test]
async fn failed_save_is_rolled_back() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let before = rows(&server).await;
    server
        .execute("CREATE TRIGGER broken BEFORE INSERT ON evento BEGIN SELECT raise(ABORT, 'disk on fire'); END")
        .await;
    let reply = server.save(&token, Some("k-1"), &new_acionamento()).await;
    assert_eq!(reply.http, 500);
    assert_eq!(rows(&server).await, before);
    server.execute("DROP TRIGGER broken").await;
    server.save(&token, Some("k-1"), &new_acionamento()).await.data();
}
