//! The envelope of every response: `{"status": 1, "messages": "", "data": …}`. [`Envelope`] writes it, [`Answer`] reads it.

mod messages;
mod status;

use std::iter;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{IgnoredAny, Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};
use serde_json::Value;

use self::status::Outcome;

use super::{
    json_reader::{JsonReader, Unreadable},
    spelling::{EnvelopeSpelling, KeyPath, ResponseSpelling},
};

pub use self::messages::find as messages;
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
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let messages = messages::find(&body, &spelling.envelope.messages);
        Self { is_success: false, messages: messages.unwrap_or_default(), data: None }
    }
}

impl<'de, T: Deserialize<'de>> Answer<T> {
    /// Reads a response body in the contract's spelling.
    ///
    /// `status` may be a number or a string; `messages` may be a string, null, absent, a list of strings, or objects with them.
    /// The data of a refusal is ignored. Null data of a success are an empty list where a list is expected, else a refusal.
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
        let list = spelling.list.as_ref().map_or(&[][..], KeyPath::keys);
        let answer = match &envelope.data {
            // The status and the messages may stand beside the data.
            None if envelope.status.is_some() && reader.is_object() => {
                let beside =
                    reader.look_ahead(|reader| Parts::<IgnoredAny>::new(envelope, &[], outcome).read(reader))?;
                let Answer { is_success, messages, .. } = beside;
                let data = if is_success {
                    data(reader, list)?
                } else {
                    reader.skip()?;
                    None
                };
                Self { is_success, messages, data }
            }
            None => {
                let data = data(reader, list)?.or_else(|| T::deserialize(NullList).ok());
                Self { is_success: true, messages: String::new(), data }
            }
            Some(_) => Parts::new(envelope, list, outcome).read(reader)?,
        };
        if reader.is_at_end() { Ok(answer) } else { Err(Unreadable::default()) }
    }
}

/// The parts of an envelope while it is read.
struct Parts<'s, T> {
    spelling: &'s EnvelopeSpelling,
    /// The keys to the list in the data.
    list: &'s [String],
    status: Option<Outcome>,
    /// The outcome until the status comes.
    assumed: Option<Outcome>,
    /// By their place in the spelling.
    messages: Vec<Option<String>>,
    data: Data<T>,
}

/// The data of an envelope while it is read.
enum Data<T> {
    Absent,
    /// Skipped: of a refusal, or not of type `T`.
    Skipped,
    Read(Option<T>),
}

/// A part of an envelope.
#[derive(Clone, Copy)]
enum Part {
    Status,
    /// By its place in the spelling.
    Messages(usize),
    Data,
}

impl<'s, T> Parts<'s, T> {
    fn new(spelling: &'s EnvelopeSpelling, list: &'s [String], assumed: Option<Outcome>) -> Self {
        let status = spelling.status.is_none().then_some(Outcome::Success);
        Self { spelling, list, status, assumed, messages: vec![None; spelling.messages.len()], data: Data::Absent }
    }

    /// The parts and their keys.
    fn keys(&self) -> impl Iterator<Item = (Part, &'s [String])> + use<'s, T> {
        let of = |part, path: &'s KeyPath| (part, path.keys());
        let status = self.spelling.status.iter().map(move |path| of(Part::Status, path));
        let messages = self.spelling.messages.iter().enumerate();
        let messages = messages.map(move |(at, path)| of(Part::Messages(at), path));
        let data = self.spelling.data.iter().map(move |path| of(Part::Data, path));
        status.chain(messages).chain(data)
    }
}

impl<'de, T: Deserialize<'de>> Parts<'_, T> {
    fn read(mut self, reader: &mut JsonReader<'de, '_>) -> Result<Answer<T>, Unreadable> {
        self.read_object(reader, &mut Vec::new())?;
        let is_success = self.status.ok_or_else(Unreadable::default)? == Outcome::Success;
        let messages = self.messages.into_iter().flatten().find(|text| !text.is_empty()).unwrap_or_default();
        let data = match self.data {
            // Null data are a failure (specification, section 3), but a list of a success is empty: its messages say so.
            Data::Read(None) if is_success => T::deserialize(NullList).ok(),
            Data::Read(data) if is_success => data,
            Data::Skipped if is_success => return Err(Unreadable::default()),
            _ => None,
        };
        Ok(Answer { is_success, messages, data })
    }

    /// Reads the object to which these keys lead.
    fn read_object(&mut self, reader: &mut JsonReader<'de, '_>, keys: &mut Vec<String>) -> Result<(), Unreadable> {
        let mut is_first = true;
        while let Some(key) = reader.key(is_first)? {
            is_first = false;
            let depth = keys.len();
            let leads = |path: &[String]| path.len() > depth && path[..depth] == **keys && path[depth] == *key;
            let mut parts = self.keys().filter(|(_, path)| leads(path));
            match (parts.next(), parts.next()) {
                (None, _) => reader.skip()?,
                (Some((part, path)), None) if path.len() == depth + 1 => self.read_part(reader, part)?,
                // Messages may stand in a list of objects.
                (Some((Part::Messages(at), path)), None) => {
                    let value = Value::deserialize(&mut *reader)?;
                    self.messages[at] =
                        Some(messages::within(&value, &path[depth + 1..]).ok_or_else(Unreadable::default)?);
                }
                _ if reader.is_object() => {
                    keys.push(key.into_owned());
                    self.read_object(reader, keys)?;
                    keys.pop();
                }
                _ => reader.skip()?,
            }
        }
        Ok(())
    }

    fn read_part(&mut self, reader: &mut JsonReader<'de, '_>, part: Part) -> Result<(), Unreadable> {
        match part {
            Part::Status if self.status.is_none() => {
                self.status = Some(Outcome::read(reader, &self.spelling.success)?);
            }
            Part::Messages(at) if self.messages[at].is_none() => {
                let value = Value::deserialize(&mut *reader)?;
                self.messages[at] = Some(messages::within(&value, &[]).ok_or_else(Unreadable::default)?);
            }
            Part::Data if matches!(self.data, Data::Absent) => {
                let list = self.list;
                self.data = match self.status.or(self.assumed) {
                    Some(Outcome::Success) => Data::Read(data(reader, list)?),
                    Some(Outcome::Refusal) => {
                        reader.skip()?;
                        Data::Skipped
                    }
                    None => reader.attempt(|reader| data(reader, list))?.map_or(Data::Skipped, Data::Read),
                };
            }
            // A second value of the same key.
            _ => return Err(Unreadable::default()),
        }
        Ok(())
    }
}

/// Reads the data of a success. `list` are the keys that lead to them where they are within objects.
fn data<'de, T: Deserialize<'de>>(reader: &mut JsonReader<'de, '_>, list: &[String]) -> Result<Option<T>, Unreadable> {
    if reader.null() {
        return Ok(None);
    }
    let Some((list, within)) = list.split_first().filter(|_| reader.is_object()) else {
        return T::deserialize(reader).map(Some);
    };
    let mut data = None;
    let mut is_first = true;
    while let Some(key) = reader.key(is_first)? {
        is_first = false;
        match &data {
            None if key == *list => data = Some(self::data(reader, within)?),
            _ => reader.skip()?,
        }
    }
    data.ok_or_else(Unreadable::default)
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

#[cfg(test)]
mod tests;
