//! One page of several sorted lists.

use std::{collections::HashSet, ops::Range, sync::Arc};

use super::{cursor::PageBounds, order::SortKey, row_order::RowOrder};
use crate::upstream::{
    acionamentos::{Acionamentos, Page, RowId, Selection},
    lists::RowRef,
};

/// The rows of a list that may be on the page.
pub(super) struct SelectedRows<'a> {
    pub(super) list: &'a Arc<Acionamentos>,
    pub(super) selection: &'a Selection,
    /// Within the bounds, and no more than the page takes.
    pub(super) range: Range<usize>,
}

/// A row that may be on the page.
struct Candidate<'a> {
    key: SortKey,
    id: RowId<'a>,
    /// Its list, and its index there.
    list: usize,
    at: u32,
}

/// The page of several lists: its place among the rows of all pages, and its rows. An acionamento that is in two lists, since
/// its status changed between two calls, is there once.
pub(super) fn merge(
    lists: &[SelectedRows<'_>],
    order: &RowOrder,
    bounds: &PageBounds,
) -> (Range<usize>, Vec<RowRef<Page>>) {
    let mut rows: Vec<Candidate<'_>> = Vec::new();
    for (at_list, SelectedRows { list, selection, range }) in lists.iter().enumerate() {
        rows.extend(selection.places[range.clone()].iter().map(|&at| {
            let (key, id) = order.key_at(list, at);
            Candidate { key, id, list: at_list, at }
        }));
    }
    rows.sort_by(|a, b| order.compare(a.key.position_of(a.id), b.key.position_of(b.id)));
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
    let page_of = |(at_list, part): (usize, &SelectedRows<'_>)| {
        let places: Vec<u32> = rows.iter().filter(|row| row.list == at_list).map(|row| row.at).collect();
        RowRef::all(&part.list.page(&places)).collect::<Vec<_>>().into_iter()
    };
    let mut pages: Vec<_> = lists.iter().enumerate().map(page_of).collect();
    (range, rows.iter().filter_map(|row| pages[row.list].next()).collect())
}
