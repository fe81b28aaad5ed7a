//! The reference services in this process, for when no others are configured.
//!
//! The gateway talks to them over HTTP on the loopback address like to any other: there is one path to the services, so
//! what works here works there.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use axum::serve::ListenerExt as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use crate::{Clock, upstream::BaseUrl};

/// Sender of the e-mail if none is configured.
pub const MAIL_FROM: &str = "Acionamentos <nao-responda@acionamentos.example>";
/// Seed of the demo data if none is configured.
pub const DEMO_SEED: u64 = services::demo::SEED;

/// How to run the services.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder of the database and the outbox.
    pub data_dir: PathBuf,
    /// Key that the gateway must show them.
    pub api_key: SecretString,
    /// SMTP server; without one, access codes go to the outbox.
    pub smtp_url: Option<SecretString>,
    /// Sender of the e-mail.
    pub mail_from: String,
    /// Seed of the demo data that fill an empty database; without one it stays empty.
    pub demo_seed: Option<u64>,
}

impl Settings {
    /// Folder that access codes go to where there is no SMTP server.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }
}

/// Why the services could not be started.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The sender is no e-mail address.
    #[error("GATEWAY_MAIL_FROM não é um remetente: use a forma `Nome <endereco@dominio>`")]
    MailFrom,
    /// Their database or their mail cannot be used.
    #[error("os serviços não puderam ser preparados (veja GATEWAY_DATA_DIR e GATEWAY_SMTP_URL): {0}")]
    Open(#[from] services::OpenError),
    /// There is no free port on the loopback address.
    #[error("os serviços não conseguiram uma porta em 127.0.0.1: {0}")]
    Listen(#[from] io::Error),
}

/// The running services.
pub struct Embedded {
    app: services::App,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<io::Result<()>>,
}

impl Embedded {
    /// Opens the database, filling it if wanted, and serves on a free port.
    ///
    /// # Errors
    /// [`Error`] says what is missing.
    pub async fn start(settings: &Settings, clock: Clock) -> Result<Self, Error> {
        let mail = match &settings.smtp_url {
            Some(url) => services::mail::Transport::Smtp(url.expose_secret().to_owned()),
            None => services::mail::Transport::Outbox(settings.outbox()),
        };
        let config = services::Config {
            data_dir: settings.data_dir.clone(),
            api_key: settings.api_key.expose_secret().to_owned(),
            mail,
            mail_from: settings.mail_from.parse().map_err(|_| Error::MailFrom)?,
            demo_seed: settings.demo_seed,
        };
        let app = services::App::open(config, clock).await?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let router = services::router(app.clone());
        let server = tokio::spawn(async move {
            // Small answers must not wait for an acknowledgement; a socket without the option works all the same.
            let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
            axum::serve(listener, router).with_graceful_shutdown(async { drop(stopped.await) }).await
        });
        Ok(Self { app, address, stop, server })
    }

    /// Where they are.
    pub fn base_url(&self) -> BaseUrl {
        BaseUrl::of_address(self.address)
    }

    /// Lets them finish what they are doing and closes the database. Call it after the last request was answered.
    pub async fn stop(self) {
        // Whoever no longer listens has stopped already.
        let _ = self.stop.send(());
        match self.server.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the services stopped serving"),
            Err(error) => tracing::error!(%error, "the services ended by a panic"),
        }
        self.app.close().await;
    }
}

/// A key for services that start and end with the gateway.
pub fn random_api_key() -> SecretString {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 24]>()).into()
}
