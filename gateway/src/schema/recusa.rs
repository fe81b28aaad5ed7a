//! The outcomes of an action that its person can mend: data, not errors.

use std::borrow::Cow;

use async_graphql::Enum;
use macros::object;

use super::error::{Error, redaction};
use crate::upstream::{self, Fault};

/// The action was refused, and `mensagem` says why in words for the person.
#[object]
#[derive(Clone, Debug)]
pub struct Recusa {
    /// The reason, in Portuguese, to be shown as it is.
    pub mensagem: String,
    /// What a program can do about it, where there is something; null where the services refused with nothing but text.
    pub codigo: Option<CodigoDaRecusa>,
}

/// What a program can tell from a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum CodigoDaRecusa {
    /// The time of the `desafio` is over: the login begins again with the e-mail address.
    DesafioExpirado,
    /// The step of the `desafio` was done before: the login begins again with the e-mail address.
    DesafioUsado,
    /// Nothing can be handed in with the `desafio` any more: the login begins again with the e-mail address.
    DesafioEsgotado,
    /// Another request is doing the step of the `desafio` right now: its answer counts.
    DesafioEmUso,
}

/// Something that was entered cannot be accepted; nothing was sent to the services.
#[object]
#[derive(Clone, Debug)]
pub struct EntradaInvalida {
    /// What is wrong as a whole, in Portuguese, to be shown as it is.
    pub mensagem: String,
    /// What is wrong with each field that is not acceptable, at least one.
    pub campos: Vec<CampoInvalido>,
}

/// A field of an input that cannot be accepted.
#[object]
#[derive(Clone, Debug)]
pub struct CampoInvalido {
    /// Path of the field in the input, its names joined by dots and list positions from 0: `procedimentos.0.valor`.
    pub campo: String,
    /// What is wrong with it, in Portuguese, to be shown beside the field.
    pub mensagem: String,
}

impl Recusa {
    /// A refusal of the gateway's own.
    pub fn new(mensagem: impl Into<Cow<'static, str>>) -> Self {
        Self { mensagem: mensagem.into().into_owned(), codigo: None }
    }

    /// The same, for programs to act on.
    pub fn with(codigo: CodigoDaRecusa, mensagem: impl Into<Cow<'static, str>>) -> Self {
        Self { codigo: Some(codigo), ..Self::new(mensagem) }
    }

    /// The refusal in a failed call, if it is one; every other failure is an error.
    ///
    /// # Errors
    /// The call failed otherwise.
    pub fn from_upstream(error: upstream::Error) -> Result<Self, Error> {
        match &error.fault {
            Fault::Rejected { messages } => Ok(Self::new(redaction::sanitize_upstream_message(messages))),
            _ => Err(error.into()),
        }
    }
}

impl EntradaInvalida {
    /// `None` where no field is invalid.
    pub fn from_campos(campos: Vec<CampoInvalido>) -> Option<Self> {
        if campos.is_empty() {
            return None;
        }
        Some(Self { mensagem: "Confira os campos destacados.".to_owned(), campos })
    }
}

impl CampoInvalido {
    /// Says what is wrong with a field.
    pub fn new(campo: impl Into<String>, mensagem: impl Into<String>) -> Self {
        Self { campo: campo.into(), mensagem: mensagem.into() }
    }
}
