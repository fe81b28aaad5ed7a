//! Proposes what responses cannot show as comments: forms of responses that may mean something else (`[reading]`), and those and
//! the keys of requests (`[writing]`, `[requests]`).

use contract::mapping::{ReadAmountForm, ReadDayForm};
use serde_json::Value;

use super::{
    field_paths::{FieldPaths, value_at},
    line::Line,
};
use crate::{
    contract_schema::{schema::ContractSchema, value_type::ValueType},
    mapping::{Mapping, file::requests::WritingTable},
};

pub(super) fn add_lines(field_paths: &FieldPaths, given: &Mapping, lines: &mut Vec<Line>) {
    let mut add = |table: &[&str], key: &str, value: &str, note: String| {
        lines.push(Line::new(table, key, value).with_note(note).commented_out());
    };
    let (amounts, days) = (values_of(field_paths, "vlTotal"), values_of(field_paths, "dtOcorrencia"));
    if given.file.reading.amounts == ReadAmountForm::Any {
        if are_cents(&amounts) {
            add(&["reading"], "amounts", "cents", "todos os valores vieram inteiros: são centavos?".to_owned());
        }
        if has_form(&amounts, |digits| digits.ends_with("d.ddd")) {
            add(&["reading"], "amounts", "comma", "vlTotal veio com ponto e três casas: são milhares?".to_owned());
        }
    }
    if given.file.reading.dates == ReadDayForm::Any && has_form(&days, |digits| digits.starts_with("dd-dd-dddd")) {
        add(&["reading"], "dates", "dd-MM-yyyy", "assim dtOcorrencia vem".to_owned());
    }
    if given.file.writing == WritingTable::default() {
        let forms =
            [("dates", "dtOcorrencia", &DATES[..]), ("amounts", "vlTotal", &AMOUNTS), ("codes", "nrSinistro", &CODES)];
        for (key, field, known) in forms {
            let forms: Vec<_> =
                values_of(field_paths, field).iter().map(|value| ValueType::of(&value.to_string())).collect();
            if let Some((_, form)) = known.iter().find(|(form, _)| forms.contains(form)) {
                add(&["writing"], key, form, format!("assim {field} vem nas respostas"));
            }
        }
    }
    for (request, of) in &ContractSchema::get().requests {
        let is_given = |key: &&String| given.file.requests.get(request).is_some_and(|keys| keys.contains_key(*key));
        let open = of.keys.iter().filter(|(key, schema)| schema.is_sent_by_default && !is_given(key));
        lines.extend(open.map(|(key, _)| Line::new(&["requests", request], key, key.as_str()).commented_out()));
    }
}

const DATES: [(ValueType, &str); 2] =
    [(ValueType::LocalDateText, "dd/MM/yyyy"), (ValueType::CompactDateText, "yyyyMMdd")];
const AMOUNTS: [(ValueType, &str); 2] = [(ValueType::CommaText, "text-comma"), (ValueType::DecimalText, "text")];
const CODES: [(ValueType, &str); 1] = [(ValueType::Integer, "number")];

/// The values of a field of the claims.
fn values_of<'n>(field_paths: &'n FieldPaths, field: &str) -> Vec<&'n Value> {
    let claims = field_paths.types.iter().find(|found| found.name == "Acionamento");
    let of = claims.and_then(|claims| Some((claims, claims.paths.get(field)?)));
    of.map_or_else(Vec::new, |(claims, path)| {
        claims.objects.iter().filter_map(|(_, object)| value_at(object, path)).collect()
    })
}

/// Whether amounts may be centavos: whole numbers, not all of them full reais, and not all below R$ 100.
fn are_cents(amounts: &[&Value]) -> bool {
    let whole = |amount: &&Value| amount.as_i64().or_else(|| amount.as_str()?.trim().parse().ok());
    let amounts: Option<Vec<i64>> = amounts.iter().map(whole).collect();
    amounts.is_some_and(|all| all.iter().any(|amount| amount % 100 != 0) && all.iter().any(|amount| *amount >= 10_000))
}

/// Whether a text has a form, in which `d` stands for any digit.
fn has_form(values: &[&Value], has: impl Fn(&str) -> bool) -> bool {
    let form = |text: &str| text.trim().replace(|c: char| c.is_ascii_digit(), "d");
    values.iter().filter_map(|value| value.as_str()).any(|text| has(&form(text)))
}
