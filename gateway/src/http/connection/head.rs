//! What the head of a request must be, to the letter.
//!
//! A head that two programs can read in two ways is how a request is smuggled past the first of them. So what RFC 9112
//! lets a recipient put right is refused here instead, before anything acts on it: line ends without a carriage return,
//! more than one length, a length beside chunks, no host or two of them.

use std::mem::MaybeUninit;

use axum::http::{Method, StatusCode, Uri};

use crate::http::error_response::ErrorResponse;

/// Longest target of a request, in bytes.
pub(super) const MOST_TARGET: usize = 8 * 1024;
/// Most fields of a head.
pub(super) const MOST_FIELDS: usize = 100;

/// How the body that follows a head says where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// After so many bytes.
    Length(u64),
    /// In chunks.
    Chunked,
}

/// Where the head that `bytes` begin with ends, if all of it is there. What comes before `from` was looked at.
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

/// Whether a head may still come of its first bytes.
pub(super) fn check_beginning(bytes: &[u8]) -> Result<(), ErrorResponse> {
    parse(&mut httparse::Request::new(&mut []), &mut [const { MaybeUninit::uninit() }; MOST_FIELDS], bytes)
}

/// Whether a whole head is one that every reader reads alike, and how the body after it ends.
pub(super) fn check(bytes: &[u8]) -> Result<Framing, ErrorResponse> {
    let mut fields = [const { MaybeUninit::uninit() }; MOST_FIELDS];
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
        } else if field.name.eq_ignore_ascii_case("expect") && !field.value.eq_ignore_ascii_case(b"100-continue") {
            return Err(ErrorResponse::new(
                StatusCode::EXPECTATION_FAILED,
                "EXPECTATION_FAILED",
                "A única expectativa aceita é 100-continue.",
            ));
        }
    }
    // HTTP/1.0 knew no hosts.
    if hosts > 1 || hosts == 0 && version == 1 {
        return Err(malformed("Envie o cabeçalho Host exatamente uma vez."));
    }
    match (length, chunked) {
        (Some(_), true) => Err(malformed("Envie Content-Length ou Transfer-Encoding, e não os dois.")),
        (Some(length), false) => Ok(Framing::Length(length)),
        (None, true) => Ok(Framing::Chunked),
        (None, false) => Ok(Framing::Length(0)),
    }
}

/// The head is larger than what is read of one.
pub(super) fn too_large() -> ErrorResponse {
    ErrorResponse::new(
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "REQUEST_HEADER_FIELDS_TOO_LARGE",
        "O cabeçalho da requisição é grande demais ou tem campos demais.",
    )
}

/// The address is longer than what is read of one.
pub(super) fn target_too_long() -> ErrorResponse {
    ErrorResponse::new(StatusCode::URI_TOO_LONG, "URI_TOO_LONG", "O endereço da requisição é longo demais: use POST.")
}

fn malformed(message: &'static str) -> ErrorResponse {
    ErrorResponse::bad_request(message)
}

/// Parses what there is of a head. Its fields take three kilobytes, which nobody clears for the few that there are.
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

/// The target is a path; or a whole address, as proxies send it; or `*`, for the server as a whole.
fn check_target(method: &str, target: &str) -> Result<(), ErrorResponse> {
    if target.len() > MOST_TARGET {
        return Err(target_too_long());
    }
    // A fragment is the client's own and never sent (RFC 9112, section 3.2); `Uri` would drop it without a word.
    if target.contains('#') {
        return Err(malformed("O endereço da requisição não tem fragmento (#)."));
    }
    // What most ask for needs no closer look.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
    if target.starts_with('/') && target.bytes().all(is_plain) {
        return Ok(());
    }
    let is_one = match target.parse::<Uri>() {
        Ok(uri) if target.starts_with('/') => uri.authority().is_none(),
        Ok(uri) if target == "*" => uri.path() == "*" && method == Method::OPTIONS.as_str(),
        Ok(uri) => {
            matches!(uri.scheme_str(), Some("http" | "https"))
                && uri.authority().is_some_and(|authority| is_host(authority.as_str()))
        }
        Err(_) => false,
    };
    if is_one { Ok(()) } else { Err(malformed("O endereço da requisição não é um caminho.")) }
}

fn check_host(value: &[u8]) -> Result<(), ErrorResponse> {
    match str::from_utf8(value) {
        Ok(host) if is_host(host) => Ok(()),
        _ => Err(malformed("O cabeçalho Host não é um nome ou endereço com, se preciso, uma porta.")),
    }
}

/// Whether a text is a name or an address, with a port or without.
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
    // Eighteen digits are an exabyte; and a parser of numbers would take a sign, too.
    let digits = str::from_utf8(value).ok();
    digits
        .filter(|text| text.len() <= 18 && text.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| malformed("O cabeçalho Content-Length não é um tamanho."))
}
