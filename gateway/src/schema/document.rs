//! What is said of documents that cannot run, and of what async-graphql says of arguments.
//!
//! People read one Portuguese sentence for each kind of error as its `message`. What apollo-compiler and the parser say to
//! developers goes along as `detail`, to those who may see the schema. What ours say is left alone.

use async_graphql::{
    ErrorExtensionValues, Name, ServerError, Value, Variables,
    parser::types::{DocumentOperations, ExecutableDocument, Field, OperationDefinition, OperationType, Selection},
};

use super::{
    error::{Code, RETRY_AFTER},
    limits::Excess,
    prepared::Refused,
    response::Response,
    scalars::MESSAGE,
    trusted::Policy,
    variables::{Fault, Wrong},
};

/// Most errors of one answer about a document: a short one can be wrong in thousands of places.
pub(super) const MOST_ERRORS: usize = 20;
/// Most characters of a detail.
const MOST_DETAIL: usize = 300;

/// Codes of documents that cannot run, beside those of [`Code`].
const PARSE_FAILED: &str = "GRAPHQL_PARSE_FAILED";
const VALIDATION_FAILED: &str = "GRAPHQL_VALIDATION_FAILED";
const OPERATION_FAILED: &str = "OPERATION_RESOLUTION_FAILURE";
const NOT_FOUND: &str = "PERSISTED_QUERY_NOT_FOUND";
const NOT_TRUSTED: &str = "DOCUMENT_NOT_TRUSTED";

const CODES: [&str; 5] = [PARSE_FAILED, VALIDATION_FAILED, OPERATION_FAILED, NOT_FOUND, NOT_TRUSTED];

const TOO_COMPLEX: &str = "A consulta pede demais de uma vez. Divida-a em consultas menores.";
const INVALID: &str = "O documento GraphQL não combina com o grafo.";

/// A document that cannot run.
pub(super) fn refused(why: Refused) -> Response {
    match why {
        Refused::Syntax(error) => unparsed(error),
        Refused::Excess(excess) => too_much(excess),
        Refused::Invalid(errors) => invalid(errors),
    }
}

/// A document that cannot be parsed.
fn unparsed(error: ServerError) -> Response {
    // The parser's own limit; the text was looked at before.
    if error.message.starts_with("recursion limit exceeded") {
        return request_error(ServerError::new(TOO_COMPLEX, None), Code::QueryTooComplex.as_str());
    }
    request_error(
        ServerError { message: "O documento GraphQL tem um erro de sintaxe.".to_owned(), ..described(error) },
        PARSE_FAILED,
    )
}

/// A document that does not fit the graph, with what the validation says of it.
fn invalid(errors: Vec<ServerError>) -> Response {
    let described = errors.into_iter().map(|error| {
        let mut error = ServerError { message: INVALID.to_owned(), ..described(error) };
        error.extensions.get_or_insert_default().set("code", VALIDATION_FAILED);
        error
    });
    Response::refused(described.collect())
}

/// A document that asks for too much, or in a circle.
fn too_much(excess: Excess) -> Response {
    let (message, code) = match excess {
        Excess::TooMuch(thing, most) => {
            let message = format!("A consulta pede demais de uma vez: no máximo {most} {}.", thing.text());
            (message, Code::QueryTooComplex.as_str())
        }
        Excess::Cycle => ("Um fragmento do documento contém a si mesmo.".to_owned(), VALIDATION_FAILED),
    };
    request_error(ServerError::new(message, None), code)
}

/// A request for a document by an id that is nobody's. Apollo's clients know it by these very words, and then send the
/// text along.
pub fn unknown() -> Response {
    request_error(ServerError::new("PersistedQueryNotFound", None), NOT_FOUND)
}

/// A document of the sender's own, where the policy wants a known one.
pub fn untrusted(policy: &Policy) -> Response {
    let message = match policy {
        Policy::Closed => "Este gateway executa apenas os documentos do portal, pelo seu id.",
        Policy::Open | Policy::Keyed(_) => {
            "Este gateway executa os documentos do portal, pelo seu id. Para enviar outros e ver o esquema, informe uma \
             chave de ferramenta no cabeçalho X-Tool-Key (no GraphiQL: aba Headers)."
        }
    };
    request_error(ServerError::new(message, None), NOT_TRUSTED)
}

/// A request that was not answered in time. What it was to change may be changed all the same, or in a moment.
pub fn out_of_time(is_query: bool) -> Response {
    if is_query {
        let message = "A resposta demorou demais. Tente novamente.";
        return request_error(ServerError::new(message, None), Code::UpstreamTimeout.as_str());
    }
    let message = "Resultado desconhecido: a resposta demorou demais. O pedido pode ter sido atendido.";
    request_error(ServerError::new(message, None), Code::UpstreamOutcomeUnknown.as_str())
}

/// Whether a request asks for nothing that anybody could not know: the name of the root type, which is how a program asks
/// whether a graph is there, or the name of one type, of which who may not see the schema is told that there is none.
///
/// Nothing but the form of the request decides, never the schema: one query of one field, without fragments and
/// directives, and no argument or variable but the name of the type, which the audits of GraphQL over HTTP ask for. So
/// nothing can be learnt from what is refused, and what is not refused is valid.
pub fn is_harmless(document: &ExecutableDocument, name: Option<&str>, variables: &Variables) -> bool {
    let mut operations = document.operations.iter();
    let (Some((own_name, operation)), None) = (operations.next(), operations.next()) else { return false };
    let operation = &operation.node;
    let is_it = match document.operations {
        DocumentOperations::Single(_) => name.is_none(),
        DocumentOperations::Multiple(_) => name.is_none_or(|name| own_name.is_some_and(|own| own == name)),
    };
    let [selection] = &operation.selection_set.node.items[..] else { return false };
    let Selection::Field(field) = &selection.node else { return false };
    let field = &field.node;
    is_it
        && document.fragments.is_empty()
        && operation.ty == OperationType::Query
        && operation.directives.is_empty()
        && field.directives.is_empty()
        && match field.name.node.as_str() {
            "__typename" => is_bare(field) && operation.variable_definitions.is_empty(),
            "__type" => is_name_of_type(field, operation, variables),
            _ => false,
        }
}

/// Whether a field stands alone: without arguments, directives and fields of its own.
fn is_bare(field: &Field) -> bool {
    field.arguments.is_empty() && field.directives.is_empty() && field.selection_set.node.items.is_empty()
}

/// Whether it is `__type(name: …) { name }`, where the name is a text or the only variable.
fn is_name_of_type(field: &Field, operation: &OperationDefinition, variables: &Variables) -> bool {
    let ([(argument, value)], [selection]) = (&field.arguments[..], &field.selection_set.node.items[..]) else {
        return false;
    };
    let value = &value.node;
    let is_text = match &operation.variable_definitions[..] {
        [] => matches!(value.clone().into_const(), Some(Value::String(_))),
        [definition] => {
            let definition = &definition.node;
            let given = |used: Name| variables.get(&used).filter(|_| used == definition.name.node).cloned().ok_or(());
            definition.var_type.node.to_string() == "String!"
                && definition.default_value.is_none()
                && definition.directives.is_empty()
                && value.clone().into_const().is_none()
                && matches!(value.clone().into_const_with(given), Ok(Value::String(_)))
        }
        _ => false,
    };
    argument.node == "name"
        && is_text
        && matches!(&selection.node, Selection::Field(below) if below.node.name.node == "name" && is_bare(&below.node))
}

/// A request that does not say which operation to run.
pub fn without_operation() -> Response {
    request_error(
        ServerError::new("operationName não diz qual operação do documento executar.", None),
        OPERATION_FAILED,
    )
}

/// A request whose variables are not of their types. Who may not see the schema is not told what they should be.
pub(super) fn wrong_variable(wrong: Wrong, sees_schema: bool) -> Response {
    let message = match wrong {
        Wrong::Missing(name) => format!("Falta o valor da variável ${name}."),
        Wrong::Value(..) if !sees_schema => "Uma variável tem um valor que o seu tipo não aceita.".to_owned(),
        Wrong::Value(place, fault) => {
            let fault = match fault {
                Fault::Type(name) => format!("deve ser do tipo {name}"),
                Fault::EnumValue(name) => format!("deve ser um dos valores de {name}"),
                Fault::MissingField(name) => format!("deve ter o campo {name}"),
                Fault::UnknownField => "tem um campo que o seu tipo não conhece".to_owned(),
                Fault::OneOf => "deve ter exatamente um dos campos do seu tipo".to_owned(),
            };
            format!("O valor da variável ${place} {fault}.")
        }
    };
    request_error(ServerError::new(message, None), Code::BadUserInput.as_str())
}

/// Every code that an error of an answer may have.
pub fn all_codes() -> impl Iterator<Item = &'static str> {
    Code::ALL.into_iter().map(Code::as_str).chain(CODES)
}

/// The codes of the errors of a response, each once.
pub fn codes(response: &Response) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for error in response.errors() {
        let Some(Value::String(code)) = error.extensions.as_ref().and_then(|all| all.get("code")) else {
            continue;
        };
        if let Some(known) = all_codes().find(|known| known == code)
            && !codes.contains(&known)
        {
            codes.push(known);
        }
    }
    codes
}

/// After how many seconds it is worth sending a request again, where one of its errors says so.
pub fn retry_after(response: &Response) -> Option<u64> {
    let seconds = response.errors().iter().filter_map(|error| match error.extensions.as_ref()?.get(RETRY_AFTER)? {
        Value::Number(seconds) => seconds.as_u64(),
        _ => None,
    });
    seconds.max()
}

/// Gives each error of async-graphql its code and its sentence. No detail: it quotes values.
pub(super) fn name_errors(response: &mut async_graphql::Response) {
    let ran = response.data != Value::Null || response.errors.iter().any(|error| !error.path.is_empty());
    for error in &mut response.errors {
        if ran {
            name_argument_error(error);
        } else {
            // The document is valid: what is left for async-graphql to refuse it for are its own limits.
            error.extensions.get_or_insert_default().set("code", Code::QueryTooComplex.as_str());
            error.message = TOO_COMPLEX.to_owned();
        }
    }
}

/// The same for an error of an argument; one of the gateway's own has both.
pub(super) fn name_argument_error(error: &mut ServerError) {
    let extensions = error.extensions.get_or_insert_default();
    if let Some(Value::String(text)) = extensions.get(MESSAGE).cloned() {
        // One of our scalars said it, wrapped by async-graphql.
        extensions.unset(MESSAGE);
        error.message = text;
    } else if extensions.get("code").is_none() {
        extensions.set("code", Code::BadUserInput.as_str());
        error.message = "Um argumento tem um valor que o seu tipo não aceita.".to_owned();
    }
}

fn request_error(mut error: ServerError, code: &'static str) -> Response {
    error.extensions.get_or_insert_default().set("code", code);
    Response::refused(vec![error])
}

/// An error with its message as detail.
fn described(mut error: ServerError) -> ServerError {
    set_detail(error.extensions.get_or_insert_default(), &error.message);
    error
}

/// A parser draws where it stopped, line by line; what it expected stands in the last one.
fn set_detail(extensions: &mut ErrorExtensionValues, text: &str) {
    let line = text.lines().next_back().unwrap_or_default().trim().trim_start_matches("= ");
    extensions.set("detail", line.chars().take(MOST_DETAIL).collect::<String>());
}
