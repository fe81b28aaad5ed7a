//! Errors as clients read them.
//!
//! [`Error`] has no `Display`: async-graphql turns every type that has one into a public error by `?`. So only the messages
//! below reach a client. They are Portuguese, and reveal no internals. [`redaction`] decides which messages of
//! services pass.

mod code;
pub(super) mod redaction;
mod response_error;

use std::{borrow::Cow, time::Duration};

use contract::value::UnreadableValue;

pub use self::{
    code::ErrorCode,
    response_error::{ErrorExtensions, ResponseError},
};
use crate::upstream::{self, Fault, WriteOutcome};

/// An error as a client reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    message: Cow<'static, str>,
    /// Seconds to wait before trying again, if known.
    retry_after: Option<u64>,
    /// Claim number of what was saved but could not be read.
    saved: Option<String>,
    /// What is logged with the response; `None` if the call has logged it, or there is nothing to log.
    unlogged: Option<UnloggedFault>,
}

/// A fault that is logged with the response: a field may run several times before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnloggedFault {
    /// What is wrong with the gateway.
    Gateway { why: &'static str },
    /// What is wrong with a response of the service with this path.
    Response { path: &'static str, why: &'static str },
}

impl Error {
    /// There is no session, or the services no longer know it.
    pub fn unauthenticated() -> Self {
        Self::new(ErrorCode::Unauthenticated, "Sua sessão terminou ou não existe. Entre novamente.")
    }

    /// The `Authorization` header has a token without its scheme.
    pub fn no_scheme() -> Self {
        Self::new(
            ErrorCode::Unauthenticated,
            "O cabeçalho Authorization deve ser Bearer, um espaço e o token da sessão.",
        )
    }

    /// An argument is invalid; `message` says why.
    pub fn bad_user_input(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::BadUserInput, message)
    }

    /// A rate limit is exceeded, for so many seconds more.
    pub fn rate_limited(reason: &str, seconds: u64) -> Self {
        let when = match seconds {
            1 => "1 segundo".to_owned(),
            ..=120 => format!("{seconds} segundos"),
            _ => format!("{} minutos", seconds.div_ceil(60)),
        };
        let message = format!("{reason} Tente novamente em {when}.");
        Self { retry_after: Some(seconds), ..Self::new(ErrorCode::RateLimited, message) }
    }

    /// There are too many subscriptions, of this session or in all.
    pub fn too_many_subscriptions() -> Self {
        let message =
            "Há telas demais recebendo atualizações ao mesmo tempo. Feche algumas, ou tente novamente em instantes.";
        Self { retry_after: Some(SUBSCRIPTION_RETRY), ..Self::new(ErrorCode::RateLimited, message) }
    }

    /// A tool may not run operations of this kind.
    pub fn forbidden_to_tool(tool: &str, kind: &'static str) -> Self {
        Self::new(ErrorCode::Forbidden, format!("A ferramenta {tool} não pode fazer {kind}."))
    }

    /// The key that was sent is not that of a tool.
    pub fn unknown_tool_key() -> Self {
        Self::new(ErrorCode::UnknownKey, "A chave em X-Tool-Key não é a de nenhuma ferramenta deste gateway.")
    }

    /// The key that was sent is not that of a federation router, or there is none.
    pub fn unknown_federation_key() -> Self {
        Self::new(ErrorCode::UnknownKey, "A chave em X-Federation-Key não é a deste gateway.")
    }

    /// A fault of the gateway. `why` goes to the log only.
    pub fn internal(why: &'static str) -> Self {
        let unlogged = Some(UnloggedFault::Gateway { why });
        Self { unlogged, ..Self::new(ErrorCode::InternalServerError, INTERNAL) }
    }

    /// The service with this path sent a number that the schema cannot represent.
    pub fn out_of_range(path: &'static str) -> Self {
        Self::invalid_response(path, "a number is out of range and cannot be shown")
    }

    /// What the service with this path sent cannot be shown. `why` goes to the log only.
    pub fn invalid_response(path: &'static str, why: &'static str) -> Self {
        let fault = Fault::InvalidResponse(why.to_owned());
        Self { unlogged: Some(UnloggedFault::Response { path, why }), ..upstream::Error::new(path, fault).into() }
    }

    /// The services refused with this message.
    pub fn rejected(messages: &str) -> Self {
        Self::new(ErrorCode::UpstreamRejected, redaction::redact_upstream_message(messages))
    }

    /// The memory budget is exhausted.
    pub fn no_memory() -> Self {
        let message = "Há respostas grandes demais em curso. Tente novamente em instantes, ou peça menos de uma vez.";
        Self { retry_after: Some(NO_MEMORY_RETRY), ..Self::new(ErrorCode::UpstreamUnavailable, message) }
    }

    fn unavailable(then: &str) -> Self {
        Self::new(ErrorCode::UpstreamUnavailable, format!("O serviço está indisponível no momento. {then}"))
    }

    /// The services limit their calls; `retry_after` is what they ask for.
    fn upstream_rate_limited(retry_after: Option<Duration>) -> Self {
        const REASON: &str = "O serviço está recebendo pedidos demais.";
        match whole_seconds(retry_after) {
            Some(seconds) => Self::rate_limited(REASON, seconds),
            None => Self::new(ErrorCode::RateLimited, format!("{REASON} Tente novamente em instantes.")),
        }
    }

    /// A save was done, and what was saved could not be read. The code is the one with which a client repeats it safely.
    fn saved_unread(number: Option<&str>) -> Self {
        let number = number.filter(|number| !number.trim().is_empty());
        let message = match number {
            Some(number) => format!(
                "O acionamento foi salvo com o sinistro {number}, mas não foi possível mostrá-lo. Procure por ele \
                 antes de abrir outro."
            ),
            None => "O acionamento foi salvo, mas não foi possível mostrá-lo. Procure por ele antes de abrir outro."
                .to_owned(),
        };
        Self { saved: number.map(str::to_owned), ..Self::new(ErrorCode::UpstreamOutcomeUnknown, message) }
    }

    /// Writes its log line, if it has one.
    pub(super) fn log(&self) {
        match self.unlogged {
            Some(UnloggedFault::Gateway { why }) => tracing::error!(why, "fault of the gateway"),
            Some(UnloggedFault::Response { path, why }) => tracing::warn!(path, why, "a response cannot be shown"),
            None => {}
        }
    }

    pub(super) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), retry_after: None, saved: None, unlogged: None }
    }
}

/// The message for an argument that its type refuses: values of other types are refused before it is read.
pub(super) const ARGUMENT_REFUSED: &str =
    "Um argumento que não aceita null recebeu null de uma variável. Deixe a variável fora para usar o valor padrão.";

/// The text for a write whose idempotency key belongs to another write.
pub(super) const KEY_REUSED: &str = "Esta chave de idempotência já foi usada com outros dados.";

/// Seconds after which a large response has usually been sent, and its memory released.
const NO_MEMORY_RETRY: u64 = 2;

/// Seconds after which a subscription may have ended.
const SUBSCRIPTION_RETRY: u64 = 30;

/// Longest `retryAfter` of a service that is passed on, in seconds.
const MAX_RETRY_AFTER: u64 = 24 * 60 * 60;

/// The pause that a service asks for, rounded up and bounded.
fn whole_seconds(pause: Option<Duration>) -> Option<u64> {
    let seconds = pause?.saturating_add(Duration::from_nanos(999_999_999)).as_secs();
    (seconds > 0).then_some(seconds.min(MAX_RETRY_AFTER))
}

/// The end of the sentence about an unavailable service, unless more is known.
const TRY_AGAIN: &str = "Tente novamente em instantes.";

/// Seconds until a retry is worthwhile where too many calls wait for a service.
const OVERLOADED_RETRY: u64 = 1;

/// The text of [`ErrorCode::InternalServerError`].
pub(crate) const INTERNAL: &str = "Ocorreu um erro inesperado. Tente novamente.";

/// The error of a failed upstream call, which was logged where it failed.
impl From<upstream::Error> for Error {
    fn from(error: upstream::Error) -> Self {
        match (&error.fault, error.write_outcome()) {
            (Fault::SavedUnread { number }, _) => Self::saved_unread(number.as_deref()),
            (fault, Some(WriteOutcome::NotSent)) => {
                let retry_after = matches!(fault, Fault::Overloaded).then_some(OVERLOADED_RETRY);
                Self { retry_after, ..Self::unavailable("Nada foi enviado: tente novamente em instantes.") }
            }
            (Fault::Unconfirmed, _) | (_, Some(WriteOutcome::Unknown)) => Self::new(
                ErrorCode::UpstreamOutcomeUnknown,
                "Resultado desconhecido: o pedido foi enviado, mas não houve confirmação. Ele pode ter sido atendido.",
            ),
            (Fault::Unauthenticated, _) => Self::unauthenticated(),
            (Fault::Forbidden, _) => Self::new(ErrorCode::Forbidden, "Seu usuário não tem permissão para isto."),
            (Fault::BreakerOpen | Fault::NotConnected(_) | Fault::Tls(_) | Fault::Broken(_), _) => {
                Self::unavailable(TRY_AGAIN)
            }
            (Fault::NoMemory, _) => Self::no_memory(),
            (Fault::Overloaded, _) => Self { retry_after: Some(OVERLOADED_RETRY), ..Self::unavailable(TRY_AGAIN) },
            (Fault::Unavailable { retry_after }, outcome) => {
                let then = outcome.map_or(TRY_AGAIN, |_| "Nada foi feito: tente novamente em instantes.");
                Self { retry_after: whole_seconds(*retry_after), ..Self::unavailable(then) }
            }
            (Fault::RateLimited { retry_after }, _) => Self::upstream_rate_limited(*retry_after),
            (Fault::Timeout, _) => {
                Self::new(ErrorCode::UpstreamTimeout, "O serviço demorou demais para responder. Tente novamente.")
            }
            (Fault::InvalidResponse(_), _) => Self::new(
                ErrorCode::UpstreamInvalidResponse,
                "O serviço deu uma resposta inesperada. Tente novamente mais tarde.",
            ),
            (Fault::Status(_), Some(_)) => Self::new(
                ErrorCode::UpstreamError,
                "O serviço não aceitou o pedido, e nada foi feito. Tente novamente mais tarde.",
            ),
            (Fault::Status(_), None) => {
                Self::new(ErrorCode::UpstreamError, "O serviço apresentou um erro. Tente novamente mais tarde.")
            }
            (Fault::Panicked, _) => Self::new(ErrorCode::InternalServerError, INTERNAL),
            (Fault::KeyReused, _) => Self::rejected(KEY_REUSED),
            (Fault::Rejected { messages }, _) => Self::rejected(messages),
        }
    }
}

/// A value of a response that could not be read; the call that read it has counted it.
impl From<UnreadableValue> for Error {
    fn from(UnreadableValue: UnreadableValue) -> Self {
        Self::new(ErrorCode::UpstreamInvalidResponse, "O serviço enviou um valor que não pode ser mostrado.")
    }
}
