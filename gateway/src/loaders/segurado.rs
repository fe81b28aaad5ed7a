//! Loader of an insured.

use contract::{cpf_cnpj::CpfCnpj, segurado::Segurado};

use super::{CallCount, LoadResult, Loader};
use crate::session::Session;

/// The insured with a tax id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeguradoLoader {
    /// CPF or CNPJ.
    pub cpf_cnpj: CpfCnpj,
}

impl Loader for SeguradoLoader {
    type Value = Segurado;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<Segurado> {
        session.services().pesquisa_segurado(self.cpf_cnpj.clone()).await
    }
}
