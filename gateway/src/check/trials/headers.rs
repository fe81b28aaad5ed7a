//! Gets a first call past what stands before all services: the headers that an API wants, for a proposal.

use futures_util::future::join_all;

use super::{
    refusal_names::{header_in_refusal, key_headers_in_refusal},
    requests::seems_to_have_data,
};
use crate::{
    check::{
        draft::Draft,
        error::Error,
        questions::{ask_if_known, has_terminal},
        responses::http_status::is_success,
    },
    upstream::{Fault, RawResponse},
};

/// The response to a call.
pub(in crate::check) type Answer = Result<RawResponse, Fault>;
/// Entries of a mapping: path and value.
pub(in crate::check) type Entries = Vec<(Vec<&'static str>, String)>;

/// Headers in which APIs expect the key of an application.
const API_KEY_HEADERS: [&str; 17] = [
    "X-Api-Key",
    "X-Chave-Api",
    "apikey",
    "api-key",
    "client_id",
    "X-Client-Id",
    "Ocp-Apim-Subscription-Key",
    "X-Chave",
    "chave-api",
    "ChaveApi",
    "X-Auth-Key",
    "X-Access-Key",
    "X-Client-Key",
    "X-App-Key",
    "X-App-Token",
    "X-Api-Token",
    "X-Gateway-APIKey",
];
/// Headers and schemes in which APIs expect a token; an empty scheme sends the token alone.
const TOKEN_HEADERS: [(&str, &str); 8] = [
    ("Authorization", ""),
    ("Authorization", "Token"),
    ("X-Auth-Token", ""),
    ("X-Access-Token", ""),
    ("X-Session-Token", ""),
    ("X-Token", ""),
    ("Token", ""),
    ("X-Api-Token", ""),
];
/// Where a mapping says the header of the application's key.
pub(in crate::check) const API_KEY: [&str; 2] = ["headers", "api-key"];
/// Maximum number of obstacles that are overcome one after the other.
const MAX_OBSTACLES: usize = 5;
/// Maximum number of names of the key's header that are asked for.
const MAX_NAMES_ASKED: usize = 3;
/// Calls that are tried together where repeating one does nothing.
const TOGETHER: usize = 8;

/// What only the operator can overcome.
#[derive(Clone, Debug)]
pub(in crate::check) struct Obstacle {
    /// The table of the mapping that it belongs to.
    pub(in crate::check) table: Vec<&'static str>,
    /// The line to fill in, if one is known.
    pub(in crate::check) line: Option<String>,
    pub(in crate::check) reason: String,
}

impl Obstacle {
    /// A header whose value only the operator knows.
    pub(in crate::check) fn of_header(header: &str) -> Self {
        if is_request_id(header) {
            return Self {
                table: vec!["headers"],
                line: Some(format!("request-id = {}", toml::Value::from(header))),
                reason: format!("a API pede o cabeçalho {header}, que parece o identificador da requisição"),
            };
        }
        Self {
            table: vec!["headers", "add"],
            line: Some(format!("{header} = \"…\"")),
            reason: format!("a API pede o cabeçalho {header} em toda chamada: ponha o valor dele e repita"),
        }
    }
}

/// A first call, and what was found out to get it through.
pub(in crate::check) struct FirstCall {
    pub(in crate::check) answer: Answer,
    pub(in crate::check) found: Entries,
    pub(in crate::check) obstacle: Option<Obstacle>,
}

/// Sends a call again with the headers that the refusal of it asks for. `has_token`: the call has a session, and repeating it
/// does nothing.
///
/// # Errors
/// The terminal failed, or the call cannot be built.
pub(in crate::check) async fn send_again(
    draft: &Draft,
    answer: Answer,
    has_token: bool,
    send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
) -> Result<FirstCall, Error> {
    let mut draft = draft.clone();
    let mut first = FirstCall { answer, found: Entries::new(), obstacle: None };
    for _ in 0..MAX_OBSTACLES {
        let Ok(raw) = &first.answer else { break };
        let named = header_in_refusal(raw).filter(|header| draft.get(&["headers", "add", header]).is_none());
        let is_unauthorized = is_unauthorized(&first.answer);
        if is_unauthorized
            && let Some((entries, answer)) = accepted(&draft, raw, named.as_deref(), has_token, send).await?
        {
            set(&mut draft, &entries);
            first.found.extend(entries);
            first.answer = answer;
        } else if let Some(header) = named {
            // The mapping's tables have names that live as long as the program.
            let header: &'static str = header.leak();
            if is_request_id(header) && draft.get(&["headers", "request-id"]).is_none() {
                let entries = vec![(vec!["headers", "request-id"], header.to_owned())];
                set(&mut draft, &entries);
                first.found.extend(entries);
                first.answer = send(&draft).await?;
                continue;
            }
            if let Some((entries, answer)) = accepted_key_header(&draft, header, send).await? {
                set(&mut draft, &entries);
                first.found.extend(entries);
                first.answer = answer;
                continue;
            }
            let Some(value) = ask_for_header(header, raw.status)? else {
                first.obstacle = Some(Obstacle::of_header(header));
                break;
            };
            let entries = vec![(vec!["headers", "add", header], value)];
            set(&mut draft, &entries);
            first.found.extend(entries);
            first.answer = send(&draft).await?;
        } else if is_unauthorized {
            let mut typed = None;
            if !has_token && draft.get(&API_KEY).is_none() {
                let asked = asked_key_header(&draft, raw.status, send).await?;
                if let Some((entries, answer)) = asked.accepted {
                    set(&mut draft, &entries);
                    first.found.extend(entries);
                    first.answer = answer;
                    continue;
                }
                typed = Some(asked.last_typed.unwrap_or_else(|| "…".to_owned()));
            }
            first.obstacle = Some(Obstacle {
                table: vec!["headers"],
                line: typed.map(|header| format!("api-key = {}", toml::Value::from(header))),
                reason: if has_token {
                    format!(
                        "a API respondeu HTTP {} à sessão, com todos os cabeçalhos usuais: o token não vale, ou acabou; informe \
                         outro em GATEWAY_CHECK_TOKEN, ou tire a variável e entre em um terminal",
                        raw.status
                    )
                } else {
                    format!(
                        "a API respondeu HTTP {} com todos os cabeçalhos usuais: confira a chave em GATEWAY_API_KEY, e em que \
                         cabeçalho a API a espera",
                        raw.status
                    )
                },
            });
            break;
        } else {
            break;
        }
    }
    Ok(first)
}

/// The entries that send the application's key in a header that a refusal names, and the answer, if the API accepts it there.
async fn accepted_key_header(
    draft: &Draft,
    header: &str,
    send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
) -> Result<Option<(Entries, Answer)>, Error> {
    if !is_key_header(header) || draft.get(&API_KEY).is_some() {
        return Ok(None);
    }
    let entries = vec![(API_KEY.to_vec(), header.to_owned())];
    let mut other = draft.clone();
    set(&mut other, &entries);
    let answer = send(&other).await?;
    let is_accepted =
        answer.as_ref().is_ok_and(|raw| header_in_refusal(raw).is_none_or(|named| !named.eq_ignore_ascii_case(header)));
    Ok(is_accepted.then_some((entries, answer)))
}

/// Whether a header by its name carries the key of an application.
pub(in crate::check) fn is_key_header(header: &str) -> bool {
    let lower = header.to_lowercase();
    ["key", "chave"].iter().any(|word| lower.contains(word))
        || API_KEY_HEADERS.iter().any(|usual| usual.eq_ignore_ascii_case(header))
}

/// What came of asking for the name of the key's header.
#[derive(Default)]
struct AskedHeader {
    accepted: Option<(Entries, Answer)>,
    /// The last name that was typed.
    last_typed: Option<String>,
}

/// Asks at the terminal for the header in which the API expects the application's key, and sends the call with it.
async fn asked_key_header(
    draft: &Draft,
    http: u16,
    send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
) -> Result<AskedHeader, Error> {
    let mut asked = AskedHeader::default();
    let mut refused_with = "todos os cabeçalhos usuais".to_owned();
    for _ in 0..MAX_NAMES_ASKED {
        let question = format!(
            "A API respondeu HTTP {http} com {refused_with}. Em que cabeçalho ela espera a chave da aplicação (Enter: não sei): "
        );
        let typed = if has_terminal() { ask_if_known(&question)? } else { None };
        let Some(header) = typed else { break };
        let entries = vec![(API_KEY.to_vec(), header.clone())];
        let mut other = draft.clone();
        set(&mut other, &entries);
        if other.mapping().is_ok() {
            let answer = send(&other).await?;
            if answer.as_ref().is_ok_and(|raw| is_believed(raw, false)) {
                asked.accepted = Some((entries, answer));
                break;
            }
        }
        refused_with.clone_from(&header);
        asked.last_typed = Some(header);
    }
    Ok(asked)
}

/// The first entries with which a call is not unauthorized, and its answer.
async fn accepted(
    draft: &Draft,
    refusal: &RawResponse,
    named: Option<&str>,
    has_token: bool,
    send: &impl AsyncFn(&Draft) -> Result<Answer, Error>,
) -> Result<Option<(Entries, Answer)>, Error> {
    let candidates = candidates(draft, refusal, named, has_token);
    for some in candidates.chunks(if has_token { TOGETHER } else { 1 }) {
        let answers = some.iter().map(|entries| {
            let mut other = draft.clone();
            set(&mut other, entries);
            async move { send(&other).await }
        });
        for (entries, answer) in some.iter().zip(join_all(answers).await) {
            let answer = answer?;
            // A limit says nothing about the header, and more calls only prolong it.
            if answer.as_ref().is_ok_and(|raw| raw.status == 429) {
                return Ok(None);
            }
            if answer.as_ref().is_ok_and(|raw| is_believed(raw, has_token)) {
                return Ok(Some((entries.clone(), answer)));
            }
        }
    }
    Ok(None)
}

/// Whether an answer shows that its headers are right. A token that no longer counts is refused in many ways: only data of its
/// session show that it was read, or that another header is missing.
fn is_believed(raw: &RawResponse, has_token: bool) -> bool {
    if has_token {
        is_success(raw.status) && seems_to_have_data(&raw.body) || raw.status == 400 && header_in_refusal(raw).is_some()
    } else {
        matches!(raw.status, 200..=299 | 400 | 404 | 405 | 409 | 415 | 422)
    }
}

/// Whether a header by its name carries the identifier of a request, which the gateway has.
pub(in crate::check) fn is_request_id(header: &str) -> bool {
    const WORDS: [&str; 8] =
        ["correlation", "correlacao", "request-id", "requestid", "request_id", "requisicao", "trace-id", "traceid"];
    let lower = header.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

/// Asks for the value of a header at the terminal. `None`: there is none, or the person does not know it.
///
/// # Errors
/// The terminal failed.
pub(in crate::check) fn ask_for_header(header: &str, http: u16) -> Result<Option<String>, Error> {
    let question = format!("A API pede o cabeçalho {header} (HTTP {http}). Valor dele (Enter: não sei): ");
    if has_terminal() { ask_if_known(&question) } else { Ok(None) }
}

/// What to try, the likeliest first: the token's header alone, the key's alone, and both.
fn candidates(draft: &Draft, refusal: &RawResponse, named: Option<&str>, has_token: bool) -> Vec<Entries> {
    let mut of_key: Vec<Entries> = Vec::new();
    if draft.get(&API_KEY).is_none() {
        let told = named.map(str::to_owned).into_iter().chain(key_headers_in_refusal(refusal));
        let mut headers: Vec<String> = Vec::new();
        for header in told.chain(API_KEY_HEADERS.map(str::to_owned)) {
            if !headers.iter().any(|one| one.eq_ignore_ascii_case(&header)) {
                headers.push(header);
            }
        }
        of_key = headers.into_iter().map(|header| vec![(API_KEY.to_vec(), header)]).collect();
    }
    let says_token = draft.get(&["headers", "authorization"]).is_some() || draft.get(&["session", "scheme"]).is_some();
    if !has_token || says_token {
        return of_key;
    }
    let of_token = TOKEN_HEADERS.map(|(header, scheme)| {
        let mut entries = vec![(vec!["session", "scheme"], scheme.to_owned())];
        if header != "Authorization" {
            entries.push((vec!["headers", "authorization"], header.to_owned()));
        }
        entries
    });
    let both = of_key.iter().flat_map(|key| of_token.iter().map(|token| [&key[..], &token[..]].concat()));
    let both: Vec<_> = both.collect();
    of_token.into_iter().chain(of_key).chain(both).collect()
}

/// Adds entries to a draft.
pub(in crate::check) fn set(draft: &mut Draft, entries: &Entries) {
    for (path, value) in entries {
        draft.set(path, value.as_str(), None);
    }
}

pub(in crate::check) fn is_unauthorized(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|raw| matches!(raw.status, 401 | 403))
}
