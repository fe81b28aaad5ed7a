//! The log: lines on standard error. Standard output is for what a person asked for.
//!
//! Nobody waits for whoever reads them. Lines go into a store that a thread of its own writes out; where standard error
//! takes nothing (a full pipe, a stuck collector), the store fills up, and what comes then is lost, counted, and told when
//! lines go out again. A gateway that stood still for its log would be worse.

mod plain;
mod store;

use std::{fmt, io::IsTerminal as _, sync::Arc};

use chrono::SecondsFormat;
use services::calendar::{Clock, system_clock};
use tracing_subscriber::{
    EnvFilter,
    fmt::{format::Writer, time::FormatTime},
};

use self::{plain::Plain, store::Store};

/// Most bytes of lines that wait to be written.
const MOST_WAITING: usize = 4 * 1024 * 1024;

/// The log, for as long as this is there. Dropped, it writes out what waits.
pub struct Log(Arc<Store>);

/// Sends the lines that a filter lets through to standard error from now on, as text or as JSON.
pub fn start(filter: &str, is_json: bool) -> Log {
    let store = Store::start(std::io::stderr(), MOST_WAITING);
    let is_terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(is_terminal)
        .with_timer(Time(system_clock()))
        .with_writer(Arc::clone(&store));
    if is_json {
        lines.json().init();
    } else if is_terminal {
        lines.init();
    } else {
        lines.fmt_fields(Plain).init();
    }
    Log(store)
}

/// When a line was written: in UTC and to the microsecond, as tracing-subscriber has it. chrono is quicker at it.
struct Time(Clock);

impl FormatTime for Time {
    fn format_time(&self, to: &mut Writer<'_>) -> fmt::Result {
        to.write_str(&(self.0)().to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl Log {
    /// How many lines were lost so far: asked whenever somebody wants to know.
    pub fn lost(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let store = Arc::clone(&self.0);
        move || store.lost()
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.0.end();
    }
}
