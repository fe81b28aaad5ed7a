//! The base URL of the services.

use std::{fmt, net::SocketAddr, str::FromStr};

use hyper::Uri;
use url::Url;

/// The base URL; the paths of the services are appended to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Plain HTTP at a socket address.
    pub fn of_address(address: SocketAddr) -> Self {
        Self(format!("http://{address}").parse().expect("a socket address is a host and a port"))
    }

    /// Whether it is HTTPS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The address of a path, which begins with a slash, with a query string.
    pub(crate) fn uri(&self, path: &str, query: &str) -> Uri {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{path}", self.0.path().trim_end_matches('/')));
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        url.as_str().parse().expect("the base URL is one for calls, and paths are short and plain")
    }
}

impl FromStr for BaseUrl {
    /// What is wrong, as a sentence for the operator.
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const FORM: &str = "use um endereço que comece com http:// ou https://";
        let url: Url = text.parse().map_err(|_| FORM)?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(FORM);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("tire o usuário e a senha do endereço");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err("tire do endereço o que vem depois de ? ou #");
        }
        if Uri::try_from(url.as_str()).is_err() {
            return Err("o endereço tem caracteres que não se usam em um, ou é longo demais");
        }
        Ok(Self(url))
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::BaseUrl;

    #[test]
    fn the_uri_is_normalised() {
        for (text, uri) in [
            ("http://api.example", "http://api.example/list"),
            ("HTTPS://API.example:443/", "https://api.example/list"),
            ("https://api.example:8443/v1//", "https://api.example:8443/v1/list"),
            ("http://[::1]:80/a b", "http://[::1]/a%20b/list"),
            ("http://[::1]:8080", "http://[::1]:8080/list"),
            ("http://127.1/v1", "http://127.0.0.1/v1/list"),
            ("https://saúde.example", "https://xn--sade-rra.example/list"),
        ] {
            let base_url: BaseUrl = text.parse().unwrap();
            assert_eq!(base_url.uri("/list", ""), uri);
        }
    }
}
