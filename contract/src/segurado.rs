//! `/PesquisaSegurado`: an insured person or company, the policies and the pets on them.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    date::optional_date,
    value::{Label, Nullable, Text, tax_id},
};
use crate::cpf_cnpj::CpfCnpj;

/// The insured with a tax id; refused if there is none.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PesquisaSegurado {
    /// CPF (11 digits) or CNPJ (14 characters), without punctuation.
    #[schemars(with = "String")]
    pub cpf_cnpj: CpfCnpj,
}

impl Call for PesquisaSegurado {
    const PATH: &'static str = "/PesquisaSegurado/pesquisa-segurado";
    type Data = Segurado;
}

impl ReadOnly for PesquisaSegurado {}

/// An insured person or company. `S` is as in [`Acionamento`](super::acionamento::Acionamento).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Segurado")]
pub struct Segurado<S = String> {
    /// Code of the insured.
    pub cd_segurado: Text<S>,
    /// CPF or CNPJ without punctuation.
    #[serde(deserialize_with = "tax_id")]
    pub nr_cpf_cnpj: Text<S>,
    /// Name of the person or company.
    pub nm_segurado: Label<S>,
    /// E-mail address.
    pub ds_email: Nullable<S>,
    /// Phone number, area code first, digits only.
    pub nr_telefone: Nullable<Text<S>>,
    /// The policies, newest first.
    #[serde(default = "Vec::<Apolice<S>>::new")]
    pub apolices: Vec<Apolice<S>>,
}

impl Segurado {
    /// Whether this is the insured with a tax id, as far as a service shows it. An API may answer with empty values where there
    /// is none.
    pub fn may_be(&self, tax_id: &CpfCnpj) -> bool {
        tax_id.is_of_row(&self.nr_cpf_cnpj)
            || tax_id.may_be_hidden_in(&self.nr_cpf_cnpj) && !self.nm_segurado.trim().is_empty()
    }
}

/// A policy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Apolice")]
pub struct Apolice<S = String> {
    /// Number of the policy.
    pub nr_apolice: Text<S>,
    /// Code of its insurer.
    pub cd_seguradora: Text<S>,
    /// First day of cover.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_inicio: Nullable<NaiveDate>,
    /// Last day of cover.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_fim: Nullable<NaiveDate>,
    /// The pets that it covers.
    #[serde(default = "Vec::<Pet<S>>::new")]
    pub pets: Vec<Pet<S>>,
}

/// A pet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Pet")]
pub struct Pet<S = String> {
    /// Code of the pet.
    pub cd_pet: Text<S>,
    /// Its name.
    pub nm_pet: Label<S>,
    /// Its species, as text: "Cão", "Gato", say.
    pub ds_especie: Nullable<S>,
    /// Its breed, as text.
    pub ds_raca: Nullable<S>,
    /// Day of its birth.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_nascimento: Nullable<NaiveDate>,
}
