//! The scalar types of the wire. Each accepts several JSON forms and writes one.

use std::{borrow::Cow, fmt, marker::PhantomData, ops::Deref};

use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{IntoDeserializer as _, Visitor, value::BorrowedStrDeserializer},
    ser::Error as _,
};
use serde_json::value::RawValue;

use super::json_reader::MONEY;

/// A password digest, access code, session token or API key. It has no `Debug` or `Display`, so neither logs nor errors can
/// show it, and its memory is wiped on drop. Only serialization exposes it.
#[derive(Clone, Deserialize)]
#[serde(from = "String")]
pub struct Secret(SecretString);

impl Secret {
    /// The secret itself, to compare it or to send it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<String> for Secret {
    fn from(secret: String) -> Self {
        Self(secret.into())
    }
}

impl From<&SecretString> for Secret {
    fn from(secret: &SecretString) -> Self {
        Self(secret.clone())
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.expose())
    }
}

impl JsonSchema for Secret {
    fn schema_name() -> Cow<'static, str> {
        "Secret".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A code or a number (`cd…`, `nr…`): a string, which a service may also send as an integer. `S` is `String`, or
/// [`InPlace`] to borrow from the response body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Text<S = String>(pub S);

impl<'de, S: Deserialize<'de>> Deserialize<'de> for Text<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrInteger<S>(PhantomData<S>);
        impl<'de, S: Deserialize<'de>> Visitor<'de> for TextOrInteger<S> {
            type Value = Text<S>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("text or a whole number")
            }
            fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Text<S>, E> {
                S::deserialize(BorrowedStrDeserializer::new(text)).map(Text)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Text<S>, E> {
                S::deserialize(text.into_deserializer()).map(Text)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Text<S>, E> {
                self.visit_str(&number.to_string())
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Text<S>, E> {
                self.visit_str(&number.to_string())
            }
        }
        deserializer.deserialize_any(TextOrInteger(PhantomData))
    }
}

impl<S: AsRef<str>> Deref for Text<S> {
    type Target = str;
    fn deref(&self) -> &str {
        self.0.as_ref()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl<'a, S: From<&'a str>> From<&'a str> for Text<S> {
    fn from(text: &'a str) -> Self {
        Self(text.into())
    }
}

impl<S> JsonSchema for Text<S> {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A string borrowed from the response body, or a copy where it has escapes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlace<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for InPlace<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowed;
        impl<'de> Visitor<'de> for Borrowed {
            type Value = InPlace<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<InPlace<'de>, E> {
                Ok(InPlace(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<InPlace<'de>, E> {
                Ok(InPlace(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrowed)
    }
}

impl AsRef<str> for InPlace<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Deref for InPlace<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for InPlace<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl<'a> From<&'a str> for InPlace<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

/// An integer (`qt…`, and `nr…` for counts), which a service may also send as a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Integer(pub i64);

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IntegerOrText;
        impl Visitor<'_> for IntegerOrText {
            type Value = Integer;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a whole number")
            }
            fn visit_i64<E>(self, number: i64) -> Result<Integer, E> {
                Ok(Integer(number))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Integer, E> {
                i64::try_from(number).map(Integer).map_err(E::custom)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Integer, E> {
                text.trim().parse().map(Integer).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(IntegerOrText)
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(number)
    }
}

impl JsonSchema for Integer {
    fn schema_name() -> Cow<'static, str> {
        "Integer".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

/// An amount in BRL (`vl…`): written as a JSON number with two decimals, read from a number or a string. The JSON digits are
/// parsed as a decimal, never as binary floating point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Money(pub Decimal);

impl Money {
    /// An amount of whole centavos.
    pub fn from_centavos(centavos: i64) -> Self {
        Self(Decimal::new(centavos, 2))
    }

    /// The amount in whole centavos; `None` where it has a fraction of a centavo or is out of range.
    pub fn centavos(self) -> Option<i64> {
        let centavos = self.0.checked_mul(Decimal::ONE_HUNDRED)?;
        if !centavos.is_integer() {
            return None;
        }
        i64::try_from(centavos).ok()
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(format!("{:.2}", self.0)).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Amount;
        impl<'de> Visitor<'de> for Amount {
            type Value = Money;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an amount")
            }
            // Only `json_reader` passes a u128, and it means centavos.
            fn visit_u128<E: serde::de::Error>(self, centavos: u128) -> Result<Money, E> {
                i64::try_from(centavos).map(Money::from_centavos).map_err(E::custom)
            }
            fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<Money, E> {
                exact(digits).map(Money).ok_or_else(|| E::custom("invalid type: expected an amount"))
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Money, D::Error> {
                let raw = <&RawValue>::deserialize(deserializer)?.get();
                // A decimal holds no character that JSON escapes, so quotes are all that text adds.
                let digits = raw.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(raw).trim();
                self.visit_str(digits)
            }
        }
        deserializer.deserialize_newtype_struct(MONEY, Amount)
    }
}

/// Parses a decimal, with or without an exponent; `None` if it would have to be rounded.
fn exact(digits: &str) -> Option<Decimal> {
    let (base, power) = digits.split_once(['e', 'E']).map_or((digits, None), |(base, power)| (base, Some(power)));
    let decimal = Decimal::from_str_exact(base).or_else(|_| {
        // Trailing zeros of a fraction do not count.
        let (whole, fraction) = base.split_once('.').unwrap_or((base, ""));
        Decimal::from_str_exact(&format!("{whole}.{}", fraction.trim_end_matches('0')))
    });
    let decimal = decimal.ok()?;
    // It would round the base only, which is exact (checked above).
    if power.is_some() { Decimal::from_scientific(digits).ok() } else { Some(decimal) }
}

impl JsonSchema for Money {
    fn schema_name() -> Cow<'static, str> {
        "Money".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.01 })
    }
}

/// Empty data: written as `{}`, read from any value but null.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Nothing {}

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self {})
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::Money;

    fn amount(json: &str) -> Option<Decimal> {
        serde_json::from_str(json).ok().map(|Money(amount)| amount)
    }

    #[test]
    fn an_amount_is_exact_or_refused() {
        for (json, shown) in [
            ("792281625142643375935439503.35", "792281625142643375935439503.35"),
            ("\"792281625142643375935439503.35\"", "792281625142643375935439503.35"),
            ("79228162514264337593543950335", "79228162514264337593543950335"),
            ("-0.0000000000000000000000000001", "-0.0000000000000000000000000001"),
            ("1280.50000000000000000000000000000000", "1280.5"),
            ("7.9228162514264337593543950335E28", "79228162514264337593543950335"),
            ("1E+3", "1000"),
            ("15e-1", "1.5"),
        ] {
            assert_eq!(amount(json).map(|amount| amount.normalize().to_string()).as_deref(), Some(shown), "{json}");
        }
        for json in [
            "7922816251426433759354395033.55",
            "\"7922816251426433759354395033.55\"",
            "79228162514264337593543950336",
            "0.00000000000000000000000000001",
            "7922816251426433759354395033.55e0",
            "7922816251426433759354395033.55e1",
            "1e29",
            "1e99999999999",
        ] {
            assert_eq!(amount(json), None, "{json}");
        }
    }

    proptest! {
        #[test]
        fn the_digits_of_an_amount_are_its_digits(whole in "0|[1-9][0-9]{0,30}", fraction in "[0-9]{1,30}", sign in "-?") {
            let json = format!("{sign}{whole}.{fraction}");
            let significant = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
            match amount(&json) {
                Some(read) if read.is_zero() => prop_assert!(significant(&json).trim_start_matches('-') == "0"),
                Some(read) => prop_assert_eq!(read.normalize().to_string(), significant(&json)),
                None => prop_assert!(significant(&json).len() > 28, "{}", json),
            }
        }
    }
}
