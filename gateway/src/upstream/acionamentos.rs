//! The acionamentos of an answer, and the orders that they can be put into.

use std::sync::OnceLock;

use bytes::Bytes;
use services::wire::{acionamento as wire, envelope::Answer, value::InPlace};

use super::{
    data::Data,
    lists::{List, list},
};

list! {
    /// The rows of an answer.
    rows::Rows,
    /// A row, whose texts stand in the answer.
    Row = services::wire::acionamento::Acionamento
}

/// What was done, on such a row.
pub type Done<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// What happened to it.
pub type Event<'a> = wire::Evento<InPlace<'a>>;

/// Into how many orders they can be put.
pub const ORDERS: usize = 5;

/// Acionamentos, as the services answered with them.
pub struct Acionamentos {
    rows: Rows,
    in_order: [OnceLock<Vec<usize>>; ORDERS],
}

impl Acionamentos {
    /// One that was answered by itself. It cannot fail: it may be the answer to a save.
    pub fn of(one: &wire::Acionamento) -> Self {
        Self::from(Rows::new(Bytes::new(), |_| vec![one.in_place()]))
    }

    /// Where the rows are that are first, second and so on in one of the [`ORDERS`], which are numbered from 0. Whoever asks
    /// for it first puts them in order: a list that is kept is read page by page.
    pub fn in_order(&self, order: usize, sort: impl FnOnce(&[Row<'_>]) -> Vec<usize>) -> &[usize] {
        self.in_order[order].get_or_init(|| sort(self.rows()))
    }
}

impl From<Rows> for Acionamentos {
    fn from(rows: Rows) -> Self {
        Self { rows, in_order: Default::default() }
    }
}

impl List for Acionamentos {
    type Wire = wire::Acionamento;
    type Row<'a> = Row<'a>;

    fn rows(&self) -> &[Row<'_>] {
        self.rows.rows()
    }

    fn body(&self) -> &Bytes {
        self.rows.body()
    }
}

impl Data for Acionamentos {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        let Answer { messages, data } = Rows::read(body)?;
        Ok(Answer { messages, data: data.map(Self::from) })
    }
}

#[cfg(test)]
mod tests {
    use services::wire::{acionamento::Acionamento, envelope::Answer};

    use super::Acionamentos;
    use crate::upstream::{data::Data as _, lists::List as _};

    const GOLDEN: &str = include_str!("../../../services/contract/lista-acionamentos-by-status.json");

    fn read(body: &str) -> (String, Option<Acionamentos>) {
        let answer = Acionamentos::read(body.to_owned().into()).unwrap();
        (answer.messages, answer.data)
    }

    /// The first golden answer.
    fn golden() -> String {
        let golden: serde_json::Value = serde_json::from_str(GOLDEN).unwrap();
        golden["cases"][0]["answer"].to_string()
    }

    /// The same with something in another form.
    fn golden_with(from: &str, to: &str) -> String {
        let answer = golden();
        assert!(answer.contains(from), "{answer}");
        answer.replace(from, to)
    }

    #[test]
    fn a_row_says_the_same_however_its_texts_are_written() {
        let written = read(&golden()).1.unwrap();
        let escaped = read(&golden_with("\"ABERTO\"", "\"\\u0041BERTO\"")).1.unwrap();
        assert!(!written.rows().is_empty());
        assert_eq!(format!("{:?}", written.rows()), format!("{:?}", escaped.rows()));
    }

    #[test]
    fn one_that_was_answered_by_itself_says_the_same_as_in_a_list() {
        // An amount that is more exact than those that services write is not rounded either.
        let body = golden_with("150.0", "150.005");
        let list = read(&body).1.unwrap();
        let alone = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap().data.unwrap();
        assert_eq!(format!("{:?}", Acionamentos::of(&alone[0]).rows()[0]), format!("{:?}", list.rows()[0]));
    }

    #[test]
    fn a_refusal_has_its_text_and_no_rows() {
        let (messages, data) = read(r#"{"status":0,"messages":"Não.","data":[]}"#);
        assert!(messages == "Não." && data.is_none());
    }
}
