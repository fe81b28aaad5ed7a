//! Loader of the menu.

use contract::menu::ItemMenu;

use super::{CallCount, LoadResult, Loader};
use crate::session::Session;

/// The user's menu.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MenuLoader;

impl Loader for MenuLoader {
    type Value = Vec<ItemMenu>;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<Vec<ItemMenu>> {
        session.upstream().lista_menu_usuario().await
    }
}
