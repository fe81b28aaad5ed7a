//! Performance cliffs: whether a variant of a document costs more than a plain one with about the same fields (in
//! fragments, by key, in a mutation's payload, in a text never seen). Compares the CPU time per field of the response.
//! It reveals optimisations that work for certain documents only.

use std::time::Duration;

use crate::{
    Result,
    load::Sessions,
    process::Programs,
    rounds::{BARE_PROXY, Contender, GATEWAY, NO_CACHE, ROUNDS, median, number, ratio, rounds},
    upstream,
    variants::COMPARISONS,
};

/// Measures the selected variants.
pub(crate) async fn measure(programs: &Programs<'_>, is_selected: impl Fn(&str) -> bool) -> Result<()> {
    let selected: Vec<_> = COMPARISONS.iter().filter(|(variant, _)| is_selected(variant.name)).collect();
    if selected.is_empty() {
        return Ok(());
    }
    let (address, calls) = upstream::start(Duration::ZERO).await?;
    // Separate gateways, since new texts evict others from the cache of prepared documents.
    let [proxy, of_baseline, of_variant] = [
        programs.start_reference_server(BARE_PROXY, address).await?,
        programs.start_gateway(GATEWAY, address, NO_CACHE).await?,
        programs.start_gateway(GATEWAY, address, NO_CACHE).await?,
    ]
    .map(|server| Contender { server, sessions: Sessions::Distinct });
    println!(
        "\n| variant | fields | calls/op | CPU µs/op | × bare proxy | baseline | fields | CPU µs/op | × per field |"
    );
    println!("|---|---:|---:|---:|---:|---|---:|---:|---:|");
    for (variant, baseline) in selected {
        eprintln!("{}: {}, beside {}", variant.name, variant.what, baseline.name);
        let turns = [
            (&proxy.server, proxy.load(variant, variant.requests).await?),
            (&of_baseline.server, of_baseline.load(baseline, variant.requests).await?),
            (&of_variant.server, of_variant.load(variant, variant.requests).await?),
        ];
        let measured = rounds(ROUNDS, &turns, &calls).await?;
        let [lower, plain, varied] = measured.as_slice() else { return Err("a server was not measured".into()) };
        println!(
            "| {} | {} | {:.1} | {:.0} | {:.1} | {} | {} | {:.0} | {:.2} |",
            variant.name,
            variant.fields,
            median(&varied.calls),
            median(&varied.cpu),
            ratio(&varied.cpu, &lower.cpu),
            baseline.name,
            baseline.fields,
            median(&plain.cpu),
            ratio(&varied.cpu, &plain.cpu) * number(baseline.fields) / number(variant.fields),
        );
    }
    Ok(())
}
