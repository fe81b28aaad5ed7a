//! Where the services are.

use std::{fmt, net::SocketAddr, str::FromStr};

use reqwest::Url;

/// Address below which the 21 paths lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(Url);

/// Why a text cannot be the services' address, in one sentence for whoever configured it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidBaseUrl(&'static str);

impl BaseUrl {
    /// The services at an address, over plain HTTP.
    pub fn of_address(address: SocketAddr) -> Self {
        Self(format!("http://{address}").parse().expect("a socket address is a host and a port"))
    }

    /// Whether they are called by TLS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The address of a path below it, which begins with a slash.
    pub(super) fn join(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{path}", self.0.path().trim_end_matches('/')));
        url
    }

    /// The address without a slash at its end.
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// What a connection is opened to.
    pub(super) fn host_and_port(&self) -> Option<(&str, u16)> {
        // A URL writes an IPv6 address in brackets, the resolver wants it without.
        let host = self.0.host_str()?.trim_start_matches('[').trim_end_matches(']');
        Some((host, self.0.port_or_known_default()?))
    }
}

impl FromStr for BaseUrl {
    type Err = InvalidBaseUrl;

    fn from_str(text: &str) -> Result<Self, InvalidBaseUrl> {
        const FORM: InvalidBaseUrl = InvalidBaseUrl("use um endereço que comece com http:// ou https://");
        let url: Url = text.parse().map_err(|_| FORM)?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(FORM);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidBaseUrl("tire o usuário e a senha do endereço"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidBaseUrl("tire do endereço o que vem depois de ? ou #"));
        }
        Ok(Self(url))
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
