//! Which services the gateway talks to.

use std::path::PathBuf;

use clap::{
    ArgAction, Args,
    builder::{BoolValueParser, PathBufValueParser},
    value_parser,
};
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    ConfigError, Environment, config_error,
    tls::{PEM_FILE, identity},
    value::{TRUE_OR_FALSE, WithRemedy, secret},
};
use crate::{
    embed,
    tls::{Authorities, PemFile},
    upstream::{BaseUrl, Tls},
};

/// The settings as they are given.
#[derive(Args)]
#[command(next_help_heading = "Services")]
#[group(skip)]
pub(super) struct Settings {
    /// Address of the integration API, below which the 21 paths lie.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_URL", value_name = "URL")]
    upstream_url: Option<BaseUrl>,
    /// Certificate authorities of the services' HTTPS, as a PEM file. They take the place of those that the machine
    /// trusts: for both, put both in the file. SIGHUP has it read anew, like the certificate below.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_CA", value_name = "FILE", value_parser = WithRemedy(PathBufValueParser::new(), PEM_FILE))]
    upstream_ca: Option<PathBuf>,
    /// Client certificate for services that ask for one, as a PEM file: its own first, then those that lead to its
    /// authority.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_CERT", value_name = "FILE", value_parser = WithRemedy(PathBufValueParser::new(), PEM_FILE))]
    upstream_cert: Option<PathBuf>,
    /// Key of that certificate, as a PEM file without a password.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_KEY", value_name = "FILE", value_parser = WithRemedy(PathBufValueParser::new(), PEM_FILE))]
    upstream_key: Option<PathBuf>,
    /// Whether the reference services are started in this process, in place of an integration API. On in development
    /// where there is no upstream URL; production has to be told.
    #[arg(long, global = true, env = "GATEWAY_EMBED", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    embed: Option<bool>,
    /// Key of this application in the calls of the login. Without an upstream URL a random one is made at start.
    #[arg(long, global = true, env = "GATEWAY_API_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    api_key: Option<SecretString>,
    /// Folder of the reference services: their database and the outbox. Unused with an upstream URL.
    #[arg(long, global = true, env = "GATEWAY_DATA_DIR", value_name = "FOLDER", default_value = "data", value_parser = WithRemedy(PathBufValueParser::new(), "informe o caminho de uma pasta"))]
    data_dir: PathBuf,
    /// SMTP server of the reference services, such as `smtps://user:password@mail.example`. Without one the access codes
    /// go to `.eml` files in the folder `outbox` below the data folder, and to the terminal.
    #[arg(long, global = true, env = "GATEWAY_SMTP_URL", value_name = "URL", hide_env_values = true, value_parser = secret)]
    smtp_url: Option<SecretString>,
    /// Sender of the reference services' e-mail.
    #[arg(long, global = true, env = "GATEWAY_MAIL_FROM", value_name = "ADDRESS", default_value = embed::MAIL_FROM)]
    mail_from: String,
    /// Whether the reference services fill an empty database with demo data. On in development, refused in production.
    #[arg(long, global = true, env = "GATEWAY_DEMO", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    demo: Option<bool>,
    /// Seed of the demo data: the same seed on the same day gives the same data.
    #[arg(long, global = true, env = "GATEWAY_DEMO_SEED", value_name = "NUMBER", default_value_t = embed::DEMO_SEED, value_parser = WithRemedy(value_parser!(u64), "use um número inteiro a partir de 0"))]
    demo_seed: u64,
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
        /// TLS with them, where that is an address of `https`.
        tls: Tls,
    },
    /// The reference services, in this process.
    Embedded(embed::EmbeddedSettings),
}

impl Settings {
    pub(super) fn check(self, environment: Environment) -> Result<Services, ConfigError> {
        let production = environment == Environment::Production;
        if self.api_key.as_ref().is_some_and(|key| key.expose_secret().trim().is_empty()) {
            return Err(config_error(
                "GATEWAY_API_KEY está em branco: informe a chave da aplicação, ou tire a variável",
            ));
        }
        let identity =
            identity(("GATEWAY_UPSTREAM_CERT", self.upstream_cert), ("GATEWAY_UPSTREAM_KEY", self.upstream_key))?;
        let ca = |path| Authorities(PemFile { setting: "GATEWAY_UPSTREAM_CA", path });
        let tls = Tls { authorities: self.upstream_ca.map(ca), identity };
        let has_tls = tls.authorities.is_some() || tls.identity.is_some();
        // Who thinks that the services are called by TLS must know where they are not.
        if has_tls && !self.upstream_url.as_ref().is_some_and(BaseUrl::is_https) {
            return Err(config_error(
                "GATEWAY_UPSTREAM_CA, GATEWAY_UPSTREAM_CERT e GATEWAY_UPSTREAM_KEY só servem com HTTPS: informe um endereço \
                 que comece com https:// em GATEWAY_UPSTREAM_URL, ou tire os três",
            ));
        }
        match (self.upstream_url, self.api_key) {
            (Some(_), _) if self.embed == Some(true) => Err(config_error(
                "GATEWAY_EMBED pede os serviços de referência e GATEWAY_UPSTREAM_URL aponta para outros: tire um dos dois",
            )),
            (Some(base_url), Some(api_key)) => Ok(Services::At { base_url, api_key, tls }),
            (Some(_), None) => {
                Err(config_error("com GATEWAY_UPSTREAM_URL falta a chave da aplicação: informe-a em GATEWAY_API_KEY"))
            }
            (None, _) if !self.embed.unwrap_or(!production) => Err(config_error(
                "faltam os serviços: informe o endereço da API de integração em GATEWAY_UPSTREAM_URL, ou peça os de \
                     referência com GATEWAY_EMBED=true",
            )),
            (None, api_key) => {
                let demo = self.demo.unwrap_or(!production);
                if production && demo {
                    return Err(config_error(
                        "dados de demonstração têm senhas conhecidas e não servem em produção: tire GATEWAY_DEMO",
                    ));
                }
                Ok(Services::Embedded(embed::EmbeddedSettings {
                    data_dir: self.data_dir,
                    api_key: api_key.unwrap_or_else(embed::random_api_key),
                    smtp_url: self.smtp_url,
                    mail_from: self.mail_from,
                    demo_seed: demo.then_some(self.demo_seed),
                    demo_users_allowed: !production,
                }))
            }
        }
    }
}
