//! The memory of a parsed document and its values, added up from their parts. A factor on the length of the text would be
//! wrong: fields of one letter take far more memory per byte than long ones.

use std::convert::Infallible;

use async_graphql::{
    Name, Positioned, Value,
    parser::types::{
        BaseType, Directive, ExecutableDocument, OperationDefinition, Selection, SelectionSet, Type, VariableDefinition,
    },
};
use async_graphql_value::Value as ValueWithVariables;

/// Bytes of an allocation beside its contents: the counters of an `Arc`, and rounding.
pub(super) const ALLOCATION: usize = 32;
/// Bytes of a map entry beside its key and value: its hash, and its share of the table.
const ENTRY: usize = 32;

/// The bytes of a document.
pub(super) fn of(document: &ExecutableDocument) -> usize {
    let operations = document.operations.iter().map(|(name, operation)| {
        ENTRY + size_of::<OperationDefinition>() + name.map_or(0, of_name) + of_operation(&operation.node)
    });
    let fragments = document.fragments.iter().map(|(name, fragment)| {
        ENTRY
            + size_of_val(fragment)
            + of_name(name)
            + of_name(&fragment.node.type_condition.node.on.node)
            + of_directives(&fragment.node.directives)
            + of_selections(&fragment.node.selection_set.node)
    });
    operations.sum::<usize>() + fragments.sum::<usize>()
}

fn of_operation(operation: &OperationDefinition) -> usize {
    of_variables(&operation.variable_definitions)
        + of_directives(&operation.directives)
        + of_selections(&operation.selection_set.node)
}

/// The bytes of definitions of variables.
pub(super) fn of_variables(definitions: &Vec<Positioned<VariableDefinition>>) -> usize {
    let each = definitions.iter().map(|definition| {
        let definition = &definition.node;
        of_name(&definition.name.node)
            + of_type(&definition.var_type.node)
            + of_directives(&definition.directives)
            + definition.default_value.as_ref().map_or(0, |default| of_value(&default.node))
    });
    of_list(definitions) + each.sum::<usize>()
}

fn of_selections(set: &SelectionSet) -> usize {
    let below = set.items.iter().map(|selection| match &selection.node {
        Selection::Field(field) => {
            let field = &field.node;
            let arguments = field.arguments.iter().map(|(name, value)| of_name(&name.node) + of_argument(&value.node));
            of_name(&field.name.node)
                + field.alias.as_ref().map_or(0, |alias| of_name(&alias.node))
                + of_list(&field.arguments)
                + arguments.sum::<usize>()
                + of_directives(&field.directives)
                + of_selections(&field.selection_set.node)
        }
        Selection::FragmentSpread(spread) => {
            of_name(&spread.node.fragment_name.node) + of_directives(&spread.node.directives)
        }
        Selection::InlineFragment(fragment) => {
            let fragment = &fragment.node;
            fragment.type_condition.as_ref().map_or(0, |condition| of_name(&condition.node.on.node))
                + of_directives(&fragment.directives)
                + of_selections(&fragment.selection_set.node)
        }
    });
    of_list(&set.items) + below.sum::<usize>()
}

fn of_directives(directives: &Vec<Positioned<Directive>>) -> usize {
    let each = directives.iter().map(|directive| {
        let directive = &directive.node;
        let arguments = directive.arguments.iter().map(|(name, value)| of_name(&name.node) + of_argument(&value.node));
        of_name(&directive.name.node) + of_list(&directive.arguments) + arguments.sum::<usize>()
    });
    of_list(directives) + each.sum::<usize>()
}

/// A value whose variables were replaced by names, which take as much.
fn constant(value: Result<Value, Infallible>) -> Value {
    let Ok(value) = value;
    value
}

/// The bytes of an argument.
pub(super) fn of_argument(value: &ValueWithVariables) -> usize {
    size_of::<ValueWithVariables>() + of_value(&constant(value.clone().into_const_with(|name| Ok(Value::Enum(name)))))
}

fn of_value(value: &Value) -> usize {
    match value {
        Value::Number(number) => ALLOCATION + number.to_string().len(),
        Value::String(text) => ALLOCATION + text.capacity(),
        Value::Enum(name) => of_name(name),
        Value::List(items) => of_list(items) + items.iter().map(of_value).sum::<usize>(),
        Value::Object(fields) => {
            let capacity = 2 * ALLOCATION + fields.capacity() * (ENTRY + size_of::<(Name, Value)>());
            capacity + fields.iter().map(|(name, value)| of_name(name) + of_value(value)).sum::<usize>()
        }
        // The others have no allocation; a document has no binary values.
        _ => 0,
    }
}

fn of_type(ty: &Type) -> usize {
    match &ty.base {
        BaseType::Named(name) => of_name(name),
        BaseType::List(item) => ALLOCATION + size_of::<Type>() + of_type(item),
    }
}

fn of_name(name: &Name) -> usize {
    ALLOCATION + name.len()
}

/// The allocation of a list, without what its elements point to.
fn of_list<T>(list: &Vec<T>) -> usize {
    if list.capacity() == 0 { 0 } else { ALLOCATION + list.capacity() * size_of::<T>() }
}
