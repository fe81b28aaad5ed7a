//! Reopening acionamentos: once, also if a response is lost or two come at once.

use std::sync::{Arc, Mutex};

use contract::acionamento::{Acionamento, ListaAcionamentosBySinistro, RetornaAcionamentoReabertura, SalvaSinistroWeb};
use futures_util::future::join_all;
use gateway::schema::engine::limits::DocumentLimits;
use serde_json::{Value, json};

use super::save::{invalid, saving};
use crate::{
    kit::{GatewayParts, Kit, default_parts, merged},
    stub::{Answer, Stub, StubBuilder, acionamento, cpf, stub, with_number},
};

const REOPEN: &str = "mutation ($input: Reabertura!) { reabrirAcionamento(input: $input) {
    __typename
    ... on AcionamentoSalvo { acionamento { id sinistroOrigem } }
    ... on EntradaInvalida { mensagem campos { campo mensagem } }
    ... on Recusa { mensagem codigo }
} }";

fn reopening() -> Value {
    json!({ "chave": "0b7e", "sinistro": "2026000000001", "observacao": "Faltou um exame" })
}

/// The outcome of a reopening with these changes.
async fn reopen(stub: &Stub, changes: Value) -> Value {
    let answer = stub.ask_with(REOPEN, json!({ "input": merged(reopening(), changes) })).await;
    answer.data()["reabrirAcionamento"].clone()
}

fn saved() -> Value {
    json!({ "__typename": "AcionamentoSalvo", "acionamento": { "id": "7", "sinistroOrigem": "2026000000001" } })
}

fn refused(mensagem: &str) -> Value {
    json!({ "__typename": "Recusa", "mensagem": mensagem, "codigo": null })
}

const DONE: &str = "O sinistro 2026000000001 já foi reaberto.";

#[tokio::test]
async fn reopening_copies_the_old_acionamento() {
    let old = || {
        let mut old = acionamento(1);
        // A save carries the tax id without punctuation, however the row spells it.
        old.nr_cpf_cnpj.0.insert(3, '.');
        old
    };
    let stub = saving().on::<RetornaAcionamentoReabertura>(move |_| Answer::Data(old())).start().await;
    assert_eq!(reopen(&stub, json!({})).await, saved());
    let entry = json!({ "procedimento": "13", "quantidade": 1, "valor": "80" });
    reopen(&stub, json!({ "chave": "k2", "procedimentos": [entry] })).await;

    assert_eq!(stub.counts(), "retorna-acionamento-reabertura 2, salva-sinistro-web 2");
    let saved = stub.bodies::<SalvaSinistroWeb>();
    assert_eq!(
        saved[0],
        json!({
            "cpfCnpj": cpf(1), "apolice": "PET-2025-004411", "pet": "881", "seguradora": "3",
            "dataOcorrencia": "2026-11-19", "autorizacao": null, "observacao": "Faltou um exame",
            "sinistroOrigem": "2026000000001",
            "procedimentos": [{ "procedimento": "12", "quantidade": 2, "valor": 320.0 }],
        })
    );
    assert_eq!(saved[1]["procedimentos"], json!([{ "procedimento": "13", "quantidade": 1, "valor": 80.0 }]));
}

#[tokio::test]
async fn an_impossible_reopening_is_refused_before_it_is_sent() {
    let stub = stub()
        .on::<RetornaAcionamentoReabertura>(|call| match call.sinistro.as_str() {
            "1" => Answer::Refused("O sinistro 1 está aberto."),
            "2" => Answer::Data(Acionamento { nr_apolice: None.into(), ..with_number("2", 2) }),
            _ => Answer::Data(Acionamento { procedimentos: Vec::new(), ..with_number("3", 3) }),
        })
        .on::<ListaAcionamentosBySinistro>(|call| Answer::Data(vec![with_number(call.sinistro, 1)]))
        .start()
        .await;
    assert_eq!(reopen(&stub, json!({ "sinistro": "1" })).await, refused("O sinistro 1 está aberto."));
    let mut errors = invalid(&stub, REOPEN, merged(reopening(), json!({ "sinistro": "2" }))).await;
    errors.extend(invalid(&stub, REOPEN, merged(reopening(), json!({ "sinistro": "3" }))).await);
    let nothing = json!({ "chave": "", "sinistro": " ", "observacao": "\n", "procedimentos": [] });
    errors.extend(invalid(&stub, REOPEN, nothing).await);
    insta::assert_snapshot!(errors.join("\n"), @r#"
    sinistro: Este acionamento não traz apólice, pet, seguradora e data da ocorrência: abra um novo.
    procedimentos: Este acionamento não traz procedimentos: informe ao menos um.
    chave: A chave deve ter de 1 a 200 caracteres visíveis, sem espaços nem acentos.
    sinistro: Informe o sinistro.
    observacao: Diga por que o acionamento é reaberto.
    procedimentos: Informe ao menos um procedimento.
    "#);
    assert!(stub.bodies::<SalvaSinistroWeb>().is_empty());
}

#[tokio::test]
async fn a_reopening_whose_answer_was_lost_is_found_and_not_sent_again() {
    let stub = saving()
        .on::<RetornaAcionamentoReabertura>(|_| Answer::Refused(DONE))
        .on::<ListaAcionamentosBySinistro>(|call| {
            Answer::Data(vec![match call.sinistro.as_str() {
                "2026000000001" => {
                    Acionamento { nr_sinistro_reabertura: Some("2026000000007".into()).into(), ..acionamento(1) }
                }
                _ => Acionamento {
                    nr_sinistro_origem: Some("2026000000001".into()).into(),
                    ds_observacao: Some("Faltou um exame".to_owned()).into(),
                    ..acionamento(7)
                },
            }])
        })
        .start()
        .await;
    let same = json!([{ "procedimento": "12", "quantidade": 2, "valor": "320.00" }]);
    // Whatever the key: no service tells with which one it was saved.
    for changes in [json!({}), json!({ "procedimentos": same }), json!({ "chave": "outra" })] {
        assert_eq!(reopen(&stub, changes).await, saved());
    }
    let others = [("13", 2, "320"), ("12", 1, "320"), ("12", 2, "320.01")];
    let others = others.map(|(procedimento, quantidade, valor)| {
        json!({ "procedimentos": [{ "procedimento": procedimento, "quantidade": quantidade, "valor": valor }] })
    });
    for changes in others.into_iter().chain([json!({ "observacao": "Outro motivo" })]) {
        assert_eq!(reopen(&stub, changes).await, refused(DONE));
    }
    assert!(stub.bodies::<SalvaSinistroWeb>().is_empty());
}

/// Services where the claim 2026000000001 can be reopened once; whether they allow it even when it has been.
fn reopenable(is_always_allowed: bool) -> StubBuilder {
    let done = Arc::new(Mutex::new(None::<SalvaSinistroWeb>));
    let (kept, shown) = (Arc::clone(&done), Arc::clone(&done));
    let new = |call: &SalvaSinistroWeb| Acionamento {
        nr_sinistro_origem: call.sinistro_origem.clone().map(Into::into).into(),
        ds_observacao: call.observacao.clone().into(),
        ..acionamento(7)
    };
    stub()
        .on::<RetornaAcionamentoReabertura>(move |_| match *done.lock().unwrap() {
            Some(_) if !is_always_allowed => Answer::Refused(DONE),
            _ => Answer::Data(acionamento(1)),
        })
        .on::<SalvaSinistroWeb>(move |call| {
            let mut kept = kept.lock().unwrap();
            match &*kept {
                Some(_) => Answer::Refused(DONE),
                None => Answer::Data(new(kept.insert(call))),
            }
        })
        .on::<ListaAcionamentosBySinistro>(move |call| {
            let done = shown.lock().unwrap();
            match (call.sinistro.as_str(), &*done) {
                ("2026000000001", Some(_)) => Answer::Data(vec![Acionamento {
                    nr_sinistro_reabertura: Some("2026000000007".into()).into(),
                    ..acionamento(1)
                }]),
                ("2026000000001", None) => Answer::Data(vec![acionamento(1)]),
                ("2026000000007", Some(call)) => Answer::Data(vec![new(call)]),
                _ => Answer::Data(Vec::new()),
            }
        })
}

#[tokio::test]
async fn a_reopening_that_another_one_with_the_same_input_overtook_is_found() {
    // Both were allowed before either was saved.
    let stub = reopenable(true).start().await;
    for chave in ["a", "b", "c"] {
        assert_eq!(reopen(&stub, json!({ "chave": chave })).await, saved(), "{chave}");
    }
    assert_eq!(reopen(&stub, json!({ "chave": "d", "observacao": "Outro motivo" })).await, refused(DONE));
}

#[tokio::test]
async fn the_reference_services_reopen_once_for_three_requests_at_the_same_time() {
    let (kit, token) = Kit::logged_in().await;
    let requests = ["a", "b", "c"].map(|chave| {
        let input = merged(reopening(), json!({ "chave": chave, "sinistro": "2026000070002" }));
        kit.run(Some(&token), REOPEN, json!({ "input": input }))
    });
    for reply in join_all(requests).await {
        let saved = json!({ "id": "70007", "sinistroOrigem": "2026000070002" });
        assert_eq!(reply.data()["reabrirAcionamento"]["acionamento"], saved);
    }
}

#[tokio::test]
async fn the_key_of_a_reopening_is_refused_for_another_one() {
    let stub = reopenable(false).start().await;
    let first = reopen(&stub, json!({})).await;
    let procedures = json!([{ "procedimento": "12", "quantidade": 1, "valor": "1" }]);
    for changes in [
        json!({ "observacao": "Outro motivo" }),
        json!({ "procedimentos": procedures }),
        json!({ "sinistro": "2026000000099" }),
    ] {
        let refused = reopen(&stub, changes).await;
        assert_eq!((&refused["__typename"], &refused["codigo"]), (&json!("Recusa"), &json!("CHAVE_REUTILIZADA")));
    }
    // The same input again, and another key.
    assert_eq!((reopen(&stub, json!({})).await, &first), (first.clone(), &saved()));
    let other = reopen(&stub, json!({ "chave": "outra", "observacao": "Outro motivo" })).await;
    assert_eq!(other["codigo"], Value::Null);
    assert_eq!(stub.bodies::<SalvaSinistroWeb>().len(), 1);
}

#[tokio::test]
async fn a_read_before_a_write_is_not_served_after_it() {
    let limits = DocumentLimits { mutations: 2, ..DocumentLimits::default() };
    let stub = saving()
        .on::<RetornaAcionamentoReabertura>(|call| Answer::Data(with_number(call.sinistro, 1)))
        .on::<ListaAcionamentosBySinistro>(|call| Answer::Data(vec![with_number(call.sinistro, 1)]))
        .start_with(GatewayParts { limits, ..default_parts() })
        .await;
    let field = |input| {
        format!(
            "reabrirAcionamento(input: {input}) {{ ... on AcionamentoSalvo {{ acionamento {{ origem {{ id }} }} }} }}"
        )
    };
    let mutation = format!("mutation ($a: Reabertura!, $b: Reabertura!) {{ a: {} b: {} }}", field("$a"), field("$b"));
    let other = merged(reopening(), json!({ "chave": "k2" }));
    stub.ask_with(&mutation, json!({ "a": reopening(), "b": other })).await.data();
    assert_eq!(
        stub.counts(),
        "lista-acionamentos-by-sinistro 2, retorna-acionamento-reabertura 2, salva-sinistro-web 2"
    );
}
