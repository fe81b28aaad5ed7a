//! A naive implementation of the limits, which expands every fragment: property tests compare small documents with it.

use async_graphql::parser::types::{ExecutableDocument, OperationType, Selection, SelectionSet};
use proptest::prelude::*;

use super::{DocumentLimits, LimitError, LimitKind, check_form, check_tokens};
use crate::schema::validation;

/// A field with its expanded selection set.
struct Node {
    name: String,
    alias: bool,
    below: Vec<Node>,
}

/// A document with all fragments expanded.
struct Expanded {
    /// Whether each operation is a mutation, and its fields.
    operations: Vec<(bool, Vec<Node>)>,
    directives: usize,
    fragments: usize,
}

impl Expanded {
    /// `None` if the document is too large, or a fragment spreads itself.
    fn of(document: &ExecutableDocument) -> Option<Self> {
        let mut expanded = Self { operations: Vec::new(), directives: 0, fragments: 0 };
        for (_, operation) in document.operations.iter() {
            let operation = &operation.node;
            let of_variables = operation.variable_definitions.iter().map(|variable| variable.node.directives.len());
            expanded.directives += operation.directives.len() + of_variables.sum::<usize>();
            let fields = expanded.nodes(document, &operation.selection_set.node, 0)?;
            expanded.operations.push((operation.ty == OperationType::Mutation, fields));
        }
        Some(expanded)
    }

    fn nodes(&mut self, document: &ExecutableDocument, set: &SelectionSet, level: usize) -> Option<Vec<Node>> {
        if level > 30 || self.fragments > 10_000 {
            return None;
        }
        let mut nodes = Vec::new();
        for selection in &set.items {
            self.directives += selection.node.directives().len();
            match &selection.node {
                Selection::Field(field) => {
                    let field = &field.node;
                    let fragments = self.fragments;
                    let below = self.nodes(document, &field.selection_set.node, level + 1)?;
                    if field.name.node.starts_with("__") {
                        // The introspection has limits of its own.
                        self.fragments = fragments;
                    }
                    nodes.push(Node { name: field.name.node.to_string(), alias: field.alias.is_some(), below });
                }
                Selection::InlineFragment(inline) => {
                    self.fragments += 1;
                    nodes.extend(self.nodes(document, &inline.node.selection_set.node, level + 1)?);
                }
                Selection::FragmentSpread(spread) => {
                    self.fragments += 1;
                    let Some(fragment) = document.fragments.get(&spread.node.fragment_name.node) else { continue };
                    self.directives += fragment.node.directives.len();
                    nodes.extend(self.nodes(document, &fragment.node.selection_set.node, level + 1)?);
                }
            }
        }
        Some(nodes)
    }

    fn all(&self) -> impl Iterator<Item = &Node> {
        self.operations.iter().flat_map(|(_, fields)| fields)
    }

    fn is_within(&self, limits: &DocumentLimits) -> bool {
        let roots = self.operations.iter().all(|(is_mutation, fields)| {
            if *is_mutation {
                fields.iter().filter(|field| field.name != "__typename").count() <= limits.mutations
            } else {
                fields.len() <= limits.root_fields
            }
        });
        roots
            && self.all().all(|field| depth(field) <= limits.depth)
            && self.all().map(aliases).sum::<usize>() <= limits.aliases
            && self.all().map(fields).sum::<usize>() <= limits.fields
            && self.directives <= limits.directives
            && self.fragments <= limits.fields
    }
}

fn is_introspection(field: &Node) -> bool {
    field.name.starts_with("__")
}

fn depth(field: &Node) -> usize {
    if is_introspection(field) { 1 } else { 1 + field.below.iter().map(depth).max().unwrap_or(0) }
}

fn aliases(field: &Node) -> usize {
    usize::from(field.alias) + field.below.iter().map(aliases).sum::<usize>()
}

fn fields(field: &Node) -> usize {
    if is_introspection(field) { 1 } else { 1 + field.below.iter().map(fields).sum::<usize>() }
}

/// Selections of a small schema: fragments, aliases, pages, relations and introspection.
fn selections() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["nome", "email", "seguradoras", "menu", "abertosHoje", "__typename"]);
    let leaf = prop_oneof![
        6 => name.prop_map(str::to_owned),
        1 => Just("outro: nome".to_owned()),
        1 => Just("nome @include(if: true)".to_owned()),
        3 => (0..4).prop_map(|fragment| format!("...F{fragment}")),
        1 => Just("...Nenhum".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let head = prop::sample::select(vec![
            "acionamentos",
            "acionamentos(first: 2)",
            "acionamentos(first: $n)",
            "acionamentos(first: 9000)",
            "acionamento",
            "origem",
            "segurado",
            "x: segurado",
            "__schema",
            "... on X",
            "... @skip(if: false)",
        ]);
        (head, prop::collection::vec(inner, 1..4)).prop_map(|(head, below)| format!("{head} {{ {} }}", below.join(" ")))
    })
}

fn document() -> impl Strategy<Value = String> {
    let set = || prop::collection::vec(selections(), 1..4).prop_map(|all| all.join(" "));
    let kind = prop::sample::select(vec!["query A", "mutation A", "query A($n: Int @x) @y"]);
    (kind, set(), prop::collection::vec(set(), 0..4)).prop_map(|(kind, root, fragments)| {
        let mut text = format!("{kind} {{ {root} }}");
        for (at, body) in fragments.iter().enumerate() {
            text.push_str(&format!(" fragment F{at} on X {{ {body} }}"));
        }
        text
    })
}

fn limits() -> impl Strategy<Value = DocumentLimits> {
    (1..12_usize, 0..4_usize, 1..8_usize, 0..4_usize, 1..40_usize).prop_map(
        |(depth, aliases, root_fields, directives, fields)| DocumentLimits {
            depth,
            aliases,
            root_fields,
            directives,
            fields,
            ..DocumentLimits::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_small_document_is_judged_as_its_expansion(text in document(), limits in limits()) {
        prop_assume!(check_tokens(&text, &limits).is_ok());
        let Ok(parsed) = validation::parse(&text) else { panic!("a syntax error: {text}") };
        let document = parsed.document;
        let judged = check_form(&document, &limits);
        // Cycles and the limits of the introspection have no naive counterpart.
        let comparable = !matches!(
            judged,
            Err(LimitError::FragmentCycle | LimitError::Exceeded(
                LimitKind::Nesting | LimitKind::IntrospectionDepth | LimitKind::IntrospectionFields | LimitKind::IntrospectionLists,
                _,
            ))
        );
        if let Some(expanded) = Expanded::of(&document).filter(|_| comparable) {
            prop_assert_eq!(judged.is_ok(), expanded.is_within(&limits), "{:?} {}", judged, text);
        }
    }
}
