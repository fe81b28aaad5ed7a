//! `gateway`: the program's commands.

// The futures of the graph's fields are deeply nested; optimised builds compute their layout.
#![recursion_limit = "256"]

mod serve;

use std::{
    env,
    error::Error,
    fs,
    io::{self, ErrorKind, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use contract::calendar::system_clock;
use gateway::{
    check,
    config::{self, CheckCommand, Cli, Command, Config, EffectiveSettings, GatewayArgs, ToolsCommand},
    healthcheck, mapping, schema,
    terminal::{self, ProcessEnvironment, Status},
    tools::{self, AddedTool, Tools},
};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::runtime;

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The commit of the build.
const COMMIT: Option<&str> = option_env!("GATEWAY_COMMIT");

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().collect();
    let (cli, effective) = config::load(&arguments).unwrap_or_else(|error| error.exit());
    match run(cli, &effective) {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of the output has closed the pipe, as `head` does.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(cli: Cli, effective: &EffectiveSettings) -> Result<ExitCode, Box<dyn Error>> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve::run(&cli.settings.validate()?, &unknown_variables())?,
        Command::Check(arguments) => return Ok(check(cli.settings, &arguments)),
        Command::Config { check: true } => {
            warn_of_unknown_variables();
            serve::check(&cli.settings.validate()?)?;
        }
        Command::Config { check: false } => {
            warn_of_unknown_variables();
            print_settings(cli.settings, effective)?;
        }
        Command::Healthcheck { ready } => healthcheck(&cli.settings, ready)?,
        Command::Mapping => print(&mapping::template::print())?,
        Command::Schema { federation: false } => print(&schema::sdl())?,
        Command::Schema { federation: true } => print(schema::federation::composition_sdl())?,
        Command::Login(arguments) => return Ok(client(terminal::login(&arguments, &environment()))),
        Command::Logout(arguments) => return Ok(client(terminal::logout(&arguments, &environment()))),
        Command::Query(arguments) => return Ok(client(terminal::query(&arguments, &environment()))),
        Command::Tools { command } => tools(cli.settings.tools(), command)?,
        Command::Version => print(&version())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}

/// A misspelled variable would be ignored silently.
fn unknown_variables() -> Vec<String> {
    config::unknown_variables(env::vars_os().map(|(name, _)| name))
}

fn warn_of_unknown_variables() {
    for variable in unknown_variables() {
        eprintln!("gateway: {variable}");
    }
}

/// Prints the settings even if they cannot be used: the sources show which one to mend.
fn print_settings(settings: GatewayArgs, effective: &EffectiveSettings) -> Result<(), Box<dyn Error>> {
    match settings.validate() {
        Ok(config) => {
            print(&effective.to_text(&config.derived_defaults()))?;
            serve::check(&config)
        }
        Err(error) => {
            drop(print(&effective.to_text(&[])));
            Err(error.into())
        }
    }
}

fn version() -> String {
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("commit desconhecido");
    format!("gateway {} ({commit}, {}-{})\n", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS)
}

/// Runs a command that is a client of a gateway; each has an exit status for each outcome.
#[tokio::main(flavor = "current_thread")]
async fn client(command: impl Future<Output = Result<Status, terminal::Error>>) -> ExitCode {
    match command.await {
        Ok(status) => status.into(),
        Err(error) => {
            eprintln!("gateway: {error}");
            error.status.into()
        }
    }
}

fn environment() -> ProcessEnvironment {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    // Where the XDG Base Directory Specification has it.
    let state_folder = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
    let password = env::var("GATEWAY_PASSWORD").ok().filter(|password| !password.is_empty());
    ProcessEnvironment { state_folder, password: password.map(SecretString::from) }
}

/// Adds a tool, or lists them.
fn tools(folder: Option<PathBuf>, command: ToolsCommand) -> Result<(), Box<dyn Error>> {
    if let ToolsCommand::Manifest { files } = &command {
        return Ok(print(&tools::write_manifest(files)?)?);
    }
    let folder = folder.ok_or("falta a pasta das ferramentas: informe-a em GATEWAY_TOOLS")?;
    match command {
        ToolsCommand::Manifest { .. } => {}
        ToolsCommand::Add { name, manifest } => {
            let AddedTool { path, key } = tools::add(&folder, &name, manifest.as_deref())?;
            eprintln!("{}: a chave aparece só agora; envie-a em X-Tool-Key", path.display());
            if let Err(error) = print(&format!("{}\n", key.expose_secret())) {
                fs::remove_file(&path)?;
                return Err(format!("a chave não pôde ser escrita ({error}): a ferramenta não foi criada").into());
            }
        }
        ToolsCommand::List => {
            for tool in &*Tools::open(Some(folder))?.all() {
                print(&format!("{tool}\n"))?;
                if let Some(warning) = tool.warning() {
                    eprintln!("gateway: aviso: {warning}");
                }
            }
        }
    }
    Ok(())
}

/// Every failure before the check exits with `NOT_CHECKED`, so that none looks like a finding.
fn check(mut settings: GatewayArgs, arguments: &CheckCommand) -> ExitCode {
    if let Some(path) = &arguments.propose {
        settings.propose(path);
    }
    match settings.validate().map_err(Into::into).and_then(|config| check_services(config, arguments)) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("gateway: {error}");
            check::NOT_CHECKED.into()
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn check_services(config: Config, arguments: &CheckCommand) -> Result<ExitCode, Box<dyn Error>> {
    Ok(check::run(config, arguments, &system_clock()).await?)
}

/// Requests the health of the gateway of this machine and prints the response.
fn healthcheck(settings: &GatewayArgs, ready: bool) -> Result<(), Box<dyn Error>> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let (listen, is_tls) = settings.health_address();
    let answer = runtime.block_on(healthcheck::ask(listen, is_tls, ready))?;
    Ok(writeln!(io::stdout(), "{answer}")?)
}
