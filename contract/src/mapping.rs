//! How the responses of an integration API differ from the contract: the keys of the envelope and of each type.
//! Values are read leniently by their own types ([`super::value`]).

mod key_path;

use std::{collections::HashMap, fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Number;

pub use self::key_path::KeyPath;

use super::{
    envelope::{KEYS, SUCCESS},
    value::whole,
};

/// How the responses of one call are read. The default is as in the contract.
#[derive(Clone, Debug, Default)]
pub struct ResponseMapping {
    /// The envelope.
    pub envelope: EnvelopeMapping,
    /// The key of the data that holds the list, if the data are an object around it.
    pub list: Option<KeyPath>,
    /// The types in the data.
    pub types: ExternalNames,
    /// Forms of values that are ambiguous without the mapping.
    pub forms: ReadForms,
    /// Codes and words of its own.
    pub values: ValueWords,
    /// The keys that say whether a list has more pages.
    pub pages: PageKeys,
    /// Observes which fields come, for a sample of the responses.
    pub observer: Option<Arc<dyn FieldObserver>>,
}

impl ResponseMapping {
    /// The same for a body that is the data.
    pub fn without_envelope(&self) -> Self {
        let envelope = EnvelopeMapping { status: None, data: None, ..EnvelopeMapping::default() };
        Self { envelope, list: None, ..self.clone() }
    }
}

/// Forms of values that mean something else in another API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadForms {
    /// Amounts of money.
    pub amounts: ReadAmountForm,
    /// Days and instants.
    pub days: ReadDayForm,
}

/// How responses write amounts, in BRL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadAmountForm {
    /// 1280.5, `"1.280,50"`, `"1,280.50"`; `"1.280"` may be two amounts, and is refused.
    #[default]
    Any,
    /// A text has a decimal comma: `"1.280"` is 1280.
    Comma,
    /// In whole centavos: 128050.
    Cents,
}

/// How responses write days, beside the forms that are always read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum ReadDayForm {
    /// Only the forms that are unambiguous.
    #[default]
    #[serde(rename = "any")]
    Any,
    /// `20-11-2026`.
    #[serde(rename = "dd-MM-yyyy")]
    DayFirst,
}

/// Observes which fields come in a response, and in which forms. Names are those of the contract.
pub trait FieldObserver: fmt::Debug + Send + Sync {
    /// `true`: every object and field is reported, and a long list takes ten times as long. `false`: as described at
    /// [`field`](Self::field).
    fn sees_all(&self) -> bool {
        false
    }

    /// An object of this type comes, which may have these fields.
    fn object(&self, type_name: &'static str, fields: &'static [&'static str]);

    /// A field comes, or the path of an unknown key; `json` begins with its value. In a list the first two objects are observed,
    /// then each object whose keys differ from those of the one before. So every key is seen at least once.
    fn field(&self, type_name: &'static str, key: &str, json: &str);
}

/// A fault of a field's values that costs this field at most. Names are those of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldFault {
    /// Name of the type.
    pub type_name: &'static str,
    /// Key of the field.
    pub key: &'static str,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// It cannot be read. The field is null.
    Unreadable,
    /// It may be a CPF or a CNPJ, or is neither. It is shown as it came.
    UndecidedTaxId,
}

/// Values for which an API has codes and words of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueWords {
    /// Codes of statuses: as the API writes one, and the contract's.
    pub statuses: Vec<(String, String)>,
    /// Words of flags, compared without white space around them and whatever their case, and what they mean.
    pub flags: Vec<(String, bool)>,
}

impl ValueWords {
    /// The contract's code of a status; the same if it is unknown.
    pub(super) fn status<'a>(&'a self, written: &'a str) -> &'a str {
        let written = written.trim();
        self.statuses.iter().find(|(known, _)| known == written).map_or(written, |(_, code)| code)
    }

    /// What a word means.
    pub(super) fn flag(&self, written: &str) -> Option<bool> {
        let written = written.trim().to_lowercase();
        self.flags.iter().find(|(known, _)| known.trim().to_lowercase() == written).map(|(_, flag)| *flag)
    }
}

/// Keys named by the mapping that tell about pages ([`super::envelope::PageMarkers`]); usual names need no line. They stand
/// beside the list, in an object around it, or in an object beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageKeys {
    /// Whether there are more: a flag, or the address or token of the next page.
    pub more: Option<KeyPath>,
    /// Whether this is the last page.
    pub last: Option<KeyPath>,
    /// The number of pages.
    pub pages: Option<KeyPath>,
    /// The number of rows in all pages.
    pub total: Option<KeyPath>,
    /// Whether pages are counted from 0, so that the number of the last page is one less than that of pages.
    pub counts_from_zero: bool,
}

/// The keys of an envelope, and its values that mean success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvelopeMapping {
    /// The key of the status. `None`: there is none, and every envelope is a success.
    pub status: Option<KeyPath>,
    /// The values of the status that mean success. Flags are compared with flags, numbers and texts with numbers and texts:
    /// a status of a kind that none of them has makes the body unreadable.
    pub success: Vec<ScalarValue>,
    /// The keys of the messages; the first that has any counts.
    pub messages: Vec<KeyPath>,
    /// The key of the data. `None`: the body is the data, and there is no envelope.
    pub data: Option<KeyPath>,
    /// Whether a success may have null data. In the contract null means failure.
    pub null_is_success: bool,
}

/// A value of JSON that is no object and no list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "true, false, a whole number or a text")]
pub enum ScalarValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number, which may come as a double: `1.0`.
    Number(#[serde(deserialize_with = "whole_number")] i64),
    /// A text.
    Text(String),
}

fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = Number::deserialize(deserializer)?;
    number.as_i64().or_else(|| whole(number.as_f64()?)).ok_or_else(|| de::Error::custom("a fraction"))
}

/// Without quotation marks, and without white space around a text.
impl fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.trim().fmt(f),
        }
    }
}

impl Default for EnvelopeMapping {
    fn default() -> Self {
        let [status, messages, data] = KEYS.map(KeyPath::of_key);
        let success = vec![ScalarValue::Number(SUCCESS), ScalarValue::Text(SUCCESS.to_string())];
        Self { status: Some(status), success, messages: vec![messages], data: Some(data), null_is_success: false }
    }
}

/// The keys of a status's code and of its text.
pub const STATUS_KEYS: [&str; 2] = ["cdStatus", "dsStatus"];

/// The API's names of keys, by the name of the type.
#[derive(Clone, Debug, Default)]
pub struct ExternalNames(HashMap<String, TypeMapping>);

/// The API's names of the keys of a type: a tree, whose branches are objects around fields of the type.
#[derive(Clone, Debug, Default)]
pub struct TypeMapping {
    keys: Vec<ExternalKey>,
    /// The branch around each branch but the root.
    parents: Vec<usize>,
    /// All keys of the contract with a line in the mapping: their own names are then unknown keys.
    renamed: Vec<String>,
}

#[derive(Clone, Debug)]
struct ExternalKey {
    /// The branch that has it.
    branch: usize,
    written: String,
    to: KeyTarget,
}

#[derive(Clone, Debug)]
enum KeyTarget {
    /// A key of the contract.
    Field(String),
    /// An object around fields.
    Branch(usize),
}

/// The branch of the object itself.
pub(super) const ROOT: usize = 0;

/// What a key of an API means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyMeaning {
    /// The field that the contract calls so too.
    AsWritten,
    /// A field, by its name in the contract.
    Field(&'static str),
    /// None of the fields.
    Unknown,
    /// An object whose keys are fields of the object around it.
    Branch(usize),
}

impl ExternalNames {
    /// Type by type, the keys of the contract and the API's. A key without one never comes.
    pub fn new<K: IntoIterator<Item = (String, Option<KeyPath>)>>(
        types: impl IntoIterator<Item = (String, K)>,
    ) -> Self {
        Self(types.into_iter().map(|(name, keys)| (name, TypeMapping::new(keys))).collect())
    }

    /// The names of a type; `None` if they are the contract's.
    #[inline]
    pub(super) fn of(&self, type_name: &str) -> Option<&TypeMapping> {
        if self.0.is_empty() { None } else { self.0.get(type_name) }
    }
}

impl TypeMapping {
    fn new(keys: impl IntoIterator<Item = (String, Option<KeyPath>)>) -> Self {
        let mut mapping = Self::default();
        for (contract, path) in keys {
            if let Some((last, objects)) = path.as_ref().and_then(|path| path.keys().split_last()) {
                let branch = objects.iter().fold(ROOT, |branch, key| mapping.branch(branch, key));
                let to = KeyTarget::Field(contract.clone());
                mapping.keys.push(ExternalKey { branch, written: last.clone(), to });
            }
            mapping.renamed.push(contract);
        }
        mapping
    }

    /// The branch under a key, which is added if it is new.
    fn branch(&mut self, parent: usize, written: &str) -> usize {
        let known = self.keys.iter().find_map(|key| match key.to {
            KeyTarget::Branch(branch) if key.branch == parent && key.written == written => Some(branch),
            _ => None,
        });
        known.unwrap_or_else(|| {
            self.parents.push(parent);
            let branch = self.parents.len();
            let to = KeyTarget::Branch(branch);
            self.keys.push(ExternalKey { branch: parent, written: written.to_owned(), to });
            branch
        })
    }

    /// The branch around a branch; `None` of the object itself.
    pub(super) fn parent(&self, branch: usize) -> Option<usize> {
        self.parents.get(branch.checked_sub(1)?).copied()
    }

    /// A key with those of the branches around it.
    pub(super) fn path(&self, branch: usize, written: &str) -> String {
        match self.keys.iter().find(|key| matches!(key.to, KeyTarget::Branch(to) if to == branch)) {
            Some(around) => format!("{}.{written}", self.path(around.branch, &around.written)),
            None => written.to_owned(),
        }
    }

    /// What a key means. A key of the contract that has another name is unknown, as is every other key of a branch.
    pub(super) fn meaning(&self, branch: usize, fields: &'static [&'static str], written: &str) -> KeyMeaning {
        match self.keys.iter().find(|key| key.branch == branch && key.written == written).map(|key| &key.to) {
            Some(KeyTarget::Branch(branch)) => KeyMeaning::Branch(*branch),
            Some(KeyTarget::Field(name)) => {
                fields.iter().find(|field| *field == name).map_or(KeyMeaning::Unknown, |field| KeyMeaning::Field(field))
            }
            None if branch != ROOT || self.renamed.iter().any(|key| key == written) => KeyMeaning::Unknown,
            None => KeyMeaning::AsWritten,
        }
    }
}
