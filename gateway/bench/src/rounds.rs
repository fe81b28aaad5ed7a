//! The measurement: short rounds of a fixed number of requests, interleaved between the servers, so that other load of the
//! machine affects all of them equally. A ratio compares two servers in the same round; reported is the median of all rounds.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::{
    Result,
    load::{Load, Sessions},
    operation::Operation,
    process::Server,
    response,
};

/// Rounds of each server for each operation.
pub(crate) const ROUNDS: usize = 15;
/// Connections of the load: enough to saturate a server without queueing.
const CONNECTIONS: usize = 4;
/// Connections of the warm-up, and of the rounds at half load.
pub(crate) const MANY_CONNECTIONS: usize = 16;

/// Without caches; distinct sessions do not share calls either.
pub(crate) const NO_CACHE: &[&str] = &["--cache", "0"];

/// Names of the servers.
pub(crate) const BARE_PROXY: &str = "bare-proxy";
pub(crate) const PLAIN_SERVER: &str = "plain-server";
pub(crate) const GATEWAY: &str = "gateway";

/// A measured server and the sessions of its requests.
pub(crate) struct Contender {
    pub(crate) server: Server,
    pub(crate) sessions: Sessions,
}

/// Results of a server, one of each round.
#[derive(Default)]
pub(crate) struct Rounds {
    /// CPU time per request, in microseconds.
    pub(crate) cpu: Vec<f64>,
    /// CPU time as a share of the time that passed: 1 is a whole core.
    pub(crate) busy: Vec<f64>,
    /// Median latency, in milliseconds; `p99` likewise.
    pub(crate) p50: Vec<f64>,
    pub(crate) p99: Vec<f64>,
    pub(crate) per_second: Vec<f64>,
    /// Calls to the services per request.
    pub(crate) calls: Vec<f64>,
}

/// Warms up all servers, then sends the loads in interleaved rounds.
pub(crate) async fn rounds(count: usize, turns: &[(&Server, Load)], calls: &AtomicUsize) -> Result<Vec<Rounds>> {
    for (_, load) in turns {
        // Warm-up of connections, buffers and code.
        Load { requests: load.requests / 4 + 1, connections: MANY_CONNECTIONS, ..load.clone() }.send().await?;
    }
    let mut rounds: Vec<_> = turns.iter().map(|_| Rounds::default()).collect();
    for _ in 0..count {
        for ((server, load), rounds) in turns.iter().zip(&mut rounds) {
            let (cpu, called) = (server.cpu()?, calls.load(Ordering::Relaxed));
            let result = load.send().await?;
            let cpu = server.cpu()? - cpu;
            rounds.cpu.push(cpu / number(load.requests));
            rounds.busy.push(cpu / 1e6 / result.elapsed.as_secs_f64());
            rounds.calls.push(number(calls.load(Ordering::Relaxed) - called) / number(load.requests));
            rounds.p50.push(result.percentile(50));
            rounds.p99.push(result.percentile(99));
            rounds.per_second.push(result.per_second());
        }
    }
    Ok(rounds)
}

impl Contender {
    /// The load of an operation on this server. One response is checked; all others must have the same length.
    ///
    /// # Errors
    /// The response has errors or an unexpected number of fields.
    pub(crate) async fn load(&self, operation: &Operation, requests: usize) -> Result<Load> {
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

/// The median of all rounds.
pub(crate) fn median(of: &[f64]) -> f64 {
    let mut sorted = of.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The median of the ratios of each round.
pub(crate) fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(&of.iter().zip(to).map(|(of, to)| of / to).collect::<Vec<_>>())
}
