//! Lists of acionamentos, packed and not, say what was read.

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

use super::{Acionamentos, Row, RowEvent, RowId, RowProcedure};
use crate::upstream::{
    lists::{List as _, Rows as _},
    memory::MemoryBudget,
    response_data::ResponseData as _,
};

const GOLDEN: &str = include_str!("../../../../services/contract/lista-acionamentos-by-status.json");

fn read(body: &str) -> Option<Arc<Acionamentos>> {
    Acionamentos::read(body.to_owned().into(), &ResponseSpelling::default()).unwrap().data.map(Arc::new)
}

fn rows(body: &str) -> Vec<Row<'_>> {
    Answer::read(body.as_bytes()).unwrap().data.unwrap()
}

/// All rows as text.
fn debug_text(list: &Arc<Acionamentos>) -> String {
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
        golden_with("150.0", "150.05"),
        golden_with("150.0", "149.9999999999999"),
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
            assert_eq!(debug_text(&list), format!("{rows:?}"));
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
    let answer = golden_with("150.0", "150.05");
    let alone: Vec<Acionamento> = Answer::read(answer.as_bytes()).unwrap().data.unwrap();
    let list = Arc::new(Acionamentos::of(&alone[0]));
    assert_eq!(debug_text(&list), format!("{:?}", &rows(&answer)[..1]));
}

#[test]
fn a_refusal_has_its_text_and_no_rows() {
    let answer =
        Acionamentos::read(r#"{"status":0,"messages":"Não.","data":[]}"#.into(), &ResponseSpelling::default()).unwrap();
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
    (-9_000_000_000_i64..90_000_000_000, 0..1_000_000_000_u32, -1439..1440).prop_filter_map(
        "an instant",
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
            nm_usuario: other(8).map(Into::into).into(),
            ds_observacao: other(9).map(Into::into).into(),
        };
        let row = Row {
            cd_acionamento: text(0).into(),
            nr_sinistro: text(1).into(),
            nr_autorizacao: other(0).map(Into::into).into(),
            cd_status: text(2).into(),
            ds_status: text(3).into(),
            dt_abertura: opened,
            dt_ocorrencia: days.0.into(),
            dt_faturamento: days.1.into(),
            vl_total: amounts[0],
            ds_observacao: other(1).map(Into::into).into(),
            cd_seguradora: text(4).into(),
            nr_apolice: other(2).map(Into::into).into(),
            nr_cpf_cnpj: text(5).into(),
            nm_segurado: text(6).into(),
            cd_pet: other(3).map(Into::into).into(),
            nm_pet: other(4).map(Into::into).into(),
            ds_especie: other(5).map(Into::into).into(),
            nr_sinistro_origem: other(6).map(Into::into).into(),
            nr_sinistro_reabertura: other(7).map(Into::into).into(),
            fl_pode_reabrir: may.into(),
            procedimentos: amounts[1..].iter().map(done).collect(),
            historico: happened.iter().map(event).collect(),
        };
        let all = vec![row; before + 1];
        let expected = format!("{all:?}");
        let list = Arc::new(all.iter().collect::<Acionamentos>());
        prop_assert_eq!(debug_text(&list), expected);
        let row = &all[before];
        for at in list.places() {
            let (sorted, searched) = (list.sort_fields(at), list.search_fields(at));
            let id = RowId { code: &row.cd_acionamento, sinistro: &row.nr_sinistro };
            prop_assert_eq!(
                (sorted.id, sorted.aberto_em, sorted.valor_total.serialize(), sorted.segurado),
                (id, row.dt_abertura, row.vl_total.0.serialize(), &*row.nm_segurado)
            );
            prop_assert_eq!(searched.numbers, [
                Some(&*row.nr_sinistro), row.nr_autorizacao.as_deref(), Some(&*row.nr_cpf_cnpj), row.nr_apolice.as_deref(),
            ]);
            let filtered = list.filter_fields(at);
            prop_assert_eq!(
                (filtered.aberto_em, filtered.cpf_cnpj, filtered.status, filtered.seguradora),
                (row.dt_abertura, &*row.nr_cpf_cnpj, &*row.cd_status, &*row.cd_seguradora)
            );
            prop_assert_eq!((filtered.ocorrido_em, filtered.faturado_em), (row.dt_ocorrencia.into_option(), row.dt_faturamento.into_option()));
            prop_assert_eq!(searched.texts, [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(&*row.ds_status)]);
        }
    }
}
