//! The arguments of a tool: their JSON Schema, and the variables that they become.

use async_graphql::{Name, Value, Variables, indexmap::IndexMap};
use serde_json::{Map, Value as Json, json};

use crate::{nearest_name::nearest_name, schema::scalars};

/// Most rows of a page. A result has room for 24 KiB (`http/mcp/call.rs`), and a row takes some 280 bytes.
const MAX_ROWS: i64 = 50;

/// A name that is longer is not repeated: it is no misspelled one.
const MAX_NAME: usize = 60;

/// How to find somebody of whom only the name is known.
const BY_NAME: &str = " Pelo nome, procure em listar_acionamentos, com busca: as linhas têm o CPF ou CNPJ.";

/// An argument of a tool: a variable of its document.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) description: String,
    pub(super) field: InputField,
}

/// An argument, or a field of one.
#[derive(Clone, Debug)]
pub(super) struct InputField {
    pub(super) name: String,
    pub(super) kind: InputKind,
    pub(super) is_required: bool,
}

/// What a value may be. Scalars of the graph's own are texts.
#[derive(Clone, Debug)]
pub(super) enum InputKind {
    Text,
    /// A text that a scalar of the graph parses, by its name.
    Scalar(String),
    Integer,
    /// The number of rows of a page.
    Rows,
    Boolean,
    OneOf(Vec<String>),
    List(Box<Self>),
    Object(Vec<InputField>),
}

/// The JSON Schema of the arguments.
pub(super) fn input_schema(parameters: &[Parameter]) -> Json {
    let mut schema = object_schema(parameters.iter().map(|parameter| &parameter.field));
    for Parameter { description, field } in parameters {
        schema["properties"][&field.name]["description"] = json!(description);
    }
    schema
}

fn object_schema<'a>(fields: impl Iterator<Item = &'a InputField> + Clone) -> Json {
    let properties: Map<_, _> = fields.clone().map(|field| (field.name.clone(), field.kind.schema())).collect();
    let required: Vec<_> = fields.filter(|field| field.is_required).map(|field| &field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The variables of a call.
///
/// # Errors
/// What is wrong with the arguments, in a Portuguese sentence by which a model can correct its call.
pub(super) fn read(parameters: &[Parameter], arguments: IndexMap<Name, Value>) -> Result<Variables, String> {
    let read = read_object("", parameters.iter().map(|parameter| &parameter.field), arguments)?;
    Ok(Variables::from_value(read))
}

/// Reads the arguments, or an object among them; `path` is what stands before its fields.
fn read_object<'a>(
    path: &str,
    fields: impl Iterator<Item = &'a InputField> + Clone,
    given: IndexMap<Name, Value>,
) -> Result<Value, String> {
    let mut read = IndexMap::with_capacity(given.len());
    for (name, value) in given {
        let Some(field) = fields.clone().find(|field| field.name == *name) else {
            return Err(unknown(path, &name, fields.map(|field| field.name.as_str())));
        };
        if !is_left_out(field, &value) {
            let value = field.kind.read(&format!("{path}{name}"), value)?;
            read.insert(name, value);
        }
    }
    match fields.filter(|field| field.is_required).find(|field| !read.contains_key(field.name.as_str())) {
        Some(missing) => Err(format!("Falta o argumento \"{path}{}\".", missing.name)),
        None => Ok(Value::Object(read)),
    }
}

/// Models fill in null, or an empty text, for what they leave out.
fn is_left_out(field: &InputField, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => !field.is_required && text.trim().is_empty(),
        _ => false,
    }
}

fn unknown<'a>(path: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let name = if name.chars().nth(MAX_NAME).is_some() { "…" } else { name };
    let refused = format!("Esta ferramenta não tem o argumento {:?}", format!("{path}{name}"));
    if let Some(nearest) = nearest_name(name, known.clone()) {
        return format!("{refused}: o nome mais parecido é \"{path}{nearest}\".");
    }
    match known.collect::<Vec<_>>() {
        none if none.is_empty() => format!("{refused}, nem outro algum."),
        known => format!("{refused}. Há: {}.", known.join(", ")),
    }
}

impl InputKind {
    fn schema(&self) -> Json {
        match self {
            Self::Text | Self::Scalar(_) => json!({ "type": "string" }),
            Self::Integer => json!({ "type": "integer" }),
            Self::Rows => json!({ "type": "integer", "minimum": 0, "maximum": MAX_ROWS }),
            Self::Boolean => json!({ "type": "boolean" }),
            Self::OneOf(values) => json!({ "type": "string", "enum": values }),
            Self::List(item) => json!({ "type": "array", "items": item.schema() }),
            Self::Object(fields) => object_schema(fields.iter()),
        }
    }

    fn read(&self, path: &str, value: Value) -> Result<Value, String> {
        let wrong = |wanted: &str| Err(format!("O argumento \"{path}\" deve ser {wanted}."));
        match (self, value) {
            (Self::Text, text @ Value::String(_)) => Ok(text),
            // Command lines and models send digits as a number.
            (Self::Text, Value::Number(digits)) if digits.is_u64() => Ok(Value::String(digits.to_string())),
            (Self::Text, _) => wrong("um texto, entre aspas"),
            (Self::Scalar(name), value) => {
                let text = Self::Text.read(path, value)?;
                match scalars::refusal(name, &text) {
                    Some(sentence) => {
                        let remedy = if is_name(name, &text) { BY_NAME } else { "" };
                        Err(format!("O argumento \"{path}\" não é aceito. {sentence}{remedy}"))
                    }
                    None => Ok(text),
                }
            }
            (Self::Integer, value) => match integer(&value) {
                Some(number) => Ok(Value::from(number)),
                None => wrong("um número inteiro"),
            },
            (Self::Rows, value) => match integer(&value).filter(|rows| (0..=MAX_ROWS).contains(rows)) {
                Some(number) => Ok(Value::from(number)),
                None => wrong(&format!("um número inteiro de 0 a {MAX_ROWS}")),
            },
            (Self::Boolean, value @ Value::Boolean(_)) => Ok(value),
            (Self::Boolean, _) => wrong("true ou false"),
            (Self::OneOf(values), Value::String(text)) if values.contains(&text) => Ok(Value::String(text)),
            (Self::OneOf(values), _) => wrong(&format!("um destes: {}", values.join(", "))),
            (Self::List(_), Value::List(items)) if items.is_empty() => wrong("uma lista com pelo menos um valor"),
            (Self::List(kind), Value::List(items)) => {
                let read = items.into_iter().enumerate().map(|(at, item)| kind.read(&format!("{path}.{at}"), item));
                read.collect::<Result<_, _>>().map(Value::List)
            }
            // No code has these: a list was written into a text.
            (Self::List(_), Value::String(text)) if text.contains(['[', ',']) => {
                wrong("uma lista, como [\"ABERTO\", \"REABERTO\"], e não um texto")
            }
            // A single value is a list of one, as in GraphQL.
            (Self::List(kind), single) => Ok(Value::List(vec![kind.read(path, single)?])),
            (Self::Object(fields), Value::Object(given)) => read_object(&format!("{path}."), fields.iter(), given),
            (Self::Object(_), _) => wrong("um objeto"),
        }
    }
}

/// A whole number, which models also send as a text or with a fraction of zero.
#[expect(clippy::cast_possible_truncation, reason = "only whole numbers within 32 bits")]
fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            let number = number.as_f64()?;
            (number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX)).then_some(number as i64)
        }),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a text was sent as a CPF or CNPJ that has no digit: a person's name.
fn is_name(scalar: &str, value: &Value) -> bool {
    scalar == "CpfCnpj"
        && matches!(value, Value::String(text) if !text.is_empty() && !text.contains(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use async_graphql::{Value, value};

    use super::{InputField, InputKind, Parameter, read};

    fn field(name: &str, kind: InputKind, is_required: bool) -> InputField {
        InputField { name: name.to_owned(), kind, is_required }
    }

    fn read_value(arguments: Value) -> Result<String, String> {
        let order = || InputKind::OneOf(vec!["ASC".to_owned(), "DESC".to_owned()]);
        let period = vec![field("por", order(), true), field("de", InputKind::Text, false)];
        let parameters = [
            field("sinistro", InputKind::Text, true),
            field("ano", InputKind::Integer, false),
            field("linhas", InputKind::Rows, false),
            field("todos", InputKind::Boolean, false),
            field("ordem", order(), false),
            field("status", InputKind::List(Box::new(InputKind::Text)), false),
            field("periodo", InputKind::Object(period), false),
        ]
        .map(|field| Parameter { description: String::new(), field });
        let Value::Object(arguments) = arguments else { panic!("an object") };
        Ok(serde_json::to_string(&read(&parameters, arguments)?).unwrap())
    }

    #[test]
    fn arguments_become_variables_of_their_types() {
        for (arguments, variables) in [
            (value!({ "sinistro": "1", "ano": null }), r#"{"sinistro":"1"}"#),
            (value!({ "sinistro": 2026000070001_u64 }), r#"{"sinistro":"2026000070001"}"#),
            (
                value!({ "sinistro": "1", "ano": -1, "todos": true, "ordem": "ASC" }),
                r#"{"ano":-1,"ordem":"ASC","sinistro":"1","todos":true}"#,
            ),
            (value!({ "sinistro": "1", "status": ["A", 7] }), r#"{"sinistro":"1","status":["A","7"]}"#),
            (value!({ "sinistro": "1", "ano": "2026" }), r#"{"ano":2026,"sinistro":"1"}"#),
            (value!({ "sinistro": "1", "linhas": 0 }), r#"{"linhas":0,"sinistro":"1"}"#),
            (value!({ "sinistro": "1", "linhas": "50" }), r#"{"linhas":50,"sinistro":"1"}"#),
            (value!({ "sinistro": "1", "ano": 2026.0 }), r#"{"ano":2026,"sinistro":"1"}"#),
            (value!({ "sinistro": "1", "status": " ", "periodo": "" }), r#"{"sinistro":"1"}"#),
            (value!({ "sinistro": "1", "status": "A" }), r#"{"sinistro":"1","status":["A"]}"#),
            (
                value!({ "sinistro": "1", "periodo": { "por": "ASC", "de": null } }),
                r#"{"periodo":{"por":"ASC"},"sinistro":"1"}"#,
            ),
        ] {
            assert_eq!(read_value(arguments), Ok(variables.to_owned()));
        }
    }

    #[test]
    fn wrong_arguments_are_refused_with_what_would_be_right() {
        let unknown = "Esta ferramenta não tem o argumento";
        let no_list = "O argumento \"status\" deve ser uma lista, como [\"ABERTO\", \"REABERTO\"], e não um texto.";
        for (arguments, message) in [
            (value!({}), "Falta o argumento \"sinistro\".".to_owned()),
            (value!({ "sinistro": null }), "Falta o argumento \"sinistro\".".to_owned()),
            (value!({ "sinitro": "1" }), format!("{unknown} \"sinitro\": o nome mais parecido é \"sinistro\".")),
            (
                value!({ "x": "1" }),
                format!("{unknown} \"x\". Há: sinistro, ano, linhas, todos, ordem, status, periodo."),
            ),
            (
                value!({ "y".repeat(61): "1" }),
                format!("{unknown} \"…\". Há: sinistro, ano, linhas, todos, ordem, status, periodo."),
            ),
            (value!({ "sinistro": -1 }), "O argumento \"sinistro\" deve ser um texto, entre aspas.".to_owned()),
            (value!({ "sinistro": 1.5 }), "O argumento \"sinistro\" deve ser um texto, entre aspas.".to_owned()),
            (value!({ "sinistro": ["1"] }), "O argumento \"sinistro\" deve ser um texto, entre aspas.".to_owned()),
            (value!({ "ano": "2026-11" }), "O argumento \"ano\" deve ser um número inteiro.".to_owned()),
            (value!({ "ano": 2026.5 }), "O argumento \"ano\" deve ser um número inteiro.".to_owned()),
            (value!({ "status": "A,B" }), no_list.to_owned()),
            (value!({ "status": "[\"A\"]" }), no_list.to_owned()),
            (value!({ "linhas": -1 }), "O argumento \"linhas\" deve ser um número inteiro de 0 a 50.".to_owned()),
            (value!({ "linhas": 51 }), "O argumento \"linhas\" deve ser um número inteiro de 0 a 50.".to_owned()),
            (value!({ "todos": 1 }), "O argumento \"todos\" deve ser true ou false.".to_owned()),
            (value!({ "ordem": "asc" }), "O argumento \"ordem\" deve ser um destes: ASC, DESC.".to_owned()),
            (value!({ "status": ["A", {}] }), "O argumento \"status.1\" deve ser um texto, entre aspas.".to_owned()),
            (value!({ "periodo": "hoje" }), "O argumento \"periodo\" deve ser um objeto.".to_owned()),
            (value!({ "periodo": {} }), "Falta o argumento \"periodo.por\".".to_owned()),
            (value!({ "periodo": { "ed": "1" } }), format!("{unknown} \"periodo.ed\". Há: por, de.")),
        ] {
            assert_eq!(read_value(arguments), Err(message));
        }
    }
}
