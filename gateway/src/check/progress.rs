//! A progress line on the terminal with the path of the current call.

use std::io::{IsTerminal as _, Write as _, stderr};

/// Hidden if standard error is not a terminal.
pub(super) struct Progress {
    is_shown: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { is_shown: stderr().is_terminal() }
    }

    pub(super) fn show(&self, path: &str) {
        self.write(&format!("perguntando a {path}"));
    }

    pub(super) fn clear(&self) {
        self.write("");
    }

    fn write(&self, text: &str) {
        if self.is_shown {
            // Errors on standard error do not stop the check.
            drop(write!(stderr(), "\r\u{1b}[K{text}"));
        }
    }
}
