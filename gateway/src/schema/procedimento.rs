//! The veterinary procedures.

use async_graphql::{Context, ID, Object};

use super::{error::Error, loaders, scalars::Decimal, text};
use crate::upstream::lists::{Placed, Procedimentos};

/// The procedures' part of the queries.
#[derive(Default)]
pub struct ProcedimentoQuery;

/// A procedure.
pub enum Procedimento {
    /// As the list of procedures has it.
    Listed(Placed<Procedimentos>),
    /// As far as an acionamento names it.
    Named {
        /// Its code.
        code: String,
        /// What it is.
        description: String,
    },
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
    Ok(list.all().map(Procedimento::Listed).collect())
}

/// A veterinary procedure.
///
/// Where it is reached from an acionamento, `id` and `descricao` come with it; the rest comes from the list of
/// procedures, which is read once per request and only when asked for.
#[Object]
impl Procedimento {
    /// Code of the procedure.
    async fn id(&self) -> ID {
        self.code().into()
    }

    /// What it is.
    async fn descricao(&self) -> &str {
        match self {
            Self::Listed(listed) => &listed.row().ds_procedimento,
            Self::Named { description, .. } => description,
        }
    }

    /// The category that it belongs to; null where it has none, or is no longer in the list of procedures.
    async fn categoria(&self, ctx: &Context<'_>) -> Option<Result<String, Error>> {
        let listed = self.listed(ctx).await;
        listed
            .map(|listed| listed.and_then(|listed| text::said(listed.row().ds_categoria.as_deref()).map(str::to_owned)))
            .transpose()
    }

    /// Reference value of one in BRL; null where it has none, or is no longer in the list of procedures.
    async fn valor_referencia(&self, ctx: &Context<'_>) -> Option<Result<Decimal, Error>> {
        let listed = self.listed(ctx).await;
        listed.map(|listed| listed.and_then(|listed| listed.row().vl_referencia.map(Decimal::from))).transpose()
    }
}

impl Procedimento {
    /// The procedure that an acionamento names.
    pub(super) fn named(code: &str, description: &str) -> Self {
        Self::Named { code: code.to_owned(), description: description.to_owned() }
    }

    fn code(&self) -> &str {
        match self {
            Self::Listed(listed) => &listed.row().cd_procedimento,
            Self::Named { code, .. } => code,
        }
    }

    async fn listed(&self, ctx: &Context<'_>) -> Result<Option<Placed<Procedimentos>>, Error> {
        match self {
            Self::Listed(listed) => Ok(Some(listed.clone())),
            Self::Named { code, .. } => Ok(loaders(ctx)?.procedimentos().await?.find(code)),
        }
    }
}
