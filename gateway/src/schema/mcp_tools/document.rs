//! Reads the document of a tool with its descriptions, which apollo-compiler's parser knows and async-graphql's does not.

use apollo_compiler::{
    ast::{Definition, Document, OperationDefinition, OperationType, Selection, Type, Value, VariableDefinition},
    parser::Parser,
    schema::ExtendedType,
};
use serde_json::Value as Json;

use super::{
    arguments::{InputField, InputKind, Parameter},
    output_schema,
};
use crate::schema::{graph::Graph, validation};

/// Most levels of input objects. A type that contains itself is deeper.
const MAX_DEPTH: usize = 3;

/// The document of a tool, taken apart.
pub(super) struct ToolDocument {
    /// Its text without descriptions.
    pub(super) plain: String,
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

/// Reads a document.
///
/// # Errors
/// Why it is no tool, as the end of a sentence.
pub(super) fn read(text: &str) -> Result<ToolDocument, String> {
    let Ok(mut tree) = Parser::new().parse_ast(text, "") else { return Err("tem um erro de sintaxe".to_owned()) };
    let operations = tree.definitions.iter().filter_map(|definition| match definition {
        Definition::OperationDefinition(operation) => Some(operation),
        _ => None,
    });
    let [operation] = operations.collect::<Vec<_>>()[..] else { return Err("não tem uma só operação".to_owned()) };
    if operation.operation_type != OperationType::Query {
        return Err("não é uma consulta".to_owned());
    }
    let description = read_description(operation)?;
    let mut parameters: Vec<_> =
        operation.variables.iter().map(|variable| parameter(variable)).collect::<Result<_, _>>()?;
    drop_descriptions(&mut tree);
    let output_schema = output_schema::build(&tree)?;
    let mut names = Vec::new();
    for definition in &tree.definitions {
        if let Definition::OperationDefinition(operation) = definition {
            add_names(&operation.selection_set, &mut names);
        }
    }
    // By the graph a page may have more rows than a result has room for.
    for Parameter { field, .. } in &mut parameters {
        if names.iter().any(|(path, variable)| path == "first" && *variable == field.name) {
            field.kind = InputKind::Rows;
        }
    }
    Ok(ToolDocument { plain: tree.serialize().to_string(), description, parameters, output_schema, names })
}

fn read_description(operation: &OperationDefinition) -> Result<Description, String> {
    let text = operation.description.as_deref().unwrap_or_default();
    let mut paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    match [(); 4].map(|()| paragraphs.next()) {
        [Some(title), Some(body), how_to_narrow, None] => Ok(Description { title, body, how_to_narrow }),
        _ => Err("não é descrita em dois ou três parágrafos: título, descrição e como restringir".to_owned()),
    }
}

fn parameter(variable: &VariableDefinition) -> Result<Parameter, String> {
    let name = variable.name.to_string();
    let Some(kind) = kind(&variable.ty, 0) else {
        return Err(format!("tem em ${name} um tipo que uma ferramenta não usa"));
    };
    let Some(description) = &variable.description else { return Err(format!("não descreve ${name}")) };
    let is_required = variable.ty.is_non_null() && variable.default_value.is_none();
    Ok(Parameter { description: description.to_string(), field: InputField { name, kind, is_required } })
}

/// What the values of a type are; `None` for decimal numbers and types that are too deep or that the graph does not have.
fn kind(ty: &Type, depth: usize) -> Option<InputKind> {
    if let Type::List(item) | Type::NonNullList(item) = ty {
        return kind(item, depth).map(Box::new).map(InputKind::List);
    }
    let name = ty.inner_named_type();
    match validation::schema(Graph::Public).types.get(name)? {
        ExtendedType::Scalar(_) => match name.as_str() {
            "Int" => Some(InputKind::Integer),
            "Boolean" => Some(InputKind::Boolean),
            "Float" => None,
            "String" | "ID" => Some(InputKind::Text),
            own => Some(InputKind::Scalar(own.to_owned())),
        },
        ExtendedType::Enum(values) => Some(InputKind::OneOf(values.values.keys().map(ToString::to_string).collect())),
        ExtendedType::InputObject(object) if depth < MAX_DEPTH => {
            let fields = object.fields.values().map(|field| {
                let is_required = field.ty.is_non_null() && field.default_value.is_none();
                Some(InputField { name: field.name.to_string(), kind: kind(&field.ty, depth + 1)?, is_required })
            });
            fields.collect::<Option<_>>().map(InputKind::Object)
        }
        _ => None,
    }
}

fn add_names(selections: &[Selection], names: &mut Vec<(String, String)>) {
    for selection in selections {
        if let Selection::Field(field) = selection {
            for argument in &field.arguments {
                add_name(argument.name.to_string(), &argument.value, names);
            }
            field.selection_set.iter().for_each(|selections| add_names(selections, names));
        }
    }
}

fn add_name(path: String, value: &Value, names: &mut Vec<(String, String)>) {
    match value {
        Value::Variable(name) => names.push((path, name.to_string())),
        Value::Object(fields) => {
            for (name, field) in fields {
                add_name(format!("{path}.{name}"), field, names);
            }
        }
        _ => {}
    }
}

fn drop_descriptions(tree: &mut Document) {
    for definition in &mut tree.definitions {
        match definition {
            Definition::OperationDefinition(operation) => {
                let operation = operation.make_mut();
                operation.description = None;
                for variable in &mut operation.variables {
                    variable.make_mut().description = None;
                }
            }
            Definition::FragmentDefinition(fragment) => fragment.make_mut().description = None,
            _ => {}
        }
    }
}
