//! What the engine says about a document, in our words.
//!
//! The engine speaks English to developers. People read one Portuguese sentence for each kind of error as its `message`;
//! the engine's own line goes along as `detail` where it speaks of the document alone. What ours say is left alone.

use async_graphql::{
    ErrorExtensionValues, Pos, Positioned, Response, ServerError,
    parser::types::{ExecutableDocument, Field, Selection, SelectionSet},
};

use super::{
    error::{Code, Error, RETRY_AFTER},
    limits::Excess,
    scalars::MESSAGE,
    trusted::Policy,
};

/// Most errors of one answer about a document: a short one can be wrong in thousands of places.
const MOST_ERRORS: usize = 20;
/// Most characters of the engine's line.
const MOST_DETAIL: usize = 300;

/// Codes of documents that cannot run, beside those of [`Code`].
const PARSE_FAILED: &str = "GRAPHQL_PARSE_FAILED";
const VALIDATION_FAILED: &str = "GRAPHQL_VALIDATION_FAILED";
const OPERATION_FAILED: &str = "OPERATION_RESOLUTION_FAILURE";
const NOT_FOUND: &str = "PERSISTED_QUERY_NOT_FOUND";
const NOT_TRUSTED: &str = "DOCUMENT_NOT_TRUSTED";

const CODES: [&str; 5] = [PARSE_FAILED, VALIDATION_FAILED, OPERATION_FAILED, NOT_FOUND, NOT_TRUSTED];

/// Longest text that may be harmless, in bytes: no more is parsed for those who may not send documents.
pub const MOST_HARMLESS: usize = 256;

const TOO_COMPLEX: &str = "A consulta pede demais de uma vez. Divida-a em consultas menores.";
const INVALID: &str = "O documento GraphQL não combina com o grafo.";

/// A document that cannot be parsed.
pub fn unparsed(error: ServerError) -> Response {
    // The parser's own limit; the text was looked at before.
    if error.message.starts_with("recursion limit exceeded") {
        return refused(ServerError::new(TOO_COMPLEX, None), Code::QueryTooComplex.as_str());
    }
    refused(
        ServerError { message: "O documento GraphQL tem um erro de sintaxe.".to_owned(), ..described(error) },
        PARSE_FAILED,
    )
}

/// A document that asks for too much, or in a circle.
pub fn excess(excess: Excess) -> Response {
    let (message, code) = match excess {
        Excess::TooMuch(thing, most) => {
            let message = format!("A consulta pede demais de uma vez: no máximo {most} {}.", thing.text());
            (message, Code::QueryTooComplex.as_str())
        }
        Excess::Cycle => ("Um fragmento do documento contém a si mesmo.".to_owned(), VALIDATION_FAILED),
    };
    refused(ServerError::new(message, None), code)
}

/// A request for a document by an id that is nobody's. Apollo's clients know it by these very words, and then send the
/// text along.
pub fn unknown() -> Response {
    refused(ServerError::new("PersistedQueryNotFound", None), NOT_FOUND)
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
    refused(ServerError::new(message, None), NOT_TRUSTED)
}

/// A request that was not answered in time. What it was to change may be changed all the same, or in a moment.
pub fn out_of_time(is_query: bool) -> Response {
    if is_query {
        let message = "A resposta demorou demais. Tente novamente.";
        return refused(ServerError::new(message, None), Code::UpstreamTimeout.as_str());
    }
    let message = "Resultado desconhecido: a resposta demorou demais. O pedido pode ter sido atendido.";
    refused(ServerError::new(message, None), Code::UpstreamOutcomeUnknown.as_str())
}

/// A query whose answer found no memory.
pub fn out_of_memory() -> Response {
    let error = async_graphql::Error::from(Error::no_memory());
    Response::from_errors(vec![error.into_server_error(Pos::default())])
}

/// Whether a document asks for nothing that anybody could not know: the name of the root type, which is how a program
/// asks whether a graph is there, and single types, of which who may not see the schema is told that there are none.
pub fn is_harmless(document: &ExecutableDocument) -> bool {
    let is_harmless = |selection: &Positioned<Selection>| match &selection.node {
        Selection::Field(field) => matches!(field.node.name.node.as_str(), "__typename" | "__type"),
        Selection::FragmentSpread(_) | Selection::InlineFragment(_) => false,
    };
    document.operations.iter().all(|(_, operation)| operation.node.selection_set.node.items.iter().all(is_harmless))
}

/// Whether each `__typename` of a document, which must be within the limits, is one: it has no arguments and no fields,
/// and no directives but `@skip` and `@include`. The engine answers it without looking.
pub fn check_typenames(document: &ExecutableDocument) -> Result<(), Box<Response>> {
    let operations = document.operations.iter().map(|(_, operation)| &operation.node.selection_set.node);
    let fragments = document.fragments.values().map(|fragment| &fragment.node.selection_set.node);
    match operations.chain(fragments).find_map(wrong_typename) {
        None => Ok(()),
        Some(at) => {
            let error = ServerError::new(INVALID, Some(at));
            Err(Box::new(refused(error, VALIDATION_FAILED)))
        }
    }
}

fn wrong_typename(set: &SelectionSet) -> Option<Pos> {
    set.items.iter().find_map(|selection| {
        let inner = match &selection.node {
            Selection::Field(field) if field.node.name.node == "__typename" => {
                return (!is_typename(&field.node)).then_some(selection.pos);
            }
            Selection::Field(field) => &field.node.selection_set,
            Selection::InlineFragment(fragment) => &fragment.node.selection_set,
            Selection::FragmentSpread(_) => return None,
        };
        wrong_typename(&inner.node)
    })
}

fn is_typename(field: &Field) -> bool {
    field.arguments.is_empty()
        && field.selection_set.node.items.is_empty()
        && field.directives.iter().all(|directive| {
            matches!(directive.node.name.node.as_str(), "skip" | "include")
                && matches!(&directive.node.arguments[..], [(name, _)] if name.node == "if")
        })
}

/// A request that does not say which operation to run.
pub fn without_operation() -> Response {
    refused(ServerError::new("operationName não diz qual operação do documento executar.", None), OPERATION_FAILED)
}

/// A request without a value that a variable must have.
pub fn missing_variable(name: &str) -> Response {
    refused(ServerError::new(format!("Falta o valor da variável ${name}."), None), Code::BadUserInput.as_str())
}

/// Every code that an error of an answer may have.
pub fn all_codes() -> impl Iterator<Item = &'static str> {
    Code::ALL.into_iter().map(Code::as_str).chain(CODES)
}

/// The codes of the errors in an answer, each once, after [`name_errors`].
pub fn codes(response: &Response) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for error in &response.errors {
        let Some(async_graphql::Value::String(code)) = error.extensions.as_ref().and_then(|all| all.get("code")) else {
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

/// Whether a document ran: an error of a field says which field; where none does and there are no data, it did not.
pub fn ran(response: &Response) -> bool {
    response.data != async_graphql::Value::Null || response.errors.iter().any(|error| !error.path.is_empty())
}

/// After how many seconds it is worth sending a request again, where one of its errors says so.
pub fn retry_after(response: &Response) -> Option<u64> {
    let seconds = response.errors.iter().filter_map(|error| match error.extensions.as_ref()?.get(RETRY_AFTER)? {
        async_graphql::Value::Number(seconds) => seconds.as_u64(),
        _ => None,
    });
    seconds.max()
}

/// Gives each error of the engine's own its code and its sentence.
pub fn name_errors(response: &mut Response) {
    let ran = ran(response);
    if !ran {
        response.errors.truncate(MOST_ERRORS);
    }
    for error in &mut response.errors {
        let extensions = error.extensions.get_or_insert_default();
        if let Some(async_graphql::Value::String(text)) = extensions.get(MESSAGE).cloned() {
            // One of our scalars said it, wrapped by the engine.
            extensions.unset(MESSAGE);
            error.message = text;
        } else if extensions.get("code").is_some() {
            // Ours, and already as it should be.
        } else if ran {
            extensions.set("code", Code::BadUserInput.as_str());
            // No detail: the engine quotes the value.
            error.message = "Um argumento tem um valor que o seu tipo não aceita.".to_owned();
        } else {
            name_refusal(error);
        }
    }
}

/// An error of the validation.
fn name_refusal(error: &mut ServerError) {
    let text = std::mem::take(&mut error.message);
    let limits = [
        "Query is too complex",
        "Query is nested too deep",
        "The number of directives on the field",
        "The recursion depth of the query",
    ];
    let (message, code) = if limits.iter().any(|limit| text.starts_with(limit)) {
        (TOO_COMPLEX.to_owned(), Code::QueryTooComplex.as_str())
    } else if let Some(message) = wrong_value(&text) {
        (message, Code::BadUserInput.as_str())
    } else {
        (INVALID.to_owned(), VALIDATION_FAILED)
    };
    let extensions = error.extensions.get_or_insert_default();
    extensions.set("code", code);
    // The engine quotes the value of an enumeration, which may have come as a variable.
    if !text.contains("does not contain the value") {
        set_detail(extensions, &text);
    }
    error.message = message;
}

/// The sentence about an argument or a default value that its type does not take.
fn wrong_value(text: &str) -> Option<String> {
    let (subject, rest) = if let Some(rest) = text.strip_prefix("Invalid value for argument \"") {
        ("O valor do argumento ", rest)
    } else {
        ("O valor padrão da variável $", text.strip_prefix("Invalid default value for argument: \"")?)
    };
    let (path, reason) = rest.split_once("\", ")?;
    let quoted = |from: &str| from.split('"').next().unwrap_or_default().to_owned();
    Some(if let Some(expected) = reason.strip_prefix("expected type \"") {
        format!("{subject}{path} deve ser do tipo {}.", quoted(expected))
    } else if let Some(expected) = reason.strip_prefix("enumeration type \"") {
        format!("{subject}{path} deve ser um dos valores de {}.", quoted(expected))
    } else if reason.starts_with("Oneof") {
        format!("{subject}{path} deve ter exatamente um dos campos do seu tipo.")
    } else if let Some(field) = reason.strip_prefix("field \"") {
        format!("{subject}{path} deve ter o campo {}.", quoted(field))
    } else if reason.starts_with("unknown field") {
        format!("{subject}{path} tem um campo que o seu tipo não conhece.")
    } else {
        format!("{subject}{path} não é aceito pelo seu tipo.")
    })
}

fn refused(mut error: ServerError, code: &'static str) -> Response {
    error.extensions.get_or_insert_default().set("code", code);
    Response::from_errors(vec![error])
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
