//! The procedures.

use serde_json::json;

use crate::kit::Kit;

#[tokio::test]
async fn procedures_are_searched_by_words_of_description_and_category() {
    let (kit, token) = Kit::logged_in().await;
    let found = async |busca: &str| {
        let document = "query($busca: String) { procedimentos(busca: $busca) { descricao } }";
        let found = kit.run(Some(&token), document, json!({ "busca": busca })).await.data();
        let rows = found["procedimentos"].as_array().unwrap();
        rows.iter().map(|row| row["descricao"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = found(" ").await;
    assert!(all.len() > 2);
    assert_eq!(found("CLINICA consulta").await, ["Consulta clínica"]);
    assert_eq!(found("imagem diagnostico").await, ["Ultrassonografia"]);
    assert_eq!(found("clínica imagem").await, [""; 0]);
    let long =
        kit.run(Some(&token), "query($b: String) { procedimentos(busca: $b) { id } }", json!({ "b": "x".repeat(201) }));
    assert_eq!(long.await.error().0, "BAD_USER_INPUT");
}

#[tokio::test]
async fn procedures_come_by_category() {
    let (kit, token) = Kit::logged_in().await;
    let answer = kit.query(&token, "{ procedimentos { id descricao categoria valorReferencia } }").await;
    let expected = json!([
        { "id": "1", "descricao": "Consulta clínica", "categoria": "Consultas", "valorReferencia": "150.00" },
        {
            "id": "2", "descricao": "Ultrassonografia", "categoria": "Diagnóstico por imagem",
            "valorReferencia": "320.00",
        },
        { "id": "4", "descricao": "Vacina V10", "categoria": "Prevenção", "valorReferencia": "90.00" },
    ]);
    assert_eq!(answer.data()["procedimentos"], expected);
}
