//! Random values, forms of JSON, names and damage.

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, subsequence},
};
use serde_json::{Value, json};

use super::{INSURED, LIST, TOTALS, expected, golden, reads, reads_data};
use crate::{
    acionamento::Acionamento,
    envelope::Answer,
    mapping::{EnvelopeMapping, ExternalNames, KeyPath, ResponseMapping, ScalarValue},
    painel::TotalMensal,
    segurado::Segurado,
    value::Money,
};

/// An unknown field.
const OTHER: &str = "outro";

/// A JSON form in which a service may write a value.
#[derive(Clone, Copy, Debug)]
struct Form {
    is_shuffled: bool,
    is_escaped: bool,
    has_white_space: bool,
    has_others: bool,
}

impl Form {
    /// Writes a value in this form. `draws` are random numbers for the choices.
    fn write(self, value: &Value, draws: &mut impl Iterator<Item = usize>, to: &mut String) {
        let space = if self.has_white_space { [" ", "\n\t", "\r\n  ", ""][draws.next().unwrap() % 4] } else { "" };
        match value {
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
                if self.has_others && draws.next().unwrap().is_multiple_of(2) {
                    let at = draws.next().unwrap() % (fields.len() + 1);
                    fields.insert(at, (OTHER, serde_json::json!([{ "cdStatus": "x" }, -1.5e-3, "\"}"])));
                }
                if self.is_shuffled {
                    for at in 1..fields.len() {
                        fields.swap(at, draws.next().unwrap() % (at + 1));
                    }
                }
                to.push('{');
                for (at, (name, value)) in fields.iter().enumerate() {
                    to.push_str(if at == 0 { space } else { "," });
                    to.push_str(space);
                    self.write_text(name, draws.next().unwrap().is_multiple_of(8), to);
                    to.push_str(space);
                    to.push(':');
                    Self { has_others: self.has_others && *name != OTHER, ..self }.write(value, draws, to);
                }
                to.push_str(space);
                to.push('}');
            }
            Value::Array(items) => {
                to.push('[');
                for (at, item) in items.iter().enumerate() {
                    to.push_str(if at == 0 { "" } else { "," });
                    self.write(item, draws, to);
                }
                to.push(']');
            }
            Value::String(text) => {
                to.push_str(space);
                self.write_text(text, true, to);
            }
            other => {
                to.push_str(space);
                to.push_str(&other.to_string());
            }
        }
        to.push_str(space);
    }

    fn write_text(self, text: &str, may_be_escaped: bool, to: &mut String) {
        if !self.is_escaped || !may_be_escaped {
            return to.push_str(&Value::from(text).to_string());
        }
        to.push('"');
        for (at, unit) in text.encode_utf16().enumerate() {
            match u8::try_from(unit) {
                Ok(byte) if byte.is_ascii_alphanumeric() && at % 5 > 0 => to.push(char::from(byte)),
                _ => to.push_str(&format!("\\u{unit:04x}")),
            }
        }
        to.push('"');
    }
}

/// Renames the keys of an acionamento, its procedures and its events.
fn renamed(row: &Value, types: &[(String, Vec<(String, KeyPath)>)]) -> Value {
    let rename = |value: &Value, type_name: &str| -> Value {
        let (_, keys) = types.iter().find(|(name, _)| name == type_name).unwrap();
        let mut renamed = serde_json::json!({});
        for (key, value) in value.as_object().unwrap() {
            let path = &keys.iter().find(|(contract, _)| contract == key).unwrap().1;
            let place = path.keys().iter().fold(&mut renamed, |object, key| &mut object[key]);
            *place = value.clone();
        }
        renamed
    };
    let mut row = row.clone();
    for (key, type_name) in [("procedimentos", "ProcedimentoRealizado"), ("historico", "Evento")] {
        let items = row[key].as_array().unwrap();
        row[key] = items.iter().map(|item| rename(item, type_name)).collect();
    }
    rename(&row, "Acionamento")
}

/// Any JSON value.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(1)),
        Just(json!("1")),
        Just(Value::Null),
        any::<i64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        any::<bool>().prop_map(Value::Bool),
        "[ 01a\"\\\\\u{e9}]{0,4}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec(("[a-z]{1,3}", inner), 0..4).prop_map(|all| all.into_iter().collect()),
        ]
    })
}

proptest! {
    /// Each key may be missing, and its value may be of any kind.
    #[test]
    fn the_keys_of_an_envelope_come_in_any_order(
        parts in subsequence(vec!["status", "messages", "data", "x"], 0..=4).prop_shuffle(),
        values in vec(value(), 4),
    ) {
        let fields: Vec<String> =
            parts.iter().zip(&values).map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let body = format!("{{{}}}", fields.join(", "));
        reads::<Value>(&body);
    }

    #[test]
    fn amounts_are_read_without_loss(
        digits in "-?[0-9]{0,31}[.,]?[0-9-]{0,3}([eE][+-]?[0-9]{1,2})?",
        usual in "[1-9][0-9]{0,17}\\.[0-9]{2}",
    ) {
        let text = &mut String::new();
        prop_assert!(reads_data::<Money>(&usual, text));
        reads_data::<Money>(&digits, text);
        reads_data::<Money>(&format!("\"{digits}\""), text);
    }

    /// Key order, white space, escapes and unknown fields do not change the rows.
    #[test]
    fn the_json_form_does_not_change_the_rows(
        is_shuffled in any::<bool>(),
        is_escaped in any::<bool>(),
        has_white_space in any::<bool>(),
        has_others in any::<bool>(),
        draws in vec(any::<u8>(), 1..500),
    ) {
        let golden: Value = serde_json::from_str(&golden::<Vec<Acionamento>>(LIST)[0]).unwrap();
        let rows = golden["data"].as_array().unwrap();
        let rows: Vec<_> = rows.iter().cycle().take(rows.len().max(6)).cloned().collect();
        let golden = serde_json::json!({ "data": rows, "messages": "", "status": 1 });
        let form = Form { is_shuffled, is_escaped, has_white_space, has_others };
        let mut text = String::new();
        form.write(&golden, &mut draws.iter().copied().map(usize::from).cycle(), &mut text);
        prop_assert!(reads::<Vec<Acionamento>>(&text));
        prop_assert!(reads::<Value>(&text));
        let (plain, other) = (golden.to_string(), Answer::<Vec<Acionamento>>::read(text.as_bytes()).unwrap());
        let plain = expected::<Vec<Acionamento>>(&plain).unwrap();
        prop_assert_eq!(format!("{plain:?}"), format!("{other:?}"));
    }

    /// Other names of all keys do not change the rows either.
    #[test]
    fn other_names_of_keys_do_not_change_the_rows(
        is_shuffled in any::<bool>(),
        is_escaped in any::<bool>(),
        has_others in any::<bool>(),
        exchanges in any::<bool>(),
        nests in any::<bool>(),
        draws in vec(any::<u8>(), 1..500),
    ) {
        let golden: Value = serde_json::from_str(&golden::<Vec<Acionamento>>(LIST)[1]).unwrap();
        let rows = golden["data"].as_array().unwrap();
        let full = |key: &str| rows.iter().find(|row| row[key] != serde_json::json!([])).unwrap();
        let row = full("historico");
        let types = [
            ("Acionamento", row),
            ("ProcedimentoRealizado", &full("procedimentos")["procedimentos"][0]),
            ("Evento", &row["historico"][0]),
        ];
        // Each key gets the name of the next one, or a name that the contract does not have.
        // Some stand in an object, some of these in one more.
        let path = |at: usize, name: &str| match at % 3 {
            1 if nests => KeyPath::of_key("x objeto").join(name),
            2 if nests => KeyPath::of_key("x objeto").join("x").join(name),
            _ => KeyPath::of_key(name),
        };
        let mapping = |value: &Value| -> Vec<(String, KeyPath)> {
            let keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            let next = keys.iter().cycle().skip(1);
            let name = |(at, (key, next)): (usize, (&String, &String))| {
                (key.clone(), path(at, &if exchanges { next.clone() } else { format!("x {key}\"") }))
            };
            keys.iter().zip(next).enumerate().map(name).collect()
        };
        let types: Vec<_> = types.into_iter().map(|(name, value)| (name.to_owned(), mapping(value))).collect();
        let rows: Vec<_> = rows.iter().cycle().take(rows.len().max(6)).map(|row| renamed(row, &types)).collect();
        let renamed_rows = serde_json::json!({ "dados": rows, "sucesso": true });
        let form = Form { is_shuffled, is_escaped, has_white_space: false, has_others };
        let mut text = String::new();
        form.write(&renamed_rows, &mut draws.iter().copied().map(usize::from).cycle(), &mut text);
        let envelope = EnvelopeMapping {
            status: Some(KeyPath::of_key("sucesso")),
            success: vec![ScalarValue::Flag(true)],
            messages: vec![KeyPath::of_key("mensagem")],
            data: Some(KeyPath::of_key("dados")),
            ..EnvelopeMapping::default()
        };
        let types = types.into_iter().map(|(name, keys)| (name, keys.into_iter().map(|(key, path)| (key, Some(path)))));
        let types = ExternalNames::new(types);
        let mapping = ResponseMapping { envelope, types, ..ResponseMapping::default() };
        let read = Answer::<Vec<Acionamento>>::read_mapped(text.as_bytes(), &mapping).unwrap().data.unwrap();
        let plain: Vec<Acionamento> = serde_json::from_str(&golden["data"].to_string()).unwrap();
        let plain: Vec<_> = plain.iter().cycle().take(read.len()).collect();
        prop_assert_eq!(format!("{plain:?}"), format!("{read:?}"));
    }

    /// Random damage never gives another result than serde_json.
    #[test]
    fn damaged_answers_are_read_or_rejected_like_serde_json(
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
