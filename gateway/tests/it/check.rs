//! `gateway check` as a program, against the real services and stubs with arbitrary responses.

mod apis;
mod collections;
mod differences;
mod edited;
mod empty_lists;
mod further_values;
mod kept;
mod login_prompts;
mod login_steps;
mod message_texts;
mod nested;
mod other_api;
mod privacy;
mod proposal;
mod refusal_codes;
mod refused;
mod report;
mod settings;
mod strict;
mod success_values;
mod unproven;
mod unread;
mod unsaid;
mod unsent;
mod values_tell;
mod vendors;
mod writing_forms;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
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
use serde_json::{Value, json};
use services::wire::{
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

    /// The report of one service.
    fn endpoint(&self, path: &str) -> Value {
        let report = self.json();
        let endpoints = report["endpoints"].as_array().unwrap();
        endpoints.iter().find(|endpoint| endpoint["path"] == path).unwrap().clone()
    }

    /// The report of one field of a service.
    fn field(&self, path: &str, field: &str) -> Value {
        let endpoint = self.endpoint(path);
        let fields = endpoint["fields"].as_array().unwrap();
        fields.iter().find(|told| told["path"] == field).unwrap_or_else(|| panic!("{endpoint:#}")).clone()
    }

    /// The first failed call of a service.
    fn problem(&self, path: &str) -> (String, String) {
        let endpoint = self.endpoint(path);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&endpoint["verdict"]), text(&endpoint["calls"][0]["problem"]))
    }
}

fn command(services: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command.args(["check", "--upstream-url", services, "--api-key", crate::kit::API_KEY, "--ano", "2026"]);
    command.args(arguments).env_clear();
    for patience in ["GATEWAY_CONNECT_TIMEOUT", "GATEWAY_READ_TIMEOUT", "GATEWAY_WRITE_TIMEOUT"] {
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

/// What `--propose` writes, with a token; and that with what it says.
async fn proposed(live: &Live) -> (toml::Table, String) {
    let told = run(command(&format!("http://{}", live.start().await), &["--token", "ficha", "--propose"])).await;
    (told.out.parse().unwrap_or_else(|error| panic!("{error}: {}{}", told.out, told.err)), told.out + &told.err)
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

/// The same with stub services of its own.
async fn checked(live: &Live, mapping: &str, json: bool) -> Run {
    let arguments: &[&str] = if json { &["--json"] } else { &[] };
    with_mapping(&format!("http://{}", live.start().await), mapping, arguments).await
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
    assert_eq!(called, reads());
    assert_eq!(called.len(), 15);
    assert_eq!(report["endpoints"].as_array().unwrap().len(), 15);
    assert_eq!((&report["sessionRule"]["http"], &report["lines"]), (&json!(401), &json!([])));
    for endpoint in report["endpoints"].as_array().unwrap() {
        assert_eq!(endpoint["verdict"], "fits", "{endpoint:#}");
        assert!(!endpoint["fields"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn each_deviation_is_reported_with_its_source_line() {
    let rows = json!([
        { "cdSeguradora": "3", "nmSeguradora": "Pata Segura", "nrCnpj": "11222333000181", "flAtiva": true },
        { "cdSeguradora": "4", "nmSeguradora": "Amigo Fiel", "nr_cnpj": "11222333000181", "flAtiva": "X", "vs": 2 },
        { "cdSeguradora": 5, "nrCnpj": null, "flAtiva": true },
    ]);
    let run = check(Live::new().data(ListaSeguradora::PATH, &rows).start().await).await;
    let endpoint = run.endpoint(ListaSeguradora::PATH);
    assert_eq!((run.exit, &endpoint["verdict"], &endpoint["rows"]), (1, &json!("does-not-fit"), &json!(3)));
    let told = |name: &str| {
        let field = run.field(ListaSeguradora::PATH, &format!("data[].{name}"));
        (field["state"].clone(), field["required"].clone(), field["absent"].clone(), field["found"].clone())
    };
    let came = |kind: &str, times: u64, refused: u64| json!({ "kind": kind, "times": times, "refused": refused });
    let code = json!([came("integer", 1, 0), came("integer-text", 2, 0)]);
    assert_eq!(told("cdSeguradora"), (json!("accepted"), json!(true), json!(0), code));
    assert_eq!(told("nmSeguradora"), (json!("missing"), json!(false), json!(1), json!([came("text", 2, 0)])));
    let number = json!([came("null", 1, 0), came("integer-text", 1, 0)]);
    assert_eq!(told("nrCnpj"), (json!("missing"), json!(false), json!(1), number));
    let flag = json!([came("boolean", 2, 0), came("letter-text", 1, 1)]);
    assert_eq!(told("flAtiva"), (json!("wrong"), json!(true), json!(0), flag));
    let unknown = endpoint["unknown"].as_array().unwrap();
    let unknown: Vec<_> = unknown.iter().map(|one| (&one["path"], &one["times"], &one["resembles"])).collect();
    assert_eq!(
        unknown,
        [(&json!("data[].nr_cnpj"), &json!(1), &json!("nrCnpj")), (&json!("data[].vs"), &json!(1), &Value::Null)]
    );
    let report = run.json();
    let mut named = BTreeMap::new();
    for line in report["lines"].as_array().unwrap() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(line["file"].as_str().unwrap());
        let number = usize::try_from(line["line"].as_u64().unwrap()).unwrap();
        let source = fs::read_to_string(path).unwrap().lines().nth(number - 1).unwrap().trim().to_owned();
        named.insert(source, line["why"].clone());
    }
    let why = |texts: &[&str]| json!(texts);
    let expected = [
        ("pub fl_ativa: bool,", why(&["esperado true ou false, chegou texto de uma letra"])),
        ("pub nm_seguradora: Label<S>,", why(&["ausente, mas opcional"])),
        ("pub nr_cnpj: Option<Text<S>>,", why(&["ausente, mas opcional", "chegou nr_cnpj, que parece nrCnpj"])),
    ];
    assert_eq!(named, BTreeMap::from(expected.map(|(line, why)| (line.to_owned(), why))));
}

#[tokio::test]
async fn tolerated_types_are_reported_as_accepted() {
    let menu = json!([{ "cdMenu": 1, "dsMenu": "Início", "dsRota": "/", "dsIcone": null, "nrOrdem": "1" }]);
    let total = json!({ "qtTotal": " 7 ", "vlTotal": "1280.50" });
    let live = Live::new().data(ListaMenuUsuario::PATH, &menu).data(TotalAcionamentoAbertosDia::PATH, &total);
    let run = check(live.start().await).await;
    assert_eq!((run.exit, run.json()["lines"].clone()), (0, json!([])));
    for (path, field) in [
        (ListaMenuUsuario::PATH, "data[].cdMenu"),
        (ListaMenuUsuario::PATH, "data[].nrOrdem"),
        (TotalAcionamentoAbertosDia::PATH, "data.qtTotal"),
        (TotalAcionamentoAbertosDia::PATH, "data.vlTotal"),
    ] {
        assert_eq!(run.field(path, field)["state"], "accepted", "{field}");
        assert_eq!(run.endpoint(path)["verdict"], "fits");
    }
    assert_eq!(run.field(ListaMenuUsuario::PATH, "data[].dsIcone")["state"], "null");
}

#[tokio::test]
async fn rows_that_are_not_read_still_provide_sample_values() {
    let mut row = json!(acionamento(7));
    let fields = row.as_object_mut().unwrap();
    let number = fields.remove("nrSinistro").unwrap();
    fields.insert("numero_sinistro".to_owned(), number.clone());
    fields.insert("vlTotal".to_owned(), json!("R$ 1,00"));
    fields.insert("nrAutorizacao".to_owned(), json!(991));
    let live = Live::new().data(ListaAcionamentosByStatus::PATH, &json!([row]));
    let run = check(live.start().await).await;
    assert_eq!(run.endpoint(ListaAcionamentosByStatus::PATH)["verdict"], "does-not-fit");
    let asked: HashMap<_, _> = live.calls.so_far().into_iter().map(|call| (call.path.clone(), call.json())).collect();
    assert_eq!(asked[ListaAcionamentosBySinistro::PATH], json!({ "sinistro": number }));
    assert_eq!(asked[ListaAcionamentosByAutorizacao::PATH], json!({ "autorizacao": "991" }));
    assert_eq!(asked[PesquisaSegurado::PATH], json!({ "cpfCnpj": cpf(7) }));
}

#[tokio::test]
async fn a_missing_sample_value_names_its_option() {
    let none = json!([]);
    let live = Live::new()
        .data(TotalStatusSeguradorasMes::PATH, &none)
        .data(TotalStatusAcionamentoAno::PATH, &none)
        .data(ListaSeguradora::PATH, &none);
    // It has other codes than the contract.
    let refuses = live.clone().http(ListaAcionamentosByStatus::PATH, 400, b"{}");
    let empty = check(refuses.start().await).await;
    assert_eq!(empty.exit, 2);
    for (path, option) in [
        (ListaAcionamentosByStatus::PATH, "--status"),
        (ListaAcionamentosBySeguradoraStatus::PATH, "--seguradora e --status"),
        (ListaAcionamentosByAutorizacao::PATH, "--autorizacao"),
        (ListaAcionamentosBySinistro::PATH, "--sinistro"),
        (RetornaAcionamentoReabertura::PATH, "--sinistro"),
        (PesquisaSegurado::PATH, "--cpf-cnpj"),
    ] {
        let endpoint = empty.endpoint(path);
        assert_eq!((&endpoint["verdict"], &endpoint["askWith"]), (&json!("not-asked"), &json!(option)));
    }
    assert_eq!(empty.endpoint(ListaSeguradora::PATH)["verdict"], "fits-with-notes");
    let given = ["--status", "ABERTO", "--seguradora", "3", "--autorizacao", "A-1", "--sinistro", "2026000000001"];
    let more = ["--cpf-cnpj", "11144477735", "--token", "ficha", "--json"];
    let full = run(command(&format!("http://{}", live.start().await), &[&given[..], &more].concat())).await;
    assert_eq!(full.exit, 0, "{}", full.out);
    let asked: HashMap<_, _> = live.calls.so_far().into_iter().map(|call| (call.path.clone(), call.json())).collect();
    assert_eq!(asked[ListaAcionamentosByStatus::PATH], json!({ "status": "ABERTO" }));
    assert_eq!(asked[ListaAcionamentosBySeguradoraStatus::PATH], json!({ "seguradora": "3", "status": "ABERTO" }));
    assert_eq!(asked[RetornaAcionamentoReabertura::PATH], json!({ "sinistro": "2026000000001" }));
    assert_eq!(asked[PesquisaSegurado::PATH], json!({ "cpfCnpj": "11144477735" }));
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
