//! The envelope of every response: `{"status": 1, "messages": "", "data": …}`. [`Envelope`] writes it, [`Answer`] reads it.

use std::{borrow::Cow, fmt, iter};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{SeqAccess, Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use super::{
    json_reader::{JsonReader, Unreadable},
    spelling::{EnvelopeSpelling, ResponseSpelling, StatusValue},
};

pub use super::json_reader::{ReadError, Reason};

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
    /// Whether the status is success, with data or without.
    pub is_success: bool,
    /// The service's text; a list of texts is joined with line breaks. Empty if there is none.
    pub messages: String,
    /// The data of a success: `status` is 1 and `data` is not null.
    pub data: Option<T>,
}

impl<T> Answer<T> {
    /// Reads the body of a response whose HTTP status is a refusal. A body without messages has none.
    pub fn refusal(body: &[u8], spelling: &ResponseSpelling) -> Self {
        let messages = std::str::from_utf8(body).ok().and_then(|text| {
            let reader = &mut JsonReader::new(text, spelling);
            let mut is_first = true;
            while let Some(key) = reader.key(is_first).ok()? {
                is_first = false;
                if key == spelling.envelope.messages {
                    return Messages::deserialize(reader).ok();
                }
                reader.skip().ok()?;
            }
            None
        });
        Self { is_success: false, messages: messages.unwrap_or_default().0, data: None }
    }
}

impl<'de, T: Deserialize<'de>> Answer<T> {
    /// Reads a response body in the contract's spelling.
    ///
    /// `status` may be a number or a string; `messages` may be a string, null, absent or a list of strings. The data of a
    /// refusal is ignored. Null data of a success are an empty list where a list is expected, else a refusal.
    ///
    /// # Errors
    /// The body is not JSON, not an envelope, or the data of a success are not of type `T`.
    pub fn read(body: &'de [u8]) -> Result<Self, ReadError> {
        Self::read_spelled(body, &ResponseSpelling::default())
    }

    /// Reads a response body in another spelling.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_spelled(body: &'de [u8], spelling: &ResponseSpelling) -> Result<Self, ReadError> {
        // UTF-8 is checked once, not for each string.
        let Ok(text) = simdutf8::basic::from_utf8(body) else {
            return Err(ReadError { reason: Reason::NotUtf8, line: 1, column: 0 });
        };
        let reader = &mut JsonReader::new(text, spelling);
        match Self::read_text(reader, spelling, None) {
            Ok(answer) => Ok(answer),
            Err(error) => {
                // Data before a status are skipped where they cannot be read. Reading them as those of a success gives the
                // position of the error.
                let again = &mut JsonReader::new(text, spelling);
                let found = Self::read_text(again, spelling, Some(Outcome::Success)).err();
                Err(found.map_or_else(|| reader.explain(error, text), |error| again.explain(error, text)))
            }
        }
    }

    /// `outcome` is assumed until the status comes.
    fn read_text(
        reader: &mut JsonReader<'de, '_>,
        spelling: &ResponseSpelling,
        outcome: Option<Outcome>,
    ) -> Result<Self, Unreadable> {
        let envelope = &*spelling.envelope;
        let list = spelling.list.as_deref();
        let answer = match &envelope.data {
            None => {
                let data = data(reader, list)?.or_else(|| T::deserialize(NullList).ok());
                Self { is_success: true, messages: String::new(), data }
            }
            Some(data) => Self::read_envelope(reader, (envelope, data), list, outcome)?,
        };
        if reader.is_at_end() { Ok(answer) } else { Err(Unreadable::default()) }
    }

    fn read_envelope(
        reader: &mut JsonReader<'de, '_>,
        (envelope, data_key): (&EnvelopeSpelling, &str),
        list: Option<&str>,
        assumed: Option<Outcome>,
    ) -> Result<Self, Unreadable> {
        let (mut status, mut messages, mut answer) = (None::<Outcome>, None::<String>, Data::Absent);
        if envelope.status.is_none() {
            status = Some(Outcome::Success);
        }
        let mut is_first = true;
        while let Some(key) = reader.key(is_first)? {
            is_first = false;
            if envelope.status.as_deref() == Some(&*key) {
                if status.is_some() {
                    return Err(Unreadable::default());
                }
                status = Some(Outcome::read(reader, &envelope.success)?);
            } else if key == envelope.messages {
                if messages.is_some() {
                    return Err(Unreadable::default());
                }
                messages = Some(Messages::deserialize(&mut *reader)?.0);
            } else if key == data_key {
                if !matches!(answer, Data::Absent) {
                    return Err(Unreadable::default());
                }
                answer = match status.or(assumed) {
                    Some(Outcome::Success) => Data::Read(data(reader, list)?),
                    Some(Outcome::Refusal) => {
                        reader.skip()?;
                        Data::Skipped
                    }
                    None => reader.attempt(|reader| data(reader, list))?.map_or(Data::Skipped, Data::Read),
                };
            } else {
                reader.skip()?;
            }
        }
        let is_success = status.ok_or_else(Unreadable::default)? == Outcome::Success;
        let messages = messages.unwrap_or_default();
        let data = match answer {
            // Null data are a failure (specification, section 3), but a list of a success is empty: its messages say so.
            Data::Read(None) if is_success => T::deserialize(NullList).ok(),
            Data::Read(data) if is_success => data,
            Data::Skipped if is_success => return Err(Unreadable::default()),
            _ => None,
        };
        Ok(Self { is_success, messages, data })
    }
}
/// What a status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Success,
    Refusal,
}

/// The data of an envelope while it is read.
enum Data<T> {
    Absent,
    /// Skipped: of a refusal, or not of type `T`.
    Skipped,
    Read(Option<T>),
}

/// Reads the data of a success. `list` is the key that holds them where they are an object.
fn data<'de, T: Deserialize<'de>>(
    reader: &mut JsonReader<'de, '_>,
    list: Option<&str>,
) -> Result<Option<T>, Unreadable> {
    if reader.null() {
        return Ok(None);
    }
    let Some(list) = list.filter(|_| reader.is_object()) else { return T::deserialize(reader).map(Some) };
    let mut data = None;
    let mut is_first = true;
    while let Some(key) = reader.key(is_first)? {
        is_first = false;
        match &data {
            None if key == list => data = Some(self::data(reader, None)?),
            _ => reader.skip()?,
        }
    }
    data.ok_or_else(Unreadable::default)
}

impl Outcome {
    fn read(reader: &mut JsonReader<'_, '_>, success: &[StatusValue]) -> Result<Self, Unreadable> {
        let status = StatusValue::deserialize(reader)?;
        if !success.iter().any(|value| value.is_comparable(&status)) {
            return Err(Unreadable::default());
        }
        let is_success = success.iter().any(|value| value.text() == status.text());
        Ok(if is_success { Self::Success } else { Self::Refusal })
    }
}

impl StatusValue {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Flag(flag) => flag.to_string().into(),
            Self::Number(number) => number.to_string().into(),
            Self::Text(text) => text.trim().into(),
        }
    }

    /// A flag may be text, and so may a number; but neither is the other.
    fn is_comparable(&self, other: &Self) -> bool {
        let is_flag = |value: &Self| ["true", "false"].contains(&&*value.text());
        is_flag(self) == is_flag(other)
    }
}

impl<'de> Deserialize<'de> for StatusValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagNumberOrText;
        impl Visitor<'_> for FlagNumberOrText {
            type Value = StatusValue;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a status: true, false, a whole number or text")
            }
            fn visit_bool<E>(self, flag: bool) -> Result<StatusValue, E> {
                Ok(StatusValue::Flag(flag))
            }
            fn visit_i64<E>(self, number: i64) -> Result<StatusValue, E> {
                Ok(StatusValue::Number(number))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<StatusValue, E> {
                i64::try_from(number).map(StatusValue::Number).map_err(E::custom)
            }
            fn visit_str<E>(self, text: &str) -> Result<StatusValue, E> {
                Ok(StatusValue::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(FlagNumberOrText)
    }
}

/// Null as data: only a list can be read from it.
struct NullList;

impl<'de> Deserializer<'de> for NullList {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unreadable> {
        Err(Unreadable::default())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(SeqDeserializer::<_, Unreadable>::new(iter::empty::<()>()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The messages of an envelope: text, null, or a list of texts, which are joined with line breaks.
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

    use super::{Answer, Reason};

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
        let latin = Answer::<u8>::read(b"{\"x\":\"\xff\",\"status\":1,\"data\":7}").unwrap_err();
        assert_eq!(latin.reason, Reason::NotUtf8);
    }

    /// The oracle: text of an envelope, and its data in a success.
    fn expected(envelope: &Value) -> Option<(String, Option<Value>)> {
        let fields = envelope.as_object()?;
        let accepts = match fields.get("status")? {
            Value::Number(status) if !status.is_f64() => status.as_i64() == Some(1),
            Value::String(status) if matches!(status.trim(), "true" | "false") => return None,
            Value::String(status) => status.trim() == "1",
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
