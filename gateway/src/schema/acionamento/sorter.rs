//! The sort key of a row.

use std::sync::Arc;

use super::order::{OrdemAcionamentos, RowId, SortColumn, SortKey, SortPosition, folded};
use crate::{
    loaders::by_code::ByCode,
    schema::search::fold,
    upstream::{acionamentos::Row, lists::Seguradoras},
};

/// An order, with the insurers if it compares their names: a row has only their code.
pub struct Sorter {
    pub(super) order: OrdemAcionamentos,
    pub(super) seguradoras: Option<Arc<ByCode<Seguradoras>>>,
}

impl Sorter {
    /// The sort key of a row.
    pub(super) fn key(&self, row: &Row<'_>) -> SortKey {
        match self.order.column() {
            SortColumn::Abertura => SortKey::Instant(row.dt_abertura.to_utc()),
            SortColumn::Valor => SortKey::Amount(row.vl_total.0),
            SortColumn::Seguradora => SortKey::Name(self.seguradora(&row.cd_seguradora)),
            SortColumn::Text(text) => SortKey::Name(text(row)),
        }
    }

    /// The folded name of the insurer with a code.
    fn seguradora(&self, code: &str) -> String {
        let listed = self.seguradoras.as_ref().and_then(|insurers| insurers.find(code));
        listed.map_or_else(|| folded(None), |listed| fold(&listed.row().nm_seguradora))
    }

    /// The position of a row in this order.
    pub fn position(&self, row: &Row<'_>) -> SortPosition {
        let RowId { code, sinistro } = RowId::of(row);
        SortPosition { key: self.key(row), code: code.to_owned(), sinistro: sinistro.to_owned() }
    }
}
