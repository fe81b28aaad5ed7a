//! The command line: commands, and the settings as flags and environment variables.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, value_parser};
use secrecy::SecretString;

use super::{
    file::CONFIG,
    gateway_config::GatewayArgs,
    terminal::{LoginCommand, LogoutCommand, QueryCommand},
};

/// One GraphQL graph over the acionamento services, with the portal and GraphiQL inside.
///
/// Without a command it serves. Every setting is a flag, an environment variable and a name in a TOML file; a flag overrides
/// the variable, and the variable the file.
#[derive(Parser)]
#[command(name = "gateway", version, after_help = EXAMPLES)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// TOML file of settings, named like the flags: `read-timeout = "5s"`. `gateway config` prints one.
    #[arg(id = CONFIG, long, global = true, env = "GATEWAY_CONFIG", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The settings.
    #[command(flatten)]
    pub settings: GatewayArgs,
}

const EXAMPLES: &str = "\
Examples:
  gateway                                        serve, with the reference services and demo data
  gateway --upstream-url https://api.example/v1  serve in front of other services
  gateway config --config /etc/gateway.toml      print the effective settings and their sources
  gateway login --url https://gateway.example    log in to a running gateway, for `gateway query`";

/// The commands.
#[derive(Clone, Subcommand)]
pub enum Command {
    /// Serve until interrupted (the default).
    Serve,
    /// Compare a live integration API with the contract.
    ///
    /// Calls every read-only service, never one that writes, and reports for each service and each field whether the gateway
    /// reads it, and what to write into the mapping if not. Needs GATEWAY_UPSTREAM_URL, GATEWAY_API_KEY, and a session token
    /// or a login typed at the terminal. Prints no value of a response, except for --show-refusals and --propose.
    ///
    /// Exit status: 0 if all that the portal needs is read; 1 if something is not; 2 if something could not be checked: no
    /// connection, a failed login, a wrong setting, or no value to ask with.
    Check(Box<CheckCommand>),
    /// Print the effective settings and the source of each.
    ///
    /// The output can be used as a settings file. Secrets are not shown. If the settings cannot be used, standard error says
    /// why, and the status is not 0.
    Config {
        /// Only validate the settings and the files that they name; print nothing if they are valid.
        #[arg(long)]
        check: bool,
    },
    /// Print an annotated mapping with every service, type and key of the contract, all commented out.
    ///
    /// A mapping (GATEWAY_MAPPING) says how an integration API differs from the contract. `gateway check --propose FILE`
    /// writes one for the API.
    Mapping,
    /// Ask the running gateway of this machine for its health, with the same settings; for container health checks. Exits
    /// with 0 if it is healthy.
    Healthcheck {
        /// Ask for readiness (/readyz) instead of liveness (/healthz). Not for checks that restart the gateway: a failing
        /// service is not cured by that.
        #[arg(long)]
        ready: bool,
    },
    /// Print the graph's schema (SDL).
    Schema {
        /// Print what a federation router composes with other schemas: the same with keys and `@shareable`.
        #[arg(long)]
        federation: bool,
    },
    #[expect(missing_docs, reason = "documented at its arguments, as --help prints them")]
    Login(LoginCommand),
    #[expect(missing_docs, reason = "documented at its arguments, as --help prints them")]
    Logout(LogoutCommand),
    #[expect(missing_docs, reason = "documented at its arguments, as --help prints them")]
    Query(Box<QueryCommand>),
    /// Add and list the tools of GATEWAY_TOOLS or --tools: programs that use the graph without the portal.
    Tools {
        /// The command.
        #[command(subcommand)]
        command: ToolsCommand,
    },
    /// Print the version, the commit and the target of the build.
    Version,
}

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

/// The commands for tools.
#[derive(Clone, Subcommand)]
pub enum ToolsCommand {
    /// Write the file of a new tool into the folder GATEWAY_TOOLS and print its key, once.
    ///
    /// The file has the key's digest only. A gateway that runs reads it on SIGHUP. A tool that exists is not overwritten.
    Add {
        /// Its name, which the log and the metrics have: lower-case letters, digits and hyphens.
        name: String,
        /// Its manifest (apollo-persisted-query-manifest), relative to the folder: it is checked as at the start, and its
        /// kinds of operations are permitted. Without one the tool may send any document, and only queries until its file
        /// says otherwise.
        #[arg(long, value_name = "FILE")]
        manifest: Option<PathBuf>,
    },
    /// Check the tools of GATEWAY_TOOLS and list them, each with its bounds, the highest cost of its documents and the beginning
    /// of its key's digest.
    List,
    /// Print a manifest of the operations in files: `gateway tools manifest *.graphql > GATEWAY_TOOLS/NAME.json`.
    ///
    /// Each operation becomes a document with the fragments of its file that it needs; `gateway query FILE --operation NAME`
    /// sends the same text. The documents are checked as at the start of a gateway.
    Manifest {
        /// Files with named operations.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// The command line. The help of commands that are not about the settings lists their own arguments only.
pub(super) fn command() -> clap::Command {
    Cli::command().mut_subcommands(|command| match command.get_name() {
        "serve" | "check" | "config" => command,
        _ => with_own_help(command, "gateway"),
    })
}

/// clap adds the global settings when it builds the whole command: the help is rendered before that.
fn with_own_help(command: clap::Command, parent: &str) -> clap::Command {
    let name = format!("{parent} {}", command.get_name());
    let command = command.bin_name(&name).mut_subcommands(|below| with_own_help(below, &name));
    let help = command.clone().render_long_help();
    command.override_help(help)
}
