//! `gateway check --propose` where services refuse: a token that no longer counts, headers and keys that a refusal names, and
//! keys of requests that are not those of the responses.

use std::fs;

use axum::{
    Json, Router,
    body::to_bytes,
    extract::Request,
    http::{StatusCode, header},
    response::IntoResponse as _,
};
use serde_json::{Value, json};
use services::wire::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, RetornaAcionamentoReabertura},
};

use super::{Live, command, run};
use crate::{
    kit::{ANA, serve},
    program::at_a_terminal,
    stub::acionamento,
};

const FINISHED: &str = "[headers]\nrequest-id = \"X-Rastro\"\n\n[types.Acionamento]\nvlTotal = \"valor\"  # da nota\n";

#[tokio::test]
async fn a_token_that_no_longer_counts_changes_nothing_in_the_file() {
    // It says another thing of no token at all, as many do.
    let services = serve(Router::new().fallback(|request: Request| async move {
        let status = if request.headers().contains_key(header::AUTHORIZATION) {
            StatusCode::UNAUTHORIZED
        } else {
            StatusCode::BAD_REQUEST
        };
        (status, Json(json!({ "message": "Sessão inválida" })))
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    fs::write(&file, FINISHED).unwrap();
    let mut command = command(&format!("http://{services}"), &["--token", "velha", "--propose"]);
    command.env("GATEWAY_MAPPING", &file);
    let told = run(command).await;
    let (given, table): (toml::Table, toml::Table) = (FINISHED.parse().unwrap(), told.out.parse().unwrap());
    assert_eq!((told.exit, &table), (1, &given), "{}{}", told.out, told.err);
    assert!(told.out.contains("# Parou aqui: ") && told.out.contains("o token não vale"), "{}", told.out);
    assert!(!told.out.contains("ano = ") && !told.err.contains("propostas certas"), "{}{}", told.out, told.err);
}

/// Every call needs a header that only the operator knows; the steps of the login are elsewhere, and say so with a message.
fn with_tenant() -> Router {
    Router::new().fallback(|request: Request| async move {
        if request.headers().get("codEmpresa").is_none_or(|value| value != "7") {
            let told = json!({ "code": 400, "message": "Cabeçalho codEmpresa não informado", "detailedMessage": "Informe codEmpresa" });
            return (StatusCode::BAD_REQUEST, Json(told)).into_response();
        }
        let path = request.uri().path();
        if path.ends_with("/entrada/email") {
            return Json(json!({ "code": 200, "message": "ok" })).into_response();
        }
        if path.ends_with("/valida-codigo-acesso") {
            return (StatusCode::BAD_REQUEST, Json(json!({ "code": 400, "message": "Código inválido" }))).into_response();
        }
        (StatusCode::NOT_FOUND, Json(json!({ "code": 404, "message": "Recurso não encontrado" }))).into_response()
    })
}

#[tokio::test]
async fn a_header_that_a_refusal_names_is_asked_for_or_left_open() {
    let services = serve(with_tenant()).await;
    let told = run(command(&format!("http://{services}"), &["--token", "ficha", "--propose"])).await;
    assert_ne!(told.exit, 0);
    assert!(told.out.contains("[headers.add]\n# codEmpresa = \"…\""), "{}", told.out);
    assert!(!told.out.contains("ended") && !told.out.contains("GATEWAY_API_KEY"), "{}", told.out);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments =
        format!("check --upstream-url http://{services} --api-key chave --ano 2026 --propose > {}", file.display());
    // The login stops; the paths of the other services are not known.
    let answers = ["7", ANA, "errado", "entrada/email", "ABC123", "", ""];
    let asks = "(Enter: não sei): ";
    let questions = [asks, "E-mail: ", asks, asks, "e-mail: ", asks, asks];
    let (exit, shown) = at_a_terminal(&arguments, &[], &questions, |at| answers[at].to_owned()).await;
    let text = fs::read_to_string(&file).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert!(shown.contains("/errado respondeu HTTP 404"), "{shown}");
    assert_eq!(table["headers"]["add"]["codEmpresa"].as_str(), Some("7"), "{shown}{text}");
    assert_eq!(table["calls"]["login-valida-email"]["path"].as_str(), Some("/entrada/email"), "{shown}{text}");
    assert!(exit != Some(0) && !text.contains("--token") && !shown.contains("token veio pronto"), "{shown}{text}");
}

/// The keys of a claim.
const CLAIM: [(&str, &str); 14] = [
    ("nrSinistro", "QX1_SINIST"),
    ("nrAutorizacao", "QX1_AUTORI"),
    ("cdStatus", "QX1_STATUS"),
    ("dsStatus", "QX1_DESCST"),
    ("vlTotal", "QX1_VLTOTA"),
    ("dsObservacao", "QX1_OBSERV"),
    ("cdSeguradora", "QX1_CODSEG"),
    ("nrApolice", "QX1_APOLIC"),
    ("nrCpfCnpj", "QX1_CGC"),
    ("nmSegurado", "QX1_NOME"),
    ("cdPet", "QX1_CODPET"),
    ("nmPet", "QX1_NOMPET"),
    ("dsEspecie", "QX1_ESPECI"),
    ("flPodeReabrir", "QX1_REABRE"),
];

/// Rows have prefixes and no envelope, requests short names in capitals.
fn capitals() -> Router {
    let live = Live::new();
    let mut claim = json!(acionamento(1));
    let members = claim.as_object_mut().unwrap();
    members.insert("nrAutorizacao".to_owned(), "A-1".into());
    members.insert("flPodeReabrir".to_owned(), true.into());
    for (name, spelling) in CLAIM {
        let value = members.remove(name).unwrap();
        members.insert(spelling.to_owned(), value);
    }
    Router::new().fallback(move |request: Request| {
        let (live, claim) = (live.clone(), claim.clone());
        async move {
            let refuse =
                |status: StatusCode, text: &str| (status, Json(json!({ "code": 1, "message": text }))).into_response();
            if request.headers().get(header::AUTHORIZATION).is_none_or(|value| value != "Bearer ficha") {
                return refuse(StatusCode::UNAUTHORIZED, "Token inválido");
            }
            let path = request.uri().path().to_owned();
            let sent: Value = serde_json::from_slice(&to_bytes(request.into_body(), 4096).await.unwrap()).unwrap();
            let last = path.rsplit('/').next().unwrap();
            let wanted: &[&str] = match last {
                "lista-acionamentos-by-status" => &["SITUACAO"],
                "lista-acionamentos-by-seguradora-status" => &["SEGURADORA", "SITUACAO"],
                "lista-acionamentos-by-autorizacao" => &["AUTORIZACAO"],
                "lista-acionamentos-by-sinistro" | "retorna-acionamento-reabertura" => &["SINISTRO"],
                "pesquisa-segurado" => &["CGC"],
                "total-status-acionamento-ano" => &["ANO"],
                _ => &[],
            };
            if let Some(missing) = wanted.iter().find(|key| sent.get(**key).is_none()) {
                return refuse(StatusCode::BAD_REQUEST, &format!("Campo obrigatório não informado: {missing}"));
            }
            if path == RetornaAcionamentoReabertura::PATH {
                return refuse(StatusCode::CONFLICT, "Este sinistro não pode ser reaberto");
            }
            if last.starts_with("lista-acionamentos") {
                return Json(json!({ "linhas": [claim] })).into_response();
            }
            let (_, body) = &live.answers[path.as_str()];
            let data = serde_json::from_slice::<Value>(body).unwrap()["data"].take();
            Json(if data.is_array() { json!({ "linhas": data }) } else { data }).into_response()
        }
    })
}

#[tokio::test]
async fn a_key_that_turns_a_refusal_into_rows_is_kept_and_writes_follow_the_style_of_requests() {
    let services = serve(capitals()).await;
    let told = run(command(&format!("http://{services}"), &["--token", "ficha", "--propose"])).await;
    let text = &told.out;
    let table: toml::Table = text.parse().unwrap();
    let requests = &table["requests"];
    assert_eq!(requests["ListaAcionamentosByStatus"]["status"].as_str(), Some("SITUACAO"), "{text}{}", told.err);
    assert_eq!(requests["PesquisaSegurado"]["cpfCnpj"].as_str(), Some("CGC"), "{text}");
    // The refusal that follows is about the claim.
    assert_eq!(requests["RetornaAcionamentoReabertura"]["sinistro"].as_str(), Some("SINISTRO"), "{text}");
    assert!(text.contains("\nsinistro = \"SINISTRO\"\n"), "{text}");
    let of_claims = &table["types"]["Acionamento"];
    for (name, spelling) in CLAIM.iter().filter(|(name, _)| *name != "dsStatus") {
        assert_eq!(of_claims[*name].as_str(), Some(*spelling), "{text}");
    }
    let refused = format!("falta resolver {}", ListaAcionamentosByStatus::PATH);
    assert!(!told.err.contains(&refused), "{}", told.err);
    // No request that was understood has the responses' name.
    let save = requests["SalvaSinistroWeb"].as_table().unwrap();
    assert!(!save.contains_key("apolice") && text.contains("# apolice = \"APOLICE\"  # confira"), "{text}");
    assert_eq!(save["cpfCnpj"].as_str(), Some("CGC"), "{text}");
    assert!(text.contains("# nome = \"NOME\""), "{text}");
    for field in ["cdAcionamento", "nrSinistroOrigem", "nrSinistroReabertura"] {
        assert!(text.matches(&format!("# {field} = ")).count() <= 5, "{text}");
    }
}
