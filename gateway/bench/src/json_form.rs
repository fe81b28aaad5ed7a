//! The forms in which services may write the same JSON, and the gateway's cost of reading each.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{Formatter, PrettyFormatter},
    value::RawValue,
};

use crate::{
    Outcome,
    load::Sessions,
    operation::{self, Operation},
    process::Programs,
    run::{Contender, GATEWAY, NO_CACHE, median, number},
    upstream,
};

/// Rounds of each form.
const ROUNDS: usize = 15;
/// The operations with the highest share of reading, and the forms of their services. Unknown fields and white space make
/// the long list of Q5 as much longer as its cost.
const OPERATIONS: [(&str, &[JsonForm]); 2] =
    [("Q2", &JsonForm::ALL), ("Q5", &[JsonForm::Declared, JsonForm::Alphabetical, JsonForm::Renamed])];

/// How services write JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonForm {
    /// As our own services write it: keys in declaration order, without white space.
    Declared,
    /// Each object has fields that are not in the contract.
    UnknownFields,
    /// Pretty-printed.
    Indented,
    /// Non-ASCII characters as `\u00e3`.
    Escaped,
    /// Keys in alphabetical order.
    Alphabetical,
    /// Every key of every type otherwise, which a mapping tells the gateway.
    Renamed,
}

impl JsonForm {
    pub(crate) const ALL: [Self; 6] =
        [Self::Declared, Self::UnknownFields, Self::Indented, Self::Escaped, Self::Alphabetical, Self::Renamed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Declared => "declaration order",
            Self::UnknownFields => "unknown fields",
            Self::Indented => "indented",
            Self::Escaped => "\\u00e3 escapes",
            Self::Alphabetical => "keys by alphabet",
            Self::Renamed => "a mapping renames every key",
        }
    }

    /// Maximum cost, as a multiple of the first form's.
    pub(crate) fn goal(self) -> f64 {
        if self == Self::Renamed { 1.1 } else { 1.3 }
    }

    pub(crate) fn write(self, value: &impl Serialize) -> Outcome<Vec<u8>> {
        match self {
            Self::Declared => Ok(serde_json::to_vec(value)?),
            Self::UnknownFields => with_formatter(value, WithUnknownFields),
            Self::Indented => with_formatter(value, PrettyFormatter::new()),
            Self::Escaped => with_formatter(value, AsciiOnly),
            Self::Alphabetical => {
                let mut written = Vec::new();
                by_alphabet(&serde_json::value::to_raw_value(value)?, &mut written)?;
                Ok(written)
            }
            Self::Renamed => with_formatter(value, WithPrefix::default()),
        }
    }
}

fn with_formatter(value: &impl Serialize, formatter: impl Formatter) -> Outcome<Vec<u8>> {
    let mut written = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut written, formatter))?;
    Ok(written)
}

/// Adds two fields at the beginning of each object and two at its end.
struct WithUnknownFields;

impl Formatter for WithUnknownFields {
    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(br#"{"idInterno":81723,"dsOrigem":"integra\u00e7\u00e3o""#)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, _first: bool) -> io::Result<()> {
        writer.write_all(b",")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(br#","flAuditado":true,"marcas":[{"cd":1,"ds":"web"},null]}"#)
    }
}

/// Writes a prefix before each key but those of the envelope.
#[derive(Default)]
struct WithPrefix {
    depth: usize,
    is_key: bool,
}

const PREFIX: &str = "x_";

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

/// The mapping of [`JsonForm::Renamed`], made of the gateway's annotated one.
fn mapping(annotated: &str) -> String {
    let (_, types) = annotated.split_once("\n[types.").unwrap_or_default();
    let (types, _) = types.split_once("\n[requests.").unwrap_or_default();
    let renamed = |line: &str| match line.strip_prefix("# ").and_then(|line| line.split_once(" = ")) {
        Some((key, _)) if !key.contains(' ') => format!("{key} = \"{PREFIX}{key}\"\n"),
        _ => format!("{line}\n"),
    };
    format!("[types.{types}").lines().map(renamed).collect()
}

/// Escapes non-ASCII characters.
struct AsciiOnly;

impl Formatter for AsciiOnly {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for letter in fragment.chars() {
            if letter.is_ascii() {
                write!(writer, "{letter}")?;
            } else {
                letter.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(writer, "\\u{unit:04x}"))?;
            }
        }
        Ok(())
    }
}

/// Sorts the keys and leaves everything else unchanged, digits included.
fn by_alphabet(value: &RawValue, written: &mut Vec<u8>) -> Outcome<()> {
    let text = value.get();
    if text.starts_with('{') {
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text)?;
        for (at, (key, value)) in fields.into_iter().enumerate() {
            written.push(if at == 0 { b'{' } else { b',' });
            serde_json::to_writer(&mut *written, &key)?;
            written.push(b':');
            by_alphabet(value, written)?;
        }
        written.push(b'}');
    } else if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text)?;
        written.push(b'[');
        for (at, value) in items.into_iter().enumerate() {
            if at > 0 {
                written.push(b',');
            }
            by_alphabet(value, written)?;
        }
        written.push(b']');
    } else {
        written.extend_from_slice(text.as_bytes());
    }
    Ok(())
}

/// Cost of an operation with a JSON form.
#[derive(Serialize)]
pub(crate) struct FormCost {
    pub(crate) operation: &'static str,
    pub(crate) form: &'static str,
    /// CPU time per request.
    pub(crate) cpu_us: f64,
    /// CPU time as a multiple of the first form's in the same round.
    pub(crate) ratio: f64,
    pub(crate) goal: f64,
}

/// Measures all forms.
pub(crate) async fn measure(programs: &Programs<'_>) -> Outcome<Vec<FormCost>> {
    let mut costs = Vec::new();
    for (name, forms) in OPERATIONS {
        eprintln!("{name} of services that write JSON in other forms");
        let operation = operation::ALL.iter().find(|one| one.name == name).ok_or("no such operation")?;
        costs.extend(measure_operation(programs, operation, forms).await?);
    }
    Ok(costs)
}

async fn measure_operation(
    programs: &Programs<'_>,
    operation: &'static Operation,
    forms: &[JsonForm],
) -> Outcome<Vec<FormCost>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("mapping.toml");
    fs::write(&file, mapping(&programs.gateway_output(&["mapping"]).await?))?;
    let file = file.display().to_string();
    let (mut contenders, mut loads) = (Vec::new(), Vec::new());
    for &form in forms {
        let (address, _) = upstream::start(Duration::ZERO, form).await?;
        let mapping: &[&str] = if form == JsonForm::Renamed { &["--mapping", &file] } else { &[] };
        let server = programs.start_gateway(GATEWAY, address, &[NO_CACHE, mapping].concat()).await?;
        let contender = Contender { server, sessions: Sessions::Distinct };
        let load = contender.load(operation, operation.requests).await?;
        load.send().await?;
        loads.push(load);
        contenders.push(contender);
    }
    let mut rounds: Vec<_> = forms.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for ((contender, load), cpu) in contenders.iter().zip(&loads).zip(&mut rounds) {
            let before = contender.server.cpu()?;
            load.send().await?;
            cpu.push((contender.server.cpu()? - before) / number(operation.requests));
        }
    }
    let usual = rounds[0].clone();
    let costs = forms.iter().zip(rounds).map(|(form, cpu)| FormCost {
        operation: operation.name,
        form: form.name(),
        goal: form.goal(),
        ratio: median(cpu.iter().zip(&usual).map(|(cpu, usual)| cpu / usual).collect()),
        cpu_us: median(cpu),
    });
    Ok(costs.collect())
}
