//! `/Menu`: the entries of the signed-in user's menu.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, ReadOnly,
    value::{Integer, Label, Nullable, Text},
};

/// The menu of the signed-in user, in order.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ListaMenuUsuario {}

impl Call for ListaMenuUsuario {
    const PATH: &'static str = "/Menu/lista-menu-usuario";
    type Data = Vec<ItemMenu>;
}

impl ReadOnly for ListaMenuUsuario {}

/// One entry of a menu.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemMenu {
    /// Code of the entry.
    pub cd_menu: Text,
    /// The entry's text.
    pub ds_menu: Label,
    /// Route of the screen that it opens, with its leading slash. The heading of a group has none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub ds_rota: Option<String>,
    /// Name of its icon.
    pub ds_icone: Nullable<String>,
    /// Its place in the menu, rising.
    pub nr_ordem: Nullable<Integer>,
}
