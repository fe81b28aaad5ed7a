//! The notes of acionamentos: texts of the opening and of each event.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{carteira::Pet, pessoas::PESSOAS, seeded_rng::SeededRng};

/// Values of a text's placeholders.
pub(super) struct Contexto<'a> {
    pub(super) pet: &'a Pet,
    pub(super) idade_meses: i64,
    pub(super) clinica: &'static str,
}

impl Contexto<'_> {
    /// One of the texts. `{pet}` is the pet's name, `{o}` the article or ending of its sex, `{O}` the same in upper case,
    /// `{idade}` its age and `{clinica}` the clinic.
    pub(super) fn draw_note(&self, rng: &mut SeededRng, texts: &[String]) -> String {
        let (lower, upper) = if self.pet.femea { ("a", "A") } else { ("o", "O") };
        rng.pick(texts)
            .replace("{pet}", self.pet.nome)
            .replace("{o}", lower)
            .replace("{O}", upper)
            .replace("{idade}", &idade(self.idade_meses))
            .replace("{clinica}", self.clinica)
    }
}

fn idade(months: i64) -> String {
    match (months / 12, months) {
        (0, ..=1) => "pouco mais de um mês".to_owned(),
        (0, months) => format!("{months} meses"),
        (1, _) => "1 ano".to_owned(),
        (years, _) => format!("{years} anos"),
    }
}

pub(super) fn draw_clinica(rng: &mut SeededRng) -> &'static str {
    rng.pick(&PESSOAS.clinicas).as_str()
}

/// Texts by the event that they belong to, with placeholders as in [`Contexto::draw_note`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Notas {
    pub(super) abertura: Vec<String>,
    pub(super) analise: Vec<String>,
    pub(super) analise_cirurgia: Vec<String>,
    pub(super) reanalise: Vec<String>,
    pub(super) autorizacao: Vec<String>,
    pub(super) autorizacao_internacao: Vec<String>,
    pub(super) faturamento: Vec<String>,
    pub(super) negativa: Vec<String>,
    pub(super) negativa_carencia: Vec<String>,
    pub(super) negativa_prevencao: Vec<String>,
    pub(super) negativa_castracao_dente: Vec<String>,
    pub(super) cancelamento: Vec<String>,
    pub(super) reabertura_negado: Vec<String>,
    pub(super) reabertura_cancelado: Vec<String>,
    pub(super) reabertura_faturado: Vec<String>,
}

pub(super) static NOTAS: LazyLock<Notas> =
    LazyLock::new(|| super::read_table("notas", include_str!("data/notas.json")));
