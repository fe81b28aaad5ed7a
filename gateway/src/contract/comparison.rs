//! Compares the data of responses with the contract, field by field, and counts the findings.
//!
//! Values are inspected in place and not kept; only their types are.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    Contract, field_names,
    value_type::{ExpectedType, ValueType},
};

/// Maximum number of rows compared per list.
pub(crate) const MAX_ROWS: usize = 10_000;
/// Maximum number of unknown names per object type. An object with more is treated as a map, whose keys are data.
const MAX_UNKNOWN: usize = 32;

/// How deep unknown objects are looked into.
const DEPTH: u8 = 3;

/// Replaces the names of a map.
const MAP: &str = "(nomes demais: parecem dados)";

/// Findings in all responses of one service so far.
pub(crate) struct Comparison {
    /// One per node of the contract.
    pub(crate) tallies: Vec<NodeTally>,
    /// Unknown fields, by their object's node and their displayable name.
    unknown: BTreeMap<usize, UnknownKeys>,
    /// Whether a list had more than [`MAX_ROWS`] rows.
    pub(crate) is_cut: bool,
}

/// Counts of one node.
#[derive(Clone, Default)]
pub(crate) struct NodeTally {
    /// Number of values, including null.
    pub(crate) present: u64,
    /// Number of objects without the field.
    pub(crate) absent: u64,
    /// Number of objects that repeat the field.
    pub(crate) repeated: u64,
    /// Counts by the type of the value.
    pub(crate) found: BTreeMap<ValueType, TypeCount>,
}

/// Counts of one value type.
#[derive(Clone, Copy, Default)]
pub(crate) struct TypeCount {
    pub(crate) times: u64,
    /// Number of values that the gateway's parser rejects.
    pub(crate) refused: u64,
}

/// A field that the contract does not have.
pub(crate) struct UnknownKey {
    /// Type of its first value.
    pub(crate) found: ValueType,
    /// Number of occurrences.
    pub(crate) times: u64,
    /// The keys of an object, by displayable name.
    pub(crate) inside: UnknownKeys,
}

/// By displayable name.
pub(crate) type UnknownKeys = BTreeMap<String, UnknownKey>;

/// The members of a JSON object in document order, with repeated keys.
pub(crate) struct Members<'a>(pub(crate) Vec<(Cow<'a, str>, &'a RawValue)>);

impl Comparison {
    pub(crate) fn new(contract: &Contract) -> Self {
        Self { tallies: vec![NodeTally::default(); contract.nodes.len()], unknown: BTreeMap::new(), is_cut: false }
    }

    /// Compares the data of a response. `is_read`: the gateway's parser accepts the response, and so every value in it.
    pub(crate) fn look(&mut self, contract: &Contract, data: &RawValue, is_read: bool) {
        self.value(contract, 0, data.get(), is_read);
    }

    /// The unknown fields of an object, by displayable name.
    pub(crate) fn unknown_in(&self, object: usize) -> Vec<(&str, &UnknownKey)> {
        let all = self.unknown.get(&object).into_iter().flatten();
        all.map(|(name, unknown)| (name.as_str(), unknown)).collect()
    }

    fn value(&mut self, contract: &Contract, node: usize, value: &str, is_read: bool) {
        let (expected, found) = (contract.nodes[node].expected, ValueType::of(value));
        let is_sound = match (expected, found) {
            (ExpectedType::List, ValueType::List) => self.rows(contract, node, value, is_read),
            // A single object for a list of one; an empty one for an empty list.
            (ExpectedType::List, ValueType::Object) if !is_empty(value) => {
                let is_read = is_read || contract.accepts(node, value);
                self.value(contract, contract.nodes[node].children[0], value, is_read);
                is_read
            }
            (ExpectedType::Object, ValueType::Object) => self.fields(contract, node, value, is_read),
            // Every string is valid; parsing a sample response for each would be slow.
            (ExpectedType::Text, found) if ExpectedType::Text.is(found) => true,
            _ => is_read || contract.accepts(node, value),
        };
        let tally = &mut self.tallies[node];
        tally.present += 1;
        let came = tally.found.entry(found).or_default();
        came.times += 1;
        came.refused += u64::from(!is_sound);
    }

    fn rows(&mut self, contract: &Contract, list: usize, value: &str, is_read: bool) -> bool {
        let Ok(rows) = serde_json::from_str::<Vec<&RawValue>>(value) else { return false };
        self.is_cut |= rows.len() > MAX_ROWS;
        let row = contract.nodes[list].children[0];
        for value in rows.iter().take(MAX_ROWS) {
            // One invalid row does not make the other rows invalid.
            let is_read = is_read || contract.accepts(row, value.get());
            self.value(contract, row, value.get(), is_read);
        }
        true
    }

    fn fields(&mut self, contract: &Contract, object: usize, value: &str, is_read: bool) -> bool {
        let Ok(Members(members)) = serde_json::from_str::<Members>(value) else { return false };
        let node = &contract.nodes[object];
        let is_named = |field: usize, key: &str| contract.nodes[field].name() == key;
        let mut aliases = BTreeMap::new();
        for (key, _) in &members {
            if !node.children.iter().any(|&field| is_named(field, key))
                && let Some(field) = contract.alias_of(object, key)
            {
                aliases.insert(key.clone(), field);
            }
        }
        let is_named = |field: usize, key: &str| is_named(field, key) || aliases.get(key) == Some(&field);
        for &field in &node.children {
            let mut values = members.iter().filter(|(key, _)| is_named(field, key));
            let Some((_, value)) = values.next() else {
                self.tallies[field].absent += 1;
                continue;
            };
            self.tallies[field].repeated += u64::from(values.next().is_some());
            self.value(contract, field, value.get(), is_read);
        }
        for (key, value) in &members {
            if !node.children.iter().any(|&field| is_named(field, key)) {
                self.unknown(object, key, value);
            }
        }
        true
    }

    fn unknown(&mut self, object: usize, name: &str, value: &RawValue) {
        add_unknown(self.unknown.entry(object).or_default(), name, value, DEPTH);
    }
}

/// Whether a JSON object has no members.
fn is_empty(object: &str) -> bool {
    object.chars().filter(|c| !c.is_whitespace()).eq("{}".chars())
}

fn add_unknown(names: &mut UnknownKeys, name: &str, value: &RawValue, depth: u8) {
    let shown = if names.contains_key(MAP) { MAP } else { field_names::shown(name).unwrap_or_else(|hidden| hidden) };
    let found = ValueType::of(value.get());
    let new = || UnknownKey { found, times: 0, inside: UnknownKeys::new() };
    let unknown = names.entry(shown.to_owned()).or_insert_with(new);
    unknown.times += 1;
    if found == ValueType::Object
        && shown != MAP
        && depth > 1
        && let Ok(Members(members)) = serde_json::from_str(value.get())
    {
        members.iter().for_each(|(key, value)| add_unknown(&mut unknown.inside, key, value, depth - 1));
    }
    if names.len() > MAX_UNKNOWN {
        let times = names.values().map(|unknown| unknown.times).sum();
        *names = BTreeMap::from([(MAP.to_owned(), UnknownKey { found, times, inside: UnknownKeys::new() })]);
    }
}

impl<'a> Members<'a> {
    /// The value of a key; the first value of a repeated key.
    pub(crate) fn value(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(MemberName(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Borrows a key without escapes; unescapes any other.
#[derive(Deserialize)]
struct MemberName<'a>(#[serde(borrow)] Cow<'a, str>);
