//! What the program can be told to do, and how its settings are read: flags, the environment and a file.

use std::{collections::BTreeSet, ffi::OsString, path::PathBuf};

use clap::{
    Arg, ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    builder::PathBufValueParser,
    parser::ValueSource::{CommandLine, EnvVariable},
};

use super::{Check, Given, Settings, Wrong, file::File, value::Else};

/// Name of the setting that says where the others are.
pub(super) const CONFIG: &str = "config";

/// Help for commands that need no settings, and so shall not list them.
const WITHOUT_SETTINGS: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n";

/// One GraphQL graph over the acionamento services, with the portal and GraphiQL inside.
///
/// Without a command it serves. Every setting is a flag, an environment variable or a name in a TOML file: the flag wins
/// over the variable, and the variable over the file.
#[derive(Parser)]
#[command(name = "gateway", version, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// TOML file of settings, named like the flags: `read-timeout = "5s"`. `gateway config` prints one.
    #[arg(id = CONFIG, long, global = true, env = "GATEWAY_CONFIG", value_name = "FILE", value_parser = Else(PathBufValueParser::new(), "informe o caminho de um arquivo"))]
    pub file: Option<PathBuf>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  gateway                                        serve, with services and demo data of its own
  gateway --upstream-url https://api.example/v1  serve in front of services elsewhere
  gateway config --config /etc/gateway.toml      see which settings are in force, and who gave them
  gateway completions bash > /etc/bash_completion.d/gateway";

/// What the program can do.
#[derive(Clone, Subcommand)]
pub enum Command {
    /// Serve until interrupted (the default).
    Serve,
    /// Hold a live integration API against the contract.
    ///
    /// Asks every service that only answers, never one that writes, and tells endpoint by endpoint and field by field what
    /// matched, what was missing, what came with another type and what is unknown. It needs GATEWAY_UPSTREAM_URL,
    /// GATEWAY_API_KEY, and the token of a session or a login typed at the terminal. No value that came is printed.
    ///
    /// Exit status: 0 when everything fits; 1 when something does not; 2 when something could not be checked: the
    /// services were not reached, the login failed, a setting is wrong, or there was nothing to ask with.
    Check(Box<Check>),
    /// Print the settings that are in force, and who gave each.
    ///
    /// What is printed can be used as a settings' file. Secrets are not shown. Settings that cannot be used together are
    /// told on standard error, and the status is 1.
    Config {
        /// Only say whether the settings, and the files that they name, can be used: nothing is printed if they can.
        #[arg(long)]
        check: bool,
    },
    /// Ask the gateway that runs with these settings on this machine how it is, for health checks of containers. Ends
    /// with 0 only if all is well.
    Healthcheck {
        /// Ask whether it wants work, as balancers do, and not only whether it lives. Whoever restarts what is not well
        /// must not ask for this: services that are down get no better by it.
        #[arg(long)]
        ready: bool,
    },
    /// Print the graph's schema (SDL).
    #[command(help_template = WITHOUT_SETTINGS)]
    Schema,
    /// Print a script that completes commands and flags in a shell.
    ///
    /// For bash: `gateway completions bash > /etc/bash_completion.d/gateway`.
    /// For zsh: `gateway completions zsh > /usr/local/share/zsh/site-functions/_gateway`.
    /// For fish: `gateway completions fish > ~/.config/fish/completions/gateway.fish`.
    #[command(help_template = WITHOUT_SETTINGS, verbatim_doc_comment)]
    Completions {
        /// bash, elvish, fish, powershell or zsh.
        shell: clap_complete::Shell,
    },
    /// Print the version, the commit that it was built from, and the machine that it was built for.
    #[command(help_template = WITHOUT_SETTINGS)]
    Version,
}

impl Command {
    /// Whether it goes by the settings. What does not works also where they are wrong.
    fn needs_settings(&self) -> bool {
        !matches!(self, Self::Schema | Self::Completions { .. } | Self::Version)
    }
}

/// Why the settings could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// A flag or a variable, or no fault at all: help was asked for.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// The file.
    #[error(transparent)]
    File(#[from] Wrong),
}

/// Reads the command line, the program's name first, then the environment, then the file that one of the two names.
///
/// # Errors
/// [`Unread`]: a setting that there is not, or one whose value does not serve; or somebody asks for help.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<(Cli, Given), Unread> {
    read_as(&Cli::command(), arguments.into_iter().collect())
}

fn read_as(command: &clap::Command, mut arguments: Vec<OsString>) -> Result<(Cli, Given), Unread> {
    let matches = command.clone().try_get_matches_from(&arguments)?;
    let cli = Cli::from_arg_matches(&matches)?;
    let needs_settings = cli.command.as_ref().is_none_or(Command::needs_settings);
    let Some(path) = cli.file.as_ref().filter(|_| needs_settings) else {
        let given = Given::new(command, &matches, None);
        return Ok((cli, given));
    };
    let mut file = File::read(path, command)?;
    let flags = command.get_arguments().filter(|arg| is_given(&matches, arg));
    let flags: BTreeSet<_> = flags.filter_map(Arg::get_long).collect();
    file.settings.retain(|(name, _)| !flags.contains(name.as_str()));
    let after_the_programs_name = 1.min(arguments.len());
    arguments.splice(after_the_programs_name..after_the_programs_name, file.flags());
    // What is wrong now was right before the file.
    let matches = command.clone().try_get_matches_from(&arguments).map_err(|error| file.wrong(&error))?;
    let given = Given::new(command, &matches, Some(&file));
    Ok((Cli::from_arg_matches(&matches)?, given))
}

/// Whether a flag or a variable gives a setting.
fn is_given(matches: &ArgMatches, arg: &Arg) -> bool {
    matches!(matches.value_source(arg.get_id().as_str()), Some(CommandLine | EnvVariable))
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use clap::CommandFactory as _;

    use super::{Cli, Given};

    /// What is read of flags, and of a file that they name, whatever the environment of the tests holds.
    pub(in crate::config) fn read(flags: &[&str]) -> Result<(Cli, Given), String> {
        let command = Cli::command().mut_args(|arg| match arg.get_env() {
            // A variable that nobody has: what makes a flag a setting is that there is one.
            Some(_) => arg.env("GATEWAY_OF_THE_TESTS"),
            None => arg,
        });
        let arguments = ["gateway"].iter().chain(flags).map(Into::into).collect();
        super::read_as(&command, arguments).map_err(|error| error.to_string())
    }

    /// What is read where a file says this, and the flags follow.
    fn read_file(text: &str, flags: &[&str]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.toml");
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let replaced = |text: String| text.replace(path, "gateway.toml");
        let (cli, given) = read(&[&["--config", path], flags].concat()).map_err(replaced)?;
        let config = cli.settings.check().map_err(|wrong| wrong.to_string())?;
        Ok(replaced(given.with(&config).to_string()))
    }

    #[test]
    fn a_file_gives_what_no_flag_gives() {
        let text = "read-timeout = '2s'\nmax-codes = 7\nhsts = true\nhosts = ['a.example', 'b.example']\n";
        let given = read_file(text, &["--max-codes", "8"]).unwrap();
        for line in [
            "read-timeout = \"2s\"                          # gateway.toml",
            "max-codes = 8                                # --max-codes",
            "hsts = true                                  # gateway.toml",
            "hosts = \"a.example,b.example\"                # gateway.toml",
            "write-timeout = \"10s\"                        # padrão",
        ] {
            assert!(given.lines().any(|told| told == line), "{line}\n{given}");
        }
    }

    #[test]
    fn flags_before_and_after_the_command_win_over_the_file() {
        for flags in [&["--max-codes", "8", "config"][..], &["config", "--max-codes", "8"]] {
            let given = read_file("max-codes = 7\nenvironment = 'development'", flags).unwrap();
            assert!(given.contains("max-codes = 8 ") && given.contains("# --max-codes"), "{given}");
        }
    }

    #[test]
    fn what_is_printed_is_a_file_that_says_the_same() {
        let flags = ["--cadastro-url", "/c?a=\"b\"#ç", "--trusted-proxies", "10.0.0.0/8,::1", "--max-codes", "12"];
        let (cli, given) = read(&flags).unwrap();
        let printed = given.with(&cli.settings.check().unwrap()).to_string();
        let values = |printed: &str| -> Vec<String> {
            printed.lines().map(|line| line.split(" # ").next().unwrap().trim_end().to_owned()).collect()
        };
        assert_eq!(values(&read_file(&printed, &[]).unwrap()), values(&printed));
    }

    #[test]
    fn no_secret_is_printed_wherever_it_came_from() {
        let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
        let given = read_file(&format!("desafio-key = '{key}'"), &["--api-key", "chave-secreta"]).unwrap();
        assert!(given.contains("# desafio-key = \"…\"") && given.contains("# gateway.toml, não é mostrado"), "{given}");
        assert!(!given.contains(key) && !given.contains("chave-secreta"), "{given}");
    }

    #[test]
    fn what_was_decided_is_told_where_nobody_said_anything() {
        let (cli, given) = read(&[]).unwrap();
        let given = given.with(&cli.settings.check().unwrap()).to_string();
        for line in ["documents = \"open\" ", "embed = true ", "demo = true ", "# upstream-url "] {
            assert!(given.lines().any(|told| told.starts_with(line)), "{line}\n{given}");
        }
    }

    #[test]
    fn a_wrong_file_is_told_with_its_remedy_and_without_its_values() {
        for (text, told) in [
            ("read_timeout = '2s'", "gateway.toml: não há ajuste com o nome read_timeout; seria read-timeout?"),
            ("[calls]\nread-timeout = '2s'", "não há ajuste com o nome calls"),
            ("config = 'outro.toml'", "não há ajuste com o nome config"),
            ("help = true", "não há ajuste com o nome help"),
            ("api-key = 'segredo\nx", "gateway.toml: linha 2: não é TOML: "),
            ("hsts = true\n\napi-key segredo", "gateway.toml: linha 3: não é TOML: "),
            ("hsts = true\nhsts = false", "não é TOML: duplicate key"),
            ("max-codes = 1.5", "o valor de max-codes não serve: use um texto, um número"),
            ("hosts = ['a,segredo']", "o valor de hosts não serve"),
            ("read-timeout = '2h'", "'--read-timeout <TIME>': use um tempo como 500ms"),
            ("max-codes = 0", "gateway.toml: o valor de --max-codes"),
            ("environment = 'segredo'", "use development ou production"),
            ("desafio-key = 'segredo'", "GATEWAY_DESAFIO_KEY não tem 32 bytes"),
        ] {
            let error = read_file(text, &[]).unwrap_err();
            assert!(error.contains(told) && !error.contains("segredo"), "{text}: {error}");
        }
        let error = read(&["--config", "/nao/existe.toml"]).err().unwrap();
        assert!(error.starts_with("/nao/existe.toml: não foi possível ler"), "{error}");
    }
}
