//! `gateway check --propose` over a file that an operator edited: what was written by hand stays as it is, and where it is.

use std::collections::BTreeSet;

use axum::http::HeaderMap;
use serde_json::{Value, json};
use services::wire::{Call as _, segurado::PesquisaSegurado};

use super::{Live, apis::English, other_api::OtherApi, vendors::twice, with_mapping};

/// An API whose insurers and pets have numbers.
struct Numbered;

impl OtherApi for Numbered {
    fn key(&self, type_name: &str, key: &str) -> String {
        English.key(type_name, key)
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match (key, value.as_str().and_then(|code| code.parse::<i64>().ok())) {
            ("cdSeguradora" | "cdPet", Some(number)) => number.into(),
            _ => value,
        }
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        English.request_key(request, key)
    }

    fn token(&self, headers: &HeaderMap) -> Option<String> {
        English.token(headers)
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        English.success(segment, data)
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        English.refusal(text)
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        English.invalid(expected)
    }

    fn signed_out(&self) -> (u16, Value) {
        English.signed_out()
    }
}

/// Replaces the line that begins with a text.
fn edited(text: &str, start: &str, line: impl Fn(&str) -> String) -> String {
    let lines: Vec<_> =
        text.lines().map(|old| if old.starts_with(start) { line(old) } else { old.to_owned() }).collect();
    assert!(lines.join("\n") != text.trim_end(), "{start}: {text}");
    lines.join("\n") + "\n"
}

#[tokio::test]
async fn a_second_proposal_changes_no_line_that_was_written_by_hand() {
    let edit = |text: &str| {
        let doubt = |line: &str| line.split_once("  # ").map_or("…", |(_, doubt)| doubt).to_owned();
        let text =
            edited(text, "seguradora = { as = \"number\", key = \"insurer_id\" }", |_| "seguradora = false".to_owned());
        let text = edited(&text, "pet = ", |line| format!("pet = \"animal_id\"  # {}", doubt(line)));
        let text = edited(&text, "apolice = ", |_| "apolice = \"policy\"".to_owned());
        let text = edited(&text, "cpfCnpj = ", |_| "cpfCnpj = \"tax_id\"  # visto no manual".to_owned());
        // The doubt of the proposal stays above it.
        edited(&text, "observacao = ", |_| "observacao = \"observacao\"".to_owned())
    };
    let twice = twice(Numbered, edit).await;
    let given = edit(&twice.first.out);
    let save = |text: &str| {
        let save = text.split("[requests.SalvaSinistroWeb]").nth(1).unwrap();
        save.split("\n[").next().unwrap().trim().to_owned()
    };
    for line in
        ["seguradora = false", "pet = \"animal_id\"", "cpfCnpj = \"tax_id\"  # visto", "observacao = \"observacao\""]
    {
        assert!(save(&twice.second.out).contains(line), "{line}\n{given}\n{}", twice.second.out);
    }
    // A long doubt stands above its entry.
    let lines = |text: &str| -> BTreeSet<String> {
        let save = save(text);
        let mut doubt = None;
        let whole = save.lines().filter_map(|line| match line.strip_suffix(':') {
            Some(above) => {
                doubt = Some(above.to_owned());
                None
            }
            None => Some(doubt.take().map_or_else(|| line.to_owned(), |doubt| format!("{line}  {doubt}"))),
        });
        whole.collect()
    };
    assert_eq!(lines(&twice.second.out), lines(&given), "{}", twice.second.out);
    // No heap of comments at the end, but for the lines that are left open there.
    let last = twice.second.out.trim_end().lines().last().unwrap();
    assert!(!last.starts_with("# ") || last.contains(" = "), "{}", twice.second.out);
}

#[tokio::test]
async fn a_login_that_the_file_knows_is_no_question_where_a_token_was_given() {
    let known = |text: &str| {
        assert!(text.contains("[requests.ValidaLogin]"), "{text}");
        let session = "[types.Sessao]\ndsToken = \"access_token\"\n";
        if text.contains("[types.Sessao]\n") {
            text.replace("[types.Sessao]\n", session)
        } else {
            format!("{text}\n{session}")
        }
    };
    let twice = twice(Numbered, known).await;
    assert!(!twice.second.out.contains("[requests.Valida"), "{}", twice.second.out);
}

#[tokio::test]
async fn statuses_of_refusals_that_the_proposal_before_saw_stay_seen() {
    let refusal = json!({ "status": 0, "messages": "Não localizado.", "data": null }).to_string();
    let live = Live::new().http(PesquisaSegurado::PATH, 404, refusal.as_bytes());
    let given = "[envelope]\n# confira: nas leituras HTTP 409 e 422 não apareceram: são comuns nas recusas de um gravar:\n\
                 refusals = [400, 404, 409, 422]\n";
    let told = with_mapping(&format!("http://{}", live.start().await), given, &["--propose"]).await.out;
    assert!(told.contains("# confira: nas leituras HTTP 409 e 422 não apareceram: "), "{told}");
    assert!(told.contains("refusals = [400, 404, 409, 422]"), "{told}");
}
