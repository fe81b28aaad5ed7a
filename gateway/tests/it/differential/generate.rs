//! Random valid documents for any schema.
//!
//! This is no proptest strategy: the parts of a document share fragments, variables and response names, which composed
//! strategies cannot.

use std::collections::{BTreeSet, HashMap};

use async_graphql::parser::types::{FieldDefinition, Type};
use gateway::schema::{
    self,
    engine::{limits::DocumentLimits, prepared::PreparedDocument, request_error::RequestError},
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::{Value as Json, json};

use super::{
    graph::{Composite, Graph, Place, QUERY, innermost},
    values::{InputPosition, Values},
};

/// Most different argument sets of a field in one document.
const ARGUMENTS: usize = 3;
/// Weight of fields that lead to many types.
const MAX_WEIGHT: usize = 3;
/// The response name of the type in every selection of a union.
pub(super) const TYPENAME: &str = "u_typename";

/// Introspection selections that are added sometimes.
const INTROSPECTION: &[&str] = &[
    "__type(name: \"Acionamento\") { kind name fields { name type { kind ofType { name } } } }",
    "x_type: __type(name: \"Nada\") { name }",
    "__schema { queryType { name } __typename }",
];

/// A request: a document, the values of its variables, and its sender.
pub(super) struct Request {
    pub(super) text: String,
    pub(super) variables: Json,
    pub(super) operation_name: Option<&'static str>,
    pub(super) is_signed_in: bool,
}

impl Request {
    pub(super) fn body(&self) -> Json {
        json!({ "query": self.text, "variables": self.variables, "operationName": self.operation_name })
    }
}

/// A random request. The same seed gives the same one.
pub(super) fn request(graph: &Graph, cursors: &[String], seed: u64) -> Request {
    let mut rng = StdRng::seed_from_u64(seed);
    // A document that exceeds a limit is a valid test sometimes.
    let any = rng.random_ratio(1, 25);
    loop {
        let request = Writer::new(graph, cursors, &mut rng).request();
        let limits = DocumentLimits::default();
        let prepared = PreparedDocument::parse_and_plan(schema::engine::graph::Graph::Public, &request.text, &limits);
        if any || !matches!(prepared, Err(RequestError::Exceeded { .. })) {
            return request;
        }
    }
}

struct Writer<'a> {
    graph: &'a Graph,
    rng: &'a mut StdRng,
    values: Values<'a>,
    /// The argument sets of each field, as texts. Each has a response name of its own, so that fields can be merged.
    arguments: HashMap<Place, Vec<String>>,
    /// Fragments by their types, and their texts. Each spreads only earlier ones.
    fragments: Vec<(String, String)>,
    left: usize,
}

impl<'a> Writer<'a> {
    fn new(graph: &'a Graph, cursors: &'a [String], rng: &'a mut StdRng) -> Self {
        let values = Values { graph, cursors, variables: Vec::new() };
        let left = rng.random_range(3..70);
        Self { graph, rng, values, arguments: HashMap::new(), fragments: Vec::new(), left }
    }

    fn request(mut self) -> Request {
        let names: &[_] = match self.rng.random_range(0..30) {
            0 => &["A", "B"],
            1 => &["A", "B", "C"],
            2..10 => &["A"],
            _ => &[""],
        };
        let operation_name = match names {
            [""] => None,
            [name] => self.rng.random_ratio(1, 5).then_some(*name),
            // An unknown name, or none, is refused.
            names => (!self.rng.random_ratio(1, 10)).then(|| *names.choose(self.rng).unwrap()),
        };
        let (mut text, mut spread, mut used) = (String::new(), BTreeSet::new(), BTreeSet::new());
        for name in names {
            let mut below = self.selections(QUERY, DocumentLimits::default().depth);
            if self.rng.random_ratio(1, 60) {
                below = format!("{{ {} ... {below} }}", INTROSPECTION.choose(self.rng).unwrap());
            }
            let mut whole = below.clone();
            for (at, (_, fragment)) in self.fragments.iter().enumerate().rev() {
                if whole.contains(&format!("...F{at} ")) {
                    whole += fragment;
                    spread.insert(at);
                }
            }
            let variables =
                self.values.variables.iter().filter(|variable| whole.contains(&format!("${}", variable.name)));
            let variables: Vec<_> = variables.collect();
            let declared: Vec<_> = variables.iter().map(|variable| variable.declaration()).collect();
            let declared = if declared.is_empty() { String::new() } else { format!("({})", declared.join(" ")) };
            text += &format!("query {name}{declared} {below}\n");
            used.extend(variables.iter().map(|variable| variable.name.clone()));
        }
        for at in spread {
            let (on, fragment) = &self.fragments[at];
            text += &format!("fragment F{at} on {on} {fragment}\n");
        }
        let used = self.values.variables.iter().filter(|variable| used.contains(&variable.name));
        let given = used.filter_map(|variable| {
            let given = variable.given.clone()?.into_json().unwrap();
            Some((variable.name.clone(), given))
        });
        let is_signed_in = !self.rng.random_ratio(1, 50);
        Request { text, variables: given.collect(), operation_name, is_signed_in }
    }

    /// A selection set of a type, with fields down to a depth.
    fn selections(&mut self, type_name: &str, depth: usize) -> String {
        let mut selections = self.selection(type_name, depth);
        for _ in 0..self.rng.random_range(0..5) {
            if self.left > 0 {
                selections += &self.selection(type_name, depth);
            }
        }
        let is_union = matches!(self.graph.composite(type_name), Some(Composite::Union(_)));
        let typename = if is_union { format!("{TYPENAME}: __typename ") } else { String::new() };
        format!("{{ {typename}{selections}}}")
    }

    /// One selection, and a space after it.
    fn selection(&mut self, type_name: &str, depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        let is_union = matches!(self.graph.composite(type_name), Some(Composite::Union(_)));
        match self.rng.random_range(0..20) {
            0 => self.typename(),
            1 if self.left > 0 => self.inline(type_name, depth),
            2 if self.left > 0 => self.spread(type_name, depth),
            3..9 if is_union && self.left > 0 => self.inline(type_name, depth),
            9..13 if is_union && self.left > 0 => self.spread(type_name, depth),
            _ => self.field(type_name, depth),
        }
    }

    fn typename(&mut self) -> String {
        let alias = if self.rng.random_ratio(1, 3) { "x_typename: " } else { "" };
        format!("{alias}__typename {}", self.when())
    }

    fn field(&mut self, type_name: &str, depth: usize) -> String {
        let graph = self.graph;
        // At the maximal depth only leaves.
        let is_end = depth <= 1 || self.left == 0;
        let is_leaf = |field: &FieldDefinition| graph.composite(innermost(&field.ty.node)).is_none();
        let fields = graph.fields(type_name).iter().map(|field| &field.node);
        let fields: Vec<_> = fields.filter(|field| !is_end || is_leaf(field)).collect();
        // Fields that lead to many types are selected more often.
        let weight = |field: &&FieldDefinition| 1 + graph.reach(innermost(&field.ty.node)).min(MAX_WEIGHT);
        let Ok(field) = fields.choose_weighted(self.rng, weight).copied() else { return self.typename() };
        let (at, arguments) = self.arguments(type_name, field);
        let name = &field.name.node;
        let alias = match at {
            0 if graph.is_ambiguous(type_name, field) => format!("{type_name}_{name}: "),
            0 if self.rng.random_ratio(1, 10) => format!("x_{name}: "),
            0 => String::new(),
            at => format!("{type_name}_{name}_{at}: "),
        };
        let when = self.when();
        let of = innermost(&field.ty.node);
        let below = if is_leaf(field) { String::new() } else { self.selections(of, depth - 1) + " " };
        format!("{alias}{name}{arguments} {when}{below}")
    }

    /// An argument set of a field, known or new. Its number is part of the response name.
    fn arguments(&mut self, type_name: &str, field: &FieldDefinition) -> (usize, String) {
        if field.arguments.is_empty() {
            return (0, String::new());
        }
        let place = (type_name.to_owned(), field.name.node.to_string());
        let known = self.arguments.get(&place).map_or(0, Vec::len);
        if known == ARGUMENTS || known > 0 && self.rng.random() {
            let at = self.rng.random_range(0..known);
            return (at, self.arguments[&place][at].clone());
        }
        let mut arguments = Vec::new();
        for argument in field.arguments.iter().map(|argument| &argument.node) {
            if !argument.ty.node.nullable || self.rng.random_ratio(1, 5) {
                let position = InputPosition { name: argument.name.node.to_string(), ty: argument.ty.node.clone() };
                arguments.push(format!("{}: {}", position.name, self.values.value(self.rng, &position)));
            }
        }
        let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        self.arguments.entry(place).or_default().push(arguments.clone());
        (known, arguments)
    }

    /// The possible type conditions of a fragment. async-graphql drops a fragment on a union inside of a member's selection, so
    /// none is generated.
    fn condition(&mut self, type_name: &str) -> String {
        match self.graph.composite(type_name) {
            Some(Composite::Union(members)) if !self.rng.random_ratio(1, 6) => {
                (*members.choose(self.rng).unwrap()).to_owned()
            }
            _ => type_name.to_owned(),
        }
    }

    fn inline(&mut self, type_name: &str, depth: usize) -> String {
        let on = (!self.rng.random_ratio(1, 4)).then(|| self.condition(type_name));
        let when = self.when();
        let below = self.selections(on.as_deref().unwrap_or(type_name), depth);
        let on = on.map_or_else(String::new, |on| format!("on {on} "));
        format!("... {on}{when}{below} ")
    }

    fn spread(&mut self, type_name: &str, depth: usize) -> String {
        let on = self.condition(type_name);
        let when = self.when();
        let known: Vec<_> = (0..self.fragments.len()).filter(|at| self.fragments[*at].0 == on).collect();
        if let Some(known) = known.choose(self.rng)
            && self.rng.random()
        {
            return format!("...F{known} {when}");
        }
        let below = self.selections(&on, depth);
        self.fragments.push((on, below));
        format!("...F{} {when}", self.fragments.len() - 1)
    }

    fn when(&mut self) -> String {
        let directives: &[_] = match self.rng.random_range(0..80) {
            0..2 => &["@skip"],
            2..5 => &["@include"],
            5 => &["@include", "@skip"],
            _ => &[],
        };
        let boolean = InputPosition { name: "sim".to_owned(), ty: Type::new("Boolean!").unwrap() };
        directives
            .iter()
            .map(|directive| format!("{directive}(if: {}) ", self.values.value(self.rng, &boolean)))
            .collect()
    }
}
