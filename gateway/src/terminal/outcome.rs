//! How a command ends.

use std::{io, process::ExitCode};

/// The status of the process, as `--help` documents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what it should.
    Done = 0,
    /// The response has errors.
    GraphQlErrors = 1,
    /// What the user gave, or a file, cannot be used.
    Usage = 2,
    /// There is no session, or the login was refused.
    NoSession = 3,
    /// No gateway answers.
    NoGateway = 4,
    /// Nothing is wrong with the request: a repetition may succeed.
    Temporary = 5,
    /// A rate limit is reached: a repetition succeeds after a time.
    RateLimited = 6,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command could not do what it should: a sentence for the user.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Error {
    /// How the process ends.
    pub status: Status,
    text: String,
}

impl Error {
    pub(super) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    pub(super) fn usage(text: impl Into<String>) -> Self {
        Self::new(Status::Usage, text)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::usage(format!("a entrada ou a saída falhou: {error}"))
    }
}
