//! For unit tests: a row, which is the first one of the golden response, and insurers.

use std::sync::{Arc, LazyLock};

use contract::{envelope::Answer, mapping::ResponseMapping};
use serde_json::json;

use crate::{
    loaders::by_code::ByCode,
    upstream::{ResponseData as _, acionamentos::Row, lists::Seguradoras},
};

static GOLDEN: LazyLock<Row<'static>> = LazyLock::new(|| {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../contract/golden/lista-acionamentos-by-status.json")).unwrap();
    let answer = golden["cases"][0]["answer"].to_string().leak();
    Answer::<Vec<Row<'static>>>::read(answer.as_bytes()).unwrap().data.unwrap().swap_remove(0)
});

pub(in crate::schema) fn row(id: &str) -> Row<'_> {
    Row { cd_acionamento: id.into(), ..GOLDEN.clone() }
}

/// Insurers with these names, whose codes are numbers from 0.
pub(super) fn seguradoras(names: &[String]) -> Arc<ByCode<Seguradoras>> {
    let rows: Vec<_> = (0..names.len())
        .map(|code| json!({ "cdSeguradora": code.to_string(), "nmSeguradora": names[code], "nrCnpj": null, "flAtiva": true }))
        .collect();
    let body = json!({ "status": 1, "messages": "", "data": rows }).to_string();
    Arc::new(ByCode::new(Arc::new(Seguradoras::read(body.into(), &ResponseMapping::default()).unwrap().data.unwrap())))
}
