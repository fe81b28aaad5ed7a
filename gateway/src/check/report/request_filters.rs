//! Whether a service filters by the keys of its request.

use contract::{
    Call as _,
    acionamento::{
        Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    cpf_cnpj::CpfCnpj,
    segurado::PesquisaSegurado,
};

use crate::{check::sampling::CheckRun, upstream::acionamentos::is_same_number};

/// The keys of a request that did not filter: the service returned an object that was not asked for, or nothing although a
/// list has a matching row. `is_success`: the service answered with a success that can be read.
pub(super) fn unfiltered(run: &CheckRun<'_>, path: &str, is_success: bool) -> Vec<&'static str> {
    let given = run.arguments;
    let sample = run.samples.iter().rev().find(|sample| sample.call.path() == path);
    let asked = |key: &str| sample.and_then(|sample| sample.asked.get(key)?.as_str());
    let is = |key: &str, of_row: &str| asked(key).is_none_or(|asked| asked == of_row);
    let is_number = |key: &str, of_row: &str| asked(key).is_none_or(|asked| is_same_number(asked, of_row));
    let did_not_filter = |rows: Option<Vec<Acionamento>>, has_row: bool, is_asked: &dyn Fn(&Acionamento) -> bool| {
        let rows = rows.unwrap_or_default();
        has_row && is_success && rows.is_empty() || !rows.iter().all(is_asked)
    };
    let keys = match path {
        ListaAcionamentosByStatus::PATH => {
            let rows = run.data::<ListaAcionamentosByStatus>();
            vec![("status", did_not_filter(rows, false, &|row| is("status", &row.cd_status)))]
        }
        ListaAcionamentosBySeguradoraStatus::PATH => {
            let rows = run.data::<ListaAcionamentosBySeguradoraStatus>();
            let has_row = given.seguradora.is_none() && given.status.is_none();
            let insurer = did_not_filter(rows.clone(), has_row, &|row| is("seguradora", &row.cd_seguradora));
            let status = did_not_filter(rows, has_row, &|row| is("status", &row.cd_status));
            vec![("seguradora", insurer), ("status", status)]
        }
        ListaAcionamentosByAutorizacao::PATH => {
            let rows = run.data::<ListaAcionamentosByAutorizacao>();
            // A service may list rows without it.
            let is_asked =
                |row: &Acionamento| row.nr_autorizacao.as_deref().is_none_or(|of_row| is_number("autorizacao", of_row));
            vec![("autorizacao", did_not_filter(rows, given.autorizacao.is_none(), &is_asked))]
        }
        ListaAcionamentosBySinistro::PATH => {
            let rows = run.data::<ListaAcionamentosBySinistro>();
            let is_asked = |row: &Acionamento| is_number("sinistro", &row.nr_sinistro);
            vec![("sinistro", did_not_filter(rows, given.sinistro.is_none(), &is_asked))]
        }
        RetornaAcionamentoReabertura::PATH => {
            let row = run.data::<RetornaAcionamentoReabertura>().map(|row| vec![row]);
            vec![("sinistro", did_not_filter(row, false, &|row| is_number("sinistro", &row.nr_sinistro)))]
        }
        PesquisaSegurado::PATH => {
            let found = run.data::<PesquisaSegurado>().zip(asked("cpfCnpj"));
            vec![("cpfCnpj", found.is_some_and(|(found, asked)| !found.may_be(&CpfCnpj::from_row(asked))))]
        }
        _ => Vec::new(),
    };
    keys.into_iter().filter(|(_, did_not_filter)| *did_not_filter).map(|(key, _)| key).collect()
}
