//! One page of several sorted lists.

use std::{collections::HashSet, ops::Range, sync::Arc};

use super::{cursor::PageBounds, order::SortKey, sorter::Sorter};
use crate::upstream::{
    acionamentos::{Acionamentos, RowId, SortedRows},
    lists::RowRef,
};

/// The rows of a list that may be on the page.
pub(super) struct ListPart<'a> {
    pub(super) list: &'a Arc<Acionamentos>,
    pub(super) sorted: &'a SortedRows,
    /// Within the bounds, and no more than the page takes.
    pub(super) range: Range<usize>,
}

/// A row that may be on the page.
struct Candidate<'a> {
    key: SortKey,
    id: RowId<'a>,
    row: &'a RowRef<Acionamentos>,
}

/// Merges several lists into one page. Returns the range of the page in the merged list, and its rows. An acionamento that is in
/// two lists, since its status changed between two calls, is there once.
pub(super) fn merge(
    lists: &[ListPart<'_>],
    sorter: &Sorter,
    bounds: &PageBounds,
) -> (Range<usize>, Vec<RowRef<Acionamentos>>) {
    let candidates: Vec<_> =
        lists.iter().flat_map(|part| part.list.page(&part.sorted.indices[part.range.clone()])).collect();
    let candidate = |row| Candidate { key: sorter.key(RowRef::row(row)), id: RowId::of(row.row()), row };
    let mut rows: Vec<Candidate<'_>> = candidates.iter().map(candidate).collect();
    rows.sort_by(|a, b| sorter.order.compare((&a.key, a.id), (&b.key, b.id)));
    bounds.take(&mut rows);
    let range = if bounds.is_backward() {
        let end: usize = lists.iter().map(|part| part.range.end).sum();
        end - rows.len()..end
    } else {
        let start: usize = lists.iter().map(|part| part.range.start).sum();
        start..start + rows.len()
    };
    let mut seen = HashSet::new();
    rows.retain(|row| seen.insert(row.id));
    (range, rows.iter().map(|candidate| candidate.row.clone()).collect())
}
