//! Durability: two processes that write to one database, a full disk, and a kill during writes.

use axum::http::StatusCode;
use futures_util::future::join_all;
use tokio::sync::Mutex;

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
    server
        .execute(
            "CREATE TRIGGER disk BEFORE INSERT ON acionamento
         BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END",
        )
        .await;
    let full = server.save(&token, Some("k-1"), &new_acionamento()).await;
    assert_eq!(full.http, StatusCode::INTERNAL_SERVER_ERROR);
    server.execute("DROP TRIGGER disk").await;
    let saved = server.save(&token, Some("k-1"), &new_acionamento()).await.data();
    assert_eq!(server.save(&token, Some("k-1"), &new_acionamento()).await.data(), saved);
    server.login(ANA).await;
}

#[test]
fn two_processes_start_at_once_in_an_empty_folder() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let start = || ServerProcess::start(folder.path());
        std::thread::scope(|scope| {
            for starting in [scope.spawn(start), scope.spawn(start)] {
                starting.join().unwrap();
            }
        });
    }
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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn killed_process_loses_no_acknowledged_save_and_leaves_no_partial_one() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture_for_any_year(folder.path()).await;
    let services = ServerProcess::start(folder.path());
    let token = services.login(folder.path()).await;
    let answered = Mutex::new(Vec::new());
    let write = async |writer: usize| {
        // Until the process is killed.
        for i in 0.. {
            let Some(claim) = services.save(&token, format!("{writer}-{i}")).await else { break };
            let mut answered = answered.lock().await;
            answered.push(claim);
            if answered.len() == 20 {
                services.kill();
            }
        }
    };
    join_all((0..4).map(write)).await;

    let mut sql = connect(folder.path()).await;
    let integrity: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut sql).await.unwrap();
    assert_eq!(integrity, "ok");
    let half: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM acionamento a
         WHERE total <> (SELECT coalesce(sum(quantidade * valor), 0) FROM procedimento_realizado WHERE acionamento = a.id)
            OR NOT EXISTS (SELECT 1 FROM evento WHERE acionamento = a.id)
            OR (id > 70006 AND NOT EXISTS (SELECT 1 FROM salvamento WHERE resposta ->> 'nrSinistro' = a.sinistro))",
    )
    .fetch_one(&mut sql)
    .await
    .unwrap();
    assert_eq!(half, 0);
    let saved: Vec<String> =
        sqlx::query_scalar("SELECT sinistro FROM acionamento WHERE id > 70006").fetch_all(&mut sql).await.unwrap();
    let answered = answered.into_inner();
    assert!(answered.len() >= 20 && answered.iter().all(|claim| saved.contains(claim)));

    // It restarts on the same database.
    let services = ServerProcess::start(folder.path());
    assert!(services.save(&token, "after".to_owned()).await.is_some());
}
