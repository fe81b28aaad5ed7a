//! Two years of acionamentos.

use std::collections::BTreeSet;

use chrono::{Datelike as _, NaiveDate, TimeDelta};

use super::{
    calendar::{self, Instant, days_from, is_off_hours},
    carteira::{Apolice, Carteira, MARINA, Pet},
    catalogo::{PROCEDIMENTOS, procedimento},
    draw::{Draw, Part},
    marina,
    notas::{self, Contexto},
    ocasioes::{OCASIOES, Ocasiao, Quando, Quem},
    vida::{self, Evento, Pedido, Status},
};

pub(super) struct Acionamento {
    pub(super) aberto_em: Instant,
    pub(super) ocorrido_em: NaiveDate,
    /// Place of its policy in the portfolio.
    pub(super) apolice: usize,
    /// Place of its pet in the portfolio.
    pub(super) pet: usize,
    pub(super) observacao: Option<String>,
    pub(super) procedimentos: Vec<Realizado>,
    pub(super) eventos: Vec<Evento>,
    /// Place in the list of the acionamento that this one reopens.
    pub(super) origem: Option<usize>,
    pub(super) autorizacao: Option<String>,
}

/// A procedure of an acionamento.
#[derive(Clone)]
pub(super) struct Realizado {
    pub(super) procedimento: usize,
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
    pub(super) fn reached(&self, status: Status) -> Option<Instant> {
        self.eventos.iter().find(|evento| evento.status == status).map(|evento| evento.em)
    }
}

const ACIONAMENTOS: usize = 6_000;
const REABERTURAS: usize = 160;

/// How many are opened on the current day, whatever the hour: the numbers of a page that shows
/// today do not depend on when the database was made.
const HOJE_DIA_UTIL: usize = 14;
const HOJE_FIM_DE_SEMANA: usize = 6;

/// All acionamentos in the order of their opening.
pub(super) fn draw(carteira: &Carteira, now: Instant, seed: u64) -> Vec<Acionamento> {
    let mut draw = Draw::new(seed, Part::Acionamentos);
    let mut all = marina::acionamentos(carteira, now.date_naive());
    let today = now.date_naive();
    let hoje = if calendar::is_office_day(today) { HOJE_DIA_UTIL } else { HOJE_FIM_DE_SEMANA };
    let others = ACIONAMENTOS - REABERTURAS - all.len() - hoje;

    let days = calendar::weighted_days(calendar::first_day(today), days_from(today, -1));
    let mut openings: Vec<Instant> = draw_days(&mut draw, &days, others)
        .into_iter()
        .chain(std::iter::repeat_n(today, hoje))
        .map(|date| calendar::draw_opening(&mut draw, date, now))
        .collect();
    openings.sort_unstable();

    let mut pets = Pacientes::new(carteira, &mut draw);
    for aberto_em in openings {
        let mut acionamento = pets.draw_acionamento(&mut draw, aberto_em);
        acionamento.eventos.retain(|evento| evento.em <= now);
        all.push(acionamento);
    }
    reopen(&mut draw, carteira, &mut all, now);
    let mut all = in_order_of_opening(all);
    authorize(&mut draw, &mut all);
    all
}

/// `count` of the days, in their order, each as often as it weighs.
fn draw_days(draw: &mut Draw, days: &[(NaiveDate, u64)], count: usize) -> Vec<NaiveDate> {
    let mut sum = 0;
    // Sums instead of weights: a draw looks its day up by halving.
    let ends: Vec<u64> = days
        .iter()
        .map(|(_, weight)| {
            sum += weight;
            sum
        })
        .collect();
    (0..count)
        .map(|_| {
            let point = draw.between(1, sum.cast_signed()).unsigned_abs();
            days[ends.partition_point(|end| *end < point)].0
        })
        .collect()
}

/// The insured pets, as the acionamentos go through them in the order of time.
struct Pacientes<'a> {
    carteira: &'a Carteira,
    /// Each policy with each of its pets.
    cobertos: Vec<(usize, usize)>,
    /// How often a pet falls ill, in percent: a few need the clinic all the time.
    fragilidade: Vec<u64>,
    obitos: BTreeSet<usize>,
    /// Pet and occasion that does not come again.
    passados: BTreeSet<(usize, usize)>,
}

impl<'a> Pacientes<'a> {
    fn new(carteira: &'a Carteira, draw: &mut Draw) -> Self {
        let cobertos = carteira
            .apolices
            .iter()
            .enumerate()
            // Marina's acionamentos are written by hand.
            .filter(|(_, apolice)| apolice.segurado != MARINA)
            .flat_map(|(place, apolice)| apolice.pets.iter().map(move |pet| (place, *pet)))
            .collect();
        let fragilidade = carteira.pets.iter().map(|_| draw.pick(&[30, 35, 40, 50, 60, 100])).collect();
        Self { carteira, cobertos, fragilidade, obitos: BTreeSet::new(), passados: BTreeSet::new() }
    }

    fn draw_acionamento(&mut self, draw: &mut Draw, aberto_em: Instant) -> Acionamento {
        let opened = aberto_em.date_naive();
        let (place, pet, ocasiao) = loop {
            let (place, pet) = draw.pick(&self.cobertos);
            let apolice = &self.carteira.apolices[place];
            let covered = (apolice.inicio..=apolice.fim).contains(&opened) && !self.obitos.contains(&pet);
            if !covered || !draw.chance(self.fragilidade[pet]) {
                continue;
            }
            if let Some(ocasiao) = self.draw_ocasiao(draw, aberto_em, apolice, pet) {
                break (place, pet, ocasiao);
            }
        };
        let apolice = &self.carteira.apolices[place];
        let animal = &self.carteira.pets[pet];
        if ocasiao.obito {
            self.obitos.insert(pet);
        }
        let days_ago = match ocasiao.urgente {
            true if draw.chance(80) => 0,
            true => 1,
            false if draw.chance(35) => 0,
            false => draw.between(1, 12).min(draw.between(1, 12)),
        };
        let ocorrido_em = days_from(opened, -days_ago).max(apolice.inicio);

        let contexto =
            Contexto { pet: animal, idade_meses: months_old(animal, ocorrido_em), clinica: notas::draw_clinica(draw) };
        let procedimentos = draw_procedimentos(draw, ocasiao, opened);
        let pedido = Pedido {
            urgente: ocasiao.urgente,
            carencia: !apolice.renovacao && (opened - apolice.inicio).num_days() < 45,
            procedimentos: &procedimentos,
            reaberto: false,
        };
        let eventos = vida::draw_eventos(draw, &pedido, &contexto, aberto_em);
        // Some are in a hurry and write nothing.
        let observacao = (!draw.chance(6)).then(|| contexto.tell(draw.pick(ocasiao.relatos)));
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

    /// What may happen to that pet at that time, if anything.
    fn draw_ocasiao(
        &mut self,
        draw: &mut Draw,
        aberto_em: Instant,
        apolice: &Apolice,
        pet: usize,
    ) -> Option<&'static Ocasiao> {
        let animal = &self.carteira.pets[pet];
        let months = months_old(animal, aberto_em.date_naive());
        let off_hours = is_off_hours(aberto_em);
        let weights: Vec<(usize, u64)> = OCASIOES
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
                (place, ocasiao.peso * season(ocasiao.quando, aberto_em) / if routine_at_night { 5 } else { 1 })
            })
            .collect();
        if weights.iter().all(|(_, weight)| *weight == 0) {
            return None;
        }
        let place = draw.weighted(&weights, |(_, weight)| *weight).0;
        if OCASIOES[place].uma_vez {
            self.passados.insert((pet, place));
        }
        Some(&OCASIOES[place])
    }
}

fn months_old(pet: &Pet, date: NaiveDate) -> i64 {
    (date - pet.nascimento).num_days() / 30
}

fn happens_to(quem: Quem, pet: &Pet, months: i64) -> bool {
    match quem {
        Quem::Todos => true,
        Quem::Femea => pet.femea && months >= 12,
        Quem::Filhote => months < 12,
        Quem::Adulto => months >= 12,
        Quem::Idoso => months >= 84,
    }
}

/// How much more often it happens at that time of the year, from 10 as usual.
fn season(quando: Quando, at: Instant) -> u64 {
    match (quando, at.month(), at.day()) {
        (Quando::Sempre, _, _) => 10,
        (Quando::Verao, 12 | 1 | 2, _) => 18,
        (Quando::Verao, 3 | 11, _) => 12,
        (Quando::Verao, 6..=8, _) => 5,
        (Quando::Inverno, 5..=8, _) => 20,
        (Quando::Inverno, 12 | 1 | 2, _) => 5,
        (Quando::Verao | Quando::Inverno, _, _) => 10,
        (Quando::Fogos, 12, 24..) | (Quando::Fogos, 1, 1..=2) | (Quando::Fogos, 6, 12..) => 60,
        (Quando::Fogos, _, _) => 1,
    }
}

fn draw_procedimentos(draw: &mut Draw, ocasiao: &Ocasiao, opened: NaiveDate) -> Vec<Realizado> {
    // One clinic made all of them: its prices are high or low together.
    let clinic = draw.between(75, 120) + if draw.chance(20) { draw.between(10, 50) } else { 0 };
    let maybe: Vec<usize> = ocasiao
        .talvez
        .iter()
        .filter(|(_, percent)| draw.chance(*percent))
        .map(|(procedimento, _)| *procedimento)
        .collect();
    ocasiao
        .sempre
        .iter()
        .copied()
        .chain(maybe)
        .map(|procedimento| {
            let catalogo = &PROCEDIMENTOS[procedimento];
            let most = catalogo.maximo;
            let quantidade = draw.between(1, most).min(draw.between(1, most));
            Realizado { procedimento, quantidade, centavos: draw_price(draw, catalogo.referencia, clinic, opened) }
        })
        .collect()
}

/// A price in centavos around the reference, whole reais in most cases, a little lower in the past.
fn draw_price(draw: &mut Draw, referencia: i64, clinic_percent: i64, opened: NaiveDate) -> i64 {
    // About 5% a year, counted from a fixed year as prices do not know what day is today.
    let inflation = 100 + 5 * (i64::from(opened.year()) - 2026).clamp(-6, 6);
    let centavos = referencia * clinic_percent * inflation / 100 * draw.between(95, 105) / 100;
    let reais = (centavos / 100).max(10);
    let tail = *draw.weighted(&[(0, 70), (50, 15), (90, 10), (99, 5)], |(_, weight)| *weight);
    reais * 100 + tail.0
}

/// Adds the reopenings of some closed ones, among them most of those closed lately: what is being
/// worked on now is what people look at.
fn reopen(draw: &mut Draw, carteira: &Carteira, all: &mut Vec<Acionamento>, now: Instant) {
    let mut closed: Vec<usize> = (0..all.len())
        .filter(|place| all[*place].status().is_closed() && carteira.apolices[all[*place].apolice].segurado != MARINA)
        .collect();
    draw.shuffle(&mut closed);
    let recently = now - TimeDelta::days(25);
    closed.sort_by_key(|place| all[*place].eventos.last().is_none_or(|evento| evento.em < recently));

    let mut reopened = Vec::new();
    for place in closed {
        if reopened.len() == REABERTURAS {
            break;
        }
        let old = &all[place];
        let (percent, notes) = match old.status() {
            Status::Negado => (45, notas::REABERTURA_NEGADO),
            Status::Cancelado => (18, notas::REABERTURA_CANCELADO),
            _ => (4, notas::REABERTURA_FATURADO),
        };
        if !draw.chance(percent) {
            continue;
        }
        let Some(closed_at) = old.eventos.last().map(|evento| evento.em) else { continue };
        let wait = draw.between(1, 30).min(draw.between(1, 30));
        let later = closed_at + TimeDelta::days(wait) + TimeDelta::seconds(draw.between(60, 30_000));
        let aberto_em = calendar::in_office_hours(draw, later);
        if aberto_em > now {
            continue;
        }
        let pet = &carteira.pets[old.pet];
        let contexto =
            Contexto { pet, idade_meses: months_old(pet, old.ocorrido_em), clinica: notas::draw_clinica(draw) };
        let pedido = Pedido { urgente: false, carencia: false, procedimentos: &old.procedimentos, reaberto: true };
        let mut eventos = vida::draw_eventos(draw, &pedido, &contexto, aberto_em);
        eventos.retain(|evento| evento.em <= now);
        reopened.push(Acionamento {
            aberto_em,
            ocorrido_em: old.ocorrido_em,
            apolice: old.apolice,
            pet: old.pet,
            observacao: Some(contexto.tell(draw.pick(notes))),
            procedimentos: claimed_again(draw, old),
            eventos,
            origem: Some(place),
            autorizacao: None,
        });
    }
    all.extend(reopened);
}

/// What a reopening claims: after a refusal the same again, after billing what was missing.
fn claimed_again(draw: &mut Draw, old: &Acionamento) -> Vec<Realizado> {
    if old.status() != Status::Faturado {
        return old.procedimentos.clone();
    }
    const CONTINUACAO: [usize; 3] =
        [procedimento("Consulta de retorno"), procedimento("Medicação injetável"), procedimento("Hemograma completo")];
    let procedimento = draw.pick(&CONTINUACAO);
    let clinic = draw.between(80, 130);
    let centavos = draw_price(draw, PROCEDIMENTOS[procedimento].referencia, clinic, old.ocorrido_em);
    vec![Realizado { procedimento, quantidade: 1, centavos }]
}

/// Sorts them, and carries the places of the reopened ones along.
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
fn authorize(draw: &mut Draw, all: &mut [Acionamento]) {
    let mut authorized: Vec<&mut Acionamento> =
        all.iter_mut().filter(|acionamento| acionamento.reached(Status::Autorizado).is_some()).collect();
    authorized.sort_by_key(|acionamento| acionamento.reached(Status::Autorizado));
    let mut number = 480_000;
    for acionamento in authorized {
        number += draw.between(1, 29);
        acionamento.autorizacao = Some(format!("A-{number}"));
    }
}
