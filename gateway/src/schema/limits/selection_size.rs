//! The size of a document's form. Each selection set is visited once; a fragment's size is remembered.

use std::collections::HashMap;

use async_graphql::{
    Name,
    parser::types::{ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet},
};

use super::{
    document_limits::{INTROSPECTION_DEPTH, INTROSPECTION_FIELDS, INTROSPECTION_LISTS, MAX_NESTING},
    limit_error::{LimitError, LimitKind, within},
};

/// Introspection fields that are lists.
const LISTS: [&str; 7] = ["types", "fields", "args", "inputFields", "interfaces", "possibleTypes", "enumValues"];

/// The size of a selection set, its fragments included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SelectionSize {
    /// Fields of the selection set itself.
    pub(super) root_fields: usize,
    /// Fields of the selection set itself without `__typename`.
    pub(super) mutations: usize,
    pub(super) aliases: usize,
    pub(super) directives: usize,
    pub(super) fields: usize,
    pub(super) fragments: usize,
    /// Fields, or fragments if there are more, of the introspection.
    pub(super) introspection: usize,
    /// Depth of nested fields.
    pub(super) depth: usize,
    /// Depth of nested selection sets.
    nesting: usize,
    /// Depth of nested introspection lists.
    lists: usize,
}

impl SelectionSize {
    /// The size of both side by side.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            root_fields: self.root_fields.saturating_add(other.root_fields),
            mutations: self.mutations.saturating_add(other.mutations),
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
            fields: self.fields.saturating_add(other.fields),
            fragments: self.fragments.saturating_add(other.fragments),
            introspection: self.introspection.saturating_add(other.introspection),
            depth: self.depth.max(other.depth),
            nesting: self.nesting.max(other.nesting),
            lists: self.lists.max(other.lists),
        }
    }

    /// The size of a field with this selection set.
    fn of_field(self, field: &Field) -> Result<Self, LimitError> {
        let name = field.name.node.as_str();
        let size = Self {
            root_fields: 1,
            mutations: usize::from(name != "__typename"),
            aliases: self.aliases.saturating_add(usize::from(field.alias.is_some())),
            directives: self.directives.saturating_add(field.directives.len()),
            fields: self.fields.saturating_add(1),
            depth: self.depth + 1,
            lists: self.lists + usize::from(LISTS.contains(&name)),
            ..self
        };
        if matches!(name, "__schema" | "__type") {
            within(size.depth, INTROSPECTION_DEPTH, LimitKind::IntrospectionDepth)?;
            within(self.lists, INTROSPECTION_LISTS, LimitKind::IntrospectionLists)?;
            let (aliases, directives, nesting) = (size.aliases, size.directives, size.nesting);
            return Ok(Self {
                root_fields: 1,
                mutations: 1,
                fields: 1,
                depth: 1,
                introspection: size.fields.max(size.fragments),
                aliases,
                directives,
                nesting,
                ..Self::default()
            });
        }
        Ok(size)
    }
}

/// Calculates sizes, and remembers those of fragments.
pub(super) struct SizeCalculator<'a> {
    document: &'a ExecutableDocument,
    /// `None` while the size of a fragment is being calculated: meeting it again is a cycle.
    fragments: HashMap<&'a Name, Option<SelectionSize>>,
}

impl<'a> SizeCalculator<'a> {
    pub(super) fn new(document: &'a ExecutableDocument) -> Self {
        Self { document, fragments: HashMap::new() }
    }

    /// The size of an operation.
    pub(super) fn operation(&mut self, operation: &'a OperationDefinition) -> Result<SelectionSize, LimitError> {
        let mut size = self.selections(&operation.selection_set.node, 1)?;
        let of_variables = operation.variable_definitions.iter().map(|variable| variable.node.directives.len());
        size.directives = size.directives.saturating_add(operation.directives.len() + of_variables.sum::<usize>());
        Ok(size)
    }

    /// Checks the fragments that nothing spreads, since bluejay walks them too. They may be parts of an introspection, so
    /// its limit holds for them.
    pub(super) fn check_unused_fragments(&mut self) -> Result<(), LimitError> {
        // In an order, so that a document always exceeds the same limit.
        let mut names: Vec<_> = self.document.fragments.keys().collect();
        names.sort_unstable();
        for name in names {
            let size = self.fragment(name, 1)?;
            within(size.fields.max(size.fragments), INTROSPECTION_FIELDS, LimitKind::Fields)?;
            within(size.introspection, INTROSPECTION_FIELDS, LimitKind::IntrospectionFields)?;
        }
        Ok(())
    }

    /// The size of a selection set. `level` is its depth on the path that led to it.
    fn selections(&mut self, set: &'a SelectionSet, level: usize) -> Result<SelectionSize, LimitError> {
        within(level, MAX_NESTING, LimitKind::Nesting)?;
        let mut size = SelectionSize::default();
        for selection in &set.items {
            size = size.plus(match &selection.node {
                Selection::Field(field) => {
                    self.selections(&field.node.selection_set.node, level + 1)?.of_field(&field.node)?
                }
                Selection::InlineFragment(fragment) => {
                    let inner = self.selections(&fragment.node.selection_set.node, level + 1)?;
                    spread(inner, fragment.node.directives.len())
                }
                Selection::FragmentSpread(fragment) => {
                    let inner = self.fragment(&fragment.node.fragment_name.node, level + 1)?;
                    spread(inner, fragment.node.directives.len())
                }
            });
        }
        size.nesting += 1;
        within(size.nesting, MAX_NESTING, LimitKind::Nesting)?;
        Ok(size)
    }

    fn fragment(&mut self, name: &Name, level: usize) -> Result<SelectionSize, LimitError> {
        match self.fragments.get(name) {
            Some(Some(size)) => return Ok(*size),
            Some(None) => return Err(LimitError::FragmentCycle),
            None => {}
        }
        // The validation reports an unknown fragment.
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return Ok(SelectionSize::default());
        };
        self.fragments.insert(name, None);
        let mut size = self.selections(&fragment.node.selection_set.node, level)?;
        size.directives = size.directives.saturating_add(fragment.node.directives.len());
        self.fragments.insert(name, Some(size));
        Ok(size)
    }
}

/// The size of a fragment spread or an inline fragment, with its directives.
fn spread(inner: SelectionSize, directives: usize) -> SelectionSize {
    SelectionSize {
        fragments: inner.fragments.saturating_add(1),
        directives: inner.directives.saturating_add(directives),
        ..inner
    }
}
