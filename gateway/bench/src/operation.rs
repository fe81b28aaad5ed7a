//! The operations: GraphQL documents, and the calls behind them, which the bare proxy makes. The five of the first table
//! are here, their variants in [`variants`](crate::variants). The documents are in `../operations`.

use contract::{
    Call,
    acionamento::ListaAcionamentosByStatus,
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use serde_json::{Value, json};

use crate::{fixtures::cpf, load::Body, upstream::SHORT};

/// A call to a service.
pub(crate) struct CallToMake {
    pub(crate) path: &'static str,
    pub(crate) body: String,
}

impl CallToMake {
    pub(crate) fn new<C: Call>(body: &Value) -> Self {
        Self { path: C::PATH, body: body.to_string() }
    }
}

/// An operation of the bench.
pub(crate) struct Operation {
    /// Name in the tables.
    pub(crate) name: &'static str,
    /// Description.
    pub(crate) what: &'static str,
    /// The GraphQL document.
    pub(crate) query: &'static str,
    /// Its variables, or null.
    pub(crate) variables: fn() -> Value,
    /// The calls behind it, in stages: calls of a stage are independent, and a stage depends on the previous one.
    pub(crate) stages: fn() -> Vec<Vec<CallToMake>>,
    /// Expected number of fields of the response, over all rows.
    pub(crate) fields: usize,
    /// Requests per round.
    pub(crate) requests: usize,
}

/// All of the first table.
pub(crate) static ALL: [&Operation; 5] = [&Q1, &Q2, &Q3, &Q4, &Q5];

pub(crate) static Q1: Operation = Operation {
    name: "Q1",
    what: "20 seguradoras, their names",
    query: include_str!("../operations/Q1.graphql"),
    stages: || vec![vec![CallToMake::new::<ListaSeguradora>(&json!({}))]],
    fields: 21,
    requests: 1000,
    ..Operation::BASE
};

pub(crate) static Q2: Operation = Operation {
    name: "Q2",
    what: "100 acionamentos, 10 fields, their insurers' names and procedures",
    query: include_str!("../operations/Q2.graphql"),
    stages: || vec![vec![short_list(), CallToMake::new::<ListaSeguradora>(&json!({}))]],
    fields: 2403,
    requests: 200,
    ..Operation::BASE
};

pub(crate) static Q3: Operation = Operation {
    name: "Q3",
    what: "the dashboard, all totals",
    query: include_str!("../operations/Q3.graphql"),
    stages: || {
        vec![vec![
            CallToMake::new::<TotalAcionamentoAbertosDia>(&json!({})),
            CallToMake::new::<TotalAcionamentoAbertosMes>(&json!({})),
            CallToMake::new::<TotalAcionamentoFaturadosMes>(&json!({})),
            CallToMake::new::<TotalSeguradoras>(&json!({})),
            CallToMake::new::<TotalStatusSeguradorasMes>(&json!({})),
            CallToMake::new::<TotalStatusAcionamentoAno>(&json!({ "ano": 2026 })),
        ]]
    },
    fields: 613,
    requests: 300,
    ..Operation::BASE
};

pub(crate) static Q4: Operation = Operation {
    name: "Q4",
    what: "100 acionamentos, each insured's e-mail, the procedures' categories",
    query: include_str!("../operations/Q4.graphql"),
    stages: || vec![vec![short_list(), CallToMake::new::<ListaProcedimento>(&json!({}))], insured(SHORT)],
    fields: 1002,
    requests: 40,
    ..Operation::BASE
};

pub(crate) static Q5: Operation = Operation {
    name: "Q5",
    what: "page 3 of 50 out of 5,000 acionamentos",
    query: include_str!("../operations/Q5.graphql"),
    stages: || vec![vec![long_list(), CallToMake::new::<ListaSeguradora>(&json!({}))]],
    fields: 1205,
    requests: 14,
    ..Operation::BASE
};

fn short_list() -> CallToMake {
    CallToMake::new::<ListaAcionamentosByStatus>(&json!({ "status": "ABERTO" }))
}

pub(crate) fn long_list() -> CallToMake {
    CallToMake::new::<ListaAcionamentosByStatus>(&json!({ "status": "FATURADO" }))
}

/// A round of calls for so many insured.
pub(crate) fn insured(count: usize) -> Vec<CallToMake> {
    (0..count).map(|number| CallToMake::new::<PesquisaSegurado>(&json!({ "cpfCnpj": cpf(number) }))).collect()
}

impl Operation {
    /// Defaults.
    pub(crate) const BASE: Self =
        Self { name: "", what: "", query: "", variables: || Value::Null, stages: Vec::new, fields: 0, requests: 0 };

    /// The GraphQL request body; `after` is the cursor of the previous page.
    pub(crate) fn body(&self, after: Option<&str>) -> Body {
        let variables = after.map_or_else(self.variables, |after| json!({ "after": after }));
        Body::new(&match variables {
            Value::Null => json!({ "query": self.query }),
            variables => json!({ "query": self.query, "variables": variables }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Operation, Q1};
    use crate::load::Body;

    #[test]
    fn a_varying_text_differs_in_each_request() {
        let body = Operation { query: "{ t$$: seguradoras { nome } }", ..Operation::BASE }.body(None);
        assert_eq!(body.of(7), r#"{"query":"{ t000000000007: seguradoras { nome } }"}"#);
        assert_eq!(body.of(8), r#"{"query":"{ t000000000008: seguradoras { nome } }"}"#);
        assert!(matches!(Q1.body(None), Body::Same(text) if text.starts_with(br#"{"query":"query Q1 {"#)));
    }
}
