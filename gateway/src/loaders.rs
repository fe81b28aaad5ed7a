//! Loaders: what fields read from the services, and each thing at most once in a request.
//!
//! A loader is its own key: two fields that ask for equal loaders get the same answer from the same call. Answers belong to
//! one request and one session; nothing is shared between callers here. What outlives a request is the upstream's to keep.
//!
//! A failed read stays, too: a service that is down is asked once, not once a row.

pub mod by_code;
mod loaded;

use std::{hash::Hash, sync::Arc};

use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        menu::ItemMenu,
        painel::{QuantidadeTotal, Total},
        segurado::Segurado,
    },
};

use self::by_code::ByCode;
pub use self::loaded::{Arrived, Loaded, Loading};
use crate::{
    session::Session,
    upstream::{
        Age, Error,
        acionamentos::Acionamentos,
        lists::{Procedimentos, Seguradoras, TotaisMensais, TotaisPorSeguradora},
    },
};

/// What a loader gave. Cloning it copies no data.
pub type Answer<T> = Result<Arc<T>, Error>;

/// Reads something from the services.
pub trait Loader: Clone + Eq + Hash + Send + Sync + 'static {
    /// What it reads.
    type Value: Send + Sync + 'static;
    /// How often, for the limits of a document.
    const CALLS: CallCount;

    /// Reads it.
    fn load(&self, session: &Session) -> impl Future<Output = Answer<Self::Value>> + Send;
}

/// How many calls a loader makes in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCount {
    /// One, however many fields ask for it: it has no arguments.
    OncePerRequest,
    /// One for each list that is asked for.
    PerList,
    /// One for each different key.
    PerKey,
    /// None: it works on what others have loaded.
    None,
}

/// Declares loaders without arguments.
macro_rules! loaders_without_arguments {
    ($($(#[$doc:meta])* $loader:ident: $value:ty = |$upstream:ident| $call:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $loader;

        impl Loader for $loader {
            type Value = $value;
            const CALLS: CallCount = CallCount::OncePerRequest;

            async fn load(&self, session: &Session) -> Answer<$value> {
                let $upstream = session.upstream();
                $call
            }
        }
    )*};
}

loaders_without_arguments! {
    /// The user's menu.
    MenuLoader: Vec<ItemMenu> = |upstream| upstream.lista_menu_usuario().await;
    /// All insurers.
    SeguradorasLoader: ByCode<Seguradoras> = |upstream| Ok(Arc::new(ByCode::new(upstream.lista_seguradora().await?)));
    /// All procedures.
    ProcedimentosLoader: ByCode<Procedimentos> =
        |upstream| Ok(Arc::new(ByCode::new(upstream.lista_procedimento().await?)));
    /// The acionamentos opened today.
    AbertosHojeLoader: Total = |upstream| upstream.total_acionamento_abertos_dia().await;
    /// The acionamentos opened this month.
    AbertosNoMesLoader: Total = |upstream| upstream.total_acionamento_abertos_mes().await;
    /// The acionamentos billed this month.
    FaturadosNoMesLoader: Total = |upstream| upstream.total_acionamento_faturados_mes().await;
    /// How many insurers are active.
    TotalDeSeguradorasLoader: QuantidadeTotal = |upstream| upstream.total_seguradoras().await;
    /// This month's totals by insurer and status.
    StatusPorSeguradoraLoader: TotaisPorSeguradora = |upstream| upstream.total_status_seguradoras_mes().await;
}

/// The totals of a year by month and status.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TotaisPorStatusLoader {
    /// The year.
    pub ano: i32,
}

impl Loader for TotaisPorStatusLoader {
    type Value = TotaisMensais;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> Answer<TotaisMensais> {
        session.upstream().total_status_acionamento_ano(self.ano).await
    }
}

/// The insured with a tax id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeguradoLoader {
    /// CPF or CNPJ.
    pub cpf_cnpj: CpfCnpj,
}

impl Loader for SeguradoLoader {
    type Value = Segurado;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> Answer<Segurado> {
        session.upstream().pesquisa_segurado(self.cpf_cnpj.clone()).await
    }
}

/// The acionamento with a claim number: a list of one, or an empty one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AcionamentoLoader {
    /// The claim number.
    pub sinistro: String,
}

impl Loader for AcionamentoLoader {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> Answer<Acionamentos> {
        session.upstream().lista_acionamentos_by_sinistro(self.sinistro.clone()).await
    }
}

/// The acionamento with a claim number if it may be reopened, as a list of one; rejected with the reason otherwise.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReaberturaLoader {
    /// The claim number.
    pub sinistro: String,
}

impl Loader for ReaberturaLoader {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerKey;

    async fn load(&self, session: &Session) -> Answer<Acionamentos> {
        let acionamento = session.upstream().retorna_acionamento_reabertura(self.sinistro.clone()).await?;
        Ok(Arc::new(Acionamentos::of(&acionamento)))
    }
}

/// A list of acionamentos.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AcionamentosLoader {
    /// Which ones.
    pub question: Question,
    /// How old the answer may be.
    pub age: Age,
}

/// Which acionamentos: the services answer no other question with a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Those in a status.
    Status(String),
    /// Those with an authorization number.
    Autorizacao(String),
    /// Those of an insurer in a status.
    SeguradoraStatus {
        /// Code of the insurer.
        seguradora: String,
        /// Code of the status.
        status: String,
    },
}

impl Loader for AcionamentosLoader {
    type Value = Acionamentos;
    const CALLS: CallCount = CallCount::PerList;

    async fn load(&self, session: &Session) -> Answer<Acionamentos> {
        let (upstream, age) = (session.upstream(), self.age);
        match self.question.clone() {
            Question::Status(status) => upstream.lista_acionamentos_by_status(status, age).await,
            Question::Autorizacao(number) => upstream.lista_acionamentos_by_autorizacao(number, age).await,
            Question::SeguradoraStatus { seguradora, status } => {
                upstream.lista_acionamentos_by_seguradora_status(seguradora, status, age).await
            }
        }
    }
}
