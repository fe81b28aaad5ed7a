//! `gateway`: settings → log → services, embedded or elsewhere → serve.

use std::{error::Error, io::Write as _, process::ExitCode, sync::Arc, time::Duration};

use axum::serve::ListenerExt as _;
use clap::Parser as _;
use gateway::{
    config::{Cli, Command, Config, Services},
    embed::Embedded,
    http::{self, App, files::Files},
    schema,
    session::Desafios,
    system_clock, telemetry,
    upstream::Upstream,
};
use tokio::{
    net::TcpListener,
    signal::{self, unix::SignalKind},
    sync::Notify,
};

/// How long requests may go on after the signal to stop: longer than the slowest call.
const DRAIN: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or(Command::Serve) {
        Command::Schema => std::io::stdout().write_all(schema::sdl().as_bytes()).map_err(Into::into),
        Command::Serve => cli.settings.check().map_err(Into::into).and_then(|config| serve(&config)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve(config: &Config) -> Result<(), Box<dyn Error>> {
    telemetry::start(&config.log, config.log_format);
    // First of all, so that a taken port is told before a database is filled.
    let listener = TcpListener::bind(config.listen).await.map_err(|error| {
        format!("não foi possível escutar em {}: {error}; escolha outro em GATEWAY_LISTEN", config.listen)
    })?;
    let (embedded, base_url, api_key) = match &config.services {
        Services::At { base_url, api_key } => (None, base_url.clone(), api_key.clone()),
        Services::Embedded(settings) => {
            let embedded = Embedded::start(settings, system_clock()).await?;
            let base_url = embedded.base_url();
            (Some(embedded), base_url, settings.api_key.clone())
        }
    };
    let app = App {
        upstream: Upstream::new(config.upstream(base_url), api_key)?,
        desafios: Desafios::new(&config.desafio_key),
        clock: system_clock(),
        files: Files::embedded(),
    };
    welcome(config, &listener)?;
    run(listener, http::router(app)).await?;
    if let Some(embedded) = embedded {
        embedded.stop().await;
    }
    Ok(())
}

/// Serves until a signal, then lets what is under way come to its end.
async fn run(listener: TcpListener, router: axum::Router) -> std::io::Result<()> {
    let stopping = Arc::new(Notify::new());
    let signalled = Arc::clone(&stopping);
    // Small answers must not wait for an acknowledgement; a socket without the option works all the same.
    let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
    let stop = async move {
        interrupted().await;
        tracing::info!("stopping: requests under way are finished");
        signalled.notify_one();
    };
    let too_long = async {
        stopping.notified().await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        served = axum::serve(listener, router).with_graceful_shutdown(stop) => served,
        () = too_long => {
            tracing::warn!("stopped with requests under way: they took too long");
            Ok(())
        }
    }
}

/// Tells a person how to log in and, last, where to go.
fn welcome(config: &Config, listener: &TcpListener) -> std::io::Result<()> {
    let address = listener.local_addr()?;
    let mut login = String::new();
    if let Services::Embedded(settings) = &config.services {
        if settings.demo_seed.is_some() {
            login = services::demo::users_for_people() + "\n";
        }
        login += &match &settings.smtp_url {
            None => format!("Códigos   aqui no terminal e em {}\n", settings.outbox().display()),
            Some(_) => "Códigos   por e-mail\n".to_owned(),
        };
    }
    let text = format!(
        "{login}Portal    http://{address}/\nGraphiQL  http://{address}/graphiql\nGrafo     http://{address}/graphql\n"
    );
    // Nobody may be reading; that is no reason not to serve.
    drop(std::io::stdout().write_all(text.as_bytes()));
    Ok(())
}

/// Ends with Ctrl+C or SIGTERM.
async fn interrupted() {
    let terminated = async {
        match signal::unix::signal(SignalKind::terminate()) {
            Ok(mut terminate) => terminate.recv().await,
            // Without the handler the signal ends the process by itself.
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
