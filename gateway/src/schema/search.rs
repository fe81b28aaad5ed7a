//! Text search in a list of acionamentos or procedures. Accents, case and the punctuation of numbers are ignored.

use std::{array, sync::LazyLock};

use contract::acionamento::status_text;
use memchr::{memchr3, memmem};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{schema::error::Error, upstream::acionamentos::Row};

/// Most characters of a search.
const MAX_LENGTH: usize = 200;

/// A parsed search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Search {
    /// The folded words.
    words: Vec<String>,
}

/// Matches acionamentos against a search.
pub struct Finder<'a> {
    /// Each word, and the word without the punctuation of numbers unless that is empty or the same.
    words: Vec<(memmem::Finder<'a>, Option<memmem::Finder<'a>>)>,
    /// The folded texts of the row that was looked at last.
    texts: String,
}

impl Search {
    /// Splits a text into the words that a row must contain; `None` if it is blank.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: the text is too long. Every word is searched in every row.
    pub fn new(text: &str) -> Result<Option<Self>, Error> {
        if text.chars().nth(MAX_LENGTH).is_some() {
            return Err(Error::bad_user_input(format!("\"busca\" pode ter no máximo {MAX_LENGTH} caracteres.")));
        }
        let words: Vec<_> = fold(text).split_whitespace().map(str::to_owned).collect();
        Ok((!words.is_empty()).then_some(Self { words }))
    }

    /// Whether texts that are not folded contain every word.
    pub fn finds_in(&self, texts: &[&str]) -> bool {
        // A line break keeps a word from matching across texts.
        let all = fold(&texts.join("\n"));
        self.words.iter().all(|word| all.contains(word))
    }

    /// Prepares the search for many rows.
    pub fn finder(&self) -> Finder<'_> {
        let words = self.words.iter().map(|word| {
            let bare = word.replace(['.', '-', '/'], "");
            let bare = (!bare.is_empty() && bare != *word).then(|| memmem::Finder::new(&bare).into_owned());
            (memmem::Finder::new(word), bare)
        });
        Finder { words: words.collect(), texts: String::new() }
    }
}

impl Finder<'_> {
    /// Whether a row contains every word, in its claim, authorization, tax id, policy, insured, pet or status. The insurer's
    /// name is not in the row, so searching it would cost a further call.
    pub fn finds(&mut self, row: &Row<'_>) -> bool {
        let Self { words, texts } = self;
        texts.clear();
        let numbers = [
            Some(&*row.nr_sinistro),
            row.nr_autorizacao.as_deref(),
            Some(&*row.nr_cpf_cnpj),
            row.nr_apolice.as_deref(),
        ];
        // A line break between fields keeps a word from matching across them: words contain none.
        for number in numbers.into_iter().flatten() {
            let start = texts.len();
            fold_marks(number, texts);
            repeat_bare(start, texts);
            texts.push('\n');
        }
        let end_of_numbers = texts.len();
        let status = status_text(&row.cd_status, &row.ds_status);
        for text in [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(status)].into_iter().flatten() {
            fold_marks(text, texts);
            texts.push('\n');
        }
        texts.make_ascii_lowercase();
        let (all, numbers) = (texts.as_bytes(), &texts.as_bytes()[..end_of_numbers]);
        words.iter().all(|(word, bare)| {
            word.find(all).is_some() || bare.as_ref().is_some_and(|bare| bare.find(numbers).is_some())
        })
    }
}

/// A text without accents and in lower case.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_marks(text, &mut folded);
    folded.make_ascii_lowercase();
    folded
}

/// Appends the text with its non-ASCII characters folded. The caller lower-cases the ASCII letters.
fn fold_marks(text: &str, to: &mut String) {
    if text.is_ascii() {
        to.push_str(text);
        return;
    }
    let letters = &*LETTERS;
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (ascii, others) = rest.split_at(at);
        to.push_str(ascii);
        let mut others = others.chars();
        if let Some(c) = others.next() {
            match letters.get(c as usize) {
                Some(Some(letter)) => to.push((*letter).into()),
                _ => to.extend(folded(c)),
            }
        }
        rest = others.as_str();
    }
    to.push_str(rest);
}

/// Characters of European languages that are folded to one letter: names have few others.
static LETTERS: LazyLock<[Option<u8>; 0x180]> = LazyLock::new(|| {
    array::from_fn(|code| {
        let mut letters = folded(char::from_u32(u32::try_from(code).ok()?)?);
        letters
            .next()
            .filter(char::is_ascii)
            .filter(|_| letters.next().is_none())
            .and_then(|letter| u8::try_from(letter).ok())
    })
});

/// The folding of a character. Neighbours would only reorder combining marks, and those are removed.
fn folded(c: char) -> impl Iterator<Item = char> {
    // Lower case first, because it may add marks, and again after decomposing compatibility forms. Character by character: the
    // lower case of a whole text depends on where its words end.
    c.to_lowercase().nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase)
}

/// Appends the text from `start` on again without the punctuation of numbers, on a line of its own, if it has any.
fn repeat_bare(start: usize, to: &mut String) {
    let end = to.len();
    let mut from = start;
    while let Some(length) = punctuation(&to[from..end]) {
        if from == start {
            to.push('\n');
        }
        to.extend_from_within(from..from + length);
        from += length + 1;
    }
    if from > start {
        to.extend_from_within(from..end);
    }
}

/// Where a number has the first of its punctuation marks, which are a byte each.
fn punctuation(text: &str) -> Option<usize> {
    memchr3(b'.', b'-', b'/', text.as_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

    use super::{Search, fold};
    use crate::schema::acionamento::sample;

    fn finds(text: &str) -> bool {
        let mut row = sample::row("70213");
        row.nr_sinistro = "2026000070213".into();
        row.nr_autorizacao = Some("A-559102".into()).into();
        row.nr_apolice = Some("PET-2025-004411".into()).into();
        row.nr_cpf_cnpj = "52998224725".into();
        row.nm_segurado = "Marina Conceição Duarte".into();
        row.nm_pet = Some("Paçoca".into()).into();
        row.ds_status = "Em análise".into();
        Search::new(text).unwrap().is_none_or(|search| search.finder().finds(&row))
    }

    #[test]
    fn every_word_must_be_found_in_any_order_and_within_one_field() {
        assert!(finds("duarte marina"));
        assert!(finds("duarte 529 análise"));
        assert!(finds("70213 a559102 529.982.247-25 pet2025/004411 CONCEICAO paçoca"), "every field");
        assert!(!finds("duarte joana"));
        assert!(!finds("duartepaçoca"));
        assert!(!finds("702135"));
        assert!(finds("-"), "punctuation alone is looked for as it stands");
        assert!(!finds("/"));
    }

    #[test]
    fn folding_every_character_twice_is_folding_it_once() {
        for c in '\0'..=char::MAX {
            let once = fold(&c.to_string());
            assert_eq!(fold(&once), once, "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_folded_as_its_characters_are_together(text in any::<String>(), marked in "[a-zà-ÿ\u{300}-\u{345}ﬁ\u{1d2c}]{0,20}") {
            for text in [text, marked] {
                let lower = text.chars().flat_map(char::to_lowercase).nfkd().filter(|c| !is_combining_mark(*c));
                prop_assert_eq!(fold(&text), lower.flat_map(char::to_lowercase).collect::<String>());
            }
        }
    }
}
