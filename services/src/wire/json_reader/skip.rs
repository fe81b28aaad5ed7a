//! Skips the values of unknown fields. They must be valid JSON, as serde_json requires too.

use super::{JsonReader, Unreadable};
use crate::wire::byte_scan::unescaped_len;

impl JsonReader<'_, '_> {
    /// Skips any value. Without recursion, so its depth is not limited.
    pub(in crate::wire) fn skip(&mut self) -> Result<(), Unreadable> {
        // Most values are plain.
        let is_skipped = match self.peek() {
            Some(b'"') => self.plain_text().is_some(),
            Some(b'-' | b'0'..=b'9') => self.plain_number().is_some(),
            _ => false,
        };
        if is_skipped {
            return Ok(());
        }
        self.open.clear();
        loop {
            match self.peek().ok_or_else(Unreadable::default)? {
                b'"' => self.skip_text()?,
                b'-' | b'0'..=b'9' => self.skip_number()?,
                b't' if self.consume_text("true") => {}
                b'f' if self.consume_text("false") => {}
                b'n' if self.consume_text("null") => {}
                b'[' => {
                    self.ascii_byte()?;
                    if !self.consume(b']') {
                        self.open.push(b']');
                        continue;
                    }
                }
                b'{' => {
                    self.ascii_byte()?;
                    if !self.consume(b'}') {
                        self.open.push(b'}');
                        self.skip_key()?;
                        continue;
                    }
                }
                _ => return Err(Unreadable::default()),
            }
            loop {
                let Some(end) = self.open.last().copied() else { return Ok(()) };
                if self.consume(b',') {
                    if end == b'}' {
                        self.skip_key()?;
                    }
                    break;
                }
                if !self.consume(end) {
                    return Err(Unreadable::default());
                }
                self.open.pop();
            }
        }
    }

    fn skip_key(&mut self) -> Result<(), Unreadable> {
        if self.peek() != Some(b'"') {
            return Err(Unreadable::default());
        }
        self.skip_text()?;
        if self.consume(b':') { Ok(()) } else { Err(Unreadable::default()) }
    }

    fn skip_text(&mut self) -> Result<(), Unreadable> {
        self.ascii_byte()?;
        loop {
            self.advance(unescaped_len(self.rest.as_bytes()));
            match self.ascii_byte()? {
                b'"' => return Ok(()),
                b'\\' => match self.ascii_byte()? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                    // A lone surrogate is accepted: the character is not needed.
                    b'u' => drop(self.hex()?),
                    _ => return Err(Unreadable::default()),
                },
                _ => return Err(Unreadable::default()),
            }
        }
    }

    fn skip_number(&mut self) -> Result<(), Unreadable> {
        self.consume_text("-");
        if !self.consume_text("0") {
            self.skip_digits()?;
        }
        if self.consume_text(".") {
            self.skip_digits()?;
        }
        if self.consume_text("e") || self.consume_text("E") {
            if !self.consume_text("+") {
                self.consume_text("-");
            }
            self.skip_digits()?;
        }
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), Unreadable> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        self.advance(digits);
        if digits > 0 { Ok(()) } else { Err(Unreadable::default()) }
    }
}
