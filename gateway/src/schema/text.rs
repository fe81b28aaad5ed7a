//! Texts as they come from the services and from people.

use super::error::Error;

/// A text of the services; one that is blank says nothing.
pub(super) fn said(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// A code or number that somebody asks for, without the spaces around it. `name` is the argument's.
///
/// # Errors
/// `BAD_USER_INPUT` if it is blank, or longer than any that the services have.
pub(super) fn asked(name: &str, text: &str) -> Result<String, Error> {
    const MOST: usize = 100;
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::bad_user_input(format!("\"{name}\" não pode ficar em branco.")));
    }
    if text.chars().nth(MOST).is_some() {
        return Err(Error::bad_user_input(format!("\"{name}\" pode ter no máximo {MOST} caracteres.")));
    }
    Ok(text.to_owned())
}
