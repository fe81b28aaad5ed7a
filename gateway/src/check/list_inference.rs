//! Finds the key of the data that holds the list, or the object, of the contract.

use serde_json::{Value, value::RawValue};
use services::wire::spelling::KeyPath;

use super::{
    data_score::{best_list, best_object, content_score, fields_around, fields_beside, fields_in, has_fields},
    draft::{Draft, EnvelopeKey, last_segment},
    envelope_inference::bonus,
    examination::MOST_ROWS,
    inference::Observation,
    nested,
    translation::DATA,
};
use crate::contract::{Contract, comparison::Members, field_names::shown, value_type::ExpectedType};

/// Usual names of the number of pages, of the number of all rows, and of what tells that there are more.
const PAGES: &str =
    "totalPaginas totalPages paginas pages pageCount numeroPaginas qtPaginas lastPage ultimaPagina totalDePaginas";
const ROWS: &str = "total totalRegistros totalItens totalItems totalElementos totalElements totalCount totalRows count \
                    quantidadeTotal totalResults recordCount";
const MORE: &str = "hasNext hasMore hasNextPage temProxima temMais next nextPage nextPageUrl nextLink odataNextLink \
                    proxima proximaPagina existeProxima";
const LAST: &str = "last isLast ultima ultimaPagina isLastPage";
/// Usual names of objects around these.
const PAGING: &str = "meta pagination paginacao page pagina paging links pageInfo pageable _links";
/// Fewest fields beside an empty list that make a row of the object around it: a page has a total, too.
const FIELDS_OF_ROW: usize = 3;

/// The key of the data that holds the list, or the object, where the data are an object around it.
pub(super) fn infer(draft: &mut Draft, one: &Observation) {
    let path = ["calls", last_segment(one.contract.path), "list"];
    if !has_fields(one.contract) || draft.is_given_entry(&path) {
        return;
    }
    let Ok(body) = serde_json::from_str(one.body) else { return };
    let Some(data) = data_in(draft, body) else { return };
    let Ok(members) = serde_json::from_str::<Members>(data.get()) else { return };
    if draft.list_of(one.contract.path).is_some() {
        return;
    }
    let root = &one.contract.nodes[0];
    let is_list = root.expected == ExpectedType::List;
    let best = if is_list { best_list(one.contract, &members) } else { best_object(one.contract, &members) };
    let Some((score, key)) = best.filter(|(_, key)| shown(key).is_ok()) else { return };
    if is_list {
        if is_one_row(one.contract, data, key) {
            return;
        }
    } else {
        let as_it_is = content_score(one.contract, 0, data);
        // Fields beside the object, too: its keys are fields of the object around it.
        let (within, beside) = fields_around(one.contract, data, key, true);
        if score < as_it_is || score <= 0.2 || !beside.is_subset(&within) || within.is_subset(&beside) {
            return;
        }
    }
    draft.set(&path, nested::text(&[key]), None);
}

/// The key of a response that says that there are more rows than it has.
pub(super) fn sign_of_more(draft: &Draft, contract: &Contract, body: &str) -> Option<String> {
    if contract.nodes[0].expected != ExpectedType::List {
        return None;
    }
    // A long list was cut for this.
    let rows = rows_of(draft, contract, body)?.len();
    let body: &RawValue = serde_json::from_str(body).ok()?;
    let data = data_in(draft, body)?;
    let object = |value: &RawValue| match serde_json::from_str(value.get()) {
        Ok(Value::Object(members)) => Some(members),
        _ => None,
    };
    [object(body), object(data)].into_iter().flatten().find_map(|members| {
        let inner = members.iter().filter(|(key, _)| is_named(PAGING, key)).filter_map(|(_, value)| value.as_object());
        let mut all = members.iter().chain(inner.flatten());
        all.find(|(key, value)| is_more(key, value, rows)).map(|(key, _)| key.clone())
    })
}

/// The rows of a list as JSON.
pub(super) fn rows_of<'a>(draft: &Draft, contract: &Contract, body: &'a str) -> Option<Vec<&'a str>> {
    let data = data_in(draft, serde_json::from_str(body).ok()?)?;
    let list = draft.list_of(contract.path).and_then(|key| nested::at_text(data, key)).unwrap_or(data);
    let rows: Vec<&RawValue> = serde_json::from_str(list.get()).ok()?;
    Some(rows.into_iter().map(RawValue::get).collect())
}

pub(super) fn is_named(names: &str, key: &str) -> bool {
    bonus(names, key) > 0.0
}

/// Whether a member beside rows says that there are more.
fn is_more(key: &str, value: &Value, rows: usize) -> bool {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or_default();
            is_named(PAGES, key) && number > 1
                || is_named(ROWS, key) && rows < MOST_ROWS && usize::try_from(number).is_ok_and(|number| number > rows)
                || is_named(MORE, key) && number > 1
        }
        Value::Bool(flag) => is_named(MORE, key) && *flag || is_named(LAST, key) && !*flag,
        Value::String(text) => is_named(MORE, key) && !text.is_empty(),
        _ => false,
    }
}

/// Whether an object around a list is a row itself, and the list a part of it: more fields stand beside the list than in its
/// rows.
fn is_one_row(contract: &Contract, data: &RawValue, key: &str) -> bool {
    let row = contract.nodes[0].children[0];
    let rows = nested::at(data, &KeyPath::of_key(key));
    let rows = rows.and_then(|rows| serde_json::from_str::<Vec<&RawValue>>(rows.get()).ok()).unwrap_or_default();
    let beside = fields_beside(contract, row, data, key, true).len();
    match rows.first() {
        Some(first) => beside > fields_in(contract, row, first, true).0.len(),
        None => beside >= FIELDS_OF_ROW,
    }
}

/// The data of a response, as the draft says where they are.
fn data_in<'a>(draft: &Draft, body: &'a RawValue) -> Option<&'a RawValue> {
    match draft.envelope_key(DATA) {
        EnvelopeKey::Key(key) => nested::at_text(body, key),
        EnvelopeKey::None => Some(body),
    }
}
