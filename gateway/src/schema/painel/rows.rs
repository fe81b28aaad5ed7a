//! The columns of the dashboard's totals, for lists that answer as one (see [`rows`](crate::schema::rows)). Each says what
//! its resolver says.

use super::{TotaisDaSeguradora, TotalMensal, TotalPorStatus};
use crate::schema::{
    acionamento::rows::status,
    json,
    rows::{Column, Row, Selected, Walk, or_null, scalar},
    scalars::Decimal,
    seguradora,
};

impl Row for TotalMensal {
    const TYPE: &'static str = "TotalMensal";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "mes" => scalar(|of: &Self, to| json::plain(of.mes, to)),
            "status" => status(walk, field, Self::status_texts),
            "quantidade" => scalar(|of: &Self, to| json::plain(of.quantidade, to)),
            "valor" => scalar(|of: &Self, to| or_null(of.to_valor(), to, Decimal::write)),
            _ => None,
        }
    }
}

impl Row for TotaisDaSeguradora {
    const TYPE: &'static str = "TotaisDaSeguradora";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "seguradora" => {
                let columns = walk.columns("Seguradora", &field.below, seguradora::rows::named)?;
                Some(Box::new(move |of: &Self, loaded, to| columns.write(&of.seguradora, loaded, to)))
            }
            "totais" => {
                let columns = walk.columns("TotalPorStatus", &field.below, total)?;
                Some(Box::new(move |of: &Self, loaded, to| columns.write_all(&of.totais, loaded, to)))
            }
            _ => None,
        }
    }
}

fn total<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<TotalPorStatus>> {
    match field.name {
        "status" => status(walk, field, TotalPorStatus::status_texts),
        "quantidade" => scalar(|of: &TotalPorStatus, to| json::plain(of.quantidade, to)),
        "valor" => scalar(|of: &TotalPorStatus, to| or_null(of.to_valor(), to, Decimal::write)),
        _ => None,
    }
}
