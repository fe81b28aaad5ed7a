//! How the servers do in front of services that take their time, as real ones do: at one connection, at sixteen and at
//! two hundred.

use std::time::Duration;

use serde::Serialize;

use crate::{
    Outcome,
    json_form::JsonForm,
    load::{Load, Sessions},
    operation,
    process::Programs,
    run::{Contender, FAN, GATEWAY, NO_CACHE, PLAIN, median},
    upstream,
};

/// How long each call to the services takes, in milliseconds.
const LATENCIES: [u64; 3] = [0, 20, 100];
/// Turns of each server for each case.
const TURNS: usize = 5;

/// What is asked of all servers in turn.
struct Case {
    operation: &'static str,
    connections: usize,
    /// Requests of one turn.
    requests: usize,
    goal: Goal,
    /// From which latency on, in milliseconds: where nobody waits for the services, CPU time decides, which the table of
    /// the operations has.
    goal_from: u64,
}

/// What is hoped for, as a multiple of what `fan` does in the same turn.
enum Goal {
    /// Half of the requests are answered within that multiple of its time.
    MedianAtMost(f64),
    /// And so many requests a second.
    PerSecondAtLeast(f64),
}

const CASES: [Case; 3] = [
    Case { operation: "Q4", connections: 1, requests: 15, goal: Goal::MedianAtMost(1.3), goal_from: 0 },
    Case { operation: "Q4", connections: 16, requests: 160, goal: Goal::PerSecondAtLeast(0.8), goal_from: 0 },
    Case { operation: "Q2", connections: 200, requests: 3000, goal: Goal::PerSecondAtLeast(0.8), goal_from: 100 },
];

/// One case on one server.
#[derive(Serialize)]
pub(crate) struct Latency {
    pub(crate) operation: &'static str,
    pub(crate) connections: usize,
    /// What a call to the services takes, in milliseconds.
    pub(crate) upstream: u64,
    pub(crate) server: &'static str,
    /// Milliseconds within which half of the requests were answered, and nearly all.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) per_second: f64,
    /// p50 and requests a second as multiples of what `fan` had in the same turn.
    pub(crate) p50_ratio: f64,
    pub(crate) per_second_ratio: f64,
    /// Requests of all turns that were not answered with data.
    pub(crate) failures: usize,
    pub(crate) goal: String,
}

#[derive(Default)]
struct Turns {
    p50: Vec<f64>,
    p99: Vec<f64>,
    per_second: Vec<f64>,
    failures: usize,
}

/// Measures all cases.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<Latency>> {
    let mut measured = Vec::new();
    for upstream in LATENCIES {
        let (address, _) = upstream::start(Duration::from_millis(upstream), JsonForm::Declared).await?;
        let contenders = [
            programs.start_baseline(FAN, address).await?,
            programs.start_baseline(PLAIN, address).await?,
            programs.start_gateway(GATEWAY, address, NO_CACHE).await?,
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
    let mut turns: Vec<_> = contenders.iter().map(|_| Turns::default()).collect();
    for _ in 0..TURNS {
        for (load, turns) in loads.iter().zip(&mut turns) {
            let taken = load.send_counting_failures().await?;
            if turns.failures == 0
                && let Some(first) = taken.failures.first()
            {
                eprintln!("  a request failed: {first}");
            }
            turns.p50.push(taken.within(50));
            turns.p99.push(taken.within(99));
            turns.per_second.push(taken.per_second());
            turns.failures += taken.failures.len();
        }
    }
    let (fan_p50, fan_per_second) = (turns[0].p50.clone(), turns[0].per_second.clone());
    let ratio = |of: &[f64], fan: &[f64]| median(of.iter().zip(fan).map(|(one, fan)| one / fan).collect());
    let of_each = contenders.iter().zip(turns).map(|(contender, turns)| Latency {
        operation: case.operation,
        connections: case.connections,
        upstream,
        server: contender.server.name,
        p50_ratio: ratio(&turns.p50, &fan_p50),
        per_second_ratio: ratio(&turns.per_second, &fan_per_second),
        p50: median(turns.p50),
        p99: median(turns.p99),
        per_second: median(turns.per_second),
        failures: turns.failures,
        goal: match &case.goal {
            _ if contender.server.name != GATEWAY || upstream < case.goal_from => String::new(),
            Goal::MedianAtMost(most) => format!("p50 ≤ {most} ×"),
            Goal::PerSecondAtLeast(least) => format!("op/s ≥ {least} ×"),
        },
    });
    Ok(of_each.collect())
}
