//! The measurement: short rounds of a fixed number of requests, interleaved between the servers, so that other load of the
//! machine affects all of them equally. A ratio compares a server with the bare proxy in the same round; reported is the
//! median of all rounds.

use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use serde_json::Value;

use crate::{
    Outcome, cache,
    cliffs::{self, documents::COMPARISONS},
    latency,
    load::{Load, Sessions},
    operation::{self, Operation},
    process::{Cores, Programs, Server},
    renamed_keys::{self, KeyNames},
    report::{self, HalfLoad, OperationResult, Report},
    response, upstream,
};

/// Rounds of each server for each operation.
const ROUNDS: usize = 15;
/// Connections of the load: enough to saturate a server without queueing.
const CONNECTIONS: usize = 4;
/// Connections of the second count of calls.
const MANY_CONNECTIONS: usize = 16;

/// Without caches; distinct sessions do not share calls either.
pub(crate) const NO_CACHE: &[&str] = &["--cache", "0"];

/// Number and duration (in seconds) of the half-load rounds. Shared machines pause for milliseconds a few times a second,
/// which would dominate p99; most rounds are too short to contain a pause.
const HALF_LOAD_ROUNDS: usize = 61;
const HALF_LOAD_SECONDS: f64 = 0.1;
/// Names of the servers.
pub(crate) const BARE_PROXY: &str = "bare-proxy";
pub(crate) const PLAIN_SERVER: &str = "plain-server";
pub(crate) const GATEWAY: &str = "gateway";
const GATEWAY_CACHING: &str = "gateway, one session, caching";

/// A measured server and the sessions of its requests.
pub(crate) struct Contender {
    pub(crate) server: Server,
    pub(crate) sessions: Sessions,
}

/// Results of a server's rounds.
#[derive(Default)]
pub(crate) struct Rounds {
    /// CPU time per request of each round, in microseconds.
    pub(crate) cpu: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
    per_second: Vec<f64>,
    /// Calls to the services per request.
    pub(crate) calls: f64,
}

/// Names of the parts other than operations.
const CLIFFS: &str = "cliffs";
const LATENCY: &str = "latency";
const MAPPING: &str = "mapping";
const CACHE: &str = "cache";

/// Measures everything, or only the named operations and parts.
pub(crate) async fn all(gateway: &str, cores: Option<&Cores>, only: &[&str]) -> Outcome<()> {
    let names = operation::ALL.iter().map(|one| one.name).chain(COMPARISONS.iter().map(|one| one.variant.name));
    let names: Vec<_> = names.chain([CLIFFS, LATENCY, MAPPING, CACHE]).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        return Err(format!("no operation or part is called {unknown}; there are {}", names.join(", ")).into());
    }
    let programs = Programs::new(Path::new(gateway), cores)?;
    let is_selected = |name: &str| only.is_empty() || only.contains(&name);
    let mut report = Report::default();
    operations(&programs, is_selected, &mut report).await?;
    report.cliffs = cliffs::measure(&programs, |name| is_selected(CLIFFS) || is_selected(name)).await?;
    if is_selected(LATENCY) {
        report.latency = latency::measure(&programs).await?;
    }
    if is_selected(MAPPING) {
        report.mapping = renamed_keys::measure(&programs).await?;
    }
    if is_selected(CACHE) {
        report.cache = cache::measure(&programs).await?;
    }
    println!("{}", report.tables());
    if only.is_empty() {
        report::write(&report)?;
    }
    Ok(())
}

async fn operations(programs: &Programs<'_>, is_selected: impl Fn(&str) -> bool, report: &mut Report) -> Outcome<()> {
    let selected: Vec<_> = operation::ALL.into_iter().filter(|operation| is_selected(operation.name)).collect();
    if selected.is_empty() {
        return Ok(());
    }
    let (address, calls) = upstream::start(Duration::ZERO, KeyNames::Contract).await?;
    let contenders = contenders(programs, address).await?;
    for operation in selected {
        eprintln!("{}: {}", operation.name, operation.what);
        let of_one = one(operation, &contenders, &calls).await?;
        report.half_load.push(half_load(operation, &contenders, &of_one).await?);
        report.operations.extend(of_one);
    }
    for contender in &contenders {
        report.resident_mib.push((contender.server.name, contender.server.resident()?));
    }
    Ok(())
}

async fn contenders(programs: &Programs<'_>, upstream: SocketAddr) -> Outcome<Vec<Contender>> {
    let distinct = |server| Contender { server, sessions: Sessions::Distinct };
    let same = |server| Contender { server, sessions: Sessions::Of(1) };
    Ok(vec![
        distinct(programs.start_reference_server(BARE_PROXY, upstream).await?),
        distinct(programs.start_reference_server(PLAIN_SERVER, upstream).await?),
        distinct(programs.start_gateway(GATEWAY, upstream, NO_CACHE).await?),
        distinct(programs.start_gateway("gateway, caching", upstream, &[]).await?),
        same(programs.start_gateway("gateway, one session, single flight", upstream, NO_CACHE).await?),
        same(programs.start_gateway(GATEWAY_CACHING, upstream, &[]).await?),
    ])
}

/// Warms up all servers, then sends the loads in interleaved rounds.
pub(crate) async fn rounds(turns: &[(&Server, Load)], calls: &AtomicUsize) -> Outcome<Vec<Rounds>> {
    for (_, load) in turns {
        // Warm-up of connections, buffers and code.
        Load { requests: load.requests / 4 + 1, connections: MANY_CONNECTIONS, ..load.clone() }.send().await?;
    }
    let mut rounds: Vec<_> = turns.iter().map(|_| Rounds::default()).collect();
    for _ in 0..ROUNDS {
        for ((server, load), rounds) in turns.iter().zip(&mut rounds) {
            let (cpu, called) = (server.cpu()?, calls.load(Ordering::Relaxed));
            let result = load.send().await?;
            rounds.cpu.push((server.cpu()? - cpu) / number(load.requests));
            rounds.calls = number(calls.load(Ordering::Relaxed) - called) / number(load.requests);
            rounds.p50.push(result.percentile(50));
            rounds.p99.push(result.percentile(99));
            rounds.per_second.push(result.per_second());
        }
    }
    Ok(rounds)
}

async fn one(operation: &Operation, contenders: &[Contender], calls: &AtomicUsize) -> Outcome<Vec<OperationResult>> {
    let mut turns = Vec::new();
    for contender in contenders {
        turns.push((&contender.server, contender.load(operation, operation.requests).await?));
    }
    let rounds = rounds(&turns, calls).await?;
    let mut measured = Vec::new();
    let proxy = rounds[0].cpu.clone();
    for ((server, load), rounds) in turns.into_iter().zip(rounds) {
        let called = calls.load(Ordering::Relaxed);
        Load { connections: MANY_CONNECTIONS, ..load }.send().await?;
        let calls_at_16_connections = number(calls.load(Ordering::Relaxed) - called) / number(operation.requests);
        let ratios = rounds.cpu.iter().zip(&proxy).map(|(cpu, proxy)| cpu / proxy).collect();
        measured.push(OperationResult {
            operation: operation.name,
            server: server.name,
            cpu_us: median(rounds.cpu),
            ratio_to_bare_proxy: median(ratios),
            p50_ms: median(rounds.p50),
            p99_ms: median(rounds.p99),
            per_second: median(rounds.per_second),
            calls: rounds.calls,
            calls_at_16_connections,
        });
    }
    Ok(measured)
}

/// Latency at half of the gateway's maximum throughput, of the gateway and the bare proxy; for cached operations of the
/// caching gateway only.
async fn half_load(operation: &Operation, contenders: &[Contender], measured: &[OperationResult]) -> Outcome<HalfLoad> {
    let names: &[_] = if operation.is_cached { &[GATEWAY_CACHING] } else { &[GATEWAY, BARE_PROXY] };
    let saturated = measured.iter().find(|one| one.server == names[0]).ok_or("the gateway was not measured")?;
    let per_second = saturated.per_second / 2.0;
    let mut loads = Vec::new();
    for name in names {
        let contender = contenders.iter().find(|one| one.server.name == *name).ok_or("a server is missing")?;
        let load = contender.load(operation, whole(per_second * HALF_LOAD_SECONDS)).await?;
        loads.push(Load { connections: MANY_CONNECTIONS, per_second: Some(per_second), ..load });
    }
    let mut times = vec![(Vec::new(), Vec::new()); loads.len()];
    for _ in 0..HALF_LOAD_ROUNDS {
        for (load, (p50, p99)) in loads.iter().zip(&mut times) {
            let result = load.send().await?;
            p50.push(result.percentile(50));
            p99.push(result.percentile(99));
        }
    }
    let mut medians = times.into_iter().map(|(p50, p99)| (median(p50), median(p99)));
    let gateway = medians.next().ok_or("nothing was measured")?;
    Ok(HalfLoad { operation: operation.name, per_second, bare_proxy: medians.next(), gateway })
}

impl Contender {
    /// The load of an operation on this server. One response is checked; all others must have the same length.
    ///
    /// # Errors
    /// The response has errors or an unexpected number of fields.
    pub(crate) async fn load(&self, operation: &Operation, requests: usize) -> Outcome<Load> {
        let is_bare_proxy = self.server.name == BARE_PROXY;
        let mut load = Load {
            address: self.server.address,
            path: if is_bare_proxy { format!("/{}", operation.name) } else { "/graphql".to_owned() },
            body: operation.body(None),
            length: None,
            requests,
            connections: CONNECTIONS,
            sessions: self.sessions,
            per_second: None,
        };
        if !is_bare_proxy && operation.query.contains("$after") {
            // Follow the cursors to the third page.
            for _ in 0..2 {
                let answer: Value = serde_json::from_slice(&load.once().await?)?;
                let cursor = answer["data"]["acionamentos"]["pageInfo"]["endCursor"].as_str().ok_or("no cursor")?;
                load.body = operation.body(Some(cursor));
            }
        }
        let answer = load.once().await?;
        if !is_bare_proxy {
            let (name, expected, fields) = (operation.name, operation.fields, response::count_fields(&answer)?);
            if fields != expected {
                return Err(format!("{}: {name} has {fields} fields, not {expected}", self.server.name).into());
            }
        }
        load.length = Some(answer.len());
        Ok(load)
    }
}

/// A count as a float.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A float rounded to a count.
fn whole(count: f64) -> usize {
    format!("{count:.0}").parse().unwrap_or(1)
}

pub(crate) fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of.get(of.len() / 2).copied().unwrap_or_default()
}
