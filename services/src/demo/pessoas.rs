//! The names of people and companies. All are invented; e-mail addresses end in a reserved domain.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pessoas {
    /// The insurers, each with its share of the new policies. One without a share has stopped selling.
    pub(super) seguradoras: Vec<(String, u64)>,
    pub(super) mulheres: Vec<String>,
    pub(super) homens: Vec<String>,
    pub(super) sobrenomes: Vec<String>,
    /// Very long and very short names, to test page layouts.
    pub(super) nomes_extremos: Vec<String>,
    pub(super) empresas: Vec<String>,
    /// Area codes, each with how many of the insured live there.
    pub(super) ddds: Vec<(String, u64)>,
    /// The domains of the insured's e-mail addresses.
    pub(super) correios: Vec<String>,
    /// All feminine: the notes put an article before them.
    pub(super) clinicas: Vec<String>,
    /// The staff who open acionamentos. Some of the staff are demo users, too.
    pub(super) atendentes: Vec<String>,
    /// The staff who decide on acionamentos.
    pub(super) analistas: Vec<String>,
    /// The staff who bill acionamentos.
    pub(super) financeiro: Vec<String>,
}

pub(super) static PESSOAS: LazyLock<Pessoas> =
    LazyLock::new(|| super::read_table("pessoas", include_str!("data/pessoas.json")));
