//! Codes and flags that an API writes in words of its own, and tax ids that it writes as numbers.

use std::borrow::Cow;

use serde::de::{self, Visitor};

use super::{JsonReader, Unreadable, unpadded};
use crate::{
    cpf_cnpj::{CpfCnpj, InRow},
    wire::{spelling::FaultKind, value::STATUS},
};

impl<'de> JsonReader<'de, '_> {
    /// Reads a CPF or CNPJ.
    pub(super) fn tax_id<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        let next = self.peek();
        let start = self.rest;
        let is_number = matches!(next, Some(b'0'..=b'9'));
        let written = match next {
            Some(b'"') => self.plain_text().map(unpadded),
            _ if is_number => self.plain_number(),
            _ => None,
        };
        let Some(written) = written else { return de::Deserializer::deserialize_any(self, visitor) };
        match CpfCnpj::in_row(written, is_number) {
            InRow::AsWritten => visitor.visit_borrowed_str(written),
            InRow::Other(tax_id) => visitor.visit_str(tax_id.as_str()),
            InRow::Undecided => {
                self.fault = Some((FaultKind::UndecidedTaxId, start));
                visitor.visit_borrowed_str(written)
            }
        }
    }

    /// Reads the code of a status or a flag, in the API's words if it has any.
    #[inline]
    pub(super) fn code_or_flag<V: Visitor<'de>>(
        &mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let values = self.values;
        let is_code = name == STATUS;
        let is_spelt =
            if is_code { self.derives_labels || !values.statuses.is_empty() } else { !values.flags.is_empty() };
        let is_readable = match self.peek() {
            Some(b'"' | b'-' | b'0'..=b'9') => true,
            Some(b't' | b'f') => !is_code,
            _ => false,
        };
        if !is_spelt || !is_readable {
            return de::Deserializer::deserialize_any(self, visitor);
        }
        let written = match self.peek() {
            Some(b'"') => match self.plain_text() {
                Some(text) => Cow::Borrowed(unpadded(text)),
                None => Cow::Owned(unpadded(self.escaped_text()?).to_owned()),
            },
            Some(b't') if self.consume_text("true") => Cow::Borrowed("true"),
            Some(b'f') if self.consume_text("false") => Cow::Borrowed("false"),
            _ => Cow::Borrowed(self.plain_number().ok_or_else(Unreadable::default)?),
        };
        if is_code {
            if self.derives_labels {
                let depth = self.depth;
                self.statuses.retain(|(other, _)| *other != depth);
                self.statuses.push((depth, written.clone().into_owned()));
            }
            return visitor.visit_str(values.status(&written));
        }
        match values.flag(&written) {
            Some(flag) => visitor.visit_bool(flag),
            None => visitor.visit_str(&written),
        }
    }
}
