//! The menu of the signed-in user.

use contract::{
    Call as _,
    menu::{self as wire, ListaMenuUsuario},
};
use macros::object;

use super::{
    error::Error,
    executor::{Context, Resolved},
    scalars::IdText,
    text::text_from_service,
};

/// The root fields of the menu.
#[derive(Default)]
pub struct MenuQuery;

/// An entry as the service sends it, and its route as the portal writes routes.
pub struct ItemMenu {
    item: wire::ItemMenu,
    rota: String,
}

#[object]
impl MenuQuery {
    /// The menu of the signed-in user: one entry for each screen that the user may open, in display order.
    ///
    /// One call to the services.
    #[loads(ListaMenuUsuario)]
    fn menu(&self, context: &Context<'_>) -> Resolved<Option<Vec<ItemMenu>>> {
        let items = context.load(&ListaMenuUsuario {})?;
        let mut entries = Vec::new();
        for item in items.iter() {
            entries.extend(ItemMenu::new(item)?);
        }
        // A user without screens has no entries at all.
        if entries.is_empty() && !items.is_empty() {
            let why = "no entry of the menu has a route and a text";
            return Err(Error::invalid_response(ListaMenuUsuario::PATH, why).into());
        }
        entries.sort_by_key(|entry| entry.item.nr_ordem.as_ref().copied());
        Ok(Some(entries))
    }
}

impl ItemMenu {
    /// `None` of the heading of a group, which opens no screen, of another site and of what has no text.
    ///
    /// Services write routes with a leading slash or without; those of ASP.NET begin with the application's root, `~/`, those
    /// of a portal that had its routes in the hash with `#/`.
    fn new(item: &wire::ItemMenu) -> Result<Option<Self>, Error> {
        let Some(route) = text_from_service(item.ds_rota.as_deref()) else { return Ok(None) };
        if route.contains("://") || text_from_service(Some(&item.ds_menu)).is_none() {
            return Ok(None);
        }
        let rota = format!("/{}", route.trim().trim_start_matches(['~', '#', '/']));
        Ok(Some(Self { item: item.clone(), rota }))
    }
}

/// One entry of the menu.
#[object]
impl ItemMenu {
    /// Code of the entry.
    fn id(&self) -> IdText<'_> {
        IdText(&self.item.cd_menu)
    }

    /// Its text.
    fn titulo(&self) -> &str {
        &self.item.ds_menu
    }

    /// Route of the screen that it opens, with a leading slash: `/consulta-acionamento`, for example.
    fn rota(&self) -> &str {
        &self.rota
    }

    /// Name of its icon; null if it has none.
    fn icone(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.item.ds_icone.text()?))
    }
}
