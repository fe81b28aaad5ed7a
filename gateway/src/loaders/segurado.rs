//! Loader of an insured.

use contract::segurado::{PesquisaSegurado, Segurado};

use super::{CallCount, LoadResult, Loader};
use crate::upstream::Session;

impl Loader for PesquisaSegurado {
    type Value = Segurado;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<Segurado> {
        session.pesquisa_segurado(self).await
    }
}
