//! Texts from services and from callers.

use super::{error::Error, plain_text::is_plain_line};

/// Most characters of a code or number of the services.
pub(super) const MAX_CODE: usize = 100;

/// A service's text; `None` if it is blank.
pub(super) fn text_from_service(text: Option<&str>) -> Option<&str> {
    text.filter(|text| text.contains(|c: char| !c.is_whitespace()))
}

/// A phone number of a service as the digits of its area code and number, without Brazil's 55 before them; as it was sent, if
/// it has others.
pub(super) fn phone_from_service(text: &str) -> Option<String> {
    let text = text_from_service(Some(text))?;
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_phone =
        (10..=13).contains(&digits.len()) && text.chars().all(|c| c.is_ascii_digit() || " ()+-.".contains(c));
    let national = digits.strip_prefix("55").filter(|rest| rest.len() >= 10);
    Some(if is_phone { national.unwrap_or(&digits).to_owned() } else { text.to_owned() })
}

/// A code or number that a caller passes as the argument `name`, trimmed.
///
/// # Errors
/// `BAD_USER_INPUT`: it is blank, longer than any code of the services, or has invisible characters.
pub(super) fn text_argument(name: &str, text: &str) -> Result<String, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::bad_user_input(format!("\"{name}\" não pode ficar em branco.")));
    }
    if text.chars().nth(MAX_CODE).is_some() {
        return Err(Error::bad_user_input(format!("\"{name}\" pode ter no máximo {MAX_CODE} caracteres.")));
    }
    if !is_plain_line(text) {
        return Err(Error::bad_user_input(format!("\"{name}\" tem caracteres que não aparecem: digite-o de novo.")));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_phone_number_is_digits_if_it_is_one() {
        for (text, shown) in [
            ("(11) 98000-0000", Some("11980000000")),
            ("+55 11 98000.0000", Some("11980000000")),
            ("551133334444", Some("1133334444")),
            ("55980000000", Some("55980000000")),
            ("1133334444", Some("1133334444")),
            ("98000-0000", Some("98000-0000")),
            ("(11) 98000-0000 ramal 7", Some("(11) 98000-0000 ramal 7")),
            (" ", None),
        ] {
            assert_eq!(super::phone_from_service(text).as_deref(), shown, "{text}");
        }
    }
}
