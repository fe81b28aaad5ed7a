//! The test harness: services on a database of the test's own, with a settable clock, called without a socket.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::{self, Body},
    http::{HeaderMap, Request, StatusCode, header},
};
use chrono::{DateTime, Utc};
use contract::{Call, acionamento::IDEMPOTENCY_KEY, calendar::Clock, login};
use serde_json::{Value, json};
use services::{App, Config, mail, router};
use sqlx::SqliteConnection;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::fixture::{Outbox, connect, install_fixture};

pub(crate) const API_KEY: &str = "chave-de-teste";
pub(crate) const ANA: &str = "ana@clinica.example";
/// Lower-case MD5 hex digest of `Senha@123`, the password of all users of `fixture.sql`.
pub(crate) const PASSWORD: &str = "23e4b3eb0ac3ae12d4f9e13372b49cda";
/// The initial time of the test clock.
pub(crate) const NOW: &str = "2026-11-20T15:00:00-03:00";

/// Services with a data folder of their own.
pub(crate) struct TestServer {
    pub(crate) folder: TempDir,
    outbox: Outbox,
    now: Arc<Mutex<DateTime<Utc>>>,
    app: App,
    router: Router,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) http: StatusCode,
    pub(crate) headers: HeaderMap,
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

impl TestServer {
    /// Services on the data of `fixture.sql`.
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        install_fixture(folder.path()).await;
        Self::open(folder, None).await
    }

    /// Services on an existing data folder; mail goes to its outbox unless there is an SMTP server.
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
            mail: smtp_url.map_or(to_outbox, |url| mail::Transport::smtp(&url).expect("an SMTP address")),
            mail_from: "Acionamentos <nao-responda@acionamentos.example>".parse().expect("a mailbox"),
            demo: false,
        };
        let app = App::open(config, clock).await.expect("services");
        Self { outbox: Outbox::below(folder.path()), folder, now, router: router(app.clone()), app }
    }

    /// Sets the clock.
    pub(crate) fn set_clock(&self, instant: &str) {
        *self.now.lock().expect("no test panics while it sets the clock") = instant.parse().expect("an instant");
    }

    /// Stops the services and returns their folder.
    pub(crate) async fn close(self) -> TempDir {
        self.app.close().await;
        self.folder
    }

    /// Sends a request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.expect("the router never fails");
        let (head, body) = response.into_parts();
        let bytes = body::to_bytes(body, usize::MAX).await.expect("a body");
        Reply { http: head.status, headers: head.headers, text: String::from_utf8(bytes.to_vec()).expect("UTF-8") }
    }

    /// Calls a path with or without a bearer token.
    pub(crate) async fn call(&self, token: Option<&str>, path: &str, body: Value) -> Reply {
        self.send(post(path, token).body(body.to_string().into()).expect("a request")).await
    }

    /// Saves an acionamento, with or without an idempotency key.
    pub(crate) async fn save(&self, token: &str, key: Option<&str>, body: &Value) -> Reply {
        let mut request = post(contract::acionamento::SalvaSinistroWeb::PATH, Some(token));
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY_KEY, key);
        }
        self.send(request.body(body.to_string().into()).expect("a request")).await
    }

    /// Login, step 1.
    pub(crate) async fn request_code(&self, email: &str) -> Reply {
        let reply = self.call(None, login::ValidaEmail::PATH, json!({ "apiKey": API_KEY, "email": email })).await;
        self.outbox.read();
        reply
    }

    /// Login, step 2.
    pub(crate) async fn validate_code(&self, code: &str) -> Reply {
        self.call(None, login::ValidaCodigoAcesso::PATH, json!({ "apiKey": API_KEY, "codigoAcesso": code })).await
    }

    /// Login, step 3.
    pub(crate) async fn send_password(&self, email: &str, digest: &str) -> Reply {
        self.call(None, login::ValidaLogin::PATH, json!({ "apiKey": API_KEY, "email": email, "senha": digest })).await
    }

    /// Login, steps 1 and 2.
    pub(crate) async fn pass_code_step(&self, email: &str) {
        self.request_code(email).await.data();
        self.validate_code(&self.newest_code(email)).await.data();
    }

    /// Logs in and returns the session's token.
    pub(crate) async fn login(&self, email: &str) -> String {
        self.pass_code_step(email).await;
        let session = self.send_password(email, PASSWORD).await.data();
        session["dsToken"].as_str().expect("a token").to_owned()
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> String {
        self.outbox.newest_code(email).expect("a message with a code")
    }

    /// Changes the database behind the services' back.
    pub(crate) async fn execute(&self, sql: &'static str) {
        sqlx::raw_sql(sql).execute(&mut self.sql().await).await.unwrap();
    }

    /// A separate connection to the database.
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

/// A valid body of `salva-sinistro-web`, for Marina's pet Paçoca.
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
