//! Finds out how a service says that there is no such claim: by a refusal, where the contract has an empty list.

use services::wire::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, RetornaAcionamentoReabertura},
    envelope::{DATA, STATUS},
    segurado::PesquisaSegurado,
};
use toml::Value;

use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        responses::{
            http_status::is_success,
            observation::{self, Observation},
        },
    },
    contract::vocabulary::last_segment,
    mapping::refusals::codes_in,
};

/// Longest text of a refusal that is proposed, in characters.
const MAX_TEXT_LENGTH: usize = 100;
/// Parts of words in refusals of a number that has not the form of one.
const OF_FORM: [&str; 6] = ["inválid", "invalid", "format", "obrigat", "required", "deve"];
/// Parts of words in codes of what does not exist.
const OF_NOTHING: [&str; 4] = ["found", "encontr", "localiz", "exist"];

/// Proposes the refusal of a claim that nobody has as an empty list. Where it was not refused because it could not be asked for,
/// the code of the others that do not exist is left open.
pub(super) fn infer(draft: &mut Draft, seen: &[Observation]) {
    type Claim = ListaAcionamentosBySinistro;
    let path = ["calls", last_segment(Claim::PATH), "empty"];
    if draft.get(&path).is_some() {
        return;
    }
    let provoked = |path: &str| seen.iter().rfind(|one| one.is_provoked && one.contract.path == path);
    // A service that never answered may refuse the request, whatever the number.
    let is_understood = seen.iter().any(|one| {
        let text = || observation::translated(draft, one);
        let is_claim = !one.is_provoked && one.contract.path == Claim::PATH && is_success(one.http);
        is_claim && text().is_some_and(|text| observation::says_success(&text))
    });
    let Some(one) = provoked(Claim::PATH).filter(|_| is_understood) else {
        let others = [PesquisaSegurado::PATH, RetornaAcionamentoReabertura::PATH];
        let codes: Option<Vec<_>> = others.into_iter().map(|path| refusal(draft, provoked(path)?)?.code).collect();
        if let Some([code, other]) = codes.as_deref()
            && code == other
        {
            let line = format!("empty = {{ codes = [{}] }}", Value::from(code.as_str()));
            let reason = "outros serviços recusam assim o que não existe: este também?".to_owned();
            draft.leave_open(&path[..2], line, reason);
        }
        return;
    };
    let Some(Refusal { code, text }) = refusal(draft, one) else { return };
    let (key, value) = match code {
        Some(code) => ("codes", Value::from(code)),
        None if is_constant(&text) => ("messages", Value::from(text.as_str())),
        None if one.http == 404 => ("http", Value::from(404)),
        None => return,
    };
    let value = Value::from(vec![value]);
    if OF_FORM.iter().any(|part| text.to_lowercase().contains(part)) {
        let reason = "um número que nenhum sinistro tem foi recusado assim: se é porque não existe".to_owned();
        draft.leave_open(&path[..2], format!("empty = {{ {key} = {value} }}"), reason);
    } else {
        // What the file had, without being sure, is told by this now.
        for other in ["codes", "messages", "http"] {
            draft.forget_unsure(&[&path[..], &[other]].concat());
        }
        let doubt = "confira: um número que nenhum sinistro tem foi recusado assim".to_owned();
        draft.set(&[&path[..], &[key]].concat(), value, Some(doubt));
    }
}

/// How a service refused what does not exist.
struct Refusal {
    /// Its code, unless that may be the code of every refusal.
    code: Option<String>,
    text: String,
}

fn refusal(draft: &Draft, one: &Observation) -> Option<Refusal> {
    let translated = observation::translated(draft, one);
    let text = translated.as_deref().and_then(observation::message).unwrap_or_default();
    let is_refused = match one.http {
        http if is_success(http) => translated.is_some_and(|text| !observation::says_success(&text)),
        404 => true,
        http => draft.is_refusal(http),
    };
    if !is_refused || draft.ends_session(one.http, Some(&text), one.body.as_bytes()) {
        return None;
    }
    let of_status = || match draft.envelope_key(STATUS) {
        EnvelopePath::Key(key) if draft.envelope_key(DATA) != EnvelopePath::None => key.parse().ok(),
        _ => None,
    };
    let key = draft.get(&["envelope", "code"]).and_then(Value::as_str).map_or_else(of_status, |key| key.parse().ok());
    let codes = key.filter(|_| is_success(one.http) || draft.is_refusal(one.http));
    let codes = codes.map(|key| codes_in(one.body.as_bytes(), &key)).unwrap_or_default();
    Some(Refusal { code: codes.into_iter().find(|code| is_specific(code)), text })
}

/// Whether a code says more than that something failed, as 0, `false` and `ERRO` do.
pub(super) fn is_specific(code: &str) -> bool {
    match code.parse::<i64>() {
        Ok(number) => number.abs() > 1,
        Err(_) => {
            let code = code.to_lowercase();
            code.contains(|letter: char| letter.is_ascii_digit()) || OF_NOTHING.iter().any(|part| code.contains(part))
        }
    }
}

/// Whether a text may be the same for every number.
fn is_constant(text: &str) -> bool {
    let is_short = (1..=MAX_TEXT_LENGTH).contains(&text.chars().count());
    is_short && !text.contains(|letter: char| letter.is_ascii_digit() || letter == '\n')
}

#[cfg(test)]
mod tests {
    use super::{is_constant, is_specific};

    #[test]
    fn a_code_of_every_failure_is_none_of_a_claim() {
        for code in ["104", "044", "E404", "NOT_FOUND", "NAO_LOCALIZADO"] {
            assert!(is_specific(code), "{code}");
        }
        for code in ["0", "1", "-1", "false", "ERRO", "FAIL"] {
            assert!(!is_specific(code), "{code}");
        }
        assert!(
            is_constant("Sinistro não localizado.")
                && !is_constant("Sinistro 2026 não localizado.")
                && !is_constant("")
        );
    }
}
