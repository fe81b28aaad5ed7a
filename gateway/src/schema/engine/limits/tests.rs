//! What documents may be, by each limit.

use super::{
    DocumentLimits, INTROSPECTION_FIELDS, INTROSPECTION_LISTS, LimitKind, MAX_NESTING, check_cost, check_form,
};
use crate::schema::engine::{graph::Graph, prepared::PreparedDocument, request_error::RequestError, validation};

fn checked(text: &str) -> Result<(), RequestError> {
    // More tokens than by default, so that the other limits are reached first.
    let limits = DocumentLimits { tokens: 20_000, ..DocumentLimits::default() };
    check_form(&validation::parse(text, &limits)?, &limits)
}

fn exceeded(limit: LimitKind, max: usize) -> Result<(), RequestError> {
    Err(RequestError::Exceeded { limit, max, used: None })
}

#[track_caller]
fn held(max: usize, kind: LimitKind, text: impl Fn(usize) -> String) {
    assert_eq!(checked(&text(max)), Ok(()), "{}", text(max));
    assert_eq!(checked(&text(max + 1)), exceeded(kind, max));
}

fn nested(fields: usize) -> String {
    format!("{}{}", "{a".repeat(fields), "}".repeat(fields))
}

fn times(number: usize, text: impl Fn(usize) -> String) -> String {
    (0..number).map(|at| text(at) + " ").collect()
}

#[test]
fn a_document_may_be_as_large_as_the_limits_and_no_larger() {
    held(10, LimitKind::Directives, |directives| format!("query A {} {{a}}", "@x ".repeat(directives)));
    held(400, LimitKind::Fields, |fields| {
        format!("{{a{{...F ...F {}}}}} fragment F on X {{{}}}", "x ".repeat(fields - 399), "x ".repeat(198))
    });
    held(400, LimitKind::Fields, |fields| format!("{{a{{{}}}}}", "...Nenhum ".repeat(fields - 1)));
    held(1, LimitKind::Mutations, |mutations| {
        format!("mutation {{...F}} fragment F on Mutation {{{}}}", "x ".repeat(mutations))
    });
    assert_eq!(checked("{ ...Unknown }"), Ok(()));
}

/// Of a trusted document that fits the schema.
fn planned(text: &str) -> Result<(), RequestError> {
    planned_within(text, &DocumentLimits { tokens: 20_000, ..DocumentLimits::default() })
}

fn planned_within(text: &str, limits: &DocumentLimits) -> Result<(), RequestError> {
    let prepared = PreparedDocument::parse_and_plan(Graph::Public, text, limits);
    match prepared.and_then(|prepared| check_cost(&prepared.first_operation().highest_cost, limits, None)) {
        Ok(()) => Ok(()),
        Err(RequestError::Exceeded { limit, max, used }) => {
            assert!(used.is_none_or(|used| used > max), "{text}: {used:?}");
            exceeded(limit, max)
        }
        Err(error) => panic!("{text}: {error:?}"),
    }
}

fn page(first: &str, below: &str) -> String {
    format!("{{acionamentos(filtro:{{status:\"A\"}},first:{first}){{nodes{{{below}}}}}}}")
}

#[test]
fn each_list_is_a_call_and_what_a_request_reads_once_is_one_call_under_all_its_aliases() {
    let lists =
        |number| times(number, |at| format!("a{at}:acionamentos(filtro:{{status:\"A\"}},first:1){{totalCount}}"));
    assert_eq!(planned(&format!("{{{}}}", lists(20))), Ok(()));
    let exceeded = exceeded(LimitKind::Calls, 21);
    assert_eq!(planned(&format!("{{{}}}", lists(21))), exceeded);
    let years = |number| times(number, |at| format!("t{at}:totaisPorStatus(ano:{}){{mes}}", 2000 + at));
    let once = "menu{id} a:seguradoras{id} b:seguradoras{id} x:acionamento(sinistro:\"1\"){seguradora{nome}}";
    assert_eq!(planned(&format!("{{{once} {}}}", years(19))), Ok(()));
    assert_eq!(planned(&format!("{{{once} {}}}", years(20))), exceeded);
}

#[test]
fn each_status_of_a_list_is_a_call_and_a_variable_counts_as_the_most() {
    let list = |variables: &str, filtro: &str| {
        format!("query{variables} {{ acionamentos(filtro: {filtro}) {{ totalCount }} }}")
    };
    let insured = |variables: &str, statuses: &str| {
        format!(
            "query{variables} {{ segurado(cpfCnpj: \"52998224725\") {{ acionamentos(statusEm: {statuses}) {{ totalCount }} }} }}"
        )
    };
    // With that of the insurers.
    for (text, calls) in [
        (list("", "{ status: 1 }"), 2),
        (list("", "{ statusEm: [] }"), 2),
        (list("", "{ statusEm: 1 }"), 2),
        (list("($c: ID!)", "{ statusEm: [1, 2, $c] }"), 4),
        (list("", "{ statusEm: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }"), 11),
        (list("($s: [ID!]!)", "{ statusEm: $s }"), 11),
        (list("($f: FiltroAcionamentos!)", "$f"), 11),
        (insured("", "[1, 2]"), 3),
        (insured("($s: [ID!]!)", "$s"), 11),
    ] {
        let within = |calls| planned_within(&text, &DocumentLimits { calls, ..DocumentLimits::default() });
        assert_eq!(within(calls), Ok(()), "{text}");
        assert_eq!(within(calls - 1), exceeded(LimitKind::Calls, calls - 1), "{text}");
    }
}

#[test]
fn calls_below_a_page_count_for_each_row() {
    let each = "segurado{email telefone} pet{raca} origem{id} reabertura{id}";
    for (first, fits) in [("334", false), ("333", true), ("-1", true), ("2147483647", false)] {
        assert_eq!(planned(&page(first, each)).is_ok(), fits, "{first}");
    }
    let of_variable = page("$n", each).replacen('{', "query($n: Int) {", 1);
    assert_eq!(planned(&of_variable), exceeded(LimitKind::KeyedCalls, 1000));
    assert_eq!(planned(&page("500", "segurado{email} origem{segurado{email}}")), exceeded(LimitKind::KeyedCalls, 1000));
    assert_eq!(planned(&page("500", "segurado{email} origem{id}")), Ok(()));
    let pages = |pages, fields| {
        let below = times(fields, |at| format!("x{at}:id"));
        let list = |at| page("500", &below).replacen('{', &format!("a{at}:"), 1).replacen("}}}", "}}", 1);
        format!("{{{}}}", times(pages, list))
    };
    let limits = DocumentLimits { aliases: 1000, tokens: 20_000, ..DocumentLimits::default() };
    assert_eq!(planned_within(&pages(10, 18), &limits), Ok(()));
    let limits = DocumentLimits { values: 10_000, ..limits };
    assert_eq!(planned_within(&pages(2, 10), &limits), exceeded(LimitKind::Values, 10_000));
}

/// `email` of an acionamento's insured is a call by key; `email` of the user is none.
#[test]
fn a_field_costs_what_its_type_says() {
    let limits = DocumentLimits { keyed_calls: 0, ..DocumentLimits::default() };
    let user = "mutation($d: DadosDoUsuario!) {atualizarUsuario(input: $d) {... on Usuario {email telefone}}}";
    assert_eq!(planned_within(user, &limits), Ok(()));
    let insured = page("1", "segurado{email}");
    assert_eq!(planned_within(&insured, &limits), exceeded(LimitKind::KeyedCalls, 0));
    assert_eq!(planned_within(&page("1", "segurado{nome}"), &limits), Ok(()));
    // The fields of an insured that was found need no further call.
    let found = "{segurado(cpfCnpj:\"52998224725\"){email telefone apolices{pets{raca}}}}";
    assert_eq!(planned_within(found, &DocumentLimits { keyed_calls: 1, ..limits }), Ok(()));
    assert_eq!(planned_within(found, &limits), exceeded(LimitKind::KeyedCalls, 0));
}

#[test]
fn the_introspection_has_bounds_of_its_own() {
    held(MAX_NESTING, LimitKind::Nesting, |sets| format!("{{__schema{}}}", nested(sets - 1)));
    held(INTROSPECTION_FIELDS, LimitKind::IntrospectionFields, |fields| {
        format!("{{__schema{{{}}}}}", "x ".repeat(fields - 1))
    });
    held(INTROSPECTION_FIELDS, LimitKind::IntrospectionFields, |fields| {
        let all = "x ".repeat(fields / 2 - 1);
        format!("{{a:__schema{{{all}}} ...F}} fragment F on Query {{b:__schema{{{all}{}}}}}", "x ".repeat(fields % 2))
    });
    held(INTROSPECTION_LISTS, LimitKind::IntrospectionLists, |lists| {
        format!("{{__type(name:\"X\"){{{}name{}}}}}", "fields{type{".repeat(lists), "}}".repeat(lists))
    });
    // They do not circumvent the other limits.
    let both = format!("{{__schema{{x}} a{{{}}}}}", "x ".repeat(399));
    assert_eq!(checked(&both), exceeded(LimitKind::Fields, 400));
}

#[test]
fn several_operations_count_together() {
    let half = format!("{{a{{{}}}}}", "x ".repeat(200));
    assert_eq!(checked(&format!("query A {half}")), Ok(()));
    assert_eq!(checked(&format!("query A {half} query B {half}")), exceeded(LimitKind::Fields, 400));
    // Deep through a fragment that was measured at a lower depth before.
    let deep = format!("query A{{...F}} query B{{a{{a{{...F}}}}}} fragment F on X {}", nested(9));
    assert_eq!(checked(&deep), exceeded(LimitKind::Depth, 10));
}

#[test]
fn fragments_that_nothing_spreads_are_refused_as_those_that_are() {
    for unit in ["...F{} ...F{}", "a{...F{}} b{...F{}}"] {
        let mut bomb = "{x}".to_owned();
        for at in 0..24 {
            let body = unit.replace("{}", &(at + 1).to_string()).replace("F{}", "F");
            bomb.push_str(&format!("fragment F{at} on Q{{{body}}}"));
        }
        bomb.push_str("fragment F24 on Q{x}");
        assert!(matches!(checked(&bomb), Err(RequestError::Exceeded { .. })));
    }
}

#[test]
fn long_chains_of_fragments_take_no_stack() {
    let mut chain = "{x}".to_owned();
    for at in 0..2000 {
        chain.push_str(&format!("fragment F{at} on Q{{...F{}}}", at + 1));
    }
    assert_eq!(checked(&chain), exceeded(LimitKind::Nesting, MAX_NESTING));
}
