//! A line on the terminal that says what is being asked, for as long as it is.

use std::io::{IsTerminal as _, Write as _, stderr};

/// The line. Where standard error is no terminal there is none.
pub(super) struct Progress {
    is_shown: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { is_shown: stderr().is_terminal() }
    }

    pub(super) fn tell(&self, path: &str) {
        self.write(&format!("perguntando a {path}"));
    }

    pub(super) fn clear(&self) {
        self.write("");
    }

    fn write(&self, text: &str) {
        if self.is_shown {
            // Nobody may be reading; that is no reason not to go on.
            drop(write!(stderr(), "\r\u{1b}[K{text}"));
        }
    }
}
