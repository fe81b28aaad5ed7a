//! `/procedimento`: the veterinary procedures that a claim may hold.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    value::{Label, Money, Nullable, Text},
};

/// All procedures that may be claimed, by category and description.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ListaProcedimento {}

impl Call for ListaProcedimento {
    // The doubled "lista" is that of the portal's specification.
    const PATH: &'static str = "/procedimento/lista-listaprocedimento";
    type Data = Vec<Procedimento>;
}

impl ReadOnly for ListaProcedimento {}

/// A procedure. `S` is as in [`Acionamento`](super::acionamento::Acionamento).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Procedimento")]
pub struct Procedimento<S = String> {
    /// Code of the procedure.
    pub cd_procedimento: Text<S>,
    /// What it is.
    pub ds_procedimento: Label<S>,
    /// The category that it belongs to.
    pub ds_categoria: Nullable<S>,
    /// Reference value of one, in BRL.
    pub vl_referencia: Nullable<Money>,
}
