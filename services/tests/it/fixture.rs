//! The small company of the tests, in a folder, and the messages that its services put there. Part of the kits of both
//! the services and the gateway.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use services::{
    db::{self, Db},
    wire::login::CODE_LENGTH,
};
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

/// Makes the database of the small company in a folder.
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

/// The outbox of a data folder. It knows the files that it has read: clocks are too coarse to tell the newer of two.
pub(crate) struct Outbox {
    folder: PathBuf,
    read: Mutex<Read>,
}

#[derive(Default)]
struct Read {
    files: HashSet<OsString>,
    /// The newest code by the address that it went to.
    codes: HashMap<String, String>,
}

impl Outbox {
    pub(crate) fn below(folder: &Path) -> Self {
        Self { folder: folder.join("outbox"), read: Mutex::default() }
    }

    /// Reads what has come since the last time: no more than one message to an address, or nobody could say which code
    /// is the newest.
    pub(crate) fn read(&self) {
        // There is none where mail goes to a server.
        let Ok(entries) = self.folder.read_dir() else { return };
        let mut read = self.read.lock().expect("no test panics while it reads");
        let mut new = HashMap::new();
        for entry in entries {
            let entry = entry.expect("a file");
            if entry.path().extension().is_some_and(|ending| ending == "eml") && read.files.insert(entry.file_name()) {
                let message = fs::read_to_string(entry.path()).expect("a message");
                if let (Some(address), Some(code)) = (recipient(&message), code_in(&message)) {
                    let other = new.insert(address, code);
                    assert!(other.is_none(), "two new messages to one address: read the first before the second");
                }
            }
        }
        read.codes.extend(new);
    }

    /// The code in the newest message to an address.
    pub(crate) fn newest_code(&self, email: &str) -> Option<String> {
        self.read();
        self.read.lock().expect("no test panics while it reads").codes.get(email).cloned()
    }
}

/// The address that a message goes to.
fn recipient(message: &str) -> Option<String> {
    let to = message.lines().skip_while(|line| !line.starts_with("To:")).collect::<Vec<_>>().join("\n");
    let (_, address) = to.split_once('<')?;
    Some(address.split_once('>')?.0.to_owned())
}

/// The code in a message: the line that holds six capitals or digits and nothing else.
pub(crate) fn code_in(message: &str) -> Option<String> {
    let is_code =
        |line: &&str| line.len() == CODE_LENGTH && line.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    message.lines().map(str::trim).find(is_code).map(str::to_owned)
}
