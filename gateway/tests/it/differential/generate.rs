//! Random valid documents for any schema.
//!
//! This is no proptest strategy: the parts of a document share fragments, variables and response names, which composed
//! strategies cannot.

use std::collections::HashMap;

use async_graphql::parser::types::{FieldDefinition, Type};
use gateway::schema::{limits::DocumentLimits, prepared};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};

use super::{
    documents::{Fragment, Operation, Request, Selection, When},
    graph::{Composite, Graph, Place, innermost},
    values::{Slot, Value, Values},
};

/// Maximal depth of fields: that of the gateway's limit.
const DEPTH: usize = 10;
/// Most different argument sets of a field in one document.
const ARGUMENTS: usize = 3;

/// Weight of fields that lead to many types.
const MAX_WEIGHT: usize = 3;

/// Introspection selections that are added sometimes.
const INTROSPECTION: &[&str] = &[
    "__type(name: \"Acionamento\") { kind name fields { name type { kind ofType { name } } } }",
    "x_type: __type(name: \"Nada\") { name }",
    "__schema { queryType { name } __typename }",
];

/// A random request. The same seed gives the same one.
pub(super) fn request(graph: &Graph, cursors: &[String], seed: u64) -> Request {
    let mut rng = StdRng::seed_from_u64(seed);
    // A document that exceeds a limit is a valid test sometimes.
    let any = rng.random_ratio(1, 25);
    loop {
        let request = Writer::new(graph, cursors, &mut rng).request();
        if any || is_within_limits(&request.text()) {
            return request;
        }
    }
}

fn is_within_limits(text: &str) -> bool {
    prepared::parse(text, &DocumentLimits::default()).is_ok()
}

struct Writer<'a> {
    graph: &'a Graph,
    rng: &'a mut StdRng,
    values: Values<'a>,
    /// The argument sets of each field. Each has a response name of its own, so that fields can be merged.
    arguments: HashMap<Place, Vec<Vec<(String, Value)>>>,
    fragments: Vec<Fragment>,
    /// Remaining selections.
    left: usize,
}

impl<'a> Writer<'a> {
    fn new(graph: &'a Graph, cursors: &'a [String], rng: &'a mut StdRng) -> Self {
        let values = Values { graph, cursors, variables: Vec::new() };
        let left = rng.random_range(3..70);
        Self { graph, rng, values, arguments: HashMap::new(), fragments: Vec::new(), left }
    }

    fn request(mut self) -> Request {
        let names = match self.rng.random_range(0..30) {
            0 => vec!["A", "B"],
            1 => vec!["A", "B", "C"],
            2..10 => vec!["A"],
            _ => Vec::new(),
        };
        let operation_name = match names.len() {
            0 => None,
            1 => self.rng.random_ratio(1, 5).then_some("A"),
            // An unknown name, or none, is refused.
            _ => (!self.rng.random_ratio(1, 10)).then(|| *names.choose(self.rng).unwrap()),
        };
        let query = self.graph.query();
        let mut operations = Vec::new();
        for at in 0..names.len().max(1) {
            let mut below = self.selections(query, DEPTH);
            if self.rng.random_ratio(1, 60) {
                below.push(Selection::Introspection(INTROSPECTION.choose(self.rng).unwrap()));
            }
            operations.push(Operation { name: names.get(at).map(|name| (*name).to_owned()), below });
        }
        Request {
            operations,
            fragments: self.fragments,
            variables: self.values.variables,
            operation_name: operation_name.map(str::to_owned),
            is_signed_in: !self.rng.random_ratio(1, 50),
        }
    }

    /// A selection set of a type, with fields down to a depth.
    fn selections(&mut self, type_name: &str, depth: usize) -> Vec<Selection> {
        let mut selections = vec![self.selection(type_name, depth)];
        for _ in 0..self.rng.random_range(0..5) {
            if self.left > 0 {
                selections.push(self.selection(type_name, depth));
            }
        }
        selections
    }

    fn selection(&mut self, type_name: &str, depth: usize) -> Selection {
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

    fn typename(&mut self) -> Selection {
        let alias = self.rng.random_ratio(1, 3).then(|| "x_typename".to_owned());
        let when = self.when();
        let Selection::Field { name, arguments, below, .. } = Selection::bare("__typename") else { unreachable!() };
        Selection::Field { alias, name, arguments, below, when }
    }

    fn field(&mut self, type_name: &str, depth: usize) -> Selection {
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
        let name = field.name.node.to_string();
        let alias = match at {
            0 if graph.is_ambiguous(type_name, field) => Some(format!("{type_name}_{name}")),
            0 => self.rng.random_ratio(1, 10).then(|| format!("x_{name}")),
            at => Some(format!("{type_name}_{name}_{at}")),
        };
        let when = self.when();
        let of = innermost(&field.ty.node);
        let below = if is_leaf(field) { Vec::new() } else { self.selections(of, depth - 1) };
        Selection::Field { alias, name, arguments, below, when }
    }

    /// An argument set of a field, known or new. Its number is part of the response name.
    fn arguments(&mut self, type_name: &str, field: &FieldDefinition) -> (usize, Vec<(String, Value)>) {
        if field.arguments.is_empty() {
            return (0, Vec::new());
        }
        let place = (type_name.to_owned(), field.name.node.to_string());
        let known = self.arguments.get(&place).map_or(0, Vec::len);
        if known == ARGUMENTS || known > 0 && self.rng.random() {
            let at = self.rng.random_range(0..known);
            return (at, self.arguments[&place][at].clone());
        }
        let mut arguments = Vec::new();
        for argument in &field.arguments {
            let argument = &argument.node;
            if !argument.ty.node.nullable || self.rng.random_ratio(1, 5) {
                let name = argument.name.node.to_string();
                let slot = Slot { name: name.clone(), ty: argument.ty.node.clone() };
                arguments.push((name, self.values.value(self.rng, &slot)));
            }
        }
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

    fn inline(&mut self, type_name: &str, depth: usize) -> Selection {
        let on = (!self.rng.random_ratio(1, 4)).then(|| self.condition(type_name));
        let when = self.when();
        let below = self.selections(on.as_deref().unwrap_or(type_name), depth);
        Selection::Inline { on, below, when }
    }

    fn spread(&mut self, type_name: &str, depth: usize) -> Selection {
        let on = self.condition(type_name);
        let when = self.when();
        let known: Vec<_> = self.fragments.iter().filter(|fragment| fragment.on == on).collect();
        if let Some(known) = known.choose(self.rng)
            && self.rng.random()
        {
            return Selection::Spread { fragment: known.name.clone(), when };
        }
        let below = self.selections(&on, depth);
        let name = format!("F{}", self.fragments.len() + 1);
        self.fragments.push(Fragment { name: name.clone(), on, below });
        Selection::Spread { fragment: name, when }
    }

    /// Mostly no directives.
    fn when(&mut self) -> Vec<When> {
        let directives: &[_] = match self.rng.random_range(0..80) {
            0..2 => &["@skip"],
            2..5 => &["@include"],
            5 => &["@include", "@skip"],
            _ => &[],
        };
        let boolean = Slot { name: "sim".to_owned(), ty: Type::new("Boolean!").unwrap() };
        let mut when = Vec::new();
        for directive in directives {
            when.push(When { directive, condition: self.values.value(self.rng, &boolean) });
        }
        when
    }
}
