//! The occasions (`ocasiões`) on which acionamentos are opened. Each determines procedures, note and season.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{catalogo::Procedimento, pets::Especie};

/// An occasion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ocasiao {
    /// Relative frequency.
    pub(super) peso: u64,
    #[serde(default = "caes_e_gatos")]
    pub(super) especies: Vec<Especie>,
    #[serde(default)]
    pub(super) quem: PetGroup,
    #[serde(default)]
    pub(super) quando: Season,
    /// An emergency: treated at any hour, on the day of the event.
    #[serde(default)]
    pub(super) urgente: bool,
    /// At most once in a pet's life.
    #[serde(default)]
    pub(super) uma_vez: bool,
    /// The pet dies; no occasion follows.
    #[serde(default)]
    pub(super) obito: bool,
    /// The procedures that it always has.
    pub(super) sempre: Vec<&'static Procedimento>,
    /// Those that it may have, with the percentage that does.
    pub(super) talvez: Vec<(&'static Procedimento, u64)>,
    /// Notes of the clinic or the tutor, with placeholders.
    pub(super) relatos: Vec<String>,
}

fn caes_e_gatos() -> Vec<Especie> {
    vec![Especie::Cao, Especie::Gato]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ocasioes {
    /// Routine, illnesses and accidents of dogs and cats, and what happens to the other species.
    pub(super) ocasioes: Vec<Ocasiao>,
    /// The procedures that may be missing from what was billed, for which it is reopened.
    pub(super) continuacoes: Vec<&'static Procedimento>,
}

pub(super) static OCASIOES: LazyLock<Ocasioes> =
    LazyLock::new(|| super::read_table("ocasioes", include_str!("data/ocasioes.json")));

/// Which pets it happens to.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PetGroup {
    #[default]
    Todos,
    Femea,
    /// Below a year.
    Filhote,
    /// A year or more.
    Adulto,
    /// Seven years or more.
    Idoso,
}

/// When in the year it happens more.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Season {
    #[default]
    Sempre,
    Verao,
    Inverno,
    /// Around the fireworks of New Year and of the June feasts.
    Fogos,
}
