//! Loader of an insured.

use services::wire::segurado::Segurado;

use super::{Answer, CallCount, Loader};
use crate::session::Session;

/// The insured with a tax id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeguradoLoader {
    /// CPF or CNPJ without punctuation: two spellings would be two calls.
    pub cpf_cnpj: String,
}

impl Loader for SeguradoLoader {
    type Value = Segurado;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> Answer<Segurado> {
        session.upstream().pesquisa_segurado(self.cpf_cnpj.clone()).await
    }
}
