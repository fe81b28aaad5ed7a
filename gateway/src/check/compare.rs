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
    contract::Contract,
    field_names,
    value_type::{ExpectedType, ValueType},
};

/// Most rows of a list that are looked at.
pub(super) const MOST_ROWS: usize = 10_000;
/// Most unknown names of one object type that are told. With more of them it is a map, whose keys are data.
const MOST_UNKNOWN: usize = 32;

/// What is shown in place of the names of a map.
const MAP: &str = "(nomes demais: parecem dados)";

/// What the answers of one service held, so far.
pub(super) struct Comparison {
    /// What was found in each node's place.
    pub(super) tallies: Vec<Tally>,
    /// Unknown fields by the object that they are in and the name that is shown.
    unknown: BTreeMap<usize, BTreeMap<String, Unknown>>,
    /// Whether the data are more than is looked at.
    pub(super) is_cut: bool,
}

/// What was found in one place.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// How often there was a value, null among them.
    pub(super) present: u64,
    /// How often there was none.
    pub(super) absent: u64,
    /// How often there were two or more.
    pub(super) repeated: u64,
    /// The kinds of value.
    pub(super) found: BTreeMap<ValueType, TypeCount>,
}

/// How often something came.
#[derive(Clone, Copy, Default)]
pub(super) struct TypeCount {
    /// In all.
    pub(super) times: u64,
    /// So that the gateway does not read it.
    pub(super) refused: u64,
}

/// A field that nobody knows.
pub(super) struct Unknown {
    /// What it held when it was first seen.
    pub(super) found: ValueType,
    /// How often it was seen.
    pub(super) times: u64,
}

/// The fields of an object as they stand there, each time they do.
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, &'a RawValue)>);

impl Comparison {
    pub(super) fn new(contract: &Contract) -> Self {
        Self { tallies: vec![Tally::default(); contract.nodes.len()], unknown: BTreeMap::new(), is_cut: false }
    }

    /// Looks at the data of an answer. `is_read` says that the gateway reads it, and so every value of it.
    pub(super) fn look(&mut self, contract: &Contract, data: &RawValue, is_read: bool) {
        self.value(contract, 0, data.get(), is_read);
    }

    /// The unknown fields of an object, by the names that are shown.
    pub(super) fn unknown_in(&self, object: usize) -> Vec<(&str, &Unknown)> {
        let all = self.unknown.get(&object).into_iter().flatten();
        all.map(|(name, unknown)| (name.as_str(), unknown)).collect()
    }

    fn value(&mut self, contract: &Contract, node: usize, value: &str, is_read: bool) {
        let (expected, found) = (contract.nodes[node].expected, ValueType::of(value));
        let is_sound = match (expected, found) {
            (ExpectedType::List, ValueType::List) => self.rows(contract, node, value, is_read),
            (ExpectedType::Object, ValueType::Object) => self.fields(contract, node, value, is_read),
            // Any text is one; asking for each would take long.
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
        self.is_cut |= rows.len() > MOST_ROWS;
        let row = contract.nodes[list].children[0];
        for value in rows.iter().take(MOST_ROWS) {
            // Most rows are fine as a whole, even where one is not.
            let is_read = is_read || contract.accepts(row, value.get());
            self.value(contract, row, value.get(), is_read);
        }
        true
    }

    fn fields(&mut self, contract: &Contract, object: usize, value: &str, is_read: bool) -> bool {
        let Ok(Members(members)) = serde_json::from_str::<Members>(value) else { return false };
        let node = &contract.nodes[object];
        let is_named = |field: usize, key: &str| contract.nodes[field].name() == key;
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
        let names = self.unknown.entry(object).or_default();
        let shown =
            if names.contains_key(MAP) { MAP } else { field_names::shown(name).unwrap_or_else(|hidden| hidden) };
        let found = ValueType::of(value.get());
        names.entry(shown.to_owned()).or_insert(Unknown { found, times: 0 }).times += 1;
        if names.len() > MOST_UNKNOWN {
            let times = names.values().map(|unknown| unknown.times).sum();
            *names = BTreeMap::from([(MAP.to_owned(), Unknown { found, times })]);
        }
    }
}

impl<'a> Members<'a> {
    /// The value of a key, the first where there are more.
    pub(super) fn value(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(Key(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// A key as it stands in the text, or what it means where it has escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
