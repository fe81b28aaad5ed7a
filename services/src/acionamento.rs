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
    http::{Answer, Body, success},
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
            "SELECT a.id, a.sinistro, a.autorizacao, a.status, s.descricao AS status_descricao, s.pode_reabrir,
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
) -> Answer<ListaAcionamentosByStatus> {
    let status = required(&pedido.status, "Informe o status.")?;
    let mut tx = app.db.read().await?;
    success(load(&mut tx, acionamentos_where!("a.status = ?").bind(status)).await?)
}

pub(crate) async fn by_autorizacao(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosByAutorizacao>,
) -> Answer<ListaAcionamentosByAutorizacao> {
    let autorizacao = required(&pedido.autorizacao, "Informe o número da autorização.")?;
    let mut tx = app.db.read().await?;
    success(load(&mut tx, acionamentos_where!("a.autorizacao = ?").bind(autorizacao)).await?)
}

pub(crate) async fn by_sinistro(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosBySinistro>,
) -> Answer<ListaAcionamentosBySinistro> {
    let sinistro = required(&pedido.sinistro, "Informe o número do sinistro.")?;
    let mut tx = app.db.read().await?;
    success(load(&mut tx, acionamentos_where!("a.sinistro = ?").bind(sinistro)).await?)
}

pub(crate) async fn by_seguradora_status(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<ListaAcionamentosBySeguradoraStatus>,
) -> Answer<ListaAcionamentosBySeguradoraStatus> {
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
) -> Answer<RetornaAcionamentoReabertura> {
    let sinistro = required(&pedido.sinistro, "Informe o número do sinistro.")?;
    let mut tx = app.db.read().await?;
    let row = row_by_sinistro(&mut tx, sinistro).await?;
    let row = row.ok_or_else(|| Error::refused("Sinistro não encontrado."))?;
    row.check_reopening()?;
    success(one(&mut tx, row).await?)
}

/// The acionamento with a claim number, without procedures and history.
async fn row_by_sinistro(conn: &mut SqliteConnection, sinistro: &str) -> sqlx::Result<Option<Row>> {
    acionamentos_where!("a.sinistro = ?").bind(sinistro).fetch_optional(conn).await
}

async fn one(conn: &mut SqliteConnection, row: Row) -> Result<Acionamento, Error> {
    with_details(conn, vec![row]).await?.pop().ok_or_else(|| Error::Internal("one row gave none".to_owned()))
}

async fn load(
    conn: &mut SqliteConnection,
    query: sqlx::query::QueryAs<'_, Sqlite, Row, SqliteArguments>,
) -> Result<Vec<Acionamento>, Error> {
    let rows = query.fetch_all(&mut *conn).await?;
    with_details(conn, rows).await
}

/// Adds procedures and history with two queries for any number of acionamentos.
async fn with_details(conn: &mut SqliteConnection, rows: Vec<Row>) -> Result<Vec<Acionamento>, Error> {
    let ids = serde_json::to_string(&rows.iter().map(|row| row.id).collect::<Vec<_>>())?;

    let mut procedimentos: HashMap<i64, Vec<ProcedimentoRealizado>> = HashMap::with_capacity(rows.len());
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
        procedimentos.entry(acionamento).or_default().push(ProcedimentoRealizado {
            cd_procedimento: procedimento.to_string().into(),
            ds_procedimento: descricao.into(),
            qt_procedimento: quantidade.into(),
            vl_procedimento: Money::from_centavos(valor),
        });
    }

    let mut historico: HashMap<i64, Vec<Evento>> = HashMap::with_capacity(rows.len());
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
        historico.entry(acionamento).or_default().push(Evento {
            dt_evento: calendar::local(em),
            cd_status: status.into(),
            ds_status: descricao.into(),
            nm_usuario: Some(usuario).into(),
            ds_observacao: observacao.into(),
        });
    }

    Ok(rows
        .into_iter()
        .map(|row| {
            let procedimentos = procedimentos.remove(&row.id).unwrap_or_default();
            let historico = historico.remove(&row.id).unwrap_or_default();
            row.into_wire(procedimentos, historico)
        })
        .collect())
}

/// An acionamento without procedures and history.
struct Row {
    id: i64,
    sinistro: String,
    autorizacao: Option<String>,
    status: String,
    status_descricao: String,
    pode_reabrir: bool,
    aberto_em: i64,
    ocorrido_em: NaiveDate,
    faturado_em: Option<NaiveDate>,
    total: i64,
    observacao: Option<String>,
    seguradora: i64,
    apolice: String,
    cpf_cnpj: String,
    segurado: String,
    pet: i64,
    pet_nome: String,
    pet_especie: String,
    sinistro_origem: Option<String>,
    sinistro_reabertura: Option<String>,
}

impl FromRow<'_, SqliteRow> for Row {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            sinistro: row.try_get("sinistro")?,
            autorizacao: row.try_get("autorizacao")?,
            status: row.try_get("status")?,
            status_descricao: row.try_get("status_descricao")?,
            pode_reabrir: row.try_get("pode_reabrir")?,
            aberto_em: row.try_get("aberto_em")?,
            ocorrido_em: row.try_get("ocorrido_em")?,
            faturado_em: row.try_get("faturado_em")?,
            total: row.try_get("total")?,
            observacao: row.try_get("observacao")?,
            seguradora: row.try_get("seguradora")?,
            apolice: row.try_get("apolice")?,
            cpf_cnpj: row.try_get("cpf_cnpj")?,
            segurado: row.try_get("segurado")?,
            pet: row.try_get("pet")?,
            pet_nome: row.try_get("pet_nome")?,
            pet_especie: row.try_get("pet_especie")?,
            sinistro_origem: row.try_get("sinistro_origem")?,
            sinistro_reabertura: row.try_get("sinistro_reabertura")?,
        })
    }
}

impl Row {
    /// Fails if this acionamento may not be reopened.
    fn check_reopening(&self) -> Result<(), Error> {
        if let Some(reabertura) = &self.sinistro_reabertura {
            return Err(Error::Refused(format!(
                "O sinistro {} já foi reaberto pelo sinistro {reabertura}.",
                self.sinistro
            )));
        }
        if !self.pode_reabrir {
            return Err(Error::Refused(format!(
                "O sinistro {} está com status {} e não pode ser reaberto.",
                self.sinistro, self.status_descricao
            )));
        }
        Ok(())
    }

    fn into_wire(self, procedimentos: Vec<ProcedimentoRealizado>, historico: Vec<Evento>) -> Acionamento {
        Acionamento {
            fl_pode_reabrir: Some(self.check_reopening().is_ok()).into(),
            cd_acionamento: self.id.to_string().into(),
            nr_sinistro: self.sinistro.into(),
            nr_autorizacao: self.autorizacao.map(Into::into).into(),
            cd_status: self.status.into(),
            ds_status: self.status_descricao.into(),
            dt_abertura: calendar::local(self.aberto_em),
            dt_ocorrencia: Some(self.ocorrido_em).into(),
            dt_faturamento: self.faturado_em.into(),
            vl_total: Money::from_centavos(self.total),
            ds_observacao: self.observacao.into(),
            cd_seguradora: self.seguradora.to_string().into(),
            nr_apolice: Some(self.apolice.into()).into(),
            nr_cpf_cnpj: self.cpf_cnpj.into(),
            nm_segurado: self.segurado.into(),
            cd_pet: Some(self.pet.to_string().into()).into(),
            nm_pet: Some(self.pet_nome).into(),
            ds_especie: Some(self.pet_especie).into(),
            nr_sinistro_origem: self.sinistro_origem.map(Into::into).into(),
            nr_sinistro_reabertura: self.sinistro_reabertura.map(Into::into).into(),
            procedimentos,
            historico,
        }
    }
}

fn required<'a>(text: &'a str, missing: &str) -> Result<&'a str, Error> {
    let text = text.trim();
    if text.is_empty() { Err(Error::refused(missing)) } else { Ok(text) }
}

/// A code as an id of the database. `None`, which matches no row, if it is not an integer.
fn code(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}
