//! Input objects whose fields are not unique (section 5.6.3 of the GraphQL specification), which apollo-compiler accepts.

use apollo_compiler::ast::{Argument, Definition, Directive, Document, Selection, Value};
use apollo_compiler::{Name, Node};
use async_graphql::{Pos, ServerError};

/// The first field of an input object that is given twice.
pub(super) fn repeated_field(document: &Document) -> Option<ServerError> {
    let name = document.definitions.iter().find_map(|definition| match definition {
        Definition::OperationDefinition(operation) => {
            let defaults = operation.variables.iter().filter_map(|variable| variable.default_value.as_ref());
            let of_variables = || operation.variables.iter().find_map(|variable| in_directives(&variable.directives));
            defaults
                .map(|value| in_value(value))
                .find_map(|found| found)
                .or_else(of_variables)
                .or_else(|| in_directives(&operation.directives).or_else(|| in_selections(&operation.selection_set)))
        }
        Definition::FragmentDefinition(fragment) => {
            in_directives(&fragment.directives).or_else(|| in_selections(&fragment.selection_set))
        }
        _ => None,
    })?;
    let mut error = ServerError::new(format!("the input field `{name}` is given more than once"), None);
    let position = name.line_column_range(&document.sources).map(|range| range.start);
    error.locations = position.map(|at| Pos { line: at.line, column: at.column }).into_iter().collect();
    Some(error)
}

fn in_selections(selections: &[Selection]) -> Option<&Name> {
    selections.iter().find_map(|selection| match selection {
        Selection::Field(field) => in_arguments(&field.arguments)
            .or_else(|| in_directives(&field.directives))
            .or_else(|| field.selection_set.as_deref().and_then(in_selections)),
        Selection::InlineFragment(inline) => {
            in_directives(&inline.directives).or_else(|| in_selections(&inline.selection_set))
        }
        Selection::FragmentSpread(spread) => in_directives(&spread.directives),
    })
}

fn in_directives(directives: &[Node<Directive>]) -> Option<&Name> {
    directives.iter().find_map(|directive| in_arguments(&directive.arguments))
}

fn in_arguments(arguments: &[Node<Argument>]) -> Option<&Name> {
    arguments.iter().find_map(|argument| in_value(&argument.value))
}

fn in_value(value: &Value) -> Option<&Name> {
    match value {
        Value::List(items) => items.iter().find_map(|item| in_value(item)),
        Value::Object(fields) => fields.iter().enumerate().find_map(|(at, (name, value))| {
            let is_repeated = fields[..at].iter().any(|(before, _)| before == name);
            if is_repeated { Some(name) } else { in_value(value) }
        }),
        _ => None,
    }
}
