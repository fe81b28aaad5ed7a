//! Lists that answer as one say what the engine says: documents that nobody thought of, run both ways.
//!
//! A document whose list stands in it twice is always for the engine, which then merges the two.

mod page;
mod painel;

use futures_util::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use serde_json::{Map, Value, json};
use services::wire::{
    acionamento::{
        Acionamento, Evento, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus,
    },
    menu::{ItemMenu, ListaMenuUsuario},
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalMensal, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::{ListaProcedimento, Procedimento},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
    value::Money,
};

use crate::stub::{Reply, Stub, StubBuilder, acionamento, cpf, segurado, seguradora, stub};

/// Rows that differ wherever a row can: what is null, blank, unknown, written with punctuation, needs an escape.
fn odd_rows() -> Vec<Acionamento> {
    let event = |at: usize| Evento {
        dt_evento: ["2026-11-20T14:03:11-03:00", "2026-11-20T17:03:11.250Z", "1969-12-31T23:59:60+05:30"][at % 3]
            .parse()
            .unwrap(),
        cd_status: "ABERTO".into(),
        ds_status: "Aberto\n\"já\"".to_owned(),
        nm_usuario: [None, Some(" ".to_owned()), Some("Ana \\ Zé".to_owned())][at % 3].clone(),
        ds_observacao: (at.is_multiple_of(2)).then(|| "ok".to_owned()),
    };
    let odd = |number: usize| {
        let mut row = acionamento(number);
        row.nr_autorizacao = [None, Some("".into()), Some("A-\u{1}\"".into())][number % 3].clone();
        row.cd_status = ["ABERTO", "EM_ANALISE", "nunca visto"][number % 3].into();
        row.dt_abertura = event(number).dt_evento;
        row.dt_ocorrencia = ["2026-11-19", "0001-01-01", "-0001-12-31", ""][number % 4].parse().ok();
        row.dt_faturamento = (number.is_multiple_of(2)).then(|| "2026-11-30".parse().unwrap());
        row.vl_total = [
            Money::from_centavos(0),
            Money("10.005".parse().unwrap()),
            Money("-1.10".parse().unwrap()),
            Money("79228162514264337593543950335".parse().unwrap()),
            Money("12".parse().unwrap()),
        ][number % 5];
        row.ds_observacao = ["  ", "Nota\t\u{7f} é \u{2028}", ""].get(number % 4).map(|&text| text.to_owned());
        row.cd_seguradora = ["3", "nenhuma", "4"][number % 3].into();
        row.cd_pet = (!number.is_multiple_of(3)).then(|| "881".into());
        row.nm_pet = (!number.is_multiple_of(4)).then(|| "Paçoca".to_owned());
        row.ds_especie = [None, Some(String::new()), Some("Cão".to_owned())][number % 3].clone();
        row.nr_cpf_cnpj = cpf(number % 4).into();
        if number.is_multiple_of(5) {
            row.nr_cpf_cnpj.0.insert(3, '.');
        }
        row.nr_sinistro_origem = (number.is_multiple_of(3)).then(|| "2025".into());
        row.nr_sinistro_reabertura = (number.is_multiple_of(4)).then(|| " ".into());
        row.fl_pode_reabrir = [None, Some(true), Some(false)][number % 3];
        let done = row.procedimentos.remove(0);
        for at in 0..number % 3 {
            let mut done = done.clone();
            done.cd_procedimento = ["12", "sumiu", "13"][at].into();
            done.vl_procedimento = row.vl_total;
            done.qt_procedimento = i64::try_from(at).unwrap().into();
            row.procedimentos.push(done);
        }
        row.historico = (0..number % 4).map(event).collect();
        row
    };
    (0..24).map(odd).collect()
}

fn odd_services() -> StubBuilder {
    let procedure = |code: &str, category: Option<&str>| Procedimento {
        cd_procedimento: code.into(),
        ds_procedimento: "Outro nome".to_owned(),
        ds_categoria: category.map(str::to_owned),
        vl_referencia: category.map(|_| Money::from_centavos(40_000)),
    };
    let procedures = vec![procedure("12", Some("Imagem")), procedure("13", None)];
    let mut insurer = seguradora("4", "Outra \"S.A.\"");
    (insurer.nr_cnpj, insurer.fl_ativa) = (None, false);
    let insurers = vec![seguradora("3", "Pata Segura"), insurer];
    stub()
        .on::<ListaAcionamentosByStatus>(|call| {
            Reply::Data(if call.status.starts_with("NENHUM") { Vec::new() } else { odd_rows() })
        })
        .on::<ListaAcionamentosBySinistro>(|_| Reply::Data(vec![acionamento(1)]))
        .on::<ListaProcedimento>(move |_| Reply::Data(procedures.clone()))
        .on::<ListaSeguradora>(move |_| Reply::Data(insurers.clone()))
        .on::<PesquisaSegurado>(|call| {
            let mut found = segurado(&call.cpf_cnpj);
            if call.cpf_cnpj == cpf(1) {
                found.apolices[0].pets[0].cd_pet = "outro".into();
            }
            if call.cpf_cnpj == cpf(2) {
                (found.ds_email, found.nr_telefone) = (Some(" ".to_owned()), None);
            }
            Reply::Data(found)
        })
}

/// The fields of each type, and the types of those that are objects.
const GRAPH: &[(&str, &[(&str, &str)])] = &[
    (
        "Acionamento",
        &[
            ("id", ""),
            ("sinistro", ""),
            ("autorizacao", ""),
            ("status", "Status"),
            ("abertoEm", ""),
            ("ocorridoEm", ""),
            ("faturadoEm", ""),
            ("valorTotal", ""),
            ("observacao", ""),
            ("seguradora", "Seguradora"),
            ("segurado", "Segurado"),
            ("apolice", ""),
            ("pet", "Pet"),
            ("procedimentos", "ProcedimentoRealizado"),
            ("historico", "Evento"),
            ("sinistroOrigem", ""),
            ("sinistroReabertura", ""),
            ("podeReabrir", ""),
        ],
    ),
    ("Status", &[("codigo", ""), ("descricao", "")]),
    ("Seguradora", &[("id", ""), ("nome", ""), ("cnpj", ""), ("ativa", "")]),
    ("Segurado", &[("cpfCnpj", ""), ("nome", ""), ("email", ""), ("telefone", "")]),
    ("Pet", &[("id", ""), ("nome", ""), ("especie", ""), ("raca", ""), ("nascimento", "")]),
    ("ProcedimentoRealizado", &[("procedimento", "Procedimento"), ("quantidade", ""), ("valor", ""), ("total", "")]),
    ("Procedimento", &[("id", ""), ("descricao", ""), ("categoria", ""), ("valorReferencia", "")]),
    ("Evento", &[("em", ""), ("status", "Status"), ("usuario", ""), ("observacao", "")]),
];

/// What only the engine can answer, now and then.
const RARE: &[&str] = &["origem { id }", "segurado { apolices { numero } }", "reabertura { id status { codigo } }"];

/// What is asked of an object of a type.
fn selection(type_name: &'static str, depth: u32) -> BoxedStrategy<String> {
    let (_, fields) = GRAPH.iter().find(|(name, _)| *name == type_name).unwrap();
    let directive = prop_oneof![
        6 => Just(""),
        1 => Just(" @include(if: $sim)"),
        1 => Just(" @skip(if: $sim)"),
        1 => Just(" @include(if: false)"),
        1 => Just(" @skip(if: false) @include(if: true)"),
    ];
    let field = (0..fields.len(), 0..8_u8, directive.clone()).prop_flat_map(move |(at, alias, directive)| {
        let (name, of) = fields[at];
        // An alias is always the same field's, so that no document contradicts itself.
        let alias = if alias == 0 { format!("x_{name}: ") } else { String::new() };
        let below = match of {
            "" => Just(String::new()).boxed(),
            of => selection(of, depth.saturating_sub(1)).prop_map(|below| format!(" {{ {below} }}")).boxed(),
        };
        below.prop_map(move |below| format!("{alias}{name}{directive}{below}"))
    });
    let leaf = prop_oneof![12 => field, 1 => Just("__typename".to_owned()), 1 => Just("t: __typename".to_owned())];
    let one = if depth == 0 {
        leaf.boxed()
    } else {
        let inline =
            (selection(type_name, depth - 1), any::<bool>(), directive).prop_map(move |(below, named, directive)| {
                let on = if named { format!(" on {type_name}") } else { String::new() };
                format!("...{on}{directive} {{ {below} }}")
            });
        prop_oneof![8 => leaf, 1 => inline].boxed()
    };
    prop::collection::vec(one, 1..5).prop_map(|all| all.join(" ")).boxed()
}

/// What is asked of a row, and whether a fragment asks for more.
fn rows() -> impl Strategy<Value = String> {
    let rare = prop_oneof![9 => Just(""), 1 => prop::sample::select(RARE)];
    (selection("Acionamento", 2), rare, any::<bool>())
        .prop_map(|(fields, rare, spread)| format!("{fields} {rare} {}", if spread { "...F" } else { "" }))
}

/// The answer to a document, and to the same where its list stands twice. `within` is what is around the list. Each is asked
/// for twice: a document that is known to be valid goes another way.
async fn both_ways(stub: &Stub, within: (&str, &str), list: &str, fragment: &str) -> (Value, Value) {
    let run = async |lists: &str| {
        let mut document = format!("{{ {} {lists} {} }}", within.0, within.1);
        if document.contains("...F") {
            document = format!("{document} fragment F on Acionamento {{ {fragment} }}");
        }
        if document.contains("$sim") {
            document = format!("query($sim: Boolean!) {document}");
        }
        let first = stub.ask_with(&document, json!({ "sim": true })).await.json;
        let second = stub.ask_with(&document, json!({ "sim": true })).await.json;
        assert_eq!(first["data"].to_string(), second["data"].to_string(), "{document}");
        assert_eq!(distinct(&first["errors"]), distinct(&second["errors"]), "{document}");
        second
    };
    (run(list).await, run(&format!("{list} {list}")).await)
}

fn documents(count: u32) -> Vec<(String, String)> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    let strategy = (rows(), selection("Acionamento", 1));
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[tokio::test]
async fn a_list_that_answers_as_one_says_what_the_engine_says() {
    let stub = odd_services().start().await;
    let documents = documents(300);
    for chunk in documents.chunks(20) {
        join_all(chunk.iter().map(async |(fields, fragment)| {
            let within = ("acionamentos(filtro: { status: \"A\" }) {", "}");
            for list in [format!("nodes {{ {fields} }}"), format!("edges {{ cursor n: node {{ {fields} }} }}")] {
                let (once, twice) = both_ways(&stub, within, &list, fragment).await;
                assert!(once["data"].is_object(), "{once}\n{list}\n{fragment}");
                assert_eq!(once["data"].to_string(), twice["data"].to_string(), "{list}\n{fragment}");
                assert_eq!(distinct(&once["errors"]), distinct(&twice["errors"]), "{list}\n{fragment}");
            }
        }))
        .await;
    }
}

/// The errors of an answer in order, each once: where a list is resolved twice, both say the same.
fn distinct(errors: &Value) -> Vec<String> {
    let mut all: Vec<_> = errors
        .as_array()
        .into_iter()
        .flatten()
        .map(|error| format!("{} {} {}", error["path"], error["message"], error["extensions"]))
        .collect();
    all.sort();
    all.dedup();
    all
}

#[tokio::test]
async fn the_insurers_answer_as_one_too() {
    let stub = odd_services().start().await;
    for fields in ["nome", "__typename id x: nome cnpj ativa", "...on Seguradora { nome id } nome @skip(if: true)"] {
        let (once, twice) = both_ways(&stub, ("", ""), &format!("seguradoras {{ {fields} }}"), "").await;
        assert_eq!(once.to_string(), twice.to_string());
    }
}

#[tokio::test]
async fn the_menu_answers_as_one_too() {
    let item = |code: &str, icon: Option<&str>, order: i64| ItemMenu {
        cd_menu: code.into(),
        ds_menu: "Início \"já\"".to_owned(),
        ds_rota: "/home-page".to_owned(),
        ds_icone: icon.map(str::to_owned),
        nr_ordem: order.into(),
    };
    let items = vec![item("2", Some(" "), 20), item("1", Some("home"), 10), item("3", None, 10)];
    let stub = stub().on::<ListaMenuUsuario>(move |_| Reply::Data(items.clone())).start().await;
    for fields in ["id titulo rota icone", "__typename x: icone @include(if: $sim) ...on ItemMenu { id }"] {
        let (once, twice) = both_ways(&stub, ("", ""), &format!("menu {{ {fields} }}"), "").await;
        assert!(once["errors"].is_null(), "{once}");
        assert_eq!(once.to_string(), twice.to_string());
    }
}

/// Documents all of whose fields answer as one, and such that only look so.
#[tokio::test]
async fn a_query_of_which_nothing_is_left_to_the_engine_says_what_it_says() {
    let total = |month: i64| TotalMensal {
        nr_mes: month.into(),
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".to_owned(),
        qt_total: month.into(),
        vl_total: None,
    };
    let start = || {
        odd_services()
            .on::<TotalStatusAcionamentoAno>(move |call| Reply::Data(vec![total(i64::from(call.ano) - 2020)]))
            .on::<TotalSeguradoras>(|_| Reply::Data(QuantidadeTotal { qt_total: 18.into() }))
            .start()
    };
    let year = "totaisPorStatus(ano: $ano) { mes quantidade }";
    for document in [
        "{ __typename }".to_owned(),
        format!("query($ano: Int!) {{ __typename t: {year} seguradoras {{ nome }} painel {{ seguradoras }} }}"),
        format!("query($ano: Int = 2031) {{ {year} }}"),
        format!("query($ano: Int = 1999) {{ {year} }}"),
        format!("query($ano: Int!) {{ a: {year} b: totaisPorStatus(ano: 2023) {{ mes }} }}"),
        format!("query($ano: Int!) {{ a: {year} b: {year} }}"),
        "query($sim: Boolean = true) { seguradoras { nome @include(if: $sim) id @skip(if: $sim) } }".to_owned(),
        "query($sim: Boolean!) { seguradoras @include(if: $sim) { nome } ...F @skip(if: $sim) } \
         fragment F on Query { painel { seguradoras } }"
            .to_owned(),
        "query A { seguradoras { id } } query B { painel { abertosHoje { valor } } }".to_owned(),
        "{ painel { seguradoras } menu { id } }".to_owned(),
        "{ seguradoras { nome } segurado(cpfCnpj: \"52998224725\") { nome } }".to_owned(),
        "{ seguradoras { nome } __schema { queryType { name } } }".to_owned(),
    ] {
        for variables in [json!({}), json!({ "ano": 2026, "sim": true }), json!({ "ano": 2024, "sim": false })] {
            // One that knows no document yet: the first time, the engine answers.
            let stub = start().await;
            let ask = async || stub.ask_with(&document, variables.clone()).await.json;
            let (first, second) = (ask().await, ask().await);
            assert_eq!(first["data"].to_string(), second["data"].to_string(), "{document} {variables}");
            assert_eq!(distinct(&first["errors"]), distinct(&second["errors"]), "{document} {variables}");
        }
    }
    let document = "query($sim: Boolean = true) { seguradoras { nome @include(if: $sim) id @skip(if: $sim) } }";
    let names = json!([{ "nome": "Pata Segura" }, { "nome": "Outra \"S.A.\"" }]);
    assert_eq!(start().await.ask(document).await.data()["seguradoras"], names, "a variable has its default there too");
}

#[tokio::test]
async fn a_pet_is_looked_up_for_the_rows_that_have_one() {
    let rows = || {
        let mut rows = [acionamento(3), acionamento(4)];
        rows[1].cd_pet = None;
        rows.to_vec()
    };
    let stub = odd_services().on::<ListaAcionamentosByStatus>(move |_| Reply::Data(rows())).start().await;
    let answer = stub.ask("{ acionamentos(filtro: { status: \"A\" }) { edges { node { pet { raca } } } } }").await;
    let edges = json!([{ "node": { "pet": null } }, { "node": { "pet": { "raca": "Vira-lata" } } }]);
    assert_eq!(answer.data()["acionamentos"]["edges"], edges);
    assert_eq!(stub.counts(), "lista-acionamentos-by-status 1, pesquisa-segurado 1");
}

/// What the engine hands on is not to be seen in an answer's bytes, so the portal's documents are run without HTTP.
#[tokio::test]
async fn the_lists_of_the_portal_answer_as_one() {
    const MANIFEST: &str = include_str!("../../../client/src/gql/persisted-documents.json");
    let engine = odd_services()
        .on::<ListaAcionamentosByStatus>(|_| Reply::Data(vec![acionamento(1), acionamento(2)]))
        .on::<ListaAcionamentosBySeguradoraStatus>(|_| Reply::Data(vec![acionamento(1)]))
        .on::<TotalStatusAcionamentoAno>(|_| Reply::Data(Vec::new()))
        .on::<TotalStatusSeguradorasMes>(|_| Reply::Data(Vec::new()))
        .on::<TotalAcionamentoAbertosDia>(|_| Reply::Data(Total { qt_total: 7.into(), vl_total: None }))
        .on::<TotalAcionamentoAbertosMes>(|_| Reply::Data(Total { qt_total: 7.into(), vl_total: None }))
        .on::<TotalAcionamentoFaturadosMes>(|_| Reply::Data(Total { qt_total: 7.into(), vl_total: None }))
        .on::<TotalSeguradoras>(|_| Reply::Data(QuantidadeTotal { qt_total: 18.into() }))
        .start_without_http()
        .await;
    let variables = json!({
        "filtro": { "status": "A" }, "status": "A", "ordem": "VALOR_ASC", "seguradora": "3", "cpfCnpj": cpf(1),
        "ano": 2026, "comMenu": false, "comSeguradoras": true, "comTotais": true,
    });
    let lists = ["nodes {", "edges {", "seguradoras {", "totaisPorStatus(", "painel {"];
    let mut screens = 0;
    for (_, text) in serde_json::from_str::<Map<String, Value>>(MANIFEST).unwrap() {
        let text = text.as_str().unwrap();
        let asked: usize = lists.iter().map(|list| text.matches(list).count()).sum();
        if asked > 0 && !text.contains("mutation ") {
            screens += 1;
            let answer = engine.run(text, &variables).await;
            assert_eq!(ready(&answer), asked, "{text}");
            // Of a screen that is nothing but such lists, nothing is left to the engine.
            let is_whole = matches!(engine.run(text, &variables).await, async_graphql::Value::Binary(_));
            let whole = ["Home", "TotaisPorMes", "Consulta", "ConsultaExport", "OpenAcionamentos", "List"];
            assert_eq!(is_whole, whole.iter().any(|name| text.contains(&format!("query {name}("))), "{text}");
        }
    }
    assert!(screens >= 5, "{screens}");
}

/// How many lists of an answer are ready to be sent.
fn ready(answer: &async_graphql::Value) -> usize {
    match answer {
        async_graphql::Value::Binary(_) => 1,
        async_graphql::Value::List(all) => all.iter().map(ready).sum(),
        async_graphql::Value::Object(fields) => fields.values().map(ready).sum(),
        _ => 0,
    }
}
