//! How one service differs from the contract: its path, its responses, and which refusals mean the end of a session, an empty
//! list, or one of the special answers of the login.

use std::sync::Arc;

use contract::{
    envelope::Answer,
    mapping::{KeyPath, ResponseMapping},
};
use encoding_rs::Encoding;
use hyper::{StatusCode, header::HeaderName};

use super::{
    file::RefusalsTable,
    pages::PageRequests,
    refusals::{RefusalMarkers, codes_in},
};
use crate::base_url::BaseUrl;

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
    /// Whether it is a step of the login.
    pub(super) is_login_step: bool,
    /// How its pages are asked for; `None` if its list comes whole.
    pub(crate) pages: Option<PageRequests>,
    /// Its responses.
    pub(crate) response: ResponseMapping,
    /// The encoding of its bodies that are not UTF-8.
    pub(crate) charset: Option<&'static Encoding>,
    /// The header of its responses with the session's token, if their data do not have it.
    pub(crate) token_header: Option<HeaderName>,
    /// HTTP statuses of refusals.
    pub(super) refusals: Arc<[u16]>,
    /// The key of the code that tells refusals apart.
    pub(super) code: Option<KeyPath>,
    /// How it reports that a session ended, besides HTTP 401. `None` if it needs no session.
    pub(super) ended: Option<Arc<RefusalsTable>>,
    /// How it reports that its list is empty, besides a list without rows.
    pub(super) empty: RefusalsTable,
    /// How it reports what the contract has a message for, and that message. It counts whatever the status and the data are.
    pub(super) special: Vec<(RefusalsTable, &'static str)>,
}

impl CallMapping {
    /// What an HTTP status means. `is_addressed`: the response has the address of the data, which may take the place of a body.
    pub(crate) fn http_status_meaning(&self, status: StatusCode, is_addressed: bool) -> HttpStatusMeaning {
        match status {
            status if self.is_refusal(status) => HttpStatusMeaning::Refusal,
            // Of these two only a part of the response comes, and no part was requested (RFC 9110, section 15.3.7; RFC 3229).
            StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED => HttpStatusMeaning::Failure,
            status if is_addressed || self.may_be_empty(status) => HttpStatusMeaning::SuccessOrEmpty,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT => HttpStatusMeaning::NoContent,
            status if status.is_success() => HttpStatusMeaning::Success,
            status if self.is_session_end(status) => HttpStatusMeaning::SessionEnd,
            _ => HttpStatusMeaning::Failure,
        }
    }

    fn is_session_end(&self, status: StatusCode) -> bool {
        status == StatusCode::UNAUTHORIZED || self.ended.as_ref().is_some_and(|ended| ended.has_status(status.as_u16()))
    }

    fn is_refusal(&self, status: StatusCode) -> bool {
        let status = status.as_u16();
        let has_status = |refusals: &RefusalsTable| refusals.has_status(status);
        self.refusals.contains(&status)
            || has_status(&self.empty)
            || self.special.iter().any(|(refusals, _)| has_status(refusals))
    }

    /// Whether the body says more than this status. A step of the login has no session that could have ended, so the user is
    /// told what the service says.
    pub(crate) fn reads_body(&self, meaning: HttpStatusMeaning, status: StatusCode) -> bool {
        let may_explain = matches!(
            status,
            StatusCode::BAD_REQUEST
                | StatusCode::UNAUTHORIZED
                | StatusCode::FORBIDDEN
                | StatusCode::UNPROCESSABLE_ENTITY
        );
        match meaning {
            HttpStatusMeaning::Success | HttpStatusMeaning::SuccessOrEmpty | HttpStatusMeaning::Refusal => true,
            HttpStatusMeaning::NoContent | HttpStatusMeaning::SessionEnd | HttpStatusMeaning::Failure => {
                self.is_login_step && may_explain
            }
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
            HttpStatusMeaning::NoContent | HttpStatusMeaning::SessionEnd | HttpStatusMeaning::Failure => {
                let explanation = Answer::refusal(body, &self.response);
                if !self.reads_body(meaning, status) || explanation.messages.trim().is_empty() {
                    let is_session_end = meaning == HttpStatusMeaning::SessionEnd;
                    return Ok(if is_session_end { Understood::SessionEnd } else { Understood::Failure });
                }
                explanation
            }
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
        if is_success && self.special.is_empty() {
            return Understood::Answer(answer);
        }
        let all = self.ended.as_deref().into_iter().chain([&self.empty]);
        let mut all = all.chain(self.special.iter().map(|(refusals, _)| refusals));
        let key = self.code.as_ref().filter(|_| all.any(|refusals| !refusals.codes.is_empty()));
        let codes = key.map(|key| codes_in(body, key)).unwrap_or_default();
        let markers = RefusalMarkers { status: status.as_u16(), codes: &codes, messages: &answer.messages };
        if let Some((_, message)) = self.special.iter().find(|(refusals, _)| refusals.include(markers)) {
            let messages = (*message).to_owned();
            return Understood::Answer(Answer { is_success: false, messages, data: None, ..answer });
        }
        match () {
            () if is_success => Understood::Answer(answer),
            () if self.ended.as_ref().is_some_and(|ended| ended.include_body(markers)) => Understood::SessionEnd,
            () if self.empty.include(markers) => Understood::EmptyList,
            () if self.repeats_success(status, body, &answer) => Understood::RepeatedStatus,
            () => Understood::Answer(answer),
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
    /// A failure.
    Failure,
}

/// What a response means.
pub(crate) enum Understood<T> {
    /// A success or a refusal. One that means what the contract has a message for is a refusal with that message.
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
