//! The rows of a response, and the pages of a list.
//!
//! A list with pages is a connection of Relay's specification: `nodes`, or `edges` with a `node` each, and beside them
//! `pageInfo`.

use async_graphql::Name;

use super::{
    json::{Json, member, member_mut, text},
    outcome::Error,
};

/// The variable of the cursor.
pub(super) const AFTER: &str = "after";

/// Where a connection stands in the data: the names that lead to it.
pub(super) type Path = Vec<String>;

/// The position of a response in its list: where the list is, and the cursor of the next page, if there is one.
///
/// # Errors
/// [`Error::Usage`]: the document has no such list, or several.
pub(super) fn next_page(data: &Json) -> Result<(Path, Option<String>), Error> {
    let mut lists = connections(data);
    let Some(path) = lists.pop() else {
        return Err(not_a_list("a resposta não tem `nodes` nem `edges`"));
    };
    if !lists.is_empty() {
        return Err(not_a_list("a resposta tem mais de uma lista com páginas"));
    }
    let info = at(data, &path).and_then(|list| member(list, "pageInfo"));
    let (Some(Json::Boolean(has_next)), true) = (
        info.and_then(|info| member(info, "hasNextPage")),
        info.is_some_and(|info| member(info, "endCursor").is_some()),
    ) else {
        return Err(not_a_list("falta `pageInfo { hasNextPage endCursor }` ao lado das linhas"));
    };
    let end = info.and_then(|info| text(info, "endCursor")).filter(|_| *has_next);
    Ok((path, end.map(str::to_owned)))
}

pub(super) fn not_a_list(why: &str) -> Error {
    Error::Usage(format!("com --all o documento segue uma lista, mas {why}"))
}

/// A page and those before it as one response. The newest page has the newest `pageInfo`; one that failed adds its errors.
pub(super) fn merge(mut earlier: Json, mut newest: Json, list: &[String]) -> Json {
    let Some(before) = list_at(&mut earlier, list).map(std::mem::take) else { return newest };
    if let Some(rows) = list_at(&mut newest, list) {
        rows.splice(0..0, before);
        return newest;
    }
    if let Some(rows) = list_at(&mut earlier, list) {
        *rows = before;
    }
    if let (Json::Object(earlier), Some(errors)) = (&mut earlier, member(&newest, "errors")) {
        earlier.insert(Name::new("errors"), errors.clone());
    }
    earlier
}

/// Whether the data have more than one list, so that their rows would be those of neither. An object that is asked for alone
/// is one row with its lists, unless one of them has pages.
pub(super) fn has_several_lists(data: &Json) -> bool {
    let is_row =
        || matches!(data, Json::Object(members) if members.len() == 1 && matches!(members[0], Json::Object(_)));
    count_lists(data) > 1 && (!connections(data).is_empty() || !is_row())
}

/// The rows in the data: of its only connection; else the list to which its only fields lead; else what they lead to.
pub(super) fn rows(data: &Json) -> Vec<Json> {
    if let [path] = &*connections(data)
        && let Some(rows) = at(data, path).and_then(nodes)
    {
        return rows;
    }
    match data {
        Json::Object(members) if members.len() == 1 => match &members[0] {
            Json::Null => Vec::new(),
            value @ (Json::Object(_) | Json::List(_)) => rows(value),
            _ => vec![data.clone()],
        },
        Json::List(items) => items.clone(),
        row => vec![row.clone()],
    }
}

/// Whether a row has nothing but nulls, as one whose fields have all failed.
pub(super) fn is_blank(row: &Json) -> bool {
    match row {
        Json::Object(members) => members.values().all(is_blank),
        other => *other == Json::Null,
    }
}

/// The connections in the data that are not themselves below a list.
fn connections(data: &Json) -> Vec<Path> {
    let Json::Object(members) = data else { return Vec::new() };
    if nodes(data).is_some() {
        return vec![Path::new()];
    }
    let below =
        |(name, value)| connections(value).into_iter().map(move |path| [vec![String::from(name)], path].concat());
    members.iter().map(|(name, value)| (name.as_str(), value)).flat_map(below).collect()
}

/// The number of lists in the data that are not themselves below a list.
fn count_lists(data: &Json) -> usize {
    match data {
        Json::List(_) => 1,
        Json::Object(members) => {
            let is_connection = nodes(data).is_some();
            let others =
                members.iter().filter(|(name, _)| !is_connection || !["nodes", "edges"].contains(&name.as_str()));
            usize::from(is_connection) + others.map(|(_, value)| count_lists(value)).sum::<usize>()
        }
        _ => 0,
    }
}

/// What stands at a path.
fn at<'a>(data: &'a Json, path: &[String]) -> Option<&'a Json> {
    path.iter().try_fold(data, |value, name| member(value, name))
}

/// The list of rows of a response's connection, to be changed.
fn list_at<'a>(response: &'a mut Json, path: &[String]) -> Option<&'a mut Vec<Json>> {
    let data = member_mut(response, "data")?;
    let connection = path.iter().try_fold(data, |value, name| member_mut(value, name))?;
    let name = if member(connection, "nodes").is_some() { "nodes" } else { "edges" };
    let Json::List(items) = member_mut(connection, name)? else { return None };
    Some(items)
}

/// The rows of a connection; `None` of anything else.
fn nodes(value: &Json) -> Option<Vec<Json>> {
    if let Some(Json::List(nodes)) = member(value, "nodes") {
        return Some(nodes.clone());
    }
    let Some(Json::List(edges)) = member(value, "edges") else { return None };
    Some(edges.iter().map(|edge| member(edge, "node").unwrap_or(edge).clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::{connections, rows};
    use crate::terminal::json::{Json, line};

    fn json(text: &str) -> Json {
        serde_json::from_str(text).unwrap()
    }

    fn lines(text: &str) -> Vec<String> {
        rows(&json(text)).iter().map(line).collect()
    }

    #[test]
    fn rows_are_those_of_the_connection_or_of_the_list() {
        assert_eq!(
            lines(r#"{"a":{"b":{"totalCount":2,"nodes":[{"x":1},{"x":2}]}},"c":3}"#),
            [r#"{"x":1}"#, r#"{"x":2}"#]
        );
        assert_eq!(lines(r#"{"a":{"edges":[{"cursor":"1","node":{"x":1}}]}}"#), [r#"{"x":1}"#]);
        assert_eq!(lines(r#"{"a":{"edges":[{"cursor":"1"}]}}"#), [r#"{"cursor":"1"}"#]);
        assert_eq!(lines(r#"{"a":["x","y"]}"#), [r#""x""#, r#""y""#]);
        assert_eq!(lines(r#"{"a":{"x":1,"y":[2]}}"#), [r#"{"x":1,"y":[2]}"#]);
        assert_eq!(lines(r#"{"a":{"b":null}}"#), [""; 0]);
        assert_eq!(lines(r#"{"a":1}"#), [r#"{"a":1}"#]);
        // Of two connections neither is the list.
        assert_eq!(lines(r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#), [r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#]);
        assert_eq!(connections(&json(r#"{"a":{"nodes":[]},"b":{"nodes":[]}}"#)), [["a"], ["b"]]);
    }
}
