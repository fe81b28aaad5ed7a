//! The insurers.

use axum::extract::State;

use crate::{
    App,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::seguradora::{ListaSeguradora, Seguradora};

pub(crate) async fn lista(
    State(app): State<App>,
    _: Session,
    _: Body<ListaSeguradora>,
) -> HandlerResult<ListaSeguradora> {
    let rows: Vec<(i64, String, String, bool)> =
        sqlx::query_as("SELECT id, nome, cnpj, ativa FROM seguradora ORDER BY nome COLLATE pt_br")
            .fetch_all(&mut *app.db.read().await?)
            .await?;
    success(
        rows.into_iter()
            .map(|(id, nome, cnpj, ativa)| Seguradora {
                cd_seguradora: id.to_string().into(),
                nm_seguradora: nome.into(),
                nr_cnpj: Some(cnpj.into()).into(),
                fl_ativa: ativa,
            })
            .collect(),
    )
}
