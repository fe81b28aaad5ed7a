//! What requests carry beside the contract.

use std::collections::BTreeMap;

use contract::mapping::ScalarValue;
use serde::Deserialize;

/// Keys and values beside those of the contract. A key is a path, as everywhere.
pub type AddedKeys = BTreeMap<String, ScalarValue>;

/// What every request carries beside the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SendingTable {
    /// In the body.
    pub body: AddedKeys,
    /// In the query string of the address.
    pub query: AddedKeys,
    /// Key of the query string that carries the API key, instead of the body.
    pub query_api_key: Option<String>,
}
