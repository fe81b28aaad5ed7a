//! The menu of the signed-in user, by profile.

use axum::extract::State;

use crate::{
    App,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::menu::{ItemMenu, ListaMenuUsuario};

pub(crate) async fn lista(
    State(app): State<App>,
    session: Session,
    _: Body<ListaMenuUsuario>,
) -> HandlerResult<ListaMenuUsuario> {
    let rows: Vec<(i64, String, String, String, i64)> = sqlx::query_as(
        "SELECT i.id, i.titulo, i.rota, i.icone, i.ordem
         FROM usuario u
         JOIN perfil_item_menu p ON p.perfil = u.perfil
         JOIN item_menu i ON i.id = p.item_menu
         WHERE u.id = ?
         ORDER BY i.ordem",
    )
    .bind(session.usuario)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    success(
        rows.into_iter()
            .map(|(id, titulo, rota, icone, ordem)| ItemMenu {
                cd_menu: id.to_string().into(),
                ds_menu: titulo.into(),
                ds_rota: Some(rota),
                ds_icone: Some(icone).into(),
                nr_ordem: Some(ordem.into()).into(),
            })
            .collect(),
    )
}
