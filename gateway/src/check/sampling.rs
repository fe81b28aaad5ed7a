//! The sample requests: every read-only service is called, with values from earlier responses.
//!
//! A call that writes does not compile here: only [`ReadOnly`] calls are accepted.

mod further_values;
pub(super) mod known_values;

use std::iter;

use futures_util::future::join_all;
use schemars::JsonSchema as _;
use secrecy::ExposeSecret as _;
use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        Call as _, ReadOnly,
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
use tokio::join;

use self::{
    further_values::{MAX_VALUES, MissingFields},
    known_values::KnownValues,
};
use super::{
    draft::Draft,
    examination::Examination,
    inference::{self, values},
    progress::Progress,
    report::findings::TOKEN_OPTION,
    responses::observation,
    trials::requests::{self, Trials},
};
use crate::{
    config,
    upstream::{Fault, RawResponse, SessionClient},
};

/// Maximum number of lists requested by status: rows differ by status.
const MAX_STATUSES: usize = 8;

/// The option that gives the status of claims.
const BY_STATUS: &str = "--status";

/// A valid CPF that belongs to nobody, and a number that no claim has.
const NOBODY: &str = "00000000191";
const NO_NUMBER: &str = "0";

/// One run of all sample requests.
pub(super) struct SampleRequests<'a> {
    /// The session's client.
    pub(super) services: Result<&'a SessionClient, NoSession>,
    /// Sample values from the command line.
    pub(super) given: &'a config::CheckCommand,
    /// The year of the totals, unless the command line has one.
    pub(super) year: i32,
    pub(super) progress: &'a Progress,
    pub(super) done: Vec<Examination>,
    /// The responses of the round before.
    pub(super) earlier: &'a [Examination],
    /// Refusals that only show how services refuse: they were provoked, or the step of the login was sent again.
    pub(super) refused: Vec<Examination>,
    /// How the responses seem to be written.
    pub(super) guess: Draft,
    pub(super) known: KnownValues,
    /// How requests of this round are written.
    pub(super) mapping: &'a Draft,
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

/// A call and the examination of its response.
struct Asked<C> {
    first: Option<C>,
    /// Calls with other values, which follow if the first was understood.
    others: Vec<C>,
    /// Calls that follow only while a field never came.
    further: Vec<C>,
    examination: Examination,
}

impl<C> Asked<C> {
    /// The same where the other calls follow only while a field never came.
    fn while_missing(self) -> Self {
        Self { further: self.others, others: Vec::new(), ..self }
    }
}

impl SampleRequests<'_> {
    /// Calls every service. What does not depend on each other is asked together; earlier responses provide the values for later
    /// requests.
    pub(super) async fn all(&mut self) {
        // The previous year too: in January the new one may have no totals yet.
        let years = self.given.ano.map_or_else(|| vec![self.year, self.year - 1], |ano| vec![ano]);
        let years = years.into_iter().map(|ano| TotalStatusAcionamentoAno { ano }).collect();
        let (menu, insurers, procedures, of_day, of_month, billed, number, by_insurer, of_year) = join!(
            self.ask(vec![ListaMenuUsuario {}], TOKEN_OPTION),
            self.ask(vec![ListaSeguradora {}], TOKEN_OPTION),
            self.ask(vec![ListaProcedimento {}], TOKEN_OPTION),
            self.ask(vec![TotalAcionamentoAbertosDia {}], TOKEN_OPTION),
            self.ask(vec![TotalAcionamentoAbertosMes {}], TOKEN_OPTION),
            self.ask(vec![TotalAcionamentoFaturadosMes {}], TOKEN_OPTION),
            self.ask(vec![TotalSeguradoras {}], TOKEN_OPTION),
            self.ask(vec![TotalStatusSeguradorasMes {}], TOKEN_OPTION),
            self.ask(years, TOKEN_OPTION),
        );
        self.take_up(menu).await;
        self.take_up(insurers).await;
        self.take_up(procedures).await;
        self.take_up(of_day).await;
        self.take_up(of_month).await;
        self.take_up(billed).await;
        self.take_up(number).await;
        self.take_up(by_insurer).await;
        self.take_up(of_year).await;
        self.learn();
        self.by_status().await;
        self.by_rows().await;
        // Rows of one list may have come after another one had nothing to ask with.
        if self.done.iter().any(Examination::is_unasked) {
            self.by_status().await;
            self.by_rows().await;
        }
        if self.trials.is_some() {
            self.provoke().await;
        }
    }

    async fn by_status(&mut self) {
        let statuses = self.given_or::<ListaAcionamentosByStatus>(self.given.status.clone(), "status", MAX_STATUSES);
        let statuses: Vec<_> =
            statuses.iter().map(|status| self.mapping.status_of_contract(status).to_owned()).collect();
        // Where no row has a code, those of the mapping or of the contract may have claims.
        let is_guessed = statuses.is_empty();
        let statuses = if is_guessed { self.codes_of_mapping() } else { statuses };
        let calls = statuses.into_iter().map(|status| ListaAcionamentosByStatus { status }).collect();
        let asked = self.ask(calls, BY_STATUS).await;
        self.take_up(asked).await;
        if is_guessed {
            self.forget_refused_guesses();
        }
        self.learn();
    }

    /// The contract's codes of statuses: those that the mapping spells, or all.
    fn codes_of_mapping(&self) -> Vec<String> {
        let spelled = self.mapping.get(&["values", "status"]).and_then(toml::Value::as_table);
        let spelled: Vec<_> = spelled.into_iter().flat_map(toml::Table::keys).cloned().collect();
        if spelled.is_empty() { values::statuses().map(str::to_owned).collect() } else { spelled }
    }

    /// A service that refused every code that the person did not give was not asked.
    fn forget_refused_guesses(&mut self) {
        let path = ListaAcionamentosByStatus::PATH;
        let Some(one) = self.done.iter_mut().find(|one| one.contract.path == path) else { return };
        let mapping = if self.trials.is_some() { &self.guess } else { self.mapping };
        let has_rows = |text: &String| observation::data(text).is_some_and(|data| data.get() != "null");
        let is_refused = |answer: &Result<RawResponse, Fault>| matches!(answer, Ok(raw) if matches!(raw.status, 200 | 400 | 404 | 409 | 422));
        let is_refused = one.answers.iter().all(is_refused) && !one.translated(mapping).iter().any(has_rows);
        if is_refused && !one.is_unasked() {
            *one = Examination::of::<ListaAcionamentosByStatus>();
            one.cannot_ask(Some(BY_STATUS));
        }
    }

    /// Asks with the values of rows.
    async fn by_rows(&mut self) {
        let by_insurer = {
            type Call = ListaAcionamentosBySeguradoraStatus;
            let of_one_row = self.known.of_one_row(&Call::schema_name(), ["seguradora", "status"]);
            let (seguradora, status) = of_one_row.unzip();
            let seguradora = self.given_or::<Call>(self.given.seguradora.clone().or(seguradora), "seguradora", 1);
            let status = self.given_or::<Call>(self.given.status.clone().or(status), "status", 1);
            let calls = seguradora.into_iter().zip(status);
            let in_contract = |status: String| self.mapping.status_of_contract(&status).to_owned();
            calls.map(|(seguradora, status)| Call { seguradora, status: in_contract(status) }).collect()
        };
        let autorizacao =
            self.given_or::<ListaAcionamentosByAutorizacao>(self.given.autorizacao.clone(), "autorizacao", MAX_VALUES);
        let by_authorization =
            autorizacao.into_iter().map(|autorizacao| ListaAcionamentosByAutorizacao { autorizacao }).collect();
        let sinistro =
            self.given_or::<ListaAcionamentosBySinistro>(self.given.sinistro.clone(), "sinistro", MAX_VALUES);
        let by_number = sinistro.into_iter().map(|sinistro| ListaAcionamentosBySinistro { sinistro }).collect();
        // If it may not be reopened, the service refuses, and there are no data to compare.
        let name = RetornaAcionamentoReabertura::schema_name();
        let given = self.given.sinistro.clone();
        let sinistro = given.map_or_else(|| self.known.flagged_first(&name, "sinistro", 1), |given| vec![given]);
        let reopening = sinistro.into_iter().map(|sinistro| RetornaAcionamentoReabertura { sinistro }).collect();
        let given = self.given.cpf_cnpj.as_ref().map(|cpf_cnpj| cpf_cnpj.expose_secret().to_owned());
        let found = self.given_or::<PesquisaSegurado>(given, "cpfCnpj", MAX_VALUES);
        let insured = found.iter().map(|cpf_cnpj| PesquisaSegurado { cpf_cnpj: CpfCnpj::from_row(cpf_cnpj) }).collect();
        let (by_insurer, by_authorization, by_number, reopening, insured) = join!(
            self.ask::<ListaAcionamentosBySeguradoraStatus>(by_insurer, "--seguradora e --status"),
            self.ask(by_authorization, "--autorizacao"),
            self.ask(by_number, "--sinistro"),
            self.ask(reopening, "--sinistro"),
            self.ask(insured, "--cpf-cnpj"),
        );
        self.take_up(by_insurer).await;
        self.take_up(by_authorization.while_missing()).await;
        self.take_up(by_number.while_missing()).await;
        self.take_up(reopening).await;
        self.take_up(insured.while_missing()).await;
        self.learn();
    }

    /// The given value, or else those of the rows so far.
    fn given_or<C: ReadOnly>(&self, given: Option<String>, key: &str, most: usize) -> Vec<String> {
        given.map_or_else(|| self.known.values_for(&C::schema_name(), key, most), |given| vec![given])
    }

    /// Asks for what there is not, so that the services refuse.
    async fn provoke(&mut self) {
        let Ok(services) = self.services else { return };
        let nobody = PesquisaSegurado { cpf_cnpj: CpfCnpj::from_row(NOBODY) };
        let no_number = RetornaAcionamentoReabertura { sinistro: NO_NUMBER.to_owned() };
        let missing = self.known.unused_number().map(|sinistro| ListaAcionamentosBySinistro { sinistro });
        let of_missing = async {
            match &missing {
                Some(call) => Some(services.probe(call).await),
                None => None,
            }
        };
        let (of_nobody, of_no_number, of_missing) =
            join!(services.probe(&nobody), services.probe(&no_number), of_missing);
        let mut insured = Examination::of::<PesquisaSegurado>();
        insured.add(of_nobody);
        let mut reopening = Examination::of::<RetornaAcionamentoReabertura>();
        reopening.add(of_no_number);
        // Without a number of a claim, this refusal is the only one that names its key.
        if let Some(trials) = self
            .trials
            .as_mut()
            .filter(|_| self.known.values_for(&RetornaAcionamentoReabertura::schema_name(), "sinistro", 1).is_empty())
        {
            let others: Vec<_> = self.earlier.iter().chain(&self.done).flat_map(Examination::observations).collect();
            trials.look(&mut reopening, &no_number, &mut self.guess, &others).await;
        }
        let mut claim = Examination::of::<ListaAcionamentosBySinistro>();
        of_missing.into_iter().for_each(|answer| claim.add(answer));
        for mut one in [insured, reopening, claim].into_iter().filter(|one| !one.is_unasked()) {
            one.is_provoked = true;
            self.refused.push(one);
        }
        self.learn();
    }

    /// Sends the first of the calls, unless the service was asked before.
    async fn ask<C: ReadOnly>(&self, calls: Vec<C>, ask_with: &'static str) -> Asked<C> {
        let mut calls = calls.into_iter();
        let (first, others, further) = (calls.next(), calls.collect(), Vec::new());
        let mut asked = Asked { first, others, further, examination: Examination::of::<C>() };
        asked.examination.option = Some(ask_with).filter(|option| *option != TOKEN_OPTION);
        match (self.services, &asked.first) {
            (Err(NoSession::Unreachable), _) => asked.examination.cannot_ask(None),
            (Err(NoSession::NoToken), _) => asked.examination.cannot_ask(Some(TOKEN_OPTION)),
            (Ok(_), None) => asked.examination.cannot_ask(Some(ask_with)),
            (Ok(services), Some(call)) if !self.was_asked::<C>() => {
                self.progress.show(C::PATH);
                asked.examination.add_asked(call, services.probe(call).await);
            }
            (Ok(_), Some(_)) => {}
        }
        asked
    }

    fn was_asked<C: ReadOnly>(&self) -> bool {
        self.done.iter().any(|one| one.contract.path == C::PATH && !one.is_unasked())
    }

    /// Looks at the first response of a service, tries other keys if it was not understood, and sends the other calls if it was.
    async fn take_up<C: ReadOnly>(&mut self, asked: Asked<C>) {
        if self.was_asked::<C>() {
            return;
        }
        self.done.retain(|one| one.contract.path != C::PATH);
        let Asked { first, others, further, mut examination } = asked;
        let (Ok(services), Some(call)) = (self.services, first.filter(|_| !examination.is_unasked())) else {
            self.done.push(examination);
            return;
        };
        if self.trials.is_some() && !requests::is_understood(&examination, &call, &self.guess) {
            self.guess = self.inferred(Some(&examination));
        }
        let mut is_elsewhere = false;
        if let Some(trials) = &mut self.trials {
            is_elsewhere = trials.look_for_path(&mut examination, &call, &mut self.guess).await;
            if !is_elsewhere {
                self.progress.clear();
                is_elsewhere = trials.ask_for_path(&mut examination, &call, &mut self.guess).await;
            }
            if !is_elsewhere {
                let others = self.earlier.iter().chain(&self.done).chain(&self.refused);
                let others: Vec<_> = others.flat_map(Examination::observations).collect();
                trials.look(&mut examination, &call, &mut self.guess, &others).await;
            }
        }
        // The next round asks the rest at another path.
        if !is_elsewhere {
            let answers = join_all(others.iter().map(|call| services.probe(call))).await;
            for (call, answer) in others.iter().zip(answers) {
                examination.add_asked(call, answer);
            }
            if let Some(trials) = &mut self.trials {
                for (number, call) in iter::once(&call).chain(&others).enumerate() {
                    trials.look_for_pages(&examination, number, call, &mut self.guess).await;
                }
            }
            // What the responses to this round show is known to the next.
            let mapping = if self.trials.is_some() { &self.guess } else { self.mapping };
            let mut missing = MissingFields::new(&self.done, mapping);
            for call in &further {
                if !missing.are_of(&examination) {
                    break;
                }
                examination.add_asked(call, services.probe(call).await);
                further_values::forget_without_data(&mut examination, mapping);
            }
        }
        self.done.push(examination);
    }

    /// Completes the guess with all responses, and remembers the values of their rows.
    fn learn(&mut self) {
        self.guess = self.inferred(None);
        self.known = KnownValues::default();
        for text in self.done.iter().flat_map(|one| one.translated(&self.guess)) {
            if let Some(data) = observation::data(&text) {
                self.known.add(data);
            }
        }
        if self.trials.is_some() {
            values::infer(&mut self.guess, &self.known);
        }
    }

    /// The guess that all responses show, and those of one more service.
    fn inferred(&self, examination: Option<&Examination>) -> Draft {
        let all = self.earlier.iter().chain(&self.done).chain(&self.refused).chain(examination);
        let seen: Vec<_> = all.flat_map(Examination::observations).collect();
        inference::infer(&self.guess, &seen)
    }
}
