//! Lines that wait to be written, and the thread that writes them.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How long lines wait for others, so that many are written at once; and, at the end, how long they may take.
const GATHERING: Duration = Duration::from_millis(20);
const LONGEST_END: Duration = Duration::from_secs(2);

/// Most bytes of memory that are held for the next lines.
const MOST_HELD: usize = 256 * 1024;

/// Lines that wait to be written.
pub(super) struct Store {
    most: usize,
    state: Mutex<State>,
    /// There is something to be written, or the end has come.
    filled: Condvar,
    /// Everything is written.
    emptied: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    is_writing: bool,
    is_ending: bool,
    lost: u64,
    /// How many of the lost were told.
    told: u64,
}

impl Store {
    /// A store of at most so many bytes, and a thread that writes out what comes into it.
    pub(super) fn start(to: impl Write + Send + 'static, most: usize) -> Arc<Self> {
        let store =
            Arc::new(Self { most, state: Mutex::default(), filled: Condvar::default(), emptied: Condvar::default() });
        let writer = Arc::clone(&store);
        let started = thread::Builder::new().name("log".to_owned()).spawn(move || writer.write_out(to));
        // Without a thread there is no log; what a system that gives none has to say is said by everything else.
        drop(started);
        store
    }

    /// Lines that were lost so far.
    pub(super) fn lost(&self) -> u64 {
        self.state().lost
    }

    /// Waits until everything is written, but not for long.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.is_ending = true;
        self.filled.notify_one();
        let is_busy = |state: &mut State| state.is_writing || !state.waiting.is_empty();
        drop(self.emptied.wait_timeout_while(state, LONGEST_END, is_busy));
    }

    fn add(&self, line: &[u8]) {
        let mut state = self.state();
        if state.waiting.len() + line.len() > self.most {
            state.lost += 1;
            return;
        }
        // Whoever has something to write already needs not be told.
        let is_first = state.waiting.is_empty();
        state.waiting.extend_from_slice(line);
        drop(state);
        if is_first {
            self.filled.notify_one();
        }
    }

    /// Writes what comes, for ever.
    fn write_out(&self, mut to: impl Write) {
        let mut lines = Vec::new();
        loop {
            let mut state = self.state();
            state.is_writing = false;
            if state.waiting.is_empty() {
                self.emptied.notify_all();
            }
            state =
                self.filled.wait_while(state, |state| state.waiting.is_empty()).unwrap_or_else(PoisonError::into_inner);
            if !state.is_ending {
                let is_alone = |state: &mut State| !state.is_ending;
                let waited = self.filled.wait_timeout_while(state, GATHERING, is_alone);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            mem::swap(&mut lines, &mut state.waiting);
            state.is_writing = true;
            let lost = state.lost - state.told;
            state.told = state.lost;
            drop(state);
            // Nobody may be reading; there is nowhere to say so.
            drop(to.write_all(&lines));
            if lines.capacity() > MOST_HELD {
                lines = Vec::new();
            }
            lines.clear();
            if lost > 0 {
                tracing::warn!(lost, "lines of the log were lost: nobody took them in time");
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation can panic half-way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for &Store {
    /// A line comes whole.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.add(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

    use super::Store;

    /// What takes lines when it is told to, and says when it is asked to.
    struct Slow {
        asked: Sender<()>,
        told: Receiver<()>,
        taken: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.asked.send(());
            // Where nobody tells any more, everything is taken.
            let _ = self.told.recv();
            self.taken.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_reader_who_is_stuck_and_what_is_lost_is_counted() {
        let (asked, is_asked) = channel();
        let (tell, told) = channel::<()>();
        let taken = Arc::<Mutex<Vec<u8>>>::default();
        let store = Store::start(Slow { asked, told, taken: Arc::clone(&taken) }, 10);
        (&*store).write_all(b"one\n").unwrap();
        is_asked.recv().unwrap();
        // The writer is stuck from here on: ten bytes are held, and no more.
        for line in ["two\n", "three\n", "lost\n", "lost\n"] {
            (&*store).write_all(line.as_bytes()).unwrap();
        }
        assert_eq!((store.lost(), taken.lock().unwrap().as_slice()), (2, &b""[..]));
        drop(tell);
        store.end();
        assert_eq!(*taken.lock().unwrap(), b"one\ntwo\nthree\n");
    }

    #[test]
    fn at_the_end_everything_is_written() {
        let (asked, _) = channel();
        let (tell, told) = channel::<()>();
        drop(tell);
        let taken = Arc::<Mutex<Vec<u8>>>::default();
        let store = Store::start(Slow { asked, told, taken: Arc::clone(&taken) }, 1024 * 1024);
        let lines: Vec<u8> = (0..1000).flat_map(|number| format!("{number}\n").into_bytes()).collect();
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            (&*store).write_all(line).unwrap();
        }
        store.end();
        assert_eq!(*taken.lock().unwrap(), lines);
    }
}
