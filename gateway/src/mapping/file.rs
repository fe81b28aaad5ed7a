//! The TOML file of a mapping.

pub mod one_or_more;
pub mod pages;
pub mod requests;
pub mod sending;

use std::collections::BTreeMap;

use contract::mapping::{ReadAmountForm, ReadDayForm, ScalarValue};
use serde::{Deserialize, Deserializer, Serialize, de};

use self::{
    one_or_more::OneOrMore,
    pages::{PagesOrFalse, PagesTable},
    requests::{RequestTables, WritingTable},
    sending::{AddedKeys, SendingTable},
};

/// The TOML of a mapping. What is absent is as in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MappingFile {
    /// How keys are named that no line names.
    pub names: NamesTable,
    /// Base URLs of modules (the first segment of their services' paths), where they are not that of the gateway's settings.
    pub base_urls: BTreeMap<String, String>,
    /// The envelope of every response.
    pub envelope: EnvelopeTable,
    /// The special answers of the login's first step.
    pub login: LoginTable,
    /// How a session is sent, and how its end is reported.
    pub session: SessionTable,
    /// Headers of every call.
    pub headers: HeadersTable,
    /// What every request carries beside the contract.
    pub sending: SendingTable,
    /// Lists that come in pages.
    pub pages: PagesTable,
    /// Codes and words of its own.
    pub values: ValuesTable,
    /// How requests write values.
    pub writing: WritingTable,
    /// Forms of values in responses that are ambiguous.
    pub reading: ReadingTable,
    /// Keys of the responses' types. `false`: never comes.
    pub types: TypeTables,
    /// Keys of the requests' types. `false`: is not sent.
    pub requests: RequestTables,
    /// The services, by the last segment of their path in the contract.
    pub calls: BTreeMap<String, CallTable>,
}

/// By type and key of the contract: the API's name, a path whose keys are divided by points.
pub type TypeTables = BTreeMap<String, BTreeMap<String, KeyOrFalse>>;

/// The names of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct NamesTable {
    /// The style of the contract's names in the API.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EnvelopeTable {
    /// Key of the status; `false` if there is none.
    pub status: Option<KeyOrFalse>,
    /// Values of the status that mean success.
    pub success: Option<Vec<ScalarValue>>,
    /// Keys of the messages; the first that has any counts.
    pub messages: Option<OneOrMore<String>>,
    /// Key of the data; `false` if the body is the data.
    pub data: Option<KeyOrFalse>,
    /// Key of the data that holds the list, of all services that answer with one.
    pub list: Option<String>,
    /// What null data mean in a success; a refusal if absent.
    pub null_data: Option<NullData>,
    /// Key of the code that tells refusals apart: `codes` are its values. If absent, the key of the status.
    pub code: Option<String>,
    /// HTTP statuses of refusals, besides envelopes with HTTP 200.
    pub refusals: Option<Vec<u16>>,
}

/// What null data mean in a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NullData {
    /// The service refused (the portal's specification, section 3).
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SessionTable {
    /// What stands before the token in its header; an empty text sends the token alone.
    pub scheme: Option<String>,
    /// Header of the login's response that carries the token, instead of its data.
    pub token_header: Option<String>,
    /// How a service reports that a session ended, besides HTTP 401.
    pub ended: RefusalsTable,
}

/// The special answers of the login's first step, besides the messages of the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LoginTable {
    /// The user is blocked.
    pub blocked: RefusalsTable,
    /// The user must change the password first.
    pub change_password: RefusalsTable,
}

/// Refusals that mean something, by any of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RefusalsTable {
    /// HTTP statuses.
    pub http: Vec<u16>,
    /// Codes of a refusal, as text or number.
    pub codes: Vec<ScalarValue>,
    /// Messages of a refusal.
    pub messages: Vec<String>,
}

/// The headers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeadersTable {
    /// Carries the session's token.
    pub authorization: Option<String>,
    /// Carries the API key, instead of the body. `false`: the API has no key.
    pub api_key: Option<KeyOrFalse>,
    /// Carries the key that makes a save safe to repeat. `false`: the API knows no such key.
    pub idempotency_key: Option<KeyOrFalse>,
    /// Carries the identifier of the request.
    pub request_id: Option<String>,
    /// More headers that every call carries: name and value.
    pub add: BTreeMap<String, String>,
}

/// Codes and words of an API: the contract's, and those that mean it there. Of several, requests carry the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ValuesTable {
    /// Codes of statuses.
    pub status: BTreeMap<String, OneOrMore<ScalarValue>>,
    /// Words of flags: `true` and `false`.
    pub flags: BTreeMap<String, OneOrMore<ScalarValue>>,
}

/// How responses write values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadingTable {
    /// Amounts of money.
    pub amounts: ReadAmountForm,
    /// Days and instants.
    pub dates: ReadDayForm,
    /// The encoding of bodies that are not UTF-8.
    pub charset: Option<String>,
}

/// A service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CallTable {
    /// Its path below the base URL.
    pub path: Option<String>,
    /// Its envelope, key by key over that of every response.
    pub envelope: EnvelopeTable,
    /// Key of the data that holds the list, or the object, of the contract. `false`: `data` is the list (or the object) itself.
    pub list: Option<KeyOrFalse>,
    /// More keys of its body, over those of every request.
    pub body: AddedKeys,
    /// More of its query string, over that of every request.
    pub query: AddedKeys,
    /// Refusals that mean an empty list.
    pub empty: RefusalsTable,
    /// The pages of its list, instead of those of every list. `false`: it comes whole.
    pub pages: Option<PagesOrFalse>,
    /// Words of its flags, instead of those of every service.
    pub flags: BTreeMap<String, OneOrMore<ScalarValue>>,
    /// Types whose keys have other names in this service.
    pub types: TypeTables,
}

impl<'de> Deserialize<'de> for KeyOrFalse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "use o nome de uma chave entre aspas, ou false")]
        enum Either {
            Flag(bool),
            Key(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Key(key) => Ok(Self::Key(key)),
            Either::Flag(false) => Ok(Self::False),
            Either::Flag(true) => Err(de::Error::custom("use o nome de uma chave entre aspas, ou false")),
        }
    }
}
