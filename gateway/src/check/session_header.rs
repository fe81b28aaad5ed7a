//! Finds the header in which an API expects the token of a session, where `Authorization: Bearer` gets HTTP 401 or 403.

use secrecy::SecretString;
use services::wire::menu::ListaMenuUsuario;

use super::{Error, connection::Connection, draft::Draft};

/// Headers and schemes in which APIs expect a token; an empty scheme sends the token alone.
const HEADERS: [(&str, &str); 8] = [
    ("Authorization", ""),
    ("Authorization", "Token"),
    ("X-Auth-Token", ""),
    ("X-Access-Token", ""),
    ("X-Session-Token", ""),
    ("X-Token", ""),
    ("Token", ""),
    ("X-Api-Token", ""),
];

/// Proposes the first header with which the menu is not refused.
///
/// # Errors
/// The token can be none.
pub(super) async fn find(connection: &Connection, draft: &mut Draft, token: &SecretString) -> Result<(), Error> {
    if draft.get(&["headers", "authorization"]).is_some() || !is_refused(connection, draft, token).await? {
        return Ok(());
    }
    for (header, scheme) in HEADERS {
        let mut other = draft.clone();
        if header != "Authorization" {
            other.set(&["headers", "authorization"], header, None);
        }
        other.set(&["session", "scheme"], scheme, None);
        if !is_refused(connection, &other, token).await? {
            *draft = other;
            break;
        }
    }
    Ok(())
}

async fn is_refused(connection: &Connection, draft: &Draft, token: &SecretString) -> Result<bool, Error> {
    let session = connection.session(draft, token)?;
    let answer = session.upstream().probe(&ListaMenuUsuario {}).await;
    Ok(answer.is_ok_and(|raw| matches!(raw.status, 401 | 403)))
}
