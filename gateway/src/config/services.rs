//! Settings of the services: an integration API, or the embedded reference services.

use std::{path::PathBuf, sync::Arc};

use clap::{ArgAction, Args};
use secrecy::{ExposeSecret as _, SecretString};

use super::value::{ConfigError, Environment, config_error, identity};
use crate::{
    base_url::BaseUrl,
    embed,
    mapping::Mapping,
    tls::{Authorities, PemFile},
    upstream::UpstreamTls,
};

/// The settings as given.
#[derive(Args)]
#[command(next_help_heading = "Services")]
pub(super) struct ServicesArgs {
    /// Base URL of the integration API; the paths of the services are appended to it.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_URL", value_name = "URL")]
    upstream_url: Option<BaseUrl>,
    /// How the integration API differs from the contract: a TOML file. `gateway mapping` prints an annotated one, `gateway check
    /// --propose` one for the API. Without it the API is as the contract says.
    #[arg(long, global = true, env = "GATEWAY_MAPPING", value_name = "FILE")]
    pub(super) mapping: Option<PathBuf>,
    /// Certificate authorities for the services' HTTPS: a PEM file, used instead of the machine's authorities. SIGHUP
    /// reloads it.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_CA", value_name = "FILE")]
    upstream_ca: Option<PathBuf>,
    /// Client certificate for mutual TLS with the services: a PEM file, the certificate first, then its chain. SIGHUP
    /// reloads it.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_CERT", value_name = "FILE")]
    upstream_cert: Option<PathBuf>,
    /// Private key of the client certificate: a PEM file without a password.
    #[arg(long, global = true, env = "GATEWAY_UPSTREAM_KEY", value_name = "FILE")]
    upstream_key: Option<PathBuf>,
    /// Whether the reference services run in this process instead of an integration API. Default: true in development
    /// without an upstream URL, false in production.
    #[arg(long, global = true, env = "GATEWAY_EMBED", value_name = "BOOL", action = ArgAction::Set)]
    embed: Option<bool>,
    /// API key of this application, sent in the bodies of the calls of LoginUsuarioWeb, or where the mapping says. Embedded services
    /// get a random one by default.
    #[arg(long, global = true, env = "GATEWAY_API_KEY", value_name = "KEY", hide_env_values = true)]
    api_key: Option<SecretString>,
    /// Folder of the embedded services: their database and outbox. Unused with an upstream URL.
    #[arg(long, global = true, env = "GATEWAY_DATA_DIR", value_name = "FOLDER", default_value = "data")]
    data_dir: PathBuf,
    /// SMTP server of the embedded services, such as `smtps://user%40clinic.example:password@mail.example`. Its user is the
    /// sender, if that is an e-mail address. Without a server, access codes are written to
    /// `.eml` files in `outbox` below the data folder, and to the terminal. A code is sent once: use a server that queues.
    #[arg(long, global = true, env = "GATEWAY_SMTP_URL", value_name = "URL", hide_env_values = true)]
    smtp_url: Option<SecretString>,
    /// Whether the embedded services fill an empty database with demo data. Default: true in development; refused in
    /// production.
    #[arg(long, global = true, env = "GATEWAY_DEMO", value_name = "BOOL", action = ArgAction::Set)]
    demo: Option<bool>,
}

/// The services that the gateway calls.
#[derive(Debug)]
pub enum ServicesConfig {
    /// An integration API.
    At {
        /// Its base URL.
        base_url: BaseUrl,
        /// API key of this application.
        api_key: SecretString,
        /// TLS options; unused where the address is plain HTTP.
        tls: UpstreamTls,
        /// How it differs from the contract.
        mapping: Arc<Mapping>,
    },
    /// The reference services in this process.
    Embedded(embed::EmbeddedSettings),
}

impl ServicesArgs {
    pub(super) fn validate(self, environment: Environment) -> Result<ServicesConfig, ConfigError> {
        let production = environment == Environment::Production;
        let key = self.api_key.as_ref().map(SecretString::expose_secret);
        // No header carries a control character.
        if key.is_some_and(|key| key.trim().is_empty() || key.contains(char::is_control)) {
            return Err(config_error(
                "GATEWAY_API_KEY está em branco ou tem caracteres de controle: informe só a chave, ou tire a variável",
            ));
        }
        let identity =
            identity(("GATEWAY_UPSTREAM_CERT", self.upstream_cert), ("GATEWAY_UPSTREAM_KEY", self.upstream_key))?;
        let ca = |path| Authorities(PemFile { setting: "GATEWAY_UPSTREAM_CA", path });
        let tls = UpstreamTls { authorities: self.upstream_ca.map(ca), identity };
        if self.mapping.is_some() && self.upstream_url.is_none() {
            return Err(config_error(
                "o mapeamento diz como outra API escreve: informe o endereço dela em GATEWAY_UPSTREAM_URL, ou tire \
                 GATEWAY_MAPPING",
            ));
        }
        let mapping = self.mapping.as_deref().map(|path| {
            Mapping::load(path).map_err(|error| config_error(&format!("GATEWAY_MAPPING, {}: {error}", path.display())))
        });
        let mapping = Arc::new(mapping.transpose()?.unwrap_or_default());
        let has_tls = tls.authorities.is_some() || tls.identity.is_some();
        // An operator who configures TLS must learn that every address is plain HTTP.
        if has_tls && !self.upstream_url.as_ref().is_some_and(BaseUrl::is_https) && !mapping.has_https_module() {
            return Err(config_error(
                "GATEWAY_UPSTREAM_CA, GATEWAY_UPSTREAM_CERT e GATEWAY_UPSTREAM_KEY só servem com HTTPS: informe um endereço \
                 que comece com https:// em GATEWAY_UPSTREAM_URL, ou tire os três",
            ));
        }
        match (self.upstream_url, self.api_key) {
            (Some(_), _) if self.embed == Some(true) => Err(config_error(
                "GATEWAY_EMBED pede os serviços de referência e GATEWAY_UPSTREAM_URL aponta para outros: tire um dos dois",
            )),
            (Some(base_url), Some(api_key)) => Ok(ServicesConfig::At { base_url, api_key, tls, mapping }),
            (Some(base_url), None) if !mapping.has_api_key() => {
                Ok(ServicesConfig::At { base_url, api_key: SecretString::default(), tls, mapping })
            }
            (Some(_), None) => Err(config_error(
                "com GATEWAY_UPSTREAM_URL falta a chave da aplicação: informe-a em GATEWAY_API_KEY; se a API não tem nenhuma, \
                 diga api-key = false em [headers] do mapeamento",
            )),
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
                Ok(ServicesConfig::Embedded(embed::EmbeddedSettings {
                    data_dir: self.data_dir,
                    api_key: api_key.unwrap_or_else(embed::random_api_key),
                    smtp_url: self.smtp_url,
                    demo,
                    demo_users_allowed: !production,
                }))
            }
        }
    }
}
