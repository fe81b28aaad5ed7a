//! Reads the document of a tool with its descriptions.

use bluejay_core::{
    AsIter as _, BuiltinScalarDefinition, OperationType, Value as _, ValueReference,
    definition::{
        EnumTypeDefinition as _, EnumValueDefinition as _, InputObjectTypeDefinition as _, InputType as _,
        InputValueDefinition as _, SchemaDefinition as _, ShallowInputTypeReference, TypeDefinitionReference,
    },
    executable::{OperationDefinition as _, VariableDefinition as _, VariableType as _, VariableTypeReference},
};
use bluejay_parser::ast::{
    Parse as _, VariableValue,
    definition::InputType,
    executable::{ExecutableDocument, OperationDefinition, Selection, SelectionSet, VariableDefinition, VariableType},
};
use serde_json::Value as Json;

use super::{
    arguments::{InputField, InputKind, Parameter},
    output_schema,
};
use crate::schema::{
    graph::Graph,
    validation::{self, OwnScalars},
};

/// Most levels of input objects. A type that contains itself is deeper.
const MAX_DEPTH: usize = 3;

/// The document of a tool, taken apart.
pub(super) struct ToolDocument {
    pub(super) description: Description,
    pub(super) parameters: Vec<Parameter>,
    pub(super) output_schema: Json,
    /// Paths of the graph's arguments, and the variables that stand there.
    pub(super) names: Vec<(String, String)>,
}

/// The description of a tool, a paragraph each.
pub(super) struct Description {
    pub(super) title: String,
    body: String,
    /// How to ask for less, if there is a way; also the advice of a response that is too long.
    pub(super) how_to_narrow: Option<String>,
}

impl Description {
    /// The description without the title.
    pub(super) fn text(&self) -> String {
        [&self.body].into_iter().chain(&self.how_to_narrow).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// Reads a valid document.
///
/// # Errors
/// Why it is no tool, as the end of a sentence.
pub(super) fn read(text: &str) -> Result<ToolDocument, String> {
    let Ok(document) = ExecutableDocument::parse(text).result else { return Err("tem um erro de sintaxe".to_owned()) };
    let [operation] = document.operation_definitions() else { return Err("não tem uma só operação".to_owned()) };
    if operation.as_ref().operation_type() != OperationType::Query {
        return Err("não é uma consulta".to_owned());
    }
    let description = read_description(operation)?;
    let mut parameters = match operation.as_ref().variable_definitions() {
        Some(variables) => variables.iter().map(parameter).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let output_schema = output_schema::build(&document)?;
    let mut names = Vec::new();
    add_names(operation.selection_set(), &mut names);
    // By the graph a page may have more rows than a result has room for.
    for Parameter { field, .. } in &mut parameters {
        if names.iter().any(|(path, variable)| path == "first" && *variable == field.name) {
            field.kind = InputKind::Rows;
        }
    }
    Ok(ToolDocument { description, parameters, output_schema, names })
}

fn read_description(operation: &OperationDefinition<'_>) -> Result<Description, String> {
    let operation = operation.as_ref();
    let text = operation.description().unwrap_or_default();
    let mut paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    match [(); 4].map(|()| paragraphs.next()) {
        [Some(title), Some(body), how_to_narrow, None] => Ok(Description { title, body, how_to_narrow }),
        _ => Err("não é descrita em dois ou três parágrafos: título, descrição e como restringir".to_owned()),
    }
}

fn parameter(variable: &VariableDefinition<'_>) -> Result<Parameter, String> {
    let name = variable.variable().name().to_owned();
    let Some(kind) = kind_of_variable(variable.r#type()) else {
        return Err(format!("tem em ${name} um tipo que uma ferramenta não usa"));
    };
    let Some(description) = variable.description() else { return Err(format!("não descreve ${name}")) };
    let is_required = variable.is_required();
    Ok(Parameter { description: description.to_owned(), field: InputField { name, kind, is_required } })
}

/// What the values of a variable are; `None` as [`kind`].
fn kind_of_variable(ty: &VariableType<'_>) -> Option<InputKind> {
    match ty.as_ref() {
        VariableTypeReference::List(item, _) => kind_of_variable(item).map(Box::new).map(InputKind::List),
        VariableTypeReference::Named(name, _) => kind(name, 0),
    }
}

/// What the values of an input field are; `None` as [`kind`].
fn kind_of_input_field(ty: &InputType<'static, OwnScalars>, depth: usize) -> Option<InputKind> {
    match ty.as_shallow_ref() {
        ShallowInputTypeReference::List(item, _) => kind_of_input_field(item, depth).map(Box::new).map(InputKind::List),
        ShallowInputTypeReference::Base(name, _) => kind(name, depth),
    }
}

/// What the values of a type are; `None` for decimal numbers and types that are too deep or that the graph does not have.
fn kind(name: &str, depth: usize) -> Option<InputKind> {
    match validation::schema(Graph::Public).get_type_definition(name)? {
        TypeDefinitionReference::BuiltinScalar(scalar) => match scalar {
            BuiltinScalarDefinition::Int => Some(InputKind::Integer),
            BuiltinScalarDefinition::Boolean => Some(InputKind::Boolean),
            BuiltinScalarDefinition::Float => None,
            BuiltinScalarDefinition::String | BuiltinScalarDefinition::ID => Some(InputKind::Text),
        },
        TypeDefinitionReference::CustomScalar(_) => Some(InputKind::Scalar(name.to_owned())),
        TypeDefinitionReference::Enum(values) => {
            let values = values.enum_value_definitions().iter();
            Some(InputKind::OneOf(values.map(|value| value.name().to_owned()).collect()))
        }
        TypeDefinitionReference::InputObject(object) if depth < MAX_DEPTH => {
            let fields = object.input_field_definitions().iter().map(|field| {
                let kind = kind_of_input_field(field.r#type(), depth + 1)?;
                Some(InputField { name: field.name().to_owned(), kind, is_required: field.is_required() })
            });
            fields.collect::<Option<_>>().map(InputKind::Object)
        }
        _ => None,
    }
}

fn add_names(selections: &SelectionSet<'_>, names: &mut Vec<(String, String)>) {
    for selection in selections.iter() {
        if let Selection::Field(field) = selection {
            if let Some(arguments) = field.arguments() {
                for argument in arguments.iter() {
                    add_name(argument.name().as_str().to_owned(), argument.value(), names);
                }
            }
            field.selection_set().into_iter().for_each(|selections| add_names(selections, names));
        }
    }
}

fn add_name(path: String, value: &VariableValue<'_>, names: &mut Vec<(String, String)>) {
    match value.as_ref() {
        ValueReference::Variable(variable) => names.push((path, variable.name().to_owned())),
        ValueReference::Object(fields) => {
            for (name, field) in fields.iter() {
                add_name(format!("{path}.{}", name.as_str()), field, names);
            }
        }
        _ => {}
    }
}
