//! The columns of an insurer, for lists that answer as one (see [`rows`](crate::schema::rows)). Each says what its
//! resolver says.

use super::Seguradora;
use crate::{
    schema::{
        Query, json,
        rows::{Column, Row, Selected, Walk, maybe, object, scalar, text},
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

/// All insurers, of a query.
pub(in crate::schema) fn all<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Query>> {
    walk.needs.seguradoras = true;
    let columns = walk.columns(Seguradora::TYPE, &field.below, column)?;
    Some(Box::new(move |_, loaded, to| columns.write_all(loaded.seguradoras()?, loaded, to)))
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

/// A column of insurers that something else names: `of` gives code and name, the rest is from the list of insurers.
pub(in crate::schema) fn named<'a, T: 'static>(
    walk: &mut Walk<'a>,
    field: &Selected<'a>,
    of: fn(&T) -> (&str, &str),
) -> Option<Column<T>> {
    let columns = walk.columns("Seguradora", &field.below, |walk, field| match field.name {
        "id" => text(move |row| of(row).0),
        "nome" => text(move |row| of(row).1),
        _ => {
            walk.needs.seguradoras = true;
            let column = column(walk, field)?;
            Some(Box::new(move |row: &T, loaded, to| match loaded.seguradora(of(row).0) {
                Some(listed) => column(&listed, loaded, to),
                None => {
                    to.extend_from_slice(b"null");
                    Some(())
                }
            }))
        }
    })?;
    object(columns)
}
