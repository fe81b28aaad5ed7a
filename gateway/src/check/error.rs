//! Why the services could not be checked.

use std::io;

use crate::{mapping::error::MappingError, upstream::ConnectError};

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
    NoToken,
    /// There is no terminal for a login.
    #[error("não há um terminal em que digitar o login: informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NoTerminal,
    /// The terminal failed.
    #[error("o terminal não respondeu ({0}): informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    Terminal(#[from] io::Error),
    /// Nothing was typed.
    #[error("sem e-mail não há login: digite o de um usuário, ou informe o token de uma sessão em GATEWAY_CHECK_TOKEN")]
    NothingTyped,
    /// The services refused a step of the login.
    #[error(
        "os serviços recusaram o login em {0}: confira o que foi digitado, GATEWAY_API_KEY se a API tem uma chave da aplicação, e \
         como a API chama as chaves deste pedido ([requests])"
    )]
    LoginRefused(&'static str),
    /// The services did not accept the API key.
    #[error(
        "os serviços não aceitam a chave da aplicação em {0} (HTTP 401 ou 403): confira GATEWAY_API_KEY; se a API a espera em \
         um cabeçalho, diga qual em [headers] api-key do dialeto"
    )]
    ApiKeyRefused(&'static str),
    /// A step of the login was answered as a call without a session.
    #[error(
        "{0} respondeu o mesmo que o menu sem sessão: até aqui todo pedido foi recusado, e nenhum código foi pedido; confira \
         os caminhos em [calls], as chaves em [requests] e onde a API espera a chave da aplicação"
    )]
    AllRefused(&'static str),
    /// The services want a header that the mapping does not have.
    #[error(
        "{0} pede o cabeçalho {1}: diga o valor dele em [headers.add] do dialeto; se é o da chave, o nome em [headers] api-key, e se é o \
         identificador da requisição, em [headers] request-id"
    )]
    HeaderMissing(&'static str, String),
    /// The user is blocked.
    #[error("este usuário está bloqueado: entre com outro")]
    Blocked,
    /// The user must change the password.
    #[error("este usuário precisa trocar a senha antes: troque-a no portal, ou entre com outro")]
    PasswordChangeDue,
    /// The HTTP client could not be built.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// What was found contradicts itself.
    #[error("o dialeto não serve: {0}")]
    Mapping(#[from] MappingError),
}
