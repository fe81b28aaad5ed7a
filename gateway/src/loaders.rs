//! What one request has read so far, so that no question is put to the services twice.
//!
//! A list of the services is a cell that is filled once; what has a key is a cell per key. The same field under two
//! aliases, or the same insurer on 2,000 rows, finds the cell and waits for it. The cells belong to one request and one
//! session: nothing is shared between callers here; what is kept between the requests of one session is the upstream's to
//! say. A save empties them, so that nothing stale follows it; a change of
//! the user's own data touches none of them.
//!
//! A failed read stays in its cell too: a service that is down is asked once, not once a row.

pub mod coded;

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

use services::wire::{
    acionamento::{Acionamento, SalvaSinistroWeb},
    menu::ItemMenu,
    painel::{QuantidadeTotal, Total},
    segurado::Segurado,
};
use tokio::sync::OnceCell;

use self::coded::Coded;
use crate::{
    session::Session,
    upstream::{
        Age, Error, IdempotencyKey,
        acionamentos::Acionamentos,
        lists::{Procedimentos, Seguradoras, TotaisMensais, TotaisPorSeguradora},
    },
};

/// What a read gave. Cloning it copies no data.
pub type Answer<T> = Result<Arc<T>, Error>;

/// The reads of one request.
pub struct Loaders {
    session: Session,
    /// Replaced as a whole by a save.
    cells: Mutex<Arc<Cells>>,
}

#[derive(Default)]
struct Cells {
    menu: Cell<Vec<ItemMenu>>,
    seguradoras: Cell<Coded<Seguradoras>>,
    procedimentos: Cell<Coded<Procedimentos>>,
    abertos_hoje: Cell<Total>,
    abertos_no_mes: Cell<Total>,
    faturados_no_mes: Cell<Total>,
    total_de_seguradoras: Cell<QuantidadeTotal>,
    status_por_seguradora: Cell<TotaisPorSeguradora>,
    totais_por_status: CellPerKey<i32, TotaisMensais>,
    segurado: CellPerKey<String, Segurado>,
    acionamentos: CellPerKey<(Question, Age), Acionamentos>,
    reabertura: CellPerKey<String, Acionamentos>,
}

/// The four questions that the services answer with acionamentos.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Those in a status.
    Status(String),
    /// Those with an authorization number.
    Autorizacao(String),
    /// The one with a claim number.
    Sinistro(String),
    /// Those of an insurer in a status.
    SeguradoraStatus {
        /// Code of the insurer.
        seguradora: String,
        /// Code of the status.
        status: String,
    },
}

impl Loaders {
    /// Nothing has been read yet.
    pub fn new(session: Session) -> Self {
        Self { session, cells: Mutex::default() }
    }

    /// The user's menu.
    pub async fn menu(&self) -> Answer<Vec<ItemMenu>> {
        self.cells().menu.get(|| self.session.upstream().lista_menu_usuario()).await
    }

    /// All insurers.
    pub async fn seguradoras(&self) -> Answer<Coded<Seguradoras>> {
        let read = async || self.session.upstream().lista_seguradora().await.map(Coded::new);
        self.cells().seguradoras.get(read).await
    }

    /// All procedures.
    pub async fn procedimentos(&self) -> Answer<Coded<Procedimentos>> {
        let read = async || self.session.upstream().lista_procedimento().await.map(Coded::new);
        self.cells().procedimentos.get(read).await
    }

    /// Those opened today.
    pub async fn abertos_hoje(&self) -> Answer<Total> {
        self.cells().abertos_hoje.get(|| self.session.upstream().total_acionamento_abertos_dia()).await
    }

    /// Those opened this month.
    pub async fn abertos_no_mes(&self) -> Answer<Total> {
        self.cells().abertos_no_mes.get(|| self.session.upstream().total_acionamento_abertos_mes()).await
    }

    /// Those billed this month.
    pub async fn faturados_no_mes(&self) -> Answer<Total> {
        self.cells().faturados_no_mes.get(|| self.session.upstream().total_acionamento_faturados_mes()).await
    }

    /// How many insurers are active.
    pub async fn total_de_seguradoras(&self) -> Answer<QuantidadeTotal> {
        self.cells().total_de_seguradoras.get(|| self.session.upstream().total_seguradoras()).await
    }

    /// This month's totals by insurer and status.
    pub async fn status_por_seguradora(&self) -> Answer<TotaisPorSeguradora> {
        self.cells().status_por_seguradora.get(|| self.session.upstream().total_status_seguradoras_mes()).await
    }

    /// A year's totals by month and status.
    pub async fn totais_por_status(&self, ano: i32) -> Answer<TotaisMensais> {
        let cells = self.cells();
        cells
            .totais_por_status
            .get(ano, async |ano| self.session.upstream().total_status_acionamento_ano(ano).await)
            .await
    }

    /// The insured with a tax id, given without punctuation.
    pub async fn segurado(&self, cpf_cnpj: &str) -> Answer<Segurado> {
        let read = |cpf_cnpj| self.session.upstream().pesquisa_segurado(cpf_cnpj);
        self.cells().segurado.get(cpf_cnpj.to_owned(), read).await
    }

    /// The answer to one of the four questions. Lists may be kept from one page to the next, for which `age` asks; one
    /// acionamento is always asked for.
    pub async fn acionamentos(&self, question: Question, age: Age) -> Answer<Acionamentos> {
        let upstream = self.session.upstream();
        let age = if upstream.keeps_lists() { age } else { Age::Fresh };
        let read = async |(question, age)| match question {
            Question::Status(status) => upstream.lista_acionamentos_by_status(status, age).await,
            Question::Autorizacao(number) => upstream.lista_acionamentos_by_autorizacao(number, age).await,
            Question::Sinistro(number) => upstream.lista_acionamentos_by_sinistro(number).await,
            Question::SeguradoraStatus { seguradora, status } => {
                upstream.lista_acionamentos_by_seguradora_status(seguradora, status, age).await
            }
        };
        self.cells().acionamentos.get((question, age), read).await
    }

    /// The acionamento with a claim number if it may be reopened, as a list of one; refused with the reason otherwise.
    pub async fn reabertura(&self, sinistro: &str) -> Answer<Acionamentos> {
        let read = async |sinistro| {
            let acionamento = self.session.upstream().retorna_acionamento_reabertura(sinistro).await?;
            Ok(Acionamentos::of(&acionamento))
        };
        self.cells().reabertura.get(sinistro.to_owned(), read).await
    }

    /// Saves an acionamento, once. Everything read before is forgotten, whatever came of it.
    pub async fn save(&self, acionamento: &SalvaSinistroWeb, key: &IdempotencyKey) -> Result<Acionamento, Error> {
        let saved = self.session.upstream().salva_sinistro_web(acionamento, key).await;
        *self.cells.lock().unwrap_or_else(PoisonError::into_inner) = Arc::default();
        saved
    }

    fn cells(&self) -> Arc<Cells> {
        Arc::clone(&self.cells.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A read that happens at most once.
struct Cell<T>(OnceCell<Answer<T>>);

impl<T> Cell<T> {
    async fn get<A: Into<Arc<T>>>(&self, read: impl AsyncFnOnce() -> Result<A, Error>) -> Answer<T> {
        self.0.get_or_init(async || read().await.map(Into::into)).await.clone()
    }
}

impl<T> Default for Cell<T> {
    fn default() -> Self {
        Self(OnceCell::new())
    }
}

/// A read that happens at most once for each key.
struct CellPerKey<K, T>(Mutex<HashMap<K, Arc<Cell<T>>>>);

impl<K: Clone + Eq + Hash, T> CellPerKey<K, T> {
    async fn get<A: Into<Arc<T>>>(&self, key: K, read: impl AsyncFnOnce(K) -> Result<A, Error>) -> Answer<T> {
        let cell = {
            let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match cells.get(&key) {
                Some(cell) => Arc::clone(cell),
                None => Arc::clone(cells.entry(key.clone()).or_default()),
            }
        };
        cell.get(async || read(key).await).await
    }
}

impl<K, T> Default for CellPerKey<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
