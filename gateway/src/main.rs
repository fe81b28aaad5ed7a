//! `gateway`: settings → log → services, embedded or elsewhere → serve.

// With optimisation the compiler works out how large the futures of the graph's fields are, which lie deep in one another.
#![recursion_limit = "256"]

use std::{env, error::Error, io, io::Write as _, process::ExitCode, sync::Arc, time::Duration};

use clap::CommandFactory as _;
use gateway::{
    certificates::Certificates,
    config::{self, Cli, Command, Config, Given, Services, Settings, Unread},
    embed::Embedded,
    http::{self, App, files::Files, health::ask::ask, page, serve::Server, tls::Tls},
    schema::{
        self,
        login::guard::Guard,
        trusted::{Documents, Policy},
    },
    session::{desafio::Desafios, tries::Tries},
    signals::{self, Hangups, Stops},
    store::Store,
    telemetry,
    upstream::{self, Upstream},
};
use services::calendar::system_clock;
use tokio::{
    net::TcpListener,
    runtime::{self, Runtime},
    sync::oneshot,
    time::{timeout, timeout_at},
};

/// How long a start waits for the store that gateways share.
const STORE_PATIENCE: Duration = Duration::from_secs(1);

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The commit that this was built from, as the build says it.
const COMMIT: Option<&str> = option_env!("GATEWAY_COMMIT");

fn main() -> ExitCode {
    let result = match config::read(env::args_os()) {
        Ok((cli, given)) => obey(cli, given),
        Err(Unread::Usage(error)) => error.exit(),
        Err(Unread::File(wrong)) => Err(wrong.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn obey(cli: Cli, given: Given) -> Result<(), Box<dyn Error>> {
    let text = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => return run(&cli.settings.check()?),
        Command::Config { check: true } => return Ok(cli.settings.check().map(drop)?),
        Command::Config { check: false } => return print_settings(cli.settings, given),
        Command::Healthcheck { ready } => return healthcheck(&cli.settings.check()?, ready),
        Command::Schema => schema::sdl(),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "gateway", &mut io::stdout());
            return Ok(());
        }
        Command::Version => format!("{}\n", version()),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Prints the settings also where they cannot be used: then above all somebody wants to know who gave them.
fn print_settings(settings: Settings, given: Given) -> Result<(), Box<dyn Error>> {
    let (given, wrong) = match settings.check() {
        Ok(config) => (given.with(&config), None),
        Err(wrong) => (given, Some(wrong)),
    };
    io::stdout().write_all(given.to_string().as_bytes())?;
    wrong.map_or(Ok(()), |wrong| Err(wrong.into()))
}

fn version() -> String {
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("commit desconhecido");
    format!("gateway {} ({commit}, {}-{})", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS)
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
    // Certificates that are replaced before everything is up must not end it.
    let mut hangups = Hangups::listen()?;
    let tls = config.http.identity.clone().map(Tls::new).transpose()?.map(Arc::new);
    let limits = config.limits.of_documents();
    let documents = Documents::embedded(&limits).await?;
    let (embedded, calls, api_key) = match &config.services {
        Services::At { base_url, api_key, tls } => {
            (None, config.calls.to(base_url.clone(), tls.clone()), api_key.clone())
        }
        Services::Embedded(settings) => {
            let embedded = Embedded::start(settings, system_clock()).await?;
            let calls = config.calls.to(embedded.base_url(), upstream::Tls::default());
            (Some(embedded), calls, settings.api_key.clone())
        }
    };
    let page =
        page::Settings { environment: config.environment.as_str(), cadastro_url: config.http.cadastro_url.clone() };
    let store = config.store.as_ref().map(|settings| Store::open(settings, &config.login.desafio_key));
    if let Some(store) = &store {
        // The first requests are counted with those of the other gateways, if the store is there; it may come later.
        drop(timeout(STORE_PATIENCE, store.connected()).await);
    }
    let calls = upstream::Settings { store: store.clone(), ..calls };
    let upstream = Upstream::new(calls, api_key)?;
    let drain = config.drain();
    let app = App {
        upstream: upstream.clone(),
        guard: Guard {
            desafios: Desafios::new(&config.login.desafio_key, config.login.wrong_codes, store.clone()),
            tries: Tries::new(config.login.ceilings, store),
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
    let certificates = Certificates {
        shown: config.identities().cloned().collect(),
        clients: tls.clone(),
        upstream: upstream.clone(),
    };
    certificates.tell_validity(system_clock()());
    let mut stops = Stops::listen()?;
    welcome(config, embedded.as_ref().is_some_and(Embedded::has_demo_users), &listener)?;
    signals::ready();
    let server = Server { listener, tls, limits: config.http.limits.clone(), drain };
    let (stopping, stopped) = oneshot::channel::<()>();
    let work = async {
        let stop = async { drop(stopped.await) };
        let deadline = server.serve(http::router(app), stop).await;
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
        signals::stopping();
        drop(stopping);
        stops.next().await;
    };
    let told_to_reload = async {
        loop {
            hangups.next().await;
            signals::reloading();
            certificates.reload(system_clock()());
            signals::ready();
        }
    };
    tokio::select! {
        () = work => Ok(()),
        () = told_to_reload => Ok(()),
        () = told_twice => Err("interrompido por um segundo sinal: o que estava em curso ficou sem resposta".into()),
    }
}

/// Asks the gateway of this machine how it is, and passes on its answer.
fn healthcheck(config: &Config, ready: bool) -> Result<(), Box<dyn Error>> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(ask(config.http.listen, config.http.identity.is_some(), ready))?;
    Ok(writeln!(io::stdout(), "{answer}")?)
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
    let scheme = if config.http.identity.is_some() { "https" } else { "http" };
    let graphiql = match config.http.policy {
        Policy::Open | Policy::Keyed(_) => format!("GraphiQL  {scheme}://{address}/graphiql\n"),
        Policy::Closed => String::new(),
    };
    let text = format!("{login}Portal    {scheme}://{address}/\n{graphiql}Grafo     {scheme}://{address}/graphql\n");
    // Nobody may be reading; that is no reason not to serve.
    drop(io::stdout().write_all(text.as_bytes()));
    Ok(())
}
