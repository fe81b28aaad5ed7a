//! Settings of the limits of a document. The limits that no operator turns are constants: `schema::limits`.

use clap::Args;

use super::value::{positive, size};
use crate::schema::limits::DocumentLimits;

/// Limits of a document. The portal's documents must pass them: otherwise the gateway does not start.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits of a document")]
#[group(skip)]
pub(super) struct DocumentLimitArgs {
    /// Most nested fields.
    #[arg(long, global = true, env = "GATEWAY_MAX_DEPTH", value_name = "NUMBER", default_value_t = number(DocumentLimits::default().depth), value_parser = positive())]
    max_depth: u32,
    /// Most fields; those of a fragment count wherever it is spread. There may be as many fragments.
    #[arg(long, global = true, env = "GATEWAY_MAX_FIELDS", value_name = "NUMBER", default_value_t = number(DocumentLimits::default().fields), value_parser = positive())]
    max_fields: u32,
    /// Most calls to the services that an operation needs, without calls by key.
    #[arg(long, global = true, env = "GATEWAY_MAX_CALLS", value_name = "NUMBER", default_value_t = number(DocumentLimits::default().calls), value_parser = positive())]
    max_calls: u32,
    /// Most calls by key (an insured, the acionamento of a relation), counted for every row that a page may have.
    #[arg(long, global = true, env = "GATEWAY_MAX_KEYED_CALLS", value_name = "NUMBER", default_value_t = number(DocumentLimits::default().keyed_calls), value_parser = positive())]
    max_keyed_calls: u32,
    /// Most values in the response: fields, counted for every row that a page may have.
    #[arg(long, global = true, env = "GATEWAY_MAX_VALUES", value_name = "NUMBER", default_value_t = number(DocumentLimits::default().values), value_parser = positive())]
    max_values: u32,
}

impl DocumentLimitArgs {
    /// No combination of them is wrong.
    pub(super) fn validate(self) -> DocumentLimits {
        DocumentLimits {
            depth: size(self.max_depth),
            fields: size(self.max_fields),
            calls: size(self.max_calls),
            keyed_calls: size(self.max_keyed_calls),
            values: size(self.max_values),
            ..DocumentLimits::default()
        }
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
