//! The filter of a list: several statuses, periods, and what the services do not filter; and the acionamentos of an insured.

use contract::{
    acionamento::{
        Acionamento, Evento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus,
        ListaAcionamentosBySinistro, ListaAcionamentosByStatus,
    },
    segurado::PesquisaSegurado,
    value::Money,
};
use serde_json::{Value, json};

use super::ids;
use crate::stub::{Answer, Stub, acionamento, cpf, evento, segurado, stub};

const QUERY: &str =
    "query ($filtro: FiltroAcionamentos!, $ordem: OrdemAcionamentos, $first: Int, $after: String, $last: Int, \
                     $before: String) {
    acionamentos(filtro: $filtro, ordem: $ordem, first: $first, after: $after, last: $last, before: $before) {
        nodes { id } edges { cursor node { id } } totalCount valorTotal pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
    }
}";

/// An acionamento in a status, opened and happened on days of November 2026.
fn row(number: usize, status: &str, day: u32) -> Acionamento {
    Acionamento {
        cd_status: status.into(),
        dt_abertura: format!("2026-11-{day:02}T12:00:00-03:00").parse().unwrap(),
        vl_total: Money::from_centavos(i64::try_from(number).unwrap() * 100),
        ..acionamento(number)
    }
}

/// Services whose acionamentos have numbers from 0, with the statuses A, B and C in turn, one a day. `F` fails.
async fn services() -> Stub {
    let of = |status: &str| -> Answer<Vec<Acionamento>> {
        let place = match status {
            "A" => 0,
            "B" => 1,
            "C" => 2,
            "F" => return Answer::Http(500),
            _ => return Answer::Refused("Status desconhecido."),
        };
        let numbers = (0..12).filter(|number| number % 3 == place);
        Answer::Data(numbers.map(|number| row(number, status, u32::try_from(number).unwrap() + 1)).collect())
    };
    stub()
        .on::<ListaAcionamentosByStatus>(move |call| of(&call.status))
        .on::<ListaAcionamentosBySeguradoraStatus>(move |call| of(&call.status))
        .start()
        .await
}

async fn list(stub: &Stub, variables: Value) -> Value {
    stub.ask_with(QUERY, variables).await.data()["acionamentos"].clone()
}

#[tokio::test]
async fn several_statuses_are_one_list_with_one_call_each() {
    let stub = services().await;
    let all = list(&stub, json!({ "filtro": { "statusEm": ["B", "A", "B"] } })).await;
    assert_eq!(ids(&all), "10 9 7 6 4 3 1 0");
    assert_eq!((&all["totalCount"], &all["valorTotal"]), (&json!(8), &json!("40.00")));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 2", "a status that is repeated is asked for once");
    let by_value = json!({ "filtro": { "statusEm": ["A", "C"] }, "ordem": "VALOR_ASC" });
    assert_eq!(ids(&list(&stub, by_value).await), "0 2 3 5 6 8 9 11");
    let of_insurer = list(&stub, json!({ "filtro": { "statusEm": ["A", "C"], "seguradora": "3" }, "first": 2 })).await;
    assert_eq!(ids(&of_insurer), "11 9");
    list(&stub, json!({ "filtro": { "seguradoraStatus": { "seguradora": 3, "status": "B" } } })).await;
    let mut asked = stub.bodies::<ListaAcionamentosBySeguradoraStatus>();
    asked.sort_by_key(Value::to_string);
    assert_eq!(asked, ["A", "B", "C"].map(|status| json!({ "seguradora": "3", "status": status })));
}

#[tokio::test]
async fn a_list_of_several_statuses_is_paginated_in_both_directions() {
    let stub = services().await;
    let filtro = json!({ "statusEm": ["A", "B", "C"] });
    for (count, back) in [("first", false), ("last", true)] {
        for rows in [1, 4, 5, 12] {
            let (mut seen, mut cursor) = (Vec::new(), Value::Null);
            loop {
                let after = if back { "before" } else { "after" };
                let page = list(&stub, json!({ "filtro": filtro, count: rows, after: cursor })).await;
                let info = &page["pageInfo"];
                let (left, end) = if back { ("hasPreviousPage", "startCursor") } else { ("hasNextPage", "endCursor") };
                let edges = page["edges"].as_array().unwrap();
                let of_edges: Vec<_> = edges.iter().map(|edge| edge["node"].clone()).collect();
                assert_eq!((&page["totalCount"], &page["nodes"]), (&json!(12), &json!(of_edges)));
                let ends = [&edges[0]["cursor"], &edges[edges.len() - 1]["cursor"]];
                assert_eq!(ends, [&info["startCursor"], &info["endCursor"]]);
                seen.push(ids(&page));
                if info[left] == false {
                    break;
                }
                cursor = info[end].clone();
            }
            if back {
                seen.reverse();
            }
            assert_eq!(seen.join(" "), "11 10 9 8 7 6 5 4 3 2 1 0", "{count}: {rows}");
        }
    }
}

#[tokio::test]
async fn an_acionamento_whose_status_changes_between_two_calls_is_there_once() {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|call| Answer::Data(vec![row(1, &call.status, 3), row(2, &call.status, 2)]))
        .start()
        .await;
    let page = list(&stub, json!({ "filtro": { "statusEm": ["A", "B"] } })).await;
    assert_eq!(ids(&page), "1 2");
    assert_eq!((&page["totalCount"], &page["valorTotal"]), (&json!(2), &json!("3.00")));
}

#[tokio::test]
async fn a_status_that_fails_fails_the_list() {
    let stub = services().await;
    for (status, error) in
        [("F", "acionamentos UPSTREAM_ERROR: "), ("X", "acionamentos UPSTREAM_REJECTED: Status desconhecido.")]
    {
        let answer = stub.ask_with(QUERY, json!({ "filtro": { "statusEm": ["A", status, "B"] } })).await;
        assert_eq!(answer.json()["data"], json!({ "acionamentos": null }));
        assert_eq!(answer.errors().len(), 1);
        assert!(answer.errors()[0].starts_with(error), "{:?}", answer.errors());
    }
}

#[tokio::test]
async fn the_statuses_are_asked_for_at_the_same_time() {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|call| Answer::Data(vec![row(call.status.parse().unwrap(), &call.status, 1)]))
        .together("/ConsultaAcionamento/", 10)
        .start()
        .await;
    let statuses: Vec<_> = (0..10).map(|code| code.to_string()).collect();
    assert_eq!(list(&stub, json!({ "filtro": { "statusEm": statuses } })).await["totalCount"], 10);
}

#[tokio::test]
async fn a_period_has_whole_days_of_sao_paulo() {
    let opened = [
        "2026-11-01T02:59:59Z",
        "2026-11-01T03:00:00Z",
        "2026-11-15T12:00:00-03:00",
        "2026-12-01T02:59:59.999Z",
        "2026-11-30T22:00:01-05:00",
    ];
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(move |_| {
            let rows = opened.iter().enumerate().map(|(number, opened)| {
                let mut row = row(number, "A", 1);
                row.dt_abertura = opened.parse().unwrap();
                row.dt_ocorrencia =
                    ["2026-10-31", "2026-11-01", "", "2026-11-30", "2026-12-01"][number].parse().ok().into();
                row.dt_faturamento = (number == 2).then(|| "2026-12-24".parse().unwrap()).into();
                row
            });
            Answer::Data(rows.collect())
        })
        .start()
        .await;
    let ids = async |periodo: Value| {
        let filtro = json!({ "status": "A", "periodo": periodo });
        ids(&list(&stub, json!({ "filtro": filtro, "ordem": "VALOR_ASC" })).await)
    };
    assert_eq!(ids(json!({ "por": "ABERTURA", "de": "2026-11-01", "ate": "2026-11-30" })).await, "1 2 3");
    assert_eq!(ids(json!({ "por": "ABERTURA", "de": "2026-11-16" })).await, "3 4");
    assert_eq!(ids(json!({ "por": "ABERTURA", "ate": "2026-10-31" })).await, "0");
    assert_eq!(ids(json!({ "por": "ABERTURA", "de": "9999-12-31", "ate": "9999-12-31" })).await, "");
    assert_eq!(ids(json!({ "por": "OCORRENCIA", "de": "2026-11-01", "ate": "2026-11-30" })).await, "1 3");
    assert_eq!(ids(json!({ "por": "OCORRENCIA", "ate": "0000-01-01" })).await, "");
    assert_eq!(ids(json!({ "por": "FATURAMENTO", "de": "2026-01-01" })).await, "2", "the others are not billed");
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 7", "a period costs no call");
}

#[tokio::test]
async fn what_a_question_does_not_filter_is_filtered_of_its_rows() {
    let stub = stub()
        .on::<ListaAcionamentosByAutorizacao>(|_| {
            let mut other = row(2, "B", 2);
            other.cd_seguradora = "4".into();
            Answer::Data(vec![row(1, "A", 1), other, row(3, "B", 3)])
        })
        .on::<ListaAcionamentosBySinistro>(|call| {
            Answer::Data(vec![Acionamento { nr_sinistro: call.sinistro.into(), ..row(7, "A", 20) }])
        })
        .start()
        .await;
    let ids = async |filtro: Value| ids(&list(&stub, json!({ "filtro": filtro })).await);
    assert_eq!(ids(json!({ "autorizacao": "X", "status": "B" })).await, "3 2");
    assert_eq!(ids(json!({ "autorizacao": "X", "statusEm": ["A", "B"], "seguradora": "3" })).await, "3 1");
    let of_insurer = json!({ "autorizacao": "X", "seguradoraStatus": { "seguradora": "4", "status": "B" } });
    assert_eq!(ids(of_insurer).await, "2");
    assert_eq!(stub.bodies::<ListaAcionamentosByAutorizacao>(), vec![json!({ "autorizacao": "X" }); 3]);
    assert_eq!(ids(json!({ "sinistro": "1", "status": "B" })).await, "");
    let period = json!({ "por": "ABERTURA", "de": "2026-11-20", "ate": "2026-11-20" });
    assert_eq!(ids(json!({ "sinistro": "1", "periodo": period })).await, "7");
}

#[tokio::test]
async fn a_user_has_the_acionamentos_with_an_event_of_theirs() {
    let event = |usuario: Option<&str>| Evento { nm_usuario: usuario.map(str::to_owned).into(), ..evento() };
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(move |_| {
            let histories = [vec![], vec![event(Some("Ana Souza ")), event(None)], vec![event(Some("Ana"))]];
            let rows = histories.into_iter().enumerate();
            Answer::Data(rows.map(|(number, historico)| Acionamento { historico, ..row(number, "A", 1) }).collect())
        })
        .start()
        .await;
    let ids = async |usuario: &str| ids(&list(&stub, json!({ "filtro": { "status": "A", "usuario": usuario } })).await);
    assert_eq!(ids(" Ana Souza").await, "1");
    assert_eq!(ids("ana souza").await, "");
}

#[tokio::test]
async fn refused_filters_say_what_the_services_can_answer() {
    let stub = stub().start().await;
    let mut errors = Vec::new();
    for filtro in [
        json!({ "seguradora": "3", "periodo": { "por": "ABERTURA", "de": "2026-11-01" } }),
        json!({ "sinistro": "1", "autorizacao": "A-1" }),
        json!({ "status": "A", "statusEm": ["A"] }),
        json!({ "seguradoraStatus": { "seguradora": "3", "status": "A" }, "statusEm": ["A"] }),
        json!({ "statusEm": (0..11).map(|code| code.to_string()).collect::<Vec<_>>() }),
        json!({ "status": "A", "periodo": { "por": "FATURAMENTO", "de": "2026-11-02", "ate": "2026-11-01" } }),
    ] {
        errors.extend(stub.ask_with(QUERY, json!({ "filtro": filtro })).await.errors());
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
    acionamentos BAD_USER_INPUT: Preencha "filtro": os serviços listam acionamentos só por status, pelo número da autorização ou pelo do sinistro.
    acionamentos BAD_USER_INPUT: Use "filtro.sinistro" ou "filtro.autorizacao", não os dois: os serviços procuram por um deles.
    acionamentos BAD_USER_INPUT: Use "filtro.status" ou "filtro.statusEm", não os dois.
    acionamentos BAD_USER_INPUT: Use "filtro.seguradoraStatus" sem "filtro.seguradora", "filtro.status" e "filtro.statusEm".
    acionamentos BAD_USER_INPUT: "filtro.statusEm" pode ter no máximo 10 status: cada um é uma chamada aos serviços.
    acionamentos BAD_USER_INPUT: "filtro.periodo" termina antes de começar.
    "#);
    for filtro in [
        json!({}),
        json!({ "status": null }),
        json!({ "seguradora": "3" }),
        json!({ "statusEm": [] }),
        json!({ "statusEm": ["A", " "] }),
        json!({ "seguradoraStatus": { "seguradora": "3", "status": "A" }, "seguradora": "4" }),
        json!({ "status": "A", "periodo": { "por": "ABERTURA" } }),
        json!({ "statuss": "A" }),
        json!({ "status": "" }),
        json!({ "autorizacao": "  " }),
        json!({ "sinistro": "x".repeat(101) }),
        json!({ "seguradoraStatus": { "seguradora": " ", "status": "A" } }),
        json!({ "seguradoraStatus": { "seguradora": "3", "status": "" } }),
    ] {
        let errors = stub.ask_with(QUERY, json!({ "filtro": filtro })).await.errors();
        assert!(errors[0].contains(" BAD_USER_INPUT: "), "{filtro}: {errors:?}");
    }
    assert_eq!(stub.counts(), "");
}

/// Services with acionamentos of four insured in each status; those of the second have a tax id with punctuation.
async fn of_insured() -> Stub {
    stub()
        .on::<PesquisaSegurado>(|call| Answer::Data(segurado(call.cpf_cnpj.as_str())))
        .on::<ListaAcionamentosByStatus>(|call| {
            if call.status == "F" {
                return Answer::Http(500);
            }
            let rows = (0..8).map(|number| {
                let mut row = row(number, &call.status, u32::try_from(number).unwrap() + 1);
                row.cd_acionamento = format!("{}{number}", call.status).into();
                row.nr_cpf_cnpj = cpf(number % 4).into();
                if number == 5 {
                    row.nr_cpf_cnpj.0.insert(3, '.');
                }
                row
            });
            Answer::Data(rows.collect())
        })
        .start()
        .await
}

#[tokio::test]
async fn an_insured_has_the_acionamentos_of_some_statuses() {
    let stub = of_insured().await;
    let query = "query ($cpf: CpfCnpj!, $statuses: [ID!]!, $periodo: PeriodoAcionamentos) {
        segurado(cpfCnpj: $cpf) { nome acionamentos(statusEm: $statuses, periodo: $periodo) { nodes { id } totalCount valorTotal } }
    }";
    let ask = async |statuses: Value, periodo: Value| {
        let variables = json!({ "cpf": cpf(1), "statuses": statuses, "periodo": periodo });
        stub.ask_with(query, variables).await.data()["segurado"]["acionamentos"].clone()
    };
    let open = ask(json!(["A", "B"]), Value::Null).await;
    assert_eq!(ids(&open), "B5 A5 B1 A1");
    assert_eq!((&open["totalCount"], &open["valorTotal"]), (&json!(4), &json!("12.00")));
    let later = json!({ "por": "ABERTURA", "de": "2026-11-03" });
    assert_eq!(ids(&ask(json!(["A", "B"]), later).await), "B5 A5");
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 4, pesquisa-segurado 2");
}

#[tokio::test]
async fn insured_below_a_page_share_the_lists_of_their_acionamentos() {
    let stub = of_insured().await;
    let answer = stub
        .ask(
            "{ acionamentos(filtro: { status: \"A\" }, first: 4) { nodes {
                segurado { acionamentos(statusEm: [\"B\", \"C\"], first: 1) { totalCount nodes { id } } }
            } } }",
        )
        .await;
    let answer = answer.data();
    let nodes = answer["acionamentos"]["nodes"].as_array().unwrap();
    let first: Vec<_> = nodes.iter().map(|node| ids(&node["segurado"]["acionamentos"])).collect();
    assert_eq!(first, ["C7", "C6", "C5", "C4"]);
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 3");
    // They count for each row, as if the lists were different ones.
    let many = "{ acionamentos(filtro: { status: \"A\" }, first: 10) { nodes {
        segurado { acionamentos(statusEm: [\"B\", \"C\"]) { totalCount } } } } }";
    assert!(stub.ask(many).await.errors()[0].starts_with(" QUERY_TOO_COMPLEX"));
}

#[tokio::test]
async fn a_failing_list_costs_an_insured_only_their_acionamentos() {
    let stub = of_insured().await;
    let query = |statuses: &str| {
        format!(
            "{{ segurado(cpfCnpj: \"{}\") {{ nome acionamentos(statusEm: {statuses}) {{ totalCount }} }} }}",
            cpf(1)
        )
    };
    let failed = stub.ask(&query("[\"A\", \"F\"]")).await;
    assert_eq!(failed.json()["data"], json!({ "segurado": { "nome": "Marina Duarte", "acionamentos": null } }));
    assert!(failed.errors()[0].starts_with("segurado.acionamentos UPSTREAM_ERROR: "), "{:?}", failed.errors());
    for (statuses, message) in
        [("[]", "\"statusEm\" deve ter pelo menos um status."), ("[\" \"]", "\"statusEm\" não pode ficar em branco.")]
    {
        let refused = stub.ask(&query(statuses)).await;
        assert_eq!(refused.errors(), [format!("segurado.acionamentos BAD_USER_INPUT: {message}")]);
    }
}
