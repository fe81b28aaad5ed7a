use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, subsequence},
};
use serde_json::{Value, json};

use super::{Answer, Reason};
use crate::wire::spelling::{EnvelopeSpelling, ResponseSpelling, StatusValue};

fn read(body: &str) -> Result<(String, Option<u8>), String> {
    Answer::<u8>::read(body.as_bytes()).map(|answer| (answer.messages, answer.data)).map_err(|e| e.to_string())
}

#[test]
fn an_envelope_is_written_with_its_keys() {
    let written = serde_json::to_string(&super::Envelope::success(7)).unwrap();
    let [status, messages, data] = super::KEYS;
    assert_eq!(written, format!(r#"{{"{status}":1,"{messages}":"","{data}":7}}"#));
}

#[test]
fn status_may_be_a_number_or_text() {
    for status in ["1", "\"1\"", "\" 1 \""] {
        assert_eq!(read(&format!(r#"{{"status":{status},"messages":"","data":7}}"#)), Ok((String::new(), Some(7))));
    }
    for status in ["0", "2", "-1", "\"0\"", "\"ok\"", "\"\""] {
        assert_eq!(read(&format!(r#"{{"status":{status},"messages":"não","data":7}}"#)), Ok(("não".into(), None)));
    }
}

#[test]
fn messages_may_be_text_null_absent_or_a_list() {
    for (messages, text) in [
        (r#""messages":"um","#, "um"),
        (r#""messages":null,"#, ""),
        ("", ""),
        (r#""messages":[],"#, ""),
        (r#""messages":["um",null,"dois"],"#, "um\ndois"),
    ] {
        assert_eq!(read(&format!(r#"{{{messages}"status":1,"data":7}}"#)), Ok((text.into(), Some(7))));
    }
}

#[test]
fn null_data_is_a_refusal_and_data_of_a_refusal_are_not_read() {
    assert_eq!(read(r#"{"status":1,"messages":"nada","data":null}"#), Ok(("nada".into(), None)));
    assert_eq!(read(r#"{"status":1,"messages":"nada"}"#), Ok(("nada".into(), None)));
    assert_eq!(read(r#"{"status":0,"messages":"não","data":{"x":[]}}"#), Ok(("não".into(), None)));
}

#[test]
fn the_keys_come_in_any_order() {
    assert_eq!(read(r#"{"data":7,"x":{},"messages":"","status":1}"#), Ok((String::new(), Some(7))));
    assert_eq!(read(r#"{"data":"x","messages":"não","status":0}"#), Ok(("não".into(), None)));
    assert_eq!(read(r#"{"data":null,"status":1}"#), Ok((String::new(), None)));
    assert!(read(r#"{"data":"x","messages":"","status":1}"#).is_err());
    assert!(read(r#"{"status":1,"data":7,"data":7}"#).is_err());
    let latin = Answer::<u8>::read(b"{\"x\":\"\xff\",\"status\":1,\"data\":7}").unwrap_err();
    assert_eq!(latin.reason, Reason::NotUtf8);
}

/// The oracle: text of an envelope, and its data in a success.
fn expected(envelope: &Value) -> Option<(String, Option<Value>)> {
    let fields = envelope.as_object()?;
    let accepts = match fields.get("status")? {
        Value::Number(status) if !status.is_f64() => status.as_i64() == Some(1),
        Value::String(status) if matches!(status.trim(), "true" | "false") => return None,
        Value::String(status) => status.trim() == "1",
        _ => return None,
    };
    let mut texts = Vec::new();
    fields.get("messages").map_or(Some(()), |messages| add_texts(messages, &mut texts))?;
    let messages = texts.join("\n");
    let data = fields.get("data").filter(|data| accepts && !data.is_null()).cloned();
    Some((messages, data))
}

fn add_texts(messages: &Value, texts: &mut Vec<String>) -> Option<()> {
    match messages {
        Value::Null => Some(()),
        Value::String(text) => {
            texts.push(text.clone());
            Some(())
        }
        Value::Array(all) => all.iter().try_for_each(|one| add_texts(one, texts)),
        Value::Object(all) => {
            let inner = all.values().filter(|value| value.is_string() || value.is_array() || value.is_object());
            inner.map(|value| add_texts(value, texts)).collect()
        }
        _ => None,
    }
}

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
    #[test]
    fn the_order_of_keys_does_not_matter(
        parts in subsequence(vec!["status", "messages", "data", "x"], 0..=4).prop_shuffle(),
        values in vec(value(), 4),
    ) {
        let fields: Vec<String> =
            parts.iter().zip(&values).map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let body = format!("{{{}}}", fields.join(", "));
        let read = Answer::<Value>::read(body.as_bytes()).ok().map(|answer| (answer.messages, answer.data));
        prop_assert_eq!(read, expected(&serde_json::from_str(&body).unwrap()), "{}", body);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic_and_truncated_bodies_fail(bytes in vec(any::<u8>(), 0..200), cut in any::<Index>(), byte in any::<u8>()) {
        drop(Answer::<Value>::read(&bytes));
        let mut body = br#"{"status": 1, "messages": ["a", null], "data": {"x": [1.5e3, "\u00e9"]}}"#.to_vec();
        let at = cut.index(body.len());
        body[at] = byte;
        drop(Answer::<Value>::read(&body));
        assert!(Answer::<Value>::read(&body[..at]).is_err());
    }
}

#[test]
fn what_is_no_envelope_is_an_error() {
    for body in [
        "",
        "null",
        "[]",
        "<html>",
        r#"{"data":7}"#,
        r#"{"status":1,"data":"x"}"#,
        r#"{"status":true,"data":7}"#,
        r#"{"status":1,"data":7"#,
    ] {
        assert!(read(body).is_err(), "{body}");
    }
}

#[test]
fn messages_may_stand_in_objects_and_under_other_keys() {
    let spelling = |messages: &[&str]| {
        let messages = messages.iter().map(|path| path.parse().unwrap()).collect();
        let status = Some("meta.ok".parse().unwrap());
        let success = vec![StatusValue::Flag(true)];
        let envelope = EnvelopeSpelling { status, success, messages, ..EnvelopeSpelling::default() };
        ResponseSpelling { envelope: envelope.into(), ..ResponseSpelling::default() }
    };
    for (messages, body, text) in [
        (&["meta.text"][..], r#"{"meta":{"ok":false,"text":"um"},"data":null}"#, "um"),
        (
            &["errors.message"],
            r#"{"errors":[{"code":"1","message":"um"},{"message":"dois"}],"meta":{"ok":false}}"#,
            "um\ndois",
        ),
        (&["errors"], r#"{"errors":[{"code":"1","message":"um"}],"meta":{"ok":false}}"#, "um"),
        (&["errors"], r#"{"errors":{"nome":["um"],"valor":["dois"]},"meta":{"ok":false}}"#, "um\ndois"),
        (&["detail", "title"], r#"{"title":"um","meta":{"ok":false},"detail":"dois"}"#, "dois"),
        (&["detail", "title"], r#"{"title":"um","meta":{"ok":false},"detail":""}"#, "um"),
        (&["error.message"], r#"{"error":null,"meta":{"ok":false}}"#, ""),
    ] {
        let read = Answer::<u8>::read_spelled(body.as_bytes(), &spelling(messages)).unwrap();
        assert_eq!((read.is_success, read.messages.as_str()), (false, text), "{body}");
        assert_eq!(Answer::<u8>::refusal(body.as_bytes(), &spelling(messages)).messages, text, "{body}");
    }
    let read =
        Answer::<u8>::read_spelled(br#"{"meta":{"x":[],"ok":true},"data":7}"#, &spelling(&["meta.text"])).unwrap();
    assert_eq!(read.data, Some(7));
}

#[test]
fn a_status_may_stand_beside_the_list() {
    let envelope = EnvelopeSpelling {
        status: Some("ok".parse().unwrap()),
        success: vec![StatusValue::Flag(true)],
        messages: vec!["mensagem".parse().unwrap()],
        data: None,
    };
    let list = Some("linhas".parse().unwrap());
    let spelling = ResponseSpelling { envelope: envelope.into(), list, ..ResponseSpelling::default() };
    let read = |body: &str| {
        let answer = Answer::<Vec<u8>>::read_spelled(body.as_bytes(), &spelling);
        answer.map(|answer| (answer.is_success, answer.messages, answer.data)).map_err(|_| ())
    };
    assert_eq!(read(r#"{"linhas":[7],"ok":true}"#), Ok((true, String::new(), Some(vec![7]))));
    assert_eq!(read(r#"{"ok":false,"mensagem":"não"}"#), Ok((false, "não".to_owned(), None)));
    assert_eq!(read(r#"{"linhas":[7]}"#), Err(()), "without a status");
    assert_eq!(read("[7]"), Ok((true, String::new(), Some(vec![7]))), "a list has no status");
}
