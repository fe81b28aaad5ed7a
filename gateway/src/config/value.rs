//! Values of several settings: parsers that clap has none for, and errors; each names the remedy.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::ValueEnum;
use data_encoding::HEXLOWER_PERMISSIVE;
use ipnet::IpNet;
use secrecy::{ExposeSecret as _, SecretBox, SecretString};
use strum::IntoStaticStr;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use crate::{
    base_url::BaseUrl,
    tls::{Identity, PemFile},
};

/// Where the gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Environment {
    /// On a developer's machine.
    Development,
    /// With real data.
    Production,
}

/// What is wrong with the settings and how to mend it: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);

pub(super) fn config_error(text: &str) -> ConfigError {
    ConfigError(text.to_owned())
}

/// clap's error in one line: what is wrong, and the tip or the possible values as the remedy.
pub(super) fn one_line(error: &clap::Error) -> ConfigError {
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    match lines.find_map(|line| line.strip_prefix("tip: ").or_else(|| line.starts_with('[').then_some(line))) {
        Some(remedy) => ConfigError(format!("{first}: {remedy}")),
        None => config_error(first),
    }
}

/// An item of a list that is separated by commas; `None` of an empty text, which is a list without items.
pub(super) fn item<T, E>(text: &str, parse: impl Fn(&str) -> Result<T, E>) -> Result<Option<T>, E> {
    let text = text.trim();
    if text.is_empty() { Ok(None) } else { parse(text).map(Some) }
}

/// A duration such as `500ms` or `10s`: 10 ms to 5 minutes.
pub(super) fn time(text: &str) -> Result<Duration, &'static str> {
    const FORM: &str = "use um tempo como 500ms ou 10s, de 10ms a 300s";
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, Duration::from_millis(1)),
        None => (text.strip_suffix('s').ok_or(FORM)?, Duration::from_secs(1)),
    };
    let time = number.parse::<u32>().ok().and_then(|number| unit.checked_mul(number)).ok_or(FORM)?;
    let range = Duration::from_millis(10)..=Duration::from_secs(300);
    if range.contains(&time) { Ok(time) } else { Err(FORM) }
}

/// A duration, or `0s` for none.
pub(super) fn time_or_none(text: &str) -> Result<Duration, &'static str> {
    if text == "0s" {
        return Ok(Duration::ZERO);
    }
    time(text).map_err(|_| "use um tempo como 500ms ou 10s, de 10ms a 300s, ou 0s para nenhum")
}

/// URL of a page: an absolute path of the gateway, or an absolute URL.
pub(super) fn page(text: &str) -> Result<String, &'static str> {
    // Browsers read a backslash as a slash and drop tabs and line breaks: a path with them could lead to another site.
    let is_plain = !text.contains(|c: char| c == '\\' || c.is_whitespace() || c.is_control());
    let is_path = text.starts_with('/') && !text.starts_with("//");
    // The part before the query has the rules of the services' base URL.
    let is_address = || text.split(['?', '#']).next().is_some_and(|address| address.parse::<BaseUrl>().is_ok());
    if is_plain && (is_path || is_address()) {
        return Ok(text.to_owned());
    }
    Err("use um endereço sem usuário e senha que comece com http:// ou https://, ou um caminho que comece com /")
}

/// Directives of the log. `EnvFilter` reads a misspelled level as the name of a target, and an empty text as no directive: either
/// way nothing is logged.
pub(super) fn log_filter(text: &str) -> Result<EnvFilter, &'static str> {
    const FORM: &str = "use error, warn, info, debug, trace ou off, ou um alvo com o seu nível, como gateway=debug";
    let directives: Vec<_> = text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
    let is_plain = |text: &str| text.contains(['=', '[']) || text.parse::<LevelFilter>().is_ok();
    if directives.is_empty() || !directives.iter().all(|text| is_plain(text)) {
        return Err(FORM);
    }
    directives.join(",").parse().map_err(|_| FORM)
}

/// A network such as `10.0.0.0/8`, or one address. One of all addresses would let each client choose the address that its
/// limits count.
pub(super) fn network(text: &str) -> Result<IpNet, &'static str> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    match network {
        Ok(network) if network.prefix_len() == 0 => Err("informe só as redes dos proxies, não todos os endereços"),
        Ok(network) => Ok(network),
        Err(_) => Err("use redes como 10.0.0.0/8 ou endereços, com vírgulas entre eles"),
    }
}

/// A secret that was given. An empty value is none: environment files often name variables that they do not set.
pub(super) fn given(secret: Option<&SecretString>) -> Option<&SecretString> {
    secret.filter(|secret| !secret.expose_secret().trim().is_empty())
}

/// 32 bytes from base64 or hex.
pub(super) fn key(text: &SecretString) -> Option<SecretBox<[u8; 32]>> {
    let text = text.expose_secret().trim();
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().or_else(|| STANDARD.decode(text).ok())?;
    Some(SecretBox::new(Box::new(bytes.try_into().ok()?)))
}

/// A certificate and its key, each with the setting that names its file: both or neither.
pub(super) fn identity(
    (certificate_setting, certificate): (&'static str, Option<PathBuf>),
    (key_setting, key): (&'static str, Option<PathBuf>),
) -> Result<Option<Identity>, ConfigError> {
    let half = |given, missing| Err(config_error(&format!("{given} só serve com o seu par: informe também {missing}")));
    match (certificate, key) {
        (None, None) => Ok(None),
        (Some(_), None) => half(certificate_setting, key_setting),
        (None, Some(_)) => half(key_setting, certificate_setting),
        (Some(certificate), Some(key)) => Ok(Some(Identity {
            certificate: PemFile { setting: certificate_setting, path: certificate },
            key: PemFile { setting: key_setting, path: key },
        })),
    }
}
