//! What `gateway check` must not show: values of the services, and what is typed in secret.

use std::fs;

use serde_json::{Value, json};

use super::{Live, at_the_terminal, command, run};
use crate::kit::{ANA, API_KEY, Kit, PASSWORD};

/// Replaces each text and number with a canary, and adds fields whose names are data.
fn poisoned(value: &mut Value) {
    match value {
        Value::String(text) => *text = format!("CANARIO {text}\u{1b}[2J"),
        Value::Number(_) => *value = json!("CANARIO 1"),
        Value::Array(rows) => rows.iter_mut().for_each(poisoned),
        Value::Object(fields) => {
            fields.values_mut().for_each(poisoned);
            for name in
                ["52998224725", "canario@example.com", "CANARIO da Silva", "\u{1b}[31mcanario", "cpf_11144477735"]
            {
                fields.insert(name.to_owned(), json!("CANARIO"));
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[tokio::test]
async fn no_value_and_no_name_that_looks_like_one_is_printed() {
    let mut live = Live::new();
    for (path, (_, body)) in live.answers.clone() {
        let mut answer: Value = serde_json::from_slice(&body).unwrap();
        poisoned(&mut answer["data"]);
        answer["messages"] = json!("CANARIO");
        answer["52998224725"] = json!("CANARIO");
        live = live.body(path, &answer.to_string());
    }
    let services = format!("http://{}", live.start().await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    for format in [&[][..], &["--json"], &["--propose", file.to_str().unwrap()]] {
        let mut command = command(&services, &[format, &["--cpf-cnpj", "11144477735", "--sinistro", "2026"]].concat());
        command.env("GATEWAY_CHECK_TOKEN", "ficha");
        let run = run(command).await;
        assert_eq!(run.exit, 1, "{}", run.err);
        for text in [run.out, run.err, fs::read_to_string(&file).unwrap_or_default()] {
            let lower = text.to_lowercase();
            for secret in ["canario", "52998224725", "11144477735", "ficha", "\u{1b}", "chave-de-teste"] {
                assert!(!lower.contains(secret), "{secret}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn a_login_at_the_terminal_does_not_echo() {
    let kit = Kit::new().await;
    let arguments = format!("--upstream-url http://{} --api-key {} --ano 2026", kit.services, API_KEY);
    let (exit, shown) = at_the_terminal(&kit, &arguments).await;
    assert_eq!(exit, Some(0), "{shown}");
    assert!(shown.contains("/LoginUsuarioWeb/valida-login: servido") && shown.contains("dsToken"), "{shown}");
    assert!(!shown.contains(PASSWORD) && !shown.contains(&kit.newest_code(ANA)), "{shown}");
}
