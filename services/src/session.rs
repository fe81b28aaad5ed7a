//! Authentication: the session of a bearer token, as an extractor.

use axum::{
    extract::FromRequestParts,
    http::{header::AUTHORIZATION, request::Parts},
};

use crate::{App, error::Error, secret::sha256};

/// The caller's session. The extractor responds with HTTP 401 if there is none.
pub(crate) struct Session {
    /// The user's id.
    pub(crate) usuario: i64,
    /// The user's name, for the history.
    pub(crate) nome: String,
    pub(crate) token_sha256: Vec<u8>,
}

impl FromRequestParts<App> for Session {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or(Error::Unauthenticated)?;
        let token_sha256 = sha256(token);
        let (usuario, nome) = sqlx::query_as(
            "SELECT u.id, u.nome FROM sessao s JOIN usuario u ON u.id = s.usuario
             WHERE s.token_sha256 = ? AND s.expira_em > ? AND NOT u.bloqueado",
        )
        .bind(&token_sha256)
        .bind(app.now().timestamp())
        .fetch_optional(&mut *app.db.read().await?)
        .await?
        .ok_or(Error::Unauthenticated)?;
        Ok(Self { usuario, nome, token_sha256 })
    }
}
