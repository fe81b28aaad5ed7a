//! JSON-RPC messages of clients.

use async_graphql::{Name, Value, indexmap::IndexMap};

use super::{request_id::RequestId, rpc_error::RpcError};
use crate::http::json_body::Unambiguous;

/// A message.
pub(super) enum Message {
    Request(RpcRequest),
    /// It wants no answer.
    Notification,
    /// A result or an error, although this server makes no requests.
    Response,
}

/// A request.
pub(super) struct RpcRequest {
    pub(super) id: RequestId,
    pub(super) method: String,
    pub(super) params: IndexMap<Name, Value>,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// The body is no JSON, or no single message.
    pub(super) fn read(body: &[u8]) -> Result<Self, RpcError> {
        let Unambiguous(body) = serde_json::from_slice(body).map_err(|error| {
            if error.is_data() {
                RpcError::invalid_request("Uma chave da mensagem aparece duas vezes.")
            } else {
                RpcError::parse()
            }
        })?;
        let mut message = match body {
            Value::Object(message) => message,
            Value::List(_) => {
                return Err(RpcError::invalid_request("Envie uma mensagem por requisição: listas não são aceitas."));
            }
            _ => return Err(RpcError::invalid_request("A mensagem deve ser um objeto JSON-RPC.")),
        };
        if message.get("jsonrpc") != Some(&Value::from("2.0")) {
            return Err(RpcError::invalid_request("A mensagem deve ter \"jsonrpc\": \"2.0\"."));
        }
        let id = match message.swap_remove("id") {
            None => None,
            Some(id) if is_id(&id) => Some(RequestId(id)),
            Some(_) => {
                return Err(RpcError::invalid_request("O id da mensagem deve ser um texto ou um número inteiro."));
            }
        };
        let method = match message.swap_remove("method") {
            Some(Value::String(method)) => method,
            None if message.contains_key("result") || message.contains_key("error") => return Ok(Self::Response),
            _ => return Err(with(id, RpcError::invalid_request("A mensagem deve ter method, um texto."))),
        };
        let params = match message.swap_remove("params") {
            None => IndexMap::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err(with(id, RpcError::invalid_params("params deve ser um objeto."))),
        };
        Ok(match id {
            Some(id) => Self::Request(RpcRequest { id, method, params }),
            None => Self::Notification,
        })
    }
}

fn is_id(id: &Value) -> bool {
    match id {
        Value::String(_) => true,
        Value::Number(number) => number.is_i64() || number.is_u64(),
        _ => false,
    }
}

fn with(id: Option<RequestId>, error: RpcError) -> RpcError {
    match id {
        Some(id) => error.to(&id),
        None => error,
    }
}
