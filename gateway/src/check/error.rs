//! Why the services could not be checked.

use std::{io, path::PathBuf};

use crate::{mapping::error::MappingError, tls};

/// Why the services could not be checked, in one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No address is configured.
    #[error(
        "gateway check confere serviços em um endereço, e não os de referência que o gateway traz: informe o da API de \
         integração em GATEWAY_UPSTREAM_URL e a chave em GATEWAY_API_KEY"
    )]
    NoAddress,
    /// The token is malformed.
    #[error(
        "GATEWAY_CHECK_TOKEN não pode ser o token de uma sessão: informe o dsToken que um login devolve, ou tire a variável"
    )]
    MalformedToken,
    /// There is no terminal for a login.
    #[error("não há um terminal em que digitar o login: informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NoTerminal,
    /// The terminal failed.
    #[error("o terminal não respondeu ({0}): informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    Terminal(#[from] io::Error),
    /// Nothing was typed.
    #[error("sem e-mail não há login: digite o de um usuário, ou informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NothingTyped,
    /// The HTTP client could not be built.
    #[error(transparent)]
    Connect(#[from] tls::Error),
    /// The file of a proposal cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The report could not be written.
    #[error("o relatório não pôde ser escrito: {0}")]
    Output(io::Error),
    /// The mapping cannot be used.
    #[error("o mapeamento não serve: {0}")]
    Mapping(#[from] MappingError),
}
