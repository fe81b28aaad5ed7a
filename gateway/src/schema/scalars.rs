//! The graph's own scalars. Input is read strictly and what is wrong is said in Portuguese, without quoting the value,
//! which may be a person's; output shows what the services sent and never fails because of it.

use std::borrow::Cow;

use async_graphql::{
    ContextSelectionSet, ID, InputType, InputValueError, InputValueResult, OutputType, Positioned, Scalar, ScalarType,
    ServerResult, Value, parser::types::Field, registry::Registry,
};
use chrono::{Datelike as _, FixedOffset, NaiveDate, SecondsFormat, Timelike as _};
use services::{
    cpf_cnpj::{self, InvalidCpfCnpj},
    wire::value::{Integer, Money},
};

use super::{
    error::{Error, ErrorCode, engine::MESSAGE},
    json,
};

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub NaiveDate);

/// An instant, with the offset that it was told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateTime(pub chrono::DateTime<FixedOffset>);

/// An amount in BRL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(pub rust_decimal::Decimal);

/// A tax id. One that came in as input has valid check digits; one from the services is as they sent it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CpfCnpj(String);

/// A calendar day as `YYYY-MM-DD`, for example `2026-11-19`. It has no time of day and no time zone.
#[Scalar(specified_by_url = "https://scalars.graphql.org/andimarek/local-date")]
impl ScalarType for Date {
    fn parse(value: Value) -> InputValueResult<Self> {
        let text = text(value, "Envie a data como texto, no formato AAAA-MM-DD.")?;
        let shape = text.len() == 10
            && text.bytes().enumerate().all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
        if !shape {
            return Err(refused("A data deve estar no formato AAAA-MM-DD."));
        }
        text.parse().map(Self).map_err(|_| refused("Esta data não existe no calendário."))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

/// An instant as RFC 3339 with its offset, for example `2026-11-20T14:03:11-03:00`.
#[Scalar(specified_by_url = "https://www.rfc-editor.org/rfc/rfc3339")]
impl ScalarType for DateTime {
    fn parse(value: Value) -> InputValueResult<Self> {
        let text = text(value, "Envie o instante como texto, no formato RFC 3339.")?;
        chrono::DateTime::parse_from_rfc3339(&text)
            .map(Self)
            .map_err(|_| refused("O instante deve estar no formato RFC 3339, por exemplo 2026-11-20T14:03:11-03:00."))
    }

    fn to_value(&self) -> Value {
        Value::String(self.text())
    }
}

/// An amount in BRL as text with two decimals and a point, for example `"1280.50"`: never binary floating point.
///
/// As input, up to twelve digits before the point and two after it. A JSON number is taken too where it carries such an
/// amount exactly (`1280`, `1280.5`).
#[Scalar]
impl ScalarType for Decimal {
    fn parse(value: Value) -> InputValueResult<Self> {
        let text = match value {
            // A number of at most 15 digits survives the way through binary floating point, so its shortest decimal
            // form is what was written. Of a longer one async-graphql has kept no more than that.
            Value::Number(number) => number.to_string(),
            value => text(value, "Envie o valor como texto, por exemplo \"1280.50\".")?,
        };
        parse_amount(&text).map_err(refused)
    }

    fn to_value(&self) -> Value {
        Value::String(print_amount(self.0))
    }
}

/// CPF (11 digits) or CNPJ (14 characters; letters are allowed in its first 12), without punctuation.
///
/// As input, the usual punctuation (`529.982.247-25`, `11.222.333/0001-81`) is accepted and the check digits must be
/// right. As output, it is what the services sent.
#[Scalar]
impl ScalarType for CpfCnpj {
    fn parse(value: Value) -> InputValueResult<Self> {
        // A number would have lost its leading zeros.
        match cpf_cnpj::CpfCnpj::parse(&text(value, "Envie o CPF ou CNPJ como texto.")?) {
            Ok(id) => Ok(Self(id.as_str().to_owned())),
            Err(InvalidCpfCnpj::Format) => {
                Err(refused("Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação."))
            }
            Err(InvalidCpfCnpj::CheckDigits) => Err(refused("Os dígitos verificadores do CPF ou CNPJ não conferem.")),
        }
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.clone())
    }
}

impl Date {
    /// Writes it as JSON, as [`ScalarType::to_value`] has it.
    pub(super) fn write(self, to: &mut Vec<u8>) {
        let Some(day) = digits_of_day(self.0) else {
            return json::text(&self.0.to_string(), to);
        };
        let mut text = *b"\"0000-00-00\"";
        text[1..11].copy_from_slice(&day);
        to.extend_from_slice(&text);
    }
}

impl DateTime {
    /// Writes it as JSON, as [`ScalarType::to_value`] has it.
    pub(super) fn write(self, to: &mut Vec<u8>) {
        let (local, offset) = (self.0.naive_local(), self.0.offset().local_minus_utc());
        let day = digits_of_day(local.date()).filter(|_| local.nanosecond() == 0 && offset != 0 && offset % 60 == 0);
        let Some(day) = day else {
            return json::text(&self.text(), to);
        };
        let mut text = *b"\"0000-00-00T00:00:00+00:00\"";
        text[1..11].copy_from_slice(&day);
        let minutes = offset.unsigned_abs() / 60;
        let numbers = [local.hour(), local.minute(), local.second(), minutes / 60, minutes % 60];
        for (at, number) in [12, 15, 18, 21, 24].into_iter().zip(numbers) {
            text[at..at + 2].copy_from_slice(&two_digits(number));
        }
        if offset < 0 {
            text[20] = b'-';
        }
        to.extend_from_slice(&text);
    }

    fn text(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::AutoSi, true)
    }
}

impl Decimal {
    /// The sum of two amounts; `None` where it would have to be rounded.
    pub fn plus(self, other: Self) -> Option<Self> {
        let sum = |a: rust_decimal::Decimal, b: rust_decimal::Decimal| {
            a.checked_add(b).filter(|sum| sum.scale() >= a.scale().max(b.scale()))
        };
        // Zeros at the end may be in the way of other digits.
        sum(self.0, other.0).or_else(|| sum(self.0.normalize(), other.0.normalize())).map(Self)
    }

    /// An amount so many times; `None` where it would have to be rounded.
    pub fn times(self, count: i64) -> Option<Self> {
        let (mut digits, mut scale) = (self.0.mantissa().checked_mul(count.into())?, self.0.scale());
        loop {
            match rust_decimal::Decimal::try_from_i128_with_scale(digits, scale) {
                Ok(product) => return Some(Self(product)),
                // A zero at the end says nothing.
                Err(_) if scale > 0 && digits % 10 == 0 => (digits, scale) = (digits / 10, scale - 1),
                Err(_) => return None,
            }
        }
    }

    /// Writes it as JSON, as [`ScalarType::to_value`] has it.
    pub(super) fn write(self, to: &mut Vec<u8>) {
        // Two decimals, as nearly every amount has, are printed as they are, from the last digit to the first.
        let Some(centavos) = u64::try_from(self.0.mantissa()).ok().filter(|_| self.0.scale() == 2) else {
            return json::text(&print_amount(self.0), to);
        };
        let mut text = [b'"'; LONGEST_AMOUNT];
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

/// As long as the digits of a `u64`, a point and quotes.
const LONGEST_AMOUNT: usize = 23;

/// A day as `YYYY-MM-DD`; `None` where its year has not four digits.
fn digits_of_day(day: NaiveDate) -> Option<[u8; 10]> {
    let year = u32::try_from(day.year()).ok().filter(|year| *year <= 9999)?;
    let mut text = *b"0000-00-00";
    for (at, number) in [(0, year / 100), (2, year % 100), (5, day.month()), (8, day.day())] {
        text[at..at + 2].copy_from_slice(&two_digits(number));
    }
    Some(text)
}

/// A number below 100 in two digits.
fn two_digits(number: u32) -> [u8; 2] {
    let digit = |number: u32| b'0' + u8::try_from(number % 10).unwrap_or_default();
    [digit(number / 10), digit(number)]
}

impl CpfCnpj {
    /// The tax id without punctuation.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The tax id as text, for a call to the services.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<&str> for CpfCnpj {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// An `ID` that is somebody else's text.
pub struct IdText<'a>(pub &'a str);

/// A [`CpfCnpj`] that is somebody else's text.
pub struct CpfCnpjText<'a>(pub &'a str);

/// A text that is written as a scalar.
macro_rules! text_of_scalar {
    ($($text:ident: $scalar:ty),*) => {$(
        impl OutputType for $text<'_> {
            fn type_name() -> Cow<'static, str> {
                <$scalar as OutputType>::type_name()
            }

            fn create_type_info(registry: &mut Registry) -> String {
                <$scalar as OutputType>::create_type_info(registry)
            }

            async fn resolve(&self, _: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
                Ok(Value::String(self.0.to_owned()))
            }
        }
    )*};
}

text_of_scalar!(IdText: ID, CpfCnpjText: CpfCnpj);

impl From<Money> for Decimal {
    fn from(money: Money) -> Self {
        Self(money.0)
    }
}

/// A count as GraphQL's `Int` carries it. `path` names the service that counted.
///
/// # Errors
/// `UPSTREAM_INVALID_RESPONSE` if it has more than 32 bits: a wrong count would be worse.
pub fn count(number: Integer, path: &'static str) -> Result<i32, Error> {
    i32::try_from(number.0).map_err(|_| Error::out_of_range(path))
}

/// The text that a value must be; `otherwise` says what to send instead of anything else.
fn text<T: InputType>(value: Value, otherwise: &str) -> Result<String, InputValueError<T>> {
    match value {
        Value::String(text) => Ok(text),
        // A variable that was left out arrives here.
        Value::Null => Err(refused("Falta um valor obrigatório.")),
        _ => Err(refused(otherwise)),
    }
}

/// An input error that says what is wrong, in async-graphql's own form.
fn refused<T: InputType>(text: &str) -> InputValueError<T> {
    InputValueError::custom(text).with_extension("code", ErrorCode::BadUserInput.as_str()).with_extension(MESSAGE, text)
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

/// Two decimals, and more only where the services sent more: an amount is never rounded.
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

    use super::{CpfCnpj, Date, DateTime, Decimal};

    fn message<T: ScalarType + async_graphql::InputType>(value: Value) -> Result<T, String> {
        <T as ScalarType>::parse(value).map_err(|error| {
            let error = error.into_server_error(async_graphql::Pos::default());
            assert_eq!(error.extensions.and_then(|e| e.get("code").cloned()), Some(value!("BAD_USER_INPUT")));
            error.message
        })
    }

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
            let amount = message::<Decimal>(input).unwrap();
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
            assert!(message::<Decimal>(input.clone()).is_err(), "{input}");
        }
    }

    #[test]
    fn amounts_from_the_services_keep_every_digit() {
        for (sent, shown) in [
            ("10.005", "10.005"),
            ("10.000", "10.00"),
            ("1E+3", "1000.00"),
            ("79228162514264337593543950335", "79228162514264337593543950335"),
        ] {
            let sent = rust_decimal::Decimal::from_scientific(sent).or_else(|_| sent.parse()).unwrap();
            assert_eq!(super::print_amount(sent), shown);
        }
    }

    #[test]
    fn sums_and_products_are_exact_or_none() {
        let amount = |text: &str| Decimal(text.parse().unwrap());
        let shown = |amount: Option<Decimal>| amount.map(|amount| super::print_amount(amount.0));
        for (a, b, sum) in [
            ("0.10", "0.2", Some("0.30")),
            ("0.00", "7", Some("7.00")),
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

    #[test]
    fn dates_are_calendar_days_in_one_form() {
        assert_eq!(
            message::<Date>(value!("2028-02-29")).map(|date| ScalarType::to_value(&date)),
            Ok(value!("2028-02-29"))
        );
        for input in
            ["2027-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00", "01/02/2026", "+026-01-01", ""]
        {
            assert!(message::<Date>(value!(input)).is_err(), "{input}");
        }
        assert!(message::<Date>(value!(20260101)).is_err());
    }

    #[test]
    fn instants_keep_their_offset() {
        let instant = message::<DateTime>(value!("2026-11-20T14:03:11-03:00")).unwrap();
        assert_eq!(ScalarType::to_value(&instant), value!("2026-11-20T14:03:11-03:00"));
        assert!(message::<DateTime>(value!("2026-11-20 14:03")).is_err());
    }

    #[test]
    fn tax_ids_are_checked_on_the_way_in_only() {
        assert_eq!(message::<CpfCnpj>(value!("529.982.247-25")).unwrap().as_str(), "52998224725");
        assert_eq!(message::<CpfCnpj>(value!("12.abc.345/01de-35")).unwrap().as_str(), "12ABC34501DE35");
        insta::assert_snapshot!(message::<CpfCnpj>(value!("529.982.247-24")).unwrap_err(), @r#"Failed to parse "CpfCnpj": Os dígitos verificadores do CPF ou CNPJ não conferem."#);
        insta::assert_snapshot!(message::<CpfCnpj>(value!("529")).unwrap_err(), @r#"Failed to parse "CpfCnpj": Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação."#);
        insta::assert_snapshot!(message::<CpfCnpj>(value!(52998224725_u64)).unwrap_err(), @r#"Failed to parse "CpfCnpj": Envie o CPF ou CNPJ como texto."#);
        let odd = CpfCnpj::from("123");
        assert_eq!(ScalarType::to_value(&odd), value!("123"));
    }

    proptest! {
        #[test]
        fn an_amount_printed_and_read_again_is_the_same(cents in -99_999_999_999_999_i64..=99_999_999_999_999) {
            let amount = Decimal(rust_decimal::Decimal::new(cents, 2));
            prop_assert_eq!(message::<Decimal>(ScalarType::to_value(&amount)), Ok(amount));
        }

        #[test]
        fn an_amount_given_as_a_json_number_is_the_amount_of_its_digits(cents in -99_999_999_999_999_i64..=99_999_999_999_999) {
            let digits = rust_decimal::Decimal::new(cents, 2).to_string();
            let number: serde_json::Number = serde_json::from_str(&digits).unwrap();
            prop_assert_eq!(message::<Decimal>(Value::Number(number)), Ok(Decimal(rust_decimal::Decimal::new(cents, 2))));
        }

        #[test]
        fn a_scalar_is_written_as_its_value_is(
            seconds in -400_000_000_000_i64..400_000_000_000,
            nanos in prop_oneof![Just(0), Just(500_000_000), 0..1_000_000_000_u32],
            offset in prop_oneof![Just(-10_800), Just(0), -86_399..86_400_i32],
            mantissa in any::<i64>(),
            scale in 0..=6_u32,
        ) {
            let instant = chrono::DateTime::from_timestamp(seconds, nanos).unwrap();
            let instant = DateTime(instant.with_timezone(&chrono::FixedOffset::east_opt(offset).unwrap()));
            let day = Date(instant.0.date_naive());
            let amount = Decimal(rust_decimal::Decimal::new(mantissa, scale));
            let small = Decimal(rust_decimal::Decimal::new(mantissa % 1000, 2));
            let mut written = Vec::new();
            let mut expected = String::new();
            instant.write(&mut written);
            day.write(&mut written);
            amount.write(&mut written);
            small.write(&mut written);
            let values = [
                ScalarType::to_value(&instant),
                ScalarType::to_value(&day),
                ScalarType::to_value(&amount),
                ScalarType::to_value(&small),
            ];
            for value in values {
                expected.push_str(&value.to_string());
            }
            prop_assert_eq!(String::from_utf8(written).unwrap(), expected);
        }

        #[test]
        fn what_is_read_is_written_so_that_it_is_read_the_same(
            text in "\\PC*|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})|-?[0-9]{1,13}(\\.[0-9]{1,3})?|[0-9]{11}|[0-9A-Z]{12}[0-9]{2}",
            number in any::<f64>(),
        ) {
            for value in [value!(text), value!(number)] {
                if let Ok(amount) = message::<Decimal>(value.clone()) {
                    prop_assert_eq!(message::<Decimal>(ScalarType::to_value(&amount)), Ok(amount));
                }
                if let Ok(day) = message::<Date>(value.clone()) {
                    prop_assert_eq!(ScalarType::to_value(&day), value.clone());
                }
                if let Ok(instant) = message::<DateTime>(value.clone()) {
                    prop_assert_eq!(message::<DateTime>(ScalarType::to_value(&instant)).map(|again| again.0), Ok(instant.0));
                }
                if let Ok(id) = message::<CpfCnpj>(value.clone()) {
                    prop_assert!(matches!(id.as_str().len(), 11 | 14), "{}", id.as_str());
                }
            }
        }
    }
}
