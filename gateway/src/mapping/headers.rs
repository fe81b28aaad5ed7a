//! The headers of every call as an API names them.

use contract::acionamento::IDEMPOTENCY_KEY;
use hyper::{
    HeaderMap,
    header::{self, HeaderName, HeaderValue},
};

use super::{
    error::MappingError,
    file::{HeadersTable, KeyOrFalse, SessionTable},
    keys::check_distinct,
};

/// The names of the headers that differ, and more headers.
#[derive(Debug)]
pub(crate) struct HeaderNames {
    /// Carries the session's token.
    pub(crate) authorization: HeaderName,
    /// What stands before the token, with the space behind it.
    pub(crate) scheme: String,
    /// Carries the API key; `None` if the bodies carry it, or nothing does.
    pub(crate) api_key: Option<HeaderName>,
    /// Carries the key of a save; `None` if the API knows no such key.
    pub(crate) idempotency_key: Option<HeaderName>,
    /// Carries the identifier of the request.
    pub(crate) request_id: HeaderName,
    /// Headers that every call carries.
    pub(crate) added: HeaderMap,
    /// Carries the token in the login's response; `None` if its data do.
    pub(crate) token: Option<HeaderName>,
}

impl HeaderNames {
    pub(super) fn new(headers: &HeadersTable, session: &SessionTable) -> Result<Self, MappingError> {
        let or = |key: &str, given: &Option<String>, default| {
            given.as_ref().map_or(Ok(default), |name| carrier_name(key, name))
        };
        let scheme = session.scheme.as_deref().unwrap_or("Bearer").trim();
        if HeaderValue::from_str(scheme).is_err() {
            return Err(MappingError::of("session.scheme", "não serve em um cabeçalho"));
        }
        let mut added = HeaderMap::new();
        for (name, value) in &headers.add {
            let place = format!("headers.add.{name}");
            let mut value = HeaderValue::from_str(value)
                .map_err(|_| MappingError::at(&[&place], format!("o valor de {place} não serve em um cabeçalho")))?;
            value.set_sensitive(true);
            added.insert(header_name(&place, name)?, value);
        }
        let names = Self {
            authorization: or("authorization", &headers.authorization, header::AUTHORIZATION)?,
            scheme: if scheme.is_empty() { String::new() } else { format!("{scheme} ") },
            api_key: match &headers.api_key {
                Some(KeyOrFalse::Key(name)) => Some(carrier_name("api-key", name)?),
                Some(KeyOrFalse::False) | None => None,
            },
            idempotency_key: match &headers.idempotency_key {
                Some(KeyOrFalse::Key(name)) => Some(carrier_name("idempotency-key", name)?),
                Some(KeyOrFalse::False) => None,
                None => Some(HeaderName::from_static(IDEMPOTENCY_KEY)),
            },
            request_id: or("request-id", &headers.request_id, HeaderName::from_static("x-request-id"))?,
            added,
            token: session.token_header.as_deref().map(|name| header_name("session.token-header", name)).transpose()?,
        };
        names.check_distinct()?;
        Ok(names)
    }

    /// Checks that no two values share a header: the later one would overwrite the earlier.
    fn check_distinct(&self) -> Result<(), MappingError> {
        let carriers = [
            ("authorization", Some(&self.authorization)),
            ("api-key", self.api_key.as_ref()),
            ("idempotency-key", self.idempotency_key.as_ref()),
            ("request-id", Some(&self.request_id)),
        ];
        let carriers =
            carriers.into_iter().filter_map(|(key, name)| Some((format!("headers.{key}"), name?.to_string())));
        let added = self.added.keys().map(|name| (format!("headers.add.{name}"), name.to_string()));
        check_distinct(carriers.chain(added), "o cabeçalho")
    }

    /// The names of the headers that a call carries: the session's, the API key's, those of every call, and of a save that of its
    /// key.
    pub(crate) fn names(&self, is_save: bool) -> Vec<String> {
        let key = self.api_key.iter();
        let of_save = self.idempotency_key.iter().filter(|_| is_save);
        let all = std::iter::once(&self.authorization).chain(key).chain(of_save).chain(self.added.keys());
        all.map(|name| name.as_str().to_owned()).collect()
    }

    /// The value of the header with the token, from `Bearer` and the token.
    pub(crate) fn credentials(&self, bearer: &HeaderValue) -> HeaderValue {
        if self.scheme == BEARER {
            return bearer.clone();
        }
        let token = bearer.as_bytes().strip_prefix(BEARER.as_bytes()).unwrap_or(bearer.as_bytes());
        let credentials = [self.scheme.as_bytes(), token].concat();
        let mut value = HeaderValue::from_bytes(&credentials).expect("both parts were header values");
        value.set_sensitive(true);
        value
    }

    /// The token in the login's response, where it may stand behind its scheme.
    pub(crate) fn without_scheme<'t>(&self, written: &'t str) -> &'t str {
        let written = written.trim();
        let without = |scheme: &str| {
            let (start, token) = written.split_at_checked(scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then(|| token.trim_start())
        };
        [BEARER, &self.scheme].into_iter().find_map(without).unwrap_or(written)
    }
}

/// Stands before a token, unless the mapping has another scheme.
const BEARER: &str = "Bearer ";

/// Headers that the gateway sets by itself.
const RESERVED: [HeaderName; 7] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::TRANSFER_ENCODING,
    header::CONNECTION,
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
];

/// The name of the header that carries something. A name with a point is legal (RFC 9110, section 5.6.2), but proxies drop
/// it, and the operator probably means a key of the body.
fn carrier_name(key: &str, name: &str) -> Result<HeaderName, MappingError> {
    let place = format!("headers.{key}");
    if name.contains('.') {
        let text = format!(
            "{place}: {name} parece uma chave do corpo, e não o nome de um cabeçalho; o gateway não o envia no corpo"
        );
        return Err(MappingError::at(&[place], text));
    }
    match header_name(&place, name)? {
        // `Accept` and `Accept-Encoding` may be set by `headers.add` only.
        name if [header::ACCEPT, header::ACCEPT_ENCODING].contains(&name) => Err(reserved(&place, &name)),
        name => Ok(name),
    }
}

fn header_name(place: &str, name: &str) -> Result<HeaderName, MappingError> {
    match HeaderName::try_from(name) {
        Ok(name) if RESERVED.contains(&name) => Err(reserved(place, &name)),
        Ok(name) => Ok(name),
        Err(_) if name.is_empty() => Err(MappingError::of(place, "está vazio")),
        Err(_) => Err(MappingError::at(&[place], format!("{name} não é nome de cabeçalho"))),
    }
}

fn reserved(place: &str, name: &HeaderName) -> MappingError {
    MappingError::at(&[place], format!("o cabeçalho {name} é do próprio gateway: use outro"))
}
