//! The columns of a query (see [`rows`](super::rows)). One of which all fields are here is answered without the engine.

use super::{
    Query, acionamento, menu, painel,
    rows::{Column, Row, Selected, Walk},
    seguradora,
};

impl Row for Query {
    const TYPE: &'static str = "Query";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "acionamentos" => acionamento::rows::page(walk, field),
            "menu" => menu::column(walk, field),
            "painel" => painel::rows::painel(walk, field),
            "seguradoras" => seguradora::rows::all(walk, field),
            "totaisPorStatus" => painel::rows::totais_por_status(walk, field),
            _ => None,
        }
    }

    /// Its acionamentos may.
    fn may_have_procedures(&self) -> bool {
        true
    }
}
