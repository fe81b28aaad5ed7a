//! Performance cliffs: whether a variant of a document costs more than a plain one with about the same fields (in
//! fragments, by key, in a mutation's payload, in a text never seen). Compared is the CPU time per field of the response.
//! It reveals optimisations that work for certain documents only.

use std::{net::SocketAddr, time::Duration};

use serde::Serialize;

use self::documents::{COMPARISONS, Comparison};
use crate::{
    Outcome,
    load::Sessions,
    process::Programs,
    renamed_keys::KeyNames,
    run::{self, BARE_PROXY, Contender, GATEWAY, NO_CACHE, Rounds, median, number},
    upstream,
};

pub(crate) mod documents;

/// Cost of a variant compared with its baseline.
#[derive(Serialize)]
pub(crate) struct Cliff {
    pub(crate) operation: &'static str,
    pub(crate) what: &'static str,
    /// Fields of its response.
    pub(crate) fields: usize,
    /// CPU time of the gateway per request.
    pub(crate) cpu_us: f64,
    /// CPU time as a multiple of the bare proxy's for the same calls in the same round.
    pub(crate) ratio_to_bare_proxy: f64,
    /// Calls to the services per request, of the gateway and of the bare proxy.
    pub(crate) calls: f64,
    pub(crate) bare_proxy_calls: f64,
    pub(crate) baseline: &'static str,
    pub(crate) baseline_fields: usize,
    pub(crate) baseline_calls: f64,
    pub(crate) baseline_cpu_us: f64,
    /// CPU time per field of the response, as a multiple of the baseline's in the same round.
    pub(crate) per_field_ratio: f64,
    /// Maximum of `per_field_ratio`.
    pub(crate) goal: Option<f64>,
}

/// Measures the selected variants.
pub(crate) async fn measure(programs: &Programs<'_>, is_selected: impl Fn(&str) -> bool) -> Outcome<Vec<Cliff>> {
    let selected: Vec<_> = COMPARISONS.iter().filter(|one| is_selected(one.variant.name)).collect();
    if selected.is_empty() {
        return Ok(Vec::new());
    }
    let (address, calls) = upstream::start(Duration::ZERO, KeyNames::Contract).await?;
    let proxy =
        Contender { server: programs.start_reference_server(BARE_PROXY, address).await?, sessions: Sessions::Distinct };
    let apart = gateways(programs, address, NO_CACHE, Sessions::Distinct).await?;
    let shared = gateways(programs, address, NO_CACHE, Sessions::Of(1)).await?;
    let mut cliffs = Vec::new();
    for comparison in selected {
        let Comparison { variant: operation, baseline: baseline_operation, is_shared, goal } = *comparison;
        let [baseline, variant] = if is_shared { &shared } else { &apart };
        eprintln!("{}: {}, beside {}", operation.name, operation.what, baseline_operation.name);
        let turns = [
            (&proxy.server, proxy.load(operation, operation.requests).await?),
            (&baseline.server, baseline.load(baseline_operation, operation.requests).await?),
            (&variant.server, variant.load(operation, operation.requests).await?),
        ];
        let rounds = <[Rounds; 3]>::try_from(run::rounds(&turns, &calls).await?);
        let [proxy_rounds, baseline_rounds, variant_rounds] = rounds.map_err(|_| "a server was not measured")?;
        let per_field = variant_rounds.cpu.iter().zip(&baseline_rounds.cpu).map(|(cpu, baseline_cpu)| {
            (cpu / number(operation.fields)) / (baseline_cpu / number(baseline_operation.fields))
        });
        cliffs.push(Cliff {
            operation: operation.name,
            what: operation.what,
            fields: operation.fields,
            per_field_ratio: median(per_field.collect()),
            ratio_to_bare_proxy: median(
                variant_rounds.cpu.iter().zip(&proxy_rounds.cpu).map(|(cpu, proxy)| cpu / proxy).collect(),
            ),
            cpu_us: median(variant_rounds.cpu),
            calls: variant_rounds.calls,
            bare_proxy_calls: proxy_rounds.calls,
            baseline: baseline_operation.name,
            baseline_fields: baseline_operation.fields,
            baseline_calls: baseline_rounds.calls,
            baseline_cpu_us: median(baseline_rounds.cpu),
            goal,
        });
    }
    Ok(cliffs)
}

/// Separate gateways for baselines and variants, since new texts evict others from the cache of prepared documents.
async fn gateways(
    programs: &Programs<'_>,
    upstream: SocketAddr,
    options: &[&str],
    sessions: Sessions,
) -> Outcome<[Contender; 2]> {
    let start = || programs.start_gateway(GATEWAY, upstream, options);
    Ok([start().await?, start().await?].map(|server| Contender { server, sessions }))
}
