//! The sample requests: every read-only service is called, with values from earlier responses.
//!
//! A call that writes does not compile here: only [`ReadOnly`] calls are accepted.

use schemars::JsonSchema as _;
use secrecy::ExposeSecret as _;
use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        ReadOnly,
        acionamento::{
            ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
            ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
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

use super::{
    draft::Draft, examination::Examination, inference, known_values::KnownValues, progress::Progress,
    request_trials::Trials,
};
use crate::{config, upstream::SessionClient};

/// Maximum number of lists requested by status: rows differ by status.
const MOST_STATUS: usize = 8;

/// A valid CPF that belongs to nobody, and a number that no claim has.
const NOBODY: &str = "00000000191";
const NO_NUMBER: &str = "0";

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
    /// The responses of the round before.
    pub(super) earlier: &'a [Examination],
    /// Refusals that were provoked, to see how services refuse.
    pub(super) provoked: Vec<Examination>,
    /// How the responses seem to be written.
    pub(super) guess: Draft,
    pub(super) known: KnownValues,
    /// Tries other keys of a request that a service refuses; only for a proposal.
    pub(super) trials: Option<Trials<'a>>,
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
    pub(super) async fn all(&mut self) {
        self.ask(vec![ListaMenuUsuario {}], TOKEN).await;
        self.ask(vec![ListaSeguradora {}], TOKEN).await;
        self.ask(vec![ListaProcedimento {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoAbertosDia {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoAbertosMes {}], TOKEN).await;
        self.ask(vec![TotalAcionamentoFaturadosMes {}], TOKEN).await;
        self.ask(vec![TotalSeguradoras {}], TOKEN).await;
        self.ask(vec![TotalStatusSeguradorasMes {}], TOKEN).await;
        // The previous year too: in January the new one may have no totals yet.
        let years = self.given.ano.map_or_else(|| vec![self.year, self.year - 1], |ano| vec![ano]);
        self.ask(years.into_iter().map(|ano| TotalStatusAcionamentoAno { ano }).collect(), TOKEN).await;
        self.ask_by_status().await;
        self.ask_by_insurer().await;
        self.ask_by_number().await;
        self.ask_insured().await;
        // Rows of one list may have come after another one had nothing to ask with.
        self.again::<ListaAcionamentosByStatus>();
        self.ask_by_status().await;
        if self.trials.is_some() {
            self.provoke(PesquisaSegurado { cpf_cnpj: CpfCnpj::from_row(NOBODY) }).await;
            self.provoke(RetornaAcionamentoReabertura { sinistro: NO_NUMBER.to_owned() }).await;
        }
    }

    async fn ask_by_status(&mut self) {
        if self.is_done::<ListaAcionamentosByStatus>() {
            return;
        }
        let statuses = self.given_or::<ListaAcionamentosByStatus>(self.given.status.clone(), "status", MOST_STATUS);
        let calls = statuses.into_iter().map(|status| ListaAcionamentosByStatus { status }).collect();
        self.ask(calls, "--status").await;
    }

    async fn ask_by_insurer(&mut self) {
        type Call = ListaAcionamentosBySeguradoraStatus;
        let of_one_row = self.known.of_one_row(&Call::schema_name(), ["seguradora", "status"]);
        let (seguradora, status) = of_one_row.unzip();
        let seguradora = self.given_or::<Call>(self.given.seguradora.clone().or(seguradora), "seguradora", 1);
        let status = self.given_or::<Call>(self.given.status.clone().or(status), "status", 1);
        let calls = seguradora.into_iter().zip(status);
        let calls = calls.map(|(seguradora, status)| Call { seguradora, status });
        self.ask(calls.collect(), "--seguradora e --status").await;
    }

    async fn ask_by_number(&mut self) {
        let given = self.given.autorizacao.clone();
        let autorizacao = self.given_or::<ListaAcionamentosByAutorizacao>(given, "autorizacao", 1);
        let calls = autorizacao.into_iter().map(|autorizacao| ListaAcionamentosByAutorizacao { autorizacao });
        self.ask(calls.collect(), "--autorizacao").await;
        let sinistro = self.given_or::<ListaAcionamentosBySinistro>(self.given.sinistro.clone(), "sinistro", 1);
        let calls = sinistro.into_iter().map(|sinistro| ListaAcionamentosBySinistro { sinistro });
        self.ask(calls.collect(), "--sinistro").await;
        // If it may not be reopened, the service refuses, and there are no data to compare.
        let name = RetornaAcionamentoReabertura::schema_name();
        let given = self.given.sinistro.clone();
        let sinistro = given.map_or_else(|| self.known.flagged_first(&name, "sinistro", 1), |given| vec![given]);
        let calls = sinistro.into_iter().map(|sinistro| RetornaAcionamentoReabertura { sinistro });
        self.ask(calls.collect(), "--sinistro").await;
    }

    async fn ask_insured(&mut self) {
        let given = self.given.cpf_cnpj.as_ref().map(|cpf_cnpj| cpf_cnpj.expose_secret().to_owned());
        let found = self.given_or::<PesquisaSegurado>(given, "cpfCnpj", 1);
        let calls = found.iter().map(|cpf_cnpj| PesquisaSegurado { cpf_cnpj: CpfCnpj::from_row(cpf_cnpj) });
        self.ask(calls.collect(), "--cpf-cnpj").await;
    }

    /// The given value, or else those of the rows so far.
    fn given_or<C: ReadOnly>(&self, given: Option<String>, key: &str, most: usize) -> Vec<String> {
        given.map_or_else(|| self.known.of(&C::schema_name(), key, most), |given| vec![given])
    }

    fn is_done<C: ReadOnly>(&self) -> bool {
        self.done.iter().any(|one| one.contract.path == C::PATH)
    }

    /// Forgets a service that had nothing to ask with.
    fn again<C: ReadOnly>(&mut self) {
        self.done.retain(|one| one.contract.path != C::PATH || !one.answers.is_empty());
    }

    /// Asks for what there is not, so that the service refuses.
    async fn provoke<C: ReadOnly>(&mut self, call: C) {
        let Ok(services) = self.services else { return };
        let mut examination = Examination::of::<C>();
        examination.add(services.probe(&call).await);
        self.learn(&examination);
        self.provoked.push(examination);
    }

    /// Calls one service, and learns from its responses.
    async fn ask<C: ReadOnly>(&mut self, calls: Vec<C>, ask_with: &'static str) {
        let mut examination = Examination::of::<C>();
        match self.services {
            Err(NoSession::Unreachable) => examination.cannot_ask(None),
            Err(NoSession::NoToken) => examination.cannot_ask(Some(TOKEN)),
            Ok(_) if calls.is_empty() => examination.cannot_ask(Some(ask_with)),
            Ok(services) => {
                for call in &calls {
                    self.progress.tell(C::PATH);
                    examination.add(services.probe(call).await);
                    self.learn(&examination);
                    if let Some(trials) = &mut self.trials
                        && trials.look(&mut examination, call, &mut self.guess).await
                    {
                        self.learn(&examination);
                    }
                }
            }
        }
        self.done.push(examination);
    }

    /// Completes the guess with the last response, and remembers the values of its rows.
    fn learn(&mut self, examination: &Examination) {
        let seen: Vec<_> =
            self.earlier.iter().chain(&self.done).chain(&self.provoked).chain([examination]).collect::<Vec<_>>();
        let seen: Vec<_> = seen.into_iter().flat_map(Examination::observations).collect();
        self.guess = inference::infer(&self.guess, &seen);
        if let Some(text) = examination.last_translated(&self.guess)
            && let Some(data) = inference::data(&text)
        {
            self.known.add(data);
        }
    }
}

const TOKEN: &str = "--token";
