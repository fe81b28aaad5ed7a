//! How the services are called: how long, how much, and what is kept of it.

use std::time::Duration;

use clap::{Args, value_parser};

use super::{
    Wrong,
    value::{Else, time, time_or_none},
    wrong,
};
use crate::upstream::{self, BaseUrl, Keep};

/// The settings as they are given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Calls to the services")]
#[group(skip)]
pub struct Calls {
    /// Time for a connection to the services to be opened.
    #[arg(long, global = true, env = "GATEWAY_CONNECT_TIMEOUT", value_name = "TIME", default_value = "1s", value_parser = time)]
    connect_timeout: Duration,
    /// Time for a whole call to the services, to the last byte of its answer.
    #[arg(long, global = true, env = "GATEWAY_CALL_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    call_timeout: Duration,
    /// Largest answer of a service that is read, in MiB: 1 to 1024. A list of 5,000 acionamentos has some 8.
    #[arg(long, global = true, env = "GATEWAY_MAX_ANSWER_MIB", value_name = "MIB", default_value_t = 64, value_parser = Else(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    max_answer_mib: u16,
    /// Memory for answers above 256 KiB that are read at the same time, in MiB: 1 to 1024. Others wait for room; an answer
    /// that is larger than all of it has it for itself.
    #[arg(long, global = true, env = "GATEWAY_LARGE_ANSWERS_MIB", value_name = "MIB", default_value_t = 16, value_parser = Else(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    large_answers_mib: u16,
    /// For how long a list of acionamentos is kept for the session that read it, so that its next page costs no call: a
    /// page may be that old. The first page is always asked for, and a save drops all that is kept. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_LISTS", value_name = "TIME", default_value = "15s", value_parser = time_or_none)]
    keep_lists: Duration,
    /// For how long the insurers and the procedures are kept for the session that read them. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_REFERENCES", value_name = "TIME", default_value = "60s", value_parser = time_or_none)]
    keep_references: Duration,
    /// Memory for what is kept, in MiB: 0 to 1024. A list of 5,000 acionamentos has some 16.
    #[arg(long, global = true, env = "GATEWAY_KEEP_MIB", value_name = "MIB", default_value_t = 32, value_parser = Else(value_parser!(u16).range(0..=1024), "use um número inteiro de 0 a 1024"))]
    keep_mib: u16,
}

impl Calls {
    pub(super) fn check(self) -> Result<Self, Wrong> {
        if self.connect_timeout > self.call_timeout {
            return Err(wrong(
                "GATEWAY_CONNECT_TIMEOUT é maior que GATEWAY_CALL_TIMEOUT, que inclui a conexão: aumente o segundo",
            ));
        }
        Ok(self)
    }

    /// How to call services at an address.
    pub fn to(&self, base_url: BaseUrl) -> upstream::Settings {
        let keep_bytes = mebibytes(self.keep_mib);
        upstream::Settings {
            base_url,
            connect_timeout: self.connect_timeout,
            call_timeout: self.call_timeout,
            max_answer_bytes: mebibytes(self.max_answer_mib),
            large_answers_bytes: mebibytes(self.large_answers_mib),
            keep_lists: Keep { time: self.keep_lists, bytes: keep_bytes },
            // Short lists, each of many sessions.
            keep_references: Keep { time: self.keep_references, bytes: keep_bytes / 4 },
        }
    }

    /// The longest that calls of one request take: three in a row.
    pub(super) fn longest(&self) -> Duration {
        self.call_timeout * 3
    }
}

fn mebibytes(number: u16) -> usize {
    usize::from(number) * 1024 * 1024
}
