//! The schema of the contract: its services, and the types of requests and responses with their keys.

mod required_keys;

use std::{collections::BTreeMap, sync::LazyLock};

use contract::{CODE, CallInfo, LOSES_VALUE, REMOVES, STATUS_CODE, UNLESS_NAMED};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::value_type::ExpectedType;

/// The schema of the contract.
pub(crate) struct ContractSchema {
    /// In the order of [`contract::calls`].
    pub(crate) calls: Vec<CallSchema>,
    /// Types of the requests, by name.
    pub(crate) requests: BTreeMap<String, TypeSchema>,
    /// Types of the responses' data, by name.
    pub(crate) types: BTreeMap<String, TypeSchema>,
}

/// A service.
pub(crate) struct CallSchema {
    pub(crate) info: CallInfo,
    /// The type of its request.
    pub(crate) request: String,
    /// Whether the data are a list.
    pub(crate) is_list: bool,
    /// The type of the data, or of the rows.
    pub(crate) data: Option<String>,
}

/// A type of a request or of a response.
pub(crate) struct TypeSchema {
    /// What it is.
    pub(crate) description: String,
    /// Its keys.
    pub(crate) keys: BTreeMap<String, KeySchema>,
}

/// A key of a type.
pub(crate) struct KeySchema {
    /// What it is.
    pub(crate) description: String,
    /// The type of its value.
    pub(crate) expected: ExpectedType,
    /// The type of the object, or of the objects in the list, that is its value.
    pub(crate) object: Option<String>,
    /// Whether it is a code or a number, as text. Not that of a status.
    pub(crate) is_code: bool,
    /// Whether it is the code of a status.
    pub(crate) is_status: bool,
    /// Whether it may be null.
    pub(crate) is_nullable: bool,
    /// Whether null deletes the stored value. Without the key an API may keep it.
    pub(crate) null_removes: bool,
    /// Whether leaving it out only loses its value. If a mapping leaves it out, a request that has a value is refused.
    pub(crate) only_loses_value: bool,
    /// Whether it is sent without a mapping that names it.
    pub(crate) is_sent_by_default: bool,
    /// What is wrong without it; `None` if it may be left out.
    pub(crate) harm_if_left_out: Option<&'static str>,
}

/// What is wrong with a request without one of its keys, which means something else.
const OTHER_REQUEST: &str =
    "o pedido seria outro, como uma lista sem filtro, ou um acionamento novo em vez de uma reabertura";

impl ContractSchema {
    /// Built at the first call.
    pub(crate) fn get() -> &'static Self {
        static SCHEMA: LazyLock<ContractSchema> = LazyLock::new(ContractSchema::new);
        &SCHEMA
    }

    /// The service whose path ends with this segment.
    pub(crate) fn call(&self, last_segment: &str) -> Option<&CallSchema> {
        self.calls.iter().find(|call| call.last_segment() == last_segment)
    }

    /// The types of a service's data, those within others included.
    pub(crate) fn types_of<'a>(&'a self, call: &'a CallSchema) -> Vec<&'a str> {
        let mut found: Vec<&str> = call.data.iter().map(String::as_str).collect();
        let mut at = 0;
        while let Some(schema) = found.get(at).and_then(|name| self.types.get(*name)) {
            let inner = schema.keys.values().filter_map(|key| key.object.as_deref());
            for name in inner.collect::<Vec<_>>() {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            at += 1;
        }
        found
    }

    fn new() -> Self {
        let (mut requests, mut types) = (SchemaGenerator::default(), SchemaGenerator::default());
        let calls = contract::calls().map(|info| {
            let [request, data] =
                [(info.request_schema)(&mut requests), (info.data_schema)(&mut types)].map(Schema::to_value);
            CallSchema {
                info,
                request: object_of(&request).expect("a request is an object"),
                is_list: ExpectedType::from_schema(&data) == ExpectedType::List,
                data: KeySchema::from_schema(&data, None).object,
            }
        });
        let mut schema = Self {
            calls: calls.into(),
            requests: types_of(&requests.take_definitions(true), Some(OTHER_REQUEST)),
            types: types_of(&types.take_definitions(true), None),
        };
        required_keys::find(&mut schema);
        schema
    }
}

impl CallSchema {
    pub(crate) fn path(&self) -> &'static str {
        self.info.path
    }

    /// The first segment of the path: its module.
    pub(crate) fn module(&self) -> &'static str {
        self.path().split('/').nth(1).unwrap_or_default()
    }

    /// The last segment of the path, by which a mapping names the service.
    pub(crate) fn last_segment(&self) -> &'static str {
        self.path().rsplit('/').next().unwrap_or(self.path())
    }
}

/// `harm`: what is wrong without a key that may not be left out.
fn types_of(definitions: &Map<String, Value>, harm: Option<&'static str>) -> BTreeMap<String, TypeSchema> {
    let of_type = |schema: &Value| {
        let keys = schema["properties"].as_object().into_iter().flatten();
        let keys = keys.map(|(key, schema)| (key.clone(), KeySchema::from_schema(schema, harm))).collect();
        TypeSchema { description: description(schema), keys }
    };
    definitions.iter().map(|(name, schema)| (name.clone(), of_type(schema))).collect()
}

impl KeySchema {
    fn from_schema(schema: &Value, harm: Option<&'static str>) -> Self {
        // An optional object is one of itself and null.
        let one_of = schema["anyOf"].as_array().into_iter().flatten().find(|one| one["type"] != "null");
        let value = one_of.unwrap_or(schema);
        Self {
            is_code: schema["format"] == CODE,
            is_status: schema["format"] == STATUS_CODE,
            is_nullable: is_nullable(schema),
            null_removes: schema["x-null"] == REMOVES,
            only_loses_value: schema["x-omitted"] == LOSES_VALUE,
            is_sent_by_default: schema["x-omitted"] != UNLESS_NAMED,
            harm_if_left_out: harm.filter(|_| schema["x-omitted"].is_null()),
            description: description(schema),
            expected: ExpectedType::from_schema(value),
            object: object_of(value).or_else(|| object_of(&value["items"])),
        }
    }
}

/// The first sentence of a description, in one line.
fn description(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let sentence = text.split_once(". ").map_or(text, |(first, _)| first);
    sentence.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

/// The name of the type to which a schema refers.
fn object_of(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}

fn is_nullable(schema: &Value) -> bool {
    let has_null = |types: &Vec<Value>| types.iter().any(|one| one == "null" || one["type"] == "null");
    [&schema["type"], &schema["anyOf"]].into_iter().filter_map(Value::as_array).any(has_null)
}
