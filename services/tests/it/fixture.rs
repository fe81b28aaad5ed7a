//! The test database (`fixture.sql`) in a data folder, and the e-mails of its outbox. Shared by the tests of the services
//! and of the gateway.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use contract::login::CODE_LENGTH;
use services::db::{self, Db};
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

/// Creates the test database in a folder.
pub(crate) async fn install_fixture(folder: &Path) {
    Db::open(folder).await.expect("a database").close().await;
    let mut sql = connect(folder).await;
    sqlx::raw_sql(include_str!("fixture.sql")).execute(&mut sql).await.expect("the fixture");
    sql.close().await.expect("closed");
}

/// A connection to the database in a folder.
pub(crate) async fn connect(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join(db::FILE)).foreign_keys(true);
    SqliteConnection::connect_with(&options).await.expect("a connection")
}

/// The outbox of a data folder. It remembers the files that it has read, since file times are too coarse to order them.
pub(crate) struct Outbox {
    folder: PathBuf,
    seen: Mutex<SeenMessages>,
}

#[derive(Default)]
struct SeenMessages {
    files: HashSet<OsString>,
    /// The newest code by recipient.
    codes: HashMap<String, String>,
}

impl Outbox {
    pub(crate) fn below(folder: &Path) -> Self {
        Self { folder: folder.join("outbox"), seen: Mutex::default() }
    }

    /// Reads the messages since the last call. At most one per recipient, or the newest code would be ambiguous.
    pub(crate) fn read(&self) {
        // There is no outbox with an SMTP server.
        let Ok(entries) = self.folder.read_dir() else { return };
        let mut seen = self.seen.lock().expect("no test panics while it reads");
        let mut new = HashMap::new();
        for entry in entries {
            let entry = entry.expect("a file");
            let is_message = entry.path().extension().is_some_and(|ending| ending == "eml");
            if is_message && !seen.files.contains(&entry.file_name()) {
                let message = fs::read_to_string(entry.path()).expect("a message");
                // One that is being written is read again.
                if let (Some(address), Some(code)) = (recipient(&message), code_in(&message)) {
                    seen.files.insert(entry.file_name());
                    let other = new.insert(address, code);
                    assert!(other.is_none(), "two new messages to one address: read the first before the second");
                }
            }
        }
        seen.codes.extend(new);
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> Option<String> {
        self.read();
        self.seen.lock().expect("no test panics while it reads").codes.get(email).cloned()
    }
}

/// The recipient of a message.
fn recipient(message: &str) -> Option<String> {
    let to = message.lines().skip_while(|line| !line.starts_with("To:")).collect::<Vec<_>>().join("\n");
    let (_, address) = to.split_once('<')?;
    Some(address.split_once('>')?.0.to_owned())
}

/// The code in a message: the line of exactly six capitals or digits.
pub(crate) fn code_in(message: &str) -> Option<String> {
    let is_code =
        |line: &&str| line.len() == CODE_LENGTH && line.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    message.lines().map(str::trim).find(is_code).map(str::to_owned)
}
