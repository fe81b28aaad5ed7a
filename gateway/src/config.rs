//! Every setting of the gateway: flag, environment variable, default and meaning, each once.
//!
//! clap reads them; [`Settings::check`] turns them into a [`Config`] that is known to be sound, or says in one sentence
//! what is wrong and how to mend it.

mod value;

use std::{net::SocketAddr, path::PathBuf, str::FromStr as _, time::Duration};

use clap::{
    ArgAction, Args, Parser, Subcommand, ValueEnum,
    builder::{BoolValueParser, EnumValueParser, PathBufValueParser},
    value_parser,
};
use secrecy::{ExposeSecret as _, SecretBox, SecretString};

use self::value::{Else, key, page, secret, time, time_or_none};
use crate::{
    embed,
    upstream::{self, BaseUrl, Keep},
};

/// One GraphQL graph over the acionamento services, with the portal and GraphiQL inside.
///
/// Without a command it serves. Every option may be given as the environment variable named beside it; the flag wins.
#[derive(Parser)]
#[command(name = "gateway", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

/// What the program can do.
#[derive(Clone, Copy, Subcommand)]
pub enum Command {
    /// Serve until interrupted (the default).
    Serve,
    /// Print the graph's schema (SDL).
    Schema,
}

/// The settings as they are given.
#[derive(Args)]
pub struct Settings {
    /// Address to listen on.
    #[arg(long, global = true, env = "GATEWAY_LISTEN", default_value = "127.0.0.1:8080", value_parser = Else(SocketAddr::from_str, "use um endereço e uma porta, como 127.0.0.1:8080"))]
    listen: SocketAddr,
    /// Where this runs. Production wants a key of its own for the login, starts the reference services only if
    /// GATEWAY_EMBED asks for them, and then refuses a database with demo users.
    #[arg(long, global = true, env = "GATEWAY_ENVIRONMENT", default_value = "development", value_parser = Else(EnumValueParser::<Environment>::new(), "use development ou production"))]
    environment: Environment,
    /// Address of the integration API, below which the 21 paths lie.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_URL", value_name = "URL")]
    upstream_url: Option<BaseUrl>,
    /// Whether the reference services are started in this process, in place of an integration API. On in development
    /// where there is no upstream URL; production has to be told.
    #[arg(long, global = true, env = "GATEWAY_EMBED", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, value_parser = Else(BoolValueParser::new(), TRUE_OR_FALSE))]
    embed: Option<bool>,
    /// Key of this application in the calls of the login. Without an upstream URL a random one is made at start.
    #[arg(long, global = true, env = "GATEWAY_API_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    api_key: Option<SecretString>,
    /// Key that seals the steps of the login: 32 bytes as base64 or hex (`openssl rand -base64 32`), the same on every
    /// instance. Without one a random key is made at start, and a restart ends the logins that are under way.
    #[arg(long, global = true, env = "GATEWAY_DESAFIO_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    desafio_key: Option<SecretString>,
    /// Time for a connection to the services to be opened.
    #[arg(long, global = true, env = "GATEWAY_CONNECT_TIMEOUT", value_name = "TIME", default_value = "1s", value_parser = time)]
    connect_timeout: Duration,
    /// Time for a whole call to the services, to the last byte of its answer.
    #[arg(long, global = true, env = "GATEWAY_CALL_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    call_timeout: Duration,
    /// Largest answer of a service that is read, in MiB: 1 to 1024. A list of 5,000 acionamentos has some 8.
    #[arg(long, global = true, env = "GATEWAY_MAX_ANSWER_MIB", value_name = "MIB", default_value_t = 64, value_parser = Else(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    max_answer_mib: u16,
    /// For how long a list of acionamentos is kept for the session that read it, so that its next page costs no call: a
    /// page may be that old. The first page is always asked for, and a save drops all that is kept. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_LISTS", value_name = "TIME", default_value = "15s", value_parser = time_or_none)]
    keep_lists: Duration,
    /// For how long the insurers and the procedures are kept for the session that read them. 0s keeps nothing.
    #[arg(long, global = true, env = "GATEWAY_KEEP_REFERENCES", value_name = "TIME", default_value = "60s", value_parser = time_or_none)]
    keep_references: Duration,
    /// Memory for what is kept, in MiB: 0 to 1024. A list of 5,000 acionamentos has some 16.
    #[arg(long, global = true, env = "GATEWAY_KEEP_MIB", value_name = "MIB", default_value_t = 32, value_parser = Else(value_parser!(u16).range(0..=1024), "use um número inteiro de 0 a 1024"))]
    keep_mib: u16,
    /// Folder of the reference services: their database and the outbox. Unused with an upstream URL.
    #[arg(long, global = true, env = "GATEWAY_DATA_DIR", value_name = "FOLDER", default_value = "data", value_parser = Else(PathBufValueParser::new(), "informe o caminho de uma pasta"))]
    data_dir: PathBuf,
    /// SMTP server of the reference services, such as `smtps://user:password@mail.example`. Without one the access codes
    /// go to `.eml` files in the folder `outbox` below the data folder, and to the terminal.
    #[arg(long, global = true, env = "GATEWAY_SMTP_URL", value_name = "URL", hide_env_values = true, value_parser = secret)]
    smtp_url: Option<SecretString>,
    /// Sender of the reference services' e-mail.
    #[arg(long, global = true, env = "GATEWAY_MAIL_FROM", value_name = "ADDRESS", default_value = embed::MAIL_FROM)]
    mail_from: String,
    /// Whether the reference services fill an empty database with demo data. On in development, refused in production.
    #[arg(long, global = true, env = "GATEWAY_DEMO", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, value_parser = Else(BoolValueParser::new(), TRUE_OR_FALSE))]
    demo: Option<bool>,
    /// Seed of the demo data: the same seed on the same day gives the same data.
    #[arg(long, global = true, env = "GATEWAY_DEMO_SEED", value_name = "NUMBER", default_value_t = embed::DEMO_SEED, value_parser = Else(value_parser!(u64), "use um número inteiro a partir de 0"))]
    demo_seed: u64,
    /// Page for people who have no account or forgot their password, to which the portal's login leads: an address, or an
    /// absolute path of the gateway's own.
    #[arg(long, global = true, env = "GATEWAY_CADASTRO_URL", value_name = "URL", default_value = "/cadastro.html", value_parser = page)]
    cadastro_url: String,
    /// What is logged, as `tracing` filter directives: `warn`, or `info,gateway=debug`.
    #[arg(long, global = true, env = "GATEWAY_LOG", value_name = "FILTER", default_value = "info")]
    log: String,
    /// How log lines look.
    #[arg(long, global = true, env = "GATEWAY_LOG_FORMAT", default_value = "text", value_parser = Else(EnumValueParser::<LogFormat>::new(), "use text ou json"))]
    log_format: LogFormat,
}

/// Where the gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// On somebody's machine.
    Development,
    /// For people's real data.
    Production,
}

impl Environment {
    /// Its name, as it is configured.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Development => "development",
            Self::Production => "production",
        }
    }
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For eyes.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

/// Sound settings.
#[derive(Debug)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Where it runs.
    pub environment: Environment,
    /// Which services it talks to.
    pub services: Services,
    /// Time for a connection to the services.
    pub connect_timeout: Duration,
    /// Time for a whole call.
    pub call_timeout: Duration,
    /// Most bytes of an answer that are read.
    pub max_answer_bytes: usize,
    /// For how long lists of acionamentos are kept.
    pub keep_lists: Duration,
    /// For how long insurers and procedures are kept.
    pub keep_references: Duration,
    /// Memory for what is kept, in bytes.
    pub keep_bytes: usize,
    /// Seals the steps of the login.
    pub desafio_key: SecretBox<[u8; 32]>,
    /// Page for people who have no account or forgot their password.
    pub cadastro_url: String,
    /// What is logged.
    pub log: String,
    /// How log lines look.
    pub log_format: LogFormat,
}

/// Which services the gateway talks to.
#[derive(Debug)]
pub enum Services {
    /// Those at an address.
    At {
        /// The address.
        base_url: BaseUrl,
        /// Key of this application there.
        api_key: SecretString,
    },
    /// The reference services, in this process.
    Embedded(embed::Settings),
}

/// What is wrong with the settings and how to mend it, in one sentence for whoever starts the gateway.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(String);

impl Settings {
    /// Puts the settings together.
    ///
    /// # Errors
    /// [`Wrong`]: one of them, or two together, cannot be used.
    pub fn check(self) -> Result<Config, Wrong> {
        let production = self.environment == Environment::Production;
        let desafio_key = match &self.desafio_key {
            Some(text) => key(text).ok_or_else(|| {
                wrong("GATEWAY_DESAFIO_KEY não tem 32 bytes em base64 ou hexadecimal: gere uma com `openssl rand -base64 32`")
            })?,
            None if production => {
                return Err(wrong("em produção falta GATEWAY_DESAFIO_KEY: gere uma com `openssl rand -base64 32`"));
            }
            None => SecretBox::init_with(rand::random),
        };
        if self.connect_timeout > self.call_timeout {
            return Err(wrong(
                "GATEWAY_CONNECT_TIMEOUT é maior que GATEWAY_CALL_TIMEOUT, que inclui a conexão: aumente o segundo",
            ));
        }
        if self.log.parse::<tracing_subscriber::EnvFilter>().is_err() {
            return Err(wrong("GATEWAY_LOG não é um filtro de log: use um nível como info, ou info,gateway=debug"));
        }
        if self.api_key.as_ref().is_some_and(|key| key.expose_secret().trim().is_empty()) {
            return Err(wrong("GATEWAY_API_KEY está em branco: informe a chave da aplicação, ou tire a variável"));
        }
        let services = match (self.upstream_url, self.api_key) {
            (Some(_), _) if self.embed == Some(true) => {
                return Err(wrong(
                    "GATEWAY_EMBED pede os serviços de referência e GATEWAY_UPSTREAM_URL aponta para outros: tire um dos dois",
                ));
            }
            (Some(base_url), Some(api_key)) => Services::At { base_url, api_key },
            (Some(_), None) => {
                return Err(wrong("com GATEWAY_UPSTREAM_URL falta a chave da aplicação: informe-a em GATEWAY_API_KEY"));
            }
            (None, _) if !self.embed.unwrap_or(!production) => {
                return Err(wrong(
                    "faltam os serviços: informe o endereço da API de integração em GATEWAY_UPSTREAM_URL, ou peça os de \
                     referência com GATEWAY_EMBED=true",
                ));
            }
            (None, api_key) => {
                let demo = self.demo.unwrap_or(!production);
                if production && demo {
                    return Err(wrong(
                        "dados de demonstração têm senhas conhecidas e não servem em produção: tire GATEWAY_DEMO",
                    ));
                }
                Services::Embedded(embed::Settings {
                    data_dir: self.data_dir,
                    api_key: api_key.unwrap_or_else(embed::random_api_key),
                    smtp_url: self.smtp_url,
                    mail_from: self.mail_from,
                    demo_seed: demo.then_some(self.demo_seed),
                    demo_users_allowed: !production,
                })
            }
        };
        Ok(Config {
            listen: self.listen,
            environment: self.environment,
            services,
            connect_timeout: self.connect_timeout,
            call_timeout: self.call_timeout,
            max_answer_bytes: usize::from(self.max_answer_mib) * 1024 * 1024,
            keep_lists: self.keep_lists,
            keep_references: self.keep_references,
            keep_bytes: usize::from(self.keep_mib) * 1024 * 1024,
            desafio_key,
            cadastro_url: self.cadastro_url,
            log: self.log,
            log_format: self.log_format,
        })
    }
}

impl Config {
    /// How to call services at an address.
    pub fn upstream(&self, base_url: BaseUrl) -> upstream::Settings {
        upstream::Settings {
            base_url,
            connect_timeout: self.connect_timeout,
            call_timeout: self.call_timeout,
            max_answer_bytes: self.max_answer_bytes,
            keep_lists: Keep { time: self.keep_lists, bytes: self.keep_bytes },
            // Short lists, each of many sessions.
            keep_references: Keep { time: self.keep_references, bytes: self.keep_bytes / 4 },
        }
    }

    /// How long what is under way may go on after the signal to stop. The longest request makes three calls in a row;
    /// the fourth share is for the rest.
    pub fn drain(&self) -> Duration {
        (self.call_timeout * 4).max(Duration::from_secs(30))
    }
}

const TRUE_OR_FALSE: &str = "use true ou false";

fn wrong(text: &str) -> Wrong {
    Wrong(text.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::{CommandFactory as _, FromArgMatches as _, builder::Resettable};

    use super::{Cli, Services};

    /// The settings of flags alone, whatever the environment of the tests holds.
    fn check(flags: &[&str]) -> Result<super::Config, String> {
        let command = Cli::command().mut_args(|arg| arg.env(Resettable::Reset));
        let matches =
            command.try_get_matches_from(["gateway"].iter().chain(flags)).map_err(|error| error.to_string())?;
        let cli = Cli::from_arg_matches(&matches).unwrap();
        cli.settings.check().map_err(|wrong| wrong.to_string())
    }

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const URL: &str = "https://api.example/v1";

    #[test]
    fn everything_has_a_default() {
        let config = check(&[]).unwrap();
        assert!(matches!(config.services, Services::Embedded(settings)
            if settings.demo_seed.is_some() && settings.demo_users_allowed));
    }

    #[test]
    fn production_starts_the_reference_services_only_when_asked() {
        let production = ["--environment", "production", "--desafio-key", KEY];
        let refused = check(&production).unwrap_err();
        assert!(refused.contains("GATEWAY_UPSTREAM_URL") && refused.contains("GATEWAY_EMBED=true"), "{refused}");
        let config = check(&[&production[..], &["--embed", "true"]].concat()).unwrap();
        assert!(matches!(config.services, Services::Embedded(settings)
            if settings.demo_seed.is_none() && !settings.demo_users_allowed));
        let config = check(&[&production[..], &["--upstream-url", URL, "--api-key", "chave"]].concat()).unwrap();
        assert!(matches!(config.services, Services::At { .. }));
    }

    #[test]
    fn the_registration_page_is_here_or_anywhere() {
        let config = check(&[]).unwrap();
        assert_eq!((config.cadastro_url.as_str(), config.environment.as_str()), ("/cadastro.html", "development"));
        for address in ["/", "/cadastro?de=portal#novo", "http://[::1]:8081", "https://clinica.example/c?a=1&b=\"<\"#x"]
        {
            assert_eq!(check(&["--cadastro-url", address]).unwrap().cadastro_url, address);
        }
    }

    #[test]
    fn a_stop_waits_for_the_slowest_request() {
        assert_eq!(check(&[]).unwrap().drain(), Duration::from_secs(40));
        assert_eq!(check(&["--call-timeout", "300s"]).unwrap().drain(), Duration::from_secs(1200));
        let quick = ["--connect-timeout", "100ms", "--call-timeout", "100ms"];
        assert_eq!(check(&quick).unwrap().drain(), Duration::from_secs(30));
    }

    #[test]
    fn a_wrong_setting_is_named_with_its_remedy() {
        let production = ["--environment", "production", "--desafio-key", KEY];
        let demo = [&production[..], &["--embed", "true", "--demo", "true"]].concat();
        for (flags, named, remedy) in [
            (&["--desafio-key", "curta"][..], "GATEWAY_DESAFIO_KEY", "openssl rand -base64 32"),
            (&["--environment", "production"], "GATEWAY_DESAFIO_KEY", "openssl rand -base64 32"),
            (&demo, "demonstração", "tire GATEWAY_DEMO"),
            (&["--embed", "false"], "serviços", "GATEWAY_UPSTREAM_URL"),
            (&["--embed", "true", "--upstream-url", URL, "--api-key", "chave"], "GATEWAY_EMBED", "tire um dos dois"),
            (&["--upstream-url", URL], "GATEWAY_UPSTREAM_URL", "informe-a em GATEWAY_API_KEY"),
            (&["--upstream-url", URL, "--api-key", ""], "GATEWAY_API_KEY", "informe a chave"),
            (&["--upstream-url", URL, "--api-key", " \t"], "GATEWAY_API_KEY", "informe a chave"),
            (&["--api-key", ""], "GATEWAY_API_KEY", "tire a variável"),
            (&["--connect-timeout", "20s"], "GATEWAY_CALL_TIMEOUT", "aumente o segundo"),
            (&["--connect-timeout", "1h"], "--connect-timeout", "de 10ms a 300s"),
            (&["--call-timeout", "0s"], "--call-timeout", "de 10ms a 300s"),
            (&["--log", "a=b=c"], "GATEWAY_LOG", "use um nível como info"),
            (&["--upstream-url", "ftp://api.example"], "--upstream-url", "http:// ou https://"),
            (&["--upstream-url", "https://ana:senha@api.example"], "--upstream-url", "tire o usuário e a senha"),
            (&["--upstream-url", ""], "--upstream-url", "http:// ou https://"),
            (&["--keep-lists", "5ms"], "--keep-lists", "de 10ms a 300s, ou 0s"),
            (&["--keep-mib", "1025"], "--keep-mib", "de 0 a 1024"),
            (&["--max-answer-mib", "0"], "--max-answer-mib", "de 1 a 1024"),
            (&["--max-answer-mib", "um"], "--max-answer-mib", "de 1 a 1024"),
            (&["--listen", "8080"], "--listen", "como 127.0.0.1:8080"),
            (&["--environment", "produção"], "--environment", "use development ou production"),
            (&["--log-format", "xml"], "--log-format", "use text ou json"),
            (&["--demo", "sim"], "--demo", "use true ou false"),
            (&["--embed", "1"], "--embed", "use true ou false"),
            (&["--demo-seed=-1"], "--demo-seed", "use um número inteiro"),
            (&["--data-dir", ""], "--data-dir", "informe o caminho de uma pasta"),
            (&["--cadastro-url", ""], "--cadastro-url", "ou um caminho que comece com /"),
            (&["--cadastro-url", "cadastro.html"], "--cadastro-url", "ou um caminho que comece com /"),
            (&["--cadastro-url", "javascript:alert(1)"], "--cadastro-url", "http:// ou https://"),
            (&["--cadastro-url", "https://"], "--cadastro-url", "http:// ou https://"),
            (&["--cadastro-url", "https://ana:senha@clinica.example"], "--cadastro-url", "sem usuário e senha"),
            (&["--cadastro-url", "//clinica.example"], "--cadastro-url", "http:// ou https://"),
            (&["--cadastro-url", "/\\clinica.example"], "--cadastro-url", "http:// ou https://"),
            (&["--cadastro-url", "/\t/clinica.example"], "--cadastro-url", "http:// ou https://"),
        ] {
            let error = check(flags).unwrap_err();
            assert!(error.contains(named) && error.contains(remedy), "{flags:?}: {error}");
        }
    }

    #[test]
    fn keys_come_as_base64_or_hex_and_are_never_shown() {
        let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        for key in [KEY, hex] {
            let flags = ["--desafio-key", key, "--environment", "production", "--embed", "true"];
            let config = check(&[&flags[..], &["--api-key", "chave-secreta"]].concat()).unwrap();
            use secrecy::ExposeSecret as _;
            assert_eq!(config.desafio_key.expose_secret()[31], 31);
            let shown = format!("{config:?}");
            assert!(!shown.contains("chave-secreta") && !shown.contains("31"), "{shown}");
        }
    }
}
