//! Amounts in BRL, never in binary floating point.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use contract::value::Money;

use super::string;
use crate::schema::json;

/// An amount in BRL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(pub rust_decimal::Decimal);

/// An amount in BRL as text with two decimals and a point, for example `"1280.50"`: never binary floating point.
///
/// As input, up to twelve digits before the point and two after it. A JSON number is taken too where it carries such an
/// amount exactly (`1280`, `1280.5`).
#[Scalar]
impl ScalarType for Decimal {
    fn parse(value: Value) -> InputValueResult<Self> {
        Self::read(&value).map_err(InputValueError::custom)
    }

    fn to_value(&self) -> Value {
        Value::String(print_amount(self.0))
    }
}

impl Decimal {
    pub(super) fn read(value: &Value) -> Result<Self, &'static str> {
        match value {
            // A number of at most 15 digits survives binary floating point, so its shortest decimal form is what was sent.
            // async-graphql keeps no more of a longer one.
            Value::Number(number) => parse_amount(&number.to_string()),
            value => parse_amount(string(value, "Envie o valor como texto, por exemplo \"1280.50\".")?),
        }
    }

    /// The sum of two amounts; `None` if it would have to be rounded.
    pub fn plus(self, other: Self) -> Option<Self> {
        let sum = |a: rust_decimal::Decimal, b: rust_decimal::Decimal| {
            a.checked_add(b).filter(|sum| sum.scale() >= a.scale().max(b.scale()))
        };
        // Trailing zeros may take the place of significant digits.
        sum(self.0, other.0).or_else(|| sum(self.0.normalize(), other.0.normalize())).map(Self)
    }

    /// The amount times a count; `None` if it would have to be rounded.
    pub fn times(self, count: i64) -> Option<Self> {
        let (mut digits, mut scale) = (self.0.mantissa().checked_mul(count.into())?, self.0.scale());
        loop {
            match rust_decimal::Decimal::try_from_i128_with_scale(digits, scale) {
                Ok(product) => return Some(Self(product)),
                // A trailing zero is insignificant.
                Err(_) if scale > 0 && digits % 10 == 0 => (digits, scale) = (digits / 10, scale - 1),
                Err(_) => return None,
            }
        }
    }

    /// Writes it as JSON, equal to [`ScalarType::to_value`].
    pub(in crate::schema) fn write_json(self, to: &mut Vec<u8>) {
        // Nearly every amount has two decimals: its digits are written from the last to the first.
        let Some(centavos) = u64::try_from(self.0.mantissa()).ok().filter(|_| self.0.scale() == 2) else {
            return json::text(&print_amount(self.0), to);
        };
        let mut text = [b'"'; MAX_AMOUNT_LENGTH];
        let mut first = text.len() - 1;
        let mut put = |byte| {
            first -= 1;
            text[first] = byte;
        };
        let digit = |number: u64| b'0' + u8::try_from(number % 10).unwrap_or_default();
        put(digit(centavos));
        put(digit(centavos / 10));
        put(b'.');
        let mut whole = centavos / 100;
        loop {
            put(digit(whole));
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        to.extend_from_slice(&text[first - 1..]);
    }
}

/// Length of the digits of a `u64`, a point and quotes.
const MAX_AMOUNT_LENGTH: usize = 23;

impl From<Money> for Decimal {
    fn from(money: Money) -> Self {
        Self(money.0)
    }
}

fn parse_amount(text: &str) -> Result<Decimal, &'static str> {
    const FORM: &str = "O valor deve ter só dígitos, com ponto e até duas casas decimais, por exemplo 1280.50.";
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (whole, cents) = match text.split_once('.') {
        Some((whole, cents)) => (whole, Some(cents)),
        None => (text, None),
    };
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    if !digits(whole) || !cents.is_none_or(digits) {
        return Err(FORM);
    }
    if cents.is_some_and(|cents| cents.len() > 2) {
        return Err("O valor pode ter no máximo duas casas decimais.");
    }
    if whole.len() > 12 {
        return Err("O valor é grande demais: são aceitos até doze dígitos antes do ponto.");
    }
    text.parse().map(Decimal).map_err(|_| FORM)
}

/// Two decimals: amounts of the services have no more that count, and products of them have none either.
fn print_amount(amount: rust_decimal::Decimal) -> String {
    let mut amount = amount.normalize();
    if amount.scale() < 2 {
        amount.rescale(2);
    }
    amount.to_string()
}

#[cfg(test)]
mod tests {
    use async_graphql::{ScalarType, Value, value};
    use proptest::prelude::*;

    use super::{Decimal, print_amount};

    #[test]
    fn amounts_are_read_exactly_or_refused() {
        for (input, output) in [
            (value!("1280.50"), "1280.50"),
            (value!("1280.5"), "1280.50"),
            (value!("0"), "0.00"),
            (value!("-0.00"), "0.00"),
            (value!("-12.3"), "-12.30"),
            (value!("999999999999.99"), "999999999999.99"),
            (value!(1280), "1280.00"),
            (value!(1280.5), "1280.50"),
            (value!(999999999999.99), "999999999999.99"),
            (value!(0.1), "0.10"),
        ] {
            let amount = Decimal::read(&input).unwrap();
            assert_eq!(ScalarType::to_value(&amount), value!(output));
        }
        for input in [
            value!(""),
            value!("1.280,50"),
            value!("1,5"),
            value!(" 1"),
            value!("+1"),
            value!("1."),
            value!(".5"),
            value!("1_000"),
            value!("1e3"),
            value!("NaN"),
            value!("1.005"),
            value!("1000000000000"),
            value!("٣"),
            value!(0.30000000000000004),
            value!(1e20),
            value!(true),
            value!([1]),
            Value::Null,
        ] {
            assert!(Decimal::read(&input).is_err(), "{input}");
        }
    }

    #[test]
    fn sums_and_products_are_exact_or_none() {
        let amount = |text: &str| Decimal(text.parse().unwrap());
        let shown = |amount: Option<Decimal>| amount.map(|amount| print_amount(amount.0));
        for (a, b, sum) in [
            ("0.10", "0.2", Some("0.30")),
            ("0.00", "7", Some("7.00")),
            ("10.000", "0", Some("10.00")),
            ("1.50", "-1.5", Some("0.00")),
            ("79228162514264337593543950335", "0.00", Some("79228162514264337593543950335")),
            ("79228162514264337593543950334", "1.00", Some("79228162514264337593543950335")),
            ("79228162514264337593543950335", "0.01", None),
            ("79228162514264337593543950335", "1", None),
        ] {
            assert_eq!(shown(amount(a).plus(amount(b))).as_deref(), sum, "{a} + {b}");
            assert_eq!(shown(amount(b).plus(amount(a))).as_deref(), sum, "{b} + {a}");
        }
        for (a, count, product) in [
            ("320.00", 2, Some("640.00")),
            ("0.005", 3, Some("0.015")),
            ("1.25", 0, Some("0.00")),
            ("1.00", -3, Some("-3.00")),
            ("792281625142643375935439503.35", 1, Some("792281625142643375935439503.35")),
            ("792281625142643375935439503.35", 10, Some("7922816251426433759354395033.5")),
            ("792281625142643375935439503.35", 11, None),
            ("79228162514264337593543950335", 2, None),
        ] {
            assert_eq!(shown(amount(a).times(count)).as_deref(), product, "{a} × {count}");
        }
    }

    proptest! {
        #[test]
        fn an_amount_given_as_a_json_number_is_the_amount_of_its_digits(cents in -99_999_999_999_999_i64..=99_999_999_999_999) {
            let digits = rust_decimal::Decimal::new(cents, 2).to_string();
            let number: serde_json::Number = serde_json::from_str(&digits).unwrap();
            prop_assert_eq!(Decimal::read(&Value::Number(number)), Ok(Decimal(rust_decimal::Decimal::new(cents, 2))));
        }
    }
}
