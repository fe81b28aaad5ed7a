//! Keys of requests that are sent only to an API that asks for them.

/// The key of the user's e-mail address.
pub(super) const EMAIL: &str = "email";

/// Keys of requests that the contract does not have: what the gateway knows, and sends to an API that asks for it.
pub(super) const ON_DEMAND: [OnDemandKey; 1] =
    [OnDemandKey { request: "ValidaCodigoAcesso", key: EMAIL, description: "The user's e-mail address" }];

/// A key that is sent only if the mapping names it.
pub(super) struct OnDemandKey {
    /// Name of the request's type.
    pub(super) request: &'static str,
    pub(super) key: &'static str,
    pub(super) description: &'static str,
}

/// Whether a key is sent only if the mapping names it.
pub(super) fn is_on_demand(request: &str, key: &str) -> bool {
    ON_DEMAND.iter().any(|known| (known.request, known.key) == (request, key))
}
