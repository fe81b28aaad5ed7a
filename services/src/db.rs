//! The database: one SQLite file, many readers, one writer.

use std::{
    fs::{File, OpenOptions},
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    time::Duration,
};

use sqlx::{
    Connection as _, SqlSafeStr as _, Sqlite, SqliteConnection, SqlitePool, Transaction,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// File name in the data folder.
pub const FILE: &str = "acionamentos.db";
/// How long a write waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The open database.
///
/// SQLite allows one writer at a time. All writes of this process queue for one connection, so "database is locked" can only
/// come from other processes, for which `BUSY_TIMEOUT` waits.
#[derive(Clone)]
pub struct Db {
    readers: SqlitePool,
    writer: SqlitePool,
}

impl Db {
    /// Opens the database in an existing folder; creates and migrates it if needed.
    ///
    /// # Errors
    /// The file is not a database, cannot be written, or has the schema of a newer version.
    pub async fn open(folder: &Path) -> sqlx::Result<Self> {
        // Of two processes that start at once, one creates the tables: the driver's migrations lock nothing in SQLite.
        let lock = File::open(folder)?;
        lock.lock()?;
        let file = folder.join(FILE);
        // Only its owner may read it, also in an open folder. SQLite gives its other files the same mode.
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error.into()),
            _ => {}
        }
        let options = SqliteConnectOptions::new()
            .filename(file)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged save survives a power failure, not only a crash of the process.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .collation("pt_br", |a, b| sort_key(a).cmp(&sort_key(b)));
        let writer = pool(1).connect_with(options.clone()).await?;
        migrations().run(&writer).await?;
        // SQLite opens a file that it may not write for reading. The first write would fail, even of no row.
        sqlx::query("UPDATE usuario SET nome = nome WHERE FALSE").execute(&writer).await?;
        let readers = pool(8).connect_with(options.read_only(true)).await?;
        Ok(Self { readers, writer })
    }

    /// A read transaction: all its queries see the same snapshot.
    pub(crate) async fn read(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        self.readers.begin().await
    }

    /// A write transaction, rolled back unless committed. It takes the write lock at once; a transaction that starts with a
    /// read could fail when it upgrades to a write.
    pub(crate) async fn write(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        self.writer.begin_with("BEGIN IMMEDIATE").await
    }

    /// Closes all connections once they are idle.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// A name without accents, in lower case, for `COLLATE pt_br`. By bytes, as SQLite sorts, Á comes after z.
fn sort_key(name: &str) -> String {
    name.nfd().filter(|&char| !is_combining_mark(char)).flat_map(char::to_lowercase).collect()
}

/// The files of `migrations/`, in their order.
fn migrations() -> Migrator {
    let file = |version, description: &'static str, sql: &'static str| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    // A test finds a file that is missing here.
    Migrator::with_migrations(vec![
        file(1, "acionamentos", include_str!("../migrations/0001_acionamentos.sql")),
        file(2, "codigo do email", include_str!("../migrations/0002_codigo_do_email.sql")),
    ])
}

/// SQLite ends a transaction by itself when the disk is full or fails; the driver's rollback then fails too, and the driver
/// then believes for ever that the connection is inside a transaction. Such a connection is replaced.
fn pool(max_connections: u32) -> SqlitePoolOptions {
    // The ping before this hook waits for the rollback of the last transaction.
    SqlitePoolOptions::new()
        .max_connections(max_connections)
        .test_before_acquire(true)
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}

/// Whether there is no user yet.
pub(crate) async fn is_empty(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM usuario)").fetch_one(conn).await
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::migrations;

    #[test]
    fn every_file_of_the_folder_is_a_migration() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<_> =
            fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        let mut known: Vec<_> = migrations().iter().map(|migration| migration.sql.as_str().to_owned()).collect();
        files.sort();
        known.sort();
        assert!(files == known, "{folder} has {} files, {} of them are known", files.len(), known.len());
    }
}
