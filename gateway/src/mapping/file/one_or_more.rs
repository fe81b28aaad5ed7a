//! One value of the file, or several.

use serde::Deserialize;

/// One value, such as a key, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "use um texto entre aspas, ou uma lista deles; em [values] também números, true e false")]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// Several.
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    /// All values.
    pub fn all(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::More(values) => values,
        }
    }
}
