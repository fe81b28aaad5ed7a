//! The login in three steps: request an access code by e-mail, validate the code, send the password to open a session.

use axum::{Json, extract::State};
use chrono::TimeDelta;

use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    secret::{random_code, random_token, sha256},
    usuario::UserRow,
};
use contract::{
    envelope::{Envelope, SUCCESS},
    login::{BLOQUEADO, Sessao, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    value::{Consent, Nothing},
};

/// How long a code is valid, and how long after its validation the password is accepted.
const CODE_TTL: TimeDelta = TimeDelta::minutes(10);
const SESSION_TTL: TimeDelta = TimeDelta::hours(8);

const NO_CODE: &str = "Valide o código de acesso antes de informar a senha.";
const WRONG_PASSWORD: &str = "E-mail ou senha inválidos.";

pub(crate) async fn valida_email(
    State(app): State<App>,
    Body(pedido): Body<ValidaEmail>,
) -> HandlerResult<ValidaEmail> {
    app.check_api_key(&pedido.api_key)?;
    let email = pedido.email.trim();
    if email.is_empty() {
        return Err(Error::refused("O campo e-mail é obrigatório!"));
    }
    let mut tx = app.db.write().await?;
    let usuario = UserRow::by_email(&mut tx, email).await?;
    let special = match &usuario {
        Some(usuario) if usuario.bloqueado => Some(BLOQUEADO),
        Some(usuario) if usuario.trocar_senha => Some(TROCARSENHA),
        _ => None,
    };
    if let Some(message) = special {
        return Ok(Json(Envelope { status: SUCCESS, messages: message.to_owned(), data: Some(Nothing {}) }));
    }

    // An unknown e-mail gets a code too, which is never sent, so that timing does not reveal who has an account.
    let now = app.now();
    sqlx::query("DELETE FROM codigo_acesso WHERE expira_em <= ?").bind(now.timestamp()).execute(&mut *tx).await?;
    let codigo = loop {
        let codigo = random_code();
        let inserted = sqlx::query(
            "INSERT INTO codigo_acesso (codigo_sha256, email_sha256, usuario, expira_em) VALUES (?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
        )
        .bind(sha256(&codigo))
        .bind(email_digest(email))
        .bind(usuario.as_ref().map(|usuario| usuario.id))
        .bind((now + CODE_TTL).timestamp())
        .execute(&mut *tx)
        .await?;
        // The code alone identifies the login attempt, so valid codes are unique.
        if inserted.rows_affected() == 1 {
            break codigo;
        }
    };
    tx.commit().await?;
    if let Some(usuario) = usuario {
        app.mailer.send_code(&usuario.email, &usuario.nome, &codigo, CODE_TTL.num_minutes()).await;
    }
    success(Nothing {})
}

pub(crate) async fn valida_codigo(
    State(app): State<App>,
    Body(pedido): Body<ValidaCodigoAcesso>,
) -> HandlerResult<ValidaCodigoAcesso> {
    app.check_api_key(&pedido.api_key)?;
    let codigo = pedido.codigo_acesso.expose().trim().to_ascii_uppercase();
    if codigo.is_empty() {
        return Err(Error::refused("O código é obrigatório!"));
    }
    let now = app.now();
    let mut tx = app.db.write().await?;
    let accepted = sqlx::query(
        "UPDATE codigo_acesso SET aceito_em = ?1, expira_em = ?2
         WHERE codigo_sha256 = ?3 AND expira_em > ?1 AND aceito_em IS NULL AND usuario IS NOT NULL",
    )
    .bind(now.timestamp())
    .bind((now + CODE_TTL).timestamp())
    .bind(sha256(&codigo))
    .execute(&mut *tx)
    .await?;
    if accepted.rows_affected() == 0 {
        return Err(Error::refused("Código inválido ou expirado."));
    }
    tx.commit().await?;
    success(Consent(true))
}

pub(crate) async fn valida_login(
    State(app): State<App>,
    Body(pedido): Body<ValidaLogin>,
) -> HandlerResult<ValidaLogin> {
    app.check_api_key(&pedido.api_key)?;
    if pedido.senha.expose().is_empty() {
        return Err(Error::refused("A senha é obrigatória!"));
    }
    let now = app.now();
    let email = pedido.email.trim();
    let mut tx = app.db.write().await?;
    let usuario = UserRow::by_email(&mut tx, email).await?;
    // Passwords are checked after a code only, so that strangers cannot block a user with wrong passwords.
    let accepted: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM codigo_acesso
                        WHERE email_sha256 = ? AND usuario = ? AND aceito_em IS NOT NULL AND expira_em > ?)",
    )
    .bind(email_digest(email))
    .bind(usuario.as_ref().map(|usuario| usuario.id))
    .bind(now.timestamp())
    .fetch_one(&mut *tx)
    .await?;
    let Some(usuario) = usuario.filter(|_| accepted) else {
        // A password without a validated code is a possible attack (with a code of another e-mail, say). All codes of this
        // e-mail are deleted; otherwise the user's own code, once validated, would authorize the attacker's password too.
        // Codes of an unknown e-mail are deleted as well, for equal timing.
        sqlx::query("DELETE FROM codigo_acesso WHERE email_sha256 = ?")
            .bind(email_digest(email))
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        return Err(Error::refused(NO_CODE));
    };
    // No transaction during the slow password hash.
    drop(tx);
    usuario.check_password(&app, pedido.senha, WRONG_PASSWORD).await?;

    let token = random_token();
    let mut tx = app.db.write().await?;
    sqlx::query("DELETE FROM sessao WHERE expira_em <= ?").bind(now.timestamp()).execute(&mut *tx).await?;
    // The codes are consumed in the transaction that opens the session, so that of two concurrent logins only one succeeds.
    let used = sqlx::query("DELETE FROM codigo_acesso WHERE usuario = ? AND aceito_em IS NOT NULL")
        .bind(usuario.id)
        .execute(&mut *tx)
        .await?;
    if used.rows_affected() == 0 {
        return Err(Error::refused(NO_CODE));
    }
    sqlx::query("INSERT INTO sessao (token_sha256, usuario, expira_em) VALUES (?, ?, ?)")
        .bind(sha256(&token))
        .bind(usuario.id)
        .bind((now + SESSION_TTL).timestamp())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    success(Sessao {
        ds_token: token.into(),
        nm_usuario: usuario.nome.into(),
        ds_email: Some(usuario.email).into(),
        nr_telefone: usuario.telefone.map(Into::into).into(),
        ds_perfil: Some(usuario.perfil).into(),
    })
}

/// The digest of an e-mail address under which codes are stored. Case-insensitive, like the table of users.
fn email_digest(email: &str) -> Vec<u8> {
    sha256(&email.to_ascii_lowercase())
}
