//! How much one document may ask for, known before any of it runs: its form before it is validated, its costs when it has a
//! plan.
//!
//! async-graphql walks a document by following every spread of a fragment, as often as it stands there: forty fragments of
//! a line each, every one spreading the next twice, keep it walking for years. So each fragment is measured once here,
//! and what no screen of the portal comes near is refused.

mod measure;
#[cfg(test)]
mod naive;
mod text;

use async_graphql::parser::types::{ExecutableDocument, OperationType};

use self::measure::{Measure, Size};
pub use self::text::check_text;
use super::executor::Cost;

/// Most of each thing that one document may ask for. What stands in a fragment counts as often as it is spread, and
/// what several operations ask for counts together, except for the root fields, the depth and the calls of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Names, values and punctuation marks of the text. The portal's longest document has 209.
    pub tokens: usize,
    /// Fields inside of one another; the portal's deepest has 5. It bounds the calls behind relations that lead to
    /// acionamentos again, like `origem` and `reabertura`.
    pub depth: usize,
    /// Fields under another name than their own.
    pub aliases: usize,
    /// Fields of the root of a query.
    pub root_fields: usize,
    /// Fields of the root of a mutation, `__typename` aside. They run one after another, each on its own.
    pub mutations: usize,
    /// Directives, wherever they stand.
    pub directives: usize,
    /// Fields; the portal's largest query has 40. Of fragments there may be as many.
    pub fields: usize,
    /// Calls to the services, those of [`Self::loads`] aside: one for a list that a request reads once, however often it
    /// is asked for, and one for each list of acionamentos and year of totals.
    pub calls: usize,
    /// Calls by key: one for each acionamento behind a relation, and one for each insured of whom more is asked for than
    /// an acionamento brings, both counted for every row that `first` or `last` allows.
    pub loads: usize,
    /// Fields again, this time counted for every row that `first` or `last` allows.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tokens: 1000,
            depth: 10,
            aliases: 30,
            root_fields: 20,
            mutations: 1,
            directives: 10,
            fields: 200,
            calls: 10,
            loads: 1000,
            values: 100_000,
        }
    }
}

/// Most selection sets inside of one another, those of fragments among them: what looks at a document recurses at each.
pub const MOST_NESTING: usize = 32;

/// Most fields inside of one another below `__schema` and `__type`. The introspection of the usual tools has 14.
pub const INTROSPECTION_DEPTH: usize = 20;
/// Most fields below `__schema` and `__type`. The introspection of the usual tools has some 500.
pub const INTROSPECTION_FIELDS: usize = 1000;
/// Most lists inside of one another below `__schema` and `__type`: each one more multiplies the answer by the length of
/// another. The introspection of the usual tools has 3: types, their fields, the fields' arguments.
pub const INTROSPECTION_LISTS: usize = 3;

/// Why a document is not even validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// It asks for more of one thing than it may.
    TooMuch(Thing, usize),
    /// A fragment contains itself.
    Cycle,
}

/// What a document may ask too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as in `Limits` and in the constants")]
pub enum Thing {
    Tokens,
    Brackets,
    Depth,
    Nesting,
    Aliases,
    RootFields,
    Mutations,
    Directives,
    Fields,
    Fragments,
    Calls,
    Loads,
    Values,
    IntrospectionDepth,
    IntrospectionFields,
    IntrospectionLists,
}

impl Thing {
    /// The thing in words for people, after a number.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tokens => "nomes, valores e sinais",
            Self::Brackets => "parênteses, colchetes e chaves, uns dentro dos outros",
            Self::Depth => "campos uns dentro dos outros",
            Self::Nesting => "seleções umas dentro das outras",
            Self::Aliases => "campos com outro nome (alias)",
            Self::RootFields => "campos na raiz",
            Self::Mutations => "mutação por vez",
            Self::Directives => "diretivas",
            Self::Fields => "campos, contados os dos fragmentos a cada uso",
            Self::Fragments => "usos de fragmentos",
            Self::Calls => "chamadas aos serviços",
            Self::Loads => "buscas por chave, contadas por linha de uma lista",
            Self::Values => "valores na resposta, contados por linha de uma lista",
            Self::IntrospectionDepth => "campos uns dentro dos outros na introspecção",
            Self::IntrospectionFields => "campos na introspecção",
            Self::IntrospectionLists => "listas umas dentro das outras na introspecção",
        }
    }
}

/// Whether a document may be validated and planned. Takes time in proportion to its length.
///
/// # Errors
/// [`Excess`] says why not.
pub fn check(document: &ExecutableDocument, limits: &Limits) -> Result<(), Excess> {
    let mut measure = Measure::of(document);
    let mut all = Size::default();
    for (_, operation) in document.operations.iter() {
        let size = measure.operation(&operation.node)?;
        let (roots, most, thing) = match operation.node.ty {
            OperationType::Mutation => (size.named_roots, limits.mutations, Thing::Mutations),
            _ => (size.roots, limits.root_fields, Thing::RootFields),
        };
        within(roots, most, thing)?;
        within(size.depth, limits.depth, Thing::Depth)?;
        all = all.and(size);
    }
    within(all.aliases, limits.aliases, Thing::Aliases)?;
    within(all.directives, limits.directives, Thing::Directives)?;
    within(all.fields, limits.fields, Thing::Fields)?;
    within(all.fragments, limits.fields, Thing::Fragments)?;
    measure.rest()
}

/// Whether the operations of a document, which has been planned, may run.
///
/// # Errors
/// [`Excess`] says why not.
pub fn check_costs<'a>(costs: impl Iterator<Item = &'a Cost>, limits: &Limits) -> Result<(), Excess> {
    let (mut keyed_calls, mut values) = (0_usize, 0_usize);
    for cost in costs {
        within(cost.calls(), limits.calls, Thing::Calls)?;
        keyed_calls = keyed_calls.saturating_add(cost.keyed_calls());
        values = values.saturating_add(cost.values);
    }
    within(keyed_calls, limits.loads, Thing::Loads)?;
    within(values, limits.values, Thing::Values)
}

fn within(number: usize, most: usize, thing: Thing) -> Result<(), Excess> {
    if number > most { Err(Excess::TooMuch(thing, most)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{
        Excess, INTROSPECTION_DEPTH, INTROSPECTION_FIELDS, INTROSPECTION_LISTS, Limits, MOST_NESTING, Thing, check,
        check_text,
    };
    use crate::schema::prepared::{Prepared, Refused};

    fn checked(text: &str) -> Result<(), Excess> {
        // More tokens than by default, so that each of the other limits is reached first.
        let limits = Limits { tokens: 20_000, ..Limits::default() };
        check_text(text, &limits)?;
        check(&async_graphql::parser::parse_query(text).unwrap(), &limits)
    }

    #[track_caller]
    fn held(most: usize, thing: Thing, text: impl Fn(usize) -> String) {
        assert_eq!(checked(&text(most)), Ok(()), "{}", text(most));
        assert_eq!(checked(&text(most + 1)), Err(Excess::TooMuch(thing, most)));
    }

    fn nested(fields: usize) -> String {
        format!("{}{}", "{a".repeat(fields), "}".repeat(fields))
    }

    fn times(number: usize, text: impl Fn(usize) -> String) -> String {
        (0..number).map(|at| text(at) + " ").collect()
    }

    #[test]
    fn a_document_may_be_as_large_as_the_limits_and_no_larger() {
        held(10, Thing::Depth, nested);
        held(20, Thing::RootFields, |fields| format!("{{{}}}", "x ".repeat(fields)));
        held(20, Thing::RootFields, |fields| {
            format!("{{...F x ...F {}}} fragment F on Query {{{}}}", "x ".repeat(fields - 19), "x ".repeat(9))
        });
        held(1, Thing::Mutations, |fields| format!("mutation{{__typename {}}}", times(fields, |at| format!("x{at}"))));
        held(30, Thing::Aliases, |fields| format!("{{a{{{}}}}}", times(fields, |at| format!("b{at}:x"))));
        held(10, Thing::Directives, |directives| format!("{{a{{{}}}}}", "x @skip(if:false) ".repeat(directives)));
        held(10, Thing::Directives, |directives| format!("query A {} {{a}}", "@x ".repeat(directives)));
        held(200, Thing::Fields, |fields| format!("{{a{{{}}}}}", "x ".repeat(fields - 1)));
        held(200, Thing::Fields, |fields| {
            format!("{{a{{...F ...F {}}}}} fragment F on X {{{}}}", "x ".repeat(fields - 199), "x ".repeat(99))
        });
        held(200, Thing::Fragments, |fragments| format!("{{a{{{}}}}}", "...Nenhum ".repeat(fragments)));
        assert_eq!(checked("{ ...Unknown }"), Ok(()));
    }

    /// Of a document that fits the graph.
    fn planned(text: &str) -> Result<(), Excess> {
        planned_within(text, &Limits { tokens: 20_000, ..Limits::default() })
    }

    fn planned_within(text: &str, limits: &Limits) -> Result<(), Excess> {
        match Prepared::new(text, limits) {
            Ok(_) => Ok(()),
            Err(Refused::Excess(excess)) => Err(excess),
            Err(Refused::Syntax(error)) => panic!("{text}: {error:?}"),
            Err(Refused::Invalid(errors)) => panic!("{text}: {errors:?}"),
        }
    }

    fn page(first: &str, below: &str) -> String {
        format!("{{acionamentos(filtro:{{status:\"A\"}},first:{first}){{nodes{{{below}}}}}}}")
    }

    #[test]
    fn lists_are_a_call_each_and_what_a_request_reads_once_is_one_under_any_number_of_names() {
        let lists =
            |number| times(number, |at| format!("a{at}:acionamentos(filtro:{{status:\"A\"}},first:1){{totalCount}}"));
        assert_eq!(planned(&format!("{{{}}}", lists(10))), Ok(()));
        assert_eq!(planned(&format!("{{{}}}", lists(11))), Err(Excess::TooMuch(Thing::Calls, 10)));
        let years = |number| times(number, |at| format!("t{at}:totaisPorStatus(ano:{}){{mes}}", 2000 + at));
        let once = "menu{id} a:seguradoras{id} b:seguradoras{id} x:acionamento(sinistro:\"1\"){seguradora{nome}}";
        assert_eq!(planned(&format!("{{{once} {}}}", years(8))), Ok(()));
        assert_eq!(planned(&format!("{{{once} {}}}", years(9))), Err(Excess::TooMuch(Thing::Calls, 10)));
    }

    #[test]
    fn what_a_page_leads_to_counts_by_row() {
        let each = "segurado{email telefone} pet{raca} origem{id} reabertura{id}";
        for (first, fits) in [("334", false), ("333", true), ("-1", true), ("2147483647", false)] {
            assert_eq!(planned(&page(first, each)).is_ok(), fits, "{first}");
        }
        let of_variable = page("$n", each).replacen('{', "query($n: Int) {", 1);
        assert_eq!(planned(&of_variable), Err(Excess::TooMuch(Thing::Loads, 1000)));
        assert_eq!(
            planned(&page("500", "segurado{email} origem{segurado{email}}")),
            Err(Excess::TooMuch(Thing::Loads, 1000))
        );
        assert_eq!(planned(&page("500", "segurado{email} origem{id}")), Ok(()));
        let pages = |pages, fields| {
            let below = times(fields, |at| format!("x{at}:id"));
            let list = |at| page("500", &below).replacen('{', &format!("a{at}:"), 1).replacen("}}}", "}}", 1);
            format!("{{{}}}", times(pages, list))
        };
        let limits = Limits { aliases: 1000, tokens: 20_000, ..Limits::default() };
        assert_eq!(planned_within(&pages(10, 18), &limits), Ok(()));
        let limits = Limits { values: 10_000, ..limits };
        assert_eq!(planned_within(&pages(2, 10), &limits), Err(Excess::TooMuch(Thing::Values, 10_000)));
    }

    /// `email` is a call by key where the insured is an acionamento's, and none where it is the user's own.
    #[test]
    fn a_field_costs_what_its_type_says() {
        let limits = Limits { loads: 0, ..Limits::default() };
        let user = "mutation($d: DadosDoUsuario!) {atualizarUsuario(input: $d) {... on Usuario {email telefone}}}";
        assert_eq!(planned_within(user, &limits), Ok(()));
        let insured = page("1", "segurado{email}");
        assert_eq!(planned_within(&insured, &limits), Err(Excess::TooMuch(Thing::Loads, 0)));
        assert_eq!(planned_within(&page("1", "segurado{nome}"), &limits), Ok(()));
        // What an insured that was found brings is no further call.
        let found = "{segurado(cpfCnpj:\"52998224725\"){email telefone apolices{pets{raca}}}}";
        assert_eq!(planned_within(found, &Limits { loads: 1, ..limits }), Ok(()));
        assert_eq!(planned_within(found, &limits), Err(Excess::TooMuch(Thing::Loads, 0)));
    }

    #[test]
    fn the_introspection_has_bounds_of_its_own() {
        held(INTROSPECTION_DEPTH, Thing::IntrospectionDepth, |fields| format!("{{__schema{}}}", nested(fields)));
        held(INTROSPECTION_FIELDS, Thing::IntrospectionFields, |fields| {
            format!("{{__schema{{{}}}}}", "x ".repeat(fields))
        });
        held(INTROSPECTION_LISTS, Thing::IntrospectionLists, |lists| {
            format!("{{__type(name:\"X\"){{{}name{}}}}}", "fields{type{".repeat(lists), "}}".repeat(lists))
        });
        // They are no way around the others.
        let both = format!("{{__schema{{x}} a{{{}}}}}", "x ".repeat(199));
        assert_eq!(checked(&both), Err(Excess::TooMuch(Thing::Fields, 200)));
    }

    #[test]
    fn several_operations_count_together() {
        let half = format!("{{a{{{}}}}}", "x ".repeat(100));
        assert_eq!(checked(&format!("query A {half}")), Ok(()));
        assert_eq!(checked(&format!("query A {half} query B {half}")), Err(Excess::TooMuch(Thing::Fields, 200)));
        // Deep through a fragment, wherever that was met first.
        let deep = format!("query A{{...F}} query B{{a{{a{{...F}}}}}} fragment F on X {}", nested(9));
        assert_eq!(checked(&deep), Err(Excess::TooMuch(Thing::Depth, 10)));
    }

    #[test]
    fn fragments_that_multiply_are_refused_at_once() {
        let began = Instant::now();
        for unit in ["...F{} ...F{}", "a{...F{}} b{...F{}}"] {
            let mut bomb = "{...F0}".to_owned();
            for at in 0..24 {
                let body = unit.replace("{}", &(at + 1).to_string()).replace("F{}", "F");
                bomb.push_str(&format!("fragment F{at} on Q{{{body}}}"));
            }
            bomb.push_str("fragment F24 on Q{x}");
            assert!(bomb.len() < 1400, "{}", bomb.len());
            assert!(matches!(checked(&bomb), Err(Excess::TooMuch(..))));
            // Nor where nothing spreads them.
            assert!(matches!(checked(&bomb.replacen("{...F0}", "{x}", 1)), Err(Excess::TooMuch(..))));
        }
        assert!(began.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn fragments_in_a_circle_are_refused() {
        assert_eq!(checked("{...A} fragment A on Q{...A}"), Err(Excess::Cycle));
        assert_eq!(checked("{x} fragment A on Q{a{...B ...B}} fragment B on Q{...A ...A}"), Err(Excess::Cycle));
    }

    #[test]
    fn long_chains_of_fragments_take_no_stack() {
        let mut chain = "{x}".to_owned();
        for at in 0..2000 {
            chain.push_str(&format!("fragment F{at} on Q{{...F{}}}", at + 1));
        }
        assert_eq!(checked(&chain), Err(Excess::TooMuch(Thing::Nesting, MOST_NESTING)));
    }
}
