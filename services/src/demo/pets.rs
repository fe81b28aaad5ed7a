//! Species, breeds and names of pets.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::seeded_rng::SeededRng;

/// The species that the company insures, by their names in the database.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Especie {
    #[serde(rename = "Cão")]
    Cao,
    Gato,
    Ave,
    Coelho,
    Roedor,
    #[serde(rename = "Réptil")]
    Reptil,
}

/// What pets of a species are like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Perfil {
    pub(super) especie: Especie,
    /// How common the species is.
    pub(super) peso: u64,
    /// The age in months up to which pets of the species are usually insured.
    pub(super) longevidade: i64,
    /// The breeds, each with how common it is.
    racas: Vec<(String, u64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pets {
    /// One for each species.
    pub(super) especies: Vec<Perfil>,
    pub(super) machos: Vec<String>,
    pub(super) femeas: Vec<String>,
    /// Very long and very short names, to test page layouts.
    pub(super) nomes_extremos: Vec<NomeExtremo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NomeExtremo {
    pub(super) nome: String,
    pub(super) femea: bool,
}

pub(super) static PETS: LazyLock<Pets> = LazyLock::new(|| super::read_table("pets", include_str!("data/pets.json")));

impl Especie {
    pub(super) fn perfil(self) -> &'static Perfil {
        PETS.especies.iter().find(|perfil| perfil.especie == self).expect("the table has every species")
    }

    pub(super) fn draw_raca(self, rng: &mut SeededRng) -> &'static str {
        &rng.weighted(&self.perfil().racas, |(_, weight)| *weight).0
    }
}
