//! The same judgement by writing every fragment out wherever it is spread, as nobody may do with a stranger's document:
//! what the tests of small documents compare with.

use async_graphql::parser::{
    parse_query,
    types::{ExecutableDocument, OperationType, Selection, SelectionSet},
};
use proptest::prelude::*;

use super::{Excess, Limits, Thing, check, check_text};

/// A field, with everything below it written out.
struct Node {
    name: String,
    alias: bool,
    below: Vec<Node>,
}

/// A document that is small enough to be written out; `None` if it is not, or a fragment contains itself.
struct Written {
    /// Whether each operation is a mutation, and its fields.
    operations: Vec<(bool, Vec<Node>)>,
    directives: usize,
    fragments: usize,
}

impl Written {
    fn of(document: &ExecutableDocument) -> Option<Self> {
        let mut written = Self { operations: Vec::new(), directives: 0, fragments: 0 };
        for (_, operation) in document.operations.iter() {
            let operation = &operation.node;
            let of_variables = operation.variable_definitions.iter().map(|variable| variable.node.directives.len());
            written.directives += operation.directives.len() + of_variables.sum::<usize>();
            let fields = written.nodes(document, &operation.selection_set.node, 0)?;
            written.operations.push((operation.ty == OperationType::Mutation, fields));
        }
        Some(written)
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
                        // The introspection has a bound of its own.
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

    fn is_within(&self, limits: &Limits) -> bool {
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

/// Selections of a small graph, with what multiplies: fragments, aliases, pages, relations and the introspection.
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

fn limits() -> impl Strategy<Value = Limits> {
    (1..12_usize, 0..4_usize, 1..8_usize, 0..4_usize, 1..40_usize).prop_map(
        |(depth, aliases, root_fields, directives, fields)| Limits {
            depth,
            aliases,
            root_fields,
            directives,
            fields,
            ..Limits::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_small_document_is_judged_as_if_it_were_written_out(text in document(), limits in limits()) {
        prop_assume!(check_text(&text, &limits).is_ok());
        let document = parse_query(&text).unwrap();
        let judged = check(&document, &limits);
        // What only the measuring itself can say is not compared: circles, and the bounds of the introspection.
        let comparable = !matches!(
            judged,
            Err(Excess::Cycle | Excess::TooMuch(
                Thing::Nesting | Thing::IntrospectionDepth | Thing::IntrospectionFields | Thing::IntrospectionLists,
                _,
            ))
        );
        if let Some(written) = Written::of(&document).filter(|_| comparable) {
            prop_assert_eq!(judged.is_ok(), written.is_within(&limits), "{:?} {}", judged, text);
        }
    }
}
