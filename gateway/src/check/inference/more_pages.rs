//! Finds the key of a response that says that its list has more pages.

use serde_json::{Value, value::RawValue};

use super::usual_names::is_named;
use crate::{
    check::{
        draft::Draft,
        responses::{
            rows::{data_in, rows_of},
            sample,
        },
    },
    contract::{Contract, value_type::ExpectedType},
};

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

/// The key of a response that says that there are more rows than it has.
pub(in crate::check) fn sign_of_more(draft: &Draft, contract: &Contract, body: &str) -> Option<String> {
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

/// Whether a member beside rows says that there are more.
fn is_more(key: &str, value: &Value, rows: usize) -> bool {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or_default();
            is_named(PAGES, key) && number > 1
                || is_named(ROWS, key)
                    && rows < sample::MAX_ROWS
                    && usize::try_from(number).is_ok_and(|number| number > rows)
                || is_named(MORE, key) && number > 1
        }
        Value::Bool(flag) => is_named(MORE, key) && *flag || is_named(LAST, key) && !*flag,
        Value::String(text) => is_named(MORE, key) && !text.is_empty(),
        _ => false,
    }
}
