//! A list of acionamentos.

use std::{collections::BTreeSet, sync::Arc};

use bytes::Bytes;
use contract::{
    acionamento as wire,
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
    value::InPlace,
};

use super::{
    lists::{RowRef, Rows, list},
    response_data::ResponseData,
};

list! {
    /// Acionamentos in the order of the service.
    pub in_body::Acionamentos,
    /// An acionamento that borrows from a list.
    Row = contract::acionamento::Acionamento, bytes_below
}

/// A procedure of a row.
pub type RowProcedure<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// An event of its history.
pub type RowEvent<'a> = wire::Evento<InPlace<'a>>;

/// Memory that the lists in a row take, in bytes.
fn bytes_below(row: &Row<'_>) -> usize {
    let procedures = row.procedimentos.capacity() * size_of::<RowProcedure<'_>>();
    procedures + row.historico.capacity() * size_of::<RowEvent<'_>>()
}

impl Acionamentos {
    /// The row with a claim number: exactly this number, else the first that [`is_same_number`].
    pub fn with_number(self: &Arc<Self>, sinistro: &str) -> Option<RowRef<Self>> {
        let exact = self.rows().iter().position(|row| *row.nr_sinistro == *sinistro);
        let same = || self.rows().iter().position(|row| is_same_number(sinistro, &row.nr_sinistro));
        Some(RowRef::new(self, exact.or_else(same)?))
    }
}

#[cfg(test)]
impl<'a> FromIterator<&'a Row<'a>> for Acionamentos {
    fn from_iter<I: IntoIterator<Item = &'a Row<'a>>>(rows: I) -> Self {
        let rows = serde_json::to_vec(&rows.into_iter().collect::<Vec<_>>()).unwrap();
        Self::read(rows.into(), &ResponseMapping::default().without_envelope()).unwrap().data.unwrap()
    }
}

/// An acionamento that a service answers by itself.
impl ResponseData for RowRef<Acionamentos> {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let mut answer = Acionamentos::read(body.clone(), mapping)?;
        // If the list does not have exactly one row, the body is parsed as one object: its error describes what is wrong.
        if answer.data.as_ref().is_some_and(|list| list.rows().len() != 1) {
            let one = Answer::<wire::Acionamento>::read_mapped(&body, mapping)?;
            answer = Answer { data: None, lacks_data: one.lacks_data, ..answer };
        }
        Ok(answer.map(|list| Self::new(&Arc::new(list), 0)))
    }
}

/// Whether two texts are the same number of a claim or an authorization. Services pad with zeros, add or omit separators, or
/// change the case. A separator elsewhere makes another number: `2026-1-23` is not `2026-12-3`.
pub fn is_same_number(one: &str, other: &str) -> bool {
    fn plain(number: &str) -> impl Iterator<Item = char> {
        let written = number.chars().filter(|character| character.is_alphanumeric());
        written.skip_while(|character| *character == '0').map(|character| character.to_ascii_uppercase())
    }
    if one == other || plain(one).next().is_none() {
        return one == other;
    }
    plain(one).eq(plain(other)) && {
        let (of_one, of_other) = (separators(one), separators(other));
        of_one.is_subset(&of_other) || of_other.is_subset(&of_one)
    }
}

/// Where the separators of a number stand: the letters and digits after each. From the end, since zeros may precede it.
fn separators(number: &str) -> BTreeSet<usize> {
    let mut after = 0;
    let mut at = BTreeSet::new();
    for character in number.chars().rev() {
        if character.is_alphanumeric() {
            after += 1;
        } else {
            at.insert(after);
        }
    }
    // Separators at either end are ignored.
    at.retain(|place| (1..after).contains(place));
    at
}

#[cfg(test)]
mod tests {
    use contract::envelope::Answer;

    use super::{Acionamentos, Row, Rows as _, is_same_number};

    #[test]
    fn a_list_weighs_its_body_and_its_rows() {
        let golden = include_str!("../../../contract/golden/lista-acionamentos-by-status.json");
        let golden: serde_json::Value = serde_json::from_str(golden).unwrap();
        let answer = golden["cases"][0]["answer"].to_string();
        let rows: Vec<Row<'_>> = Answer::read(answer.as_bytes()).unwrap().data.unwrap();
        let rows: Vec<_> = rows.iter().cycle().take(5_000).collect();
        let body = serde_json::to_string(&rows).unwrap().len();
        let weight = rows.into_iter().collect::<Acionamentos>().bytes();
        assert!((body + 5_000 * size_of::<Row<'_>>()..3 * body).contains(&weight), "{weight} of {body}");
    }

    #[test]
    fn a_number_is_the_same_with_zeros_separators_or_another_case_only() {
        for (one, other) in [
            ("2026000123", "2026-000.123"),
            ("2026-123", "2026-1-23"),
            ("0002026-1", "2026-1"),
            ("a-12", "A12"),
            (" 77 ", "77"),
            ("-", "-"),
        ] {
            assert!(is_same_number(one, other) && is_same_number(other, one), "{one} {other}");
        }
        for (one, other) in
            [("2026-1-23", "2026-12-3"), ("12-3", "1-23"), ("1", "10"), ("-", ""), ("0", ""), ("0", "...")]
        {
            assert!(!is_same_number(one, other) && !is_same_number(other, one), "{one} {other}");
        }
    }
}
