//! Literals of the schema's own scalars: apollo-compiler takes any text for them.

use apollo_compiler::{
    Node, Schema,
    ast::{Type, Value},
    executable::{ExecutableDocument, Selection, SelectionSet},
    parser::SourceMap,
    schema::ExtendedType,
    validation::Valid,
};
use async_graphql::{Pos, ServerError};

use crate::schema::scalars;

/// The literals of a valid document that their scalars refuse.
pub(super) fn refused_literals(schema: &Valid<Schema>, document: &Valid<ExecutableDocument>) -> Vec<ServerError> {
    let mut literals = Literals { schema, sources: &document.sources, errors: Vec::new() };
    for operation in document.operations.iter() {
        for variable in &operation.variables {
            if let Some(default) = &variable.default_value {
                literals.check(&variable.ty, default, &format!("${}", variable.name));
            }
        }
        literals.walk(&operation.selection_set);
    }
    for fragment in document.fragments.values() {
        literals.walk(&fragment.selection_set);
    }
    literals.errors
}

struct Literals<'a> {
    schema: &'a Schema,
    sources: &'a SourceMap,
    errors: Vec<ServerError>,
}

impl Literals<'_> {
    fn walk(&mut self, selections: &SelectionSet) {
        for selection in &selections.selections {
            match selection {
                Selection::Field(field) => {
                    for argument in &field.arguments {
                        if let Some(definition) = field.definition.argument_by_name(&argument.name) {
                            self.check(&definition.ty, &argument.value, &argument.name);
                        }
                    }
                    field.selection_set.iter().for_each(|selections| self.walk(selections));
                }
                Selection::InlineFragment(fragment) => self.walk(&fragment.selection_set),
                Selection::FragmentSpread(_) => {}
            }
        }
    }

    fn check(&mut self, ty: &Type, value: &Node<Value>, path: &str) {
        match &**value {
            Value::Null | Value::Variable(_) => {}
            Value::List(items) if ty.is_list() => {
                for (at, item) in items.iter().enumerate() {
                    self.check(ty.item_type(), item, &format!("{path}.{at}"));
                }
            }
            // A single value is a list of one.
            _ if ty.is_list() => self.check(ty.item_type(), value, path),
            literal => {
                let name = ty.inner_named_type();
                if let (Value::Object(fields), Some(ExtendedType::InputObject(object))) =
                    (literal, self.schema.types.get(name))
                {
                    for (name, field) in fields {
                        if let Some(definition) = object.fields.get(name) {
                            self.check(&definition.ty, field, &format!("{path}.{name}"));
                        }
                    }
                    return;
                }
                let Some(sentence) = scalars::refusal(name, &constant(literal)) else { return };
                let mut error = ServerError::new(format!("`{path}`: {sentence}"), None);
                let start = value.location().and_then(|at| at.line_column_range(self.sources)).map(|range| range.start);
                error.locations.extend(start.map(|at| Pos { line: at.line, column: at.column }));
                self.errors.push(error);
            }
        }
    }
}

/// A literal as the value that a scalar parses. Its contents do not matter where no scalar takes it.
fn constant(literal: &Value) -> async_graphql::Value {
    let number = |text: &str| text.parse().map_or(async_graphql::Value::Boolean(true), async_graphql::Value::Number);
    match literal {
        Value::String(text) => async_graphql::Value::String(text.clone()),
        Value::Boolean(value) => async_graphql::Value::Boolean(*value),
        Value::Int(value) => number(value.as_str()),
        Value::Float(value) => number(value.as_str()),
        Value::Enum(name) => async_graphql::Value::Enum(async_graphql::Name::new(name.as_str())),
        Value::Null | Value::Variable(_) => async_graphql::Value::Null,
        Value::List(_) => async_graphql::Value::List(Vec::new()),
        Value::Object(_) => async_graphql::Value::Object(Default::default()),
    }
}
