//! What every test needs: services on a small company of their own, a clock to set, and a way in.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{self, Body},
    http::{Request, StatusCode, header},
};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use services::{
    App, Config,
    calendar::Clock,
    mail, router,
    wire::{Call, acionamento::IDEMPOTENCY_KEY, login},
};
use sqlx::SqliteConnection;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::fixture::{Outbox, connect, install_fixture};

pub(crate) const API_KEY: &str = "chave-de-teste";
pub(crate) const ANA: &str = "ana@clinica.example";
/// Lower-case MD5 hex digest of `Senha@123`, the password of everybody in the small company.
pub(crate) const PASSWORD: &str = "23e4b3eb0ac3ae12d4f9e13372b49cda";
/// When the tests begin, unless they set the clock.
pub(crate) const NOW: &str = "2026-11-20T15:00:00-03:00";

/// Services in a folder of their own.
pub(crate) struct Kit {
    pub(crate) folder: TempDir,
    outbox: Outbox,
    now: Arc<Mutex<DateTime<Utc>>>,
    app: App,
    router: Router,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) http: StatusCode,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("an answer in JSON")
    }

    /// The data of a success.
    #[track_caller]
    pub(crate) fn data(&self) -> Value {
        let answer = self.json();
        assert_eq!((self.http, &answer["status"]), (StatusCode::OK, &json!(1)), "{}", self.text);
        answer["data"].clone()
    }

    /// The text of a refusal.
    #[track_caller]
    pub(crate) fn refusal(&self) -> String {
        let answer = self.json();
        assert_eq!(
            (self.http, &answer["status"], &answer["data"]),
            (StatusCode::OK, &json!(0), &Value::Null),
            "{}",
            self.text
        );
        answer["messages"].as_str().expect("text").to_owned()
    }
}

impl Kit {
    /// Services on the small company of `fixture.sql`.
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        install_fixture(folder.path()).await;
        Self::open(folder, None).await
    }

    /// Services on what a folder holds; mail goes to its outbox unless an SMTP server is named.
    pub(crate) async fn open(folder: TempDir, smtp_url: Option<String>) -> Self {
        let now = Arc::new(Mutex::new(NOW.parse().expect("an instant")));
        let clock: Clock = Arc::new({
            let now = Arc::clone(&now);
            move || *now.lock().expect("no test panics while it sets the clock")
        });
        let to_outbox = mail::Transport::Outbox(folder.path().join("outbox"));
        let config = Config {
            data_dir: folder.path().to_owned(),
            api_key: API_KEY.to_owned(),
            mail: smtp_url.map_or(to_outbox, mail::Transport::Smtp),
            mail_from: "Acionamentos <nao-responda@acionamentos.example>".parse().expect("a mailbox"),
            demo_seed: None,
        };
        let app = App::open(config, clock).await.expect("services");
        Self { outbox: Outbox::below(folder.path()), folder, now, router: router(app.clone()), app }
    }

    /// Sets the clock.
    pub(crate) fn at(&self, instant: &str) {
        *self.now.lock().expect("no test panics while it sets the clock") = instant.parse().expect("an instant");
    }

    /// Ends the services, keeping their folder.
    pub(crate) async fn close(self) -> TempDir {
        self.app.close().await;
        self.folder
    }

    /// The router, for a test that serves it on a socket.
    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    /// Sends whatever request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.expect("the router never fails");
        let http = response.status();
        let bytes = body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        Reply { http, text: String::from_utf8(bytes.to_vec()).expect("UTF-8") }
    }

    /// Calls a path with or without a session's token.
    pub(crate) async fn call(&self, token: Option<&str>, path: &str, body: Value) -> Reply {
        self.send(post(path, token).body(body.to_string().into()).expect("a request")).await
    }

    /// Saves an acionamento, with or without an idempotency key.
    pub(crate) async fn save(&self, token: &str, key: Option<&str>, body: &Value) -> Reply {
        let mut request = post(services::wire::acionamento::SalvaSinistroWeb::PATH, Some(token));
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY_KEY, key);
        }
        self.send(request.body(body.to_string().into()).expect("a request")).await
    }

    /// Login, step 1.
    pub(crate) async fn ask_for_code(&self, email: &str) -> Reply {
        let reply = self.call(None, login::ValidaEmail::PATH, json!({ "apiKey": API_KEY, "email": email })).await;
        self.outbox.read();
        reply
    }

    /// Login, step 2.
    pub(crate) async fn hand_in_code(&self, code: &str) -> Reply {
        self.call(None, login::ValidaCodigoAcesso::PATH, json!({ "apiKey": API_KEY, "codigoAcesso": code })).await
    }

    /// Login, step 3.
    pub(crate) async fn hand_in_password(&self, email: &str, digest: &str) -> Reply {
        self.call(None, login::ValidaLogin::PATH, json!({ "apiKey": API_KEY, "email": email, "senha": digest })).await
    }

    /// Asks for a code and hands it in.
    pub(crate) async fn accepted_code(&self, email: &str) {
        self.ask_for_code(email).await.data();
        self.hand_in_code(&self.newest_code(email)).await.data();
    }

    /// Logs in; gives the session's token.
    pub(crate) async fn login(&self, email: &str) -> String {
        self.accepted_code(email).await;
        let session = self.hand_in_password(email, PASSWORD).await.data();
        session["dsToken"].as_str().expect("a token").to_owned()
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> String {
        self.outbox.newest_code(email).expect("a message with a code")
    }

    /// A connection of the test's own to the database.
    pub(crate) async fn sql(&self) -> SqliteConnection {
        connect(self.folder.path()).await
    }
}

/// A POST request with the usual headers.
pub(crate) fn post(path: &str, token: Option<&str>) -> axum::http::request::Builder {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    match token {
        Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    }
}

/// The code in the one message to an address in the outbox of a data folder.
pub(crate) fn newest_code(folder: &Path, email: &str) -> Option<String> {
    Outbox::below(folder).newest_code(email)
}

/// An HTTP client, for services on a socket: ours, or others' behind TLS.
pub(crate) fn client() -> reqwest::Client {
    // The workspace's TLS leaves the choice of its cryptography to each program. An error means that a test before this
    // one made the same choice.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // A redirect would take the api key and a token wherever the answer says.
    reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().expect("an HTTP client")
}

/// A body that saves, for Marina's Paçoca.
pub(crate) fn new_acionamento() -> Value {
    json!({
        "cpfCnpj": "52998224725", "apolice": "PET-2026-000002", "pet": "1", "seguradora": "1",
        "dataOcorrencia": "2026-11-19", "autorizacao": null, "observacao": "Tosse", "sinistroOrigem": null,
        "procedimentos": [
            { "procedimento": "1", "quantidade": 1, "valor": 150.00 },
            { "procedimento": "4", "quantidade": 2, "valor": "90.55" },
        ],
    })
}
