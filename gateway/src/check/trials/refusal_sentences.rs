//! What the sentences of a refusal say about the keys that they name: `Campos ausentes: a, b. Campos desconhecidos: c.`
//!
//! A name without quotes is only one where the sentence lists it after a colon, calls it a field, or is about it alone.

use crate::contract::field_names::shown;

/// What a sentence says about the keys that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The service does not know them.
    Unknown,
    /// They did not come.
    Missing,
    /// They came with a value of another kind.
    WrongValue,
}

const UNKNOWN: [&str; 17] = [
    "desconhecid",
    "não reconhecid",
    "nao reconhecid",
    "não permitid",
    "nao permitid",
    "inesperad",
    "não existe",
    "nao existe",
    "does not exist",
    "unknown",
    "unrecogni",
    "unexpected",
    "not allowed",
    "not permitted",
    "should not exist",
    "additional propert",
    "extra input",
];
const MISSING: [&str; 17] = [
    "ausente",
    "falta",
    "obrigat",
    "não informad",
    "nao informad",
    "não foi informad",
    "não veio",
    "nao veio",
    "deve ser informad",
    "deve ser preenchid",
    "informe",
    "required",
    "missing",
    "must be set",
    "must be present",
    "not be blank",
    "not be null",
];
const WRONG_VALUE: [&str; 9] = [
    "deve ser",
    "devem ser",
    "must be",
    "should be",
    "expected",
    "não aceita",
    "nao aceita",
    "could not be converted",
    "inválid",
];
/// Words before or after the name of a field.
const FIELD: [&str; 12] = [
    "campo",
    "campos",
    "field",
    "fields",
    "parametro",
    "parâmetro",
    "parameter",
    "atributo",
    "propriedade",
    "property",
    "chave",
    "key",
];
const ARTICLES: [&str; 7] = ["o", "a", "os", "as", "the", "um", "uma"];
/// Words of a sentence that begin what it says about its subject.
const VERBS: [&str; 12] = ["é", "e", "is", "are", "são", "deve", "devem", "must", "should", "não", "nao", "cannot"];
/// Between the negation of a sentence and what it denies.
const COPULAS: [&str; 3] = [" é ", " são ", " sao "];
/// Words after `campo` that are no name, and beginnings of such.
const NO_NAMES: [&str; 8] = ["de", "do", "da", "not", "extra", "errors", "names", "invalid"];
const NO_NAMES_BEGIN: [&str; 8] =
    ["obrigat", "desconhecid", "ausente", "faltante", "faltando", "required", "missing", "unknown"];

/// What a text says about keys: the names in each sentence that says something.
pub(super) fn named_in(text: &str) -> Vec<(Says, Vec<&str>, &str)> {
    let told = sentences(text).into_iter().filter_map(|sentence| Some((says(sentence)?, names(sentence), sentence)));
    told.filter(|(_, names, _)| !names.is_empty()).collect()
}

/// What a sentence says about keys.
pub(super) fn says(sentence: &str) -> Option<Says> {
    // Some say «não permitido», some «não é permitido».
    let lower = COPULAS.iter().fold(sentence.to_lowercase(), |text, copula| text.replace(copula, " "));
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match () {
        () if has(&UNKNOWN) => Some(Says::Unknown),
        () if has(&MISSING) => Some(Says::Missing),
        () if has(&WRONG_VALUE) => Some(Says::WrongValue),
        () => None,
    }
}

/// Whether a sentence asks for a number.
pub(super) fn wants_number(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    ["inteiro", "número", "numero ", "numéric", "integer", "number", "numeric"].iter().any(|word| lower.contains(word))
}

/// The sentences of a text: a point within a name ends none.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        if matches!(c, ';' | '\n') || matches!(c, '.' | '!') && next.is_none_or(char::is_whitespace) {
            sentences.push(&text[start..at]);
            start = at + c.len_utf8();
        }
    }
    sentences.push(&text[start..]);
    sentences
}

fn names(sentence: &str) -> Vec<&str> {
    let words: Vec<_> = sentence.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let is_one_of = |word: &str, all: &[&str]| all.contains(&word.to_lowercase().as_str());
    // `o campo documento …`, `property apiKey …`.
    let after_field = words.windows(2).filter(|pair| is_one_of(pair[0], &FIELD)).map(|pair| pair[1]);
    let is_other = |word: &&str| {
        let lower = word.to_lowercase();
        !is_one_of(word, &VERBS)
            && !is_one_of(word, &FIELD)
            && !is_one_of(word, &NO_NAMES)
            && !NO_NAMES_BEGIN.iter().any(|one| lower.starts_with(one))
    };
    let named: Vec<_> = after_field.filter(is_other).filter(|word| is_name(word)).collect();
    if !named.is_empty() {
        return named;
    }
    if let Some((_, list)) = sentence.rsplit_once(':') {
        let items = list.split(',').flat_map(|item| item.split(" e ")).flat_map(|item| item.split(" and "));
        let listed: Vec<_> = items.map(|item| bare(without_type(item))).collect();
        if listed.iter().all(|item| is_name(item)) {
            return listed;
        }
    }
    // `documento é obrigatório`, `The email field is required`.
    let subject = words.iter().take_while(|word| !is_one_of(word, &VERBS));
    let subject: Vec<_> =
        subject.filter(|word| !is_one_of(word, &ARTICLES) && !is_one_of(word, &FIELD)).copied().collect();
    match subject[..] {
        [name] if is_name(name) && is_other(&name) && words.iter().any(|word| is_one_of(word, &VERBS)) => vec![name],
        _ => Vec::new(),
    }
}

/// An item of a list without what stands in parentheses after it: its type, as in `Login (Text)`.
fn without_type(item: &str) -> &str {
    item.split_once('(').map(|(name, _)| name).filter(|name| !name.trim().is_empty()).unwrap_or(item)
}

/// A word without quotes and brackets around it.
fn bare(word: &str) -> &str {
    word.trim().trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
}

fn is_name(word: &str) -> bool {
    word.len() > 1 && word.is_ascii() && !word.contains(char::is_whitespace) && shown(word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Says, named_in};

    #[test]
    fn sentences_say_what_is_wrong_with_the_keys_that_they_name() {
        for (text, expected) in [
            (
                "Campos ausentes: chave_aplicacao, codigo. Campos desconhecidos: apiKey, codigoAcesso.",
                vec![
                    (Says::Missing, vec!["chave_aplicacao", "codigo"]),
                    (Says::Unknown, vec!["apiKey", "codigoAcesso"]),
                ],
            ),
            (
                "Campo não reconhecido: email. Campo obrigatório não informado: Email.",
                vec![(Says::Unknown, vec!["email"]), (Says::Missing, vec!["Email"])],
            ),
            (
                "Campo não reconhecido: email. Campo obrigatório não informado: Login (Text), Codigo (Long Integer).",
                vec![(Says::Unknown, vec!["email"]), (Says::Missing, vec!["Login", "Codigo"])],
            ),
            (
                "O campo codigoAcesso não é permitido. O campo codigo_acesso é obrigatório.",
                vec![(Says::Unknown, vec!["codigoAcesso"]), (Says::Missing, vec!["codigo_acesso"])],
            ),
            ("A propriedade apiKey não é permitida.", vec![(Says::Unknown, vec!["apiKey"])]),
            ("Estes campos não são reconhecidos: email, senha.", vec![(Says::Unknown, vec!["email", "senha"])]),
            ("O campo email não existe neste pedido.", vec![(Says::Unknown, vec!["email"])]),
            ("O campo documento é obrigatório.", vec![(Says::Missing, vec!["documento"])]),
            ("documento é obrigatório", vec![(Says::Missing, vec!["documento"])]),
            ("The email field is required.", vec![(Says::Missing, vec!["email"])]),
            ("O campo numero deve ser um número inteiro.", vec![(Says::WrongValue, vec!["numero"])]),
            ("O campo relato não aceita null: omita-o.", vec![(Says::WrongValue, vec!["relato"])]),
            ("property apiKey should not exist", vec![(Says::Unknown, vec!["apiKey"])]),
            ("Unrecognized key(s) in object: 'apiKey'", vec![(Says::Unknown, vec!["apiKey"])]),
            ("json: unknown field \"apiKey\"", vec![(Says::Unknown, vec!["apiKey"])]),
            ("Informe o campo pet.id.", vec![(Says::Missing, vec!["pet.id"])]),
            ("Este sinistro não pode ser reaberto.", vec![]),
            ("Pedido inválido", vec![]),
            ("Segurado não encontrado.", vec![]),
        ] {
            let told: Vec<_> = named_in(text).into_iter().map(|(says, names, _)| (says, names)).collect();
            assert_eq!(told, expected, "{text}");
        }
    }
}
