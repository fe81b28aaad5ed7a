//! The envelope of every response: `{"status": 1, "messages": "", "data": …}`. [`Envelope`] writes it, [`Answer`] reads it.

mod data_reader;
mod messages;
mod missing_data;
mod page_markers;
mod status;

use std::collections::BTreeSet;

use serde::{
    Deserialize, Serialize,
    de::{self, IgnoredAny},
};
use serde_json::Value;

use self::{data_reader::DataReader, missing_data::MissingData, status::StatusMeaning};

use super::{
    json_reader::{JsonReader, Position, Unreadable},
    mapping::{EnvelopeMapping, FieldFault, KeyPath, ResponseMapping},
};

pub use self::{
    messages::{MESSAGE_KEYS, TEXT_KEYS, find as messages},
    page_markers::{PageMarkers, is_one_of, is_page_marker, plain_key},
};
pub use super::json_reader::{FailedField, ReadError, Reason};

/// The `status` that means success.
pub const SUCCESS: i64 = 1;
/// The `status` with which the reference services refuse; every value but [`SUCCESS`] is a refusal.
pub const REFUSED: i64 = 0;

/// The key of the status.
pub const STATUS: &str = "status";
/// The key of the text for the user.
pub const MESSAGES: &str = "messages";
/// The key of the result.
pub const DATA: &str = "data";
/// The keys of an envelope, in the order of writing.
pub const KEYS: [&str; 3] = [STATUS, MESSAGES, DATA];

/// Longest text of a refusal or of messages that are parsed as a whole, in bytes: a tree of values takes many times as much
/// memory, and a text for people is shorter.
const MAX_TREE: usize = 64 * 1024;

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
    /// Whether a success has no key of the data. False if the envelope has no status and a message makes it a refusal.
    pub lacks_data: bool,
    /// How a response tells of more pages of a list.
    pub pages: PageMarkers,
    /// Faults of values in the data of a success, each of which costs its field at most.
    pub faults: BTreeSet<FieldFault>,
}

impl<T> Answer<T> {
    /// Of a body in which values have no faults.
    fn new(is_success: bool, messages: String, data: Option<T>, pages: PageMarkers) -> Self {
        Self { is_success, messages, data, lacks_data: false, pages, faults: BTreeSet::new() }
    }

    /// A success without messages.
    pub fn success(data: Option<T>) -> Self {
        Self::new(true, String::new(), data, PageMarkers::default())
    }

    /// The same with other data.
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Answer<U> {
        let Self { is_success, messages, data, lacks_data, pages, faults } = self;
        Answer { is_success, messages, data: data.map(to), lacks_data, pages, faults }
    }

    /// Reads the body of a response whose HTTP status is a refusal. A body without messages has none.
    pub fn refusal(body: &[u8], mapping: &ResponseMapping) -> Self {
        let body = if body.len() <= MAX_TREE { body } else { &[] };
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let messages = messages::find(&body, &mapping.envelope.messages).unwrap_or_default();
        Self::new(false, messages, None, PageMarkers::default())
    }
}

impl<'de, T: Deserialize<'de>> Answer<T> {
    /// Reads a response body with the contract's own names.
    ///
    /// `status` may be a number or a string; `messages` may be a string, a list of strings, or objects with them; anything else,
    /// such as null or `false`, is no message.
    /// The data of a refusal is ignored. In a success,
    /// - null data are a refusal;
    /// - without the key of the data, they are an empty list or nothing, if that is the type; else it is a refusal if there are
    ///   messages, and an error if not;
    /// - with `null_is_success`, null data are treated like a missing key, messages or not.
    ///
    /// # Errors
    /// The body is not JSON, not an envelope, or the data of a success are not of type `T`.
    pub fn read(body: &'de [u8]) -> Result<Self, ReadError> {
        Self::read_mapped(body, &ResponseMapping::default())
    }

    /// Reads a response body with the API's names.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_mapped(body: &'de [u8], mapping: &ResponseMapping) -> Result<Self, ReadError> {
        // UTF-8 is checked once, not for each string.
        let Ok(text) = simdutf8::basic::from_utf8(body) else {
            let (failed, faults) = (FailedField::default(), BTreeSet::new());
            return Err(ReadError { reason: Reason::NotUtf8, failed, faults, line: 1, column: 0 });
        };
        let reader = &mut JsonReader::new(text, mapping);
        match Self::read_text(reader, mapping) {
            Ok(answer) if answer.is_success => Ok(Self { faults: reader.take_faults(), ..answer }),
            // Some APIs put the text of a refusal with HTTP 200 under the keys that others use in bodies of HTTP 4xx.
            Ok(answer) => {
                let Self { messages, .. } = Self::refusal(body, mapping);
                let messages = if messages.is_empty() { answer.messages } else { messages };
                Ok(Self { messages, ..answer })
            }
            Err(error) => Err(reader.explain(error)),
        }
    }

    fn read_text(reader: &mut JsonReader<'de, '_>, mapping: &ResponseMapping) -> Result<Self, Unreadable> {
        let envelope = &mapping.envelope;
        let list_path = mapping.list.as_ref().map_or(&[][..], KeyPath::keys);
        let data_reader = DataReader { list_path, page_keys: &mapping.pages };
        let answer = match &envelope.data {
            // The status and the messages may stand beside the data.
            None if envelope.status.is_some() && reader.is_object() => {
                let beside = reader.read_at(reader.position(), |reader| {
                    EnvelopeParts::<IgnoredAny>::new(envelope, data_reader.without_list()).read(reader)
                })?;
                let Answer { is_success, messages, mut pages, .. } = beside;
                let data = if is_success {
                    data_reader.read(reader, &mut pages)?
                } else {
                    reader.skip()?;
                    None
                };
                Self::new(is_success, messages, data, pages)
            }
            None => {
                let mut pages = PageMarkers::default();
                let data =
                    data_reader.read(reader, &mut pages)?.or_else(|| T::deserialize(MissingData::EmptyListOrUnit).ok());
                Self::new(true, String::new(), data, pages)
            }
            Some(_) => EnvelopeParts::new(envelope, data_reader).read(reader)?,
        };
        if reader.is_at_end() { Ok(answer) } else { Err(Unreadable::default()) }
    }
}

/// The parts of an envelope while it is read.
struct EnvelopeParts<'de, 's, T> {
    mapping: &'s EnvelopeMapping,
    data_reader: DataReader<'s>,
    status: Option<StatusMeaning>,
    /// By their place in the mapping.
    messages: Vec<Option<String>>,
    data: Data<'de, T>,
    /// Whether an unknown key holds a list or an object, which may be the data.
    has_other_container: bool,
    pages: PageMarkers,
}

/// The data of an envelope while it is read.
enum Data<'de, T> {
    Absent,
    /// Of a refusal, or before the status.
    Skipped(Position<'de>),
    Read(Option<T>),
}

/// A part of an envelope.
#[derive(Clone, Copy)]
enum Part {
    Status,
    /// By its place in the mapping.
    Messages(usize),
    Data,
}

impl<'s, T> EnvelopeParts<'_, 's, T> {
    fn new(mapping: &'s EnvelopeMapping, data_reader: DataReader<'s>) -> Self {
        let status = mapping.status.is_none().then_some(StatusMeaning::Success);
        let messages = vec![None; mapping.messages.len()];
        let (data, pages) = (Data::Absent, PageMarkers::default());
        Self { mapping, data_reader, status, messages, data, has_other_container: false, pages }
    }

    /// The parts and their keys.
    fn keys(&self) -> impl Iterator<Item = (Part, &'s [String])> + use<'s, T> {
        let of = |part, path: &'s KeyPath| (part, path.keys());
        let status = self.mapping.status.iter().map(move |path| of(Part::Status, path));
        let messages = self.mapping.messages.iter().enumerate();
        let messages = messages.map(move |(at, path)| of(Part::Messages(at), path));
        let data = self.mapping.data.iter().map(move |path| of(Part::Data, path));
        status.chain(messages).chain(data)
    }
}

impl<'de, T: Deserialize<'de>> EnvelopeParts<'de, '_, T> {
    fn read(mut self, reader: &mut JsonReader<'de, '_>) -> Result<Answer<T>, Unreadable> {
        self.read_object(reader, &mut Vec::new())?;
        let is_success =
            self.status.ok_or_else(|| <Unreadable as de::Error>::missing_field(STATUS))? == StatusMeaning::Success;
        if let Data::Skipped(position) = self.data
            && is_success
        {
            let (data_reader, pages) = (self.data_reader, &mut self.pages);
            self.data = Data::Read(reader.read_at(position, |reader| data_reader.read(reader, pages))?);
        }
        let messages = self.messages.into_iter().flatten().find(|text| !text.is_empty()).unwrap_or_default();
        let is_explained = !messages.is_empty() && !self.mapping.null_is_success;
        // Without a status the text alone refuses.
        let refuses_by_text = is_explained && self.mapping.status.is_none();
        let lacks_data = is_success && !refuses_by_text && matches!(self.data, Data::Absent);
        // Null data are a failure, whose reason the messages are (the portal's specification, sections 3 and 8).
        let refuses_by_null = matches!(self.data, Data::Read(None)) && !self.mapping.null_is_success;
        let missing = if refuses_by_text || refuses_by_null {
            None
        } else if is_explained || lacks_data && self.has_other_container {
            Some(MissingData::NothingOnly)
        } else if self.mapping.null_is_success {
            Some(MissingData::EmptyListOrUnit)
        } else {
            Some(MissingData::EmptyListOrNothing)
        };
        let data = match self.data {
            _ if !is_success => None,
            Data::Read(Some(data)) => Some(data),
            Data::Skipped(_) => None,
            Data::Absent | Data::Read(None) => {
                let data = missing.and_then(|missing| T::deserialize(missing).ok());
                if missing.is_some() && data.is_none() && messages.is_empty() {
                    return Err(de::Error::missing_field(DATA));
                }
                data
            }
        };
        Ok(Answer { lacks_data, ..Answer::new(is_success, messages, data, self.pages) })
    }

    /// Reads the object to which these keys lead.
    fn read_object(&mut self, reader: &mut JsonReader<'de, '_>, keys: &mut Vec<String>) -> Result<(), Unreadable> {
        let mut is_first = true;
        while let Some(key) = reader.key(is_first)? {
            is_first = false;
            let depth = keys.len();
            let leads = |path: &[String]| path.len() > depth && path[..depth] == **keys && path[depth] == *key;
            let parts: Vec<_> = self.keys().filter(|(_, path)| leads(path)).collect();
            let are_messages = parts.iter().all(|(part, _)| matches!(part, Part::Messages(_)));
            match parts[..] {
                [] => {
                    self.has_other_container |= self.data_reader.read_sibling(reader, &key, &mut self.pages)?;
                }
                [(part, path)] if path.len() == depth + 1 => self.read_part(reader, part)?,
                // Only messages lie below: in a list, or at one path. Several paths through an object are read key by key.
                _ if are_messages && (parts.len() == 1 || !reader.is_object()) => {
                    let value = self.messages_value(reader)?;
                    for (part, path) in parts {
                        if let Part::Messages(at) = part {
                            self.messages[at] = Some(messages::within(&value, &path[depth + 1..]));
                        }
                    }
                }
                _ if reader.is_object() => {
                    keys.push(key.into_owned());
                    self.read_object(reader, keys)?;
                    keys.pop();
                }
                // Null on the way to the data is null data.
                _ if parts.iter().any(|(part, _)| matches!(part, Part::Data)) && reader.null() => {
                    self.data = Data::Read(None);
                }
                _ => reader.skip()?,
            }
        }
        Ok(())
    }

    fn read_part(&mut self, reader: &mut JsonReader<'de, '_>, part: Part) -> Result<(), Unreadable> {
        match part {
            Part::Status if self.status.is_none() => {
                self.status = Some(StatusMeaning::read(reader, &self.mapping.success)?);
            }
            Part::Messages(at) if self.messages[at].is_none() => {
                let value = self.messages_value(reader)?;
                self.messages[at] = Some(messages::within(&value, &[]));
            }
            Part::Data if matches!(self.data, Data::Absent) => {
                let (data_reader, pages) = (self.data_reader, &mut self.pages);
                self.data = match self.status {
                    Some(StatusMeaning::Success) => Data::Read(data_reader.read(reader, pages)?),
                    Some(StatusMeaning::Refusal) | None => {
                        let start = reader.position();
                        reader.skip()?;
                        Data::Skipped(start)
                    }
                };
            }
            // A second value of the same key.
            _ => return Err(Unreadable::default()),
        }
        Ok(())
    }

    /// Reads messages; null where they are a list or an object that is too long.
    fn messages_value(&self, reader: &mut JsonReader<'de, '_>) -> Result<Value, Unreadable> {
        if !reader.is_filled() || reader.value_len()? <= MAX_TREE {
            return Value::deserialize(reader);
        }
        // Without a status the text alone refuses, so it cannot be left out.
        if self.mapping.status.is_none() {
            return Err(Unreadable::default());
        }
        reader.skip()?;
        Ok(Value::Null)
    }
}

#[cfg(test)]
mod tests;
