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
    if !is_plain(text) {
        return Err(Error::bad_user_input(format!("\"{name}\" tem caracteres que não aparecem: digite-o de novo.")));
    }
    Ok(text.to_owned())
}

/// Whether a text is one line, and looks like what it is: no control characters, no marks that nobody sees, none that turn
/// what follows around. Two names that look the same would be two, and a note could show something else than it says.
pub(super) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_hidden(c))
}

/// The same for a text of several lines.
pub(super) fn is_plain_note(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || is_hidden(c))
}

/// Marks of direction, and what takes no room. The joiners stay: emoji are made with them.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{asked, is_plain, is_plain_note};

    #[test]
    fn what_nobody_sees_is_no_part_of_a_text() {
        for good in ["Ana Conceição", "João 🐕‍🦺", "O'Neill-Ñandú (2ª)", "日本"] {
            assert!(is_plain(good) && is_plain_note(good), "{good}");
        }
        for bad in ["a\0b", "a\u{202e}b", "a\u{200b}b", "\u{feff}a", "a\u{2066}b", "a\u{7f}", "a\u{e0041}"] {
            assert!(!is_plain(bad) && !is_plain_note(bad) && asked("x", bad).is_err(), "{bad:?}");
        }
        assert!(is_plain_note("um\n\tdois\r\n") && !is_plain("um\ndois"));
    }
}
