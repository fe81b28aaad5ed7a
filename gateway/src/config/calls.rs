//! How the services are called: how long, how much, and what is kept of it.

use std::time::Duration;

use clap::{ArgAction, Args, builder::BoolValueParser, value_parser};

use super::{
    ConfigError, config_error, memory,
    value::{TRUE_OR_FALSE, WithRemedy, time, time_or_none},
};
use crate::upstream::{self, BaseUrl, Keep, Tls};

/// For how long old insurers and procedures stand in for those that cannot be read.
const STALE: Duration = Duration::from_secs(600);

/// The settings as they are given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Calls to the services")]
#[group(skip)]
pub struct Calls {
    /// Time for a connection to the services to be opened.
    #[arg(long, global = true, env = "GATEWAY_CONNECT_TIMEOUT", value_name = "TIME", default_value = "1s", value_parser = time)]
    connect_timeout: Duration,
    /// Time for a whole read of the services, a second try included, to the last byte of its answer.
    #[arg(long, global = true, env = "GATEWAY_READ_TIMEOUT", value_name = "TIME", default_value = "5s", value_parser = time)]
    read_timeout: Duration,
    /// Time for a whole write to the services, to the last byte of its answer.
    #[arg(long, global = true, env = "GATEWAY_WRITE_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    write_timeout: Duration,
    /// Fewest calls of one service in flight that its concurrency limit ever falls to, however slow it is or often it fails:
    /// 1 to 1000.
    #[arg(long, global = true, env = "GATEWAY_MIN_CONCURRENCY", value_name = "NUMBER", default_value_t = 16, value_parser = WithRemedy(value_parser!(u16).range(1..=1000), "use um número inteiro de 1 a 1000"))]
    min_concurrency: u16,
    /// Most calls of one service in flight, however quick it is: 1 to 10000. Each has a connection of its own. Others wait
    /// for their turn, for as long as a read or a write may take, and sessions take turns; the first call of a session
    /// does not wait for those of others, which may double the number.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONCURRENCY", value_name = "NUMBER", default_value_t = 2048, value_parser = WithRemedy(value_parser!(u16).range(1..=10_000), "use um número inteiro de 1 a 10000"))]
    max_concurrency: u16,
    /// Largest answer of a service that is read, in MiB: 1 to 1024. Lists of acionamentos have a bound of their own.
    #[arg(long, global = true, env = "GATEWAY_MAX_ANSWER_MIB", value_name = "MIB", default_value_t = 4, value_parser = WithRemedy(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    max_answer_mib: u16,
    /// Largest list of acionamentos that is read, in MiB: 1 to 1024, and a third of the memory budget at most. One of 5,000
    /// has some 8.
    #[arg(long, global = true, env = "GATEWAY_MAX_LIST_MIB", value_name = "MIB", default_value_t = 48, value_parser = WithRemedy(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    max_list_mib: u16,
    /// Whether equal reads of one session that are under way together are one call. Never those of two sessions.
    #[arg(long, global = true, env = "GATEWAY_SHARE_READS", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, default_value_t = true, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    share_reads: bool,
    /// Memory for all that answers hold at the same time, from the first byte of a service to the last one that a client
    /// takes, in MiB: 16 to 16384. One request may take two thirds of it, and so a list a third. What finds none is
    /// refused with a time to come back. What is kept comes on top.
    #[arg(long, global = true, env = "GATEWAY_MEMORY_BUDGET_MIB", value_name = "MIB", default_value_t = 144, value_parser = WithRemedy(value_parser!(u16).range(16..=16384), "use um número inteiro de 16 a 16384"))]
    memory_budget_mib: u16,
    /// For how long a list of acionamentos is kept for the session that read it, so that its next page costs no call: a
    /// page may be that old. The first page is always asked for, and a save drops all that is kept. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_LISTS", value_name = "TIME", default_value = "15s", value_parser = time_or_none)]
    keep_lists: Duration,
    /// For how long the insurers and the procedures are kept for the session that read them. Where the services cannot
    /// give them anew, the old ones stand in for 10 minutes more. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_REFERENCES", value_name = "TIME", default_value = "60s", value_parser = time_or_none)]
    keep_references: Duration,
    /// Whether the insurers and the procedures that one session read are kept for all: only where everybody sees the
    /// same. A session gets them only if the services gave it data of its own in the time for which they are kept.
    #[arg(long, global = true, env = "GATEWAY_REFERENCES_COMMON", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, default_value_t = false, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    references_common: bool,
    /// Memory for what is kept, in MiB: 0 to 1024. A list of 5,000 acionamentos takes some 2. By default an eighth of the
    /// memory that the process may use (the limit of its cgroup, or all that the machine has), 64 at most.
    #[arg(long, global = true, env = "GATEWAY_KEEP_MIB", value_name = "MIB", value_parser = WithRemedy(value_parser!(u16).range(0..=1024), "use um número inteiro de 0 a 1024"))]
    keep_mib: Option<u16>,
}

impl Calls {
    pub(super) fn check(self) -> Result<Self, ConfigError> {
        if self.connect_timeout > self.read_timeout.min(self.write_timeout) {
            return Err(config_error(
                "GATEWAY_CONNECT_TIMEOUT é maior que GATEWAY_READ_TIMEOUT ou GATEWAY_WRITE_TIMEOUT, que incluem a \
                 conexão: diminua o primeiro, ou aumente os outros dois",
            ));
        }
        if self.min_concurrency > self.max_concurrency {
            return Err(config_error(
                "GATEWAY_MIN_CONCURRENCY é maior que GATEWAY_MAX_CONCURRENCY: diminua o primeiro",
            ));
        }
        Ok(self)
    }

    /// How many MiB are kept.
    pub(super) fn kept_mib(&self) -> u16 {
        self.keep_mib.unwrap_or_else(memory::kept_mib)
    }

    /// How to call services at an address.
    pub fn to(&self, base_url: BaseUrl, tls: Tls) -> upstream::Settings {
        // Of insurers and procedures there are few, though each session has its own.
        let references = mebibytes(self.kept_mib()) / 4;
        let lists = 3 * references;
        upstream::Settings {
            base_url,
            tls,
            connect_timeout: self.connect_timeout,
            read_timeout: self.read_timeout,
            write_timeout: self.write_timeout,
            concurrency: self.min_concurrency..=self.max_concurrency,
            max_answer_bytes: mebibytes(self.max_answer_mib),
            max_list_bytes: mebibytes(self.max_list_mib),
            memory_budget_bytes: mebibytes(self.memory_budget_mib),
            share_reads: self.share_reads,
            keep_lists: Keep { time: self.keep_lists, stale: Duration::ZERO, bytes: lists },
            keep_references: Keep { time: self.keep_references, stale: STALE, bytes: references },
            common_references: self.references_common,
            store: None,
        }
    }

    /// The longest that calls of one request take: two reads and a write, one after the other.
    pub(super) fn longest(&self) -> Duration {
        self.read_timeout * 2 + self.write_timeout
    }
}

fn mebibytes(number: u16) -> usize {
    usize::from(number) * 1024 * 1024
}
