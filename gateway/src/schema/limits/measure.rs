//! How much the form of a document comes to. Each selection set is looked at once: a fragment that is spread again is not measured
//! again.

use std::collections::HashMap;

use async_graphql::{
    Name,
    parser::types::{ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet},
};

use super::{Excess, INTROSPECTION_DEPTH, INTROSPECTION_FIELDS, INTROSPECTION_LISTS, MOST_NESTING, Thing, within};

/// Fields of the introspection that are lists.
const LISTS: [&str; 7] = ["types", "fields", "args", "inputFields", "interfaces", "possibleTypes", "enumValues"];

/// How much a selection set comes to, its fragments included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// Its fields, those below them aside.
    pub(super) roots: usize,
    /// The same without `__typename`.
    pub(super) named_roots: usize,
    pub(super) aliases: usize,
    pub(super) directives: usize,
    pub(super) fields: usize,
    pub(super) fragments: usize,
    /// Fields inside of one another.
    pub(super) depth: usize,
    /// Selection sets inside of one another.
    nesting: usize,
    /// Lists of the introspection inside of one another.
    lists: usize,
}

impl Size {
    /// Both of them, side by side.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            roots: self.roots.saturating_add(other.roots),
            named_roots: self.named_roots.saturating_add(other.named_roots),
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
            fields: self.fields.saturating_add(other.fields),
            fragments: self.fragments.saturating_add(other.fragments),
            depth: self.depth.max(other.depth),
            nesting: self.nesting.max(other.nesting),
            lists: self.lists.max(other.lists),
        }
    }

    /// A field with this below it.
    pub(super) fn under(self, field: &Field) -> Result<Self, Excess> {
        let name = field.name.node.as_str();
        let size = Self {
            roots: 1,
            named_roots: usize::from(name != "__typename"),
            aliases: self.aliases.saturating_add(usize::from(field.alias.is_some())),
            directives: self.directives.saturating_add(field.directives.len()),
            fields: self.fields.saturating_add(1),
            depth: self.depth + 1,
            lists: self.lists + usize::from(LISTS.contains(&name)),
            ..self
        };
        if matches!(name, "__schema" | "__type") {
            within(self.depth, INTROSPECTION_DEPTH, Thing::IntrospectionDepth)?;
            within(self.fields.max(self.fragments), INTROSPECTION_FIELDS, Thing::IntrospectionFields)?;
            within(self.lists, INTROSPECTION_LISTS, Thing::IntrospectionLists)?;
            let (aliases, directives, nesting) = (size.aliases, size.directives, size.nesting);
            return Ok(Self {
                roots: 1,
                named_roots: 1,
                fields: 1,
                depth: 1,
                aliases,
                directives,
                nesting,
                ..Self::default()
            });
        }
        Ok(size)
    }
}

/// The sizes of a document's fragments, so far.
pub(super) struct Measure<'a> {
    document: &'a ExecutableDocument,
    /// `None` while a fragment is being measured.
    fragments: HashMap<&'a Name, Option<Size>>,
}

impl<'a> Measure<'a> {
    pub(super) fn of(document: &'a ExecutableDocument) -> Self {
        Self { document, fragments: HashMap::new() }
    }

    /// Measures an operation.
    pub(super) fn operation(&mut self, operation: &'a OperationDefinition) -> Result<Size, Excess> {
        let mut size = self.selections(&operation.selection_set.node, 1)?;
        let of_variables = operation.variable_definitions.iter().map(|variable| variable.node.directives.len());
        size.directives = size.directives.saturating_add(operation.directives.len() + of_variables.sum::<usize>());
        Ok(size)
    }

    /// Measures the fragments that nothing spreads: async-graphql looks at each for itself. They may be parts of an
    /// introspection, so they are held to its bound.
    pub(super) fn rest(&mut self) -> Result<(), Excess> {
        for name in self.document.fragments.keys() {
            let size = self.fragment(name, 1)?;
            within(size.fields.max(size.fragments), INTROSPECTION_FIELDS, Thing::Fields)?;
        }
        Ok(())
    }

    /// Measures a selection set that is `level` selection sets deep on the way that led to it.
    fn selections(&mut self, set: &'a SelectionSet, level: usize) -> Result<Size, Excess> {
        within(level, MOST_NESTING, Thing::Nesting)?;
        let mut size = Size::default();
        for selection in &set.items {
            size = size.and(match &selection.node {
                Selection::Field(field) => {
                    self.selections(&field.node.selection_set.node, level + 1)?.under(&field.node)?
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
        within(size.nesting, MOST_NESTING, Thing::Nesting)?;
        Ok(size)
    }

    fn fragment(&mut self, name: &Name, level: usize) -> Result<Size, Excess> {
        match self.fragments.get(name) {
            Some(Some(size)) => return Ok(*size),
            Some(None) => return Err(Excess::Cycle),
            None => {}
        }
        // One that the document does not have is for the validation to name.
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else { return Ok(Size::default()) };
        self.fragments.insert(name, None);
        let mut size = self.selections(&fragment.node.selection_set.node, level)?;
        size.directives = size.directives.saturating_add(fragment.node.directives.len());
        self.fragments.insert(name, Some(size));
        Ok(size)
    }
}

/// A selection set where a fragment has it, with the directives that stand there.
fn spread(inner: Size, directives: usize) -> Size {
    Size {
        fragments: inner.fragments.saturating_add(1),
        directives: inner.directives.saturating_add(directives),
        ..inner
    }
}
