//! A run of the check: its calls, with values from earlier responses.
//!
//! A call that writes does not compile here: only [`ReadOnly`] calls and the steps of the login are accepted.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    Call, ReadOnly,
    acionamento::{
        Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    cpf_cnpj::CpfCnpj,
    menu::ListaMenuUsuario,
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use secrecy::{ExposeSecret as _, SecretString};

use super::{checked_services::CheckedServices, error::Error, proposal::ProposedFile, sample::Sample, terminal};
use crate::{config::CheckCommand, mapping::Mapping};

/// The status whose claims are listed if no total names one.
const OPEN: &str = "ABERTO";

/// Maximum number of statuses whose claims are listed.
const MAX_STATUSES: usize = 8;

/// The option that gives a session.
const TOKEN: &str = "--token";

/// One run of the check: its settings, and the responses so far.
pub(super) struct CheckRun<'a> {
    pub(super) services: &'a CheckedServices,
    pub(super) arguments: &'a CheckCommand,
    /// The year of the totals, unless the command line has one.
    pub(super) year: i32,
    /// The mapping with which requests are written and responses are read.
    pub(super) mapping: Arc<Mapping>,
    /// The file that is completed, for a proposal. Its mapping is the one above.
    pub(super) proposal: Option<ProposedFile>,
    /// The response to a call without a session.
    pub(super) signed_out: Option<Sample>,
    pub(super) samples: Vec<Sample>,
    /// By path: the option that would give what the service must be called with.
    pub(super) not_asked: BTreeMap<&'static str, &'static str>,
}

impl CheckRun<'_> {
    /// A call without a session.
    ///
    /// # Errors
    /// The given token can be none.
    pub(super) async fn send_signed_out(&mut self) -> Result<(), Error> {
        if let Some(token) = &self.arguments.token {
            // A malformed token is reported before the first call.
            self.services.session(&self.mapping, token)?;
        }
        terminal::show_progress(Some(ListaMenuUsuario::PATH));
        let login = self.services.login(&self.mapping)?;
        let answer = login.probe_signed_out(&ListaMenuUsuario {}).await;
        terminal::show_progress(None);
        self.signed_out = Some(Sample::new::<ListaMenuUsuario>(answer));
        Ok(())
    }

    /// Calls all reads.
    ///
    /// # Errors
    /// The file of a proposal cannot be used.
    pub(super) async fn read_all(&mut self, token: Option<&SecretString>) -> Result<(), Error> {
        self.send(token, Some(ListaMenuUsuario {}), TOKEN).await?;
        self.send(token, Some(ListaSeguradora {}), TOKEN).await?;
        self.send(token, Some(ListaProcedimento {}), TOKEN).await?;
        self.send(token, Some(TotalAcionamentoAbertosDia {}), TOKEN).await?;
        self.send(token, Some(TotalAcionamentoAbertosMes {}), TOKEN).await?;
        self.send(token, Some(TotalAcionamentoFaturadosMes {}), TOKEN).await?;
        self.send(token, Some(TotalSeguradoras {}), TOKEN).await?;
        self.send(token, Some(TotalStatusSeguradorasMes {}), TOKEN).await?;
        let ano = self.arguments.ano.unwrap_or(self.year);
        self.send(token, Some(TotalStatusAcionamentoAno { ano }), TOKEN).await?;
        if self.arguments.ano.is_none() && self.data::<TotalStatusAcionamentoAno>().is_some_and(|rows| rows.is_empty())
        {
            // In January the new year may have no totals.
            self.send(token, Some(TotalStatusAcionamentoAno { ano: ano - 1 }), TOKEN).await?;
        }
        let mut rows: Vec<Acionamento> = Vec::new();
        for status in self.statuses() {
            self.send(token, Some(ListaAcionamentosByStatus { status }), "--status").await?;
            rows.extend(self.data::<ListaAcionamentosByStatus>().unwrap_or_default());
            let is_enough = rows.iter().any(|row| authorization(row).is_some())
                && rows.iter().any(|row| row.fl_pode_reabrir.as_ref() == Some(&true));
            if is_enough || token.is_none() {
                break;
            }
        }
        self.read_by_rows(token, &rows).await
    }

    /// Asks with the values of rows.
    async fn read_by_rows(&mut self, token: Option<&SecretString>, rows: &[Acionamento]) -> Result<(), Error> {
        let given = self.arguments;
        let first = rows.first();
        let reopenable = rows.iter().find(|row| row.fl_pode_reabrir.as_ref() == Some(&true));
        let or = |given: &Option<String>, row: Option<&String>| given.clone().or_else(|| row.cloned());
        let status = self.given_status().or_else(|| Some(first?.cd_status.0.clone()));
        let seguradora = or(&given.seguradora, first.map(|row| &row.cd_seguradora.0));
        let by_insurer = seguradora.zip(status);
        let by_insurer =
            by_insurer.map(|(seguradora, status)| ListaAcionamentosBySeguradoraStatus { seguradora, status });
        self.send(token, by_insurer, "--seguradora").await?;
        let autorizacao = or(&given.autorizacao, rows.iter().find_map(authorization));
        let by_authorization = autorizacao.map(|autorizacao| ListaAcionamentosByAutorizacao { autorizacao });
        self.send(token, by_authorization, "--autorizacao").await?;
        let sinistro = or(&given.sinistro, first.map(|row| &row.nr_sinistro.0));
        self.send(token, sinistro.map(|sinistro| ListaAcionamentosBySinistro { sinistro }), "--sinistro").await?;
        let reopened = or(&given.sinistro, reopenable.map(|row| &row.nr_sinistro.0));
        self.send(token, reopened.map(|sinistro| RetornaAcionamentoReabertura { sinistro }), "--sinistro").await?;
        let cpf_cnpj = given.cpf_cnpj.as_ref().map(SecretString::expose_secret);
        let cpf_cnpj = cpf_cnpj.or_else(|| Some(&*first?.nr_cpf_cnpj.0)).map(CpfCnpj::from_row);
        self.send(token, cpf_cnpj.map(|cpf_cnpj| PesquisaSegurado { cpf_cnpj }), "--cpf-cnpj").await
    }

    /// The statuses of the claims to list: the given one, or those of the year, the most frequent first, or the usual one. They
    /// are listed until the rows have an authorization number and a claim that can be reopened.
    fn statuses(&self) -> Vec<String> {
        if let Some(given) = self.given_status() {
            return vec![given];
        }
        let mut counts = BTreeMap::<String, i64>::new();
        for row in self.data::<TotalStatusAcionamentoAno>().unwrap_or_default() {
            *counts.entry(row.cd_status.0).or_default() += row.qt_total.0;
        }
        let mut statuses: Vec<(i64, String)> = counts.into_iter().map(|(status, count)| (-count, status)).collect();
        statuses.sort();
        statuses.truncate(MAX_STATUSES);
        if statuses.is_empty() {
            vec![OPEN.to_owned()]
        } else {
            statuses.into_iter().map(|(_, status)| status).collect()
        }
    }

    /// The status of the command line in the contract's code: it is given as the API writes it, and requests translate it.
    fn given_status(&self) -> Option<String> {
        let written = self.arguments.status.as_ref()?;
        let statuses = &self.mapping.response(ListaAcionamentosByStatus::PATH).values.statuses;
        let known = statuses.iter().find(|(known, _)| known == written);
        Some(known.map_or(written, |(_, code)| code).clone())
    }

    /// The data of the last response of a service.
    pub(super) fn data<C: Call>(&self) -> Option<C::Data> {
        let sample = self.samples.iter().rev().find(|sample| sample.call.path() == C::PATH)?;
        sample.data::<C>(&self.mapping)
    }

    /// Sends a read, if there is a session and something to ask with, or notes in `not_asked` the option that would give it.
    async fn send<C: ReadOnly>(
        &mut self,
        token: Option<&SecretString>,
        call: Option<C>,
        option: &'static str,
    ) -> Result<(), Error> {
        let (Some(token), Some(call)) = (token, call) else {
            self.not_asked.insert(C::PATH, if token.is_none() { TOKEN } else { option });
            return Ok(());
        };
        let session = self.services.session(&self.mapping, token)?;
        terminal::show_progress(Some(C::PATH));
        let answer = session.probe(&call).await;
        terminal::show_progress(None);
        let mut sample = Sample::new::<C>(answer);
        sample.asked = serde_json::to_value(&call).expect("types of the contract are JSON");
        self.record(sample)
    }

    /// Records a response. For a proposal: completes the mapping with what the responses so far show.
    pub(super) fn record(&mut self, sample: Sample) -> Result<(), Error> {
        self.samples.push(sample);
        if let Some(file) = &mut self.proposal {
            self.mapping = file.complete(&self.samples, self.signed_out.as_ref())?;
        }
        Ok(())
    }
}

/// The authorization number of a claim. APIs without null write an empty text.
fn authorization(row: &Acionamento) -> Option<&String> {
    row.nr_autorizacao.as_ref().map(|number| &number.0).filter(|number| !number.is_empty())
}
