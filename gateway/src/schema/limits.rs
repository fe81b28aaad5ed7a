//! Limits of one document, checked before any of it runs: the size of its text and form before validation, and its cost (query
//! complexity) with the variables of each request. A trusted document is checked at the start too, with the most that it can
//! cost.
//!
//! Validation follows every spread of a fragment: forty fragments of one line, each spreading the next twice, would keep it
//! busy for years. Here each fragment is measured once.

pub mod limit_kind;
mod selection_size;

use bluejay_core::{OperationType, executable::OperationDefinition as _};

use serde::Serialize;

use self::{
    limit_kind::LimitKind,
    selection_size::{SelectionSize, SizeCalculator},
};
use super::{document::Document, executor::Cost, request_error::RequestError};

/// The limits: what the portal and its tools need, with room to grow. A fragment counts as often as it is spread. The operations
/// of a document count together, except for root fields, depth and cost (calls, keyed calls, values), which each operation has
/// for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentLimits {
    /// Tokens of the text: names, values and punctuators. The portal's longest document has about 400.
    pub tokens: usize,
    /// Depth of nested fields; the portal's deepest document has 6. It bounds chains of relations that lead from one
    /// acionamento to another, such as `origem`.
    pub depth: usize,
    /// Fields with an alias. Without this limit one list could be written many times: `values` does not count the rows of
    /// unpaged lists.
    pub aliases: usize,
    /// Root fields of a query.
    pub root_fields: usize,
    /// Root fields of a mutation without `__typename`. They run one after another.
    pub mutations: usize,
    /// Directives.
    pub directives: usize,
    /// Fields; the portal's largest document has about 200. It bounds the fragment spreads too.
    pub fields: usize,
    /// Upstream calls without [`Self::keyed_calls`]: 20 lists and the insurers. Insurers, procedures and the menu cost one call
    /// a request; each status of `statusEm` and each year of totals costs one.
    pub calls: usize,
    /// Upstream calls by key: the acionamento behind a relation, or the details of an insured. They count for every row
    /// that `first` or `last` allows.
    pub keyed_calls: usize,
    /// Values of the response: fields, counted for every row that `first` or `last` allows.
    pub values: usize,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            tokens: 1000,
            depth: 10,
            aliases: 30,
            root_fields: 20,
            mutations: 1,
            directives: 10,
            fields: 400,
            calls: 21,
            keyed_calls: 1000,
            values: 100_000,
        }
    }
}

/// Maximal depth of nested selection sets, since each function that walks a document recurses at each. Fragments and the
/// introspection count too. GraphiQL's introspection has 15.
pub const MAX_NESTING: usize = 32;

/// Most fields of a document's introspection, `__schema` and `__type` included. GraphiQL's has about 500.
pub const INTROSPECTION_FIELDS: usize = 1000;
/// Maximal depth of nested lists below `__schema` and `__type`: each multiplies the response. GraphiQL's introspection has
/// 3: types, their fields, the fields' arguments.
pub const INTROSPECTION_LISTS: usize = 3;

/// Most representations of a federation router's request: two of the largest pages refer to so many objects. Those that are
/// read by key have the limit [`DocumentLimits::keyed_calls`] as well.
pub const MAX_REPRESENTATIONS: usize = 1000;

/// A limit, and how much of it a document uses.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LimitUse {
    limit: LimitKind,
    used: usize,
    max: usize,
}

impl LimitUse {
    pub(super) fn new(limit: LimitKind, used: usize, max: usize) -> Self {
        Self { limit, used, max }
    }

    /// Refuses a document that exceeds the limit, and may not have been counted to its end.
    ///
    /// # Errors
    /// [`RequestError::Exceeded`].
    pub(super) fn check(self) -> Result<(), RequestError> {
        let Self { limit, used, max } = self;
        if used > max { Err(RequestError::Exceeded(limit, max, None)) } else { Ok(()) }
    }
}

/// Checks the form of a document, in time proportional to its length.
///
/// # Errors
/// [`RequestError`]: the document must not be validated.
pub(super) fn check_form(document: &Document<'_>, limits: &DocumentLimits) -> Result<(), RequestError> {
    let mut calculator = SizeCalculator::new(document);
    form(document, &mut calculator, limits)?.into_iter().try_for_each(LimitUse::check)?;
    calculator.check_unused_fragments()
}

/// How near the form of a document is to each limit.
fn form<'a>(
    document: &'a Document<'a>,
    calculator: &mut SizeCalculator<'a>,
    limits: &DocumentLimits,
) -> Result<Vec<LimitUse>, RequestError> {
    let mut uses = Vec::new();
    let mut total = SelectionSize::default();
    for operation in document.operations() {
        let size = calculator.operation(operation)?;
        uses.push(match operation.as_ref().operation_type() {
            OperationType::Mutation => LimitUse::new(LimitKind::Mutations, size.mutations, limits.mutations),
            _ => LimitUse::new(LimitKind::RootFields, size.root_fields, limits.root_fields),
        });
        uses.push(LimitUse::new(LimitKind::Depth, size.depth, limits.depth));
        total = total.plus(size);
    }
    uses.extend([
        LimitUse::new(LimitKind::Aliases, total.aliases, limits.aliases),
        LimitUse::new(LimitKind::Directives, total.directives, limits.directives),
        LimitUse::new(LimitKind::Fields, total.fields, limits.fields),
        LimitUse::new(LimitKind::Fragments, total.fragments, limits.fields),
        LimitUse::new(LimitKind::IntrospectionFields, total.introspection, INTROSPECTION_FIELDS),
    ]);
    Ok(uses)
}

/// How near an operation of a document is to each limit, and to the bound of its tool. The form is measured again: only an
/// explanation needs it.
pub(super) fn uses(
    document: &Document<'_>,
    cost: &Cost,
    limits: &DocumentLimits,
    max_cost: Option<u64>,
) -> Vec<LimitUse> {
    let form = form(document, &mut SizeCalculator::new(document), limits);
    let tokens = LimitUse::new(LimitKind::Tokens, document.tokens, limits.tokens);
    of_cost(cost, limits, max_cost).chain([tokens]).chain(form.unwrap_or_default()).collect()
}

/// How near the cost of an operation is to each limit, and to the bound of its tool.
fn of_cost(cost: &Cost, limits: &DocumentLimits, max_cost: Option<u64>) -> impl Iterator<Item = LimitUse> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let of_tool = max_cost.map(|max| LimitUse::new(LimitKind::Cost, size(cost.total()), size(max)));
    let of_document = [
        LimitUse::new(LimitKind::Representations, cost.representations, MAX_REPRESENTATIONS),
        LimitUse::new(LimitKind::Calls, cost.calls(), limits.calls),
        LimitUse::new(LimitKind::KeyedCalls, cost.keyed_calls(), limits.keyed_calls),
        LimitUse::new(LimitKind::Values, cost.values, limits.values),
    ];
    of_document.into_iter().chain(of_tool)
}

/// Checks what an operation costs with the variables of a request, or the most that it can cost.
///
/// # Errors
/// [`RequestError`]: it must not run.
pub fn check_cost(cost: &Cost, limits: &DocumentLimits, max_cost: Option<u64>) -> Result<(), RequestError> {
    match of_cost(cost, limits, max_cost).find(|of| of.used > of.max) {
        Some(LimitUse { limit, used, max }) => Err(RequestError::Exceeded(limit, max, Some(used))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        DocumentLimits, INTROSPECTION_FIELDS, INTROSPECTION_LISTS, LimitKind, MAX_NESTING, check_cost, check_form,
    };
    use crate::schema::{graph::Graph, prepared::PreparedDocument, request_error::RequestError, validation};

    fn checked(text: &str) -> Result<(), RequestError> {
        // More tokens than by default, so that the other limits are reached first.
        let limits = DocumentLimits { tokens: 20_000, ..DocumentLimits::default() };
        check_form(&validation::parse(text, &limits)?, &limits)
    }

    fn exceeded(limit: LimitKind, max: usize) -> Result<(), RequestError> {
        Err(RequestError::Exceeded(limit, max, None))
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
        held(20, LimitKind::RootFields, |fields| {
            format!("{{...F x ...F {}}} fragment F on Query {{{}}}", "x ".repeat(fields - 19), "x ".repeat(9))
        });
        held(10, LimitKind::Directives, |directives| format!("query A {} {{a}}", "@x ".repeat(directives)));
        held(400, LimitKind::Fields, |fields| {
            format!("{{a{{...F ...F {}}}}} fragment F on X {{{}}}", "x ".repeat(fields - 399), "x ".repeat(199))
        });
        held(400, LimitKind::Fragments, |fragments| format!("{{a{{{}}}}}", "...Nenhum ".repeat(fragments)));
        assert_eq!(checked("{ ...Unknown }"), Ok(()));
    }

    /// Of a trusted document that fits the schema.
    fn planned(text: &str) -> Result<(), RequestError> {
        planned_within(text, &DocumentLimits { tokens: 20_000, ..DocumentLimits::default() })
    }

    fn planned_within(text: &str, limits: &DocumentLimits) -> Result<(), RequestError> {
        let prepared = PreparedDocument::for_graph(Graph::Public, text, limits);
        match prepared.and_then(|prepared| check_cost(&prepared.first_operation().max_cost, limits, None)) {
            Ok(()) => Ok(()),
            Err(RequestError::Exceeded(limit, max, used)) => {
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
        let limits = DocumentLimits { root_fields: 30, ..DocumentLimits::default() };
        let exceeded = exceeded(LimitKind::Calls, 21);
        assert_eq!(planned_within(&format!("{{{}}}", lists(21)), &limits), exceeded);
        let years = |number| times(number, |at| format!("t{at}:totaisPorStatus(ano:{}){{mes}}", 2000 + at));
        let once = "menu{id} a:seguradoras{id} b:seguradoras{id} x:acionamento(sinistro:\"1\"){seguradora{nome}}";
        assert_eq!(planned_within(&format!("{{{once} {}}}", years(19)), &limits), Ok(()));
        assert_eq!(planned_within(&format!("{{{once} {}}}", years(20)), &limits), exceeded);
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
        assert_eq!(
            planned(&page("500", "segurado{email} origem{segurado{email}}")),
            exceeded(LimitKind::KeyedCalls, 1000)
        );
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
            format!(
                "{{a:__schema{{{all}}} ...F}} fragment F on Query {{b:__schema{{{all}{}}}}}",
                "x ".repeat(fields % 2)
            )
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
            assert!(matches!(checked(&bomb), Err(RequestError::Exceeded(..))));
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
}
