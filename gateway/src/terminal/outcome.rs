//! How a command ends: its outcomes and errors, with the status of the process.

use std::{
    io,
    path::PathBuf,
    process::{ExitCode, Termination},
};

/// How a command ended. The statuses are documented in `--help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It did what it should.
    Done,
    /// The response has errors.
    GraphQlErrors,
    /// The response says that there is no session.
    Unauthenticated,
    /// Nothing is wrong with the request: a repetition may succeed.
    Temporary,
    /// A rate limit is reached: a repetition succeeds after a time.
    RateLimited,
}

impl CommandOutcome {
    fn status(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::GraphQlErrors => 1,
            Self::Unauthenticated => 3,
            Self::Temporary => 5,
            Self::RateLimited => 6,
        }
    }
}

impl Termination for CommandOutcome {
    fn report(self) -> ExitCode {
        ExitCode::from(self.status())
    }
}

/// Why a command could not do what it should: a sentence for the user.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What the user gave cannot be used.
    #[error("{0}")]
    Usage(String),
    /// There is nowhere to store a session.
    #[error("não há onde guardar a sessão: defina HOME ou XDG_STATE_HOME, ou use --print-token")]
    NoStateFolder,
    /// The session's file cannot be used.
    #[error("a sessão em {0} não pôde ser lida, gravada ou apagada: {1}")]
    SessionFile(PathBuf, io::Error),
    /// Others can read the session's file.
    #[error("a sessão em {0} pode ser lida por outras pessoas: apague o arquivo e entre de novo")]
    SessionFileOpen(PathBuf),
    /// The gateway refused a step of the login; the text is its own.
    #[error("{0}")]
    LoginRefused(String),
    /// A step of the login failed, and nothing is wrong with what was typed.
    #[error("{0}")]
    LoginFailed(String, CommandOutcome),
    /// Standard input ended, or was empty, where the login needs an answer: the e-mail with the code may be late.
    #[error("nada foi digitado")]
    NothingTyped,
    /// There is no answer.
    #[error("{0} não responde: {1}")]
    Unreachable(String, String),
    /// The answer is no GraphQL response.
    #[error("{0} respondeu HTTP {1}, e não como um grafo: confira o endereço em --url")]
    NotGraphQl(String, u16),
    /// HTTPS, and this machine has no certificate authorities.
    #[error("esta máquina não tem autoridades certificadoras para conferir o HTTPS: instale o pacote ca-certificates")]
    NoCertificateAuthorities,
    /// The HTTP client could not be built.
    #[error("o cliente HTTP não pôde ser preparado: {0}")]
    Client(String),
    /// Standard input or output failed.
    #[error("a entrada ou a saída falhou: {0}")]
    Terminal(#[from] io::Error),
}

impl Error {
    /// The status of the process.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::LoginRefused(_) => 3,
            Self::LoginFailed(_, outcome) => outcome.status(),
            Self::NothingTyped => CommandOutcome::Temporary.status(),
            Self::Unreachable(..) | Self::NotGraphQl(..) | Self::NoCertificateAuthorities | Self::Client(_) => 4,
            Self::Usage(_)
            | Self::NoStateFolder
            | Self::SessionFile(..)
            | Self::SessionFileOpen(_)
            | Self::Terminal(_) => 2,
        })
    }
}
