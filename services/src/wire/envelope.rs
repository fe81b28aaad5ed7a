//! The envelope of every response: `{"status": 1, "messages": "", "data": …}`. [`Envelope`] writes it, [`Answer`] reads it.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::json_reader;

/// The `status` that means success.
pub const SUCCESS: i64 = 1;
/// The `status` with which the reference services refuse; every value but [`SUCCESS`] is a refusal.
pub const REFUSED: i64 = 0;

/// The keys of an envelope, in the order of writing.
pub const KEYS: [&str; 3] = ["status", "messages", "data"];

/// A response to write.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    /// 1 is success, any other value a refusal.
    pub status: i64,
    /// Text for the user; empty on success.
    pub messages: String,
    /// The result; null on refusal.
    pub data: Option<T>,
}

impl<T> Envelope<T> {
    /// A success.
    pub fn success(data: T) -> Self {
        Self { status: SUCCESS, messages: String::new(), data: Some(data) }
    }

    /// A refusal with its text for the user.
    pub fn refused(messages: impl Into<String>) -> Self {
        Self { status: REFUSED, messages: messages.into(), data: None }
    }
}

/// A response that was read.
#[derive(Debug)]
pub struct Answer<T> {
    /// The service's text; a list of texts is joined with line breaks. Empty if there is none.
    pub messages: String,
    /// The data of a success: `status` is 1 and `data` is not null.
    pub data: Option<T>,
}

impl<T> Answer<T> {
    /// Reads a response body.
    ///
    /// `status` may be a number or a string; `messages` may be a string, null, absent or a list of strings. The data of a
    /// refusal is ignored.
    ///
    /// # Errors
    /// The body is not JSON, not an envelope, or the data of a success are not of type `T`.
    pub fn read<'de>(body: &'de [u8]) -> Result<Self, serde_json::Error>
    where
        T: Deserialize<'de>,
    {
        // UTF-8 is checked once, not for each string. A body that is not UTF-8 may still be a valid envelope whose unknown
        // fields are damaged; serde_json decides.
        match simdutf8::basic::from_utf8(body) {
            Ok(text) => json_reader::read(text).map_or_else(|| serde_json::from_str(text), Ok),
            Err(_) => serde_json::from_slice(body),
        }
    }
}

/// Whether the status of a response body is success, with data or without.
pub fn is_success(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct StatusOnly {
        status: Status,
    }
    serde_json::from_slice(body).is_ok_and(|StatusOnly { status }| status.success)
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Answer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(field_identifier, rename_all = "camelCase")]
        enum Key {
            Status,
            Messages,
            Data,
            #[serde(other)]
            Other,
        }
        struct Read<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
            type Value = Answer<T>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an envelope")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer<T>, A::Error> {
                let (mut status, mut messages, mut data) = (None::<Status>, None::<Messages>, None::<Data<T>>);
                while let Some(key) = map.next_key()? {
                    match (key, &status) {
                        (Key::Status, Some(_)) => return Err(A::Error::duplicate_field("status")),
                        (Key::Status, None) => status = Some(map.next_value()?),
                        (Key::Messages, _) if messages.is_some() => return Err(A::Error::duplicate_field("messages")),
                        (Key::Messages, _) => messages = Some(map.next_value()?),
                        (Key::Data, _) if data.is_some() => return Err(A::Error::duplicate_field("data")),
                        (Key::Data, Some(Status { success: true })) => data = Some(Data::Read(map.next_value()?)),
                        (Key::Data, Some(Status { success: false })) => {
                            map.next_value::<IgnoredAny>()?;
                            data = Some(Data::Read(None));
                        }
                        (Key::Data, None) => data = Some(map.next_value()?),
                        (Key::Other, _) => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                let status = status.ok_or_else(|| A::Error::missing_field("status"))?;
                let data = match data {
                    Some(Data::Read(data)) if status.success => data,
                    Some(Data::Unread(raw)) if status.success => {
                        serde_json::from_str(raw.get()).map_err(A::Error::custom)?
                    }
                    Some(Data::Unreadable) if status.success => return Err(A::Error::custom("data of another type")),
                    _ => None,
                };
                Ok(Answer { messages: messages.unwrap_or_default().0, data })
            }
        }
        deserializer.deserialize_map(Read(PhantomData))
    }
}

/// `data`, which may come before the status that decides whether it is read.
enum Data<'de, T> {
    Read(Option<T>),
    Unread(&'de RawValue),
    Unreadable,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Data<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReadOrSkip<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ReadOrSkip<T> {
            type Value = Data<'de, T>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("data")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                <&RawValue>::deserialize(deserializer).map(Data::Unread)
            }
            // From `json_reader`: each element is the data.
            fn visit_seq<A: SeqAccess<'de>>(self, mut data: A) -> Result<Self::Value, A::Error> {
                if let Ok(Some(data)) = data.next_element() {
                    return Ok(Data::Read(data));
                }
                data.next_element::<IgnoredAny>().map(|_| Data::Unreadable)
            }
        }
        deserializer.deserialize_newtype_struct(json_reader::REREADABLE, ReadOrSkip(PhantomData))
    }
}

struct Status {
    success: bool,
}

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Status;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a status: a number or text")
            }
            fn visit_i64<E>(self, status: i64) -> Result<Status, E> {
                Ok(Status { success: status == SUCCESS })
            }
            fn visit_u64<E>(self, status: u64) -> Result<Status, E> {
                Ok(Status { success: i64::try_from(status) == Ok(SUCCESS) })
            }
            fn visit_str<E>(self, status: &str) -> Result<Status, E> {
                Ok(Status { success: status.trim().parse() == Ok(SUCCESS) })
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

#[derive(Default)]
struct Messages(String);

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrList;
        impl<'de> Visitor<'de> for TextOrList {
            type Value = Messages;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("messages: text, null or a list of texts")
            }
            fn visit_str<E>(self, text: &str) -> Result<Messages, E> {
                Ok(Messages(text.to_owned()))
            }
            fn visit_unit<E>(self) -> Result<Messages, E> {
                Ok(Messages::default())
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Messages, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element::<Option<String>>()? {
                    texts.extend(text);
                }
                Ok(Messages(texts.join("\n")))
            }
        }
        deserializer.deserialize_any(TextOrList)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{
        collection::vec,
        prelude::*,
        sample::{Index, subsequence},
    };
    use serde_json::{Value, json};

    use super::Answer;

    fn read(body: &str) -> Result<(String, Option<u8>), String> {
        Answer::<u8>::read(body.as_bytes()).map(|answer| (answer.messages, answer.data)).map_err(|e| e.to_string())
    }

    #[test]
    fn an_envelope_is_written_with_its_keys() {
        let written = serde_json::to_string(&super::Envelope::success(7)).unwrap();
        let [status, messages, data] = super::KEYS;
        assert_eq!(written, format!(r#"{{"{status}":1,"{messages}":"","{data}":7}}"#));
    }

    #[test]
    fn status_may_be_a_number_or_text() {
        for status in ["1", "\"1\"", "\" 1 \""] {
            assert_eq!(read(&format!(r#"{{"status":{status},"messages":"","data":7}}"#)), Ok((String::new(), Some(7))));
        }
        for status in ["0", "2", "-1", "\"0\"", "\"ok\"", "\"\""] {
            assert_eq!(read(&format!(r#"{{"status":{status},"messages":"não","data":7}}"#)), Ok(("não".into(), None)));
        }
    }

    #[test]
    fn messages_may_be_text_null_absent_or_a_list() {
        for (messages, text) in [
            (r#""messages":"um","#, "um"),
            (r#""messages":null,"#, ""),
            ("", ""),
            (r#""messages":[],"#, ""),
            (r#""messages":["um",null,"dois"],"#, "um\ndois"),
        ] {
            assert_eq!(read(&format!(r#"{{{messages}"status":1,"data":7}}"#)), Ok((text.into(), Some(7))));
        }
    }

    #[test]
    fn null_data_is_a_refusal_and_data_of_a_refusal_are_not_read() {
        assert_eq!(read(r#"{"status":1,"messages":"nada","data":null}"#), Ok(("nada".into(), None)));
        assert_eq!(read(r#"{"status":1,"messages":"nada"}"#), Ok(("nada".into(), None)));
        assert_eq!(read(r#"{"status":0,"messages":"não","data":{"x":[]}}"#), Ok(("não".into(), None)));
    }

    #[test]
    fn the_keys_come_in_any_order() {
        assert_eq!(read(r#"{"data":7,"x":{},"messages":"","status":1}"#), Ok((String::new(), Some(7))));
        assert_eq!(read(r#"{"data":"x","messages":"não","status":0}"#), Ok(("não".into(), None)));
        assert_eq!(read(r#"{"data":null,"status":1}"#), Ok((String::new(), None)));
        assert!(read(r#"{"data":"x","messages":"","status":1}"#).is_err());
        assert!(read(r#"{"status":1,"data":7,"data":7}"#).is_err());
        assert_eq!(Answer::<u8>::read(b"{\"x\":\"\xff\",\"status\":1,\"data\":7}").unwrap().data, Some(7));
        assert!(Answer::<String>::read(b"{\"status\":1,\"data\":\"\xff\"}").is_err());
    }

    /// The oracle: text of an envelope, and its data in a success.
    fn expected(envelope: &Value) -> Option<(String, Option<Value>)> {
        let fields = envelope.as_object()?;
        let accepts = match fields.get("status")? {
            Value::Number(status) if !status.is_f64() => status.as_i64() == Some(1),
            Value::String(status) => status.trim().parse() == Ok(1_i64),
            _ => return None,
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let messages = match fields.get("messages") {
            None | Some(Value::Null) => String::new(),
            Some(Value::Array(all)) => {
                let texts = all.iter().filter(|one| !one.is_null()).map(text).collect::<Option<Vec<_>>>()?;
                texts.join("\n")
            }
            Some(one) => text(one)?,
        };
        let data = fields.get("data").filter(|data| accepts && !data.is_null()).cloned();
        Some((messages, data))
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(1)),
            Just(json!("1")),
            Just(Value::Null),
            any::<i64>().prop_map(|number| json!(number)),
            any::<f64>().prop_map(|number| json!(number)),
            any::<bool>().prop_map(Value::Bool),
            "[ 01a\"\\\\\u{e9}]{0,4}".prop_map(Value::String),
        ];
        leaf.prop_recursive(3, 12, 4, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..4).prop_map(Value::Array),
                vec(("[a-z]{1,3}", inner), 0..4).prop_map(|all| all.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_order_of_keys_does_not_matter(
            parts in subsequence(vec!["status", "messages", "data", "x"], 0..=4).prop_shuffle(),
            values in vec(value(), 4),
        ) {
            let fields: Vec<String> =
                parts.iter().zip(&values).map(|(name, value)| format!("\"{name}\": {value}")).collect();
            let body = format!("{{{}}}", fields.join(", "));
            let read = Answer::<Value>::read(body.as_bytes()).ok().map(|answer| (answer.messages, answer.data));
            prop_assert_eq!(read, expected(&serde_json::from_str(&body).unwrap()), "{}", body);
        }

        #[test]
        fn arbitrary_bytes_do_not_panic_and_truncated_bodies_fail(bytes in vec(any::<u8>(), 0..200), cut in any::<Index>(), byte in any::<u8>()) {
            drop(Answer::<Value>::read(&bytes));
            let mut body = br#"{"status": 1, "messages": ["a", null], "data": {"x": [1.5e3, "\u00e9"]}}"#.to_vec();
            let at = cut.index(body.len());
            body[at] = byte;
            drop(Answer::<Value>::read(&body));
            assert!(Answer::<Value>::read(&body[..at]).is_err());
        }
    }

    #[test]
    fn what_is_no_envelope_is_an_error() {
        for body in [
            "",
            "null",
            "[]",
            "<html>",
            r#"{"data":7}"#,
            r#"{"status":1,"data":"x"}"#,
            r#"{"status":true,"data":7}"#,
            r#"{"status":1,"data":7"#,
        ] {
            assert!(read(body).is_err(), "{body}");
        }
    }
}
