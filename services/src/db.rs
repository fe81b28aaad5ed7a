//! The database: one SQLite file, many readers, one writer.

use std::{path::Path, time::Duration};

use sqlx::{
    Sqlite, SqliteConnection, SqlitePool, Transaction,
    migrate::{MigrateError, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

/// Name of the file in the data folder.
pub const FILE: &str = "acionamentos.db";

static MIGRATIONS: Migrator = sqlx::migrate!();

/// The open database.
///
/// SQLite takes one writer at a time. All writes of this process queue for one connection, which
/// costs nothing and makes "database is locked" a matter of other processes only; those wait for
/// each other up to the busy timeout.
#[derive(Clone)]
pub struct Db {
    readers: SqlitePool,
    writer: SqlitePool,
}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be opened or queried.
    #[error(transparent)]
    Sqlite(#[from] sqlx::Error),
    /// The file's tables are not those of this version.
    #[error(transparent)]
    Migration(#[from] MigrateError),
}

impl Db {
    /// Opens the database in a folder, which must exist; creates and migrates it where needed.
    ///
    /// # Errors
    /// The file is no database, cannot be written, or was made by a newer version.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What was answered as saved survives a power cut, not only the end of the process.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10));
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        MIGRATIONS.run(&writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(8).connect_with(options.read_only(true)).await?;
        Ok(Self { readers, writer })
    }

    /// A reading transaction: all its queries see the same moment.
    ///
    /// # Errors
    /// No connection became free in time.
    pub async fn read(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        self.readers.begin().await
    }

    /// A writing transaction, undone unless committed. It takes the write lock at once: one that
    /// began by reading could find the data changed when it comes to write.
    ///
    /// # Errors
    /// No connection became free in time, or another process held the lock for too long.
    pub async fn write(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        self.writer.begin_with("BEGIN IMMEDIATE").await
    }

    /// Closes all connections once they are idle.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// Whether nobody is registered yet.
///
/// # Errors
/// The database cannot be read.
pub async fn is_empty(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM usuario)").fetch_one(conn).await
}

/// Deletes all but what the migrations put in.
///
/// # Errors
/// The database cannot be written.
pub async fn clear(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    // Whoever refers to others goes before them.
    sqlx::raw_sql(
        "DELETE FROM salvamento; DELETE FROM evento; DELETE FROM procedimento_realizado; DELETE FROM acionamento;
         DELETE FROM apolice_pet; DELETE FROM apolice; DELETE FROM pet; DELETE FROM segurado;
         DELETE FROM procedimento; DELETE FROM seguradora;
         DELETE FROM sessao; DELETE FROM codigo_acesso; DELETE FROM usuario;",
    )
    .execute(conn)
    .await?;
    Ok(())
}
