//! The schema that documents are generated from, read from its own text: new types and fields are included automatically.

use std::collections::{BTreeSet, HashMap};

use async_graphql::{
    Positioned,
    parser::{
        parse_schema,
        types::{BaseType, FieldDefinition, InputObjectType, Type, TypeDefinition, TypeKind, TypeSystemDefinition},
    },
};

pub(super) struct Graph {
    types: HashMap<String, TypeDefinition>,
    /// Number of types that each type leads to, itself included.
    reach: HashMap<String, usize>,
}

pub(super) const QUERY: &str = "Query";

/// A type with selections.
pub(super) enum Composite<'a> {
    Object(&'a [Positioned<FieldDefinition>]),
    /// The names of its members.
    Union(Vec<&'a str>),
}

/// The type of an input value.
pub(super) enum Input<'a> {
    Scalar,
    Enum(Vec<&'a str>),
    Object(&'a InputObjectType),
}

/// A field of the schema: the names of its type and its own.
pub(super) type Place = (String, String);

impl Graph {
    pub(super) fn read() -> Self {
        let named = |definition| match definition {
            TypeSystemDefinition::Type(of) => Some((of.node.name.node.to_string(), of.node)),
            TypeSystemDefinition::Schema(_) | TypeSystemDefinition::Directive(_) => None,
        };
        let definitions = parse_schema(gateway::schema::sdl()).unwrap().definitions;
        let mut graph = Self { types: definitions.into_iter().filter_map(named).collect(), reach: HashMap::new() };
        let reach = |name: &String| graph.composite(name).map(|_| (name.clone(), graph.below(name).0.len()));
        graph.reach = graph.types.keys().filter_map(reach).collect();
        graph
    }

    /// The selections of a type; `None` for scalars and enums.
    pub(super) fn composite(&self, type_name: &str) -> Option<Composite<'_>> {
        match &self.types.get(type_name)?.kind {
            TypeKind::Object(of) => Some(Composite::Object(&of.fields)),
            TypeKind::Union(of) => Some(Composite::Union(of.members.iter().map(|member| &*member.node).collect())),
            TypeKind::Interface(_) => panic!("no document is written about interfaces yet"),
            TypeKind::Scalar | TypeKind::Enum(_) | TypeKind::InputObject(_) => None,
        }
    }

    /// The fields of an object; a union has none.
    pub(super) fn fields(&self, type_name: &str) -> &[Positioned<FieldDefinition>] {
        match self.composite(type_name) {
            Some(Composite::Object(fields)) => fields,
            _ => &[],
        }
    }

    pub(super) fn field(&self, type_name: &str, name: &str) -> Option<&FieldDefinition> {
        self.fields(type_name).iter().map(|field| &field.node).find(|field| field.name.node == name)
    }

    pub(super) fn input(&self, type_name: &str) -> Input<'_> {
        // The scalars of the specification have no definition.
        let Some(definition) = self.types.get(type_name) else { return Input::Scalar };
        match &definition.kind {
            TypeKind::Enum(of) => Input::Enum(of.values.iter().map(|value| &*value.node.value.node).collect()),
            TypeKind::InputObject(of) => Input::Object(of),
            _ => Input::Scalar,
        }
    }

    /// Whether another member of a union with this type has a different field of the same name: the two cannot be merged.
    pub(super) fn is_ambiguous(&self, type_name: &str, field: &FieldDefinition) -> bool {
        let unions = self.types.keys().filter_map(|name| match self.composite(name) {
            Some(Composite::Union(members)) if members.contains(&type_name) => Some(members),
            _ => None,
        });
        let mut others = unions.flatten().filter(|other| *other != type_name);
        others.any(|other| {
            let other = self.field(other, &field.name.node);
            other.is_some_and(|other| other.ty.node != field.ty.node || !other.arguments.is_empty())
        })
    }

    /// Number of types with fields that a type leads to, itself included.
    pub(super) fn reach(&self, type_name: &str) -> usize {
        self.reach.get(type_name).copied().unwrap_or_default()
    }

    /// Every field that a query leads to.
    pub(super) fn reachable(&self) -> BTreeSet<Place> {
        self.below(QUERY).1
    }

    /// The types that a type leads to, itself included, and all their fields.
    fn below<'a>(&'a self, type_name: &'a str) -> (BTreeSet<&'a str>, BTreeSet<Place>) {
        let (mut seen, mut open, mut fields) = (BTreeSet::new(), vec![type_name], BTreeSet::new());
        while let Some(type_name) = open.pop() {
            let Some(composite) = self.composite(type_name) else { continue };
            if !seen.insert(type_name) {
                continue;
            }
            if let Composite::Union(members) = composite {
                open.extend(members);
            }
            for field in self.fields(type_name) {
                open.push(innermost(&field.node.ty.node));
                fields.insert((type_name.to_owned(), field.node.name.node.to_string()));
            }
        }
        (seen, fields)
    }
}

/// The named type inside of lists.
pub(super) fn innermost(ty: &Type) -> &str {
    match &ty.base {
        BaseType::Named(name) => name,
        BaseType::List(item) => innermost(item),
    }
}
