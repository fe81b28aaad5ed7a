//! The codes of statuses.

use serde_json::json;

use super::{completed, table};
use crate::{
    check::{Live, check},
    kit::merged,
    stub::acionamento,
};

#[tokio::test]
async fn codes_are_proposed_by_their_texts_and_others_are_left_open() {
    let row = |code: u32, text: &str| {
        let mut row = json!(acionamento(1));
        (row["cdStatus"], row["dsStatus"]) = (json!(code), json!(text));
        row
    };
    let rows = [row(1, "ABERTO"), row(4, "Em Analise"), row(9, "Em perícia"), row(5, "Faturado"), row(6, "FATURADO")];
    let rows = json!(rows);
    let live = Live::new().data("lista-acionamentos-by-status", &rows);
    let text = completed(&live, "").await;
    let expected = toml::toml! { ABERTO = 1 EM_ANALISE = 4 FATURADO = [5, 6] };
    assert_eq!(table(&text)["values"]["status"].as_table(), Some(&expected), "{text}");
    assert!(text.contains("= 9  # de que status do portal é este código (Em perícia)?"), "{text}");
}

#[tokio::test]
async fn codes_and_flags_that_are_doubles_are_whole_numbers() {
    let row = |code: f64, text: &str| merged(json!(acionamento(1)), json!({ "cdStatus": code, "dsStatus": text }));
    let live = Live::new().data("lista-acionamentos-by-status", &json!([row(1.0, "Aberto"), row(4.0, "Em análise")]));
    let text = completed(&live, "").await;
    let expected = toml::toml! { ABERTO = 1 EM_ANALISE = 4 };
    assert_eq!(table(&text)["values"]["status"].as_table(), Some(&expected), "{text}");
    assert!(!completed(&live, &text).await.contains("dado pessoal"), "the file has them");
    let insurer = |flag: f64| json!({ "cdSeguradora": "3", "nmSeguradora": "Pata", "flAtiva": flag });
    let text = completed(&Live::new().data("lista-seguradora", &json!([insurer(1.0), insurer(2.0)])), "").await;
    assert!(text.contains("# true = [2]  # palavras de flags;"), "{text}");
}

#[tokio::test]
async fn a_code_with_a_space_is_proposed_if_it_is_the_text_of_a_status_and_is_hidden_otherwise() {
    let row = |code: &str| merged(json!(acionamento(1)), json!({ "cdStatus": code, "dsStatus": code }));
    let live = Live::new().data("lista-acionamentos-by-status", &json!([row("Em Analise"), row("Aguarda a Marina")]));
    let text = completed(&live, "").await;
    let expected = toml::toml! { EM_ANALISE = "Em Analise" };
    assert_eq!(table(&text)["values"]["status"].as_table(), Some(&expected), "{text}");
    assert!(
        text.contains("há um código que não é mostrado: parece dado pessoal") && !text.contains("Marina"),
        "{text}"
    );
    let own = "values.status.EM_ANALISE = ['Em Analise', 'Aguarda a Marina']";
    assert!(!completed(&live, own).await.contains("não é mostrado"), "the file has it");
    let unknown = check(&live.start().await).await.json()["unknownStatuses"].clone();
    assert_eq!(unknown, json!(["Em Analise"]));
}
