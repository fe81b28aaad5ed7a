//! The command line: commands, and the settings as flags and environment variables.

use std::path::PathBuf;

use clap::{CommandFactory as _, Parser, Subcommand, builder::PathBufValueParser};

use super::{
    check_command::CheckCommand,
    file::CONFIG,
    gateway_config::GatewayArgs,
    terminal::{LoginCommand, LogoutCommand, QueryCommand},
    value::WithRemedy,
};

/// Help of commands that need no settings, without their list.
const WITHOUT_SETTINGS: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n";

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
    #[arg(id = CONFIG, long, global = true, env = "GATEWAY_CONFIG", value_name = "FILE", value_parser = WithRemedy(PathBufValueParser::new(), "informe o caminho de um arquivo"))]
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
  gateway login --url https://gateway.example    log in to a running gateway, for `gateway query`
  gateway completions bash > /etc/bash_completion.d/gateway";

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
    /// why, and the status is 1.
    Config {
        /// Only validate the settings and the files that they name; print nothing if they are valid.
        #[arg(long)]
        check: bool,
    },
    /// Print an annotated mapping with every service, type and key of the contract, all commented out.
    ///
    /// A mapping (GATEWAY_MAPPING) says how an integration API differs from the contract. `gateway check --propose FILE`
    /// writes one for the API.
    #[command(help_template = WITHOUT_SETTINGS)]
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
    /// Print a shell completion script.
    ///
    /// For bash: `gateway completions bash > /etc/bash_completion.d/gateway`.
    /// For zsh: `gateway completions zsh > /usr/local/share/zsh/site-functions/_gateway`.
    /// For fish: `gateway completions fish > ~/.config/fish/completions/gateway.fish`.
    #[command(help_template = WITHOUT_SETTINGS, verbatim_doc_comment)]
    Completions {
        /// bash, elvish, fish, powershell or zsh.
        shell: clap_complete::Shell,
    },
    /// Add and list the tools of GATEWAY_TOOLS: programs that use the graph without the portal.
    Tools {
        /// The command.
        #[command(subcommand)]
        command: ToolsCommand,
    },
    /// Print the version, the commit and the target of the build.
    #[command(help_template = WITHOUT_SETTINGS)]
    Version,
}

/// The commands for tools.
#[derive(Clone, Subcommand)]
pub enum ToolsCommand {
    /// Write the file of a new tool and print its key, once.
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
    /// Check the tools and list them, each with its bounds, the highest cost of its documents and the beginning of its key's
    /// digest.
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

impl Command {
    /// Whether it uses the settings. The others work even with wrong settings.
    pub(super) fn needs_settings(&self) -> bool {
        !matches!(
            self,
            Self::Mapping
                | Self::Schema { .. }
                | Self::Login(_)
                | Self::Logout(_)
                | Self::Query(_)
                | Self::Completions { .. }
                | Self::Version
        )
    }
}

/// The command line. The help of commands that are not about the settings lists their own arguments only.
pub fn command() -> clap::Command {
    const WITH_OWN_ARGUMENTS: [&str; 4] = ["schema", "login", "logout", "query"];
    const OF_TOOLS: [&str; 3] = ["add", "list", "manifest"];
    const NOTE: &str = "The settings of the gateway are accepted too: `gateway --help` lists them.";
    const NOTE_OF_TOOLS: &str = "The folder is GATEWAY_TOOLS or --tools. The settings of the gateway are accepted too: `gateway --help` lists them.";
    let command = WITH_OWN_ARGUMENTS.iter().fold(Cli::command(), |command, name| {
        command.mut_subcommand(name, |own| with_own_help(own, &format!("gateway {name}"), None))
    });
    let command = command
        .mut_subcommand("healthcheck", |healthcheck| with_own_help(healthcheck, "gateway healthcheck", Some(NOTE)));
    command.mut_subcommand("tools", |tools| {
        let tools = OF_TOOLS.iter().fold(tools, |tools, name| {
            let full = format!("gateway tools {name}");
            tools.mut_subcommand(name, |command| with_own_help(command, &full, Some(NOTE_OF_TOOLS)))
        });
        with_own_help(tools, "gateway tools", Some(NOTE_OF_TOOLS))
    })
}

/// A command whose help has its own arguments only: clap adds the settings when it builds the whole command, so this copy has
/// none of them.
fn with_own_help(command: clap::Command, full_name: &str, note: Option<&'static str>) -> clap::Command {
    let mut copy = command.clone().bin_name(full_name.to_owned());
    if let Some(note) = note {
        copy = copy.after_help(note);
    }
    let help = copy.render_long_help();
    command.override_help(help)
}
