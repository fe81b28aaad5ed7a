//! Runs the `services` program as a process.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::{
    fixture::{Outbox, connect, install_fixture},
    harness::{ANA, API_KEY, PASSWORD, new_acionamento},
};

/// The test database with policies for any year, since the program uses the system clock.
pub(crate) async fn install_fixture_for_any_year(folder: &Path) {
    install_fixture(folder).await;
    sqlx::raw_sql("UPDATE apolice SET inicio = '2000-01-01'").execute(&mut connect(folder).await).await.unwrap();
}

/// A running `services` program.
pub(crate) struct ServerProcess {
    process: Child,
    log: Mutex<mpsc::Receiver<String>>,
    base: String,
    client: Client,
}

impl ServerProcess {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_services"))
            .args(["--addr", "127.0.0.1:0", "--demo", "false", "--api-key", API_KEY, "--data-dir"])
            .arg(folder)
            // Logs every SQL statement, to count them.
            .args(["--log", "warn,sqlx::query=debug"])
            .env_clear()
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Mutex::new(lines(process.stderr.take().unwrap()));
        let address = lines(process.stdout.take().unwrap()).recv().unwrap();
        let base = address.split([' ', ',']).find(|word| word.starts_with("http://")).unwrap().to_owned();
        // The workspace's rustls has no default crypto provider. An error means that another test installed it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { process, log, base, client: Client::builder().no_proxy().build().unwrap() }
    }

    /// `None` if the process has ended.
    pub(crate) async fn post(&self, token: &str, key: &str, path: &str, body: Value) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.base)).bearer_auth(token);
        let request = request.header("Idempotency-Key", key).json(&body);
        let answer: Value = request.send().await.ok()?.json().await.ok()?;
        assert_eq!(answer["status"], 1, "{answer}");
        Some(answer["data"].clone())
    }

    pub(crate) async fn login(&self, folder: &Path) -> String {
        let step = async |path: &str, mut body: Value| {
            body["apiKey"] = json!(API_KEY);
            self.post("0", "-", &format!("/LoginUsuarioWeb/{path}"), body).await.unwrap()
        };
        step("login-valida-email", json!({ "email": ANA })).await;
        step("valida-codigo-acesso", json!({ "codigoAcesso": Outbox::below(folder).newest_code(ANA).unwrap() })).await;
        let session = step("valida-login", json!({ "email": ANA, "senha": PASSWORD })).await;
        session["dsToken"].as_str().unwrap().to_owned()
    }

    /// Saves an acionamento and returns its claim number.
    pub(crate) async fn save(&self, token: &str, key: String) -> Option<String> {
        let mut body = new_acionamento();
        body["dataOcorrencia"] = json!("2020-01-01");
        body["observacao"] = json!(key);
        let saved = self.post(token, &key, "/AcionamentoWeb/salva-sinistro-web", body).await?;
        Some(saved["nrSinistro"].as_str().unwrap().to_owned())
    }

    /// Ends the process at once, as a power failure would.
    pub(crate) fn kill(&self) {
        let killed = Command::new("kill").args(["-KILL", &self.process.id().to_string()]).status();
        assert!(killed.unwrap().success());
    }

    /// Number of queries since the last call of this method, including the session check.
    pub(crate) async fn queries(&self, token: &str) -> usize {
        // This call marks the end in the log: only its statement names this table.
        self.post(token, "-", "/Menu/lista-menu-usuario", json!({})).await.unwrap();
        let log = self.log.lock().await;
        let queries = log.iter().filter(|line| line.contains("sqlx::query") && line.contains("SELECT"));
        queries.take_while(|line| !line.contains("perfil_item_menu")).count()
    }
}

/// The lines of a pipe. A thread reads it continuously, since a full pipe would block the program.
fn lines(pipe: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            // The receiver may have been dropped.
            let _ = sender.send(line);
        }
    });
    receiver
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
