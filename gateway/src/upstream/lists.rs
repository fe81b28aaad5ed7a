//! Lists whose rows borrow their texts from the response body: a row is mostly short texts, and copying them costs as much as
//! parsing.

use std::{fmt, marker::PhantomData, sync::Arc};

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

use super::response_data::ResponseData;

/// A list of parsed rows.
pub trait Rows: ResponseData {
    /// A row as an owned type of the contract.
    type Wire;
    /// A row.
    type Row<'a>;

    /// The rows in the order of the service.
    fn rows(&self) -> &[Self::Row<'_>];

    /// Memory that the list takes, in bytes.
    fn bytes(&self) -> usize;
}

/// A reference-counted row of a list.
pub struct RowRef<L> {
    list: Arc<L>,
    index: usize,
}

impl<L: Rows> RowRef<L> {
    /// The row at an index.
    ///
    /// # Panics
    /// The index is out of bounds.
    pub fn new(list: &Arc<L>, index: usize) -> Self {
        assert!(index < list.rows().len(), "index out of bounds");
        Self { list: Arc::clone(list), index }
    }

    /// The first row, if there is any.
    pub fn first(list: &Arc<L>) -> Option<Self> {
        Self::all(list).next()
    }

    /// All rows of a list.
    pub fn all(list: &Arc<L>) -> impl ExactSizeIterator<Item = Self> {
        (0..list.rows().len()).map(|index| Self { list: Arc::clone(list), index })
    }

    /// The row.
    pub fn row(&self) -> &L::Row<'_> {
        &self.list.rows()[self.index]
    }
}

impl<L> Clone for RowRef<L> {
    fn clone(&self) -> Self {
        Self { list: Arc::clone(&self.list), index: self.index }
    }
}

/// Declares a list in a module of its own, and the type of its rows, which borrow from the body. The function `below` says what
/// the lists in a row take, if it has any.
macro_rules! list {
    (
        $(#[$doc:meta])* $vis:vis $module:ident::$list:ident,
        $(#[$row_doc:meta])* $row:ident = $($wire:ident)::+ $(, $below:ident)?
    ) => {
        $(#[$row_doc])*
        pub type $row<'a> = $($wire)::+<contract::value::InPlace<'a>>;

        mod $module {
            use bytes::Bytes;
            use contract::{envelope::{Answer, ReadError}, mapping::ResponseMapping};

            use crate::upstream::{lists::{CompactRows, Rows}, response_data::ResponseData};

            type BorrowedRows<'a> = Vec<super::$row<'a>>;

            self_cell::self_cell! {
                $(#[$doc])*
                pub struct $list {
                    owner: Bytes,
                    #[covariant]
                    dependent: BorrowedRows,
                }
            }

            impl Rows for $list {
                type Wire = $($wire)::+;
                type Row<'a> = super::$row<'a>;

                fn rows(&self) -> &[Self::Row<'_>] {
                    self.borrow_dependent()
                }

                fn bytes(&self) -> usize {
                    let rows = self.borrow_dependent();
                    let below = 0 $(+ rows.iter().map(super::$below).sum::<usize>())?;
                    // Texts borrow from the body; the few with escapes are owned, and not counted.
                    self.borrow_owner().len() + rows.capacity() * size_of::<super::$row<'_>>() + below
                }
            }

            impl ResponseData for $list {
                fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
                    let mut answer = None;
                    let list = Self::try_new(body, |body| {
                        let mut rows = Vec::new();
                        let read = Answer::read_mapped(body, mapping)?;
                        answer = Some(read.map(|CompactRows(read)| rows = read));
                        Ok(rows)
                    })?;
                    Ok(answer.expect("it was read").map(|()| list))
                }

                fn row_count(&self) -> Option<usize> {
                    Some(self.borrow_dependent().len())
                }
            }
        }

        $vis use self::$module::$list;
    };
}

/// Rows in a vector with little spare capacity: five thousand of them are megabytes, and a vector doubles.
pub(super) struct CompactRows<R>(pub(super) Vec<R>);

impl<'de, R: Deserialize<'de>> Deserialize<'de> for CompactRows<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowsVisitor<R>(PhantomData<R>);
        impl<'de, R: Deserialize<'de>> Visitor<'de> for RowsVisitor<R> {
            type Value = CompactRows<R>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<CompactRows<R>, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = seq.next_element()? {
                    if rows.len() == rows.capacity() {
                        let others = seq.size_hint().unwrap_or_default();
                        // A margin, for rows that are shorter than those before them.
                        rows.reserve_exact(others + others.max(rows.len()) / 16 + 1);
                    }
                    rows.push(row);
                }
                Ok(CompactRows(rows))
            }
        }
        deserializer.deserialize_seq(RowsVisitor(PhantomData))
    }
}

pub(super) use list;

list! {
    /// The insurers.
    pub seguradoras::Seguradoras,
    /// One of the insurers.
    Seguradora = contract::seguradora::Seguradora
}

list! {
    /// The procedures.
    pub procedimentos::Procedimentos,
    /// One of the procedures.
    Procedimento = contract::procedimento::Procedimento
}

list! {
    /// A year's totals by month and status.
    pub totais_mensais::TotaisMensais,
    /// A row of it.
    TotalMensal = contract::painel::TotalMensal
}

list! {
    /// A month's totals by insurer and status.
    pub totais_por_seguradora::TotaisPorSeguradora,
    /// A row of it.
    TotalPorSeguradora = contract::painel::TotalStatusSeguradora
}
