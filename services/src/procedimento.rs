//! The veterinary procedures of claims.

use axum::extract::State;

use crate::{
    App,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::{
    procedimento::{ListaProcedimento, Procedimento},
    value::Money,
};

pub(crate) async fn lista(
    State(app): State<App>,
    _: Session,
    _: Body<ListaProcedimento>,
) -> HandlerResult<ListaProcedimento> {
    let rows: Vec<(i64, String, String, i64)> = sqlx::query_as(
        "SELECT id, descricao, categoria, referencia FROM procedimento WHERE ativo
         ORDER BY categoria COLLATE pt_br, descricao COLLATE pt_br",
    )
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    success(
        rows.into_iter()
            .map(|(id, descricao, categoria, referencia)| Procedimento {
                cd_procedimento: id.to_string().into(),
                ds_procedimento: descricao.into(),
                ds_categoria: Some(categoria).into(),
                vl_referencia: Some(Money::from_centavos(referencia)).into(),
            })
            .collect(),
    )
}
