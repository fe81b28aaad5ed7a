//! What stands between a stranger and the login of the services: the desafios, the count of the tries, and what becomes
//! known of an e-mail address.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::join;
use services::calendar;
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    schema::{
        error::Error,
        executor::Request,
        recusa::{CodigoDaRecusa, Recusa},
        scalars::DateTime,
    },
    session::{
        desafio::{DesafioError, DesafioKind, DesafioLease, Desafios, LoginStep},
        rate_limit::{AttemptKind, CountedAttempt, LimitScope, LoginRateLimiter, RateLimited},
    },
    upstream::{self, Fault},
};

/// What guards the login. A clone shares what it remembers.
#[derive(Clone)]
pub struct LoginProtection {
    /// Seals and opens the steps.
    pub desafios: Desafios,
    /// Counts the tries.
    pub rate_limiter: LoginRateLimiter,
    /// What a caller learns of an e-mail address that the services refuse.
    pub unknown_emails: UnknownEmails,
}

/// What a caller learns of an e-mail address that the services refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownEmails {
    /// What the services say about it.
    Told,
    /// Nothing: it is answered as one that has a code on its way, and no answer comes sooner than this.
    Hidden(Duration),
}

impl UnknownEmails {
    /// No response sooner than the services usually take to send a code: a quicker one would reveal that none was sent.
    pub const HIDDEN: Self = Self::Hidden(Duration::from_secs(2));
}

impl LoginProtection {
    /// Hands out the desafio of a step, and says until when it is good.
    pub(super) fn issue(
        &self,
        request: &Request<'_>,
        step: LoginStep,
        email: &str,
        kind: DesafioKind,
    ) -> (String, DateTime) {
        let (desafio, expires) = self.desafios.issue(step, email, kind, request.now());
        (desafio, DateTime(calendar::local(expires.timestamp())))
    }

    /// Counts a code that is to be sent.
    pub(super) async fn count_code(&self, request: &Request<'_>, email: &str) -> Result<CountedAttempt, Error> {
        self.rate_limiter.acquire(AttemptKind::SendCode, email, request.address(), request.now()).await.map_err(
            |limited| match limited.scope {
                LimitScope::Email => {
                    rate_limited("Já enviamos códigos demais para este e-mail: use o mais recente.", limited)
                }
                LimitScope::AddressOrOverall => crowded(limited),
            },
        )
    }

    /// Counts a password that is to be handed in.
    pub(super) async fn count_guess(&self, request: &Request<'_>, email: &str) -> Result<CountedAttempt, Error> {
        self.rate_limiter.acquire(AttemptKind::Guess, email, request.address(), request.now()).await.map_err(
            |limited| match limited.scope {
                LimitScope::Email => rate_limited("Foram muitas tentativas com este e-mail.", limited),
                LimitScope::AddressOrOverall => crowded(limited),
            },
        )
    }

    /// Opens a desafio for a code or a password that is to be handed in with it, and counts that.
    ///
    /// # Errors
    /// `Ok(Err(…))` says why it opens nothing where that is an ordinary turn of events, and so data. One that was never
    /// handed out for this step does not come from a person, and is an error.
    pub(super) async fn open(
        &self,
        request: &Request<'_>,
        step: LoginStep,
        desafio: &str,
    ) -> Result<Result<Guess, Recusa>, Error> {
        let refused = |codigo, mensagem| Ok(Err(Recusa::with(codigo, mensagem)));
        let lease = match self.desafios.open(step, desafio.trim(), request.now()).await {
            Ok(lease) => lease,
            Err(DesafioError::Expired) => {
                return refused(CodigoDaRecusa::DesafioExpirado, "A validação expirou. Comece de novo pelo e-mail.");
            }
            Err(DesafioError::Used) => {
                return refused(
                    CodigoDaRecusa::DesafioUsado,
                    "Esta validação já foi usada. Comece de novo pelo e-mail.",
                );
            }
            Err(DesafioError::Exhausted) => {
                let mensagem = "Foram muitos códigos errados. Comece de novo pelo e-mail.";
                return refused(CodigoDaRecusa::DesafioEsgotado, mensagem);
            }
            Err(DesafioError::InUse) => {
                return refused(CodigoDaRecusa::DesafioEmUso, "Esta validação está em andamento. Aguarde um instante.");
            }
            Err(DesafioError::Invalid) => {
                return Err(Error::bad_user_input("Esta validação não é válida. Comece de novo pelo e-mail."));
            }
            Err(DesafioError::Overloaded) => {
                return Err(crowded(RateLimited { scope: LimitScope::AddressOrOverall, retry_after: MINUTE }));
            }
        };
        match self.count_guess(request, lease.email()).await {
            Ok(counted) => Ok(Ok(Guess { lease, counted })),
            Err(error) => {
                lease.refund().await;
                Err(error)
            }
        }
    }
}

/// A code or a password that was counted, and its desafio.
pub(super) struct Guess {
    lease: DesafioLease,
    counted: CountedAttempt,
}

impl Guess {
    pub(super) fn email(&self) -> &str {
        self.lease.email()
    }

    pub(super) fn kind(&self) -> DesafioKind {
        self.lease.kind()
    }

    /// It was right: the desafio is dead, and nothing was guessed.
    pub(super) async fn right(self) {
        join(self.lease.consume(), self.counted.refund()).await;
    }

    /// It was wrong.
    pub(super) async fn wrong(self) {
        self.lease.attempt_failed().await;
    }

    /// What a person gets to see of a password that opened no session. Unless the refusal is about the password, the
    /// desafio ends: its code may be another e-mail's, and whoever has it must not be let in once somebody hands in the
    /// right one.
    pub(super) async fn not_let_in(self, error: upstream::Error) -> Result<Recusa, Error> {
        if !ends_the_login(&error) {
            return self.failed(error).await;
        }
        self.lease.consume().await;
        let recusa = Recusa::from_upstream(error)?;
        Ok(Recusa::with(CodigoDaRecusa::DesafioEsgotado, begin_anew(&recusa.mensagem)))
    }

    /// What a person gets to see of a call that failed.
    pub(super) async fn failed(self, error: upstream::Error) -> Result<Recusa, Error> {
        let is_last = self.lease.is_last_attempt();
        if nobody_answered(&error) {
            join(self.lease.refund(), self.counted.refund()).await;
        } else {
            self.wrong().await;
        }
        let recusa = Recusa::from_upstream(error)?;
        if !is_last {
            return Ok(recusa);
        }
        Ok(Recusa::with(CodigoDaRecusa::DesafioEsgotado, begin_anew(&recusa.mensagem)))
    }
}

fn begin_anew(mensagem: &str) -> String {
    format!("{mensagem} Comece de novo pelo e-mail.")
}

/// Whether the services refused a password for another reason than the password, as far as they say.
fn ends_the_login(error: &upstream::Error) -> bool {
    match &error.fault {
        Fault::Rejected { messages } => !is_about_the_password(messages),
        Fault::Unauthenticated | Fault::Forbidden => true,
        Fault::Status(status) => status.is_client_error(),
        _ => false,
    }
}

/// The services have no code for the reason of a refusal, only a text. One that speaks of the password and not of the
/// code lets the person type the password again; every other text could be about the code.
fn is_about_the_password(messages: &str) -> bool {
    // Accents are characters of their own there, and no letters.
    let plain: String = messages.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    plain.contains("senha") && !plain.contains("codigo")
}

/// Gives a code back that was not sent. One that a service may have sent without answering in time still counts: every
/// code is an e-mail in somebody's mailbox.
pub(super) async fn settle_code(counted: CountedAttempt, error: &upstream::Error) {
    if was_not_sent(error) {
        counted.refund().await;
    }
}

/// Whether the services never saw the call.
fn was_not_sent(error: &upstream::Error) -> bool {
    match &error.fault {
        Fault::BreakerOpen | Fault::Crowded { .. } | Fault::NotConnected(_) => true,
        Fault::Status(status) => status.as_u16() == 503,
        _ => false,
    }
}

/// Whether nobody judged what was handed in, so that nothing was learnt by it: an outage locks nobody out. An answer that
/// makes no sense may tell a right guess from a wrong one all the same, and counts.
pub(super) fn nobody_answered(error: &upstream::Error) -> bool {
    // What answers 502 or 504 stands before the service.
    was_not_sent(error)
        || matches!(error.fault, Fault::Broken(_) | Fault::Timeout)
        || matches!(error.fault, Fault::Status(status) if matches!(status.as_u16(), 502 | 504))
}

const MINUTE: TimeDelta = TimeDelta::minutes(1);

fn crowded(limited: RateLimited) -> Error {
    rate_limited("Há acessos demais no momento.", limited)
}

fn rate_limited(reason: &str, RateLimited { retry_after, .. }: RateLimited) -> Error {
    let seconds = u64::try_from(retry_after.num_seconds()).unwrap_or_default().max(1);
    let when = match seconds.div_ceil(60) {
        1 => "em 1 minuto".to_owned(),
        minutes => format!("em {minutes} minutos"),
    };
    Error::rate_limited(format!("{reason} Tente novamente {when}."), seconds)
}

#[cfg(test)]
mod tests {
    use super::{is_about_the_password, nobody_answered};
    use crate::upstream::{Error, Fault};

    #[test]
    fn what_stands_before_a_service_has_judged_no_guess() {
        let answered = |status: u16| Error::new("/path", Fault::Status(status.try_into().unwrap()));
        for status in [502, 503, 504] {
            assert!(nobody_answered(&answered(status)), "{status}");
        }
        for status in [400, 404, 500, 501] {
            assert!(!nobody_answered(&answered(status)), "{status}");
        }
    }

    #[test]
    fn a_refusal_is_about_the_password_if_it_says_so_and_does_not_speak_of_the_code() {
        for about in ["E-mail ou senha inválidos.", "SENHA INCORRETA", "A senha não confere.\nTente de novo."] {
            assert!(is_about_the_password(about), "{about}");
        }
        for other in [
            "",
            "Não.",
            "Usuário bloqueado.",
            "Valide o código de acesso antes de informar a senha.",
            "Codigo ou senha invalidos.",
            "CO\u{301}DIGO EXPIRADO: a senha não foi conferida",
        ] {
            assert!(!is_about_the_password(other), "{other}");
        }
    }
}
