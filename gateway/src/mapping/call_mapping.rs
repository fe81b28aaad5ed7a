//! How one service differs from the contract: its path, its responses, and which refusals mean the end of a session, an empty
//! list, or one of the special answers of the login.

use contract::{
    Call as _,
    envelope::Answer,
    login::ValidaLogin,
    mapping::{ReadForms, ResponseMapping},
};
use encoding_rs::Encoding;
use hyper::{StatusCode, header::HeaderName};

use super::{
    added_keys,
    call_tables::CallTables,
    codes_and_flags, envelope,
    error::MappingError,
    file::{MappingFile, pages::PagePlace},
    headers::HeaderNames,
    keys,
    page_requests::{self, PageRequests},
    refusals::{self, CallRefusals, RefusalMeaning, codes_in},
};
use crate::{base_url::BaseUrl, contract_schema::vocabulary::CallNames};

/// How one service differs from the contract.
#[derive(Debug)]
pub(crate) struct CallMapping {
    /// Its path below the base URL.
    pub(crate) path: String,
    /// The base URL of its module, if that is not the gateway's.
    pub(crate) base_url: Option<BaseUrl>,
    /// The query string of its address; empty if it has none.
    pub(crate) query: String,
    /// The type of its rows, if its data are a list.
    pub(crate) rows: Option<&'static str>,
    /// How its pages are asked for; `None` if its list comes whole.
    pub(crate) pages: Option<PageRequests>,
    /// Its responses.
    pub(crate) response: ResponseMapping,
    /// The encoding of its bodies that are not UTF-8.
    pub(crate) charset: Option<&'static Encoding>,
    /// The header of its responses with the session's token, if their data do not have it.
    pub(crate) token_header: Option<HeaderName>,
    /// Which of its responses are refusals, and what they mean.
    refusals: CallRefusals,
}

impl CallMapping {
    pub(super) fn new(
        file: &MappingFile,
        call: &'static CallNames,
        headers: &HeaderNames,
    ) -> Result<Self, MappingError> {
        let tables = CallTables::new(file, call)?;
        let envelope = envelope::of_call(&tables)?;
        let refusals = refusals::of_call(&tables, envelope.status.as_ref())?;
        let (pages, page_keys) = page_requests::of_call(&tables)?;
        let of_pages = pages.iter().flat_map(|pages| pages.keys_in(PagePlace::Query));
        Ok(Self {
            path: path_of_call(&tables)?,
            base_url: base_url(file, call.module())?,
            query: added_keys::query(&added_keys::added_to_query(&tables, of_pages)?),
            rows: call.data.as_deref().filter(|_| call.is_list),
            response: ResponseMapping {
                list: envelope::list_of_call(&tables)?,
                envelope,
                types: keys::of_call(&tables)?,
                forms: ReadForms { amounts: file.reading.amounts, days: file.reading.dates },
                values: codes_and_flags::of_call(&tables)?,
                pages: page_keys,
                observer: None,
            },
            pages,
            charset: charset(file)?,
            token_header: headers.token.clone().filter(|_| call.path == ValidaLogin::PATH),
            refusals,
        })
    }

    /// What an HTTP status means. `is_addressed`: the response has the address of the data, which may take the place of a body.
    /// A call without a session has none that could have ended, so the user is told what the service says.
    pub(crate) fn http_status_meaning(
        &self,
        status: StatusCode,
        is_addressed: bool,
        has_session: bool,
    ) -> HttpStatusMeaning {
        match status {
            status if self.refusals.include(status.as_u16()) => HttpStatusMeaning::Refusal,
            // Of these two only a part of the response comes, and no part was requested (RFC 9110, section 15.3.7; RFC 3229).
            StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED => HttpStatusMeaning::Failure,
            status if is_addressed || self.may_be_empty(status) => HttpStatusMeaning::SuccessOrEmpty,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT => HttpStatusMeaning::NoContent,
            status if status.is_success() => HttpStatusMeaning::Success,
            StatusCode::BAD_REQUEST
            | StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::UNPROCESSABLE_ENTITY
                if !has_session =>
            {
                HttpStatusMeaning::ExplainedFailure
            }
            status if self.refusals.end_session(status.as_u16()) => HttpStatusMeaning::SessionEnd,
            _ => HttpStatusMeaning::Failure,
        }
    }

    /// What a response means, whose status means this. `parse` reads the body of a success.
    pub(crate) fn understand<T, E>(
        &self,
        meaning: HttpStatusMeaning,
        status: StatusCode,
        body: &[u8],
        parse: impl FnOnce() -> Result<Answer<T>, E>,
    ) -> Result<Understood<T>, E> {
        let answer = match meaning {
            HttpStatusMeaning::SuccessOrEmpty if body.is_empty() => return Ok(Understood::NoContent),
            HttpStatusMeaning::Success | HttpStatusMeaning::SuccessOrEmpty => parse()?,
            HttpStatusMeaning::Refusal => Answer::refusal(body, &self.response),
            HttpStatusMeaning::ExplainedFailure => match Answer::refusal(body, &self.response) {
                explanation if explanation.messages.trim().is_empty() => return Ok(Understood::Failure),
                explanation => explanation,
            },
            HttpStatusMeaning::SessionEnd => return Ok(Understood::SessionEnd),
            HttpStatusMeaning::NoContent | HttpStatusMeaning::Failure => return Ok(Understood::Failure),
        };
        Ok(self.understand_answer(status, body, answer))
    }

    /// Whether an empty body is a success without data: for 202, 204 and 205, if there is no envelope.
    fn may_be_empty(&self, status: StatusCode) -> bool {
        let has_no_content =
            matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT);
        has_no_content && self.response.envelope.data.is_none()
    }

    /// Whether the body's status is the HTTP status of this success (`201`), which `[envelope] success` lacks.
    fn repeats_success<T>(&self, status: StatusCode, body: &[u8], answer: &Answer<T>) -> bool {
        let key = self.response.envelope.status.as_ref().filter(|_| status.is_success() && !answer.is_success);
        key.is_some_and(|key| codes_in(body, key).iter().any(|code| code == status.as_str()))
    }

    /// What an answer means.
    fn understand_answer<T>(&self, status: StatusCode, body: &[u8], answer: Answer<T>) -> Understood<T> {
        // Null data in a success are a refusal, unless the status alone decides.
        let is_success = answer.is_success && (answer.data.is_some() || self.response.envelope.null_is_success);
        match self.refusals.meaning(status.as_u16(), body, &answer.messages, is_success) {
            Some(RefusalMeaning::SessionEnd) => Understood::SessionEnd,
            Some(RefusalMeaning::EmptyList) => Understood::EmptyList,
            Some(RefusalMeaning::Message(message)) => {
                let messages = message.to_owned();
                Understood::Answer(Answer { is_success: false, messages, data: None, ..answer })
            }
            None if !is_success && self.repeats_success(status, body, &answer) => Understood::RepeatedStatus,
            None => Understood::Answer(answer),
        }
    }
}

/// What an HTTP status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HttpStatusMeaning {
    /// A success, whose body is read.
    Success,
    /// The same, but it may have no body.
    SuccessOrEmpty,
    /// A success without the body that it needs.
    NoContent,
    /// A refusal, whose body has the messages.
    Refusal,
    /// The session ended.
    SessionEnd,
    /// A failure, whose body may have messages: it is a refusal then.
    ExplainedFailure,
    /// A failure.
    Failure,
}

impl HttpStatusMeaning {
    /// Whether the body says more than the status.
    pub(crate) fn reads_body(self) -> bool {
        match self {
            Self::Success | Self::SuccessOrEmpty | Self::Refusal | Self::ExplainedFailure => true,
            Self::NoContent | Self::SessionEnd | Self::Failure => false,
        }
    }
}

/// What a response means.
pub(crate) enum Understood<T> {
    /// A success or a refusal. A special answer of the login (`BLOQUEADO`, `TROCARSENHA`) is a refusal with that message.
    Answer(Answer<T>),
    /// A success without a body.
    NoContent,
    /// A success whose list is empty.
    EmptyList,
    /// The session ended.
    SessionEnd,
    /// A failure, of which the status says all.
    Failure,
    /// A refusal only because its status repeats a success of HTTP that `success` does not have.
    RepeatedStatus,
}

fn charset(file: &MappingFile) -> Result<Option<&'static Encoding>, MappingError> {
    let Some(label) = &file.reading.charset else { return Ok(None) };
    let text = || format!("reading.charset: {label} não é uma codificação de textos conhecida");
    Encoding::for_label(label.as_bytes()).map(Some).ok_or_else(|| MappingError::at(&["reading.charset"], text()))
}

/// The base URL of a module, if it is not that of the settings.
fn base_url(file: &MappingFile, module: &str) -> Result<Option<BaseUrl>, MappingError> {
    let Some(url) = file.base_urls.get(module) else { return Ok(None) };
    let place = format!("base-urls.{module}");
    url.parse().map(Some).map_err(|wrong| MappingError::at(&[&place], format!("{place}: {wrong}")))
}

fn path_of_call(tables: &CallTables) -> Result<String, MappingError> {
    match &tables.own.path {
        None => Ok(tables.call.path.to_owned()),
        Some(path) if is_path(path) => Ok(path.clone()),
        Some(path) => {
            let of_call = format!("calls.\"{}\"", tables.call.last_segment());
            let text = format!(
                "o caminho {path} não serve em {of_call}: use um que comece com / e não tenha ?, #, \\, espaço, .. nem outros \
                 caracteres que ASCII (á é %C3%A1), nem {{…}}: chaves do pedido não vão no caminho"
            );
            Err(MappingError::at(&[format!("{of_call}.path")], text))
        }
    }
}

fn is_path(path: &str) -> bool {
    let is_escape =
        |at: usize| path.as_bytes().get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    path.starts_with('/')
        && !path.contains(['?', '#', '\\', '{', '}', '<', '>', '"'])
        && path.bytes().all(|byte| byte.is_ascii_graphic())
        && !path.contains("..")
        && path.match_indices('%').all(|(at, _)| is_escape(at))
}
