//! Validation of what users type at the login, with a Portuguese message for each fault.
//!
//! The rules for a new password are enforced here: the services get its digest only.

use contract::login::{CODE_LENGTH, MAX_NAME};
use secrecy::{ExposeSecret as _, SecretString};
use unicode_normalization::UnicodeNormalization as _;

use crate::schema::plain_text::is_plain_line;

/// Longest e-mail address in bytes (RFC 5321).
const MAX_EMAIL: usize = 254;
/// Longest password in characters.
const MAX_PASSWORD: usize = 256;
/// Shortest new password in characters.
const MIN_PASSWORD: usize = 8;

/// The trimmed address. Only what cannot be an address is refused.
pub(super) fn email(email: &str) -> Result<&str, &'static str> {
    let email = email.trim();
    if email.is_empty() {
        return Err("O campo e-mail é obrigatório!");
    }
    let clean = is_plain_line(email) && !email.contains(char::is_whitespace);
    if !is_one_address(email) || !clean || email.len() > MAX_EMAIL {
        return Err("O e-mail informado não é válido.");
    }
    Ok(email)
}

/// Whether a text is a single address. With a comment, angle brackets or a separator (RFC 5322, section 3.2.3) a mailer reads a
/// list, or another mailbox than the one whose codes are counted. They are refused also in quotes, which not every mailer
/// respects, and in the compatibility forms of Unicode.
fn is_one_address(email: &str) -> bool {
    let plain: String = email.nfkc().collect();
    let Some((name, host)) = plain.rsplit_once('@') else { return false };
    let is_special = |c: char| "()<>,;@".contains(c);
    // A host may be an address literal, as in `[IPv6:::1]`.
    let name_fits = !name.is_empty() && !name.contains(|c| is_special(c) || ":[]".contains(c));
    let host_fits = !host.is_empty() && !host.contains(|c| is_special(c) || "\"\\".contains(c));
    name_fits && host_fits
}

/// The trimmed code. Both rules have one message, as the portal's specification has it (section 5).
pub(super) fn code(codigo: &SecretString) -> Result<SecretString, &'static str> {
    let codigo = codigo.expose_secret().trim();
    if codigo.chars().count() != CODE_LENGTH || !is_plain_line(codigo) {
        return Err("O código é obrigatório!");
    }
    Ok(codigo.into())
}

pub(super) fn password(senha: &SecretString) -> Result<(), &'static str> {
    let senha = senha.expose_secret();
    if senha.is_empty() {
        return Err("A senha é obrigatória!");
    }
    if senha.chars().count() > MAX_PASSWORD {
        return Err("A senha tem no máximo 256 caracteres.");
    }
    Ok(())
}

pub(super) fn new_password(new: &SecretString, current: &SecretString, email: &str) -> Result<(), &'static str> {
    password(new)?;
    let (new, current) = (new.expose_secret(), current.expose_secret());
    if new.chars().count() < MIN_PASSWORD {
        return Err("A nova senha deve ter pelo menos 8 caracteres.");
    }
    if !new.chars().any(char::is_alphabetic) || !new.chars().any(char::is_numeric) {
        return Err("A nova senha deve ter pelo menos uma letra e um número.");
    }
    if new == current {
        return Err("A nova senha deve ser diferente da atual.");
    }
    if new.to_lowercase() == email.to_lowercase() {
        return Err("A nova senha não pode ser o e-mail.");
    }
    Ok(())
}

/// The digits of a phone number, empty if there is none; `None` if it is no phone number.
pub(super) fn phone_digits(telefone: &str) -> Option<String> {
    let telefone = telefone.trim();
    let telefone = telefone.strip_prefix("+55").unwrap_or(telefone);
    let plain: String = telefone.chars().filter(|c| !matches!(c, ' ' | '(' | ')' | '-' | '.')).collect();
    let fits = matches!(plain.len(), 0 | 10 | 11) && plain.bytes().all(|b| b.is_ascii_digit());
    fits.then_some(plain)
}

/// Checks a user's name, which is trimmed already.
pub(super) fn name(nome: &str) -> Result<(), &'static str> {
    if nome.is_empty() {
        return Err("O nome é obrigatório!");
    }
    if nome.chars().count() > MAX_NAME || nome.chars().any(char::is_control) {
        return Err("O nome deve ter no máximo 120 caracteres, em uma só linha.");
    }
    if !is_plain_line(nome) {
        return Err("O nome tem caracteres que não aparecem: digite-o de novo.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::{code, email, new_password, phone_digits};

    #[test]
    fn weak_new_passwords_are_refused() {
        let check = |new: &str| new_password(&new.into(), &"Atual1234".into(), "ana1@exemplo.com.br");
        assert_eq!(check("Nova12345"), Ok(()));
        assert_eq!(check("çãéíóú12"), Ok(()));
        assert_eq!(check(&"a1".repeat(128)), Ok(()));
        for bad in ["", "abc123", "semnumero", "123456789", "Atual1234", "ANA1@exemplo.com.br", &"a1".repeat(129)] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn codes_have_six_characters_and_addresses_an_at() {
        assert_eq!(code(&" a1B2c3 ".into()).unwrap().expose_secret(), "a1B2c3");
        for bad in ["", "  ", "12345", "1234567", "12\n456"] {
            assert!(code(&bad.into()).is_err(), "{bad}");
        }
        assert_eq!(email(" ana@exemplo.com "), Ok("ana@exemplo.com"));
        for bad in ["", " ", "ana", "@exemplo.com", "ana@", "a na@exemplo.com", &format!("{}@x.br", "a".repeat(250))] {
            assert!(email(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_is_one_without_comments_and_names() {
        for address in ["ana+pets@exemplo.com", "\"ana\"@exemplo.com", "ana@[192.0.2.1]", "josé@exemplo.com.", "a'b@x"]
        {
            assert_eq!(email(address), Ok(address));
        }
        for other in [
            "(c)v@x.br",
            "v(c)@x.br",
            "v@x.br(c)",
            "v@(c)x.br",
            "<v@x.br>",
            "Ana<v@x.br>",
            "v@x.br,",
            ",v@x.br",
            "v@x.br,w@x.br",
            "v@x.br;w@x.br",
            "v@x.br:w@x.br",
            "g:v@x.br;",
            "@r.br:v@x.br",
            "v@w@x.br",
            "\"v@w\"@x.br",
            "\"v,w\"@x.br",
            "v@\"x.br\"",
            "v@x\\.br",
            "v，w@x.br",
            "v＠w@x.br",
            "＜v@x.br＞",
            "v@x.br；w",
        ] {
            assert_eq!(email(other), Err("O e-mail informado não é válido."), "{other}");
        }
    }

    #[test]
    fn phones_keep_their_digits() {
        for (typed, plain) in [
            ("", Some("")),
            ("  ", Some("")),
            ("(11) 98765-4321", Some("11987654321")),
            ("+55 11 3456.7890", Some("1134567890")),
            ("987654321", None),
            ("119876543210", None),
            ("11 9876x-4321", None),
        ] {
            assert_eq!(phone_digits(typed).as_deref(), plain, "{typed}");
        }
    }
}
