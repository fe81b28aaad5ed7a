//! `gateway`: settings → log → services, embedded or elsewhere → serve.

// With optimisation the compiler works out how large the futures of the graph's fields are, which lie deep in one another.
#![recursion_limit = "256"]

use std::{env, error::Error, io, io::Write as _, net::SocketAddr, process::ExitCode, sync::Arc, time::Duration};

use clap::CommandFactory as _;
use gateway::{
    check,
    config::{self, Cli, Command, Config, Given, LogFormat, Services, Settings, Unread},
    embed::Embedded,
    http::{self, App, drain::Drain, files::Files, health::ask::ask, metrics, page, serve::Server, tls::Tls},
    schema::{
        self,
        login::guard::Guard,
        trusted::{Documents, Policy},
    },
    session::{desafio::Desafios, tries::Tries},
    signals::{self, Hangups, Stops},
    store::Store,
    telemetry::{Telemetry, log},
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

/// How long the last traces and metrics have to be taken by their collector.
const LONGEST_FLUSH: Duration = Duration::from_secs(3);

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
        Ok(status) => status,
        Err(error) => {
            eprintln!("gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn obey(cli: Cli, given: Given) -> Result<ExitCode, Box<dyn Error>> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => run(&cli.settings.check()?)?,
        Command::Check(asked) => return Ok(check(cli.settings, &asked)),
        Command::Config { check: true } => drop(cli.settings.check()?),
        Command::Config { check: false } => print_settings(cli.settings, given)?,
        Command::Healthcheck { ready } => healthcheck(&cli.settings.check()?, ready)?,
        Command::Schema => print(&schema::sdl())?,
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "gateway", &mut io::stdout());
        }
        Command::Version => print(&version())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}

/// Prints the settings also where they cannot be used: then above all somebody wants to know who gave them.
fn print_settings(settings: Settings, given: Given) -> Result<(), Box<dyn Error>> {
    let (given, wrong) = match settings.check() {
        Ok(config) => (given.with(&config), None),
        Err(wrong) => (given, Some(wrong)),
    };
    print(&given.to_string())?;
    wrong.map_or(Ok(()), |wrong| Err(wrong.into()))
}

fn version() -> String {
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("commit desconhecido");
    format!("gateway {} ({commit}, {}-{})\n", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS)
}

/// Says in the exit status what came of the check, so that no other failure looks like a finding.
fn check(settings: Settings, asked: &config::Check) -> ExitCode {
    match settings.check().map_err(Into::into).and_then(|config| check_services(config, asked)) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("gateway: {error}");
            check::NOT_CHECKED.into()
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn check_services(config: Config, asked: &config::Check) -> Result<ExitCode, Box<dyn Error>> {
    Ok(check::run(config, asked, &system_clock()).await?)
}

fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let result = runtime.block_on(start(config));
    // Whoever stops it does not wait for the resolver of some name.
    runtime.shutdown_background();
    result
}

async fn start(config: &Config) -> Result<(), Box<dyn Error>> {
    let log = log::start(&config.log.filter, config.log.log_format == LogFormat::Json);
    // First of all, so that a taken port is told before a database is filled.
    let listener = listen(config.http.listen, "GATEWAY_LISTEN").await?;
    let scraped = match config.telemetry.metrics_listen {
        Some(address) => Some(listen(address, "GATEWAY_METRICS_LISTEN").await?),
        None => None,
    };
    // Certificates that are new before everything is up must not end it.
    let mut hangups = Hangups::listen()?;
    let tls = config.http.identity.clone().map(Tls::new).transpose()?.map(Arc::new);
    tell_validity(config);
    let telemetry = Telemetry::new(&config.telemetry.settings)?;
    telemetry.watch_log(log.lost());
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
        telemetry: telemetry.clone(),
    };
    if let Some(listener) = scraped {
        let (limits, nobody) = (config.http.limits.clone(), Telemetry::default());
        let server = Server { listener, tls: None, limits, drain: Drain::default(), telemetry: nobody };
        // Until the very end: how the last requests went is asked for too.
        tokio::spawn(server.serve(metrics::router(telemetry.clone()), std::future::pending()));
    }
    let mut stops = Stops::listen()?;
    welcome(config, embedded.as_ref().is_some_and(Embedded::has_demo_users), &listener)?;
    signals::ready();
    let server =
        Server { listener, tls: tls.clone(), limits: config.http.limits.clone(), drain, telemetry: telemetry.clone() };
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
            reload(config, tls.as_deref(), &upstream);
            signals::ready();
        }
    };
    tokio::select! {
        () = work => {}
        () = told_to_reload => {}
        () = told_twice => {
            return Err("interrompido por um segundo sinal: o que estava em curso ficou sem resposta".into());
        }
    }
    telemetry.end(LONGEST_FLUSH).await;
    Ok(())
}

async fn listen(address: SocketAddr, setting: &str) -> Result<TcpListener, String> {
    let refused = |error| format!("não foi possível escutar em {address}: {error}; escolha outro em {setting}");
    TcpListener::bind(address).await.map_err(refused)
}

/// Reads certificates, keys and authorities anew.
fn reload(config: &Config, tls: Option<&Tls>, upstream: &Upstream) {
    let calls_by_tls = matches!(&config.services, Services::At { base_url, .. } if base_url.is_https());
    if tls.is_none() && !calls_by_tls {
        tracing::info!("there are no certificates to read anew");
    }
    if let Some(tls) = tls {
        tell_of_reload("clients", tls.reload());
    }
    if calls_by_tls {
        tell_of_reload("services", upstream.reload());
    }
    tell_validity(config);
}

fn tell_of_reload(towards: &str, reloaded: Result<(), impl Error>) {
    match reloaded {
        Ok(()) => tracing::info!(towards, "certificates were read anew: new connections have them"),
        Err(error) => tracing::error!(towards, %error, "certificates could not be read anew: those from before stay"),
    }
}

fn tell_validity(config: &Config) {
    for identity in config.identities() {
        identity.tell_validity(system_clock()());
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
