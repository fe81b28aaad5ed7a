//! Calls without arguments whose answer is loaded as it comes.

use std::hash::Hash;

use contract::{
    ReadOnly,
    menu::ListaMenuUsuario,
    painel::{TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras},
};

use super::{CallCount, LoadResult, Loader};
use crate::upstream::{ResponseData, Session};

/// A call without arguments that loads the contract's own type.
pub trait LoadedOnce: ReadOnly<Data: ResponseData> + Clone + Eq + Hash + Send + Sync + 'static {}

impl LoadedOnce for ListaMenuUsuario {}
impl LoadedOnce for TotalAcionamentoAbertosDia {}
impl LoadedOnce for TotalAcionamentoAbertosMes {}
impl LoadedOnce for TotalAcionamentoFaturadosMes {}
impl LoadedOnce for TotalSeguradoras {}

impl<C: LoadedOnce> Loader for C {
    type Value = C::Data;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<C::Data> {
        session.read(self).await
    }
}
