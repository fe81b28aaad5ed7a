//! What the gateway reads of one service's answer: each field with its place and type, and a judge of values.
//!
//! The fields come from the JSON Schema of the wire's type. Whether a value will do is asked of the gateway's own reader:
//! it gets a sample answer in which that value stands in its place. So neither can differ from what the gateway does.

use std::ops::Range;

use schemars::SchemaGenerator;
use serde_json::{Map, Value, value::RawValue};
use services::wire::{
    Call,
    envelope::{Answer, Envelope},
};

use super::kind::Expected;

/// What the gateway reads of a service's answer.
pub(super) struct Contract {
    /// Path of the service.
    pub(super) path: &'static str,
    /// Name of the request's type.
    pub(super) call: String,
    /// The data, and every part of it after that which it lies in.
    pub(super) nodes: Vec<Node>,
    /// An answer that is read: one row in each list, and each field there.
    sample: String,
    reads: fn(&[u8]) -> Reading,
}

/// The data, the rows of a list, or a field.
pub(super) struct Node {
    /// Where it is: `data[].historico[].dtEvento`.
    pub(super) path: String,
    /// The wire's name of a field.
    pub(super) field: Option<Field>,
    /// What should be there.
    pub(super) expected: Expected,
    /// The name of an object's type.
    pub(super) object: Option<String>,
    /// Fields of an object, the rows of a list.
    pub(super) children: Vec<usize>,
    /// Where its value stands in the sample.
    value: Range<usize>,
    /// The same with its key.
    member: Range<usize>,
}

/// A field of a type of the wire.
pub(super) struct Field {
    /// The type.
    pub(super) owner: String,
    /// Its name on the wire.
    pub(super) name: String,
}

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The service accepted, and its data are read.
    Data,
    /// The service refused.
    Refusal,
    /// It is not read.
    Stopped {
        /// Line of the body, from 1.
        line: usize,
        /// Column in that line, in bytes.
        column: usize,
    },
}

impl Node {
    /// The wire's name of a field; that of data and rows is empty.
    pub(super) fn name(&self) -> &str {
        self.field.as_ref().map_or("", |field| &field.name)
    }
}

impl Contract {
    pub(super) fn of<C: Call>() -> Self {
        let mut schemas = SchemaGenerator::default();
        let data = schemas.subschema_for::<C::Data>().to_value();
        let mut builder = Builder { types: schemas.take_definitions(true), nodes: Vec::new(), text: String::new() };
        builder.add("data".to_owned(), None, &data);
        let Builder { mut nodes, text: data, .. } = builder;
        let data = RawValue::from_string(data).expect("a sample is JSON");
        let sample = serde_json::to_string(&Envelope::success(&data)).expect("an envelope is JSON");
        let offset = sample.find(data.get()).expect("an envelope holds its data");
        for node in &mut nodes {
            for range in [&mut node.value, &mut node.member] {
                *range = range.start + offset..range.end + offset;
            }
        }
        Self { path: C::PATH, call: C::schema_name().into_owned(), nodes, sample, reads: reads::<C> }
    }

    /// What becomes of a whole answer.
    pub(super) fn read(&self, body: &[u8]) -> Reading {
        (self.reads)(body)
    }

    /// The sample with another value in a node's place.
    pub(super) fn with(&self, node: usize, value: &str) -> String {
        let place = &self.nodes[node].value;
        [&self.sample[..place.start], value, &self.sample[place.end..]].concat()
    }

    /// The value in a node's place in the sample.
    pub(super) fn sample(&self, node: usize) -> &str {
        &self.sample[self.nodes[node].value.clone()]
    }

    /// Whether a value will do in a node's place.
    pub(super) fn accepts(&self, node: usize, value: &str) -> bool {
        self.read(self.with(node, value).as_bytes()) == Reading::Data
    }

    /// Whether there is no answer without a node's field.
    pub(super) fn requires(&self, node: usize) -> bool {
        let Range { mut start, mut end } = self.nodes[node].member;
        // One of the commas that separate it from its neighbours goes with it.
        if self.sample[end..].starts_with(',') {
            end += 1;
        } else if self.sample[..start].ends_with(',') {
            start -= 1;
        }
        let answer = [&self.sample[..start], &self.sample[end..]].concat();
        self.read(answer.as_bytes()) != Reading::Data
    }
}

fn reads<C: Call>(body: &[u8]) -> Reading {
    match Answer::<C::Data>::read(body) {
        Ok(Answer { data: Some(_), .. }) => Reading::Data,
        Ok(Answer { data: None, .. }) => Reading::Refusal,
        Err(error) => Reading::Stopped { line: error.line(), column: error.column() },
    }
}

/// Makes the nodes and the sample together.
struct Builder {
    types: Map<String, Value>,
    nodes: Vec<Node>,
    text: String,
}

impl Builder {
    /// Adds what a schema describes, at a place; gives its number.
    fn add(&mut self, path: String, field: Option<Field>, schema: &Value) -> usize {
        let (object, schema) = self.resolved(schema);
        let expected = Expected::of(&schema);
        let number = self.nodes.len();
        let start = self.text.len();
        if let Some(field) = &field {
            self.text += &format!("{}:", Value::from(field.name.as_str()));
        }
        let value = self.text.len();
        let node =
            Node { path: path.clone(), field, expected, object, children: Vec::new(), value: 0..0, member: 0..0 };
        self.nodes.push(node);
        let children = match expected {
            Expected::List => self.add_rows(&path, &schema),
            Expected::Object => self.add_fields(number, &path, &schema),
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
        let rows = self.add(format!("{path}[]"), None, &schema["items"]);
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
            fields.push(self.add(format!("{path}.{name}"), Some(field), schema));
        }
        self.text.push('}');
        fields
    }

    /// The schema that another names, with that name. What may also be null is described by the rest.
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
