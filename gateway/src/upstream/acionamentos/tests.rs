//! Lists of acionamentos say what was read.

use std::sync::Arc;

use contract::{
    acionamento::Acionamento,
    envelope::{Answer, Envelope},
    mapping::ResponseMapping,
};

use super::{Acionamentos, Row};
use crate::upstream::{lists::Rows as _, response_data::ResponseData as _};

const GOLDEN: &str = include_str!("../../../../contract/golden/lista-acionamentos-by-status.json");

fn read(body: &str) -> Arc<Acionamentos> {
    Arc::new(Acionamentos::read(body.to_owned().into(), &ResponseMapping::default()).unwrap().data.unwrap())
}

fn rows(body: &str) -> Vec<Row<'_>> {
    Answer::read(body.as_bytes()).unwrap().data.unwrap()
}

/// The first golden response.
fn golden() -> String {
    let golden: serde_json::Value = serde_json::from_str(GOLDEN).unwrap();
    golden["cases"][0]["answer"].to_string()
}

/// The same with a part replaced.
fn golden_with(from: &str, to: &str) -> String {
    let answer = golden();
    assert!(answer.contains(from), "{answer}");
    answer.replace(from, to)
}

#[test]
fn one_that_was_answered_by_itself_says_the_same_as_in_a_list() {
    for answer in [
        golden(),
        golden_with("\"ABERTO\"", "\"\\u0041BERTO\""),
        golden_with("\"ABERTO\"", &format!("\"{}\"", "é".repeat(40_000))),
        golden_with("150.0", "150.05"),
        golden_with("150.0", "149.9999999999999"),
        golden_with("150.0", "-0.00"),
        golden_with("150.0", "7922816251426433759354395033.5"),
        golden_with("2026-11-20T", "1969-11-20T"),
        golden_with("-03:00", ".123456789+05:30"),
    ] {
        let alone: Vec<Acionamento> = Answer::read(answer.as_bytes()).unwrap().data.unwrap();
        let list = Acionamentos::of(&alone[0]);
        assert_eq!(format!("{:?}", list.rows()), format!("{:?}", &rows(&answer)[..1]));
    }
}

#[test]
fn a_list_weighs_its_body_and_its_rows() {
    let rows: Vec<Acionamento> = Answer::read(golden().as_bytes()).unwrap().data.unwrap();
    let rows: Vec<_> = rows.iter().cycle().take(5_000).collect();
    let answer = serde_json::to_string(&Envelope::success(rows)).unwrap();
    let weight = read(&answer).weight();
    assert!(
        (answer.len() + 5_000 * size_of::<Row<'_>>()..3 * answer.len()).contains(&weight),
        "{weight} of {}",
        answer.len()
    );
}
