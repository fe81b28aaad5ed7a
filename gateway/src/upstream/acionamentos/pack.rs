//! Encoder and decoder of compact values: texts in one buffer, all others in another, read in the order of writing. A text
//! that repeats is written once. Most values have a fixed size: variable-length encoding takes longer than parsing took.

use std::hash::{BuildHasher as _, Hasher as _};

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate};
use foldhash::fast::FixedState;
use rust_decimal::Decimal;
use services::wire::value::{InPlace, Integer, Label, Money, Nullable, Text, UnreadableValue};

/// Slots for repeated texts, by hash: statuses, procedures, people, usual notes.
const SLOTS: u16 = 512;

/// Tag of a text: none, the slot of a repeated one, or its length; the length of a long one follows.
const NONE: u16 = u16::MAX;
const LONG: u16 = NONE - 1;
const FIRST_SLOT: u16 = LONG - SLOTS;

/// The encoded values.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) texts: String,
    pub(super) rest: Vec<u8>,
    /// Start and length of the text in each slot. The first one stays: a collision only loses the optimisation.
    repeated: Vec<(u32, u32)>,
}

/// A value that can be encoded.
pub(super) trait Pack {
    fn pack(&self, to: &mut Buffers);

    /// The same for a value that repeats in many rows.
    fn pack_repeated(&self, to: &mut Buffers) {
        self.pack(to);
    }

    /// Encodes a missing value.
    fn pack_none(to: &mut Buffers) {
        to.rest.push(0);
    }

    /// Encodes that an optional value follows.
    fn mark(to: &mut Buffers) {
        to.rest.push(1);
    }
}

/// A value that can be decoded.
pub(super) trait Unpack<'a> {
    fn unpack(from: &mut Unpacker<'a>) -> Self;

    /// Decodes [`Pack::mark`] or [`Pack::pack_none`]: whether a value follows.
    fn follows(from: &mut Unpacker<'a>) -> bool {
        from.bytes() == [1]
    }
}

/// The values that are not decoded yet.
pub(super) struct Unpacker<'a> {
    of: &'a Buffers,
    texts: &'a str,
    rest: &'a [u8],
}

impl Buffers {
    /// A number as LEB128.
    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.rest.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.rest.push(number.to_le_bytes()[0]);
    }

    /// A signed number in zigzag encoding.
    fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn text(&mut self, text: &str) {
        match u16::try_from(text.len()) {
            Ok(length @ ..FIRST_SLOT) => self.rest.extend_from_slice(&length.to_le_bytes()),
            _ => {
                self.rest.extend_from_slice(&LONG.to_le_bytes());
                self.number(text.len() as u64);
            }
        }
        self.texts.push_str(text);
    }

    fn repeated_text(&mut self, text: &str) {
        if self.repeated.is_empty() {
            self.repeated.resize(SLOTS.into(), (0, 0));
        }
        let slot = slot(text);
        let (start, length) = &mut self.repeated[usize::from(slot)];
        if *length == 0 {
            (*start, *length) = (offset(self.texts.len()), offset(text.len()));
        } else if self.texts.as_bytes()[*start as usize..].get(..*length as usize) == Some(text.as_bytes()) {
            self.rest.extend_from_slice(&(FIRST_SLOT + slot).to_le_bytes());
            return;
        }
        self.text(text);
    }

    /// Memory that it takes, in bytes.
    pub(super) fn weight(&self) -> usize {
        self.texts.capacity() + self.rest.capacity() + size_of_val(&*self.repeated)
    }

    /// Decodes from these offsets on.
    pub(super) fn unpacker(&self, text: u32, rest: u32) -> Unpacker<'_> {
        Unpacker { of: self, texts: &self.texts[text as usize..], rest: &self.rest[rest as usize..] }
    }
}

fn slot(text: &str) -> u16 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(text.as_bytes());
    let [first, second, ..] = hasher.finish().to_be_bytes();
    u16::from_be_bytes([first, second]) % SLOTS
}

/// An offset or a length in four bytes.
pub(super) fn offset(length: usize) -> u32 {
    u32::try_from(length).expect("an answer has a gibibyte at most, and nothing in it takes more packed")
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

    /// Skips a missing text.
    fn text_follows(&mut self) -> bool {
        let is_none = self.rest.starts_with(&NONE.to_le_bytes());
        if is_none {
            self.bytes::<2>();
        }
        !is_none
    }

    fn text(&mut self) -> &'a str {
        let length = match u16::from_le_bytes(self.bytes()) {
            LONG => self.length(),
            slot @ FIRST_SLOT.. => {
                let (start, length) = self.of.repeated[usize::from(slot - FIRST_SLOT)];
                return &self.of.texts[start as usize..][..length as usize];
            }
            length => length.into(),
        };
        let (text, rest) = self.texts.split_at(length);
        self.texts = rest;
        text
    }
}

/// Encodes a type as its text.
macro_rules! pack_as_text {
    ($($text:ty),+) => {$(
        impl Pack for $text {
            fn pack(&self, to: &mut Buffers) {
                to.text(self);
            }

            fn pack_repeated(&self, to: &mut Buffers) {
                to.repeated_text(self);
            }

            fn pack_none(to: &mut Buffers) {
                to.rest.extend_from_slice(&NONE.to_le_bytes());
            }

            fn mark(_: &mut Buffers) {}
        }
    )+};
}

pack_as_text!(String, InPlace<'_>);

impl<'a> Unpack<'a> for &'a str {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        from.text()
    }

    fn follows(from: &mut Unpacker<'a>) -> bool {
        from.text_follows()
    }
}

impl<'a> Unpack<'a> for InPlace<'a> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        from.text().into()
    }

    fn follows(from: &mut Unpacker<'a>) -> bool {
        from.text_follows()
    }
}

/// Packs a newtype as what it holds.
macro_rules! newtypes {
    ($($newtype:ident)*) => {$(
        impl<S: Pack> Pack for $newtype<S> {
            fn pack(&self, to: &mut Buffers) {
                self.0.pack(to);
            }

            fn pack_repeated(&self, to: &mut Buffers) {
                self.0.pack_repeated(to);
            }

            fn pack_none(to: &mut Buffers) {
                S::pack_none(to);
            }

            fn mark(to: &mut Buffers) {
                S::mark(to);
            }
        }

        impl<'a, S: Unpack<'a>> Unpack<'a> for $newtype<S> {
            fn unpack(from: &mut Unpacker<'a>) -> Self {
                Self(S::unpack(from))
            }

            fn follows(from: &mut Unpacker<'a>) -> bool {
                S::follows(from)
            }
        }
    )*};
}

newtypes! { Text Label }

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, to: &mut Buffers) {
        match self {
            Some(value) => {
                T::mark(to);
                value.pack(to);
            }
            None => T::pack_none(to),
        }
    }

    fn pack_repeated(&self, to: &mut Buffers) {
        match self {
            Some(value) => {
                T::mark(to);
                value.pack_repeated(to);
            }
            None => T::pack_none(to),
        }
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Option<T> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        T::follows(from).then(|| T::unpack(from))
    }
}

/// Whether it could not be read, and then as an option.
impl<T: Pack> Pack for Nullable<T> {
    fn pack(&self, to: &mut Buffers) {
        match self.read() {
            Ok(None) => to.rest.push(0),
            Ok(Some(value)) => {
                to.rest.push(1);
                value.pack(to);
            }
            Err(UnreadableValue) => to.rest.push(2),
        }
    }

    fn pack_repeated(&self, to: &mut Buffers) {
        match self.read() {
            Ok(Some(value)) => {
                to.rest.push(1);
                value.pack_repeated(to);
            }
            _ => self.pack(to),
        }
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Nullable<T> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        match from.bytes() {
            [0] => Self::null(),
            [1] => Some(T::unpack(from)).into(),
            _ => Self::unreadable(),
        }
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

/// In place of the number of decimals: the amount follows in its full form.
const AS_IN_MEMORY: u8 = u8::MAX;

impl Pack for Money {
    fn pack(&self, to: &mut Buffers) {
        let Self(amount) = self;
        let has_lost_sign = amount.is_zero() && amount.is_sign_negative();
        let (digits, decimals) = (amount.mantissa(), u8::try_from(amount.scale()).unwrap_or(AS_IN_MEMORY));
        match i32::try_from(digits) {
            Ok(digits) if !has_lost_sign => {
                let [a, b, c, d] = digits.to_le_bytes();
                to.rest.extend_from_slice(&[decimals, a, b, c, d]);
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
            [decimals] => Decimal::new(i32::from_le_bytes(from.bytes()).into(), decimals.into()),
        })
    }
}

impl Pack for NaiveDate {
    fn pack(&self, to: &mut Buffers) {
        to.rest.extend_from_slice(&self.num_days_from_ce().to_le_bytes());
    }
}

impl Unpack<'_> for NaiveDate {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self::from_num_days_from_ce_opt(i32::from_le_bytes(from.bytes())).expect("it was a day")
    }
}

/// Where the offset of an instant begins below its seconds, which chrono bounds to fewer bits than are above it; the last bit
/// tells that there is less than a second.
const SECONDS: u32 = 20;

impl Pack for DateTime<FixedOffset> {
    fn pack(&self, to: &mut Buffers) {
        let (offset, nanos) = (self.offset().local_minus_utc(), self.timestamp_subsec_nanos());
        let instant = self.timestamp() << SECONDS | i64::from(offset + DAY) << 1 | i64::from(nanos > 0);
        to.rest.extend_from_slice(&instant.to_le_bytes());
        if nanos > 0 {
            to.rest.extend_from_slice(&nanos.to_le_bytes());
        }
    }
}

impl Unpack<'_> for DateTime<FixedOffset> {
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let instant = i64::from_le_bytes(from.bytes());
        let nanos = if instant & 1 == 1 { u32::from_le_bytes(from.bytes()) } else { 0 };
        let offset = i32::try_from(instant >> 1 & ((1 << (SECONDS - 1)) - 1)).ok();
        let offset = offset.and_then(|offset| FixedOffset::east_opt(offset - DAY));
        let instant = DateTime::from_timestamp(instant >> SECONDS, nanos);
        instant.zip(offset).map(|(instant, offset)| instant.with_timezone(&offset)).expect("it was an instant")
    }
}

/// More seconds than an offset has in either direction.
const DAY: i32 = 86_400;
