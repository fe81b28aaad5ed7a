//! One call over HTTP: what is sent, what is read, how long and how much.

use std::{
    collections::HashMap,
    error::Error as _,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{AUTHORIZATION, HeaderValue},
    redirect, retry,
};
use services::wire::{Call, acionamento::IDEMPOTENCY_KEY, envelope::Answer};
use tokio::{net::TcpStream, time::timeout};

use super::{
    BaseUrl, Error, Fault, IdempotencyKey, Keep,
    room::{Room, SMALL, Taken},
};

/// Where the services are and how much patience a call has.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the services are.
    pub base_url: BaseUrl,
    /// Time for a connection to be opened.
    pub connect_timeout: Duration,
    /// Time for a whole call, from its start to the last byte of its answer.
    pub call_timeout: Duration,
    /// Most bytes of an answer that are read.
    pub max_answer_bytes: usize,
    /// Most bytes of large answers that are read at a time.
    pub large_answers_bytes: usize,
    /// For how long a list of acionamentos is kept, so that its next page costs no call.
    pub keep_lists: Keep,
    /// For how long the insurers and the procedures are kept.
    pub keep_references: Keep,
}

/// What a service answered, and how long the answer was.
pub(super) struct Read<T> {
    pub(super) answer: Answer<T>,
    pub(super) bytes: usize,
}

/// Why the connections to the services could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The base URL is `https`, but there is nobody to vouch for the other side.
    #[error(
        "esta máquina não tem autoridades certificadoras para conferir o HTTPS dos serviços: instale o pacote ca-certificates"
    )]
    NoCertificateAuthorities,
    /// TLS could not be set up.
    #[error("o TLS com os serviços não pôde ser preparado: {0}")]
    Tls(#[from] rustls::Error),
    /// The HTTP client could not be built.
    #[error("o cliente HTTP não pôde ser preparado: {0}")]
    Client(#[from] reqwest::Error),
}

pub(super) struct Transport {
    client: Client,
    settings: Settings,
    large_answers: Room,
    urls: Mutex<HashMap<&'static str, Url>>,
}

impl Transport {
    pub(super) fn new(settings: Settings) -> Result<Self, ConnectError> {
        let client = Client::builder()
            .tls_backend_preconfigured(tls(&settings.base_url)?)
            .http1_only()
            .tcp_nodelay(true)
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.call_timeout)
            // Shorter than what servers usually allow, so that we close first and no call meets a dead connection.
            .pool_idle_timeout(Duration::from_secs(30))
            // A redirect would take the api key, the token and a digest wherever the answer says.
            .redirect(redirect::Policy::none())
            .referer(false)
            // HTTP_PROXY of whoever started us must not decide where personal data goes.
            .no_proxy()
            // A write goes out exactly once. What is left is hyper's own second try when a pooled connection closed
            // before the request was taken from the queue: hyper hands the request back only if no byte of it was
            // written, so nobody can have seen it. Everything later, a reset included, is an error for us to tell.
            .retry(retry::never())
            .build()?;
        let large_answers = Room::new(settings.large_answers_bytes);
        Ok(Self { client, settings, large_answers, urls: Mutex::default() })
    }

    /// Sends a call once and reads its answer.
    ///
    /// A failure is logged here, once a call: what was read for a request may be asked for by thousands of rows, each of
    /// which fails with the same error.
    pub(super) async fn post<C: Call>(
        &self,
        call: &C,
        authorization: &HeaderValue,
        key: Option<&IdempotencyKey>,
    ) -> Result<Read<C::Data>, Error> {
        let answer = self.try_post(call, authorization, key).await;
        match &answer {
            Ok(_) => {}
            // A session that ended is a matter between the caller and the services.
            Err(Error { path, fault: Fault::Unauthenticated }) => tracing::debug!(path, "no session behind a token"),
            Err(Error { path, fault }) => tracing::warn!(path, %fault, "a call failed"),
        }
        answer
    }

    async fn try_post<C: Call>(
        &self,
        call: &C,
        authorization: &HeaderValue,
        key: Option<&IdempotencyKey>,
    ) -> Result<Read<C::Data>, Error> {
        let fail = |fault| Error::new(C::PATH, fault);
        let mut request = self.client.post(self.url(C::PATH)).header(AUTHORIZATION, authorization).json(call);
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY_KEY, key.header());
        }
        let response = request.send().await.map_err(|error| fail(broken(error)))?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::UNAUTHORIZED => return Err(fail(Fault::Unauthenticated)),
            StatusCode::FORBIDDEN => return Err(fail(Fault::Forbidden)),
            StatusCode::SERVICE_UNAVAILABLE => return Err(fail(Fault::Unavailable("HTTP 503".to_owned()))),
            other => return Err(fail(Fault::Status(other))),
        }
        let body = self.body(response).await.map_err(fail)?;
        let answer = Answer::read(&body).map_err(|error| fail(Fault::InvalidResponse(shape(&error))))?;
        Ok(Read { answer, bytes: body.len() })
    }

    /// The address of a service. Parsed once: there are 21.
    fn url(&self, path: &'static str) -> Url {
        let mut urls = self.urls.lock().unwrap_or_else(PoisonError::into_inner);
        urls.entry(path).or_insert_with(|| self.settings.base_url.join(path)).clone()
    }

    /// Reads an answer's body up to the most that is allowed.
    async fn body(&self, mut response: Response) -> Result<Bytes, Fault> {
        let most = self.settings.max_answer_bytes;
        let too_large = || Fault::InvalidResponse(format!("larger than {most} bytes"));
        let announced = response.content_length().map(usize::try_from);
        let announced = match announced {
            Some(Ok(length)) if length <= most => length,
            Some(_) => return Err(too_large()),
            None => 0,
        };
        let mut room = None;
        if announced > SMALL {
            room = Some(self.room(announced).await?);
        }
        let mut body = BytesMut::with_capacity(announced);
        while let Some(chunk) = response.chunk().await.map_err(broken)? {
            let length = body.len() + chunk.len();
            if length > most {
                return Err(too_large());
            }
            if length > SMALL && room.is_none() {
                // Nobody said how long it will be.
                room = Some(self.room(most).await?);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(match room {
            Some(room) => room.until_dropped(body),
            None => body.freeze(),
        })
    }

    /// Waits for room for a large answer, for no longer than a call takes.
    async fn room(&self, bytes: usize) -> Result<Taken, Fault> {
        let room = timeout(self.settings.call_timeout, self.large_answers.take(bytes)).await;
        room.map_err(|_| Fault::Unavailable("too many large answers at a time".to_owned()))
    }

    /// Whether a connection is accepted within the time for one.
    pub(super) async fn is_reachable(&self) -> bool {
        let Some(address) = self.settings.base_url.host_and_port() else {
            return false;
        };
        matches!(timeout(self.settings.connect_timeout, TcpStream::connect(address)).await, Ok(Ok(_)))
    }
}

/// TLS with the machine's own authorities. Plain HTTP needs none, so there a machine without them is fine.
fn tls(base_url: &BaseUrl) -> Result<rustls::ClientConfig, ConnectError> {
    let mut roots = rustls::RootCertStore::empty();
    if base_url.is_https() {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(ConnectError::NoCertificateAuthorities);
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// The fault behind an error of the HTTP client. Its text goes to logs without the address.
fn broken(error: reqwest::Error) -> Fault {
    if error.is_timeout() {
        return Fault::Timeout;
    }
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    Fault::Unavailable(text)
}

/// What is wrong with an answer, for logs. serde's own text quotes the value that it did not like, which may be a
/// person's, so only the kind of error, the place and the name of a missing field are kept.
fn shape(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = match text.split_once(" at line ") {
        Some((missing, _)) if missing.starts_with("missing field") => missing.to_owned(),
        _ => format!("{:?}", error.classify()),
    };
    format!("{what}, line {} column {}", error.line(), error.column())
}
