//! A short list that is read once: its rows stand in its answer, since to pack them and to read them again costs as much as
//! half of reading the answer.

use bytes::Bytes;

use super::Row;
use crate::upstream::lists::{self, NoRows};

type Standing<'a> = Vec<Row<'a>>;

self_cell::self_cell! {
    /// The rows of a list, with the answer in which their texts stand.
    pub(super) struct Unpacked {
        owner: Bytes,
        #[covariant]
        dependent: Standing,
    }
}

impl Unpacked {
    pub(super) fn read(body: Bytes) -> Result<Self, NoRows> {
        Self::try_new(body, |body| lists::rows(body))
    }

    pub(super) fn rows(&self) -> &[Row<'_>] {
        self.borrow_dependent()
    }

    pub(super) fn body(&self) -> &Bytes {
        self.borrow_owner()
    }
}
