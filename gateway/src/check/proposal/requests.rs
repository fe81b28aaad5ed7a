//! Proposes `[requests]` and `[writing]` as comments, since no response shows a request. Beside each key stands the response key
//! with the same value, if it differs from the contract's; formats are copied from the responses.

use super::{
    line::Line,
    names::{Names, value_at},
};
use crate::{
    contract_schema::{request::field_for, value_type::ValueType, vocabulary::Vocabulary},
    mapping::{Mapping, file::requests::WritingTable},
};

/// Adds the lines. A type that has a heading in the file, if only in a comment, is left to the operator.
pub(super) fn add_lines(names: &Names, given: &Mapping, lines: &mut Vec<Line>) {
    if given.file.writing == WritingTable::default() && !given.source.contains("[writing]") {
        let forms =
            [("dates", "dtOcorrencia", &DATES[..]), ("amounts", "vlTotal", &AMOUNTS), ("codes", "nrSinistro", &CODES)];
        for (key, field, known) in forms {
            if let Some(form) = form_of(names, field, known) {
                let line = Line::new(&["writing"], key, form);
                lines.push(line.with_note(format!("assim {field} vem nas respostas")).commented_out());
            }
        }
    }
    for (request, of) in &Vocabulary::get().requests {
        if given.source.contains(&format!("[requests.{request}")) {
            continue;
        }
        for key in of.keys.keys() {
            let line = Line::new(&["requests", request], key, key.as_str());
            let field = field_for(request, key);
            let path = field.and_then(|field| names.path(field.owner, field.name)).map(ToString::to_string);
            let path = path.filter(|path| field.is_some_and(|field| field.name != path));
            lines.push(match path {
                Some(path) => line.with_note(format!("nas respostas: {path}")).commented_out(),
                None => line.commented_out(),
            });
        }
    }
}

const DATES: [(ValueType, &str); 2] =
    [(ValueType::LocalDateText, "dd/MM/yyyy"), (ValueType::CompactDateText, "yyyyMMdd")];
const AMOUNTS: [(ValueType, &str); 2] = [(ValueType::CommaText, "text-comma"), (ValueType::DecimalText, "text")];
const CODES: [(ValueType, &str); 1] = [(ValueType::Integer, "number")];

/// The form of a field of the claims, if requests have a word for it.
fn form_of(names: &Names, field: &str, known: &[(ValueType, &'static str)]) -> Option<&'static str> {
    let claims = names.types.iter().find(|found| found.name == "Acionamento")?;
    let path = claims.paths.get(field)?;
    let values = claims.objects.iter().filter_map(|(_, object)| value_at(object, path));
    let forms: Vec<_> = values.map(|value| ValueType::of(&value.to_string())).collect();
    known.iter().find(|(form, _)| forms.contains(form)).map(|(_, word)| *word)
}
