//! `gateway check --propose` for an API that differs in all: its paths, strict requests whose refusals name the keys in plain
//! sentences, an envelope within an object, and codes of HTTP for refusals.

use std::fs;

use serde_json::{Value, json};
use services::wire::{Call as _, acionamento::ListaAcionamentosBySinistro};

use super::other_api::{self, OtherApi};
use crate::{
    kit::{ANA, API_KEY, Calls, Kit, PASSWORD},
    program::answering_at_a_terminal,
};

#[derive(Clone, Copy)]
struct Strict {
    /// What it says to a claim that is no number.
    wants_number: &'static str,
}

const STRICT: Strict = Strict { wants_number: "O campo protocolo deve ser um número inteiro." };

/// Keys of requests: of the contract and of the API.
const REQUESTS: &[(&str, &str)] = &[
    ("apiKey", "aplicacao"),
    ("codigoAcesso", "Pin"),
    ("senha", "Hash"),
    ("cpfCnpj", "inscricao"),
    ("seguradora", "congenere"),
    ("status", "fase"),
    ("sinistro", "protocolo"),
    ("autorizacao", "aut"),
    ("ano", "exercicio"),
];

impl OtherApi for Strict {
    fn key(&self, _: &str, key: &str) -> String {
        match key {
            "nrCpfCnpj" => "documento",
            "nrSinistro" => "numero_sinistro",
            other => other,
        }
        .to_owned()
    }

    fn request_key(&self, _: &str, key: &str) -> String {
        REQUESTS.iter().find(|(contract, _)| *contract == key).map_or(key, |(_, spelling)| spelling).to_owned()
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match (key, value) {
            ("nrSinistro", Value::String(text)) => text.parse::<u64>().unwrap().into(),
            (_, value) => value,
        }
    }

    fn sent_value(&self, key: &str, value: Value) -> Value {
        match (key, value) {
            ("sinistro", Value::Number(number)) => number.to_string().into(),
            (_, value) => value,
        }
    }

    fn wrong_value(&self, sent: &Value) -> Option<(u16, Value)> {
        let is_text = sent.get("protocolo").is_some_and(Value::is_string);
        is_text.then(|| (400, json!({ "topo": { "codigo": "E30", "texto": self.wants_number } })))
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        (200, json!({ "topo": { "codigo": "0000", "texto": "Tudo certo." }, "corpo": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (422, json!({ "topo": { "codigo": "E51", "texto": text } }))
    }

    fn invalid(&self, _: &[String]) -> (u16, Value) {
        (400, json!({ "topo": { "codigo": "E30", "texto": "Pedido inválido." } }))
    }

    fn strict(&self, missing: &[String], unknown: &[String]) -> Option<(u16, Value)> {
        let text = format!("Campos ausentes: {}. Campos desconhecidos: {}.", missing.join(", "), unknown.join(", "));
        Some((400, json!({ "topo": { "codigo": "E30", "texto": text } })))
    }

    fn path(&self, path: &'static str) -> String {
        format!("/s/{}", path.rsplit('/').next().unwrap().chars().rev().collect::<String>())
    }

    fn no_such_path(&self, path: &str) -> (u16, Value) {
        (404, json!({ "topo": { "codigo": "E40", "texto": format!("A rota {path} não existe.") } }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (403, json!({ "topo": { "codigo": "E98", "texto": "Acesso expirado. Entre novamente." } }))
    }
}

/// A proposal, and what was shown at the terminal.
struct Proposal {
    exit: Option<i32>,
    text: String,
    shown: String,
    /// What reached the API.
    calls: Calls,
}

impl Proposal {
    /// Proposes a mapping at a terminal, where every question is answered.
    async fn at_the_terminal(api: impl OtherApi + Clone) -> Self {
        let kit = Kit::new().await;
        let calls = Calls::default();
        let address = other_api::start(api.clone(), kit.services, &calls).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mapping.toml");
        let arguments = format!(
            "check --read-timeout 20s --write-timeout 20s --upstream-url http://{address} --api-key {API_KEY} --ano 2026 \
             --propose > {}",
            file.display()
        );
        let paths = other_api::paths();
        let (exit, shown) = answering_at_a_terminal(&arguments, &[], |shown| {
            // The line of the progress stands before it.
            let question = shown.rsplit(['\n', '\u{1b}']).next().unwrap_or_default();
            match () {
                () if question.ends_with("E-mail: ") => Some(ANA.to_owned()),
                () if question.ends_with("e-mail: ") => Some(kit.newest_code(ANA)),
                () if question.ends_with("Senha: ") => Some(PASSWORD.to_owned()),
                () if question.ends_with("(Enter: não sei): ") => Some(
                    paths.iter().find(|path| question.contains(**path)).map_or_else(String::new, |path| api.path(path)),
                ),
                () => None,
            }
        })
        .await;
        Self { exit, text: fs::read_to_string(&file).unwrap(), shown, calls }
    }

    fn table(&self) -> toml::Table {
        self.text.parse().unwrap_or_else(|error| panic!("{error}: {}{}", self.text, self.shown))
    }
}

#[tokio::test]
async fn names_in_plain_sentences_and_paths_from_the_terminal_make_every_read_understood() {
    let proposal = Proposal::at_the_terminal(STRICT).await;
    let (table, told) = (proposal.table(), format!("{}{}", proposal.text, proposal.shown));
    for path in other_api::paths() {
        let segment = path.rsplit('/').next().unwrap();
        assert_eq!(table["calls"][segment]["path"].as_str(), Some(&*STRICT.path(path)), "{told}");
    }
    for (request, keys) in [
        ("ValidaEmail", &["apiKey"][..]),
        ("ValidaCodigoAcesso", &["apiKey", "codigoAcesso"]),
        ("ValidaLogin", &["apiKey", "senha"]),
        ("ListaAcionamentosByStatus", &["status"]),
        ("ListaAcionamentosBySeguradoraStatus", &["seguradora", "status"]),
        ("ListaAcionamentosByAutorizacao", &["autorizacao"]),
        ("ListaAcionamentosBySinistro", &["sinistro"]),
        ("PesquisaSegurado", &["cpfCnpj"]),
        ("TotalStatusAcionamentoAno", &["ano"]),
    ] {
        for key in keys {
            let sent = &table["requests"][request][*key];
            let spelling = sent.get("key").unwrap_or(sent).as_str();
            assert_eq!(spelling, Some(&*STRICT.request_key(request, key)), "{request}.{key}: {told}");
        }
    }
    // A refusal wanted a number, and responses have it always: only the latter has a doubt.
    let claim = json!({ "as": "number", "key": "protocolo" });
    assert_eq!(json!(table["requests"]["ListaAcionamentosBySinistro"]["sinistro"]), claim, "{told}");
    assert!(proposal.text.contains("\nsinistro = { as = \"number\", key = \"protocolo\" }\n"), "{told}");
    assert_eq!(
        json!(table["envelope"]),
        json!({
            "data": "corpo", "messages": "topo.texto", "refusals": [400, 404, 409, 422], "status": "topo.codigo",
            "success": ["0000"],
        }),
        "{told}"
    );
    assert!(proposal.text.contains("status = \"topo.codigo\"\n"), "a refusal was seen: {told}");
    assert!(!proposal.shown.contains("falta resolver"), "{told}");
    assert_eq!(proposal.exit, Some(0), "{told}");
    // Services lock users out after a few refusals.
    let of_login = ["/s/liame-adilav-nigol", "/s/ossecca-ogidoc-adilav", "/s/nigol-adilav"];
    let steps = proposal.calls.so_far().into_iter().filter(|call| of_login.contains(&&*call.path)).count();
    assert!(steps <= 8, "{steps}: {told}");
}

#[tokio::test]
async fn a_refused_text_of_digits_is_sent_as_a_number_before_any_other_key_whatever_the_refusal_says() {
    for wants_number in [
        "O valor JSON não pôde ser convertido em System.Int32. Caminho: $.protocolo.",
        "The JSON value could not be converted to System.Int64. Path: $.protocolo | LineNumber: 0 | BytePositionInLine: 14.",
        "protocolo: rever",
    ] {
        let api = Strict { wants_number };
        let proposal = Proposal::at_the_terminal(api).await;
        let (table, told) = (proposal.table(), format!("{}{}", proposal.text, proposal.shown));
        let claim = json!({ "as": "number", "key": "protocolo" });
        assert_eq!(json!(table["requests"]["ListaAcionamentosBySinistro"]["sinistro"]), claim, "{told}");
        assert_eq!(proposal.exit, Some(0), "{told}");
        let path = api.path(ListaAcionamentosBySinistro::PATH);
        let bodies: Vec<_> =
            proposal.calls.so_far().into_iter().filter(|call| call.path == path).map(|call| call.json()).collect();
        let with_text = bodies.iter().position(|body| body["protocolo"].is_string());
        let after = with_text.map(|at| bodies[at + 1]["protocolo"].is_number());
        assert_eq!(after, Some(true), "{bodies:?}{told}");
    }
}
