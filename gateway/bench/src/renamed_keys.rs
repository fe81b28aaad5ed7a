//! The cost of a mapping that renames every key of the services.

use std::{
    fs,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

use crate::{
    Outcome,
    load::Sessions,
    operation::{self, Operation},
    process::Programs,
    run::{self, Contender, GATEWAY, NO_CACHE, median},
    upstream,
};

/// The operations with the highest share of reading, and the most that a mapping may cost them.
const OPERATIONS: [(&str, f64); 2] = [("Q2", 1.05), ("Q5", 1.08)];
const PREFIX: &str = "x_";

/// The names of the keys in the services' responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyNames {
    /// Those of the contract.
    Contract,
    /// Every key of every type with a prefix.
    Renamed,
}

impl KeyNames {
    pub(crate) fn write(self, value: &impl Serialize) -> Outcome<Vec<u8>> {
        if self == Self::Contract {
            return Ok(serde_json::to_vec(value)?);
        }
        let mut written = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut written, WithPrefix::default()))?;
        Ok(written)
    }
}

/// Writes the prefix before each key but those of the envelope.
#[derive(Default)]
struct WithPrefix {
    depth: usize,
    is_key: bool,
}

impl Formatter for WithPrefix {
    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.is_key = self.depth > 1;
        if first { Ok(()) } else { writer.write_all(b",") }
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_key = false;
        Ok(())
    }

    fn begin_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\"")?;
        if self.is_key { writer.write_all(PREFIX.as_bytes()) } else { Ok(()) }
    }
}

/// The mapping of [`KeyNames::Renamed`], made of the gateway's annotated one.
fn mapping(annotated: &str) -> String {
    let (_, types) = annotated.split_once("\n[types.").unwrap_or_default();
    let (types, _) = types.split_once("\n[requests.").unwrap_or_default();
    let renamed = |line: &str| match line.strip_prefix("# ").and_then(|line| line.split_once(" = ")) {
        Some((key, _)) if !key.contains(' ') => format!("{key} = \"{PREFIX}{key}\"\n"),
        _ => format!("{line}\n"),
    };
    format!("[types.{types}").lines().map(renamed).collect()
}

/// Cost of an operation with a mapping.
#[derive(Serialize)]
pub(crate) struct MappingCost {
    pub(crate) operation: &'static str,
    /// CPU time per request.
    pub(crate) cpu_us: f64,
    /// CPU time as a multiple of that without a mapping, in the same round.
    pub(crate) ratio: f64,
    pub(crate) goal: f64,
}

/// Measures the operations with a mapping and without.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<MappingCost>> {
    let mut costs = Vec::new();
    for (name, goal) in OPERATIONS {
        eprintln!("{name} with a mapping that renames every key");
        let operation = operation::ALL.iter().find(|one| one.name == name).ok_or("no such operation")?;
        let [without, with] = measure_operation(programs, operation).await?;
        let ratio = median(with.iter().zip(&without).map(|(with, without)| with / without).collect());
        costs.push(MappingCost { operation: name, cpu_us: median(with), ratio, goal });
    }
    Ok(costs)
}

/// CPU time per request without and with a mapping, of each round.
async fn measure_operation(programs: &Programs<'_>, operation: &'static Operation) -> Outcome<[Vec<f64>; 2]> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("mapping.toml");
    fs::write(&file, mapping(&programs.gateway_output(&["mapping"]).await?))?;
    let file = file.display().to_string();
    let contender = async |keys, options: &[&str]| {
        let (address, calls) = upstream::start(Duration::ZERO, keys).await?;
        let server = programs.start_gateway(GATEWAY, address, &[NO_CACHE, options].concat()).await?;
        Ok::<_, crate::Fault>((Contender { server, sessions: Sessions::Distinct }, calls))
    };
    let (without, calls) = contender(KeyNames::Contract, &[]).await?;
    let (with, _) = contender(KeyNames::Renamed, &["--mapping", &file]).await?;
    let turns = [
        (&without.server, without.load(operation, operation.requests).await?),
        (&with.server, with.load(operation, operation.requests).await?),
    ];
    let mut rounds = run::rounds(&turns, &calls).await?.into_iter().map(|rounds| rounds.cpu);
    Ok([rounds.next().unwrap_or_default(), rounds.next().unwrap_or_default()])
}
