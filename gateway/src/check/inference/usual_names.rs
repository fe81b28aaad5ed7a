//! Usual names of the keys of an envelope.

use crate::contract::without_type_letters;

/// Usual names of the status; earlier ones first.
pub(super) const STATUS_NAMES: &str = "status sucesso success ok isSuccess resultado situacao codigo code statusCode codigoRetorno cdRetorno codRetorno retorno \
     result ret erro error hasError";
/// Usual names of the message.
pub(super) const MESSAGE_NAMES: &str = "messages mensagem mensagens message msg msgs texto descricao detalhe detalhes detail details erros errors erro error \
     motivo userMessage title detailedMessage mensagemDetalhada errorDescription faultstring reason";
/// Usual names of the code that tells refusals apart.
const CODE_NAMES: &str = "errorCode codigoErro codErro cdErro erroCodigo code codigo reasonCode errorId";
/// Usual names of the data.
pub(super) const DATA_NAMES: &str =
    "data dados result resultado payload conteudo content retorno response resposta objeto body value valor";

/// Whether a key usually holds messages for the user.
pub(in crate::check) fn is_message_key(key: &str) -> bool {
    bonus(MESSAGE_NAMES, key) > 0.0
}

/// Whether a key usually holds the status of an envelope.
pub(in crate::check) fn is_status_key(key: &str) -> bool {
    bonus(STATUS_NAMES, key) > 0.0
}

/// Whether a key usually holds the code of a refusal.
pub(in crate::check) fn is_code_key(key: &str) -> bool {
    is_named(CODE_NAMES, key)
}

/// How usual a key is for the code of a refusal.
pub(super) fn code_rank(key: &str) -> f64 {
    bonus(CODE_NAMES, key)
}

/// Whether a text says that a call succeeded: it comes with a success, and is no refusal.
pub(in crate::check) fn is_success_text(text: &str) -> bool {
    const NEGATIONS: [&str; 7] = ["sem sucesso", "insucesso", "não", "nao", "unsuccess", "not ", "without"];
    let lower = text.trim().to_lowercase();
    let is_ok = lower.trim_end_matches(['.', '!']) == "ok";
    let names_success = ["sucesso", "success", "succeeded"].iter().any(|word| lower.contains(word));
    is_ok || names_success && !NEGATIONS.iter().any(|word| lower.contains(word))
}

/// A small weight for a usual name, more for an earlier one.
pub(in crate::check) fn bonus(names: &str, key: &str) -> f64 {
    let plain =
        |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let keys = [plain(key), plain(&without_type_letters(key))];
    let at = names.split_whitespace().position(|name| keys.contains(&plain(name)));
    at.map_or(0.0, |at| 0.2 - 0.005 * f64::from(u32::try_from(at).unwrap_or(u32::MAX)))
}

/// Whether a key has one of the usual names.
pub(in crate::check) fn is_named(names: &str, key: &str) -> bool {
    bonus(names, key) > 0.0
}
