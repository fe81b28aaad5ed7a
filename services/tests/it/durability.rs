//! Many writers, and the end of the process at a bad moment.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use futures_util::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::{sync::Mutex, task::JoinSet};

use crate::kit::{ANA, API_KEY, Kit, PASSWORD, client, connect, install_fixture, new_acionamento, newest_code};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn eight_parallel_writers_are_all_served_with_numbers_of_their_own() {
    let kit = Arc::new(Kit::new().await);
    let token = kit.login(ANA).await;
    let mut writers = JoinSet::new();
    for _ in 0..8 {
        let (kit, token) = (Arc::clone(&kit), token.clone());
        writers.spawn(async move {
            let mut claims = Vec::new();
            for _ in 0..10 {
                claims.push(kit.save(&token, None, &new_acionamento()).await.data()["nrSinistro"].to_string());
            }
            claims
        });
    }
    let mut claims: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
    claims.sort();
    claims.dedup();
    assert_eq!(claims.len(), 80);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_share_a_database() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture_for_any_year(folder.path()).await;
    let services = [Program::start(folder.path()), Program::start(folder.path())];
    let token = services[0].login(folder.path()).await;
    let saves = (0..40).map(|i| services[i % 2].save(&token, format!("k-{}", i / 2)));
    let mut claims: Vec<_> = join_all(saves).await.into_iter().map(|claim| claim.unwrap()).collect();
    claims.sort();
    claims.dedup();
    assert_eq!(claims.len(), 20, "each key was sent to both, and saved once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn killed_process_loses_no_answered_save_and_leaves_no_half_one() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture_for_any_year(folder.path()).await;
    let services = Arc::new(Program::start(folder.path()));
    let token = services.login(folder.path()).await;
    let answered = Arc::new(Mutex::new(Vec::new()));
    let mut writers = JoinSet::new();
    for writer in 0..8 {
        let (services, answered, token) = (Arc::clone(&services), Arc::clone(&answered), token.clone());
        writers.spawn(async move {
            // Goes on until the process is gone.
            for i in 0.. {
                let Some(claim) = services.save(&token, format!("{writer}-{i}")).await else { break };
                let mut answered = answered.lock().await;
                answered.push(claim);
                if answered.len() == 50 {
                    services.kill().await;
                }
            }
        });
    }
    writers.join_all().await;

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
    let answered = answered.lock().await;
    assert!(answered.len() >= 50);
    assert!(answered.iter().all(|claim| saved.contains(claim)));

    // It starts again on what is there.
    let services = Program::start(folder.path());
    assert!(services.save(&token, "after".to_owned()).await.is_some());
}

/// The small company with policies for any year: the program goes by the machine's clock.
async fn install_fixture_for_any_year(folder: &Path) {
    install_fixture(folder).await;
    sqlx::raw_sql("UPDATE apolice SET inicio = '2000-01-01'").execute(&mut connect(folder).await).await.unwrap();
}

/// The program of its own, as a process.
struct Program {
    process: Mutex<Child>,
    base: String,
    client: Client,
}

impl Program {
    fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_services"))
            .args(["--addr", "127.0.0.1:0", "--demo", "false", "--api-key", API_KEY, "--data-dir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        // The pipe must stay open and be read, or the program's next line would end it.
        std::thread::spawn(move || lines.for_each(drop));
        let base = address.split([' ', ',']).find(|word| word.starts_with("http://")).unwrap().to_owned();
        Self { process: Mutex::new(process), base, client: client() }
    }

    /// `None` if the process is gone.
    async fn post(&self, token: &str, key: &str, path: &str, body: Value) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.base)).bearer_auth(token);
        let request = request.header("Idempotency-Key", key).json(&body);
        let answer: Value = request.send().await.ok()?.json().await.ok()?;
        assert_eq!(answer["status"], 1, "{answer}");
        Some(answer["data"].clone())
    }

    async fn login(&self, folder: &Path) -> String {
        let step = async |path: &str, mut body: Value| {
            body["apiKey"] = json!(API_KEY);
            self.post("0", "-", &format!("/LoginUsuarioWeb/{path}"), body).await.unwrap()
        };
        step("login-valida-email", json!({ "email": ANA })).await;
        step("valida-codigo-acesso", json!({ "codigoAcesso": newest_code(folder, ANA).unwrap() })).await;
        let session = step("valida-login", json!({ "email": ANA, "senha": PASSWORD })).await;
        session["dsToken"].as_str().unwrap().to_owned()
    }

    /// Saves an acionamento; gives its claim number.
    async fn save(&self, token: &str, key: String) -> Option<String> {
        let mut body = new_acionamento();
        body["dataOcorrencia"] = json!("2020-01-01");
        body["observacao"] = json!(key);
        let saved = self.post(token, &key, "/AcionamentoWeb/salva-sinistro-web", body).await?;
        Some(saved["nrSinistro"].as_str().unwrap().to_owned())
    }

    async fn kill(&self) {
        self.process.lock().await.kill().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Already gone where the test killed it.
        let _ = self.process.get_mut().kill();
        let _ = self.process.get_mut().wait();
    }
}
