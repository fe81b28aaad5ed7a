//! The variants of documents, and their baselines.

use contract::{
    acionamento::{ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro, SalvaSinistroWeb},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use serde_json::json;

use crate::{
    fixtures::{cpf, sinistro},
    operation::{CallToMake, Operation, Q1, Q2, insured, long_list},
    upstream::{FEW, SHORT},
};

/// The variants, each with the baseline that it is compared with.
pub(crate) static COMPARISONS: [(&Operation, &Operation); 7] = [
    (&ORIGEM, &EMAIL),
    (&NODES_TWICE, &Q2),
    (&SEGURADO, &Q1),
    (&ACIONAMENTO, &LIST_OF_ONE),
    (&ABRIR_ACIONAMENTO, &LIST_OF_ONE),
    (&NEW_TEXT, &Q2),
    // Searching and sorting are additional work.
    (&BUSCA, &FIRST_PAGE),
];

/// All operations of this module.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    COMPARISONS.iter().map(|(variant, _)| *variant).chain([&EMAIL, &LIST_OF_ONE, &FIRST_PAGE])
}

/// Q2 with rows of few insured, and their e-mails by key.
static EMAIL: Operation = Operation {
    name: "Q2-email",
    what: "Q2 of rows of 10 insured, and their e-mails",
    query: include_str!("../operations/Q2-email.graphql"),
    stages: || vec![vec![list_of_few(), CallToMake::new::<ListaSeguradora>(&json!({}))], insured(FEW)],
    fields: 2503,
    ..ORIGEM
};

static ORIGEM: Operation = Operation {
    name: "Q2-origem",
    what: "Q2 and `origem { id }` of every row, of which 10 have one",
    query: include_str!("../operations/Q2-origem.graphql"),
    stages: || {
        let origins = (0..SHORT).step_by(SHORT / FEW).map(|number| acionamento(SHORT + number));
        vec![vec![list_of_few(), CallToMake::new::<ListaSeguradora>(&json!({}))], origins.collect()]
    },
    fields: 2513,
    requests: 60,
    ..Operation::BASE
};

static NODES_TWICE: Operation = Operation {
    name: "Q2-nodes",
    what: "Q2 with `nodes` in two fragments",
    query: include_str!("../operations/Q2-nodes.graphql"),
    stages: Q2.stages,
    fields: Q2.fields,
    requests: 60,
    ..Operation::BASE
};

static SEGURADO: Operation = Operation {
    name: "segurado",
    what: "an insured by key, with policies and pets",
    query: include_str!("../operations/segurado.graphql"),
    variables: || json!({ "cpf": cpf(SHORT) }),
    stages: || vec![vec![CallToMake::new::<PesquisaSegurado>(&json!({ "cpfCnpj": cpf(SHORT) }))]],
    fields: 20,
    requests: 500,
};

static ACIONAMENTO: Operation = Operation {
    name: "acionamento",
    what: "an acionamento by key, with what happened to it",
    query: include_str!("../operations/acionamento.graphql"),
    variables: || json!({ "sinistro": sinistro(0) }),
    stages: || vec![vec![acionamento(0)]],
    fields: 34,
    requests: 500,
};

/// The same call and row as a list.
static LIST_OF_ONE: Operation = Operation {
    name: "list-of-one",
    what: "an acionamento as the list of one",
    query: include_str!("../operations/list-of-one.graphql"),
    fields: 35,
    ..ACIONAMENTO
};

static ABRIR_ACIONAMENTO: Operation = Operation {
    name: "abrirAcionamento",
    what: "a mutation: an acionamento is opened and read",
    query: include_str!("../operations/abrirAcionamento.graphql"),
    variables: || {
        json!({ "input": {
            "chave": "save-$$", "cpfCnpj": cpf(0), "apolice": "PET-2025-000000", "pet": "880", "seguradora": "1",
            "ocorridoEm": "2025-12-01", "observacao": "Atendida à noite, com febre desde a véspera.",
            "procedimentos": [
                { "procedimento": "1", "quantidade": 1, "valor": "320.00" },
                { "procedimento": "2", "quantidade": 1, "valor": "320.00" },
            ],
        } })
    },
    stages: || {
        vec![vec![CallToMake::new::<SalvaSinistroWeb>(&json!({
            "cpfCnpj": cpf(0), "apolice": "PET-2025-000000", "pet": "880", "seguradora": "1",
            "dataOcorrencia": "2025-12-01", "autorizacao": null,
            "observacao": "Atendida à noite, com febre desde a véspera.", "sinistroOrigem": null,
            "procedimentos": [
                { "procedimento": "1", "quantidade": 1, "valor": 320.00 },
                { "procedimento": "2", "quantidade": 1, "valor": 320.00 },
            ],
        }))]]
    },
    fields: 36,
    requests: 500,
};

/// Varies an alias, not a comment, in case a cache ignores comments.
static NEW_TEXT: Operation = Operation {
    name: "Q2-text",
    what: "Q2 in a text never seen: an alias is another in each request",
    query: include_str!("../operations/Q2-text.graphql"),
    stages: Q2.stages,
    fields: Q2.fields,
    requests: 60,
    ..Operation::BASE
};

static BUSCA: Operation = Operation {
    name: "busca",
    what: "5,000 acionamentos searched and sorted by insured",
    query: include_str!("../operations/busca.graphql"),
    // Parts of words that every row has.
    variables: || json!({ "busca": "conceic marin uarte" }),
    ..FIRST_PAGE
};

static FIRST_PAGE: Operation = Operation {
    name: "first-page",
    what: "the first 50 of 5,000 acionamentos",
    query: include_str!("../operations/first-page.graphql"),
    stages: || vec![vec![long_list(), CallToMake::new::<ListaSeguradora>(&json!({}))]],
    fields: 1203,
    requests: 14,
    ..Operation::BASE
};

fn list_of_few() -> CallToMake {
    CallToMake::new::<ListaAcionamentosBySeguradoraStatus>(&json!({ "seguradora": "1", "status": "ABERTO" }))
}

fn acionamento(number: usize) -> CallToMake {
    CallToMake::new::<ListaAcionamentosBySinistro>(&json!({ "sinistro": sinistro(number) }))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::operations;
    use crate::operation;

    #[test]
    fn operation_names_are_unique() {
        let names: Vec<_> = operation::ALL.into_iter().chain(operations()).map(|one| one.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }
}
