//! The veterinary procedures.

use macros::object;

use super::{
    executor::{Context, Resolved},
    scalars::{Decimal, IdText},
    text::said,
};
use crate::{
    loaders::procedimento::ProcedimentosLoader,
    upstream::lists::{Procedimentos, RowRef},
};

/// The procedures' part of the queries.
#[derive(Default)]
pub struct ProcedimentoQuery;

/// A procedure.
pub enum Procedimento<'a> {
    /// As the list of procedures has it.
    Listed(RowRef<Procedimentos>),
    /// As far as an acionamento names it.
    Named {
        /// Its code.
        code: &'a str,
        /// What it is.
        description: &'a str,
    },
}

#[object]
impl ProcedimentoQuery {
    /// All procedures that an acionamento may hold, in the order of the services: by category and description.
    ///
    /// Costs one call to the services at most, whoever else in the same request needs a procedure.
    #[loads(ProcedimentosLoader)]
    fn procedimentos(&self, context: &Context<'_>) -> Resolved<Option<Vec<Procedimento<'_>>>> {
        Ok(Some(context.load(&ProcedimentosLoader)?.all().map(Procedimento::Listed).collect()))
    }
}

/// A veterinary procedure.
///
/// Where it is reached from an acionamento, `id` and `descricao` come with it; the rest comes from the list of
/// procedures, which is read once per request and only when asked for.
#[object]
impl Procedimento<'_> {
    /// Code of the procedure.
    fn id(&self) -> IdText<'_> {
        IdText(match self {
            Self::Listed(listed) => &listed.row().cd_procedimento,
            Self::Named { code, .. } => code,
        })
    }

    /// What it is.
    fn descricao(&self) -> &str {
        match self {
            Self::Listed(listed) => &listed.row().ds_procedimento,
            Self::Named { description, .. } => description,
        }
    }

    /// The category that it belongs to; null where it has none, or is no longer in the list of procedures.
    #[loads(ProcedimentosLoader)]
    #[prefetch(ProcedimentosLoader)]
    fn categoria(&self, context: &Context<'_>) -> Resolved<Option<String>> {
        let listed = self.listed(context)?;
        Ok(listed.and_then(|listed| said(listed.row().ds_categoria.as_deref()).map(str::to_owned)))
    }

    /// Reference value of one in BRL; null where it has none, or is no longer in the list of procedures.
    #[loads(ProcedimentosLoader)]
    #[prefetch(ProcedimentosLoader)]
    fn valor_referencia(&self, context: &Context<'_>) -> Resolved<Option<Decimal>> {
        Ok(self.listed(context)?.and_then(|listed| listed.row().vl_referencia.map(Decimal::from)))
    }
}

impl Procedimento<'_> {
    fn listed(&self, context: &Context<'_>) -> Resolved<Option<RowRef<Procedimentos>>> {
        match self {
            Self::Listed(listed) => Ok(Some(listed.clone())),
            Self::Named { code, .. } => Ok(context.load(&ProcedimentosLoader)?.find(code)),
        }
    }
}
