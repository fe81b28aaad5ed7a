//! The schema's own scalars. Input is parsed strictly, and a refusal says in Portuguese what is wrong without quoting the
//! value, which may be personal data. Output shows what the services sent, and never fails.

mod cpf_cnpj;
mod date;
mod date_time;
mod decimal;

use std::borrow::Cow;

use async_graphql::{
    ContextSelectionSet, ID, InputType, Number, OutputType, Positioned, ServerResult, Value, parser::types::Field,
    registry::Registry,
};
use contract::value::Integer;

pub use self::{
    cpf_cnpj::{CpfCnpjArgument, CpfCnpjText},
    date::Date,
    date_time::DateTime,
    decimal::Decimal,
};
use super::{error::Error, executor::leaf_outputs, json};

/// Why the schema's own scalar with a name refuses a value: a sentence without the value. `None` if the scalar takes
/// the value, or is not one of the schema's own.
pub fn refusal(scalar: &str, value: &Value) -> Option<&'static str> {
    match scalar {
        "CpfCnpj" => CpfCnpjArgument::read(value).err(),
        "Date" => Date::read(value).err(),
        "Decimal" => Decimal::read(value).err(),
        _ => None,
    }
}

/// Writes an integer as one: many clients write each number as a double, `9.0`, which the specification takes for 9. An `ID` is
/// text, so it may have more digits than any number.
pub fn write_integer(value: &mut Value, name: &str) {
    let Value::Number(number) = &*value else { return };
    match (name, whole_number(number)) {
        ("Int", Some(whole)) => *value = whole.into(),
        ("ID", Some(whole)) => *value = Value::String(whole.to_string()),
        ("ID", None) if !number.is_f64() => *value = Value::String(number.to_string()),
        _ => {}
    }
}

/// The integer that a number with a fraction of zero stands for, as far as doubles are exact.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
fn whole_number(number: &Number) -> Option<i64> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= MAX_EXACT).then_some(value as i64)
}

/// The value of a key, which is called `name`.
///
/// # Errors
/// `BAD_USER_INPUT`: its type refuses it.
pub fn parse_key<T: InputType>(name: &str, value: &Value) -> Result<T, Error> {
    let mut integer = value.clone();
    write_integer(&mut integer, &T::type_name());
    T::parse(Some(integer)).map_err(|_| {
        let why = refusal(&T::type_name(), value).unwrap_or("o seu tipo não aceita o valor.");
        Error::bad_user_input(format!("A chave {name} da representação não serve: {why}"))
    })
}

/// A borrowed `ID`.
pub struct IdText<'a>(pub &'a str);

impl OutputType for IdText<'_> {
    fn type_name() -> Cow<'static, str> {
        <ID as OutputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <ID as OutputType>::create_type_info(registry)
    }

    async fn resolve(&self, _: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        Ok(Value::String(self.0.to_owned()))
    }
}

leaf_outputs! {
    IdText<'_>: |value, to| json::text(value.0, to);
    CpfCnpjText<'_>: |value, to| json::text(&value.plain(), to);
    Date: |value, to| value.write_json(to);
    DateTime: |value, to| value.write_json(to);
    Decimal: |value, to| value.write_json(to);
}

/// A value that must be a string; `otherwise` is the message for any other value.
fn string<'a>(value: &'a Value, otherwise: &'static str) -> Result<&'a str, &'static str> {
    match value {
        Value::String(text) => Ok(text),
        Value::Null => Err("Falta um valor obrigatório."),
        _ => Err(otherwise),
    }
}

/// A count as `Int`. `path` is the path of the service that counted.
///
/// # Errors
/// `UPSTREAM_INVALID_RESPONSE` if it has more than 32 bits.
pub fn count(number: Integer, path: &'static str) -> Result<i32, Error> {
    i32::try_from(number.0).map_err(|_| Error::out_of_range(path))
}

#[cfg(test)]
mod tests {
    use async_graphql::{ScalarType, value};
    use proptest::prelude::*;

    use super::{CpfCnpjArgument, Date, DateTime, Decimal};

    proptest! {
        #[test]
        fn a_scalar_is_written_as_its_value(
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
            instant.write_json(&mut written);
            day.write_json(&mut written);
            amount.write_json(&mut written);
            small.write_json(&mut written);
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
        fn a_parsed_scalar_is_written_so_that_it_is_parsed_the_same(
            text in "\\PC*|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})|-?[0-9]{1,13}(\\.[0-9]{1,3})?|[0-9]{11}|[0-9A-Z]{12}[0-9]{2}",
            number in any::<f64>(),
        ) {
            for value in [value!(text), value!(number)] {
                if let Ok(amount) = Decimal::read(&value) {
                    prop_assert_eq!(Decimal::read(&ScalarType::to_value(&amount)), Ok(amount));
                }
                if let Ok(day) = Date::read(&value) {
                    prop_assert_eq!(ScalarType::to_value(&day), value.clone());
                }
                if let Ok(id) = CpfCnpjArgument::read(&value) {
                    prop_assert!(matches!(id.0.as_str().len(), 11 | 14), "{}", id.0);
                }
            }
        }
    }
}
