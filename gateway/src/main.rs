//! `gateway`: settings → log → services, embedded or elsewhere → serve.

// With optimisation the compiler works out how large the futures of the graph's fields are, which lie deep in one another.
#![recursion_limit = "256"]

use std::{error::Error, io, io::Write as _, process::ExitCode};

use clap::Parser as _;
use gateway::{
    config::{Cli, Command, Config, Services},
    embed::Embedded,
    http::{self, App, files::Files, page, serve::serve},
    schema::{
        self,
        login::guard::Guard,
        trusted::{Documents, Policy},
    },
    session::{desafio::Desafios, tries::Tries},
    signals::Stops,
    telemetry,
    upstream::Upstream,
};
use services::calendar::system_clock;
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot, time::timeout_at};

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

fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let result = runtime.block_on(start(config));
    // Whoever stops it does not wait for the resolver of some name.
    runtime.shutdown_background();
    result
}

async fn start(config: &Config) -> Result<(), Box<dyn Error>> {
    telemetry::start(&config.log);
    // First of all, so that a taken port is told before a database is filled.
    let listener = TcpListener::bind(config.http.listen).await.map_err(|error| {
        format!("não foi possível escutar em {}: {error}; escolha outro em GATEWAY_LISTEN", config.http.listen)
    })?;
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
    let drain = config.drain();
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
        drain: drain.clone(),
    };
    let mut stops = Stops::listen()?;
    welcome(config, embedded.as_ref().is_some_and(Embedded::has_demo_users), &listener)?;
    let (stopping, stopped) = oneshot::channel::<()>();
    let work = async {
        let stop = async { drop(stopped.await) };
        let deadline = serve(listener, http::router(app), config.http.limits.clone(), drain, stop).await;
        // Some writes may have outlived whoever sent them.
        if timeout_at(deadline, upstream.settle()).await.is_err() {
            tracing::warn!(writes = upstream.writes_under_way(), "writes were left, their outcome unknown");
        }
        if let Some(embedded) = embedded
            && timeout_at(deadline, embedded.stop()).await.is_err()
        {
            tracing::warn!("the services were left before they had finished");
        }
    };
    let told_twice = async {
        stops.next().await;
        drop(stopping);
        stops.next().await;
    };
    tokio::select! {
        () = work => Ok(()),
        () = told_twice => Err("interrompido por um segundo sinal: o que estava em curso ficou sem resposta".into()),
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
