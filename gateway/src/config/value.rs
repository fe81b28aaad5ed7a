//! Parsers of values; each error names the remedy.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::{
    Arg,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use ipnet::IpNet;
use secrecy::{ExposeSecret as _, SecretBox, SecretString};

use super::error::{ConfigError, config_error};
use crate::{
    tls::{Identity, PemFile},
    upstream::BaseUrl,
};

/// A parser with the remedy for a refused value. clap's own messages lack one.
#[derive(Clone)]
pub(super) struct WithRemedy<P>(pub(super) P, pub(super) &'static str);

impl<P: TypedValueParser> TypedValueParser for WithRemedy<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.0.parse_ref(command, arg, value).map_err(|_| {
            let flag = arg.and_then(Arg::get_long).unwrap_or_default();
            // Arguments of one command may have no variable.
            let variable = arg.and_then(Arg::get_env).map(|name| format!(" ({})", name.display())).unwrap_or_default();
            let text = format!("o valor de --{flag}{variable} não serve: {}\n", self.1);
            clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// A comma-separated list. An empty text is an empty list.
#[derive(Clone, Debug)]
pub(super) struct CommaList<T>(Vec<T>);

/// Parses a comma-separated list.
pub(super) fn list<T, E>(text: &str, item: impl Fn(&str) -> Result<T, E>) -> Result<CommaList<T>, E> {
    if text.trim().is_empty() {
        return Ok(CommaList(Vec::new()));
    }
    text.split(',').map(item).collect::<Result<_, _>>().map(CommaList)
}

/// The items of a setting that may be given several times.
pub(super) fn items<T>(lists: Vec<CommaList<T>>) -> Vec<T> {
    lists.into_iter().flat_map(|CommaList(items)| items).collect()
}

/// The remedy of booleans.
pub(super) const TRUE_OR_FALSE: &str = "use true ou false";

/// A secret. clap quotes a refused value, so every text is taken here and validated later.
#[expect(clippy::unnecessary_wraps, reason = "the form of a clap parser")]
pub(super) fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text))
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

/// A network such as `10.0.0.0/8`, or one address.
pub(super) fn network(text: &str) -> Result<IpNet, &'static str> {
    let text = text.trim();
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| "use redes como 10.0.0.0/8 ou endereços, com vírgulas entre eles")
}

/// 32 bytes from base64 or hex.
pub(super) fn key(text: &SecretString) -> Option<SecretBox<[u8; 32]>> {
    let text = text.expose_secret().trim();
    let bytes = if text.len() == 64 {
        (0..32).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()).collect()
    } else {
        STANDARD.decode(text).ok()
    };
    let bytes = SecretBox::new(Box::new(<[u8; 32]>::try_from(bytes?.as_slice()).ok()?));
    Some(bytes)
}

/// That many MiB in bytes.
pub(super) fn mebibytes(number: u16) -> usize {
    usize::from(number) * 1024 * 1024
}

/// The hint for a value that is no path.
pub(super) const PEM_FILE: &str = "informe o caminho de um arquivo PEM";

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
