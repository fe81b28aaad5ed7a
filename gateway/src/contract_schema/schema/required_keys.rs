//! The keys without which the gateway does not read a response. The reader itself says it: it reads a sample response of each
//! service without each of its keys.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{CallSchema, ContractSchema, TypeSchema};
use crate::contract_schema::value_type::ExpectedType;

/// What is wrong without a required key.
const UNREAD: &str = "o gateway não lê a resposta";

/// Marks the required keys of the responses.
pub(super) fn find(schema: &mut ContractSchema) {
    let mut required = Vec::new();
    for call in &schema.calls {
        for type_name in schema.types_of(call) {
            for key in schema.types.get(type_name).into_iter().flat_map(|of_type| of_type.keys.keys()) {
                if !(call.info.reads)(&sample(schema, call, Some((type_name, key)))) {
                    required.push((type_name.to_owned(), key.clone()));
                }
            }
        }
    }
    for (type_name, key) in required {
        let key_schema = schema.types.get_mut(&type_name).and_then(|of_type| of_type.keys.get_mut(&key));
        key_schema.into_iter().for_each(|key| key.harm_if_left_out = Some(UNREAD));
    }
}

/// A response with every field, and one row in each list; without one key of a type.
fn sample(schema: &ContractSchema, call: &CallSchema, without: Option<(&str, &str)>) -> Vec<u8> {
    let object = call.data.as_deref().map(|name| sample_object(schema, name, without)).unwrap_or_default();
    let data = if call.is_list { json!([object]) } else { object };
    json!({ "status": 1, "messages": "", "data": data }).to_string().into_bytes()
}

fn sample_object(schema: &ContractSchema, name: &str, without: Option<(&str, &str)>) -> Value {
    let none = BTreeMap::new();
    let keys = schema.types.get(name).map_or(&none, |TypeSchema { keys, .. }| keys);
    let mut object = Map::new();
    for (key, of) in keys.iter().filter(|(key, _)| without != Some((name, key))) {
        let value = match (of.expected, &of.object) {
            (ExpectedType::List, Some(inner)) => json!([sample_object(schema, inner, without)]),
            (ExpectedType::Object, Some(inner)) => sample_object(schema, inner, without),
            (simple, _) => simple.sample(),
        };
        object.insert(key.clone(), value);
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::sample;
    use crate::contract_schema::schema::ContractSchema;

    #[test]
    fn the_sample_of_every_service_is_read() {
        let schema = ContractSchema::get();
        for call in &schema.calls {
            assert!((call.info.reads)(&sample(schema, call, None)), "{}", call.path());
        }
    }
}
