//! Proposes the contract's codes of statuses where an API has others, by the descriptions beside them, or by themselves.

use crate::check::{draft::Draft, sampling::known_values::KnownValues};

/// The codes that the portal knows, with words of their descriptions, without accents.
const STATUSES: [(&str, &str); 7] = [
    ("ABERTO", "aberto aberta open opened novo nova new"),
    ("EM_ANALISE", "analise analysis review reviewing pendente pending andamento progress"),
    ("AUTORIZADO", "autorizado autorizada authorized authorised aprovado aprovada approved"),
    ("FATURADO", "faturado faturada billed invoiced pago paga paid"),
    ("NEGADO", "negado negada denied rejected recusado recusada declined"),
    ("REABERTO", "reaberto reaberta reopened"),
    ("CANCELADO", "cancelado cancelada cancelled canceled"),
];
const BY_DESCRIPTION: &str = "confira: pela descrição que vem ao lado";
const BY_CODE: &str = "confira: pelo que o código diz";

/// The contract's codes of statuses.
pub(in crate::check) fn statuses() -> impl Iterator<Item = &'static str> {
    STATUSES.iter().map(|(code, _)| *code)
}

/// Longest code of a status.
const MAX_CODE_LENGTH: usize = 20;

pub(in crate::check) fn infer(draft: &mut Draft, known: &KnownValues) {
    let codes = known.codes("cdStatus");
    if draft.is_given("values") || codes.iter().any(|(code, _)| STATUSES.iter().any(|(own, _)| own == code)) {
        return;
    }
    let pairs = known.pairs("cdStatus", "dsStatus");
    for (code, is_number) in codes.iter().filter(|(code, _)| is_code(code)) {
        let described = pairs.iter().find(|(known, _)| known == code);
        let (words, doubt) = match described {
            Some((_, description)) => (crate::contract::words_of(description), BY_DESCRIPTION),
            None => (code.to_lowercase().split(['_', '-', '.']).map(str::to_owned).collect(), BY_CODE),
        };
        let means = |(_, names): &&(&str, &str)| words.iter().any(|word| names.split(' ').any(|name| name == word));
        let mut meant = STATUSES.iter().filter(means);
        if let (Some((status, _)), None) = (meant.next(), meant.next()) {
            let path = ["values", "status", status];
            if draft.get(&path).is_none() {
                let number = code.parse::<i64>().ok().filter(|_| *is_number);
                let value = number.map_or_else(|| toml::Value::from(code.as_str()), toml::Value::from);
                draft.set(&path, value, Some(doubt.to_owned()));
            }
        }
    }
}

/// Whether a value may be printed: a short code, and no text that somebody wrote.
fn is_code(value: &str) -> bool {
    value.len() <= MAX_CODE_LENGTH
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
