//! The identity of a WebSocket client.

use std::sync::Arc;

use super::message::{CloseReason, InitPayload};
use crate::{
    http::{
        gateway_state::GatewayState,
        graphql::resolved::SentKeys,
        headers::{FEDERATION_KEY, TOOL_KEY},
    },
    schema::request::Caller,
    session::{Session, client_address::ClientAddress},
    telemetry::request::RequestTelemetry,
};

/// The identity of a WebSocket client: the headers of its handshake, then also its first message.
#[derive(Clone)]
pub(super) struct ClientIdentity {
    pub(super) authorization: Option<String>,
    pub(super) tool_key: Option<String>,
    pub(super) federation_key: Option<String>,
    pub(super) address: ClientAddress,
}

impl ClientIdentity {
    /// Values of the first message override the headers.
    ///
    /// # Errors
    /// `Authorization` is no bearer token.
    pub(super) fn with(self, payload: &InitPayload, shared: &GatewayState) -> Result<Self, CloseReason> {
        let telemetry = RequestTelemetry::disabled();
        let is_token = |text: &str| Session::from_authorization(&shared.upstream, Some(text), &telemetry).is_some();
        let is_other = payload.header("authorization").is_some_and(|text| !text.is_empty() && !is_token(text));
        if is_other {
            return Err(CloseReason::Forbidden);
        }
        let given = |name: &str, header: Option<String>| payload.header(name).map(str::to_owned).or(header);
        Ok(Self {
            authorization: given("authorization", self.authorization).filter(|text| !text.is_empty()),
            tool_key: given(TOOL_KEY.as_str(), self.tool_key),
            federation_key: given(FEDERATION_KEY.as_str(), self.federation_key),
            address: self.address,
        })
    }

    /// The keys of the client.
    pub(super) fn keys(&self) -> SentKeys<'_> {
        SentKeys { tool_key: self.tool_key.as_deref(), federation_key: self.federation_key.as_deref(), explain: false }
    }

    /// The sender of an operation.
    pub(super) fn caller(&self, shared: &GatewayState, telemetry: &Arc<RequestTelemetry>) -> Caller {
        let session = Session::from_authorization(&shared.upstream, self.authorization.as_deref(), telemetry);
        Caller::new(self.address, session, Arc::clone(telemetry))
    }
}
