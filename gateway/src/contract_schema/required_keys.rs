//! The keys without which the gateway does not read a response. The reader itself says it: it reads a sample response of each
//! service without each of its keys.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use contract::{self, Call, CallVisitor, envelope::Answer};
use serde_json::{Map, Value, json};

use super::vocabulary::{CallNames, TypeNames, Vocabulary};
use crate::contract_schema::value_type::ExpectedType;

/// The required keys: type and key.
pub(crate) fn required_keys() -> &'static BTreeSet<(String, String)> {
    static REQUIRED: LazyLock<BTreeSet<(String, String)>> = LazyLock::new(|| {
        let mut required = RequiredKeys(BTreeSet::new());
        contract::calls(&mut required);
        required.0
    });
    &REQUIRED
}

struct RequiredKeys(BTreeSet<(String, String)>);

impl CallVisitor for RequiredKeys {
    fn visit<C: Call>(&mut self) {
        let vocabulary = Vocabulary::get();
        let Some(call) = vocabulary.calls.iter().find(|call| call.path == C::PATH) else { return };
        for type_name in vocabulary.types_of(call) {
            for key in vocabulary.types.get(type_name).into_iter().flat_map(|names| names.keys.keys()) {
                if !is_read::<C>(&sample(call, Some((type_name, key)))) {
                    self.0.insert((type_name.to_owned(), key.clone()));
                }
            }
        }
    }
}

/// The data of a response with every field, and one row in each list; without one key of a type.
fn sample(call: &CallNames, without: Option<(&str, &str)>) -> Value {
    let object = call.data.as_deref().map(|name| sample_object(name, without)).unwrap_or_default();
    if call.is_list { json!([object]) } else { object }
}

fn sample_object(name: &str, without: Option<(&str, &str)>) -> Value {
    let none = BTreeMap::new();
    let keys = Vocabulary::get().types.get(name).map_or(&none, |TypeNames { keys, .. }| keys);
    let mut object = Map::new();
    for (key, of) in keys.iter().filter(|(key, _)| without != Some((name, key))) {
        let value = match (of.expected, &of.object) {
            (ExpectedType::List, Some(inner)) => json!([sample_object(inner, without)]),
            (ExpectedType::Object, Some(inner)) => sample_object(inner, without),
            (simple, _) => simple.sample(),
        };
        object.insert(key.clone(), value);
    }
    object.into()
}

fn is_read<C: Call>(data: &Value) -> bool {
    let body = json!({ "status": 1, "messages": "", "data": data }).to_string();
    Answer::<C::Data>::read(body.as_bytes()).is_ok_and(|answer| answer.data.is_some())
}

#[cfg(test)]
mod tests {
    use contract::{self, Call, CallVisitor};

    use super::{is_read, sample};
    use crate::contract_schema::vocabulary::Vocabulary;

    #[test]
    fn the_sample_of_every_service_is_read() {
        struct Samples;
        impl CallVisitor for Samples {
            fn visit<C: Call>(&mut self) {
                let call = Vocabulary::get().calls.iter().find(|call| call.path == C::PATH).unwrap();
                assert!(is_read::<C>(&sample(call, None)), "{}", C::PATH);
            }
        }
        contract::calls(&mut Samples);
    }
}
