//! Amounts of money.

use std::fmt;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, Visitor},
    ser::Error as _,
};
use serde_json::value::RawValue;

use crate::json_reader::value_kinds::MONEY;

/// An amount in BRL (`vl…`): written as a JSON number with two decimals, read from a number or a text. The JSON digits are
/// parsed as a decimal, never as binary floating point. Of a text: see [`digits_in_text`]. A response has [`two_decimals`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "serde_json::Number", inline, extend("multipleOf" = 0.01))]
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
        deserializer.deserialize_newtype_struct(MONEY, Amount(two_decimals))
    }
}

/// Reads an amount that a caller entered, with all its digits: a service that refuses some says why.
pub(crate) fn entered<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    deserializer.deserialize_newtype_struct(MONEY, Amount(exact))
}

/// Reads an amount by a parser of its digits, which are those of a JSON number.
struct Amount(fn(&str) -> Option<Decimal>);

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
        self.0(digits).map(Money).ok_or_else(|| E::custom("invalid type: expected an amount"))
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Money, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        if !raw.starts_with('"') {
            return self.visit_str(raw);
        }
        let text: String = serde_json::from_str(raw).map_err(D::Error::custom)?;
        let amount = digits_in_text(&text).and_then(|digits| self.0(&digits));
        amount.map(Money).ok_or_else(|| D::Error::custom("not an amount, or ambiguous"))
    }
}

/// The digits of an amount that a service writes as text: with a decimal point or comma, with thousands separators, after `R$`.
/// `1.280` and `1,280` may be either, so they are refused; `0,280`, `1280,500` and `1.280.500` are not ambiguous.
pub(crate) fn digits_in_text(text: &str) -> Option<String> {
    let (is_negative, text) = without_minus(text.trim());
    let text = text.strip_prefix("R$").unwrap_or(text).trim_start();
    let (is_negative, text) = if is_negative { (true, text) } else { without_minus(text) };
    let digits = match text.rfind(['.', ',']) {
        None => text.to_owned(),
        Some(last) => {
            let (whole, fraction) = (&text[..last], &text[last + 1..]);
            // Oracle writes no zero before the point of 0.50.
            let whole = if whole.is_empty() { "0" } else { whole };
            let (mark, other) = if text[last..].starts_with('.') { ('.', ',') } else { (',', '.') };
            if whole.contains(mark) {
                ungrouped(text, mark)?
            } else {
                let is_group = fraction.len() == 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
                let may_be_group = is_group && whole.len() <= 3 && !whole.starts_with('0');
                if fraction.is_empty() || may_be_group && !whole.contains(other) {
                    return None;
                }
                format!("{}.{fraction}", ungrouped(whole, other)?)
            }
        }
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    Some(if is_negative { format!("-{digits}") } else { digits })
}

fn without_minus(text: &str) -> (bool, &str) {
    text.strip_prefix('-').map_or((false, text), |rest| (true, rest.trim_start()))
}

/// Removes thousands separators. `None` if they do not make groups of three.
fn ungrouped(whole: &str, separator: char) -> Option<String> {
    let mut groups = whole.split(separator);
    let first = groups.next()?.len();
    let is_grouped = !whole.contains(separator) || (1..=3).contains(&first) && groups.all(|group| group.len() == 3);
    is_grouped.then(|| whole.replace(separator, ""))
}

/// Databases store at most this many decimals; rounding errors of binary sums are smaller.
const STORED_DECIMALS: u32 = 4;

/// Parses a JSON number as an amount of two decimals, without the digits that binary floating point leaves
/// (`0.30000000000000004`). `None` for any other third decimal: an amount is not rounded.
fn two_decimals(digits: &str) -> Option<Decimal> {
    let Some(amount) = exact(digits) else {
        // What is left of zero may have more decimals than fit: 5.551115123125783e-17.
        let is_zero = digits.parse::<f64>().is_ok_and(|left| left.abs() < 5e-5);
        return is_zero.then_some(Decimal::ZERO);
    };
    if amount.scale() <= 2 {
        return Some(amount);
    }
    let stored = amount.round_dp(STORED_DECIMALS).normalize();
    (stored.scale() <= 2).then_some(stored)
}

/// Parses a JSON number, with or without an exponent; `None` if it would have to be rounded.
fn exact(digits: &str) -> Option<Decimal> {
    // The parser of decimals takes them as separators.
    if digits.contains('_') {
        return None;
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::{Money, entered};

    /// As a service sends it.
    fn amount(json: &str) -> Option<Decimal> {
        serde_json::from_str(json).ok().map(|Money(amount)| amount)
    }

    /// As a caller enters it.
    fn entered_amount(json: &str) -> Option<Decimal> {
        entered(&mut serde_json::Deserializer::from_str(json)).ok().map(|Money(amount)| amount)
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
            let read = entered_amount(json);
            assert_eq!(read.map(|amount| amount.normalize().to_string()).as_deref(), Some(shown), "{json}");
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
            assert_eq!(entered_amount(json), None, "{json}");
        }
    }

    #[test]
    fn an_amount_in_a_response_has_two_decimals_but_for_what_binary_floating_point_leaves() {
        for (json, shown) in [
            ("1280.5", "1280.5"),
            ("1280.500", "1280.5"),
            ("0.30000000000000004", "0.3"),
            ("640.0999999999999", "640.1"),
            ("-640.0999999999999", "-640.1"),
            ("99999999999.990005", "99999999999.99"),
            ("1e-9", "0"),
            ("-5.551115123125783e-17", "0"),
            ("0.00000000000000000000000000001", "0"),
            ("792281625142643375935439503.35", "792281625142643375935439503.35"),
        ] {
            let read = amount(json).map(|amount| amount.normalize().to_string());
            assert_eq!(read.as_deref(), Some(shown), "{json}");
        }
        for json in [
            "10.005",
            "10.0049999999999",
            "999999999999.9901",
            "0.0001",
            "-0.001",
            "1e-4",
            "\"1280,505\"",
            "\"1_0\"",
            "\"12_34,5\"",
            "\"5_\"",
            "7922816251426433759354395033.55",
            "79228162514264337593543950336",
            "1e99999999999",
            "-1e99999999999",
        ] {
            assert_eq!(amount(json), None, "{json}");
        }
    }

    #[test]
    fn text_may_have_a_comma_and_thousands_separators_but_no_two_meanings() {
        for (text, shown) in [
            ("1280", "1280"),
            ("1280.50", "1280.50"),
            ("1280,50", "1280.50"),
            ("1.280,50", "1280.50"),
            ("1,280.50", "1280.50"),
            ("12.345.678,9", "12345678.9"),
            ("1.280.500", "1280500"),
            ("1280.500", "1280.500"),
            ("0,125", "0.125"),
            ("1.2805", "1.2805"),
            ("R$ 1.280,50", "1280.50"),
            ("R$\u{a0}-1.280,50", "-1280.50"),
            ("-R$ 1,5", "-1.5"),
            (" -1280,5 ", "-1280.5"),
            ("1.5e3", "1500"),
            // Oracle writes no zero before the point.
            (",50", "0.50"),
            (".5", "0.5"),
            ("-,5", "-0.5"),
            (",125", "0.125"),
        ] {
            let read = entered_amount(&serde_json::to_string(text).unwrap());
            assert_eq!(read, Some(shown.parse().unwrap()), "{text}");
        }
        for text in [
            "1.280",
            "1,280",
            "-12,345",
            "R$ 999.999",
            "",
            "R$",
            "-",
            ",",
            ",5,0",
            ",-5",
            "1280,",
            "1.28,5",
            "1.2800,5",
            "12.34.567",
            "1,280.50,1",
            "1.280.50",
            "--1,5",
            "1 280,50",
            "doze",
            "1,2,3",
        ] {
            let text = serde_json::to_string(text).unwrap();
            assert_eq!((entered_amount(&text), amount(&text)), (None, None), "{text}");
        }
        assert_eq!(
            entered_amount("1.280").map(|amount| amount.to_string()).as_deref(),
            Some("1.280"),
            "a number has a point"
        );
    }

    proptest! {
        #[test]
        fn the_digits_of_an_amount_are_its_digits(whole in "0|[1-9][0-9]{0,30}", fraction in "[0-9]{1,30}", sign in "-?") {
            let json = format!("{sign}{whole}.{fraction}");
            let significant = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
            match entered_amount(&json) {
                Some(read) if read.is_zero() => prop_assert!(significant(&json).trim_start_matches('-') == "0"),
                Some(read) => prop_assert_eq!(read.normalize().to_string(), significant(&json)),
                None => prop_assert!(significant(&json).len() > 28, "{}", json),
            }
        }
    }
}
