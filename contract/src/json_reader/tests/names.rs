//! Which field a key is.

use serde::Deserialize;

use super::reads_data;
use crate::envelope::Answer;

/// A type with all naming attributes of serde.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Named {
    #[serde(alias = "primeiro", alias = "umDeles")]
    um: String,
    #[serde(rename = "second")]
    dois: Option<String>,
    #[serde(skip)]
    #[expect(dead_code, reason = "a test prints it")]
    tres: String,
    #[serde(default)]
    quatro: String,
    #[serde(rename(deserialize = "five"), alias = "um5")]
    cinco: String,
    #[serde(skip_deserializing, default)]
    #[expect(dead_code, reason = "a test prints it")]
    seis: String,
    seis_e_meio: Vec<Nested>,
}

/// A type that denies unknown fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nested {
    #[serde(alias = "y")]
    x: u8,
    #[serde(alias = "w", default)]
    z: u8,
}

/// An unknown field.
pub(super) const OTHER: &str = "outro";

pub(super) const NAMES: [&str; 13] = [
    "um",
    "primeiro",
    "umDeles",
    "second",
    "dois",
    "tres",
    "quatro",
    "five",
    "um5",
    "cinco",
    "seis",
    "seisEMeio",
    OTHER,
];

#[test]
fn a_field_is_identified_by_its_names_never_by_its_position() {
    let nested = r#"[{"x":1,"z":2},{"y":3,"w":4},{"w":5,"x":6},{"z":7,"y":8}]"#;
    let rows = [
        r#"{"um":"a","second":"b","quatro":"c","five":"d","seisEMeio":[]}"#.to_owned(),
        format!(r#"{{"primeiro":"e","umDelas":"f","second":"g","five":"h","seisEMeio":{nested}}}"#),
        format!(r#"{{"five":"i","umDeles":"j","seisEMeio":{nested},"quatro":"k"}}"#),
        r#"{"um5":"l","um":"m","tres":"n","seis":"o","dois":"p","cinco":"q","seisEMeio":[]}"#.to_owned(),
    ];
    let text = &mut String::new();
    assert!(reads_data::<Vec<Named>>(&format!("[{}]", rows.join(",")), text));
    let data = Answer::<Vec<Named>>::read(text.as_bytes()).unwrap().data.unwrap();
    let texts: Vec<_> = data.iter().map(|row| [&row.um, &row.quatro, &row.cinco].map(String::as_str)).collect();
    assert_eq!(texts, [["a", "c", "d"], ["e", "", "h"], ["j", "k", "i"], ["m", "", "l"]]);
    assert_eq!(data.iter().map(|row| row.dois.as_deref()).collect::<Vec<_>>(), [Some("b"), Some("g"), None, None]);
    let numbers: Vec<_> = data[1].seis_e_meio.iter().map(|nested| (nested.x, nested.z)).collect();
    assert_eq!(numbers, [(1, 2), (3, 4), (6, 5), (8, 7)]);

    for twice in [r#"{"x":1,"y":1}"#, r#"{"x":1,"outro":1}"#] {
        assert!(!reads_data::<Vec<Nested>>(&format!(r#"[{{"x":1,"z":2}},{twice}]"#), text), "{twice}");
    }
}

#[test]
fn types_with_equal_names_of_fields_are_told_apart() {
    #[derive(Debug, Deserialize)]
    #[serde(rename = "Same")]
    struct Alias {
        #[serde(alias = "y")]
        x: u8,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename = "Same")]
    struct Two {
        x: Option<u8>,
        y: Option<u8>,
    }
    #[derive(Debug, Deserialize)]
    struct Both {
        two: Vec<Two>,
        alias: Vec<Alias>,
    }
    let both = |first, second| {
        format!(r#"{{"{first}":[{{"y":1}},{{"y":2}},{{"y":3}}],"{second}":[{{"y":4}},{{"y":5}},{{"y":6}}]}}"#)
    };
    let text = &mut String::new();
    let rows = [both("two", "alias"), both("alias", "two"), both("two", "alias")].join(",");
    assert!(reads_data::<Vec<Both>>(&format!("[{rows}]"), text));
    let data = Answer::<Vec<Both>>::read(text.as_bytes()).unwrap().data.unwrap();
    let read = |row: &Both| {
        let two = row.two.iter().map(|two| (two.x, two.y)).collect::<Vec<_>>();
        (two, row.alias.iter().map(|alias| alias.x).collect::<Vec<_>>())
    };
    let of = |from: u8| (0..3).map(move |more| from + more);
    let expected = |two: u8, alias: u8| (of(two).map(|y| (None, Some(y))).collect(), of(alias).collect());
    assert_eq!(data.iter().map(read).collect::<Vec<_>>(), [expected(1, 4), expected(4, 1), expected(1, 4)]);
}
