//! Checks that a server's response is complete before it is measured.

use serde_json::Value;

use crate::Result;

/// Counts the fields of a response over all rows.
///
/// # Errors
/// It is not JSON, or has errors (with or without data).
pub(crate) fn count_fields(body: &[u8]) -> Result<usize> {
    let answer: Value = serde_json::from_slice(body)?;
    if let Some(errors) = answer.get("errors") {
        return Err(format!("an answer with errors: {errors}").into());
    }
    Ok(below(&answer["data"]))
}

fn below(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.values().map(|field| 1 + below(field)).sum(),
        Value::Array(items) => items.iter().map(below).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::count_fields;

    #[test]
    fn fields_of_all_rows_are_counted_and_a_null_has_none_below_it() {
        let rows = br#"{"data":{"rows":[{"id":"1","of":{"nome":"a"}},{"id":"2","of":null}],"total":2}}"#;
        assert_eq!(count_fields(rows).ok(), Some(7));
    }

    #[test]
    fn an_answer_with_errors_is_refused_where_it_has_data_too() {
        let partly = count_fields(br#"{"data":{"rows":null},"errors":[{"message":"down"}]}"#);
        assert!(partly.is_err_and(|error| error.to_string().contains("down")));
        assert!(count_fields(b"<html>").is_err());
    }
}
