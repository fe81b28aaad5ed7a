//! The veterinary procedures.

use std::sync::Arc;

use async_graphql::{Context, ID, Object};
use services::wire::{procedimento as wire, value::Text};

use super::{error::Error, loaders, scalars::Decimal, text};

/// The procedures' part of the queries.
#[derive(Default)]
pub struct ProcedimentoQuery;

/// A procedure: as the list of procedures has it, or as far as an acionamento names it.
pub struct Procedimento {
    code: String,
    description: String,
    listed: Option<Arc<wire::Procedimento>>,
}

#[Object]
impl ProcedimentoQuery {
    /// All procedures that an acionamento may hold, in the order of the services: by category and description.
    ///
    /// Costs one call to the services at most, whoever else in the same request needs a procedure.
    async fn procedimentos(&self, ctx: &Context<'_>) -> Option<Result<Vec<Procedimento>, Error>> {
        Some(procedimentos(ctx).await)
    }
}

async fn procedimentos(ctx: &Context<'_>) -> Result<Vec<Procedimento>, Error> {
    let list = loaders(ctx)?.procedimentos().await?;
    Ok(list.all.iter().map(Procedimento::from).collect())
}

/// A veterinary procedure.
///
/// Where it is reached from an acionamento, `id` and `descricao` come with it; the rest comes from the list of
/// procedures, which is read once per request and only when asked for.
#[Object]
impl Procedimento {
    /// Code of the procedure.
    async fn id(&self) -> ID {
        self.code.clone().into()
    }

    /// What it is.
    async fn descricao(&self) -> &str {
        &self.description
    }

    /// The category that it belongs to; null where it has none, or is no longer in the list of procedures.
    async fn categoria(&self, ctx: &Context<'_>) -> Option<Result<String, Error>> {
        let listed = self.listed(ctx).await;
        listed
            .map(|listed| listed.and_then(|listed| text::said(listed.ds_categoria.as_deref()).map(str::to_owned)))
            .transpose()
    }

    /// Reference value of one in BRL; null where it has none, or is no longer in the list of procedures.
    async fn valor_referencia(&self, ctx: &Context<'_>) -> Option<Result<Decimal, Error>> {
        let listed = self.listed(ctx).await;
        listed.map(|listed| listed.and_then(|listed| listed.vl_referencia.map(Decimal::from))).transpose()
    }
}

impl Procedimento {
    /// The procedure that an acionamento names.
    pub(super) fn named(code: &Text, description: &str) -> Self {
        Self { code: code.0.clone(), description: description.to_owned(), listed: None }
    }

    async fn listed(&self, ctx: &Context<'_>) -> Result<Option<Arc<wire::Procedimento>>, Error> {
        match &self.listed {
            Some(listed) => Ok(Some(Arc::clone(listed))),
            None => Ok(loaders(ctx)?.procedimentos().await?.find(&self.code).map(Arc::clone)),
        }
    }
}

impl From<&Arc<wire::Procedimento>> for Procedimento {
    fn from(listed: &Arc<wire::Procedimento>) -> Self {
        Self {
            code: listed.cd_procedimento.0.clone(),
            description: listed.ds_procedimento.clone(),
            listed: Some(Arc::clone(listed)),
        }
    }
}
