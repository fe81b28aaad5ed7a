//! `gateway serve`: sockets, services (embedded or remote), the gateway, and its shutdown.

use std::{
    error::Error,
    io::{self, Write as _},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use contract::calendar::system_clock;
use gateway::{
    certificate_reload::CertificateReloader,
    config::{Config, ServicesConfig},
    embed::Embedded,
    http::{
        self, Connections, GatewayParts, health::Readiness, metrics, portal_page::PortalPageSettings, server,
        static_files::StaticFiles, tls::ServerTls,
    },
    login::{desafio::Desafios, protection::LoginProtection, rate_limit::LoginRateLimiter},
    schema::{
        engine::{limits::DocumentLimits, persisted_documents::PersistedDocuments},
        mcp_tools::McpTools,
    },
    shared_store::SharedStore,
    signals::{self, ReloadSignals, StopSignals},
    telemetry::{Collector, Telemetry, log},
    tools::Tools,
    upstream::{Upstream, UpstreamSettings, UpstreamTls},
};
use secrecy::SecretString;
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::oneshot,
    task::spawn_blocking,
    time::{Instant, timeout, timeout_at},
};

/// How long a start waits for Redis.
const STORE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long the last traces and metrics may take to be exported.
const MAX_FLUSH: Duration = Duration::from_secs(3);

/// Serves until SIGTERM, and finishes what is in flight.
///
/// # Errors
/// Something that the settings name cannot be used, or there was a second signal.
pub(crate) fn run(config: &Config, unknown_variables: &[String]) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let result = runtime.block_on(start(config, unknown_variables));
    // Not waiting for blocking tasks, such as the resolution of a name.
    runtime.shutdown_background();
    result
}

/// Checks that the gateway would start with the settings. Nothing is bound, written or contacted: ports, the folder of the
/// data and the services may be in use by the gateway that runs.
///
/// # Errors
/// Something that the settings name cannot be used.
pub(crate) fn check(config: &Config) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let _runtime = runtime.enter();
    Prepared::new(config)?;
    // What a start builds later, with Redis and with services that run. Dropped before anything is sent.
    match &config.services {
        ServicesConfig::At { base_url, api_key, tls, mapping } => {
            let (base_url, tls, store) = (base_url.clone(), tls.clone(), SharedStore::without_redis());
            let upstream_settings = config.calls.upstream_settings(base_url, tls, Arc::clone(mapping), store);
            Upstream::new(upstream_settings, api_key.clone())?;
        }
        ServicesConfig::Embedded(settings) => drop(settings.services()?),
    }
    config.collector.as_ref().map(Collector::exporters).transpose()?;
    Ok(())
}

/// What a start makes of the settings alone.
struct Prepared {
    tls: Option<Arc<ServerTls>>,
    tools: Tools,
    portal_documents: PersistedDocuments,
    mcp_tools: Option<McpTools>,
    files: StaticFiles,
}

impl Prepared {
    fn new(config: &Config) -> Result<Self, Box<dyn Error>> {
        let page = PortalPageSettings {
            environment: config.environment.into(),
            request_timeout: config.client_limits().request_timeout,
            cadastro_url: config.http.cadastro_url.clone(),
        };
        let folder = config.http.mcp_tools.as_deref();
        let prepared = Self {
            tls: config.http.identity.clone().map(ServerTls::new).transpose()?.map(Arc::new),
            tools: Tools::open(config.http.tools.clone())?,
            portal_documents: PersistedDocuments::embedded()?,
            mcp_tools: config.http.mcp.then(|| McpTools::load(folder)).transpose()?,
            files: StaticFiles::embedded(&page),
        };
        prepared.portal_documents.check_portal(prepared.files.document_identifiers())?;
        Ok(prepared)
    }
}

async fn start(config: &Config, unknown_variables: &[String]) -> Result<(), Box<dyn Error>> {
    let log = log::start(config.telemetry.log_filter.clone(), config.telemetry.log_is_json);
    for reason in unknown_variables {
        tracing::warn!(reason, "an environment variable is no setting");
    }
    if let ServicesConfig::At { mapping, .. } = &config.services
        && let Some(text) = mapping.unmatched_codes()
    {
        tracing::warn!(reason = text, "codes of refusals in the mapping match no response");
    }
    // First, so that a port in use is an error before a database is filled.
    let listener = listen(config.http.listen, "GATEWAY_LISTEN").await?;
    let scraped = match config.telemetry.metrics_listen {
        Some(address) => Some(listen(address, "GATEWAY_METRICS_LISTEN").await?),
        None => None,
    };
    // A SIGHUP during the start must not end the process. A SIGTERM must not be lost, as it is for the first process of a
    // container without a handler.
    let (mut hangups, mut stops) = (ReloadSignals::install()?, StopSignals::install()?);
    let prepared = Prepared::new(config)?;
    let tools = prepared.tools.clone();
    let telemetry = Telemetry::new(scraped.is_some(), config.collector.as_ref())?;
    telemetry.metrics().observe_log(log.lost());
    let store = open_store(config).await;
    let (embedded, upstream_settings, api_key) = connect_services(config, store.clone()).await?;
    let upstream_identity = upstream_settings.tls.identity.clone();
    let upstream = Upstream::new(upstream_settings, api_key)?;
    let (routes, connections) = app(config, prepared, upstream.clone(), store, telemetry.clone());
    if let Some(listener) = scraped {
        let readiness = Readiness { upstream: upstream.clone(), shutdown: connections.shutdown.clone() };
        tokio::spawn(metrics::serve(listener, connections.limits.clone(), telemetry.clone(), readiness));
    }
    let clients = connections.tls.clone();
    let certificates = CertificateReloader { clients, upstream: upstream.clone(), upstream_identity };
    certificates.log_validity(system_clock()());
    print_banner(config, embedded.as_ref().is_some_and(|services| services.has_demo_users), &listener)?;
    signals::ready();
    let (stopping, stopped) = oneshot::channel::<()>();
    let work = async {
        let deadline = server::serve(listener, connections, routes, async { drop(stopped.await) }).await;
        finish(deadline, &upstream, embedded).await;
    };
    let stop_requested_twice = async {
        stops.next().await;
        signals::stopping();
        drop(stopping);
        stops.next().await;
    };
    let reloads = async {
        loop {
            hangups.next().await;
            signals::reloading();
            certificates.reload(system_clock()());
            reload_tools(tools.clone()).await;
            signals::ready();
        }
    };
    tokio::select! {
        () = work => {}
        () = reloads => {}
        () = stop_requested_twice => {
            return Err("interrompido por um segundo sinal: o que estava em curso ficou sem resposta".into());
        }
    }
    telemetry.shutdown(MAX_FLUSH).await;
    Ok(())
}

/// Waits until the deadline for what outlives the connections: writes, whose clients may be gone, and embedded services.
async fn finish(deadline: Instant, upstream: &Upstream, embedded: Option<Embedded>) {
    if timeout_at(deadline, upstream.wait_for_writes()).await.is_err() {
        tracing::warn!(writes = upstream.writes_in_progress(), "writes were left, their outcome unknown");
    }
    if let Some(embedded) = embedded
        && timeout_at(deadline, embedded.stop()).await.is_err()
    {
        tracing::warn!("the services were left before they had finished");
    }
}

/// The services and how to call them. Embedded ones are started.
async fn connect_services(
    config: &Config,
    store: SharedStore,
) -> Result<(Option<Embedded>, UpstreamSettings, SecretString), Box<dyn Error>> {
    match &config.services {
        ServicesConfig::At { base_url, api_key, tls, mapping } => {
            let (base_url, tls, mapping) = (base_url.clone(), tls.clone(), Arc::clone(mapping));
            Ok((None, config.calls.upstream_settings(base_url, tls, mapping, store), api_key.clone()))
        }
        ServicesConfig::Embedded(settings) => {
            let embedded = Embedded::start(settings, system_clock()).await?;
            let (base_url, tls) = (embedded.base_url(), UpstreamTls::default());
            let upstream_settings = config.calls.upstream_settings(base_url, tls, Arc::default(), store);
            Ok((Some(embedded), upstream_settings, settings.api_key.clone()))
        }
    }
}

/// The shared store (Redis), if one is configured.
async fn open_store(config: &Config) -> SharedStore {
    let Some(redis) = &config.login.redis else { return SharedStore::without_redis() };
    let store = SharedStore::open(redis, &config.login.desafio_key);
    // The first requests already count for all gateways if Redis responds in time; else it may connect later.
    drop(timeout(STORE_TIMEOUT, store.wait_until_connected()).await);
    store
}

/// The gateway, by its settings: its routes, and the connections that they are served on.
fn app(
    config: &Config,
    prepared: Prepared,
    upstream: Upstream,
    store: SharedStore,
    telemetry: Telemetry,
) -> (http::Routes, Connections) {
    let login_protection = LoginProtection {
        desafios: Desafios::new(&config.login.desafio_key, store.clone(), config.calls.timeouts().login_step()),
        rate_limiter: LoginRateLimiter::new(config.rate_limits, store),
        unknown_emails: config.login.unknown_emails,
    };
    let parts = GatewayParts {
        proxies: config.http.proxies.clone(),
        limits: DocumentLimits::default(),
        portal_documents: prepared.portal_documents,
        mcp_tools: prepared.mcp_tools,
        files: prepared.files,
        policy: config.http.document_policy,
        federation_key: config.http.federation_key,
        tools: prepared.tools,
        client_limits: config.client_limits(),
        subscriptions: config.subscriptions.clone(),
        browsers: config.http.browsers.clone(),
        shutdown: config.drain(),
        telemetry,
        is_reference_execution: false,
    };
    let connections = parts.connections(prepared.tls);
    (http::router(upstream, login_protection, system_clock(), parts), connections)
}

/// Reads the files of the tools again. Preparing the documents of their manifests may take a while.
async fn reload_tools(tools: Tools) {
    match spawn_blocking(move || tools.reload()).await {
        Ok(Ok(Some(tools))) => tracing::info!(tools, "tools were reloaded"),
        // None are configured.
        Ok(Ok(None)) => {}
        Ok(Err(error)) => tracing::error!(%error, "tools could not be reloaded: the ones before stay"),
        Err(error) => tracing::error!(%error, "tools could not be reloaded: the ones before stay"),
    }
}

async fn listen(address: SocketAddr, setting: &str) -> Result<TcpListener, String> {
    let refused = |error| format!("não foi possível escutar em {address}: {error}; escolha outro em {setting}");
    TcpListener::bind(address).await.map_err(refused)
}

/// Prints how to log in and, last, the addresses.
fn print_banner(config: &Config, has_demo_users: bool, listener: &TcpListener) -> io::Result<()> {
    let address = listener.local_addr()?;
    let mut login = String::new();
    if has_demo_users {
        login = services::demo::users_banner() + "\n";
    }
    if let ServicesConfig::Embedded(settings) = &config.services {
        if !has_demo_users {
            let folder = settings.data_dir.display();
            login += &format!(
                "Usuários  `services add-user --data-dir {folder}` cria cada um; o programa services é do repositório: \
                 `cargo build --release --package services`\n"
            );
        }
        login += &match &settings.smtp_url {
            None => format!("Códigos   aqui no terminal e em {}\n", settings.outbox().display()),
            Some(_) => "Códigos   por e-mail\n".to_owned(),
        };
    }
    let scheme = if config.http.identity.is_some() { "https" } else { "http" };
    let agents = if config.http.mcp { format!("Agentes   {scheme}://{address}/mcp\n") } else { String::new() };
    let text = format!(
        "{login}Portal    {scheme}://{address}/\nGraphiQL  {scheme}://{address}/graphiql\n{agents}\
         Grafo     {scheme}://{address}/graphql\n"
    );
    // A closed standard output is no reason not to serve.
    drop(io::stdout().write_all(text.as_bytes()));
    Ok(())
}
