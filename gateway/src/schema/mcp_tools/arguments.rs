//! The arguments of a tool: their JSON Schema, and the variables that they become.

use async_graphql::{Name, Value, Variables, indexmap::IndexMap};
use serde_json::{Map, Value as Json, json};

use crate::nearest_name::nearest_name;

/// An argument of a tool: a variable of its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) kind: ParameterKind,
}

/// What an argument may be. Scalars of the graph's own are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParameterKind {
    Text,
    Integer,
    Boolean,
    OneOf(Vec<String>),
}

/// One way to ask: an operation of the document, with its arguments.
pub(super) struct Way {
    pub(super) operation: String,
    pub(super) required: Vec<String>,
    pub(super) optional: Vec<String>,
}

impl Way {
    fn accepts(&self, given: &IndexMap<Name, Value>) -> bool {
        let knows = |name: &str| self.required.iter().chain(&self.optional).any(|known| known == name);
        given.keys().all(|name| knows(name)) && self.required.iter().all(|name| given.contains_key(name.as_str()))
    }
}

/// The JSON Schema of the arguments. Required is what every way requires: some clients refuse a tool with `anyOf` at the top,
/// so the descriptions say which arguments go together.
pub(super) fn input_schema(parameters: &[Parameter], ways: &[Way]) -> Json {
    let properties = parameters.iter().map(|parameter| {
        let Parameter { name, description, kind } = parameter;
        let schema = match kind {
            ParameterKind::Text => json!({ "type": "string", "description": description }),
            ParameterKind::Integer => json!({ "type": "integer", "description": description }),
            ParameterKind::Boolean => json!({ "type": "boolean", "description": description }),
            ParameterKind::OneOf(values) => json!({ "type": "string", "enum": values, "description": description }),
        };
        (name.clone(), schema)
    });
    let is_required = |parameter: &&Parameter| ways.iter().all(|way| way.required.contains(&parameter.name));
    let required: Vec<_> = parameters.iter().filter(is_required).map(|parameter| &parameter.name).collect();
    let properties: Map<_, _> = properties.collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Chooses a way, and makes its variables.
///
/// # Errors
/// What is wrong with the arguments, in a Portuguese sentence by which a model can correct its call.
pub(super) fn read<'a>(
    parameters: &[Parameter],
    ways: &'a [Way],
    arguments: IndexMap<Name, Value>,
) -> Result<(&'a Way, Variables), String> {
    let mut given = IndexMap::with_capacity(arguments.len());
    for (name, value) in arguments {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name) else {
            return Err(unknown(&name, parameters));
        };
        // Models fill in null for what they leave out.
        if value != Value::Null {
            given.insert(name, parameter.read(value)?);
        }
    }
    let way = ways.iter().find(|way| way.accepts(&given)).ok_or_else(|| no_way(ways, &given))?;
    Ok((way, Variables::from_value(Value::Object(given))))
}

impl Parameter {
    fn read(&self, value: Value) -> Result<Value, String> {
        let name = &self.name;
        match (&self.kind, value) {
            (ParameterKind::Text, text @ Value::String(_)) => Ok(text),
            // Command lines and models send digits as a number.
            (ParameterKind::Text, Value::Number(digits)) if digits.is_u64() => Ok(Value::String(digits.to_string())),
            (ParameterKind::Text, Value::Number(_)) => {
                Err(format!("O argumento \"{name}\" não é um número: envie-o como texto, entre aspas."))
            }
            (ParameterKind::Text, _) => Err(format!("O argumento \"{name}\" deve ser um texto.")),
            (ParameterKind::Integer, Value::Number(number)) if number.is_i64() => Ok(Value::Number(number)),
            (ParameterKind::Integer, _) => Err(format!("O argumento \"{name}\" deve ser um número inteiro.")),
            (ParameterKind::Boolean, value @ Value::Boolean(_)) => Ok(value),
            (ParameterKind::Boolean, _) => Err(format!("O argumento \"{name}\" deve ser true ou false.")),
            (ParameterKind::OneOf(values), Value::String(text)) if values.contains(&text) => Ok(Value::String(text)),
            (ParameterKind::OneOf(values), _) => {
                Err(format!("O argumento \"{name}\" deve ser um destes: {}.", values.join(", ")))
            }
        }
    }
}

/// A name that is too long to be a misspelled one is not repeated.
const MAX_NAME: usize = 60;

fn unknown(name: &str, parameters: &[Parameter]) -> String {
    let known = parameters.iter().map(|parameter| parameter.name.as_str());
    let name = if name.chars().nth(MAX_NAME).is_some() { "…" } else { name };
    match (nearest_name(name, known.clone()), parameters) {
        (Some(nearest), _) => {
            format!("Esta ferramenta não tem o argumento {name:?}: o nome mais parecido é \"{nearest}\".")
        }
        (None, []) => format!("Esta ferramenta não tem o argumento {name:?}, nem outro algum."),
        (None, _) => {
            let known: Vec<_> = known.collect();
            format!("Esta ferramenta não tem o argumento {name:?}. Os seus são: {}.", known.join(", "))
        }
    }
}

fn no_way(ways: &[Way], given: &IndexMap<Name, Value>) -> String {
    if let [only] = ways {
        let missing: Vec<_> =
            only.required.iter().filter(|name| !given.contains_key(name.as_str())).map(String::as_str).collect();
        return format!("Falta informar: {}.", missing.join(", "));
    }
    let ways: Vec<_> = ways.iter().map(|way| way.required.join(" e ")).collect();
    format!("Informe {}: uma só dessas combinações.", ways.join(", ou "))
}

#[cfg(test)]
mod tests {
    use async_graphql::{Value, value};

    use super::{Parameter, ParameterKind, Way, read};

    fn parameter(name: &str, kind: ParameterKind) -> Parameter {
        Parameter { name: name.to_owned(), description: String::new(), kind }
    }

    fn way(operation: &str, required: &[&str], optional: &[&str]) -> Way {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Way { operation: operation.to_owned(), required: owned(required), optional: owned(optional) }
    }

    fn read_value(arguments: Value) -> Result<(String, String), String> {
        let parameters = [
            parameter("status", ParameterKind::Text),
            parameter("seguradora", ParameterKind::Text),
            parameter("ano", ParameterKind::Integer),
            parameter("todos", ParameterKind::Boolean),
            parameter("ordem", ParameterKind::OneOf(vec!["ASC".to_owned(), "DESC".to_owned()])),
        ];
        let ways =
            [way("a", &["status"], &["ano", "todos", "ordem"]), way("b", &["status", "seguradora"], &["ano", "ordem"])];
        let Value::Object(arguments) = arguments else { panic!("an object") };
        let (way, variables) = read(&parameters, &ways, arguments)?;
        Ok((way.operation.clone(), serde_json::to_string(&variables).unwrap()))
    }

    #[test]
    fn the_arguments_choose_the_operation() {
        for (arguments, operation, variables) in [
            (value!({ "status": "A" }), "a", r#"{"status":"A"}"#),
            (value!({ "status": "A", "seguradora": null }), "a", r#"{"status":"A"}"#),
            (
                value!({ "status": "A", "seguradora": 7, "ano": 2026 }),
                "b",
                r#"{"ano":2026,"seguradora":"7","status":"A"}"#,
            ),
            (
                value!({ "status": "A", "todos": true, "ordem": "ASC" }),
                "a",
                r#"{"ordem":"ASC","status":"A","todos":true}"#,
            ),
        ] {
            assert_eq!(read_value(arguments), Ok((operation.to_owned(), variables.to_owned())));
        }
    }

    #[test]
    fn digits_that_come_as_a_number_are_text_and_other_numbers_are_not() {
        assert_eq!(read_value(value!({ "status": 20261120003_u64 })).unwrap().1, r#"{"status":"20261120003"}"#);
        for number in [value!(-1), value!(1.5), value!(2e30)] {
            let message = read_value(value!({ "status": number })).unwrap_err();
            assert_eq!(message, "O argumento \"status\" não é um número: envie-o como texto, entre aspas.");
        }
    }

    #[test]
    fn wrong_arguments_are_refused_with_what_would_be_right() {
        for (arguments, message) in [
            (
                value!({ "statsu": "A" }),
                "Esta ferramenta não tem o argumento \"statsu\": o nome mais parecido é \"status\".",
            ),
            (
                value!({ "xyz": "A" }),
                "Esta ferramenta não tem o argumento \"xyz\". Os seus são: status, seguradora, ano, todos, ordem.",
            ),
            (value!({}), "Informe status, ou status e seguradora: uma só dessas combinações."),
            (value!({ "seguradora": "7" }), "Informe status, ou status e seguradora: uma só dessas combinações."),
            (value!({ "status": ["A"] }), "O argumento \"status\" deve ser um texto."),
            (value!({ "ano": "2026" }), "O argumento \"ano\" deve ser um número inteiro."),
            (value!({ "ano": 1.5 }), "O argumento \"ano\" deve ser um número inteiro."),
            (value!({ "todos": 1 }), "O argumento \"todos\" deve ser true ou false."),
            (value!({ "ordem": "asc" }), "O argumento \"ordem\" deve ser um destes: ASC, DESC."),
        ] {
            assert_eq!(read_value(arguments), Err(message.to_owned()));
        }
    }
}
