//! `gateway check --propose` for what it never sends: keys that a save may do without, and refusals of what does not exist.

use axum::http::HeaderMap;
use serde_json::{Value, json};
use services::wire::{Call as _, acionamento::RetornaAcionamentoReabertura, segurado::PesquisaSegurado};

use super::{
    Live,
    apis::{English, Wrapped},
    other_api::OtherApi,
    proposed,
    vendors::{Spring, twice},
};

#[tokio::test]
async fn a_key_that_a_save_can_do_without_has_the_line_that_leaves_it_out() {
    let twice = twice(English, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        let save = run.out.split("[requests.SalvaSinistroWeb]").nth(1).unwrap().split("\n[").next().unwrap();
        let lines: Vec<_> = save.lines().collect();
        let at =
            |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{save}"));
        assert_eq!(
            at("# seguradora = false  # decida: se a API não conhece"),
            at("seguradora = \"insurer_id\"") + 1,
            "{save}"
        );
        at("# cpfCnpj = false  # decida: ");
        // Without these the request is another one, or a value is lost.
        assert!(!save.contains("pet = false") && !save.contains("observacao = false"), "{save}");
        let body = "{\"authorization_code\":\"1\",\"tax_id\":\"1\",\"notes\":\"1\",\"insurer_id\":\"1\",\"original_claim\":\"1\"}";
        assert!(run.err.contains(&format!("Envie só {body}")), "{}", run.err);
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

/// Claims with objects, whose keys mean nothing outside of them; requests are flat.
struct Objects;

impl OtherApi for Objects {
    fn key(&self, type_name: &str, key: &str) -> String {
        let spelling = match (type_name, key) {
            ("Acionamento", "cdPet") => "pet.id",
            ("Acionamento", "nmPet") => "pet.name",
            ("Acionamento", "nrApolice") => "apolice.numero",
            ("Acionamento", "cdSeguradora") => "apolice.seguradoraId",
            ("Apolice", "nrApolice") => "numero",
            ("Apolice", "cdSeguradora") => "seguradoraId",
            ("Seguradora", "cdSeguradora") => "id",
            ("Acionamento", "nrSinistro") => "numeroSinistro",
            ("Acionamento", "nrAutorizacao") => "numeroAutorizacao",
            ("Acionamento", "nrSinistroOrigem") => "reopenedFrom",
            _ => return Spring.key(type_name, key),
        };
        spelling.to_owned()
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        let spelling = match key {
            "sinistro" => "numeroSinistro",
            "autorizacao" => "numeroAutorizacao",
            "seguradora" => "seguradoraId",
            _ => return Spring.request_key(request, key),
        };
        spelling.to_owned()
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        Spring.success(segment, data)
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        Spring.refusal(text)
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        Spring.invalid(expected)
    }

    fn signed_out(&self) -> (u16, Value) {
        Spring.signed_out()
    }
}

#[tokio::test]
async fn what_claims_have_in_an_object_is_one_name_in_the_style_of_the_api() {
    let twice = twice(Objects, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        let table: toml::Table = run.out.parse().unwrap();
        let save = &table["requests"]["SalvaSinistroWeb"];
        let key = |name: &str| save[name].get("key").unwrap_or(&save[name]).as_str().map(str::to_owned);
        assert_eq!(
            [key("pet"), key("apolice"), key("seguradora")],
            ["petId", "numeroApolice", "seguradoraId"].map(|name| Some(name.to_owned())),
            "{}",
            run.out
        );
    }
}

#[tokio::test]
async fn a_request_to_find_out_has_all_optional_guesses() {
    let twice = twice(Objects, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        let bodies: Vec<_> = run.err.lines().filter(|line| line.contains("conhece estas chaves? Envie só")).collect();
        let of = |path: &str| bodies.iter().find(|line| line.contains(path)).unwrap_or_else(|| panic!("{}", run.err));
        // Required ones are missing, so that nothing is saved.
        let body = "Envie só {\"numeroAutorizacao\":\"1\",\"taxId\":\"1\",\"notes\":\"1\",\"seguradoraId\":\"1\",\"reopenedFrom\":\"1\"}";
        assert!(of("salva-sinistro-web").contains(body), "{}", run.err);
        assert!(of("atualiza-usuario").contains("Envie só {"), "{}", run.err);
        assert!(of("atualiza-senha").contains("Envie só {\"email\":\"1\"}"), "{}", run.err);
    }
}

/// An API that refuses a claim that does not exist.
struct Missing<A> {
    api: A,
    refusal: (u16, Value),
}

impl<A: OtherApi> OtherApi for Missing<A> {
    fn key(&self, type_name: &str, key: &str) -> String {
        self.api.key(type_name, key)
    }

    fn value(&self, key: &str, value: Value) -> Value {
        self.api.value(key, value)
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        self.api.request_key(request, key)
    }

    fn token(&self, headers: &HeaderMap) -> Option<String> {
        self.api.token(headers)
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        let is_missing = segment == "lista-acionamentos-by-sinistro" && data.as_array().is_some_and(Vec::is_empty);
        if is_missing { self.refusal.clone() } else { self.api.success(segment, data) }
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        self.api.refusal(text)
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        self.api.invalid(expected)
    }

    fn signed_out(&self) -> (u16, Value) {
        self.api.signed_out()
    }
}

#[tokio::test]
async fn a_list_that_responses_name_as_the_contract_does_has_that_name() {
    let twice = twice(Wrapped, str::to_owned).await;
    let told = &twice.second.out;
    assert!(told.contains("as respostas dizem assim, como o contrato:\n# procedimentos = \"procedimentos\""), "{told}");
    assert!(told.contains("uma lista sem linhas"), "{told}");
}

#[tokio::test]
async fn a_claim_that_does_not_exist_is_none_though_the_service_refuses_it() {
    let text = "Sinistro não localizado.";
    let of_wrapped = |code: &str| json!({ "codigoRetorno": code, "mensagens": [text], "conteudo": null });
    let own_code = json!({ "code": "not_found", "message": text });
    let by_code = twice(Missing { api: Wrapped, refusal: (200, of_wrapped("44")) }, str::to_owned).await;
    let by_own_code = twice(Missing { api: English, refusal: (404, own_code) }, str::to_owned).await;
    for (twice, empty) in [(by_code, json!({ "codes": ["44"] })), (by_own_code, json!({ "codes": ["not_found"] }))] {
        let table: toml::Table = twice.second.out.parse().unwrap();
        let told = &twice.second.out;
        assert_eq!(json!(table["calls"]["lista-acionamentos-by-sinistro"]["empty"]), empty, "{told}");
        assert!(told.contains("# confira: um número que nenhum sinistro tem foi recusado assim"), "{told}");
        let none = twice.read("{ acionamento(sinistro: \"2026999999999\") { id } }").await;
        assert_eq!(none, json!({ "data": { "acionamento": null } }), "{told}");
    }
}

#[tokio::test]
async fn the_code_of_what_does_not_exist_is_left_open_for_claims_that_could_not_be_asked_for() {
    let refusal = json!({ "status": 44, "messages": "Não localizado.", "data": null }).to_string();
    let mut live = Live::new();
    for path in live.answers.keys().copied().filter(|path| path.contains("lista-acionamentos")).collect::<Vec<_>>() {
        live = live.data(path, &json!([]));
    }
    let live = live.body(PesquisaSegurado::PATH, &refusal).body(RetornaAcionamentoReabertura::PATH, &refusal);
    let (_, text) = proposed(&live).await;
    assert!(text.contains("# empty = { codes = [\"44\"] }  # decida: outros serviços recusam assim"), "{text}");
}
