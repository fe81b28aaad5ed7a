//! JSON as `async_graphql::Value`: its members stay in the order of the response, which is the order in which the document
//! selects them.

pub(super) use async_graphql::Value as Json;

/// A member of an object.
pub(super) fn member<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(members) = json else { return None };
    members.get(name)
}

/// A member of an object, to be changed.
pub(super) fn member_mut<'a>(json: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    let Json::Object(members) = json else { return None };
    members.get_mut(name)
}

/// A member of an object that is a text.
pub(super) fn text<'a>(json: &'a Json, name: &str) -> Option<&'a str> {
    let Json::String(text) = member(json, name)? else { return None };
    Some(text)
}

/// JSON on one line.
pub(super) fn line(json: &Json) -> String {
    printable(&serde_json::to_string(json).expect("names are texts"))
}

/// A text, or JSON, in which control characters are escaped as in JSON: terminals execute some of them.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' {
            printable.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            printable.push(c);
        }
    }
    printable
}
