//! Reads the JSON that services write, quickly.
//!
//! A list of acionamentos is some forty short texts a row, each behind a key. Services write the keys of a type in the
//! same order every time and hardly ever need an escape, so this reader looks whether the key that it expects is there,
//! instead of finding out which of the type's fields it names, and takes a text as it stands. An answer in another order
//! is read once more, key by key. How much quicker than serde_json it is, `gateway/benches/hot.rs` tells.
//!
//! It decides nothing: a value that is more than that (an escape, a power of ten, a field that nobody knows) is read by
//! serde_json where it stands, and what this reader does not understand is for serde_json to judge from its beginning.

mod members;
mod scan;

use std::fmt;

use serde::{
    de::{self, Deserialize, Visitor},
    forward_to_deserialize_any,
};

use self::members::{Fields, InOrder, Items};

/// The name of a newtype that wants an amount of money to its last digit. Of this reader it gets a number of centavos where
/// two decimals are written, and else the digits as a text; of every other, which does not know the name, the number itself.
pub(super) const AMOUNT: &str = "amount";

/// Reads a text that is one value. `None` where that is for serde_json to do, or to refuse.
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    [true, false].into_iter().find_map(|is_in_order| {
        let mut reader = Reader { text, at: 0, is_in_list: false, is_in_order };
        let value = T::deserialize(&mut reader).ok()?;
        reader.next_byte().is_none().then_some(value)
    })
}

/// A text, and how far it was read.
struct Reader<'de> {
    text: &'de str,
    at: usize,
    is_in_list: bool,
    /// Whether every object is expected to have all fields of its type, in their order.
    is_in_order: bool,
}

/// What this reader does not understand.
#[derive(Debug, thiserror::Error)]
#[error("not the JSON that services write")]
struct Unusual;

impl de::Error for Unusual {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Unusual;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
        if let Some(text) = self.plain_text() {
            return visitor.visit_borrowed_str(text);
        }
        match self.next_byte() {
            Some(b'"') => match self.plain_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.by_serde_json(|json| json.deserialize_str(visitor)),
            },
            Some(b'{') => self.deserialize_struct("", &[], visitor),
            Some(b'[') => {
                self.at += 1;
                let is_outer = !std::mem::replace(&mut self.is_in_list, true);
                let list = visitor.visit_seq(Items::new(&mut *self, is_outer));
                self.is_in_list = !is_outer;
                list
            }
            Some(b'0'..=b'9') => match self.plain_count() {
                Some(count) => visitor.visit_u64(count),
                None => self.by_serde_json(|json| json.deserialize_any(visitor)),
            },
            Some(b't') if self.takes_word("true") => visitor.visit_bool(true),
            Some(b'f') if self.takes_word("false") => visitor.visit_bool(false),
            _ => self.by_serde_json(|json| json.deserialize_any(visitor)),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
        if self.next_byte() == Some(b'n') && self.takes_word("null") {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unusual> {
        if self.next_byte() != Some(b'{') {
            return Err(Unusual);
        }
        if self.is_in_order && !names.is_empty() {
            return InOrder::new(self, names).read(visitor);
        }
        visitor.visit_map(Fields::new(self, names))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Unusual> {
        if name == AMOUNT && self.next_byte().is_some() {
            if let Some(centavos) = self.plain_centavos() {
                return visitor.visit_u128(centavos.into());
            }
            if let Some(digits) = self.plain_number() {
                return visitor.visit_borrowed_str(digits);
            }
        }
        // A type of serde_json's own is one of these, by its name.
        self.by_serde_json(|json| json.deserialize_newtype_struct(name, visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unusual> {
        self.by_serde_json(|json| json.deserialize_ignored_any(visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map enum identifier
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use proptest::{collection::vec, prelude::*, sample::Index};
    use serde::{Serialize, de::DeserializeOwned};
    use serde_json::Value;

    use super::read;
    use crate::wire::{
        acionamento::Acionamento,
        envelope::{Answer, Envelope},
        painel::TotalMensal,
        segurado::Segurado,
        value::Money,
    };

    const LIST: &str = include_str!("../../contract/lista-acionamentos-by-status.json");
    const INSURED: &str = include_str!("../../contract/pesquisa-segurado.json");
    const TOTALS: &str = include_str!("../../contract/total-status-acionamento-ano.json");

    /// The first golden answer of a file: as it stands there, and in the form and order of our own services.
    fn golden<T: Serialize + DeserializeOwned>(file: &str) -> [String; 2] {
        let file: Value = serde_json::from_str(file).unwrap();
        let answer = serde_json::to_string_pretty(&file["cases"][0]["answer"]).unwrap();
        let data = serde_json::from_str::<Answer<T>>(&answer).unwrap().data.unwrap();
        [answer, serde_json::to_string(&Envelope::success(data)).unwrap()]
    }

    /// Fails if a text is read otherwise than serde_json reads it; says whether it was read.
    fn reads<T: Debug + DeserializeOwned>(text: &str) -> bool {
        let Some(answer) = read::<Answer<T>>(text) else { return false };
        let expected = serde_json::from_str::<Answer<T>>(text);
        assert_eq!(format!("{answer:?}"), format!("{:?}", expected.unwrap()), "{text}");
        true
    }

    #[test]
    fn what_services_write_is_read() {
        assert!(golden::<Vec<Acionamento>>(LIST).iter().all(|text| reads::<Vec<Acionamento>>(text)));
        assert!(golden::<Segurado>(INSURED).iter().all(|text| reads::<Segurado>(text)));
        assert!(golden::<Vec<TotalMensal>>(TOTALS).iter().all(|text| reads::<Vec<TotalMensal>>(text)));
    }

    #[test]
    fn what_is_out_of_the_ordinary_is_read_or_left_alone() {
        for text in [
            r#"{"status":1,"data":"pl\u00e1stico \"\\\n"}"#,
            r#" { "status" : "1" , "messages" : [ "um" , null ] , "data" : "x" } "#,
            r#"{"data":"antes","x":{"y":[1,{"z":"]}"}]},"status":1}"#,
            r#"{"status":1,"data":null}"#,
            r#"{"status":0,"messages":"não","data":[}"#,
        ] {
            assert!(reads::<String>(text) || serde_json::from_str::<Answer<String>>(text).is_err(), "{text}");
        }
        for text in [
            "",
            "{",
            r#"{"status":1,"data":"x"}}"#,
            r#"{"status":1,"data":"x",}"#,
            r#"{"status":1 "data":"x"}"#,
            r#"{"status":1,"data":"x}"#,
            r#"{"status":1,"data":"x"y}"#,
            "{\"status\":1,\"data\":\"\u{1}\"}",
            r#"{"status":1x,"data":"x"}"#,
            r#"{"status":01,"data":"x"}"#,
            r#"{"status":1,"data":7}"#,
            r#"{"status":1,"status":1,"data":"x"}"#,
        ] {
            assert!(read::<Answer<String>>(text).is_none(), "{text}");
        }
    }

    #[test]
    fn fields_may_be_in_any_order_and_have_others_between_them() {
        let read = |row: &str| reads::<Vec<TotalMensal>>(&format!(r#"{{"status":1,"data":[{{{row}}}]}}"#));
        let rest = r#""dsStatus":"Aberto","qtTotal":7,"vlTotal":1.50"#;
        for row in [
            format!(r#""nrMes":1,"cdStatus":"A",{rest}"#),
            format!(r#" "nrMes" : 1 , "cdStatus":"A",{rest} "#),
            format!(r#"{rest},"cdStatus":"A","nrMes":1"#),
            format!(r#""x":[{{"nrMes":2}}],"nrMes":1,"y":"}}","cdStatus":"A",{rest},"z":null"#),
            r#""nrMes":1,"cdStatus":"A","dsStatus":"Aberto","qtTotal":7"#.to_owned(),
        ] {
            assert!(read(&row), "{row}");
        }
        for row in [
            format!(r#""nrMes":1,"cdStatus":"A",{rest},"#),
            format!(r#""nrMes":1,"cdStatus":"A",{rest},"nrMes":1"#),
            format!(r#""nrMes":1,"nrMes":1,"cdStatus":"A",{rest}"#),
            format!(r#""nrMes":1,"x":01,"cdStatus":"A",{rest}"#),
            format!(r#""nrMes":1 "cdStatus":"A",{rest}"#),
            format!(r#","nrMes":1,"cdStatus":"A",{rest}"#),
            format!(r#""nrMes":1,{rest}"#),
            String::new(),
        ] {
            assert!(!read(&row), "{row}");
        }
    }

    #[test]
    fn usual_amounts_are_read() {
        for amount in
            ["0.00", "0.05", "1280.50", "9999999999999999.99", "10000000000000000.00", "1280.5", "-1.00", "7", "1.000"]
        {
            assert!(reads::<Money>(&format!(r#"{{"status":1,"data":{amount}}}"#)), "{amount}");
        }
        for amount in ["01.00", ".50", "1.", "1.00x", "1.0.0"] {
            assert!(!reads::<Money>(&format!(r#"{{"status":1,"data":{amount}}}"#)), "{amount}");
        }
    }

    proptest! {
        #[test]
        fn an_amount_is_read_to_its_last_digit(digits in "-?[0-9]{0,19}[.,]?[0-9-]{0,3}") {
            reads::<Money>(&format!(r#"{{"status":1,"data":{digits}}}"#));
            reads::<Money>(&format!(r#"{{"status":1,"data":"{digits}"}}"#));
        }

        /// Whatever is done to an answer: it is read as serde_json reads it, or left to it.
        #[test]
        fn a_damaged_answer_is_never_read_as_another(
            changes in vec((any::<Index>(), 0..3_u8, prop::sample::select(br#"{}[]":,\ 01-.eEunltf"#.to_vec())), 1..4),
            which in 0..2_usize,
        ) {
            let damage = |text: &String| {
                let mut text = text.clone().into_bytes();
                for (at, what, byte) in &changes {
                    let at = at.index(text.len());
                    match what {
                        0 => text[at] = *byte,
                        1 => text.insert(at, *byte),
                        _ => drop(text.remove(at)),
                    }
                }
                String::from_utf8_lossy(&text).into_owned()
            };
            reads::<Vec<Acionamento>>(&damage(&golden::<Vec<Acionamento>>(LIST)[which]));
            reads::<Segurado>(&damage(&golden::<Segurado>(INSURED)[which]));
            reads::<Vec<TotalMensal>>(&damage(&golden::<Vec<TotalMensal>>(TOTALS)[which]));
        }
    }
}
