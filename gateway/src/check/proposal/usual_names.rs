//! Usual names of the keys around the data of a response.

use contract::envelope::is_one_of;
use serde_json::Value;

/// Usual keys of the data. Lower case without punctuation, as all names here.
pub(super) const DATA: &[&str] = &[
    "data",
    "dados",
    "result",
    "resultado",
    "results",
    "resultados",
    "content",
    "conteudo",
    "payload",
    "retorno",
    "response",
    "resposta",
    "body",
    "corpo",
    "value",
    "valor",
    "objeto",
    "object",
];
/// Usual keys of a list within the data.
pub(super) const LISTS: &[&str] = &[
    "items",
    "itens",
    "rows",
    "linhas",
    "registros",
    "records",
    "lista",
    "list",
    "content",
    "conteudo",
    "elements",
    "elementos",
    "data",
    "dados",
    "results",
    "resultados",
    "value",
];
/// Usual keys of the status.
pub(super) const USUAL_STATUS_KEYS: &[&str] = &[
    "status",
    "success",
    "sucesso",
    "succeeded",
    "issuccess",
    "ok",
    "codigo",
    "code",
    "cod",
    "codigoretorno",
    "retorno",
    "codretorno",
    "returncode",
    "statuscode",
    "codigostatus",
    "erro",
    "error",
    "haserror",
    "resultado",
    "result",
    "situacao",
    "cdretorno",
    "cderro",
    "coderro",
    "codigoerro",
];
/// Usual keys of the texts for the user.
pub(super) const MESSAGES: &[&str] = &[
    "messages",
    "mensagens",
    "mensagem",
    "message",
    "msg",
    "msgs",
    "errormessage",
    "mensagemerro",
    "mensagemusuario",
    "dsmensagem",
    "msgretorno",
    "mensagemretorno",
    "dsretorno",
    "descricaoretorno",
    "dserro",
    "msgerro",
    "descricaoerro",
    "erros",
    "errors",
    "erro",
    "error",
    "detail",
    "detalhe",
    "descricao",
    "description",
    "motivo",
    "title",
];
/// Usual keys of the text within an object of messages.
pub(super) const TEXTS: &[&str] = &["mensagem", "message", "texto", "text", "descricao", "description", "detail"];

/// Whether a key usually has a text for the user.
pub(in crate::check) fn is_message_key(key: &str) -> bool {
    is_one_of(key, MESSAGES) || is_one_of(key, TEXTS)
}

pub(super) fn is_filled(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}
