//! Flags (`fl…`).

use std::fmt;

use serde::{Deserialize, Deserializer, de::Visitor};

/// Reads a flag: `true` or `false`, 1 or 0, or a text that says so.
pub(in crate::wire) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    struct Flag;
    impl Visitor<'_> for Flag {
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
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<bool, E> {
            match text.trim().to_lowercase().as_str() {
                "s" | "sim" | "true" | "1" | "a" | "ativo" | "ativa" => Ok(true),
                "n" | "não" | "nao" | "false" | "0" | "i" | "inativo" | "inativa" => Ok(false),
                _ => Err(E::custom("a text that is no flag")),
            }
        }
    }
    deserializer.deserialize_any(Flag)
}

/// Reads a flag that may be null.
pub(in crate::wire) fn optional_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    struct Read(bool);
    impl<'de> Deserialize<'de> for Read {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            flag(deserializer).map(Self)
        }
    }
    Ok(Option::<Read>::deserialize(deserializer)?.map(|Read(flag)| flag))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Row {
        #[serde(deserialize_with = "super::flag")]
        flag: bool,
        #[serde(default, deserialize_with = "super::optional_flag")]
        other: Option<bool>,
    }

    fn read(value: &str) -> Option<(bool, Option<bool>)> {
        let row: Row = serde_json::from_str(&format!(r#"{{"flag":{value},"other":{value}}}"#)).ok()?;
        Some((row.flag, row.other))
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
        ] {
            assert_eq!((read(yes), read(no)), (Some((true, Some(true))), Some((false, Some(false)))), "{yes} {no}");
        }
        for value in ["2", "-1", "\"\"", "\"talvez\"", "\"X\"", "null", "[]", "1.0"] {
            assert_eq!(read(value), None, "{value}");
        }
        let row: Row = serde_json::from_str(r#"{"flag":1,"other":null}"#).unwrap();
        assert_eq!((row.flag, row.other), (true, None));
    }
}
