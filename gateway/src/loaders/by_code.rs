//! Reference data with an index by code.

use std::sync::{Arc, OnceLock};

use crate::upstream::lists::{RowRef, Rows};

/// A list whose rows have codes.
pub trait HasCode: Rows {
    /// The code of a row.
    fn code<'a>(row: &'a Self::Row<'_>) -> &'a str;
}

/// A list with an index by code.
pub struct ByCode<L> {
    list: Arc<L>,
    /// The positions of the rows, sorted by their codes; made by the first lookup.
    by_code: OnceLock<Vec<usize>>,
}

impl<L: HasCode> ByCode<L> {
    /// A list, indexed by the first lookup.
    pub fn new(list: Arc<L>) -> Self {
        Self { list, by_code: OnceLock::new() }
    }

    /// All rows in the order of the service.
    pub fn all(&self) -> impl ExactSizeIterator<Item = RowRef<L>> {
        RowRef::all(&self.list)
    }

    /// The row with a code, the first one of duplicates.
    pub fn find(&self, code: &str) -> Option<RowRef<L>> {
        let rows = self.list.rows();
        let code_at = |at: usize| L::code(&rows[at]);
        let by_code = self.by_code.get_or_init(|| {
            let mut positions: Vec<_> = (0..rows.len()).collect();
            // Stable: the first of duplicates stays first.
            positions.sort_by_key(|at| code_at(*at));
            positions
        });
        let at = *by_code.get(by_code.partition_point(|at| code_at(*at) < code))?;
        (code_at(at) == code).then(|| RowRef::new(&self.list, at))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;

    use super::ByCode;
    use crate::upstream::{ResponseData as _, lists::Seguradoras};

    #[test]
    fn a_row_is_found_by_its_code_and_the_first_of_duplicates() {
        let rows = [("7", "a"), ("12", "b"), ("7", "c"), ("", "d")];
        let json = rows.map(|(code, name)| {
            format!(r#"{{"cdSeguradora":"{code}","nmSeguradora":"{name}","nrCnpj":null,"flAtiva":true}}"#)
        });
        let answer = Bytes::from(format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, json.join(",")));
        let list = ByCode::new(Arc::new(Seguradoras::read(answer, &Default::default()).unwrap().data.unwrap()));
        let name = |code: &str| list.find(code).map(|found| found.row().nm_seguradora.to_string());
        let found = ["7", "12", "", "1", "70"].map(name);
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("a"), Some("b"), Some("d"), None, None]);
        assert!(
            list.all().map(|entry| entry.row().nm_seguradora.to_string()).eq(rows.map(|(_, name)| name.to_owned()))
        );
    }
}
