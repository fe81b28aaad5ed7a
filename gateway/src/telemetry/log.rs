//! The log: lines on standard error. Standard output is for the results of commands.
//!
//! A thread of its own writes the lines (tracing-appender), in batches. If standard error blocks, because of a full pipe or a
//! stuck log collector, up to [`MAX_QUEUED_LINES`] wait; further ones are dropped and counted. No request waits for the log.

use std::{
    io::{self, BufWriter, Stderr, Write},
    panic::{self, PanicHookInfo},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
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
    dropped: ErrorCounter,
    _worker: WorkerGuard,
}

/// Lines that standard error did not take.
static FAILED: AtomicU64 = AtomicU64::new(0);

impl LogGuard {
    /// Counts lost lines: dropped from the queue, or not taken by standard error.
    pub fn lost(&self) -> impl Fn() -> u64 + Send + Sync + 'static {
        let dropped = self.dropped.clone();
        move || dropped.dropped_lines() as u64 + FAILED.load(Relaxed)
    }
}

/// Sends the lines that pass a filter to standard error, as text or as JSON.
pub fn start(filter: EnvFilter, is_json: bool) -> LogGuard {
    let queue = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(MAX_QUEUED_LINES).thread_name("log");
    let (queue, worker) = queue.finish(Batches(BufWriter::new(io::stderr())));
    let guard = LogGuard { dropped: queue.error_counter(), _worker: worker };
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
struct Batches(BufWriter<Stderr>);

impl Write for Batches {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write(line).inspect_err(|_| {
            FAILED.fetch_add(1, Relaxed);
        })
    }

    /// The worker flushes when its queue is empty. While it sleeps, lines are queued without a wake-up.
    #[expect(clippy::disallowed_methods, reason = "the log's thread has no requests")]
    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.0.flush();
        thread::sleep(BATCH_INTERVAL);
        flushed
    }
}
