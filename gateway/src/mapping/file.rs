//! The TOML file of a mapping.

pub mod pages;
pub mod requests;
pub mod values;

use std::collections::BTreeMap;

use contract::mapping::{ReadAmountForm, ReadDayForm};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use self::{
    pages::{AddedKeys, PagesOrFalse, PagesTable, SendingTable},
    requests::{RequestTables, WritingTable},
    values::{OneOrMore, ScalarValue, is_default},
};

/// The TOML of a mapping. What is absent is as in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MappingFile {
    /// How keys are named that no line names.
    #[serde(skip_serializing_if = "is_default")]
    pub names: NamesTable,
    /// Base URLs of modules (the first segment of their services' paths), where they are not that of the gateway's settings.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub base_urls: BTreeMap<String, String>,
    /// The envelope of every response.
    #[serde(skip_serializing_if = "is_default")]
    pub envelope: EnvelopeTable,
    /// The special answers of the login's first step.
    #[serde(skip_serializing_if = "is_default")]
    pub login: LoginTable,
    /// How a session is sent, and how its end is reported.
    #[serde(skip_serializing_if = "is_default")]
    pub session: SessionTable,
    /// Headers of every call.
    #[serde(skip_serializing_if = "is_default")]
    pub headers: HeadersTable,
    /// What every request carries beside the contract.
    #[serde(skip_serializing_if = "is_default")]
    pub sending: SendingTable,
    /// Lists that come in pages.
    #[serde(skip_serializing_if = "is_default")]
    pub pages: PagesTable,
    /// Codes and words of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub values: ValuesTable,
    /// Texts of codes, where responses have none.
    #[serde(skip_serializing_if = "is_default")]
    pub labels: LabelsTable,
    /// How requests write values.
    #[serde(skip_serializing_if = "is_default")]
    pub writing: WritingTable,
    /// How responses write values, where that cannot be seen.
    #[serde(skip_serializing_if = "is_default")]
    pub reading: ReadingTable,
    /// Keys of the responses' types. `false`: never comes.
    #[serde(skip_serializing_if = "is_default")]
    pub types: TypeTables,
    /// Keys of the requests' types. `false`: is not sent.
    #[serde(skip_serializing_if = "is_default")]
    pub requests: RequestTables,
    /// The services, by the last segment of their path in the contract.
    #[serde(skip_serializing_if = "is_default")]
    pub calls: BTreeMap<String, CallTable>,
}

/// By type and key of the contract: the API's name, a path whose keys are divided by points.
pub type TypeTables = BTreeMap<String, BTreeMap<String, KeyOrFalse>>;

/// The names of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct NamesTable {
    /// The style of the contract's names in the API.
    #[serde(skip_serializing_if = "is_default")]
    pub style: NameStyle,
}

/// How words are made a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum NameStyle {
    /// `cdStatus`, as in the contract.
    #[default]
    #[serde(rename = "camelCase")]
    Camel,
    /// `CdStatus`.
    #[serde(rename = "PascalCase")]
    Pascal,
    /// `cd_status`.
    #[serde(rename = "snake_case")]
    Snake,
    /// `CD_STATUS`.
    #[serde(rename = "SCREAMING_SNAKE")]
    ScreamingSnake,
}

impl NameStyle {
    /// All but the contract's.
    pub(crate) const OTHERS: [Self; 3] = [Self::Pascal, Self::Snake, Self::ScreamingSnake];

    /// A name of the contract in this style.
    pub(crate) fn name(self, contract: &str) -> String {
        let with_underscores = || {
            let split = |c: char| if c.is_ascii_uppercase() { vec!['_', c] } else { vec![c] };
            contract.chars().flat_map(split).collect::<String>()
        };
        match self {
            Self::Camel => contract.to_owned(),
            Self::Pascal => contract[..1].to_ascii_uppercase() + &contract[1..],
            Self::Snake => with_underscores().to_ascii_lowercase(),
            Self::ScreamingSnake => with_underscores().to_ascii_uppercase(),
        }
    }
}

/// The envelope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EnvelopeTable {
    /// Key of the status; `false` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<KeyOrFalse>,
    /// Values of the status that mean success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<Vec<ScalarValue>>,
    /// Keys of the messages; the first that has any counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<OneOrMore<String>>,
    /// Key of the data; `false` if the body is the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<KeyOrFalse>,
    /// Key of the data that holds the list, of all services that answer with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// What null data mean in a success; a refusal if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_data: Option<NullData>,
    /// Key of the code that tells refusals apart: `codes` are its values. If absent, the key of the status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// HTTP statuses of refusals, besides envelopes with HTTP 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusals: Option<Vec<u16>>,
}

/// What null data mean in a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NullData {
    /// The service refused (the portal's specification, section 3). Without messages, a list is empty.
    Refusal,
    /// The same as no data: the status alone decides.
    Success,
}

/// A key, or `false` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyOrFalse {
    /// The key.
    Key(String),
    /// None.
    False,
}

/// The session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SessionTable {
    /// What stands before the token in its header; an empty text sends the token alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<String>,
    /// Header of the login's response that carries the token, instead of its data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_header: Option<String>,
    /// How a service reports that a session ended, besides HTTP 401.
    #[serde(skip_serializing_if = "is_default")]
    pub ended: RefusalsTable,
}

/// The special answers of the login's first step, besides the messages of the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LoginTable {
    /// The user is blocked.
    #[serde(skip_serializing_if = "is_default")]
    pub blocked: RefusalsTable,
    /// The user must change the password first.
    #[serde(skip_serializing_if = "is_default")]
    pub change_password: RefusalsTable,
}

/// Refusals that mean something, by any of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RefusalsTable {
    /// HTTP statuses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub http: Vec<u16>,
    /// Codes of a refusal, as text or number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<ScalarValue>,
    /// Messages of a refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
}

/// The headers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeadersTable {
    /// Carries the session's token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization: Option<String>,
    /// Carries the API key, instead of the body. `false`: the API has no key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_key: Option<KeyOrFalse>,
    /// Carries the key that makes a save safe to repeat. `false`: the API knows no such key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<KeyOrFalse>,
    /// Carries the identifier of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// More headers that every call carries: name and value.
    #[serde(skip_serializing_if = "is_default")]
    pub add: BTreeMap<String, String>,
}

/// Codes and words of an API: the contract's, and those that mean it there. Of several, requests carry the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ValuesTable {
    /// Codes of statuses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub status: BTreeMap<String, OneOrMore<ScalarValue>>,
    /// Words of flags: `true` and `false`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub flags: BTreeMap<String, OneOrMore<ScalarValue>>,
}

/// Texts of codes, by the contract's code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LabelsTable {
    /// Of statuses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub status: BTreeMap<String, String>,
}

/// How responses write values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadingTable {
    /// Amounts of money.
    #[serde(skip_serializing_if = "is_default")]
    pub amounts: ReadAmountForm,
    /// Days and instants.
    #[serde(skip_serializing_if = "is_default")]
    pub dates: ReadDayForm,
    /// The encoding of bodies that are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charset: Option<String>,
}

/// A service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CallTable {
    /// Its path below the base URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its envelope, key by key over that of every response.
    #[serde(skip_serializing_if = "is_default")]
    pub envelope: EnvelopeTable,
    /// Key of the data that holds the list, or the object, of the contract. `false`: the data are it themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<KeyOrFalse>,
    /// More keys of its body, over those of every request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub body: AddedKeys,
    /// More of its query string, over that of every request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub query: AddedKeys,
    /// Refusals that mean an empty list.
    #[serde(skip_serializing_if = "is_default")]
    pub empty: RefusalsTable,
    /// The pages of its list, instead of those of every list. `false`: it comes whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesOrFalse>,
    /// Words of its flags, instead of those of every service.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub flags: BTreeMap<String, OneOrMore<ScalarValue>>,
    /// Types whose keys have other names in this service.
    #[serde(skip_serializing_if = "is_default")]
    pub types: TypeTables,
}

impl<'de> Deserialize<'de> for KeyOrFalse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a key as text, or false")]
        enum Either {
            Flag(bool),
            Key(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Key(key) => Ok(Self::Key(key)),
            Either::Flag(false) => Ok(Self::False),
            Either::Flag(true) => Err(de::Error::custom("a key as text, or false")),
        }
    }
}

impl Serialize for KeyOrFalse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Key(key) => serializer.serialize_str(key),
            Self::False => serializer.serialize_bool(false),
        }
    }
}
