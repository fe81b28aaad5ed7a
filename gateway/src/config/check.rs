//! What `gateway check` asks with, beside the settings of the services.

use clap::{Args, value_parser};
use secrecy::SecretString;

use super::value::{Else, secret};

/// What to ask with.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Check")]
#[group(skip)]
pub struct Check {
    /// Token of a session. Without one a login is typed at the terminal: the e-mail, the access code, the password.
    #[arg(long, env = "GATEWAY_CHECK_TOKEN", value_name = "TOKEN", hide_env_values = true, value_parser = secret)]
    pub token: Option<SecretString>,
    /// Print the findings as one JSON document. Its shape is stable: `format` rises when a key that is there changes.
    #[arg(long)]
    pub json: bool,
    /// Year of the totals; without it this one and the last.
    #[arg(long, value_name = "YEAR", value_parser = Else(value_parser!(i32).range(2000..=2100), "use um ano de 2000 a 2100"))]
    pub ano: Option<i32>,
    /// Status to ask for acionamentos in, as the services write its code; without it those of the totals.
    #[arg(long, value_name = "CODE")]
    pub status: Option<String>,
    /// Code of an insurer to ask for acionamentos of; without it one of a list.
    #[arg(long, value_name = "CODE")]
    pub seguradora: Option<String>,
    /// Authorization number of an acionamento; without it one of a list.
    #[arg(long, value_name = "NUMBER")]
    pub autorizacao: Option<String>,
    /// Claim number of an acionamento, best of one that may be reopened; without it one of a list.
    #[arg(long, value_name = "NUMBER")]
    pub sinistro: Option<String>,
    /// CPF or CNPJ of an insured, without punctuation; without it that of an acionamento.
    #[arg(long, value_name = "DIGITS", env = "GATEWAY_CHECK_CPF_CNPJ", hide_env_values = true, value_parser = secret)]
    pub cpf_cnpj: Option<SecretString>,
}
