//! The measuring: short rounds of a fixed number of requests, one server after the other, again and again, so that
//! whatever else the machine is doing meets all of them alike. A ratio is that of a round, to what `fan` took a moment
//! before; the median of the rounds counts.

use std::{
    env,
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::Value;

use crate::{
    Outcome,
    load::{Load, Sessions},
    operation::{self, Operation},
    process::{Cores, Server},
    report::{self, HalfLoad, Measured, Report},
    upstream,
};

/// Rounds of each server for each operation.
const ROUNDS: usize = 15;
/// Connections of the load: enough to keep a server busy, few enough that it does not queue.
const CONNECTIONS: usize = 4;
/// Connections under which the calls are counted once more.
const MANY: usize = 16;

const NOTHING_KEPT: &[&str] = &["--keep-lists", "0s", "--keep-references", "0s"];
const NOTHING_KEPT_OR_SHARED: &[&str] = &["--keep-lists", "0s", "--keep-references", "0s", "--share-reads", "false"];

/// Rounds of the half load, and how long each of them lasts, in seconds. A machine that is not ours alone stands still a few
/// times a second, for a millisecond or ten, which is all of a round's p99: most rounds are too short to meet that.
const HALF_LOAD_ROUNDS: usize = 61;
const HALF_LOAD: f64 = 0.1;
/// The names of those that the half load is put on: the last for what is kept.
const FAN: &str = "fan";
const GATEWAY: &str = "gateway";
const KEEPING: &str = "gateway, one session";

/// A server, and how it is asked.
struct Contender {
    server: Server,
    sessions: Sessions,
    /// Where the operations are asked for by name, and not in GraphQL.
    by_name: bool,
}

/// What the rounds of one contender gave.
#[derive(Default)]
struct Rounds {
    cpu: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
    per_second: Vec<f64>,
    calls: f64,
}

/// Measures everything, or the operations that are named.
pub(crate) async fn all(gateway: &str, cores: Option<&Cores>, only: &[&str]) -> Outcome<()> {
    let (address, calls) = upstream::start().await?;
    let folder = tempfile::tempdir()?;
    let contenders = contenders(Path::new(gateway), cores, address, folder.path()).await?;
    let (mut measured, mut half) = (Vec::new(), Vec::new());
    for operation in operation::ALL.iter().filter(|one| only.is_empty() || only.contains(&one.name)) {
        eprintln!("{}: {}", operation.name, operation.what);
        let of_one = one(operation, &contenders, &calls).await?;
        half.push(half_load(operation, &contenders, &of_one).await?);
        measured.extend(of_one);
    }
    let mut resident = Vec::new();
    for contender in &contenders {
        resident.push((contender.server.name, contender.server.resident()?));
    }
    let report = Report { measured, half, resident };
    println!("{}", report.table());
    if only.is_empty() {
        report::write(&report)?;
    }
    Ok(())
}

async fn contenders(
    gateway: &Path,
    cores: Option<&Cores>,
    upstream: SocketAddr,
    folder: &Path,
) -> Outcome<Vec<Contender>> {
    let own = env::current_exe()?;
    let simple = |command: &'static str| {
        move |listen: SocketAddr| vec![command.to_owned(), listen.to_string(), upstream.to_string()]
    };
    let ours = |more: &'static [&'static str]| {
        let data = folder.display().to_string();
        move |listen: SocketAddr| {
            let (listen, url) = (listen.to_string(), format!("http://{upstream}"));
            let fixed = ["--listen", &listen, "--upstream-url", &url, "--api-key", "bench", "--data-dir", &data];
            fixed.iter().chain(more).map(|text| (*text).to_owned()).collect()
        }
    };
    let distinct = |server, by_name| Contender { server, sessions: Sessions::Distinct, by_name };
    let same = |server| Contender { server, sessions: Sessions::Same, by_name: false };
    Ok(vec![
        distinct(Server::start(FAN, &own, cores, simple("fan")).await?, true),
        distinct(Server::start("plain", &own, cores, simple("plain")).await?, false),
        distinct(Server::start(GATEWAY, gateway, cores, ours(NOTHING_KEPT_OR_SHARED)).await?, false),
        distinct(Server::start("gateway, keeping", gateway, cores, ours(&[])).await?, false),
        same(Server::start("gateway, one session, sharing", gateway, cores, ours(NOTHING_KEPT)).await?),
        // Longer than a list is usually kept, so that none grows too old while the others have their turns.
        same(Server::start(KEEPING, gateway, cores, ours(&["--keep-lists", "60s"])).await?),
    ])
}

async fn one(operation: &Operation, contenders: &[Contender], calls: &AtomicUsize) -> Outcome<Vec<Measured>> {
    let requests = operation.requests;
    let mut loads = Vec::new();
    for contender in contenders {
        let load = contender.load(operation, requests).await?;
        // Connections, buffers, code: what is there after the first requests is there for good.
        Load { requests: requests / 4 + 1, connections: MANY, ..load.clone() }.send().await?;
        loads.push(load);
    }
    let mut rounds: Vec<_> = contenders.iter().map(|_| Rounds::default()).collect();
    for _ in 0..ROUNDS {
        for ((contender, load), rounds) in contenders.iter().zip(&loads).zip(&mut rounds) {
            let (cpu, called) = (contender.server.cpu()?, calls.load(Ordering::Relaxed));
            let taken = load.send().await?;
            rounds.cpu.push((contender.server.cpu()? - cpu) / number(requests));
            rounds.calls = number(calls.load(Ordering::Relaxed) - called) / number(requests);
            rounds.p50.push(taken.within(50));
            rounds.p99.push(taken.within(99));
            rounds.per_second.push(taken.per_second());
        }
    }
    let mut measured = Vec::new();
    let fan = rounds[0].cpu.clone();
    for ((contender, load), rounds) in contenders.iter().zip(loads).zip(rounds) {
        let called = calls.load(Ordering::Relaxed);
        Load { connections: MANY, ..load }.send().await?;
        let calls_of_many = number(calls.load(Ordering::Relaxed) - called) / number(requests);
        let ratios = rounds.cpu.iter().zip(&fan).map(|(cpu, fan)| cpu / fan).collect();
        measured.push(Measured {
            operation: operation.name,
            server: contender.server.name,
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
    async fn load(&self, operation: &Operation, requests: usize) -> Outcome<Load> {
        let load = Load {
            address: self.server.address,
            path: if self.by_name { format!("/{}", operation.name) } else { "/graphql".to_owned() },
            body: operation.body(None).into(),
            requests,
            connections: CONNECTIONS,
            sessions: self.sessions,
            per_second: None,
        };
        if self.by_name || !operation.query.contains("$after") {
            return Ok(load);
        }
        // The third page is behind the cursors of the two before it.
        let mut page = load;
        for _ in 0..2 {
            let answer: Value = serde_json::from_slice(&page.once().await?)?;
            let cursor = answer["data"]["acionamentos"]["pageInfo"]["endCursor"].as_str().ok_or("no cursor")?;
            page.body = operation.body(Some(cursor)).into();
        }
        Ok(page)
    }
}

/// A count, where a rounded one will do.
fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The same the other way round.
fn whole(count: f64) -> usize {
    format!("{count:.0}").parse().unwrap_or(1)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of.get(of.len() / 2).copied().unwrap_or_default()
}
