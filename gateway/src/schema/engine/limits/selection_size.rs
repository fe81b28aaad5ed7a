//! The size of a document's form. Each selection set is visited once; a fragment's size is remembered.

use std::collections::HashMap;

use bluejay_core::{
    AsIter as _,
    executable::{
        Field as _, FragmentDefinition as _, FragmentSpread as _, InlineFragment as _, OperationDefinition as _,
        VariableDefinition as _,
    },
};
use bluejay_parser::ast::executable::{Field, OperationDefinition, Selection, SelectionSet};

use super::{INTROSPECTION_FIELDS, INTROSPECTION_LISTS, LimitUse, MAX_NESTING, limit_kind::LimitKind};
use crate::schema::engine::{
    document::{Document, Fragments, InvalidPart, items},
    request_error::RequestError,
};

/// Introspection fields that are lists.
const LISTS: [&str; 7] = ["types", "fields", "args", "inputFields", "interfaces", "possibleTypes", "enumValues"];

/// The size of a selection set, its fragments included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SelectionSize {
    /// Fields of the selection set itself without `__typename`.
    pub(super) root_fields: usize,
    pub(super) aliases: usize,
    pub(super) directives: usize,
    /// Fields and fragments; the introspection counts as one.
    pub(super) fields: usize,
    /// Fields and fragments of the introspection.
    pub(super) introspection: usize,
    /// Depth of nested fields; the introspection counts as one.
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
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
            fields: self.fields.saturating_add(other.fields),
            introspection: self.introspection.saturating_add(other.introspection),
            depth: self.depth.max(other.depth),
            nesting: self.nesting.max(other.nesting),
            lists: self.lists.max(other.lists),
        }
    }

    /// The size of a field with this selection set.
    fn of_field(self, field: &Field<'_>) -> Result<Self, RequestError> {
        let name = field.name().as_str();
        let size = Self {
            root_fields: usize::from(name != "__typename"),
            aliases: self.aliases.saturating_add(usize::from(field.alias().is_some())),
            directives: self.directives.saturating_add(items(field.directives()).count()),
            fields: self.fields.saturating_add(1),
            depth: self.depth + 1,
            lists: self.lists + usize::from(LISTS.contains(&name)),
            ..self
        };
        if !matches!(name, "__schema" | "__type") {
            return Ok(size);
        }
        LimitUse::new(LimitKind::IntrospectionLists, self.lists, INTROSPECTION_LISTS).check()?;
        Ok(Self { fields: 1, depth: 1, introspection: size.fields, ..size })
    }
}

/// Calculates sizes, and remembers those of fragments.
pub(super) struct SizeCalculator<'a> {
    text: &'a str,
    fragments: Fragments<'a>,
    /// `None` while the size of a fragment is being calculated: meeting it again is a cycle.
    sizes: HashMap<&'a str, Option<SelectionSize>>,
}

impl<'a> SizeCalculator<'a> {
    pub(super) fn new(document: &'a Document<'a>) -> Self {
        Self { text: document.text, fragments: document.fragments(), sizes: HashMap::new() }
    }

    /// The size of an operation.
    pub(super) fn operation(&mut self, operation: &'a OperationDefinition<'a>) -> Result<SelectionSize, RequestError> {
        let mut size = self.selections(operation.selection_set(), 1)?;
        let operation = operation.as_ref();
        let variables = items(operation.variable_definitions());
        let of_variables = variables.map(|variable| items(variable.directives()).count()).sum::<usize>();
        size.directives = size.directives.saturating_add(items(operation.directives()).count() + of_variables);
        Ok(size)
    }

    /// Checks each fragment by itself: bluejay also walks those that nothing spreads. Such a one may belong to an introspection,
    /// so it may be as large as one.
    pub(super) fn check_each_fragment(&mut self) -> Result<(), RequestError> {
        // In an order, so that a document always exceeds the same limit.
        let mut names: Vec<_> = self.fragments.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            let size = self.fragment(name, 1)?;
            LimitUse::new(LimitKind::Fields, size.fields, INTROSPECTION_FIELDS).check()?;
            LimitUse::new(LimitKind::IntrospectionFields, size.introspection, INTROSPECTION_FIELDS).check()?;
        }
        Ok(())
    }

    /// The size of a selection set. `level` is its depth on the path that led to it.
    fn selections(&mut self, set: &'a SelectionSet<'a>, level: usize) -> Result<SelectionSize, RequestError> {
        LimitUse::new(LimitKind::Nesting, level, MAX_NESTING).check()?;
        let mut size = SelectionSize::default();
        for selection in set.iter() {
            size = size.plus(match selection {
                Selection::Field(field) => {
                    let below = match field.selection_set() {
                        Some(below) => self.selections(below, level + 1)?,
                        None => SelectionSize::default(),
                    };
                    below.of_field(field)?
                }
                Selection::InlineFragment(fragment) => {
                    let inner = self.selections(fragment.selection_set(), level + 1)?;
                    spread(inner, items(fragment.directives()).count())
                }
                Selection::FragmentSpread(fragment) => {
                    let inner = self.fragment(fragment.name().as_str(), level + 1)?;
                    spread(inner, items(fragment.directives()).count())
                }
            });
        }
        size.nesting += 1;
        LimitUse::new(LimitKind::Nesting, size.nesting, MAX_NESTING).check()?;
        Ok(size)
    }

    fn fragment(&mut self, name: &'a str, level: usize) -> Result<SelectionSize, RequestError> {
        // The validation reports an unknown fragment.
        let Some(fragment) = self.fragments.get(name).copied() else { return Ok(SelectionSize::default()) };
        match self.sizes.get(name) {
            Some(Some(size)) => return Ok(*size),
            Some(None) => {
                let message = format!("Fragment `{name}` spreads itself");
                let part = InvalidPart::new(message, self.text, fragment.name());
                return Err(RequestError::Invalid(vec![part]));
            }
            None => {}
        }
        self.sizes.insert(name, None);
        let mut size = self.selections(fragment.selection_set(), level)?;
        size.directives = size.directives.saturating_add(items(fragment.directives()).count());
        self.sizes.insert(name, Some(size));
        Ok(size)
    }
}

/// The size of a fragment spread or an inline fragment, with its directives.
fn spread(inner: SelectionSize, directives: usize) -> SelectionSize {
    SelectionSize {
        fields: inner.fields.saturating_add(1),
        directives: inner.directives.saturating_add(directives),
        ..inner
    }
}
