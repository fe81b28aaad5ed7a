//! Lists of the services. Short ones are read where they stand: a row is mostly short texts, and a copy of each would cost
//! as much as reading it.

use std::{fmt, marker::PhantomData, sync::Arc};

use bytes::Bytes;
use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};
use services::wire::envelope::Answer;

use super::{
    memory::{CountedSize, RequestMemory},
    response_data::ResponseData,
};

/// A list that services answer with.
pub trait List: ResponseData {
    /// What a row is on the wire, with texts of its own.
    type Wire;

    /// How much memory it takes, in bytes.
    fn weight(&self) -> usize;

    /// How much it counts in the memory budget.
    fn counted(&self) -> CountedSize;

    /// What a cache holds of it, which counts for a request until it does.
    fn to_cache(self: &Arc<Self>, _memory: &RequestMemory) -> Arc<Self> {
        Arc::clone(self)
    }
}

/// Rows that are ready to be read.
pub trait Rows: Send + Sync + 'static {
    /// A row.
    type Row<'a>;

    /// The rows, in the order of the list.
    fn rows(&self) -> &[Self::Row<'_>];
}

/// A list, with the answer in which its rows stand.
pub trait ListInBody: List + Rows {
    /// The answer.
    fn body(&self) -> &Bytes;
}

/// A row of a list, which it shares with the other rows. A clone is the same row.
pub struct RowRef<L> {
    list: Arc<L>,
    at: usize,
}

impl<L: Rows> RowRef<L> {
    /// The row at a place, counted from 0.
    ///
    /// # Panics
    /// The list has no such place.
    pub fn new(list: &Arc<L>, at: usize) -> Self {
        assert!(at < list.rows().len(), "a place outside of its list");
        Self { list: Arc::clone(list), at }
    }

    /// The first row, if there is any.
    pub fn first(list: &Arc<L>) -> Option<Self> {
        Self::all(list).next()
    }

    /// All rows of a list.
    pub fn all(list: &Arc<L>) -> impl ExactSizeIterator<Item = Self> {
        (0..list.rows().len()).map(|at| Self { list: Arc::clone(list), at })
    }

    /// What stands there.
    pub fn row(&self) -> &L::Row<'_> {
        &self.list.rows()[self.at]
    }
}

impl<L> Clone for RowRef<L> {
    fn clone(&self) -> Self {
        Self { list: Arc::clone(&self.list), at: self.at }
    }
}

/// Declares a list in a module of its own, and what its rows are, whose texts stand in the answer.
macro_rules! list {
    ($(#[$doc:meta])* $module:ident::$list:ident, $(#[$row_doc:meta])* $row:ident = $($wire:ident)::+) => {
        $(#[$row_doc])*
        pub type $row<'a> = $($wire)::+<services::wire::value::InPlace<'a>>;

        mod $module {
            use bytes::Bytes;
            use services::wire::envelope::Answer;

            use crate::upstream::{
                response_data::ResponseData, lists::{self, ListInBody, List, NoRows, Rows}, memory::CountedSize,
            };

            type Standing<'a> = Vec<super::$row<'a>>;

            self_cell::self_cell! {
                $(#[$doc])*
                pub struct $list {
                    owner: Bytes,
                    #[covariant]
                    dependent: Standing,
                }
            }

            impl List for $list {
                type Wire = $($wire)::+;

                fn weight(&self) -> usize {
                    // Hardly any text is written otherwise than it is read, and so stands by itself.
                    self.body().len() + self.borrow_dependent().capacity() * size_of::<super::$row<'_>>()
                }

                fn counted(&self) -> CountedSize {
                    CountedSize::of_body(self.body().len())
                }
            }

            impl Rows for $list {
                type Row<'a> = super::$row<'a>;

                fn rows(&self) -> &[Self::Row<'_>] {
                    self.borrow_dependent()
                }
            }

            impl ListInBody for $list {
                fn body(&self) -> &Bytes {
                    self.borrow_owner()
                }
            }

            impl ResponseData for $list {
                fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
                    match Self::try_new(body, |body| lists::rows(body)) {
                        Ok(list) => Ok(Answer { messages: String::new(), data: Some(list) }),
                        Err(NoRows::Refused { messages }) => Ok(Answer { messages, data: None }),
                        Err(NoRows::Unreadable(error)) => Err(error),
                    }
                }
            }
        }

        pub use self::$module::$list;
    };
}

/// Why an answer has no rows.
pub(super) enum NoRows {
    Refused { messages: String },
    Unreadable(serde_json::Error),
}

/// Reads the rows of an answer.
pub(super) fn rows<'a, R: Deserialize<'a>>(body: &'a Bytes) -> Result<Vec<R>, NoRows> {
    let Answer { messages, data } = Answer::<ToMeasure<R>>::read(body).map_err(NoRows::Unreadable)?;
    data.map(|ToMeasure(rows)| rows).ok_or(NoRows::Refused { messages })
}

/// Rows that take hardly more memory than they need: five thousand of them are megabytes. A vector by itself doubles.
struct ToMeasure<R>(Vec<R>);

impl<'de, R: Deserialize<'de>> Deserialize<'de> for ToMeasure<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows<R>(PhantomData<R>);
        impl<'de, R: Deserialize<'de>> Visitor<'de> for Rows<R> {
            type Value = ToMeasure<R>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ToMeasure<R>, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = seq.next_element()? {
                    if rows.len() == rows.capacity()
                        && let Some(others) = seq.size_hint()
                    {
                        // And some, for rows that are shorter than those before them.
                        rows.reserve_exact(others + others / 16 + 1);
                    }
                    rows.push(row);
                }
                Ok(ToMeasure(rows))
            }
        }
        deserializer.deserialize_seq(Rows(PhantomData))
    }
}

list! {
    /// The insurers.
    seguradoras::Seguradoras,
    /// One of the insurers.
    Seguradora = services::wire::seguradora::Seguradora
}

list! {
    /// The procedures.
    procedimentos::Procedimentos,
    /// One of the procedures.
    Procedimento = services::wire::procedimento::Procedimento
}

list! {
    /// A year's totals by month and status.
    totais_mensais::TotaisMensais,
    /// One of them.
    TotalMensal = services::wire::painel::TotalMensal
}

list! {
    /// A month's totals by insurer and status.
    totais_por_seguradora::TotaisPorSeguradora,
    /// One of them.
    TotalPorSeguradora = services::wire::painel::TotalStatusSeguradora
}
