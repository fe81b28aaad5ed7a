//! Heads of HTTP/1.1 that hyper takes and RFC 9112 does not: another program on the way may have read them differently.

use axum::{
    extract::Request,
    http::{HeaderValue, Version, header, uri::Authority},
};

use super::{cross_origin::host_name, error_response::ErrorResponse, headers::sent_text};

/// Checks that a request has one host, and a body that is read in one way.
///
/// # Errors
/// 400, which closes the connection.
pub(super) fn check(request: &Request) -> Result<(), ErrorResponse> {
    let (version, headers) = (request.version(), request.headers());
    let mut hosts = headers.get_all(header::HOST).iter();
    let has_host = match (hosts.next(), hosts.next()) {
        // HTTP/1.0 knows no `Host`.
        (None, _) => version < Version::HTTP_11,
        (Some(host), None) => host.to_str().is_ok_and(is_host),
        _ => false,
    };
    let coding = sent_text(headers, &header::TRANSFER_ENCODING);
    let has_known_coding = coding.is_none_or(|coding| coding.eq_ignore_ascii_case("chunked"));
    if version >= Version::HTTP_2 || has_host && has_known_coding {
        return Ok(());
    }
    let message = "Uma requisição de HTTP/1.1 tem um Host válido, e só um, e em Transfer-Encoding só chunked.";
    Err(ErrorResponse::bad_request(message).with(header::CONNECTION, HeaderValue::from_static("close")))
}

/// Whether a text is a name or an address, with a port or without, or empty, as of a URL without a host.
fn is_host(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let mut port = text[host_name(text).len()..].bytes().skip(1);
    !text.contains('@') && text.parse::<Authority>().is_ok() && port.all(|digit| digit.is_ascii_digit())
}
