//! The tax ids of Brazil: CPF of a person, CNPJ of a company.
//!
//! Check digits as the Receita Federal defines them, with the alphanumeric CNPJ of its Instrução
//! Normativa 2.229/2024: a character counts as its ASCII code less 48, so digits keep their value.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A tax id: 11 digits (CPF) or 14 characters (CNPJ), without punctuation.
///
/// One that [`Self::parse`] read has valid check digits. One that came over the wire is as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CpfCnpj(String);

/// What a service's row means with a tax id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InRow {
    /// What is written.
    AsWritten,
    /// This one, which is written with punctuation or other zeros.
    Other(CpfCnpj),
    /// A CPF or a CNPJ, or neither.
    Undecided,
}

/// Why a text is no tax id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidCpfCnpj {
    /// Neither 11 nor 14 characters besides the punctuation, or a character that no tax id has.
    Format,
    /// The last two digits do not follow from the others.
    CheckDigits,
}

impl CpfCnpj {
    /// Reads a tax id, its usual punctuation (`.`, `-`, `/`, spaces) allowed.
    ///
    /// # Errors
    /// [`InvalidCpfCnpj`] says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, InvalidCpfCnpj> {
        let plain: String =
            text.chars().filter(|c| !matches!(c, '.' | '-' | '/' | ' ')).map(|c| c.to_ascii_uppercase()).collect();
        let Some((base, check)) = plain.len().checked_sub(2).and_then(|at| plain.split_at_checked(at)) else {
            return Err(InvalidCpfCnpj::Format);
        };
        let digits_only = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let well_formed = digits_only(check)
            && match base.len() {
                9 => digits_only(base),
                12 => base.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()),
                _ => false,
            };
        if !well_formed {
            return Err(InvalidCpfCnpj::Format);
        }
        // Eleven equal digits have right check digits, yet are never issued.
        let repeated = base.bytes().all(|b| b == base.as_bytes()[0]) && digits_only(base);
        if repeated || check != check_digits(base) {
            return Err(InvalidCpfCnpj::CheckDigits);
        }
        Ok(Self(plain))
    }

    /// What a service's row means. Services pad a CPF to 14 digits, or send numbers, which have lost their leading zeros.
    ///
    /// A text of 11 or 14 digits is taken as written, except 14 digits that are no CNPJ but a CPF padded with zeros. A number, or
    /// a text of another length, is padded to 11 and to 14 digits; it is the one whose check digits are right, if only one is.
    pub fn in_row(written: &str, is_number: bool) -> InRow {
        let valid = |digits: &str| Self::parse(digits).ok();
        let is_digits = written.bytes().all(|b| b.is_ascii_digit());
        match written.len() {
            // Nearly all are so.
            11 if is_digits && !is_number => InRow::AsWritten,
            14 if is_digits => match written.strip_prefix("000").filter(|_| valid(written).is_none()).and_then(valid) {
                Some(cpf) => InRow::Other(cpf),
                None => InRow::AsWritten,
            },
            _ if written.bytes().all(|b| matches!(b, b'0' | b' ')) => InRow::AsWritten,
            _ if is_digits => {
                let digits = written.trim_start_matches('0');
                let lengths = [11, 14].into_iter().filter(|length| *length >= digits.len());
                let mut forms = lengths.filter_map(|length| valid(&format!("{digits:0>length$}")));
                match (forms.next(), forms.next()) {
                    (Some(only), None) => InRow::Other(only),
                    _ => InRow::Undecided,
                }
            }
            _ => match valid(written) {
                Some(plain) if plain.0 == written => InRow::AsWritten,
                Some(plain) => InRow::Other(plain),
                None => InRow::Undecided,
            },
        }
    }

    /// A tax id of a service's row, or what was sent in its place.
    pub fn from_row(written: &str) -> Self {
        match Self::in_row(written, false) {
            InRow::Other(tax_id) => tax_id,
            InRow::AsWritten | InRow::Undecided => Self(written.to_owned()),
        }
    }

    /// Whether a service's row is of this tax id. A text that may be a CPF or a CNPJ counts as the one that was asked for: `191`
    /// is valid as both.
    pub fn is_of_row(&self, written: &str) -> bool {
        match Self::in_row(written, false) {
            InRow::AsWritten => self.0 == written,
            InRow::Other(tax_id) => *self == tax_id,
            InRow::Undecided => self.0.trim_start_matches('0') == written.trim_start_matches('0'),
        }
    }

    /// Whether a service's row may be of this tax id although it does not show it: the text is blank, or masked
    /// (`***.982.247-**`) and has these characters where it has any.
    pub fn may_be_hidden_in(&self, written: &str) -> bool {
        let plain = || written.chars().filter(|c| !matches!(c, '.' | '-' | '/' | ' '));
        let is_hidden = |c: char| !c.is_ascii_alphanumeric() || matches!(c, 'X' | 'x');
        let fits = |(c, own): (char, char)| is_hidden(c) || c == own;
        plain().all(is_hidden) || plain().count() == self.0.len() && plain().zip(self.0.chars()).all(fits)
    }

    /// Completes the first 9 digits of a CPF or the first 12 characters of a CNPJ with its check digits.
    ///
    /// # Errors
    /// [`InvalidCpfCnpj`] if no tax id begins so.
    pub fn complete(base: &str) -> Result<Self, InvalidCpfCnpj> {
        if !matches!(base.len(), 9 | 12) || !base.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(InvalidCpfCnpj::Format);
        }
        Self::parse(&format!("{base}{}", check_digits(&base.to_ascii_uppercase())))
    }

    /// The tax id without punctuation.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CpfCnpj {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The two check digits of 9 (CPF) or 12 (CNPJ) characters: each is a weighted sum modulo 11, the
/// weights from the right 2, 3, 4 … (for a CNPJ starting over after 9).
fn check_digits(base: &str) -> String {
    let last_weight = if base.len() == 9 { 11 } else { 9 };
    let mut all = base.to_owned();
    for _ in 0..2 {
        let sum: u32 =
            all.bytes().rev().zip((2..=last_weight).cycle()).map(|(b, weight)| u32::from(b - b'0') * weight).sum();
        let digit = match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        };
        all.push_str(&digit.to_string());
    }
    all.split_off(base.len())
}

#[cfg(test)]
mod tests {
    use super::{CpfCnpj, InRow, InvalidCpfCnpj};

    #[test]
    fn known_tax_ids_are_read_with_and_without_punctuation() {
        for (text, plain) in [
            ("529.982.247-25", "52998224725"),
            (" 52998224725", "52998224725"),
            ("11.222.333/0001-81", "11222333000181"),
            // The example of the Receita Federal for the alphanumeric CNPJ.
            ("12.ABC.345/01DE-35", "12ABC34501DE35"),
            ("12.abc.345/01de-35", "12ABC34501DE35"),
        ] {
            assert_eq!(CpfCnpj::parse(text).map(|id| id.to_string()), Ok(plain.to_owned()));
        }
    }

    #[test]
    fn wrong_tax_ids_are_told_apart() {
        for text in
            ["", "5", "529.982.247-2", "5299822472A", "529982247255", "é9982247255", "12ABC34501DE3X", "52998224725;"]
        {
            assert_eq!(CpfCnpj::parse(text), Err(InvalidCpfCnpj::Format), "{text}");
        }
        for text in ["529.982.247-24", "111.111.111-11", "00000000000000", "12ABC34501DE36"] {
            assert_eq!(CpfCnpj::parse(text), Err(InvalidCpfCnpj::CheckDigits), "{text}");
        }
    }

    #[test]
    fn a_row_may_pad_a_tax_id_or_lose_its_zeros() {
        let other = |tax_id: &str| InRow::Other(CpfCnpj(tax_id.to_owned()));
        for (written, is_number, expected) in [
            ("52998224725", false, InRow::AsWritten),
            // Wrong check digits are shown as they are.
            ("52998224724", false, InRow::AsWritten),
            ("11222333000181", false, InRow::AsWritten),
            ("11222333000181", true, InRow::AsWritten),
            ("12ABC34501DE35", false, InRow::AsWritten),
            ("", false, InRow::AsWritten),
            ("0", true, InRow::AsWritten),
            ("00052998224725", false, other("52998224725")),
            ("00000000000191", false, InRow::AsWritten),
            ("52998224725", true, other("52998224725")),
            ("529.982.247-25", false, other("52998224725")),
            ("1984560000", true, other("01984560000")),
            ("1984560000", false, other("01984560000")),
            ("191", true, InRow::Undecided),
            ("191", false, InRow::Undecided),
            ("011222333000181", false, other("11222333000181")),
            ("1222333000118", true, InRow::Undecided),
            ("529982247", true, InRow::Undecided),
            ("***.982.247-**", false, InRow::Undecided),
        ] {
            assert_eq!(CpfCnpj::in_row(written, is_number), expected, "{written}");
        }
    }

    #[test]
    fn what_may_be_two_tax_ids_is_the_one_that_was_asked_for() {
        for (asked, written, is_of_row) in [
            ("00000000000191", "191", true),
            ("00000000191", "191", true),
            ("00000000191", "00000000000191", false),
            ("52998224725", "00052998224725", true),
            ("52998224725", "52998224725", true),
            ("52998224725", "52998224724", false),
            ("52998224725", "", false),
            ("11222333000181", "011222333000181", true),
        ] {
            assert_eq!(CpfCnpj::parse(asked).unwrap().is_of_row(written), is_of_row, "{asked} {written}");
        }
    }

    #[test]
    fn completing_gives_a_valid_tax_id() {
        assert_eq!(CpfCnpj::complete("529982247").map(|id| id.to_string()), Ok("52998224725".to_owned()));
        assert_eq!(CpfCnpj::complete("112223330001").map(|id| id.to_string()), Ok("11222333000181".to_owned()));
        assert_eq!(CpfCnpj::complete("123"), Err(InvalidCpfCnpj::Format));
    }
}
