//! The insurers.

use macros::object;

use super::{
    executor::{Context, Resolved},
    scalars::{CpfCnpjText, IdText},
};
use crate::{
    loaders::SeguradorasLoader,
    upstream::lists::{Placed, Seguradoras},
};

/// The insurers' part of the queries.
#[derive(Default)]
pub struct SeguradoraQuery;

/// An insurer.
pub enum Seguradora<'a> {
    /// As the list of insurers has it.
    Listed(Placed<Seguradoras>),
    /// As far as the row of another answer names it.
    Named {
        /// Its code.
        code: &'a str,
        /// Its name.
        name: &'a str,
    },
}

#[object]
impl SeguradoraQuery {
    /// All insurers, inactive ones included, in the order of the services: by name.
    ///
    /// Costs one call to the services at most, whoever else in the same request needs an insurer.
    #[loads(SeguradorasLoader)]
    fn seguradoras(&self, context: &Context<'_>) -> Resolved<Option<Vec<Seguradora<'_>>>> {
        Ok(Some(context.load(&SeguradorasLoader)?.all().map(Seguradora::Listed).collect()))
    }
}

/// An insurance company.
///
/// Where it is reached from something else (an acionamento, a policy, the dashboard), whatever that did not bring comes
/// from the list of insurers, which is read once per request.
#[object]
impl Seguradora<'_> {
    /// Code of the insurer.
    fn id(&self) -> IdText<'_> {
        IdText(match self {
            Self::Listed(listed) => &listed.row().cd_seguradora,
            Self::Named { code, .. } => code,
        })
    }

    /// Its name.
    fn nome(&self) -> &str {
        match self {
            Self::Listed(listed) => &listed.row().nm_seguradora,
            Self::Named { name, .. } => name,
        }
    }

    /// Its CNPJ without punctuation; null where the services have none.
    #[loads(SeguradorasLoader)]
    fn cnpj(&self, context: &Context<'_>) -> Resolved<Option<CpfCnpjText<'static>>> {
        let listed = self.listed(context)?;
        Ok(listed.and_then(|listed| listed.row().nr_cnpj.as_deref().map(|cnpj| CpfCnpjText(cnpj.to_owned().into()))))
    }

    /// Whether it still sells policies; null where the list of insurers does not have it.
    #[loads(SeguradorasLoader)]
    fn ativa(&self, context: &Context<'_>) -> Resolved<Option<bool>> {
        Ok(self.listed(context)?.map(|listed| listed.row().fl_ativa))
    }
}

impl Seguradora<'_> {
    /// The insurer with a code; `None` where the list of insurers does not have it.
    pub(super) fn by_code(context: &Context<'_>, code: &str) -> Resolved<Option<Self>> {
        Ok(context.load(&SeguradorasLoader)?.find(code).map(Self::Listed))
    }

    fn listed(&self, context: &Context<'_>) -> Resolved<Option<Placed<Seguradoras>>> {
        match self {
            Self::Listed(listed) => Ok(Some(listed.clone())),
            Self::Named { code, .. } => Ok(context.load(&SeguradorasLoader)?.find(code)),
        }
    }
}
