//! Arguments of `gateway check`, beside the settings of the services.

use std::path::PathBuf;

use clap::{Args, value_parser};
use secrecy::SecretString;

/// Arguments of `gateway check`.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Check")]
pub struct CheckCommand {
    /// Token of a session. Without it the e-mail, the access code and the password are asked for at the terminal.
    #[arg(long, env = "GATEWAY_CHECK_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub token: Option<SecretString>,
    /// Complete this mapping file with what the responses show: a TOML file for GATEWAY_MAPPING, which is used in its place. Lines
    /// of the file never change; what is unsure is added as a comment. A file that does not exist is created.
    #[arg(long, value_name = "FILE")]
    pub propose: Option<PathBuf>,
    /// Show what a service answers that refuses a request: the texts for the user, which may hold personal data, and the types of
    /// all other values.
    #[arg(long)]
    pub show_refusals: bool,
    /// Print the report as one JSON document. Its format is stable: `format` rises when the meaning of a key changes.
    #[arg(long)]
    pub json: bool,
    /// Year of the totals; by default this year, or the last if this one has none.
    #[arg(long, value_name = "YEAR", value_parser = value_parser!(i32).range(2000..=2100))]
    pub ano: Option<i32>,
    /// Status of the acionamentos to list, as the services write its code; by default the most frequent one of the totals.
    #[arg(long, value_name = "CODE")]
    pub status: Option<String>,
    /// Code of an insurer; by default one of a list.
    #[arg(long, value_name = "CODE")]
    pub seguradora: Option<String>,
    /// Authorization number of an acionamento; by default one of a list.
    #[arg(long, value_name = "NUMBER")]
    pub autorizacao: Option<String>,
    /// Claim number of an acionamento, preferably one that may be reopened; by default one of a list.
    #[arg(long, value_name = "NUMBER")]
    pub sinistro: Option<String>,
    /// CPF or CNPJ of an insured, without punctuation; by default that of an acionamento.
    #[arg(long, value_name = "DIGITS", env = "GATEWAY_CHECK_CPF_CNPJ", hide_env_values = true)]
    pub cpf_cnpj: Option<SecretString>,
}
