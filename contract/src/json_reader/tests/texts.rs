//! Texts: their escapes, their padding, and any length.

use std::borrow::Cow;

use super::reads;
use crate::envelope::Answer;

#[test]
fn half_of_a_surrogate_pair_is_a_replacement_character() {
    for (json, text) in [
        (r#""Rex \ud83d""#, "Rex \u{fffd}"),
        (r#""\ud83d\u0041""#, "\u{fffd}A"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
        (r#""\udc36x""#, "\u{fffd}x"),
        (r#""\udc36\ud83d""#, "\u{fffd}\u{fffd}"),
        (r#""\ud83d\ud83d\udc36\udc36""#, "\u{fffd}🐶\u{fffd}"),
    ] {
        let whole = format!(r#"{{"status":1,"data":{json}}}"#);
        assert_eq!(Answer::<String>::read(whole.as_bytes()).unwrap().data.as_deref(), Some(text), "{json}");
        assert!(reads::<String>(&whole));
    }
}

#[test]
fn the_padding_of_a_text_is_left_out() {
    for (json, text) in [
        (r#""Bicho Bom        ""#, "Bicho Bom"),
        (r#""  S-1""#, "S-1"),
        (r#"" \t ""#, "\t"),
        (r#""   ""#, ""),
        (r#"" ""#, ""),
        ("\"\"", ""),
        (r#""a  b""#, "a  b"),
    ] {
        let whole = format!(r#"{{"status":1,"data":[{json},{json}]}}"#);
        let data = Answer::<Vec<Cow<'_, str>>>::read(whole.as_bytes()).unwrap().data.unwrap();
        assert_eq!(data, [text, text], "{json}");
    }
}

#[test]
fn a_text_of_any_length_is_read_with_an_escape_or_a_long_character_at_any_place() {
    // Texts are scanned sixteen bytes at a time.
    for length in 0..70 {
        let plain = "x".repeat(length);
        assert!(reads::<Vec<String>>(&format!(r#"{{"status":1,"data":["{plain}","{plain}"]}}"#)), "{length}");
        assert!(!reads::<Vec<String>>(&format!(r#"{{"status":1,"data":["{plain}"#)), "{length}");
        for at in 0..=length {
            let (before, after) = plain.split_at(at);
            for inserted in [r#"\""#, r"\\", r"\u00e3", "ã", "🐶", " "] {
                let text = format!("{before}{inserted}{after}");
                assert!(reads::<Vec<String>>(&format!(r#"{{"status":1,"data":["{text}","{text}"]}}"#)), "{text}");
            }
            let damaged = format!("{before}\n{after}");
            assert!(!reads::<Vec<String>>(&format!(r#"{{"status":1,"data":["{damaged}"]}}"#)), "{damaged:?}");
        }
    }
}
