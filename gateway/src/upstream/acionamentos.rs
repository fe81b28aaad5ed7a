//! A list of acionamentos, and its rows by search, filter and order.

mod row_filter;
mod sorted_rows;

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    acionamento as wire,
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
    value::InPlace,
};

use self::sorted_rows::{CachedSortedRows, MAX_CACHED};
pub use self::{
    row_filter::{RowFilter, RowPeriod, is_same_number},
    sorted_rows::{Criteria, SortedRows},
};
pub use super::lists::Row;
use super::{
    lists::{RowRef, Rows, RowsInBody},
    response_data::ResponseData,
};

/// A procedure of a row.
pub type RowProcedure<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// An event of its history.
pub type RowEvent<'a> = wire::Evento<InPlace<'a>>;

/// What identifies a row: its claim number too, since an API may give the same code to several acionamentos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowId<'a> {
    /// Code of the acionamento.
    pub code: &'a str,
    /// Its claim number.
    pub sinistro: &'a str,
}

impl<'a> RowId<'a> {
    /// What identifies this row.
    pub fn of(row: &'a Row<'_>) -> Self {
        Self { code: &row.cd_acionamento, sinistro: &row.nr_sinistro }
    }
}

/// Acionamentos in the order of the service.
pub struct Acionamentos {
    rows: RowsInBody,
    sorted: CachedSortedRows,
}

impl Acionamentos {
    /// The rows at some indices.
    ///
    /// # Panics
    /// An index is out of bounds.
    pub fn page(self: &Arc<Self>, indices: &[u32]) -> Vec<RowRef<Self>> {
        indices.iter().map(|at| RowRef::new(self, *at as usize)).collect()
    }

    /// The row with a claim number: exactly this number, else the first that [`is_same_number`].
    pub fn with_number(self: &Arc<Self>, sinistro: &str) -> Option<RowRef<Self>> {
        let exact = self.rows().iter().position(|row| *row.nr_sinistro == *sinistro);
        let same = || self.rows().iter().position(|row| is_same_number(sinistro, &row.nr_sinistro));
        Some(RowRef::new(self, exact.or_else(same)?))
    }

    /// The rows by some criteria, computed by `select` on a cache miss; of a long list on the blocking pool.
    pub async fn sorted_rows(
        self: &Arc<Self>,
        criteria: Criteria,
        select: impl FnOnce(&Self) -> SortedRows + Send + 'static,
    ) -> Arc<SortedRows> {
        let list = Arc::clone(self);
        self.sorted.get(criteria, self.rows().len(), move || select(&list)).await
    }
}

#[cfg(test)]
impl<'a> FromIterator<&'a Row<'a>> for Acionamentos {
    fn from_iter<I: IntoIterator<Item = &'a Row<'a>>>(rows: I) -> Self {
        let rows = serde_json::to_vec(&rows.into_iter().collect::<Vec<_>>()).unwrap();
        Self::read(rows.into(), &ResponseMapping::default().without_envelope()).unwrap().data.unwrap()
    }
}

impl Rows for Acionamentos {
    type Wire = wire::Acionamento;
    type Row<'a> = Row<'a>;

    fn rows(&self) -> &[Row<'_>] {
        self.rows.rows()
    }

    fn bytes(&self) -> usize {
        let below = |row: &Row<'_>| {
            let procedures = row.procedimentos.capacity() * size_of::<RowProcedure<'_>>();
            procedures + row.historico.capacity() * size_of::<RowEvent<'_>>()
        };
        // What may be cached with it counts from the start, since the cache weighs a list once.
        let sorted = MAX_CACHED * self.rows().len() * size_of::<u32>();
        self.rows.bytes() + self.rows().iter().map(below).sum::<usize>() + sorted
    }
}

impl ResponseData for Acionamentos {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let list = |rows| Self { rows, sorted: CachedSortedRows::default() };
        RowsInBody::read(body, mapping).map(|answer| answer.map(list))
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.rows().len())
    }
}

/// An acionamento that a service answers by itself.
impl ResponseData for RowRef<Acionamentos> {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let mut answer = Acionamentos::read(body.clone(), mapping)?;
        // If the list does not have exactly one row, the body is parsed as one object: its error describes what is wrong.
        if answer.data.as_ref().is_some_and(|list| list.rows().len() != 1) {
            let one = Answer::<wire::Acionamento>::read_mapped(&body, mapping)?;
            answer = Answer { data: None, lacks_data: one.lacks_data, ..answer };
        }
        Ok(answer.map(|list| Self::new(&Arc::new(list), 0)))
    }
}

#[cfg(test)]
mod tests {
    use contract::envelope::Answer;

    use super::{Acionamentos, Row, Rows as _};

    #[test]
    fn a_list_weighs_its_body_and_its_rows() {
        let golden = include_str!("../../../contract/golden/lista-acionamentos-by-status.json");
        let golden: serde_json::Value = serde_json::from_str(golden).unwrap();
        let answer = golden["cases"][0]["answer"].to_string();
        let rows: Vec<Row<'_>> = Answer::read(answer.as_bytes()).unwrap().data.unwrap();
        let rows: Vec<_> = rows.iter().cycle().take(5_000).collect();
        let body = serde_json::to_string(&rows).unwrap().len();
        let weight = rows.into_iter().collect::<Acionamentos>().bytes();
        assert!((body + 5_000 * size_of::<Row<'_>>()..3 * body).contains(&weight), "{weight} of {body}");
    }
}
