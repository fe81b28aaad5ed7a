//! The lists of a response: their rows, and the pages of one. A list with pages is a connection of Relay's specification:
//! `nodes`, or `edges` with a `node` each, and beside them `pageInfo`.

use async_graphql::Name;

use super::{
    json::{Json, line, member, member_mut},
    outcome::Error,
};

/// Where a list stands in the data: the names that lead to it.
pub(super) type Path = Vec<String>;

/// The outermost lists of the data.
fn lists(data: &Json) -> Vec<Path> {
    match data {
        Json::List(_) => vec![Path::new()],
        Json::Object(members) => {
            let below = |(name, value): (&Name, &Json)| {
                let name = name.to_string();
                lists(value).into_iter().map(move |path| [vec![name.clone()], path].concat())
            };
            members.iter().flat_map(below).collect()
        }
        _ => Vec::new(),
    }
}

/// The list of a response that has pages, and the cursor of the next page, if there is one.
///
/// # Errors
/// [`Error`]: there is no such list, or several.
pub(super) fn next_page(data: &Json) -> Result<(Path, Option<String>), Error> {
    let info = |path: &Path| {
        let (_, connection) = path.split_last()?;
        member(at(data, connection)?, "pageInfo")
    };
    let mut pages = lists(data).into_iter().filter_map(|path| Some((info(&path)?, path)));
    let only = pages.next().filter(|_| pages.next().is_none());
    match only.map(|(info, path)| (member(info, "hasNextPage"), member(info, "endCursor"), path)) {
        Some((Some(Json::Boolean(false)), Some(_), path)) => Ok((path, None)),
        Some((Some(Json::Boolean(true)), Some(Json::String(cursor)), path)) => Ok((path, Some(cursor.clone()))),
        _ => Err(Error::usage(
            "com --all a resposta tem uma lista com páginas, e só uma: `pageInfo { hasNextPage endCursor }` ao lado de `nodes`",
        )),
    }
}

/// A page and those before it as one response. The newest page has the newest `pageInfo`; a page that failed adds its errors.
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

/// The rows of the only list, a line of JSON each. Data without a list are one row, without the single fields around it.
///
/// # Errors
/// [`Error`]: there are several lists.
pub(super) fn lines(data: &Json) -> Result<String, Error> {
    let row = |row: &Json| line(row) + "\n";
    match &*lists(data) {
        [] => {
            let mut value = data;
            while let Json::Object(members) = value
                && members.len() == 1
            {
                value = &members[0];
            }
            Ok(if *value == Json::Null { String::new() } else { row(value) })
        }
        [path] => {
            let Some(Json::List(items)) = at(data, path) else { return Ok(String::new()) };
            let is_edges = path.last().is_some_and(|name| name == "edges");
            Ok(items.iter().map(|item| row(member(item, "node").filter(|_| is_edges).unwrap_or(item))).collect())
        }
        _ => Err(Error::usage("com --lines a resposta tem uma lista, e esta tem mais de uma: peça cada uma por si")),
    }
}

/// The value at a path.
fn at<'a>(data: &'a Json, path: &[String]) -> Option<&'a Json> {
    path.iter().try_fold(data, |value, name| member(value, name))
}

/// A list of a response, to be changed.
fn list_at<'a>(response: &'a mut Json, path: &[String]) -> Option<&'a mut Vec<Json>> {
    let data = member_mut(response, "data")?;
    match path.iter().try_fold(data, |value, name| member_mut(value, name))? {
        Json::List(items) => Some(items),
        _ => None,
    }
}
