//! Takes what stands next in the text, byte by byte or sixteen at a time.

use serde_json::{de::StrRead, value::RawValue};

use super::{Reader, Unusual};
use crate::wire::plain::until_special;

impl<'de> Reader<'de> {
    /// The next byte that is no white space, which is not taken.
    #[inline]
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                other => return Some(*other),
            }
        }
    }

    /// Takes a byte if it is the next.
    #[inline]
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.next_byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes what stands here word by word, if it does.
    #[inline]
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let stands_here = self.rest().starts_with(word.as_bytes());
        if stands_here {
            self.at += word.len();
        }
        stands_here
    }

    /// Takes a key that is expected here with its colon and with what stands before it, which is the brace of its object
    /// or a comma, if there is no white space between.
    #[inline]
    pub(super) fn takes_key(&mut self, before: u8, key: &str) -> bool {
        let length = key.len() + 4;
        let stands_here = self.rest().get(..length).is_some_and(|all| {
            let (head, tail) = (&all[..2], &all[length - 2..]);
            *head == [before, b'"'] && *tail == *b"\":" && equal(&all[2..length - 2], key.as_bytes())
        });
        if stands_here {
            self.at += length;
        }
        stands_here
    }

    /// Takes the next key of an object with what stands before it; `None` if that is the object's end, which is taken, too.
    pub(super) fn key(&mut self, before: u8) -> Result<Option<&'de str>, Unusual> {
        let is_first = before == b'{' && self.takes(b'{');
        if self.takes(b'}') {
            return Ok(None);
        }
        if !is_first && !self.takes(b',') || self.next_byte().is_none() {
            return Err(Unusual);
        }
        self.plain_text().map(Some).ok_or(Unusual)
    }

    /// Takes a text in quotes that needs no escape.
    // Most of what is read: as a function of its own it costs a twentieth of a list more.
    #[inline(always)]
    pub(super) fn plain_text(&mut self) -> Option<&'de str> {
        let inside = self.rest().strip_prefix(b"\"")?;
        let length = until_special(inside);
        if inside.get(length) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        self.text.get(start..start + length)
    }

    /// Takes a number that is digits, with a sign and a point or without.
    #[inline]
    pub(super) fn plain_number(&mut self) -> Option<&'de str> {
        let rest = self.rest();
        let end_of_digits = |mut at: usize| {
            while rest.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let start = usize::from(rest.first() == Some(&b'-'));
        let mut end = end_of_digits(start);
        if end == start || end > start + 1 && rest[start] == b'0' {
            return None;
        }
        if rest.get(end) == Some(&b'.') {
            let decimals = end + 1;
            end = end_of_digits(decimals);
            if end == decimals {
                return None;
            }
        }
        if !ends_number(rest.get(end)) {
            return None;
        }
        let start = self.at;
        self.at += end;
        self.text.get(start..self.at)
    }

    /// Takes a whole number that is above zero, or zero.
    #[inline]
    pub(super) fn plain_count(&mut self) -> Option<u64> {
        let rest = self.rest();
        let (mut count, mut length) = (0_u64, 0);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            count = count.checked_mul(10)?.checked_add((digit - b'0').into())?;
            length += 1;
        }
        if length == 0 || length > 1 && rest[0] == b'0' || !ends_number(rest.get(length)) {
            return None;
        }
        self.at += length;
        Some(count)
    }

    /// Takes an amount with two decimals, which is not below zero and not beyond all money there is.
    #[inline]
    pub(super) fn plain_centavos(&mut self) -> Option<u64> {
        const MOST_DIGITS: usize = 16;
        let rest = self.rest();
        let (mut amount, mut length) = (0_u64, 0);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            amount = amount.wrapping_mul(10).wrapping_add((digit - b'0').into());
            length += 1;
        }
        if length == 0 || length > MOST_DIGITS || length > 1 && rest[0] == b'0' {
            return None;
        }
        let [b'.', tens @ b'0'..=b'9', ones @ b'0'..=b'9', next] = rest.get(length..)?.first_chunk()? else {
            return None;
        };
        if !ends_number(Some(next)) {
            return None;
        }
        self.at += length + 3;
        Some(100 * amount + 10 * u64::from(tens - b'0') + u64::from(ones - b'0'))
    }

    /// Takes any value, as it is written.
    pub(super) fn value(&mut self) -> Result<&'de str, Unusual> {
        let first = self.next_byte();
        let rest = self.text.get(self.at..).ok_or(Unusual)?;
        let length = match first {
            Some(b'"' | b'[' | b'{') => {
                let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
                values.next().and_then(Result::ok).ok_or(Unusual)?;
                values.byte_offset()
            }
            _ => rest.bytes().position(|b| matches!(b, b',' | b'}' | b']')).unwrap_or(rest.len()),
        };
        self.at += length;
        Ok(&rest[..length])
    }

    /// Has serde_json read a value.
    pub(super) fn by_serde_json<T>(
        &mut self,
        read: impl FnOnce(&mut serde_json::Deserializer<StrRead<'de>>) -> serde_json::Result<T>,
    ) -> Result<T, Unusual> {
        let mut reader = serde_json::Deserializer::from_str(self.value()?);
        let value = read(&mut reader).map_err(|_| Unusual)?;
        reader.end().map_err(|_| Unusual)?;
        Ok(value)
    }

    pub(super) fn rest(&self) -> &'de [u8] {
        &self.text.as_bytes()[self.at..]
    }
}

/// Whether a number ends before this byte. What goes on is another kind of number, or none.
#[inline]
fn ends_number(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// Whether keys are equal: most are two times eight bytes, which may overlap.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() == b.len()
        && a.len() <= 16
        && let (Some(a_first), Some(b_first)) = (a.first_chunk::<8>(), b.first_chunk::<8>())
        && let (Some(a_last), Some(b_last)) = (a.last_chunk::<8>(), b.last_chunk::<8>())
    {
        return a_first == b_first && a_last == b_last;
    }
    a == b
}
