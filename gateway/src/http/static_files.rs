//! Static files: the portal and GraphiQL, embedded in the binary.
//!
//! All files are in a map, so no path can lead outside of them.

use std::{
    borrow::Cow,
    collections::HashMap,
    hash::{DefaultHasher, Hasher as _},
    sync::Arc,
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use memchr::memmem;
use rust_embed::RustEmbed;

use super::{
    compression::accepts,
    error_response::ErrorResponse,
    portal_page::{PortalPage, PortalPageSettings, ROUTES},
};

/// The built client. It may be missing: the gateway builds and runs without it.
#[derive(RustEmbed)]
#[folder = "../client/dist"]
#[allow_missing = true]
struct PortalFiles;

/// The portal's page.
const INDEX: &str = "index.html";
/// GraphiQL's page.
const GRAPHIQL: &str = "graphiql/index.html";
/// Folder of the files whose names contain a hash of their content.
const HASHED: &str = "assets/";

/// The prefix of document identifiers, and the length of one.
const SHA256: &str = "sha256:";
const IDENTIFIER_LENGTH: usize = SHA256.len() + 64;

/// The CSP of GraphiQL, whose editor sets inline styles and uses workers.
const GRAPHIQL_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; \
                               img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                               base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The CSP of other files. Not of scripts: a worker has the CSP of its script, and GraphiQL's workers import others.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The files. Clones share them.
#[derive(Clone, Default)]
pub struct StaticFiles {
    by_path: Arc<HashMap<String, File>>,
    /// The portal's page, which is a template.
    page: Option<Arc<PortalPage>>,
}

struct File {
    content_type: &'static str,
    cache_control: &'static str,
    content_security_policy: Option<&'static str>,
    /// Hash of the uncompressed bytes, in hexadecimal.
    hash: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl StaticFiles {
    /// The files of the binary.
    pub fn embedded(settings: &PortalPageSettings) -> Self {
        let files = PortalFiles::iter().filter_map(|path| {
            let bytes = match PortalFiles::get(&path)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((path.into_owned(), bytes))
        });
        Self::new(files, settings)
    }

    /// Files by their path without a leading slash. `x.br` and `x.gz` beside an `x` are that file, compressed.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>, settings: &PortalPageSettings) -> Self {
        let mut all: HashMap<String, Bytes> = files.into_iter().collect();
        let page = all.remove(INDEX).map(|template| Arc::new(PortalPage::new(&template, settings)));
        // The compressed ones are of the template.
        for ending in [".br", ".gz"] {
            all.remove(&format!("{INDEX}{ending}"));
        }
        let mut paths: Vec<String> = all.keys().cloned().collect();
        // Each file before its compressed forms.
        paths.sort_unstable();
        let mut by_path = HashMap::with_capacity(all.len());
        for path in paths {
            let Some(plain) = all.remove(&path) else { continue };
            let content_type = content_type(&path);
            let file = File {
                content_type,
                cache_control: cache_control(&path, content_type),
                content_security_policy: content_security_policy(&path, content_type),
                hash: hash(&plain),
                brotli: all.remove(&format!("{path}.br")),
                gzip: all.remove(&format!("{path}.gz")),
                plain,
            };
            by_path.insert(path, file);
        }
        Self { by_path: Arc::new(by_path), page }
    }

    /// The identifiers of documents (`sha256:<hex>`) in the portal's scripts: those that it sends.
    pub fn document_identifiers(&self) -> impl Iterator<Item = &str> {
        let scripts = self.by_path.iter().filter(|(path, _)| path.starts_with(HASHED) && path.ends_with(".js"));
        scripts.flat_map(|(_, file)| {
            memmem::find_iter(&file.plain, SHA256).filter_map(|at| {
                let identifier = file.plain.get(at..at + IDENTIFIER_LENGTH)?;
                let is_hex = identifier[SHA256.len()..].iter().all(u8::is_ascii_hexdigit);
                str::from_utf8(identifier).ok().filter(|_| is_hex)
            })
        })
    }

    /// The response to a request that no other route matches.
    pub(super) fn respond(&self, request: &Request) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let message = if request.uri().path().starts_with("//") {
                "O endereço começa com duas barras: o grafo está em POST /graphql, com uma. O endereço do gateway não termina \
                 com uma barra onde /graphql lhe é acrescentado."
            } else {
                "Este endereço só pode ser lido: o grafo está em POST /graphql."
            };
            return ErrorResponse::method_not_allowed("GET, HEAD", message).into_response();
        }
        let (path, headers) = (request.uri().path(), request.headers());
        let name = path.strip_prefix('/').unwrap_or(path);
        if let Some(file) = self.find(name) {
            return file.respond(headers);
        }
        match &self.page {
            Some(page) if is_route(path) => page.respond(headers),
            // A page instead of a script would be a syntax error in the browser.
            Some(page) if !may_be_file(name) || accepts_pages(headers) => {
                let mut response = page.respond(headers);
                *response.status_mut() = StatusCode::NOT_FOUND;
                response
            }
            _ => (StatusCode::NOT_FOUND, "não encontrado\n").into_response(),
        }
    }

    /// The file of a path without its leading slash.
    fn find(&self, path: &str) -> Option<&File> {
        self.by_path.get(match path {
            "graphiql" | "graphiql/" => GRAPHIQL,
            _ => path,
        })
    }
}

impl File {
    fn respond(&self, request: &HeaderMap) -> Response {
        let (encoding, bytes) = self.encoded(request);
        // A strong ETag per encoding.
        let etag = match encoding {
            Some(encoding) => format!("\"{}-{encoding}\"", self.hash),
            None => format!("\"{}\"", self.hash),
        };
        let known = is_known(request, &etag);
        let mut response =
            if known { StatusCode::NOT_MODIFIED.into_response() } else { Response::new(Body::from(bytes.clone())) };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(etag) = HeaderValue::try_from(etag) {
            headers.insert(header::ETAG, etag);
        }
        if known {
            return response;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if let Some(policy) = self.content_security_policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        }
        response
    }

    /// The smallest encoding that the client accepts.
    fn encoded(&self, request: &HeaderMap) -> (Option<&'static str>, &Bytes) {
        for (encoding, bytes) in [("br", &self.brotli), ("gzip", &self.gzip)] {
            if let Some(bytes) = bytes
                && accepts(request, encoding)
            {
                return (Some(encoding), bytes);
            }
        }
        (None, &self.plain)
    }
}

/// A hash of content for ETags, not for security.
fn hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Whether the `If-None-Match` of a request lists an ETag, by weak comparison.
fn is_known(request: &HeaderMap, etag: &str) -> bool {
    request.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok()).any(|tags| {
        tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
    })
}

/// Whether the portal has a screen at a path. Its router ignores case and slashes at the end.
fn is_route(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    ROUTES.iter().any(|route| route.trim_end_matches('/').eq_ignore_ascii_case(path))
}

/// Whether a path without its leading slash may name a file: it has a dot (an extension, or `..`), or is in a folder of files.
fn may_be_file(path: &str) -> bool {
    let is_in_folder = path.split('/').next().is_some_and(|first| ["assets", "graphiql", "graphql"].contains(&first));
    is_in_folder || path.contains('.') || path.to_ascii_lowercase().contains("%2e")
}

/// Whether a browser navigates here, as opposed to a page that loads its parts.
fn accepts_pages(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|accept| memmem::find(accept.as_bytes(), b"text/html").is_some())
}

/// The `Cache-Control` of a file. Images may be an hour old; a page and its styles must be of one build.
fn cache_control(path: &str, content_type: &str) -> &'static str {
    if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else if content_type.starts_with("image/") {
        "public, max-age=3600, must-revalidate"
    } else {
        "no-cache"
    }
}

/// The CSP of a file.
fn content_security_policy(path: &str, content_type: &str) -> Option<&'static str> {
    match path {
        GRAPHIQL => Some(GRAPHIQL_POLICY),
        _ if content_type.starts_with("text/javascript") => None,
        _ => Some(POLICY),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "jpg" | "jpeg" => "image/jpeg",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
