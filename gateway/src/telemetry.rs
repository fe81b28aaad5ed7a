//! Log lines. They tell what happened and where, never who: no token, password, code, CPF or body.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{Log, LogFormat};

/// Sends log lines to standard error from now on. Standard output is for what a person asked for.
pub fn start(log: &Log) {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&log.filter))
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match log.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
}
