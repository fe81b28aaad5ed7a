//! The sample requests: every read-only service is called, with values from earlier responses.
//!
//! A call that writes does not compile here: only [`ReadOnly`] calls are accepted.

use secrecy::ExposeSecret as _;
use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        ReadOnly,
        acionamento::{
            Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus,
            ListaAcionamentosBySinistro, ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
        },
        menu::ListaMenuUsuario,
        painel::{
            TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
            TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
        },
        procedimento::ListaProcedimento,
        segurado::PesquisaSegurado,
        seguradora::ListaSeguradora,
    },
};

use super::{examination::Examination, progress::Progress};
use crate::{config, upstream::SessionClient};

/// Maximum number of lists requested by status: rows differ by status.
const MOST_STATUS: usize = 8;

/// One run of all sample requests.
pub(super) struct SampleRequests<'a> {
    /// The session's client.
    pub(super) services: Result<&'a SessionClient, NoSession>,
    /// Sample values from the command line.
    pub(super) given: &'a config::CheckArgs,
    /// The year of the totals, unless the command line has one.
    pub(super) year: i32,
    pub(super) progress: &'a Progress,
    pub(super) done: Vec<Examination>,
}

/// Why no service can be called.
#[derive(Clone, Copy)]
pub(super) enum NoSession {
    /// The services are unreachable.
    Unreachable,
    /// The login returned no token.
    NoToken,
}

impl SampleRequests<'_> {
    /// Calls every service, in an order in which earlier responses provide the values for later requests.
    pub(super) async fn all(mut self) -> Vec<Examination> {
        self.ask(vec![ListaMenuUsuario {}], TOKEN).await;
        let seguradoras = self.ask(vec![ListaSeguradora {}], TOKEN).await;
        self.ask(vec![ListaProcedimento {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoAbertosDia {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoAbertosMes {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoFaturadosMes {}], TOKEN).await;
        self.ask(vec![TotalSeguradoras {}], TOKEN).await;
        let by_insurer = self.ask(vec![TotalStatusSeguradorasMes {}], TOKEN).await.concat();
        let of_year = self.totals_of_year().await;

        let in_use = of_year.into_iter().chain(by_insurer.iter().map(|total| total.cd_status.0.clone()));
        let statuses = given_or(self.given.status.as_ref(), in_use, MOST_STATUS);
        let by_status = statuses.iter().cloned().map(|status| ListaAcionamentosByStatus { status }).collect();
        let rows = self.ask(by_status, "--status").await.concat();

        let pairs = rows.iter().map(|row| (&row.cd_seguradora, &row.cd_status));
        let pair = pairs.chain(by_insurer.iter().map(|total| (&total.cd_seguradora, &total.cd_status))).next();
        let insurers = pair.map(|(seguradora, _)| seguradora.0.clone()).into_iter();
        let insurers = insurers.chain(seguradoras.concat().into_iter().map(|seguradora| seguradora.cd_seguradora.0));
        let seguradora = given_or(self.given.seguradora.as_ref(), insurers, 1);
        let status = given_or(self.given.status.as_ref(), pair.map(|(_, status)| status.0.clone()).into_iter(), 1);
        let status = if status.is_empty() { statuses } else { status };
        let by_both = seguradora.into_iter().zip(status);
        let by_both = by_both.map(|(seguradora, status)| ListaAcionamentosBySeguradoraStatus { seguradora, status });
        self.ask(by_both.collect(), "--seguradora e --status").await;

        let rows_with = |of: fn(&Acionamento) -> Option<String>| rows.iter().filter_map(of).collect::<Vec<_>>();
        let autorizacoes = rows_with(|row| row.nr_autorizacao.as_ref().map(|number| number.0.clone()));
        let autorizacao = given_or(self.given.autorizacao.as_ref(), autorizacoes.into_iter(), 1);
        let calls = autorizacao.into_iter().map(|autorizacao| ListaAcionamentosByAutorizacao { autorizacao });
        self.ask(calls.collect(), "--autorizacao").await;

        let numbers = rows_with(|row| Some(row.nr_sinistro.0.clone()));
        let sinistro = given_or(self.given.sinistro.as_ref(), numbers.clone().into_iter(), 1);
        let calls = sinistro.into_iter().map(|sinistro| ListaAcionamentosBySinistro { sinistro });
        self.ask(calls.collect(), "--sinistro").await;

        // If it may not be reopened, the service refuses, and there are no data to compare.
        let reopenable = rows_with(|row| (row.fl_pode_reabrir == Some(true)).then(|| row.nr_sinistro.0.clone()));
        let sinistro = given_or(self.given.sinistro.as_ref(), reopenable.into_iter().chain(numbers), 1);
        let calls = sinistro.into_iter().map(|sinistro| RetornaAcionamentoReabertura { sinistro });
        self.ask(calls.collect(), "--sinistro").await;

        let given = self.given.cpf_cnpj.as_ref().map(|cpf_cnpj| cpf_cnpj.expose_secret().to_owned());
        let found = rows_with(|row| Some(row.nr_cpf_cnpj.0.clone()));
        let calls = given_or(given.as_ref(), found.into_iter(), 1);
        let calls = calls.iter().map(|cpf_cnpj| PesquisaSegurado { cpf_cnpj: CpfCnpj::from_row(cpf_cnpj) });
        self.ask(calls.collect(), "--cpf-cnpj").await;
        self.done
    }

    /// The statuses of a year's totals. Also requests the previous year, since in January the new one may have none yet.
    async fn totals_of_year(&mut self) -> Vec<String> {
        let years = self.given.ano.map_or_else(|| vec![self.year, self.year - 1], |ano| vec![ano]);
        let calls = years.into_iter().map(|ano| TotalStatusAcionamentoAno { ano }).collect();
        let totals = self.ask(calls, TOKEN).await.concat();
        totals.into_iter().map(|total| total.cd_status.0).collect()
    }

    /// Calls one service. Returns the data of the responses; rows that cannot be parsed are repaired.
    async fn ask<C: ReadOnly>(&mut self, calls: Vec<C>, ask_with: &'static str) -> Vec<C::Data> {
        let mut examination = Examination::of::<C>();
        let mut data = Vec::new();
        match self.services {
            Err(NoSession::Unreachable) => examination.cannot_ask(None),
            Err(NoSession::NoToken) => examination.cannot_ask(Some(TOKEN)),
            Ok(_) if calls.is_empty() => examination.cannot_ask(Some(ask_with)),
            Ok(services) => {
                for call in &calls {
                    self.progress.tell(C::PATH);
                    let answer = services.probe(call).await;
                    data.extend(examination.look::<C>(answer.as_ref()));
                }
            }
        }
        self.done.push(examination);
        data
    }
}

const TOKEN: &str = "--token";

/// The given values, or else those found: without blanks and duplicates, up to a maximum.
fn given_or(given: Option<&String>, found: impl Iterator<Item = String>, most: usize) -> Vec<String> {
    if let Some(given) = given {
        return vec![given.clone()];
    }
    let mut different = Vec::new();
    for value in found {
        if !value.trim().is_empty() && !different.contains(&value) {
            different.push(value);
        }
    }
    different.truncate(most);
    different
}
