//! Pages of a list, and their cursors.

use serde_json::{Value, json};

use super::{ids, with_list};
use crate::stub::{acionamento, stub};

#[tokio::test]
async fn a_list_is_paginated_forwards_and_backwards() {
    // Pairs of rows have the same time.
    let stub = with_list(5, |number, row| row.dt_abertura += chrono::TimeDelta::seconds(number as i64 / 2)).await;
    let page = async |arguments: &str| {
        let query = format!(
            r#"{{ acionamentos(filtro: {{ status: "ABERTO" }}, {arguments}) {{
                edges {{ cursor node {{ id }} }} nodes {{ id }} totalCount valorTotal
                pageInfo {{ hasPreviousPage hasNextPage startCursor endCursor }}
            }} }}"#
        );
        let answer = stub.ask(&query).await;
        let list = answer.data()["acionamentos"].clone();
        assert_eq!(list["totalCount"], 5);
        assert_eq!(list["valorTotal"], "3200.00");
        let edges = list["edges"].as_array().unwrap();
        let info = list["pageInfo"].clone();
        assert_eq!(edges.first().map_or(&Value::Null, |edge| &edge["cursor"]), &info["startCursor"]);
        assert_eq!(edges.last().map_or(&Value::Null, |edge| &edge["cursor"]), &info["endCursor"]);
        let ids = ids(&answer).join(" ");
        assert_eq!(edges.iter().map(|edge| edge["node"]["id"].as_str().unwrap()).collect::<Vec<_>>().join(" "), ids);
        let more = (info["hasPreviousPage"].as_bool().unwrap(), info["hasNextPage"].as_bool().unwrap());
        let text = |key: &str| info[key].as_str().unwrap_or_default().to_owned();
        (ids, more, text("startCursor"), text("endCursor"))
    };

    let (ids, more, _, end) = page("first: 2").await;
    assert_eq!((ids.as_str(), more), ("4 3", (false, true)));
    let (ids, more, _, end) = page(&format!("first: 2, after: {end:?}")).await;
    assert_eq!((ids.as_str(), more), ("2 1", (true, true)));
    let (ids, more, start, end) = page(&format!("first: 2, after: {end:?}")).await;
    assert_eq!((ids.as_str(), more), ("0", (true, false)));
    let (ids, more, ..) = page(&format!("after: {end:?}")).await;
    assert_eq!((ids.as_str(), more), ("", (true, false)));
    let (ids, more, start, _) = page(&format!("last: 3, before: {start:?}")).await;
    assert_eq!((ids.as_str(), more), ("3 2 1", (true, true)));
    let (ids, more, ..) = page(&format!("before: {start:?}")).await;
    assert_eq!((ids.as_str(), more), ("4", (false, true)));
    let (ids, more, ..) = page("first: 0").await;
    assert_eq!((ids.as_str(), more), ("", (false, true)));
}

#[tokio::test]
async fn acionamentos_with_one_code_are_told_apart_by_their_claim_numbers() {
    let stub = with_list(5, |_, row| {
        row.cd_acionamento = "7".into();
        row.dt_abertura = acionamento(0).dt_abertura;
    })
    .await;
    // In a descending order, the highest claim number first.
    let expected: Vec<_> = (0..5).rev().map(|number| json!(&*acionamento(number).nr_sinistro)).collect();
    // The rows of both statuses are the same.
    for statuses in [r#"status: "A""#, r#"statusEm: ["A", "B"]"#] {
        for (size, cursor, edge) in [("first", "after", "endCursor"), ("last", "before", "startCursor")] {
            let (mut found, mut at) = (Vec::new(), Value::Null);
            for _ in 0..5 {
                let list = format!("acionamentos(filtro: {{ {statuses} }}, {size}: 2, {cursor}: {at})");
                let answer = stub.ask(&format!("{{ {list} {{ nodes {{ sinistro }} pageInfo {{ {edge} }} }} }}")).await;
                let page = &answer.data()["acionamentos"];
                let rows: Vec<_> =
                    page["nodes"].as_array().unwrap().iter().map(|row| row["sinistro"].clone()).collect();
                if rows.is_empty() {
                    break;
                }
                let start = if size == "first" { found.len() } else { 0 };
                found.splice(start..start, rows);
                at = page["pageInfo"][edge].clone();
            }
            assert_eq!(found, expected, "{statuses} {size}");
        }
    }
}

#[tokio::test]
async fn invalid_pages_are_bad_input_and_cost_no_call() {
    let stub = stub().start().await;
    let mut errors = Vec::new();
    for arguments in [
        "first: 1, last: 1",
        "first: -1",
        "last: -1",
        "first: 501",
        "last: 501",
        r#"after: "x""#,
        // A cursor of another order.
        r#"before: "WzIsInZhbG9yLWFzYyIsIjEuMDAiLCI3IiwiUy03Il0""#,
    ] {
        let query =
            format!(r#"{{ acionamentos(filtro: {{ status: "ABERTO" }}, {arguments}) {{ totalCount }} __typename }}"#);
        let answer = stub.ask(&query).await;
        assert_eq!(answer.json["data"], json!({ "acionamentos": null, "__typename": "Query" }));
        errors.extend(answer.errors());
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
    acionamentos BAD_USER_INPUT: Use "first" para avançar ou "last" para voltar, não os dois.
    acionamentos BAD_USER_INPUT: "first" não pode ser negativo.
    acionamentos BAD_USER_INPUT: "last" não pode ser negativo.
    acionamentos BAD_USER_INPUT: "first" pode ser no máximo 500.
    acionamentos BAD_USER_INPUT: "last" pode ser no máximo 500.
    acionamentos BAD_USER_INPUT: O cursor de "after" não é válido. Comece de novo, sem cursor.
    acionamentos BAD_USER_INPUT: O cursor de "before" é de uma lista em outra ordem. Comece de novo, sem cursor.
    "#);
    assert_eq!(stub.counts(), "");
}
