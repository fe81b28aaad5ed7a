//! `gateway check --propose`: a dialect for the services, as a TOML file.
//!
//! Each round reads through what the last one found, until nothing new is found.

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
};

use super::{
    Check, Error, Round,
    draft::Draft,
    findings::{Endpoint, Report, Verdict},
    sample_requests::TOKEN,
    session_header, write_proposals,
};
use crate::contract::vocabulary::Vocabulary;

/// Most rounds of calling all services.
const MOST_ROUNDS: usize = 5;

impl Check<'_> {
    /// Prints a dialect. The exit status is that of the services read through it.
    pub(super) async fn propose(&self, mut dialect: Draft) -> Result<u8, Error> {
        dialect.reconsider();
        let signed_out = self.signed_out(&dialect).await?;
        let mut login = self.login(&dialect, true);
        let token = match self.token(&mut login, &signed_out).await {
            Ok(token) => token,
            // What the refused step shows is a proposal too.
            Err(error @ (Error::ApiKeyRefused(_) | Error::LoginRefused(_))) => {
                say(&format!("gateway: {error}"));
                None
            }
            Err(error) => return Err(error),
        };
        if login.trials > 0 {
            let text = "pedidos repetidos com outras chaves no login (no máximo 3 por passo)";
            say(&format!("{text}: {}", login.trials));
        }
        let mut draft = login.guess.clone();
        if let Some(token) = &token {
            session_header::find(&self.connection, &mut draft, token).await?;
        }
        login.guess = draft.clone();
        let mut round = self.round(&draft, signed_out, login, token.as_ref(), &[]).await?;
        for number in 2..=MOST_ROUNDS {
            round.complete();
            if round.guess.same_values(&draft) || token.is_none() {
                break;
            }
            say(&format!("rodada {number}: leio pelo que achei até aqui"));
            draft = round.guess.clone();
            let signed_out = self.signed_out(&draft).await?;
            let mut login = self.login(&draft, true);
            let (of_login, earlier): (Vec<_>, Vec<_>) = round.done.into_iter().partition(|one| !one.has_session);
            login.done = of_login;
            round = self.round(&draft, signed_out, login, token.as_ref(), &earlier).await?;
        }
        round.complete();
        let mut draft = round.guess.clone();
        let report = self.reported(&round, &draft)?;
        let is_understood = |endpoint: &&Endpoint| endpoint.calls.iter().any(|call| call.problem.is_none());
        let understood = report.endpoints.iter().filter(is_understood).map(|endpoint| endpoint.request.as_str());
        let with_objects = report
            .endpoints
            .iter()
            .flat_map(|endpoint| &endpoint.fields)
            .filter(|field| field.present + field.absent > 0);
        let seen = with_objects.filter_map(|field| Some(field.name.split_once('.')?.0.to_owned()));
        let understood: BTreeSet<_> = understood.collect();
        // A bare value has no key.
        let of_objects =
            Vocabulary::get().calls.iter().filter(|call| !call.is_list && understood.contains(&*call.request));
        let seen = seen.chain(of_objects.filter_map(|call| call.data.clone())).collect();
        write_proposals::propose(&mut draft, &understood, &seen);
        write_open_paths(&mut draft, &report);
        draft.settle();
        print(&draft, &report);
        Ok(report.exit)
    }
}

impl Round {
    /// Adds what only the whole round shows.
    fn complete(&mut self) {
        self.signed_out.propose(&mut self.guess);
        self.guess.settle();
    }
}

/// Services whose path does not exist get a line to fill in.
fn write_open_paths(draft: &mut Draft, report: &Report) {
    for endpoint in &report.endpoints {
        let http = endpoint.calls.last().and_then(|call| call.http);
        let is_wrong = endpoint.calls.iter().all(|call| {
            let is_told = |http| !call.says_nothing && draft.is_refusal(http);
            matches!(call.http, Some(http @ (404 | 405)) if !is_told(http))
        });
        if let Some(http) = http.filter(|_| is_wrong) {
            let table = ["calls", super::draft::last_segment(endpoint.path)];
            draft.leave_open(
                &table,
                format!("path = \"{}\"", endpoint.path),
                format!("HTTP {http}: qual é o caminho?"),
            );
        }
    }
}

/// Prints the file, and what is left to do on standard error.
fn print(draft: &Draft, report: &Report) {
    let (sure, unsure, open) = draft.counts();
    let head = format!(
        "# Dialeto de {}, proposto por gateway check --propose.\n# Confira o que tem um comentário; o que está comentado só \
         você pode decidir. Depois: GATEWAY_DIALECT=este-arquivo gateway check\n",
        report.address
    );
    // A closed pipe is no error.
    drop(io::stdout().write_all(format!("{head}{draft}").as_bytes()));
    say(&format!("propostas: {sure}; para conferir: {unsure}; em aberto: {open}"));
    let is_signed_out = |endpoint: &&Endpoint| endpoint.ask_with == Some(TOKEN);
    if report.endpoints.iter().any(|endpoint| is_signed_out(&endpoint)) {
        say(&format!("sem sessão nada se pergunta: informe {TOKEN}"));
    }
    let asked = report.endpoints.iter().filter(|endpoint| !is_signed_out(endpoint));
    for endpoint in asked.filter(|endpoint| endpoint.verdict > Verdict::FitsWithNotes) {
        say(&format!("{}: {}", endpoint.path, endpoint.verdict.text()));
    }
    let not_sent: Vec<_> = report.not_verified.iter().map(|one| one.path).collect();
    say(&format!("não enviados, e por isso não conferidos: {}", not_sent.join(", ")));
}

fn say(text: &str) {
    // Errors on standard error do not stop the check.
    drop(writeln!(io::stderr(), "{text}"));
}
