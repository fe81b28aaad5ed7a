//! The signed-in user's menu.

use macros::object;
use services::wire::menu as wire;

use super::{
    executor::{Context, Resolved},
    scalars::IdText,
    text::said,
};
use crate::loaders::menu::MenuLoader;

/// The menu's part of the queries.
#[derive(Default)]
pub struct MenuQuery;

/// One entry of the menu.
pub struct ItemMenu(wire::ItemMenu);

#[object]
impl MenuQuery {
    /// The signed-in user's menu: one entry for every screen that the user may open, in the order to show them in.
    ///
    /// Costs one call to the services.
    #[loads(MenuLoader)]
    fn menu(&self, context: &Context<'_>) -> Resolved<Option<Vec<ItemMenu>>> {
        let items = context.load(&MenuLoader)?;
        let mut items: Vec<_> = items.iter().cloned().map(ItemMenu).collect();
        items.sort_by_key(|item| item.0.nr_ordem);
        Ok(Some(items))
    }
}

/// One entry of the menu.
#[object]
impl ItemMenu {
    /// Code of the entry.
    fn id(&self) -> IdText<'_> {
        IdText(&self.0.cd_menu)
    }

    /// Its text for the person.
    fn titulo(&self) -> &str {
        &self.0.ds_menu
    }

    /// Route of the screen that it opens, with its leading slash: `/consulta-acionamento`, say.
    fn rota(&self) -> &str {
        &self.0.ds_rota
    }

    /// Name of its icon; null where the services name none.
    fn icone(&self) -> Option<&str> {
        said(self.0.ds_icone.as_deref())
    }
}
