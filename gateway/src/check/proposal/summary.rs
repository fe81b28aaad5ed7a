//! The end of a proposal: the file on standard output, what is left to do on standard error.

use std::io::{self, Write as _};

use services::wire::envelope::STATUS;

use super::{omissible_keys, requests::Requests, session_data::is_signed_out};
use crate::{
    check::{
        draft::{Draft, comments::STOPPED},
        report::findings::{CheckReport, EndpointReport, SentCall, TOKEN_OPTION},
        report::verdict::{Problem, Verdict},
        round::Check,
    },
    contract::vocabulary::Vocabulary,
};

const LOGIN_NOT_SEEN: &str = "não conferido: o login, porque o token veio pronto (sem GATEWAY_CHECK_TOKEN, em um terminal, ele \
                              é conferido)";
const LOGIN_STOPPED: &str = "não conferido: o resto do login, que parou antes";
const WRITES_NOT_SEEN: &str = "não conferido: o que grava nunca é enviado aqui; experimente no portal";

impl Check<'_> {
    /// Prints the file, and what is left to do on standard error.
    pub(super) fn print(&self, draft: &Draft, report: &CheckReport, reasons: &[String], exit: u8) {
        let (sure, unsure, open) = draft.counts();
        let mut head = format!(
            "# Dialeto de {}, proposto por gateway check --propose.\n# Confira o que tem um comentário; o que está comentado só \
             você pode decidir. Depois: GATEWAY_MAPPING=este-arquivo gateway check\n",
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
            say(&format!("falta resolver {}: {}", endpoint.path, endpoint.what_is_left()));
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
        omissible_keys::how_to_find_out(draft, &Requests::of(report)).iter().for_each(|text| say(text));
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
                "o gateway lê tudo o que veio. Agora: leia as linhas marcadas, grave o arquivo e ponha o nome dele em GATEWAY_MAPPING"
            }
            _ => {
                "agora: complete as linhas comentadas, grave o arquivo, ponha o nome dele em GATEWAY_MAPPING e repita com --propose; \
                 gateway check, sem --propose, diz campo a campo o que falta"
            }
        });
    }
}

/// What the API refused, for the end of a sentence.
pub(super) fn refused_in(report: &CheckReport) -> String {
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

pub(super) fn say(text: &str) {
    // Errors on standard error do not stop the check.
    drop(writeln!(io::stderr(), "{text}"));
}
