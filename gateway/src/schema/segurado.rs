//! The insured, their policies and the pets on them.

use std::sync::Arc;

use async_graphql::{Context, ID, Object};
use chrono::NaiveDate;
use services::{cpf_cnpj, wire::segurado as wire};

use super::{
    error::Error,
    loaders,
    scalars::{CpfCnpj, Date},
    seguradora::Seguradora,
    text, today,
};
use crate::loaders::Loaders;

/// The insured's part of the queries.
#[derive(Default)]
pub struct SeguradoQuery;

/// An insured: as the search by tax id has it, or as far as an acionamento names it.
pub struct Segurado {
    cpf_cnpj: CpfCnpj,
    name: String,
    found: Option<Arc<wire::Segurado>>,
}

/// A policy of an insured.
pub struct Apolice {
    of: Arc<wire::Segurado>,
    at: usize,
}

/// A pet: as a policy has it, or as far as an acionamento names it.
pub struct Pet {
    code: String,
    name: String,
    species: Option<String>,
    rest: PetRest,
}

/// Where the rest of a pet is.
enum PetRest {
    Known {
        breed: Option<String>,
        birth: Option<NaiveDate>,
    },
    /// On a policy of the insured with this tax id.
    OnPolicy {
        cpf_cnpj: String,
    },
}

#[Object]
impl SeguradoQuery {
    /// The insured person or company with a CPF or CNPJ.
    ///
    /// Null with an error `UPSTREAM_REJECTED` and the services' own text if they know none. Costs one call to the
    /// services.
    async fn segurado(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "CPF or CNPJ, with or without punctuation.")] cpf_cnpj: CpfCnpj,
    ) -> Option<Result<Segurado, Error>> {
        Some(find(ctx, cpf_cnpj.as_str()).await.map(Segurado::from))
    }
}

async fn find(ctx: &Context<'_>, cpf_cnpj: &str) -> Result<Arc<wire::Segurado>, Error> {
    find_by(loaders(ctx)?, cpf_cnpj).await
}

/// The insured with a tax id as a row spells it.
pub(super) async fn find_by(loaders: &Loaders, cpf_cnpj: &str) -> Result<Arc<wire::Segurado>, Error> {
    // A row may carry punctuation; the services are asked without, and two spellings are one insured.
    match cpf_cnpj::CpfCnpj::parse(cpf_cnpj) {
        Ok(plain) => Ok(loaders.segurado(plain.as_str()).await?),
        Err(_) => Ok(loaders.segurado(cpf_cnpj).await?),
    }
}

/// An insured person or company.
///
/// Where it is reached from an acionamento, `cpfCnpj` and `nome` come with it; the rest costs one call to the services
/// for each different insured, and only when asked for.
#[Object]
impl Segurado {
    /// CPF or CNPJ without punctuation.
    async fn cpf_cnpj(&self) -> &CpfCnpj {
        &self.cpf_cnpj
    }

    /// Name of the person or company.
    async fn nome(&self) -> &str {
        &self.name
    }

    /// E-mail address; null where the services have none.
    async fn email(&self, ctx: &Context<'_>) -> Option<Result<String, Error>> {
        self.found(ctx).await.map(|found| text::said(found.ds_email.as_deref()).map(str::to_owned)).transpose()
    }

    /// Phone number, digits only, area code first; null where the services have none.
    async fn telefone(&self, ctx: &Context<'_>) -> Option<Result<String, Error>> {
        self.found(ctx).await.map(|found| text::said(found.nr_telefone.as_deref()).map(str::to_owned)).transpose()
    }

    /// The policies, newest first. Null only where the services fail.
    async fn apolices(&self, ctx: &Context<'_>) -> Option<Result<Vec<Apolice>, Error>> {
        let of_each =
            |of: Arc<wire::Segurado>| (0..of.apolices.len()).map(|at| Apolice { of: Arc::clone(&of), at }).collect();
        Some(self.found(ctx).await.map(of_each))
    }
}

impl Segurado {
    /// The insured that an acionamento names.
    pub(super) fn named(cpf_cnpj: &str, name: &str) -> Self {
        Self { cpf_cnpj: cpf_cnpj.into(), name: name.to_owned(), found: None }
    }

    async fn found(&self, ctx: &Context<'_>) -> Result<Arc<wire::Segurado>, Error> {
        match &self.found {
            Some(found) => Ok(Arc::clone(found)),
            None => find(ctx, self.cpf_cnpj.as_str()).await,
        }
    }
}

impl From<Arc<wire::Segurado>> for Segurado {
    fn from(found: Arc<wire::Segurado>) -> Self {
        Self { cpf_cnpj: (&*found.nr_cpf_cnpj).into(), name: found.nm_segurado.clone(), found: Some(found) }
    }
}

/// An insurance policy.
#[Object]
impl Apolice {
    /// Number of the policy.
    async fn numero(&self) -> &str {
        &self.row().nr_apolice
    }

    /// Its insurer; null where the list of insurers does not have it.
    async fn seguradora(&self, ctx: &Context<'_>) -> Option<Result<Seguradora, Error>> {
        Seguradora::by_code(ctx, &self.row().cd_seguradora).await
    }

    /// First day of cover; null where the services set none.
    async fn inicio(&self) -> Option<Date> {
        self.row().dt_inicio.map(Date)
    }

    /// Last day of cover; null where the services set none.
    async fn fim(&self) -> Option<Date> {
        self.row().dt_fim.map(Date)
    }

    /// Whether it covers today, by the calendar of São Paulo. A day that is not set does not limit it.
    async fn vigente(&self, ctx: &Context<'_>) -> bool {
        covers(self.row(), today(ctx))
    }

    /// The pets that it covers.
    async fn pets(&self) -> Vec<Pet> {
        self.row().pets.iter().map(Pet::from).collect()
    }
}

impl Apolice {
    fn row(&self) -> &wire::Apolice {
        &self.of.apolices[self.at]
    }
}

fn covers(apolice: &wire::Apolice, day: NaiveDate) -> bool {
    apolice.dt_inicio.is_none_or(|first| first <= day) && apolice.dt_fim.is_none_or(|last| day <= last)
}

/// A pet.
///
/// Where it is reached from an acionamento, `raca` and `nascimento` are looked up on the insured's policies, and only
/// when asked for.
#[Object]
impl Pet {
    /// Code of the pet.
    async fn id(&self) -> ID {
        self.code.clone().into()
    }

    /// Its name.
    async fn nome(&self) -> &str {
        &self.name
    }

    /// Its species in words, `Cão` or `Gato` for example; null where the services have none.
    async fn especie(&self) -> Option<&str> {
        self.species.as_deref()
    }

    /// Its breed in words; null where the services have none, or the pet is on no policy any more.
    async fn raca(&self, ctx: &Context<'_>) -> Option<Result<String, Error>> {
        match &self.rest {
            PetRest::Known { breed, .. } => breed.clone().map(Ok),
            PetRest::OnPolicy { cpf_cnpj } => {
                self.on_policy(ctx, cpf_cnpj, |pet| text::said(pet.ds_raca.as_deref()).map(str::to_owned)).await
            }
        }
    }

    /// Day of its birth; null where the services have none, or the pet is on no policy any more.
    async fn nascimento(&self, ctx: &Context<'_>) -> Option<Result<Date, Error>> {
        match &self.rest {
            PetRest::Known { birth, .. } => birth.map(Date).map(Ok),
            PetRest::OnPolicy { cpf_cnpj } => self.on_policy(ctx, cpf_cnpj, |pet| pet.dt_nascimento.map(Date)).await,
        }
    }
}

impl Pet {
    /// The pet that an acionamento of an insured names.
    pub(super) fn named(cpf_cnpj: &str, code: &str, name: &str, species: Option<&str>) -> Self {
        Self {
            code: code.to_owned(),
            name: name.to_owned(),
            species: text::said(species).map(str::to_owned),
            rest: PetRest::OnPolicy { cpf_cnpj: cpf_cnpj.to_owned() },
        }
    }

    async fn on_policy<T>(
        &self,
        ctx: &Context<'_>,
        cpf_cnpj: &str,
        of: impl Fn(&wire::Pet) -> Option<T>,
    ) -> Option<Result<T, Error>> {
        let insured = match find(ctx, cpf_cnpj).await {
            Ok(insured) => insured,
            Err(error) => return Some(Err(error)),
        };
        let mut pets = insured.apolices.iter().flat_map(|apolice| &apolice.pets);
        pets.find(|pet| *pet.cd_pet == *self.code).and_then(of).map(Ok)
    }
}

impl From<&wire::Pet> for Pet {
    fn from(pet: &wire::Pet) -> Self {
        Self {
            code: pet.cd_pet.0.clone(),
            name: pet.nm_pet.clone(),
            species: text::said(pet.ds_especie.as_deref()).map(str::to_owned),
            rest: PetRest::Known {
                breed: text::said(pet.ds_raca.as_deref()).map(str::to_owned),
                birth: pet.dt_nascimento,
            },
        }
    }
}
