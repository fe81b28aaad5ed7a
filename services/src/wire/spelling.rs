//! How an integration API spells its responses where it differs from the contract: the keys of the envelope and of each type.
//! Values are read leniently by their own types ([`super::value`]).

use std::{collections::HashMap, fmt, sync::Arc};

use super::envelope::{KEYS, SUCCESS};

/// How the responses of one call are spelt. The default is the contract's own spelling.
#[derive(Clone, Debug, Default)]
pub struct ResponseSpelling {
    /// The envelope.
    pub envelope: Arc<EnvelopeSpelling>,
    /// The key of the data that holds the list, if the data are an object around it.
    pub list: Option<String>,
    /// The types in the data.
    pub types: Arc<TypeSpellings>,
    /// Learns which fields come, for a sample of the responses.
    pub observer: Option<Arc<dyn FieldObserver>>,
}

/// Learns which fields come in a response, and in which forms. Names are those of the contract.
pub trait FieldObserver: fmt::Debug + Send + Sync {
    /// An object of this type comes, which may have these fields.
    fn object(&self, type_name: &'static str, fields: &'static [&'static str]);

    /// A field comes; `json` begins with its value. Of a list's objects, only those are observed whose keys differ from the
    /// object before, and the first two: every key that comes is observed at least once.
    fn field(&self, type_name: &'static str, key: &str, json: &str);
}

/// How an envelope is spelt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvelopeSpelling {
    /// The key of the status. `None`: there is none, and every envelope is a success.
    pub status: Option<String>,
    /// The values of the status that mean success. A value of a JSON type that none of them has is no status.
    pub success: Vec<StatusValue>,
    /// The key of the messages.
    pub messages: String,
    /// The key of the data. `None`: the body is the data, and there is no envelope.
    pub data: Option<String>,
}

/// A value of the status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text, compared without white space around it.
    Text(String),
}

impl Default for EnvelopeSpelling {
    fn default() -> Self {
        let [status, messages, data] = KEYS.map(str::to_owned);
        let success = vec![StatusValue::Number(SUCCESS), StatusValue::Text(SUCCESS.to_string())];
        Self { status: Some(status), success, messages, data: Some(data) }
    }
}

/// How the keys of types are spelt, by the name of the type.
#[derive(Clone, Debug, Default)]
pub struct TypeSpellings(HashMap<String, TypeSpelling>);

/// How the keys of a type are spelt.
#[derive(Clone, Debug)]
pub struct TypeSpelling {
    renamed: Vec<RenamedKey>,
}

#[derive(Clone, Debug)]
struct RenamedKey {
    contract: String,
    spelling: String,
}

impl TypeSpellings {
    /// Type by type, the keys of the contract and their spellings.
    pub fn new<K: IntoIterator<Item = (String, String)>>(types: impl IntoIterator<Item = (String, K)>) -> Self {
        let renamed = |(contract, spelling)| RenamedKey { contract, spelling };
        let spelling = |keys: K| TypeSpelling { renamed: keys.into_iter().map(renamed).collect() };
        Self(types.into_iter().map(|(name, keys)| (name, spelling(keys))).collect())
    }

    /// The spelling of a type; `None` if it is the contract's.
    #[inline]
    pub(super) fn of(&self, type_name: &str) -> Option<&TypeSpelling> {
        if self.0.is_empty() { None } else { self.0.get(type_name) }
    }
}

impl TypeSpelling {
    /// The contract's name of a key as the API writes it. A name of the contract that is spelt otherwise is unknown there: it
    /// gives an empty name, which no field has.
    pub(super) fn contract_key<'a>(&self, fields: &'static [&'static str], written: &'a str) -> &'a str {
        if let Some(key) = self.renamed.iter().find(|key| key.spelling == written) {
            return fields.iter().find(|field| **field == key.contract).copied().unwrap_or_default();
        }
        if self.renamed.iter().any(|key| key.contract == written) { "" } else { written }
    }
}
