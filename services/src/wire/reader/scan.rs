//! Takes the next token of the text, byte by byte or sixteen bytes at a time.

use serde_json::de::StrRead;

use super::{Reader, Unusual};
use crate::wire::plain::{until_special, white_space};

impl<'de> Reader<'de> {
    /// The next byte that is no white space. It is not taken.
    #[inline]
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        let next = *self.rest.as_bytes().first()?;
        if next > b' ' {
            return Some(next);
        }
        self.take(white_space(self.rest.as_bytes()));
        self.rest.as_bytes().first().copied()
    }

    /// Takes a byte if it is the next.
    #[inline]
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.next_byte() == Some(byte);
        if is_next {
            self.take(1);
        }
        is_next
    }

    /// Takes this text if it is the next.
    #[inline]
    pub(super) fn takes_all(&mut self, text: &str) -> bool {
        match self.rest.split_at_checked(text.len()) {
            Some((next, rest)) if equal(next.as_bytes(), text.as_bytes()) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes any byte of ASCII.
    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, Unusual> {
        let byte = *self.rest.as_bytes().first().filter(|byte| byte.is_ascii()).ok_or(Unusual)?;
        self.take(1);
        Ok(byte)
    }

    /// Takes so many bytes. They must end where a character does, as they do beside every byte of ASCII.
    #[inline]
    pub(super) fn take(&mut self, length: usize) -> &'de str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Takes a text in quotes that has no escape.
    // Most of what is read: as a function of its own it costs a twentieth of a list more.
    #[inline(always)]
    pub(super) fn plain_text(&mut self) -> Option<&'de str> {
        let bytes = self.rest.as_bytes();
        let end = 1 + until_special(bytes.strip_prefix(b"\"")?);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        let text = self.rest.get(1..end)?;
        self.rest = self.rest.get(end + 1..)?;
        Some(text)
    }

    /// Takes a text in quotes that has escapes, and unescapes it.
    pub(super) fn escaped_text(&mut self) -> Result<&str, Unusual> {
        self.unescaped.clear();
        self.byte()?;
        loop {
            let plain = self.take(until_special(self.rest.as_bytes()));
            self.unescaped.push_str(plain);
            match self.byte()? {
                b'"' => return Ok(&self.unescaped),
                b'\\' => {
                    let character = self.escape()?;
                    self.unescaped.push(character);
                }
                _ => return Err(Unusual),
            }
        }
    }

    /// Takes what follows a backslash: the character that it stands for.
    #[inline]
    fn escape(&mut self) -> Result<char, Unusual> {
        Ok(match self.byte()? {
            same @ (b'"' | b'\\' | b'/') => char::from(same),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                if let Some(character) = char::from_u32(first.into()) {
                    return Ok(character);
                }
                // Half of a pair.
                let second = if self.takes_all("\\u") { self.hex()? } else { return Err(Unusual) };
                let mut pair = char::decode_utf16([first, second]);
                pair.next().and_then(Result::ok).ok_or(Unusual)?
            }
            _ => return Err(Unusual),
        })
    }

    /// Takes four hexadecimal digits.
    #[inline]
    pub(super) fn hex(&mut self) -> Result<u16, Unusual> {
        let digits = self.rest.as_bytes().first_chunk::<4>().ok_or(Unusual)?;
        let mut unit = 0;
        for digit in digits {
            unit = unit << 4
                | u16::from(match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    b'A'..=b'F' => digit - b'A' + 10,
                    _ => return Err(Unusual),
                });
        }
        self.take(digits.len());
        Ok(unit)
    }

    /// Takes a number of digits only, with or without a sign and a point.
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
        Some(self.take(end))
    }

    /// Takes a whole number that is not negative.
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
        self.take(length);
        Some(count)
    }

    /// Takes an amount with two decimals that is not negative, as centavos.
    #[inline]
    pub(super) fn plain_centavos(&mut self) -> Option<u64> {
        // Their centavos fit into 64 bits.
        const MOST_DIGITS: usize = 16;
        let rest = self.rest.as_bytes();
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
        self.take(length + 3);
        Some(100 * amount + 10 * u64::from(tens - b'0') + u64::from(ones - b'0'))
    }

    /// Has serde_json read one value.
    pub(super) fn by_serde_json<T>(
        &mut self,
        read: impl FnOnce(&mut serde_json::Deserializer<StrRead<'de>>) -> serde_json::Result<T>,
    ) -> Result<T, Unusual> {
        self.next_byte();
        let start = self.rest;
        self.skip()?;
        let value = &start[..start.len() - self.rest.len()];
        read(&mut serde_json::Deserializer::from_str(value)).map_err(|_| Unusual)
    }
}

/// Whether a number ends before this byte.
#[inline]
fn ends_number(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// Whether two slices of one length are equal. Those of 8 to 32 bytes, as most are, are compared as two chunks that may
/// overlap, which costs less than a call.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    match a.len() {
        8..16 => a.first_chunk::<8>() == b.first_chunk::<8>() && a.last_chunk::<8>() == b.last_chunk::<8>(),
        16..=32 => a.first_chunk::<16>() == b.first_chunk::<16>() && a.last_chunk::<16>() == b.last_chunk::<16>(),
        _ => a == b,
    }
}
