//! The commands of the `services` program.

use std::{
    fs::{self, File, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{fixture::install_fixture, harness::TestServer};

fn services(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_services"));
    command.args(arguments).arg("--data-dir").arg(folder).env_clear().output().unwrap()
}

fn add_user(folder: &Path, email: &str, name: &str, profile: &str) -> Output {
    services(folder, &["add-user", "--email", email, "--name", name, "--profile", profile])
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn fails_with(output: &Output, text: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && stderr.contains(text), "{output:?}");
}

#[test]
fn demo_key_is_refused_on_a_public_address() {
    let folder = tempfile::tempdir().unwrap();
    fails_with(&services(folder.path(), &["--addr", "0.0.0.0:0"]), "configure SERVICES_API_KEY");
    for blank in ["", "  "] {
        let refused = services(folder.path(), &["--addr", "0.0.0.0:0", "--api-key", blank]);
        fails_with(&refused, "a chave da aplicação está vazia");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing was made before the refusal");
}

#[test]
fn invalid_configuration_stops_the_start_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    fails_with(&services(folder.path(), &["--addr", "8081"]), "--addr");
    fails_with(&services(folder.path(), &["--smtp-url", "http://mail.example"]), "SMTP");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "no database was made");
    let file = folder.path().join("acionamentos.db");
    fs::write(&file, "not a database").unwrap();
    fails_with(&services(folder.path(), &["--demo", "false"]), "banco de dados");
    assert_eq!(fs::read_to_string(file).unwrap(), "not a database");
}

#[tokio::test]
async fn added_user_logs_in_after_a_change_of_password() {
    let folder = tempfile::tempdir().unwrap();
    let add = |email: &str, profile: &str| add_user(folder.path(), email, "Íris", profile);
    let printed = succeeds(&add("iris@clinica.example", "Gestor"));
    let password = printed.trim().rsplit(' ').next().unwrap();
    assert!(password.len() >= 16, "{printed}");
    fails_with(&add("Iris@clinica.example", "Gestor"), "já há um usuário");
    fails_with(&add("ivo@clinica.example", "Chefe"), "Analista da seguradora, Atendente, Gestor");
    fails_with(&add("iris", "Gestor"), "não é um endereço de e-mail");
    let form = "no máximo 120 caracteres, em uma só linha";
    for (name, reason) in [("  ", "O nome é obrigatório."), (&*"í".repeat(121), form), ("Ivo\nReis", form)] {
        fails_with(&add_user(folder.path(), "ivo@clinica.example", name, "Gestor"), reason);
    }

    let server = TestServer::open(folder, None).await;
    let users = sqlx::query_scalar("SELECT count(*) FROM usuario").fetch_one(&mut server.sql().await).await;
    assert_eq!(users.ok(), Some(1_i64), "no demo data beside her");
    assert_eq!(server.request_code("iris@clinica.example").await.json()["messages"], "TROCARSENHA");
}

#[tokio::test]
async fn readmitted_user_is_no_longer_blocked() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture(folder.path()).await;
    let readmit = |email: &str| services(folder.path(), &["readmit-user", "--email", email]);
    let printed = succeeds(&readmit("davi@clinica.example"));
    assert!(printed.contains("Senha provisória de davi@clinica.example"), "{printed}");
    fails_with(&readmit("ninguem@clinica.example"), "não há um usuário");
    let elsewhere = tempfile::tempdir().unwrap();
    let misspelt = services(elsewhere.path(), &["readmit-user", "--email", "davi@clinica.example"]);
    fails_with(&misspelt, "não há um banco de dados");
    assert!(elsewhere.path().read_dir().unwrap().next().is_none());
    let server = TestServer::open(folder, None).await;
    assert_eq!(server.request_code("davi@clinica.example").await.json()["messages"], "TROCARSENHA");
}

#[test]
fn database_that_cannot_be_written_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let iris = "iris@clinica.example";
    succeeds(&add_user(folder.path(), iris, "Íris", "Gestor"));
    let file = folder.path().join("acionamentos.db");
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    // The mode does not bind root.
    if File::options().write(true).open(file).is_err() {
        let readmitted = services(folder.path(), &["readmit-user", "--email", iris]);
        fails_with(&readmitted, "o banco de dados não pôde ser aberto");
    }
}

#[test]
fn data_are_accessible_by_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("a/b");
    succeeds(&add_user(&data, "iris@clinica.example", "Íris", "Gestor"));
    let mode = |path: PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    for made in [folder.path().join("a"), data.clone(), data.join("outbox")] {
        assert_eq!(mode(made.clone()), 0o700, "{}", made.display());
    }
    assert_eq!(mode(data.join("acionamentos.db")), 0o600);
}
