//! `gateway check` as a program, against the real services and stubs with arbitrary responses.

mod other_api;
mod privacy;
mod proposal;
mod report;
mod unread;
mod vendors;

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    net::SocketAddr,
    path::Path,
    process::Stdio,
};

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{Response, StatusCode, header},
};
use contract::{
    Call as _,
    acionamento::{
        ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    menu::ListaMenuUsuario,
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use serde_json::{Value, json};
use tokio::process::Command;

use crate::{
    kit::{ANA, Calls, Kit, PASSWORD, serve},
    program::at_a_terminal,
    stub::{acionamento, cpf, segurado, seguradora},
};

/// The output of a run.
struct Run {
    exit: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}{}", self.out, self.err))
    }

    /// The report on one service.
    fn service(&self, path: &str) -> Value {
        let report = self.json();
        let services = report["services"].as_array().unwrap();
        services.iter().find(|service| service["path"] == path).unwrap().clone()
    }

    /// The report on one field of a service.
    fn field(&self, path: &str, type_name: &str, key: &str) -> Value {
        let service = self.service(path);
        let mut fields = service["fields"].as_array().unwrap().iter();
        let found = fields.find(|field| field["type"] == type_name && field["key"] == key);
        found.unwrap_or_else(|| panic!("{service:#}")).clone()
    }

    /// The state of a service, and why.
    fn problem(&self, path: &str) -> (String, String) {
        let service = self.service(path);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&service["state"]), text(&service["problem"]))
    }
}

fn command(services: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command.args(["check", "--upstream-url", services, "--api-key", crate::kit::API_KEY, "--ano", "2026"]);
    command.args(arguments).env_clear();
    for patience in ["GATEWAY_READ_TIMEOUT", "GATEWAY_WRITE_TIMEOUT"] {
        command.env(patience, "20s");
    }
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

async fn run(mut command: Command) -> Run {
    let output = command.output().await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { exit: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// `gateway check` with a token and a mapping.
async fn with_mapping(services: &str, mapping: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    fs::write(&file, mapping).unwrap();
    let mut command = command(services, &[&["--token", "ficha"], arguments].concat());
    command.env("GATEWAY_MAPPING", &file);
    run(command).await
}

/// Checks services at an address with a session. Returns the findings as JSON.
async fn check(services: SocketAddr) -> Run {
    run(command(&format!("http://{services}"), &["--token", "ficha", "--json"])).await
}

/// Stub services: responses per path, and HTTP 401 without a token.
#[derive(Clone)]
struct Live {
    answers: HashMap<&'static str, (u16, Vec<u8>)>,
    signed_out: u16,
    calls: Calls,
}

impl Live {
    /// Valid responses.
    fn new() -> Self {
        let mut open = acionamento(1);
        open.nr_autorizacao = Some("A-1".into()).into();
        open.fl_pode_reabrir = Some(true).into();
        let total = json!({ "qtTotal": 1, "vlTotal": 640.00 });
        let rows = json!([open]);
        let status = json!({ "cdStatus": "ABERTO", "dsStatus": "Aberto", "qtTotal": 1, "vlTotal": 640.00 });
        let with = |more: Value| {
            let mut row = status.clone();
            row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!([row])
        };
        let live = Self { answers: HashMap::new(), signed_out: 401, calls: Calls::default() };
        live.data(ListaMenuUsuario::PATH, &json!([{ "cdMenu": "1", "dsMenu": "Início", "dsRota": "/", "dsIcone": "casa", "nrOrdem": 1 }]))
            .data(ListaSeguradora::PATH, &json!([seguradora("3", "Pata Segura")]))
            .data(
                ListaProcedimento::PATH,
                &json!([{ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "dsCategoria": "Imagem", "vlReferencia": 320.00 }]),
            )
            .data(TotalAcionamentoAbertosDia::PATH, &total)
            .data(TotalAcionamentoAbertosMes::PATH, &total)
            .data(TotalAcionamentoFaturadosMes::PATH, &total)
            .data(TotalSeguradoras::PATH, &json!({ "qtTotal": 1 }))
            .data(TotalStatusSeguradorasMes::PATH, &with(json!({ "cdSeguradora": "3", "nmSeguradora": "Pata Segura" })))
            .data(TotalStatusAcionamentoAno::PATH, &with(json!({ "nrMes": 11 })))
            .data(ListaAcionamentosByStatus::PATH, &rows)
            .data(ListaAcionamentosBySeguradoraStatus::PATH, &rows)
            .data(ListaAcionamentosByAutorizacao::PATH, &rows)
            .data(ListaAcionamentosBySinistro::PATH, &rows)
            .data(RetornaAcionamentoReabertura::PATH, &rows[0])
            .data(PesquisaSegurado::PATH, &json!(segurado(&cpf(1))))
    }

    fn data(self, path: &'static str, data: &Value) -> Self {
        self.body(path, &json!({ "status": 1, "messages": "", "data": data }).to_string())
    }

    fn body(self, path: &'static str, body: &str) -> Self {
        self.http(path, 200, body.as_bytes())
    }

    fn http(mut self, path: &'static str, status: u16, body: &[u8]) -> Self {
        self.answers.insert(path, (status, body.to_vec()));
        self
    }

    async fn start(&self) -> SocketAddr {
        let live = self.clone();
        let answer = move |request: Request| {
            let has_session = request.headers().get(header::AUTHORIZATION).is_some_and(|value| value == "Bearer ficha");
            let unknown = (500, Vec::new());
            let (status, body) = live.answers.get(request.uri().path()).unwrap_or(&unknown);
            let status = if has_session { *status } else { live.signed_out };
            let response = Response::builder().status(StatusCode::from_u16(status).unwrap());
            let response = response.header(header::LOCATION, "https://outro.example/segredo?cpf=52998224725");
            let response = response.body(Body::from(body.clone())).unwrap();
            async move { response }
        };
        serve(self.calls.record(Router::new().fallback(answer))).await
    }
}

/// The paths of the contract's golden files, except those with a case that writes or that needs no session.
fn reads() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../services/contract");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let golden = files.filter(|path| !path.ends_with("values.json"));
    let golden = golden.map(|path| serde_json::from_str::<Value>(&fs::read_to_string(path).unwrap()).unwrap());
    let asks = |file: &Value| {
        let cases = file["cases"].as_array().unwrap();
        cases.iter().all(|case| case["writes"] != true) && !file["path"].as_str().unwrap().contains("/LoginUsuarioWeb/")
    };
    golden.filter(asks).map(|file| file["path"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_reference_services_fit_and_only_reads_are_sent() {
    let kit = Kit::new().await;
    let token = kit.login(ANA).await;
    let services = format!("http://{}", kit.services);
    let run = run(command(&services, &["--token", &token, "--json"])).await;
    let report = run.json();
    assert_eq!((run.exit, run.err.as_str()), (0, ""), "{report:#}");
    let called: BTreeSet<_> = kit.take_calls().into_iter().map(|call| call.path).collect();
    assert_eq!((&called, called.len()), (&reads(), 15));
    assert_eq!(report["sessionEnd"], json!({ "path": ListaMenuUsuario::PATH, "http": 401, "isRecognised": true }));
    assert_eq!(report["lines"].as_array().unwrap().iter().filter(|line| line["table"][0] != "requests").count(), 0);
    let services = report["services"].as_array().unwrap();
    assert_eq!(services.len(), 15);
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
    let run = check(Live::new().data(ListaSeguradora::PATH, &rows).start().await).await;
    let service = run.service(ListaSeguradora::PATH);
    assert_eq!((run.exit, &service["state"], &service["rows"]), (1, &json!("not-served"), &json!(2)));
    let state = |key: &str| run.field(ListaSeguradora::PATH, "Seguradora", key)["state"].clone();
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
    let live = Live::new().data(ListaMenuUsuario::PATH, &menu).data(TotalAcionamentoAbertosDia::PATH, &total);
    let run = check(live.start().await).await;
    assert_eq!(run.exit, 0, "{}", run.out);
    assert_eq!(run.field(ListaMenuUsuario::PATH, "ItemMenu", "cdMenu")["forms"], json!(["integer"]));
    assert_eq!(run.field(ListaMenuUsuario::PATH, "ItemMenu", "dsIcone")["state"], "null");
}

#[tokio::test]
async fn every_object_is_looked_at() {
    let row = |number: usize| json!({ "cdSeguradora": number.to_string(), "nmSeguradora": "A", "flAtiva": true });
    let rows: Vec<_> = (0..500).map(row).collect();
    let run = check(Live::new().data(ListaSeguradora::PATH, &json!(rows)).start().await).await;
    let field = run.field(ListaSeguradora::PATH, "Seguradora", "nmSeguradora");
    assert_eq!((&field["times"], &field["objects"]), (&json!(500), &json!(500)));
    assert_eq!(run.field(ListaSeguradora::PATH, "Seguradora", "nrCnpj")["state"], "absent");
}

#[tokio::test]
async fn a_missing_value_to_ask_with_names_its_option() {
    let none = json!([]);
    let live = Live::new().data(ListaAcionamentosByStatus::PATH, &none);
    let empty = check(live.start().await).await;
    assert_eq!(empty.exit, 2, "{}", empty.out);
    for (path, option) in [
        (ListaAcionamentosBySeguradoraStatus::PATH, "--seguradora"),
        (ListaAcionamentosByAutorizacao::PATH, "--autorizacao"),
        (ListaAcionamentosBySinistro::PATH, "--sinistro"),
        (RetornaAcionamentoReabertura::PATH, "--sinistro"),
        (PesquisaSegurado::PATH, "--cpf-cnpj"),
    ] {
        let service = empty.service(path);
        assert_eq!((&service["state"], &service["askWith"]), (&json!("not-asked"), &json!(option)));
    }
    let given = ["--status", "ABERTO", "--seguradora", "3", "--autorizacao", "A-1", "--sinistro", "2026000000001"];
    let more = ["--cpf-cnpj", "11144477735", "--token", "ficha", "--json"];
    let live = Live::new();
    let full = run(command(&format!("http://{}", live.start().await), &[&given[..], &more].concat())).await;
    assert_eq!(full.exit, 0, "{}", full.out);
    let asked: HashMap<_, _> = live.calls.so_far().into_iter().map(|call| (call.path.clone(), call.json())).collect();
    assert_eq!(asked[ListaAcionamentosByStatus::PATH], json!({ "status": "ABERTO" }));
    assert_eq!(asked[ListaAcionamentosBySeguradoraStatus::PATH], json!({ "seguradora": "3", "status": "ABERTO" }));
    assert_eq!(asked[RetornaAcionamentoReabertura::PATH], json!({ "sinistro": "2026000000001" }));
    assert_eq!(asked[PesquisaSegurado::PATH], json!({ "cpfCnpj": "11144477735" }));
}

#[tokio::test]
async fn a_key_that_does_not_filter_is_reported() {
    let (one, mut other) = (acionamento(1), acionamento(2));
    other.cd_status = "FATURADO".into();
    let run = check(Live::new().data(ListaAcionamentosByStatus::PATH, &json!([one, other])).start().await).await;
    let service = run.service(ListaAcionamentosByStatus::PATH);
    assert_eq!((run.exit, &service["unfiltered"]), (1, &json!(["status"])), "{service:#}");
}

#[tokio::test]
async fn a_list_with_more_pages_than_are_read_is_reported_as_the_gateway_does() {
    let body = json!({ "status": 1, "messages": "", "data": [seguradora("3", "Pata")], "hasNext": true }).to_string();
    let services = format!("http://{}", Live::new().body(ListaSeguradora::PATH, &body).start().await);
    let without = with_mapping(&services, "", &["--json"]).await;
    assert_eq!((without.exit, &without.service(ListaSeguradora::PATH)["hasUnreadPages"]), (1, &json!(true)));
    let pages = "[calls.lista-seguradora.pages]\npage = 'pagina'\n";
    let with = with_mapping(&services, pages, &["--json"]).await;
    assert_eq!((with.exit, &with.service(ListaSeguradora::PATH)["hasUnreadPages"]), (0, &json!(false)), "{}", with.out);
}

#[tokio::test]
async fn codes_of_refusals_that_no_response_can_have_fail_the_check() {
    let services = format!("http://{}", Live::new().start().await);
    let mapping = "[envelope]\nsuccess = [true, 1]\n\n[session.ended]\ncodes = [98]\n";
    let fits = with_mapping(&services, mapping, &["--json"]).await;
    assert_eq!((fits.exit, fits.json().get("unmatchedCodes")), (0, None), "{}", fits.out);
    let mapping = mapping.replace("[true, 1]", "[true]");
    let told = with_mapping(&services, &mapping, &["--json"]).await;
    let text = told.json()["unmatchedCodes"].clone();
    assert!(text.as_str().is_some_and(|text| text.starts_with("session.ended.codes não vale")), "{text}");
}

#[tokio::test]
async fn a_refused_step_of_the_login_ends_it_with_the_text_for_the_user() {
    let kit = Kit::new().await;
    let arguments = format!("check --upstream-url http://{} --api-key {}", kit.services, crate::kit::API_KEY);
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

/// Runs the check at a terminal, and logs in there. Returns the exit status and all that was shown.
async fn at_the_terminal(kit: &Kit, arguments: &str) -> (Option<i32>, String) {
    let arguments = format!("check --read-timeout 20s --write-timeout 20s {arguments}");
    at_a_terminal(&arguments, &[], &["E-mail: ", "e-mail: ", "Senha: "], |at| match at {
        0 => ANA.to_owned(),
        1 => kit.newest_code(ANA),
        _ => PASSWORD.to_owned(),
    })
    .await
}
