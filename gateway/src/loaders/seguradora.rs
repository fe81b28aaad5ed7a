//! Loader of the insurers.

use std::sync::Arc;

use contract::seguradora::ListaSeguradora;

use super::{
    CallCount, LoadResult, Loader,
    by_code::{ByCode, HasCode},
};
use crate::upstream::{
    Session,
    lists::{Rows, Seguradoras},
};

impl Loader for ListaSeguradora {
    type Value = ByCode<Seguradoras>;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<ByCode<Seguradoras>> {
        Ok(Arc::new(ByCode::new(session.read_reference(self).await?)))
    }
}

impl HasCode for Seguradoras {
    fn code<'a>(row: &'a <Self as Rows>::Row<'_>) -> &'a str {
        &row.cd_seguradora
    }
}
