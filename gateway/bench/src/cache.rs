//! For how many sessions a long list is kept: the next page of one that is costs no call.

use std::{sync::atomic::Ordering, time::Duration};

use serde::Serialize;

use crate::{
    Outcome,
    json_form::JsonForm,
    load::Sessions,
    operation,
    process::Programs,
    run::{Contender, GATEWAY, LONG_CACHE, median, number},
    upstream,
};

/// Sessions that read their pages in turn.
const SESSIONS: [usize; 6] = [1, 2, 3, 8, 16, 32];
/// Rounds for each number of sessions.
const ROUNDS: usize = 5;

/// What a page of a long list costs so many sessions in turn.
#[derive(Serialize)]
pub(crate) struct CacheCost {
    pub(crate) sessions: usize,
    /// CPU time per request, in microseconds.
    pub(crate) cpu: f64,
    /// Calls to the services per request.
    pub(crate) calls: f64,
    /// Resident memory afterwards, in mebibytes.
    pub(crate) resident: f64,
}

/// Measures page 3 of a long list by more and more sessions.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<CacheCost>> {
    eprintln!("page 3 of a long list, by several sessions in turn");
    let operation = operation::ALL.iter().find(|one| one.is_kept).ok_or("no such operation")?;
    let (address, calls) = upstream::start(Duration::ZERO, JsonForm::Declared).await?;
    let mut costs = Vec::new();
    for sessions in SESSIONS {
        let server = programs.start_gateway(GATEWAY, address, LONG_CACHE).await?;
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
        costs.push(CacheCost { sessions, cpu: median(cpu), calls, resident: contender.server.resident()? });
    }
    Ok(costs)
}
