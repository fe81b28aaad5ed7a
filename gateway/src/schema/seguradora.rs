//! The insurers.

pub(super) mod rows;

use async_graphql::{Context, ID, Object};

use super::{error::Error, loaders, rows::Rows, scalars::CpfCnpj, selection::asks_only};
use crate::upstream::lists::{Placed, Seguradoras};

/// The insurers' part of the queries.
#[derive(Default)]
pub struct SeguradoraQuery;

/// An insurer.
pub enum Seguradora {
    /// As the list of insurers has it.
    Listed(Placed<Seguradoras>),
    /// As far as the row of another answer names it.
    Named {
        /// Its code.
        code: String,
        /// Its name, where the row has it.
        name: Option<String>,
    },
}

#[Object]
impl SeguradoraQuery {
    /// All insurers, inactive ones included, in the order of the services: by name.
    ///
    /// Costs one call to the services at most, whoever else in the same request needs an insurer.
    async fn seguradoras(&self, ctx: &Context<'_>) -> Option<Result<Rows<Seguradora>, Error>> {
        Some(seguradoras(ctx).await)
    }
}

async fn seguradoras(ctx: &Context<'_>) -> Result<Rows<Seguradora>, Error> {
    let list = loaders(ctx)?.seguradoras().await?;
    Ok(Rows(list.all().map(Seguradora::Listed).collect()))
}

/// An insurance company.
///
/// Where it is reached from something else (an acionamento, a policy, the dashboard), whatever that did not bring comes
/// from the list of insurers, which is read once per request.
#[Object]
impl Seguradora {
    /// Code of the insurer.
    async fn id(&self) -> ID {
        self.code().into()
    }

    /// Its name.
    async fn nome(&self, ctx: &Context<'_>) -> Result<String, Error> {
        if let Some(name) = self.name() {
            return Ok(name.to_owned());
        }
        // Only an insurer that was asked for its `id` alone has none.
        let listed = self.listed(ctx).await?.ok_or_else(|| Error::internal("an insurer without its name"))?;
        Ok(listed.row().nm_seguradora.to_string())
    }

    /// Its CNPJ without punctuation; null where the services have none.
    async fn cnpj(&self, ctx: &Context<'_>) -> Option<Result<CpfCnpj, Error>> {
        let listed = self.listed(ctx).await;
        listed.map(|listed| listed.and_then(|listed| listed.row().nr_cnpj.as_deref().map(CpfCnpj::from))).transpose()
    }

    /// Whether it still sells policies; null where the list of insurers does not have it.
    async fn ativa(&self, ctx: &Context<'_>) -> Option<Result<bool, Error>> {
        self.listed(ctx).await.map(|listed| listed.map(|listed| listed.row().fl_ativa)).transpose()
    }
}

impl Seguradora {
    /// The insurer that a row names by its code alone. `None` where the list of insurers does not have it.
    pub(super) async fn by_code(ctx: &Context<'_>, code: &str) -> Option<Result<Self, Error>> {
        if asks_only(ctx, "id") {
            return Some(Ok(Self::Named { code: code.to_owned(), name: None }));
        }
        find(ctx, code).await.map(|listed| listed.map(Self::Listed)).transpose()
    }

    /// The insurer that a row names by code and name.
    pub(super) fn named(code: &str, name: &str) -> Self {
        Self::Named { code: code.to_owned(), name: Some(name.to_owned()) }
    }

    /// Code of the insurer.
    pub(super) fn code(&self) -> &str {
        match self {
            Self::Listed(listed) => &listed.row().cd_seguradora,
            Self::Named { code, .. } => code,
        }
    }

    /// Its name, as far as it is known without the list.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Listed(listed) => Some(&listed.row().nm_seguradora),
            Self::Named { name, .. } => name.as_deref(),
        }
    }

    async fn listed(&self, ctx: &Context<'_>) -> Result<Option<Placed<Seguradoras>>, Error> {
        match self {
            Self::Listed(listed) => Ok(Some(listed.clone())),
            Self::Named { code, .. } => find(ctx, code).await,
        }
    }
}

async fn find(ctx: &Context<'_>, code: &str) -> Result<Option<Placed<Seguradoras>>, Error> {
    Ok(loaders(ctx)?.seguradoras().await?.find(code))
}
