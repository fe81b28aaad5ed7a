//! Paths of keys in the bodies of responses, and which of them most bodies have.

use std::collections::BTreeSet;

use contract::mapping::KeyPath;
use serde_json::{Map, Value};

use super::lists::at;

/// Share of the bodies that are most of them, in percent.
pub(super) const MOST: usize = 70;

/// The paths of all keys in the objects to which keys lead.
pub(super) fn paths_in(bodies: &[&Value], head: &[String]) -> Vec<KeyPath> {
    let objects = bodies.iter().filter_map(|body| at(body, head)?.as_object());
    let keys: BTreeSet<&String> = objects.flat_map(Map::keys).collect();
    let path = |key: &String| match head.split_first() {
        Some((first, rest)) => rest.iter().fold(KeyPath::of_key(first), |path, key| path.join(key)).join(key),
        None => KeyPath::of_key(key),
    };
    keys.into_iter().map(path).collect()
}

/// The path of the most usual key that may be meant, in the outermost object that has any.
pub(super) fn most_usual(
    bodies: &[&Value],
    heads: &[Vec<String>],
    rank: fn(&str) -> Option<usize>,
    may_be: impl Fn(&KeyPath) -> bool,
) -> Option<KeyPath> {
    heads.iter().find_map(|head| {
        let paths = paths_in(bodies, head).into_iter().filter(&may_be);
        let ranked = paths.filter_map(|path| Some((rank(path.last())?, path)));
        ranked.min().map(|(_, path)| path)
    })
}

/// Whether most bodies have a value of a kind there.
pub(super) fn most_have(bodies: &[&Value], keys: &[String], kind: impl Fn(&Value) -> bool) -> bool {
    let count = bodies.iter().filter(|body| at(body, keys).is_some_and(&kind)).count();
    count * 100 >= bodies.len() * MOST
}
