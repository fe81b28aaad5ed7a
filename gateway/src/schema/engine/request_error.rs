//! Why a request runs nothing: its document, its cost or its variables.
//!
//! The `message` is one Portuguese sentence per kind. `detail` is the message of bluejay or of the planner. It reveals nothing:
//! whoever may send a document of their own may also see the schema.

use async_graphql::Pos;

use super::{document::InvalidPart, limits::limit_kind::LimitKind, response::Response};
use crate::schema::error::{Error, ErrorCode, ResponseError};

/// Most characters of an unknown field that are repeated.
const MAX_NAME: usize = 40;

/// Why a request must not run.
#[derive(Debug, PartialEq)]
pub enum RequestError {
    /// The document cannot be parsed.
    Syntax(InvalidPart),
    /// The document does not fit the schema.
    Invalid(Vec<InvalidPart>),
    /// The document exceeds a limit.
    Exceeded {
        /// The limit.
        limit: LimitKind,
        /// Its maximum.
        max: usize,
        /// What the document uses, if it was counted to its end.
        used: Option<usize>,
    },
    /// A variable that is required has no value, or null. Where it is defined.
    MissingVariable(String, Pos),
    /// The path of a variable's value that is not of its type, what is wrong with it, and where the variable is defined. The
    /// value itself is not repeated: it may be personal data.
    InvalidValue(String, ValueFault, Pos),
}

/// What is wrong with a value.
#[derive(Debug, PartialEq, Eq)]
pub enum ValueFault {
    /// It is null where no null may be.
    Null,
    /// It is not of this type.
    Type(String),
    /// It is no value of this enum.
    EnumValue(String),
    /// This required field is missing.
    MissingField(String),
    /// It has a field that its type does not have; the field, the most similar one, and all of the type.
    UnknownField(String, Option<String>, Vec<String>),
    /// Its scalar refuses it with this sentence.
    Refused(&'static str),
}

impl RequestError {
    /// The response to the request. A caller who may not see the schema learns nothing about types.
    pub(super) fn into_response(self, knows_types: bool) -> Response {
        let (code, message, location) = match self {
            Self::Syntax(part) => {
                let message = "O documento GraphQL tem um erro de sintaxe.";
                return Response::refused(vec![of_part(part, message, ErrorCode::GraphqlParseFailed)]);
            }
            Self::Invalid(parts) => {
                let message = "O documento GraphQL não combina com o grafo.";
                let parts = parts.into_iter();
                let errors = parts.map(|part| of_part(part, message, ErrorCode::GraphqlValidationFailed));
                return Response::refused(errors.collect());
            }
            Self::Exceeded { limit, max, used } => {
                let used = used.map(|used| format!(", e pede {}", counted(used))).unwrap_or_default();
                let message = format!("A consulta pede demais de uma vez: no máximo {max} {}{used}.", limit.text());
                (ErrorCode::QueryTooComplex, message, None)
            }
            Self::MissingVariable(name, at) => {
                (ErrorCode::BadUserInput, format!("Falta o valor da variável ${name}."), Some(at))
            }
            Self::InvalidValue(_, ValueFault::Refused(sentence), at) if !knows_types => {
                (ErrorCode::BadUserInput, sentence.to_owned(), Some(at))
            }
            Self::InvalidValue(.., at) if !knows_types => {
                (ErrorCode::BadUserInput, "Uma variável tem um valor que o seu tipo não aceita.".to_owned(), Some(at))
            }
            Self::InvalidValue(path, fault, at) => {
                (ErrorCode::BadUserInput, format!("O valor da variável ${path} {}", fault.text()), Some(at))
            }
        };
        let locations = location.filter(|_| knows_types).into_iter().collect();
        Response::refused(vec![ResponseError { locations, ..Error::new(code, message).into() }])
    }
}

impl ValueFault {
    /// The end of the sentence about the value.
    fn text(self) -> String {
        match self {
            Self::Null => "não pode ser null.".to_owned(),
            Self::Type(name) => format!("deve ser do tipo {name}."),
            Self::EnumValue(name) => format!("deve ser um dos valores de {name}."),
            Self::MissingField(name) => format!("deve ter o campo {name}."),
            Self::UnknownField(name, nearest, known) => {
                let name: String = name.chars().take(MAX_NAME).collect();
                let nearest = nearest.map(|name| format!(" (seria {name}?)")).unwrap_or_default();
                let known = known.join(", ");
                format!("tem um campo que o seu tipo não conhece: {name}{nearest}. O tipo tem: {known}.")
            }
            Self::Refused(sentence) => format!("não é aceito. {sentence}"),
        }
    }
}

/// A number; one that was too large to be counted as such.
fn counted(number: usize) -> String {
    const UNCOUNTED: usize = 1_000_000_000;
    if number < UNCOUNTED { number.to_string() } else { format!("mais de {UNCOUNTED}") }
}

/// The error of a part of the document, whose message becomes the detail.
fn of_part(
    InvalidPart { message: detail, locations }: InvalidPart,
    message: &'static str,
    code: ErrorCode,
) -> ResponseError {
    ResponseError { locations, ..Error::new(code, message).into() }.with_detail(&detail)
}
