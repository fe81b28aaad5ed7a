//! Skips the values of unknown fields. They must be valid JSON, as serde_json requires too.

use super::{JsonReader, Unreadable};
use crate::byte_scan::{unescaped_len, white_space_len};

impl JsonReader<'_, '_> {
    /// Skips any value. Without recursion, so its depth is not limited.
    pub(crate) fn skip(&mut self) -> Result<(), Unreadable> {
        let bytes = self.rest.as_bytes();
        let start = after_space(bytes, 0);
        let end = match bytes.get(start) {
            Some(b'[' | b'{') => end_of_value(bytes, start, &mut self.open),
            _ => end_of_scalar(bytes, start),
        };
        self.advance(end.ok_or_else(Unreadable::default)?);
        Ok(())
    }
}

/// The end of the value that starts here; `open` is a buffer for closing brackets still expected.
fn end_of_value(bytes: &[u8], mut at: usize, open: &mut Vec<u8>) -> Option<usize> {
    open.clear();
    loop {
        let (bracket, is_object) = match bytes.get(at)? {
            b'[' => (b']', false),
            b'{' => (b'}', true),
            _ => (0, false),
        };
        if bracket == 0 {
            at = end_of_scalar(bytes, at)?;
        } else {
            at = after_space(bytes, at + 1);
            if bytes.get(at) != Some(&bracket) {
                open.push(bracket);
                if is_object {
                    at = end_of_key(bytes, at)?;
                }
                continue;
            }
            at += 1;
        }
        loop {
            let Some(bracket) = open.last() else { return Some(at) };
            at = after_space(bytes, at);
            match bytes.get(at)? {
                b',' => {
                    at = after_space(bytes, at + 1);
                    if *bracket == b'}' {
                        at = end_of_key(bytes, at)?;
                    }
                    break;
                }
                closing if closing == bracket => {
                    open.pop();
                    at += 1;
                }
                _ => return None,
            }
        }
    }
}

/// The end of a key, its colon and the white space after it.
fn end_of_key(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let at = after_space(bytes, end_of_text(bytes, at)?);
    if bytes.get(at) == Some(&b':') { Some(after_space(bytes, at + 1)) } else { None }
}

fn end_of_scalar(bytes: &[u8], at: usize) -> Option<usize> {
    let literal = |text: &[u8]| bytes[at..].starts_with(text).then_some(at + text.len());
    match bytes.get(at)? {
        b'"' => end_of_text(bytes, at),
        b'-' | b'0'..=b'9' => end_of_number(bytes, at),
        b't' => literal(b"true"),
        b'f' => literal(b"false"),
        b'n' => literal(b"null"),
        _ => None,
    }
}

fn end_of_text(bytes: &[u8], quote: usize) -> Option<usize> {
    let mut at = quote + 1;
    loop {
        at += unescaped_len(bytes.get(at..)?);
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match bytes.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                // A lone surrogate is accepted: the character is not needed.
                b'u' if bytes.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => at += 6,
                _ => return None,
            },
            _ => return None,
        }
    }
}

fn end_of_number(bytes: &[u8], start: usize) -> Option<usize> {
    let digits = |start: usize| {
        let mut at = start;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        (at > start).then_some(at)
    };
    let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at = digits(at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-'))))?;
    }
    Some(at)
}

#[inline]
fn after_space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(byte) if *byte <= b' ' => at + white_space_len(&bytes[at..]),
        _ => at,
    }
}
