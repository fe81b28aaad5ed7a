//! Values that a mapping translates, or that an API writes in a form of its own: codes, flags, tax ids, amounts and days.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::de::{self, Visitor};

use super::{JsonReader, Unreadable, unpadded, value_kinds::STATUS_CODE};
use crate::{
    cpf_cnpj::{CpfCnpj, InRow},
    mapping::{FaultKind, ReadAmountForm, ReadDayForm},
    value::digits_in_text,
};

/// `20-11-2026 14:03` as `2026-11-20 14:03`; `None` for any other form.
fn with_year_first(text: &str) -> Option<String> {
    let (day, time) = text.split_at_checked(10)?;
    let day = NaiveDate::parse_from_str(day, "%d-%m-%Y").ok()?;
    Some(format!("{day}{time}"))
}

/// A number without a fraction of zeros: it may have gone through a double.
fn without_fraction_of_zeros(number: &str) -> &str {
    match number.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => whole,
        _ => number,
    }
}

impl<'de> JsonReader<'de, '_> {
    /// Reads an amount whose form the mapping configures.
    pub(super) fn amount<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        let form = self.forms.amounts;
        let next = self.peek();
        let is_text = next == Some(b'"');
        let written = match next {
            Some(b'"') => match self.plain_text() {
                Some(text) => text,
                None => self.escaped_text()?,
            },
            Some(b'-' | b'0'..=b'9') => self.skipped()?,
            _ => return Err(Unreadable::default()),
        };
        let written = written.trim();
        let digits = match form {
            ReadAmountForm::Cents => {
                let (centavos, power) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
                power.parse::<i32>().ok().map(|power| format!("{centavos}e{}", power.saturating_sub(2)))
            }
            // Pads to four decimals, so that `1,280` is not read as a group of thousands.
            ReadAmountForm::Comma if is_text => {
                let (whole, fraction) = written.split_once(',').unwrap_or((written, ""));
                let has_digits = written.contains(|digit: char| digit.is_ascii_digit());
                digits_in_text(&format!("{whole},{fraction:0<4}")).filter(|_| has_digits)
            }
            ReadAmountForm::Comma | ReadAmountForm::Any => Some(written.to_owned()),
        };
        visitor.visit_str(&digits.ok_or_else(Unreadable::default)?)
    }

    /// Reads a day or an instant.
    #[inline]
    pub(super) fn time<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.forms.days == ReadDayForm::DayFirst && self.peek() == Some(b'"') {
            let start = self.rest;
            if let Some(text) = self.plain_text()
                && let Some(day_first) = with_year_first(unpadded(text))
            {
                return visitor.visit_str(&day_first);
            }
            self.rest = start;
        }
        de::Deserializer::deserialize_any(self, visitor)
    }

    /// Reads a CPF or CNPJ.
    pub(super) fn tax_id<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Unreadable> {
        let next = self.peek();
        let is_number = matches!(next, Some(b'0'..=b'9'));
        let written = match next {
            Some(b'"') => self.plain_text().map(unpadded),
            _ if is_number => self.plain_number().map(without_fraction_of_zeros),
            _ => None,
        };
        let Some(written) = written else {
            if next != Some(b'"') {
                return de::Deserializer::deserialize_any(self, visitor);
            }
            // PHP escapes every slash.
            return visitor.visit_str(CpfCnpj::from_row(unpadded(self.escaped_text()?)).as_str());
        };
        match CpfCnpj::in_row(written, is_number) {
            InRow::AsWritten => visitor.visit_borrowed_str(written),
            InRow::Other(tax_id) => visitor.visit_str(tax_id.as_str()),
            InRow::Undecided => {
                self.fault = Some(FaultKind::UndecidedTaxId);
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
        let is_code = name == STATUS_CODE;
        let has_own_words = if is_code { !values.statuses.is_empty() } else { !values.flags.is_empty() };
        let is_readable = match self.peek() {
            Some(b'"' | b'-' | b'0'..=b'9') => true,
            Some(b't' | b'f') => !is_code,
            _ => false,
        };
        if !has_own_words || !is_readable {
            return de::Deserializer::deserialize_any(self, visitor);
        }
        let written = match self.peek() {
            Some(b'"') => match self.plain_text() {
                Some(text) => Cow::Borrowed(unpadded(text)),
                None => Cow::Owned(unpadded(self.escaped_text()?).to_owned()),
            },
            Some(b't') if self.consume_text("true") => Cow::Borrowed("true"),
            Some(b'f') if self.consume_text("false") => Cow::Borrowed("false"),
            _ => {
                let number = self.plain_number().ok_or_else(Unreadable::default)?;
                Cow::Borrowed(without_fraction_of_zeros(number))
            }
        };
        if is_code {
            return visitor.visit_str(values.status(&written));
        }
        match values.flag(&written) {
            Some(flag) => visitor.visit_bool(flag),
            None => visitor.visit_str(&written),
        }
    }
}
