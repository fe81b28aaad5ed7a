//! Compares two responses.

use std::{cmp::Ordering, collections::BTreeMap, fmt};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

/// A response with its data as bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    #[serde(default = "no_data")]
    data: Box<RawValue>,
    #[serde(default)]
    pub(super) errors: Vec<Value>,
}

/// Stands for missing data, which differ from null.
fn no_data() -> Box<RawValue> {
    RawValue::from_string("\"no data\"".to_owned()).unwrap()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    Different(&'static str),
    /// Nothing follows from the reference execution's response: it is known to be wrong, or reports another one of several failures.
    Incomparable,
}

impl Answer {
    pub(super) fn data(&self) -> Value {
        serde_json::from_str(self.data.get()).unwrap()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.data)?;
        self.errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
    }
}

pub(super) fn compare(reference: &Answer, other: &Answer) -> Verdict {
    let data = reference.data();
    // The reference execution resolves a repeated field once per occurrence. If one occurrence fails because of a selection that the others
    // lack, the field is null in one and an object in another; the first one is in the data, beside an error that contradicts it.
    if reference.errors.iter().any(|error| Fate::of(error, &data) == Fate::Contradicted) {
        return Verdict::Incomparable;
    }
    if reference.data.get() != other.data.get() {
        return Verdict::Different("data");
    }
    let (reference, other) = (Errors::of(reference, &data), Errors::of(other, &data));
    if !reference.own.keys().eq(other.own.keys()) {
        return Verdict::Different("errors");
    }
    // The reference execution reports an error once per occurrence of its field.
    if !other.own.iter().all(|(error, places)| is_part(places, &reference.own[error])) {
        return Verdict::Different("locations");
    }
    if !reference.above.keys().eq(other.above.keys()) {
        return Verdict::Different("errors that make something above them null");
    }
    let mut verdict = Verdict::Same;
    for (place, errors) in reference.above {
        let other = &other.above[&place];
        let any =
            |is: fn(&Value, &Value) -> bool| errors.iter().any(|error| other.iter().any(|other| is(error, other)));
        if !any(is_same_cause) {
            if !any(are_siblings) {
                return Verdict::Different("the error that makes something above it null");
            }
            verdict = Verdict::Incomparable;
        }
    }
    verdict
}

struct Errors<'a> {
    /// Errors whose own path is null: the error without locations, and its locations.
    own: BTreeMap<String, Vec<String>>,
    /// Errors that made a parent null, by the path of that null.
    above: BTreeMap<String, Vec<&'a Value>>,
}

/// The value in the data at the path of an error.
#[derive(PartialEq)]
enum Fate {
    /// It is null itself, or there is no parent.
    Null,
    /// A parent is null, so many steps below the root.
    NullAbove(usize),
    Contradicted,
}

impl Fate {
    fn of(error: &Value, data: &Value) -> Self {
        let path = path(error);
        let mut at = data;
        for (depth, step) in path.iter().enumerate() {
            if at.is_null() {
                return Self::NullAbove(depth);
            }
            let below = match step {
                Value::Number(index) => at.get(usize::try_from(index.as_u64().unwrap()).unwrap()),
                step => at.get(step.as_str().unwrap()),
            };
            let Some(below) = below else { return Self::Contradicted };
            at = below;
        }
        if at.is_null() || path.is_empty() { Self::Null } else { Self::Contradicted }
    }
}

impl<'a> Errors<'a> {
    fn of(answer: &'a Answer, data: &Value) -> Self {
        let mut errors = Self { own: BTreeMap::new(), above: BTreeMap::new() };
        for error in &answer.errors {
            match Fate::of(error, data) {
                Fate::NullAbove(depth) => {
                    let place = Value::from(&path(error)[..depth]).to_string();
                    errors.above.entry(place).or_default().push(error);
                }
                Fate::Null | Fate::Contradicted => {
                    let mut rest = error.as_object().unwrap().clone();
                    let places = rest.remove("locations").unwrap_or_default();
                    errors.own.entry(Value::Object(rest).to_string()).or_default().push(places.to_string());
                }
            }
        }
        errors
    }
}

/// Whether two errors below a null are equal. The reference execution reports the first of several and cancels the rest, so only
/// one can be compared.
fn is_same_cause(reference: &Value, other: &Value) -> bool {
    let is_of_one_place = path(reference) == path(other) || is_cut(reference, other);
    is_of_one_place && ["message", "extensions", "locations"].iter().all(|part| reference[part] == other[part])
}

/// Whether two errors are of different fields of one object, or may be. Where several fields fail that may not be null, either
/// may be reported.
fn are_siblings(reference: &Value, other: &Value) -> bool {
    let mut parts = path(reference).iter().zip(path(other));
    is_cut(reference, other) || parts.find(|(a, b)| a != b).is_some_and(|(a, b)| a.is_string() && b.is_string())
}

/// Whether the reference execution dropped the path below a list position.
fn is_cut(reference: &Value, other: &Value) -> bool {
    let (short, long) = (path(reference), path(other));
    short.len() < long.len() && short.last().is_some_and(Value::is_number) && long.starts_with(short)
}

fn path(error: &Value) -> &[Value] {
    error["path"].as_array().map_or(&[], Vec::as_slice)
}

/// Whether each of the texts occurs in the others as often.
fn is_part(some: &[String], all: &[String]) -> bool {
    let sorted = |texts: &[String]| {
        let mut texts = texts.to_vec();
        texts.sort();
        texts
    };
    let all = sorted(all);
    let mut all = all.iter();
    sorted(some).iter().all(|text| all.by_ref().any(|other| other.cmp(text) == Ordering::Equal))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Verdict, compare};

    fn answer(data: &str, errors: &[(&str, u32)]) -> Answer {
        let error = |(path, column): &(&str, u32)| {
            format!("{{\"message\":\"m\",\"path\":{path},\"locations\":[{{\"line\":1,\"column\":{column}}}]}}")
        };
        let errors: Vec<_> = errors.iter().map(error).collect();
        serde_json::from_str(&format!("{{\"data\":{data},\"errors\":[{}]}}", errors.join(","))).unwrap()
    }

    const FIELD: &str = "[\"a\",\"b\"]";
    const ROW: &str = "[\"a\",\"rows\",3]";
    const BELOW_ROW: &str = "[\"a\",\"rows\",3,\"b\"]";
    const OTHER_FIELD: &str = "[\"a\",\"x\",0,\"b\"]";

    /// The data of both responses, the errors of the reference execution's, and those of ours.
    #[test]
    fn only_what_the_reference_execution_drops_makes_no_difference() {
        let (null, null_above, value) = ("{\"a\":{\"b\":null}}", "{\"a\":null}", "{\"a\":{\"c\":1}}");
        let cause = Verdict::Different("the error that makes something above it null");
        let none = Verdict::Different("errors that make something above them null");
        for (data, reference, other, verdict) in [
            (null, &[(FIELD, 5)][..], &[(FIELD, 5)][..], Verdict::Same),
            (null, &[(FIELD, 5)], &[], Verdict::Different("errors")),
            (null, &[], &[(FIELD, 5)], Verdict::Different("errors")),
            (null, &[(FIELD, 5)], &[(FIELD, 6)], Verdict::Different("locations")),
            (null, &[(FIELD, 5)], &[(FIELD, 5), (FIELD, 5)], Verdict::Different("locations")),
            // One field in two places.
            (null, &[(FIELD, 5), (FIELD, 9)], &[(FIELD, 5)], Verdict::Same),
            (null_above, &[(ROW, 5)], &[(BELOW_ROW, 5)], Verdict::Same),
            (null_above, &[(ROW, 5)], &[(BELOW_ROW, 5), (FIELD, 6)], Verdict::Same),
            // Of another field of the row, perhaps.
            (null_above, &[(ROW, 5)], &[(BELOW_ROW, 6)], Verdict::Incomparable),
            (null_above, &[("[\"a\",\"rows\",4]", 5)], &[(BELOW_ROW, 5)], cause),
            (null_above, &[(BELOW_ROW, 5)], &[(ROW, 5)], cause),
            (null_above, &[(FIELD, 5)], &[("[\"a\",\"b\",\"c\"]", 5)], cause),
            (null_above, &[(BELOW_ROW, 5)], &[(OTHER_FIELD, 6)], Verdict::Incomparable),
            (null_above, &[(ROW, 5)], &[], none),
            (null_above, &[], &[(ROW, 5)], none),
            // An error of a field with a value proves nothing.
            (value, &[(ROW, 5)], &[(ROW, 5)], Verdict::Incomparable),
            (value, &[], &[(ROW, 5)], Verdict::Different("errors")),
        ] {
            assert_eq!(
                compare(&answer(data, reference), &answer(data, other)),
                verdict,
                "{data} {reference:?} {other:?}"
            );
        }
    }

    #[test]
    fn other_data_are_different() {
        let refused: Answer = serde_json::from_str("{\"errors\":[]}").unwrap();
        let data = |data: &str| answer(data, &[]);
        for (reference, other) in [
            (data("{\"a\":1,\"b\":2}"), data("{\"b\":2,\"a\":1}")),
            // Null is data.
            (data("null"), refused),
        ] {
            assert_eq!(compare(&reference, &other), Verdict::Different("data"), "{reference} {other}");
        }
    }
}
