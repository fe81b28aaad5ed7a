//! The credentials of a WebSocket client.

use std::sync::Arc;

use super::message::{CloseReason, InitPayload};
use crate::{
    client_address::ClientAddress,
    http::{
        gateway_state::GatewayState,
        graphql::resolved::SentKeys,
        headers::{FEDERATION_KEY, TOOL_KEY},
    },
    schema::request::Caller,
    telemetry::request::RequestTelemetry,
    upstream::bearer_token,
};

/// From the headers of the handshake, then also from the first message.
#[derive(Clone)]
pub(super) struct ClientCredentials {
    pub(super) authorization: Option<String>,
    pub(super) keys: SentKeys,
    pub(super) address: ClientAddress,
}

impl ClientCredentials {
    /// Values of the first message override the headers.
    ///
    /// # Errors
    /// `Authorization` is no bearer token.
    pub(super) fn with(self, payload: &InitPayload) -> Result<Self, CloseReason> {
        let is_other = |text: &str| !text.is_empty() && bearer_token(text).is_none();
        if payload.header("authorization").is_some_and(is_other) {
            return Err(CloseReason::Forbidden);
        }
        let given = |name: &str, header: Option<String>| payload.header(name).map(str::to_owned).or(header);
        Ok(Self {
            authorization: given("authorization", self.authorization).filter(|text| !text.is_empty()),
            keys: SentKeys {
                tool_key: given(TOOL_KEY.as_str(), self.keys.tool_key),
                federation_key: given(FEDERATION_KEY.as_str(), self.keys.federation_key),
                explain: false,
            },
            address: self.address,
        })
    }

    /// The sender of an operation.
    pub(super) fn caller(&self, shared: &GatewayState, telemetry: &Arc<RequestTelemetry>) -> Caller {
        let session = shared.upstream.session(self.authorization.as_deref(), telemetry);
        Caller::new(self.address, session, Arc::clone(telemetry))
    }
}
