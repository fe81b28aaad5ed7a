//! The signed-in user's menu.

use async_graphql::{Context, ID, Object, SimpleObject};
use services::wire::menu as wire;

use super::{error::Error, loaders, text};

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
    let items = loaders(ctx)?.menu().await?;
    let mut items: Vec<_> = items.iter().collect();
    items.sort_by_key(|item| item.nr_ordem);
    Ok(items.into_iter().map(ItemMenu::from).collect())
}

impl From<&wire::ItemMenu> for ItemMenu {
    fn from(item: &wire::ItemMenu) -> Self {
        Self {
            id: item.cd_menu.0.clone().into(),
            titulo: item.ds_menu.clone(),
            rota: item.ds_rota.clone(),
            icone: text::said(item.ds_icone.as_deref()).map(str::to_owned),
        }
    }
}
