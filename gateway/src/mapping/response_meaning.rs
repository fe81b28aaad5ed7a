//! What a response of a service means, by its HTTP status and its body: a success, a refusal, the end of the session, an empty
//! list, a failure, or one of the special answers of the login.

use contract::envelope::Answer;
use hyper::StatusCode;

use super::{
    call_mapping::CallMapping,
    refusals::{RefusalMeaning, codes_in},
};

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
    /// A failure, or a success without the body that it needs.
    Failure,
}

impl CallMapping {
    /// What a response with this status means. `has_location`: it names what was created, so it may have no body. `parse` reads
    /// the body of a success.
    pub(crate) fn understand<T, E>(
        &self,
        status: StatusCode,
        has_location: bool,
        body: &[u8],
        parse: impl FnOnce() -> Result<Answer<T>, E>,
    ) -> Result<Understood<T>, E> {
        let answer = match self.http_status_meaning(status, has_location) {
            HttpStatusMeaning::SuccessOrEmpty if body.is_empty() => return Ok(Understood::NoContent),
            HttpStatusMeaning::Success | HttpStatusMeaning::SuccessOrEmpty => parse()?,
            HttpStatusMeaning::Refusal => Answer::refusal(body, &self.response),
            meaning @ (HttpStatusMeaning::SessionEnd | HttpStatusMeaning::Failure) => {
                let explanation = Answer::refusal(body, &self.response);
                if !self.may_explain(status) || explanation.messages.trim().is_empty() {
                    let is_session_end = meaning == HttpStatusMeaning::SessionEnd;
                    return Ok(if is_session_end { Understood::SessionEnd } else { Understood::Failure });
                }
                explanation
            }
        };
        Ok(self.understand_answer(status, body, answer))
    }

    /// Whether the body says more than this status.
    pub(crate) fn reads_body(&self, status: StatusCode, has_location: bool) -> bool {
        match self.http_status_meaning(status, has_location) {
            HttpStatusMeaning::Success | HttpStatusMeaning::SuccessOrEmpty | HttpStatusMeaning::Refusal => true,
            HttpStatusMeaning::SessionEnd | HttpStatusMeaning::Failure => self.may_explain(status),
        }
    }

    /// Whether this status alone is the end of the session.
    pub(crate) fn ends_session(&self, status: StatusCode) -> bool {
        self.http_status_meaning(status, false) == HttpStatusMeaning::SessionEnd
    }

    fn http_status_meaning(&self, status: StatusCode, has_location: bool) -> HttpStatusMeaning {
        match status {
            status if self.refusals.include(status.as_u16()) => HttpStatusMeaning::Refusal,
            // Of these two only a part of the response comes, and no part was requested (RFC 9110, section 15.3.7; RFC 3229).
            StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED => HttpStatusMeaning::Failure,
            status if has_location || self.may_be_empty(status) => HttpStatusMeaning::SuccessOrEmpty,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT => HttpStatusMeaning::Failure,
            status if status.is_success() => HttpStatusMeaning::Success,
            status if self.refusals.end_session(status.as_u16()) => HttpStatusMeaning::SessionEnd,
            _ => HttpStatusMeaning::Failure,
        }
    }

    /// Whether the body may explain a failure. A step of the login has no session that could have ended, so the user is told what
    /// the service says.
    fn may_explain(&self, status: StatusCode) -> bool {
        const EXPLAINED: [StatusCode; 4] = [
            StatusCode::BAD_REQUEST,
            StatusCode::UNAUTHORIZED,
            StatusCode::FORBIDDEN,
            StatusCode::UNPROCESSABLE_ENTITY,
        ];
        self.is_login_step && EXPLAINED.contains(&status)
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
