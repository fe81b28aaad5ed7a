//! The contract as data: what the gateway reads of a service's response, with the path and type of each field, and a parser
//! that accepts values. [`comparison`] compares responses with it.
//!
//! The fields come from the JSON Schema of the wire type. Whether a value is accepted is decided by the gateway's own reader,
//! on a sample response with that value inserted. So the check cannot differ from the gateway.

pub(crate) mod comparison;
pub(crate) mod field_names;
mod name_words;
pub(crate) use self::name_words::{without_type_letters, words as words_of};
pub(crate) mod request;
pub(crate) mod value_type;
pub(crate) mod vocabulary;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use schemars::SchemaGenerator;
use serde_json::{Map, Value, value::RawValue};
use services::wire::{
    self, Call, CallVisitor,
    envelope::{Answer, Envelope},
    spelling::{FaultKind, FieldFaults, ResponseSpelling},
};

use self::value_type::ExpectedType;

/// Maximum number of keys that are looked up as aliases.
const MAX_ALIASES: usize = 1_000;

/// What the gateway reads of a service's response.
pub(crate) struct Contract {
    /// Path of the service.
    pub(crate) path: &'static str,
    /// Name of the request type.
    pub(crate) call: String,
    /// Whether it is a step of the login.
    pub(crate) is_login_step: bool,
    /// The data node and all its descendants; a parent precedes its children.
    pub(crate) nodes: Vec<Node>,
    /// A valid response: one row in each list, with every field.
    sample: String,
    reads: fn(&[u8], &ResponseSpelling) -> Reading,
    /// What the reader was asked before: the aliases by object and key, and the required fields by node.
    aliases: Mutex<BTreeMap<(usize, String), Option<usize>>>,
    required: Mutex<BTreeMap<usize, bool>>,
}

/// A node of the contract: the data, the rows of a list, or a field.
pub(crate) struct Node {
    /// JSON path: `data[].historico[].dtEvento`.
    pub(crate) path: String,
    /// Its type and name, if it is a field.
    pub(crate) field: Option<Field>,
    pub(crate) expected: ExpectedType,
    /// Whether the contract allows null.
    pub(crate) nullable: bool,
    /// Name of the object type.
    pub(crate) object: Option<String>,
    /// The fields of an object, or the rows of a list.
    pub(crate) children: Vec<usize>,
    /// Position of the value in the sample.
    value: Range<usize>,
    /// Position of the member (key and value) in the sample.
    member: Range<usize>,
}

/// A field of a wire type.
pub(crate) struct Field {
    /// Name of the type.
    pub(crate) owner: String,
    /// JSON name.
    pub(crate) name: String,
}

/// Result of reading a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A success whose data can be read.
    Data,
    /// The service refused the request.
    Refusal,
    /// The response cannot be parsed.
    Stopped {
        /// Line of the body, starting at 1.
        line: usize,
        /// Column in that line, in bytes.
        column: usize,
    },
}

impl Node {
    /// JSON name of a field; empty for the data and for rows.
    pub(crate) fn name(&self) -> &str {
        self.field.as_ref().map_or("", |field| &field.name)
    }
}

impl Node {
    /// The fields of an object; none of a list.
    pub(crate) fn field_children(&self) -> &[usize] {
        if self.expected == ExpectedType::Object { &self.children } else { &[] }
    }
}

impl Contract {
    pub(crate) fn of<C: Call>() -> Self {
        let mut schemas = SchemaGenerator::default();
        let data = schemas.subschema_for::<C::Data>().to_value();
        let mut builder = Builder { types: schemas.take_definitions(true), nodes: Vec::new(), text: String::new() };
        builder.add("data", None, &data);
        let Builder { mut nodes, text: data, .. } = builder;
        let data = RawValue::from_string(data).expect("a sample is JSON");
        let sample = serde_json::to_string(&Envelope::success(&data)).expect("an envelope is JSON");
        let offset = sample.find(data.get()).expect("an envelope holds its data");
        for node in &mut nodes {
            for range in [&mut node.value, &mut node.member] {
                *range = range.start + offset..range.end + offset;
            }
        }
        let call = C::schema_name().into_owned();
        let (aliases, required) = (Mutex::default(), Mutex::default());
        let (reads, is_login_step) = (reads::<C>, C::LOGIN_STEP);
        let mut contract = Self { path: C::PATH, call, is_login_step, nodes, sample, reads, aliases, required };
        contract.adopt_readable_samples();
        contract
    }

    /// Replaces the sample values that the reader does not accept, for a type that reads dates in another form than usual,
    /// say. The reader stops at the first of them, so the values are tried from left to right.
    fn adopt_readable_samples(&mut self) {
        for node in 0..self.nodes.len() {
            if !matches!(self.read(self.sample.as_bytes()), Reading::Stopped { .. }) {
                return;
            }
            for value in self.nodes[node].expected.other_samples() {
                let end = self.nodes[node].value.start + value.len();
                let text = self.with(node, value);
                let passes = match self.read(text.as_bytes()) {
                    Reading::Stopped { column, .. } => column > end + 2,
                    _ => true,
                };
                if passes {
                    self.replace_sample(node, text, value.len());
                    break;
                }
            }
        }
    }

    fn replace_sample(&mut self, changed: usize, sample: String, length: usize) {
        let Range { start, end } = self.nodes[changed].value;
        let moved = |at: usize| if at >= end { at - end + start + length } else { at };
        for node in &mut self.nodes {
            for range in [&mut node.value, &mut node.member] {
                *range = moved(range.start)..moved(range.end);
            }
        }
        self.sample = sample;
    }

    /// Reads a response body in the contract's spelling with the gateway's parser.
    pub(crate) fn read(&self, body: &[u8]) -> Reading {
        self.read_spelled(body, &ResponseSpelling::default())
    }

    /// Reads a response body with the gateway's parser.
    pub(crate) fn read_spelled(&self, body: &[u8], spelling: &ResponseSpelling) -> Reading {
        (self.reads)(body, spelling)
    }

    /// The sample with the value of a node replaced.
    pub(crate) fn with(&self, node: usize, value: &str) -> String {
        let place = &self.nodes[node].value;
        [&self.sample[..place.start], value, &self.sample[place.end..]].concat()
    }

    /// The value of a node in the sample.
    pub(crate) fn sample(&self, node: usize) -> &str {
        &self.sample[self.nodes[node].value.clone()]
    }

    /// Whether the gateway accepts a value for a node.
    pub(crate) fn accepts(&self, node: usize, value: &str) -> bool {
        self.read(self.with(node, value).as_bytes()) == Reading::Data
    }

    /// The field that the gateway reads from a key that is not its name: the key is an alias of it.
    pub(crate) fn alias_of(&self, object: usize, key: &str) -> Option<usize> {
        let mut aliases = self.aliases.lock().unwrap_or_else(PoisonError::into_inner);
        // The keys of a map are data without end.
        if aliases.len() > MAX_ALIASES {
            return None;
        }
        *aliases.entry((object, key.to_owned())).or_insert_with(|| self.find_alias_of(object, key))
    }

    fn find_alias_of(&self, object: usize, key: &str) -> Option<usize> {
        let key = Value::from(key).to_string();
        let children = &self.nodes[object].children;
        // A second value for a field stops the reader.
        let first = self.nodes[*children.first()?].member.start;
        let with_key = |value: &str| [&self.sample[..first], &key, ":", value, ",", &self.sample[first..]].concat();
        children.iter().copied().find(|&field| {
            let Range { start, end } = self.nodes[field].member;
            let value = self.sample(field);
            let renamed = [&self.sample[..start], &key, ":", value, &self.sample[end..]].concat();
            self.read(with_key(value).as_bytes()) != Reading::Data && self.read(renamed.as_bytes()) == Reading::Data
        })
    }

    /// Whether the gateway rejects a response without this field.
    pub(crate) fn requires(&self, node: usize) -> bool {
        let mut required = self.required.lock().unwrap_or_else(PoisonError::into_inner);
        *required.entry(node).or_insert_with(|| self.is_required(node))
    }

    fn is_required(&self, node: usize) -> bool {
        let Range { mut start, mut end } = self.nodes[node].member;
        // Removes one adjacent comma too.
        if self.sample[end..].starts_with(',') {
            end += 1;
        } else if self.sample[..start].ends_with(',') {
            start -= 1;
        }
        let answer = [&self.sample[..start], &self.sample[end..]].concat();
        self.read(answer.as_bytes()) != Reading::Data
    }
}

/// Values that cost their field only are faults too.
fn reads<C: Call>(body: &[u8], spelling: &ResponseSpelling) -> Reading {
    let faults = Arc::<FieldFaults>::default();
    let counted = ResponseSpelling { faults: Some(Arc::clone(&faults)), ..spelling.clone() };
    match Answer::<C::Data>::read_spelled(body, &counted) {
        Ok(Answer { data: Some(_), .. })
            if faults.take().into_keys().any(|fault| fault.kind == FaultKind::Unreadable) =>
        {
            Reading::Stopped { line: 1, column: 0 }
        }
        Ok(Answer { data: Some(_), .. }) => Reading::Data,
        Ok(Answer { data: None, .. }) => Reading::Refusal,
        Err(error) => Reading::Stopped { line: error.line, column: error.column },
    }
}

/// Builds the nodes and the sample.
struct Builder {
    types: Map<String, Value>,
    nodes: Vec<Node>,
    text: String,
}

impl Builder {
    /// Adds the node that a schema describes, with its descendants. Returns its index.
    fn add(&mut self, path: &str, field: Option<Field>, schema: &Value) -> usize {
        let nullable = is_nullable(schema);
        let (object, schema) = self.resolved(schema);
        let expected = ExpectedType::from_schema(&schema);
        let nullable = nullable || is_nullable(&schema);
        let number = self.nodes.len();
        let start = self.text.len();
        if let Some(field) = &field {
            self.text += &format!("{}:", Value::from(field.name.as_str()));
        }
        let value = self.text.len();
        let node = Node {
            path: path.to_owned(),
            field,
            expected,
            nullable,
            object,
            children: Vec::new(),
            value: 0..0,
            member: 0..0,
        };
        self.nodes.push(node);
        let children = match expected {
            ExpectedType::List => self.add_rows(path, &schema),
            ExpectedType::Object => self.add_fields(number, path, &schema),
            simple => {
                self.text += simple.sample();
                Vec::new()
            }
        };
        let end = self.text.len();
        let node = &mut self.nodes[number];
        (node.children, node.value, node.member) = (children, value..end, start..end);
        number
    }

    fn add_rows(&mut self, path: &str, schema: &Value) -> Vec<usize> {
        self.text.push('[');
        let rows = self.add(&format!("{path}[]"), None, &schema["items"]);
        self.text.push(']');
        vec![rows]
    }

    fn add_fields(&mut self, object: usize, path: &str, schema: &Value) -> Vec<usize> {
        let owner = self.nodes[object].object.clone().unwrap_or_default();
        let mut fields = Vec::new();
        self.text.push('{');
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if !fields.is_empty() {
                self.text.push(',');
            }
            let field = Field { owner: owner.clone(), name: name.clone() };
            fields.push(self.add(&format!("{path}.{name}"), Some(field), schema));
        }
        self.text.push('}');
        fields
    }

    /// Resolves a `$ref`: the type's name and schema. Unwraps nullable schemas.
    fn resolved(&self, schema: &Value) -> (Option<String>, Value) {
        let either = schema["anyOf"].as_array().into_iter().flatten().find(|one| one["type"] != "null");
        let schema = either.unwrap_or(schema);
        let name = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next());
        match name {
            Some(name) => (Some(name.to_owned()), self.types.get(name).cloned().unwrap_or_default()),
            None => (None, schema.clone()),
        }
    }
}

fn is_nullable(schema: &Value) -> bool {
    let has_null = |types: &Vec<Value>| types.iter().any(|one| one == "null" || one["type"] == "null");
    [&schema["type"], &schema["anyOf"]].into_iter().filter_map(Value::as_array).any(has_null)
}

/// The contracts of all services.
pub(crate) fn all() -> Vec<Contract> {
    struct Contracts(Vec<Contract>);
    impl CallVisitor for Contracts {
        fn visit<C: Call>(&mut self) {
            self.0.push(Contract::of::<C>());
        }
    }
    let mut all = Contracts(Vec::new());
    wire::calls(&mut all);
    all.0
}

/// The keys without which the gateway rejects a response: type and key.
pub(crate) fn required_keys() -> &'static BTreeSet<(String, String)> {
    static REQUIRED: LazyLock<BTreeSet<(String, String)>> = LazyLock::new(|| {
        let required = |contract: &Contract| -> Vec<_> {
            let nodes = contract.nodes.iter().enumerate();
            let keys = nodes.filter_map(|(at, node)| node.field.as_ref().filter(|_| contract.requires(at)));
            keys.map(|field| (field.owner.clone(), field.name.clone())).collect()
        };
        all().iter().flat_map(required).collect()
    });
    &REQUIRED
}

#[cfg(test)]
mod tests;
