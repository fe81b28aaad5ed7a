//! Durability: two processes that write to one database, and a full disk.

use axum::http::StatusCode;
use futures_util::future::join_all;

use crate::{
    fixture::connect,
    harness::{ANA, TestServer, new_acionamento},
    server_process::{ServerProcess, install_fixture_for_any_year},
};

/// SQLite itself rolls back a transaction that finds the disk full, as this trigger does.
#[tokio::test]
async fn writes_succeed_again_once_the_disk_has_space() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let mut sql = connect(server.folder.path()).await;
    sqlx::raw_sql(
        "CREATE TRIGGER disk BEFORE INSERT ON acionamento
         BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END",
    )
    .execute(&mut sql)
    .await
    .unwrap();
    let full = server.save(&token, Some("k-1"), &new_acionamento()).await;
    assert_eq!(full.http, StatusCode::INTERNAL_SERVER_ERROR);
    sqlx::raw_sql("DROP TRIGGER disk").execute(&mut sql).await.unwrap();
    let saved = server.save(&token, Some("k-1"), &new_acionamento()).await.data();
    assert_eq!(server.save(&token, Some("k-1"), &new_acionamento()).await.data(), saved);
    server.login(ANA).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_share_a_database() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture_for_any_year(folder.path()).await;
    let services = [ServerProcess::start(folder.path()), ServerProcess::start(folder.path())];
    let token = services[0].login(folder.path()).await;
    let saves = (0..40).map(|i| services[i % 2].save(&token, format!("k-{}", i / 2)));
    let mut claims: Vec<_> = join_all(saves).await.into_iter().map(|claim| claim.unwrap()).collect();
    claims.sort();
    claims.dedup();
    assert_eq!(claims.len(), 20, "each key was sent to both, and saved once");
}
