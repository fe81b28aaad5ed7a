//! Flags (`fl…`).

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, Visitor},
};

use super::nullable::{Nullable, nullable};

/// Newtype name by which the reader finds flags, whose words an API may have of its own.
pub(crate) const FLAG: &str = "flag";

/// Words that mean yes, in lower case.
const YES: [&str; 17] = [
    "s",
    "sim",
    "y",
    "yes",
    "true",
    "1",
    "a",
    "ativo",
    "ativa",
    "ativado",
    "ativada",
    "active",
    "habilitado",
    "habilitada",
    "enabled",
    "on",
    "verdadeiro",
];
/// Words that mean no, in lower case.
const NO: [&str; 17] = [
    "n",
    "não",
    "nao",
    "no",
    "false",
    "0",
    "i",
    "inativo",
    "inativa",
    "inactive",
    "desabilitado",
    "desabilitada",
    "disabled",
    "off",
    "falso",
    "desativado",
    "desativada",
];

/// Whether a text is a usual word for yes or no.
pub fn is_flag_word(text: &str) -> bool {
    let word = text.trim().to_lowercase();
    YES.contains(&&*word) || NO.contains(&&*word)
}

/// Reads a flag: `true` or `false`, 1 or 0, or a text that says so.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    flag_or_blank(deserializer)?.ok_or_else(|| D::Error::custom("a text that is no flag"))
}

/// Reads a flag, or `None` of a blank text.
fn flag_or_blank<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    struct Flag;
    impl<'de> Visitor<'de> for Flag {
        type Value = Option<bool>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true, false, 1, 0, S, N, A or I")
        }
        fn visit_bool<E>(self, flag: bool) -> Result<Option<bool>, E> {
            Ok(Some(flag))
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Option<bool>, E> {
            match number {
                0 => Ok(Some(false)),
                1 => Ok(Some(true)),
                _ => Err(E::custom("a number that is no flag")),
            }
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<bool>, E> {
            let word = text.trim().to_lowercase();
            match &*word {
                "" => Ok(None),
                word if YES.contains(&word) => Ok(Some(true)),
                word if NO.contains(&word) => Ok(Some(false)),
                _ => Err(E::custom("a text that is no flag")),
            }
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<bool>, D::Error> {
            deserializer.deserialize_any(self)
        }
    }
    deserializer.deserialize_newtype_struct(FLAG, Flag)
}

/// Reads a flag that may be null, or a blank text.
pub(crate) fn optional_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Nullable<bool>, D::Error> {
    struct FlagOrBlank(Option<bool>);
    impl<'de> Deserialize<'de> for FlagOrBlank {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            flag_or_blank(deserializer).map(Self)
        }
    }
    nullable(deserializer, |FlagOrBlank(flag)| flag)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::Nullable;

    #[derive(Deserialize)]
    struct Row {
        #[serde(deserialize_with = "super::flag")]
        flag: bool,
        #[serde(default, deserialize_with = "super::optional_flag")]
        other: Nullable<bool>,
    }

    fn read(value: &str) -> Option<(bool, Option<bool>)> {
        let row: Row = serde_json::from_str(&format!(r#"{{"flag":{value},"other":{value}}}"#)).ok()?;
        Some((row.flag, row.other.into_option()))
    }

    #[test]
    fn a_flag_has_many_forms_but_no_others() {
        for (yes, no) in [
            ("true", "false"),
            ("1", "0"),
            ("\"S\"", "\"N\""),
            ("\"s\"", "\"n\""),
            ("\"Sim\"", "\"NÃO\""),
            ("\"TRUE\"", "\"false\""),
            ("\"1\"", "\" 0 \""),
            ("\"A\"", "\"I\""),
            ("\"Ativa\"", "\"inativo\""),
            ("\"Ativada\"", "\"Desativada\""),
            ("\"ativado\"", "\"desativado\""),
            ("\"Active\"", "\"Inactive\""),
            ("\"Y\"", "\"no\""),
            ("\"habilitado\"", "\"Desabilitado\""),
            ("\"ENABLED\"", "\"disabled\""),
        ] {
            assert_eq!((read(yes), read(no)), (Some((true, Some(true))), Some((false, Some(false)))), "{yes} {no}");
        }
        for value in ["2", "-1", "\"\"", "\"talvez\"", "\"X\"", "null", "[]", "1.0"] {
            assert_eq!(read(value), None, "{value}");
        }
        for none in ["null", "\"\"", "\" \""] {
            let row: Row = serde_json::from_str(&format!(r#"{{"flag":1,"other":{none}}}"#)).unwrap();
            assert_eq!((row.flag, row.other), (true, Nullable::null()), "{none}");
        }
    }
}
