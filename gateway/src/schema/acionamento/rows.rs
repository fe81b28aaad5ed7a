//! The columns of an acionamento and of a page of them, where they answer as one (see [`rows`](crate::schema::rows)). Each
//! says what its resolver says; one that is not here is for the engine.

use std::mem;

use services::wire::segurado::{self, Segurado as Insured};

use super::{
    Acionamento, Evento, ProcedimentoRealizado,
    connection::{AcionamentoConnection, AcionamentoEdge, Listing},
    cursor::PageArguments,
    said,
};
use crate::schema::{
    Query, json,
    rows::{Column, Row, Segurados, Selected, Walk, maybe, object, or_null, scalar, text},
    scalars::{Date, DateTime, Decimal},
    seguradora,
};

impl Row for Acionamento {
    const TYPE: &'static str = "Acionamento";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "id" => text(|of: &Self| &of.row().cd_acionamento),
            "sinistro" => text(|of: &Self| &of.row().nr_sinistro),
            "autorizacao" => maybe(|of: &Self| said(of.row().nr_autorizacao.as_deref())),
            "status" => status(walk, field, |of: &Self| (&of.row().cd_status, &of.row().ds_status)),
            "abertoEm" => scalar(|of: &Self, to| DateTime(of.row().dt_abertura).write(to)),
            "ocorridoEm" => scalar(|of: &Self, to| or_null(of.row().dt_ocorrencia.map(Date), to, Date::write)),
            "faturadoEm" => scalar(|of: &Self, to| or_null(of.row().dt_faturamento.map(Date), to, Date::write)),
            "valorTotal" => scalar(|of: &Self, to| Decimal::from(of.row().vl_total).write(to)),
            "observacao" => maybe(|of: &Self| said(of.row().ds_observacao.as_deref())),
            "seguradora" => insurer(walk, field),
            "segurado" => insured(walk, field),
            "apolice" => maybe(|of: &Self| said(of.row().nr_apolice.as_deref())),
            "pet" => pet(walk, field),
            "procedimentos" => procedimentos(walk, field),
            "historico" => historico(walk, field),
            "sinistroOrigem" => maybe(|of: &Self| said(of.row().nr_sinistro_origem.as_deref())),
            "sinistroReabertura" => maybe(|of: &Self| said(of.row().nr_sinistro_reabertura.as_deref())),
            "podeReabrir" => scalar(|of: &Self, to| or_null(of.row().fl_pode_reabrir, to, json::plain)),
            _ => None,
        }
    }

    fn insured(&self) -> Option<&str> {
        Some(&self.row().nr_cpf_cnpj)
    }

    fn length(&self) -> usize {
        let row = self.row();
        let length = |text: &Option<_>| text.as_deref().map_or(0, str::len);
        let done = row.procedimentos.iter().map(|done| SHORT_TEXTS + done.ds_procedimento.len());
        let events = row.historico.iter().map(|event| SHORT_TEXTS + length(&event.ds_observacao));
        2 * SHORT_TEXTS + length(&row.ds_observacao) + done.chain(events).sum::<usize>()
    }

    fn has_pet(&self) -> bool {
        self.row().cd_pet.is_some() && self.row().nm_pet.is_some()
    }

    fn may_have_procedures(&self) -> bool {
        !self.row().procedimentos.is_empty()
    }
}

impl Row for AcionamentoEdge {
    const TYPE: &'static str = "AcionamentoEdge";

    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>> {
        match field.name {
            "cursor" => scalar(|of: &Self, to| json::text(&of.to_cursor(), to)),
            "node" => {
                let columns = walk.columns(Acionamento::TYPE, &field.below, Acionamento::column)?;
                Some(Box::new(move |of: &Self, loaded, to| columns.write(&of.node, loaded, to)))
            }
            _ => None,
        }
    }

    fn insured(&self) -> Option<&str> {
        self.node.insured()
    }

    fn length(&self) -> usize {
        self.node.length()
    }

    fn has_pet(&self) -> bool {
        self.node.has_pet()
    }

    fn may_have_procedures(&self) -> bool {
        self.node.may_have_procedures()
    }
}

/// What the texts of a row take that are short, and likewise those of what was done or happened, in bytes.
const SHORT_TEXTS: usize = 256;

/// A page of acionamentos, of a query.
pub(in crate::schema) fn page<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Query>> {
    let page = PageArguments {
        first: walk.argument(field, "first")?,
        after: walk.argument(field, "after")?,
        last: walk.argument(field, "last")?,
        before: walk.argument(field, "before")?,
    };
    let busca: Option<String> = walk.argument(field, "busca")?;
    let ordem = walk.argument(field, "ordem")?;
    let listing = Listing::new(walk.argument(field, "filtro")?, busca.as_deref(), ordem, page).ok()?;
    let columns = walk.columns("AcionamentoConnection", &field.below, connection)?;
    let at = walk.needs.acionamentos.len();
    walk.needs.acionamentos.push((listing, mem::take(&mut walk.needs.segurados)));
    Some(Box::new(move |_, loaded, to| columns.write(loaded.acionamentos.get(at)?, loaded, to)))
}

fn connection<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<AcionamentoConnection>> {
    match field.name {
        "edges" => {
            let columns = walk.columns(AcionamentoEdge::TYPE, &field.below, AcionamentoEdge::column)?;
            Some(Box::new(move |of, loaded, to| columns.write_all(of.to_edges(), loaded, to)))
        }
        "nodes" => {
            let columns = walk.columns(Acionamento::TYPE, &field.below, Acionamento::column)?;
            Some(Box::new(move |of, loaded, to| columns.write_all(of.rows(), loaded, to)))
        }
        "pageInfo" => object(walk.columns("PageInfo", &field.below, |_, field| match field.name {
            "hasPreviousPage" => scalar(|of: &AcionamentoConnection, to| json::plain(of.has_previous_page(), to)),
            "hasNextPage" => scalar(|of: &AcionamentoConnection, to| json::plain(of.has_next_page(), to)),
            "startCursor" => {
                scalar(|of: &AcionamentoConnection, to| or_null(of.start_cursor().as_deref(), to, json::text))
            }
            "endCursor" => scalar(|of: &AcionamentoConnection, to| or_null(of.end_cursor().as_deref(), to, json::text)),
            _ => None,
        })?),
        "totalCount" => Some(Box::new(|of, _, to| {
            json::plain(of.count()?, to);
            Some(())
        })),
        "valorTotal" => Some(Box::new(|of, _, to| {
            of.sum()?.write(to);
            Some(())
        })),
        _ => None,
    }
}

/// A column of statuses; `of` gives the code and the description.
pub(in crate::schema) fn status<'a, T: 'static>(
    walk: &mut Walk<'a>,
    field: &Selected<'a>,
    of: fn(&T) -> (&str, &str),
) -> Option<Column<T>> {
    let columns = walk.columns("Status", &field.below, |_, field| match field.name {
        "codigo" => text(move |row| of(row).0),
        "descricao" => text(move |row| of(row).1),
        _ => None,
    })?;
    object(columns)
}

/// The insurer, from the list of insurers; for its code alone the list is not needed.
fn insurer<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Acionamento>> {
    let asks_only_id = |set| walk.asks_only("Seguradora", set, "id");
    let without_list = field.below.chunks(1).filter(|set| asks_only_id(*set)).count();
    // Where the insurer stands twice in a row, the engine asks for each by itself whether the list is needed.
    if without_list > 0 && without_list < field.below.len() {
        return None;
    }
    if without_list > 0 {
        let columns =
            walk.columns("Seguradora", &field.below, |_, _| text(|of: &Acionamento| &of.row().cd_seguradora))?;
        return object(columns);
    }
    walk.needs.seguradoras = true;
    let columns = walk.columns("Seguradora", &field.below, seguradora::rows::column)?;
    Some(Box::new(move |of, loaded, to| match loaded.seguradora(&of.row().cd_seguradora) {
        Some(listed) => columns.write(&listed, loaded, to),
        None => null(to),
    }))
}

/// The insured: named by the row; the rest is looked up.
fn insured<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Acionamento>> {
    let columns = walk.columns("Segurado", &field.below, |walk, field| {
        let found: fn(&Insured) -> Option<&str> = match field.name {
            "cpfCnpj" => return text(|of: &Acionamento| &of.row().nr_cpf_cnpj),
            "nome" => return text(|of: &Acionamento| &of.row().nm_segurado),
            "email" => |found| said(found.ds_email.as_deref()),
            "telefone" => |found| said(found.nr_telefone.as_deref()),
            _ => return None,
        };
        walk.needs.segurados = Segurados::All;
        Some(Box::new(move |of: &Acionamento, loaded, to| {
            or_null(found(loaded.segurado(&of.row().nr_cpf_cnpj)?), to, json::text);
            Some(())
        }))
    })?;
    object(columns)
}

/// The pet: named by the row; the rest is looked up on the insured's policies.
fn pet<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Acionamento>> {
    let columns = walk.columns("Pet", &field.below, |walk, field| match field.name {
        "id" => maybe(|of: &Acionamento| of.row().cd_pet.as_deref()),
        "nome" => maybe(|of: &Acionamento| of.row().nm_pet.as_deref()),
        "especie" => maybe(|of: &Acionamento| said(of.row().ds_especie.as_deref())),
        "raca" => on_policy(walk, |pet, to| or_null(said(pet.ds_raca.as_deref()), to, json::text)),
        "nascimento" => on_policy(walk, |pet, to| or_null(pet.dt_nascimento.map(Date), to, Date::write)),
        _ => None,
    })?;
    Some(Box::new(move |of, loaded, to| if of.has_pet() { columns.write(of, loaded, to) } else { null(to) }))
}

/// A column of what the policies of the insured say about the pet.
fn on_policy(walk: &mut Walk<'_>, write: fn(&segurado::Pet, &mut Vec<u8>)) -> Option<Column<Acionamento>> {
    walk.needs.segurados = walk.needs.segurados.max(Segurados::OfPets);
    Some(Box::new(move |of, loaded, to| {
        let insured = loaded.segurado(&of.row().nr_cpf_cnpj)?;
        let mut pets = insured.apolices.iter().flat_map(|apolice| &apolice.pets);
        or_null(pets.find(|pet| of.row().cd_pet.as_deref() == Some(&*pet.cd_pet)), to, write);
        Some(())
    }))
}

fn procedimentos<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Acionamento>> {
    let columns = walk.columns("ProcedimentoRealizado", &field.below, |walk, field| match field.name {
        "procedimento" => object(walk.columns("Procedimento", &field.below, procedimento)?),
        "quantidade" => Some(Box::new(|of: &ProcedimentoRealizado, _, to| {
            json::plain(i32::try_from(of.row().qt_procedimento.0).ok()?, to);
            Some(())
        })),
        "valor" => scalar(|of: &ProcedimentoRealizado, to| Decimal::from(of.row().vl_procedimento).write(to)),
        "total" => Some(Box::new(|of: &ProcedimentoRealizado, _, to| {
            Decimal::from(of.row().vl_procedimento).times(of.row().qt_procedimento.0)?.write(to);
            Some(())
        })),
        _ => None,
    })?;
    Some(Box::new(move |of, loaded, to| columns.write_all(of.done(), loaded, to)))
}

/// A procedure: named by the row; the rest is from the list of procedures.
fn procedimento<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<ProcedimentoRealizado>> {
    match field.name {
        "id" => text(|of: &ProcedimentoRealizado| &of.row().cd_procedimento),
        "descricao" => text(|of: &ProcedimentoRealizado| &of.row().ds_procedimento),
        "categoria" => {
            walk.needs.procedimentos = true;
            Some(Box::new(|of, loaded, to| {
                let listed = loaded.procedimento(&of.row().cd_procedimento);
                let category = listed.as_ref().and_then(|listed| said(listed.row().ds_categoria.as_deref()));
                or_null(category, to, json::text);
                Some(())
            }))
        }
        "valorReferencia" => {
            walk.needs.procedimentos = true;
            Some(Box::new(|of, loaded, to| {
                let listed = loaded.procedimento(&of.row().cd_procedimento);
                let value = listed.and_then(|listed| listed.row().vl_referencia).map(Decimal::from);
                or_null(value, to, Decimal::write);
                Some(())
            }))
        }
        _ => None,
    }
}

fn historico<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Acionamento>> {
    let columns = walk.columns("Evento", &field.below, |walk, field| match field.name {
        "em" => scalar(|of: &Evento, to| DateTime(of.row().dt_evento).write(to)),
        "status" => status(walk, field, |of: &Evento| (&of.row().cd_status, &of.row().ds_status)),
        "usuario" => maybe(|of: &Evento| said(of.row().nm_usuario.as_deref())),
        "observacao" => maybe(|of: &Evento| said(of.row().ds_observacao.as_deref())),
        _ => None,
    })?;
    Some(Box::new(move |of, loaded, to| columns.write_all(of.events(), loaded, to)))
}

fn null(to: &mut Vec<u8>) -> Option<()> {
    to.extend_from_slice(b"null");
    Some(())
}
