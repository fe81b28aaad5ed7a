//! `gateway`: what the program does at each of its commands.

// With optimisation the compiler works out how large the futures of the graph's fields are, which lie deep in one another.
#![recursion_limit = "256"]

mod serve;

use std::{
    env,
    error::Error,
    io::{self, Write as _},
    process::ExitCode,
};

use clap::CommandFactory as _;
use gateway::{
    check,
    config::{self, Cli, Command, Config, Given, Settings, Unread},
    http::health::healthcheck,
    schema,
};
use services::calendar::system_clock;
use tokio::runtime;

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The commit that this was built from, as the build says it.
const COMMIT: Option<&str> = option_env!("GATEWAY_COMMIT");

fn main() -> ExitCode {
    let result = match config::read(env::args_os()) {
        Ok((cli, given)) => obey(cli, given),
        Err(Unread::Usage(error)) => error.exit(),
        Err(Unread::File(wrong)) => Err(wrong.into()),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            eprintln!("gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn obey(cli: Cli, given: Given) -> Result<ExitCode, Box<dyn Error>> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve::run(&cli.settings.check()?)?,
        Command::Check(asked) => return Ok(check(cli.settings, &asked)),
        Command::Config { check: true } => cli.settings.check()?.try_files()?,
        Command::Config { check: false } => print_settings(cli.settings, given)?,
        Command::Healthcheck { ready } => healthcheck(&cli.settings.check()?, ready)?,
        Command::Schema => print(&schema::sdl())?,
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "gateway", &mut io::stdout());
        }
        Command::Version => print(&version())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}

/// Prints the settings also where they cannot be used: then above all somebody wants to know who gave them.
fn print_settings(settings: Settings, given: Given) -> Result<(), Box<dyn Error>> {
    match settings.check() {
        Ok(config) => {
            print(&given.with(&config).to_string())?;
            Ok(config.try_files()?)
        }
        Err(wrong) => {
            print(&given.to_string())?;
            Err(wrong.into())
        }
    }
}

fn version() -> String {
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("commit desconhecido");
    format!("gateway {} ({commit}, {}-{})\n", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS)
}

/// Says in the exit status what came of the check, so that no other failure looks like a finding.
fn check(settings: Settings, asked: &config::Check) -> ExitCode {
    match settings.check().map_err(Into::into).and_then(|config| check_services(config, asked)) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("gateway: {error}");
            check::NOT_CHECKED.into()
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn check_services(config: Config, asked: &config::Check) -> Result<ExitCode, Box<dyn Error>> {
    Ok(check::run(config, asked, &system_clock()).await?)
}

/// Asks the gateway of this machine how it is, and passes on its answer.
fn healthcheck(config: &Config, ready: bool) -> Result<(), Box<dyn Error>> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(healthcheck::ask(config.http.listen, config.http.identity.is_some(), ready))?;
    Ok(writeln!(io::stdout(), "{answer}")?)
}
