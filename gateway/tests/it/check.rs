//! `gateway check` as a program, against the real services and stubs with arbitrary responses.

mod other_api;
mod proposal;
mod report;
mod unread;
mod vendors;

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
    process::Stdio,
};

use axum::{
    Extension, Router,
    http::{StatusCode, header},
};
use serde_json::{Value, json};
use tokio::process::Command;

use crate::{
    kit::{ANA, API_KEY, Call, Calls, Folder, Kit, merged, serve},
    program::{CommandOutput, at_a_terminal, gateway},
    stub::{acionamento, cpf, segurado, seguradora},
};

impl CommandOutput {
    fn service(&self, name: &str) -> Value {
        let report = self.json();
        let mut services = report["services"].as_array().unwrap().iter();
        services.find(|service| segment(service["path"].as_str().unwrap()) == name).unwrap().clone()
    }

    fn field(&self, name: &str, type_name: &str, key: &str) -> Value {
        let service = self.service(name);
        let mut fields = service["fields"].as_array().unwrap().iter();
        let found = fields.find(|field| field["type"] == type_name && field["key"] == key);
        found.unwrap_or_else(|| panic!("{service:#}")).clone()
    }

    /// The state of a service, and why.
    fn problem(&self, name: &str) -> (String, String) {
        let service = self.service(name);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&service["state"]), text(&service["problem"]))
    }
}

fn command(services: &str, arguments: &[&str]) -> Command {
    let mut command = gateway(&["check", "--upstream-url", services, "--api-key", API_KEY, "--ano", "2026"]);
    command.args(arguments).stdin(Stdio::null());
    for setting in ["GATEWAY_READ_TIMEOUT", "GATEWAY_WRITE_TIMEOUT"] {
        command.env(setting, "20s");
    }
    command
}

async fn run(mut command: Command) -> CommandOutput {
    command.output().await.unwrap().into()
}

/// `gateway check` with a token and a mapping.
async fn with_mapping(services: &str, mapping: &str, arguments: &[&str]) -> CommandOutput {
    let folder = Folder::new(&[("mapping.toml", mapping)]);
    let mut command = command(services, &[&["--token", "ficha"], arguments].concat());
    command.env("GATEWAY_MAPPING", folder.path("mapping.toml"));
    run(command).await
}

/// Checks services at an address with a session. Returns the findings as JSON.
async fn check(services: &str) -> CommandOutput {
    run(command(services, &["--token", "ficha", "--json"])).await
}

fn segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// Stub services: responses by name, and HTTP 401 without a token.
#[derive(Clone)]
struct Live {
    answers: HashMap<&'static str, (u16, Vec<u8>)>,
    signed_out: u16,
    calls: Calls,
}

impl Live {
    fn new() -> Self {
        let mut open = acionamento(1);
        open.nr_autorizacao = Some("A-1".into()).into();
        open.fl_pode_reabrir = Some(true).into();
        let total = json!({ "qtTotal": 1, "vlTotal": 640.00 });
        let rows = json!([open]);
        let status = json!({ "cdStatus": "ABERTO", "dsStatus": "Aberto", "qtTotal": 1, "vlTotal": 640.00 });
        let live = Self { answers: HashMap::new(), signed_out: 401, calls: Calls::default() };
        live.data("lista-menu-usuario", &json!([{ "cdMenu": "1", "dsMenu": "Início", "dsRota": "/", "dsIcone": "casa", "nrOrdem": 1 }]))
            .data("lista-seguradora", &json!([seguradora("3", "Pata Segura")]))
            .data(
                "lista-listaprocedimento",
                &json!([{ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "dsCategoria": "Imagem", "vlReferencia": 320.00 }]),
            )
            .data("total-acionamento-abertos-dia", &total)
            .data("total-acionamento-abertos-mes", &total)
            .data("total-acionamento-faturados-mes", &total)
            .data("total-seguradoras", &json!({ "qtTotal": 1 }))
            .data("total-status-seguradoras-mes", &json!([merged(status.clone(), json!({ "cdSeguradora": "3", "nmSeguradora": "Pata Segura" }))]))
            .data("total-status-acionamento-ano", &json!([merged(status, json!({ "nrMes": 11 }))]))
            .data("lista-acionamentos-by-status", &rows)
            .data("lista-acionamentos-by-seguradora-status", &rows)
            .data("lista-acionamentos-by-autorizacao", &rows)
            .data("lista-acionamentos-by-sinistro", &rows)
            .data("retorna-acionamento-reabertura", &rows[0])
            .data("pesquisa-segurado", &json!(segurado(&cpf(1))))
    }

    fn data(self, name: &'static str, data: &Value) -> Self {
        self.body(name, &json!({ "status": 1, "messages": "", "data": data }).to_string())
    }

    fn body(self, name: &'static str, body: &str) -> Self {
        self.http(name, 200, body.as_bytes())
    }

    fn http(mut self, name: &'static str, status: u16, body: &[u8]) -> Self {
        self.answers.insert(name, (status, body.to_vec()));
        self
    }

    /// Starts them. Returns their URL.
    async fn start(&self) -> String {
        let live = self.clone();
        let answer = move |Extension(call): Extension<Call>| async move {
            let (status, body) = live.answers.get(segment(&call.path)).cloned().unwrap_or((500, Vec::new()));
            // No body is no data for anyone.
            let is_bodiless = matches!(status, 202 | 204);
            let status = if call.token() == "ficha" || is_bodiless { status } else { live.signed_out };
            // The default of PHP.
            let kind = (header::CONTENT_TYPE, "text/html");
            let elsewhere = (header::LOCATION, "https://outro.example/segredo?cpf=52998224725");
            (StatusCode::from_u16(status).unwrap(), [kind, elsewhere], body)
        };
        format!("http://{}", serve(self.calls.record(Router::new().fallback(answer))).await)
    }
}

/// The paths of the contract's golden files, except those that write or need no session.
fn reads() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/golden");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let paths = files.map(|text| serde_json::from_str::<Value>(&text).unwrap()["path"].as_str().unwrap().to_owned());
    paths.filter(|path| !path.contains("/LoginUsuarioWeb/") && !path.ends_with("/salva-sinistro-web")).collect()
}

#[tokio::test]
async fn the_reference_services_fit_and_only_reads_are_sent() {
    let (kit, token) = Kit::logged_in().await;
    let services = format!("http://{}", kit.services);
    let run = run(command(&services, &["--token", &token, "--json"])).await;
    let report = run.json();
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{report:#}");
    let called: BTreeSet<_> = kit.take_calls().into_iter().map(|call| call.path).collect();
    assert_eq!(called, reads());
    assert_eq!(report["sessionEnd"], json!({ "path": "/Menu/lista-menu-usuario", "http": 401, "isRecognised": true }));
    assert_eq!(report["lines"].as_array().unwrap().iter().filter(|line| line["table"][0] != "requests").count(), 0);
    let services = report["services"].as_array().unwrap();
    assert_eq!(services.len(), called.len());
    for service in services {
        assert_eq!(service["state"], "served", "{service:#}");
        assert!(!service["fields"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn each_difference_is_reported_with_the_line_that_mends_it() {
    let rows = json!([
        { "cdSeguradora": "3", "nome": "Pata Segura", "nr_cnpj": "11222333000181", "flAtiva": true },
        { "cdSeguradora": 5, "nome": "Amigo Fiel", "nr_cnpj": null, "ano": 2, "flAtiva": "X" },
    ]);
    let run = check(&Live::new().data("lista-seguradora", &rows).start().await).await;
    let service = run.service("lista-seguradora");
    assert_eq!((run.status, &service["state"], &service["rows"]), (1, &json!("not-served"), &json!(2)));
    let state = |key: &str| run.field("lista-seguradora", "Seguradora", key)["state"].clone();
    assert_eq!(state("cdSeguradora"), "read");
    assert_eq!(state("flAtiva"), "unreadable");
    assert_eq!([state("nmSeguradora"), state("nrCnpj")], ["missing", "missing"]);
    let lines = run.json()["lines"].clone();
    let lines: Vec<_> = lines.as_array().unwrap().iter().filter(|line| line["table"][0] == "types").collect();
    let told = |key: &str| lines.iter().find(|line| line["key"] == key).map(|line| line["value"].clone());
    assert_eq!(told("nmSeguradora"), Some(json!("\"nome\"")), "{lines:#?}");
    assert_eq!(told("nrCnpj"), Some(json!("\"nr_cnpj\"")), "{lines:#?}");
    let unread: Vec<_> = service["unread"].as_array().unwrap().iter().map(|key| key["key"].clone()).collect();
    assert_eq!(unread, ["ano", "nome", "nr_cnpj"]);
}

#[tokio::test]
async fn other_types_that_the_gateway_reads_are_no_difference() {
    let menu = json!([{ "cdMenu": 1, "dsMenu": "Início", "dsRota": "/", "dsIcone": null, "nrOrdem": "1" }]);
    let total = json!({ "qtTotal": " 7 ", "vlTotal": "1280.50" });
    let live = Live::new().data("lista-menu-usuario", &menu).data("total-acionamento-abertos-dia", &total);
    let run = check(&live.start().await).await;
    assert_eq!(run.status, 0, "{}", run.out);
    assert_eq!(run.field("lista-menu-usuario", "ItemMenu", "cdMenu")["forms"], json!(["integer"]));
    assert_eq!(run.field("lista-menu-usuario", "ItemMenu", "dsIcone")["state"], "null");
}

#[tokio::test]
async fn every_object_is_looked_at() {
    let row = |number: usize| json!({ "cdSeguradora": number.to_string(), "nmSeguradora": "A", "flAtiva": true });
    let rows: Vec<_> = (0..500).map(row).collect();
    let run = check(&Live::new().data("lista-seguradora", &json!(rows)).start().await).await;
    let field = run.field("lista-seguradora", "Seguradora", "nmSeguradora");
    assert_eq!((&field["times"], &field["objects"]), (&json!(500), &json!(500)));
    assert_eq!(run.field("lista-seguradora", "Seguradora", "nrCnpj")["state"], "absent");
}

#[tokio::test]
async fn a_missing_value_to_ask_with_names_its_option() {
    let none = json!([]);
    let live = Live::new().data("lista-acionamentos-by-status", &none);
    let empty = check(&live.start().await).await;
    assert_eq!(empty.status, 2, "{}", empty.out);
    for (path, option) in [
        ("lista-acionamentos-by-seguradora-status", "--seguradora"),
        ("lista-acionamentos-by-autorizacao", "--autorizacao"),
        ("lista-acionamentos-by-sinistro", "--sinistro"),
        ("retorna-acionamento-reabertura", "--sinistro"),
        ("pesquisa-segurado", "--cpf-cnpj"),
    ] {
        let service = empty.service(path);
        assert_eq!((&service["state"], &service["askWith"]), (&json!("not-asked"), &json!(option)));
    }
    let given = ["--status", "ABERTO", "--seguradora", "3", "--autorizacao", "A-1", "--sinistro", "2026000000001"];
    let more = ["--cpf-cnpj", "11144477735", "--token", "ficha", "--json"];
    let live = Live::new().data("pesquisa-segurado", &json!(segurado("11144477735")));
    let full = run(command(&live.start().await, &[&given[..], &more].concat())).await;
    assert_eq!(full.status, 0, "{}", full.out);
    let asked: HashMap<_, _> =
        live.calls.so_far().into_iter().map(|call| (segment(&call.path).to_owned(), call.json())).collect();
    assert_eq!(asked["lista-acionamentos-by-status"], json!({ "status": "ABERTO" }));
    assert_eq!(asked["lista-acionamentos-by-seguradora-status"], json!({ "seguradora": "3", "status": "ABERTO" }));
    assert_eq!(asked["retorna-acionamento-reabertura"], json!({ "sinistro": "2026000000001" }));
    assert_eq!(asked["pesquisa-segurado"], json!({ "cpfCnpj": "11144477735" }));
}

#[tokio::test]
async fn a_key_that_does_not_filter_is_reported() {
    let (one, mut other) = (acionamento(1), acionamento(2));
    other.cd_status = "FATURADO".into();
    for (name, data, keys) in [
        ("lista-acionamentos-by-status", json!([one, other]), json!(["status"])),
        // Nothing came with what a row has.
        ("lista-acionamentos-by-sinistro", json!([]), json!(["sinistro"])),
        ("lista-acionamentos-by-autorizacao", json!([]), json!(["autorizacao"])),
        ("lista-acionamentos-by-seguradora-status", json!([]), json!(["seguradora", "status"])),
        // What the gateway refuses to show.
        ("retorna-acionamento-reabertura", json!(other), json!(["sinistro"])),
        ("pesquisa-segurado", json!(segurado(&cpf(2))), json!(["cpfCnpj"])),
        // A service may list rows without the number.
        ("lista-acionamentos-by-autorizacao", json!([one]), json!([])),
    ] {
        let run = check(&Live::new().data(name, &data).start().await).await;
        let exit = i32::from(keys != json!([]));
        assert_eq!((run.status, &run.service(name)["unfiltered"]), (exit, &keys), "{name} {data}");
    }
    let nothing = Live::new().data("lista-acionamentos-by-sinistro", &json!([]));
    let given = run(command(&nothing.start().await, &["--token", "ficha", "--sinistro", "9"])).await;
    assert!(!given.out.contains("sinistro tirou tudo"), "there may be none: {}", given.out);
}

#[tokio::test]
async fn a_list_with_more_pages_than_are_read_is_reported_as_the_gateway_does() {
    let pages = "[calls.lista-seguradora.pages]\npage = 'pagina'\n";
    let more = json!({ "status": 1, "messages": "", "data": [seguradora("3", "Pata")], "hasNext": true });
    let no_rows = json!({ "status": 1, "messages": "", "data": [], "totalElements": 2 });
    let silent = json!({ "status": 1, "messages": "", "data": [seguradora("3", "Pata")] });
    let with_rows = [pages, "rows = 50\n"].concat();
    for (body, mapping, are_unread) in [
        (&more, "", true),
        (&more, pages, false),
        (&no_rows, pages, true),
        (&silent, "", false),
        (&silent, pages, true),
        (&silent, &with_rows, false),
    ] {
        let live = Live::new().body("lista-seguradora", &body.to_string());
        let told = with_mapping(&live.start().await, mapping, &["--json"]).await;
        let found = (told.status, &told.service("lista-seguradora")["hasUnreadPages"]);
        assert_eq!(found, (i32::from(are_unread), &json!(are_unread)), "{mapping} {}", told.out);
    }
}

#[tokio::test]
async fn codes_of_refusals_that_no_response_can_have_fail_the_check() {
    let services = Live::new().start().await;
    let mapping = "[envelope]\nsuccess = [true, 1]\n\n[session.ended]\ncodes = [98]\n";
    let fits = with_mapping(&services, mapping, &["--json"]).await;
    assert_eq!((fits.status, fits.json().get("unmatchedCodes")), (0, None), "{}", fits.out);
    let mapping = mapping.replace("[true, 1]", "[true]");
    let told = with_mapping(&services, &mapping, &["--json"]).await;
    let text = told.json()["unmatchedCodes"].clone();
    assert!(text.as_str().is_some_and(|text| text.starts_with("session.ended.codes não vale")), "{text}");
}

#[tokio::test]
async fn a_step_of_the_login_that_http_refuses_has_its_text_too() {
    for status in [400, 401, 403, 422] {
        let live = Live { signed_out: status, ..Live::new() };
        let live = live.body("login-valida-email", r#"{"message":"E-mail sem acesso."}"#);
        let arguments = format!("check --upstream-url {} --api-key {API_KEY}", live.start().await);
        let (_, shown) = at_a_terminal(&arguments, &[], &["E-mail: "], |_| ANA.to_owned()).await;
        assert!(shown.contains("/LoginUsuarioWeb/login-valida-email: a API recusou: E-mail sem acesso."), "{shown}");
    }
}

#[tokio::test]
async fn a_user_is_blocked_whatever_the_status_is() {
    let live = Live::new().body("login-valida-email", r#"{"status":1,"messages":"BLOQUEADO","data":{}}"#);
    let arguments = format!("check --upstream-url {} --api-key {API_KEY}", live.start().await);
    let (_, shown) = at_a_terminal(&arguments, &[], &["E-mail: "], |_| ANA.to_owned()).await;
    assert!(shown.contains("/LoginUsuarioWeb/login-valida-email: este usuário está bloqueado"), "{shown}");
}

#[tokio::test]
async fn a_refused_step_of_the_login_ends_it_with_the_text_for_the_user() {
    let kit = Kit::new().await;
    let arguments = format!("check --upstream-url http://{} --api-key {}", kit.services, API_KEY);
    let questions = ["E-mail: ", "e-mail: "];
    let (exit, shown) = at_a_terminal(&arguments, &[], &questions, |at| match at {
        0 => ANA.to_owned(),
        _ => "000000".to_owned(),
    })
    .await;
    assert_eq!(exit, Some(2), "{shown}");
    assert!(shown.contains("/LoginUsuarioWeb/valida-codigo-acesso: a API recusou: "), "{shown}");
    assert!(!shown.contains("Senha: "), "{shown}");
}
