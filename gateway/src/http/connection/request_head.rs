//! Checks of request heads, to the letter.
//!
//! Request smuggling needs a head that two programs read in two ways. So what RFC 9112 and RFC 9113 let a recipient
//! repair is refused here, before anything acts on it: line ends without a carriage return, more than one length, a
//! length beside chunks, no host or two that differ.

use std::mem::MaybeUninit;

use axum::http::{Method, Request, StatusCode, Uri, header, uri::Authority};

use crate::http::error_response::ErrorResponse;

/// Longest request target, in bytes.
const MAX_TARGET: usize = 8 * 1024;
/// Most header fields of a request.
const MAX_FIELDS: usize = 100;
/// What RFC 9113 adds for each field to the size of a header list, in bytes.
const FIELD_OVERHEAD: usize = 32;

/// How the end of a body is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFraming {
    /// After so many bytes.
    Length(u64),
    /// In chunks.
    Chunked,
}

/// The end of the head that `bytes` begin with, if it is complete. The bytes before `from` were searched before.
pub(super) fn find_end(bytes: &[u8], from: usize) -> Result<Option<usize>, ErrorResponse> {
    let mut searched = from;
    while let Some(after) = bytes[searched..].iter().position(|byte| *byte == b'\n') {
        let at = searched + after;
        let Some(line) = bytes[..at].strip_suffix(b"\r") else {
            return Err(malformed("Cada linha do cabeçalho HTTP termina com CR e LF."));
        };
        if line.ends_with(b"\r\n") {
            return Ok(Some(at + 1));
        }
        searched = at + 1;
    }
    Ok(None)
}

/// Checks that these may be the first bytes of a head.
pub(super) fn check_beginning(bytes: &[u8]) -> Result<(), ErrorResponse> {
    parse(&mut httparse::Request::new(&mut []), &mut [const { MaybeUninit::uninit() }; MAX_FIELDS], bytes)
}

/// Checks a complete head of HTTP/1.1, and returns how its body ends.
pub(super) fn check_http1(bytes: &[u8]) -> Result<BodyFraming, ErrorResponse> {
    let mut fields = [const { MaybeUninit::uninit() }; MAX_FIELDS];
    let mut request = httparse::Request::new(&mut []);
    parse(&mut request, &mut fields, bytes)?;
    let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
        return Err(malformed("O cabeçalho HTTP não está inteiro."));
    };
    check_target(method, target)?;
    let mut hosts = 0;
    let mut length = None;
    let mut chunked = false;
    for field in request.headers.iter() {
        if field.name.eq_ignore_ascii_case("host") {
            hosts += 1;
            check_host(field.value)?;
        } else if field.name.eq_ignore_ascii_case("content-length") {
            if length.replace(read_length(field.value)?).is_some() {
                return Err(malformed("O cabeçalho Content-Length veio mais de uma vez."));
            }
        } else if field.name.eq_ignore_ascii_case("transfer-encoding") {
            if chunked || version == 0 {
                return Err(malformed("O cabeçalho Transfer-Encoding veio mais de uma vez, ou em HTTP/1.0."));
            }
            if !field.value.eq_ignore_ascii_case(b"chunked") {
                return Err(ErrorResponse::new(
                    StatusCode::NOT_IMPLEMENTED,
                    "NOT_IMPLEMENTED",
                    "O único Transfer-Encoding aceito é chunked.",
                ));
            }
            chunked = true;
        } else if field.name.eq_ignore_ascii_case("expect") {
            check_expectation(field.value)?;
        }
    }
    // HTTP/1.0 has no Host.
    if hosts > 1 || hosts == 0 && version == 1 {
        return Err(malformed("Envie o cabeçalho Host exatamente uma vez."));
    }
    match (length, chunked) {
        (Some(_), true) => Err(malformed("Envie Content-Length ou Transfer-Encoding, e não os dois.")),
        (Some(length), false) => Ok(BodyFraming::Length(length)),
        (None, true) => Ok(BodyFraming::Chunked),
        (None, false) => Ok(BodyFraming::Length(0)),
    }
}

/// Checks a head of HTTP/2. The `h2` crate has refused what is malformed by RFC 9113: connection-specific fields, lengths
/// that differ, pseudo-headers that are missing or repeated.
pub(super) fn check_http2<B>(request: &Request<B>, max_bytes: usize) -> Result<(), ErrorResponse> {
    let (uri, headers) = (request.uri(), request.headers());
    let target = uri.path_and_query().map_or("", |target| target.as_str());
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + FIELD_OVERHEAD).sum();
    let authority = uri.authority().map(Authority::as_str);
    if target.len() > MAX_TARGET {
        return Err(target_too_long());
    }
    if headers.len() > MAX_FIELDS || size + target.len() + authority.map_or(0, str::len) > max_bytes {
        return Err(too_large());
    }
    if !matches!(uri.scheme_str(), None | Some("http" | "https")) {
        return Err(malformed("O endereço da requisição não é http nem https."));
    }
    // CONNECT has no path.
    let is_asterisk = uri.path() == "*" && request.method() == Method::OPTIONS;
    if !target.starts_with('/') && !is_asterisk {
        return Err(malformed("O endereço da requisição não é um caminho."));
    }
    // An intermediary may route by either, so they must agree.
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() || host.is_none() && authority.is_none() {
        return Err(malformed("Envie o cabeçalho Host exatamente uma vez."));
    }
    if let Some(authority) = authority {
        check_host(authority.as_bytes())?;
    }
    if let Some(host) = host {
        check_host(host.as_bytes())?;
        if authority.is_some_and(|authority| !host.as_bytes().eq_ignore_ascii_case(authority.as_bytes())) {
            return Err(malformed("O cabeçalho Host e :authority não dizem o mesmo."));
        }
    }
    headers.get_all(header::EXPECT).iter().try_for_each(|value| check_expectation(value.as_bytes()))
}

/// The head has too many bytes or fields.
pub(super) fn too_large() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "REQUEST_HEADER_FIELDS_TOO_LARGE",
        "O cabeçalho da requisição é grande demais ou tem campos demais.",
    )
}

/// The request target is too long.
pub(super) fn target_too_long() -> ErrorResponse {
    ErrorResponse::new(StatusCode::URI_TOO_LONG, "URI_TOO_LONG", "O endereço da requisição é longo demais: use POST.")
}

fn check_expectation(value: &[u8]) -> Result<(), ErrorResponse> {
    if value.eq_ignore_ascii_case(b"100-continue") {
        return Ok(());
    }
    Err(ErrorResponse::new(
        StatusCode::EXPECTATION_FAILED,
        "EXPECTATION_FAILED",
        "A única expectativa aceita é 100-continue.",
    ))
}

fn malformed(message: &'static str) -> ErrorResponse {
    ErrorResponse::bad_request(message)
}

/// Parses as much of a head as there is. Uninitialised fields: clearing three kilobytes costs more than parsing.
fn parse<'h, 'a>(
    request: &mut httparse::Request<'h, 'a>,
    fields: &'h mut [MaybeUninit<httparse::Header<'a>>],
    bytes: &'a [u8],
) -> Result<(), ErrorResponse> {
    match request.parse_with_uninit_headers(bytes, fields) {
        Ok(_) => Ok(()),
        Err(httparse::Error::TooManyHeaders) => Err(too_large()),
        Err(httparse::Error::Version) => Err(ErrorResponse::new(
            StatusCode::HTTP_VERSION_NOT_SUPPORTED,
            "HTTP_VERSION_NOT_SUPPORTED",
            "Aqui se fala HTTP/1.1.",
        )),
        Err(_) => Err(malformed("O cabeçalho da requisição não é HTTP/1.1.")),
    }
}

/// The target is a path, an absolute URI as proxies send it, or `*` for the whole server.
fn check_target(method: &str, target: &str) -> Result<(), ErrorResponse> {
    if target.len() > MAX_TARGET {
        return Err(target_too_long());
    }
    // A request target has no fragment (RFC 9112, section 3.2), and `Uri` would drop it silently.
    if target.contains('#') {
        return Err(malformed("O endereço da requisição não tem fragmento (#)."));
    }
    // The fast path of the usual targets.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
    if target.starts_with('/') && target.bytes().all(is_plain) {
        return Ok(());
    }
    let is_valid = match target.parse::<Uri>() {
        Ok(uri) if target.starts_with('/') => uri.authority().is_none(),
        Ok(uri) if target == "*" => uri.path() == "*" && method == Method::OPTIONS.as_str(),
        Ok(uri) => {
            matches!(uri.scheme_str(), Some("http" | "https"))
                && uri.authority().is_some_and(|authority| is_host(authority.as_str()))
        }
        Err(_) => false,
    };
    if is_valid { Ok(()) } else { Err(malformed("O endereço da requisição não é um caminho.")) }
}

fn check_host(value: &[u8]) -> Result<(), ErrorResponse> {
    match str::from_utf8(value) {
        Ok(host) if is_host(host) => Ok(()),
        _ => Err(malformed("O cabeçalho Host não é um nome ou endereço com, se preciso, uma porta.")),
    }
}

/// Whether a text is a host name or an IP address, with or without a port.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let Some((address, port)) = rest.split_once(']') else { return false };
            if !address.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.')) {
                return false;
            }
            (address, port)
        }
        None => {
            let end = text.find(':').unwrap_or(text.len());
            let (name, port) = text.split_at(end);
            if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_')) {
                return false;
            }
            (name, port)
        }
    };
    let is_port = |digits: &str| digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    !name.is_empty() && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

fn read_length(value: &[u8]) -> Result<u64, ErrorResponse> {
    // Digits only: Rust's parser would accept a sign.
    let digits = str::from_utf8(value).ok();
    digits
        .filter(|text| text.len() <= 18 && text.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| malformed("O cabeçalho Content-Length não é um tamanho."))
}
