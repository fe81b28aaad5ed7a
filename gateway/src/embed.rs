//! The reference services in this process, if no others are configured.
//!
//! The gateway calls them by HTTP on the loopback address: embedded and real services share one code path.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::calendar::Clock;
use secrecy::{ExposeSecret as _, SecretString};
use services::server;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};
use url::Url;

use crate::base_url::BaseUrl;

/// Sender of the e-mail, unless the user of the SMTP server is an e-mail address.
pub const MAIL_FROM: &str = "Acionamentos <nao-responda@acionamentos.example>";

/// How to run the reference services.
#[derive(Clone, Debug)]
pub struct EmbeddedSettings {
    /// Folder of the database and the outbox.
    pub data_dir: PathBuf,
    /// Key of the gateway's calls.
    pub api_key: SecretString,
    /// SMTP server; without one, access codes go to the outbox.
    pub smtp_url: Option<SecretString>,
    /// Whether an empty database is filled with demo data.
    pub demo: bool,
    /// Whether the database may contain the demo users, whose password is public.
    pub demo_users_allowed: bool,
}

impl EmbeddedSettings {
    /// Folder of the access codes if there is no SMTP server.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }

    /// What the services are opened with.
    ///
    /// # Errors
    /// [`EmbeddedError`]: the address of the mail server is invalid.
    pub fn services(&self) -> Result<services::Config, EmbeddedError> {
        let mail = match &self.smtp_url {
            Some(url) => services::mail::Transport::smtp(url.expose_secret()).map_err(EmbeddedError::Smtp)?,
            None => services::mail::Transport::Outbox(self.outbox()),
        };
        Ok(services::Config {
            data_dir: self.data_dir.clone(),
            api_key: self.api_key.expose_secret().to_owned(),
            mail,
            mail_from: self
                .smtp_url
                .as_ref()
                .and_then(|url| user_of(url)?.parse().ok())
                .unwrap_or_else(|| MAIL_FROM.parse().expect("a mailbox")),
            demo: self.demo,
        })
    }
}

/// The user of a mail server. Most accept only messages that their user sends.
fn user_of(smtp_url: &SecretString) -> Option<String> {
    let url = Url::parse(smtp_url.expose_secret()).ok()?;
    // `@` is the only character of an everyday address that a URL encodes.
    Some(url.username().replace("%40", "@"))
}

/// Why the services could not be started.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// The mail server's address cannot be used.
    #[error("GATEWAY_SMTP_URL não serve: use a forma smtp://servidor:porta ou smtps://usuario:senha@servidor ({0})")]
    Smtp(services::OpenError),
    /// Their folder or their database cannot be used.
    #[error("os serviços não puderam ser preparados (veja GATEWAY_DATA_DIR): {0}")]
    Open(#[from] services::OpenError),
    /// The users of the database cannot be read.
    #[error("os usuários do banco de dados não puderam ser lidos (veja GATEWAY_DATA_DIR): {0}")]
    Users(String),
    /// The database has users with the addresses of the demo, as from an earlier run. What their passwords are now is not looked at.
    #[error(
        "o banco de dados em {} tem usuários com os endereços da demonstração, e a senha pode ser a que todos conhecem: em \
         produção, escolha outra pasta em GATEWAY_DATA_DIR. Para ensaiar a produção com a demonstração, use \
         GATEWAY_DOCUMENTS e GATEWAY_TOOLS sem GATEWAY_ENVIRONMENT",
        .0.display()
    )]
    DemoUsers(PathBuf),
    /// There is no free port on the loopback address.
    #[error("os serviços não conseguiram uma porta em 127.0.0.1: {0}")]
    Listen(#[from] io::Error),
}

/// The running services.
pub struct Embedded {
    app: services::App,
    /// Whether the demo users can log in.
    pub has_demo_users: bool,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<io::Result<()>>,
}

impl Embedded {
    /// Opens the database, fills it with demo data if configured, and serves on a free port.
    ///
    /// # Errors
    /// [`EmbeddedError`]: their database, mail or port cannot be used.
    pub async fn start(settings: &EmbeddedSettings, clock: Clock) -> Result<Self, EmbeddedError> {
        let app = services::App::open(settings.services()?, clock).await?;
        let has_demo_users = app.has_demo_users().await.map_err(|error| EmbeddedError::Users(error.to_string()))?;
        if has_demo_users && !settings.demo_users_allowed {
            app.close().await;
            return Err(EmbeddedError::DemoUsers(settings.data_dir.clone()));
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let router = services::router(app.clone());
        let server = tokio::spawn(server::serve(listener, router, async { drop(stopped.await) }));
        Ok(Self { app, has_demo_users, address, stop, server })
    }

    /// Their address.
    pub fn base_url(&self) -> BaseUrl {
        BaseUrl::of_address(self.address)
    }

    /// Shuts down gracefully and closes the database. Call it after the last request.
    pub async fn stop(self) {
        // A receiver that is gone has stopped already.
        let _ = self.stop.send(());
        match self.server.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the services stopped serving"),
            Err(error) => tracing::error!(%error, "the services ended by a panic"),
        }
        self.app.close().await;
    }
}

/// A random key for services that live as long as the gateway.
pub fn random_api_key() -> SecretString {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 24]>()).into()
}
