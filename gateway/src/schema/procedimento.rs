//! The veterinary procedures.

use async_graphql::ID;
use contract::procedimento::ListaProcedimento;
use macros::object;

use super::{
    executor::{Context, Resolved},
    scalars::{Decimal, IdText},
    search::Search,
    text::text_from_service,
};
use crate::upstream::lists::{Procedimentos, RowRef};

/// The root fields of procedures.
#[derive(Default)]
pub struct ProcedimentoQuery;

/// A procedure.
pub enum Procedimento<'a> {
    /// From the list of procedures.
    Whole(RowRef<Procedimentos>),
    /// What an acionamento has of it.
    InRow {
        /// Its code.
        code: &'a str,
        /// Its description.
        description: &'a str,
    },
}

#[object]
impl ProcedimentoQuery {
    /// All procedures, by category and description.
    ///
    /// At most one call to the services per request.
    #[loads(ListaProcedimento)]
    fn procedimentos(
        &self,
        context: &Context<'_>,
        /// Keeps the procedures that contain all of these words, in any order, in description and category. Accents and case
        /// are ignored. At most 200 characters; blank keeps all.
        busca: Option<String>,
    ) -> Resolved<Option<Vec<Procedimento<'_>>>> {
        let search = busca.map(|busca| Search::new(&busca)).transpose()?.flatten();
        let is_wanted = |listed: &RowRef<Procedimentos>| {
            let row = listed.row();
            let texts = [&*row.ds_procedimento, row.ds_categoria.as_deref().unwrap_or_default()];
            search.as_ref().is_none_or(|search| search.finds_in(&texts))
        };
        let all = context.load(&ListaProcedimento {})?;
        Ok(Some(all.all().filter(is_wanted).map(Procedimento::Whole).collect()))
    }
}

/// A veterinary procedure.
///
/// Below an acionamento, `id` and `descricao` need no further call. The other fields come from the list of procedures,
/// which is read at most once per request.
#[object]
impl Procedimento<'_> {
    /// Code of the procedure.
    fn id(&self) -> IdText<'_> {
        IdText(match self {
            Self::Whole(listed) => &listed.row().cd_procedimento,
            Self::InRow { code, .. } => code,
        })
    }

    /// Its description.
    fn descricao(&self) -> &str {
        match self {
            Self::Whole(listed) => &listed.row().ds_procedimento,
            Self::InRow { description, .. } => description,
        }
    }

    /// Its category; null if it has none, or is no longer in the list of procedures.
    #[loads(ListaProcedimento, prefetch)]
    fn categoria(&self, context: &Context<'_>) -> Resolved<Option<String>> {
        let Some(listed) = self.listed(context)? else { return Ok(None) };
        Ok(text_from_service(listed.row().ds_categoria.text()?).map(str::to_owned))
    }

    /// Its reference value in BRL, per unit; null if it has none, or is no longer in the list of procedures.
    #[loads(ListaProcedimento, prefetch)]
    fn valor_referencia(&self, context: &Context<'_>) -> Resolved<Option<Decimal>> {
        let Some(listed) = self.listed(context)? else { return Ok(None) };
        Ok(listed.row().vl_referencia.read()?.copied().map(Decimal::from))
    }

    #[key]
    #[loads(ListaProcedimento)]
    fn by_id(context: &Context<'_>, id: ID) -> Resolved<Option<Self>> {
        Ok(context.load(&ListaProcedimento {})?.find(&id).map(Self::Whole))
    }
}

impl Procedimento<'_> {
    fn listed(&self, context: &Context<'_>) -> Resolved<Option<RowRef<Procedimentos>>> {
        match self {
            Self::Whole(listed) => Ok(Some(listed.clone())),
            Self::InRow { code, .. } => Ok(context.load(&ListaProcedimento {})?.find(code)),
        }
    }
}
