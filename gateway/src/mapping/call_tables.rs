//! What the file says of one service, in its own table and in those of all services.

use std::borrow::Cow;

use super::{
    error::MappingError,
    file::{CallTable, EnvelopeTable, KeyOrFalse, MappingFile, RefusalsTable},
};
use crate::contract_schema::schema::CallSchema;

/// What the file says of one service.
pub(super) struct CallTables<'f> {
    pub(super) file: &'f MappingFile,
    pub(super) call: &'static CallSchema,
    /// Its own table.
    pub(super) own: Cow<'f, CallTable>,
    /// Its envelope: its own keys over those of every response.
    pub(super) envelope: EnvelopeTable,
}

impl<'f> CallTables<'f> {
    pub(super) fn new(file: &'f MappingFile, call: &'static CallSchema) -> Result<Self, MappingError> {
        let own = file.calls.get(call.last_segment()).map(Cow::Borrowed).unwrap_or_default();
        let envelope = merged(&file.envelope, &own.envelope);
        let tables = Self { file, call, own, envelope };
        let own = &tables.own;
        let of_lists = [("pages", own.pages.is_some()), ("empty", own.empty != RefusalsTable::default())];
        if let Some((key, _)) = of_lists.iter().find(|(_, is_said)| *is_said && !call.is_list) {
            let what = "não serve: este serviço não responde com uma lista";
            return Err(MappingError::of(&tables.place(key), what));
        }
        if own.envelope.list.is_some() {
            let what = format!("não serve: diga {}", tables.place("list"));
            return Err(MappingError::of(&tables.place("envelope.list"), &what));
        }
        Ok(tables)
    }

    /// The place of a key of its own table.
    pub(super) fn place(&self, key: &str) -> String {
        format!("calls.\"{}\".{key}", self.call.last_segment())
    }

    /// The place of its envelope.
    pub(super) fn envelope_place(&self) -> String {
        let has_own = self.own.envelope != EnvelopeTable::default();
        if has_own { self.place("envelope") } else { "envelope".to_owned() }
    }
}

/// `own` over `general`, key by key.
fn merged(general: &EnvelopeTable, own: &EnvelopeTable) -> EnvelopeTable {
    fn or<T: Clone>(own: &Option<T>, general: &Option<T>) -> Option<T> {
        own.as_ref().or(general.as_ref()).cloned()
    }
    // `data = false` of a service means no envelope, so no status either, unless the service names one.
    let has_none = own.data == Some(KeyOrFalse::False) && own.status.is_none();
    EnvelopeTable {
        status: if has_none { Some(KeyOrFalse::False) } else { or(&own.status, &general.status) },
        success: or(&own.success, &general.success),
        messages: or(&own.messages, &general.messages),
        data: or(&own.data, &general.data),
        list: general.list.clone(),
        null_data: or(&own.null_data, &general.null_data),
        code: or(&own.code, &general.code),
        refusals: or(&own.refusals, &general.refusals),
    }
}
