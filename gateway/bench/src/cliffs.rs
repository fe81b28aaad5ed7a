//! Whether a document costs more because of how it asks: the same fields in fragments, by key, as the answer to a mutation,
//! in a text never seen. Each is compared with its equal, which asks about the same plainly, by what a field of the answer
//! costs. A gateway that is quick only with the documents that it was made quick for shows it here.

use std::{net::SocketAddr, time::Duration};

use serde::Serialize;

use self::documents::{COMPARISONS, Comparison};
use crate::{
    Outcome,
    json_form::JsonForm,
    load::Sessions,
    process::Programs,
    run::{self, Contender, FAN, GATEWAY, NO_CACHE, Rounds, median, number},
    upstream,
};

pub(crate) mod documents;

/// What a document costs beside its equal.
#[derive(Serialize)]
pub(crate) struct Cliff {
    pub(crate) operation: &'static str,
    pub(crate) what: &'static str,
    /// Fields of its answer.
    pub(crate) fields: usize,
    /// CPU time of the gateway per request, in microseconds.
    pub(crate) cpu: f64,
    /// The same as a multiple of what `fan` took for the same calls in the same round.
    pub(crate) ratio: f64,
    /// Calls to the services per request, of the gateway and of `fan`.
    pub(crate) calls: f64,
    pub(crate) fan_calls: f64,
    pub(crate) equal: &'static str,
    pub(crate) equal_fields: usize,
    pub(crate) equal_calls: f64,
    /// CPU time of the equal per request, in microseconds.
    pub(crate) equal_cpu: f64,
    /// CPU time per field of the answer, as a multiple of the equal's in the same round.
    pub(crate) per_field: f64,
    /// The largest that is hoped for.
    pub(crate) goal: Option<f64>,
}

/// Measures the documents that are wanted by name.
pub(crate) async fn measure(programs: &Programs<'_>, is_wanted: impl Fn(&str) -> bool) -> Outcome<Vec<Cliff>> {
    let wanted: Vec<_> = COMPARISONS.iter().filter(|one| is_wanted(one.otherwise.name)).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let (address, calls) = upstream::start(Duration::ZERO, JsonForm::Declared).await?;
    let fan = Contender { server: programs.start_baseline(FAN, address).await?, sessions: Sessions::Distinct };
    let apart = gateways(programs, address, NO_CACHE, Sessions::Distinct).await?;
    let shared = gateways(programs, address, NO_CACHE, Sessions::Of(1)).await?;
    let mut cliffs = Vec::new();
    for comparison in wanted {
        let Comparison { otherwise: operation, plainly: equal, is_shared, goal } = *comparison;
        let [plainly, otherwise] = if is_shared { &shared } else { &apart };
        eprintln!("{}: {}, beside {}", operation.name, operation.what, equal.name);
        let turns = [
            (&fan.server, fan.load(operation, operation.requests).await?),
            (&plainly.server, plainly.load(equal, operation.requests).await?),
            (&otherwise.server, otherwise.load(operation, operation.requests).await?),
        ];
        let rounds = <[Rounds; 3]>::try_from(run::rounds(&turns, &calls).await?);
        let [of_fan, of_equal, of_it] = rounds.map_err(|_| "a server was not measured")?;
        let per_field = of_it
            .cpu
            .iter()
            .zip(&of_equal.cpu)
            .map(|(cpu, equal_cpu)| (cpu / number(operation.fields)) / (equal_cpu / number(equal.fields)));
        cliffs.push(Cliff {
            operation: operation.name,
            what: operation.what,
            fields: operation.fields,
            per_field: median(per_field.collect()),
            ratio: median(of_it.cpu.iter().zip(&of_fan.cpu).map(|(cpu, fan)| cpu / fan).collect()),
            cpu: median(of_it.cpu),
            calls: of_it.calls,
            fan_calls: of_fan.calls,
            equal: equal.name,
            equal_fields: equal.fields,
            equal_calls: of_equal.calls,
            equal_cpu: median(of_equal.cpu),
            goal,
        });
    }
    Ok(cliffs)
}

/// A gateway for the equals and one for what is compared with them: a text never seen may push others out of what a gateway
/// remembers of documents.
async fn gateways(
    programs: &Programs<'_>,
    upstream: SocketAddr,
    options: &[&str],
    sessions: Sessions,
) -> Outcome<[Contender; 2]> {
    let start = || programs.start_gateway(GATEWAY, upstream, options);
    Ok([start().await?, start().await?].map(|server| Contender { server, sessions }))
}
