//! `gateway check --propose` for an API in English camel case with objects within objects, which leaves out what is absent, and
//! answers one object where the contract has a list of one.

use serde_json::{Value, json};

use super::{
    apis::English,
    other_api::OtherApi,
    vendors::{camel, twice},
};

#[derive(Clone, Copy)]
struct Nested;

impl OtherApi for Nested {
    fn key(&self, type_name: &str, key: &str) -> String {
        let spelling = match (type_name, key) {
            ("Acionamento", "cdSeguradora") => "policy.insurer.id",
            ("Acionamento", "nrApolice") => "policy.number",
            ("Acionamento", "cdPet") => "pet.id",
            ("Acionamento", "nmPet") => "pet.name",
            ("Acionamento", "dsEspecie") => "pet.species",
            ("Apolice", "nrApolice") => "number",
            ("Apolice", "cdSeguradora") => "insurer.id",
            ("Segurado", "dsEmail") => "login",
            (_, "nrSinistroOrigem") => "reopenedFrom",
            (_, "nrSinistroReabertura") => "reopenedBy",
            _ => return camel(&English.key(type_name, key)),
        };
        spelling.to_owned()
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        camel(&English.request_key(request, key))
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        let data = match (segment, data) {
            ("lista-acionamentos-by-sinistro", Value::Array(rows)) => rows.into_iter().next().unwrap_or_default(),
            ("retorna-acionamento-reabertura", claim) => json!({ "allowed": true, "claim": claim }),
            ("pesquisa-segurado", mut insured) => {
                insured["personType"] = "INDIVIDUAL".into();
                // Whoever the check asks for has an address.
                if insured["login"].is_null() && insured["taxId"] != "52998224725" {
                    insured["login"] = "tutor@exemplo.com.br".into();
                }
                insured
            }
            (_, Value::Array(rows)) => json!({ "items": rows, "total": rows.len() }),
            (_, data) => data,
        };
        (200, json!({ "result": "SUCCESS", "message": null, "payload": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (422, json!({ "result": "ERROR", "message": text, "payload": null }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        let texts: Vec<_> = expected.iter().map(|key| format!("O campo {key} é obrigatório.")).collect();
        (400, json!({ "result": "ERROR", "message": texts, "payload": null }))
    }

    fn signed_out(&self) -> (u16, Value) {
        let text = "Sua sessão expirou.";
        (403, json!({ "result": "ERROR", "errorCode": "SESSION_EXPIRED", "message": text, "payload": null }))
    }
}

#[tokio::test]
async fn a_write_is_named_after_its_objects_and_what_reads_do_not_agree_on_is_left_open() {
    let twice = twice(Nested, str::to_owned).await;
    let run = &twice.second;
    let table: toml::Table = run.out.parse().unwrap();
    let at = |path: [&str; 3]| {
        let value = path.iter().skip(1).try_fold(&table[path[0]], |value, key| value.get(key));
        value.and_then(toml::Value::as_str).unwrap_or_default()
    };
    for (path, spelling) in [
        (["requests", "SalvaSinistroWeb", "apolice"], "policyNumber"),
        (["requests", "SalvaSinistroWeb", "pet"], "petId"),
        (["types", "Segurado", "dsEmail"], "login"),
        (["types", "Acionamento", "nrSinistroOrigem"], "reopenedFrom"),
        (["calls", "retorna-acionamento-reabertura", "list"], "claim"),
        (["calls", "salva-sinistro-web", "list"], ""),
    ] {
        assert_eq!(at(path), spelling, "{path:?} {}", run.out);
    }
    assert!(run.out.contains("mas de lista-acionamentos-by-sinistro vem direto"), "{}", run.out);
    // The values are known from another service, and the name within the object says so too.
    assert!(run.out.contains("\ndsEspecie = \"pet.species\"\n"), "{}", run.out);
    assert!(run.out.contains("\n# code = \"errorCode\"  # "), "{}", run.out);
    assert!(run.out.contains("\n# codes = [\"SESSION_EXPIRED\"]  # "), "{}", run.out);
    assert!(!run.out.contains("personType"), "{}", run.out);
    twice.reads_all().await;
}
