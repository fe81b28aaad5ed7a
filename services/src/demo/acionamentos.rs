//! Two years of acionamentos.

use std::collections::BTreeSet;

use chrono::{Datelike as _, Days, NaiveDate, TimeDelta};
use serde::Deserialize;

use super::{
    carteira::{Apolice, Carteira, MARINA, Pet},
    catalogo::Procedimento,
    marina,
    notas::{self, Contexto, NOTAS},
    ocasioes::{OCASIOES, Ocasiao, PetGroup, Season},
    opening_times::{self, SaoPauloTime, is_off_hours},
    seeded_rng::{RngStream, SeededRng},
    status_history::{self, Evento, HistoryInput, Status},
};

pub(super) struct Acionamento {
    pub(super) aberto_em: SaoPauloTime,
    pub(super) ocorrido_em: NaiveDate,
    /// Index of its policy in the portfolio.
    pub(super) apolice: usize,
    /// Index of its pet in the portfolio.
    pub(super) pet: usize,
    pub(super) observacao: Option<String>,
    pub(super) procedimentos: Vec<Realizado>,
    pub(super) eventos: Vec<Evento>,
    /// Index in the list of the acionamento that this one reopens.
    pub(super) origem: Option<usize>,
    pub(super) autorizacao: Option<String>,
}

/// A procedure of an acionamento.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Realizado {
    pub(super) procedimento: &'static Procedimento,
    pub(super) quantidade: i64,
    pub(super) centavos: i64,
}

impl Acionamento {
    pub(super) fn status(&self) -> Status {
        self.eventos.last().map_or(Status::Aberto, |evento| evento.status)
    }

    pub(super) fn total(&self) -> i64 {
        self.procedimentos.iter().map(|realizado| realizado.quantidade * realizado.centavos).sum()
    }

    /// When it reached that status, if it did.
    pub(super) fn reached(&self, status: Status) -> Option<SaoPauloTime> {
        self.eventos.iter().find(|evento| evento.status == status).map(|evento| evento.em)
    }
}

const ACIONAMENTOS: usize = 6_000;
const REABERTURAS: usize = 160;

/// Number opened on the current day, at any hour, so that today's totals do not depend on when the database was made.
const HOJE_DIA_UTIL: usize = 14;
const HOJE_FIM_DE_SEMANA: usize = 6;

/// All acionamentos in the order of their opening.
pub(super) fn draw(carteira: &Carteira, now: SaoPauloTime, seed: u64) -> Vec<Acionamento> {
    let mut rng = SeededRng::new(seed, RngStream::Acionamentos);
    let mut all = marina::acionamentos(carteira, now.date_naive());
    let today = now.date_naive();
    let hoje = if opening_times::is_office_day(today) { HOJE_DIA_UTIL } else { HOJE_FIM_DE_SEMANA };
    let others = ACIONAMENTOS - REABERTURAS - all.len() - hoje;

    let days = opening_times::weighted_days(opening_times::first_day(today), today - Days::new(1));
    let earlier: Vec<NaiveDate> = (0..others).map(|_| rng.weighted(&days, |(_, weight)| *weight).0).collect();
    let mut openings: Vec<SaoPauloTime> = earlier
        .into_iter()
        .chain(std::iter::repeat_n(today, hoje))
        .map(|date| opening_times::draw_opening(&mut rng, date, now))
        .collect();
    openings.sort_unstable();

    let mut pets = Pacientes::new(carteira, &mut rng);
    for aberto_em in openings {
        let mut acionamento = pets.draw_acionamento(&mut rng, aberto_em);
        acionamento.eventos.retain(|evento| evento.em <= now);
        all.push(acionamento);
    }
    reopen(&mut rng, carteira, &mut all, now);
    let mut all = in_order_of_opening(all);
    authorize(&mut rng, &mut all);
    all
}

/// State of the insured pets while acionamentos are drawn in chronological order.
struct Pacientes<'a> {
    carteira: &'a Carteira,
    /// Each policy with each of its pets.
    cobertos: Vec<(usize, usize)>,
    /// Frequency of illness of each pet, in percent; a few are ill very often.
    fragilidade: Vec<u64>,
    obitos: BTreeSet<usize>,
    /// Pets with an occasion that cannot happen again.
    passados: BTreeSet<(usize, usize)>,
}

impl<'a> Pacientes<'a> {
    fn new(carteira: &'a Carteira, rng: &mut SeededRng) -> Self {
        let cobertos = carteira
            .apolices
            .iter()
            .enumerate()
            // Marina's acionamentos are written by hand.
            .filter(|(_, apolice)| apolice.segurado != MARINA)
            .flat_map(|(place, apolice)| apolice.pets.iter().map(move |pet| (place, *pet)))
            .collect();
        let fragilidade = carteira.pets.iter().map(|_| *rng.pick(&[30, 35, 40, 50, 60, 100])).collect();
        Self { carteira, cobertos, fragilidade, obitos: BTreeSet::new(), passados: BTreeSet::new() }
    }

    fn draw_acionamento(&mut self, rng: &mut SeededRng, aberto_em: SaoPauloTime) -> Acionamento {
        let opened = aberto_em.date_naive();
        let (place, pet, ocasiao) = loop {
            let (place, pet) = *rng.pick(&self.cobertos);
            let apolice = &self.carteira.apolices[place];
            let covered = (apolice.inicio..=apolice.fim).contains(&opened) && !self.obitos.contains(&pet);
            if !covered || !rng.chance(self.fragilidade[pet]) {
                continue;
            }
            if let Some(ocasiao) = self.draw_ocasiao(rng, aberto_em, apolice, pet) {
                break (place, pet, ocasiao);
            }
        };
        let apolice = &self.carteira.apolices[place];
        let animal = &self.carteira.pets[pet];
        if ocasiao.obito {
            self.obitos.insert(pet);
        }
        let days_ago = match ocasiao.urgente {
            true if rng.chance(80) => 0,
            true => 1,
            false if rng.chance(35) => 0,
            false => rng.between(1, 12).min(rng.between(1, 12)),
        };
        let ocorrido_em = (opened - TimeDelta::days(days_ago)).max(apolice.inicio);

        let contexto =
            Contexto { pet: animal, idade_meses: months_old(animal, ocorrido_em), clinica: notas::draw_clinica(rng) };
        let procedimentos = draw_procedimentos(rng, ocasiao, opened);
        let input = HistoryInput {
            urgente: ocasiao.urgente,
            carencia: !apolice.renovacao && (opened - apolice.inicio).num_days() < 45,
            procedimentos: &procedimentos,
            reaberto: false,
        };
        let eventos = status_history::draw_eventos(rng, &input, &contexto, aberto_em);
        // Some have no note.
        let observacao = (!rng.chance(6)).then(|| contexto.draw_note(rng, &ocasiao.relatos));
        Acionamento {
            aberto_em,
            ocorrido_em,
            apolice: place,
            pet,
            observacao,
            procedimentos,
            eventos,
            origem: None,
            autorizacao: None,
        }
    }

    /// An occasion that fits the pet and the time, if any.
    fn draw_ocasiao(
        &mut self,
        rng: &mut SeededRng,
        aberto_em: SaoPauloTime,
        apolice: &Apolice,
        pet: usize,
    ) -> Option<&'static Ocasiao> {
        let animal = &self.carteira.pets[pet];
        let months = months_old(animal, aberto_em.date_naive());
        let off_hours = is_off_hours(aberto_em);
        let weights: Vec<((usize, &Ocasiao), u64)> = OCASIOES
            .ocasioes
            .iter()
            .enumerate()
            .filter(|(place, ocasiao)| {
                ocasiao.especies.contains(&animal.especie)
                    && happens_to(ocasiao.quem, animal, months)
                    && (!ocasiao.obito || apolice.ultima)
                    && !(ocasiao.uma_vez && self.passados.contains(&(pet, *place)))
            })
            .map(|(place, ocasiao)| {
                let routine_at_night = off_hours && !ocasiao.urgente;
                let weight = ocasiao.peso * season(ocasiao.quando, aberto_em);
                ((place, ocasiao), weight / if routine_at_night { 5 } else { 1 })
            })
            .collect();
        if weights.iter().all(|(_, weight)| *weight == 0) {
            return None;
        }
        let (place, ocasiao) = rng.weighted(&weights, |(_, weight)| *weight).0;
        if ocasiao.uma_vez {
            self.passados.insert((pet, place));
        }
        Some(ocasiao)
    }
}

fn months_old(pet: &Pet, date: NaiveDate) -> i64 {
    (date - pet.nascimento).num_days() / 30
}

fn happens_to(quem: PetGroup, pet: &Pet, months: i64) -> bool {
    match quem {
        PetGroup::Todos => true,
        PetGroup::Femea => pet.femea && months >= 12,
        PetGroup::Filhote => months < 12,
        PetGroup::Adulto => months >= 12,
        PetGroup::Idoso => months >= 84,
    }
}

/// Seasonal weight; 10 is the normal.
fn season(quando: Season, at: SaoPauloTime) -> u64 {
    match (quando, at.month(), at.day()) {
        (Season::Sempre, _, _) => 10,
        (Season::Verao, 12 | 1 | 2, _) => 18,
        (Season::Verao, 3 | 11, _) => 12,
        (Season::Verao, 6..=8, _) => 5,
        (Season::Inverno, 5..=8, _) => 20,
        (Season::Inverno, 12 | 1 | 2, _) => 5,
        (Season::Verao | Season::Inverno, _, _) => 10,
        (Season::Fogos, 12, 24..) | (Season::Fogos, 1, 1..=2) | (Season::Fogos, 6, 12..) => 60,
        (Season::Fogos, _, _) => 1,
    }
}

fn draw_procedimentos(rng: &mut SeededRng, ocasiao: &Ocasiao, opened: NaiveDate) -> Vec<Realizado> {
    // All are from one clinic, whose prices are high or low throughout.
    let clinic = rng.between(75, 120) + if rng.chance(20) { rng.between(10, 50) } else { 0 };
    let maybe: Vec<&Procedimento> = ocasiao
        .talvez
        .iter()
        .filter(|(_, percent)| rng.chance(*percent))
        .map(|(procedimento, _)| *procedimento)
        .collect();
    ocasiao
        .sempre
        .iter()
        .copied()
        .chain(maybe)
        .map(|procedimento| {
            let most = procedimento.maximo;
            let quantidade = rng.between(1, most).min(rng.between(1, most));
            Realizado { procedimento, quantidade, centavos: draw_price(rng, procedimento.referencia, clinic, opened) }
        })
        .collect()
}

/// A price in centavos near the reference, usually in whole reais, a little lower in the past.
fn draw_price(rng: &mut SeededRng, referencia: i64, clinic_percent: i64, opened: NaiveDate) -> i64 {
    // About 5 % a year from a fixed year, so that prices do not depend on today's date.
    let inflation = 100 + 5 * (i64::from(opened.year()) - 2026).clamp(-6, 6);
    let centavos = referencia * clinic_percent * inflation / 100 * rng.between(95, 105) / 100;
    let reais = (centavos / 100).max(10);
    let tail = *rng.weighted(&[(0, 70), (50, 15), (90, 10), (99, 5)], |(_, weight)| *weight);
    reais * 100 + tail.0
}

/// Reopens some of the closed ones, most of them closed recently, so that some reopenings are still in progress.
fn reopen(rng: &mut SeededRng, carteira: &Carteira, all: &mut Vec<Acionamento>, now: SaoPauloTime) {
    let mut closed: Vec<usize> = (0..all.len())
        .filter(|place| all[*place].status().is_closed() && carteira.apolices[all[*place].apolice].segurado != MARINA)
        .collect();
    rng.shuffle(&mut closed);
    let recently = now - TimeDelta::days(25);
    closed.sort_by_key(|place| all[*place].eventos.last().is_none_or(|evento| evento.em < recently));

    let mut reopened = Vec::new();
    for place in closed {
        if reopened.len() == REABERTURAS {
            break;
        }
        let old = &all[place];
        let (percent, notes) = match old.status() {
            Status::Negado => (45, &NOTAS.reabertura_negado),
            Status::Cancelado => (18, &NOTAS.reabertura_cancelado),
            _ => (4, &NOTAS.reabertura_faturado),
        };
        if !rng.chance(percent) {
            continue;
        }
        let Some(closed_at) = old.eventos.last().map(|evento| evento.em) else { continue };
        let wait = rng.between(1, 30).min(rng.between(1, 30));
        let later = closed_at + TimeDelta::days(wait) + TimeDelta::seconds(rng.between(60, 30_000));
        let aberto_em = opening_times::in_office_hours(rng, later);
        if aberto_em > now {
            continue;
        }
        let pet = &carteira.pets[old.pet];
        let contexto =
            Contexto { pet, idade_meses: months_old(pet, old.ocorrido_em), clinica: notas::draw_clinica(rng) };
        let input = HistoryInput { urgente: false, carencia: false, procedimentos: &old.procedimentos, reaberto: true };
        let mut eventos = status_history::draw_eventos(rng, &input, &contexto, aberto_em);
        eventos.retain(|evento| evento.em <= now);
        reopened.push(Acionamento {
            aberto_em,
            ocorrido_em: old.ocorrido_em,
            apolice: old.apolice,
            pet: old.pet,
            observacao: Some(contexto.draw_note(rng, notes)),
            procedimentos: claimed_again(rng, old),
            eventos,
            origem: Some(place),
            autorizacao: None,
        });
    }
    all.extend(reopened);
}

/// Procedures of a reopening: the same after a refusal, the missing ones after billing.
fn claimed_again(rng: &mut SeededRng, old: &Acionamento) -> Vec<Realizado> {
    if old.status() != Status::Faturado {
        return old.procedimentos.clone();
    }
    let procedimento = *rng.pick(&OCASIOES.continuacoes);
    let clinic = rng.between(80, 130);
    let centavos = draw_price(rng, procedimento.referencia, clinic, old.ocorrido_em);
    vec![Realizado { procedimento, quantidade: 1, centavos }]
}

/// Sorts them, and updates the indices of the reopened ones.
fn in_order_of_opening(all: Vec<Acionamento>) -> Vec<Acionamento> {
    let mut sorted: Vec<(usize, Acionamento)> = all.into_iter().enumerate().collect();
    sorted.sort_by_key(|(_, acionamento)| acionamento.aberto_em);
    let mut new_places = vec![0; sorted.len()];
    for (new, (old, _)) in sorted.iter().enumerate() {
        new_places[*old] = new;
    }
    sorted
        .into_iter()
        .map(|(_, acionamento)| Acionamento { origem: acionamento.origem.map(|old| new_places[old]), ..acionamento })
        .collect()
}

/// Numbers the authorizations in the order in which they were given.
fn authorize(rng: &mut SeededRng, all: &mut [Acionamento]) {
    let mut authorized: Vec<&mut Acionamento> =
        all.iter_mut().filter(|acionamento| acionamento.reached(Status::Autorizado).is_some()).collect();
    authorized.sort_by_key(|acionamento| acionamento.reached(Status::Autorizado));
    let mut number = 480_000;
    for acionamento in authorized {
        number += rng.between(1, 29);
        acionamento.autorizacao = Some(format!("A-{number}"));
    }
}
