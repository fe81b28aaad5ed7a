//! The acionamento services: a reference implementation of the [`contract`] on SQLite, for a small company.
//!
//! A call passes [`router`] → the domain's handler, which extracts session and body → SQL → a type of the [`contract`]. Handler and
//! SQL of a domain are in one file. `router` lists every service.

pub mod db;
pub mod demo;
mod error;
mod http;
pub mod mail;
pub mod server;

mod acionamento;
mod login;
mod menu;
mod openapi;
mod painel;
mod procedimento;
mod secret;
mod segurado;
mod seguradora;
mod session;
pub mod usuario;

use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    routing::{get, post},
};
use chrono::{DateTime, NaiveDate, Utc};
use subtle::ConstantTimeEq;

use contract::{Call as _, calendar::Clock, value::Secret};
use db::Db;
use error::Error;
use mail::Mailer;

pub use openapi::openapi;

/// Configuration of the services.
pub struct Config {
    /// Folder of the database, created where needed.
    pub data_dir: PathBuf,
    /// The API key that login calls must carry.
    pub api_key: String,
    /// Where to send e-mail.
    pub mail: mail::Transport,
    /// Sender of the e-mail.
    pub mail_from: lettre::message::Mailbox,
    /// Whether an empty database is filled with demo data.
    pub demo: bool,
}

/// Why the services cannot start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// An empty key would accept calls without a key.
    #[error("a chave da aplicação está vazia: informe uma")]
    NoApiKey,
    /// The data folder cannot be created.
    #[error("a pasta de dados não pôde ser criada: {0}")]
    DataDir(#[from] io::Error),
    /// The database cannot be opened.
    #[error("o banco de dados não pôde ser aberto: {0}")]
    Db(sqlx::Error),
    /// The demo data cannot be written.
    #[error("os dados de demonstração não puderam ser gravados: {0}")]
    Demo(#[from] sqlx::Error),
    /// The SMTP URL is invalid.
    #[error("o endereço SMTP não serve: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The outbox folder cannot be created.
    #[error("a pasta de saída de e-mails não pôde ser criada: {0}")]
    Outbox(io::Error),
}

/// State of the running services, passed to every handler.
#[derive(Clone)]
pub struct App {
    db: Db,
    mailer: Arc<Mailer>,
    api_key: Arc<str>,
    clock: Clock,
}

impl App {
    /// Opens the database, filling an empty one with demo data if wanted, and prepares the mail.
    ///
    /// # Errors
    /// [`OpenError`] says what could not be prepared.
    pub async fn open(config: Config, clock: Clock) -> Result<Self, OpenError> {
        if config.api_key.trim().is_empty() {
            return Err(OpenError::NoApiKey);
        }
        create_private_dir(&config.data_dir)?;
        let mailer = Arc::new(Mailer::open(config.mail, config.mail_from)?);
        let db = Db::open(&config.data_dir).await.map_err(OpenError::Db)?;
        if config.demo {
            let mut tx = db.write().await?;
            if db::is_empty(&mut tx).await? {
                demo::fill(&mut tx, clock(), demo::SEED).await?;
                tx.commit().await?;
            }
        }
        Ok(Self { db, mailer, api_key: config.api_key.into(), clock })
    }

    /// Delivers pending mail and closes the database connections. Call it after the last request is answered.
    pub async fn close(&self) {
        self.mailer.close().await;
        self.db.close().await;
    }

    /// Whether a user of the demo exists, whose password is public.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn has_demo_users(&self) -> sqlx::Result<bool> {
        let users: Vec<String> =
            sqlx::query_scalar("SELECT email FROM usuario").fetch_all(&mut *self.db.read().await?).await?;
        Ok(users.iter().any(|email| demo::is_user(email)))
    }

    fn check_api_key(&self, given: &Secret) -> Result<(), Error> {
        if bool::from(given.expose().as_bytes().ct_eq(self.api_key.as_bytes())) {
            Ok(())
        } else {
            Err(Error::refused("Aplicação não autorizada."))
        }
    }

    fn now(&self) -> DateTime<Utc> {
        (self.clock)()
    }

    /// Today's date in São Paulo.
    fn today(&self) -> NaiveDate {
        contract::calendar::date(self.now())
    }
}

/// Creates a folder and its parents with mode 0700; an existing folder keeps its mode.
fn create_private_dir(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The HTTP routes of the services, and their OpenAPI document at `GET /openapi.json`: the only place where a path gets its
/// handler.
pub fn router(app: App) -> Router {
    let document = Json(openapi());
    Router::new()
        .route(contract::login::ValidaEmail::PATH, post(login::valida_email))
        .route(contract::login::ValidaCodigoAcesso::PATH, post(login::valida_codigo))
        .route(contract::login::ValidaLogin::PATH, post(login::valida_login))
        .route(contract::login::AtualizaSenha::PATH, post(usuario::atualiza_senha))
        .route(contract::login::AtualizaUsuario::PATH, post(usuario::atualiza_usuario))
        .route(contract::menu::ListaMenuUsuario::PATH, post(menu::lista))
        .route(contract::segurado::PesquisaSegurado::PATH, post(segurado::pesquisa))
        .route(contract::acionamento::SalvaSinistroWeb::PATH, post(acionamento::save::salva))
        .route(contract::seguradora::ListaSeguradora::PATH, post(seguradora::lista))
        .route(contract::procedimento::ListaProcedimento::PATH, post(procedimento::lista))
        .route(contract::painel::TotalStatusAcionamentoAno::PATH, post(painel::status_ano))
        .route(contract::acionamento::ListaAcionamentosByStatus::PATH, post(acionamento::by_status))
        .route(contract::acionamento::ListaAcionamentosByAutorizacao::PATH, post(acionamento::by_autorizacao))
        .route(contract::acionamento::ListaAcionamentosBySinistro::PATH, post(acionamento::by_sinistro))
        .route(
            contract::acionamento::ListaAcionamentosBySeguradoraStatus::PATH,
            post(acionamento::by_seguradora_status),
        )
        .route(contract::painel::TotalAcionamentoAbertosDia::PATH, post(painel::abertos_dia))
        .route(contract::painel::TotalAcionamentoAbertosMes::PATH, post(painel::abertos_mes))
        .route(contract::painel::TotalAcionamentoFaturadosMes::PATH, post(painel::faturados_mes))
        .route(contract::painel::TotalSeguradoras::PATH, post(painel::seguradoras))
        .route(contract::painel::TotalStatusSeguradorasMes::PATH, post(painel::status_seguradoras_mes))
        .route(contract::acionamento::RetornaAcionamentoReabertura::PATH, post(acionamento::reabertura))
        .route("/openapi.json", get(async move || document.clone()))
        .method_not_allowed_fallback(http::wrong_method)
        .fallback(http::unknown_path)
        .layer(DefaultBodyLimit::max(http::BODY_LIMIT))
        .with_state(app)
}
