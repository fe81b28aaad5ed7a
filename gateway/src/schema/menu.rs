//! The menu of the signed-in user.

use contract::menu::{self as wire, ListaMenuUsuario};
use macros::object;

use super::{
    error::Error,
    executor::{Context, Resolved},
    scalars::IdText,
    text::text_from_service,
};
use crate::loaders::once::OnceLoader;

/// The root fields of the menu.
#[derive(Default)]
pub struct MenuQuery;

/// An entry as the service sends it, with its route as the portal writes routes.
pub struct ItemMenu(wire::ItemMenu);

#[object]
impl MenuQuery {
    /// The menu of the signed-in user: one entry for each screen that the user may open, in display order.
    ///
    /// One call to the services.
    #[loads(OnceLoader<ListaMenuUsuario>)]
    fn menu(&self, context: &Context<'_>) -> Resolved<Option<Vec<ItemMenu>>> {
        let items = context.load(&OnceLoader(ListaMenuUsuario {}))?;
        let mut items: Vec<_> = items.iter().cloned().map(ItemMenu::new).collect();
        items.sort_by_key(|item| item.0.nr_ordem.as_ref().copied());
        Ok(Some(items))
    }
}

impl ItemMenu {
    /// Services write routes with a leading slash or without; those of ASP.NET begin with the application's root, `~/`.
    fn new(mut item: wire::ItemMenu) -> Self {
        let route = item.ds_rota.trim();
        let route = route.strip_prefix("~/").unwrap_or(route).trim_start_matches('/');
        item.ds_rota = format!("/{route}");
        Self(item)
    }
}

/// One entry of the menu.
#[object]
impl ItemMenu {
    /// Code of the entry.
    fn id(&self) -> IdText<'_> {
        IdText(&self.0.cd_menu)
    }

    /// Its text.
    fn titulo(&self) -> &str {
        &self.0.ds_menu
    }

    /// Route of the screen that it opens, with a leading slash: `/consulta-acionamento`, for example.
    fn rota(&self) -> &str {
        &self.0.ds_rota
    }

    /// Name of its icon; null if it has none.
    fn icone(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.0.ds_icone.text()?))
    }
}
