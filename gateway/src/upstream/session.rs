//! A caller's session: the services behind the login, and the token that opens them.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    Call,
    acionamento::RetornaAcionamentoReabertura,
    envelope::{Answer, ReadError},
    login::{AtualizaUsuario, Usuario},
    mapping::ResponseMapping,
    menu::{ItemMenu, ListaMenuUsuario},
    segurado::{PesquisaSegurado, Segurado},
    value::Text,
};
use hyper::header::HeaderValue;
use serde_json::Value;
use tokio::sync::broadcast;

use super::{
    acionamentos::{Acionamentos, is_same_number},
    announcements::Change,
    body_budget::RequestMemory,
    call_context::CallContext,
    ended_sessions::Proof,
    error::{Error, Fault},
    lists::RowRef,
    response_data::ResponseData,
    session_id::SessionId,
    state::{Upstream, UpstreamState},
};
use crate::telemetry::request::RequestTelemetry;

/// A caller with a token: every call carries its own `Authorization`. Only the services know whether the token is valid. A clone
/// shares its state.
///
/// Each function fails with [`Error`]. Reads whose answer needs no check are in `read`, a save in `save`.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
}

struct Inner {
    context: CallContext,
    memory: Arc<RequestMemory>,
}

/// Whether a cached list may be the response to a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freshness {
    /// The service is called, and its list is cached for the next pages.
    Fresh,
    /// The service is called, to show a first page of so many rows. A list that fits on it is not cached: it has no next page.
    FreshPage {
        /// Rows of the page.
        rows: usize,
    },
    /// A cached list is accepted: the caller reads the next page of what it saw.
    MayBeCached,
}

impl Freshness {
    /// Whether the first page shows all rows of a list that has so many: no next page will ask the cache.
    pub(super) fn shows_whole(self, rows: usize) -> bool {
        matches!(self, Self::FreshPage { rows: shown } if rows <= shown)
    }
}

/// Longest token that is sent on, in bytes.
const MAX_TOKEN: usize = 4096;

/// Whether a text can be a token: fit for a header, and not the `0` that means no session.
pub(crate) fn is_token(text: &str) -> bool {
    (1..=MAX_TOKEN).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) && text != "0"
}

/// The token of an `Authorization` header. `None` for another scheme than `Bearer`, for the token `0` (the services' word for
/// "no session"), and for a token that no header can carry.
pub(crate) fn bearer_token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim_matches(' ');
    (scheme.eq_ignore_ascii_case("bearer") && is_token(token)).then_some(token)
}

impl Upstream {
    /// The session of an `Authorization` header, whose token is passed on unchanged; `None` without a [`bearer_token`]. No
    /// other way leads to the services behind the login.
    pub(crate) fn session(&self, header: Option<&str>, telemetry: &Arc<RequestTelemetry>) -> Option<Session> {
        let token = bearer_token(header?)?;
        let mut authorization = HeaderValue::try_from(["Bearer ", token].concat()).ok()?;
        authorization.set_sensitive(true);
        Some(Session::new(CallContext::new(Arc::clone(&self.state), authorization, Arc::clone(telemetry))))
    }
}

impl Session {
    fn new(context: CallContext) -> Self {
        let memory = context.state.calls.memory.request();
        Self { inner: Arc::new(Inner { context, memory }) }
    }

    /// The same session for another request.
    pub(crate) fn for_request(&self, telemetry: Arc<RequestTelemetry>) -> Self {
        Self::new(CallContext { telemetry, ..self.context().clone() })
    }

    pub(super) fn context(&self) -> &CallContext {
        &self.inner.context
    }

    pub(super) fn state(&self) -> &UpstreamState {
        &self.context().state
    }

    pub(super) fn telemetry(&self) -> &Arc<RequestTelemetry> {
        &self.context().telemetry
    }

    /// Holds the responses of these calls.
    pub(crate) fn memory(&self) -> &Arc<RequestMemory> {
        &self.inner.memory
    }

    /// Changes of what the services return, from now on: those that this gateway causes, and those that others announce.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.state().announcer.listen()
    }

    /// Identifies the session.
    pub fn session_id(&self) -> SessionId {
        self.context().session
    }

    /// Refuses a session that its user ended.
    pub(super) fn require_open(&self, path: &'static str) -> Result<(), Error> {
        if self.is_ended() { Err(Error::new(path, Fault::Unauthenticated)) } else { Ok(()) }
    }

    /// Whether the session has ended, as far as the gateway knows.
    pub fn is_ended(&self) -> bool {
        self.state().ended_sessions.contains(self.session_id())
    }

    /// Invalidates this session's entries after a 401. A 403 is of one service and ends no session.
    pub(super) fn invalidate_if_ended<T>(&self, result: &Result<T, Error>) {
        if let Err(Error { fault: Fault::Unauthenticated, .. }) = result {
            self.state().invalidate_session(self.session_id());
        }
    }

    /// Ends the session at all gateways. The services cannot end it, but they can confirm it: without that anybody could fill the
    /// list of ended sessions with made-up tokens.
    pub async fn end(&self) {
        let client = self.clone();
        let end = async move {
            let proof = match client.read::<_, Vec<ItemMenu>>(&ListaMenuUsuario {}).await {
                Ok(_) => Proof::Confirmed,
                Err(Error { fault: Fault::Unauthenticated, .. }) => return Ok(()),
                Err(_) => Proof::Unconfirmed,
            };
            client.state().end_session(client.session_id(), proof).await;
            Ok(())
        };
        // Who logs out often closes the page, which must not cancel it. Its only error is a panic, which is logged there.
        let _ = self.state().run_uncancelled(ListaMenuUsuario::PATH, end).await;
    }

    /// `/LoginUsuarioWeb/atualiza-usuario`: changes the user's name and phone.
    pub async fn atualiza_usuario(&self, nome: String, telefone: Option<String>) -> Result<Usuario, Error> {
        let api_key = (&self.state().api_key).into();
        let call = AtualizaUsuario { api_key, nome, telefone };
        let path = AtualizaUsuario::PATH;
        self.require_open(path)?;
        let client = self.clone();
        let request = self.context().write_request(&call, None)?;
        let change = async move {
            let changed = client.state().calls.write_confirmed::<AtualizaUsuario, ChangedUser>(&request).await;
            client.invalidate_if_ended(&changed);
            changed.map(|(user, _)| user)
        };
        let ChangedUser(usuario) = self.state().run_uncancelled(path, change).await?;
        if !usuario.nm_usuario.trim().is_empty() {
            return Ok(usuario);
        }
        // Every user has a name: these are not the user's data, although the change was accepted.
        self.telemetry().metrics().count_drift(path, "Usuario", "*", "unread user");
        tracing::warn!(
            path,
            "a user was changed, and the response has no name: name its keys in [types.Usuario] of the mapping"
        );
        let nr_telefone = usuario.nr_telefone.into_option().or(call.telefone.map(Text::from)).into();
        Ok(Usuario { nm_usuario: call.nome.into(), nr_telefone, ..usuario })
    }

    /// `/PesquisaSegurado/pesquisa-segurado`: the insured with a tax id, given without punctuation.
    pub async fn pesquisa_segurado(&self, call: &PesquisaSegurado) -> Result<Arc<Segurado>, Error> {
        let found: Arc<Segurado> = self.read(call).await?;
        // Another insured would be shown as the one asked for, with another person's e-mail and phone.
        if found.may_be(&call.cpf_cnpj) { Ok(found) } else { Err(not_asked_for::<PesquisaSegurado>()) }
    }

    /// `/AcionamentoReabertura/retorna-acionamento-reabertura`: the acionamento if it may be reopened.
    pub async fn retorna_acionamento_reabertura(
        &self,
        call: &RetornaAcionamentoReabertura,
    ) -> Result<Arc<RowRef<Acionamentos>>, Error> {
        let found: Arc<RowRef<Acionamentos>> = self.read(call).await?;
        if is_same_number(&call.sinistro, &found.row().nr_sinistro) {
            return Ok(found);
        }
        Err(not_asked_for::<RetornaAcionamentoReabertura>())
    }
}

/// The user after a change. If the data are not a user (a text, say), every field is empty.
struct ChangedUser(Usuario);

impl ResponseData for ChangedUser {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        match Answer::<Usuario>::read_mapped(&body, mapping) {
            Ok(answer) if answer.data.is_some() => Ok(answer.map(Self)),
            _ => Answer::<Value>::read_mapped(&body, mapping).map(|answer| answer.map(|_| Self(Usuario::default()))),
        }
    }
}

/// The failure of a read that a service answered with another object.
fn not_asked_for<C: Call>() -> Error {
    tracing::warn!(path = C::PATH, "a service answered with another object than the one asked for");
    Error::new(C::PATH, Fault::InvalidResponse("not the object asked for".to_owned()))
}
