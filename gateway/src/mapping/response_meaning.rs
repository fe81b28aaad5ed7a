//! What a response of a service means, by its HTTP status and its body: a success, a refusal, the end of the session, an empty
//! list, a failure, or one of the special answers of the login.

use contract::envelope::Answer;
use hyper::StatusCode;

use super::{
    call_mapping::CallMapping,
    refusals::{RefusalMeaning, codes_in},
};

/// What is known of a response before its body.
#[derive(Clone, Copy)]
pub(crate) struct ResponseHead {
    pub(crate) status: StatusCode,
    /// Whether it names what was created, so it may have no body.
    pub(crate) has_location: bool,
    /// Whether its call has a session, which may have ended.
    pub(crate) has_session: bool,
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
    /// A failure that its HTTP status alone describes.
    Failure,
    /// Read as a refusal only because its body repeats an HTTP success that `[envelope] success` lacks.
    RepeatedStatus,
}

/// What an HTTP status means.
#[derive(PartialEq, Eq)]
enum HttpStatusMeaning {
    /// A success, whose body is read.
    Success,
    /// The same, but it may have no body.
    SuccessOrEmpty,
    /// A refusal, whose body has the messages.
    Refusal,
    /// The session ended.
    SessionEnd,
    /// A failure whose body may have messages: then it is a refusal.
    ExplainedFailure,
    /// A failure, or a success without the body that it needs.
    Failure,
}

impl CallMapping {
    /// What a response means. `parse` reads the body of a success.
    pub(crate) fn understand<T, E>(
        &self,
        head: ResponseHead,
        body: &[u8],
        parse: impl FnOnce() -> Result<Answer<T>, E>,
    ) -> Result<Understood<T>, E> {
        let answer = match self.http_status_meaning(head) {
            HttpStatusMeaning::SuccessOrEmpty if body.is_empty() => return Ok(Understood::NoContent),
            HttpStatusMeaning::Success | HttpStatusMeaning::SuccessOrEmpty => parse()?,
            HttpStatusMeaning::Refusal => Answer::refusal(body, &self.response),
            HttpStatusMeaning::ExplainedFailure => match Answer::refusal(body, &self.response) {
                explanation if explanation.messages.trim().is_empty() => return Ok(Understood::Failure),
                explanation => explanation,
            },
            HttpStatusMeaning::SessionEnd => return Ok(Understood::SessionEnd),
            HttpStatusMeaning::Failure => return Ok(Understood::Failure),
        };
        Ok(self.understand_answer(head.status, body, answer))
    }

    /// Whether the body says more than the head.
    pub(crate) fn reads_body(&self, head: ResponseHead) -> bool {
        match self.http_status_meaning(head) {
            HttpStatusMeaning::Success
            | HttpStatusMeaning::SuccessOrEmpty
            | HttpStatusMeaning::Refusal
            | HttpStatusMeaning::ExplainedFailure => true,
            HttpStatusMeaning::SessionEnd | HttpStatusMeaning::Failure => false,
        }
    }

    /// Whether the status alone is the end of the session.
    pub(crate) fn ends_session(&self, head: ResponseHead) -> bool {
        self.http_status_meaning(head) == HttpStatusMeaning::SessionEnd
    }

    fn http_status_meaning(&self, head: ResponseHead) -> HttpStatusMeaning {
        match head.status {
            status if self.refusals.include(status.as_u16()) => HttpStatusMeaning::Refusal,
            // Of these two only a part of the response comes, and no part was requested (RFC 9110, section 15.3.7; RFC 3229).
            StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED => HttpStatusMeaning::Failure,
            status if head.has_location || self.may_be_empty(status) => HttpStatusMeaning::SuccessOrEmpty,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT => HttpStatusMeaning::Failure,
            status if status.is_success() => HttpStatusMeaning::Success,
            // A call without a session cannot have ended one: the user sees the text of the service.
            StatusCode::BAD_REQUEST
            | StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::UNPROCESSABLE_ENTITY
                if !head.has_session =>
            {
                HttpStatusMeaning::ExplainedFailure
            }
            status if self.refusals.end_session(status.as_u16()) => HttpStatusMeaning::SessionEnd,
            _ => HttpStatusMeaning::Failure,
        }
    }

    /// Whether an empty body is a success without data: for 202, 204 and 205, if there is no envelope.
    fn may_be_empty(&self, status: StatusCode) -> bool {
        may_lack_body(status.as_u16()) && self.response.envelope.data.is_none()
    }

    /// Whether the body's status is the HTTP status of this success (`201`), which `[envelope] success` lacks.
    fn repeats_success<T>(&self, status: StatusCode, body: &[u8], answer: &Answer<T>) -> bool {
        let key = self.response.envelope.status.as_ref().filter(|_| status.is_success() && !answer.is_success);
        key.is_some_and(|key| codes_in(body, key).iter().any(|code| code == status.as_str()))
    }

    /// Applies the mapping's refusals to an answer.
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

/// Whether a success of HTTP may be without a body.
pub(crate) fn may_lack_body(status: u16) -> bool {
    matches!(status, 202 | 204 | 205)
}
