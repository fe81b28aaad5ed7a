//! Why a body cannot be read.

use std::{collections::BTreeSet, fmt};

use serde::de;

use crate::mapping::FieldFault;

/// The text is no JSON, or not of the type that is read. The reader's position is where.
#[derive(Clone, Copy, Debug, Default, thiserror::Error)]
#[error("not of the expected type")]
pub(crate) struct Unreadable {
    /// The required field that is missing, if that is the reason.
    pub(super) missing: Option<&'static str>,
}

impl de::Error for Unreadable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::default()
    }

    fn missing_field(field: &'static str) -> Self {
        Self { missing: Some(field) }
    }
}

/// Why a body cannot be read. It quotes no value, which may be personal data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}{failed}, line {line} column {column}")]
pub struct ReadError {
    /// The reason.
    pub reason: Reason,
    /// The field.
    pub failed: FailedField,
    /// Faults of values before it, each of which costs its field at most.
    pub faults: BTreeSet<FieldFault>,
    /// Line of the body, starting at 1.
    pub line: usize,
    /// Bytes of that line that were read.
    pub column: usize,
}

/// The field whose value cannot be read: its type and key in the contract, and the row of the list that has it, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailedField {
    pub(super) field: Option<(&'static str, &'static str)>,
    pub(super) row: Option<usize>,
}

impl fmt::Display for FailedField {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some((type_name, key)) = self.field {
            write!(f, " in {type_name}.{key}")?;
        }
        match self.row {
            Some(row) => write!(f, ", row {row}"),
            None => Ok(()),
        }
    }
}

/// Why a body cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The text is not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// The text is no JSON.
    #[error("not JSON")]
    NotJson,
    /// The JSON ends too early.
    #[error("incomplete JSON")]
    Incomplete,
    /// An object lacks a required field, here with its name in the contract.
    #[error("missing field `{0}`")]
    MissingField(&'static str),
    /// A value is not of the expected type.
    #[error("a value of another type")]
    OtherType,
}
