//! A short list that is read once: its rows borrow from the body, since packing and decoding costs half as much as parsing.

use bytes::Bytes;
use services::wire::{envelope::PageSigns, spelling::ResponseSpelling};

use super::row::Row;
use crate::upstream::{lists, response_data::NoData};

type BorrowedRows<'a> = Vec<Row<'a>>;

self_cell::self_cell! {
    /// The rows of a list, with the body that they borrow from.
    pub(super) struct Unpacked {
        owner: Bytes,
        #[covariant]
        dependent: BorrowedRows,
    }
}

impl Unpacked {
    pub(super) fn read(body: Bytes, spelling: &ResponseSpelling, pages: &mut PageSigns) -> Result<Self, NoData> {
        Self::try_new(body, |body| lists::rows(body, spelling, pages))
    }

    pub(super) fn rows(&self) -> &[Row<'_>] {
        self.borrow_dependent()
    }

    pub(super) fn body(&self) -> &Bytes {
        self.borrow_owner()
    }
}
