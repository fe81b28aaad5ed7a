//! The response to one call of the check, read as the gateway reads it.

use std::sync::Arc;

use contract::{
    Call,
    envelope::{Answer, ReadError, Reason},
    login::ValidaEmail,
    mapping::ResponseMapping,
};
use hyper::StatusCode;
use serde_json::Value;

use super::observed_fields::ObservedFields;
use crate::{
    contract_schema::schema::{CallSchema, ContractSchema},
    mapping::{
        Mapping,
        call_mapping::CallMapping,
        response_meaning::{ResponseHead, Understood, may_lack_body},
    },
    upstream::{Fault, RawResponse, opens_code_step, without_content},
};

/// A call that was sent, with its response.
pub(super) struct Sample {
    pub(super) call: &'static CallSchema,
    /// The request with its values; null for a step of the login, whose values are secret.
    pub(super) asked: Value,
    pub(super) answer: Result<RawResponse, Fault>,
    read: fn(&RawResponse, &CallMapping) -> Reading,
}

/// A response as the gateway reads it.
pub(super) struct Reading {
    pub(super) outcome: Outcome,
    pub(super) fields: Arc<ObservedFields>,
    /// Whether the list may have more pages than the gateway reads.
    pub(super) has_unread_pages: bool,
}

/// What came of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A success that the gateway reads.
    Success,
    /// The service refused, with this text for the user.
    Refused(String),
    /// A success without data or a text, which the gateway takes for a refusal.
    NoData,
    /// The session ended.
    SessionEnd,
    /// The body cannot be read.
    Unreadable(ReadError),
    /// There is no response to read.
    Failed(Problem),
}

/// Why there is no response to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Unwritable,
    NotConnected,
    Tls,
    Broken,
    Timeout,
    TooLarge,
    Forbidden,
    RateLimited,
    Redirect,
    NoSuchPath,
    WrongMethod,
    RequestRefused,
    UnknownSuccess,
    Status,
}

impl Sample {
    pub(super) fn new<C: Call>(answer: Result<RawResponse, Fault>) -> Self {
        let call = ContractSchema::get().calls.iter().find(|call| call.path() == C::PATH);
        Self { call: call.expect("the schema has every service"), asked: Value::Null, answer, read: read::<C> }
    }

    pub(super) fn is_http_success(&self) -> bool {
        self.answer.as_ref().is_ok_and(|raw| (200..300).contains(&raw.status))
    }

    /// Whether it is a success of HTTP that may be without a body, and is.
    pub(super) fn is_without_body(&self) -> bool {
        let is_empty = |raw: &RawResponse| may_lack_body(raw.status) && raw.body.trim_ascii().is_empty();
        self.answer.as_ref().is_ok_and(is_empty)
    }

    pub(super) fn read(&self, mapping: &Mapping) -> Reading {
        match &self.answer {
            Ok(raw) => (self.read)(raw, mapping.call(self.call.path())),
            Err(fault) => {
                let outcome = Outcome::Failed(Problem::from_fault(fault));
                Reading { outcome, fields: Arc::default(), has_unread_pages: false }
            }
        }
    }

    /// The body as JSON. One that is not UTF-8 is read as ISO 8859-1.
    pub(super) fn json(&self) -> Option<Value> {
        let body = &self.answer.as_ref().ok()?.body;
        let latin = || body.iter().map(|byte| char::from(*byte)).collect::<String>();
        let text = str::from_utf8(body).map_or_else(|_| latin(), str::to_owned);
        serde_json::from_str(&text).ok()
    }

    /// Whether the body is JSON in another encoding than UTF-8.
    pub(super) fn is_in_other_charset(&self) -> bool {
        self.answer.as_ref().is_ok_and(|raw| str::from_utf8(&raw.body).is_err()) && self.json().is_some()
    }

    /// The data of a success.
    pub(super) fn data<C: Call>(&self, mapping: &Mapping) -> Option<C::Data> {
        let raw = self.answer.as_ref().ok().filter(|_| self.read(mapping).outcome == Outcome::Success)?;
        Answer::<C::Data>::read_mapped(&raw.body, mapping.response(C::PATH)).ok()?.data
    }
}

fn read<C: Call>(raw: &RawResponse, mapping: &CallMapping) -> Reading {
    let fields = Arc::<ObservedFields>::default();
    let response = ResponseMapping { observer: Some(Arc::clone(&fields) as _), ..mapping.response.clone() };
    let mut has_unread_pages = false;
    let outcome = outcome::<C>(raw, mapping, &response, &fields, &mut has_unread_pages);
    Reading { outcome, fields, has_unread_pages }
}

fn outcome<C: Call>(
    raw: &RawResponse,
    mapping: &CallMapping,
    response: &ResponseMapping,
    fields: &ObservedFields,
    has_unread_pages: &mut bool,
) -> Outcome {
    let Ok(status) = StatusCode::from_u16(raw.status) else { return Outcome::Failed(Problem::Status) };
    let parse = || Answer::<C::Data>::read_mapped(&raw.body, response);
    let head = ResponseHead { status, has_location: false, has_session: C::SESSION };
    let understood = match mapping.understand(head, &raw.body, parse) {
        // An empty body is reported as unreadable, not by its status.
        Ok(Understood::Failure) if status.is_success() && raw.body.is_empty() => parse().map(Understood::Answer),
        understood => understood,
    };
    let answer = match understood {
        Ok(Understood::Answer(answer)) => answer,
        Ok(Understood::NoContent) => without_content(&mapping.response),
        Ok(Understood::EmptyList) => return Outcome::Success,
        Ok(Understood::SessionEnd) => return Outcome::SessionEnd,
        Ok(Understood::RepeatedStatus) => return Outcome::Failed(Problem::UnknownSuccess),
        Ok(Understood::Failure) => return Outcome::Failed(Problem::of_status(status)),
        Err(error) => {
            fields.add_faults(&error.faults);
            return Outcome::Unreadable(error);
        }
    };
    fields.add_faults(&answer.faults);
    if let Some(type_name) = mapping.rows.filter(|_| answer.data.is_some()) {
        let rows = usize::try_from(fields.of_type(type_name).objects).unwrap_or(usize::MAX);
        let count = answer.pages.total;
        // The response counts rows and has none: it is not the first page.
        let is_missed = rows == 0 && count.is_some_and(|count| count > 0);
        let says_more = answer.pages.says_more(rows, 1);
        let may_have_more = match &mapping.pages {
            None => says_more == Some(true),
            // Without `rows`, and if the response says nothing, the first page is taken for the whole list.
            Some(pages) => pages.rows.is_none() && rows > 0 && says_more.is_none(),
        };
        *has_unread_pages = is_missed || may_have_more;
    }
    let opens_code_step = C::PATH == ValidaEmail::PATH && opens_code_step(&answer);
    match () {
        () if answer.data.is_some() || opens_code_step => Outcome::Success,
        () if answer.is_success && answer.messages.is_empty() => Outcome::NoData,
        () => Outcome::Refused(answer.messages),
    }
}

impl Outcome {
    /// Why a body cannot be read, with the remedy.
    pub(super) fn of_body(error: &ReadError, raw: &RawResponse) -> String {
        // PHP sends JSON as `text/html` by default.
        let is_html = raw.content_type.as_deref().is_some_and(|kind| kind.contains("html"));
        let is_page = match raw.body.trim_ascii_start().first() {
            Some(b'{' | b'[') => false,
            first => is_html || first == Some(&b'<'),
        };
        match error.reason {
            _ if raw.body.trim_ascii().is_empty() => "a resposta veio vazia".to_owned(),
            _ if raw.body.starts_with(b"\x1f\x8b") => {
                "a resposta veio comprimida (gzip), o que o gateway não pede".to_owned()
            }
            _ if is_page => "chegou uma página HTML em vez de JSON: confira GATEWAY_UPSTREAM_URL".to_owned(),
            Reason::NotUtf8 => "o texto não está em UTF-8: veja charset em [reading]".to_owned(),
            Reason::NotJson | Reason::Incomplete => {
                format!("não é JSON a partir da linha {}, coluna {}", error.line, error.column)
            }
            Reason::MissingField(name) => format!("falta {name} (linha {}, coluna {})", error.line, error.column),
            Reason::OtherType => format!("valor que o gateway não lê na linha {}, coluna {}", error.line, error.column),
        }
    }
}

impl Problem {
    fn from_fault(fault: &Fault) -> Self {
        match fault {
            Fault::Rejected { .. } => Self::Unwritable,
            Fault::Tls(_) => Self::Tls,
            Fault::NotConnected(_) => Self::NotConnected,
            Fault::Timeout => Self::Timeout,
            Fault::InvalidResponse(_) | Fault::NoMemory => Self::TooLarge,
            Fault::BreakerOpen | Fault::Overloaded => Self::Status,
            _ => Self::Broken,
        }
    }

    fn of_status(status: StatusCode) -> Self {
        match status {
            status if status.is_redirection() => Self::Redirect,
            StatusCode::BAD_REQUEST | StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => {
                Self::RequestRefused
            }
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NoSuchPath,
            StatusCode::METHOD_NOT_ALLOWED => Self::WrongMethod,
            StatusCode::TOO_MANY_REQUESTS => Self::RateLimited,
            _ => Self::Status,
        }
    }

    /// Whether the mapping or the address is wrong, and not the network, the session or the service.
    pub(super) fn is_of_mapping(self) -> bool {
        matches!(self, Self::NoSuchPath | Self::WrongMethod | Self::RequestRefused | Self::UnknownSuccess)
    }

    /// The problem and its remedy.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Unwritable => {
                "não foi enviado: o valor não pode ser escrito como número; veja codes em [writing], ou diga as = \"text\" da \
                 chave em [requests]"
            }
            Self::NotConnected => "sem conexão: confira GATEWAY_UPSTREAM_URL e a rede até lá",
            Self::Tls => {
                "o TLS falhou: o certificado deve ter o nome que está em GATEWAY_UPSTREAM_URL e ser de uma autoridade em que \
                 esta máquina confia, ou da que está em GATEWAY_UPSTREAM_CA"
            }
            Self::Broken => "a conexão caiu antes do fim da resposta",
            Self::Timeout => "sem resposta inteira no prazo: veja GATEWAY_READ_TIMEOUT e GATEWAY_WRITE_TIMEOUT",
            Self::TooLarge => "a resposta é maior do que o gateway lê",
            Self::Forbidden => {
                "HTTP 403: esta sessão não pode perguntar isso, ou a API espera a chave em um cabeçalho ([headers] api-key)"
            }
            Self::RateLimited => "HTTP 429: a API limita quantos pedidos recebe: espere um pouco e repita",
            Self::Redirect => "redireciona, o que o gateway não segue: confira GATEWAY_UPSTREAM_URL",
            Self::NoSuchPath => {
                "não há este caminho: confira GATEWAY_UPSTREAM_URL, ou diga outro em path deste serviço"
            }
            Self::WrongMethod => {
                "este caminho existe, mas não aceita POST (HTTP 405): se há outro, diga-o em path deste serviço"
            }
            Self::RequestRefused => {
                "a API não aceita o pedido como o gateway o escreve: confira as chaves dele em [requests] e a forma dos \
                 valores em [writing]; --show-refusals mostra o que ela diz"
            }
            Self::UnknownSuccess => {
                "o status do envelope repete o do HTTP, um sucesso, e não está em success: veja success em [envelope]"
            }
            Self::Status => "o serviço falhou",
        }
    }
}
