//! The terminal: questions of the login, and a progress line.

use std::io::{BufRead as _, IsTerminal as _, Write as _, stderr, stdin};

use secrecy::SecretString;

use super::error::Error;

/// # Errors
/// Standard input is no terminal.
pub(super) fn require_terminal() -> Result<(), Error> {
    if stdin().is_terminal() { Ok(()) } else { Err(Error::NoTerminal) }
}

/// Prompts for a line with echo.
///
/// # Errors
/// Nothing was typed, or the terminal failed.
pub(super) fn prompt(question: &str) -> Result<String, Error> {
    write!(stderr(), "{question}")?;
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    if line.is_empty() { Err(Error::NothingTyped) } else { Ok(line.to_owned()) }
}

/// Prompts for a line without echo.
///
/// # Errors
/// The terminal failed.
pub(super) fn prompt_hidden(question: &str) -> Result<SecretString, Error> {
    Ok(rpassword::prompt_password(question)?.into())
}

/// Shows the path of the current call on standard error, if that is a terminal. `None` clears the line.
pub(super) fn show_progress(path: Option<&str>) {
    if stderr().is_terminal() {
        let text = path.map(|path| format!("perguntando a {path}")).unwrap_or_default();
        // Errors on standard error do not stop the check.
        drop(write!(stderr(), "\r\u{1b}[K{text}"));
    }
}

/// Prints a line on standard error.
pub(super) fn tell(line: &str) {
    // As above.
    drop(writeln!(stderr(), "{line}"));
}
