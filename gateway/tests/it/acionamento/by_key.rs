//! Answers about another object than the one asked for.

use contract::{
    acionamento::{
        Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySinistro, ListaAcionamentosByStatus,
        RetornaAcionamentoReabertura,
    },
    segurado::{PesquisaSegurado, Segurado},
};
use serde_json::{Value, json};

use crate::stub::{Answer, acionamento, cpf, segurado, stub, with_number};

#[tokio::test]
async fn an_insured_without_number_and_name_is_none() {
    let stub = stub()
        .on::<PesquisaSegurado>(|_| {
            Answer::Data(Segurado { nm_segurado: " ".into(), nr_cpf_cnpj: "".into(), ..segurado(&cpf(1)) })
        })
        .start()
        .await;
    let answer = stub.ask(&format!("{{ segurado(cpfCnpj: \"{}\") {{ nome email }} }}", cpf(1))).await;
    assert_eq!(answer.json()["data"]["segurado"], Value::Null);
    assert!(answer.errors()[0].starts_with("segurado UPSTREAM_INVALID_RESPONSE"));
}

#[tokio::test]
async fn an_answer_about_another_number_is_not_shown_as_the_one_asked_for() {
    // Services that ignore what they are asked, or search for what contains it.
    let stub = stub()
        .on::<ListaAcionamentosBySinistro>(|_| Answer::Data(vec![with_number("7", 1), with_number("0-08", 2)]))
        .on::<ListaAcionamentosByAutorizacao>(|_| {
            let of = |number: &str, at| Acionamento { nr_autorizacao: Some(number.into()).into(), ..acionamento(at) };
            Answer::Data(vec![of("A-9", 3), of("a1", 4), acionamento(5)])
        })
        .on::<RetornaAcionamentoReabertura>(|_| Answer::Data(with_number("7", 1)))
        .on::<PesquisaSegurado>(|_| Answer::Data(segurado(&cpf(1))))
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(vec![acionamento(2)]))
        .start()
        .await;
    let answer = stub
        .ask(&format!(
            r#"{{
                other: acionamento(sinistro: "9") {{ id }}
                second: acionamento(sinistro: "8") {{ id }}
                listed: acionamentos(filtro: {{ sinistro: "9" }}) {{ totalCount }}
                authorized: acionamentos(filtro: {{ autorizacao: "A-1" }}, ordem: SINISTRO_ASC) {{ nodes {{ id }} }}
                reabertura(sinistro: "9") {{ __typename }}
                segurado(cpfCnpj: "{}") {{ email }}
                rows: acionamentos(filtro: {{ status: "ABERTO" }}) {{ nodes {{ segurado {{ nome telefone }} }} }}
            }}"#,
            cpf(2)
        ))
        .await;
    assert_eq!(
        answer.json()["data"],
        json!({
            "other": null,
            "second": { "id": "2" },
            "listed": { "totalCount": 0 },
            "authorized": { "nodes": [{ "id": "4" }, { "id": "5" }] },
            "reabertura": null,
            "segurado": null,
            "rows": { "nodes": [{ "segurado": { "nome": "Segurado 2", "telefone": null } }] },
        })
    );
    let invalid = "UPSTREAM_INVALID_RESPONSE: O serviço deu uma resposta inesperada. Tente novamente mais tarde.";
    assert_eq!(
        answer.errors(),
        ["reabertura", "segurado", "rows.nodes.0.segurado.telefone"].map(|path| format!("{path} {invalid}"))
    );
}

#[tokio::test]
async fn the_exact_number_wins_over_one_that_is_equal_but_for_zeros_or_case() {
    // A service that ignores both.
    const NUMBERS: [&str; 5] = ["001", "1", "01", "a1", "A1"];
    let rows = || NUMBERS.iter().enumerate().map(|(at, number)| with_number(*number, at + 1)).collect();
    let stub = stub().on::<ListaAcionamentosBySinistro>(move |_| Answer::Data(rows())).start().await;
    for (asked, found) in NUMBERS.map(|number| (number, number)).into_iter().chain([("0001", "001"), ("A-1", "a1")]) {
        let document = format!(r#"{{ acionamento(sinistro: "{asked}") {{ sinistro }} }}"#);
        let answer = stub.ask(&document).await;
        assert_eq!(answer.json()["data"]["acionamento"]["sinistro"], found, "{asked}");
    }
}
