//! Questions at the terminal.

use std::io::{BufRead as _, IsTerminal as _, Write as _, stderr, stdin};

use super::error::Error;

/// Whether somebody is there to answer.
pub(super) fn has_terminal() -> bool {
    stdin().is_terminal()
}

/// Prompts for a line with echo.
pub(super) fn ask(question: &str) -> Result<String, Error> {
    ask_if_known(question)?.ok_or(Error::NothingTyped)
}

/// Prompts for a line with echo. `None`: nothing was typed.
pub(super) fn ask_if_known(question: &str) -> Result<Option<String>, Error> {
    write!(stderr(), "{question}")?;
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    Ok(Some(line.trim().to_owned()).filter(|line| !line.is_empty()))
}
