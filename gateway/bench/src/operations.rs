//! The operations on all servers, and the latency that the gateway adds at half of its maximum load.

use std::{sync::atomic::AtomicUsize, time::Duration};

use crate::{
    Result,
    load::{Load, Sessions},
    operation::{self, Operation},
    process::Programs,
    rounds::{BARE_PROXY, Contender, GATEWAY, MANY_CONNECTIONS, NO_CACHE, PLAIN_SERVER, ROUNDS, median, ratio, rounds},
    upstream,
};

/// Number and duration (in seconds) of the half-load rounds. Shared machines pause for milliseconds a few times a second,
/// which would dominate p99; most rounds are too short to contain a pause.
const HALF_LOAD_ROUNDS: usize = 61;
const HALF_LOAD_SECONDS: f64 = 0.1;

pub(crate) async fn measure(programs: &Programs<'_>, is_selected: impl Fn(&str) -> bool) -> Result<()> {
    let selected: Vec<_> = operation::ALL.into_iter().filter(|operation| is_selected(operation.name)).collect();
    if selected.is_empty() {
        return Ok(());
    }
    let (address, calls) = upstream::start(Duration::ZERO).await?;
    let distinct = |server| Contender { server, sessions: Sessions::Distinct };
    let same = |server| Contender { server, sessions: Sessions::One };
    let contenders = [
        distinct(programs.start_reference_server(BARE_PROXY, address).await?),
        distinct(programs.start_gateway(GATEWAY, address, NO_CACHE).await?),
        distinct(programs.start_reference_server(PLAIN_SERVER, address).await?),
        distinct(programs.start_gateway("gateway, caching", address, &[]).await?),
        same(programs.start_gateway("gateway, one session, single flight", address, NO_CACHE).await?),
        same(programs.start_gateway("gateway, one session, caching", address, &[]).await?),
    ];
    println!(
        "| operation | server | CPU µs/op | × bare proxy | p50 ms | p99 ms | op/s | calls/op | p99 ms at half load |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    for operation in selected {
        eprintln!("{}: {}", operation.name, operation.what);
        measure_operation(operation, &contenders, &calls).await?;
    }
    for Contender { server, .. } in &contenders {
        println!("{}: {:.0} MiB resident", server.name, server.resident()?);
    }
    Ok(())
}

async fn measure_operation(operation: &Operation, contenders: &[Contender], calls: &AtomicUsize) -> Result<()> {
    let mut turns = Vec::new();
    for contender in contenders {
        turns.push((&contender.server, contender.load(operation, operation.requests).await?));
    }
    let measured = rounds(ROUNDS, &turns, calls).await?;
    let half_load = half_load(&turns[..2], median(&measured[1].per_second) / 2.0).await?;
    for (at, ((server, _), one)) in turns.iter().zip(&measured).enumerate() {
        println!(
            "| {} | {} | {:.0} | {:.1} | {:.2} | {:.2} | {:.0} | {:.1} | {} |",
            operation.name,
            server.name,
            median(&one.cpu),
            ratio(&one.cpu, &measured[0].cpu),
            median(&one.p50),
            median(&one.p99),
            median(&one.per_second),
            median(&one.calls),
            half_load.get(at).map(|p99| format!("{p99:.2}")).unwrap_or_default(),
        );
    }
    Ok(())
}

/// p99 of each server with so many requests per second.
async fn half_load(turns: &[(&crate::process::Server, Load)], per_second: f64) -> Result<Vec<f64>> {
    let requests = whole(per_second * HALF_LOAD_SECONDS);
    let mut p99 = vec![Vec::new(); turns.len()];
    for _ in 0..HALF_LOAD_ROUNDS {
        for ((_, load), p99) in turns.iter().zip(&mut p99) {
            let load = Load { requests, connections: MANY_CONNECTIONS, per_second: Some(per_second), ..load.clone() };
            p99.push(load.send().await?.percentile(99));
        }
    }
    Ok(p99.iter().map(|rounds| median(rounds)).collect())
}

/// A float rounded to a count.
fn whole(count: f64) -> usize {
    format!("{count:.0}").parse().unwrap_or(1)
}
