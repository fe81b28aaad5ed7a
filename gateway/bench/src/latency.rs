//! Latency and throughput with slow services, at 1, 16 and 200 connections.

use std::time::Duration;

use serde::Serialize;

use crate::{
    Outcome,
    load::{Load, Sessions},
    operation,
    process::Programs,
    renamed_keys::KeyNames,
    run::{BARE_PROXY, Contender, GATEWAY, PLAIN_SERVER, median, number},
    upstream,
};

/// Latencies of the services, in milliseconds.
const LATENCIES: [u64; 3] = [0, 20, 100];
/// Rounds of each server for each case.
const TURNS: usize = 5;

/// An operation with a number of connections.
struct Case {
    operation: &'static str,
    connections: usize,
    /// Requests per round.
    requests: usize,
    goal: Goal,
    /// The goal applies from this latency (in milliseconds) on; below it CPU time dominates, which the operations measure.
    goal_from: u64,
}

/// The goal as a multiple of the bare proxy's result in the same round.
enum Goal {
    /// Maximum p50.
    MedianAtMost(f64),
    /// Minimum requests per second.
    PerSecondAtLeast(f64),
}

const CASES: [Case; 3] = [
    Case { operation: "Q4", connections: 1, requests: 15, goal: Goal::MedianAtMost(1.1), goal_from: 20 },
    Case { operation: "Q4", connections: 16, requests: 160, goal: Goal::PerSecondAtLeast(0.8), goal_from: 0 },
    Case { operation: "Q2", connections: 200, requests: 3000, goal: Goal::PerSecondAtLeast(0.8), goal_from: 100 },
];

/// Result of a case on a server.
#[derive(Serialize)]
pub(crate) struct Latency {
    pub(crate) operation: &'static str,
    pub(crate) connections: usize,
    /// Latency of the services.
    pub(crate) upstream_ms: u64,
    pub(crate) server: &'static str,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) per_second: f64,
    /// p50 and requests per second as multiples of the bare proxy's in the same round.
    pub(crate) p50_ratio: f64,
    pub(crate) per_second_ratio: f64,
    /// CPU time of the server as a share of the time that passed: 1 is a whole core.
    pub(crate) busy: f64,
    /// Failed requests of all rounds.
    pub(crate) failures: usize,
    pub(crate) goal: String,
}

#[derive(Default)]
struct CaseRounds {
    p50: Vec<f64>,
    p99: Vec<f64>,
    per_second: Vec<f64>,
    /// CPU time of the server as a share of the time that passed: 1 is a whole core.
    busy: Vec<f64>,
    failures: usize,
}

/// Measures all cases.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<Latency>> {
    let mut measured = Vec::new();
    for upstream in LATENCIES {
        let (address, _) = upstream::start(Duration::from_millis(upstream), KeyNames::Contract).await?;
        let contenders = [
            programs.start_reference_server(BARE_PROXY, address).await?,
            programs.start_reference_server(PLAIN_SERVER, address).await?,
            programs.start_gateway(GATEWAY, address, &[]).await?,
        ]
        .map(|server| Contender { server, sessions: Sessions::Distinct });
        for case in &CASES {
            eprintln!("{} at {} connections, services take {upstream} ms", case.operation, case.connections);
            measured.extend(one(case, upstream, &contenders).await?);
        }
    }
    Ok(measured)
}

async fn one(case: &Case, upstream: u64, contenders: &[Contender]) -> Outcome<Vec<Latency>> {
    let operation = operation::ALL.iter().find(|one| one.name == case.operation).ok_or("no such operation")?;
    let mut loads = Vec::new();
    for contender in contenders {
        let load = contender.load(operation, case.requests).await?;
        loads.push(Load { connections: case.connections, ..load });
    }
    let mut turns: Vec<_> = contenders.iter().map(|_| CaseRounds::default()).collect();
    for _ in 0..TURNS {
        for ((contender, load), turns) in contenders.iter().zip(&loads).zip(&mut turns) {
            let cpu = contender.server.cpu()?;
            let result = load.send_counting_failures().await?;
            let seconds = number(case.requests) / result.per_second();
            turns.busy.push((contender.server.cpu()? - cpu) / 1e6 / seconds);
            if turns.failures == 0
                && let Some(first) = result.failures.first()
            {
                eprintln!("  a request failed: {first}");
            }
            turns.p50.push(result.percentile(50));
            turns.p99.push(result.percentile(99));
            turns.per_second.push(result.per_second());
            turns.failures += result.failures.len();
        }
    }
    let (proxy_p50, proxy_per_second) = (turns[0].p50.clone(), turns[0].per_second.clone());
    let ratio = |of: &[f64], proxy: &[f64]| median(of.iter().zip(proxy).map(|(one, proxy)| one / proxy).collect());
    let of_each = contenders.iter().zip(turns).map(|(contender, turns)| Latency {
        operation: case.operation,
        connections: case.connections,
        upstream_ms: upstream,
        server: contender.server.name,
        p50_ratio: ratio(&turns.p50, &proxy_p50),
        per_second_ratio: ratio(&turns.per_second, &proxy_per_second),
        p50_ms: median(turns.p50),
        p99_ms: median(turns.p99),
        per_second: median(turns.per_second),
        busy: median(turns.busy),
        failures: turns.failures,
        goal: match &case.goal {
            _ if contender.server.name != GATEWAY || upstream < case.goal_from => String::new(),
            Goal::MedianAtMost(most) => format!("p50 ≤ {most} ×"),
            Goal::PerSecondAtLeast(least) => format!("op/s ≥ {least} ×"),
        },
    });
    Ok(of_each.collect())
}
