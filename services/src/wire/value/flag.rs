//! Flags (`fl…`).

use std::fmt;

use serde::{Deserialize, Deserializer, de::Visitor};

/// Reads a flag: `true` or `false`, 1 or 0, or a text that says so.
pub(in crate::wire) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    struct Flag;
    impl Visitor<'_> for Flag {
        type Value = bool;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true, false, 1, 0, S or N")
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
                "s" | "sim" | "true" | "1" => Ok(true),
                "n" | "não" | "nao" | "false" | "0" => Ok(false),
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
