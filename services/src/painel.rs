//! The totals of the dashboard, in São Paulo's calendar.

use axum::extract::State;
use chrono::NaiveDate;

use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::{
    calendar::Period,
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalMensal, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradora, TotalStatusSeguradorasMes,
    },
    value::Money,
};

pub(crate) async fn abertos_dia(
    State(app): State<App>,
    _: Session,
    _: Body<TotalAcionamentoAbertosDia>,
) -> HandlerResult<TotalAcionamentoAbertosDia> {
    success(abertos(&app, Period::day(app.today())).await?)
}

pub(crate) async fn abertos_mes(
    State(app): State<App>,
    _: Session,
    _: Body<TotalAcionamentoAbertosMes>,
) -> HandlerResult<TotalAcionamentoAbertosMes> {
    success(abertos(&app, Period::month(app.today())).await?)
}

async fn abertos(app: &App, period: Period) -> Result<Total, Error> {
    let (from, until) = period.seconds();
    let (quantidade, valor): (i64, i64) = sqlx::query_as(
        "SELECT count(*), coalesce(sum(total), 0) FROM acionamento WHERE aberto_em >= ? AND aberto_em < ?",
    )
    .bind(from)
    .bind(until)
    .fetch_one(&mut *app.db.read().await?)
    .await?;
    Ok(total(quantidade, valor))
}

pub(crate) async fn faturados_mes(
    State(app): State<App>,
    _: Session,
    _: Body<TotalAcionamentoFaturadosMes>,
) -> HandlerResult<TotalAcionamentoFaturadosMes> {
    let month = Period::month(app.today());
    let (quantidade, valor): (i64, i64) = sqlx::query_as(
        "SELECT count(*), coalesce(sum(total), 0) FROM acionamento WHERE faturado_em >= ? AND faturado_em < ?",
    )
    .bind(month.from)
    .bind(month.until)
    .fetch_one(&mut *app.db.read().await?)
    .await?;
    success(total(quantidade, valor))
}

pub(crate) async fn seguradoras(
    State(app): State<App>,
    _: Session,
    _: Body<TotalSeguradoras>,
) -> HandlerResult<TotalSeguradoras> {
    let ativas: i64 =
        sqlx::query_scalar("SELECT count(*) FROM seguradora WHERE ativa").fetch_one(&mut *app.db.read().await?).await?;
    success(QuantidadeTotal { qt_total: ativas.into() })
}

pub(crate) async fn status_seguradoras_mes(
    State(app): State<App>,
    _: Session,
    _: Body<TotalStatusSeguradorasMes>,
) -> HandlerResult<TotalStatusSeguradorasMes> {
    let (from, until) = Period::month(app.today()).seconds();
    let rows: Vec<(i64, String, String, String, i64, i64)> = sqlx::query_as(
        "SELECT a.seguradora, g.nome, a.status, s.descricao, count(*), sum(a.total)
         FROM acionamento a
         JOIN seguradora g ON g.id = a.seguradora
         JOIN status s ON s.codigo = a.status
         WHERE a.aberto_em >= ? AND a.aberto_em < ?
         GROUP BY a.seguradora, a.status
         ORDER BY g.nome COLLATE pt_br, s.descricao COLLATE pt_br",
    )
    .bind(from)
    .bind(until)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    success(
        rows.into_iter()
            .map(|(seguradora, nome, status, descricao, quantidade, valor)| TotalStatusSeguradora {
                cd_seguradora: seguradora.to_string().into(),
                nm_seguradora: nome.into(),
                cd_status: status.into(),
                ds_status: descricao.into(),
                qt_total: quantidade.into(),
                vl_total: Some(Money::from_centavos(valor)).into(),
            })
            .collect(),
    )
}

pub(crate) async fn status_ano(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<TotalStatusAcionamentoAno>,
) -> HandlerResult<TotalStatusAcionamentoAno> {
    if !(2000..=2100).contains(&pedido.ano) {
        return Err(Error::refused("O ano deve estar entre 2000 e 2100."));
    }
    let month = |mes| Some((mes, Period::month(NaiveDate::from_ymd_opt(pedido.ano, mes, 1)?).seconds()));
    let months: Option<Vec<_>> = (1..=12_u32).map(month).collect();
    let rows: Vec<(i64, String, String, i64, i64)> = sqlx::query_as(
        "SELECT m.value ->> 0, a.status, s.descricao, count(*), sum(a.total)
         FROM json_each(?) m
         JOIN acionamento a ON a.aberto_em >= m.value ->> '$[1][0]' AND a.aberto_em < m.value ->> '$[1][1]'
         JOIN status s ON s.codigo = a.status
         GROUP BY 1, a.status
         ORDER BY 1, s.descricao COLLATE pt_br",
    )
    .bind(serde_json::to_string(&months)?)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    success(
        rows.into_iter()
            .map(|(mes, status, descricao, quantidade, valor)| TotalMensal {
                nr_mes: mes.into(),
                cd_status: status.into(),
                ds_status: descricao.into(),
                qt_total: quantidade.into(),
                vl_total: Some(Money::from_centavos(valor)).into(),
            })
            .collect(),
    )
}

fn total(quantidade: i64, valor: i64) -> Total {
    Total { qt_total: quantidade.into(), vl_total: Some(Money::from_centavos(valor)).into() }
}
