//! Test fixtures: a gateway with its services, a settable clock, recorded calls, and a login.
//!
//! [`Gateway::of`] makes every gateway. Which services a test takes:
//!
//! | the test needs | services |
//! |---|---|
//! | what the reference services do | [`Kit`] |
//! | typed responses of its own, calls that are held or counted | [`crate::stub::stub`] |
//! | any status and body: one for all calls; by call | [`answering`]; [`services`] |
//! | an API that needs a mapping | `Api` of `crate::mapping` |
//! | `gateway check` over services that differ from the contract | `Live` of `crate::check` |
//! | connections that break, wait, or speak TLS | [`crate::scripted_service::Service`] |
//! | no services | [`Gateway::alone`] |
//! | the program with its flags and environment | [`crate::program::gateway`] |

mod calls;
mod folder;
mod gateway;
mod reply;
mod shared;
mod tools;

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    pin::pin,
    process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use ::gateway::{
    schema::engine::persisted_documents::PersistedDocuments,
    shared_store::SharedStore,
    telemetry::Telemetry,
    upstream::{CachePolicy, UpstreamSettings},
};
use axum::{Router, http::StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use contract::calendar::Clock;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use services::mail;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use tokio::{net::TcpListener, time::timeout};

pub(crate) use self::{
    calls::{Call, Calls, services},
    folder::Folder,
    gateway::{
        API_KEY, CLIENT_LIMITS, Gateway, NOW, Setup, by_get, caching, default_parts, graphql, https, mapped,
        static_files, upstream_settings,
    },
    reply::Reply,
    shared::Shared,
    tools::{no_tools, tool_with},
};
use crate::{
    fixture::{Outbox, install_fixture},
    subscriptions::{self, NEVER},
};
pub(crate) use ::gateway::http::GatewayParts;

pub(crate) const ANA: &str = "ana@clinica.example";
/// The password of every user in the fixture.
pub(crate) const PASSWORD: &str = "Senha@123";
/// Longer than anything that a test waits for.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(20);
/// A cache whose entries outlast any test.
pub(crate) const LONG_CACHE: CachePolicy =
    CachePolicy { ttl: Duration::from_secs(300), stale_if_error: Duration::ZERO, max_bytes: 1024 * 1024 };

/// A gateway with the real services and the fixture of the services' own tests.
pub(crate) struct Kit {
    pub(crate) gateway: Gateway,
    pub(crate) services: SocketAddr,
    outbox: Outbox,
    _folder: TempDir,
    now: Arc<Mutex<DateTime<Utc>>>,
    calls: Calls,
    clock: Clock,
}

impl Kit {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        install_fixture(folder.path()).await;
        let now = Arc::new(Mutex::new(NOW.parse().expect("an instant")));
        let clock: Clock = Arc::new({
            let now = Arc::clone(&now);
            move || *now.lock().expect("no test panics while it sets the clock")
        });
        let config = services::Config {
            data_dir: folder.path().to_owned(),
            api_key: API_KEY.to_owned(),
            mail: mail::Transport::Outbox(folder.path().join("outbox")),
            mail_from: ::gateway::embed::MAIL_FROM.parse().expect("a mailbox"),
            demo: false,
        };
        let app = services::App::open(config, Arc::clone(&clock)).await.expect("services");
        let calls = Calls::default();
        let address = serve(calls.record(services::router(app))).await;
        let gateway = Gateway::of(Setup { clock: Arc::clone(&clock), ..Setup::over(address) });
        Self { gateway, services: address, outbox: Outbox::below(folder.path()), _folder: folder, now, calls, clock }
    }

    /// A gateway with the fixture, and the token of Ana's session.
    pub(crate) async fn logged_in() -> (Self, String) {
        let kit = Self::new().await;
        let token = kit.login(ANA).await;
        (kit, token)
    }

    /// Another gateway with the same services, whose caches and subscriptions no test waits for.
    pub(crate) fn another_gateway(&self, store: Option<SharedStore>) -> Gateway {
        let store = store.unwrap_or_else(SharedStore::without_redis);
        let upstream = UpstreamSettings { store, ..caching(self.services) };
        let parts = subscriptions::parts(subscriptions::settings(NEVER));
        Gateway::of(Setup { parts, clock: Arc::clone(&self.clock), ..upstream.into() })
    }

    /// Advances the clock of the gateway and the services.
    pub(crate) fn advance(&self, time: TimeDelta) {
        *self.now.lock().expect("no test panics while it sets the clock") += time;
    }

    pub(crate) async fn run(&self, token: Option<&str>, query: &str, variables: Value) -> Reply {
        self.gateway.run(token, query, variables).await
    }

    pub(crate) async fn query(&self, token: &str, query: &str) -> Reply {
        self.gateway.query(token, query).await
    }

    pub(crate) fn take_calls(&self) -> Vec<Call> {
        self.calls.take()
    }

    /// Takes the recorded calls and counts them by path.
    pub(crate) fn calls(&self) -> BTreeMap<String, usize> {
        let mut by_path = BTreeMap::new();
        for call in self.take_calls() {
            *by_path.entry(call.path).or_default() += 1;
        }
        by_path
    }

    /// Logs in through GraphQL. Returns the session's token. Drops the recorded calls.
    pub(crate) async fn login(&self, email: &str) -> String {
        let desafio = self.ask_for_code(email).await;
        let codigo = self.newest_code(email);
        let reply = self.gateway.send_code(desafio, codigo).await.data();
        let desafio = reply["validarCodigo"]["desafio"].as_str().expect("the code is accepted").to_owned();
        let reply = self.gateway.send_password(desafio, PASSWORD).await.data();
        self.take_calls();
        reply["entrar"]["token"].as_str().expect("the password is accepted").to_owned()
    }

    /// Step 1 of the login. Returns the desafio of step 2.
    pub(crate) async fn ask_for_code(&self, email: &str) -> String {
        let reply = self.run(None, VALIDAR_EMAIL, json!({ "email": email })).await.data();
        self.read_mail();
        reply["validarEmail"]["desafio"].as_str().expect("the e-mail is accepted").to_owned()
    }

    /// Reads the new messages. With two to one address the newest would be ambiguous.
    pub(crate) fn read_mail(&self) {
        self.outbox.read();
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> String {
        self.outbox.newest_code(email).expect("a message with a code")
    }

    /// The code in the next message to an address, which another program asks for.
    pub(crate) async fn next_code(&self, email: &str, before: Option<String>) -> String {
        eventually(async || self.known_code(email) != before).await;
        self.newest_code(email)
    }

    /// The code in the newest message to an address, if there is one.
    pub(crate) fn known_code(&self, email: &str) -> Option<String> {
        self.outbox.newest_code(email)
    }
}

pub(crate) const VALIDAR_EMAIL: &str = "mutation($email: String!) { validarEmail(email: $email) { \
     __typename ... on CodigoEnviado { desafio expiraEm } ... on UsuarioBloqueado { mensagem } \
     ... on TrocaDeSenhaExigida { mensagem } ... on Recusa { mensagem } } }";
pub(crate) const VALIDAR_CODIGO: &str = "mutation($desafio: String!, $codigo: String!) { \
     validarCodigo(desafio: $desafio, codigo: $codigo) { \
     __typename ... on CodigoAceito { desafio expiraEm } ... on Recusa { mensagem codigo } } }";
pub(crate) const ENTRAR: &str = "mutation($desafio: String!, $senha: String!) { \
     entrar(desafio: $desafio, senha: $senha) { \
     __typename ... on Sessao { token usuario { nome email telefone perfil } } ... on Recusa { mensagem codigo } } }";

pub(crate) const READ: &str = "{ seguradoras { nome } }";
pub(crate) const WRITE: &str = "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";

pub(crate) const CHANGE_PASSWORD: &str = "mutation { trocarSenha(input: { email: \"ana@x.br\", senhaAtual: \"Velha@2026\", \
     senhaNova: \"Nova@2026\" }) { __typename } }";

pub(crate) const ABRIR: &str = "mutation($input: NovoAcionamento!) { abrirAcionamento(input: $input) { __typename \
     ... on AcionamentoSalvo { acionamento { sinistro valorTotal } } ... on Recusa { mensagem codigo } } }";

/// Variables of [`ABRIR`] that the reference services accept.
pub(crate) fn novo_acionamento(chave: &str) -> Value {
    json!({ "input": {
        "chave": chave, "cpfCnpj": "52998224725", "apolice": "PET-2026-000002", "pet": "1", "seguradora": "1",
        "ocorridoEm": "2026-11-19", "procedimentos": [{ "procedimento": "1", "quantidade": 2, "valor": "100.50" }],
    } })
}

/// An object with some of its members replaced.
pub(crate) fn merged(mut object: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else { panic!("an object") };
    object.as_object_mut().expect("an object").extend(changes);
    object
}

pub(crate) fn sha256(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}

pub(crate) fn document_id(text: &str) -> String {
    format!("sha256:{}", sha256(text))
}

/// The extension with which Apollo Client names a text.
pub(crate) fn persisted_query(text: &str) -> Value {
    json!({ "persistedQuery": { "version": 1, "sha256Hash": sha256(text) } })
}

/// A manifest as the portal has it.
pub(crate) fn manifest(texts: &[&str]) -> String {
    texts.iter().map(|text| (document_id(text), json!(text))).collect::<Value>().to_string()
}

pub(crate) fn trusted(texts: &[&str]) -> PersistedDocuments {
    PersistedDocuments::new(&manifest(texts)).expect("documents that can run")
}

/// Telemetry whose metrics can be read.
pub(crate) fn scraped() -> Telemetry {
    Telemetry::new(true, None).expect("telemetry")
}

/// The value of the first series that begins so.
pub(crate) fn metric(telemetry: &Telemetry, series: &str) -> Option<f64> {
    let text = telemetry.prometheus_text().expect("metrics").expect("they are scraped");
    let line = text.lines().find(|line| line.starts_with(series))?;
    Some(line.rsplit(' ').next()?.parse().expect("a number"))
}

pub(crate) async fn eventually(mut holds: impl AsyncFnMut() -> bool) {
    let holding = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(TEST_TIMEOUT, holding).await.expect("it holds in time");
}

/// Serves a router on a free port for as long as the test runs.
pub(crate) async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// The body of a list without rows.
pub(crate) const EMPTY: &str = r#"{"status":1,"messages":"","data":[]}"#;

/// Services that all answer so.
pub(crate) async fn answering(status: u16, body: impl ToString) -> SocketAddr {
    let answer = (StatusCode::from_u16(status).expect("a status"), body.to_string());
    serve(Router::new().fallback(async move || answer)).await
}

/// Advances tokio's clock, which times calls and caches.
pub(crate) async fn advance_tokio(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// Waits for what ends when a time limit has passed. Advances tokio's clock up to three times: the gateway may start its timer
/// after the first.
pub(crate) async fn advance_until<T>(limit: Duration, end: impl Future<Output = T>) -> T {
    let mut end = pin!(end);
    for wait in [50, 500, 5000].map(Duration::from_millis) {
        advance_tokio(limit).await;
        if let Ok(end) = timeout(wait, &mut end).await {
            return end;
        }
    }
    panic!("no end after {limit:?}");
}

/// A loopback address that no other test binds: a port stays free after its listener closes.
pub(crate) fn own_address() -> Ipv4Addr {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    // The number of the process and a number of 9 bits.
    let [_, a, b, c] = (process::id() * 512 + NEXT.fetch_add(1, Ordering::Relaxed) % 512).to_be_bytes();
    Ipv4Addr::new(127, a, b, c)
}
