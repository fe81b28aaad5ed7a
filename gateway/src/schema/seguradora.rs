//! The insurers.

pub(super) mod rows;

use std::sync::Arc;

use async_graphql::{Context, ID, Object};
use services::wire::{seguradora as wire, value::Text};

use super::{error::Error, loaders, rows::Rows, scalars::CpfCnpj, selection::asks_only};

/// The insurers' part of the queries.
#[derive(Default)]
pub struct SeguradoraQuery;

/// An insurer: as the list of insurers has it, or as far as the row of another answer names it.
pub struct Seguradora {
    code: String,
    /// Known without the list.
    name: Option<String>,
    listed: Option<Arc<wire::Seguradora>>,
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
    Ok(Rows(list.all.iter().map(Seguradora::from).collect()))
}

/// An insurance company.
///
/// Where it is reached from something else (an acionamento, a policy, the dashboard), whatever that did not bring comes
/// from the list of insurers, which is read once per request.
#[Object]
impl Seguradora {
    /// Code of the insurer.
    async fn id(&self) -> ID {
        self.code.clone().into()
    }

    /// Its name.
    async fn nome(&self, ctx: &Context<'_>) -> Result<String, Error> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        // Only an insurer that was asked for its `id` alone has none.
        let listed = self.listed(ctx).await?.ok_or_else(|| Error::internal("an insurer without its name"))?;
        Ok(listed.nm_seguradora.clone())
    }

    /// Its CNPJ without punctuation; null where the services have none.
    async fn cnpj(&self, ctx: &Context<'_>) -> Option<Result<CpfCnpj, Error>> {
        let listed = self.listed(ctx).await;
        listed.map(|listed| listed.and_then(|listed| listed.nr_cnpj.as_ref().map(CpfCnpj::from))).transpose()
    }

    /// Whether it still sells policies; null where the list of insurers does not have it.
    async fn ativa(&self, ctx: &Context<'_>) -> Option<Result<bool, Error>> {
        self.listed(ctx).await.map(|listed| listed.map(|listed| listed.fl_ativa)).transpose()
    }
}

impl Seguradora {
    /// The insurer that a row names by its code alone. `None` where the list of insurers does not have it.
    pub(super) async fn by_code(ctx: &Context<'_>, code: &Text) -> Option<Result<Self, Error>> {
        if asks_only(ctx, "id") {
            return Some(Ok(Self { code: code.0.clone(), name: None, listed: None }));
        }
        find(ctx, code).await.map(|listed| listed.as_ref().map(Self::from)).transpose()
    }

    /// The insurer that a row names by code and name.
    pub(super) fn named(code: &Text, name: &str) -> Self {
        Self { code: code.0.clone(), name: Some(name.to_owned()), listed: None }
    }

    async fn listed(&self, ctx: &Context<'_>) -> Result<Option<Arc<wire::Seguradora>>, Error> {
        match &self.listed {
            Some(listed) => Ok(Some(Arc::clone(listed))),
            None => find(ctx, &self.code).await,
        }
    }
}

async fn find(ctx: &Context<'_>, code: &str) -> Result<Option<Arc<wire::Seguradora>>, Error> {
    Ok(loaders(ctx)?.seguradoras().await?.find(code).map(Arc::clone))
}

impl From<&Arc<wire::Seguradora>> for Seguradora {
    fn from(listed: &Arc<wire::Seguradora>) -> Self {
        Self {
            code: listed.cd_seguradora.0.clone(),
            name: Some(listed.nm_seguradora.clone()),
            listed: Some(Arc::clone(listed)),
        }
    }
}
