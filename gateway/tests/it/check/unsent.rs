//! `gateway check --propose` for what it never sends: keys that a save may do without, and refusals of what does not exist.

use super::{apis::English, vendors::twice};

#[tokio::test]
async fn a_key_that_a_save_can_do_without_has_the_line_that_leaves_it_out() {
    let twice = twice(English, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        let save = run.out.split("[requests.SalvaSinistroWeb]").nth(1).unwrap().split("\n[").next().unwrap();
        let lines: Vec<_> = save.lines().collect();
        let at =
            |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{save}"));
        assert_eq!(at("# seguradora = false  # se a API não conhece"), at("seguradora = \"insurer_id\"") + 1, "{save}");
        at("# cpfCnpj = false  # ");
        // Without these the request is another one, or a value is lost.
        assert!(!save.contains("pet = false") && !save.contains("observacao = false"), "{save}");
        assert!(run.err.contains("Envie só {\"tax_id\":\"1\",\"insurer_id\":\"1\"}"), "{}", run.err);
    }
}

#[tokio::test]
async fn a_key_that_was_decided_has_no_line_that_leaves_it_out() {
    let decided = |text: &str| format!("{text}\n").replace("# seguradora = false", "seguradora = false");
    let without_proposal = |text: &str| {
        let lines = decided(text);
        let lines: Vec<_> =
            lines.lines().filter(|line| !line.starts_with("seguradora = \"insurer_id\"  # confira")).collect();
        lines.join("\n")
    };
    let twice = twice(English, without_proposal).await;
    let table: toml::Table = twice.second.out.parse().unwrap();
    assert_eq!(table["requests"]["SalvaSinistroWeb"]["seguradora"].as_bool(), Some(false), "{}", twice.second.out);
    assert!(!twice.second.out.contains("# seguradora = false"), "{}", twice.second.out);
}
