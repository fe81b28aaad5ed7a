//! `/AcionamentoWeb`, `/ConsultaAcionamento` and `/AcionamentoReabertura`: the acionamentos.

use std::ops::Deref;

use chrono::{DateTime, FixedOffset, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{
    CODE, Call, LOSES_VALUE, ReadOnly, SAME_REQUEST, STATUS_CODE, Write,
    date::{entered_date, instant, optional_date},
    value::{Integer, Label, Money, Nullable, Text, entered_amount, optional_flag, reference, status, tax_id},
};
use crate::cpf_cnpj::CpfCnpj;

/// Request header of [`SalvaSinistroWeb`]: 1 to 200 visible ASCII characters that identify the save.
/// A repeated request with the same key and body gets the first answer; with another body it is refused.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Whether a text can be the value of [`IDEMPOTENCY_KEY`].
pub fn is_idempotency_key(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

/// Maximum number of procedures of an acionamento.
pub const MAX_PROCEDURES: usize = 50;
/// Maximum quantity of a procedure.
pub const MAX_QUANTITY: i64 = 99;
/// Maximum characters of a note.
pub const MAX_NOTE: usize = 2_000;
/// Maximum characters of an authorization number.
pub const MAX_AUTHORIZATION: usize = 30;

/// Saves a new acionamento or, with `sinistroOrigem`, reopens one. The header `Idempotency-Key`
/// makes it safe to repeat.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalvaSinistroWeb {
    /// CPF or CNPJ of the insured, without punctuation.
    #[schemars(with = "String", extend("x-omitted" = SAME_REQUEST))]
    pub cpf_cnpj: CpfCnpj,
    /// Number of a policy of the insured that is valid on the date of the event.
    #[schemars(extend("format" = CODE))]
    pub apolice: String,
    /// Code of a pet on that policy.
    #[schemars(extend("format" = CODE))]
    pub pet: String,
    /// Code of the policy's insurer.
    #[schemars(extend("format" = CODE, "x-omitted" = SAME_REQUEST))]
    pub seguradora: String,
    /// Date of the event, not in the future.
    #[serde(deserialize_with = "entered_date")]
    pub data_ocorrencia: NaiveDate,
    /// Authorization number, at most 30 characters.
    #[schemars(extend("format" = CODE, "x-omitted" = LOSES_VALUE))]
    pub autorizacao: Option<String>,
    /// Free text, at most 2,000 characters; required in a reopening.
    #[schemars(extend("x-omitted" = LOSES_VALUE))]
    pub observacao: Option<String>,
    /// Number of the claim that this one reopens.
    #[schemars(extend("format" = CODE))]
    pub sinistro_origem: Option<String>,
    /// What was done, 1 to 50 entries.
    pub procedimentos: Vec<NovoProcedimento>,
}

impl Call for SalvaSinistroWeb {
    const PATH: &'static str = "/AcionamentoWeb/salva-sinistro-web";
    type Data = Acionamento;
}

impl Write for SalvaSinistroWeb {}

/// A procedure of an acionamento that is to be saved.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NovoProcedimento {
    /// Code of an active procedure.
    #[schemars(extend("format" = CODE))]
    pub procedimento: String,
    /// How many, 1 to 99.
    pub quantidade: i64,
    /// Value of one in BRL, above 0 and at most 10 times the reference value.
    #[serde(deserialize_with = "entered_amount")]
    pub valor: Money,
}

/// The acionamentos in a status, newest first.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListaAcionamentosByStatus {
    /// Code of the status.
    #[schemars(extend("format" = STATUS_CODE))]
    pub status: String,
}

impl Call for ListaAcionamentosByStatus {
    const PATH: &'static str = "/ConsultaAcionamento/lista-acionamentos-by-status";
    const GROWS: bool = true;
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<Acionamento>;
}

impl ReadOnly for ListaAcionamentosByStatus {}

/// The acionamentos with an authorization number, newest first.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListaAcionamentosByAutorizacao {
    /// The authorization number, whole.
    #[schemars(extend("format" = CODE))]
    pub autorizacao: String,
}

impl Call for ListaAcionamentosByAutorizacao {
    const PATH: &'static str = "/ConsultaAcionamento/lista-acionamentos-by-autorizacao";
    const GROWS: bool = true;
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<Acionamento>;
}

impl ReadOnly for ListaAcionamentosByAutorizacao {}

/// The acionamento with a claim number, as a list of one or none.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListaAcionamentosBySinistro {
    /// The claim number, whole.
    #[schemars(extend("format" = CODE))]
    pub sinistro: String,
}

impl Call for ListaAcionamentosBySinistro {
    const PATH: &'static str = "/ConsultaAcionamento/lista-acionamentos-by-sinistro";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<Acionamento>;
}

impl ReadOnly for ListaAcionamentosBySinistro {}

/// The acionamentos of an insurer in a status, newest first.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListaAcionamentosBySeguradoraStatus {
    /// Code of the insurer.
    #[schemars(extend("format" = CODE))]
    pub seguradora: String,
    /// Code of the status.
    #[schemars(extend("format" = STATUS_CODE))]
    pub status: String,
}

impl Call for ListaAcionamentosBySeguradoraStatus {
    const PATH: &'static str = "/ConsultaAcionamento/lista-acionamentos-by-seguradora-status";
    const GROWS: bool = true;
    const STALE_AFTER_SAVE: bool = true;
    type Data = Vec<Acionamento>;
}

impl ReadOnly for ListaAcionamentosBySeguradoraStatus {}

/// The acionamento with a claim number if it may be reopened; refused with the reason otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetornaAcionamentoReabertura {
    /// The claim number, whole.
    #[schemars(extend("format" = CODE))]
    pub sinistro: String,
}

impl Call for RetornaAcionamentoReabertura {
    const PATH: &'static str = "/AcionamentoReabertura/retorna-acionamento-reabertura";
    const STALE_AFTER_SAVE: bool = true;
    type Data = Acionamento;
}

impl ReadOnly for RetornaAcionamentoReabertura {}

/// The usual codes of statuses, with their names.
pub const STATUS_NAMES: [(&str, &str); 7] = [
    ("ABERTO", "Aberto"),
    ("EM_ANALISE", "Em análise"),
    ("AUTORIZADO", "Autorizado"),
    ("NEGADO", "Negado"),
    ("FATURADO", "Faturado"),
    ("CANCELADO", "Cancelado"),
    ("REABERTO", "Reaberto"),
];

/// The usual name of a status's code, for an answer that has none. `None`: the services own the set of codes.
pub fn status_name(code: &str) -> Option<&'static str> {
    STATUS_NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name)
}

/// The text of a status for display. Without one in the answer: the usual name of its code, or the code itself.
pub fn status_text<'a>(code: &'a str, text: &'a str) -> &'a str {
    if text.is_empty() { status_name(code).unwrap_or(code) } else { text }
}

/// An acionamento: a claim or service request. `S` is `String`, or borrowed from the response body
/// ([`InPlace`](super::value::InPlace)).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound(deserialize = "S: Deserialize<'de> + Deref<Target = str>"))]
#[schemars(rename = "Acionamento")]
pub struct Acionamento<S = String> {
    /// Code of the acionamento.
    pub cd_acionamento: Text<S>,
    /// Its claim number.
    pub nr_sinistro: Text<S>,
    /// Its authorization number; null until there is one.
    pub nr_autorizacao: Nullable<Text<S>>,
    /// Code of its status; an open set.
    #[serde(deserialize_with = "status")]
    pub cd_status: Text<S>,
    /// The status as text for display.
    pub ds_status: Label<S>,
    /// When it was opened.
    #[serde(deserialize_with = "instant")]
    pub dt_abertura: DateTime<FixedOffset>,
    /// Date of the event.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_ocorrencia: Nullable<NaiveDate>,
    /// Date on which it was billed; null until then.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_faturamento: Nullable<NaiveDate>,
    /// Sum of its procedures, in BRL.
    pub vl_total: Money,
    /// Note of the user who opened it; free text.
    pub ds_observacao: Nullable<S>,
    /// Code of its insurer.
    pub cd_seguradora: Text<S>,
    /// Number of its policy.
    pub nr_apolice: Nullable<Text<S>>,
    /// CPF or CNPJ of the insured, without punctuation.
    #[serde(deserialize_with = "tax_id")]
    pub nr_cpf_cnpj: Text<S>,
    /// Name of the insured.
    pub nm_segurado: Label<S>,
    /// Code of the pet.
    pub cd_pet: Nullable<Text<S>>,
    /// Name of the pet.
    pub nm_pet: Nullable<S>,
    /// Species of the pet, as text.
    pub ds_especie: Nullable<S>,
    /// Claim number of the acionamento that this one reopens.
    #[serde(default = "Nullable::<Text<S>>::null", deserialize_with = "reference")]
    pub nr_sinistro_origem: Nullable<Text<S>>,
    /// Claim number of the acionamento that reopened this one.
    #[serde(default = "Nullable::<Text<S>>::null", deserialize_with = "reference")]
    pub nr_sinistro_reabertura: Nullable<Text<S>>,
    /// Whether it may be reopened now.
    #[serde(default, deserialize_with = "optional_flag")]
    pub fl_pode_reabrir: Nullable<bool>,
    /// What was done.
    #[serde(default = "Vec::<ProcedimentoRealizado<S>>::new")]
    pub procedimentos: Vec<ProcedimentoRealizado<S>>,
    /// Its history, oldest first; read in any order.
    #[serde(default = "Vec::<Evento<S>>::new", deserialize_with = "oldest_first")]
    pub historico: Vec<Evento<S>>,
}

/// The claim number alone, of a response to a save that has no more.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Acionamento", rename_all = "camelCase")]
pub struct SavedNumber {
    /// The number.
    pub nr_sinistro: Option<Text>,
}

/// A procedure of an acionamento.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProcedimentoRealizado")]
pub struct ProcedimentoRealizado<S = String> {
    /// Code of the procedure.
    pub cd_procedimento: Text<S>,
    /// What it is.
    pub ds_procedimento: Label<S>,
    /// How many.
    pub qt_procedimento: Integer,
    /// Value of one, in BRL.
    pub vl_procedimento: Money,
}

/// An event in the life of an acionamento.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Evento")]
pub struct Evento<S = String> {
    /// When it happened.
    #[serde(deserialize_with = "instant")]
    pub dt_evento: DateTime<FixedOffset>,
    /// Code of the status that it led to.
    #[serde(deserialize_with = "status")]
    pub cd_status: Text<S>,
    /// That status as text for display.
    pub ds_status: Label<S>,
    /// Name of the user who did it.
    pub nm_usuario: Nullable<S>,
    /// Note of that user; free text.
    pub ds_observacao: Nullable<S>,
}

/// Reads a history in any order. Events of one instant keep theirs, or the reverse if the newest came first.
fn oldest_first<'de, D: Deserializer<'de>, S: Deserialize<'de>>(deserializer: D) -> Result<Vec<Evento<S>>, D::Error> {
    let mut events = Vec::<Evento<S>>::deserialize(deserializer)?;
    if !events.is_sorted_by_key(|event| event.dt_evento) {
        if events.iter().rev().is_sorted_by_key(|event| event.dt_evento) {
            events.reverse();
        }
        events.sort_by_key(|event| event.dt_evento);
    }
    Ok(events)
}
