//! `gateway check --propose` at the login of an API whose paths, header of the key and answers without data are its own.

use std::{fs, net::SocketAddr};

use axum::{
    Json, Router,
    body::to_bytes,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};
use services::wire::{Call as _, login::ValidaCodigoAcesso};

use super::Live;
use crate::{
    kit::{ANA, API_KEY, Calls, serve},
    program::answering_at_a_terminal,
};

const PATHS: [(&str, &str); 3] = [
    ("login-valida-email", "/acesso/solicitar-codigo"),
    ("valida-codigo-acesso", "/acesso/validar-codigo"),
    ("valida-login", "/acesso/entrar"),
];

fn refuse(status: StatusCode, code: &str, text: &str) -> Response {
    (status, Json(json!({ "situacao": "ERRO", "mensagens": [{ "codigo": code, "texto": text }] }))).into_response()
}

/// Every call needs the key in a header, which no refusal names; a success of the first two steps has no data.
fn services(live: &Live, calls: &Calls) -> Router {
    let live = live.clone();
    calls.record(Router::new().fallback(move |request: Request| {
        let live = live.clone();
        async move {
            let path = request.uri().path();
            let is_step = PATHS.iter().any(|(_, known)| *known == path);
            let Some((_, body)) = live.answers.get(path).or_else(|| is_step.then_some(&live.answers["/Menu/lista-menu-usuario"]))
            else {
                return (StatusCode::NOT_FOUND, Json(json!({ "rota": "não existe" }))).into_response();
            };
            if request.headers().get("X-Api-Key").is_none_or(|key| key != API_KEY) {
                return refuse(StatusCode::UNAUTHORIZED, "API-401", "Aplicação não autorizada.");
            }
            if path.ends_with("/entrar") {
                let data = json!({ "dsToken": "ficha", "nmUsuario": "Ana", "dsEmail": ANA, "dsPerfil": "A", "nrTelefone": "11987654321" });
                return Json(json!({ "situacao": "OK", "mensagens": [], "conteudo": data })).into_response();
            }
            if is_step {
                return Json(json!({ "situacao": "OK", "mensagens": [], "rastreio": "1" })).into_response();
            }
            if request.headers().get(header::AUTHORIZATION).is_none_or(|value| value != "Bearer ficha") {
                return refuse(StatusCode::FORBIDDEN, "ACE-003", "Sessão encerrada.");
            }
            let data = serde_json::from_slice::<Value>(body).unwrap()["data"].take();
            Json(json!({ "situacao": "OK", "mensagens": [], "conteudo": data })).into_response()
        }
    }))
}

#[tokio::test]
async fn the_header_of_the_key_is_tried_after_a_path_was_typed_and_a_code_step_without_data_is_a_yes() {
    let calls = Calls::default();
    let services = serve(services(&Live::new(), &calls)).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments = format!(
        "check --read-timeout 20s --write-timeout 20s --upstream-url http://{services} --api-key {API_KEY} --ano 2026 \
         --propose > {}",
        file.display()
    );
    let typed = |shown: &str| {
        let path = || PATHS.iter().find(|(step, _)| shown.contains(step)).map_or("", |(_, path)| path).to_owned();
        match () {
            () if shown.ends_with("(Enter: não sei): ") => Some(path()),
            () if shown.ends_with("Senha: ") => Some("segredo".to_owned()),
            () if shown.ends_with("por e-mail: ") => Some("ABC123".to_owned()),
            () if shown.ends_with("E-mail: ") => Some(ANA.to_owned()),
            () => None,
        }
    };
    let (exit, shown) = answering_at_a_terminal(&arguments, &[], typed).await;
    let text = fs::read_to_string(&file).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(json!(table["headers"]), json!({ "api-key": "X-Api-Key" }), "{shown}{text}");
    for (step, path) in PATHS {
        assert_eq!(table["calls"][step]["path"].as_str(), Some(path), "{text}");
    }
    assert_eq!(table["envelope"]["null-data"].as_str(), Some("success"), "{text}");
    assert!(text.contains("# confira: o passo do código"), "{text}");
    assert_eq!(exit, Some(0), "{shown}{text}");
    // No step was done twice.
    let steps = calls.so_far().into_iter().filter(|call| {
        call.path.starts_with("/acesso/") && call.headers.get("X-Api-Key").is_some_and(|key| key == API_KEY)
    });
    assert_eq!(steps.count(), 3);
}

#[tokio::test]
async fn a_success_without_data_names_the_setting() {
    let services = serve(services(&Live::new(), &Calls::default())).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let paths: String = PATHS.iter().map(|(step, path)| format!("[calls.{step}]\npath = '{path}'\n")).collect();
    let head = "status = 'situacao'\nsuccess = ['OK']\nmessages = 'mensagens.texto'\ndata = 'conteudo'\n";
    let rest = format!("[session]\nended = {{ http = [403] }}\n[headers]\napi-key = 'X-Api-Key'\n{paths}");
    for (null_data, exit, verdict) in [("", 1, "does-not-fit"), ("null-data = 'success'\n", 0, "fits")] {
        fs::write(&file, format!("[envelope]\n{head}{null_data}{rest}")).unwrap();
        let report = folder.path().join("report.json");
        let arguments = format!(
            "check --upstream-url http://{services} --api-key {API_KEY} --ano 2026 --mapping {} --json > {}",
            file.display(),
            report.display()
        );
        let typed = |shown: &str| {
            let known = [("E-mail: ", ANA), ("por e-mail: ", "ABC123"), ("Senha: ", "segredo")];
            known.iter().rev().find(|(question, _)| shown.ends_with(question)).map(|(_, text)| (*text).to_owned())
        };
        let (status, shown) = answering_at_a_terminal(&arguments, &[], typed).await;
        let report: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
        assert_eq!(status, Some(exit), "{shown}{report:#}");
        let step = report["endpoints"].as_array().unwrap().iter().find(|one| one["path"] == ValidaCodigoAcesso::PATH);
        let step = step.unwrap();
        assert_eq!(step["verdict"], verdict, "{step:#}");
        assert_eq!(step["calls"][0]["problem"] == "no-data", null_data.is_empty(), "{step:#}");
        let lines = report["lines"].to_string();
        assert_eq!(lines.contains("diga null-data"), null_data.is_empty(), "{lines}");
    }
}

#[tokio::test]
async fn a_password_that_is_refused_with_http_401_is_sent_once() {
    let calls = Calls::default();
    let services = serve(calls.record(Router::new().fallback(|request: Request| async move {
        let step = |name: &str| request.uri().path().ends_with(name);
        match () {
            () if step("/valida-login") => {
                (StatusCode::UNAUTHORIZED, Json(json!({ "status": 0, "messages": "Senha inválida.", "data": null })))
                    .into_response()
            }
            () if step("/login-valida-email") || step("/valida-codigo-acesso") => {
                Json(json!({ "status": 1, "messages": "", "data": {} })).into_response()
            }
            () => StatusCode::UNAUTHORIZED.into_response(),
        }
    })))
    .await;
    let arguments = format!("check --upstream-url http://{services} --api-key {API_KEY} --ano 2026 --propose");
    let typed = |shown: &str| {
        let known = [("E-mail: ", ANA), ("por e-mail: ", "ABC123"), ("Senha: ", "segredo")];
        known.iter().rev().find(|(question, _)| shown.ends_with(question)).map(|(_, text)| (*text).to_owned())
    };
    let (_, shown) = answering_at_a_terminal(&arguments, &[], typed).await;
    assert!(shown.contains("os serviços recusaram o login em /LoginUsuarioWeb/valida-login"), "{shown}");
    let sent = calls.so_far().into_iter().filter(|call| call.path.ends_with("/valida-login")).count();
    assert_eq!(sent, 1, "others would lock the user out");
}

/// An API that names the unknown and the missing keys of a request, with their types. With `wrong_code` it refuses the code.
fn typed_keys(wrong_code: bool, calls: &Calls) -> Router {
    let said = |code: i64, text: &str, data: Value| {
        let texts =
            if text.is_empty() { json!([]) } else { json!([{ "Id": "REQ_CAMPOS", "Tipo": "Erro", "Texto": text }]) };
        json!({ "CodigoRetorno": code, "Mensagens": texts, "Retorno": data })
    };
    calls.record(Router::new().fallback(move |request: Request| async move {
        let path = request.uri().path().to_owned();
        let keys: &[&str] = match () {
            () if path.ends_with("/login-valida-email") => &["Login", "Aplicacao"],
            () if path.ends_with("/valida-codigo-acesso") => &["Login", "Codigo", "Aplicacao"],
            () if path.ends_with("/valida-login") => &["Login", "Acesso", "Aplicacao"],
            () => return Json(said(901, "Sessão encerrada.", json!({ "Item": [] }))).into_response(),
        };
        let sent: Value = serde_json::from_slice(&to_bytes(request.into_body(), 10_000).await.unwrap()).unwrap();
        let sent: Vec<_> = sent.as_object().unwrap().keys().map(String::as_str).collect();
        let unknown: Vec<_> = sent.iter().copied().filter(|key| !keys.contains(key)).collect();
        let missing: Vec<_> =
            keys.iter().filter(|key| !sent.contains(key)).map(|key| format!("{key} (Text)")).collect();
        if !unknown.is_empty() || !missing.is_empty() {
            let text = format!(
                "Campo não reconhecido: {}. Campo obrigatório não informado: {}.",
                unknown.join(", "),
                missing.join(", ")
            );
            return (StatusCode::BAD_REQUEST, Json(said(400, &text, json!({ "Enviado": "N" })))).into_response();
        }
        match () {
            () if path.ends_with("/valida-login") => {
                let data = json!({ "TokenAcesso": "", "Usuario": { "UsuarioId": 0, "Nome": "", "Login": "" } });
                Json(said(34, "E-mail ou senha não conferem.", data)).into_response()
            }
            () if wrong_code && path.ends_with("/valida-codigo-acesso") => {
                Json(said(33, "Código inválido ou vencido.", json!({ "Valido": "N" }))).into_response()
            }
            () => Json(said(0, "", json!({ "Enviado": "S" }))).into_response(),
        }
    }))
}

/// Logs in at the terminal of a proposal. Returns what was shown, and the file.
async fn proposed_at_a_terminal(services: SocketAddr, mapping: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (given, file) = (folder.path().join("given.toml"), folder.path().join("mapping.toml"));
    fs::write(&given, mapping).unwrap();
    let arguments = format!(
        "check --upstream-url http://{services} --api-key {API_KEY} --ano 2026 --mapping {} --propose > {}",
        given.display(),
        file.display()
    );
    let typed = |shown: &str| {
        let known = [("E-mail: ", ANA), ("por e-mail: ", "ABC123"), ("Senha: ", "segredo"), ("não sei): ", "")];
        known.iter().rev().find(|(question, _)| shown.ends_with(question)).map(|(_, text)| (*text).to_owned())
    };
    let (_, shown) = answering_at_a_terminal(&arguments, &[], typed).await;
    (shown, fs::read_to_string(&file).unwrap())
}

const TYPED_KEYS: &str = "[requests.ValidaEmail]\napiKey = 'Aplicacao'\n[requests.ValidaCodigoAcesso]\napiKey = 'Aplicacao'\n\
                          [requests.ValidaLogin]\napiKey = 'Aplicacao'\n";

#[tokio::test]
async fn the_only_unknown_key_is_the_only_missing_one() {
    let calls = Calls::default();
    let services = serve(typed_keys(false, &calls)).await;
    let (shown, text) = proposed_at_a_terminal(services, TYPED_KEYS).await;
    let table: toml::Table = text.parse().unwrap();
    for (request, key, spelling) in [
        ("ValidaEmail", "email", "Login"),
        ("ValidaCodigoAcesso", "email", "Login"),
        ("ValidaCodigoAcesso", "codigoAcesso", "Codigo"),
        ("ValidaLogin", "email", "Login"),
        ("ValidaLogin", "senha", "Acesso"),
    ] {
        assert_eq!(table["requests"][request][key].as_str(), Some(spelling), "{shown}{text}");
    }
    // The steps were refused before.
    let refusals = table["envelope"].get("refusals").and_then(toml::Value::as_array);
    assert!(refusals.is_some_and(|all| all.contains(&400.into())), "{shown}{text}");
    // The password was refused: its code is no success, and its text is shown.
    assert!(!text.contains("success = [34]"), "{text}");
    assert!(shown.contains("e disse: E-mail ou senha não conferem."), "{shown}");
    let steps = calls.so_far().into_iter().filter(|call| call.path.starts_with("/LoginUsuarioWeb/")).count();
    assert_eq!(steps, 6, "each step is sent again once: {shown}");
}

#[tokio::test]
async fn no_password_is_asked_for_after_a_refused_code_and_each_key_of_the_step_gets_a_line() {
    let calls = Calls::default();
    let services = serve(typed_keys(true, &calls)).await;
    let (shown, text) = proposed_at_a_terminal(services, TYPED_KEYS).await;
    assert!(!shown.contains("Senha: "), "{shown}{text}");
    assert!(calls.so_far().iter().all(|call| !call.path.ends_with("/valida-login")), "{shown}");
    assert!(shown.contains("e disse: Código inválido ou vencido."), "{shown}");
    // The same where the file says what means success.
    let known = "[envelope]\nstatus = 'CodigoRetorno'\nsuccess = [0]\nmessages = 'Mensagens.Texto'\ndata = 'Retorno'\n\
                 [requests.ValidaEmail]\nemail = 'Login'\napiKey = 'Aplicacao'\n\
                 [requests.ValidaCodigoAcesso]\nemail = 'Login'\ncodigoAcesso = 'Codigo'\napiKey = 'Aplicacao'\n";
    let (shown, _) = proposed_at_a_terminal(services, known).await;
    assert!(!shown.contains("Senha: ") && shown.contains("e disse: Código inválido"), "{shown}");
    // A step that stays refused has its keys as lines.
    let strict = serve(Router::new().fallback(|request: Request| async move {
        let is_first = request.uri().path().ends_with("/login-valida-email");
        let (http, code) = if is_first { (StatusCode::OK, 0) } else { (StatusCode::BAD_REQUEST, 400) };
        (http, Json(json!({ "CodigoRetorno": code, "Mensagens": [], "Retorno": {} }))).into_response()
    }))
    .await;
    let (shown, text) = proposed_at_a_terminal(strict, "").await;
    let of_step = text.split("[requests.ValidaCodigoAcesso]").nth(1).unwrap_or_default();
    assert!(of_step.contains("# codigoAcesso = ") && of_step.contains("# email = "), "{shown}{text}");
    assert!(!shown.contains("Senha: "), "{shown}{text}");
    // The same again finds the same, and says so.
    let (shown, _) = proposed_at_a_terminal(strict, &text).await;
    assert!(shown.contains("nada de novo"), "{shown}");
}

#[tokio::test]
async fn a_stopped_login_asks_for_the_paths_that_the_next_run_needs() {
    let services = serve(Router::new().fallback(|request: Request| async move {
        match request.uri().path() {
            "/acesso/solicitar-codigo" => (
                StatusCode::BAD_REQUEST,
                Json(json!({ "codigo": 400, "mensagens": ["Pedido recusado."], "dados": null })),
            )
                .into_response(),
            _ => (StatusCode::NOT_FOUND, "não existe").into_response(),
        }
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments =
        format!("check --upstream-url http://{services} --api-key {API_KEY} --ano 2026 --propose > {}", file.display());
    let mut asked = 0;
    let (_, shown) = answering_at_a_terminal(&arguments, &[], |shown| match () {
        () if shown.ends_with("E-mail: ") => Some(ANA.to_owned()),
        () if shown.ends_with("não sei): ") && shown.contains("deste passo") => Some(PATHS[0].1.to_owned()),
        () if shown.ends_with("não sei): ") => {
            asked += 1;
            Some(format!("/outro/{asked}"))
        }
        () => None,
    })
    .await;
    let table: toml::Table = fs::read_to_string(&file).unwrap().parse().unwrap();
    let services = services::openapi()["paths"].as_object().unwrap().len();
    assert_eq!(asked, services - 1, "{shown}");
    assert_eq!(table["calls"].as_table().unwrap().len(), services, "{shown}");
    assert_eq!(table["calls"]["valida-codigo-acesso"]["path"].as_str(), Some("/outro/1"), "steps first: {shown}");
}
