//! The login and the user's own data.

use async_graphql::Object;

/// The login's part of the mutations.
#[derive(Default)]
pub struct LoginMutation;

#[Object]
impl LoginMutation {
    /// Placeholder.
    async fn sair(&self) -> bool {
        true
    }
}
