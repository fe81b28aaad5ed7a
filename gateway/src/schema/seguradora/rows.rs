//! The columns of an insurer, for lists that answer as one (see [`rows`](crate::schema::rows)). Each says what its
//! resolver says.

use super::Seguradora;
use crate::{
    schema::{
        json,
        rows::{Column, Row, Selected, Walk, maybe, scalar, text},
    },
    upstream::lists::{Placed, Seguradoras},
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
pub(in crate::schema) fn column<'a>(_: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Placed<Seguradoras>>> {
    match field.name {
        "id" => text(|of: &Placed<Seguradoras>| &of.row().cd_seguradora),
        "nome" => text(|of: &Placed<Seguradoras>| &of.row().nm_seguradora),
        "cnpj" => maybe(|of: &Placed<Seguradoras>| of.row().nr_cnpj.as_deref()),
        "ativa" => scalar(|of: &Placed<Seguradoras>, to| json::plain(of.row().fl_ativa, to)),
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
                Some(listed) => column(&listed, loaded, to),
                None => {
                    to.extend_from_slice(b"null");
                    Some(())
                }
            }))
        }
    }
}
