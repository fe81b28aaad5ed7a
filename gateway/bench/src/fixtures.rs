//! The upstream's fixed data, in types of the contract.

use contract::{
    acionamento::{Acionamento, Evento, ProcedimentoRealizado, STATUS_NAMES},
    cpf_cnpj::CpfCnpj,
    painel::{Total, TotalMensal, TotalStatusSeguradora},
    procedimento::Procedimento,
    segurado::{Apolice, Pet, Segurado},
    seguradora::Seguradora,
    value::Money,
};

const STATUSES: &[(&str, &str)] = STATUS_NAMES.split_at(5).0;
const PROCEDURES: [&str; 6] =
    ["Consulta de emergência", "Ultrassonografia", "Hemograma", "Internação por dia", "Vacina V10", "Radiografia"];

/// The CPF of an insured.
pub(crate) fn cpf(number: usize) -> String {
    let digits = format!("{:09}", 100_000_000 + number);
    CpfCnpj::complete(&digits).map_or(digits, |id| id.to_string())
}

/// The claim number of an acionamento.
pub(crate) fn sinistro(number: usize) -> String {
    format!("2026{number:09}")
}

/// `count` acionamentos of `few` insured, of which `few` reopen an older one: `segurado` and `origem` each need `few` calls.
pub(crate) fn acionamentos_of_few(count: usize, few: usize) -> Vec<Acionamento> {
    let with_relations = |(number, row): (usize, Acionamento)| Acionamento {
        nr_cpf_cnpj: cpf(number % few).into(),
        nr_sinistro_origem: number.is_multiple_of(count / few).then(|| sinistro(count + number).into()).into(),
        ..row
    };
    acionamentos(count).into_iter().enumerate().map(with_relations).collect()
}

/// `count` acionamentos of different insured, newest first.
pub(crate) fn acionamentos(count: usize) -> Vec<Acionamento> {
    let start = "2026-11-20T14:03:11-03:00".parse().unwrap_or_default();
    (0..count).map(|number| acionamento(number, start)).collect()
}

fn acionamento(number: usize, start: chrono::DateTime<chrono::FixedOffset>) -> Acionamento {
    let minutes = i64::try_from(number).unwrap_or_default();
    let opened = start - chrono::TimeDelta::minutes(minutes);
    let (code, text) = STATUSES[number % STATUSES.len()];
    let event = |later: i64, (code, text): (&str, &str)| Evento {
        dt_evento: opened + chrono::TimeDelta::hours(later),
        cd_status: code.into(),
        ds_status: text.into(),
        nm_usuario: Some("Ana Souza".to_owned()).into(),
        ds_observacao: Some(String::new()).into(),
    };
    let procedure = |at: usize| ProcedimentoRealizado {
        cd_procedimento: (at % PROCEDURES.len() + 1).to_string().into(),
        ds_procedimento: PROCEDURES[at % PROCEDURES.len()].into(),
        qt_procedimento: 1.into(),
        vl_procedimento: Money::from_centavos(32_000 + 150 * minutes),
    };
    Acionamento {
        cd_acionamento: (70_000 + number).to_string().into(),
        nr_sinistro: sinistro(number).into(),
        nr_autorizacao: Some(format!("A-{:06}", 550_000 + number).into()).into(),
        cd_status: code.into(),
        ds_status: text.into(),
        dt_abertura: opened,
        dt_ocorrencia: Some(opened.date_naive()).into(),
        dt_faturamento: None.into(),
        vl_total: Money::from_centavos(64_000 + 300 * minutes),
        ds_observacao: Some("Atendida à noite, com febre desde a véspera.".to_owned()).into(),
        cd_seguradora: (number % 20 + 1).to_string().into(),
        nr_apolice: Some(format!("PET-2025-{number:06}").into()).into(),
        nr_cpf_cnpj: cpf(number).into(),
        nm_segurado: format!("Marina Conceição Duarte {number}").into(),
        cd_pet: Some((880 + number).to_string().into()).into(),
        nm_pet: Some("Paçoca".to_owned()).into(),
        ds_especie: Some("Cão".to_owned()).into(),
        nr_sinistro_origem: None.into(),
        nr_sinistro_reabertura: None.into(),
        fl_pode_reabrir: Some(false).into(),
        procedimentos: vec![procedure(number), procedure(number + 1)],
        historico: vec![event(0, STATUSES[0]), event(5, (code, text))],
    }
}

pub(crate) fn segurado(number: usize) -> Segurado {
    Segurado {
        cd_segurado: (1000 + number).to_string().into(),
        nr_cpf_cnpj: cpf(number).into(),
        nm_segurado: format!("Marina Conceição Duarte {number}").into(),
        ds_email: Some(format!("marina.{number}@example.com")).into(),
        nr_telefone: Some("11987654321".into()).into(),
        apolices: vec![Apolice {
            nr_apolice: format!("PET-2025-{number:06}").into(),
            cd_seguradora: (number % 20 + 1).to_string().into(),
            dt_inicio: "2025-11-21".parse().ok().into(),
            dt_fim: "2026-11-20".parse().ok().into(),
            pets: vec![Pet {
                cd_pet: (880 + number).to_string().into(),
                nm_pet: "Paçoca".into(),
                ds_especie: Some("Cão".to_owned()).into(),
                ds_raca: Some("Vira-lata".to_owned()).into(),
                dt_nascimento: "2021-03-09".parse().ok().into(),
            }],
        }],
    }
}

/// An insured with a policy of this year and one of last year.
pub(crate) fn segurado_with_policies(number: usize) -> Segurado {
    let mut insured = segurado(number);
    let before = insured.apolices.iter().map(|policy| Apolice {
        nr_apolice: format!("PET-2024-{number:06}").into(),
        dt_inicio: "2024-11-21".parse().ok().into(),
        dt_fim: "2025-11-20".parse().ok().into(),
        ..policy.clone()
    });
    insured.apolices = insured.apolices.iter().cloned().chain(before).collect();
    insured
}

pub(crate) fn seguradoras() -> Vec<Seguradora> {
    let one = |number: usize| Seguradora {
        cd_seguradora: number.to_string().into(),
        nm_seguradora: format!("Pata Segura {number} Seguros S.A.").into(),
        nr_cnpj: Some(format!("{:014}", 11_222_333_000_181_usize + number).into()).into(),
        fl_ativa: !number.is_multiple_of(7),
    };
    (1..=20).map(one).collect()
}

pub(crate) fn procedimentos() -> Vec<Procedimento> {
    let one = |number: usize| Procedimento {
        cd_procedimento: number.to_string().into(),
        ds_procedimento: format!("{} {number}", PROCEDURES[number % PROCEDURES.len()]).into(),
        ds_categoria: Some("Imagem".to_owned()).into(),
        vl_referencia: Some(Money::from_centavos(40_000)).into(),
    };
    (1..=60).map(one).collect()
}

pub(crate) fn total() -> Total {
    Total { qt_total: 37.into(), vl_total: Some(Money::from_centavos(4_512_350)).into() }
}

pub(crate) fn totais_mensais() -> Vec<TotalMensal> {
    let each = |month: i64| {
        STATUSES.iter().map(move |(code, text)| TotalMensal {
            nr_mes: month.into(),
            cd_status: (*code).into(),
            ds_status: (*text).into(),
            qt_total: (month * 3).into(),
            vl_total: Some(Money::from_centavos(98_765 * month)).into(),
        })
    };
    (1..=12).flat_map(each).collect()
}

pub(crate) fn totais_por_seguradora() -> Vec<TotalStatusSeguradora> {
    let each = |insurer: Seguradora| {
        STATUSES[..3].iter().map(move |(code, text)| TotalStatusSeguradora {
            cd_seguradora: insurer.cd_seguradora.clone(),
            nm_seguradora: insurer.nm_seguradora.clone(),
            cd_status: (*code).into(),
            ds_status: (*text).into(),
            qt_total: 4.into(),
            vl_total: Some(Money::from_centavos(123_450)).into(),
        })
    };
    seguradoras().into_iter().flat_map(each).collect()
}
