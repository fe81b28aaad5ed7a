//! Loader of an insured.

use contract::cpf_cnpj::CpfCnpj;

use super::{CallCount, LoadResult, Loader};
use crate::{session::Session, upstream::segurado::SeguradoInBody};

/// The insured with a tax id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeguradoLoader {
    /// CPF or CNPJ.
    pub cpf_cnpj: CpfCnpj,
}

impl Loader for SeguradoLoader {
    type Value = SeguradoInBody;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> LoadResult<SeguradoInBody> {
        session.upstream().pesquisa_segurado(self.cpf_cnpj.clone()).await
    }
}
