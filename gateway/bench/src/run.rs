//! The measuring: short rounds of a fixed number of requests, one server after the other, again and again, so that
//! whatever else the machine is doing meets all of them alike. A ratio is that of a round, to what `fan` took a moment
//! before; the median of the rounds counts.

use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use serde_json::Value;

use crate::{
    Outcome, answer, cache,
    cliffs::{self, documents::COMPARISONS},
    json_form::{self, JsonForm},
    latency,
    load::{Load, Sessions},
    operation::{self, Operation},
    process::{Cores, Programs, Server},
    report::{self, HalfLoad, Measured, Report},
    upstream,
};

/// Rounds of each server for each operation.
const ROUNDS: usize = 15;
/// Connections of the load: enough to keep a server busy, few enough that it does not queue.
const CONNECTIONS: usize = 4;
/// Connections under which the calls are counted once more.
const MANY: usize = 16;

/// Requests of sessions of their own share nothing under these.
pub(crate) const NO_CACHE: &[&str] = &["--list-cache-ttl", "0s", "--reference-cache-ttl", "0s"];
/// Longer than the default, so that no list expires while other servers have their rounds.
pub(crate) const LONG_CACHE: &[&str] = &["--list-cache-ttl", "60s"];

/// Rounds of the half load, and how long each of them lasts, in seconds. A machine that is not ours alone stands still a few
/// times a second, for a millisecond or ten, which is all of a round's p99: most rounds are too short to meet that.
const HALF_LOAD_ROUNDS: usize = 61;
const HALF_LOAD: f64 = 0.1;
/// The names of the servers. The half load is put on `fan` and the gateway, or for what is kept on the last.
pub(crate) const FAN: &str = "fan";
pub(crate) const PLAIN: &str = "plain";
pub(crate) const GATEWAY: &str = "gateway";
const KEEPING: &str = "gateway, one session";

/// A server, and whose requests it gets.
pub(crate) struct Contender {
    pub(crate) server: Server,
    pub(crate) sessions: Sessions,
}

/// What the rounds of one server gave.
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

/// The names of the parts that are no operation.
const CLIFFS: &str = "cliffs";
const LATENCY: &str = "latency";
const JSON: &str = "json";
const CACHE: &str = "cache";

/// Measures everything, or the operations and parts that are named.
pub(crate) async fn all(gateway: &str, cores: Option<&Cores>, only: &[&str]) -> Outcome<()> {
    let names = operation::ALL.iter().map(|one| one.name).chain(COMPARISONS.iter().map(|one| one.otherwise.name));
    let names: Vec<_> = names.chain([CLIFFS, LATENCY, JSON, CACHE]).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        return Err(format!("no operation or part is called {unknown}; there are {}", names.join(", ")).into());
    }
    let programs = Programs::new(Path::new(gateway), cores)?;
    let is_wanted = |name: &str| only.is_empty() || only.contains(&name);
    let mut report = Report::default();
    operations(&programs, is_wanted, &mut report).await?;
    report.cliffs = cliffs::measure(&programs, |name| is_wanted(CLIFFS) || is_wanted(name)).await?;
    if is_wanted(LATENCY) {
        report.latency = latency::measure(&programs).await?;
    }
    if is_wanted(JSON) {
        report.json = json_form::measure(&programs).await?;
    }
    if is_wanted(CACHE) {
        report.cache = cache::measure(&programs).await?;
    }
    println!("{}", report.tables());
    if only.is_empty() {
        report::write(&report)?;
    }
    Ok(())
}

async fn operations(programs: &Programs<'_>, is_wanted: impl Fn(&str) -> bool, report: &mut Report) -> Outcome<()> {
    let wanted: Vec<_> = operation::ALL.into_iter().filter(|operation| is_wanted(operation.name)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let (address, calls) = upstream::start(Duration::ZERO, JsonForm::Declared).await?;
    let contenders = contenders(programs, address).await?;
    for operation in wanted {
        eprintln!("{}: {}", operation.name, operation.what);
        let of_one = one(operation, &contenders, &calls).await?;
        report.half.push(half_load(operation, &contenders, &of_one).await?);
        report.measured.extend(of_one);
    }
    for contender in &contenders {
        report.resident.push((contender.server.name, contender.server.resident()?));
    }
    Ok(())
}

async fn contenders(programs: &Programs<'_>, upstream: SocketAddr) -> Outcome<Vec<Contender>> {
    let distinct = |server| Contender { server, sessions: Sessions::Distinct };
    let same = |server| Contender { server, sessions: Sessions::Of(1) };
    Ok(vec![
        distinct(programs.start_baseline(FAN, upstream).await?),
        distinct(programs.start_baseline(PLAIN, upstream).await?),
        distinct(programs.start_gateway(GATEWAY, upstream, NO_CACHE).await?),
        distinct(programs.start_gateway("gateway, keeping", upstream, &[]).await?),
        same(programs.start_gateway("gateway, one session, sharing", upstream, NO_CACHE).await?),
        same(programs.start_gateway(KEEPING, upstream, LONG_CACHE).await?),
    ])
}

/// Sends loads in turn, round after round, after all of them have warmed their servers up.
pub(crate) async fn rounds(turns: &[(&Server, Load)], calls: &AtomicUsize) -> Outcome<Vec<Rounds>> {
    for (_, load) in turns {
        // Connections, buffers, code: what is there after the first requests is there for good.
        Load { requests: load.requests / 4 + 1, connections: MANY, ..load.clone() }.send().await?;
    }
    let mut rounds: Vec<_> = turns.iter().map(|_| Rounds::default()).collect();
    for _ in 0..ROUNDS {
        for ((server, load), rounds) in turns.iter().zip(&mut rounds) {
            let (cpu, called) = (server.cpu()?, calls.load(Ordering::Relaxed));
            let taken = load.send().await?;
            rounds.cpu.push((server.cpu()? - cpu) / number(load.requests));
            rounds.calls = number(calls.load(Ordering::Relaxed) - called) / number(load.requests);
            rounds.p50.push(taken.within(50));
            rounds.p99.push(taken.within(99));
            rounds.per_second.push(taken.per_second());
        }
    }
    Ok(rounds)
}

async fn one(operation: &Operation, contenders: &[Contender], calls: &AtomicUsize) -> Outcome<Vec<Measured>> {
    let mut turns = Vec::new();
    for contender in contenders {
        turns.push((&contender.server, contender.load(operation, operation.requests).await?));
    }
    let rounds = rounds(&turns, calls).await?;
    let mut measured = Vec::new();
    let fan = rounds[0].cpu.clone();
    for ((server, load), rounds) in turns.into_iter().zip(rounds) {
        let called = calls.load(Ordering::Relaxed);
        Load { connections: MANY, ..load }.send().await?;
        let calls_of_many = number(calls.load(Ordering::Relaxed) - called) / number(operation.requests);
        let ratios = rounds.cpu.iter().zip(&fan).map(|(cpu, fan)| cpu / fan).collect();
        measured.push(Measured {
            operation: operation.name,
            server: server.name,
            cpu: median(rounds.cpu),
            ratio: median(ratios),
            p50: median(rounds.p50),
            p99: median(rounds.p99),
            per_second: median(rounds.per_second),
            calls: rounds.calls,
            calls_of_many,
        });
    }
    Ok(measured)
}

/// How long the gateway and `fan` take where neither is busy: at half of the requests that the gateway can answer. What
/// makes no call where it is kept is asked of the gateway that keeps it, and of nobody else.
async fn half_load(operation: &Operation, contenders: &[Contender], measured: &[Measured]) -> Outcome<HalfLoad> {
    let names: &[_] = if operation.is_kept { &[KEEPING] } else { &[GATEWAY, FAN] };
    let saturated = measured.iter().find(|one| one.server == names[0]).ok_or("the gateway was not measured")?;
    let per_second = saturated.per_second / 2.0;
    let mut loads = Vec::new();
    for name in names {
        let contender = contenders.iter().find(|one| one.server.name == *name).ok_or("a server is missing")?;
        let load = contender.load(operation, whole(per_second * HALF_LOAD)).await?;
        loads.push(Load { connections: MANY, per_second: Some(per_second), ..load });
    }
    let mut times = vec![(Vec::new(), Vec::new()); loads.len()];
    for _ in 0..HALF_LOAD_ROUNDS {
        for (load, (p50, p99)) in loads.iter().zip(&mut times) {
            let taken = load.send().await?;
            p50.push(taken.within(50));
            p99.push(taken.within(99));
        }
    }
    let mut medians = times.into_iter().map(|(p50, p99)| (median(p50), median(p99)));
    let gateway = medians.next().ok_or("nothing was measured")?;
    Ok(HalfLoad { operation: operation.name, per_second, fan: medians.next(), gateway })
}

impl Contender {
    /// The load of an operation on this server, whose answer is looked at once: later ones have to be as long.
    ///
    /// # Errors
    /// The answer has errors, or not the fields that were asked for.
    pub(crate) async fn load(&self, operation: &Operation, requests: usize) -> Outcome<Load> {
        let is_fan = self.server.name == FAN;
        let mut load = Load {
            address: self.server.address,
            path: if is_fan { format!("/{}", operation.name) } else { "/graphql".to_owned() },
            body: operation.body(None),
            length: None,
            requests,
            connections: CONNECTIONS,
            sessions: self.sessions,
            per_second: None,
        };
        if !is_fan && operation.query.contains("$after") {
            // The third page is behind the cursors of the two before it.
            for _ in 0..2 {
                let answer: Value = serde_json::from_slice(&load.once().await?)?;
                let cursor = answer["data"]["acionamentos"]["pageInfo"]["endCursor"].as_str().ok_or("no cursor")?;
                load.body = operation.body(Some(cursor));
            }
        }
        let answer = load.once().await?;
        if !is_fan {
            let (name, expected, fields) = (operation.name, operation.fields, answer::fields(&answer)?);
            if fields != expected {
                return Err(format!("{}: {name} has {fields} fields, not {expected}", self.server.name).into());
            }
        }
        load.length = Some(answer.len());
        Ok(load)
    }
}

/// A count, where a rounded one will do.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The same the other way round.
fn whole(count: f64) -> usize {
    format!("{count:.0}").parse().unwrap_or(1)
}

pub(crate) fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of.get(of.len() / 2).copied().unwrap_or_default()
}
