//! What rows need besides themselves, and what was loaded for them.

use std::{
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
    schema::segurado,
    upstream::lists::{Placed, Procedimentos, Seguradoras, TotaisMensais, TotaisPorSeguradora},
};

/// What has to be loaded before rows can be written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::schema) struct Needs {
    /// The list of insurers.
    pub(in crate::schema) seguradoras: bool,
    /// The list of procedures, if a row names one.
    pub(in crate::schema) procedimentos: bool,
    /// Each row's insured.
    pub(in crate::schema) segurados: bool,
    /// Those of the rows that name a pet, whatever the others need.
    pub(in crate::schema) segurados_of_pets: bool,
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

/// What was loaded.
#[derive(Default)]
pub(in crate::schema) struct Loaded {
    seguradoras: Option<Arc<Coded<Seguradoras>>>,
    procedimentos: Option<Arc<Coded<Procedimentos>>>,
    segurados: HashMap<String, Arc<Segurado>>,
    pub(in crate::schema) menu: Option<Arc<Vec<ItemMenu>>>,
    pub(in crate::schema) totais_por_status: Option<Arc<TotaisMensais>>,
    pub(in crate::schema) abertos_hoje: Option<Arc<Total>>,
    pub(in crate::schema) abertos_no_mes: Option<Arc<Total>>,
    pub(in crate::schema) faturados_no_mes: Option<Arc<Total>>,
    pub(in crate::schema) total_de_seguradoras: Option<Arc<QuantidadeTotal>>,
    pub(in crate::schema) status_por_seguradora: Option<Arc<TotaisPorSeguradora>>,
}

impl Loaded {
    /// Loads what rows need, everything at the same time. `None` if a service failed.
    pub(super) async fn load<T: Row>(needs: Needs, loaders: &Loaders, rows: &[T]) -> Option<Self> {
        let segurados = async {
            let mut all = HashMap::new();
            if needs.segurados || needs.segurados_of_pets {
                let needed = rows.iter().filter(|row| needs.segurados || row.has_pet());
                let ids: HashSet<_> = needed.filter_map(Row::insured).collect();
                let load = async |id: &str| Some((id.to_owned(), segurado::find_by(loaders, id).await.ok()?));
                for one in join_all(ids.into_iter().map(load)).await {
                    let (id, insured) = one?;
                    all.insert(id, insured);
                }
            }
            Some(all)
        };
        let needs_procedures = needs.procedimentos && rows.iter().any(Row::has_procedures);
        let year = needs.totais_por_status.unwrap_or_default();
        let all = tokio::join!(
            if_needed(needs.seguradoras, || loaders.seguradoras()),
            if_needed(needs_procedures, || loaders.procedimentos()),
            segurados,
            if_needed(needs.abertos_hoje, || loaders.abertos_hoje()),
            if_needed(needs.abertos_no_mes, || loaders.abertos_no_mes()),
            if_needed(needs.faturados_no_mes, || loaders.faturados_no_mes()),
            if_needed(needs.total_de_seguradoras, || loaders.total_de_seguradoras()),
            if_needed(needs.status_por_seguradora, || loaders.status_por_seguradora()),
            if_needed(needs.menu, || loaders.menu()),
            if_needed(needs.totais_por_status.is_some(), || loaders.totais_por_status(year)),
        );
        Some(Self {
            seguradoras: all.0?,
            procedimentos: all.1?,
            segurados: all.2?,
            abertos_hoje: all.3?,
            abertos_no_mes: all.4?,
            faturados_no_mes: all.5?,
            total_de_seguradoras: all.6?,
            status_por_seguradora: all.7?,
            menu: all.8?,
            totais_por_status: all.9?,
        })
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
