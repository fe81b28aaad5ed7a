//! Captures the log of a test.

use std::{
    io,
    sync::{Arc, LazyLock, Mutex},
};

use serde_json::Value;
use tracing::{Dispatch, Level, level_filters::LevelFilter, subscriber::DefaultGuard};

/// Keeps every callsite enabled. With a single subscriber alive, tracing asks the thread that first reaches a callsite, which may
/// be that of a test without a subscriber, and caches the result "never" for all threads.
static EVERY_LEVEL: LazyLock<Dispatch> = LazyLock::new(|| {
    Dispatch::new(tracing_subscriber::fmt().with_max_level(Level::TRACE).with_writer(io::sink).finish())
});

/// The log lines of this thread, on which everything runs that a test starts.
#[derive(Clone, Default)]
pub(crate) struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl io::Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl CapturedLog {
    /// Captures every line of every library, as text, until the guard is dropped.
    pub(crate) fn everything() -> (Self, DefaultGuard) {
        LazyLock::force(&EVERY_LEVEL);
        let (log, lines) = (Self::default(), tracing_subscriber::fmt().with_max_level(Level::TRACE).with_ansi(false));
        let target = log.clone();
        let guard = tracing::subscriber::set_default(lines.with_writer(move || target.clone()).finish());
        (log, guard)
    }

    /// Captures the lines up to a level, as JSON, until the guard is dropped.
    pub(crate) fn up_to(level: LevelFilter) -> (Self, DefaultGuard) {
        LazyLock::force(&EVERY_LEVEL);
        let (log, lines) = (Self::default(), tracing_subscriber::fmt().json().with_max_level(level));
        let target = log.clone();
        let guard = tracing::subscriber::set_default(lines.with_writer(move || target.clone()).finish());
        (log, guard)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    pub(crate) fn requests(&self) -> Vec<(String, Value)> {
        let lines: Vec<Value> = self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let requests = lines.into_iter().filter(|line| line["target"] == "gateway::request");
        requests.map(|mut line| (line["level"].as_str().unwrap().to_owned(), line["fields"].take())).collect()
    }
}
