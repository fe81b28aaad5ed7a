//! Expected outcomes of a mutation that the user can correct. They are data, not errors.

use std::borrow::Cow;

use async_graphql::Enum;
use macros::object;
use strum::IntoStaticStr;

use super::{
    error::{Error, KEY_REUSED, redaction},
    executor::leaf_outputs,
    json,
};
use crate::upstream::{self, Fault};

/// The action was refused; `mensagem` says why.
#[object]
#[derive(Clone, Debug)]
pub struct Recusa {
    /// The reason, in Portuguese, to be shown to the user.
    pub mensagem: String,
    /// The reason for programs; null where the services gave only a text.
    pub codigo: Option<CodigoDaRecusa>,
}

/// A reason that programs can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, IntoStaticStr)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum CodigoDaRecusa {
    /// The `desafio` has expired: the login starts again with the e-mail address.
    DesafioExpirado,
    /// The `desafio` was already used: the login starts again with the e-mail address.
    DesafioUsado,
    /// The `desafio` has no attempts left: the login starts again with the e-mail address.
    DesafioEsgotado,
    /// Another request is using the `desafio`: its response counts.
    DesafioEmUso,
    /// The `chave` was already used with other data: nothing was saved now. A new save takes a new `chave`.
    ChaveReutilizada,
}

/// Some fields of the input are invalid; nothing was sent to the services.
#[object]
#[derive(Clone, Debug)]
pub struct EntradaInvalida {
    /// A summary, in Portuguese, to be shown to the user.
    pub mensagem: String,
    /// The invalid fields, at least one.
    pub campos: Vec<CampoInvalido>,
}

/// An invalid field of an input.
#[object]
#[derive(Clone, Debug)]
pub struct CampoInvalido {
    /// Path of the field in the input: names and list positions from 0, joined by dots, as in `procedimentos.0.valor`.
    pub campo: String,
    /// What is wrong with it, in Portuguese, to be shown beside the field.
    pub mensagem: String,
}

leaf_outputs! {
    CodigoDaRecusa: |value, to| json::text((*value).into(), to);
}

impl Recusa {
    /// A refusal by the gateway.
    pub fn new(mensagem: impl Into<Cow<'static, str>>) -> Self {
        Self { mensagem: mensagem.into().into_owned(), codigo: None }
    }

    /// A refusal by the gateway, with a reason for programs.
    pub fn with_code(codigo: CodigoDaRecusa, mensagem: impl Into<Cow<'static, str>>) -> Self {
        Self { codigo: Some(codigo), ..Self::new(mensagem) }
    }

    /// The refusal of a service.
    ///
    /// # Errors
    /// The call failed for another reason.
    pub fn from_upstream(error: upstream::Error) -> Result<Self, Error> {
        match &error.fault {
            Fault::KeyReused => Ok(Self::with_code(CodigoDaRecusa::ChaveReutilizada, KEY_REUSED)),
            Fault::Rejected { messages } => Ok(Self::new(redaction::redact_upstream_message(messages))),
            _ => Err(error.into()),
        }
    }
}

impl EntradaInvalida {
    /// The refusal of these fields.
    pub fn new(campos: Vec<CampoInvalido>) -> Self {
        Self { mensagem: "Confira os campos destacados.".to_owned(), campos }
    }
}

impl CampoInvalido {
    /// An invalid field, and what is wrong with it.
    pub fn new(campo: impl Into<String>, mensagem: impl Into<String>) -> Self {
        Self { campo: campo.into(), mensagem: mensagem.into() }
    }
}
