//! `gateway check --propose`: a mapping for the services, as a TOML file.
//!
//! Each round reads through what the last one found, until nothing new is found.

mod absent_values;
mod number_fields;
mod omissible_keys;
mod open_lines;
mod path_prompts;
mod request_names;
mod requests;
mod session_data;
mod summary;
mod unread_lists;
mod writes;

use std::{
    io::{self, Write as _},
    mem,
};

use services::wire::{Call as _, menu::ListaMenuUsuario};

use self::{
    requests::Requests,
    session_data::{has_session_data, is_signed_out, missing_session, no_session_data},
    summary::{refused_in, say},
};
use super::{
    draft::Draft,
    error::Error,
    examination::Examination,
    round::{Check, Round},
    session_rule::SignedOut,
    trials::headers::{self, Obstacle},
};
use crate::contract::vocabulary::{Vocabulary, last_segment};

const NOTHING_NEW: &str = "nada de novo: esta rodada achou só o que o arquivo dado já diz; outra igual também não acha mais. Complete nele \
                           as linhas comentadas, ou corrija o que a API recusou";
/// Maximum number of headers that are asked for.
const MAX_HEADERS: usize = 3;
/// Maximum number of rounds of calling all services.
const MAX_ROUNDS: usize = 5;

impl Check<'_> {
    /// Prints a mapping. The exit status is that of the services read through it.
    pub(super) async fn propose(&self, mut mapping: Draft) -> Result<u8, Error> {
        let given = mapping.clone();
        mapping.reconsider();
        let mut obstacles = Vec::new();
        let mut signed_out = self.before_session(&mut mapping, &mut obstacles).await?;
        let mut login = self.login(&mapping, true);
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
        if draft.get(&["headers"]) != mapping.get(&["headers"])
            || draft.get(&path_of_menu) != mapping.get(&path_of_menu)
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
        let requests = Requests::of(&report);
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
    async fn before_session(&self, mapping: &mut Draft, obstacles: &mut Vec<Obstacle>) -> Result<SignedOut, Error> {
        let mut signed_out = self.signed_out(mapping).await?;
        for _ in 0..MAX_HEADERS {
            let Some(header) = signed_out.wanted_header(mapping) else { break };
            if headers::is_request_id(&header) {
                mapping.set(&["headers", "request-id"], header, None);
                signed_out = self.signed_out(mapping).await?;
                continue;
            }
            if headers::is_key_header(&header) && mapping.get(&headers::API_KEY).is_none() {
                let mut with_key = mapping.clone();
                with_key.set(&headers::API_KEY, header.as_str(), None);
                let answered = self.signed_out(&with_key).await?;
                if answered.wanted_header(&with_key).as_ref() != Some(&header) {
                    (*mapping, signed_out) = (with_key, answered);
                    continue;
                }
            }
            let Some(value) = headers::ask_for_header(&header, signed_out.http().unwrap_or_default())? else {
                obstacles.push(Obstacle::of_header(&header));
                break;
            };
            mapping.set(&["headers", "add", &header], value, None);
            signed_out = self.signed_out(mapping).await?;
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
