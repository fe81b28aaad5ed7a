//! `/PesquisaSegurado`: an insured person or company, the policies and the pets on them.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    date::optional_date,
    value::{Label, Text},
};
use crate::cpf_cnpj::CpfCnpj;

/// The insured with a tax id; refused if there is none.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
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

/// An insured person or company.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Segurado {
    /// Code of the insured.
    pub cd_segurado: Text,
    /// CPF or CNPJ without punctuation.
    pub nr_cpf_cnpj: Text,
    /// Name of the person or company.
    pub nm_segurado: Label,
    /// E-mail address.
    pub ds_email: Option<String>,
    /// Phone number, area code first, digits only.
    pub nr_telefone: Option<Text>,
    /// The policies, newest first.
    pub apolices: Vec<Apolice>,
}

/// A policy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Apolice {
    /// Number of the policy.
    pub nr_apolice: Text,
    /// Code of its insurer.
    pub cd_seguradora: Text,
    /// First day of cover.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_inicio: Option<NaiveDate>,
    /// Last day of cover.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_fim: Option<NaiveDate>,
    /// The pets that it covers.
    pub pets: Vec<Pet>,
}

/// A pet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pet {
    /// Code of the pet.
    pub cd_pet: Text,
    /// Its name.
    pub nm_pet: Label,
    /// Its species, as text: "Cão", "Gato", say.
    pub ds_especie: Option<String>,
    /// Its breed, as text.
    pub ds_raca: Option<String>,
    /// Day of its birth.
    #[serde(default, deserialize_with = "optional_date")]
    pub dt_nascimento: Option<NaiveDate>,
}
