//! Reads the document of a tool with its descriptions, which apollo-compiler's parser knows and async-graphql's does not.

use apollo_compiler::{
    Node,
    ast::{Definition, Document, OperationDefinition, OperationType, VariableDefinition},
    parser::Parser,
    schema::ExtendedType,
};
use serde_json::Value as Json;

use super::{
    arguments::{Parameter, ParameterKind, Way},
    output_schema,
};
use crate::schema::validation;

/// The document of a tool, taken apart.
pub(super) struct ToolDocument {
    /// Its text without descriptions.
    pub(super) plain: String,
    pub(super) description: Description,
    pub(super) parameters: Vec<Parameter>,
    pub(super) ways: Vec<Way>,
    pub(super) output_schema: Json,
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
    let (mut description, mut parameters, mut ways) = (None, Vec::new(), Vec::new());
    for definition in &tree.definitions {
        let Definition::OperationDefinition(operation) = definition else { continue };
        if operation.operation_type != OperationType::Query {
            return Err("não é uma consulta".to_owned());
        }
        if description.is_none() {
            description = Some(read_description(operation)?);
        }
        for variable in &operation.variables {
            add_parameter(variable, &mut parameters)?;
        }
        ways.push(way(operation)?);
    }
    let description = description.ok_or("não tem nenhuma operação")?;
    drop_descriptions(&mut tree);
    let output_schema = output_schema::of(&tree)?;
    let plain = tree.serialize().to_string();
    Ok(ToolDocument { plain, description, parameters, ways, output_schema })
}

fn read_description(operation: &OperationDefinition) -> Result<Description, String> {
    let text = operation.description.as_deref().unwrap_or_default();
    let mut paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    match [(); 4].map(|()| paragraphs.next()) {
        [Some(title), Some(body), how_to_narrow, None] => Ok(Description { title, body, how_to_narrow }),
        _ => Err("não é descrita em dois ou três parágrafos: título, descrição e como restringir".to_owned()),
    }
}

fn way(operation: &OperationDefinition) -> Result<Way, String> {
    let name = operation.name.as_ref().ok_or("tem uma operação sem nome")?;
    let is_required =
        |variable: &&Node<VariableDefinition>| variable.ty.is_non_null() && variable.default_value.is_none();
    let (required, optional): (Vec<_>, Vec<_>) = operation.variables.iter().partition(is_required);
    let names = |variables: Vec<&Node<VariableDefinition>>| variables.iter().map(|one| one.name.to_string()).collect();
    Ok(Way { operation: name.to_string(), required: names(required), optional: names(optional) })
}

/// Adds the argument of a variable. Operations share arguments; the first one describes it.
fn add_parameter(variable: &VariableDefinition, to: &mut Vec<Parameter>) -> Result<(), String> {
    let name = variable.name.as_str();
    let kind = kind(variable).ok_or_else(|| format!("tem em ${name} um tipo que uma ferramenta não usa"))?;
    if let Some(known) = to.iter().find(|known| known.name == name) {
        return if known.kind == kind { Ok(()) } else { Err(format!("tem dois tipos para ${name}")) };
    }
    let description = variable.description.as_ref().ok_or_else(|| format!("não descreve ${name}"))?;
    to.push(Parameter { name: name.to_owned(), description: description.to_string(), kind });
    Ok(())
}

/// What a variable's values are; `None` for lists, input objects and types that the graph does not have.
fn kind(variable: &VariableDefinition) -> Option<ParameterKind> {
    if variable.ty.is_list() {
        return None;
    }
    let name = variable.ty.inner_named_type();
    match validation::schema().types.get(name)? {
        ExtendedType::Scalar(_) => match name.as_str() {
            "Int" => Some(ParameterKind::Integer),
            "Boolean" => Some(ParameterKind::Boolean),
            "Float" => None,
            _ => Some(ParameterKind::Text),
        },
        ExtendedType::Enum(kind) => Some(ParameterKind::OneOf(kind.values.keys().map(ToString::to_string).collect())),
        ExtendedType::Object(_)
        | ExtendedType::Interface(_)
        | ExtendedType::Union(_)
        | ExtendedType::InputObject(_) => None,
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
