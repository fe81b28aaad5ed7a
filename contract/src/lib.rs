//! The contract of the services: path, request type and response type of each call.
//!
//! The payloads of the real services are mostly unknown. All assumptions about them are in this crate: to correct a path
//! or a field name, change one line here. No other crate names a field of the services. The crate holds the types of the
//! services, the JSON reader with its API mapping, the calendar and the shared limits. It makes no calls.
//!
//! Request keys are plain words (`codigoAcesso`). Response keys have a prefix for their kind (`dsToken`): `cd` code, `nr`
//! number (a string, to keep leading zeros; `nrMes` and `nrOrdem` are whole numbers), `nm` name, `ds` text, `dt` date or
//! instant, `vl` amount in BRL, `qt` count, `fl` flag. Reading is lenient (see [`value`] and [`envelope`]), writing is strict.
//!
//! The JSON Schema of a request's key says what its type does not:
//! - `format: code` marks an identifier ([`CODE`]), `format: status-code` the code of a status ([`STATUS_CODE`]);
//! - `x-omitted` marks a key that may be left out: nothing changes ([`SAME_REQUEST`]), only its value is lost
//!   ([`LOSES_VALUE`]), or it is sent only if a mapping names it ([`UNLESS_NAMED`]). Without any other key the request means
//!   something else;
//! - `x-null: removes`: null deletes the stored value; without the key the API may keep it.
//!
//! The JSON is read by a deserializer of our own (`json_reader`, with the SIMD scans of [`byte_scan`]).

pub mod acionamento;
pub mod byte_scan;
pub mod calendar;
pub mod cpf_cnpj;
mod date;
pub mod envelope;
mod json_reader;
pub mod login;
pub mod mapping;
pub mod menu;
pub mod painel;
pub mod procedimento;
pub mod segurado;
pub mod seguradora;
pub mod value;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};

use self::envelope::Answer;

/// `format` of a code or a number that identifies something, and is a text here. Some APIs want a JSON number.
pub const CODE: &str = "code";
/// `format` of the code of a status, which a mapping may translate.
pub const STATUS_CODE: &str = "status-code";
/// `x-omitted`: the request means the same without this key: another key or a header determines the value.
pub const SAME_REQUEST: &str = "same-request";
/// `x-omitted`: the request means the same without this key, but for the value that is lost.
pub const LOSES_VALUE: &str = "loses-value";
/// `x-omitted`: the contract's request lacks this key. It is sent only if a mapping names it.
pub const UNLESS_NAMED: &str = "unless-named";

/// `x-null`: null, or an empty text, removes the stored value. Without the key an API may leave that as it is.
pub const REMOVES: &str = "removes";

/// A request to one of the services. The request type determines the path and the response type.
pub trait Call: Serialize + DeserializeOwned + JsonSchema {
    /// The path below the base URL, with its leading slash.
    const PATH: &'static str;
    /// Whether the service requires a session's bearer token (HTTP 401 without one).
    const SESSION: bool = true;
    /// Whether it is a step of the login.
    const LOGIN_STEP: bool = false;
    /// Whether its response grows with the business, so that it may be larger than others.
    const GROWS: bool = false;
    /// Whether a save makes it stale: all that lists or counts acionamentos. A reopening also changes the one that it reopens.
    const STALE_AFTER_SAVE: bool = false;
    /// Type of `data` in a success.
    type Data: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static;
}

/// A service as data: the constants of its [`Call`], and what depends on its types.
#[expect(missing_docs, reason = "the constants have their own")]
pub struct CallInfo {
    pub path: &'static str,
    pub session: bool,
    pub login_step: bool,
    pub grows: bool,
    pub stale_after_save: bool,
    /// The JSON Schema of the request.
    pub request_schema: fn(&mut SchemaGenerator) -> Schema,
    /// The JSON Schema of the data of a success.
    pub data_schema: fn(&mut SchemaGenerator) -> Schema,
    /// Whether this body is read as a success with data.
    pub reads: fn(&[u8]) -> bool,
}

impl CallInfo {
    fn of<C: Call>() -> Self {
        Self {
            path: C::PATH,
            session: C::SESSION,
            login_step: C::LOGIN_STEP,
            grows: C::GROWS,
            stale_after_save: C::STALE_AFTER_SAVE,
            request_schema: SchemaGenerator::subschema_for::<C>,
            data_schema: SchemaGenerator::subschema_for::<C::Data>,
            reads: |body| Answer::<C::Data>::read(body).is_ok_and(|answer| answer.data.is_some()),
        }
    }
}

/// The services, in the order of their modules.
pub fn calls() -> [CallInfo; 21] {
    [
        CallInfo::of::<login::ValidaEmail>(),
        CallInfo::of::<login::ValidaCodigoAcesso>(),
        CallInfo::of::<login::ValidaLogin>(),
        CallInfo::of::<login::AtualizaSenha>(),
        CallInfo::of::<login::AtualizaUsuario>(),
        CallInfo::of::<menu::ListaMenuUsuario>(),
        CallInfo::of::<seguradora::ListaSeguradora>(),
        CallInfo::of::<procedimento::ListaProcedimento>(),
        CallInfo::of::<segurado::PesquisaSegurado>(),
        CallInfo::of::<painel::TotalAcionamentoAbertosDia>(),
        CallInfo::of::<painel::TotalAcionamentoAbertosMes>(),
        CallInfo::of::<painel::TotalAcionamentoFaturadosMes>(),
        CallInfo::of::<painel::TotalSeguradoras>(),
        CallInfo::of::<painel::TotalStatusSeguradorasMes>(),
        CallInfo::of::<painel::TotalStatusAcionamentoAno>(),
        CallInfo::of::<acionamento::ListaAcionamentosByStatus>(),
        CallInfo::of::<acionamento::ListaAcionamentosBySeguradoraStatus>(),
        CallInfo::of::<acionamento::ListaAcionamentosByAutorizacao>(),
        CallInfo::of::<acionamento::ListaAcionamentosBySinistro>(),
        CallInfo::of::<acionamento::RetornaAcionamentoReabertura>(),
        CallInfo::of::<acionamento::SalvaSinistroWeb>(),
    ]
}

/// Marks a call without side effects. Only such a call can be sent as a read.
pub trait ReadOnly: Call {}

/// Marks a call with side effects. Only such a call can be sent as a write.
pub trait Write: Call {}
