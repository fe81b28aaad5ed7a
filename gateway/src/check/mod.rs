//! `gateway check`: compares live services with the contract, and completes a mapping where they differ.
//!
//! | module | what it does |
//! |---|---|
//! | `sampling`, `login` | call every read once, with values from earlier responses; `checked_services`, `terminal` |
//! | `sample` | reads a response as the gateway does ([`contract`]), and records the fields that came (`observed_fields`) |
//! | `report` | says what is read, what is not, and what to write into the mapping; as text or JSON |
//! | `proposal` | finds those lines, and inserts them into the operator's file for `--propose` |
//!
//! It cannot write: it sends only [`contract::ReadOnly`] calls and the three steps of a login. It prints no value of a
//! response, only its type. The exceptions are
//! - the texts for the user of a refused login;
//! - those of all refusals, with `--show-refusals`;
//! - in a proposal the text that reports the end of a session;
//! - in a proposal the codes of statuses.

mod checked_services;
mod error;
mod login;
mod observed_fields;
mod proposal;
mod report;
mod sample;
mod sampling;
mod terminal;

use std::{
    io::{self, ErrorKind, Write as _},
    process::ExitCode,
};

use chrono::Datelike as _;
use contract::calendar::{self, Clock};

pub use self::error::Error;
use self::{checked_services::CheckedServices, proposal::ProposedFile, report::Report, sampling::CheckRun};
use crate::config::{self, Config};

/// Exit status if the services could not be checked.
pub const NOT_CHECKED: u8 = 2;

/// Checks the services and prints the report, or completes a file. The exit status is that of the report.
///
/// # Errors
/// [`Error`]: the services could not be checked.
pub async fn run(config: Config, arguments: &config::CheckCommand, clock: &Clock) -> Result<ExitCode, Error> {
    let (services, mut mapping) = CheckedServices::new(config)?;
    let mut proposal = None;
    if let Some(path) = &arguments.propose {
        let (file, given) = ProposedFile::open(path)?;
        (proposal, mapping) = (Some(file), given);
    }
    let mut run = CheckRun {
        services: &services,
        arguments,
        year: calendar::date(clock()).year(),
        mapping,
        proposal,
        signed_out: None,
        samples: Vec::new(),
        not_asked: Default::default(),
    };
    run.send_signed_out().await?;
    let token = match &arguments.token {
        Some(token) => Some(token.clone()),
        None => login::at_the_terminal(&mut run).await?,
    };
    run.read_all(token.as_ref()).await?;
    if let Some(file) = &run.proposal {
        file.write()?;
        terminal::tell(&file.summary());
    }
    let report = Report::new(&run);
    match if arguments.json { print_json(&report) } else { write!(io::stdout(), "{report}") } {
        // A closed pipe is no error; the exit status still reports the verdict.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(report.exit.into()),
    }
}

fn print_json(report: &Report) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    io::stdout().write_all(text.as_bytes())
}
