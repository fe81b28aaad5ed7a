//! The values observed in the responses, by the types of the contract: of each field, and of each key that is no field.
//!
//! The values stay in memory and are only compared with each other.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use services::wire::spelling::KeyPath;

use crate::{
    check::responses::{
        nested::{self, plain},
        observation::data,
    },
    contract::{
        Contract,
        comparison::Members,
        field_names,
        value_type::{ExpectedType, ValueType},
    },
};

/// Maximum number of different values remembered of a key, and of bytes of one.
const MAX_VALUES: usize = 200;
const MAX_VALUE_LENGTH: usize = 80;
/// Maximum number of rows looked at in a list.
const MAX_ROWS: usize = 500;

/// The values observed in responses, by the name of a type.
#[derive(Default)]
pub(in crate::check) struct Evidence<'a> {
    pub(in crate::check) types: BTreeMap<String, TypeEvidence<'a>>,
    /// What requests that services understood call the fields, by the name of the field.
    pub(in crate::check) requested: BTreeMap<&'static str, BTreeSet<String>>,
}

/// The values observed for one type.
pub(in crate::check) struct TypeEvidence<'a> {
    pub(in crate::check) contract: &'a Contract,
    /// A node of the type.
    pub(in crate::check) object: usize,
    /// By the node of a field.
    pub(in crate::check) fields: BTreeMap<usize, ObservedValues>,
    /// By keys that are no field's, those within objects by their path.
    pub(in crate::check) keys: BTreeMap<String, ObservedValues>,
    /// The same of each service alone, by its path: the names of the fields, and the other keys.
    pub(in crate::check) services: BTreeMap<&'static str, ServiceEvidence>,
}

/// The values observed for one type in the responses of one service.
#[derive(Default)]
pub(in crate::check) struct ServiceEvidence {
    pub(in crate::check) fields: BTreeSet<String>,
    pub(in crate::check) keys: BTreeMap<String, ObservedValues>,
}

/// The values of a key in responses.
#[derive(Clone, Default)]
pub(in crate::check) struct ObservedValues {
    pub(in crate::check) times: u64,
    /// One value of each type, as JSON.
    pub(in crate::check) forms: BTreeMap<ValueType, String>,
    /// The different texts and numbers.
    pub(in crate::check) values: BTreeSet<String>,
}

impl<'a> Evidence<'a> {
    /// Collects the values of responses in the contract's form.
    pub(in crate::check) fn collect(texts: &'a [(&'a Contract, String)]) -> Self {
        let mut evidence = Self::default();
        for (contract, text) in texts {
            if let Some(data) = data(text) {
                evidence.add(contract, data);
            }
        }
        evidence
    }

    /// Adds the data of a response in the contract's form.
    fn add(&mut self, contract: &'a Contract, data: &RawValue) {
        self.value(contract, 0, data);
    }

    fn value(&mut self, contract: &'a Contract, node: usize, value: &RawValue) {
        match contract.nodes[node].expected {
            ExpectedType::List => {
                let row = contract.nodes[node].children[0];
                match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                    Ok(rows) => rows.into_iter().take(MAX_ROWS).for_each(|value| self.value(contract, row, value)),
                    Err(_) => self.value(contract, row, value),
                }
            }
            ExpectedType::Object => self.object(contract, node, value),
            _ => {}
        }
    }

    fn object(&mut self, contract: &'a Contract, node: usize, value: &RawValue) {
        let Some(name) = contract.nodes[node].object.clone() else { return };
        let Ok(Members(members)) = serde_json::from_str(value.get()) else { return };
        let of_type = || TypeEvidence {
            contract,
            object: node,
            fields: BTreeMap::new(),
            keys: BTreeMap::new(),
            services: BTreeMap::new(),
        };
        let evidence = self.types.entry(name).or_insert_with(of_type);
        let mut inner = Vec::new();
        for (key, value) in &members {
            let named = |field: &usize| contract.nodes[*field].name() == key;
            let field = contract.nodes[node].children.iter().copied().find(named);
            if let Some(field) = field {
                inner.push((field, *value));
                evidence.services.entry(contract.path).or_default().fields.insert(key.clone().into_owned());
                evidence.fields.entry(evidence.node_named(key).unwrap_or(field)).or_default().add(value);
            } else if evidence.keys.contains_key(&KeyPath::of_key(key).to_string()) || is_unknown(contract, node, key) {
                let path = KeyPath::of_key(key);
                let within = nested::keys_within(value).into_iter();
                let within = within
                    .map(|(inner, value)| (inner.keys().iter().fold(path.clone(), |path, key| path.join(key)), value));
                let service = evidence.services.entry(contract.path).or_default();
                for (path, value) in [(path.clone(), *value)].into_iter().chain(within) {
                    evidence.keys.entry(path.to_string()).or_default().add(value);
                    service.keys.entry(path.to_string()).or_default().add(value);
                }
            }
        }
        for (field, value) in inner {
            self.value(contract, field, value);
        }
    }

    /// The values of the fields with this name, of every type.
    pub(in crate::check) fn values_of(&self, name: &str) -> BTreeSet<&str> {
        let fields = self.types.values().filter_map(|of| of.fields.get(&of.node_named(name)?));
        fields.flat_map(|came| &came.values).map(String::as_str).collect()
    }
}

fn is_unknown(contract: &Contract, object: usize, key: &str) -> bool {
    field_names::shown(key).is_ok() && contract.alias_of(object, key).is_none()
}

impl TypeEvidence<'_> {
    fn node_named(&self, name: &str) -> Option<usize> {
        let fields = self.contract.nodes[self.object].children.iter().copied();
        fields.into_iter().find(|&field| self.contract.nodes[field].name() == name)
    }

    /// The fields that never came.
    pub(in crate::check) fn absent(&self) -> Vec<usize> {
        let fields = self.contract.nodes[self.object].children.iter().copied();
        fields.filter(|field| !self.fields.contains_key(field)).collect()
    }
}

impl ObservedValues {
    fn add(&mut self, value: &RawValue) {
        let kind = ValueType::of(value.get());
        self.times += 1;
        let form = self.forms.entry(kind).or_insert_with(|| value.get().to_owned());
        if form.len() < 3 {
            // An empty list shows nothing.
            value.get().clone_into(form);
        }
        if self.values.len() < MAX_VALUES && value.get().len() < MAX_VALUE_LENGTH {
            self.values.extend(plain(value));
        }
    }

    /// The types of its values without null.
    pub(in crate::check) fn kinds(&self) -> impl Iterator<Item = ValueType> {
        self.forms.keys().copied().filter(|kind| !matches!(kind, ValueType::Null | ValueType::EmptyText))
    }
}
