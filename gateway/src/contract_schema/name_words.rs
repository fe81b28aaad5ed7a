//! The words of a field name, and what they mean: the kind of the value (`nr`, `dt`) and what it is about.
//!
//! APIs write the same names in Portuguese or English, in full or abbreviated. The tables below hold the usual ones.

use std::{borrow::Cow, collections::HashMap, iter, sync::LazyLock};

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// The prefixes of the contract's names, with the words that others write for them.
const KINDS: &[(&str, &str)] = &[
    ("cd", "cod codigo code id key chave sigla slug uuid guid"),
    ("nr", "num numero nro no number n"),
    ("nm", "nome name nom"),
    ("ds", "des desc descr descricao description txt text texto label rotulo titulo title"),
    ("dt", "dat data date datetime timestamp dh dia at on hora hr quando when em"),
    ("vl", "valor value vlr val amount price preco custo cost cents centavos"),
    ("qt", "qtd qtde quant quantidade quantity qty count contagem"),
    ("fl", "flag ind indicador is has can st permite pode"),
];

/// Words of the contract's names, with the words that others write for them.
const STEMS: &[(&str, &str)] = &[
    ("acionamento", "acionamentos chamado atendimento solicitacao request case service servicerequest"),
    ("sinistro", "sinistros claim claims aviso"),
    ("autorizacao", "authorization authorisation auth liberacao approval"),
    ("status", "situacao sit st situation state estado"),
    ("abertura", "open opened opening criacao created creation inclusao cadastro aberto"),
    ("ocorrencia", "occurrence occurred ocorrido incident happened"),
    ("evento", "event events andamento movimento movimentacao"),
    ("faturamento", "billing billed invoice invoiced fatura faturado cobranca"),
    ("total", "sum soma montante"),
    ("observacao", "observacoes obs note notes remark remarks comment comments comentario observation"),
    ("seguradora", "seguradoras insurer insurers insurance carrier companhia cia"),
    ("apolice", "apolices policy policies apol contrato"),
    ("segurado", "insured holder policyholder customer client cliente titular tutor owner beneficiario pessoa"),
    ("pet", "pets animal animais"),
    ("especie", "species"),
    ("raca", "breed"),
    ("nascimento", "birth birthday birthdate nasc born"),
    ("origem", "origin original source previous anterior"),
    ("reabertura", "reopening reopened reaberto"),
    ("reabrir", "reopen reopenable reabrivel reabre"),
    ("procedimento", "procedimentos procedure procedures proc servico servicos items itens"),
    ("historico", "history timeline eventos andamentos movimentacoes"),
    ("usuario", "user usr operador operator author autor actor agente"),
    ("token", "jwt ficha bearer"),
    ("email", "mail"),
    ("telefone", "phone tel celular mobile fone telephone"),
    ("perfil", "profile role papel cargo"),
    ("menu", "item"),
    ("rota", "route path url link caminho href"),
    ("icone", "icon ico"),
    ("ordem", "order position posicao sequencia seq sort index"),
    ("mes", "month"),
    ("ano", "year"),
    ("categoria", "category grupo group"),
    ("referencia", "reference ref base tabela"),
    ("inicio", "start begin from effective"),
    ("fim", "end expiry expiration termino until final"),
    ("ativa", "ativo active enabled habilitada"),
    ("senha", "password pass pwd"),
    ("atual", "current"),
    ("nova", "new"),
    ("acesso", "access"),
    ("quantidade", "quantity qty"),
    ("messages", "mensagem mensagens message msg"),
    ("sessao", "session"),
];

static KIND_OF: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| by_word(KINDS));
static STEM_OF: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| by_word(STEMS));

/// Phrases, of one word or two, that are replaced by words of the contract.
const PHRASES: &[(&[&str], &[&str])] = &[
    (&["cpf", "cnpj"], &["cpfcnpj"]),
    (&["cpf"], &["cpfcnpj"]),
    (&["cnpj"], &["cpfcnpj"]),
    (&["claim", "id"], &["cd", "acionamento"]),
    (&["id", "sinistro"], &["cd", "acionamento"]),
    (&["tax", "id"], &["cpfcnpj", "nr"]),
    (&["taxpayer", "id"], &["cpfcnpj", "nr"]),
    (&["cgc"], &["cpfcnpj"]),
    (&["tax", "number"], &["cpfcnpj", "nr"]),
    (&["documento"], &["nr", "cpfcnpj"]),
    (&["document"], &["nr", "cpfcnpj"]),
    (&["doc"], &["nr", "cpfcnpj"]),
    (&["policy", "holder"], &["segurado"]),
    (&["razao", "social"], &["nm"]),
    (&["nome", "fantasia"], &["nm"]),
    (&["access", "token"], &["token"]),
    (&["auth", "token"], &["token"]),
    (&["session", "token"], &["token"]),
    (&["token", "acesso"], &["token"]),
    (&["token", "sessao"], &["token"]),
    (&["access", "code"], &["codigo", "acesso"]),
    (&["reopened", "by"], &["sinistro", "reabertura"]),
    (&["reopened", "from"], &["sinistro", "origem"]),
    (&["reopens"], &["sinistro", "origem"]),
    (&["e", "mail"], &["email"]),
    (&["api", "key"], &["apikey"]),
    (&["chave", "api"], &["apikey"]),
    (&["chave", "aplicacao"], &["apikey"]),
    (&["app", "key"], &["apikey"]),
    (&["application", "key"], &["apikey"]),
];

/// Words that are ignored.
const FILLERS: &str = "de do da dos das of the in to by para por be valid validade vigencia vig unit unitario completo full hash md5 \
     authentication autenticacao credentials credenciais";

/// What a name means.
pub(super) struct NameMeaning {
    /// A prefix of the contract's names.
    pub(super) kind: Option<&'static str>,
    /// What it is about, in the contract's words.
    pub(super) stems: Vec<String>,
}

impl NameMeaning {
    pub(super) fn from_words(words: &[String]) -> Self {
        let words = replace_phrases(words);
        let mut meaning = Self { kind: None, stems: Vec::new() };
        // The kind stands first in Portuguese and last in English; a name of one word may be both.
        let first = words.first().and_then(|word| kind_of(word)).map(|kind| (0, kind));
        let last = words.last().and_then(|word| kind_of(word)).map(|kind| (words.len() - 1, kind));
        let at = first.or(last).map(|(at, kind)| {
            meaning.kind = Some(kind);
            at
        });
        for (number, word) in words.iter().enumerate() {
            let repeats_kind = meaning.kind.is_some() && kind_of(word) == meaning.kind;
            let stem = stem_of(word);
            if Some(number) != at && !repeats_kind && !lists(FILLERS, word) && !meaning.stems.contains(&stem) {
                meaning.stems.push(stem);
            }
        }
        meaning
    }

    /// Without the words of its object's type.
    pub(super) fn without(&self, nouns: &[String]) -> Self {
        Self { kind: self.kind, stems: self.stems.iter().filter(|stem| !nouns.contains(stem)).cloned().collect() }
    }
}

fn replace_phrases(words: &[String]) -> Vec<String> {
    let mut replaced = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let phrase = PHRASES
            .iter()
            .find(|(phrase, _)| words[at..].iter().map(String::as_str).take(phrase.len()).eq(phrase.iter().copied()));
        match phrase {
            Some((phrase, meaning)) => {
                replaced.extend(meaning.iter().map(|&word| word.to_owned()));
                at += phrase.len();
            }
            None => {
                replaced.push(words[at].clone());
                at += 1;
            }
        }
    }
    replaced
}

fn kind_of(word: &str) -> Option<&'static str> {
    // `DESCRI` in capitals.
    let abbreviated = |(_, others): &&(&str, &str)| word.len() >= 5 && begins(others, word);
    KIND_OF.get(word).copied().or_else(|| KINDS.iter().find(abbreviated).map(|(kind, _)| *kind))
}

/// Whether a word abbreviates one of the listed words.
fn begins(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one.starts_with(word))
}

fn stem_of(word: &str) -> String {
    let singular = || STEM_OF.get(word.strip_suffix('s')?);
    STEM_OF.get(word).or_else(singular).map_or(word, |stem| *stem).to_owned()
}

/// Whether a word is one of the contract's.
pub(super) fn is_stem(word: &str) -> bool {
    STEMS.iter().any(|(stem, _)| *stem == word)
}

/// The entry of each word of a table; the first, if two have the word.
fn by_word(table: &[(&'static str, &'static str)]) -> HashMap<&'static str, &'static str> {
    let mut entries = HashMap::new();
    for (name, others) in table {
        for word in iter::once(*name).chain(others.split(' ')) {
            entries.entry(word).or_insert(*name);
        }
    }
    entries
}

fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Splits a name into words, in lower case and without accents: `nrCpfCnpj`, `NR_CPF_CNPJ` and `nr-cpf-cnpj` give the same.
pub(crate) fn words(name: &str) -> Vec<String> {
    let name = without_type_letters(name);
    // Salesforce marks its users' fields and objects.
    let name =
        name.split('.').map(|part| part.strip_suffix("__c").or_else(|| part.strip_suffix("__r")).unwrap_or(part));
    let name = &*name.collect::<Vec<_>>().join(".");
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
    words.pop_if(|word| word.is_empty());
    if name.len() > 3 && name.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_') {
        return split_capitals(words);
    }
    words
}

/// A name, or a path of names, without the letter of the type that Hungarian notation puts first: `nCodStatus` is `CodStatus`.
pub(crate) fn without_type_letters(name: &str) -> Cow<'_, str> {
    let has_letter = |name: &str| {
        matches!(name.as_bytes(), [first, second, third, _, ..]
            if b"abcdfilnos".contains(first) && second.is_ascii_uppercase() && third.is_ascii_lowercase())
    };
    if !name.split('.').any(has_letter) {
        return name.into();
    }
    let parts: Vec<_> = name.split('.').map(|part| if has_letter(part) { &part[1..] } else { part }).collect();
    parts.join(".").into()
}

/// The words of a name in capitals, as Protheus writes them: `ZA_NRAUT` is `nr aut`, without the prefix of its table.
fn split_capitals(mut words: Vec<String>) -> Vec<String> {
    const PREFIXES: &str = "quantidade descricao codigo numero nome data valor quant permite pode desc num nro cod nom \
         val vlr qtd nr cd nm ds dt vl";
    /// A prefix of many words: only a known word may follow.
    const ID: &str = "id";
    let is_table = |word: &str| word.len() == 2 || word.len() == 3 && word.contains(|c: char| c.is_ascii_digit());
    let is_prefix = |word: &str| is_table(word) && kind_of(word).is_none() && stem_of(word) == word;
    if words.len() > 1 && is_prefix(&words[0]) {
        words.remove(0);
    }
    let split = |word: String| {
        let known = kind_of(&word).is_some() || stem_of(&word) != word || is_stem(&word);
        let prefix = PREFIXES.split(' ').find(|prefix| word.len() > prefix.len() + 1 && word.starts_with(prefix));
        match prefix.filter(|_| !known) {
            Some(prefix) => vec![prefix.to_owned(), word[prefix.len()..].to_owned()],
            None if !known && word.strip_prefix(ID).is_some_and(|rest| is_stem(&stem_of(rest))) => {
                vec![ID.to_owned(), word[ID.len()..].to_owned()]
            }
            None if !known && !abbreviates(&word) => split_abbreviations(&word),
            None => vec![word],
        }
    };
    words.into_iter().flat_map(split).collect()
}

/// Whether a word is the beginning of a word that is known.
fn abbreviates(word: &str) -> bool {
    let is_stem = STEMS.iter().any(|(stem, others)| stem.starts_with(word) || begins(others, word));
    word.len() >= 3 && word.is_ascii() && (is_stem || begins(FILLERS, word))
}

/// Two abbreviations in one word: `SINORI` is the original claim.
fn split_abbreviations(word: &str) -> Vec<String> {
    let mut parts = (3..word.len().saturating_sub(2)).filter_map(|at| word.split_at_checked(at));
    match parts.find(|(first, second)| abbreviates(first) && abbreviates(second)) {
        Some((first, second)) => vec![first.to_owned(), second.to_owned()],
        None => vec![word.to_owned()],
    }
}
