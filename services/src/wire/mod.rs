//! The wire of the 21 services: the path of each, what is sent to it and what it answers.
//!
//! The real services' payloads are mostly unknown. Everything assumed about them stands in this
//! module and nowhere else: correcting a path or a field name is a change of one line here, and no
//! other module of either crate knows a name of the wire. It holds data and how it is written as
//! JSON, and the bounds that both sides hold it to; never behaviour.
//!
//! Keys of requests are plain words (`codigoAcesso`); keys of answers carry two letters that tell
//! what they are (`dsToken`): `cd` code, `nr` number (text, so that leading zeros stay), `nm` name,
//! `ds` text, `dt` date or instant, `vl` value in BRL, `qt` count, `fl` flag. Reading is liberal
//! (see [`value`] and [`envelope`]), writing is strict.

pub mod acionamento;
mod date;
pub mod envelope;
pub mod login;
pub mod menu;
pub mod painel;
pub mod plain;
pub mod procedimento;
mod reader;
pub mod segurado;
pub mod seguradora;
pub mod value;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

/// A request to one of the services. The type of the body says where it goes and what comes back.
pub trait Call: Serialize + DeserializeOwned + JsonSchema {
    /// The path below the base URL, with its leading slash.
    const PATH: &'static str;
    /// Whether the service wants the bearer token of a session, and answers HTTP 401 without one.
    const SESSION: bool = true;
    /// Whether the service knows the header [`acionamento::IDEMPOTENCY_KEY`].
    const IDEMPOTENT: bool = false;
    /// What `data` holds when the service accepts.
    type Data: Serialize + DeserializeOwned + JsonSchema;
}

/// A call that changes nothing, however often it is made. A call without this mark cannot be sent as a read.
pub trait ReadOnly: Call {}

/// A call that changes something. A call without this mark cannot be sent as a write.
pub trait Write: Call {
    /// The paths of the reads that may answer otherwise once it is done.
    const MAKES_STALE: &'static [&'static str];
}
