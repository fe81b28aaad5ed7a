//! Values in as few bytes as they need: texts in one buffer, everything else in another, each behind the one before it.
//! They are read again in the same order.

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate};
use rust_decimal::Decimal;
use services::wire::value::{InPlace, Integer, Money, Text};

/// What was packed.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) texts: String,
    pub(super) rest: Vec<u8>,
}

/// What can be packed.
pub(super) trait Pack {
    fn pack(&self, to: &mut Buffers);
}

/// What can be read again, in the order in which it was packed.
pub(super) trait Unpack<'a> {
    fn unpack(from: &mut Unpacker<'a>) -> Self;
}

/// What was packed, from where it was not yet read.
pub(super) struct Unpacker<'a> {
    pub(super) texts: &'a str,
    pub(super) rest: &'a [u8],
}

impl Buffers {
    /// A number in as few bytes as it needs, seven bits in each.
    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.rest.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.rest.push(number.to_le_bytes()[0]);
    }

    /// The same of one that may be negative: the sign is the last bit, so that small numbers stay short.
    fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.texts.push_str(text);
    }
}

impl<'a> Unpacker<'a> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.rest.split_first_chunk().expect("read as it was packed");
        self.rest = rest;
        *bytes
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let [byte] = self.bytes();
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }

    fn signed(&mut self) -> i64 {
        let number = self.number();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    fn length(&mut self) -> usize {
        usize::try_from(self.number()).expect("it was a length")
    }

    fn text(&mut self) -> &'a str {
        let length = self.length();
        let (text, rest) = self.texts.split_at(length);
        self.texts = rest;
        text
    }
}

impl Pack for String {
    fn pack(&self, to: &mut Buffers) {
        to.text(self);
    }
}

impl Pack for InPlace<'_> {
    fn pack(&self, to: &mut Buffers) {
        to.text(self);
    }
}

impl<'a> Unpack<'a> for &'a str {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        from.text()
    }
}

impl<'a> Unpack<'a> for InPlace<'a> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        from.text().into()
    }
}

impl<S: Pack> Pack for Text<S> {
    fn pack(&self, to: &mut Buffers) {
        self.0.pack(to);
    }
}

impl<'a, S: Unpack<'a>> Unpack<'a> for Text<S> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        Self(S::unpack(from))
    }
}

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, to: &mut Buffers) {
        to.rest.push(self.is_some().into());
        if let Some(value) = self {
            value.pack(to);
        }
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Option<T> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        (from.bytes() == [1]).then(|| T::unpack(from))
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, to: &mut Buffers) {
        to.number(self.len() as u64);
        self.iter().for_each(|one| one.pack(to));
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Vec<T> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        (0..from.length()).map(|_| T::unpack(from)).collect()
    }
}

impl Pack for bool {
    fn pack(&self, to: &mut Buffers) {
        to.rest.push((*self).into());
    }
}

impl Unpack<'_> for bool {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        from.bytes() == [1]
    }
}

impl Pack for Integer {
    fn pack(&self, to: &mut Buffers) {
        to.signed(self.0);
    }
}

impl Unpack<'_> for Integer {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self(from.signed())
    }
}

/// Stands for the number of decimals where an amount follows as it is in memory.
const AS_IN_MEMORY: u8 = u8::MAX;

impl Pack for Money {
    fn pack(&self, to: &mut Buffers) {
        let Self(amount) = self;
        let has_lost_sign = amount.is_zero() && amount.is_sign_negative();
        match (i64::try_from(amount.mantissa()), u8::try_from(amount.scale())) {
            (Ok(mantissa), Ok(decimals)) if !has_lost_sign => {
                to.rest.push(decimals);
                to.signed(mantissa);
            }
            _ => {
                to.rest.push(AS_IN_MEMORY);
                to.rest.extend_from_slice(&amount.serialize());
            }
        }
    }
}

impl Unpack<'_> for Money {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self(match from.bytes() {
            [AS_IN_MEMORY] => Decimal::deserialize(from.bytes()),
            [decimals] => Decimal::new(from.signed(), decimals.into()),
        })
    }
}

impl Pack for NaiveDate {
    fn pack(&self, to: &mut Buffers) {
        to.signed(self.num_days_from_ce().into());
    }
}

impl Unpack<'_> for NaiveDate {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let day = i32::try_from(from.signed()).ok().and_then(Self::from_num_days_from_ce_opt);
        day.expect("it was a day")
    }
}

impl Pack for DateTime<FixedOffset> {
    fn pack(&self, to: &mut Buffers) {
        to.signed(self.timestamp());
        to.number(self.timestamp_subsec_nanos().into());
        to.signed(self.offset().local_minus_utc().into());
    }
}

impl Unpack<'_> for DateTime<FixedOffset> {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (seconds, nanos, offset) = (from.signed(), from.number(), from.signed());
        let instant = u32::try_from(nanos).ok().and_then(|nanos| DateTime::from_timestamp(seconds, nanos));
        let offset = i32::try_from(offset).ok().and_then(FixedOffset::east_opt);
        // Offsets are whole minutes where they are written, so that a leap second stays one.
        instant.zip(offset).map(|(instant, offset)| instant.with_timezone(&offset)).expect("it was an instant")
    }
}
