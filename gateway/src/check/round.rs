//! A run of the command: the calls without a session, the login, and the rounds of sample requests.

use std::collections::BTreeSet;

use schemars::JsonSchema as _;
use secrecy::SecretString;
use services::wire::{Call as _, acionamento::SalvaSinistroWeb, menu::ListaMenuUsuario};

use super::{
    connection::Connection,
    draft::Draft,
    error::Error,
    examination::{Examination, view::View},
    inference::unjoined_codes,
    login::Login,
    progress::Progress,
    report::{
        findings::{CheckReport, FORMAT, NotVerified},
        source_lines,
        verdict::Verdict,
    },
    sampling::{NoSession, SampleRequests, known_values::KnownValues},
    session_rule::SignedOut,
    trials::{path_questions::PathQuestions, requests::Trials},
};
use crate::{config, contract::vocabulary::Vocabulary, session::Session};

/// A run of the command.
pub(super) struct Check<'a> {
    pub(super) connection: Connection,
    pub(super) asked: &'a config::CheckCommand,
    pub(super) year: i32,
    pub(super) progress: Progress,
    pub(super) paths: PathQuestions,
}

/// What the services answered.
pub(super) struct Round {
    pub(super) signed_out: SignedOut,
    pub(super) done: Vec<Examination>,
    /// Refusals that only show how services refuse.
    pub(super) refused: Vec<Examination>,
    /// How the responses seem to be written.
    pub(super) guess: Draft,
}

impl Check<'_> {
    pub(super) async fn report(&self, mapping: &Draft) -> Result<CheckReport, Error> {
        if let Some(token) = &self.asked.token {
            self.connection.session(mapping, token)?;
        }
        let signed_out = self.signed_out(mapping).await?;
        let mut login = self.login(mapping, false);
        let token = self.token(&mut login, &signed_out).await?;
        let round = self.round(mapping, signed_out, login, token.as_ref(), &[]).await?;
        self.reported(&round, mapping)
    }

    /// The report on responses, as the gateway reads them in a mapping.
    pub(super) fn reported(&self, round: &Round, mapping: &Draft) -> Result<CheckReport, Error> {
        let parsed = mapping.mapping()?;
        let shows_refusals = self.asked.show_refusals;
        let finish = |came: &BTreeSet<String>| -> Vec<_> {
            let view = View { mapping, parsed: &parsed, guess: &round.guess, shows_refusals, came };
            round.done.iter().map(|one| one.finish(&view)).collect()
        };
        let fields = finish(&BTreeSet::new()).into_iter().flat_map(|endpoint| endpoint.fields);
        let came = fields.filter(|field| field.present > 0).map(|field| field.name).collect();
        let endpoints = finish(&came);
        let session_rule = round.signed_out.rule(mapping);
        let seen: Vec<_> = round.done.iter().flat_map(Examination::observations).collect();
        let unjoined = unjoined_codes::find(mapping, &seen);
        let of_codes = if unjoined.is_empty() { Verdict::Fits } else { Verdict::DoesNotFit };
        let unmatched_codes = parsed.unmatched_codes();
        let of_refusals = if unmatched_codes.is_some() { Verdict::Doubtful } else { Verdict::Fits };
        let of_report = [session_rule.verdict, of_codes, of_refusals];
        let verdicts = endpoints.iter().map(|endpoint| endpoint.verdict).chain(of_report);
        let verdict = verdicts.max().unwrap_or(Verdict::Fits);
        let lines = source_lines::collect(&endpoints, &session_rule);
        let is_called = |path: &str| endpoints.iter().any(|endpoint| endpoint.path == path);
        let sent_to = |path: &'static str| Some(parsed.call(path).path.clone()).filter(|other| other != path);
        let others = Vocabulary::get().calls.iter().filter(|call| !is_called(call.path));
        let not_verified = others
            .map(|call| NotVerified {
                path: call.path,
                sent_to: sent_to(call.path),
                keys: mapping.request_keys(&call.request),
                headers: parsed.headers().names(call.request == SalvaSinistroWeb::schema_name()),
                writes: !call.is_login_step,
            })
            .collect();
        let address = self.connection.base_url.to_string();
        let exit = verdict.exit();
        Ok(CheckReport {
            format: FORMAT,
            address,
            verdict,
            exit,
            session_rule,
            endpoints,
            unjoined,
            unmatched_codes,
            not_verified,
            lines,
        })
    }

    /// Calls without a session.
    pub(super) async fn signed_out(&self, mapping: &Draft) -> Result<SignedOut, Error> {
        let login = self.connection.upstream(mapping)?.login();
        self.progress.show(ListaMenuUsuario::PATH);
        let answer = login.probe_signed_out(&ListaMenuUsuario {}).await;
        self.progress.clear();
        Ok(SignedOut { answer })
    }

    pub(super) fn login(&self, mapping: &Draft, proposes: bool) -> Login<'_> {
        let (mapping, guess) = (mapping.clone(), mapping.clone());
        Login {
            connection: &self.connection,
            paths: &self.paths,
            mapping,
            guess,
            proposes,
            shows_refusals: self.asked.show_refusals,
            trials: 0,
            trials_of_step: 0,
            keys_asked: 0,
            told_names: Vec::new(),
            obstacles: Vec::new(),
            refused: Vec::new(),
            done: Vec::new(),
        }
    }

    /// The given token, or that of a login at the terminal. `None` if the services are unreachable, or it has no token.
    pub(super) async fn token(
        &self,
        login: &mut Login<'_>,
        signed_out: &SignedOut,
    ) -> Result<Option<SecretString>, Error> {
        match &self.asked.token {
            Some(token) => Ok(Some(token.clone())),
            None if signed_out.answer.is_err() => Ok(None),
            None => login.at_the_terminal(signed_out).await,
        }
    }

    /// Calls every service that reads.
    pub(super) async fn round(
        &self,
        mapping: &Draft,
        signed_out: SignedOut,
        login: Login<'_>,
        token: Option<&SecretString>,
        earlier: &[Examination],
    ) -> Result<Round, Error> {
        let session = token.map(|token| self.connection.session(mapping, token)).transpose()?;
        let services = match &session {
            _ if signed_out.answer.is_err() => Err(NoSession::Unreachable),
            Some(session) => Ok(session.upstream()),
            None => Err(NoSession::NoToken),
        };
        let connect = |draft: &Draft| -> Option<Session> { self.connection.session(draft, token?).ok() };
        let mut sample = SampleRequests {
            services,
            given: self.asked,
            year: self.year,
            progress: &self.progress,
            guess: login.guess,
            done: login.done,
            earlier,
            refused: login.refused,
            known: KnownValues::default(),
            mapping,
            trials: login.proposes.then(|| Trials::new(&connect, &self.paths)),
        };
        sample.all().await;
        self.progress.clear();
        let SampleRequests { done, refused, guess, .. } = sample;
        Ok(Round { signed_out, done, refused, guess })
    }
}
