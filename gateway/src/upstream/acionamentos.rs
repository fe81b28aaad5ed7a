//! A list of acionamentos, and the selections of its rows.

mod pack;
mod packed;
mod row;
mod row_filter;
mod search_texts;
mod selection;
mod unpacked;

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use services::wire::{
    acionamento as wire,
    envelope::{Answer, PageSigns, ReadError},
    spelling::ResponseSpelling,
};

use self::{
    packed::Packed,
    selection::{CachedSelections, MAX_SELECTIONS},
    unpacked::Unpacked,
};
pub use self::{
    packed::{SearchFields, SortFields},
    row::{Row, RowEvent, RowId, RowProcedure},
    row_filter::{FilterFields, RowFilter, RowPeriod, find_number, is_same_number},
    search_texts::{SearchTexts, SharedSearchTexts, TextsOfRow},
    selection::{Criteria, Selection},
};
use super::{
    lists::{List, RowRef, Rows},
    memory::{Charge, CountedSize, RequestMemory, SMALL},
    response_data::{ResponseData, answer_of},
};

/// Acionamentos in the order of the service, by index.
pub struct Acionamentos {
    rows: Stored,
    /// Shared with the packed copy, whose indices are the same.
    selections: Arc<CachedSelections>,
    charge: Option<Charge>,
    /// The packed copy for the cache, made once for all requests that share the list.
    packed: OnceLock<Arc<Self>>,
}

/// A list that is long or cached is packed; a short one that was just read is not.
enum Stored {
    Unpacked(Arc<Unpacked>),
    Packed(Packed),
}

impl Acionamentos {
    /// A list of one. It cannot fail: it may be the response to a save.
    pub fn of(one: &wire::Acionamento) -> Self {
        Self::new(Stored::Packed([one].into_iter().collect()))
    }

    fn new(rows: Stored) -> Self {
        Self { rows, selections: Arc::default(), charge: None, packed: OnceLock::new() }
    }

    /// All indices.
    pub fn places(&self) -> Range<u32> {
        0..match &self.rows {
            Stored::Unpacked(list) => pack::offset(list.rows().len()),
            Stored::Packed(packed) => packed.len(),
        }
    }

    /// The rows at some indices.
    ///
    /// # Panics
    /// An index is out of bounds, as in all functions that take one.
    pub fn page(self: &Arc<Self>, places: &[u32]) -> Arc<Page> {
        Arc::new(Page::new(self, places))
    }

    /// The first row, if there is any.
    pub fn first(self: &Arc<Self>) -> Option<RowRef<Page>> {
        RowRef::first(&self.page(if self.places().is_empty() { &[] } else { &[0] }))
    }

    /// The row with a claim number.
    pub fn with_number(self: &Arc<Self>, sinistro: &str) -> Option<RowRef<Page>> {
        let at = find_number(sinistro, self.places().map(|at| (at, self.row(at).nr_sinistro)))?;
        RowRef::first(&self.page(&[at]))
    }

    /// The fields by which a row is sorted.
    pub fn sort_fields(&self, at: u32) -> SortFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.sort_fields(at),
        }
    }

    /// The fields in which a row is searched.
    pub fn search_fields(&self, at: u32) -> SearchFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.search_fields(at),
        }
    }

    /// Code of the insurer of a row.
    pub fn seguradora(&self, at: u32) -> &str {
        self.filter_fields(at).seguradora
    }

    /// The fields by which a row is filtered.
    fn filter_fields(&self, at: u32) -> FilterFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.filter_fields(at),
        }
    }

    /// Whether a filter selects a row.
    pub fn is_selected(&self, at: u32, filter: &RowFilter) -> bool {
        filter.selects(&self.filter_fields(at), || self.row(at))
    }

    /// The selection by some criteria, computed by `select` on a cache miss; of a long list on the blocking pool.
    pub async fn selection(
        self: &Arc<Self>,
        criteria: Criteria,
        select: impl FnOnce(&Self) -> Selection + Send + 'static,
    ) -> Arc<Selection> {
        let list = Arc::clone(self);
        self.selections.get(criteria, self.places().len(), move || select(&list)).await
    }

    /// The cell for the searchable texts of this list, shared between concurrent searches.
    pub fn search_texts(&self) -> Arc<SharedSearchTexts> {
        self.selections.search_texts()
    }

    /// The searchable texts in such a cell. Calls `prepare` if no search has created them yet.
    pub fn prepared_texts<'a>(
        &self,
        shared: &'a SharedSearchTexts,
        prepare: impl FnOnce(&Self) -> SearchTexts,
    ) -> &'a SearchTexts {
        shared.get(self.charge.as_ref(), || prepare(self))
    }

    fn row(&self, at: u32) -> Row<'_> {
        match &self.rows {
            Stored::Unpacked(list) => list.rows()[at as usize].clone(),
            Stored::Packed(packed) => packed.row(at),
        }
    }
}

#[cfg(test)]
impl<'a> FromIterator<&'a Row<'a>> for Acionamentos {
    fn from_iter<I: IntoIterator<Item = &'a Row<'a>>>(rows: I) -> Self {
        Self::new(Stored::Packed(rows.into_iter().collect()))
    }
}

impl List for Acionamentos {
    type Wire = wire::Acionamento;

    fn weight(&self) -> usize {
        let rows = match &self.rows {
            Stored::Unpacked(list) => list.body().len() + size_of_val(list.rows()),
            Stored::Packed(packed) => packed.weight(),
        };
        // All selections count from the start, since the cache weighs a list once.
        let selections = MAX_SELECTIONS * self.places().len() * size_of::<u32>();
        size_of::<Self>() + rows + selections
    }

    fn counted(&self) -> CountedSize {
        match &self.rows {
            Stored::Unpacked(list) => CountedSize::of_body(list.body().len()),
            Stored::Packed(_) => CountedSize::of_charge(self.charge.as_ref()),
        }
    }

    fn to_cache(self: &Arc<Self>, memory: &RequestMemory) -> Arc<Self> {
        let Stored::Unpacked(list) = &self.rows else { return Arc::clone(self) };
        let pack = || {
            let rows = Stored::Packed(list.rows().iter().collect());
            let mut packed = Self { selections: Arc::clone(&self.selections), ..Self::new(rows) };
            packed.count(memory);
            Arc::new(packed)
        };
        Arc::clone(self.packed.get_or_init(pack))
    }
}

impl ResponseData for Acionamentos {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        if body.len() > SMALL {
            let Answer { is_success, messages, data, pages } = Answer::read_spelled(&body, spelling)?;
            return Ok(Answer { is_success, messages, data: data.map(|rows| Self::new(Stored::Packed(rows))), pages });
        }
        let mut pages = PageSigns::default();
        let unpacked = Unpacked::read(body, spelling, &mut pages);
        answer_of(unpacked.map(|list| Self::new(Stored::Unpacked(Arc::new(list)))), pages)
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.places().len())
    }

    fn count(&mut self, memory: &RequestMemory) {
        let bytes = match &self.rows {
            // The body counts twice: rows seldom take more than the second share.
            Stored::Unpacked(list) => size_of_val(list.rows()).saturating_sub(list.body().len()),
            Stored::Packed(_) => self.weight(),
        };
        self.charge = (bytes > 0).then(|| memory.charge_anyway(bytes));
    }
}

/// Some rows of a list, decoded.
pub struct Page(PageRows);

enum PageRows {
    /// Consecutive rows of a list that is not packed.
    Slice {
        list: Arc<Unpacked>,
        range: Range<usize>,
    },
    Copied(Copied),
}

type RowsOfPage<'a> = Vec<Row<'a>>;

self_cell::self_cell! {
    struct Copied {
        owner: Arc<Acionamentos>,
        #[covariant]
        dependent: RowsOfPage,
    }
}

impl Page {
    fn new(list: &Arc<Acionamentos>, places: &[u32]) -> Self {
        if let (Stored::Unpacked(list), Some(range)) = (&list.rows, neighbours(places)) {
            assert!(range.end <= list.rows().len(), "index out of bounds");
            return Self(PageRows::Slice { list: Arc::clone(list), range });
        }
        let rows = Copied::new(Arc::clone(list), |list| places.iter().map(|at| list.row(*at)).collect());
        Self(PageRows::Copied(rows))
    }
}

impl Rows for Page {
    type Row<'a> = Row<'a>;

    fn rows(&self) -> &[Row<'_>] {
        match &self.0 {
            PageRows::Slice { list, range } => &list.rows()[range.clone()],
            PageRows::Copied(copied) => copied.borrow_dependent(),
        }
    }
}

/// The range of these indices, if they are consecutive.
fn neighbours(places: &[u32]) -> Option<Range<usize>> {
    let first = places.first().map_or(0, |first| *first as usize);
    let range = first..first + places.len();
    places.iter().map(|at| *at as usize).eq(range.clone()).then_some(range)
}

#[cfg(test)]
mod tests;
