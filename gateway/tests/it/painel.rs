//! The dashboard.

use contract::{
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalMensal, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    seguradora::ListaSeguradora,
    value::Money,
};
use serde_json::json;

use crate::stub::{Answer, StubBuilder, seguradora, stub, total_da_seguradora, total_mensal};

const WHOLE: &str = "{ painel {
    abertosHoje { quantidade valor } abertosNoMes { quantidade valor } faturadosNoMes { quantidade valor } seguradoras
    statusPorSeguradoraNoMes { seguradora { id nome } totais { status { codigo descricao } quantidade valor } }
} }";

fn total(count: i64) -> Answer<Total> {
    Answer::Data(Total { qt_total: count.into(), vl_total: Some(Money::from_centavos(count * 10)).into() })
}

fn painel() -> StubBuilder {
    stub()
        .on::<TotalAcionamentoAbertosDia>(|_| total(1))
        .on::<TotalAcionamentoAbertosMes>(|_| total(20))
        .on::<TotalAcionamentoFaturadosMes>(|_| total(3))
        .on::<TotalSeguradoras>(|_| Answer::Data(QuantidadeTotal { qt_total: 19.into() }))
        .on::<TotalStatusSeguradorasMes>(|_| {
            Answer::Data(vec![
                total_da_seguradora("3", "ABERTO", 5, None),
                total_da_seguradora("1", "NEGADO", 2, None),
                total_da_seguradora("3", "NOVIDADE", 1, None),
            ])
        })
}

#[tokio::test]
async fn the_whole_painel_is_five_calls_at_once() {
    let stub = painel().together("/DashBoard/", 5).start().await;
    let of_status = |codigo: &str, quantidade: i64| {
        json!({
            "status": { "codigo": codigo, "descricao": codigo.to_lowercase() }, "quantidade": quantidade, "valor": null,
        })
    };
    let of_insurers = json!([
        {
            "seguradora": { "id": "3", "nome": "Seguradora 3" },
            "totais": [of_status("ABERTO", 5), of_status("NOVIDADE", 1)],
        },
        { "seguradora": { "id": "1", "nome": "Seguradora 1" }, "totais": [of_status("NEGADO", 2)] },
    ]);
    let whole = json!({
        "abertosHoje": { "quantidade": 1, "valor": "0.10" }, "abertosNoMes": { "quantidade": 20, "valor": "2.00" },
        "faturadosNoMes": { "quantidade": 3, "valor": "0.30" }, "seguradoras": 19,
        "statusPorSeguradoraNoMes": of_insurers,
    });
    assert_eq!(stub.ask(WHOLE).await.data()["painel"], whole);
    assert_eq!(
        stub.counts(),
        "total-acionamento-abertos-dia 1, total-acionamento-abertos-mes 1, total-acionamento-faturados-mes 1, \
         total-seguradoras 1, total-status-seguradoras-mes 1"
    );
}

#[tokio::test]
async fn a_failing_total_fails_its_own_field_only() {
    let stub = painel()
        .on::<TotalAcionamentoAbertosDia>(|_| Answer::Http(503))
        .on::<TotalSeguradoras>(|_| Answer::Refused("Sem acesso."))
        .on::<TotalStatusSeguradorasMes>(|_| Answer::Http(500))
        // Out of range of a GraphQL Int.
        .on::<TotalAcionamentoFaturadosMes>(|_| total(3_000_000_000))
        .start()
        .await;
    let answer = stub.ask(WHOLE).await;
    assert_eq!(
        answer.json()["data"]["painel"],
        json!({
            "abertosHoje": null,
            "abertosNoMes": { "quantidade": 20, "valor": "2.00" },
            "faturadosNoMes": null,
            "seguradoras": null,
            "statusPorSeguradoraNoMes": null,
        })
    );
    let mut errors = answer.errors();
    errors.sort();
    insta::assert_snapshot!(errors.join("\n"), @r#"
    painel.abertosHoje UPSTREAM_UNAVAILABLE: O serviço está indisponível no momento. Tente novamente em instantes.
    painel.faturadosNoMes UPSTREAM_INVALID_RESPONSE: O serviço deu uma resposta inesperada. Tente novamente mais tarde.
    painel.seguradoras UPSTREAM_REJECTED: Sem acesso.
    painel.statusPorSeguradoraNoMes UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    "#);
    // Each is requested once, but for the retry of a 503.
    assert_eq!(
        stub.counts(),
        "total-acionamento-abertos-dia 2, total-acionamento-abertos-mes 1, total-acionamento-faturados-mes 1, \
         total-seguradoras 1, total-status-seguradoras-mes 1"
    );
}

/// Section 6.4.4 of the GraphQL specification. async-graphql makes the object around the field null.
#[tokio::test]
async fn null_for_a_non_null_argument_costs_its_field_only() {
    let stub = painel().start().await;
    let document = "query($ano: Int = 2026) { painel { seguradoras totaisPorStatus(ano: $ano) { mes } } \
                    totaisPorStatus(ano: $ano) { mes } }";
    let answer = stub.ask_with(document, json!({ "ano": null })).await;
    let expected = json!({ "painel": { "seguradoras": 19, "totaisPorStatus": null }, "totaisPorStatus": null });
    assert_eq!(answer.json()["data"], expected);
    insta::assert_snapshot!(answer.errors().join("\n"), @r"
    painel.totaisPorStatus BAD_USER_INPUT: Um argumento que não aceita null recebeu null de uma variável. Deixe a variável fora para usar o valor padrão.
    totaisPorStatus BAD_USER_INPUT: Um argumento que não aceita null recebeu null de uma variável. Deixe a variável fora para usar o valor padrão.
    ");
}

#[tokio::test]
async fn only_selected_figures_are_requested_and_only_once() {
    let stub = painel().on::<ListaSeguradora>(|_| Answer::Data(vec![seguradora("3", "Pata Segura")])).start().await;
    stub.ask("{ painel { abertosHoje { quantidade } b: abertosHoje { valor } } painel { abertosHoje { valor } } }")
        .await;
    assert_eq!(stub.counts(), "total-acionamento-abertos-dia 1");
    let answer = stub.ask("{ painel { statusPorSeguradoraNoMes { seguradora { nome cnpj ativa } } } }").await;
    assert_eq!(
        answer.data()["painel"]["statusPorSeguradoraNoMes"],
        json!([
            { "seguradora": { "nome": "Seguradora 3", "cnpj": "11222333000181", "ativa": true } },
            // Not in the list of insurers.
            { "seguradora": { "nome": "Seguradora 1", "cnpj": null, "ativa": null } },
        ])
    );
    assert_eq!(stub.counts(), "lista-seguradora 1, total-acionamento-abertos-dia 1, total-status-seguradoras-mes 1");
}

#[tokio::test]
async fn totals_of_a_year_come_by_month_and_status() {
    let stub = stub()
        .on::<TotalStatusAcionamentoAno>(|call| {
            let ds_status = format!("Faturado em {}", call.ano).into();
            Answer::Data(vec![TotalMensal { ds_status, ..total_mensal(2, "FATURADO", 7, Some(1)) }])
        })
        .start()
        .await;
    let answer = stub
        .ask(
            "{ a: totaisPorStatus(ano: 2026) { mes status { codigo descricao } quantidade valor }
               b: totaisPorStatus(ano: 2026) { mes } c: totaisPorStatus(ano: 2025) { status { descricao } } }",
        )
        .await;
    assert_eq!(
        answer.data(),
        json!({
            "a": [{
                "mes": 2, "status": { "codigo": "FATURADO", "descricao": "Faturado em 2026" }, "quantidade": 7,
                "valor": "0.01",
            }],
            "b": [{ "mes": 2 }],
            "c": [{ "status": { "descricao": "Faturado em 2025" } }],
        })
    );
    assert_eq!(stub.counts(), "total-status-acionamento-ano 2");
    let answer = stub.ask("{ totaisPorStatus(ano: 1999) { mes } }").await;
    assert_eq!(answer.errors(), [r#"totaisPorStatus BAD_USER_INPUT: "ano" deve estar entre 2000 e 2100."#]);
}

#[tokio::test]
async fn a_month_that_does_not_exist_is_an_invalid_response() {
    let stub = stub()
        .on::<TotalStatusAcionamentoAno>(|call| {
            Answer::Data(vec![total_mensal(i64::from(call.ano - 2000), "ABERTO", 1, None)])
        })
        .start()
        .await;
    for (ano, fits) in [(2000, false), (2001, true), (2012, true), (2013, false)] {
        let answer = stub.ask(&format!("{{ totaisPorStatus(ano: {ano}) {{ mes }} }}")).await;
        assert_eq!(answer.json().get("errors").is_none(), fits, "{ano}");
        if !fits {
            assert!(
                answer.errors()[0].starts_with("totaisPorStatus.0.mes UPSTREAM_INVALID_RESPONSE"),
                "{:?}",
                answer.errors()
            );
        }
    }
}
