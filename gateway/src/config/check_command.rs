//! Arguments of `gateway check`, beside the settings of the services.

use clap::{Args, value_parser};
use secrecy::SecretString;

use super::value::{WithRemedy, secret};

/// Arguments of `gateway check`.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Check")]
#[group(skip)]
pub struct CheckCommand {
    /// Token of a session. Without it the e-mail, the access code and the password are asked for at the terminal.
    #[arg(long, env = "GATEWAY_CHECK_TOKEN", value_name = "TOKEN", hide_env_values = true, value_parser = secret)]
    pub token: Option<SecretString>,
    /// Print a mapping for the services instead of a report: a TOML file for GATEWAY_MAPPING. What is unsure has a comment with
    /// the reason. With a GATEWAY_MAPPING it is completed. Reads are repeated until nothing new is found; nothing is written.
    #[arg(long, conflicts_with = "json")]
    pub propose: bool,
    /// Show the messages of a service that refuses a request; they may hold personal data. Without this no text of a response
    /// is printed, but in a proposal the messages that report the end of a session and the codes of statuses.
    #[arg(long)]
    pub show_refusals: bool,
    /// Print the report as one JSON document. Its format is stable: `format` rises when the meaning of a key changes.
    #[arg(long)]
    pub json: bool,
    /// Year of the totals; by default this year and the last.
    #[arg(long, value_name = "YEAR", value_parser = WithRemedy(value_parser!(i32).range(2000..=2100), "use um ano de 2000 a 2100"))]
    pub ano: Option<i32>,
    /// Status of the acionamentos to list, as the services write its code; by default those of the totals.
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
    #[arg(long, value_name = "DIGITS", env = "GATEWAY_CHECK_CPF_CNPJ", hide_env_values = true, value_parser = secret)]
    pub cpf_cnpj: Option<SecretString>,
}
