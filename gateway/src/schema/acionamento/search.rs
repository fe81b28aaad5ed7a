//! Text search over a list: accents, case and the punctuation of numbers do not count.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{schema::error::Error, upstream::acionamentos::Row};

/// Most characters of a search.
const MOST: usize = 200;

/// What a person typed into the search box, ready to be looked for.
#[derive(Debug, PartialEq)]
pub struct Search {
    words: Vec<Word>,
}

#[derive(Debug, PartialEq)]
struct Word {
    folded: String,
    /// The word without the punctuation of numbers; `None` where nothing is left, or nothing was to be removed.
    bare: Option<String>,
}

impl Search {
    /// Splits a text into the words that a row must hold, all of them. A blank text asks for nothing: `None`.
    ///
    /// # Errors
    /// `BAD_USER_INPUT` if it is longer than a search is: every word is looked for in every row.
    pub fn new(text: &str) -> Result<Option<Self>, Error> {
        if text.chars().nth(MOST).is_some() {
            return Err(Error::bad_user_input(format!("\"busca\" pode ter no máximo {MOST} caracteres.")));
        }
        let words: Vec<_> = fold(text)
            .split_whitespace()
            .map(|word| {
                let bare = without_punctuation(word);
                Word { bare: (!bare.is_empty() && bare != word).then_some(bare), folded: word.to_owned() }
            })
            .collect();
        Ok((!words.is_empty()).then_some(Self { words }))
    }

    /// Whether every word is part of what the row says: its claim, authorization, insured and tax id, pet, policy or
    /// status. The insurer's name is no part of a row, so looking for it would cost a further call.
    pub fn finds(&self, row: &Row<'_>) -> bool {
        let numbers =
            [Some(&row.nr_sinistro), row.nr_autorizacao.as_ref(), Some(&row.nr_cpf_cnpj), row.nr_apolice.as_ref()];
        let texts = [Some(&row.nm_segurado), row.nm_pet.as_ref(), Some(&row.ds_status)];
        // A line break keeps a word from being found across two fields: a word holds none.
        let mut folded = String::new();
        let mut bare = String::new();
        for number in numbers.into_iter().flatten() {
            let number = fold(number);
            bare.push_str(&without_punctuation(&number));
            bare.push('\n');
            folded.push_str(&number);
            folded.push('\n');
        }
        for text in texts.into_iter().flatten() {
            folded.push_str(&fold(text));
            folded.push('\n');
        }
        self.words.iter().all(|word| {
            let plain = word.bare.as_deref().unwrap_or(&word.folded);
            folded.contains(&word.folded) || bare.contains(plain)
        })
    }
}

/// A text without accents and in lower case, so that what people hold to be the same letters compare equal.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Lower case first, because it may bring marks of its own, and again after taking compatibility forms apart.
    // Character by character: a text's own lower case depends on where its words end.
    text.chars()
        .flat_map(char::to_lowercase)
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

fn without_punctuation(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '.' | '-' | '/')).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Search, fold};
    use crate::schema::acionamento::sample;

    fn finds(text: &str) -> bool {
        let mut row = sample::row("70213");
        row.nr_sinistro = "2026000070213".into();
        row.nr_autorizacao = Some("A-559102".into());
        row.nr_apolice = Some("PET-2025-004411".into());
        row.nr_cpf_cnpj = "52998224725".into();
        row.nm_segurado = "Marina Conceição Duarte".into();
        row.nm_pet = Some("Paçoca".into());
        row.ds_status = "Em análise".into();
        Search::new(text).unwrap().is_none_or(|search| search.finds(&row))
    }

    #[test]
    fn accents_case_and_punctuation_do_not_count() {
        for text in [
            "",
            "   ",
            "paçoca",
            "PACOCA",
            "conceicao",
            "Conceic\u{327}a\u{303}o",
            "529.982.247-25",
            "52998224725",
            "982.247",
            "a559102",
            "A-559102",
            "2025/004411",
            "pet2025",
            "em analise",
            "70213",
        ] {
            assert!(finds(text), "{text}");
        }
    }

    #[test]
    fn every_word_must_be_found_in_any_order_and_within_one_field() {
        assert!(finds("duarte marina"));
        assert!(finds("duarte 529 análise"));
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
        fn folding_is_idempotent(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn every_part_of_a_name_finds_it(name in "[a-zA-ZÀ-ÖØ-Þà-öø-þ ]{1,30}", start in 0_usize..30, length in 1_usize..10) {
            let part: String = name.chars().skip(start).take(length).collect();
            let name = name.to_uppercase();
            let mut row = sample::row("1");
            row.nm_segurado = name.as_str().into();
            prop_assert!(Search::new(&part).unwrap().is_none_or(|search| search.finds(&row)));
        }
    }
}
