//! Unknown field names: whether they may be displayed, and which known name they resemble.
//!
//! They come from the services and may be anything: a CPF as the key of a map, or control characters. Only names that look
//! like field names are displayed.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Longest displayed name, in characters.
const LONGEST: usize = 40;
/// Most digits in a displayed name: `endereco2` has one, a CPF eleven.
const MOST_DIGITS: usize = 4;
/// Minimum similarity at which two spellings count as one name; 1 means equal.
const ALIKE: f64 = 0.75;
/// Prefixes of the contract's names, with common alternatives.
const KINDS: [(&str, &[&str]); 8] = [
    ("cd", &["cod", "codigo", "id"]),
    ("nr", &["num", "numero", "nro", "no"]),
    ("nm", &["nome", "name"]),
    ("ds", &["desc", "descricao", "txt", "texto"]),
    ("dt", &["data", "date", "dh"]),
    ("vl", &["valor", "vlr", "val"]),
    ("qt", &["qtd", "qtde", "quantidade"]),
    ("fl", &["flag", "ind", "indicador", "is", "st"]),
];

/// Returns the name if it may be displayed. Otherwise it may be personal data: returns a placeholder.
pub(crate) fn shown(name: &str) -> Result<&str, &'static str> {
    let digits = name.chars().filter(char::is_ascii_digit).count();
    if name.contains('@') {
        return Err("(parece um e-mail)");
    }
    if digits > MOST_DIGITS {
        return Err("(parece um número)");
    }
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ':');
    let begins = name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
    if !begins || name.chars().count() > LONGEST || !name.chars().all(is_plain) {
        return Err("(não parece nome de campo)");
    }
    Ok(name)
}

/// Similarity of two names, from 0 to 1; `None` if they are different names.
fn likeness(unknown: &str, known: &str) -> Option<f64> {
    let (ours, theirs) = (words(known), words(unknown));
    if ours.concat() == theirs.concat() {
        return Some(1.0);
    }
    let ((our_kind, our_stem), (their_kind, their_stem)) = (kind_and_stem(&ours), kind_and_stem(&theirs));
    if our_stem == their_stem && our_stem.len() > 2 {
        let agrees = their_kind.is_none() || our_kind.is_none() || our_kind == their_kind;
        return Some(if agrees { 0.95 } else { 0.85 });
    }
    // A one-letter difference in a short stem makes another word.
    let spelling = strsim::normalized_damerau_levenshtein(&our_stem, &their_stem);
    let spelling = if our_kind == their_kind || their_kind.is_none() { spelling } else { 0.0 };
    let whole = strsim::normalized_damerau_levenshtein(&ours.concat(), &theirs.concat());
    Some(spelling.max(whole)).filter(|alike| *alike >= ALIKE && our_stem.len() > 3)
}

/// Matches unknown names with known ones, by index, in descending similarity. Each name is used at most once.
pub(crate) fn pairs(unknown: &[&str], known: &[&str]) -> Vec<(usize, usize)> {
    let mut alike = Vec::new();
    for (number, name) in unknown.iter().enumerate().filter(|(_, name)| shown(name).is_ok()) {
        let likenesses =
            known.iter().enumerate().filter_map(|(known, ours)| Some((likeness(name, ours)?, number, known)));
        alike.extend(likenesses);
    }
    alike.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, number, known) in alike {
        if !pairs.iter().any(|(one, other)| *one == number || *other == known) {
            pairs.push((number, known));
        }
    }
    pairs
}

/// Splits a name into words, in lower case and without accents: `nrCpfCnpj`, `NR_CPF_CNPJ` and `nr-cpf-cnpj` give the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut follows_lower = false;
    for c in name.nfd().filter(|c| !is_combining_mark(*c)) {
        let starts_word = c.is_uppercase() && follows_lower;
        if (starts_word || !c.is_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        follows_lower = c.is_lowercase();
    }
    words
}

/// The kind that the first word stands for, if any, and the rest of the name.
fn kind_and_stem(words: &[String]) -> (Option<&'static str>, String) {
    let first = words.first().map_or("", String::as_str);
    let kind = KINDS.iter().find(|(kind, others)| *kind == first || others.contains(&first));
    match kind {
        Some((kind, _)) if words.len() > 1 => (Some(kind), words[1..].concat()),
        _ => (None, words.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::{likeness, shown};

    #[test]
    fn other_spellings_of_a_name_are_known() {
        for (unknown, known) in [
            ("nr_sinistro", "nrSinistro"),
            ("NRSINISTRO", "nrSinistro"),
            ("numeroSinistro", "nrSinistro"),
            ("sinistro", "nrSinistro"),
            ("nrSinitro", "nrSinistro"),
            ("cdSinistro", "nrSinistro"),
            ("dsObservação", "dsObservacao"),
            ("valor_total", "vlTotal"),
            ("qtdTotal", "qtTotal"),
            ("nomeSegurado", "nmSegurado"),
            ("DtAbertura", "dtAbertura"),
            ("procedimento", "procedimentos"),
            ("mensagens", "messages"),
            ("Status", "status"),
        ] {
            assert!(likeness(unknown, known).is_some(), "{unknown} is {known}");
        }
        for (unknown, known) in [
            ("versao", "nrSinistro"),
            ("dtFim", "dtInicio"),
            ("cdPet", "nmSegurado"),
            ("id", "cdMenu"),
            ("uf", "cdPet"),
        ] {
            assert_eq!(likeness(unknown, known), None, "{unknown} is not {known}");
        }
        assert!(likeness("nr_sinistro", "nrSinistro") > likeness("sinistro", "nrSinistro"));
        assert!(likeness("nrSinistro2", "nrSinistro") > likeness("nrSinistro2", "nrSinistroOrigem"));
    }

    #[test]
    fn a_name_that_may_be_somebodys_data_is_not_shown() {
        for name in ["nrSinistro", "nr_sinistro", "observação", "endereco2", "$type", "@type".trim_start_matches('@')]
        {
            assert_eq!(shown(name), Ok(name));
        }
        for name in [
            "52998224725",
            "529.982.247-25",
            "cpf52998224725",
            "marina@example.com",
            "Marina Duarte",
            "\u{1b}[2J",
            "nome\u{202e}",
            "",
            "a\nb",
            &"x".repeat(41),
        ] {
            assert!(shown(name).is_err(), "{name}");
        }
    }
}
