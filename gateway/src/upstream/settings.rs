//! Where the services are, and how they are called.

use std::{ops::RangeInclusive, time::Duration};

use super::{BaseUrl, Keep, Tls};
use crate::shared_store::SharedStore;

/// Where the services are, how much patience a call has, and what is shared and kept of the answers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the services are.
    pub base_url: BaseUrl,
    /// TLS with them, where that is an address of `https`.
    pub tls: Tls,
    /// Time for a connection to be opened.
    pub connect_timeout: Duration,
    /// Time for a whole read, a second try included, to the last byte of its answer.
    pub read_timeout: Duration,
    /// Time for a whole write, to the last byte of its answer.
    pub write_timeout: Duration,
    /// The least and the most calls of one service that may be in flight: the limit adapts between them.
    pub concurrency: RangeInclusive<u16>,
    /// Most bytes of an answer that are read.
    pub max_answer_bytes: usize,
    /// The same of a list of acionamentos.
    pub max_list_bytes: usize,
    /// Most bytes that all answers hold at a time: see [`memory`](super::memory).
    pub memory_budget_bytes: usize,
    /// Whether equal reads of one session that are under way together are one.
    pub share_reads: bool,
    /// For how long a list of acionamentos is kept, so that its next page costs no call.
    pub keep_lists: Keep,
    /// For how long the insurers and the procedures are kept.
    pub keep_references: Keep,
    /// Whether the insurers and the procedures that one session read are for every other too.
    pub common_references: bool,
    /// What other gateways have in common with this one, if there are several.
    pub store: Option<SharedStore>,
}
