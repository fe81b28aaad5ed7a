//! The variants of documents, and their baselines.

use serde_json::json;
use services::wire::{
    acionamento::{ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro, SalvaSinistroWeb},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

use crate::{
    fixtures::{cpf, sinistro},
    operation::{CallToMake, Operation, Q1, Q2, Q3, insured, long_list},
    upstream::{FEW, SHORT},
};

/// A variant and the baseline that it is compared with.
pub(crate) struct Comparison {
    pub(crate) variant: &'static Operation,
    pub(crate) baseline: &'static Operation,
    /// Whether all requests are of one session with single flight, so that processing a list weighs more than parsing it.
    pub(crate) is_shared: bool,
    /// Maximum ratio of the cost per field.
    pub(crate) goal: Option<f64>,
}

impl Comparison {
    const fn new(variant: &'static Operation, baseline: &'static Operation) -> Self {
        Self { variant, baseline, is_shared: false, goal: Some(1.3) }
    }
}

pub(crate) static COMPARISONS: [Comparison; 11] = [
    Comparison::new(&ORIGEM, &EMAIL),
    Comparison::new(&SEGURADORA_TWICE, &Q2),
    Comparison::new(&NODES_TWICE, &Q2),
    Comparison::new(&PAGE_INFO_TWICE, &Q2),
    Comparison::new(&PAINEL_TWICE, &Q3),
    Comparison::new(&SEGURADO, &Q1),
    Comparison::new(&ACIONAMENTO, &LIST_OF_ONE),
    Comparison::new(&ABRIR_ACIONAMENTO, &LIST_OF_ONE),
    Comparison::new(&NEW_TEXT, &Q2),
    // No goal: searching and sorting are additional work.
    Comparison { variant: &BUSCA, baseline: &FIRST_PAGE, is_shared: false, goal: None },
    Comparison { variant: &BUSCA_SHARED, baseline: &FIRST_PAGE, is_shared: true, goal: None },
];

/// All operations of this module.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    COMPARISONS.iter().map(|one| one.variant).chain([&EMAIL, &LIST_OF_ONE, &FIRST_PAGE])
}

/// The scalars and the objects of an acionamento in Q2.
macro_rules! scalars {
    () => {
        "id sinistro autorizacao abertoEm ocorridoEm valorTotal observacao apolice"
    };
}
macro_rules! objects {
    () => {
        "status { codigo descricao } segurado { nome } seguradora { nome } \
         procedimentos { procedimento { descricao } quantidade valor }"
    };
}
/// All fields of an acionamento that need one call.
macro_rules! one {
    () => {
        concat!(
            scalars!(),
            " status { codigo descricao } segurado { nome } \
             procedimentos { procedimento { descricao } quantidade valor } \
             historico { em status { descricao } usuario observacao }"
        )
    };
}

/// Q2 with rows of few insured, and their e-mails by key.
static EMAIL: Operation = Operation {
    name: "Q2-email",
    what: "Q2 of rows of 10 insured, and their e-mails",
    query: concat!(
        "query Email { acionamentos(filtro: { seguradoraStatus: { seguradora: \"1\", status: \"ABERTO\" } }, first: 100) ",
        "{ totalCount nodes { ",
        scalars!(),
        " status { codigo descricao } segurado { nome email } seguradora { nome } ",
        "procedimentos { procedimento { descricao } quantidade valor } } } }"
    ),
    rounds: || vec![vec![list_of_few(), CallToMake::new::<ListaSeguradora>(&json!({}))], insured(FEW)],
    fields: 2503,
    ..ORIGEM
};

static ORIGEM: Operation = Operation {
    name: "Q2-origem",
    what: "Q2 and `origem { id }` of every row, of which 10 have one",
    query: concat!(
        "query Origem { acionamentos(filtro: { seguradoraStatus: { seguradora: \"1\", status: \"ABERTO\" } }, first: 100) ",
        "{ totalCount nodes { ",
        scalars!(),
        " ",
        objects!(),
        " origem { id } } } }"
    ),
    rounds: || {
        let origins = (0..SHORT).step_by(SHORT / FEW).map(|number| acionamento(SHORT + number));
        vec![vec![list_of_few(), CallToMake::new::<ListaSeguradora>(&json!({}))], origins.collect()]
    },
    fields: 2513,
    requests: 60,
    ..Operation::BASE
};

static SEGURADORA_TWICE: Operation = Operation {
    name: "Q2-seguradora",
    what: "Q2 with the insurer in two fragments",
    query: concat!(
        "query Seguradora { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { totalCount nodes { ",
        "...Codigo ...Nome } } } fragment Codigo on Acionamento { ",
        scalars!(),
        " seguradora { id } } fragment Nome on Acionamento { ",
        objects!(),
        " }"
    ),
    rounds: Q2.rounds,
    fields: 2503,
    requests: 60,
    ..Operation::BASE
};

static NODES_TWICE: Operation = Operation {
    name: "Q2-nodes",
    what: "Q2 with `nodes` in two fragments",
    query: concat!(
        "query Nodes { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { ...Um ...Outro } } ",
        "fragment Um on AcionamentoConnection { totalCount nodes { ",
        scalars!(),
        " } } fragment Outro on AcionamentoConnection { nodes { ",
        objects!(),
        " } }"
    ),
    rounds: Q2.rounds,
    fields: Q2.fields,
    requests: 60,
    ..Operation::BASE
};

static PAGE_INFO_TWICE: Operation = Operation {
    name: "Q2-pageInfo",
    what: "Q2 and `pageInfo` twice",
    query: concat!(
        "query PageInfo { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { totalCount nodes { ",
        scalars!(),
        " ",
        objects!(),
        " } pageInfo { endCursor } pageInfo { hasNextPage } } }"
    ),
    rounds: Q2.rounds,
    fields: 2406,
    requests: 60,
    ..Operation::BASE
};

static PAINEL_TWICE: Operation = Operation {
    name: "Q3-painel",
    what: "Q3 in two fragments, the dashboard in both",
    query: "query Painel { ...Totais ...Meses } \
            fragment Totais on Query { painel { abertosHoje { quantidade valor } abertosNoMes { quantidade valor } \
            faturadosNoMes { quantidade valor } seguradoras } } \
            fragment Meses on Query { painel { \
            statusPorSeguradoraNoMes { seguradora { nome } totais { status { descricao } quantidade valor } } } \
            totaisPorStatus(ano: 2026) { mes status { descricao } quantidade valor } }",
    rounds: Q3.rounds,
    fields: Q3.fields,
    requests: 150,
    ..Operation::BASE
};

static SEGURADO: Operation = Operation {
    name: "segurado",
    what: "an insured by key, with policies and pets",
    query: "query Segurado($cpf: CpfCnpj!) { segurado(cpfCnpj: $cpf) { cpfCnpj nome email telefone \
            apolices { numero inicio fim pets { id nome especie } } } }",
    variables: || json!({ "cpf": cpf(SHORT) }),
    rounds: || vec![vec![CallToMake::new::<PesquisaSegurado>(&json!({ "cpfCnpj": cpf(SHORT) }))]],
    fields: 20,
    requests: 500,
    ..Operation::BASE
};

static ACIONAMENTO: Operation = Operation {
    name: "acionamento",
    what: "an acionamento by key, with what happened to it",
    query: concat!("query Acionamento($sinistro: String!) { acionamento(sinistro: $sinistro) { ", one!(), " } }"),
    variables: || json!({ "sinistro": sinistro(0) }),
    rounds: || vec![vec![acionamento(0)]],
    fields: 34,
    requests: 500,
    ..Operation::BASE
};

/// The same call and row as a list.
static LIST_OF_ONE: Operation = Operation {
    name: "list-of-one",
    what: "an acionamento as the list of one",
    query: concat!(
        "query ListOfOne($sinistro: String!) { acionamentos(filtro: { sinistro: $sinistro }) { nodes { ",
        one!(),
        " } } }"
    ),
    fields: 35,
    ..ACIONAMENTO
};

static ABRIR_ACIONAMENTO: Operation = Operation {
    name: "abrirAcionamento",
    what: "a mutation: an acionamento is opened and read",
    query: concat!(
        "mutation Abrir($input: NovoAcionamento!) { abrirAcionamento(input: $input) { __typename ",
        "... on AcionamentoSalvo { acionamento { ",
        one!(),
        " } } } }"
    ),
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
    varying: Some(twelve_digits),
    rounds: || {
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
    ..Operation::BASE
};

/// Varies an alias, not a comment, in case a cache ignores comments.
static NEW_TEXT: Operation = Operation {
    name: "Q2-text",
    what: "Q2 in a text never seen: an alias is another in each request",
    query: concat!(
        "query Text { acionamentos(filtro: { status: \"ABERTO\" }, first: 100) { total_$$: totalCount nodes { ",
        scalars!(),
        " ",
        objects!(),
        " } } }"
    ),
    varying: Some(twelve_digits),
    rounds: Q2.rounds,
    fields: Q2.fields,
    requests: 60,
    ..Operation::BASE
};

static BUSCA: Operation = Operation {
    name: "busca",
    what: "5,000 acionamentos searched and sorted by insured, other words in each request",
    query: concat!(
        "query Busca($busca: String) { acionamentos(filtro: { status: \"FATURADO\" }, busca: $busca, ordem: SEGURADO_ASC, ",
        "first: 50) { totalCount nodes { ",
        scalars!(),
        " ",
        objects!(),
        " } } }"
    ),
    variables: || json!({ "busca": "$$" }),
    varying: Some(words_of_all),
    ..FIRST_PAGE
};

static BUSCA_SHARED: Operation =
    Operation { name: "busca-shared", what: "the same by one session, whose requests share what they read", ..BUSCA };

static FIRST_PAGE: Operation = Operation {
    name: "first-page",
    what: "the first 50 of 5,000 acionamentos",
    query: concat!(
        "query FirstPage { acionamentos(filtro: { status: \"FATURADO\" }, first: 50) { totalCount nodes { ",
        scalars!(),
        " ",
        objects!(),
        " } } }"
    ),
    rounds: || vec![vec![long_list(), CallToMake::new::<ListaSeguradora>(&json!({}))]],
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

/// Fixed width, so that all responses have the same length.
fn twelve_digits(number: usize) -> String {
    format!("{number:012}")
}

/// Substrings of three words that every row contains: each search is different and matches all rows.
fn words_of_all(number: usize) -> String {
    let mut number = number;
    let mut part = |word: &'static str| {
        let parts: Vec<_> = (3..=word.len())
            .flat_map(|length| (0..=word.len() - length).map(move |at| &word[at..at + length]))
            .collect();
        let part = parts[number % parts.len()];
        number /= parts.len();
        part
    };
    let words = [part("conceicao"), part("marina"), part("duarte")];
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{operations, words_of_all};
    use crate::{load::VARYING, operation};

    #[test]
    fn operation_names_are_unique() {
        let names: Vec<_> = operation::ALL.into_iter().chain(operations()).map(|one| one.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }

    #[test]
    fn varying_operations_have_a_placeholder() {
        for operation in operations() {
            let is_there = format!("{} {}", operation.query, (operation.variables)()).contains(VARYING);
            assert_eq!(is_there, operation.varying.is_some(), "{}", operation.name);
        }
    }

    #[test]
    fn a_thousand_searches_are_all_different() {
        let searches: HashSet<_> = (70_000..71_000).map(words_of_all).collect();
        assert_eq!(searches.len(), 1000);
        assert!(searches.iter().all(|words| words.split(' ').count() == 3));
    }
}
