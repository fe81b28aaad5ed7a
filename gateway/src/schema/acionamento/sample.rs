//! A row for tests that change what they are about.

use crate::upstream::acionamentos::Row;

pub(crate) fn row(id: &str) -> Row<'_> {
    Row {
        cd_acionamento: id.into(),
        nr_sinistro: id.into(),
        nr_autorizacao: None,
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".into(),
        dt_abertura: "2026-11-20T14:03:11-03:00".parse().unwrap(),
        dt_ocorrencia: None,
        dt_faturamento: None,
        vl_total: services::wire::value::Money::from_centavos(100),
        ds_observacao: None,
        cd_seguradora: "1".into(),
        nr_apolice: None,
        nr_cpf_cnpj: "52998224725".into(),
        nm_segurado: "Marina Duarte".into(),
        cd_pet: None,
        nm_pet: None,
        ds_especie: None,
        nr_sinistro_origem: None,
        nr_sinistro_reabertura: None,
        fl_pode_reabrir: None,
        procedimentos: Vec::new(),
        historico: Vec::new(),
    }
}
