//! Relations of acionamentos, and the exact number of calls that they cost.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use contract::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    painel::{Total, TotalAcionamentoAbertosDia},
    procedimento::{ListaProcedimento, Procedimento},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
    value::Money,
};
use serde_json::{Value, json};

use crate::stub::{Reply, StubBuilder, acionamento, cpf, segurado, seguradora, stub, with_number};

/// Services with 2,000 acionamentos of 36 insured.
fn two_thousand() -> StubBuilder {
    let rows: Vec<_> = (0..2000)
        .map(|number| {
            let mut row = acionamento(number);
            row.nr_cpf_cnpj = cpf(number % 36).into();
            // Some rows write the same tax id with punctuation.
            if number % 72 == 0 {
                row.nr_cpf_cnpj.0.insert(3, '.');
            }
            row
        })
        .collect();
    stub()
        .on::<ListaAcionamentosByStatus>(move |_| Reply::Data(rows.clone()))
        .on::<ListaSeguradora>(|_| Reply::Data(vec![seguradora("3", "Pata Segura")]))
        .on::<ListaProcedimento>(|_| {
            Reply::Data(vec![Procedimento {
                cd_procedimento: "12".into(),
                ds_procedimento: "Ultrassonografia".into(),
                ds_categoria: Some("Imagem".to_owned()).into(),
                vl_referencia: Some(Money::from_centavos(40_000)).into(),
            }])
        })
        .on::<PesquisaSegurado>(|call| Reply::Data(segurado(call.cpf_cnpj.as_str())))
}

/// Fields of every row of the longest page.
fn rows(fields: &str) -> String {
    format!(r#"{{ acionamentos(filtro: {{ status: "ABERTO" }}, first: 500) {{ totalCount nodes {{ {fields} }} }} }}"#)
}

#[tokio::test]
async fn two_thousand_with_their_insurers_are_two_calls() {
    let stub = two_thousand().start().await;
    let answer = stub.ask(&rows("seguradora { nome cnpj ativa }")).await;
    let list = &answer.data()["acionamentos"];
    assert_eq!(list["totalCount"], 2000);
    assert_eq!(list["nodes"][499]["seguradora"]["nome"], "Pata Segura");
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1");
}

#[tokio::test]
async fn fields_of_the_row_cost_no_further_call() {
    let stub = two_thousand().start().await;
    let fields = "codigoSeguradora segurado { nome cpfCnpj } pet { id nome especie }
                  procedimentos { procedimento { id descricao } total } sinistroOrigem origem { id } reabertura { id }";
    stub.ask(&rows(fields)).await.data();
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1");
}

#[tokio::test]
async fn a_query_that_failed_as_a_whole_makes_no_call() {
    let stub = two_thousand().start().await;
    let answer = stub.ask("{ menu { id } seguradoras { nome } segurado(cpfCnpj: \"x\") { nome } }").await;
    assert_eq!((&answer.json["data"], stub.counts().as_str()), (&Value::Null, ""));
}

#[tokio::test]
async fn the_same_list_in_two_orders_is_one_call() {
    let stub = two_thousand().start().await;
    let query = r#"{
        a: acionamentos(filtro: { status: "ABERTO" }) { nodes { seguradora { nome } } }
        b: acionamentos(filtro: { status: " ABERTO" }, ordem: VALOR_ASC, busca: "7") { nodes { seguradora { nome } } }
        seguradoras { nome }
    }"#;
    stub.ask(query).await.data();
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1");
}

#[tokio::test]
async fn each_insured_is_one_call_and_all_run_at_once() {
    let stub = two_thousand().together("/PesquisaSegurado/", 36).start().await;
    let answer = stub
        .ask(&rows("segurado { nome email telefone apolices { numero } } pet { raca nascimento } seguradora { nome }"))
        .await;
    let first = &answer.data()["acionamentos"]["nodes"][0];
    assert_eq!(first["segurado"]["nome"], "Segurado 1999", "the name is the row's");
    assert_eq!(first["segurado"]["telefone"], "11987654321");
    assert_eq!(first["pet"], json!({ "raca": "Vira-lata", "nascimento": "2021-03-09" }));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-seguradora 1, pesquisa-segurado 36");
}

#[tokio::test]
async fn procedures_are_one_call_for_all_rows() {
    let stub = two_thousand().start().await;
    let answer = stub.ask(&rows("procedimentos { procedimento { categoria valorReferencia } }")).await;
    assert_eq!(
        answer.data()["acionamentos"]["nodes"][0]["procedimentos"][0]["procedimento"],
        json!({ "categoria": "Imagem", "valorReferencia": "400.00" })
    );
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, lista-listaprocedimento 1");
}

#[tokio::test]
async fn a_failing_relation_is_null_and_requested_once() {
    let stub = two_thousand()
        .on::<ListaSeguradora>(|_| Reply::Http(500))
        .on::<PesquisaSegurado>(|_| Reply::Refused("Segurado não encontrado."))
        .start()
        .await;
    let fields = "id seguradora { nome } segurado { nome email apolices { numero } } pet { nome raca }";
    let query = format!(r#"{{ acionamentos(filtro: {{ status: "A" }}, first: 2) {{ nodes {{ {fields} }} }} }}"#);
    let answer = stub.ask(&query).await;
    assert_eq!(
        answer.json["data"]["acionamentos"]["nodes"][1],
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
        .on::<ListaSeguradora>(|_| Reply::Data(Vec::new()))
        .on::<ListaProcedimento>(|_| Reply::Data(Vec::new()))
        .on::<PesquisaSegurado>(|call| {
            let mut insured = segurado(call.cpf_cnpj.as_str());
            insured.apolices.clear();
            insured.ds_email = None.into();
            insured.nr_telefone = Some(" ".into()).into();
            Reply::Data(insured)
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
            Reply::Data(vec![row])
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
            let reopened = |number, origin: &str| {
                let mut row = acionamento(number);
                row.nr_sinistro_origem = Some(origin.into()).into();
                row
            };
            Reply::Data(vec![reopened(3, "a"), reopened(2, "a"), reopened(1, "b"), acionamento(0)])
        })
        .on::<ListaAcionamentosBySinistro>(|call| match call.sinistro.as_str() {
            "a" => {
                let mut origin = with_number("a", 70);
                origin.nr_sinistro_reabertura = Some("c".into()).into();
                Reply::Data(vec![origin])
            }
            "c" => Reply::Data(vec![with_number("c", 3)]),
            _ => Reply::Data(Vec::new()),
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
            Reply::Data(rows.to_vec())
        })
        .start()
        .await;
    let document = "{ acionamentos(filtro: { status: \"A\" }) { edges { node { pet { raca } } } } }";
    let edges = json!([{ "node": { "pet": null } }, { "node": { "pet": { "raca": "Vira-lata" } } }]);
    assert_eq!(stub.ask(document).await.data()["acionamentos"]["edges"], edges);
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, pesquisa-segurado 1");
}

#[tokio::test]
async fn an_empty_list_requests_no_insured() {
    let stub = two_thousand().on::<ListaAcionamentosByStatus>(|_| Reply::Data(Vec::new())).start().await;
    let document = rows("seguradora { nome } segurado { email } pet { raca }");
    // The list of insurers is prefetched before it is known that there are no rows.
    for _ in 0..2 {
        assert_eq!(stub.ask(&document).await.data()["acionamentos"]["nodes"], json!([]));
    }
    assert_eq!(stub.bodies::<ListaAcionamentosByStatus>().len(), 2);
    assert!(stub.bodies::<PesquisaSegurado>().is_empty());
}

#[tokio::test]
async fn reference_lists_are_requested_together_with_the_rows() {
    let is_known = Arc::new(AtomicBool::new(false));
    let stub = two_thousand()
        .together_where(
            {
                let is_known = Arc::clone(&is_known);
                move |_, _| is_known.load(Ordering::SeqCst)
            },
            2,
        )
        .start()
        .await;
    let ask = async || stub.ask(&rows("seguradora { nome }")).await.data()["acionamentos"]["nodes"][0].clone();
    ask().await;
    // Neither call gets a response before the other one is in flight.
    is_known.store(true, Ordering::SeqCst);
    assert_eq!(ask().await, json!({ "seguradora": { "nome": "Pata Segura" } }));
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 2, lista-seguradora 2");
}

#[tokio::test]
async fn a_failing_list_fails_its_page_only_and_is_requested_once() {
    let stub = two_thousand()
        .on::<ListaAcionamentosByStatus>(|call| {
            if call.status == "A" { Reply::Http(500) } else { Reply::Refused("Status desconhecido.") }
        })
        .start()
        .await;
    for status in ["A", "B", "A", "B"] {
        let page = format!("acionamentos(filtro: {{ status: \"{status}\" }}) {{ nodes {{ seguradora {{ nome }} }} }}");
        let answer = stub.ask(&format!("{{ {page} seguradoras {{ id }} }}")).await.json;
        assert_eq!(answer["data"], json!({ "acionamentos": null, "seguradoras": [{ "id": "3" }] }));
        assert_eq!(answer["errors"][0]["path"], json!(["acionamentos"]));
    }
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 4, lista-seguradora 4");
}

#[tokio::test]
async fn a_slow_leaf_delays_no_chain() {
    let sinistro = |body: &[u8]| serde_json::from_slice::<ListaAcionamentosBySinistro>(body).unwrap().sinistro;
    // The figure gets a response only when the second call of the chain is in flight.
    let stub = two_thousand()
        .on::<ListaAcionamentosBySinistro>(|call| {
            let mut row = with_number(&call.sinistro, 1);
            row.nr_sinistro_origem = (call.sinistro == "2").then(|| "1".into()).into();
            Reply::Data(vec![row])
        })
        .on::<TotalAcionamentoAbertosDia>(|_| Reply::Data(Total { qt_total: 7.into(), vl_total: None.into() }))
        .together_where(
            move |path, body| match path {
                TotalAcionamentoAbertosDia::PATH => true,
                ListaAcionamentosBySinistro::PATH => sinistro(body) == "1",
                _ => false,
            },
            2,
        )
        .start()
        .await;
    let document = "{ painel { abertosHoje { quantidade } } acionamento(sinistro: \"2\") { origem { id } } }";
    let expected =
        json!({ "painel": { "abertosHoje": { "quantidade": 7 } }, "acionamento": { "origem": { "id": "1" } } });
    for _ in 0..2 {
        assert_eq!(*stub.ask(document).await.data(), expected);
    }
}

/// The first field that requests the load needs no other one after it, the second does.
#[tokio::test]
async fn a_slow_load_delays_no_chain_behind_a_load_that_fields_share() {
    let stub = two_thousand()
        .on::<ListaAcionamentosBySinistro>(|call| {
            let mut row = with_number(&call.sinistro, 1);
            row.nr_sinistro_origem = (call.sinistro == "2").then(|| "1".into()).into();
            Reply::Data(vec![row])
        })
        .together_where(
            |path, body| {
                let sinistro = || serde_json::from_slice::<ListaAcionamentosBySinistro>(body).unwrap().sinistro;
                path == ListaAcionamentosBySinistro::PATH && ["1", "3"].contains(&&*sinistro())
            },
            2,
        )
        .start()
        .await;
    let document = "{ a: acionamento(sinistro: \"2\") { id } b: acionamento(sinistro: \"2\") { origem { sinistro } } \
                    slow: acionamento(sinistro: \"3\") { sinistro } }";
    let expected = json!({ "a": { "id": "1" }, "b": { "origem": { "sinistro": "1" } }, "slow": { "sinistro": "3" } });
    assert_eq!(*stub.ask(document).await.data(), expected);
}

/// Two acionamentos, A1 and B1, each with a chain of `origem` behind it.
fn chains() -> StubBuilder {
    let row = |name: &str| {
        let (chain, depth) = name.split_at(1);
        let depth: usize = depth.parse().unwrap();
        let mut row = acionamento(depth);
        row.nr_sinistro = name.into();
        row.nr_sinistro_origem = (depth < 4).then(|| format!("{chain}{}", depth + 1).into()).into();
        row
    };
    stub()
        .on::<ListaAcionamentosByStatus>(move |_| Reply::Data(vec![row("A1"), row("B1")]))
        .on::<ListaAcionamentosBySinistro>(move |call| Reply::Data(vec![row(&call.sinistro)]))
}

/// Neither of two claim numbers gets a response before the other one is requested.
fn asked_for_together(chains: StubBuilder, one: &'static str, other: &'static str) -> StubBuilder {
    let sinistro = |body: &[u8]| serde_json::from_slice::<ListaAcionamentosBySinistro>(body).unwrap().sinistro;
    let is_one = move |path: &str, body: &[u8]| {
        path == ListaAcionamentosBySinistro::PATH && [one, other].contains(&&*sinistro(body))
    };
    chains.together_where(is_one, 2)
}

#[tokio::test]
async fn a_slow_origem_of_one_row_delays_no_other_row() {
    let stub = asked_for_together(chains(), "B2", "A4").start().await;
    let list = "acionamentos(filtro: { status: \"ABERTO\" }, first: 2)";
    let answer =
        stub.ask(&format!("{{ {list} {{ nodes {{ origem {{ origem {{ origem {{ sinistro }} }} }} }} }} }}")).await;
    let first = &answer.data()["acionamentos"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|node| node["origem"]["origem"]["origem"]["sinistro"] == "A4");
    assert!(first.is_some(), "{}", answer.json);
}

#[tokio::test]
async fn a_slow_acionamento_delays_no_other() {
    let stub = asked_for_together(chains(), "B1", "A4").start().await;
    let chain =
        |name| format!("{name}: acionamento(sinistro: \"{name}\") {{ origem {{ origem {{ origem {{ id }} }} }} }}");
    let answer = stub.ask(&format!("{{ {} {} }}", chain("A1"), chain("B1"))).await;
    assert_eq!(answer.data()["A1"]["origem"]["origem"]["origem"]["id"], "4");
}
