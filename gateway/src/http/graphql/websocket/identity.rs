//! Who a connection is of.

use std::sync::Arc;

use super::message::{CloseReason, InitPayload};
use crate::{
    http::{
        gateway_state::GatewayState,
        graphql::resolved::SentKeys,
        headers::{CLIENT_NAME, FEDERATION_KEY, TOOL_KEY},
    },
    schema::caller::Caller,
    session::{Session, client_address::ClientAddress},
    telemetry::request::RequestTelemetry,
};

/// What the handshake says of the client.
pub(super) struct HandshakeHeaders {
    pub(super) authorization: Option<String>,
    pub(super) tool_key: Option<String>,
    pub(super) federation_key: Option<String>,
    pub(super) client_name: Option<String>,
    pub(super) address: ClientAddress,
}

/// Who a connection is of, once it is acknowledged.
pub(super) struct ClientIdentity {
    authorization: Option<String>,
    tool_key: Option<String>,
    federation_key: Option<String>,
    client_name: Option<String>,
    address: ClientAddress,
}

impl ClientIdentity {
    /// The client of a handshake, whose first message may say more.
    ///
    /// # Errors
    /// What the message has as `Authorization` is no bearer token.
    pub(super) fn new(
        handshake: &HandshakeHeaders,
        payload: &InitPayload,
        shared: &GatewayState,
    ) -> Result<Self, CloseReason> {
        let HandshakeHeaders { authorization, tool_key, federation_key, client_name, address } = handshake;
        let given =
            |name: &str, header: &Option<String>| payload.text(name).map(str::to_owned).or_else(|| header.clone());
        let authorization = given("authorization", authorization).filter(|text| !text.is_empty());
        let is_token = |text: &str| {
            Session::from_authorization(&shared.upstream, Some(text), &RequestTelemetry::disabled()).is_some()
        };
        if authorization.as_deref().is_some_and(|text| !is_token(text)) {
            return Err(CloseReason::Forbidden);
        }
        let tool_key = given(TOOL_KEY.as_str(), tool_key);
        let federation_key = given(FEDERATION_KEY.as_str(), federation_key);
        let client_name = given(CLIENT_NAME.as_str(), client_name);
        Ok(Self { authorization, tool_key, federation_key, client_name, address: *address })
    }

    /// What it says of the program.
    pub(super) fn sender(&self) -> SentKeys<'_> {
        SentKeys {
            tool_key: self.tool_key.as_deref(),
            federation_key: self.federation_key.as_deref(),
            client_name: self.client_name.as_deref(),
            explain: false,
        }
    }

    /// The sender of an operation.
    pub(super) fn caller(&self, shared: &GatewayState, telemetry: &Arc<RequestTelemetry>) -> Caller {
        let session = Session::from_authorization(&shared.upstream, self.authorization.as_deref(), telemetry);
        Caller::new(self.address, session, Arc::clone(telemetry))
    }
}
