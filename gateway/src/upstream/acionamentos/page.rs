//! A page: some rows of a list, decoded.

use std::{ops::Range, sync::Arc};

use super::{Acionamentos, Row, Stored, unpacked::Unpacked};
use crate::upstream::lists::Rows;

/// A page of a list.
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
    pub(super) fn new(list: &Arc<Acionamentos>, places: &[u32]) -> Self {
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
