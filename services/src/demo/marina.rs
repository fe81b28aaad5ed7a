//! The acionamentos of Marina Duarte and her pet Paçoca, the examples of the documentation: one in each state, the same on
//! every day.

use std::sync::LazyLock;

use chrono::TimeDelta;
use serde::Deserialize;

use super::{
    acionamentos::{Acionamento, Realizado},
    carteira::{Carteira, MARINA, PACOCA},
    opening_times,
    pessoas::PESSOAS,
    status_history::{Evento, Status},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptEntry {
    /// Opened so many days ago, at this second of the day.
    dias: i64,
    segundo: i64,
    observacao: String,
    procedimentos: Vec<Realizado>,
    eventos: Vec<ScriptStep>,
    /// Index in the script of the acionamento that this one reopens.
    origem: Option<usize>,
}

/// An event of the script.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptStep {
    status: Status,
    /// Hours since the opening.
    horas: i64,
    observacao: Option<String>,
}

static SCRIPT: LazyLock<Vec<ScriptEntry>> =
    LazyLock::new(|| super::read_table("marina", include_str!("data/marina.json")));

/// Her acionamentos, which come first in the list, so that the script's places are the list's.
pub(super) fn acionamentos(carteira: &Carteira, today: chrono::NaiveDate) -> Vec<Acionamento> {
    SCRIPT
        .iter()
        .filter_map(|entry| {
            let opened = today - TimeDelta::days(entry.dias);
            let aberto_em = opening_times::at(opened, entry.segundo);
            // A reopening is about the event of the first claim.
            let ocorrido_em = match entry.origem {
                Some(origem) => today - TimeDelta::days(SCRIPT[origem].dias),
                None => opened,
            };
            let apolice = carteira.apolices.iter().position(|apolice| {
                apolice.segurado == MARINA && (apolice.inicio..=apolice.fim).contains(&ocorrido_em)
            })?;
            Some(Acionamento {
                aberto_em,
                ocorrido_em,
                apolice,
                pet: PACOCA,
                observacao: Some(entry.observacao.clone()),
                procedimentos: entry.procedimentos.clone(),
                eventos: entry
                    .eventos
                    .iter()
                    .map(|step| Evento {
                        em: aberto_em + TimeDelta::hours(step.horas),
                        status: step.status,
                        usuario: match step.status {
                            Status::EmAnalise | Status::Autorizado | Status::Negado => &PESSOAS.analistas[0],
                            Status::Faturado => &PESSOAS.financeiro[0],
                            _ => &PESSOAS.atendentes[0],
                        },
                        observacao: step.observacao.clone(),
                    })
                    .collect(),
                origem: entry.origem,
                autorizacao: None,
            })
        })
        .collect()
}
