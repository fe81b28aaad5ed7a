//! Selects and sorts the rows of a list. An order by insurer needs the list of insurers: a row has only their code.

use std::sync::Arc;

use futures_util::future::join_all;
use rust_decimal::Decimal;

use super::order::{OrdemAcionamentos, SortColumn, SortKey, SortPosition, folded};
use crate::{
    loaders::by_code::ByCode,
    schema::{
        scalars,
        search::{Search, fold},
    },
    upstream::{
        acionamentos::{Acionamentos, Criteria, Row, RowFilter, RowId, SortedRows},
        lists::{Rows as _, Seguradoras},
    },
};

/// An order, with the insurers if it compares their names: a row has only their code.
#[derive(Clone)]
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

    /// The insurers' codes and names, which are part of the cache key of an order by insurer.
    fn names(&self) -> Option<Vec<[String; 2]>> {
        let all = self.seguradoras.as_ref()?.all();
        let names = all.map(|listed| [&*listed.row().cd_seguradora, &*listed.row().nm_seguradora].map(str::to_owned));
        Some(names.collect())
    }

    /// The position of a row in this order.
    pub fn position(&self, row: &Row<'_>) -> SortPosition {
        let RowId { code, sinistro } = RowId::of(row);
        SortPosition { key: self.key(row), code: code.to_owned(), sinistro: sinistro.to_owned() }
    }

    /// The rows of each list that match a search and a filter, in this order.
    pub(super) async fn select_lists(
        &self,
        lists: &[Arc<Acionamentos>],
        search: Option<&Search>,
        filter: &RowFilter,
    ) -> Vec<Arc<SortedRows>> {
        let criteria = Criteria {
            order: self.order as usize,
            names: self.names(),
            search: search.map(Search::text),
            filter: filter.clone(),
        };
        let sorted = lists.iter().map(|list| {
            let (sorter, search, filter) = (self.clone(), search.cloned(), filter.clone());
            list.sorted_rows(criteria.clone(), move |list| sorter.select_rows(list, search.as_ref(), &filter))
        });
        join_all(sorted).await
    }

    /// The rows of one list, on the calling thread and not cached.
    pub fn select_rows(&self, list: &Acionamentos, search: Option<&Search>, filter: &RowFilter) -> SortedRows {
        let mut finder = search.map(Search::finder);
        let mut sum = Some(scalars::Decimal(Decimal::ZERO));
        let rows = (0..)
            .zip(list.rows())
            .filter(|(_, row)| filter.selects(row) && finder.as_mut().is_none_or(|finder| finder.finds(row)));
        let rows = rows.map(|(at, row)| {
            sum = sum.and_then(|sum| sum.plus(scalars::Decimal(row.vl_total.0)));
            (row, at)
        });
        let indices = match self.order.column() {
            // The usual order, with a smaller key.
            SortColumn::Abertura => self.sort(rows, |row| row.dt_abertura),
            _ => self.sort(rows, |row| self.key(row)),
        };
        SortedRows { indices, sum: sum.map(|sum| sum.0) }
    }

    /// The indices of rows, sorted by key and then by what identifies them.
    fn sort<'a, K: Ord>(
        &self,
        rows: impl Iterator<Item = (&'a Row<'a>, u32)>,
        key: impl Fn(&'a Row<'a>) -> K,
    ) -> Box<[u32]> {
        // Keys are stored side by side, so that sorting does not fetch each row from memory.
        let mut keyed: Vec<_> = rows.map(|(row, at)| (key(row), RowId::of(row), at)).collect();
        keyed.sort_by(|(a, a_id, _), (b, b_id, _)| self.order.compare((a, *a_id), (b, *b_id)));
        keyed.into_iter().map(|(_, _, at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use async_graphql::resolver_utils::EnumType as _;
    use contract::{acionamento::status_text, value::Money};
    use proptest::{collection::vec, prelude::*, sample::select};
    use rust_decimal::Decimal;

    use super::{OrdemAcionamentos, Search, Sorter, fold};
    use crate::{
        schema::acionamento::{order::SortPosition, sample},
        upstream::{
            acionamentos::{Acionamentos, Row, RowFilter, RowId},
            lists::Rows as _,
        },
    };

    /// Whether one of the row's fields contains a word.
    fn contains(row: &Row<'_>, word: &str) -> bool {
        let bare = |text: &str| fold(text).replace(['.', '-', '/'], "");
        let numbers = [
            Some(&*row.nr_sinistro),
            row.nr_autorizacao.as_deref(),
            Some(&*row.nr_cpf_cnpj),
            row.nr_apolice.as_deref(),
        ];
        let texts = [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(status_text(&row.cd_status, &row.ds_status))];
        numbers.iter().chain(&texts).flatten().any(|text| fold(text).contains(&fold(word)))
            || !bare(word).is_empty() && numbers.iter().flatten().any(|text| bare(text).contains(&bare(word)))
    }

    /// The naive selection, row by row.
    fn naive(rows: &[Row<'_>], words: &[String], sorter: &Sorter) -> (Vec<[String; 2]>, Decimal) {
        let found: Vec<_> = rows.iter().filter(|row| words.iter().all(|word| contains(row, word))).collect();
        let mut positions: Vec<SortPosition> = found.iter().map(|row| sorter.position(row)).collect();
        positions.sort_by(|a, b| sorter.order.compare(a.parts(), b.parts()));
        (
            positions.into_iter().map(|position| [position.code, position.sinistro]).collect(),
            found.iter().map(|row| row.vl_total.0).sum(),
        )
    }

    proptest! {
        #[test]
        fn a_selection_equals_the_naive_one(
            rows in vec(("[AaÁçB ]{0,12}", "[A-C]-?[0-2]{1,3}/[0-2]", 0..3_i64, 0..3_i64), 0..12),
            words in vec("[aÁcb0-2]{1,3}|[0-2]/[0-2]", 0..3),
            order in select(OrdemAcionamentos::items().iter().map(|item| item.value).collect::<Vec<_>>()),
            insurers in vec("[AaÁçB ]{0,3}", 0..3),
        ) {
            let codes: Vec<_> = (0..rows.len()).map(|at| (at * 7 % 13 / 2).to_string()).collect();
            let rows: Vec<_> = rows.iter().zip(&codes).map(|((name, policy, day, amount), code)| {
                let mut row = sample::row(code);
                row.nm_segurado = name.as_str().into();
                row.nr_apolice = Some(policy.as_str().into()).into();
                row.dt_abertura += chrono::TimeDelta::days(*day);
                row.vl_total = Money::from_centavos(*amount);
                row.nr_sinistro = policy.as_str().into();
                row.nr_autorizacao = (*day > 0).then(|| policy.as_str().into()).into();
                row.nm_pet = (*amount > 0).then(|| name.as_str().into()).into();
                row.cd_seguradora = ["0", "1", "2"][usize::try_from(*day).unwrap()].into();
                row
            }).collect();
            let seguradoras = order.is_by_seguradora().then(|| sample::seguradoras(&insurers));
            let sorter = Sorter { order, seguradoras };
            let list: Acionamentos = rows.iter().collect();
            let sorted = sorter.select_rows(&list, Search::new(&words.join(" ")).unwrap().as_ref(), &RowFilter::default());
            let id = |at: &u32| RowId::of(&list.rows()[*at as usize]);
            let found: Vec<_> = sorted.indices.iter().map(|at| [id(at).code, id(at).sinistro].map(str::to_owned)).collect();
            prop_assert_eq!((found, sorted.sum.unwrap()), naive(list.rows(), &words, &sorter));
        }
    }
}
