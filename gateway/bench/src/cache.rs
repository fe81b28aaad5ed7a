//! Cost of a page of a long cached list, for an increasing number of sessions.

use std::time::Duration;

use crate::{
    Outcome,
    load::Sessions,
    mapping::KeyNames,
    operation::Q5,
    process::Programs,
    rounds::{Contender, GATEWAY, median, rounds},
    upstream,
};

/// Numbers of sessions, which read pages in turn.
const SESSIONS: [usize; 6] = [1, 2, 3, 8, 16, 32];
const ROUNDS: usize = 5;

pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<()> {
    let (address, calls) = upstream::start(Duration::ZERO, KeyNames::Contract).await?;
    println!("\n| sessions with a cached list | CPU µs/op | calls/op | resident MiB |\n|---:|---:|---:|---:|");
    for sessions in SESSIONS {
        eprintln!("page 3 of a long list, by {sessions} sessions in turn");
        let server = programs.start_gateway(GATEWAY, address, &[]).await?;
        let contender = Contender { server, sessions: Sessions::Of(sessions) };
        let load = contender.load(&Q5, sessions * Q5.requests).await?;
        load.send().await?;
        let measured = rounds(ROUNDS, &[(&contender.server, load)], &calls).await?;
        let (cpu, calls) = (median(&measured[0].cpu), median(&measured[0].calls));
        println!("| {sessions} | {cpu:.0} | {calls:.2} | {:.0} |", contender.server.resident()?);
    }
    Ok(())
}
