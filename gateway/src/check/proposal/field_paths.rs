//! The keys of the responses' types: those that come are paired with the contract's fields by the likeness of their names and by
//! the kind of their values, the most similar pair first.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use contract::mapping::KeyPath;
use serde_json::{Map, Value};

use super::{line::Line, lists::ServiceData, usual_names::list_rank};
use crate::{
    contract_schema::{
        field_names::{ALIKE, is_of_serializer, likeness, path_likeness, shown},
        schema::{ContractSchema, KeySchema, TypeSchema},
        value_type::{ExpectedType, ValueType},
    },
    mapping::{
        Mapping,
        file::{KeyOrFalse, NameStyle},
    },
};

/// How deep objects are looked into.
const DEPTH: usize = 3;
/// Likeness at which a pair gets a commented-out line.
const SOMEWHAT_ALIKE: f64 = 0.55;
/// Pairs whose likeness differs by less are a tie.
const TIE: f64 = 0.04;
/// Maximum number of candidates in a note.
const MAX_CANDIDATES: usize = 5;
/// The note of a key that is only similar.
const SIMILAR: &str = "parecido; confira";

/// Where the fields of the contract stand in the responses.
pub(super) struct FieldPaths<'a> {
    given: &'a Mapping,
    pub(super) types: Vec<FoundType<'a>>,
}

/// Objects, each with the last segment of the path of its service.
type Objects<'a> = Vec<(&'static str, &'a Map<String, Value>)>;

/// A type of the contract in the responses.
pub(super) struct FoundType<'a> {
    pub(super) name: &'static str,
    pub(super) objects: Objects<'a>,
    /// Where its fields stand, by their names in the contract.
    pub(super) paths: BTreeMap<&'static str, KeyPath>,
    lines: Vec<Line>,
}

/// A key that came.
struct SeenKey {
    path: KeyPath,
    forms: BTreeSet<ValueType>,
}

/// A field and a key that may be the same.
struct Pair<'k> {
    likeness: f64,
    field: &'static str,
    key: &'k SeenKey,
    /// Where the value is: at the key, or within the object that it has.
    path: &'k KeyPath,
}

impl<'a> FieldPaths<'a> {
    /// Pairs the keys of all types, from the data of the services to the objects in them.
    pub(super) fn find(data: &'a [ServiceData], given: &'a Mapping, style: NameStyle) -> Self {
        let mut objects: BTreeMap<&'static str, Objects> = BTreeMap::new();
        let mut waiting = VecDeque::new();
        for ServiceData { call, data } in data {
            let Some(type_name) = call.data.as_deref() else { continue };
            objects.entry(type_name).or_default().extend(objects_in(data).map(|object| (call.last_segment(), object)));
            waiting.push_back(type_name);
        }
        let mut types: Vec<FoundType> = Vec::new();
        while let Some(name) = waiting.pop_front() {
            if types.iter().any(|known| known.name == name) {
                continue;
            }
            let Some(schema) = ContractSchema::get().types.get(name) else { continue };
            let found = FoundType::find(name, schema, objects.remove(name).unwrap_or_default(), given, style);
            // No name is taken from a list that may be another.
            let is_open = |field: &str| found.lines.iter().any(|line| line.key == field && line.is_commented_out);
            for (field, path) in found.paths.iter().filter(|(field, _)| !is_open(field)) {
                let Some(inner) = schema.keys.get(*field).and_then(|key| key.object.as_deref()) else { continue };
                let values = found.objects.iter().filter_map(|(call, object)| Some((*call, value_at(object, path)?)));
                let inner_objects =
                    values.flat_map(|(call, value)| objects_in(value).map(move |object| (call, object)));
                objects.entry(inner).or_default().extend(inner_objects);
                waiting.push_back(inner);
            }
            types.push(found);
        }
        Self { given, types }
    }

    pub(super) fn add_lines(&self, lines: &mut Vec<Line>) {
        for found in &self.types {
            lines.extend(found.lines.iter().cloned());
            lines.extend(found.lines_of_calls(self.given));
        }
    }
}

impl<'a> FoundType<'a> {
    fn find(
        name: &'static str,
        schema: &'static TypeSchema,
        objects: Objects<'a>,
        given: &Mapping,
        style: NameStyle,
    ) -> Self {
        let configured = given.file.types.get(name);
        let keys = keys_of(objects.iter().map(|(_, object)| *object));
        let mut found = Self { name, objects, paths: BTreeMap::new(), lines: Vec::new() };
        let mut open = Vec::new();
        for (field, of) in &schema.keys {
            let path = match configured.and_then(|configured| configured.get(field)) {
                Some(KeyOrFalse::Key(path)) => path.parse().ok(),
                Some(KeyOrFalse::False) => continue,
                None => Some(KeyPath::of_key(&style.name(field))),
            };
            let path = path.filter(|path| keys.iter().any(|key| key.path == *path));
            match path {
                Some(path) => {
                    let list = list_within(of, &path, &keys.iter().collect::<Vec<_>>()).cloned();
                    let line = |list: &KeyPath| Line::new(&["types", name], field, list.to_string());
                    let is_said = configured.is_some_and(|configured| configured.contains_key(field));
                    let list = list.filter(|_| !is_said);
                    found.lines.extend(list.as_ref().map(line));
                    found.paths.insert(field, list.unwrap_or(path));
                }
                // The operator's line stays, even if its key did not come.
                None if configured.is_some_and(|configured| configured.contains_key(field)) => {}
                None => open.push((field.as_str(), of)),
            }
        }
        let free: Vec<&SeenKey> =
            keys.iter().filter(|key| !found.paths.values().any(|path| *path == key.path)).collect();
        if !found.objects.is_empty() {
            found.pair(&open, &free);
        }
        // An object of which only lists are alike may be the one around the rows.
        if found.paths.keys().all(|field| schema.keys[*field].expected == ExpectedType::List) {
            found.paths.clear();
            found.lines = found.lines.into_iter().map(Line::commented_out).collect();
        }
        found
    }

    /// Pairs the fields without a key with the keys without a field.
    fn pair(&mut self, open: &[(&'static str, &KeySchema)], free: &[&SeenKey]) {
        let table = ["types", self.name];
        let pairs = pairs(self.name, open, free);
        self.lines.extend(take(&pairs, &table, &mut self.paths, |_| true));
        let is_free = |key: &SeenKey| !self.paths.values().any(|path| *path == key.path);
        for (field, of) in open.iter().filter(|(field, _)| !self.paths.contains_key(field)) {
            let alike =
                pairs.iter().find(|pair| pair.field == *field && pair.likeness >= SOMEWHAT_ALIKE && is_free(pair.key));
            let candidates = candidates(&pairs, field, of.expected, is_free);
            // The only list that is left.
            let lists = || free.iter().filter(|key| is_free(key) && key.forms.contains(&ValueType::List));
            let only = (of.expected == ExpectedType::List && lists().count() == 1).then(|| lists().next()).flatten();
            let similar = alike.map(|pair| &pair.key.path).or_else(|| only.map(|key| &key.path));
            let (value, without): (toml::Value, _) = match of.harm_if_left_out.is_some() {
                true => ("…".into(), "sem ela a resposta não é lida"),
                false => (false.into(), "false: nunca vem"),
            };
            let line = match similar.and_then(shown_path) {
                Some(path) => Line::new(&table, field, path).with_note(SIMILAR),
                None if candidates.is_empty() => {
                    Line::new(&table, field, value).with_note(format!("não veio; {without}"))
                }
                None => Line::new(&table, field, value)
                    .with_note(format!("não veio; será {}? {without}", candidates.join(", "))),
            };
            self.lines.push(line.commented_out());
        }
    }

    /// The lines of services that have other keys than most: `[calls."…".types.…]`.
    fn lines_of_calls(&self, given: &Mapping) -> Vec<Line> {
        let Some(schema) = ContractSchema::get().types.get(self.name) else { return Vec::new() };
        let calls: BTreeSet<&'static str> = self.objects.iter().map(|(call, _)| *call).collect();
        let mut lines = Vec::new();
        for call in calls.iter().filter(|_| calls.len() > 1) {
            let keys = keys_of(self.objects.iter().filter(|(of, _)| of == call).map(|(_, object)| *object));
            let configured = given.file.calls.get(*call).and_then(|table| table.types.get(self.name));
            let is_absent = |path: &KeyPath| !keys.iter().any(|key| key.path == *path);
            let open = schema.keys.iter().filter(|(field, _)| self.paths.get(field.as_str()).is_some_and(is_absent));
            let open: Vec<_> = open
                .filter(|(field, _)| configured.is_none_or(|configured| !configured.contains_key(*field)))
                .map(|(field, of)| (field.as_str(), of))
                .collect();
            let free: Vec<&SeenKey> =
                keys.iter().filter(|key| !self.paths.values().any(|path| *path == key.path)).collect();
            let table = ["calls", call, "types", self.name];
            let mut pairs = pairs(self.name, &open, &free);
            pairs.retain(|pair| !self.stand_in_one_object(pair.field, &pair.key.path));
            let mut paths = BTreeMap::new();
            // A field that may be left out may just be null in all rows of this service.
            let is_sure = |pair: &Pair| pair.likeness >= 1.0 || schema.keys[pair.field].harm_if_left_out.is_some();
            lines.extend(take(&pairs, &table, &mut paths, is_sure));
            for (field, of) in
                open.iter().filter(|(field, of)| of.expected == ExpectedType::Number && !paths.contains_key(field))
            {
                let is_amount = |key: &SeenKey| key.forms.iter().any(|form| form.is_amount());
                let candidates = candidates(&pairs, field, of.expected, is_amount);
                if !candidates.is_empty() {
                    let note = format!("não veio; será {}? false: nunca vem", candidates.join(", "));
                    lines.push(Line::new(&table, field, false).with_note(note).commented_out());
                }
            }
        }
        lines
    }

    /// Whether a key and that of a field are two fields: one object has both.
    fn stand_in_one_object(&self, field: &str, key: &KeyPath) -> bool {
        let has = |object, path| value_at(object, path).is_some();
        self.paths.get(field).is_some_and(|own| self.objects.iter().any(|(_, row)| has(row, own) && has(row, key)))
    }
}

/// Takes the most similar pairs, each field and each key once. Returns their lines: comments of ties, and of what is not sure.
fn take(
    pairs: &[Pair],
    table: &[&str],
    paths: &mut BTreeMap<&'static str, KeyPath>,
    is_sure: impl Fn(&Pair) -> bool,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for pair in pairs.iter().filter(|pair| pair.likeness >= ALIKE) {
        if paths.contains_key(pair.field) || paths.values().any(|path| path.overlaps(&pair.key.path)) {
            continue;
        }
        paths.insert(pair.field, pair.path.clone());
        let is_tie = |other: &&Pair| {
            other.field == pair.field && other.path != pair.path && pair.likeness - other.likeness < TIE
        };
        let others = pairs.iter().filter(is_tie).filter_map(|other| shown_path(&other.key.path));
        let others: Vec<String> = others.take(MAX_CANDIDATES).collect();
        let line = Line::new(table, pair.field, pair.path.to_string());
        lines.push(match others.is_empty() {
            true if is_sure(pair) => line,
            true => line.with_note(SIMILAR).commented_out(),
            false => line.with_note(format!("ou {}", others.join(", "))).commented_out(),
        });
    }
    lines
}

/// The keys that may be a field which nothing resembles: first those whose values alone show its type.
fn candidates(pairs: &[Pair], field: &str, expected: ExpectedType, may_be: impl Fn(&SeenKey) -> bool) -> Vec<String> {
    let has_value = |key: &SeenKey| key.forms.iter().any(|form| !form.is_empty());
    let may_be = |pair: &&Pair| pair.key.path.keys().len() == 1 && has_value(pair.key) && may_be(pair.key);
    let of_field = pairs.iter().filter(|pair| pair.field == field).filter(may_be);
    let is_of_type = |pair: &&Pair| pair.key.forms.iter().any(|form| expected.is(*form));
    let (likely, others): (Vec<&Pair>, Vec<&Pair>) = of_field.partition(is_of_type);
    likely.into_iter().chain(others).filter_map(|pair| shown_path(&pair.key.path)).take(MAX_CANDIDATES).collect()
}

/// All pairs of a field and a key whose values fit, the most similar names first.
fn pairs<'k>(type_name: &str, open: &[(&'static str, &KeySchema)], free: &[&'k SeenKey]) -> Vec<Pair<'k>> {
    let mut pairs = Vec::new();
    for &(field, of) in open {
        for &key in free.iter().filter(|key| of.expected.fits(&key.forms)) {
            let likeness = path_likeness(key.path.keys(), field, type_name);
            let path = list_within(of, &key.path, free).unwrap_or(&key.path);
            pairs.push(Pair { likeness, field, key, path });
        }
    }
    pairs.sort_by(|one, other| other.likeness.total_cmp(&one.likeness).then_with(|| one.key.path.cmp(&other.key.path)));
    pairs
}

/// The key of the list in the object under a key: {"procedimentos": {"item": […]}}. It is all that the object has, or its only
/// list and has a usual name: {"procedimentos": {"done": true, "records": […]}}.
fn list_within<'k>(of: &KeySchema, path: &KeyPath, keys: &[&'k SeenKey]) -> Option<&'k KeyPath> {
    let is_within = |other: &&&SeenKey| {
        other.path.keys().len() == path.keys().len() + 1 && other.path.keys().starts_with(path.keys())
    };
    let within: Vec<&SeenKey> = keys.iter().filter(is_within).copied().collect();
    let is_list = |key: &&&SeenKey| key.forms.contains(&ValueType::List);
    let mut lists = within.iter().filter(is_list);
    let only = match &within[..] {
        _ if of.expected != ExpectedType::List => return None,
        [only] => *only,
        // A single object stands for a list of one.
        _ if are_of_row(&within, of.object.as_deref()?) => return None,
        _ => lists.next().filter(|list| lists.next().is_none() && list_rank(list.path.last()).is_some())?,
    };
    let is_container = only.forms.iter().any(|form| matches!(form, ValueType::List | ValueType::Object));
    is_container.then(|| list_within(of, &only.path, keys).unwrap_or(&only.path))
}

/// Whether keys are those of a row, and not of an object around rows.
fn are_of_row(keys: &[&SeenKey], type_name: &str) -> bool {
    let schema = ContractSchema::get().types.get(type_name);
    let is_field = |key: &&&SeenKey| {
        let mut fields = schema.into_iter().flat_map(|schema| schema.keys.keys());
        fields.any(|field| likeness(key.path.last(), field, type_name) >= ALIKE)
    };
    keys.iter().filter(is_field).count() > 1
}

/// The keys of objects, with those of the objects in them.
fn keys_of<'o>(objects: impl Iterator<Item = &'o Map<String, Value>>) -> Vec<SeenKey> {
    let mut seen: BTreeMap<KeyPath, BTreeSet<ValueType>> = BTreeMap::new();
    for object in objects {
        add_keys(object, None, DEPTH, &mut seen);
    }
    seen.into_iter().map(|(path, forms)| SeenKey { path, forms }).collect()
}

fn add_keys(
    object: &Map<String, Value>,
    around: Option<&KeyPath>,
    depth: usize,
    seen: &mut BTreeMap<KeyPath, BTreeSet<ValueType>>,
) {
    // Salesforce's `attributes` of a record are its address.
    let is_address = |value: &Value| value.as_object().is_some_and(|inner| inner.keys().eq(["type", "url"]));
    // Keys that look like data are those of a map.
    let is_of_api = |key: &str| !is_of_serializer(key) && shown(key).is_ok();
    for (key, value) in object.iter().filter(|(key, value)| is_of_api(key) && !is_address(value)) {
        let path = around.map_or_else(|| KeyPath::of_key(key), |around| around.join(key));
        if let (Value::Object(inner), true) = (value, depth > 1) {
            add_keys(inner, Some(&path), depth - 1, seen);
        }
        seen.entry(path).or_default().insert(ValueType::of(&value.to_string()));
    }
}

/// The objects that a value is: itself, or its rows.
fn objects_in(value: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let rows = value.as_array().into_iter().flatten().filter_map(Value::as_object);
    value.as_object().into_iter().chain(rows)
}

pub(super) fn value_at<'o>(object: &'o Map<String, Value>, path: &KeyPath) -> Option<&'o Value> {
    let (first, rest) = path.keys().split_first()?;
    rest.iter().try_fold(object.get(first)?, |value, key| value.get(key))
}

/// A path whose keys look like names of fields. Other keys may be personal data.
fn shown_path(path: &KeyPath) -> Option<String> {
    path.keys().iter().all(|key| shown(key).is_ok()).then(|| path.to_string())
}
