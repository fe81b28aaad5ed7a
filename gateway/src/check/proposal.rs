//! `gateway check --propose`: a dialect for the services, as a TOML file.
//!
//! Each round reads through what the last one found, until nothing new is found.

mod absent_values;
mod number_fields;
mod omissible_keys;
mod open_lines;
mod path_prompts;
mod request_names;
mod unread_lists;
mod writes;

use std::{
    io::{self, Write as _},
    mem,
};

use services::wire::{Call as _, envelope::STATUS, menu::ListaMenuUsuario};

use self::{number_fields::NumberFields, writes::Requests};
use super::{
    draft::{Draft, comments::STOPPED},
    error::Error,
    examination::Examination,
    report::findings::{CheckReport, EndpointReport, FieldFinding, SentCall, TOKEN_OPTION},
    report::verdict::{FieldState, Problem, Verdict},
    round::{Check, Round},
    session_rule::SignedOut,
    trials::headers::{self, Obstacle},
};
use crate::contract::{
    value_type::{ExpectedType, ValueType},
    vocabulary::{Vocabulary, last_segment},
};

const LOGIN_NOT_SEEN: &str = "não conferido: o login, porque o token veio pronto (sem GATEWAY_CHECK_TOKEN, em um terminal, ele \
                              é conferido)";
const LOGIN_STOPPED: &str = "não conferido: o resto do login, que parou antes";
const NOTHING_NEW: &str = "nada de novo: esta rodada achou só o que o arquivo dado já diz; outra igual também não acha mais. Complete nele \
                           as linhas comentadas, ou corrija o que a API recusou";
const WRITES_NOT_SEEN: &str = "não conferido: o que grava nunca é enviado aqui; experimente no portal";
/// Maximum number of headers that are asked for.
const MAX_HEADERS: usize = 3;
/// Maximum number of rounds of calling all services.
const MAX_ROUNDS: usize = 5;

impl Check<'_> {
    /// Prints a dialect. The exit status is that of the services read through it.
    pub(super) async fn propose(&self, mut dialect: Draft) -> Result<u8, Error> {
        let given = dialect.clone();
        dialect.reconsider();
        let mut obstacles = Vec::new();
        let mut signed_out = self.before_session(&mut dialect, &mut obstacles).await?;
        let mut login = self.login(&dialect, true);
        let mut stopped = None;
        let token = if obstacles.is_empty() { self.token(&mut login, &signed_out).await } else { Ok(None) };
        let token = match token {
            Ok(token) => token,
            Err(error @ (Error::NoToken | Error::NoTerminal | Error::Connect(_))) => {
                // The file that was given is kept.
                drop(io::stdout().write_all(given.source().as_bytes()));
                return Err(error);
            }
            // What the refused step shows is a proposal too.
            Err(error) => {
                stopped = Some(error);
                None
            }
        };
        if login.trials > 0 {
            let text = "pedidos repetidos com outras chaves no login (no máximo 3 por passo)";
            say(&format!("{text}: {}", login.trials));
        }
        obstacles.append(&mut login.obstacles);
        let told_names = mem::take(&mut login.told_names);
        let mut draft = login.guess.clone();
        if let Some(token) = &token {
            let menu = async |draft: &Draft| {
                let session = self.connection.session(draft, token)?;
                Ok(session.upstream().probe(&ListaMenuUsuario {}).await)
            };
            let mut first = headers::send_again(&draft, menu(&draft).await?, true, &menu).await?;
            if self.ask_for_menu(&mut draft, &first.answer)? {
                first = headers::send_again(&draft, menu(&draft).await?, true, &menu).await?;
            }
            headers::set(&mut draft, &first.found);
            obstacles.extend(first.obstacle);
        }
        login.guess = draft.clone();
        let path_of_menu = ["calls", last_segment(ListaMenuUsuario::PATH), "path"];
        if draft.get(&["headers"]) != dialect.get(&["headers"])
            || draft.get(&path_of_menu) != dialect.get(&path_of_menu)
        {
            // Without the headers, or elsewhere, it was refused for another reason.
            signed_out = self.signed_out(&draft).await?;
        }
        let mut round = self.round(&draft, signed_out, login, token.as_ref(), &[]).await?;
        for number in 2..=MAX_ROUNDS {
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
            // Others are provoked again.
            login.refused = round.refused.into_iter().filter(|one| !one.is_provoked).collect();
            round = self.round(&draft, signed_out, login, token.as_ref(), &earlier).await?;
        }
        round.complete();
        let mut draft = round.guess.clone();
        let report = self.reported(&round, &draft)?;
        let with_objects = report
            .endpoints
            .iter()
            .flat_map(|endpoint| &endpoint.fields)
            .filter(|field| field.present + field.absent > 0);
        let seen = with_objects.filter_map(|field| Some(field.name.split_once('.')?.0.to_owned()));
        let requests = requests_of(&report);
        // A bare value has no key.
        let of_objects =
            Vocabulary::get().calls.iter().filter(|call| !call.is_list && requests.understood.contains(&*call.request));
        let seen = seen.chain(of_objects.filter_map(|call| call.data.clone())).collect();
        writes::propose(&mut draft, &requests, &seen);
        absent_values::propose(&mut draft, &requests);
        omissible_keys::propose(&mut draft, &requests);
        draft.forget_doubts_of_requests(&requests.understood);
        if token.is_some() {
            self.ask_for_others(&mut draft, &report)?;
        } else {
            self.ask_for_the_rest(&mut draft)?;
        }
        unread_lists::propose(&mut draft, &report);
        open_lines::of_paths(&mut draft, &report);
        open_lines::of_pages(&mut draft, &report);
        open_lines::of_filters(&mut draft, &report);
        open_lines::of_unseen(&mut draft);
        for Obstacle { table, line, reason } in &obstacles {
            if let Some(line) = line {
                draft.leave_open(table, line.clone(), reason.clone());
            }
        }
        if token.is_none() {
            open_lines::of_login(&mut draft, &report, &told_names);
            draft.keep(&given);
            if round.signed_out.is_recognised(&draft) {
                draft.close(&["session"], "ended");
            }
        }
        draft.keep_alternatives(&given);
        draft.settle();
        let mut reasons: Vec<_> = obstacles.iter().map(|obstacle| obstacle.reason.clone()).collect();
        reasons.extend(stopped.map(|error| error.to_string()));
        let mut exit = report.exit;
        if token.is_some() && !has_session_data(&report) {
            exit = 1;
            if reasons.is_empty() {
                reasons.extend(no_session_data(&report));
            }
            if is_signed_out(&report) {
                // What only refusals show is no reason to change a file.
                draft = given.clone();
                draft.keep(&given);
            }
        } else if reasons.is_empty() {
            reasons.extend(missing_session(&report));
        }
        let is_new = given.source().is_empty() || !draft.same_values(&given);
        self.print(&draft, &report, &reasons, exit);
        if !is_new && exit != 0 {
            say(&format!("{NOTHING_NEW}{}", refused_in(&report)));
        }
        Ok(exit)
    }

    /// Calls without a session. The headers that the API wants in every call are asked for first.
    async fn before_session(&self, dialect: &mut Draft, obstacles: &mut Vec<Obstacle>) -> Result<SignedOut, Error> {
        let mut signed_out = self.signed_out(dialect).await?;
        for _ in 0..MAX_HEADERS {
            let Some(header) = signed_out.wanted_header(dialect) else { break };
            if headers::is_request_id(&header) {
                dialect.set(&["headers", "request-id"], header, None);
                signed_out = self.signed_out(dialect).await?;
                continue;
            }
            let Some(value) = headers::ask_for_header(&header, signed_out.http().unwrap_or_default())? else {
                obstacles.push(Obstacle::of_header(&header));
                break;
            };
            dialect.set(&["headers", "add", &header], value, None);
            signed_out = self.signed_out(dialect).await?;
        }
        Ok(signed_out)
    }
}

impl Round {
    /// Adds what only the whole round shows.
    fn complete(&mut self) {
        let seen: Vec<_> = self.done.iter().chain(&self.refused).flat_map(Examination::observations).collect();
        self.signed_out.propose(&mut self.guess, &seen);
        self.guess.settle();
    }
}

/// Why a proposal has nothing from the services behind the session, unless it was told before.
fn missing_session(report: &CheckReport) -> Option<String> {
    let is_signed_out = report.endpoints.iter().any(|endpoint| endpoint.ask_with == Some(TOKEN_OPTION));
    let of_login = report.endpoints.iter().rfind(|endpoint| endpoint.is_login_step);
    let remedy = match of_login {
        Some(step) if step.verdict <= Verdict::FitsWithNotes => format!(
            "a resposta de {} não traz um token que se reconheça: diga onde está em [types.Sessao] dsToken",
            step.path
        ),
        Some(step) => format!("o login parou em {}: {}", step.path, why(step)),
        None => format!("informe {TOKEN_OPTION}"),
    };
    is_signed_out.then(|| format!("sem sessão, os outros serviços não foram perguntados: {remedy}"))
}

/// What became of the requests.
fn requests_of(report: &CheckReport) -> Requests<'_> {
    let mut requests = Requests { writes: report.writes().iter().map(|one| one.path).collect(), ..Requests::default() };
    for endpoint in &report.endpoints {
        let request = endpoint.request.as_str();
        let mut answered = endpoint.calls.iter().filter(|call| call.http.is_some()).peekable();
        if answered.peek().is_some() {
            requests.sent.insert(request);
        }
        if answered.clone().any(is_answered) {
            requests.understood.insert(request);
        }
        if answered.all(|call| matches!(call.http, Some(400 | 415 | 422))) {
            requests.refused.insert(request);
        }
    }
    let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields).filter(|field| field.present > 0);
    for (type_name, name) in fields.filter_map(|field| field.name.split_once('.')) {
        requests.came.entry(type_name).or_default().insert(name);
    }
    requests.numbers = NumberFields::of(report);
    Requests { has_no_null: leaves_out_null(report), has_empty_texts: has_empty_texts(report), ..requests }
}

/// Whether what is absent never came as null, though it was absent.
fn leaves_out_null(report: &CheckReport) -> bool {
    let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields);
    let is_value = |field: &&FieldFinding| !matches!(field.expected, ExpectedType::List | ExpectedType::Object);
    let mut values = fields.filter(is_value).peekable();
    let mut is_left_out = false;
    values.all(|field| {
        is_left_out |= field.present > 0 && field.absent > 0;
        field.found.iter().all(|one| one.kind != ValueType::Null)
    }) && is_left_out
}

/// Whether texts that are absent came as empty texts, and never as null or without their key.
fn has_empty_texts(report: &CheckReport) -> bool {
    let fields = report.endpoints.iter().flat_map(|endpoint| &endpoint.fields);
    let mut texts = fields.filter(|field| field.expected == ExpectedType::Text && field.present > 0);
    let mut is_empty = false;
    texts.all(|field| {
        let kinds = || field.found.iter().map(|one| one.kind);
        is_empty |= kinds().any(|kind| kind == ValueType::EmptyText);
        field.absent == 0 && kinds().all(|kind| kind != ValueType::Null)
    }) && is_empty
}

/// Whether a service answered with what may be data.
fn is_answered(call: &SentCall) -> bool {
    matches!(call.problem, None | Some(Problem::Unread | Problem::RefusalWithData))
}

/// The reports on the services that need a session.
fn of_session(report: &CheckReport) -> impl Iterator<Item = &EndpointReport> {
    let needs_session = |path: &str| Vocabulary::get().calls.iter().any(|call| call.path == path && call.session);
    report.endpoints.iter().filter(move |endpoint| needs_session(endpoint.path))
}

/// Whether a service showed data of the session.
fn has_session_data(report: &CheckReport) -> bool {
    of_session(report).any(|endpoint| endpoint.calls.iter().any(is_answered))
}

/// Whether every service refused the session.
fn is_signed_out(report: &CheckReport) -> bool {
    let mut calls = of_session(report).flat_map(|endpoint| &endpoint.calls).peekable();
    calls.peek().is_some() && calls.all(|call| matches!(call.problem, Some(Problem::Unauthorized | Problem::Forbidden)))
}

/// Why no service showed data of the session.
fn no_session_data(report: &CheckReport) -> Option<String> {
    let asked = of_session(report).find(|endpoint| endpoint.calls.iter().any(|call| call.problem.is_some()))?;
    Some(format!("nenhum serviço respondeu com dados desta sessão: {}", why(asked)))
}

impl Check<'_> {
    /// Prints the file, and what is left to do on standard error.
    fn print(&self, draft: &Draft, report: &CheckReport, reasons: &[String], exit: u8) {
        let (sure, unsure, open) = draft.counts();
        let mut head = format!(
            "# Dialeto de {}, proposto por gateway check --propose.\n# Confira o que tem um comentário; o que está comentado só \
             você pode decidir. Depois: GATEWAY_DIALECT=este-arquivo gateway check\n",
            report.address
        );
        for reason in reasons {
            head += &format!("# {STOPPED}{reason}\n");
        }
        // A closed pipe is no error.
        drop(io::stdout().write_all(format!("{head}{draft}").as_bytes()));
        reasons.iter().for_each(|reason| say(reason));
        if is_signed_out(report) {
            return;
        }
        say(&format!(
            "propostas certas: {sure}; marcadas com \"confira\": {unsure}; em aberto, como comentário: {open}"
        ));
        let asked = report.endpoints.iter().filter(|endpoint| endpoint.ask_with != Some(TOKEN_OPTION));
        // A step without a known status was judged by the login, and the reasons say where that stopped.
        let is_judged = |endpoint: &EndpointReport| endpoint.is_login_step && draft.is_open(&["envelope"], STATUS);
        for endpoint in asked.filter(|one| one.verdict > Verdict::FitsWithNotes && !is_judged(one)) {
            say(&format!("falta resolver {}: {}", endpoint.path, why(endpoint)));
            endpoint
                .calls
                .iter()
                .filter_map(|call| call.says.as_deref())
                .for_each(|said| say(&format!("  diz {said}")));
        }
        for code in &report.unjoined {
            say(&format!("falta resolver: {}", code.text()));
        }
        if let Some(text) = &report.unmatched_codes {
            say(&format!("falta resolver: {text}"));
        }
        let login = if self.asked.token.is_some() { LOGIN_NOT_SEEN } else { LOGIN_STOPPED };
        for (text, others) in [(login, report.of_login()), (WRITES_NOT_SEEN, report.writes())] {
            let paths: Vec<_> = others.iter().map(|one| one.path).collect();
            if !paths.is_empty() {
                say(&format!("{text}: {}", paths.join(", ")));
            }
        }
        omissible_keys::how_to_find_out(draft, &requests_of(report)).iter().for_each(|text| say(text));
        let paths =
            Vocabulary::get().calls.iter().filter(|call| draft.is_open(&["calls", call.last_segment()], "path"));
        let paths = paths.count();
        if paths > 0 {
            say(&format!(
                "primeiro os caminhos: a API tem outros, e {paths} estão em aberto em [calls]; sem eles os serviços não respondem"
            ));
        }
        say(match exit {
            0 => {
                "o gateway lê tudo o que veio. Agora: leia as linhas marcadas, grave o arquivo e ponha o nome dele em GATEWAY_DIALECT"
            }
            _ => {
                "agora: complete as linhas comentadas, grave o arquivo, ponha o nome dele em GATEWAY_DIALECT e repita com --propose; \
                 gateway check, sem --propose, diz campo a campo o que falta"
            }
        });
    }
}

/// What the API refused, for the end of a sentence.
fn refused_in(report: &CheckReport) -> String {
    let is_refusal = |call: &&SentCall| matches!(call.problem, Some(Problem::Refused | Problem::RequestRefused));
    let refused = report.endpoints.iter().filter_map(|endpoint| {
        let call = endpoint.calls.iter().find(is_refusal)?;
        Some(format!("{} (HTTP {})", endpoint.path, call.http?))
    });
    match refused.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => none,
        paths => format!(": {paths}; --show-refusals mostra o que ela diz"),
    }
}

/// What is left of a service, in one sentence.
fn why(endpoint: &EndpointReport) -> String {
    let problem = endpoint.calls.iter().find_map(|call| Some(endpoint.text_of(call.problem?, call.http).to_owned()));
    let of = |state: FieldState| {
        let names: Vec<_> =
            endpoint.fields.iter().filter(|field| field.state == state).map(|field| &*field.name).collect();
        Some(names.join(", ")).filter(|names| !names.is_empty())
    };
    let wrong = of(FieldState::Wrong).map(|names| format!("sem leitura para {names}"));
    let suspect =
        of(FieldState::Suspect).map(|names| format!("{names} não veio; pode ter outro nome (false: nunca vem)"));
    let filters: Vec<_> = endpoint.not_applied.iter().map(|key| &*key.sent).collect();
    let filter = (!filters.is_empty()).then(|| {
        format!("{} não filtrou, vieram linhas com outros valores: como a API chama esta chave?", filters.join(", "))
    });
    let pages = endpoint.more_pages.as_ref().map(|key| format!("só a primeira página ({key} diz que há mais)"));
    let text = endpoint.calls.iter().find_map(|call| call.message_text.as_deref());
    let text = text.map(|text| format!("o texto das mensagens está em {text}: diga-o em [envelope] messages"));
    let asked = endpoint.ask_with.map(|option| format!("nada com que perguntar; informe {option}"));
    let found = wrong.or(suspect).or(filter).or(pages).or(text).or(problem).or(asked);
    found.unwrap_or_else(|| endpoint.verdict.text().to_owned())
}

fn say(text: &str) {
    // Errors on standard error do not stop the check.
    drop(writeln!(io::stderr(), "{text}"));
}
