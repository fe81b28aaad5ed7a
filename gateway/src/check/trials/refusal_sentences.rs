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

const UNKNOWN: [&str; 22] = [
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
    "could not be mapped",
    "não pôde ser mapead",
    "unpermitted",
    "prohibited",
    "proibid",
];
/// Words of a sentence that says so only of what it calls a field: a claim may not be found either.
const UNKNOWN_FIELD: [&str; 5] = ["localiz", "encontrad", "could not find", "not found", "no such"];
const MISSING: [&str; 19] = [
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
    "not be empty",
    "não deve estar vazi",
];
const WRONG_VALUE: [&str; 20] = [
    "deve ser",
    "devem ser",
    "must be",
    "should be",
    "expected",
    "não aceita",
    "nao aceita",
    "esperad",
    "could not be converted",
    "could not convert",
    "error converting",
    "não pôde ser convertid",
    "não pode ser convertid",
    "não foi possível converter",
    "cannot deserialize",
    "cannot unmarshal",
    "invalid type",
    "tipo inválid",
    "inválid",
    "not a valid",
];
/// Words before or after the name of a field.
const FIELD: [&str; 14] = [
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
    "membro",
    "member",
];
/// Words before the name of a type.
const TYPE: [&str; 4] = ["type", "tipo", "class", "classe"];
/// Ends of the names of types, and what they call a request as a whole.
const TYPE_ENDS: [&str; 9] = ["Request", "Req", "Dto", "DTO", "Command", "Model", "Input", "Payload", "Exception"];
const WHOLE_REQUEST: [&str; 8] = ["request", "dto", "command", "model", "input", "payload", "body", "json"];
/// What .NET says beside the path of a value.
const POSITIONS: [&str; 2] = ["LineNumber", "BytePositionInLine"];
const ARTICLES: [&str; 7] = ["o", "a", "os", "as", "the", "um", "uma"];
/// Words of a sentence that begin what it says about its subject.
const VERBS: [&str; 12] = ["é", "e", "is", "are", "são", "deve", "devem", "must", "should", "não", "nao", "cannot"];
/// Between the negation of a sentence and what it denies.
const COPULAS: [&str; 3] = [" é ", " são ", " sao "];
/// Words after `campo` that are no name, and beginnings of such.
const NO_NAMES: [&str; 11] =
    ["de", "do", "da", "not", "extra", "errors", "names", "invalid", "net", "contained", "contido"];
const NO_NAMES_BEGIN: [&str; 8] =
    ["obrigat", "desconhecid", "ausente", "faltante", "faltando", "required", "missing", "unknown"];

/// What a text says about keys: the names in each sentence that says something.
pub(super) fn named_in(text: &str) -> Vec<(Says, Vec<&str>, &str)> {
    let named = |sentence| match names(sentence) {
        // .NET and Jackson say the path at the end.
        none if none.is_empty() => path_in(text).into_iter().collect(),
        names => names,
    };
    let told = sentences(text).into_iter().filter_map(|sentence| Some((says(sentence)?, named(sentence), sentence)));
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
        () if has(&UNKNOWN_FIELD) && lower.split_whitespace().any(|word| FIELD.contains(&bare(word))) => {
            Some(Says::Unknown)
        }
        () if has(&WRONG_VALUE) => Some(Says::WrongValue),
        () => None,
    }
}

/// Whether a sentence asks for a number.
pub(super) fn wants_number(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let words = ["inteiro", "número", "numero ", "numéric", "integer", "number", "numeric", "decimal"];
    let is_type = |word: &str| {
        let size = word.rsplit('.').next().unwrap_or(word);
        let size =
            ["int", "uint", "float", "i", "u", "f"].iter().find_map(|kind| size.strip_prefix(kind)).unwrap_or("-");
        matches!(size, "" | "16" | "32" | "64") && word.len() > 1
            || matches!(word, "lang.long" | "java.lang.long" | "long")
    };
    words.iter().any(|word| lower.contains(word)) || lower.split_whitespace().any(|word| is_type(bare(word)))
}

/// The last key of a path: `codigo` of `$.itens[0].codigo` and of `/itens/0/codigo`.
pub(super) fn last_key(path: &str) -> &str {
    path.rsplit(['.', '/', '#']).find(|key| !key.is_empty()).unwrap_or(path)
}

/// The key at the end of the path that a text says: `Path: $.codigo`, `Path 'codigo'`, `reference chain: Pedido["codigo"]`.
fn path_in(text: &str) -> Option<&str> {
    let chain = || Some(text.rsplit_once("[\"")?.1.split_once("\"]")?.0);
    let mut before = "";
    for word in text.split_whitespace() {
        let is_quoted = word.starts_with(['\'', '"', '`']);
        if word.starts_with("$.") || is_quoted && ["path", "caminho"].contains(&&*bare(before).to_lowercase()) {
            return Some(last_key(bare(word))).filter(|name| is_name(name));
        }
        before = word;
    }
    chain().filter(|name| is_name(name))
}

/// The words of a text that may be names of keys: no types, and nothing of what frameworks say beside them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut before = "";
    let whole = text.split_whitespace().filter(move |word| {
        let is_type = TYPE.contains(&&*bare(before).to_lowercase());
        before = word;
        let name = bare(word);
        let is_qualified = || name.rsplit_once('.').is_some_and(|(_, last)| last.starts_with(char::is_uppercase));
        !(is_type || is_qualified() && !name.starts_with('$'))
    });
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    whole.flat_map(move |word| word.split(move |c: char| !is_part(c))).filter(|word| is_key(word))
}

/// Whether a word may be the name of a key, and not of a type, of the request as a whole, or of a position in it.
pub(super) fn is_key(word: &str) -> bool {
    let is_type = TYPE_ENDS.iter().any(|end| word.ends_with(end) && word.starts_with(char::is_uppercase));
    word.len() > 1 && shown(word).is_ok() && !is_type && !WHOLE_REQUEST.contains(&word) && !POSITIONS.contains(&word)
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
    let is_json = |word: &&str| bare(word).eq_ignore_ascii_case("json");
    let raw: Vec<_> = sentence.split_whitespace().filter(|word| !bare(word).is_empty() && !is_json(word)).collect();
    let fields: Vec<_> = raw.iter().map(|word| bare(word)).collect();
    let words: Vec<_> = sentence.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let is_one_of = |word: &str, all: &[&str]| all.contains(&word.to_lowercase().as_str());
    // `o campo documento …`, `property apiKey …`.
    let after_field = || fields.windows(2).zip(raw.iter().skip(1)).filter(|(pair, _)| is_one_of(pair[0], &FIELD));
    let is_quoted = |word: &str| word.starts_with(['\'', '"', '`']);
    let quotes = after_field().any(|(_, word)| is_quoted(word));
    let after_field = after_field().filter(|(_, word)| !quotes || is_quoted(word)).map(|(pair, _)| pair[1]);
    let is_other = |word: &&str| {
        let lower = word.to_lowercase();
        !is_one_of(word, &VERBS)
            && !is_one_of(word, &FIELD)
            && !is_one_of(word, &NO_NAMES)
            && !NO_NAMES_BEGIN.iter().any(|one| lower.starts_with(one))
    };
    // Go says the type before the field.
    let of_type = |name| if sentence.contains("struct field") { last_key(name) } else { name };
    let named: Vec<_> = after_field.filter(is_other).map(of_type).filter(|word| is_name(word)).collect();
    if !named.is_empty() {
        return named;
    }
    if let Some(name) = path_in(sentence) {
        return vec![name];
    }
    // `seguradoraId: tipo inválido`
    if let Some((name, rest)) = sentence.split_once(':')
        && says(name).is_none()
        && says(rest).is_some()
        && is_name(bare(name))
        && !is_one_of(bare(name), &WHOLE_REQUEST)
    {
        return vec![bare(name)];
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
