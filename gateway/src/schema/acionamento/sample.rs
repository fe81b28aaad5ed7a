//! A row for unit tests: the first one of the golden response.

use std::sync::LazyLock;

use services::wire::envelope::Answer;

use crate::upstream::acionamentos::Row;

static GOLDEN: LazyLock<Row<'static>> = LazyLock::new(|| {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../services/contract/lista-acionamentos-by-status.json")).unwrap();
    let answer = golden["cases"][0]["answer"].to_string().leak();
    Answer::<Vec<Row<'static>>>::read(answer.as_bytes()).unwrap().data.unwrap().swap_remove(0)
});

pub(super) fn row(id: &str) -> Row<'_> {
    Row { cd_acionamento: id.into(), ..GOLDEN.clone() }
}
