//! Queries for acionamentos: four lists, and the check before a reopening. Saving is in [`save`].

pub(crate) mod save;

use std::collections::HashMap;

use axum::extract::State;
use chrono::NaiveDate;
use sqlx::{
    FromRow, Row as _, Sqlite, SqliteConnection,
    sqlite::{SqliteArguments, SqliteRow},
};

use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::{
    acionamento::{
        Acionamento, Evento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus,
        ListaAcionamentosBySinistro, ListaAcionamentosByStatus, ProcedimentoRealizado, RetornaAcionamentoReabertura,
    },
    calendar,
    value::Money,
};

/// The query for acionamentos that match a condition, newest first.
macro_rules! acionamentos_where {
    ($condition:literal) => {
        sqlx::query_as::<_, Row>(concat!(
            "SELECT a.id, a.sinistro, a.autorizacao, a.status, s.descricao AS status_descricao,
                    s.pode_reabrir AND reabertura.id IS NULL AS pode_reabrir,
                    a.aberto_em, a.ocorrido_em, a.faturado_em, a.total, a.observacao, a.seguradora,
                    ap.numero AS apolice, sg.cpf_cnpj, sg.nome AS segurado,
                    a.pet, p.nome AS pet_nome, p.especie AS pet_especie,
                    origem.sinistro AS sinistro_origem, reabertura.sinistro AS sinistro_reabertura
             FROM acionamento a
             JOIN status s ON s.codigo = a.status
             JOIN apolice ap ON ap.id = a.apolice
             JOIN segurado sg ON sg.id = ap.segurado
             JOIN pet p ON p.id = a.pet
             LEFT JOIN acionamento origem ON origem.id = a.origem
             LEFT JOIN acionamento reabertura ON reabertura.origem = a.id
             WHERE ",
            $condition,
            " ORDER BY a.aberto_em DESC, a.id DESC"
        ))
    };
}

pub(crate) async fn by_status(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosByStatus>,
) -> HandlerResult<ListaAcionamentosByStatus> {
    let status = required(&pedido.status, "Informe o status.")?;
    let mut tx = app.db.read().await?;
    success(load(&mut tx, acionamentos_where!("a.status = ?").bind(status)).await?)
}

pub(crate) async fn by_autorizacao(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosByAutorizacao>,
) -> HandlerResult<ListaAcionamentosByAutorizacao> {
    let autorizacao = required(&pedido.autorizacao, "Informe o número da autorização.")?;
    let mut tx = app.db.read().await?;
    success(load(&mut tx, acionamentos_where!("a.autorizacao = ?").bind(autorizacao)).await?)
}

pub(crate) async fn by_sinistro(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosBySinistro>,
) -> HandlerResult<ListaAcionamentosBySinistro> {
    let sinistro = required(&pedido.sinistro, "Informe o número do sinistro.")?;
    success(load_by_sinistro(&mut *app.db.read().await?, sinistro).await?)
}

pub(crate) async fn by_seguradora_status(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosBySeguradoraStatus>,
) -> HandlerResult<ListaAcionamentosBySeguradoraStatus> {
    let seguradora = required(&pedido.seguradora, "Informe a seguradora.")?;
    let status = required(&pedido.status, "Informe o status.")?;
    let mut tx = app.db.read().await?;
    let query = acionamentos_where!("a.seguradora = ? AND a.status = ?").bind(code(seguradora)).bind(status);
    success(load(&mut tx, query).await?)
}

pub(crate) async fn reabertura(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<RetornaAcionamentoReabertura>,
) -> HandlerResult<RetornaAcionamentoReabertura> {
    let sinistro = required(&pedido.sinistro, "Informe o número do sinistro.")?;
    let found = load_by_sinistro(&mut *app.db.read().await?, sinistro).await?.pop();
    let acionamento = found.ok_or_else(|| Error::refused("Sinistro não encontrado."))?;
    check_reopening(&acionamento)?;
    success(acionamento)
}

/// The acionamento with a claim number, or none.
async fn load_by_sinistro(conn: &mut SqliteConnection, sinistro: &str) -> Result<Vec<Acionamento>, Error> {
    load(conn, acionamentos_where!("a.sinistro = ?").bind(sinistro)).await
}

/// Loads acionamentos, then procedures and history with two queries for any number of them.
async fn load(
    conn: &mut SqliteConnection,
    query: sqlx::query::QueryAs<'_, Sqlite, Row, SqliteArguments>,
) -> Result<Vec<Acionamento>, Error> {
    let rows = query.fetch_all(&mut *conn).await?;
    let places: HashMap<i64, usize> = rows.iter().enumerate().map(|(place, row)| (row.id, place)).collect();
    let ids = serde_json::to_string(&rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
    let mut acionamentos: Vec<_> = rows.into_iter().map(|row| row.acionamento).collect();

    for (acionamento, procedimento, descricao, quantidade, valor) in sqlx::query_as::<_, (i64, i64, String, i64, i64)>(
        "SELECT r.acionamento, r.procedimento, p.descricao, r.quantidade, r.valor
         FROM procedimento_realizado r
         JOIN procedimento p ON p.id = r.procedimento
         WHERE r.acionamento IN (SELECT value FROM json_each(?))
         ORDER BY r.acionamento, r.ordem",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?
    {
        acionamentos[places[&acionamento]].procedimentos.push(ProcedimentoRealizado {
            cd_procedimento: procedimento.to_string().into(),
            ds_procedimento: descricao.into(),
            qt_procedimento: quantidade.into(),
            vl_procedimento: Money::from_centavos(valor),
        });
    }

    for (acionamento, em, status, descricao, usuario, observacao) in
        sqlx::query_as::<_, (i64, i64, String, String, String, Option<String>)>(
            "SELECT e.acionamento, e.em, e.status, s.descricao, e.usuario, e.observacao
             FROM evento e
             JOIN status s ON s.codigo = e.status
             WHERE e.acionamento IN (SELECT value FROM json_each(?))
             ORDER BY e.acionamento, e.ordem",
        )
        .bind(&ids)
        .fetch_all(&mut *conn)
        .await?
    {
        acionamentos[places[&acionamento]].historico.push(Evento {
            dt_evento: calendar::local(em),
            cd_status: status.into(),
            ds_status: descricao.into(),
            nm_usuario: Some(usuario).into(),
            ds_observacao: observacao.into(),
        });
    }
    Ok(acionamentos)
}

/// An acionamento without procedures and history.
struct Row {
    id: i64,
    acionamento: Acionamento,
}

impl FromRow<'_, SqliteRow> for Row {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let id: i64 = row.try_get("id")?;
        let code = |column: &str| row.try_get::<i64, _>(column).map(|code| code.to_string());
        let text = |column: &str| row.try_get::<String, _>(column);
        let optional_text = |column: &str| row.try_get::<Option<String>, _>(column);
        let acionamento = Acionamento {
            cd_acionamento: id.to_string().into(),
            nr_sinistro: text("sinistro")?.into(),
            nr_autorizacao: optional_text("autorizacao")?.map(Into::into).into(),
            cd_status: text("status")?.into(),
            ds_status: text("status_descricao")?.into(),
            dt_abertura: calendar::local(row.try_get("aberto_em")?),
            dt_ocorrencia: row.try_get::<Option<NaiveDate>, _>("ocorrido_em")?.into(),
            dt_faturamento: row.try_get::<Option<NaiveDate>, _>("faturado_em")?.into(),
            vl_total: Money::from_centavos(row.try_get("total")?),
            ds_observacao: optional_text("observacao")?.into(),
            cd_seguradora: code("seguradora")?.into(),
            nr_apolice: Some(text("apolice")?.into()).into(),
            nr_cpf_cnpj: text("cpf_cnpj")?.into(),
            nm_segurado: text("segurado")?.into(),
            cd_pet: Some(code("pet")?.into()).into(),
            nm_pet: Some(text("pet_nome")?).into(),
            ds_especie: Some(text("pet_especie")?).into(),
            nr_sinistro_origem: optional_text("sinistro_origem")?.map(Into::into).into(),
            nr_sinistro_reabertura: optional_text("sinistro_reabertura")?.map(Into::into).into(),
            fl_pode_reabrir: Some(row.try_get::<bool, _>("pode_reabrir")?).into(),
            procedimentos: Vec::new(),
            historico: Vec::new(),
        };
        Ok(Self { id, acionamento })
    }
}

/// Fails if the acionamento may not be reopened.
fn check_reopening(acionamento: &Acionamento) -> Result<(), Error> {
    let sinistro = &*acionamento.nr_sinistro;
    if let Some(reabertura) = acionamento.nr_sinistro_reabertura.as_deref() {
        return Err(Error::refused(format!("O sinistro {sinistro} já foi reaberto pelo sinistro {reabertura}.")));
    }
    if acionamento.fl_pode_reabrir.as_ref() != Some(&true) {
        let status = &*acionamento.ds_status;
        return Err(Error::refused(format!("O sinistro {sinistro} está com status {status} e não pode ser reaberto.")));
    }
    Ok(())
}

fn required<'a>(text: &'a str, missing: &str) -> Result<&'a str, Error> {
    let text = text.trim();
    if text.is_empty() { Err(Error::refused(missing)) } else { Ok(text) }
}

/// A code as an id of the database. `None`, which matches no row, if it is not an integer.
fn code(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}
