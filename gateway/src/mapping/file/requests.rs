//! The keys of requests, and how their values are written.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Deserializer, de};

use super::one_or_more::OneOrMore;

/// By type and key of the contract: how a request writes it.
pub type RequestTables = BTreeMap<String, BTreeMap<String, RequestKey>>;

/// A key of a request: the API's name, `false` if it is not sent, or a table that says more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestKey {
    /// It is sent.
    Sent(RequestKeyTable),
    /// It is not sent.
    False,
}

/// How a request writes one key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestKeyTable {
    /// The API's name, a path whose keys are divided by points. With several names the value is sent under each.
    pub key: Option<OneOrMore<String>>,
    /// The JSON type of its code or whole number.
    #[serde(rename = "as")]
    pub json_type: Option<JsonType>,
    /// What stands for no value.
    pub null: Option<NullForm>,
}

/// The JSON type of a code or a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JsonType {
    /// `"70213"`.
    #[default]
    Text,
    /// `70213`.
    Number,
}

/// What stands for a value that is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NullForm {
    /// `null`.
    #[default]
    Null,
    /// Nothing: the key is not sent.
    Omit,
    /// `""`.
    Empty,
}

/// How requests write values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct WritingTable {
    /// Dates.
    pub dates: DateForm,
    /// Amounts of money.
    pub amounts: AmountForm,
    /// Codes and numbers of insurers, procedures, pets, policies, authorizations and claims. Those of statuses are written as
    /// `[values.status]` has them.
    pub codes: JsonType,
    /// Values that are absent.
    pub null: NullForm,
}

/// How a date is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum DateForm {
    /// `2026-11-20`.
    #[default]
    #[serde(rename = "yyyy-MM-dd")]
    Iso,
    /// `20/11/2026`.
    #[serde(rename = "dd/MM/yyyy")]
    Local,
    /// `2026-11-20T00:00:00`.
    #[serde(rename = "yyyy-MM-ddT00:00:00")]
    Midnight,
    /// `20261120`.
    #[serde(rename = "yyyyMMdd")]
    Compact,
}

/// How an amount is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmountForm {
    /// `1280.50`.
    #[default]
    Number,
    /// `"1280.50"`.
    Text,
    /// `"1280,50"`.
    TextComma,
    /// `128050`.
    Cents,
}

impl<'de> Deserialize<'de> for RequestKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not an untagged enum, whose errors would not name the key that is wrong.
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = RequestKey;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("o nome de uma chave, uma lista de nomes, false, ou uma tabela com key, as e null")
            }
            fn visit_str<E: de::Error>(self, key: &str) -> Result<RequestKey, E> {
                Ok(sent_as(OneOrMore::One(key.to_owned())))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, keys: A) -> Result<RequestKey, A::Error> {
                let keys = Vec::deserialize(de::value::SeqAccessDeserializer::new(keys))?;
                Ok(sent_as(OneOrMore::More(keys)))
            }
            fn visit_bool<E: de::Error>(self, is_sent: bool) -> Result<RequestKey, E> {
                if is_sent { Err(E::invalid_value(de::Unexpected::Bool(true), &self)) } else { Ok(RequestKey::False) }
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<RequestKey, A::Error> {
                RequestKeyTable::deserialize(de::value::MapAccessDeserializer::new(map)).map(RequestKey::Sent)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

fn sent_as(key: OneOrMore<String>) -> RequestKey {
    RequestKey::Sent(RequestKeyTable { key: Some(key), ..RequestKeyTable::default() })
}
