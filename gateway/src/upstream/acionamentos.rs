//! A list of acionamentos, and the selections of its rows.

mod pack;
mod packed;
mod row;
mod row_filter;
mod search_texts;
mod selection;
mod unpacked;

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use services::wire::{
    acionamento as wire,
    envelope::{Answer, PageSigns, ReadError},
    spelling::ResponseSpelling,
};

use self::{
    packed::Packed,
    selection::{CachedSelections, MAX_SELECTIONS},
    unpacked::Unpacked,
};
pub use self::{
    packed::{SearchFields, SortFields},
    row::{Row, RowEvent, RowProcedure},
    row_filter::{FilterFields, RowFilter, RowPeriod},
    search_texts::{SearchTexts, SharedSearchTexts, TextsOfRow},
    selection::{Criteria, Selection},
};
use super::{
    lists::{self, List, RowRef, Rows},
    memory::{Charge, CountedSize, RequestMemory, SMALL},
    response_data::ResponseData,
};

/// Acionamentos in the order of the service, by index.
pub struct Acionamentos {
    rows: Stored,
    /// Shared with the packed copy, whose indices are the same.
    selections: Arc<CachedSelections>,
    charge: Option<Charge>,
    /// The packed copy for the cache, made once for all requests that share the list.
    packed: OnceLock<Arc<Self>>,
}

/// A list that is long or cached is packed; a short one that was just read is not.
enum Stored {
    Unpacked(Arc<Unpacked>),
    Packed(Packed),
}

impl Acionamentos {
    /// A list of one. It cannot fail: it may be the response to a save.
    pub fn of(one: &wire::Acionamento) -> Self {
        Self::new(Stored::Packed([one].into_iter().collect()))
    }

    fn new(rows: Stored) -> Self {
        Self { rows, selections: Arc::default(), charge: None, packed: OnceLock::new() }
    }

    /// All indices.
    pub fn places(&self) -> Range<u32> {
        0..match &self.rows {
            Stored::Unpacked(list) => pack::offset(list.rows().len()),
            Stored::Packed(packed) => packed.len(),
        }
    }

    /// The rows at some indices.
    ///
    /// # Panics
    /// An index is out of bounds, as in all functions that take one.
    pub fn page(self: &Arc<Self>, places: &[u32]) -> Arc<Page> {
        Arc::new(Page::new(self, places))
    }

    /// The first row, if there is any.
    pub fn first(self: &Arc<Self>) -> Option<RowRef<Page>> {
        RowRef::first(&self.page(if self.places().is_empty() { &[] } else { &[0] }))
    }

    /// The fields by which a row is sorted.
    pub fn sort_fields(&self, at: u32) -> SortFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.sort_fields(at),
        }
    }

    /// The fields in which a row is searched.
    pub fn search_fields(&self, at: u32) -> SearchFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.search_fields(at),
        }
    }

    /// The fields by which a row is filtered.
    fn filter_fields(&self, at: u32) -> FilterFields<'_> {
        match &self.rows {
            Stored::Unpacked(list) => (&list.rows()[at as usize]).into(),
            Stored::Packed(packed) => packed.filter_fields(at),
        }
    }

    /// Whether a filter selects a row.
    pub fn is_selected(&self, at: u32, filter: &RowFilter) -> bool {
        filter.selects(&self.filter_fields(at), || self.row(at))
    }

    /// The selection by some criteria, computed by `select` on a cache miss; of a long list on the blocking pool.
    pub async fn selection(
        self: &Arc<Self>,
        criteria: Criteria,
        select: impl FnOnce(&Self) -> Selection + Send + 'static,
    ) -> Arc<Selection> {
        let list = Arc::clone(self);
        self.selections.get(criteria, self.places().len(), move || select(&list)).await
    }

    /// The cell for the searchable texts of this list, shared between concurrent searches.
    pub fn search_texts(&self) -> Arc<SharedSearchTexts> {
        self.selections.search_texts()
    }

    /// The searchable texts in such a cell. Calls `prepare` if no search has created them yet.
    pub fn prepared_texts<'a>(
        &self,
        shared: &'a SharedSearchTexts,
        prepare: impl FnOnce(&Self) -> SearchTexts,
    ) -> &'a SearchTexts {
        shared.get(self.charge.as_ref(), || prepare(self))
    }

    fn row(&self, at: u32) -> Row<'_> {
        match &self.rows {
            Stored::Unpacked(list) => list.rows()[at as usize].clone(),
            Stored::Packed(packed) => packed.row(at),
        }
    }
}

#[cfg(test)]
impl<'a> FromIterator<&'a Row<'a>> for Acionamentos {
    fn from_iter<I: IntoIterator<Item = &'a Row<'a>>>(rows: I) -> Self {
        Self::new(Stored::Packed(rows.into_iter().collect()))
    }
}

impl List for Acionamentos {
    type Wire = wire::Acionamento;

    fn weight(&self) -> usize {
        let rows = match &self.rows {
            Stored::Unpacked(list) => list.body().len() + size_of_val(list.rows()),
            Stored::Packed(packed) => packed.weight(),
        };
        // All selections count from the start, since the cache weighs a list once.
        let selections = MAX_SELECTIONS * self.places().len() * size_of::<u32>();
        size_of::<Self>() + rows + selections
    }

    fn counted(&self) -> CountedSize {
        match &self.rows {
            Stored::Unpacked(list) => CountedSize::of_body(list.body().len()),
            Stored::Packed(_) => CountedSize::of_charge(self.charge.as_ref()),
        }
    }

    fn to_cache(self: &Arc<Self>, memory: &RequestMemory) -> Arc<Self> {
        let Stored::Unpacked(list) = &self.rows else { return Arc::clone(self) };
        let pack = || {
            let rows = Stored::Packed(list.rows().iter().collect());
            let mut packed = Self { selections: Arc::clone(&self.selections), ..Self::new(rows) };
            packed.count(memory);
            Arc::new(packed)
        };
        Arc::clone(self.packed.get_or_init(pack))
    }
}

impl ResponseData for Acionamentos {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        if body.len() > SMALL {
            let Answer { is_success, messages, data, pages } = Answer::read_spelled(&body, spelling)?;
            return Ok(Answer { is_success, messages, data: data.map(|rows| Self::new(Stored::Packed(rows))), pages });
        }
        let mut pages = PageSigns::default();
        let unpacked = Unpacked::read(body, spelling, &mut pages);
        lists::answer(unpacked.map(|list| Self::new(Stored::Unpacked(Arc::new(list)))), pages)
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.places().len())
    }

    fn count(&mut self, memory: &RequestMemory) {
        let bytes = match &self.rows {
            // The body counts twice: rows seldom take more than the second share.
            Stored::Unpacked(list) => size_of_val(list.rows()).saturating_sub(list.body().len()),
            Stored::Packed(_) => self.weight(),
        };
        self.charge = (bytes > 0).then(|| memory.charge_anyway(bytes));
    }
}

/// Some rows of a list, decoded.
pub struct Page(PageRows);

enum PageRows {
    /// Consecutive rows of a list that is not packed.
    Slice {
        list: Arc<Unpacked>,
        range: Range<usize>,
    },
    Copied(Copied),
}

type RowsOfPage<'a> = Vec<Row<'a>>;

self_cell::self_cell! {
    struct Copied {
        owner: Arc<Acionamentos>,
        #[covariant]
        dependent: RowsOfPage,
    }
}

impl Page {
    fn new(list: &Arc<Acionamentos>, places: &[u32]) -> Self {
        if let (Stored::Unpacked(list), Some(range)) = (&list.rows, neighbours(places)) {
            assert!(range.end <= list.rows().len(), "index out of bounds");
            return Self(PageRows::Slice { list: Arc::clone(list), range });
        }
        let rows = Copied::new(Arc::clone(list), |list| places.iter().map(|at| list.row(*at)).collect());
        Self(PageRows::Copied(rows))
    }
}

impl Rows for Page {
    type Row<'a> = Row<'a>;

    fn rows(&self) -> &[Row<'_>] {
        match &self.0 {
            PageRows::Slice { list, range } => &list.rows()[range.clone()],
            PageRows::Copied(copied) => copied.borrow_dependent(),
        }
    }
}

/// The range of these indices, if they are consecutive.
fn neighbours(places: &[u32]) -> Option<Range<usize>> {
    let first = places.first().map_or(0, |first| *first as usize);
    let range = first..first + places.len();
    places.iter().map(|at| *at as usize).eq(range.clone()).then_some(range)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::{DateTime, FixedOffset, NaiveDate};
    use proptest::{array::uniform4, collection::vec, option, prelude::*};
    use rust_decimal::Decimal;
    use services::wire::{
        acionamento::Acionamento,
        envelope::{Answer, Envelope},
        spelling::ResponseSpelling,
        value::{Integer, Money},
    };

    use super::{Acionamentos, Row, RowEvent, RowProcedure};
    use crate::upstream::{
        lists::{List as _, Rows as _},
        memory::MemoryBudget,
        response_data::ResponseData as _,
    };

    const GOLDEN: &str = include_str!("../../../services/contract/lista-acionamentos-by-status.json");

    fn read(body: &str) -> Option<Arc<Acionamentos>> {
        Acionamentos::read(body.to_owned().into(), &ResponseSpelling::default()).unwrap().data.map(Arc::new)
    }

    fn rows(body: &str) -> Vec<Row<'_>> {
        Answer::read(body.as_bytes()).unwrap().data.unwrap()
    }

    /// All rows as text.
    fn told(list: &Arc<Acionamentos>) -> String {
        let places: Vec<_> = list.places().collect();
        format!("{:?}", list.page(&places).rows())
    }

    /// The first golden response.
    fn golden() -> String {
        let golden: serde_json::Value = serde_json::from_str(GOLDEN).unwrap();
        golden["cases"][0]["answer"].to_string()
    }

    /// The same with a part replaced.
    fn golden_with(from: &str, to: &str) -> String {
        let answer = golden();
        assert!(answer.contains(from), "{answer}");
        answer.replace(from, to)
    }

    #[test]
    fn a_list_says_what_its_answer_said_however_that_is_written() {
        for answer in [
            golden(),
            golden_with("\"ABERTO\"", "\"\\u0041BERTO\""),
            golden_with("\"ABERTO\"", &format!("\"{}\"", "é".repeat(40_000))),
            // Amounts are not rounded.
            golden_with("150.0", "150.005"),
            golden_with("150.0", "-0.00"),
            golden_with("150.0", "7922816251426433759354395033.5"),
            golden_with("2026-11-20T", "1969-11-20T"),
            golden_with("-03:00", ".123456789+05:30"),
            r#"{"status":1,"data":[]}"#.to_owned(),
        ] {
            let (list, rows) = (read(&answer).unwrap(), rows(&answer));
            let packed = list.to_cache(&MemoryBudget::new(1_000_000).request());
            assert!(Arc::ptr_eq(&packed, &packed.to_cache(&MemoryBudget::new(0).request())), "it is packed once");
            for list in [list, packed] {
                assert_eq!(told(&list), format!("{rows:?}"));
                assert_eq!(list.first().is_some(), !rows.is_empty());
            }
        }
    }

    #[test]
    fn a_page_has_the_rows_of_its_places_in_their_order() {
        let rows: Vec<Acionamento> = Answer::read(golden().as_bytes()).unwrap().data.unwrap();
        let numbered = |number: u32| Acionamento { cd_acionamento: number.to_string().into(), ..rows[0].clone() };
        let answer = serde_json::to_string(&Envelope::success((0..4).map(numbered).collect::<Vec<_>>())).unwrap();
        let list = read(&answer).unwrap();
        for list in [&list, &list.to_cache(&MemoryBudget::new(1_000_000).request())] {
            for places in [&[][..], &[0], &[3], &[0, 1, 2, 3], &[1, 2], &[2, 1], &[0, 2], &[1, 1]] {
                let page = list.page(places);
                let numbers: Vec<u32> = page.rows().iter().map(|row| row.cd_acionamento.parse().unwrap()).collect();
                assert_eq!(numbers, places);
            }
        }
    }

    #[test]
    fn one_that_was_answered_by_itself_says_the_same_as_in_a_list() {
        let answer = golden_with("150.0", "150.005");
        let alone: Vec<Acionamento> = Answer::read(answer.as_bytes()).unwrap().data.unwrap();
        let list = Arc::new(Acionamentos::of(&alone[0]));
        assert_eq!(told(&list), format!("{:?}", &rows(&answer)[..1]));
    }

    #[test]
    fn a_refusal_has_its_text_and_no_rows() {
        let answer =
            Acionamentos::read(r#"{"status":0,"messages":"Não.","data":[]}"#.into(), &ResponseSpelling::default())
                .unwrap();
        assert!(answer.messages == "Não." && answer.data.is_none());
    }

    #[test]
    fn a_list_of_thousands_takes_less_than_a_third_of_its_answer() {
        let rows: Vec<Acionamento> = Answer::read(golden().as_bytes()).unwrap().data.unwrap();
        let rows: Vec<_> = rows.iter().cycle().take(5_000).collect();
        let answer = serde_json::to_string(&Envelope::success(rows)).unwrap();
        let weight = read(&answer).unwrap().weight();
        assert!(weight < answer.len() / 3, "{weight} of {}", answer.len());
    }

    fn amount() -> impl Strategy<Value = Money> {
        let amount = |(digits, decimals)| Decimal::try_from_i128_with_scale(digits, decimals).ok().map(Money);
        let few = (any::<i64>().prop_map(i128::from), 0..=28_u32);
        prop_oneof![few, (any::<i128>(), 0..=28_u32)].prop_filter_map("as many digits as there are", amount)
    }

    fn instant() -> impl Strategy<Value = DateTime<FixedOffset>> {
        (-9_000_000_000_i64..90_000_000_000, 0..2_000_000_000_u32, -1439..1440).prop_filter_map(
            "a leap second is at the end of a minute",
            |(seconds, nanos, minutes)| {
                let offset = FixedOffset::east_opt(minutes * 60)?;
                Some(DateTime::from_timestamp(seconds, nanos)?.with_timezone(&offset))
            },
        )
    }

    fn day() -> impl Strategy<Value = NaiveDate> {
        (-700_000..3_600_000).prop_filter_map("a day", NaiveDate::from_num_days_from_ce_opt)
    }

    proptest! {
        #[test]
        fn a_row_is_read_as_it_was_packed(
            texts in vec(any::<String>(), 9),
            others in vec(option::of(any::<String>()), 11),
            (opened, happened) in (instant(), vec(instant(), 0..3)),
            days in (option::of(day()), option::of(day())),
            amounts in uniform4(amount()),
            (count, may) in (any::<i64>(), option::of(any::<bool>())),
            before in 0..3_usize,
        ) {
            let text = |at: usize| texts[at].as_str();
            let other = |at: usize| others[at].as_deref();
            let done = |amount: &Money| RowProcedure {
                cd_procedimento: text(5).into(),
                ds_procedimento: text(6).into(),
                qt_procedimento: Integer(count),
                vl_procedimento: *amount,
            };
            let event = |at: &DateTime<FixedOffset>| RowEvent {
                dt_evento: *at,
                cd_status: text(7).into(),
                ds_status: text(8).into(),
                nm_usuario: other(8).map(Into::into),
                ds_observacao: other(9).map(Into::into),
            };
            let row = Row {
                cd_acionamento: text(0).into(),
                nr_sinistro: text(1).into(),
                nr_autorizacao: other(0).map(Into::into),
                cd_status: text(2).into(),
                ds_status: text(3).into(),
                dt_abertura: opened,
                dt_ocorrencia: days.0,
                dt_faturamento: days.1,
                vl_total: amounts[0],
                ds_observacao: other(1).map(Into::into),
                cd_seguradora: text(4).into(),
                nr_apolice: other(2).map(Into::into),
                nr_cpf_cnpj: text(5).into(),
                nm_segurado: text(6).into(),
                cd_pet: other(3).map(Into::into),
                nm_pet: other(4).map(Into::into),
                ds_especie: other(5).map(Into::into),
                nr_sinistro_origem: other(6).map(Into::into),
                nr_sinistro_reabertura: other(7).map(Into::into),
                fl_pode_reabrir: may,
                procedimentos: amounts[1..].iter().map(done).collect(),
                historico: happened.iter().map(event).collect(),
            };
            let all = vec![row; before + 1];
            let expected = format!("{all:?}");
            let list = Arc::new(all.iter().collect::<Acionamentos>());
            prop_assert_eq!(told(&list), expected);
            let row = &all[before];
            for at in list.places() {
                let (sorted, searched) = (list.sort_fields(at), list.search_fields(at));
                prop_assert_eq!(
                    (sorted.id, sorted.aberto_em, sorted.valor_total.serialize(), sorted.segurado),
                    (&*row.cd_acionamento, row.dt_abertura, row.vl_total.0.serialize(), &*row.nm_segurado)
                );
                prop_assert_eq!(searched.numbers, [
                    Some(&*row.nr_sinistro), row.nr_autorizacao.as_deref(), Some(&*row.nr_cpf_cnpj), row.nr_apolice.as_deref(),
                ]);
                let filtered = list.filter_fields(at);
                prop_assert_eq!(
                    (filtered.aberto_em, filtered.cpf_cnpj, filtered.status, filtered.seguradora),
                    (row.dt_abertura, &*row.nr_cpf_cnpj, &*row.cd_status, &*row.cd_seguradora)
                );
                prop_assert_eq!((filtered.ocorrido_em, filtered.faturado_em), (row.dt_ocorrencia, row.dt_faturamento));
                prop_assert_eq!(searched.texts, [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(&*row.ds_status)]);
            }
        }
    }
}
