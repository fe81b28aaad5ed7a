//! Orders by a text or a number of a row.

use super::{ids, with_list};

#[tokio::test]
async fn rows_with_an_empty_text_are_sorted_like_those_without_it() {
    let stub = with_list(4, |number, row| {
        row.nr_autorizacao = [None, Some("B".into()), Some("".into()), Some("A".into())][number].clone().into();
        row.nm_pet = row.nr_autorizacao.as_deref().map(str::to_owned).into();
    })
    .await;
    for (ordem, expected) in [
        ("AUTORIZACAO_ASC", ["3", "1", "0", "2"]),
        ("AUTORIZACAO_DESC", ["2", "0", "1", "3"]),
        ("PET_ASC", ["3", "1", "0", "2"]),
    ] {
        let list = format!("acionamentos(filtro: {{ status: \"ABERTO\" }}, ordem: {ordem})");
        assert_eq!(ids(&stub.ask(&format!("{{ {list} {{ nodes {{ id }} }} }}")).await), expected, "{ordem}");
    }
}

#[tokio::test]
async fn numbers_are_sorted_by_their_value() {
    const NUMBERS: [&str; 9] = ["100", "10", "009", "A1", "1234567890123456789", "11", "9", "A-10", "A-9"];
    let stub = with_list(NUMBERS.len(), |number, row| {
        row.nr_sinistro = NUMBERS[number].into();
        row.nr_autorizacao = Some(NUMBERS[number].into()).into();
    })
    .await;
    let expected = ["009", "9", "10", "11", "100", "1234567890123456789", "A-9", "A-10", "A1"];
    for (ordem, field) in [("SINISTRO_ASC", "sinistro"), ("AUTORIZACAO_ASC", "autorizacao")] {
        let mut found = Vec::new();
        let mut after = "null".to_owned();
        // In pages, whose cursors have the same order.
        for _ in 0..5 {
            let list = format!(
                "acionamentos(filtro: {{ status: \"ABERTO\" }}, ordem: {ordem}, first: 2, after: {after}) \
                 {{ nodes {{ {field} }} pageInfo {{ endCursor }} }}"
            );
            let answer = stub.ask(&format!("{{ {list} }}")).await;
            let page = &answer.data()["acionamentos"];
            found.extend(page["nodes"].as_array().unwrap().iter().map(|node| node[field].as_str().unwrap().to_owned()));
            after = page["pageInfo"]["endCursor"].to_string();
        }
        assert_eq!(found, expected, "{ordem}");
    }
}
