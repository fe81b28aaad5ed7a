//! The insurers.

use async_graphql::ID;
use contract::seguradora::ListaSeguradora;
use macros::object;

use super::{
    executor::{Context, Resolved},
    scalars::{CpfCnpjText, IdText},
    text::text_from_service,
};
use crate::upstream::lists::{RowRef, Seguradoras};

/// The root fields of insurers.
#[derive(Default)]
pub struct SeguradoraQuery;

/// An insurer.
pub enum Seguradora<'a> {
    /// From the list of insurers.
    Whole(RowRef<Seguradoras>),
    /// What another row has of it.
    InRow {
        /// Its code.
        code: &'a str,
        /// Its name.
        name: &'a str,
    },
}

#[object]
impl SeguradoraQuery {
    /// All insurers, inactive ones included, by name.
    ///
    /// At most one call to the services per request.
    #[loads(ListaSeguradora)]
    fn seguradoras(&self, context: &Context<'_>) -> Resolved<Option<Vec<Seguradora<'_>>>> {
        Ok(Some(context.load(&ListaSeguradora {})?.all().map(Seguradora::Whole).collect()))
    }
}

/// An insurance company.
///
/// Below an acionamento, a policy or the dashboard, fields that those do not bring come from the list of insurers, which is
/// read once for all rows.
#[object]
impl Seguradora<'_> {
    /// Code of the insurer.
    fn id(&self) -> IdText<'_> {
        IdText(match self {
            Self::Whole(listed) => &listed.row().cd_seguradora,
            Self::InRow { code, .. } => code,
        })
    }

    /// Its name.
    fn nome(&self) -> &str {
        match self {
            Self::Whole(listed) => &listed.row().nm_seguradora,
            Self::InRow { name, .. } => name,
        }
    }

    /// Its CNPJ without punctuation; null if the services have none.
    #[loads(ListaSeguradora)]
    fn cnpj(&self, context: &Context<'_>) -> Resolved<Option<CpfCnpjText<'static>>> {
        let Some(listed) = self.listed(context)? else { return Ok(None) };
        Ok(text_from_service(listed.row().nr_cnpj.text()?).map(|cnpj| CpfCnpjText(cnpj.to_owned().into())))
    }

    /// Whether it still sells policies; null if it is not in the list of insurers.
    #[loads(ListaSeguradora)]
    fn ativa(&self, context: &Context<'_>) -> Resolved<Option<bool>> {
        Ok(self.listed(context)?.map(|listed| listed.row().fl_ativa))
    }

    #[key]
    #[loads(ListaSeguradora)]
    fn by_id(context: &Context<'_>, id: ID) -> Resolved<Option<Self>> {
        Self::by_code(context, &id)
    }
}

impl Seguradora<'_> {
    /// The insurer with a code; `None` if it is not in the list of insurers.
    pub(super) fn by_code(context: &Context<'_>, code: &str) -> Resolved<Option<Self>> {
        Ok(context.load(&ListaSeguradora {})?.find(code).map(Self::Whole))
    }

    fn listed(&self, context: &Context<'_>) -> Resolved<Option<RowRef<Seguradoras>>> {
        match self {
            Self::Whole(listed) => Ok(Some(listed.clone())),
            Self::InRow { code, .. } => Ok(context.load(&ListaSeguradora {})?.find(code)),
        }
    }
}
