//! The columns of the dashboard and of its totals, where they answer as one (see [`rows`](crate::schema::rows)). Each says
//! what its resolver says.

use services::wire::painel as wire;

use super::{Painel, TotaisDaSeguradora, Total, TotalMensal, TotalPorStatus, YEARS, by_month, by_seguradora};
use crate::schema::{
    Query,
    acionamento::rows::status,
    json,
    rows::{Column, Loaded, Row, Selected, Walk, or_null, scalar},
    scalars::Decimal,
    seguradora,
};

impl Row for Painel {
    const TYPE: &'static str = "Painel";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "abertosHoje" => {
                walk.needs.abertos_hoje = true;
                total(walk, field, |loaded| loaded.abertos_hoje.as_deref())
            }
            "abertosNoMes" => {
                walk.needs.abertos_no_mes = true;
                total(walk, field, |loaded| loaded.abertos_no_mes.as_deref())
            }
            "faturadosNoMes" => {
                walk.needs.faturados_no_mes = true;
                total(walk, field, |loaded| loaded.faturados_no_mes.as_deref())
            }
            "seguradoras" => {
                walk.needs.total_de_seguradoras = true;
                Some(Box::new(|_, loaded, to| {
                    json::plain(i32::try_from(loaded.total_de_seguradoras.as_ref()?.qt_total.0).ok()?, to);
                    Some(())
                }))
            }
            "statusPorSeguradoraNoMes" => {
                walk.needs.status_por_seguradora = true;
                let columns = walk.columns(TotaisDaSeguradora::TYPE, &field.below, TotaisDaSeguradora::column)?;
                Some(Box::new(move |_, loaded, to| {
                    columns.write_all(by_seguradora(loaded.status_por_seguradora.as_ref()?)?, loaded, to)
                }))
            }
            _ => None,
        }
    }
}

/// The figures of the dashboard, of a query.
pub(in crate::schema) fn painel<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Query>> {
    let columns = walk.columns(Painel::TYPE, &field.below, Painel::column)?;
    Some(Box::new(move |_, loaded, to| columns.write(&Painel, loaded, to)))
}

/// The totals of a year, of a query.
pub(in crate::schema) fn totais_por_status<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Query>> {
    let ano = walk.argument(field, "ano").filter(|ano| YEARS.contains(ano))?;
    if walk.needs.totais_por_status.replace(ano).is_some_and(|other| other != ano) {
        return None;
    }
    let columns = walk.columns(TotalMensal::TYPE, &field.below, TotalMensal::column)?;
    Some(Box::new(move |_, loaded, to| columns.write_all(by_month(loaded.totais_por_status.as_ref()?)?, loaded, to)))
}

fn total<'a>(
    walk: &mut Walk<'a>,
    field: &Selected<'a>,
    of: fn(&Loaded) -> Option<&wire::Total>,
) -> Option<Column<Painel>> {
    let columns = walk.columns("Total", &field.below, |_, field| match field.name {
        "quantidade" => scalar(|of: &Total, to| json::plain(of.quantidade, to)),
        "valor" => scalar(|of: &Total, to| or_null(of.valor, to, Decimal::write)),
        _ => None,
    })?;
    Some(Box::new(move |_, loaded, to| columns.write(&Total::new(of(loaded)?)?, loaded, to)))
}

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
            "seguradora" => seguradora::rows::named(walk, field, Self::seguradora_texts),
            "totais" => {
                let columns = walk.columns("TotalPorStatus", &field.below, by_status)?;
                Some(Box::new(move |of: &Self, loaded, to| columns.write_all(&of.0, loaded, to)))
            }
            _ => None,
        }
    }
}

fn by_status<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<TotalPorStatus>> {
    match field.name {
        "status" => status(walk, field, TotalPorStatus::status_texts),
        "quantidade" => scalar(|of: &TotalPorStatus, to| json::plain(of.quantidade, to)),
        "valor" => scalar(|of: &TotalPorStatus, to| or_null(of.to_valor(), to, Decimal::write)),
        _ => None,
    }
}
