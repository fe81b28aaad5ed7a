//! The five operations: what is asked of the two GraphQL servers, and the calls behind it, which `fan` makes.

use serde_json::{Value, json};
use services::wire::{
    Call,
    acionamento::{ListaAcionamentosByAutorizacao, ListaAcionamentosByStatus},
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

use crate::{rows::cpf, upstream::SHORT};

/// A call to a service.
pub(crate) struct CallToMake {
    pub(crate) path: &'static str,
    pub(crate) body: String,
}

/// An operation of the bench.
pub(crate) struct Operation {
    /// What the table calls it.
    pub(crate) name: &'static str,
    /// What it is, for the table's reader.
    pub(crate) what: &'static str,
    /// The GraphQL document.
    pub(crate) query: &'static str,
    /// Requests of one round of measuring.
    pub(crate) requests: usize,
    /// The largest ratio to `fan` that is hoped for.
    pub(crate) goal: Option<f64>,
    /// Whether it is about what is kept: then it makes no call, and `fan` has nothing to do for it.
    pub(crate) is_kept: bool,
}

/// All of them, as the table has them.
pub(crate) const ALL: [Operation; 5] = [
    Operation {
        name: "Q1",
        what: "20 seguradoras, their names",
        query: "query Q1 { seguradoras { nome } }",
        requests: 1000,
        goal: Some(2.0),
        is_kept: false,
    },
    Operation {
        name: "Q2",
        what: "100 acionamentos, 10 fields, their insurers' names and procedures",
        query: "query Q2 { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { totalCount nodes { \
                id sinistro autorizacao abertoEm ocorridoEm valorTotal observacao apolice \
                status { codigo descricao } segurado { nome } seguradora { nome } \
                procedimentos { procedimento { descricao } quantidade valor } } } }",
        requests: 200,
        goal: Some(5.0),
        is_kept: false,
    },
    Operation {
        name: "Q3",
        what: "the dashboard, all totals",
        query: "query Q3 { painel { abertosHoje { quantidade valor } abertosNoMes { quantidade valor } \
                faturadosNoMes { quantidade valor } seguradoras \
                statusPorSeguradoraNoMes { seguradora { nome } totais { status { descricao } quantidade valor } } } \
                totaisPorStatus(ano: 2026) { mes status { descricao } quantidade valor } }",
        requests: 300,
        goal: Some(2.0),
        is_kept: false,
    },
    Operation {
        name: "Q4",
        what: "100 acionamentos, each insured's e-mail, the procedures' categories",
        query: "query Q4 { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { nodes { \
                id segurado { email } procedimentos { procedimento { descricao categoria } } } } }",
        requests: 40,
        goal: Some(2.0),
        is_kept: false,
    },
    Operation {
        name: "Q5",
        what: "page 3 of 50 out of 5,000 acionamentos",
        query: "query Q5($after: String) { acionamentos(filtro: { autorizacao: \"A\" }, first: 50, after: $after) { \
                totalCount nodes { id sinistro autorizacao abertoEm ocorridoEm valorTotal observacao apolice \
                status { codigo descricao } segurado { nome } seguradora { nome } \
                procedimentos { procedimento { descricao } quantidade valor } } pageInfo { endCursor } } }",
        requests: 14,
        goal: None,
        is_kept: true,
    },
];

impl Operation {
    /// What is sent to a GraphQL server; `after` is the cursor of the page before.
    pub(crate) fn body(&self, after: Option<&str>) -> String {
        match after {
            Some(after) => json!({ "query": self.query, "variables": { "after": after } }).to_string(),
            None => json!({ "query": self.query }).to_string(),
        }
    }

    /// The calls behind it, in rounds: those of one round need nothing of each other, and only the answers of the round
    /// before say what the next one is.
    pub(crate) fn rounds(&self) -> Vec<Vec<CallToMake>> {
        fn call<C: Call>(body: &Value) -> CallToMake {
            CallToMake { path: C::PATH, body: body.to_string() }
        }
        let short = call::<ListaAcionamentosByStatus>(&json!({ "status": "ABERTO" }));
        let nothing = json!({});
        match self.name {
            "Q1" => vec![vec![call::<ListaSeguradora>(&nothing)]],
            "Q2" => vec![vec![short, call::<ListaSeguradora>(&nothing)]],
            "Q3" => vec![vec![
                call::<TotalAcionamentoAbertosDia>(&nothing),
                call::<TotalAcionamentoAbertosMes>(&nothing),
                call::<TotalAcionamentoFaturadosMes>(&nothing),
                call::<TotalSeguradoras>(&nothing),
                call::<TotalStatusSeguradorasMes>(&nothing),
                call::<TotalStatusAcionamentoAno>(&json!({ "ano": 2026 })),
            ]],
            "Q4" => {
                let insured = (0..SHORT).map(|number| call::<PesquisaSegurado>(&json!({ "cpfCnpj": cpf(number) })));
                vec![vec![short, call::<ListaProcedimento>(&nothing)], insured.collect()]
            }
            _ => vec![vec![
                call::<ListaAcionamentosByAutorizacao>(&json!({ "autorizacao": "A" })),
                call::<ListaSeguradora>(&nothing),
            ]],
        }
    }
}
