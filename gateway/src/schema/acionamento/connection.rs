//! A list of acionamentos: which ones, and a page of them.

use std::{ops::Range, sync::Arc};

use async_graphql::{ID, InputObject, Object, OneofObject, SimpleObject};

use super::{
    Acionamento, SERVICE,
    cursor::{self, Page, PageArguments},
    order::OrdemAcionamentos,
    search::Search,
};
use crate::{
    loaders::{Loaders, Question},
    schema::{
        error::Error,
        rows::Rows,
        scalars::{Decimal, out_of_range},
        text,
    },
    upstream::{
        self, Age,
        acionamentos::Acionamentos,
        lists::{List as _, Placed},
    },
};

/// Which acionamentos: exactly one of these, as the services answer no other question.
#[derive(OneofObject)]
pub enum FiltroAcionamentos {
    /// Those in a status, by its code.
    Status(ID),
    /// Those with an authorization number, whole.
    Autorizacao(String),
    /// The one with a claim number, whole.
    Sinistro(String),
    /// Those of an insurer in a status.
    SeguradoraStatus(SeguradoraStatus),
}

/// An insurer and a status.
#[derive(InputObject)]
pub struct SeguradoraStatus {
    /// Code of the insurer.
    pub seguradora: ID,
    /// Code of the status.
    pub status: ID,
}

impl FiltroAcionamentos {
    fn question(self) -> Result<Question, Error> {
        Ok(match self {
            Self::Status(status) => Question::Status(text::asked("filtro.status", &status)?),
            Self::Autorizacao(number) => Question::Autorizacao(text::asked("filtro.autorizacao", &number)?),
            Self::Sinistro(number) => Question::Sinistro(text::asked("filtro.sinistro", &number)?),
            Self::SeguradoraStatus(SeguradoraStatus { seguradora, status }) => Question::SeguradoraStatus {
                seguradora: text::asked("filtro.seguradoraStatus.seguradora", &seguradora)?,
                status: text::asked("filtro.seguradoraStatus.status", &status)?,
            },
        })
    }
}

/// A page that is asked for.
#[derive(PartialEq)]
pub struct Listing {
    question: Question,
    search: Option<Search>,
    ordem: OrdemAcionamentos,
    page: Page,
}

/// A page of a list of acionamentos, and figures of the whole list.
pub struct AcionamentoConnection {
    answer: Arc<Acionamentos>,
    ordem: OrdemAcionamentos,
    /// Where the rows are that a search found, in order; `None` if they are all of the list.
    found: Option<Vec<usize>>,
    page: Range<usize>,
}

/// A place in a list and the acionamento there.
pub struct AcionamentoEdge {
    ordem: OrdemAcionamentos,
    pub(super) node: Acionamento,
}

/// Where a page is in its list.
#[derive(SimpleObject)]
pub struct PageInfo {
    /// Whether there are rows before this page.
    has_previous_page: bool,
    /// Whether there are rows after this page.
    has_next_page: bool,
    /// Cursor of the page's first row, for `before`; null on an empty page.
    start_cursor: Option<String>,
    /// Cursor of the page's last row, for `after`; null on an empty page.
    end_cursor: Option<String>,
}

impl Listing {
    /// Reads the arguments of a list.
    ///
    /// # Errors
    /// `BAD_USER_INPUT` if they ask for what there cannot be.
    pub(super) fn new(
        filtro: FiltroAcionamentos,
        busca: Option<&str>,
        ordem: Option<OrdemAcionamentos>,
        page: PageArguments,
    ) -> Result<Self, Error> {
        let question = filtro.question()?;
        let search = busca.map(Search::new).transpose()?.flatten();
        let ordem = ordem.unwrap_or_default();
        Ok(Self { question, search, ordem, page: Page::new(page, ordem)? })
    }

    /// The page.
    ///
    /// # Errors
    /// Those of the services.
    pub async fn load(&self, loaders: &Loaders) -> Result<AcionamentoConnection, upstream::Error> {
        // The next page is one of the list that the reader has seen; the first one is always asked for.
        let age = if self.page.goes_on() { Age::MayBeKept } else { Age::Fresh };
        let answer = loaders.acionamentos(self.question.clone(), age).await?;
        Ok(AcionamentoConnection::new(answer, self))
    }
}

impl AcionamentoConnection {
    fn new(answer: Arc<Acionamentos>, listing: &Listing) -> Self {
        let Listing { search, ordem, page, .. } = listing;
        let all = ordem.sort(&answer);
        let found: Option<Vec<_>> =
            search.as_ref().map(|search| all.iter().copied().filter(|at| search.finds(&answer.rows()[*at])).collect());
        let page = page.cut(found.as_deref().unwrap_or(all), |at, limit| {
            let row = &answer.rows()[*at];
            ordem.compare(ordem.key(row).place_of(row), limit)
        });
        Self { answer, ordem: *ordem, found, page }
    }

    /// Where every row is that was found, in order.
    fn found(&self) -> &[usize] {
        self.found.as_deref().unwrap_or_else(|| self.ordem.sort(&self.answer))
    }

    /// The same of this page.
    fn places(&self) -> &[usize] {
        &self.found()[self.page.clone()]
    }

    /// The rows of this page.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Acionamento> {
        self.places().iter().map(|at| Acionamento(Placed::new(&self.answer, *at)))
    }

    pub(super) fn to_edges(&self) -> impl ExactSizeIterator<Item = AcionamentoEdge> {
        self.rows().map(|node| AcionamentoEdge { ordem: self.ordem, node })
    }

    pub(super) fn has_previous_page(&self) -> bool {
        self.page.start > 0
    }

    pub(super) fn has_next_page(&self) -> bool {
        self.page.end < self.found().len()
    }

    pub(super) fn start_cursor(&self) -> Option<String> {
        self.places().first().map(|at| self.cursor(*at))
    }

    pub(super) fn end_cursor(&self) -> Option<String> {
        self.places().last().map(|at| self.cursor(*at))
    }

    fn cursor(&self, at: usize) -> String {
        cursor::encode(&self.ordem.place(&self.answer.rows()[at]), self.ordem)
    }

    /// Rows of the whole list; `None` if the graph has no such number.
    pub(super) fn count(&self) -> Option<i32> {
        i32::try_from(self.found().len()).ok()
    }

    /// The sum of their values; `None` if the graph has no such number.
    pub(super) fn sum(&self) -> Option<Decimal> {
        let mut values = self.found().iter().map(|at| Decimal::from(self.answer.rows()[*at].vl_total));
        values.try_fold(Decimal(rust_decimal::Decimal::ZERO), Decimal::plus)
    }
}

/// A page of a list of acionamentos, and figures of the whole list.
#[Object]
impl AcionamentoConnection {
    /// The rows of this page with their cursors.
    async fn edges(&self) -> Rows<AcionamentoEdge> {
        Rows(self.to_edges().collect())
    }

    /// The rows of this page, where their cursors are not needed.
    async fn nodes(&self) -> Rows<Acionamento> {
        Rows(self.rows().collect())
    }

    /// Where this page is in the list.
    async fn page_info(&self) -> PageInfo {
        PageInfo {
            has_previous_page: self.has_previous_page(),
            has_next_page: self.has_next_page(),
            start_cursor: self.start_cursor(),
            end_cursor: self.end_cursor(),
        }
    }

    /// How many rows the whole list has, all pages together, after the search.
    async fn total_count(&self) -> Result<i32, Error> {
        self.count().ok_or_else(|| out_of_range(SERVICE))
    }

    /// Sum of the values of the whole list in BRL, all pages together, after the search.
    async fn valor_total(&self) -> Result<Decimal, Error> {
        self.sum().ok_or_else(|| out_of_range(SERVICE))
    }
}

/// A place in a list and the acionamento there.
#[Object]
impl AcionamentoEdge {
    /// The place, for `after` and `before`. Opaque: do not take it apart.
    async fn cursor(&self) -> String {
        self.to_cursor()
    }

    /// The acionamento.
    async fn node(&self) -> &Acionamento {
        &self.node
    }
}

impl AcionamentoEdge {
    /// The cursor of the acionamento.
    pub(super) fn to_cursor(&self) -> String {
        cursor::encode(&self.ordem.place(self.node.row()), self.ordem)
    }
}
