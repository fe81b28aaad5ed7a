//! Proposes the contract's codes of statuses where an API has others, by the descriptions beside them, or by themselves.

use std::collections::BTreeSet;

use crate::check::{draft::Draft, sampling::known_values::KnownValues};

/// The codes that the portal knows, with words of their descriptions, without accents.
const STATUSES: [(&str, &str); 7] = [
    ("ABERTO", "aberto aberta open opened novo nova new"),
    ("EM_ANALISE", "analise analysis review reviewing andamento progress"),
    ("AUTORIZADO", "autorizado autorizada authorized authorised aprovado aprovada approved"),
    ("FATURADO", "faturado faturada billed invoiced pago paga paid liquidado liquidada settled"),
    ("NEGADO", "negado negada denied rejected recusado recusada declined"),
    ("REABERTO", "reaberto reaberta reopened"),
    ("CANCELADO", "cancelado cancelada cancelled canceled"),
];
const BY_DESCRIPTION: &str = "confira: pela descrição que vem ao lado";
/// Words that may mean a status, if no other code does.
const WEAK: [(&str, &str); 1] = [("EM_ANALISE", "pendente pending auditoria audit aguardando waiting")];
/// Words of a status that comes before the one that the words beside them mean, or is that one.
const WAITING: [&str; 4] = ["aguardando", "waiting", "pendente", "pending"];
const BY_ELIMINATION: &str = "confira: o único que sobrou";
const BY_CODE: &str = "confira: pelo que o código diz";

/// The contract's codes of statuses.
pub(in crate::check) fn statuses() -> impl Iterator<Item = &'static str> {
    STATUSES.iter().map(|(code, _)| *code)
}

/// Longest code of a status.
const MAX_CODE_LENGTH: usize = 20;

pub(in crate::check) fn infer(draft: &mut Draft, known: &KnownValues) {
    let codes = known.codes("cdStatus");
    let is_own = |status: &str| codes.iter().any(|(code, _)| code == status);
    let pairs = known.pairs("cdStatus", "dsStatus");
    let words_of = |code: &String| match pairs.iter().find(|(known, _)| known == code) {
        Some((_, description)) => (crate::contract::words_of(description), BY_DESCRIPTION),
        None => (code.to_lowercase().split(['_', '-', '.']).map(str::to_owned).collect(), BY_CODE),
    };
    let mut left = Vec::new();
    let mut paired = BTreeSet::new();
    for (code, is_number) in codes.iter().filter(|(code, _)| is_code(code) && !statuses().any(|own| own == code)) {
        let number = code.parse::<i64>().ok().filter(|_| *is_number);
        let value = number.map_or_else(|| toml::Value::from(code.as_str()), toml::Value::from);
        let (words, doubt) = words_of(code);
        let is_waiting = words.iter().any(|word| WAITING.contains(&word.as_str()));
        let told = if is_waiting { None } else { meant(&STATUSES, &words).filter(|status| !is_own(status)) };
        let status = told.filter(|status| draft.get(&["values", "status", status]).is_none());
        match status {
            Some(status) => draft.set(&["values", "status", status], value.clone(), Some(doubt.to_owned())),
            None if is_said(draft, &value) => {}
            None => left.push((value.clone(), meant(&WEAK, &words))),
        }
        paired.extend(told.filter(|status| draft.get(&["values", "status", status]) == Some(&value)));
    }
    // Each status has one code, and each code one status: no word can mean another.
    let number_of_own = statuses().filter(|status| is_own(status)).count();
    if left.is_empty() && paired.len() + number_of_own == STATUSES.len() {
        for status in paired {
            draft.forget_doubt(&["values", "status", status]);
        }
    }
    let others: Vec<_> = statuses().filter(|status| !is_own(status)).collect();
    decide_left(draft, &left, &others);
}

/// The status that words mean, if they mean one.
fn meant(statuses: &[(&'static str, &str)], words: &[String]) -> Option<&'static str> {
    let mut meant =
        statuses.iter().filter(|(_, names)| words.iter().any(|word| names.split(' ').any(|name| name == word)));
    let first = meant.next()?;
    meant.next().is_none().then_some(first.0)
}

fn is_said(draft: &Draft, value: &toml::Value) -> bool {
    let said = draft.get(&["values", "status"]).and_then(toml::Value::as_table);
    let is_it = |one: &toml::Value| one.as_array().map_or(one == value, |all| all.contains(value));
    said.into_iter().flatten().any(|(_, one)| is_it(one))
}

/// Codes that nothing explains: one that is left for one status is proposed, all others get a line to fill in.
fn decide_left(draft: &mut Draft, left: &[(toml::Value, Option<&str>)], statuses: &[&str]) {
    let table = ["values", "status"];
    let is_open = |status: &&str| draft.get(&["values", "status", status]).is_none();
    let open: Vec<_> = statuses.iter().copied().filter(is_open).collect();
    match (left, &open[..]) {
        // Most codes are known: what is left belongs together.
        ([(value, weak)], [status]) if weak.is_none_or(|weak| weak == *status) => {
            draft.set(&["values", "status", status], value.clone(), Some(BY_ELIMINATION.to_owned()));
        }
        ([(value, Some(weak))], _) if open.contains(weak) => {
            draft.set(&["values", "status", weak], value.clone(), Some(BY_DESCRIPTION.to_owned()));
        }
        _ => {
            for (value, _) in left {
                let names = if open.is_empty() {
                    "nenhum do portal sobrou: invente um nome".to_owned()
                } else {
                    format!("sobraram {}", open.join(", "))
                };
                let reason = format!("este código veio: que nome do portal tem? ({names})");
                draft.leave_open(&table, format!("\"…{}\" = {value}", value.to_string().trim_matches('"')), reason);
            }
        }
    }
}

/// Whether a value may be printed: a short code, and no text that somebody wrote.
fn is_code(value: &str) -> bool {
    value.len() <= MAX_CODE_LENGTH
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
