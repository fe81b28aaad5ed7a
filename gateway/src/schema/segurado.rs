//! Insured persons and companies, their policies and the pets on them.

pub mod types;

use std::{borrow::Cow, sync::Arc};

use async_graphql::ID;
use chrono::NaiveDate;
use contract::{
    cpf_cnpj::CpfCnpj,
    segurado::{self as wire, PesquisaSegurado},
    seguradora::ListaSeguradora,
};
use macros::object;

use self::types::{Apolice, Pet, Segurado};
use super::{
    acionamento::{
        connection::{AcionamentoConnection, PageRequest},
        cursor::{DEFAULT_ROWS, MAX_ROWS, PageArguments},
        filter::{self, ListQuery, MAX_STATUSES, PeriodoAcionamentos, RowFilter},
        order::OrdemAcionamentos,
    },
    error::Error,
    executor::{Context, Resolved},
    scalars::{CpfCnpjArgument, CpfCnpjText, Date, IdText},
    seguradora::Seguradora,
    text::{phone_from_service, text_from_service},
};
use crate::loaders::acionamento::ListFilter;

/// The root fields of insured persons and companies.
#[derive(Default)]
pub struct SeguradoQuery;

#[object]
impl SeguradoQuery {
    /// The insured person or company with a CPF or CNPJ.
    ///
    /// Null with an error `UPSTREAM_REJECTED` and the services' own text if there is none. One call to the services.
    #[loads(PesquisaSegurado)]
    fn segurado(
        &self,
        context: &Context<'_>,
        /// CPF or CNPJ, with or without punctuation.
        cpf_cnpj: CpfCnpjArgument,
    ) -> Resolved<Option<Segurado<'_>>> {
        Segurado::by_cpf_cnpj(context, cpf_cnpj)
    }
}

fn find(context: &Context<'_>, cpf_cnpj: CpfCnpj) -> Resolved<Arc<wire::Segurado>> {
    context.load(&PesquisaSegurado { cpf_cnpj })
}

/// An insured person or company.
///
/// Below an acionamento, `cpfCnpj` and `nome` need no further call. The other fields cost one call to the services for each
/// different insured.
#[object]
impl Segurado<'_> {
    /// CPF or CNPJ without punctuation.
    fn cpf_cnpj(&self) -> CpfCnpjText<'_> {
        CpfCnpjText(Cow::Borrowed(match self {
            Self::Whole { cpf_cnpj, .. } => cpf_cnpj.as_str(),
            Self::InRow { cpf_cnpj, .. } => cpf_cnpj,
        }))
    }

    /// Name of the person or company.
    fn nome(&self) -> &str {
        match self {
            Self::Whole { found, .. } => &found.nm_segurado,
            Self::InRow { name, .. } => name,
        }
    }

    /// E-mail address; null if the services have none.
    #[loads(PesquisaSegurado, once_per_object)]
    fn email(&self, context: &Context<'_>) -> Resolved<Option<String>> {
        Ok(text_from_service(self.found(context)?.ds_email.text()?).map(str::to_owned))
    }

    /// Phone number, digits only, area code first; null if the services have none.
    #[loads(PesquisaSegurado, once_per_object)]
    fn telefone(&self, context: &Context<'_>) -> Resolved<Option<String>> {
        Ok(self.found(context)?.nr_telefone.text()?.and_then(phone_from_service))
    }

    /// The policies, newest first. Null only if the services fail.
    #[loads(PesquisaSegurado, once_per_object)]
    fn apolices(&self, context: &Context<'_>) -> Resolved<Option<Vec<Apolice>>> {
        let insured = self.found(context)?;
        let policy = |index| Apolice { insured: Arc::clone(&insured), index };
        Ok(Some((0..insured.apolices.len()).map(policy).collect()))
    }

    /// The acionamentos of the insured in some statuses, sorted and paginated.
    ///
    /// The services have no such query: each status costs one call, which returns all acionamentos in it; the gateway selects
    /// those of the insured. Request the statuses in progress first, which are few. Request finished ones, whose lists grow
    /// with the years, only when a user opens them.
    #[loads(PageRequest, per_item = status_em, max = MAX_STATUSES)]
    #[loads(ListaSeguradora)]
    #[page(rows = DEFAULT_ROWS, max = MAX_ROWS)]
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of the field in the graph")]
    fn acionamentos(
        &self,
        context: &Context<'_>,
        /// Codes of the statuses, 1 to 10.
        status_em: Vec<ID>,
        /// Keeps those with one of their dates in a period. It costs no further call.
        periodo: Option<PeriodoAcionamentos>,
        /// Order of the list; default `ABERTURA_DESC`, newest first.
        ordem: Option<OrdemAcionamentos>,
        /// Number of rows from the start: 0 to 500. Default 50 if neither `first` nor `last` is given.
        first: Option<i32>,
        /// The page starts after this cursor.
        after: Option<String>,
        /// Number of rows from the end: 0 to 500. Not together with `first`.
        last: Option<i32>,
        /// The page ends before this cursor.
        before: Option<String>,
    ) -> Resolved<Option<Arc<AcionamentoConnection>>> {
        let page = PageArguments { first, after: after.as_deref(), last, before: before.as_deref() };
        let statuses = filter::statuses("statusEm", &status_em)?;
        let lists = statuses.into_iter().map(ListFilter::Status).collect();
        let period = periodo.map(|periodo| periodo.parse("periodo")).transpose()?;
        let rows = RowFilter { period, segurado: Some(self.tax_id()), ..RowFilter::default() };
        PageRequest::new(ListQuery { lists, rows }, None, ordem, page)?.page(context).map(Some)
    }

    #[key]
    #[loads(PesquisaSegurado)]
    fn by_cpf_cnpj(context: &Context<'_>, cpf_cnpj: CpfCnpjArgument) -> Resolved<Option<Self>> {
        let CpfCnpjArgument(cpf_cnpj) = cpf_cnpj;
        Ok(Some(Self::Whole { found: find(context, cpf_cnpj.clone())?, cpf_cnpj }))
    }
}

impl Segurado<'_> {
    fn tax_id(&self) -> CpfCnpj {
        match self {
            Self::Whole { cpf_cnpj, .. } => cpf_cnpj.clone(),
            Self::InRow { cpf_cnpj, .. } => CpfCnpj::from_row(cpf_cnpj),
        }
    }

    fn found(&self, context: &Context<'_>) -> Resolved<Arc<wire::Segurado>> {
        match self {
            Self::Whole { found, .. } => Ok(Arc::clone(found)),
            Self::InRow { cpf_cnpj, .. } => find(context, CpfCnpj::from_row(cpf_cnpj)),
        }
    }
}

/// An insurance policy.
#[object]
impl Apolice {
    /// Number of the policy.
    fn numero(&self) -> &str {
        &self.row().nr_apolice
    }

    /// Code of its insurer.
    fn codigo_seguradora(&self) -> IdText<'_> {
        IdText(&self.row().cd_seguradora)
    }

    /// Its insurer; null if it is not in the list of insurers. `codigoSeguradora` needs no further call.
    #[loads(ListaSeguradora, prefetch)]
    fn seguradora(&self, context: &Context<'_>) -> Resolved<Option<Seguradora<'_>>> {
        Seguradora::by_code(context, &self.row().cd_seguradora)
    }

    /// First day of cover; null if there is none.
    fn inicio(&self) -> Result<Option<Date>, Error> {
        Ok(self.row().dt_inicio.read()?.copied().map(Date))
    }

    /// Last day of cover; null if there is none.
    fn fim(&self) -> Result<Option<Date>, Error> {
        Ok(self.row().dt_fim.read()?.copied().map(Date))
    }

    /// Whether it covers today, by the calendar of São Paulo. A missing day does not limit the cover.
    fn vigente(&self, context: &Context<'_>) -> bool {
        covers(self.row(), context.today())
    }

    /// The pets that it covers.
    fn pets(&self) -> Vec<Pet<'_>> {
        self.row().pets.iter().map(Pet::Whole).collect()
    }
}

impl Apolice {
    fn row(&self) -> &wire::Apolice {
        &self.insured.apolices[self.index]
    }
}

fn covers(apolice: &wire::Apolice, day: NaiveDate) -> bool {
    apolice.dt_inicio.as_ref().is_none_or(|first| *first <= day)
        && apolice.dt_fim.as_ref().is_none_or(|last| day <= *last)
}

/// A pet.
///
/// Below an acionamento, `raca` and `nascimento` come from the insured's policies, which costs one call to the services for
/// each different insured.
#[object]
impl Pet<'_> {
    /// Code of the pet.
    fn id(&self) -> IdText<'_> {
        IdText(match self {
            Self::Whole(pet) => &pet.cd_pet,
            Self::InRow { code, .. } => code,
        })
    }

    /// Its name.
    fn nome(&self) -> &str {
        match self {
            Self::Whole(pet) => &pet.nm_pet,
            Self::InRow { name, .. } => name,
        }
    }

    /// Its species: `Cão` or `Gato`, for example; null if the services have none.
    fn especie(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(match self {
            Self::Whole(pet) => pet.ds_especie.text()?,
            Self::InRow { species, .. } => (*species)?,
        }))
    }

    /// Its breed; null if the services have none, or the pet is no longer on a policy.
    #[loads(PesquisaSegurado, once_per_object)]
    fn raca(&self, context: &Context<'_>) -> Resolved<Option<String>> {
        self.on_policy(context, |pet| Ok(text_from_service(pet.ds_raca.text()?).map(str::to_owned)))
    }

    /// Its day of birth; null if the services have none, or the pet is no longer on a policy.
    #[loads(PesquisaSegurado, once_per_object)]
    fn nascimento(&self, context: &Context<'_>) -> Resolved<Option<Date>> {
        self.on_policy(context, |pet| Ok(pet.dt_nascimento.read()?.copied().map(Date)))
    }
}

impl Pet<'_> {
    /// A value from the pet's entry on its policy.
    fn on_policy<T>(
        &self,
        context: &Context<'_>,
        of: impl Fn(&wire::Pet) -> Result<Option<T>, Error>,
    ) -> Resolved<Option<T>> {
        let (code, cpf_cnpj) = match self {
            Self::Whole(pet) => return Ok(of(pet)?),
            Self::InRow { code, cpf_cnpj, .. } => (code, cpf_cnpj),
        };
        let insured = find(context, CpfCnpj::from_row(cpf_cnpj))?;
        let mut pets = insured.apolices.iter().flat_map(|apolice| &apolice.pets);
        Ok(pets.find(|pet| *pet.cd_pet == **code).map_or(Ok(None), of)?)
    }
}
