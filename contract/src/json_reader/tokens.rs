//! The tokenizer: reads the next token, byte by byte or sixteen bytes at a time.

use serde_json::de::StrRead;

use super::{JsonReader, Unreadable};
use crate::byte_scan::{VECTOR, first_special, unescaped_len, white_space_len};

impl<'de> JsonReader<'de, '_> {
    /// Skips white space and returns the next byte without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        let next = *self.rest.as_bytes().first()?;
        if next > b' ' {
            return Some(next);
        }
        self.advance(white_space_len(self.rest.as_bytes()));
        self.rest.as_bytes().first().copied()
    }

    /// Skips white space and consumes the next byte if it is this one.
    #[inline(always)]
    pub(super) fn consume(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        if is_next {
            self.advance(1);
        }
        is_next
    }

    /// Consumes this text if it comes next.
    #[inline]
    pub(super) fn consume_text(&mut self, text: &str) -> bool {
        match self.rest.split_at_checked(text.len()) {
            Some((next, rest)) if equal(next.as_bytes(), text.as_bytes()) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Consumes one ASCII byte.
    #[inline]
    pub(super) fn ascii_byte(&mut self) -> Result<u8, Unreadable> {
        let byte = *self.rest.as_bytes().first().filter(|byte| byte.is_ascii()).ok_or_else(Unreadable::default)?;
        self.advance(1);
        Ok(byte)
    }

    /// Consumes `length` bytes, which must end at a character boundary. Positions next to an ASCII byte are boundaries.
    #[inline]
    pub(super) fn advance(&mut self, length: usize) -> &'de str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Consumes a quoted string without escapes.
    // Most tokens are of this kind; not inlined, a list takes 5 % longer.
    #[inline(always)]
    pub(super) fn plain_text(&mut self) -> Option<&'de str> {
        let bytes = self.rest.as_bytes();
        let end = 1 + unescaped_len(bytes.strip_prefix(b"\"")?);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        let text = self.rest.get(1..end)?;
        self.rest = self.rest.get(end + 1..)?;
        Some(text)
    }

    /// Consumes a quoted string of less than 32 bytes without escapes or padding.
    // Most values are of this kind. It calls no other function, which would cost as much as all of it.
    #[inline(always)]
    pub(super) fn short_text(&mut self) -> Option<&'de str> {
        let bytes = self.rest.as_bytes().strip_prefix(b"\"")?;
        let length = match first_special(*bytes.first_chunk()?) {
            Some(length) => length,
            None => VECTOR + first_special(*bytes.get(VECTOR..)?.first_chunk()?)?,
        };
        if bytes[length] != b'"' {
            return None;
        }
        let text = self.rest.get(1..=length).filter(|text| !is_padded(text))?;
        self.rest = self.rest.get(length + 2..)?;
        Some(text)
    }

    /// Consumes a quoted string with escapes and unescapes it.
    pub(super) fn escaped_text(&mut self) -> Result<&str, Unreadable> {
        self.unescaped.clear();
        self.ascii_byte()?;
        loop {
            let plain = self.advance(unescaped_len(self.rest.as_bytes()));
            self.unescaped.push_str(plain);
            match self.ascii_byte()? {
                b'"' => return Ok(&self.unescaped),
                b'\\' => {
                    let character = self.escape()?;
                    self.unescaped.push(character);
                }
                _ => return Err(Unreadable::default()),
            }
        }
    }

    /// Consumes an escape sequence after its backslash and returns its character.
    #[inline]
    fn escape(&mut self) -> Result<char, Unreadable> {
        Ok(match self.ascii_byte()? {
            same @ (b'"' | b'\\' | b'/') => char::from(same),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.unicode_escape()?,
            _ => return Err(Unreadable::default()),
        })
    }

    /// Consumes the digits of `\u`, and all of a second one that makes a pair with it. Half of a surrogate pair, which a service
    /// writes that cuts a text within a character, is the replacement character: it must not cost the whole list.
    #[inline]
    fn unicode_escape(&mut self) -> Result<char, Unreadable> {
        let first = self.hex()?;
        if let Some(character) = char::from_u32(first.into()) {
            return Ok(character);
        }
        let second = self.rest;
        if self.consume_text("\\u") {
            let pair = [first, self.hex()?];
            if let Some(Ok(character)) = char::decode_utf16(pair).next() {
                return Ok(character);
            }
            self.rest = second;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    /// Consumes four hexadecimal digits.
    #[inline]
    fn hex(&mut self) -> Result<u16, Unreadable> {
        let digits = self.rest.as_bytes().first_chunk::<4>().ok_or_else(Unreadable::default)?;
        let mut unit = 0;
        for digit in digits {
            unit = unit << 4
                | u16::from(match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    b'A'..=b'F' => digit - b'A' + 10,
                    _ => return Err(Unreadable::default()),
                });
        }
        self.advance(digits.len());
        Ok(unit)
    }

    /// Consumes a number without an exponent.
    #[inline]
    pub(super) fn plain_number(&mut self) -> Option<&'de str> {
        let rest = self.rest.as_bytes();
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
        Some(self.advance(end))
    }

    /// Consumes a non-negative integer.
    #[inline]
    pub(super) fn plain_count(&mut self) -> Option<u64> {
        let rest = self.rest.as_bytes();
        let (mut count, mut length) = (0_u64, 0);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            count = count.checked_mul(10)?.checked_add((digit - b'0').into())?;
            length += 1;
        }
        if length == 0 || length > 1 && rest[0] == b'0' || !ends_number(rest.get(length)) {
            return None;
        }
        self.advance(length);
        Some(count)
    }

    /// Consumes a non-negative amount with two decimals and returns it in centavos.
    #[inline]
    pub(super) fn plain_centavos(&mut self) -> Option<u64> {
        // So many digits in centavos fit into 64 bits.
        const MAX_DIGITS: usize = 16;
        let rest = self.rest.as_bytes();
        let (mut amount, mut length) = (0_u64, 0);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            amount = amount.wrapping_mul(10).wrapping_add((digit - b'0').into());
            length += 1;
        }
        if length == 0 || length > MAX_DIGITS || length > 1 && rest[0] == b'0' {
            return None;
        }
        let [b'.', tens @ b'0'..=b'9', ones @ b'0'..=b'9', next] = rest.get(length..)?.first_chunk()? else {
            return None;
        };
        if !ends_number(Some(next)) {
            return None;
        }
        self.advance(length + 3);
        Some(100 * amount + 10 * u64::from(tens - b'0') + u64::from(ones - b'0'))
    }

    /// Reads one value with serde_json.
    pub(super) fn with_serde_json<T>(
        &mut self,
        read: impl FnOnce(&mut serde_json::Deserializer<StrRead<'de>>) -> serde_json::Result<T>,
    ) -> Result<T, Unreadable> {
        let value = self.skipped()?;
        read(&mut serde_json::Deserializer::from_str(value)).map_err(|_| Unreadable::default())
    }

    /// Consumes one value and returns it as it is written.
    pub(super) fn skipped(&mut self) -> Result<&'de str, Unreadable> {
        self.peek();
        let start = self.rest;
        self.skip()?;
        Ok(&start[..start.len() - self.rest.len()])
    }
}

/// Whether there are spaces around a text.
#[inline(always)]
pub(super) fn is_padded(text: &str) -> bool {
    matches!(text.as_bytes(), [b' ', ..] | [.., b' '])
}

/// Whether a number ends before this byte.
#[inline]
fn ends_number(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// Compares two slices of equal length. Slices of 8 to 32 bytes, the usual case, are compared as two overlapping chunks,
/// which is faster than a call to `memcmp`.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    match a.len() {
        8..16 => a.first_chunk::<8>() == b.first_chunk::<8>() && a.last_chunk::<8>() == b.last_chunk::<8>(),
        16..=32 => a.first_chunk::<16>() == b.first_chunk::<16>() && a.last_chunk::<16>() == b.last_chunk::<16>(),
        _ => a == b,
    }
}
