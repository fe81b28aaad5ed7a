//! The session of a user with a gateway, in a file of its own that only the user can read.

use std::{
    fs,
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    path::PathBuf,
};

use secrecy::{ExposeSecret as _, SecretString};
use url::form_urlencoded;

use super::outcome::Error;
use crate::config::GraphArgs;

/// Permissions of group and others.
const OF_OTHERS: u32 = 0o077;

/// What the environment says beside the arguments.
pub struct ProcessEnvironment {
    /// Folder of the state of this user's programs ($XDG_STATE_HOME), if there is one.
    pub state_folder: Option<PathBuf>,
    /// The password, so that it is not asked for (GATEWAY_PASSWORD).
    pub password: Option<SecretString>,
}

/// The file of a session. It need not exist.
pub(super) struct SessionFile {
    folder: PathBuf,
    path: PathBuf,
}

impl SessionFile {
    /// The file for a gateway. Each has its own, so that two logins do not overwrite each other's.
    pub(super) fn locate(graph: &GraphArgs, environment: &ProcessEnvironment) -> Result<Self, Error> {
        let no_folder =
            || Error::usage("não há onde guardar a sessão: defina HOME ou XDG_STATE_HOME, ou use --print-token");
        let folder = environment.state_folder.as_ref().ok_or_else(no_folder)?.join("gateway").join("sessions");
        let name: String = form_urlencoded::byte_serialize(graph.address().as_bytes()).collect();
        let path = folder.join(name);
        Ok(Self { folder, path })
    }

    /// The token, if there is one.
    pub(super) fn read(&self) -> Result<Option<SecretString>, Error> {
        let token = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            token => token.map_err(|error| self.failed(&error))?,
        };
        let mode = fs::metadata(&self.path).map_err(|error| self.failed(&error))?.permissions().mode();
        if mode & OF_OTHERS != 0 {
            let path = self.path.display();
            return Err(Error::usage(format!(
                "a sessão em {path} pode ser lida por outras pessoas: apague o arquivo e entre de novo"
            )));
        }
        Ok(Some(token.trim().into()))
    }

    /// Replaces the token: a reader gets the old one or the new one.
    pub(super) fn write(&self, token: &SecretString) -> Result<(), Error> {
        let write = || {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
            // Such a file has the mode 0600.
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            writeln!(file, "{}", token.expose_secret())?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            io::Result::Ok(())
        };
        write().map_err(|error| self.failed(&error))
    }

    /// Removes the token, if there is one.
    pub(super) fn remove(&self) -> Result<(), Error> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failed(&error)),
            _ => Ok(()),
        }
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::usage(format!("a sessão em {} não pôde ser lida, gravada ou apagada: {error}", self.path.display()))
    }
}
