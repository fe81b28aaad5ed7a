//! `services`: the acionamento services as a standalone program.

use std::{
    io::{IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, Parser, Subcommand};
use contract::calendar;
use lettre::message::Mailbox;
use services::{App, Config, demo, mail, router, server};
use tokio::{
    net::TcpListener,
    signal::{
        ctrl_c,
        unix::{SignalKind, signal},
    },
};

/// The default API key. It is public, so it is refused on addresses other than loopback.
const DEMO_API_KEY: &str = "demo";

/// The acionamento services on SQLite.
///
/// Without a command it serves them. Every option can be set by the environment variable named beside it.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Command {
    /// Serve until SIGINT or SIGTERM (the default).
    Serve,
    /// Add a user and print a temporary password, which must be changed at the first login.
    AddUser {
        /// E-mail address, to which access codes are sent.
        #[arg(long)]
        email: String,
        /// Name of the person.
        #[arg(long)]
        name: String,
        /// Atendente, Gestor or "Analista da seguradora".
        #[arg(long)]
        profile: String,
    },
    /// Unblock a user, end the user's sessions and print a temporary password, which must be changed at the next login.
    ReadmitUser {
        /// E-mail address of the user.
        #[arg(long)]
        email: String,
    },
}

#[derive(Args)]
struct Options {
    /// Address to listen on.
    #[arg(long, global = true, env = "SERVICES_ADDR", default_value = "127.0.0.1:8081")]
    addr: SocketAddr,
    /// Folder of the database and the outbox, created if needed.
    #[arg(long, global = true, env = "SERVICES_DATA_DIR", default_value = "data")]
    data_dir: PathBuf,
    /// API key that login calls must carry. The default is accepted on loopback addresses only.
    #[arg(long, global = true, env = "SERVICES_API_KEY", default_value = DEMO_API_KEY, hide_env_values = true)]
    api_key: String,
    /// SMTP server for access codes, such as `smtps://user:password@mail.example` or
    /// `smtp://mail.example:587?tls=required`. Without one, codes are written to `.eml` files in the folder `outbox` of the
    /// data folder, and to the terminal.
    #[arg(long, global = true, env = "SERVICES_SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// Sender of e-mails.
    #[arg(
        long,
        global = true,
        env = "SERVICES_MAIL_FROM",
        default_value = "Acionamentos <nao-responda@acionamentos.example>"
    )]
    mail_from: Mailbox,
    /// Whether an empty database is filled with demo data.
    #[arg(long, global = true, env = "SERVICES_DEMO", default_value_t = true, action = clap::ArgAction::Set, value_name = "true|false")]
    demo: bool,
    /// Log filter (`tracing` directives), such as `warn`, or `info,sqlx::query=debug` to log each SQL statement.
    #[arg(long, global = true, env = "SERVICES_LOG", value_name = "FILTER", default_value = "info")]
    log: tracing_subscriber::EnvFilter,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Cli { command, mut options } = Cli::parse();
    let log = std::mem::take(&mut options.log);
    tracing_subscriber::fmt()
        .with_env_filter(log)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    match run(command.unwrap_or(Command::Serve), options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("services: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command, options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let text = match command {
        Command::Serve => return serve(options).await,
        Command::AddUser { email, name, profile } => {
            let app = options.open(false).await?;
            let senha = app.add_user(&email, &name, &profile).await?;
            app.close().await;
            format!("Senha provisória de {email}, a trocar no primeiro acesso: {senha}")
        }
        Command::ReadmitUser { email } => {
            // A misspelt folder would become a new database, without that user.
            if !options.data_dir.join(services::db::FILE).exists() {
                let folder = options.data_dir.display();
                return Err(format!("não há um banco de dados em {folder}: confira --data-dir").into());
            }
            let app = options.open(false).await?;
            let senha = app.readmit_user(&email).await?;
            app.close().await;
            format!("Senha provisória de {email}, a trocar no próximo acesso: {senha}")
        }
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}

/// Serves until SIGINT or SIGTERM.
async fn serve(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    if options.api_key == DEMO_API_KEY && !options.addr.ip().is_loopback() {
        return Err("a chave de demonstração só serve no endereço local: configure SERVICES_API_KEY".into());
    }
    let app = options.open(options.demo).await?;
    let listener = TcpListener::bind(options.addr)
        .await
        .map_err(|error| format!("não foi possível escutar em {}: {error}", options.addr))?;
    let users = if app.has_demo_users().await? { demo::users_banner() } else { String::new() };
    let address = listener.local_addr()?;
    let text = format!("Serviços em http://{address}, contrato em http://{address}/openapi.json\n\n{users}");
    // stdout may be closed; serve anyway.
    drop(std::io::stdout().write_all(text.as_bytes()));
    let mut terminate = signal(SignalKind::terminate())?;
    let shutdown = async move {
        tokio::select! {
            _ = ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    };
    server::serve(listener, router(app.clone()), shutdown).await?;
    app.close().await;
    Ok(())
}

impl Options {
    /// Opens the services, with demo data in an empty database if wanted.
    async fn open(&self, demo: bool) -> Result<App, services::OpenError> {
        let mail = match &self.smtp_url {
            Some(url) => mail::Transport::smtp(url)?,
            None => mail::Transport::Outbox(self.data_dir.join("outbox")),
        };
        let config = Config {
            data_dir: self.data_dir.clone(),
            api_key: self.api_key.clone(),
            mail,
            mail_from: self.mail_from.clone(),
            demo,
        };
        App::open(config, calendar::system_clock()).await
    }
}
