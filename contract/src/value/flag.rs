//! Flags (`fl…`).

use std::fmt;

use serde::{Deserialize, Deserializer, de::Visitor};

use super::{
    nullable::{Nullable, nullable},
    whole,
};
use crate::json_reader::value_kinds::FLAG;

/// Words that mean yes, and their opposites, in lower case.
pub const FLAG_WORDS: [[&str; 2]; 18] = [
    ["s", "n"],
    ["sim", "não"],
    ["sim", "nao"],
    ["y", "n"],
    ["yes", "no"],
    ["true", "false"],
    ["1", "0"],
    ["a", "i"],
    ["ativo", "inativo"],
    ["ativa", "inativa"],
    ["ativado", "desativado"],
    ["ativada", "desativada"],
    ["active", "inactive"],
    ["habilitado", "desabilitado"],
    ["habilitada", "desabilitada"],
    ["enabled", "disabled"],
    ["on", "off"],
    ["verdadeiro", "falso"],
];

/// Whether a text is a usual word for yes or no.
pub fn is_flag_word(text: &str) -> bool {
    meaning(text).is_some()
}

fn meaning(text: &str) -> Option<bool> {
    let word = text.trim().to_lowercase();
    FLAG_WORDS.iter().find_map(|[yes, no]| if word == *yes { Some(true) } else { (word == *no).then_some(false) })
}

/// Reads a flag: `true` or `false`, 1 or 0, or a text that says so.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    struct Flag;
    impl<'de> Visitor<'de> for Flag {
        type Value = bool;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true, false, 1, 0, S, N, A or I")
        }
        fn visit_bool<E>(self, flag: bool) -> Result<bool, E> {
            Ok(flag)
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<bool, E> {
            match number {
                0 => Ok(false),
                1 => Ok(true),
                _ => Err(E::custom("a number that is no flag")),
            }
        }
        fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<bool, E> {
            let whole = whole(number).and_then(|number| u64::try_from(number).ok());
            whole.ok_or_else(|| E::custom("a fraction")).and_then(|number| self.visit_u64(number))
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<bool, E> {
            meaning(text).ok_or_else(|| E::custom("a text that is no flag"))
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
            deserializer.deserialize_any(self)
        }
    }
    deserializer.deserialize_newtype_struct(FLAG, Flag)
}

/// Reads a flag that may be null.
pub(crate) fn optional_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Nullable<bool>, D::Error> {
    struct Flag(bool);
    impl<'de> Deserialize<'de> for Flag {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            flag(deserializer).map(Self)
        }
    }
    nullable(deserializer, |Flag(flag)| Some(flag))
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
            ("1.0", "0.0"),
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
        for value in ["2", "-1", "\"\"", "\"talvez\"", "\"X\"", "null", "[]", "1.5", "2.0"] {
            assert_eq!(read(value), None, "{value}");
        }
        for none in ["null", "\"\"", "\" \""] {
            let row: Row = serde_json::from_str(&format!(r#"{{"flag":1,"other":{none}}}"#)).unwrap();
            assert_eq!((row.flag, row.other), (true, Nullable::null()), "{none}");
        }
    }
}
