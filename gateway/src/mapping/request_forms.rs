//! How requests write codes, whole numbers and values that are absent.

use std::collections::BTreeMap;

use super::{
    codes_and_flags::is_whole_number,
    error::MappingError,
    file::{
        MappingFile,
        requests::{JsonType, NullForm, RequestKey, RequestKeyTable},
    },
};
use crate::contract_schema::{
    schema::{ContractSchema, KeySchema},
    value_type::ExpectedType,
};

/// How the value of a key is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ValueForm {
    /// The JSON type, if the mapping says one.
    pub(super) json_type: Option<JsonType>,
    /// What stands for no value.
    pub(super) null: NullForm,
}

/// By request type and key: the values that are not written as in the contract.
pub(super) type RequestForms = BTreeMap<String, BTreeMap<String, ValueForm>>;

/// A value that cannot be sent in the form that the mapping wants. The text is for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnwritableValue {
    /// Not a whole number, or one that would lose its leading zeros.
    #[error("O campo {0} deve ser um número inteiro, sem zeros à esquerda.")]
    NotNumber(String),
    /// A value for a key that the API does not have. It would be lost without a word.
    #[error("O serviço não recebe o campo {0}: deixe-o vazio.")]
    NotAccepted(String),
}

/// The forms of all values for which the file configures one.
pub(super) fn of_file(file: &MappingFile) -> Result<RequestForms, MappingError> {
    let mut forms = RequestForms::new();
    for (request, schema) in &ContractSchema::get().requests {
        for (key, key_schema) in &schema.keys {
            let configured = match file.requests.get(request).and_then(|keys| keys.get(key)) {
                Some(RequestKey::False) => continue,
                Some(RequestKey::Sent(table)) => Some(table),
                None => None,
            };
            let form = form(file, (request, key), key_schema, configured)?;
            if form != ValueForm::default() {
                forms.entry(request.clone()).or_default().insert(key.clone(), form);
            }
        }
    }
    Ok(forms)
}

fn form(
    file: &MappingFile,
    (request, key): (&str, &str),
    key_schema: &KeySchema,
    configured: Option<&RequestKeyTable>,
) -> Result<ValueForm, MappingError> {
    let place = format!("requests.{request}.{key}");
    let invalid = |what: &str| Err(MappingError::at(&[&*place, "writing.null"], format!("{place}: {what}")));
    let (own_type, own_null) = configured.map_or((None, None), |table| (table.json_type, table.null));
    if own_type.is_some()
        && !(key_schema.is_code || key_schema.is_status || key_schema.expected == ExpectedType::Integer)
    {
        return invalid("as só serve para códigos, números de sinistro, apólice ou autorização, e quantidades");
    }
    if own_null.is_some() && !key_schema.is_nullable {
        return invalid("null não serve: este valor nunca falta");
    }
    // The codes of statuses are written as the file has them.
    let common_type = key_schema.is_code.then_some(file.writing.codes);
    let json_type = own_type.or(common_type.filter(|common| *common != JsonType::default()));
    let common_null = match file.writing.null {
        // Without its key an API may leave the value as it is, which nobody would see.
        NullForm::Omit if key_schema.null_removes => NullForm::Empty,
        null => null,
    };
    let null = if key_schema.is_nullable { own_null.unwrap_or(common_null) } else { NullForm::default() };
    if (json_type, null) == (Some(JsonType::Number), NullForm::Empty) {
        return invalid(
            "null = \"empty\" não serve para um número: diga null = \"omit\" ou null = \"null\" nesta chave",
        );
    }
    if key_schema.is_status && json_type == Some(JsonType::Number) {
        let sent = file.values.status.values().filter_map(|codes| codes.all().first());
        if let Some(code) = sent.map(ToString::to_string).find(|code| !is_whole_number(code)) {
            return invalid(&format!("as = \"number\" não serve: {code} de values.status não é um número"));
        }
    }
    Ok(ValueForm { json_type, null })
}

impl ValueForm {
    /// Writes a value that is not null, a text or a whole number in JSON.
    pub(super) fn write(self, json: &str, key: &str) -> Result<String, UnwritableValue> {
        let text = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match (self.json_type, text) {
            (Some(JsonType::Number), Some(text)) if is_whole_number(text) => Ok(text.to_owned()),
            (Some(JsonType::Number), Some(_)) => Err(UnwritableValue::NotNumber(key.to_owned())),
            (Some(JsonType::Text), None) => Ok(format!("\"{json}\"")),
            _ => Ok(json.to_owned()),
        }
    }
}
