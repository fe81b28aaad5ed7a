//! The Rust types of insured, policy and pet. Their fields in the graph are in `segurado.rs`, which imports `acionamento`;
//! `acionamento` imports only this file, so that there is no import cycle.

use std::sync::Arc;

use contract::{cpf_cnpj::CpfCnpj, segurado as wire, value::UnreadableValue};

/// An insured person or company.
pub enum Segurado<'a> {
    /// From the search by tax id.
    Whole {
        /// What was found.
        found: Arc<wire::Segurado>,
        /// The tax id that was asked for.
        cpf_cnpj: CpfCnpj,
    },
    /// What an acionamento has of it.
    InRow {
        /// The tax id, as the row has it.
        cpf_cnpj: &'a str,
        /// The name.
        name: &'a str,
    },
}

/// A policy of an insured.
pub struct Apolice {
    pub(super) insured: Arc<wire::Segurado>,
    pub(super) index: usize,
}

/// A pet.
pub enum Pet<'a> {
    /// From a policy.
    Whole(&'a wire::Pet),
    /// What an acionamento has of it.
    InRow {
        /// Its code.
        code: &'a str,
        /// Its name.
        name: &'a str,
        /// Its species.
        species: Result<Option<&'a str>, UnreadableValue>,
        /// The tax id of the insured, on one of whose policies it is.
        cpf_cnpj: &'a str,
    },
}
