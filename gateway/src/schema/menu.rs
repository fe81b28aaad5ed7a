//! The signed-in user's menu.

use async_graphql::{Context, ID, Object, SimpleObject};
use services::wire::menu as wire;

use super::{
    Query,
    error::Error,
    loaders,
    rows::{Column, Selected, Walk, maybe, text},
    text::said,
};

/// The menu's part of the queries.
#[derive(Default)]
pub struct MenuQuery;

/// One entry of the menu.
#[derive(SimpleObject)]
pub struct ItemMenu {
    /// Code of the entry.
    id: ID,
    /// Its text for the person.
    titulo: String,
    /// Route of the screen that it opens, with its leading slash: `/consulta-acionamento`, say.
    rota: String,
    /// Name of its icon; null where the services name none.
    icone: Option<String>,
}

#[Object]
impl MenuQuery {
    /// The signed-in user's menu: one entry for every screen that the user may open, in the order to show them in.
    ///
    /// Costs one call to the services.
    async fn menu(&self, ctx: &Context<'_>) -> Option<Result<Vec<ItemMenu>, Error>> {
        Some(menu(ctx).await)
    }
}

async fn menu(ctx: &Context<'_>) -> Result<Vec<ItemMenu>, Error> {
    Ok(in_order(&loaders(ctx)?.menu().await?).map(ItemMenu::from).collect())
}

fn in_order(items: &[wire::ItemMenu]) -> impl ExactSizeIterator<Item = &wire::ItemMenu> {
    let mut items: Vec<_> = items.iter().collect();
    items.sort_by_key(|item| item.nr_ordem);
    items.into_iter()
}

/// The menu, of a query (see [`rows`](super::rows)).
pub(super) fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Query>> {
    walk.needs.menu = true;
    let columns = walk.columns("ItemMenu", &field.below, |_, field| match field.name {
        "id" => text(|of: &wire::ItemMenu| &of.cd_menu),
        "titulo" => text(|of: &wire::ItemMenu| &of.ds_menu),
        "rota" => text(|of: &wire::ItemMenu| &of.ds_rota),
        "icone" => maybe(|of: &wire::ItemMenu| said(of.ds_icone.as_deref())),
        _ => None,
    })?;
    Some(Box::new(move |_, loaded, to| columns.write_all(in_order(loaded.menu.as_ref()?), loaded, to)))
}

impl From<&wire::ItemMenu> for ItemMenu {
    fn from(item: &wire::ItemMenu) -> Self {
        Self {
            id: item.cd_menu.0.clone().into(),
            titulo: item.ds_menu.clone(),
            rota: item.ds_rota.clone(),
            icone: said(item.ds_icone.as_deref()).map(str::to_owned),
        }
    }
}
