//! The log: lines on standard error. Standard output is for the results of commands.
//!
//! A thread of its own writes the lines (tracing-appender), in batches. If standard error blocks, because of a full pipe or a
//! stuck log collector, up to [`MAX_QUEUED_LINES`] wait; further ones are dropped and counted. No request waits for the log.

use std::{
    io::{self, BufWriter, Stderr, Write},
    panic::{self, PanicHookInfo},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// An access log line has some 400 bytes, so these take some 4 MiB.
const MAX_QUEUED_LINES: usize = 8192;
/// Time between two batches of lines. A busy gateway would wake the log's thread for each line, which takes more system calls than
/// the request that the line is about.
const BATCH_INTERVAL: Duration = Duration::from_millis(10);

/// Keeps the log running. Dropping it flushes the queue, for one second at most.
pub struct LogGuard {
    /// Counts the lines that were dropped.
    dropped: ErrorCounter,
    /// The lines that could not be written.
    failed: Arc<AtomicU64>,
    _worker: WorkerGuard,
}

impl LogGuard {
    /// Counts the lines that were lost, when it is called.
    pub fn lost(&self) -> impl Fn() -> u64 + Send + Sync + 'static {
        let (dropped, failed) = (self.dropped.clone(), Arc::clone(&self.failed));
        move || dropped.dropped_lines() as u64 + failed.load(Relaxed)
    }
}

/// Sends the lines that pass a filter to standard error, as text or as JSON.
pub fn start(filter: EnvFilter, is_json: bool) -> LogGuard {
    let queue = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(MAX_QUEUED_LINES).thread_name("log");
    let failed = Arc::default();
    let (queue, worker) = queue.finish(Batches { lines: BufWriter::new(io::stderr()), failed: Arc::clone(&failed) });
    let guard = LogGuard { dropped: queue.error_counter(), failed, _worker: worker };
    // rmcp logs the messages of agents: names, arguments and results.
    // OpenTelemetry's SDK logs the end of each provider as information.
    let directives = ["rmcp=off", "opentelemetry_sdk=warn"].map(|text| text.parse().expect("a target and a level"));
    let filter = directives.into_iter().fold(filter, EnvFilter::add_directive);
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(queue);
    if is_json {
        lines.json().init();
    } else {
        lines.init();
    }
    panic::set_hook(Box::new(log_panic));
    guard
}

/// Rust's own hook writes to standard error itself: as text, and the panicking worker waits if standard error blocks.
pub fn log_panic(panic: &PanicHookInfo<'_>) {
    let (place, cause) = (panic.location().map(tracing::field::display), panic.payload_as_str());
    tracing::error!(place, cause, "panic");
}

/// Writes the lines in batches.
struct Batches {
    lines: BufWriter<Stderr>,
    failed: Arc<AtomicU64>,
}

impl Write for Batches {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let written = self.lines.write(line);
        if written.is_err() {
            self.failed.fetch_add(1, Relaxed);
        }
        written
    }

    /// The worker flushes when its queue is empty. While it sleeps, lines are queued without a wake-up.
    #[expect(clippy::disallowed_methods, reason = "the log's thread has no requests")]
    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.lines.flush();
        thread::sleep(BATCH_INTERVAL);
        flushed
    }
}
