//! The place of a value in an object.

use std::{fmt, str::FromStr};

/// The keys that lead to a value: those of the objects around it, then its own. Written with points between them
/// (`pet.nome`); `\.` is a point within a key, `\\` a backslash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyPath(Vec<String>);

/// A key of a path is empty.
#[derive(Debug, thiserror::Error)]
#[error("a key is empty")]
pub struct EmptyKey;

impl KeyPath {
    /// The path of a key that stands in no other object.
    pub fn of_key(key: &str) -> Self {
        Self(vec![key.to_owned()])
    }

    /// The keys, at least one.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// The last of them, the value's own.
    pub fn last(&self) -> &str {
        self.0.last().expect("a path has a key")
    }

    /// Whether it is the other path, or leads to something within.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Whether one of the two paths is the other, or leads to something within it.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.is_within(other) || other.is_within(self)
    }

    /// The path of a key in the object to which this path leads.
    #[must_use]
    pub fn join(&self, key: &str) -> Self {
        Self(self.0.iter().cloned().chain([key.to_owned()]).collect())
    }
}

impl FromStr for KeyPath {
    type Err = EmptyKey;

    fn from_str(text: &str) -> Result<Self, EmptyKey> {
        let mut keys = vec![String::new()];
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let escaped = rest.next_if(|next| c == '\\' && matches!(next, '.' | '\\'));
            match (c, keys.last_mut()) {
                ('.', _) => keys.push(String::new()),
                (_, Some(key)) => key.push(escaped.unwrap_or(c)),
                _ => {}
            }
        }
        if keys.iter().any(String::is_empty) { Err(EmptyKey) } else { Ok(Self(keys)) }
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let escaped = |key: &String| key.replace('\\', "\\\\").replace('.', "\\.");
        f.write_str(&self.0.iter().map(escaped).collect::<Vec<_>>().join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::KeyPath;

    #[test]
    fn points_divide_keys_unless_they_are_escaped() {
        for (text, keys) in [
            ("nome", &["nome"][..]),
            ("pet.nome", &["pet", "nome"]),
            (r"pet\.nome.x", &["pet.nome", "x"]),
            (r"a\\.b", &[r"a\", "b"]),
            (r"a\b", &[r"a\b"]),
        ] {
            let path: KeyPath = text.parse().unwrap();
            assert_eq!(path.keys(), keys, "{text}");
            assert_eq!(path.to_string().parse::<KeyPath>().unwrap(), path, "{text}");
        }
        for text in ["", ".", "a.", ".a", "a..b"] {
            assert!(text.parse::<KeyPath>().is_err(), "{text}");
        }
    }
}
