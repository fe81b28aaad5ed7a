//! The log: lines on standard error. Standard output is for the results of commands.
//!
//! A thread of its own writes the lines (tracing-appender), in batches. If standard error blocks, because of a full pipe or a
//! stuck log collector, up to [`MAX_QUEUED_LINES`] wait; further ones are dropped and counted. No request waits for the log.

use std::{
    io::{self, BufWriter, Write},
    thread,
    time::Duration,
};

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// An access log line has some 400 bytes, so these take some 4 MiB.
const MAX_QUEUED_LINES: usize = 8192;
/// Time between two batches of lines. A busy gateway would wake the log's thread for each line, which takes more system calls than
/// the request that the line is about.
const BATCH_INTERVAL: Duration = Duration::from_millis(10);

/// The running log. Dropped, it writes the queued lines, for one second at most.
pub struct LogGuard {
    dropped: ErrorCounter,
    _worker: WorkerGuard,
}

/// Sends the lines that pass a filter to standard error, as text or as JSON.
pub fn start(filter: &str, is_json: bool) -> LogGuard {
    let (queue, guard) = queue(io::stderr(), MAX_QUEUED_LINES);
    // rmcp logs the messages of agents: names, arguments and results.
    // OpenTelemetry's SDK logs the end of each provider as information.
    let directives = ["rmcp=off", "opentelemetry_sdk=warn"].map(|text| text.parse().expect("a target and a level"));
    let filter = directives.into_iter().fold(EnvFilter::new(filter), EnvFilter::add_directive);
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(queue);
    if is_json {
        lines.json().init();
    } else {
        lines.init();
    }
    guard
}

/// A queue of lines, and the thread that writes them.
fn queue(writer: impl Write + Send + 'static, max_lines: usize) -> (NonBlocking, LogGuard) {
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(max_lines).thread_name("log");
    let (queue, worker) = builder.finish(Batches(BufWriter::new(writer)));
    let dropped = queue.error_counter();
    (queue, LogGuard { dropped, _worker: worker })
}

impl LogGuard {
    /// Reads how many lines were dropped so far.
    pub fn dropped_lines(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let dropped = self.dropped.clone();
        move || dropped.dropped_lines() as u64
    }
}

/// Writes the lines in batches.
struct Batches<W: Write>(BufWriter<W>);

impl<W: Write> Write for Batches<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write(line)
    }

    /// The worker flushes when its queue is empty. While it sleeps, lines are queued without a wake-up.
    #[expect(clippy::disallowed_methods, reason = "the log's thread has no requests")]
    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.0.flush();
        thread::sleep(BATCH_INTERVAL);
        flushed
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{
            Arc, Mutex,
            mpsc::{Receiver, Sender, channel},
        },
    };

    use super::queue;

    /// Blocks each write until the test allows it, or has dropped its sender.
    struct BlockedWriter {
        started: Sender<()>,
        allowed: Receiver<()>,
        written: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for BlockedWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.started.send(());
            let _ = self.allowed.recv();
            self.written.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_blocked_writer_blocks_no_caller_and_dropped_lines_are_counted() {
        let (started, is_started) = channel();
        let (allow, allowed) = channel::<()>();
        let written = Arc::<Mutex<Vec<u8>>>::default();
        let (mut lines, guard) = queue(BlockedWriter { started, allowed, written: Arc::clone(&written) }, 2);
        lines.write_all(b"one\n").unwrap();
        is_started.recv().unwrap();
        // The writer is blocked from here on: two lines are queued, and no more.
        for line in ["two\n", "three\n", "dropped\n", "dropped\n"] {
            lines.write_all(line.as_bytes()).unwrap();
        }
        assert_eq!((guard.dropped_lines()(), written.lock().unwrap().as_slice()), (2, &b""[..]));
        drop(allow);
        drop(guard);
        assert_eq!(*written.lock().unwrap(), b"one\ntwo\nthree\n");
        assert_eq!(is_started.iter().count(), 1, "queued lines are written at once");
    }
}
