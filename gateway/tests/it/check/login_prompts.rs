//! What `gateway check --propose` asks for at the terminal, so that a login goes on in the same run: the name of the key's header,
//! and of the keys of a step.

use std::fs;

use axum::{
    Json, Router,
    body::to_bytes,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::Live;
use crate::{
    kit::{ANA, API_KEY, Calls, serve},
    program::answering_at_a_terminal,
};

/// An API of the contract, with its own header of the key and its own keys of the code step.
#[derive(Clone, Copy)]
struct OwnNames {
    header: Option<&'static str>,
    /// A call without the header is a bad request, whose refusal names the header.
    names_header: bool,
    keys_of_code: &'static [&'static str],
    /// What a refusal of other keys says.
    refusal: &'static str,
}

/// The keys that the contract sends with the code, beside that of the application.
const CONTRACT_KEYS: &[&str] = &["codigoAcesso"];

fn services(names: OwnNames, calls: &Calls) -> Router {
    let live = Live::new();
    let says = |http: StatusCode, text: &str| {
        (http, Json(json!({ "status": 0, "messages": text, "data": null }))).into_response()
    };
    calls.record(Router::new().fallback(move |request: Request| {
        let live = live.clone();
        async move {
            let path = request.uri().path().to_owned();
            if names.header.is_some_and(|header| request.headers().get(header).is_none_or(|key| key != API_KEY)) {
                return match names.names_header {
                    true => says(
                        StatusCode::BAD_REQUEST,
                        &format!("Cabeçalho {} não informado.", names.header.unwrap_or_default()),
                    ),
                    false => says(StatusCode::UNAUTHORIZED, "Aplicação não autorizada."),
                };
            }
            if let Some((_, body)) = live.answers.get(path.as_str()) {
                let token = request.headers().get(header::AUTHORIZATION);
                let is_open = token.is_some_and(|token| token == "Bearer ficha");
                return if is_open {
                    Response::new(body.clone().into())
                } else {
                    says(StatusCode::UNAUTHORIZED, "Sessão encerrada.")
                };
            }
            let sent: Value = serde_json::from_slice(&to_bytes(request.into_body(), 10_000).await.unwrap()).unwrap();
            if path.ends_with("/valida-codigo-acesso")
                && !names.keys_of_code.iter().all(|key| sent[key].as_str().is_some_and(|text| !text.is_empty()))
            {
                return says(StatusCode::UNPROCESSABLE_ENTITY, names.refusal);
            }
            let data = match path.ends_with("/valida-login") {
                true => json!({ "dsToken": "ficha", "nmUsuario": "Ana", "dsEmail": ANA, "dsPerfil": "A", "nrTelefone": "11987654321" }),
                false => json!({}),
            };
            Json(json!({ "status": 1, "messages": "", "data": data })).into_response()
        }
    }))
}

/// A run of `--propose`: its exit status, what was shown, and the file.
async fn proposed(
    names: OwnNames,
    calls: &Calls,
    mapping: &str,
    answer: impl FnMut(&str) -> String,
) -> (Option<i32>, String, String) {
    proposed_by(services(names, calls), mapping, answer).await
}

async fn proposed_by(
    services: Router,
    mapping: &str,
    mut answer: impl FnMut(&str) -> String,
) -> (Option<i32>, String, String) {
    let services = serve(services).await;
    let folder = tempfile::tempdir().unwrap();
    let (given, file) = (folder.path().join("given.toml"), folder.path().join("mapping.toml"));
    fs::write(&given, mapping).unwrap();
    let arguments = format!(
        "check --read-timeout 20s --write-timeout 20s --upstream-url http://{services} --api-key {API_KEY} --ano 2026 --mapping {} \
         --propose > {}",
        given.display(),
        file.display()
    );
    let (exit, shown) = answering_at_a_terminal(&arguments, &[], |shown| match () {
        () if shown.ends_with("não sei): ") => Some(answer(shown)),
        () if shown.ends_with("Senha: ") => Some("segredo".to_owned()),
        () if shown.ends_with("por e-mail: ") => Some("ABC123".to_owned()),
        () if shown.ends_with("E-mail: ") => Some(ANA.to_owned()),
        () => None,
    })
    .await;
    (exit, shown, fs::read_to_string(&file).unwrap())
}

#[tokio::test]
async fn the_header_of_the_key_is_asked_for_and_the_run_goes_on() {
    let names =
        OwnNames { header: Some("X-Credencial"), names_header: false, keys_of_code: CONTRACT_KEYS, refusal: "" };
    let calls = Calls::default();
    let mut typed = ["X-Segredo", "com espaço", "X-Credencial"].into_iter();
    let (exit, shown, text) = proposed(names, &calls, "", |_| typed.next().unwrap_or_default().to_owned()).await;
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(json!(table["headers"]), json!({ "api-key": "X-Credencial" }), "{shown}{text}");
    assert!(text.contains("[headers]\napi-key = \"X-Credencial\"\n") && !text.contains("HTTP 401"), "{text}");
    assert_eq!(exit, Some(0), "{shown}{text}");
    assert!(shown.contains("com X-Segredo. Em que cabeçalho"), "{shown}");
    // The e-mail was accepted once.
    let accepted = calls.so_far().into_iter().filter(|call| {
        call.path.ends_with("/login-valida-email") && call.headers.get("X-Credencial").is_some_and(|key| key == API_KEY)
    });
    assert_eq!(accepted.count(), 1, "{shown}");
}

#[tokio::test]
async fn a_header_of_the_key_that_a_bad_request_names_is_not_asked_for() {
    let names =
        OwnNames { header: Some("X-Chave-Parceiro"), names_header: true, keys_of_code: CONTRACT_KEYS, refusal: "" };
    let (exit, shown, text) = proposed(names, &Calls::default(), "", |_| "7".to_owned()).await;
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(json!(table["headers"]), json!({ "api-key": "X-Chave-Parceiro" }), "{shown}{text}");
    assert_eq!(exit, Some(0), "{shown}{text}");
    assert!(!text.contains(API_KEY) && !shown.contains("não sei): "), "{shown}{text}");
}

#[tokio::test]
async fn a_header_that_nobody_knows_stays_open_and_its_comment_goes_once_it_is_filled_in() {
    let names =
        OwnNames { header: Some("X-Credencial"), names_header: false, keys_of_code: CONTRACT_KEYS, refusal: "" };
    let (exit, shown, text) = proposed(names, &Calls::default(), "", |_| String::new()).await;
    assert!(exit != Some(0) && text.contains("\n# api-key = \"…\""), "{shown}{text}");
    let filled = text.replace("# api-key = \"…\"", "api-key = \"X-Credencial\"");
    let (exit, shown, text) = proposed(names, &Calls::default(), &filled, |_| String::new()).await;
    assert_eq!(exit, Some(0), "{shown}{text}");
    assert!(text.contains("[headers]\napi-key = \"X-Credencial\"\n") && !text.contains("HTTP 401"), "{text}");
}

#[tokio::test]
async fn a_limit_of_calls_accepts_no_header() {
    let calls = Calls::default();
    let limited = calls.clone();
    let services = calls.record(Router::new().fallback(move |_: Request| {
        let is_over = limited.so_far().len() > 4;
        async move { if is_over { StatusCode::TOO_MANY_REQUESTS } else { StatusCode::UNAUTHORIZED } }
    }));
    let (exit, shown, text) = proposed_by(services, "", |_| String::new()).await;
    assert!(exit != Some(0) && !text.contains("\napi-key = "), "{shown}{text}");
    assert!(calls.so_far().len() <= 6, "{shown}");
}

#[tokio::test]
async fn a_key_that_no_refusal_pairs_is_asked_for_and_the_run_goes_on() {
    let names = OwnNames {
        names_header: false,
        header: None,
        keys_of_code: &["contrassenha", "dispositivo"],
        refusal: "Informe o campo contrassenha. Informe o campo dispositivo.",
    };
    let calls = Calls::default();
    let mut asked = Vec::new();
    let (exit, shown, text) = proposed(names, &calls, "", |shown| {
        asked.push(shown.lines().last().unwrap().to_owned());
        let names = [("«codigoAcesso»", "contrassenha"), ("«email»", "dispositivo")];
        names
            .iter()
            .find(|(key, _)| shown.ends_with("não sei): ") && shown.lines().last().unwrap().contains(key))
            .map_or("", |(_, name)| name)
            .to_owned()
    })
    .await;
    let table: toml::Table = text.parse().unwrap();
    let step = &table["requests"]["ValidaCodigoAcesso"];
    assert_eq!(
        (step["codigoAcesso"].as_str(), step["email"].as_str()),
        (Some("contrassenha"), Some("dispositivo")),
        "{shown}{text}"
    );
    assert!(asked[0].contains("contrassenha") && asked[0].contains("dispositivo"), "the refusal's names: {asked:?}");
    assert_eq!(exit, Some(0), "{shown}{text}");
    let steps = calls.so_far().into_iter().filter(|call| call.path.ends_with("/valida-codigo-acesso")).count();
    assert_eq!(steps, 2, "{shown}");
}

#[tokio::test]
async fn the_open_line_of_a_key_has_the_name_that_the_refusal_says() {
    let names = OwnNames {
        names_header: false,
        header: None,
        keys_of_code: &["contrassenha", "dispositivo"],
        refusal: "Informe o campo contrassenha. Informe o campo dispositivo.",
    };
    let (exit, shown, text) = proposed(names, &Calls::default(), "", |_| String::new()).await;
    assert!(exit != Some(0), "{shown}{text}");
    let of_step = text.split("[requests.ValidaCodigoAcesso]").nth(1).unwrap_or_default();
    for line in ["# codigoAcesso = \"contrassenha\"", "# codigoAcesso = \"dispositivo\""] {
        assert!(of_step.contains(line), "{shown}{text}");
    }
    assert!(!of_step.contains("# codigoAcesso = \"codigoAcesso\""), "{shown}{text}");
}

/// An API whose status is a code of its own, which no data show until the login is through. It takes the code that is expected.
fn own_status(expected: &'static str) -> Router {
    let live = Live::new();
    let says = |code: &str, text: &str, data: Value| {
        Json(json!({ "retorno": code, "mensagem": text, "dados": data })).into_response()
    };
    Router::new().fallback(move |request: Request| {
        let live = live.clone();
        async move {
            let path = request.uri().path().to_owned();
            if let Some((_, body)) = live.answers.get(path.as_str()) {
                let is_open = request.headers().get(header::AUTHORIZATION).is_some_and(|token| token == "Bearer ficha");
                let data = serde_json::from_slice::<Value>(body).unwrap()["data"].take();
                return if is_open { says("000", DONE, data) } else { says("007", "Sessão expirada.", json!([])) };
            }
            let sent: Value = serde_json::from_slice(&to_bytes(request.into_body(), 10_000).await.unwrap()).unwrap();
            if path.ends_with("/valida-codigo-acesso") && sent["codigoAcesso"] != expected {
                return says("110", "Código inválido.", json!([]));
            }
            let user = json!({ "dsToken": "ficha", "nmUsuario": "Ana", "dsEmail": ANA, "dsPerfil": "A", "nrTelefone": "11987654321" });
            says("000", DONE, if path.ends_with("/valida-login") { user } else { json!([]) })
        }
    })
}

const DONE: &str = "Operação realizada com sucesso.";

#[tokio::test]
async fn an_open_line_of_the_status_stops_no_login_whoever_fills_in_what() {
    let (exit, shown, stopped) = proposed_by(own_status("XYZ789"), "", |_| String::new()).await;
    assert!(exit != Some(0) && stopped.contains("\n# status = \"retorno\"  # "), "{shown}{stopped}");
    assert!(stopped.contains("\n# success = [\"000\"]  # "), "{shown}{stopped}");
    // The first step succeeded, and the other was not unreadable.
    assert!(!shown.contains("falta resolver"), "{shown}");
    assert!(shown.contains("os serviços recusaram o login em /LoginUsuarioWeb/valida-codigo-acesso"), "{shown}");
    let status = stopped.replace("# status = ", "status = ");
    for filled in [status.clone(), status.replace("# success = ", "success = "), stopped] {
        let (exit, shown, text) = proposed_by(own_status("ABC123"), &filled, |_| String::new()).await;
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(table["envelope"]["status"].as_str(), Some("retorno"), "{shown}{text}");
        assert_eq!(table["envelope"]["success"], vec![toml::Value::from("000")].into(), "{shown}{text}");
        assert_eq!(exit, Some(0), "{shown}{text}");
        assert!(!text.contains("decida: nenhuma resposta") && !text.contains("# success"), "{text}");
        assert!(!shown.contains("falta resolver"), "{shown}");
    }
}

#[tokio::test]
async fn one_refused_key_and_one_other_name_are_one_whatever_the_framework_says() {
    for refusal in [
        "Não foi possível localizar o membro 'codigoAcesso' no objeto do tipo 'ValidarCodigoRequest'. Caminho: $.codigoAcesso. \
         O campo codigo é obrigatório.",
        "Could not find member 'codigoAcesso' on object of type 'R'. Path 'codigoAcesso', line 1, position 15. The codigo field \
         is required.",
        "The JSON property 'codigoAcesso' could not be mapped to any .NET member contained in type 'R'. Informe o campo codigo.",
        "Troque 'codigoAcesso' por 'codigo' (ValidarCodigoRequest).",
    ] {
        let names = OwnNames { header: None, names_header: false, keys_of_code: &["codigo"], refusal };
        let calls = Calls::default();
        let (exit, shown, text) = proposed(names, &calls, "", |_| String::new()).await;
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(table["requests"]["ValidaCodigoAcesso"]["codigoAcesso"].as_str(), Some("codigo"), "{shown}{text}");
        assert!(exit == Some(0) && !shown.contains("neste passo ("), "{shown}{text}");
        let steps = calls.so_far().into_iter().filter(|call| call.path.ends_with("/valida-codigo-acesso")).count();
        assert_eq!(steps, 2, "{shown}");
    }
}

#[tokio::test]
async fn a_refusal_that_pairs_no_key_asks_for_it_and_its_line_does_not_repeat_the_refused_name() {
    let refusal = "Rejeitado: 'codigoAcesso'; veja 'segredoUm' e 'segredoDois'.";
    let names = OwnNames { header: None, names_header: false, keys_of_code: &["segredoUm"], refusal };
    let answer = |shown: &str| if shown.contains("«codigoAcesso»") { "segredoUm".to_owned() } else { String::new() };
    let (exit, shown, text) = proposed(names, &Calls::default(), "", answer).await;
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["requests"]["ValidaCodigoAcesso"]["codigoAcesso"].as_str(), Some("segredoUm"), "{shown}{text}");
    assert_eq!(exit, Some(0), "{shown}{text}");
    let unknown = OwnNames { refusal: "Não foi possível localizar o membro 'codigoAcesso'.", ..names };
    for names in [names, unknown] {
        let (exit, shown, text) = proposed(names, &Calls::default(), "", |_| String::new()).await;
        let of_step = text.split("[requests.ValidaCodigoAcesso]").nth(1).unwrap_or_default();
        assert!(shown.contains("Como a API chama «codigoAcesso»"), "{shown}{text}");
        assert!(exit != Some(0) && of_step.contains("# codigoAcesso = "), "{shown}{text}");
        assert!(!of_step.contains("\"codigoAcesso\""), "{shown}{text}");
    }
}
