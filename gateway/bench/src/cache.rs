//! Cost of a page of a long cached list, for an increasing number of sessions.

use std::{sync::atomic::Ordering, time::Duration};

use serde::Serialize;

use crate::{
    Outcome,
    load::Sessions,
    operation,
    process::Programs,
    renamed_keys::KeyNames,
    run::{Contender, GATEWAY, median, number},
    upstream,
};

/// Numbers of sessions, which read pages in turn.
const SESSIONS: [usize; 6] = [1, 2, 3, 8, 16, 32];
/// Rounds for each number of sessions.
const ROUNDS: usize = 5;

/// Cost of a page with a number of sessions.
#[derive(Serialize)]
pub(crate) struct CacheCost {
    pub(crate) sessions: usize,
    /// CPU time per request.
    pub(crate) cpu_us: f64,
    /// Calls to the services per request.
    pub(crate) calls: f64,
    /// Resident memory afterwards.
    pub(crate) resident_mib: f64,
}

/// Measures page 3 of a long list.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<CacheCost>> {
    eprintln!("page 3 of a long list, by several sessions in turn");
    let operation = operation::ALL.iter().find(|one| one.is_cached).ok_or("no such operation")?;
    let (address, calls) = upstream::start(Duration::ZERO, KeyNames::Contract).await?;
    let mut costs = Vec::new();
    for sessions in SESSIONS {
        let server = programs.start_gateway(GATEWAY, address, &[]).await?;
        let contender = Contender { server, sessions: Sessions::Of(sessions) };
        let requests = sessions * operation.requests;
        let load = contender.load(operation, requests).await?;
        load.send().await?;
        let (mut cpu, called) = (Vec::new(), calls.load(Ordering::Relaxed));
        for _ in 0..ROUNDS {
            let before = contender.server.cpu()?;
            load.send().await?;
            cpu.push((contender.server.cpu()? - before) / number(requests));
        }
        let called = calls.load(Ordering::Relaxed) - called;
        let calls = number(called) / number(ROUNDS * requests);
        costs.push(CacheCost { sessions, cpu_us: median(cpu), calls, resident_mib: contender.server.resident()? });
    }
    Ok(costs)
}
