//! `/DashBoard` and the totals of `/ConsultaAcionamento`: the figures of the dashboard.
//!
//! "Today" and "this month" are those of America/Sao_Paulo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    value::{Integer, Label, Money, Nullable, Text, status},
};

/// How many acionamentos were opened in each month of a year, by the status that they have now.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotalStatusAcionamentoAno {
    /// The year, 2000 to 2100.
    pub ano: i32,
}

impl Call for TotalStatusAcionamentoAno {
    const PATH: &'static str = "/ConsultaAcionamento/total-status-acionamento-ano";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<TotalMensal>;
}

impl ReadOnly for TotalStatusAcionamentoAno {}

/// The acionamentos opened today.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TotalAcionamentoAbertosDia {}

impl Call for TotalAcionamentoAbertosDia {
    const PATH: &'static str = "/DashBoard/total-acionamento-abertos-dia";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Total;
}

impl ReadOnly for TotalAcionamentoAbertosDia {}

/// The acionamentos opened this month.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TotalAcionamentoAbertosMes {}

impl Call for TotalAcionamentoAbertosMes {
    const PATH: &'static str = "/DashBoard/total-acionamento-abertos-mes";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Total;
}

impl ReadOnly for TotalAcionamentoAbertosMes {}

/// The acionamentos billed this month.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TotalAcionamentoFaturadosMes {}

impl Call for TotalAcionamentoFaturadosMes {
    const PATH: &'static str = "/DashBoard/total-acionamento-faturados-mes";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Total;
}

impl ReadOnly for TotalAcionamentoFaturadosMes {}

/// How many insurers are active.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TotalSeguradoras {}

impl Call for TotalSeguradoras {
    const PATH: &'static str = "/DashBoard/total-seguradoras";
    type Data = QuantidadeTotal;
}

impl ReadOnly for TotalSeguradoras {}

/// The acionamentos opened this month, by insurer and status.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TotalStatusSeguradorasMes {}

impl Call for TotalStatusSeguradorasMes {
    const PATH: &'static str = "/DashBoard/total-status-seguradoras-mes";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<TotalStatusSeguradora>;
}

impl ReadOnly for TotalStatusSeguradorasMes {}

/// A count of acionamentos and the sum of their values.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Total {
    /// How many.
    pub qt_total: Integer,
    /// Sum of their values, in BRL.
    pub vl_total: Nullable<Money>,
}

/// A count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuantidadeTotal {
    /// How many.
    pub qt_total: Integer,
}

/// The acionamentos of one month in one status. A pair that has none gets no row. `S` is as in
/// [`Acionamento`](super::acionamento::Acionamento).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TotalMensal")]
pub struct TotalMensal<S = String> {
    /// The month, 1 to 12.
    pub nr_mes: Integer,
    /// Code of the status.
    #[serde(deserialize_with = "status")]
    pub cd_status: Text<S>,
    /// The status as text for display.
    pub ds_status: Label<S>,
    /// How many.
    pub qt_total: Integer,
    /// Sum of their values, in BRL.
    pub vl_total: Nullable<Money>,
}

/// The acionamentos of one insurer in one status. A pair that has none gets no row. `S` is as in
/// [`Acionamento`](super::acionamento::Acionamento).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TotalStatusSeguradora")]
pub struct TotalStatusSeguradora<S = String> {
    /// Code of the insurer.
    pub cd_seguradora: Text<S>,
    /// Name of the insurer.
    pub nm_seguradora: Label<S>,
    /// Code of the status.
    #[serde(deserialize_with = "status")]
    pub cd_status: Text<S>,
    /// The status as text for display.
    pub ds_status: Label<S>,
    /// How many.
    pub qt_total: Integer,
    /// Sum of their values, in BRL.
    pub vl_total: Nullable<Money>,
}
