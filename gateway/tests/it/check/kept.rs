//! `gateway check` with a mapping that says how values are written, and by which codes refusals are told apart.

use services::wire::{Call as _, login::ValidaEmail, menu::ListaMenuUsuario, seguradora::ListaSeguradora};

use super::{Live, with_mapping};
use crate::{kit::ANA, program::at_a_terminal};

/// A mapping whose session ends with a code.
const MAPPING: &str = "[envelope]\ncode = \"CodigoErro\"\n\n[session]\nended = { codes = [900] }\n\n\
    [requests.SalvaSinistroWeb]\nautorizacao = { null = \"omit\" }\npet = { key = \"AnimalId\", as = \"number\" }\n";

#[tokio::test]
async fn a_code_tells_the_end_of_a_session() {
    let mut live = Live::new();
    let ended = r#"{"status":0,"messages":"Entre de novo.","data":null,"CodigoErro":900}"#;
    live.answers.values_mut().for_each(|answer| *answer = (200, ended.as_bytes().to_vec()));
    let services = format!("http://{}", live.start().await);
    let told = with_mapping(&services, MAPPING, &["--json"]).await;
    for path in [ListaMenuUsuario::PATH, ListaSeguradora::PATH] {
        assert_eq!(told.problem(path), ("not-reached".to_owned(), "unauthorized".to_owned()));
    }
    let told = with_mapping(&services, MAPPING, &[]).await;
    assert!(!told.out.contains("o gateway não vai saber que uma sessão acabou"), "{}", told.out);
}

#[tokio::test]
async fn a_code_tells_a_blocked_user_and_a_password_to_change() {
    let mapping = "[envelope]\ncode = \"erro\"\nrefusals = [422]\n[login]\nblocked = { codes = [17] }\n\
                   change-password = { codes = [18] }\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), mapping).unwrap();
    for (code, told) in [(17, "bloqueado"), (18, "precisa trocar a senha")] {
        let refusal = format!(r#"{{"status":0,"messages":"Não foi possível.","erro":"{code}"}}"#);
        let services = Live::new().http(ValidaEmail::PATH, 422, refusal.as_bytes()).start().await;
        let arguments = format!(
            "check --upstream-url http://{services} --api-key chave --ano 2026 --mapping {}",
            file.path().display()
        );
        let (exit, shown) = at_a_terminal(&arguments, &[], &["E-mail: "], |_| ANA.to_owned()).await;
        assert!(exit != Some(0) && shown.contains(told), "{shown}");
    }
}

#[tokio::test]
async fn a_proposal_keeps_how_values_are_written() {
    let services = format!("http://{}", Live::new().start().await);
    let told = with_mapping(&services, MAPPING, &["--propose"]).await;
    let (given, proposed): (toml::Table, toml::Table) = (MAPPING.parse().unwrap(), told.out.parse().unwrap());
    for section in ["envelope", "session"] {
        assert_eq!(proposed[section], given[section], "{}", told.out);
    }
    for key in ["autorizacao", "pet"] {
        let path = |table: &toml::Table| table["requests"]["SalvaSinistroWeb"][key].clone();
        assert_eq!(path(&proposed), path(&given), "{}", told.out);
    }
}
