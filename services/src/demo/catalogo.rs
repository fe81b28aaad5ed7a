//! The procedures, by category, with their reference values.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, de::Error as _};

/// A procedure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Procedimento {
    pub(super) id: i64,
    pub(super) categoria: String,
    pub(super) descricao: String,
    /// Reference value in whole BRL.
    pub(super) referencia: i64,
    /// The most that one acionamento has of it.
    #[serde(default = "one")]
    pub(super) maximo: i64,
    /// An inactive procedure is no longer covered: no acionamento has it.
    #[serde(default = "yes")]
    pub(super) ativo: bool,
}

fn one() -> i64 {
    1
}

fn yes() -> bool {
    true
}

pub(super) static CATALOGO: LazyLock<Vec<Procedimento>> =
    LazyLock::new(|| super::read_table("catalogo", include_str!("data/catalogo.json")));

/// The other tables refer to an active procedure by its description.
impl<'de> Deserialize<'de> for &'static Procedimento {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let descricao = String::deserialize(deserializer)?;
        CATALOGO
            .iter()
            .find(|procedimento| procedimento.ativo && procedimento.descricao == descricao)
            .ok_or_else(|| D::Error::custom(format!("no active procedure is called {descricao}")))
    }
}
