//! Refuses, for agents, a status or an insurer that does not exist, and lists the existing codes.
//!
//! The services answer an unknown code with an empty list. A page of the portal offers known codes only; an agent writes them
//! itself, and takes an empty list for "none". So agents get this error. The codes are looked up for empty lists only.

use std::{any::TypeId, collections::BTreeSet};

use chrono::Datelike as _;
use contract::{painel::TotalStatusAcionamentoAno, seguradora::ListaSeguradora};

use crate::{
    loaders::acionamento::ListFilter,
    nearest_name::nearest_name,
    schema::{
        error::Error,
        executor::{Context, Resolved},
    },
    upstream::lists::Rows,
};

/// Most characters of a code that are repeated.
const MAX_REPEATED: usize = 60;
/// Most known codes that are listed.
const MAX_KNOWN: usize = 20;

/// Checks the codes that led to empty lists.
///
/// # Errors
/// `BAD_USER_INPUT`: no insurer has a code, or no acionamento of this year and the last has a status. Otherwise those of
/// [`Context::load`].
pub(super) fn refuse_unknown(empty_lists: &[ListFilter], context: &Context<'_>) -> Resolved<()> {
    // The cost leaves out these calls of `TotalStatusAcionamentoAno`, two at most: only an agent with an empty list makes them.
    context.begin_loading(const { &[TypeId::of::<ListaSeguradora>(), TypeId::of::<TotalStatusAcionamentoAno>()] })?;
    for filter in empty_lists {
        match filter {
            ListFilter::Status(status) => refuse_status(status, context)?,
            ListFilter::SeguradoraStatus { seguradora, status } => {
                refuse_seguradora(seguradora, context)?;
                refuse_status(status, context)?;
            }
            ListFilter::Sinistro(_) | ListFilter::Autorizacao(_) => {}
        }
    }
    Ok(())
}

fn refuse_seguradora(code: &str, context: &Context<'_>) -> Resolved<()> {
    let seguradoras = context.load(&ListaSeguradora {})?;
    if seguradoras.find(code).is_some() {
        return Ok(());
    }
    let known = seguradoras.all().take(MAX_KNOWN).map(|seguradora| {
        let row = seguradora.row();
        let (code, name): (&str, &str) = (&row.cd_seguradora, &row.nm_seguradora);
        format!("{code} ({name})")
    });
    let known: Vec<_> = known.collect();
    let message = format!("{} não é o código de uma seguradora. Há: {}.", quoted(code), known.join(", "));
    Err(Error::bad_user_input(message).into())
}

fn refuse_status(code: &str, context: &Context<'_>) -> Resolved<()> {
    let year = context.today().year();
    let years = [year, year - 1].map(|ano| context.load(&TotalStatusAcionamentoAno { ano }));
    let [this_year, last_year] = years;
    let (this_year, last_year) = (this_year?, last_year?);
    let codes = [&this_year, &last_year].into_iter().flat_map(|totals| totals.rows().iter());
    let codes: BTreeSet<&str> = codes.map(|row| &*row.cd_status).collect();
    if codes.is_empty() || codes.contains(code) {
        return Ok(());
    }
    let nearest = nearest_name(code, codes.iter().copied());
    let nearest = nearest.map(|nearest| format!(" O mais parecido é {nearest}.")).unwrap_or_default();
    let known: Vec<_> = codes.into_iter().take(MAX_KNOWN).collect();
    let message = format!(
        "Nenhum acionamento de {} e {year} tem o status {}.{nearest} Há: {}.",
        year - 1,
        quoted(code),
        known.join(", ")
    );
    Err(Error::bad_user_input(message).into())
}

/// In «»: a name between `"` is translated into the tool's own (`argument_names`).
fn quoted(code: &str) -> String {
    format!("«{}»", code.chars().take(MAX_REPEATED).collect::<String>())
}
