//! Settings of certificates and keys, which come in pairs.

use std::path::PathBuf;

use super::error::{ConfigError, config_error};
use crate::tls::{Identity, PemFile};

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
