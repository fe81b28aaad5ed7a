//! Brute-force protection of the login: one-use desafios, rate limits of codes and guesses, and hiding which e-mail addresses
//! exist.

use chrono::{DateTime, TimeDelta, Utc};
use contract::calendar;
use futures_util::future::join;
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    client_address::ClientAddress,
    login::{
        desafio::{DesafioError, DesafioKind, DesafioLease, LoginStep},
        protection::{LoginProtection, UnknownEmails},
        rate_limit::{CountedLoginAttempt, LimitScope, LoginAttemptKind, RateLimited},
    },
    schema::{
        error::Error,
        recusa::{CodigoDaRecusa, Recusa},
        scalars,
    },
    upstream::{self, EmailCheck, Fault, WriteOutcome},
};

/// Where an attempt to log in comes from, and when.
#[derive(Clone, Copy)]
pub(super) struct LoginOrigin {
    pub(super) address: ClientAddress,
    pub(super) now: DateTime<Utc>,
}

impl LoginProtection {
    /// Issues the desafio of a step, with its expiry.
    pub(super) fn issue(
        &self,
        step: LoginStep,
        email: &str,
        kind: DesafioKind,
        now: DateTime<Utc>,
    ) -> (String, scalars::DateTime) {
        let (desafio, expires) = self.desafios.issue(step, email, kind, now);
        (desafio, scalars::DateTime(calendar::local(expires.timestamp())))
    }

    /// Counts a code before it is sent, or a guess before it is made.
    pub(super) async fn count(
        &self,
        kind: LoginAttemptKind,
        origin: LoginOrigin,
        email: &str,
    ) -> Result<CountedLoginAttempt, Error> {
        let counted = self.rate_limiter.acquire(kind, email, origin.address, origin.now).await;
        counted.map_err(|limited| match (limited.scope, kind) {
            (LimitScope::AddressOrOverall, _) => overloaded(limited),
            (LimitScope::Email, LoginAttemptKind::SendCode) => rate_limited(
                "Foram muitos pedidos de código para este e-mail: se um chegou, use o mais recente.",
                limited,
            ),
            (LimitScope::Email, LoginAttemptKind::Guess) => {
                rate_limited("Foram muitas tentativas com este e-mail.", limited)
            }
        })
    }

    /// Whether the services said that they sent no code. After a timeout they may have sent it; and where unknown addresses are
    /// hidden, a refusal counts as a code does.
    pub(super) fn sent_no_code(&self, answer: &Result<EmailCheck, upstream::Error>) -> bool {
        match answer {
            Ok(check) => matches!(check, EmailCheck::Blocked | EmailCheck::PasswordChangeDue),
            Err(error) => {
                let is_certain = error.fault.is_refusal() || error.write_outcome() == Some(WriteOutcome::NotDone);
                is_certain && matches!(self.unknown_emails, UnknownEmails::Revealed)
            }
        }
    }

    /// Redeems a desafio for one guess of a code or a password, and counts the guess.
    ///
    /// # Errors
    /// `Ok(Err(…))`: the desafio cannot be used, which is an expected outcome. `Err(…)`: it was never issued for this step, so
    /// the caller is no client of ours; or the rate limit is exceeded.
    pub(super) async fn open(
        &self,
        origin: LoginOrigin,
        step: LoginStep,
        desafio: &str,
    ) -> Result<Result<Guess, Recusa>, Error> {
        let lease = match self.desafios.open(step, desafio.trim(), origin.now).await {
            Ok(lease) => lease,
            Err(error) => return refusal(error).map(Err),
        };
        match self.count(LoginAttemptKind::Guess, origin, &lease.email).await {
            Ok(counted) => Ok(Ok(Guess { lease, counted })),
            Err(error) => {
                lease.refund().await;
                Err(error)
            }
        }
    }
}

/// The refusal of a desafio that cannot be used.
fn refusal(error: DesafioError) -> Result<Recusa, Error> {
    let (codigo, mensagem) = match error {
        DesafioError::Expired => (CodigoDaRecusa::DesafioExpirado, "A validação expirou. Comece de novo pelo e-mail."),
        DesafioError::Used => {
            (CodigoDaRecusa::DesafioUsado, "Esta validação já foi usada. Comece de novo pelo e-mail.")
        }
        DesafioError::Exhausted => {
            (CodigoDaRecusa::DesafioEsgotado, "Foram muitos códigos errados. Comece de novo pelo e-mail.")
        }
        DesafioError::InUse => (CodigoDaRecusa::DesafioEmUso, "Esta validação está em andamento. Aguarde um instante."),
        DesafioError::Invalid => {
            return Err(Error::bad_user_input("Esta validação não é válida. Comece de novo pelo e-mail."));
        }
        DesafioError::Overloaded => {
            return Err(overloaded(RateLimited { scope: LimitScope::AddressOrOverall, retry_after: MINUTE }));
        }
    };
    Ok(Recusa::with_code(codigo, mensagem))
}

/// A guess that was counted, and its desafio.
pub(super) struct Guess {
    pub(super) lease: DesafioLease,
    counted: CountedLoginAttempt,
}

impl Guess {
    /// The guess was right: the desafio is spent, and the guess no longer counts.
    pub(super) async fn right(self) {
        join(self.lease.consume(), self.counted.refund()).await;
    }

    /// The guess was wrong.
    pub(super) async fn wrong(self) {
        self.lease.attempt_failed().await;
    }

    /// The outcome of a password that opened no session. Unless the refusal is about the password, the desafio ends: its code
    /// may be that of another e-mail address, and its holder must not get in when the victim sends the right code.
    pub(super) async fn password_refused(self, error: upstream::Error) -> Result<Recusa, Error> {
        if !ends_the_login(&error) {
            return self.failed(error).await;
        }
        self.lease.consume().await;
        spent(error)
    }

    /// The outcome of a failed call.
    pub(super) async fn failed(self, error: upstream::Error) -> Result<Recusa, Error> {
        let is_last = self.lease.is_last_attempt();
        if was_not_evaluated(&error) {
            join(self.lease.refund(), self.counted.refund()).await;
        } else {
            self.wrong().await;
        }
        if is_last { spent(error) } else { Ok(Recusa::from_upstream(error)?) }
    }
}

/// The refusal with the services' text as it is (the portal's specification, section 8); its code says that the login has to
/// begin again.
fn spent(error: upstream::Error) -> Result<Recusa, Error> {
    Ok(Recusa::with_code(CodigoDaRecusa::DesafioEsgotado, Recusa::from_upstream(error)?.mensagem))
}

/// Whether the services refused for another reason than the password.
fn ends_the_login(error: &upstream::Error) -> bool {
    match &error.fault {
        Fault::Rejected { messages } => !is_about_the_password(messages),
        Fault::Forbidden => true,
        Fault::Status(status) => status.is_client_error(),
        _ => false,
    }
}

/// The services give no error code, only a text. One that names the password and not the code lets the user retry the
/// password; every other text may be about the code.
fn is_about_the_password(messages: &str) -> bool {
    // In NFKD accents are characters of their own, and not alphanumeric.
    let plain: String = messages.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    plain.contains("senha") && !plain.contains("codigo")
}

/// Whether the services did not process the call: it never reached them, or they said when they will have time for it.
pub(super) fn was_not_processed(error: &upstream::Error) -> bool {
    error.write_outcome() == Some(WriteOutcome::NotSent)
        || matches!(error.fault, Fault::Unavailable { retry_after: Some(_) })
}

/// Whether no service evaluated the guess, so that an outage locks no user out. An invalid response may still differ between
/// right and wrong guesses, and counts.
pub(super) fn was_not_evaluated(error: &upstream::Error) -> bool {
    // A proxy in front of the service responds with 502, 503 or 504.
    was_not_processed(error)
        || matches!(error.fault, Fault::Broken(_) | Fault::Timeout | Fault::Unavailable { .. })
        || matches!(error.fault, Fault::Status(status) if matches!(status.as_u16(), 502 | 504))
}

const MINUTE: TimeDelta = TimeDelta::minutes(1);

fn overloaded(limited: RateLimited) -> Error {
    rate_limited("Há acessos demais no momento.", limited)
}

fn rate_limited(reason: &str, RateLimited { retry_after, .. }: RateLimited) -> Error {
    Error::rate_limited(reason, u64::try_from(retry_after.num_seconds()).unwrap_or_default().max(1))
}

#[cfg(test)]
mod tests {
    use super::{is_about_the_password, was_not_evaluated};
    use crate::upstream::{Error, Fault};

    #[test]
    fn an_error_of_a_proxy_is_no_evaluation_of_a_guess() {
        let answered = |status: u16| Error::new("/path", Fault::Status(status.try_into().unwrap()));
        for status in [502, 504] {
            assert!(was_not_evaluated(&answered(status)), "{status}");
        }
        assert!(was_not_evaluated(&Error::new("/path", Fault::Unavailable { retry_after: None })));
        for status in [400, 404, 500, 501] {
            assert!(!was_not_evaluated(&answered(status)), "{status}");
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
