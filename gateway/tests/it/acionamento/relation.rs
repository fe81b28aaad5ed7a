//! Relations of acionamentos, and the exact number of calls that they cost.

use contract::{
    Call as _,
    acionamento::{Acionamento, ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    painel::{Total, TotalAcionamentoAbertosDia},
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use serde_json::json;

use crate::{
    kit::Call,
    stub::{Answer, Stub, StubBuilder, acionamento, cpf, one_insurer, procedimento, segurado, stub, with_number},
};

/// Services with 2,000 acionamentos of 100 insured.
fn two_thousand() -> StubBuilder {
    let rows: Vec<_> = (0..2000)
        .map(|number| {
            let mut row = acionamento(number);
            row.nr_cpf_cnpj = cpf(number % 100).into();
            // Some rows write the same tax id with punctuation.
            if number % 200 == 0 {
                row.nr_cpf_cnpj.0.insert(3, '.');
            }
            row
        })
        .collect();
    one_insurer()
        .on::<ListaAcionamentosByStatus>(move |_| Answer::Data(rows.clone()))
        .on::<ListaProcedimento>(|_| Answer::Data(vec![procedimento("12", "Ultrassonografia")]))
        .on::<PesquisaSegurado>(|call| Answer::Data(segurado(call.cpf_cnpj.as_str())))
}

/// Fields of every row of the longest page.
fn rows(fields: &str) -> String {
    format!(r#"{{ acionamentos(filtro: {{ status: "ABERTO" }}, first: 500) {{ totalCount nodes {{ {fields} }} }} }}"#)
}

#[tokio::test]
async fn a_relation_to_a_list_is_one_call_for_all_rows() {
    let of_the_row = "codigoSeguradora segurado { nome cpfCnpj } pet { id nome especie }
                      procedimentos { procedimento { id descricao } total } sinistroOrigem origem { id } reabertura { id }";
    let in_two_orders = r#"{
        a: acionamentos(filtro: { status: "ABERTO" }) { nodes { seguradora { nome } } }
        b: acionamentos(filtro: { status: " ABERTO" }, ordem: VALOR_ASC, busca: "7") { nodes { seguradora { nome } } }
        seguradoras { nome }
    }"#;
    let list = "lista-acionamentos-by-status 1";
    for (query, calls) in [
        (&*rows(of_the_row), list.to_owned()),
        (&rows("procedimentos { procedimento { categoria } }"), format!("{list}, lista-listaprocedimento 1")),
        (in_two_orders, format!("{list}, lista-seguradora 1")),
    ] {
        let stub = two_thousand().start().await;
        stub.ask(query).await.data();
        assert_eq!(stub.counts(), calls);
    }
}

#[tokio::test]
async fn each_insured_is_one_call_and_a_hundred_start_at_once_on_a_cold_service() {
    let stub = two_thousand().together("/PesquisaSegurado/", 100).start().await;
    let answer = stub
        .ask(&rows("segurado { nome email telefone apolices { numero } } pet { raca nascimento } seguradora { nome }"))
        .await;
    let first = &answer.data()["acionamentos"]["nodes"][0];
    assert_eq!(first["segurado"]["nome"], "Segurado 1999", "the name is the row's");
    assert_eq!(first["segurado"]["telefone"], "11987654321");
    assert_eq!(first["pet"], json!({ "raca": "Vira-lata", "nascimento": "2021-03-09" }));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1, pesquisa-segurado 100");
}

#[tokio::test]
async fn a_failing_relation_is_null_and_requested_once() {
    let stub = two_thousand()
        .on::<ListaSeguradora>(|_| Answer::Http(500))
        .on::<PesquisaSegurado>(|_| Answer::Refused("Segurado não encontrado."))
        .start()
        .await;
    let fields = "id seguradora { nome } segurado { nome email apolices { numero } } pet { nome raca }";
    let query = format!(r#"{{ acionamentos(filtro: {{ status: "A" }}, first: 2) {{ nodes {{ {fields} }} }} }}"#);
    let answer = stub.ask(&query).await;
    assert_eq!(
        answer.json()["data"]["acionamentos"]["nodes"][1],
        json!({
            "id": "1998",
            "seguradora": null,
            "segurado": { "nome": "Segurado 1998", "email": null, "apolices": null },
            "pet": { "nome": "Paçoca", "raca": null },
        })
    );
    let mut errors = answer.errors();
    errors.sort();
    insta::assert_snapshot!(errors.join("\n"), @r#"
    acionamentos.nodes.0.pet.raca UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.0.segurado.apolices UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.0.segurado.email UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.0.seguradora UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    acionamentos.nodes.1.pet.raca UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.1.segurado.apolices UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.1.segurado.email UPSTREAM_REJECTED: Segurado não encontrado.
    acionamentos.nodes.1.seguradora UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    "#);
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1, pesquisa-segurado 2");
}

#[tokio::test]
async fn a_code_that_no_list_has_is_null_without_an_error() {
    let stub = two_thousand()
        .on::<ListaSeguradora>(|_| Answer::Data(Vec::new()))
        .on::<ListaProcedimento>(|_| Answer::Data(Vec::new()))
        .on::<PesquisaSegurado>(|call| {
            let mut insured = segurado(call.cpf_cnpj.as_str());
            insured.apolices.clear();
            insured.ds_email = None.into();
            insured.nr_telefone = Some(" ".into()).into();
            Answer::Data(insured)
        })
        .start()
        .await;
    let fields = "seguradora { nome } segurado { email telefone apolices { numero } } pet { raca nascimento }
                  procedimentos { procedimento { descricao categoria valorReferencia } }";
    let query = format!(r#"{{ acionamentos(filtro: {{ status: "A" }}, first: 1) {{ nodes {{ {fields} }} }} }}"#);
    assert_eq!(
        stub.ask(&query).await.data()["acionamentos"]["nodes"][0],
        json!({
            "seguradora": null,
            "segurado": { "email": null, "telefone": null, "apolices": [] },
            "pet": { "raca": null, "nascimento": null },
            "procedimentos": [
                { "procedimento": { "descricao": "Ultrassonografia", "categoria": null, "valorReferencia": null } },
            ],
        })
    );
}

#[tokio::test]
async fn a_row_without_a_pet_or_policy_has_nulls() {
    let stub = stub()
        .on::<ListaAcionamentosBySinistro>(|call| {
            let mut row = with_number(call.sinistro, 1);
            (row.cd_pet, row.nr_apolice, row.ds_especie) = (None.into(), Some(" ".into()).into(), None.into());
            Answer::Data(vec![row])
        })
        .start()
        .await;
    let answer = stub.ask(r#"{ acionamento(sinistro: "1") { pet { id } apolice observacao autorizacao } }"#).await;
    assert_eq!(
        answer.data()["acionamento"],
        json!({ "pet": null, "apolice": null, "observacao": null, "autorizacao": null })
    );
}

#[tokio::test]
async fn each_origem_is_one_call_for_all_rows() {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|_| {
            let reopened = |number, origin: &str| Acionamento {
                nr_sinistro_origem: Some(origin.into()).into(),
                ..acionamento(number)
            };
            Answer::Data(vec![reopened(3, "a"), reopened(2, "a"), reopened(1, "b"), acionamento(0)])
        })
        .on::<ListaAcionamentosBySinistro>(|call| match call.sinistro.as_str() {
            "a" => Answer::Data(vec![Acionamento {
                nr_sinistro_reabertura: Some("c".into()).into(),
                ..with_number("a", 70)
            }]),
            "c" => Answer::Data(vec![with_number("c", 3)]),
            _ => Answer::Data(Vec::new()),
        })
        .start()
        .await;
    let answer = stub
        .ask(
            r#"{ acionamentos(filtro: { status: "REABERTO" }) { nodes { origem { id reabertura { id } } } }
                 acionamento(sinistro: "a") { id } }"#,
        )
        .await;
    assert_eq!(
        answer.data()["acionamentos"]["nodes"],
        json!([
            { "origem": { "id": "70", "reabertura": { "id": "3" } } },
            { "origem": { "id": "70", "reabertura": { "id": "3" } } },
            { "origem": null },
            { "origem": null },
        ])
    );
    assert_eq!(stub.counts(), "lista-acionamentos-by-sinistro 3, lista-acionamentos-by-status 1");
}

#[tokio::test]
async fn a_pet_is_looked_up_for_the_rows_that_have_one() {
    let stub = two_thousand()
        .on::<ListaAcionamentosByStatus>(|_| {
            let mut rows = [acionamento(3), acionamento(4)];
            rows[1].cd_pet = None.into();
            Answer::Data(rows.to_vec())
        })
        .start()
        .await;
    let document = "{ acionamentos(filtro: { status: \"A\" }) { edges { node { pet { raca } } } } }";
    let edges = json!([{ "node": { "pet": null } }, { "node": { "pet": { "raca": "Vira-lata" } } }]);
    assert_eq!(stub.ask(document).await.data()["acionamentos"]["edges"], edges);
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, pesquisa-segurado 1");
}

#[tokio::test]
async fn reference_lists_are_requested_together_with_the_rows() {
    // Neither call gets a response before the other one is in flight.
    let stub = two_thousand().together("/", 2).start().await;
    for _ in 0..2 {
        let answer = stub.ask(&rows("seguradora { nome ativa }")).await.data();
        let list = &answer["acionamentos"];
        assert_eq!(list["totalCount"], 2000);
        assert_eq!(list["nodes"][499], json!({ "seguradora": { "nome": "Pata Segura", "ativa": true } }));
    }
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 2, lista-seguradora 2");
}

/// Acionamentos A1 and B1, each with a chain of three `origem` behind it; some calls get no response before all are in flight.
async fn chains(are_together: &'static [&'static str]) -> Stub {
    let row = |name: &str| {
        let (chain, depth) = name.split_at(1);
        let depth: usize = depth.parse().unwrap();
        let origin = (depth < 4).then(|| format!("{chain}{}", depth + 1).into());
        Acionamento { nr_sinistro_origem: origin.into(), ..with_number(name, depth) }
    };
    let is_one = |call: &Call| are_together.iter().any(|one| call.path == *one || call.json()["sinistro"] == *one);
    stub()
        .on::<ListaAcionamentosByStatus>(move |_| Answer::Data(vec![row("A1"), row("B1")]))
        .on::<ListaAcionamentosBySinistro>(move |call| Answer::Data(vec![row(&call.sinistro)]))
        .on::<TotalAcionamentoAbertosDia>(|_| Answer::Data(Total { qt_total: 7.into(), vl_total: None.into() }))
        .together_where(is_one, are_together.len())
        .start()
        .await
}

#[tokio::test]
async fn what_is_slow_among_few_loads_delays_no_chain() {
    let leaf = "painel { abertosHoje { quantidade } } acionamento(sinistro: \"A1\") { origem { id } }";
    // The first field that requests the load needs no other one after it, the second does.
    let shared = "a: acionamento(sinistro: \"A3\") { id } b: acionamento(sinistro: \"A3\") { origem { sinistro } } \
                  slow: acionamento(sinistro: \"B4\") { sinistro }";
    let row =
        "acionamentos(filtro: { status: \"ABERTO\" }, first: 2) { nodes { origem { origem { origem { id } } } } }";
    let other = "A1: acionamento(sinistro: \"A1\") { origem { origem { origem { id } } } } \
                 B1: acionamento(sinistro: \"B1\") { origem { origem { origem { id } } } }";
    for (are_together, fields, place, value) in [
        (&[TotalAcionamentoAbertosDia::PATH, "A2"][..], leaf, "/acionamento/origem/id", "2"),
        (&["A4", "B4"], shared, "/b/origem/sinistro", "A4"),
        (&["B2", "A4"], row, "/acionamentos/nodes/0/origem/origem/origem/id", "4"),
        (&["B1", "A4"], other, "/A1/origem/origem/origem/id", "4"),
    ] {
        let stub = chains(are_together).await;
        for _ in 0..2 {
            let data = stub.ask(&format!("{{ {fields} }}")).await.data();
            assert_eq!(data.pointer(place), Some(&json!(value)), "{data}");
        }
    }
}
