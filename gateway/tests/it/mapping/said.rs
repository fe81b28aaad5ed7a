//! What the file says of values and requests: texts of statuses, inverted flags, null data, keys on demand.

use axum::{
    Json,
    body::Body,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::forms::{Api, SAVE, claim, new_claim, ok, success};
use crate::kit::{ANA, VALIDAR_CODIGO, VALIDAR_EMAIL};

/// The desafio of step 2, from an API that accepts step 1.
async fn sent(api: &Api) -> Value {
    let sent = api.gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data()["validarEmail"].clone();
    assert_eq!(sent["__typename"], "CodigoEnviado", "{sent}");
    sent["desafio"].clone()
}

/// The result of step 2.
async fn code_step(api: &Api) -> Value {
    let variables = json!({ "desafio": sent(api).await, "codigo": "ABCDEF" });
    api.gateway.run(None, VALIDAR_CODIGO, variables).await.data()["validarCodigo"].clone()
}

#[tokio::test]
async fn null_data_are_a_failure_unless_the_mapping_says_that_the_status_decides() {
    let null = |text: &'static str| move |_: &_| ok(json!({ "status": 1, "messages": text, "data": null }));
    for (mapping, text, step) in [
        ("", "", "Recusa"),
        ("", "Código incorreto.", "Recusa"),
        ("[envelope]\nnull-data = 'success'", "", "CodigoAceito"),
        ("[envelope]\nnull-data = 'success'", "OK", "CodigoAceito"),
    ] {
        let api = Api::new(mapping, move |asked| match asked.0.as_str() {
            "login-valida-email" => success(json!({})),
            _ => null(text)(asked),
        })
        .await;
        let told = code_step(&api).await;
        assert_eq!(told["__typename"], step, "{mapping} {text}");
        let insurers = api.gateway.run(Some("ficha"), "{ seguradoras { id } }", json!({})).await.json();
        let list = if step == "Recusa" { Value::Null } else { json!([]) };
        assert_eq!(insurers["data"]["seguradoras"], list, "{mapping} {text}");
    }
    let mapping = "[envelope]\nnull-data = 'success'";
    assert_ne!(sent(&Api::new(mapping, null("OK")).await).await, Value::Null, "step 1");
    let object = "{ segurado(cpfCnpj: \"52998224725\") { nome } }";
    for (text, code) in [("", "UPSTREAM_INVALID_RESPONSE"), ("Segurado não encontrado.", "UPSTREAM_REJECTED")] {
        let api = Api::new(mapping, null(text)).await;
        assert_eq!(api.gateway.run(Some("ficha"), object, json!({})).await.error().0, code, "{text}");
    }
}

#[tokio::test]
async fn null_data_refuse_a_save_with_their_text_and_its_key_sends_it_again() {
    for (mapping, expected) in [
        ("", Ok("A apólice está suspensa.")),
        // The status says that it was saved; what was saved is missing.
        ("[envelope]\nnull-data = 'success'", Err("UPSTREAM_OUTCOME_UNKNOWN")),
    ] {
        let null = |_: &_| ok(json!({ "status": 1, "messages": "A apólice está suspensa.", "data": null }));
        let api = Api::new(mapping, null).await;
        for sent in 1..=2 {
            let reply = api.gateway.run(Some("ficha"), SAVE, new_claim()).await;
            match expected {
                Ok(text) => assert_eq!(reply.data()["abrirAcionamento"]["mensagem"], text),
                Err(code) => assert_eq!(reply.error().0, code, "{mapping}"),
            }
            assert_eq!(api.asked("salva-sinistro-web").len(), sent, "{mapping}");
        }
    }
}

#[tokio::test]
async fn an_api_without_an_envelope_may_answer_null_or_that_it_has_yet_to_send_the_code() {
    let answers: [fn() -> Response; 3] = [
        || Json(Value::Null).into_response(),
        || (StatusCode::ACCEPTED, Json(json!({}))).into_response(),
        || (StatusCode::ACCEPTED, Body::empty()).into_response(),
    ];
    for answer in answers {
        let api = Api::new("[envelope]\ndata = false", move |_| answer()).await;
        assert_eq!(code_step(&api).await["__typename"], "CodigoAceito");
    }
}

#[tokio::test]
async fn lists_that_are_left_out_are_empty() {
    let api = Api::new("[calls.lista-seguradora]\nlist = 'itens'", |(segment, _, _)| match segment.as_str() {
        "lista-seguradora" => success(json!({ "total": 0 })),
        "lista-listaprocedimento" => success(json!({})),
        "pesquisa-segurado" => success(json!({ "cdSegurado": 1, "nrCpfCnpj": "52998224725", "nmSegurado": "Maria" })),
        _ => success(json!({ "cdSegurado": 1, "apolices": [] })),
    })
    .await;
    let read = api.ask("{ seguradoras { id } procedimentos { id } segurado(cpfCnpj: \"52998224725\") { nome apolices { numero } } }").await;
    assert_eq!(
        read,
        json!({ "seguradoras": [], "procedimentos": [], "segurado": { "nome": "Maria", "apolices": [] } })
    );
}

#[tokio::test]
async fn flags_may_be_inverted_for_one_service() {
    let inverted = "[calls.lista-seguradora]\nflags = { true = [false] }";
    let words = "[calls.lista-seguradora.flags]\ntrue = ['false']\nfalse = 'true'";
    for mapping in [inverted, words] {
        let api = Api::new(mapping, |(segment, _, _)| match segment.as_str() {
            "lista-seguradora" => success(json!([
                { "cdSeguradora": 1, "nmSeguradora": "Um", "flAtiva": false },
                { "cdSeguradora": 2, "nmSeguradora": "Dois", "flAtiva": true },
                { "cdSeguradora": 3, "nmSeguradora": "Três", "flAtiva": "true" },
            ])),
            _ => {
                let mut claim = claim("S-1");
                claim["flPodeReabrir"] = true.into();
                success(json!([claim]))
            }
        })
        .await;
        let read = api.ask("{ seguradoras { ativa } acionamento(sinistro: \"S-1\") { podeReabrir } }").await;
        assert_eq!(read["seguradoras"], json!([{ "ativa": true }, { "ativa": false }, { "ativa": false }]));
        assert_eq!(read["acionamento"]["podeReabrir"], true, "only of that service");
    }
}

#[tokio::test]
async fn a_history_is_shown_oldest_first_in_whatever_order_it_comes() {
    let day = |day: u32, note: &str| json!({ "dtEvento": format!("2026-11-{day:02}"), "cdStatus": "ABERTO", "dsStatus": "Aberto", "dsObservacao": note });
    for (events, expected) in [
        (vec![day(1, "a"), day(2, "b"), day(2, "c"), day(3, "d")], ["a", "b", "c", "d"]),
        (vec![day(3, "d"), day(2, "c"), day(2, "b"), day(1, "a")], ["a", "b", "c", "d"]),
        (vec![day(2, "b"), day(3, "d"), day(1, "a"), day(2, "c")], ["a", "b", "c", "d"]),
        // The same day tells nothing.
        (vec![day(1, "a"), day(1, "b"), day(1, "c"), day(1, "d")], ["a", "b", "c", "d"]),
    ] {
        let api = Api::new("", move |_| {
            let mut claim = claim("S-1");
            claim["historico"] = events.clone().into();
            success(json!([claim]))
        })
        .await;
        let read = api.ask("{ acionamento(sinistro: \"S-1\") { historico { observacao } } }").await;
        let notes: Vec<_> =
            read["acionamento"]["historico"].as_array().unwrap().iter().map(|event| &event["observacao"]).collect();
        assert_eq!(notes, expected);
    }
}

#[tokio::test]
async fn a_claim_number_of_zeros_is_none() {
    for none in [json!(0), json!("0"), json!("0000000000"), json!(""), json!(null)] {
        let of_row = none.clone();
        let api = Api::new("", move |_| {
            let mut claim = claim("S-1");
            claim["nrSinistroOrigem"] = of_row.clone();
            claim["nrSinistroReabertura"] = 2026.into();
            success(json!([claim]))
        })
        .await;
        let read = api.ask("{ acionamento(sinistro: \"S-1\") { sinistroOrigem sinistroReabertura } }").await;
        let expected = json!({ "sinistroOrigem": null, "sinistroReabertura": "2026" });
        assert_eq!(read["acionamento"], expected, "{none}");
    }
}

const STATUSES: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { status { codigo descricao }
    historico { status { codigo descricao } } } } totaisPorStatus(ano: 2026) { status { codigo descricao } } }";

/// The statuses of a list, of its rows' history and of the totals, from an API without texts of statuses.
async fn statuses(mapping: &str, key: &'static str, codes: [&'static str; 3]) -> [Vec<(String, String)>; 3] {
    let api = Api::new(mapping, move |(segment, _, _)| {
        let rows = codes.iter().map(|code| match segment.as_str() {
            "total-status-acionamento-ano" => json!({ "nrMes": 1, key: code, "qtTotal": 1, "vlTotal": 1 }),
            _ => {
                let mut claim = claim("S-1");
                let columns = claim.as_object_mut().unwrap();
                columns.retain(|name, _| !["cdStatus", "dsStatus", "historico"].contains(&name.as_str()));
                columns.insert("historico".to_owned(), json!([{ "dtEvento": "2026-11-20T14:00:00", key: "REABERTO" }]));
                columns.insert(key.to_owned(), (*code).into());
                claim
            }
        });
        success(rows.collect::<Vec<_>>().into())
    })
    .await;
    let read = api.ask(STATUSES).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let status = |row: &Value| (text(&row["status"]["codigo"]), text(&row["status"]["descricao"]));
    let rows = |rows: &Value| rows.as_array().unwrap().iter().map(status).collect::<Vec<_>>();
    let nodes = &read["acionamentos"]["nodes"];
    let history = nodes.as_array().unwrap().iter().flat_map(|row| rows(&row["historico"])).collect();
    [rows(nodes), history, rows(&read["totaisPorStatus"])]
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(code, text)| (code.to_owned(), text.to_owned())).into()
}

#[tokio::test]
async fn a_status_without_a_text_has_that_of_the_file_or_the_usual_name_of_its_code() {
    let none = "dsStatus = false\n";
    let never = ["Acionamento", "Evento", "TotalMensal"].map(|name| format!("[types.{name}]\n{none}")).concat();
    let plain = statuses("", "cdStatus", ["ABERTO", "EM_ANALISE", "PERITAGEM"]).await;
    let expected = pairs([("ABERTO", "Aberto"), ("EM_ANALISE", "Em análise"), ("PERITAGEM", "")]);
    assert_eq!((&plain[0], &plain[2]), (&expected, &expected), "the file says nothing");
    assert!(plain[1].iter().all(|(_, text)| text == "Reaberto"), "{plain:?}");
    let said = format!(
        "{never}[values.status]\nEM_ANALISE = 'ANL'\n[labels.status]\nABERTO = 'Novo'\nPERITAGEM = 'Na perícia'"
    );
    let read = statuses(&said, "cdStatus", ["ABERTO", "ANL", "PERITAGEM"]).await;
    let expected = pairs([("ABERTO", "Novo"), ("EM_ANALISE", "Em análise"), ("PERITAGEM", "Na perícia")]);
    assert_eq!((&read[0], &read[2]), (&expected, &expected));
    assert_eq!(read[1], vec![("REABERTO".to_owned(), "Reaberto".to_owned()); 3]);
    let unknown = statuses(&never, "cdStatus", ["ABERTO", "ABERTO", "Peritagem"]).await;
    assert_eq!(unknown[0][2], ("Peritagem".to_owned(), "Peritagem".to_owned()), "the code is better than nothing");
}

#[tokio::test]
async fn the_code_of_a_status_may_be_its_text() {
    for key in ["situacao", "cdStatus"] {
        let spelt = format!("cdStatus = '{key}'\ndsStatus = '{key}'\n");
        let types = ["Acionamento", "Evento", "TotalMensal"].map(|name| format!("[types.{name}]\n{spelt}")).concat();
        let mapping = format!("{types}[values.status]\nABERTO = 'Em aberto'\n[labels.status]\nREABERTO = 'Reaberto'");
        let read = statuses(&mapping, key, ["Em aberto", "Peritagem", "Em aberto"]).await;
        let expected = pairs([("ABERTO", "Em aberto"), ("Peritagem", "Peritagem"), ("ABERTO", "Em aberto")]);
        assert_eq!((&read[0], &read[2]), (&expected, &expected), "{key}");
        assert_eq!(read[1], vec![("REABERTO".to_owned(), "Reaberto".to_owned()); 3]);
    }
}

#[tokio::test]
async fn the_code_step_carries_the_email_where_the_mapping_says_so() {
    for (mapping, expected) in [
        ("", json!(null)),
        ("[requests.ValidaCodigoAcesso]\nemail = false", json!(null)),
        ("[requests.ValidaCodigoAcesso]\nemail = 'usuario.email'", json!({ "email": ANA })),
    ] {
        let api = Api::new(mapping, |_| success(json!({}))).await;
        assert_eq!(code_step(&api).await["__typename"], "CodigoAceito");
        let (_, body) = api.asked("valida-codigo-acesso").remove(0);
        assert_eq!((&body["usuario"], &body["email"]), (&expected, &Value::Null), "{mapping}");
    }
}

/// APIs without null fill the data of a refusal with empty values: with a wrong `success` it looks saved.
#[tokio::test]
async fn a_save_with_an_empty_claim_number_is_never_reported_as_saved() {
    for number in [json!(""), json!("  "), json!(0), json!("000")] {
        let api = Api::new("", move |(segment, ..)| match segment.as_str() {
            "salva-sinistro-web" => {
                let mut empty = claim("");
                empty["nrSinistro"] = number.clone();
                success(empty)
            }
            _ => success(json!([])),
        })
        .await;
        let (code, message) = api.gateway.run(Some("ficha"), SAVE, new_claim()).await.error();
        assert_eq!(code, "UPSTREAM_OUTCOME_UNKNOWN", "{message}");
    }
}
