//! What the commands take from the environment.

use std::path::PathBuf;

use secrecy::SecretString;

/// What the environment says beside the arguments.
pub struct ProcessEnvironment {
    /// Folder of the state of this user's programs ($XDG_STATE_HOME), if there is one.
    pub state_folder: Option<PathBuf>,
    /// The password, so that it is not asked for (GATEWAY_PASSWORD).
    pub password: Option<SecretString>,
}
