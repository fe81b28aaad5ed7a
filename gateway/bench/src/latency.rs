//! Latency and throughput with slow services, at 1, 16 and 200 connections.

use std::time::Duration;

use crate::{
    Result,
    load::{Load, Sessions},
    operation::{Operation, Q2, Q4},
    process::Programs,
    rounds::{BARE_PROXY, Contender, GATEWAY, PLAIN_SERVER, median, ratio, rounds},
    upstream,
};

/// Latencies of the services, in milliseconds.
const LATENCIES: [u64; 3] = [0, 20, 100];
/// Rounds of each server for each case.
const ROUNDS: usize = 5;

/// An operation, its connections, and its requests per round.
const CASES: [(&Operation, usize, usize); 3] = [(&Q4, 1, 15), (&Q4, 16, 160), (&Q2, 200, 3000)];

pub(crate) async fn measure(programs: &Programs<'_>) -> Result<()> {
    println!(
        "\n| services take | operation | connections | server | p50 ms | × bare proxy | p99 ms | op/s | × bare proxy | core busy |"
    );
    println!("|---:|---|---:|---|---:|---:|---:|---:|---:|---:|");
    for latency in LATENCIES {
        let (address, calls) = upstream::start(Duration::from_millis(latency)).await?;
        let contenders = [
            programs.start_reference_server(BARE_PROXY, address).await?,
            programs.start_reference_server(PLAIN_SERVER, address).await?,
            programs.start_gateway(GATEWAY, address, &[]).await?,
        ]
        .map(|server| Contender { server, sessions: Sessions::Distinct });
        for (operation, connections, requests) in CASES {
            eprintln!("{} at {connections} connections, services take {latency} ms", operation.name);
            let mut turns = Vec::new();
            for contender in &contenders {
                let load = Load { connections, ..contender.load(operation, requests).await? };
                turns.push((&contender.server, load));
            }
            let measured = rounds(ROUNDS, &turns, &calls).await?;
            for (contender, one) in contenders.iter().zip(&measured) {
                println!(
                    "| {latency} ms | {} | {connections} | {} | {:.1} | {:.2} | {:.1} | {:.0} | {:.2} | {:.0} % |",
                    operation.name,
                    contender.server.name,
                    median(&one.p50),
                    ratio(&one.p50, &measured[0].p50),
                    median(&one.p99),
                    median(&one.per_second),
                    ratio(&one.per_second, &measured[0].per_second),
                    median(&one.busy) * 100.0,
                );
            }
        }
    }
    Ok(())
}
