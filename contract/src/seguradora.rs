//! `/seguradora`: the insurers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    value::{Label, Nullable, Text, flag},
};

/// All insurers, by name, inactive ones included.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ListaSeguradora {}

impl Call for ListaSeguradora {
    const PATH: &'static str = "/seguradora/lista-seguradora";
    type Data = Vec<Seguradora>;
}

impl ReadOnly for ListaSeguradora {}

/// An insurer. `S` is as in [`Acionamento`](super::acionamento::Acionamento).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Seguradora")]
pub struct Seguradora<S = String> {
    /// Code of the insurer.
    pub cd_seguradora: Text<S>,
    /// Its name.
    pub nm_seguradora: Label<S>,
    /// Its CNPJ without punctuation.
    pub nr_cnpj: Nullable<Text<S>>,
    /// Whether it still sells policies.
    #[serde(deserialize_with = "flag")]
    pub fl_ativa: bool,
}
