//! Skips values that nobody asks for, and holds them to the grammar of JSON as serde_json does.

use super::{Reader, Unusual};
use crate::wire::plain::until_special;

impl Reader<'_> {
    /// Takes any value, without recursion, however deep it is.
    pub(super) fn skip(&mut self) -> Result<(), Unusual> {
        self.open.clear();
        loop {
            match self.next_byte().ok_or(Unusual)? {
                b'"' => self.skip_text()?,
                b'-' | b'0'..=b'9' => self.skip_number()?,
                b't' if self.takes_all("true") => {}
                b'f' if self.takes_all("false") => {}
                b'n' if self.takes_all("null") => {}
                b'[' => {
                    self.byte()?;
                    if !self.takes(b']') {
                        self.open.push(b']');
                        continue;
                    }
                }
                b'{' => {
                    self.byte()?;
                    if !self.takes(b'}') {
                        self.open.push(b'}');
                        self.skip_key()?;
                        continue;
                    }
                }
                _ => return Err(Unusual),
            }
            loop {
                let Some(end) = self.open.last().copied() else { return Ok(()) };
                if self.takes(b',') {
                    if end == b'}' {
                        self.skip_key()?;
                    }
                    break;
                }
                if !self.takes(end) {
                    return Err(Unusual);
                }
                self.open.pop();
            }
        }
    }

    fn skip_key(&mut self) -> Result<(), Unusual> {
        if self.next_byte() != Some(b'"') {
            return Err(Unusual);
        }
        self.skip_text()?;
        if self.takes(b':') { Ok(()) } else { Err(Unusual) }
    }

    fn skip_text(&mut self) -> Result<(), Unusual> {
        self.byte()?;
        loop {
            self.take(until_special(self.rest.as_bytes()));
            match self.byte()? {
                b'"' => return Ok(()),
                b'\\' => match self.byte()? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                    // Half of a pair may stand here alone, since nobody needs the character.
                    b'u' => drop(self.hex()?),
                    _ => return Err(Unusual),
                },
                _ => return Err(Unusual),
            }
        }
    }

    fn skip_number(&mut self) -> Result<(), Unusual> {
        self.takes_all("-");
        if !self.takes_all("0") {
            self.skip_digits()?;
        }
        if self.takes_all(".") {
            self.skip_digits()?;
        }
        if self.takes_all("e") || self.takes_all("E") {
            if !self.takes_all("+") {
                self.takes_all("-");
            }
            self.skip_digits()?;
        }
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), Unusual> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        self.take(digits);
        if digits > 0 { Ok(()) } else { Err(Unusual) }
    }
}
