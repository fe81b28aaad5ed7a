//! Loader of the procedures.

use std::sync::Arc;

use contract::procedimento::ListaProcedimento;

use super::{
    CallCount, LoadResult, Loader,
    by_code::{ByCode, HasCode},
};
use crate::upstream::{
    Session,
    lists::{Procedimentos, Rows},
};

impl Loader for ListaProcedimento {
    type Value = ByCode<Procedimentos>;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<ByCode<Procedimentos>> {
        Ok(Arc::new(ByCode::new(session.read_reference(self).await?)))
    }
}

impl HasCode for Procedimentos {
    fn code<'a>(row: &'a <Self as Rows>::Row<'_>) -> &'a str {
        &row.cd_procedimento
    }
}
