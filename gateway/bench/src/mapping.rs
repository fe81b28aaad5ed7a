//! The cost of a mapping that renames every key of the services.

use std::{fs, time::Duration};

use bytes::Bytes;
use serde::Serialize;

use crate::{
    Fault, Outcome,
    load::Sessions,
    operation::{Q2, Q5},
    process::Programs,
    rounds::{Contender, GATEWAY, NO_CACHE, ROUNDS, median, ratio, rounds},
    upstream,
};

/// Before each key of [`KeyNames::Renamed`].
const PREFIX: &str = "x_";

/// The names of the keys in the services' responses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyNames {
    /// Those of the contract.
    Contract,
    /// Every key of every type with a prefix.
    Renamed,
}

impl KeyNames {
    /// A response of a service with this data.
    pub(crate) fn response(self, data: &impl Serialize) -> Outcome<Bytes> {
        let mut data = serde_json::to_string(data)?;
        if self == Self::Renamed {
            // Only keys follow these: a quote within a text is escaped, and no array of the contract has texts.
            data = data.replace("{\"", &format!("{{\"{PREFIX}")).replace(",\"", &format!(",\"{PREFIX}"));
        }
        Ok(format!(r#"{{"status":1,"messages":"","data":{data}}}"#).into())
    }
}

/// The mapping of [`KeyNames::Renamed`], made of the gateway's annotated one.
fn mapping_of(annotated: &str) -> String {
    let (_, types) = annotated.split_once("\n[types.").unwrap_or_default();
    let (types, _) = types.split_once("\n[requests.").unwrap_or_default();
    let renamed = |line: &str| match line.strip_prefix("# ").and_then(|line| line.split_once(" = ")) {
        Some((key, _)) if !key.contains(' ') => format!("{key} = \"{PREFIX}{key}\"\n"),
        _ => format!("{line}\n"),
    };
    format!("[types.{types}").lines().map(renamed).collect()
}

/// Measures the operations with the highest share of reading, with a mapping and without.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("mapping.toml");
    fs::write(&file, mapping_of(&programs.gateway_output(&["mapping"]).await?))?;
    let file = file.display().to_string();
    let contender = async |keys, options: &[&str]| {
        let (address, calls) = upstream::start(Duration::ZERO, keys).await?;
        let server = programs.start_gateway(GATEWAY, address, &[NO_CACHE, options].concat()).await?;
        Ok::<_, Fault>((Contender { server, sessions: Sessions::Distinct }, calls))
    };
    let (without, calls) = contender(KeyNames::Contract, &[]).await?;
    let (with, _) = contender(KeyNames::Renamed, &["--mapping", &file]).await?;
    println!("\n| a mapping renames every key | CPU µs/op | × without |\n|---|---:|---:|");
    for operation in [&Q2, &Q5] {
        eprintln!("{} with a mapping that renames every key", operation.name);
        let turns = [
            (&without.server, without.load(operation, operation.requests).await?),
            (&with.server, with.load(operation, operation.requests).await?),
        ];
        let measured = rounds(ROUNDS, &turns, &calls).await?;
        let (cpu, ratio) = (median(&measured[1].cpu), ratio(&measured[1].cpu, &measured[0].cpu));
        println!("| {} | {cpu:.0} | {ratio:.2} |", operation.name);
    }
    Ok(())
}
