//! Follows a list to its end: the document takes `$after`, and its response has `pageInfo { hasNextPage endCursor }`.

use serde_json::Value;

use super::{
    json::Json,
    outcome::Error,
    rows::{Path, at, connections},
};

/// The variable of the cursor.
pub(super) const AFTER: &str = "after";

/// The next page of a list.
pub(super) enum NextPage {
    /// There is one after this cursor.
    After(String),
    /// This was the last one.
    None,
}

/// The position of a response in its list: where the list is, and what comes next.
///
/// # Errors
/// [`Error::Usage`]: the document has no such list, or several.
pub(super) fn next_page(data: &Json) -> Result<(Path, NextPage), Error> {
    let mut lists = connections(data);
    let Some(path) = lists.pop() else {
        return Err(unusable("a resposta não tem `nodes` nem `edges`"));
    };
    if !lists.is_empty() {
        return Err(unusable("a resposta tem mais de uma lista com páginas"));
    }
    let info = at(data, &path).and_then(|list| list.get("pageInfo"));
    let member = |name: &str| info.and_then(|info| info.get(name));
    let (Some(Json::Scalar(Value::Bool(has_next))), Some(end)) = (member("hasNextPage"), member("endCursor")) else {
        return Err(unusable("falta `pageInfo { hasNextPage endCursor }` ao lado das linhas"));
    };
    let next = match end.text() {
        Some(end) if *has_next => NextPage::After(end.to_owned()),
        _ => NextPage::None,
    };
    Ok((path, next))
}

/// Refuses an operation that takes no `$after`: it would return its first page for ever.
///
/// # Errors
/// [`Error::Usage`]: the operation has no such variable.
pub(super) fn check_takes_after(variables: &[String]) -> Result<(), Error> {
    if variables.iter().any(|name| name == AFTER) {
        return Ok(());
    }
    Err(unusable("falta a variável `$after`, para o `after` da lista"))
}

fn unusable(why: &str) -> Error {
    Error::Usage(format!("com --all o documento segue uma lista, mas {why}"))
}
