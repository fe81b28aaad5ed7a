//! `gateway check`: compares live services with the contract, and proposes a mapping where they differ.
//!
//! `sampling` calls every read-only service, with values from earlier responses. `inference` guesses how the responses are
//! written, `examination` compares them with the contract ([`crate::contract`]) as the gateway reads them, and `report` prints
//! that as text or JSON. `proposal` prints the guess as a mapping instead.
//!
//! | module | what it does |
//! |---|---|
//! | `round` | one run of everything below |
//! | `sampling`, `connection` | calls the services; `login` and `questions` need a terminal |
//! | `responses` | reads what they return: `nested` values, the `translation` into the contract's form by the `draft`, and whether a `filter` was applied |
//! | `draft` | the mapping so far, with the `comments` of the file |
//! | `inference` | guesses the mapping: the `envelope`, its `success_values`, the texts of `refusals` and their `refusal_codes`, `lists` and whether they have `more_pages`, the refusal of a `missing_claim`, the codes of `values`, the words of `flags`, the forms of `writing`; finds `unjoined_codes` |
//! | `inference::pairing` | pairs keys with fields: how well they `fit`, what is `known_by_values`, the `decision`, `elimination` among `candidates`, the `majority` of services |
//! | `trials` | sends calls again with other `headers`, `paths`, keys of `requests` and of `pages`, with names from refusals (`refusal_names`) |
//! | `session_rule` | how the end of a session is reported |
//! | `examination` | finds what differs from the contract |
//! | `report` | the findings as data, text and source lines (`wire_source`) |
//! | `proposal` | prints the mapping; `proposal::writes` is for what is never sent, `number_fields` for its codes, `omissible_keys` for keys that the API may not know, `requests` is what the check learnt of them, `summary` the end of its output |
//!
//! It cannot write: it sends only [`services::wire::ReadOnly`] calls and the three steps of a login. It shows no value of a
//! response, only its type. The exceptions are the message of a refused login, `--show-refusals`, and in a proposal the texts that report the end of a session
//! or a claim that nobody has, and the codes of statuses.

mod connection;
mod draft;
mod error;
mod examination;
mod inference;
mod login;
mod progress;
mod proposal;
mod questions;
mod report;
mod responses;
mod round;
mod sampling;
mod session_rule;
mod trials;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use chrono::Datelike as _;
use services::calendar::{self, Clock};

pub use self::error::Error;
use self::{
    connection::Connection, draft::Draft, progress::Progress, report::findings::CheckReport, round::Check,
    trials::path_questions::PathQuestions,
};
use crate::config::{self, Config};

/// Exit status if the services could not be checked.
pub const NOT_CHECKED: u8 = 2;

/// Checks the services and prints the report, or a mapping for them. The exit status is that of the verdict.
///
/// # Errors
/// [`Error`]: the services could not be checked.
pub async fn run(config: Config, asked: &config::CheckCommand, clock: &Clock) -> Result<ExitCode, Error> {
    let (connection, mapping) = Connection::new(config)?;
    let mapping = Draft::from_mapping(&mapping);
    let year = calendar::date(clock()).year();
    let paths = PathQuestions::new(connection.base_url.to_string());
    let check = Check { connection, asked, year, progress: Progress::new(), paths };
    if asked.propose {
        return Ok(check.propose(mapping).await?.into());
    }
    let report = check.report(&mapping).await?;
    // A closed pipe is no error; the exit status still reports the verdict.
    drop(if asked.json { print_json(&report) } else { report::print(&report) });
    Ok(report.exit.into())
}

fn print_json(report: &CheckReport) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    io::stdout().write_all(text.as_bytes())
}
