//! `gateway`: settings → log → services, embedded or elsewhere → serve.

// With optimisation the compiler works out how large the futures of the graph's fields are, which lie deep in one another.
#![recursion_limit = "256"]

use std::{error::Error, io, io::Write as _, net::SocketAddr, process::ExitCode, time::Duration};

use clap::Parser as _;
use gateway::{
    config::{Cli, Command, Config, LogFormat, Services},
    embed::Embedded,
    http::{self, App, files::Files, metrics, page, serve::serve},
    schema::{
        self,
        login::guard::Guard,
        trusted::{Documents, Policy},
    },
    session::{desafio::Desafios, tries::Tries},
    telemetry::{Telemetry, log},
    upstream::Upstream,
};
use services::{calendar::system_clock, serve::interrupted};
use tokio::{net::TcpListener, sync::oneshot};

/// How long the last traces and metrics have to be taken by their collector.
const LONGEST_FLUSH: Duration = Duration::from_secs(3);

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or(Command::Serve) {
        Command::Schema => io::stdout().write_all(schema::sdl().as_bytes()).map_err(Into::into),
        Command::Serve => cli.settings.check().map_err(Into::into).and_then(|config| run(&config)),
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
async fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    let log = log::start(&config.log.filter, config.log.log_format == LogFormat::Json);
    // First of all, so that a taken port is told before a database is filled.
    let listener = listen(config.http.listen, "GATEWAY_LISTEN").await?;
    let scraped = match config.telemetry.metrics_listen {
        Some(address) => Some(listen(address, "GATEWAY_METRICS_LISTEN").await?),
        None => None,
    };
    let telemetry = Telemetry::new(&config.telemetry.settings)?;
    telemetry.watch_log(log.lost());
    let limits = config.limits.of_documents();
    let documents = Documents::embedded(&limits).await?;
    let (embedded, base_url, api_key) = match &config.services {
        Services::At { base_url, api_key } => (None, base_url.clone(), api_key.clone()),
        Services::Embedded(settings) => {
            let embedded = Embedded::start(settings, system_clock()).await?;
            let base_url = embedded.base_url();
            (Some(embedded), base_url, settings.api_key.clone())
        }
    };
    let page =
        page::Settings { environment: config.environment.as_str(), cadastro_url: config.http.cadastro_url.clone() };
    let upstream = Upstream::new(config.calls.to(base_url), api_key)?;
    let app = App {
        upstream: upstream.clone(),
        guard: Guard {
            desafios: Desafios::new(&config.login.desafio_key, config.login.wrong_codes),
            tries: Tries::new(config.login.ceilings),
            unknown_emails: config.login.unknown_emails,
        },
        proxies: config.login.proxies.clone(),
        clock: system_clock(),
        limits,
        documents,
        files: Files::embedded(&page),
        policy: config.http.policy.clone(),
        client_limits: config.http.limits.clone(),
        browsers: config.http.browsers.clone(),
        telemetry: telemetry.clone(),
    };
    if let Some(listener) = scraped {
        // Until the very end: how the last requests went is asked for too.
        let (router, limits) = (metrics::router(telemetry.clone()), config.http.limits.clone());
        tokio::spawn(serve(listener, router, limits, Telemetry::default(), std::future::pending()));
    }
    welcome(config, embedded.as_ref().is_some_and(Embedded::has_demo_users), &listener)?;
    let (stopping, signalled) = oneshot::channel();
    let stop = async {
        interrupted().await;
        tracing::info!("stopping: requests under way are finished");
        // Nobody waits for it only if serving has ended already.
        let _ = stopping.send(());
    };
    let work = async {
        serve(listener, http::router(app), config.http.limits.clone(), telemetry.clone(), stop).await;
        // Some writes may have outlived whoever sent them.
        upstream.settle().await;
        if let Some(embedded) = embedded {
            embedded.stop().await;
        }
    };
    finish(work, signalled, config.drain()).await;
    telemetry.end(LONGEST_FLUSH).await;
    Ok(())
}

async fn listen(address: SocketAddr, setting: &str) -> Result<TcpListener, String> {
    let refused = |error| format!("não foi possível escutar em {address}: {error}; escolha outro em {setting}");
    TcpListener::bind(address).await.map_err(refused)
}

/// Lets work come to its end, but no later than a time after the signal to stop.
async fn finish(work: impl Future<Output = ()>, signalled: oneshot::Receiver<()>, drain: Duration) {
    let too_long = async {
        match signalled.await {
            Ok(()) => tokio::time::sleep(drain).await,
            // Serving ended by itself.
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = work => {}
        () = too_long => tracing::warn!("stopped before everything had come to its end: it took too long"),
    }
}

/// Tells a person how to log in and, last, where to go.
fn welcome(config: &Config, has_demo_users: bool, listener: &TcpListener) -> io::Result<()> {
    let address = listener.local_addr()?;
    let mut login = String::new();
    if has_demo_users {
        login = services::demo::users_for_people() + "\n";
    }
    if let Services::Embedded(settings) = &config.services {
        login += &match &settings.smtp_url {
            None => format!("Códigos   aqui no terminal e em {}\n", settings.outbox().display()),
            Some(_) => "Códigos   por e-mail\n".to_owned(),
        };
    }
    let graphiql = match config.http.policy {
        Policy::Open | Policy::Keyed(_) => format!("GraphiQL  http://{address}/graphiql\n"),
        Policy::Closed => String::new(),
    };
    let text = format!("{login}Portal    http://{address}/\n{graphiql}Grafo     http://{address}/graphql\n");
    // Nobody may be reading; that is no reason not to serve.
    drop(io::stdout().write_all(text.as_bytes()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{future::pending, time::Duration};

    use tokio::sync::oneshot;

    use super::finish;

    #[tokio::test]
    async fn what_never_ends_is_left_after_a_while() {
        let (stopping, signalled) = oneshot::channel();
        stopping.send(()).unwrap();
        finish(pending(), signalled, Duration::from_millis(1)).await;
    }

    #[tokio::test]
    async fn what_ends_in_time_is_waited_for() {
        let (stopping, signalled) = oneshot::channel();
        stopping.send(()).unwrap();
        let (done, ended) = oneshot::channel();
        let work = async {
            tokio::task::yield_now().await;
            done.send(()).unwrap();
        };
        finish(work, signalled, Duration::from_secs(300)).await;
        ended.await.unwrap();
    }
}
