//! The headers with the protocol revision of a message.

use std::borrow::Cow;

use async_graphql::Value;
use axum::http::HeaderMap;
use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{
    message::{Message, RpcRequest},
    revision::{Revision, STATELESS, has_handshake},
    rpc_error::RpcError,
};
use crate::http::headers::{MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION, single_text};

const META_PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The revision of a message, whose headers are checked.
///
/// # Errors
/// The revision is unknown, or the headers are not those of the message.
pub(super) fn revision(headers: &HeaderMap, message: &Message) -> Result<Revision, RpcError> {
    let version = match (headers.contains_key(&MCP_PROTOCOL_VERSION), single_text(headers, &MCP_PROTOCOL_VERSION)) {
        (true, None) => return Err(RpcError::header_mismatch("MCP-Protocol-Version deve vir uma só vez.")),
        (_, version) => version,
    };
    match (message, version) {
        (Message::Request(request), _) if request.meta(META_PROTOCOL_VERSION).is_some() => {
            request.check(headers, version)
        }
        // Revision 2025-03-26 has no such header.
        (_, None) => Ok(Revision::Handshake),
        (_, Some(version)) if has_handshake(version) => Ok(Revision::Handshake),
        (_, Some(version)) if version != STATELESS => Err(RpcError::unsupported_version(version)),
        (Message::Request(request), _) => request.check(headers, version),
        (Message::Notification, _) => Ok(Revision::Stateless),
        (Message::Response, _) => Err(RpcError::invalid_request("Esta revisão não tem respostas de clientes.")),
    }
}

impl RpcRequest {
    /// A value of `_meta`.
    fn meta(&self, key: &str) -> Option<&Value> {
        match self.params.get("_meta")? {
            Value::Object(meta) => meta.get(key),
            _ => None,
        }
    }

    /// Checks what every request without a handshake has: a client that contradicts itself learns that first, then that
    /// its revision is unknown.
    fn check(&self, headers: &HeaderMap, version: Option<&str>) -> Result<Revision, RpcError> {
        let (Some(Value::String(declared)), Some(Value::Object(_))) =
            (self.meta(META_PROTOCOL_VERSION), self.meta(META_CLIENT_CAPABILITIES))
        else {
            return Err(RpcError::invalid_params(format!(
                "params._meta deve ter {META_PROTOCOL_VERSION}, um texto, e {META_CLIENT_CAPABILITIES}, um objeto."
            )));
        };
        if version != Some(declared) {
            return Err(RpcError::header_mismatch("MCP-Protocol-Version deve ser igual à revisão em params._meta."));
        }
        if single_text(headers, &MCP_METHOD) != Some(&self.method) {
            return Err(RpcError::header_mismatch("Mcp-Method deve ser igual a method."));
        }
        // Of the methods that have the header, `tools/call` is the only one here.
        if self.method == "tools/call"
            && let Some(Value::String(name)) = self.params.get("name")
            && decoded(single_text(headers, &MCP_NAME)).as_deref() != Some(name)
        {
            return Err(RpcError::header_mismatch("Mcp-Name deve ser igual ao nome em params."));
        }
        if declared != STATELESS {
            return Err(RpcError::unsupported_version(declared));
        }
        Ok(Revision::Stateless)
    }
}

/// The value of a header that may be encoded: `=?base64?…?=`.
fn decoded(value: Option<&str>) -> Option<Cow<'_, str>> {
    let value = value?;
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        None => Some(value.into()),
        Some(encoded) => Some(String::from_utf8(STANDARD.decode(encoded).ok()?).ok()?.into()),
    }
}
