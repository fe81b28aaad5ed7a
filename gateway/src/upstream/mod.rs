//! The 21 services: 21 typed functions over `read()` and `write()`.
//!
//! All calls are POST, so what may happen to one is said where it is called: a read may be repeated,
//! shared or cached, a write is sent exactly once. Who may call is said by type: a function that
//! wants a session is found only on [`Bearer`], which only a session holds; the login's functions
//! are on [`Login`]. This module knows nothing of GraphQL, and no other module knows the HTTP client.

mod base_url;
mod bearer;
mod error;
mod kept;
mod login;
mod room;
mod transport;

use std::{fmt, sync::Arc};

use reqwest::header::HeaderValue;
use secrecy::SecretString;
use services::wire::{Call, envelope::Answer};

use self::kept::Kept;
pub use self::{
    base_url::{BaseUrl, InvalidBaseUrl},
    bearer::{Age, Bearer, IdempotencyKey},
    error::{Error, Fault},
    kept::Keep,
    login::{EmailCheck, Login},
    transport::{ConnectError, Settings},
};

/// The services, wherever they are. A clone shares the connections.
#[derive(Clone)]
pub struct Upstream {
    inner: Arc<Inner>,
}

struct Inner {
    transport: transport::Transport,
    api_key: SecretString,
    /// Lists of acionamentos, for the next page. A save drops them.
    lists: Kept,
    /// Insurers and procedures. No call of ours changes them.
    references: Kept,
}

impl Upstream {
    /// Prepares the connections to the services; none is opened yet.
    ///
    /// # Errors
    /// [`ConnectError`] if the machine offers nothing to build them with: no certificate authorities, say.
    pub fn new(settings: Settings, api_key: SecretString) -> Result<Self, ConnectError> {
        let (lists, references) = (Kept::new(settings.keep_lists), Kept::new(settings.keep_references));
        let transport = transport::Transport::new(settings)?;
        Ok(Self { inner: Arc::new(Inner { transport, api_key, lists, references }) })
    }

    /// The door of those who have no session yet.
    pub fn login(&self) -> Login {
        Login::new(self.clone())
    }

    /// The door of a session. The caller's token goes on unchanged; `None` if it can be none. Only
    /// [`Session`](crate::session::Session) may call this: that is what makes a session the one way to the services.
    pub(crate) fn bearer(&self, token: &str) -> Option<Bearer> {
        if !bearer::is_token(token) {
            return None;
        }
        let mut authorization = HeaderValue::try_from(format!("Bearer {token}")).ok()?;
        authorization.set_sensitive(true);
        Some(Bearer::new(self.clone(), authorization))
    }

    /// Whether something accepts connections where the services should be. Sends nothing.
    pub async fn is_reachable(&self) -> bool {
        self.inner.transport.is_reachable().await
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Upstream")
    }
}

/// The data of a service that accepted.
fn accepted<C: Call>(answer: Answer<C::Data>) -> Result<C::Data, Error> {
    let Answer { messages, data } = answer;
    data.ok_or_else(|| Error::new(C::PATH, Fault::Rejected { messages }))
}
