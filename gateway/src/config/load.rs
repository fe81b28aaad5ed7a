//! Loads the settings from flags, the environment and a file, in this order of precedence.

use std::{collections::BTreeSet, ffi::OsString};

use clap::{FromArgMatches as _, error::ErrorKind};

use super::{
    command_line::{self, Cli},
    effective::EffectiveSettings,
    file::ConfigFile,
};
use crate::nearest_name::nearest_name;

/// Loads the command line (the program's name first), the environment, and the file that one of them names.
///
/// # Errors
/// An unknown flag, an unknown name in the file, a wrong value, or a file that cannot be read; or help was requested.
pub fn load(arguments: &[OsString]) -> Result<(Cli, EffectiveSettings), clap::Error> {
    load_as(command_line::command(), arguments)
}

fn load_as(mut command: clap::Command, arguments: &[OsString]) -> Result<(Cli, EffectiveSettings), clap::Error> {
    let mut matches = command.clone().try_get_matches_from(arguments)?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let file = cli.file.as_ref().map(|path| ConfigFile::read(path, &command)).transpose();
    let file = file.map_err(|wrong| command.error(ErrorKind::ValueValidation, wrong))?;
    if let Some(file) = &file {
        command = command.mut_args(|arg| match file.value(&arg) {
            Some(value) => arg.default_value(value.to_owned()),
            None => arg,
        });
        // The flags and variables were valid without the file, so an error is the file's.
        matches = (command.clone().try_get_matches_from(arguments))
            .map_err(|error| command.error(ErrorKind::ValueValidation, file.error(&error)))?;
        cli = Cli::from_arg_matches(&matches)?;
    }
    Ok((cli, EffectiveSettings { command, matches, file }))
}

/// A sentence for each variable `GATEWAY_…` that is no setting, in alphabetical order.
pub fn unknown_variables(names: impl IntoIterator<Item = OsString>) -> Vec<String> {
    /// Of the build, of the portal's browser tests, and of `gateway login`, which takes a password from no flag.
    const OTHER_USES: [&str; 3] = ["GATEWAY_BIN", "GATEWAY_COMMIT", "GATEWAY_PASSWORD"];
    // Kubernetes sets these in every pod beside a service of the name `gateway`.
    let is_service_link = |name: &str| {
        name == "GATEWAY_PORT" || ["GATEWAY_PORT_", "GATEWAY_SERVICE_"].iter().any(|start| name.starts_with(start))
    };
    let command = command_line::command();
    // Settings of single commands, such as GATEWAY_CHECK_TOKEN, are known too.
    let commands = [&command].into_iter().chain(command.get_subcommands());
    let known: BTreeSet<&str> =
        commands.flat_map(clap::Command::get_arguments).filter_map(|arg| arg.get_env()?.to_str()).collect();
    let names: BTreeSet<String> = names.into_iter().filter_map(|name| name.into_string().ok()).collect();
    let is_unknown = |name: &&String| {
        let is_used = known.contains(name.as_str()) || OTHER_USES.contains(&name.as_str()) || is_service_link(name);
        name.starts_with("GATEWAY_") && !is_used
    };
    let sentence = |name: &String| {
        let nearest = nearest_name(name, known.iter().copied());
        let nearest = nearest.map(|nearest| format!("; seria {nearest}?")).unwrap_or_default();
        format!("não há ajuste com o nome {name}, e a variável é ignorada{nearest}")
    };
    names.iter().filter(is_unknown).map(sentence).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use clap::CommandFactory as _;

    use super::{Cli, EffectiveSettings};

    /// Loads flags and the file that they name. The environment of the tests is ignored.
    pub(in crate::config) fn read(flags: &[&str]) -> Result<(Cli, EffectiveSettings), String> {
        let command = Cli::command().mut_args(|arg| match arg.get_env() {
            // A variable that is never set. Without one a flag would not be a setting.
            Some(_) => arg.env("GATEWAY_UNSET_IN_TESTS"),
            None => arg,
        });
        let arguments: Vec<_> = ["gateway"].iter().chain(flags).map(Into::into).collect();
        super::load_as(command, &arguments).map_err(|error| error.to_string())
    }

    /// Prints the effective settings of a file with this text, and of flags.
    fn read_file(text: &str, flags: &[&str]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.toml");
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let replaced = |text: String| text.replace(path, "gateway.toml");
        let (cli, effective) = read(&[&["--config", path], flags].concat()).map_err(replaced)?;
        let config = cli.settings.validate().map_err(|wrong| wrong.to_string())?;
        Ok(replaced(effective.to_text(&config.derived_defaults())))
    }

    #[test]
    fn printed_settings_are_a_file_with_the_same_settings() {
        let flags =
            ["--cadastro-url", "/c?a=\"b\"#ç", "--trusted-proxies", "10.0.0.0/8,::1", "--max-concurrency", "12"];
        let (cli, effective) = read(&flags).unwrap();
        let printed = effective.to_text(&cli.settings.validate().unwrap().derived_defaults());
        let values = |printed: &str| -> Vec<String> {
            printed.lines().map(|line| line.split(" # ").next().unwrap().trim_end().to_owned()).collect()
        };
        assert_eq!(values(&read_file(&printed, &[]).unwrap()), values(&printed));
        for line in ["documents = \"open\" ", "embed = true ", "demo = true ", "# upstream-url "] {
            assert!(printed.lines().any(|expected| expected.starts_with(line)), "{line}\n{printed}");
        }
    }

    #[test]
    fn an_error_in_a_file_names_the_remedy_and_no_value() {
        for (text, expected) in [
            ("read_timeout = '2s'", "gateway.toml: não há ajuste com o nome read_timeout; seria read-timeout?"),
            ("[calls]\nread-timeout = '2s'", "não há ajuste com o nome calls"),
            ("config = 'outro.toml'", "não há ajuste com o nome config"),
            ("help = true", "não há ajuste com o nome help"),
            ("api-key = 'segredo\nx", "gateway.toml: linha 2: "),
            ("mcp = true\n\napi-key segredo", "gateway.toml: linha 3: "),
            ("mcp = true\nmcp = false", "linha 2: esta chave, ou tabela, já está mais acima"),
            ("max-concurrency = 1.5", "o valor de max-concurrency não serve: use um texto, um número"),
            ("hosts = ['a,segredo']", "o valor de hosts não serve"),
            ("read-timeout = '2h'", "'--read-timeout <TIME>': use um tempo como 500ms"),
            (
                "max-concurrency = 0",
                "gateway.toml: invalid value '0' for '--max-concurrency <NUMBER>': 0 is not in 1..=10000",
            ),
            ("environment = 'x'", "[possible values: development, production]"),
            ("desafio-key = 'segredo'", "GATEWAY_DESAFIO_KEY não tem 32 bytes"),
        ] {
            let error = read_file(text, &[]).unwrap_err();
            assert!(error.contains(expected) && !error.contains("segredo"), "{text}: {error}");
        }
        let error = read(&["--config", "/nao/existe.toml"]).err().unwrap();
        assert!(error.starts_with("error: /nao/existe.toml: não foi possível ler"), "{error}");
    }
}
