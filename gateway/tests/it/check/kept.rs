//! `gateway check` with a dialect that says how values are written, and by which codes refusals are told apart.

use services::wire::{Call as _, menu::ListaMenuUsuario, seguradora::ListaSeguradora};

use super::{Live, command, run};

/// A dialect whose session ends with a code.
const DIALECT: &str = "[envelope]\ncode = \"CodigoErro\"\n\n[session]\nended = { codes = [900] }\n\n\
    [requests.SalvaSinistroWeb]\nautorizacao = { null = \"omit\" }\npet = { key = \"AnimalId\", as = \"number\" }\n";

async fn with_dialect(services: &str, arguments: &[&str]) -> super::Run {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), DIALECT).unwrap();
    let path = file.path().to_str().unwrap();
    let arguments: Vec<_> = ["--dialect", path, "--token", "ficha"].iter().chain(arguments).copied().collect();
    run(command(services, &arguments)).await
}

#[tokio::test]
async fn a_code_tells_the_end_of_a_session() {
    let mut live = Live::new();
    let ended = r#"{"status":0,"messages":"Entre de novo.","data":null,"CodigoErro":900}"#;
    live.answers.values_mut().for_each(|answer| *answer = (200, ended.as_bytes().to_vec()));
    let services = format!("http://{}", live.start().await);
    let told = with_dialect(&services, &["--json"]).await;
    for path in [ListaMenuUsuario::PATH, ListaSeguradora::PATH] {
        assert_eq!(told.problem(path), ("not-reached".to_owned(), "unauthorized".to_owned()));
    }
    let told = with_dialect(&services, &[]).await;
    assert!(!told.out.contains("o gateway não vai saber que uma sessão acabou"), "{}", told.out);
}

#[tokio::test]
async fn a_proposal_keeps_how_values_are_written() {
    let services = format!("http://{}", Live::new().start().await);
    let told = with_dialect(&services, &["--propose"]).await;
    let (given, proposed): (toml::Table, toml::Table) = (DIALECT.parse().unwrap(), told.out.parse().unwrap());
    for section in ["envelope", "session"] {
        assert_eq!(proposed[section], given[section], "{}", told.out);
    }
    for key in ["autorizacao", "pet"] {
        let path = |table: &toml::Table| table["requests"]["SalvaSinistroWeb"][key].clone();
        assert_eq!(path(&proposed), path(&given), "{}", told.out);
    }
}
