//! The status history of an acionamento: its events from the opening to the last status.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::{
    acionamentos::Realizado,
    notas::{Contexto, NOTAS},
    opening_times::{self, SaoPauloTime},
    pessoas::PESSOAS,
    seeded_rng::SeededRng,
};

/// The statuses that the migration defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Status {
    Aberto,
    EmAnalise,
    Autorizado,
    Negado,
    Faturado,
    Cancelado,
    Reaberto,
}

impl Status {
    /// Whether the status is final, apart from a reopening.
    pub(super) fn is_closed(self) -> bool {
        matches!(self, Self::Negado | Self::Faturado | Self::Cancelado)
    }
}

pub(super) struct Evento {
    pub(super) em: SaoPauloTime,
    pub(super) status: Status,
    pub(super) usuario: &'static str,
    pub(super) observacao: Option<String>,
}

/// What determines the next statuses of an acionamento.
pub(super) struct HistoryInput<'a> {
    pub(super) urgente: bool,
    /// In the first weeks of the first policy, when most is not covered yet.
    pub(super) carencia: bool,
    pub(super) procedimentos: &'a [Realizado],
    pub(super) reaberto: bool,
}

impl HistoryInput<'_> {
    fn has(&self, categoria: &str) -> bool {
        self.procedimentos.iter().any(|realizado| realizado.procedimento.categoria == categoria)
    }

    fn has_procedimento(&self, descricao: &str) -> bool {
        self.procedimentos.iter().any(|realizado| realizado.procedimento.descricao == descricao)
    }

    fn is_eletivo(&self) -> bool {
        self.has("Odontologia") || self.has_procedimento("Castração")
    }

    fn negado_percent(&self) -> u64 {
        match self {
            Self { reaberto: true, .. } => 35,
            Self { carencia: true, .. } => 38,
            _ if self.is_eletivo() => 16,
            _ if self.has("Anestesia e cirurgia") => 11,
            _ => 7,
        }
    }

    fn negativa(&self) -> &'static [String] {
        match self {
            Self { reaberto: true, .. } => &NOTAS.negativa,
            Self { carencia: true, .. } => &NOTAS.negativa_carencia,
            _ if self.is_eletivo() => &NOTAS.negativa_castracao_dente,
            _ if self.has("Prevenção") => &NOTAS.negativa_prevencao,
            _ => &NOTAS.negativa,
        }
    }
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The whole history in ascending order. The caller cuts off events in the future.
pub(super) fn draw_eventos(
    rng: &mut SeededRng,
    input: &HistoryInput,
    contexto: &Contexto,
    aberto_em: SaoPauloTime,
) -> Vec<Evento> {
    let mut life = Life { rng, contexto, eventos: Vec::new(), at: aberto_em };
    life.open(input);
    if life.rng.chance(3) {
        life.cancel();
        return life.eventos;
    }
    life.analyse(input);
    if life.rng.chance(3) {
        life.cancel();
        return life.eventos;
    }
    life.decide(input);
    life.eventos
}

struct Life<'a> {
    rng: &'a mut SeededRng,
    contexto: &'a Contexto<'a>,
    eventos: Vec<Evento>,
    at: SaoPauloTime,
}

impl Life<'_> {
    fn open(&mut self, input: &HistoryInput) {
        let status = if input.reaberto { Status::Reaberto } else { Status::Aberto };
        let noted_percent = if input.reaberto { 0 } else { 55 };
        self.record(status, &PESSOAS.atendentes, &NOTAS.abertura, noted_percent);
    }

    fn analyse(&mut self, input: &HistoryInput) {
        match input {
            // A reopening goes to another auditor.
            HistoryInput { reaberto: true, .. } => self.wait_for_office(2 * DAY, 9 * DAY),
            // Emergencies go to the analyst on duty, at any hour.
            HistoryInput { urgente: true, .. } => self.wait(4 * MINUTE, 4 * HOUR),
            _ if self.rng.chance(15) => self.wait_for_office(DAY, 4 * DAY),
            _ => self.wait_for_office(2 * HOUR, 30 * HOUR),
        }
        let notes = match input {
            HistoryInput { reaberto: true, .. } => &NOTAS.reanalise,
            _ if input.has("Anestesia e cirurgia") => &NOTAS.analise_cirurgia,
            _ => &NOTAS.analise,
        };
        self.record(Status::EmAnalise, &PESSOAS.analistas, notes, 75);
    }

    fn decide(&mut self, input: &HistoryInput) {
        match input {
            HistoryInput { urgente: true, .. } if self.rng.chance(55) => self.wait(15 * MINUTE, 6 * HOUR),
            // Late documents.
            _ if self.rng.chance(15) => self.wait_for_office(6 * DAY, 16 * DAY),
            _ => self.wait_for_office(5 * HOUR, 6 * DAY),
        }
        if self.rng.chance(input.negado_percent()) {
            self.record(Status::Negado, &PESSOAS.analistas, input.negativa(), 100);
            return;
        }
        let notes = if input.has("Internação") { &NOTAS.autorizacao_internacao } else { &NOTAS.autorizacao };
        self.record(Status::Autorizado, &PESSOAS.analistas, notes, 70);
        match self.rng.chance(10) {
            true => self.wait_for_office(20 * DAY, 55 * DAY),
            false => self.wait_for_office(4 * DAY, 20 * DAY),
        }
        self.record(Status::Faturado, &PESSOAS.financeiro, &NOTAS.faturamento, 60);
    }

    fn cancel(&mut self) {
        self.wait_for_office(HOUR, 5 * DAY);
        self.record(Status::Cancelado, &PESSOAS.atendentes, &NOTAS.cancelamento, 100);
    }

    fn wait(&mut self, least: i64, most: i64) {
        self.at += TimeDelta::seconds(self.rng.between(least, most));
    }

    fn wait_for_office(&mut self, least: i64, most: i64) {
        self.wait(least, most);
        self.at = opening_times::in_office_hours(self.rng, self.at);
    }

    /// Adds an event by one of the staff, with a note in `percent` of 100 cases.
    fn record(&mut self, status: Status, staff: &'static [String], notes: &[String], percent: u64) {
        let usuario = self.rng.pick(staff);
        let observacao = self.rng.chance(percent).then(|| self.contexto.draw_note(self.rng, notes));
        self.eventos.push(Evento { em: self.at, status, usuario, observacao });
    }
}
