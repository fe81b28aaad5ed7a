//! The dashboard and its totals.

use serde_json::json;
use services::wire::{
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalMensal, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradora, TotalStatusSeguradorasMes,
    },
    value::Money,
};

use super::{both_ways, distinct, odd_services};
use crate::stub::{Reply, stub};

#[tokio::test]
async fn the_dashboard_answers_as_one_too() {
    let total = |month: i64, value: Option<i64>| TotalMensal {
        nr_mes: month.into(),
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".to_owned(),
        qt_total: 3.into(),
        vl_total: value.map(Money::from_centavos),
    };
    let of_insurer = |code: &str, value: Option<i64>| TotalStatusSeguradora {
        cd_seguradora: code.into(),
        nm_seguradora: format!("Seguradora {code}"),
        cd_status: "FATURADO".into(),
        ds_status: "Faturado".to_owned(),
        qt_total: 7.into(),
        vl_total: value.map(Money::from_centavos),
    };
    let months = vec![total(1, Some(100)), total(12, None)];
    let insurers = vec![of_insurer("3", None), of_insurer("nenhuma", Some(5)), of_insurer("3", Some(0))];
    let count = |count: i64, value: Option<&str>| Total {
        qt_total: count.into(),
        vl_total: value.map(|value| Money(value.parse().unwrap())),
    };
    let stub = odd_services()
        .on::<TotalStatusAcionamentoAno>(move |_| Reply::Data(months.clone()))
        .on::<TotalStatusSeguradorasMes>(move |_| Reply::Data(insurers.clone()))
        .on::<TotalAcionamentoAbertosDia>(move |_| Reply::Data(count(0, None)))
        .on::<TotalAcionamentoAbertosMes>(move |_| Reply::Data(count(-1, Some("10.005"))))
        .on::<TotalAcionamentoFaturadosMes>(move |_| Reply::Data(count(1, Some("0"))))
        .on::<TotalSeguradoras>(|_| Reply::Data(QuantidadeTotal { qt_total: 18.into() }))
        .start()
        .await;
    for list in [
        "totaisPorStatus(ano: 2026) { mes status { codigo descricao } quantidade valor }",
        "totaisPorStatus(ano: 2026) { __typename x: valor status { __typename } status { codigo } mes @skip(if: $sim) }",
        "totaisPorStatus(ano: 1) { mes }",
    ] {
        let (once, twice) = both_ways(&stub, ("", ""), list, "").await;
        assert_eq!((&once["data"], distinct(&once["errors"])), (&twice["data"], distinct(&twice["errors"])), "{list}");
    }
    for fields in [
        "statusPorSeguradoraNoMes { seguradora { nome } totais { quantidade valor status { descricao } } }",
        "statusPorSeguradoraNoMes { seguradora { id nome cnpj ativa __typename } totais { __typename } }",
        "statusPorSeguradoraNoMes { \
             ...on TotaisDaSeguradora { t: totais { valor } } seguradora { ativa } seguradora { id } }",
        "abertosHoje { quantidade valor } x: abertosNoMes { valor q: quantidade __typename } seguradoras",
        "__typename seguradoras ...on Painel { abertosHoje { valor } s: seguradoras } abertosHoje { quantidade }",
        "abertosNoMes { valor @skip(if: $sim) quantidade @include(if: $sim) } abertosHoje @skip(if: $sim) { valor }",
        "abertosHoje { quantidade @skip(if: true) }",
    ] {
        let (once, twice) = both_ways(&stub, ("", ""), &format!("painel {{ {fields} }}"), "").await;
        assert!(once["data"].is_object() && once["errors"].is_null(), "{once}");
        assert_eq!(once.to_string(), twice.to_string());
    }
}

#[tokio::test]
async fn a_figure_of_the_dashboard_that_fails_costs_itself_alone_and_is_asked_for_once() {
    let stub = stub()
        .on::<TotalAcionamentoAbertosDia>(|_| Reply::Data(Total { qt_total: 7.into(), vl_total: None }))
        .on::<TotalAcionamentoFaturadosMes>(|_| Reply::Data(Total { qt_total: (1 << 31).into(), vl_total: None }))
        .on::<TotalAcionamentoAbertosMes>(|_| Reply::Http(500))
        .start()
        .await;
    let fields = "abertosHoje { quantidade } abertosNoMes { quantidade } faturadosNoMes { quantidade }";
    let expected = json!({ "abertosHoje": { "quantidade": 7 }, "abertosNoMes": null, "faturadosNoMes": null });
    // The second time it is known to be valid, and tried without the engine.
    for _ in 0..2 {
        let answer = stub.ask(&format!("{{ painel {{ {fields} }} }}")).await.json;
        assert_eq!(answer["data"]["painel"], expected);
        let failed: Vec<_> = answer["errors"].as_array().unwrap().iter().map(|error| &error["path"]).collect();
        assert_eq!(json!(failed), json!([["painel", "abertosNoMes"], ["painel", "faturadosNoMes"]]));
    }
    let counts = "total-acionamento-abertos-dia 2, total-acionamento-abertos-mes 2, total-acionamento-faturados-mes 2";
    assert_eq!(stub.counts(), counts);
}
