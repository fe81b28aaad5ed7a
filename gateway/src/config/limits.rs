//! How much one GraphQL document may ask for, before any of it runs.

use clap::Args;

use super::value::{positive, size};
use crate::schema::limits;

/// The settings as they are given. The portal's own documents are held to them too, so the gateway does not start with
/// one below what they need.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits of a document")]
#[group(skip)]
pub struct Limits {
    /// Most names, values and punctuation marks.
    #[arg(long, global = true, env = "GATEWAY_MAX_TOKENS", value_name = "NUMBER", default_value_t = number(defaults().tokens), value_parser = positive())]
    max_tokens: u32,
    /// Most fields inside of one another.
    #[arg(long, global = true, env = "GATEWAY_MAX_DEPTH", value_name = "NUMBER", default_value_t = number(defaults().depth), value_parser = positive())]
    max_depth: u32,
    /// Most fields with an alias.
    #[arg(long, global = true, env = "GATEWAY_MAX_ALIASES", value_name = "NUMBER", default_value_t = number(defaults().aliases), value_parser = positive())]
    max_aliases: u32,
    /// Most fields of the root of a query.
    #[arg(long, global = true, env = "GATEWAY_MAX_ROOT_FIELDS", value_name = "NUMBER", default_value_t = number(defaults().root_fields), value_parser = positive())]
    max_root_fields: u32,
    /// Most fields of the root of a mutation, `__typename` aside.
    #[arg(long, global = true, env = "GATEWAY_MAX_MUTATIONS", value_name = "NUMBER", default_value_t = number(defaults().mutations), value_parser = positive())]
    max_mutations: u32,
    /// Most directives.
    #[arg(long, global = true, env = "GATEWAY_MAX_DIRECTIVES", value_name = "NUMBER", default_value_t = number(defaults().directives), value_parser = positive())]
    max_directives: u32,
    /// Most fields, those of a fragment counted wherever it is spread; of fragments there may be as many.
    #[arg(long, global = true, env = "GATEWAY_MAX_FIELDS", value_name = "NUMBER", default_value_t = number(defaults().fields), value_parser = positive())]
    max_fields: u32,
    /// Most calls to the services that an operation leads to, calls by key aside.
    #[arg(long, global = true, env = "GATEWAY_MAX_CALLS", value_name = "NUMBER", default_value_t = number(defaults().calls), value_parser = positive())]
    max_calls: u32,
    /// Most calls by key (an insured, the acionamento behind a relation), counted for every row that a page may have.
    #[arg(long, global = true, env = "GATEWAY_MAX_KEYED_CALLS", value_name = "NUMBER", default_value_t = number(defaults().keyed_calls), value_parser = positive())]
    max_keyed_calls: u32,
    /// Most values in the answer: fields, counted for every row that a page may have.
    #[arg(long, global = true, env = "GATEWAY_MAX_VALUES", value_name = "NUMBER", default_value_t = number(defaults().values), value_parser = positive())]
    max_values: u32,
}

impl Limits {
    /// The limits of every document.
    pub fn of_documents(&self) -> limits::DocumentLimits {
        limits::DocumentLimits {
            tokens: size(self.max_tokens),
            depth: size(self.max_depth),
            aliases: size(self.max_aliases),
            root_fields: size(self.max_root_fields),
            mutations: size(self.max_mutations),
            directives: size(self.max_directives),
            fields: size(self.max_fields),
            calls: size(self.max_calls),
            keyed_calls: size(self.max_keyed_calls),
            values: size(self.max_values),
        }
    }
}

fn defaults() -> limits::DocumentLimits {
    limits::DocumentLimits::default()
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
