//! serde_json is the reference: the reader accepts and rejects the same texts, with the same values. It only takes more where a
//! list is expected, null and a single object, half of a surrogate pair, and a number as a text, and leaves out the spaces
//! around a text.

mod mapping;
mod random;
mod texts;
mod unreadable;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::Reason;
use crate::cpf_cnpj::CpfCnpj;
use crate::{
    acionamento::Acionamento,
    envelope::{Answer, Envelope},
    painel::TotalMensal,
    segurado::Segurado,
    value::whole,
};

const LIST: &str = include_str!("../../golden/lista-acionamentos-by-status.json");
const INSURED: &str = include_str!("../../golden/pesquisa-segurado.json");
const TOTALS: &str = include_str!("../../golden/total-status-acionamento-ano.json");

/// The first golden answer of a file: as stored, with sorted keys, and as our own services write it.
fn golden<T: Serialize + DeserializeOwned>(file: &str) -> [String; 2] {
    let file: Value = serde_json::from_str(file).unwrap();
    let answer = serde_json::to_string_pretty(&file["cases"][0]["answer"]).unwrap();
    let data: T = serde_json::from_str(&file["cases"][0]["answer"]["data"].to_string()).unwrap();
    [answer, serde_json::to_string(&Envelope::success(data)).unwrap()]
}

/// An envelope as serde_json reads it.
fn expected<'de, T: Deserialize<'de>>(text: &'de str) -> Option<Answer<T>> {
    #[derive(Deserialize)]
    struct Plain<'a> {
        status: Value,
        #[serde(default)]
        messages: Value,
        #[serde(borrow)]
        data: Option<&'a RawValue>,
    }
    let Plain { status, messages, data } = serde_json::from_str(text).ok()?;
    let is_success = match status {
        Value::Number(status) => status.as_i64().or_else(|| whole(status.as_f64()?))? == 1,
        Value::String(status) if !matches!(status.trim(), "true" | "false") => status.trim() == "1",
        _ => return None,
    };
    let mut texts = Vec::new();
    add_texts(&messages, &mut texts);
    let messages = texts.join("\n");
    let has_data = serde_json::from_str::<BTreeMap<String, &RawValue>>(text).ok()?.contains_key("data");
    if is_success && !has_data && messages.is_empty() {
        return None;
    }
    let data = match data.filter(|_| is_success) {
        Some(data) => Some(serde_json::from_str(data.get()).ok()?),
        None => None,
    };
    let lacks_data = is_success && !has_data;
    Some(Answer { is_success, messages, lacks_data, ..Answer::success(data) })
}

/// Collects the texts of a message. What is neither a text nor has any is none.
fn add_texts(messages: &Value, texts: &mut Vec<String>) {
    match messages {
        Value::String(text) if !text.trim().is_empty() => texts.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| add_texts(one, texts)),
        Value::Object(all) => all.values().for_each(|value| add_texts(value, texts)),
        _ => {}
    }
}

/// JSON without the spaces around its texts. Keys keep theirs, and so do numbers their digits.
fn unpadded(json: &str) -> String {
    let (mut out, mut rest) = (String::new(), json);
    while let Some((before, after)) = rest.split_once('"') {
        let mut escaped = false;
        let end = after.find(|character| {
            let ends = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            ends
        });
        let (text, following) = after.split_at(end.unwrap_or(after.len()));
        let is_key = following.get(1..).is_some_and(|next| next.trim_start().starts_with(':'));
        out.extend([before, "\"", if is_key { text } else { text.trim_matches(' ') }, "\""]);
        rest = following.get(1..).unwrap_or_default();
    }
    out + rest
}

/// JSON whose tax ids have neither punctuation nor other zeros.
fn with_plain_tax_ids(json: &str) -> String {
    let mut parts = json.split("\"nrCpfCnpj\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split('"').nth(1).unwrap_or_default();
        let plain = CpfCnpj::from_row(value).to_string();
        out += &format!("\"nrCpfCnpj\"{}", part.replacen(&format!("\"{value}\""), &format!("\"{plain}\""), 1));
    }
    out
}

/// JSON with a replacement character for each half of a surrogate pair.
fn with_whole_characters(json: &str) -> String {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let (mut out, mut rest) = (String::new(), json);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
            (Some(0xd800..0xe000), _) => {
                out.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            _ => 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    out + rest
}

/// Puts null and single objects where the types have lists into lists, and quotes numbers where they have texts.
fn with_lists(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if ["data", "procedimentos", "historico", "apolices", "pets"].contains(&name.as_str()) {
                    match value {
                        Value::Null => *value = Value::Array(Vec::new()),
                        Value::Object(_) => *value = Value::Array(vec![value.take()]),
                        _ => {}
                    }
                }
                if (name.starts_with("nm") || name.starts_with("ds")) && value.is_number() {
                    *value = value.to_string().into();
                }
                with_lists(value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(with_lists),
        _ => {}
    }
}

/// Fails if the result differs from serde_json's. Returns whether the text was read.
fn reads<'de, T: Debug + Deserialize<'de>>(text: &'de str) -> bool {
    // serde_json reports no faults.
    let read = Answer::<T>::read(text.as_bytes()).map(|answer| Answer { faults: BTreeSet::new(), ..answer });
    let expected = expected::<T>(text);
    match &read {
        Ok(answer) if expected.as_ref().is_none_or(|expected| format!("{answer:?}") != format!("{expected:?}")) => {
            // Leaked: the type may borrow from the text.
            let unpadded = &*with_plain_tax_ids(&unpadded(&with_whole_characters(text))).leak();
            let mut lists: Value = serde_json::from_str(unpadded).unwrap();
            with_lists(&mut lists);
            let expected = self::expected::<T>(unpadded).or_else(|| self::expected::<T>(lists.to_string().leak()));
            assert_eq!(format!("{read:?}"), format!("{:?}", Ok::<_, ()>(expected.unwrap())), "{text}");
        }
        _ => assert_eq!(format!("{:?}", read.as_ref().ok()), format!("{:?}", expected.as_ref()), "{text}"),
    }
    read.is_ok()
}

/// Whether the data of a success are read.
fn reads_data<'de, T: Debug + Deserialize<'de>>(data: &str, text: &'de mut String) -> bool {
    *text = format!(r#"{{"status":1,"data":{data}}}"#);
    reads::<T>(text)
}

#[test]
fn golden_answers_are_read() {
    assert!(golden::<Vec<Acionamento>>(LIST).iter().all(|text| reads::<Vec<Acionamento>>(text)));
    assert!(golden::<Segurado>(INSURED).iter().all(|text| reads::<Segurado>(text)));
    assert!(golden::<Vec<TotalMensal>>(TOTALS).iter().all(|text| reads::<Vec<TotalMensal>>(text)));
}

#[test]
fn unusual_json_is_read_like_serde_json() {
    for text in [
        r#"{"status":1,"data":"pl\u00e1stico \"\\\/\b\f\n\r\t \ud83d\udc36"}"#,
        r#" { "status" : "1" , "messages" : [ "um" , null ] , "data" : "x" } "#,
        r#"{"data":"antes","x":{"y":[1,{"z":"]}"}]},"status":1}"#,
        r#"{"d\u0061ta":"x","status":1}"#,
        r#"{"status":1,"data":null}"#,
        r#"{"status":0,"messages":"não","data":[]}"#,
        r#"{"data":[{"x":7}],"messages":"não","status":0}"#,
        r#"{"status":1,"x":[-0,1.5e-3,1E+400,true,false,null,"\ud800",{},[]],"data":"x"}"#,
    ] {
        assert!(reads::<String>(text), "{text}");
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
        r#"{"status":1,"data":"\ud83d\u00é"}"#,
        r#"{"status":1,"data":"\u00é"}"#,
        r#"{"status":1,"data":"\x"}"#,
        r#"{"status":1x,"data":"x"}"#,
        r#"{"status":01,"data":"x"}"#,
        r#"{"status":1,"data":[7]}"#,
        r#"{"data":[7],"status":1}"#,
        r#"{"data":[7,"status":0}"#,
        r#"{"status":1,"status":1,"data":"x"}"#,
        r#"{"data":"x","data":"x","status":0}"#,
        r#"{"status":1,"x":[1,],"data":"x"}"#,
        r#"{"status":1,"x":{"y"},"data":"x"}"#,
        r#"{"status":1,"x":-,"data":"x"}"#,
        r#"{"status":1,"x":1.,"data":"x"}"#,
        r#"{"status":1,"x":1e,"data":"x"}"#,
        r#"{"status":1,"x":"\u12g4","data":"x"}"#,
        r#"{"status":1,"x":nul,"data":"x"}"#,
    ] {
        assert!(!reads::<String>(text), "{text}");
    }
}

#[test]
fn field_order_and_unknown_fields_do_not_matter() {
    let text = &mut String::new();
    let mut read = |row: &str| {
        let first = r#"{"nrMes":1,"cdStatus":"A","dsStatus":"Aberto","qtTotal":7,"vlTotal":1.50}"#;
        let alone = reads_data::<Vec<TotalMensal>>(&format!("[{{{row}}}]"), text);
        let later = reads_data::<Vec<TotalMensal>>(&format!("[{first},{{{row}}},{{{row}}},{first}]"), text);
        assert_eq!(alone, later, "{row}");
        alone
    };
    let rest = r#""dsStatus":"Aberto","qtTotal":7,"vlTotal":1.50"#;
    for row in [
        format!(r#""nrMes":1,"cdStatus":"A",{rest}"#),
        format!(r#" "nrMes" : 1 , "cdStatus":"A",{rest} "#),
        format!(r#"{rest},"cdStatus":"A","nrMes":1"#),
        format!(r#""x":[{{"nrMes":2}}],"nrMes":1,"y":"}}","cdStatus":"A",{rest},"z":null"#),
        format!(r#""nr\u004des":1,"cdStatus":"A",{rest}"#),
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
        format!(r#""x":1{{"nrMes":1,"cdStatus":"A",{rest}"#),
        format!(r#""\u0078":1{{"nrMes":1,"cdStatus":"A",{rest}"#),
        format!(r#","nrMes":1,"cdStatus":"A",{rest}"#),
        format!(r#""nrMes":1,{rest}"#),
        String::new(),
    ] {
        assert!(!read(&row), "{row}");
    }
}

#[test]
fn the_depth_limit_is_that_of_serde_json() {
    let text = &mut String::new();
    for (depth, is_read) in [(127, true), (128, false), (100_000, false)] {
        let list = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(reads_data::<Value>(&list, text), is_read, "{depth}");
        assert!(reads::<u8>(&format!(r#"{{"status":1,"x":{list},"data":7}}"#)), "unknown fields are skipped");
    }
}

#[test]
fn null_and_a_single_object_are_lists_where_lists_are_expected() {
    let golden = &golden::<Segurado>(INSURED)[0];
    let mut answer: Value = serde_json::from_str(golden).unwrap();
    let policy = answer["data"]["apolices"][0].clone();
    answer["data"]["apolices"] = policy;
    answer["data"]["apolices"]["pets"] = Value::Null;
    let text = answer.to_string();
    let apolices = Answer::<Segurado>::read(text.as_bytes()).unwrap().data.unwrap().apolices;
    assert_eq!((apolices.len(), apolices[0].pets.len()), (1, 0));
    let totals = |data: &str| {
        let text = format!(r#"{{"status":1,"data":{data}}}"#);
        Answer::<Vec<TotalMensal>>::read(text.as_bytes()).map(|answer| answer.data.map(|rows| rows.len()))
    };
    assert_eq!(totals("null"), Ok(None), "null data are a failure");
    assert_eq!(totals(r#"{"nrMes":1,"cdStatus":"A","dsStatus":null,"qtTotal":7.0}"#), Ok(Some(1)));
    assert!(totals("7").is_err());
}

#[test]
fn an_error_tells_its_reason_and_position() {
    let error = |body: &str| {
        let error = Answer::<Vec<TotalMensal>>::read(body.as_bytes()).unwrap_err();
        (error.reason, error.line, error.column)
    };
    let row = r#"{"nrMes":1,"cdStatus":"A"}"#;
    for body in [format!("{{\"status\":1,\n\"data\":[{row}]}}"), format!("{{\n\"data\":[{row}],\"status\":1}}")] {
        assert_eq!(error(&body), (Reason::MissingField("qtTotal"), 2, 8 + row.len()), "{body}");
    }
    assert_eq!(error(r#"{"status":1,"data":[{"nrMes":"um"}]}"#), (Reason::OtherType, 1, 33));
    assert_eq!(error(r#"{"status":1,"data":[{"nrMes":1"#).0, Reason::Incomplete);
    assert_eq!(error("<html>").0, Reason::NotJson);
}
