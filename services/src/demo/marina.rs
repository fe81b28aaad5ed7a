//! The acionamentos of Marina Duarte and her pet Paçoca, the examples of the documentation: one in each state, the same on
//! every day.

use chrono::TimeDelta;

use super::{
    acionamentos::{Acionamento, Realizado},
    carteira::{Carteira, MARINA, PACOCA},
    catalogo::procedimento,
    opening_times::{self, days_from},
    pessoas::{ANALISTAS, ATENDENTES, FINANCEIRO},
    status_history::{Evento, Status},
};

struct Roteiro {
    /// Opened so many days ago, at this second of the day.
    dias: i64,
    segundo: i64,
    observacao: &'static str,
    /// Index in the catalogue, quantity, value in centavos.
    procedimentos: &'static [(usize, i64, i64)],
    /// The events, each with the hours since the opening.
    eventos: &'static [(Status, i64, Option<&'static str>)],
    /// Index in the script of the one that it reopens.
    origem: Option<usize>,
}

const CONSULTA: usize = procedimento("Consulta clínica geral");
const EMERGENCIA: usize = procedimento("Consulta de emergência");
const HEMOGRAMA: usize = procedimento("Hemograma completo");
const ULTRASSOM: usize = procedimento("Ultrassonografia abdominal");

const ROTEIRO: &[Roteiro] = &[
    Roteiro {
        dias: 480,
        segundo: 33_791,
        observacao: "Vômito e diarreia desde a noite anterior, depois de comer frango com osso.",
        procedimentos: &[
            (EMERGENCIA, 1, 32_000),
            (HEMOGRAMA, 1, 7_500),
            (procedimento("Fluidoterapia"), 2, 14_500),
            (procedimento("Diária de internação"), 1, 36_000),
        ],
        eventos: &[
            (Status::Aberto, 0, Some("Aberto por telefone a pedido da tutora.")),
            (Status::EmAnalise, 2, Some("Relatório clínico recebido.")),
            (Status::Autorizado, 5, Some("Internação autorizada por uma diária.")),
            (Status::Faturado, 14 * 24, Some("Nota fiscal recebida sem divergências.")),
        ],
        origem: None,
    },
    Roteiro {
        dias: 150,
        segundo: 51_102,
        observacao: "Check-up anual da Paçoca e reforço das vacinas.",
        procedimentos: &[
            (CONSULTA, 1, 18_000),
            (procedimento("Vacina polivalente canina (V10)"), 1, 11_850),
            (procedimento("Vacina antirrábica"), 1, 7_990),
        ],
        eventos: &[
            (Status::Aberto, 0, None),
            (Status::EmAnalise, 22, None),
            (Status::Autorizado, 47, Some("Autorizado conforme as condições gerais da apólice.")),
            (Status::Faturado, 12 * 24, Some("Faturado no lote semanal da clínica.")),
        ],
        origem: None,
    },
    Roteiro {
        dias: 75,
        segundo: 37_440,
        observacao: "Coceira na orelha direita; tutora pede consulta dermatológica.",
        procedimentos: &[(procedimento("Consulta dermatológica"), 1, 28_000)],
        eventos: &[
            (Status::Aberto, 0, Some("Pedido recebido pelo WhatsApp, com fotos.")),
            (Status::Cancelado, 26, Some("A Paçoca melhorou e a tutora preferiu não seguir com a consulta.")),
        ],
        origem: None,
    },
    Roteiro {
        dias: 40,
        segundo: 56_717,
        observacao: "Claudicação da pata traseira direita depois de correr no parque.",
        procedimentos: &[
            (procedimento("Consulta ortopédica"), 1, 32_000),
            (procedimento("Radiografia (duas projeções)"), 1, 19_000),
            (procedimento("Sessão de fisioterapia"), 8, 13_000),
        ],
        eventos: &[
            (Status::Aberto, 0, None),
            (Status::EmAnalise, 20, Some("Laudo radiográfico solicitado à clínica.")),
            (Status::Negado, 5 * 24, Some("Condição preexistente declarada na contratação.")),
        ],
        origem: None,
    },
    Roteiro {
        dias: 20,
        segundo: 35_005,
        observacao: "Tártaro avançado; limpeza dentária indicada na última consulta.",
        procedimentos: &[
            (procedimento("Limpeza dentária (tartarectomia)"), 1, 62_000),
            (procedimento("Anestesia inalatória"), 1, 59_000),
            (HEMOGRAMA, 1, 7_500),
        ],
        eventos: &[
            (Status::Aberto, 0, Some("Solicitação enviada pela clínica.")),
            (Status::EmAnalise, 25, Some("Orçamento recebido; conferindo valores de referência.")),
            (Status::Autorizado, 4 * 24, Some("Cobertura confirmada. Senha enviada à clínica.")),
        ],
        origem: None,
    },
    Roteiro {
        dias: 4,
        segundo: 60_233,
        observacao: "Apatia e abdome sensível há dois dias. Clínica pede ultrassonografia.",
        procedimentos: &[(CONSULTA, 1, 18_000), (ULTRASSOM, 1, 32_000), (HEMOGRAMA, 1, 7_800)],
        eventos: &[(Status::Aberto, 0, None), (Status::EmAnalise, 17, Some("Encaminhado à auditoria veterinária."))],
        origem: None,
    },
    Roteiro {
        dias: 3,
        segundo: 39_871,
        observacao: "Tutora apresentou laudo de que a lesão é recente; solicita reanálise.",
        procedimentos: &[
            (procedimento("Consulta ortopédica"), 1, 32_000),
            (procedimento("Radiografia (duas projeções)"), 1, 19_000),
            (procedimento("Sessão de fisioterapia"), 8, 13_000),
        ],
        eventos: &[(Status::Reaberto, 0, None)],
        origem: Some(3),
    },
    Roteiro {
        dias: 1,
        segundo: 58_388,
        observacao: "Engasgos e tosse seca depois do passeio; consulta marcada.",
        procedimentos: &[(CONSULTA, 1, 18_500), (procedimento("Radiografia (duas projeções)"), 1, 19_990)],
        eventos: &[(Status::Aberto, 0, Some("Aberto por telefone a pedido da tutora."))],
        origem: None,
    },
];

/// Her acionamentos, which come first in the list, so that the script's places are the list's.
pub(super) fn acionamentos(carteira: &Carteira, today: chrono::NaiveDate) -> Vec<Acionamento> {
    ROTEIRO
        .iter()
        .filter_map(|roteiro| {
            let opened = days_from(today, -roteiro.dias);
            let aberto_em = opening_times::at(opened, roteiro.segundo);
            // A reopening is about the event of the first claim.
            let ocorrido_em = match roteiro.origem {
                Some(origem) => days_from(today, -ROTEIRO[origem].dias),
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
                observacao: Some(roteiro.observacao.to_owned()),
                procedimentos: roteiro
                    .procedimentos
                    .iter()
                    .map(|(procedimento, quantidade, centavos)| Realizado {
                        procedimento: *procedimento,
                        quantidade: *quantidade,
                        centavos: *centavos,
                    })
                    .collect(),
                eventos: roteiro
                    .eventos
                    .iter()
                    .map(|(status, hours, observacao)| Evento {
                        em: aberto_em + TimeDelta::hours(*hours),
                        status: *status,
                        usuario: match status {
                            Status::EmAnalise | Status::Autorizado | Status::Negado => ANALISTAS[0],
                            Status::Faturado => FINANCEIRO[0],
                            _ => ATENDENTES[0],
                        },
                        observacao: observacao.map(str::to_owned),
                    })
                    .collect(),
                origem: roteiro.origem,
                autorizacao: None,
            })
        })
        .collect()
}
