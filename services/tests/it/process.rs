//! The services as a process of their own.

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
    fixture::{connect, install_fixture},
    kit::{ANA, API_KEY, PASSWORD, client, new_acionamento, newest_code},
};

/// The small company with policies for any year: the program goes by the machine's clock.
pub(crate) async fn install_fixture_for_any_year(folder: &Path) {
    install_fixture(folder).await;
    sqlx::raw_sql("UPDATE apolice SET inicio = '2000-01-01'").execute(&mut connect(folder).await).await.unwrap();
}

/// The program of its own, as a process.
pub(crate) struct Program {
    process: Mutex<Child>,
    log: Mutex<mpsc::Receiver<String>>,
    base: String,
    client: Client,
}

impl Program {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_services"))
            .args(["--addr", "127.0.0.1:0", "--demo", "false", "--api-key", API_KEY, "--data-dir"])
            .arg(folder)
            // Every statement is logged, so that a test can count them.
            .args(["--log", "warn,sqlx::query=debug"])
            .env_clear()
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Mutex::new(lines(process.stderr.take().unwrap()));
        let address = lines(process.stdout.take().unwrap()).recv().unwrap();
        let base = address.split([' ', ',']).find(|word| word.starts_with("http://")).unwrap().to_owned();
        Self { process: Mutex::new(process), log, base, client: client() }
    }

    /// `None` if the process is gone.
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
        step("valida-codigo-acesso", json!({ "codigoAcesso": newest_code(folder, ANA).unwrap() })).await;
        let session = step("valida-login", json!({ "email": ANA, "senha": PASSWORD })).await;
        session["dsToken"].as_str().unwrap().to_owned()
    }

    /// Saves an acionamento; gives its claim number.
    pub(crate) async fn save(&self, token: &str, key: String) -> Option<String> {
        let mut body = new_acionamento();
        body["dataOcorrencia"] = json!("2020-01-01");
        body["observacao"] = json!(key);
        let saved = self.post(token, &key, "/AcionamentoWeb/salva-sinistro-web", body).await?;
        Some(saved["nrSinistro"].as_str().unwrap().to_owned())
    }

    /// How many queries were run since this was last asked, that of the session's check included.
    pub(crate) async fn queries(&self, token: &str) -> usize {
        // A call of its own marks the end: its statement names a table that no other does.
        self.post(token, "-", "/Menu/lista-menu-usuario", json!({})).await.unwrap();
        let log = self.log.lock().await;
        let queries = log.iter().filter(|line| line.contains("sqlx::query") && line.contains("SELECT"));
        queries.take_while(|line| !line.contains("perfil_item_menu")).count()
    }

    pub(crate) async fn kill(&self) {
        self.process.lock().await.kill().unwrap();
    }
}

/// The lines of a pipe, which is read whether or not anybody wants them: a full one would hold the program up.
fn lines(pipe: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            // Whoever no longer wants them has dropped the receiver.
            let _ = sender.send(line);
        }
    });
    receiver
}

impl Drop for Program {
    fn drop(&mut self) {
        // Already gone where the test killed it.
        let _ = self.process.get_mut().kill();
        let _ = self.process.get_mut().wait();
    }
}
