//! The keys without which the gateway does not read a response. The reader itself says it: it reads a sample response of each
//! service without each of its keys.

use std::collections::BTreeMap;

use contract::{self, Call, CallVisitor, envelope::Answer};
use serde_json::{Map, Value, json};

use super::{CallNames, TypeNames, Vocabulary};
use crate::contract_schema::value_type::ExpectedType;

/// What is wrong without a required key.
const UNREAD: &str = "o gateway não lê a resposta";

/// Marks the required keys of the responses.
pub(super) fn find(vocabulary: &mut Vocabulary) {
    contract::calls(&mut RequiredKeys(vocabulary));
}

struct RequiredKeys<'v>(&'v mut Vocabulary);

impl CallVisitor for RequiredKeys<'_> {
    fn visit<C: Call>(&mut self) {
        let vocabulary = &*self.0;
        let Some(call) = vocabulary.calls.iter().find(|call| call.path == C::PATH) else { return };
        let mut required = Vec::new();
        for type_name in vocabulary.types_of(call) {
            for key in vocabulary.types.get(type_name).into_iter().flat_map(|names| names.keys.keys()) {
                if !is_read::<C>(&sample(vocabulary, call, Some((type_name, key)))) {
                    required.push((type_name.to_owned(), key.clone()));
                }
            }
        }
        for (type_name, key) in required {
            let names = self.0.types.get_mut(&type_name).and_then(|names| names.keys.get_mut(&key));
            names.into_iter().for_each(|names| names.harm_if_left_out = Some(UNREAD));
        }
    }
}

/// The data of a response with every field, and one row in each list; without one key of a type.
fn sample(vocabulary: &Vocabulary, call: &CallNames, without: Option<(&str, &str)>) -> Value {
    let object = call.data.as_deref().map(|name| sample_object(vocabulary, name, without)).unwrap_or_default();
    if call.is_list { json!([object]) } else { object }
}

fn sample_object(vocabulary: &Vocabulary, name: &str, without: Option<(&str, &str)>) -> Value {
    let none = BTreeMap::new();
    let keys = vocabulary.types.get(name).map_or(&none, |TypeNames { keys, .. }| keys);
    let mut object = Map::new();
    for (key, of) in keys.iter().filter(|(key, _)| without != Some((name, key))) {
        let value = match (of.expected, &of.object) {
            (ExpectedType::List, Some(inner)) => json!([sample_object(vocabulary, inner, without)]),
            (ExpectedType::Object, Some(inner)) => sample_object(vocabulary, inner, without),
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
                let vocabulary = Vocabulary::get();
                let call = vocabulary.calls.iter().find(|call| call.path == C::PATH).unwrap();
                assert!(is_read::<C>(&sample(vocabulary, call, None)), "{}", C::PATH);
            }
        }
        contract::calls(&mut Samples);
    }
}
