//! What rows need besides themselves, and what was loaded for them.

use std::{
    borrow::Borrow,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use futures_util::future::join_all;
use services::wire::{
    menu::ItemMenu,
    painel::{QuantidadeTotal, Total},
    segurado::Segurado,
};

use super::Row;
use crate::{
    loaders::{Answer, Loaders, coded::Coded},
    schema::{
        acionamento::connection::{AcionamentoConnection, Listing},
        json, segurado,
    },
    upstream::lists::{Placed, Procedimentos, Seguradoras, TotaisMensais, TotaisPorSeguradora},
};

/// What has to be loaded before rows can be written.
#[derive(Default, PartialEq)]
pub(in crate::schema) struct Needs {
    /// The list of insurers.
    pub(in crate::schema) seguradoras: bool,
    /// The list of procedures, if a row may name one.
    pub(in crate::schema) procedimentos: bool,
    /// The insured of the rows.
    pub(in crate::schema) segurados: Segurados,
    /// Pages of acionamentos, each with the insured of its rows.
    pub(in crate::schema) acionamentos: Vec<(Listing, Segurados)>,
    /// The menu.
    pub(in crate::schema) menu: bool,
    /// The totals of a year.
    pub(in crate::schema) totais_por_status: Option<i32>,
    /// A figure of the dashboard each.
    pub(in crate::schema) abertos_hoje: bool,
    pub(in crate::schema) abertos_no_mes: bool,
    pub(in crate::schema) faturados_no_mes: bool,
    pub(in crate::schema) total_de_seguradoras: bool,
    pub(in crate::schema) status_por_seguradora: bool,
}

/// Whose insured are needed.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::schema) enum Segurados {
    /// Nobody's.
    #[default]
    None,
    /// Those of the rows that name a pet.
    OfPets,
    /// Every row's.
    All,
}

/// The insured by tax id, as the rows spell it.
type ById = HashMap<String, Arc<Segurado>>;

/// What was loaded.
#[derive(Default)]
pub(in crate::schema) struct Loaded {
    /// What the answer counts that is written of it.
    pub(in crate::schema) counted: json::Counted,
    seguradoras: Option<Arc<Coded<Seguradoras>>>,
    procedimentos: Option<Arc<Coded<Procedimentos>>>,
    segurados: ById,
    /// The pages, in the order in which they are needed.
    pub(in crate::schema) acionamentos: Vec<AcionamentoConnection>,
    pub(in crate::schema) menu: Option<Arc<Vec<ItemMenu>>>,
    pub(in crate::schema) totais_por_status: Option<Arc<TotaisMensais>>,
    pub(in crate::schema) abertos_hoje: Option<Arc<Total>>,
    pub(in crate::schema) abertos_no_mes: Option<Arc<Total>>,
    pub(in crate::schema) faturados_no_mes: Option<Arc<Total>>,
    pub(in crate::schema) total_de_seguradoras: Option<Arc<QuantidadeTotal>>,
    pub(in crate::schema) status_por_seguradora: Option<Arc<TotaisPorSeguradora>>,
}

impl Loaded {
    /// Loads what rows need, everything at the same time: a list of acionamentos is not waited for to see whether its rows
    /// name an insurer, since hardly any is empty. `None` if a service failed.
    pub(super) async fn load<T: Row>(needs: Needs, loaders: &Loaders, rows: &[T]) -> Option<Self> {
        let needs_procedures = needs.procedimentos && rows.iter().any(Row::may_have_procedures);
        let year = needs.totais_por_status.unwrap_or_default();
        let pages = needs.acionamentos.iter().map(|(listing, whose)| page(listing, *whose, loaders));
        let (
            seguradoras,
            procedimentos,
            insured,
            pages,
            menu,
            totais_por_status,
            abertos_hoje,
            abertos_no_mes,
            faturados_no_mes,
            total_de_seguradoras,
            status_por_seguradora,
        ) = tokio::join!(
            if_needed(needs.seguradoras, || loaders.seguradoras()),
            if_needed(needs_procedures, || loaders.procedimentos()),
            segurados::<T>(needs.segurados, loaders, rows.iter()),
            join_all(pages),
            if_needed(needs.menu, || loaders.menu()),
            if_needed(needs.totais_por_status.is_some(), || loaders.totais_por_status(year)),
            if_needed(needs.abertos_hoje, || loaders.abertos_hoje()),
            if_needed(needs.abertos_no_mes, || loaders.abertos_no_mes()),
            if_needed(needs.faturados_no_mes, || loaders.faturados_no_mes()),
            if_needed(needs.total_de_seguradoras, || loaders.total_de_seguradoras()),
            if_needed(needs.status_por_seguradora, || loaders.status_por_seguradora()),
        );
        let mut loaded = Self {
            counted: json::Counted::default(),
            seguradoras: seguradoras?,
            procedimentos: procedimentos?,
            segurados: insured?,
            acionamentos: Vec::with_capacity(pages.len()),
            menu: menu?,
            totais_por_status: totais_por_status?,
            abertos_hoje: abertos_hoje?,
            abertos_no_mes: abertos_no_mes?,
            faturados_no_mes: faturados_no_mes?,
            total_de_seguradoras: total_de_seguradoras?,
            status_por_seguradora: status_por_seguradora?,
        };
        for page in pages {
            let (page, insured) = page?;
            loaded.acionamentos.push(page);
            loaded.segurados.extend(insured);
        }
        Some(loaded)
    }

    /// All insurers.
    pub(in crate::schema) fn seguradoras(&self) -> Option<impl ExactSizeIterator<Item = Placed<Seguradoras>>> {
        Some(self.seguradoras.as_ref()?.all())
    }

    /// The insurer with a code.
    pub(in crate::schema) fn seguradora(&self, code: &str) -> Option<Placed<Seguradoras>> {
        self.seguradoras.as_ref()?.find(code)
    }

    /// The procedure with a code.
    pub(in crate::schema) fn procedimento(&self, code: &str) -> Option<Placed<Procedimentos>> {
        self.procedimentos.as_ref()?.find(code)
    }

    /// The insured with a tax id, spelt as the row has it.
    pub(in crate::schema) fn segurado(&self, cpf_cnpj: &str) -> Option<&Segurado> {
        self.segurados.get(cpf_cnpj).map(|one| &**one)
    }
}

/// Loads what is needed, in a box of its own, so that nothing else takes room; `None` if a service failed.
async fn if_needed<T, L: Future<Output = Answer<T>>>(
    is_needed: bool,
    load: impl FnOnce() -> L,
) -> Option<Option<Arc<T>>> {
    if is_needed { Box::pin(load()).await.ok().map(Some) } else { Some(None) }
}

/// A page and the insured of its rows; `None` if a service failed.
async fn page(listing: &Listing, whose: Segurados, loaders: &Loaders) -> Option<(AcionamentoConnection, ById)> {
    let page = Box::pin(listing.load(loaders)).await.ok()?;
    let insured = segurados(whose, loaders, page.rows()).await?;
    Some((page, insured))
}

/// The insured of rows; `None` if a service failed.
async fn segurados<T: Row>(whose: Segurados, loaders: &Loaders, rows: impl Iterator<Item: Borrow<T>>) -> Option<ById> {
    let mut ids = HashSet::new();
    if whose != Segurados::None {
        for row in rows {
            let row = row.borrow();
            if let Some(id) = row.insured().filter(|_| whose == Segurados::All || row.has_pet())
                && !ids.contains(id)
            {
                ids.insert(id.to_owned());
            }
        }
    }
    let load = async |id: String| {
        let found = segurado::find_by(loaders, &id).await.ok()?;
        Some((id, found))
    };
    join_all(ids.into_iter().map(load)).await.into_iter().collect()
}
