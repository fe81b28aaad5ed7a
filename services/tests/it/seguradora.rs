use serde_json::json;

use crate::harness::{ANA, TestServer};

#[tokio::test]
async fn names_are_sorted_by_their_letters_with_or_without_accents_and_capitals() {
    let server = TestServer::start().await;
    let three =
        "INSERT INTO seguradora (id, nome, cnpj) VALUES (4, 'Águia', '4'), (5, 'pata forte', '5'), (6, 'Zurique', '6')";
    server.execute(three).await;
    let token = server.login(ANA).await;
    let rows = server.call(Some(&token), "/seguradora/lista-seguradora", json!({})).await.data();
    let names: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["nmSeguradora"].as_str().unwrap()).collect();
    assert_eq!(names, ["Águia", "Amigo Fiel", "pata forte", "Pata Segura", "Velha Guarda", "Zurique"]);
}
