//! Why a mapping cannot be used.

use std::io;

use crate::{nearest_name::nearest_name, toml_error};

/// Why a mapping cannot be used, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct MappingError {
    text: String,
    /// The keys of the file that it is about, such as `types.Pet.nmPet`.
    places: Vec<String>,
}

impl MappingError {
    pub(super) fn new(text: String) -> Self {
        Self { text, places: Vec::new() }
    }

    /// Something is wrong with the first of these keys that the file has.
    pub(super) fn at<P: ToString>(places: &[P], text: impl Into<String>) -> Self {
        Self { text: text.into(), places: places.iter().map(P::to_string).collect() }
    }

    /// What is wrong with a key of the file, with which the text begins.
    pub(super) fn of(place: &str, what: &str) -> Self {
        Self::at(&[place], format!("{place} {what}"))
    }

    /// `name` is not one of the known names.
    pub(super) fn unknown<'a>(place: &str, what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        Self::unknown_but(place, what, name, nearest_name(name, known))
    }

    /// `name` is not a known one, but this may be meant.
    pub(super) fn unknown_but(place: &str, what: &str, name: &str, nearest: Option<&str>) -> Self {
        let nearest = nearest.map(|nearest| format!("; seria {nearest}?")).unwrap_or_default();
        Self::at(&[place], format!("{what} {name} não existe no contrato{nearest}"))
    }

    /// The same with the line in the text of the file.
    pub(super) fn with_line(self, file: &str) -> Self {
        match toml_error::line_of(&self.places, file) {
            Some(line) => Self::new(format!("linha {line}: {}", self.text)),
            None => self,
        }
    }
}

impl From<io::Error> for MappingError {
    fn from(error: io::Error) -> Self {
        let text = match error.kind() {
            io::ErrorKind::NotFound => "o arquivo não existe".to_owned(),
            io::ErrorKind::IsADirectory => "é uma pasta, e não um arquivo".to_owned(),
            _ => format!("não foi possível ler o arquivo: {error}"),
        };
        Self::new(text)
    }
}
