//! Texts from services and from callers.

use super::error::Error;

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
    const MAX_LENGTH: usize = 100;
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::bad_user_input(format!("\"{name}\" não pode ficar em branco.")));
    }
    if text.chars().nth(MAX_LENGTH).is_some() {
        return Err(Error::bad_user_input(format!("\"{name}\" pode ter no máximo {MAX_LENGTH} caracteres.")));
    }
    if !is_plain_line(text) {
        return Err(Error::bad_user_input(format!("\"{name}\" tem caracteres que não aparecem: digite-o de novo.")));
    }
    Ok(text.to_owned())
}

/// Whether a text is one line without control, invisible or bidirectional formatting characters. With those, two different
/// names look the same, and a note shows something else than it contains.
pub(super) fn is_plain_line(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_invisible(c))
}

/// The same for a text of several lines.
pub(super) fn is_plain_text(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || is_invisible(c))
}

/// Bidirectional formatting and zero-width characters. The zero-width joiners stay: emoji are made with them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{is_plain_line, is_plain_text, text_argument};

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

    #[test]
    fn invisible_characters_are_refused() {
        for good in ["Ana Conceição", "João 🐕‍🦺", "O'Neill-Ñandú (2ª)", "日本"] {
            assert!(is_plain_line(good) && is_plain_text(good), "{good}");
        }
        for bad in ["a\0b", "a\u{202e}b", "a\u{200b}b", "\u{feff}a", "a\u{2066}b", "a\u{7f}", "a\u{e0041}"] {
            assert!(!is_plain_line(bad) && !is_plain_text(bad) && text_argument("x", bad).is_err(), "{bad:?}");
        }
        assert!(is_plain_text("um\n\tdois\r\n") && !is_plain_line("um\ndois"));
    }
}
