//! The acionamentos of an answer, read where they stand: a row is some forty short texts, and a copy of each would cost as
//! much as reading it.

use bytes::Bytes;
use self_cell::self_cell;
use services::wire::{acionamento as wire, envelope::Answer, value::InPlace};

use super::data::Data;

/// A row, whose texts stand in the answer.
pub type Row<'a> = wire::Acionamento<InPlace<'a>>;
/// What was done, on such a row.
pub type Done<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// What happened to it.
pub type Event<'a> = wire::Evento<InPlace<'a>>;

type Rows<'a> = Option<Vec<Row<'a>>>;

self_cell! {
    struct Cell {
        owner: Bytes,
        #[covariant]
        dependent: Rows,
    }
}

/// Acionamentos, with the answer in which they stand.
pub struct Acionamentos(Cell);

impl Acionamentos {
    /// One that was answered by itself.
    pub fn of(one: &wire::Acionamento) -> Self {
        let written = serde_json::to_vec(&[one]).expect("types of the wire are texts, numbers and lists of them");
        Self(Cell::new(written.into(), |body| serde_json::from_slice(body).expect("what is written can be read")))
    }

    /// The rows, in the order of the service.
    pub fn rows(&self) -> &[Row<'_>] {
        self.0.borrow_dependent().as_deref().unwrap_or_default()
    }
}

impl Data for Acionamentos {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        let mut messages = String::new();
        let cell = Cell::try_new(body, |body| {
            let answer = Answer::<Vec<_>>::read(body)?;
            messages = answer.messages;
            Ok::<_, serde_json::Error>(answer.data)
        })?;
        let is_accepted = cell.borrow_dependent().is_some();
        Ok(Answer { messages, data: is_accepted.then_some(Self(cell)) })
    }
}
