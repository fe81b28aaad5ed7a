//! The columns of an insurer, for lists that answer as one (see [`rows`](crate::schema::rows)). Each says what its
//! resolver says.

use services::wire::seguradora as wire;

use super::Seguradora;
use crate::schema::{
    json,
    rows::{Column, Row, Selected, Walk, maybe, scalar, text},
};

impl Row for Seguradora {
    const TYPE: &'static str = "Seguradora";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        let column = column(walk, field)?;
        Some(Box::new(move |of, loaded, to| match of {
            Self::Listed(listed) => column(listed, loaded, to),
            Self::Named { .. } => None,
        }))
    }
}

/// A column of an insurer as the list of insurers has it.
pub(in crate::schema) fn column<'a>(_: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<wire::Seguradora>> {
    match field.name {
        "id" => text(|of: &wire::Seguradora| &of.cd_seguradora),
        "nome" => text(|of: &wire::Seguradora| &of.nm_seguradora),
        "cnpj" => maybe(|of: &wire::Seguradora| of.nr_cnpj.as_deref()),
        "ativa" => scalar(|of: &wire::Seguradora, to| json::plain(of.fl_ativa, to)),
        _ => None,
    }
}

/// A column of an insurer that something else names by code and name; the rest is from the list of insurers.
pub(in crate::schema) fn named<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Seguradora>> {
    match field.name {
        "id" => text(Seguradora::code),
        "nome" => Some(Box::new(|of: &Seguradora, _, to| {
            json::text(of.name()?, to);
            Some(())
        })),
        _ => {
            walk.need_seguradoras();
            let column = column(walk, field)?;
            Some(Box::new(move |of, loaded, to| match loaded.seguradora(of.code()) {
                Some(listed) => column(listed, loaded, to),
                None => {
                    to.extend_from_slice(b"null");
                    Some(())
                }
            }))
        }
    }
}
