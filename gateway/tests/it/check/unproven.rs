//! `gateway check` where an answer proves less than it seems to: an API that refuses everything, filters that are ignored,
//! fields that only some rows have, and lines of the operator that no answer may change.

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
    acionamento::{
        ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    menu::ListaMenuUsuario,
    painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

use super::{Live, command, run, with_mapping};
use crate::{
    kit::{ANA, serve},
    program::at_a_terminal,
    stub::{acionamento, seguradora},
};

/// Every service that has claims.
const OF_CLAIMS: [&str; 4] = [
    ListaAcionamentosByStatus::PATH,
    ListaAcionamentosBySeguradoraStatus::PATH,
    ListaAcionamentosByAutorizacao::PATH,
    ListaAcionamentosBySinistro::PATH,
];

async fn proposed(live: &Live, mapping: &str) -> (toml::Table, String) {
    let services = format!("http://{}", live.start().await);
    let told = with_mapping(&services, mapping, &["--propose"]).await;
    (told.out.parse().unwrap_or_else(|error| panic!("{error}: {}{}", told.out, told.err)), told.out + &told.err)
}

/// A claim without what only some claims have.
fn claim() -> Value {
    let mut claim = json!(acionamento(1));
    (claim["nrAutorizacao"], claim["flPodeReabrir"]) = ("A-1".into(), true.into());
    claim
}

fn without(mut row: Value, names: &[&str]) -> Value {
    for name in names {
        row.as_object_mut().unwrap().remove(*name);
    }
    row
}

/// Services whose claims are one row.
fn with_claims(row: &Value) -> Live {
    let live = OF_CLAIMS.into_iter().fold(Live::new(), |live, path| live.data(path, &json!([row])));
    live.data(RetornaAcionamentoReabertura::PATH, row)
}

#[tokio::test]
async fn an_api_that_refuses_everything_is_not_taken_for_one_that_succeeds() {
    let services = serve(Router::new().fallback(|| async {
        Json(json!({ "Result": { "__type": "Retorno:#Servico", "nCodRetorno": 99, "sMensagem": "ERRO INTERNO",
            "sVersao": "3.5.0.1", "oDados": null } }))
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let arguments =
        format!("check --upstream-url http://{services} --api-key chave --ano 2026 --propose > {}", file.display());
    let (exit, shown) = at_a_terminal(&arguments, &[], &["E-mail: "], |_| ANA.to_owned()).await;
    let text = fs::read_to_string(&file).unwrap();
    assert!(exit != Some(0) && !shown.contains("Código de acesso"), "{shown}{text}");
    assert!(shown.contains("até aqui todo pedido foi recusado") && text.contains("# Parou aqui: "), "{shown}{text}");
    assert!(!text.contains("status = false") && !text.contains("__type") && !text.contains("sVersao"), "{text}");
    assert!(text.contains("# status = \"Result.nCodRetorno\""), "{text}");
    assert!(text.contains("data = \"Result.oDados\"  # confira"), "{text}");
}

#[tokio::test]
async fn a_code_that_differs_where_no_data_came_is_the_status() {
    let mut live = Live::new();
    for (path, (_, body)) in live.answers.clone() {
        let data = serde_json::from_slice::<Value>(&body).unwrap()["data"].take();
        live = live.body(path, &json!({ "nCod": 0, "sAviso": "", "oDados": data }).to_string());
    }
    let nothing = json!({ "nCod": 31, "sAviso": "NADA", "oDados": null }).to_string();
    let (table, text) = proposed(&live.body(PesquisaSegurado::PATH, &nothing), "").await;
    let envelope = &table["envelope"];
    assert_eq!(
        (&envelope["status"], &envelope["success"]),
        (&"nCod".into(), &vec![toml::Value::from(0)].into()),
        "{text}"
    );
    // Told apart: data under one code, none under another.
    assert!(text.contains("status = \"nCod\"\n"), "{text}");
}

#[tokio::test]
async fn an_envelope_without_a_refusal_has_a_doubt() {
    let (_, text) = proposed(&renamed_envelope(Live::new()), "").await;
    assert!(text.contains("data = \"dados\"  # confira: nenhum pedido foi recusado aqui"), "{text}");
    let refused = json!({ "dados": null, "sucesso": false, "mensagem": "Não há" }).to_string();
    let (_, text) = proposed(&renamed_envelope(Live::new()).body(PesquisaSegurado::PATH, &refused), "").await;
    assert!(text.contains("data = \"dados\"\n") && text.contains("status = \"sucesso\"\n"), "{text}");
}

fn renamed_envelope(mut live: Live) -> Live {
    for (path, (_, body)) in live.answers.clone() {
        let data = serde_json::from_slice::<Value>(&body).unwrap()["data"].take();
        live = live.body(path, &json!({ "dados": data, "sucesso": true, "mensagem": null }).to_string());
    }
    live
}

#[tokio::test]
async fn a_user_beside_the_token_is_not_the_session_and_a_line_of_the_operator_stays() {
    let services = serve(Router::new().fallback(|request: Request| async move {
        let path = request.uri().path().to_owned();
        let token = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let has_session = token.is_some_and(|token| token.contains("eyJ"));
        match path.rsplit('/').next().unwrap() {
            "valida-login" => Json(json!({
                "authentication": { "accessToken": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0", "expiresAt": 1_795_452_388 },
                "userProfile": { "displayName": "Ana", "email": ANA, "mobilePhone": "11", "profile": "AGENT" },
            }))
            .into_response(),
            _ if path.contains("/LoginUsuarioWeb/") => StatusCode::NO_CONTENT.into_response(),
            "lista-menu-usuario" if has_session => Json(json!([])).into_response(),
            _ if has_session => (StatusCode::CONFLICT, Json(json!({ "message": "Não pode." }))).into_response(),
            _ => StatusCode::UNAUTHORIZED.into_response(),
        }
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    let (given, file) = (folder.path().join("given.toml"), folder.path().join("mapping.toml"));
    let arguments =
        format!("check --upstream-url http://{services} --api-key chave --ano 2026 --propose > {}", file.display());
    for own in
        ["", "[types.Sessao]\ndsToken = \"authentication.accessToken\"\nnmUsuario = \"userProfile.displayName\"\n"]
    {
        fs::write(&given, own).unwrap();
        let environment = [("GATEWAY_MAPPING", given.to_str().unwrap())];
        let (_, shown) = at_a_terminal(&arguments, &environment, &["E-mail: ", "e-mail: ", "Senha: "], |at| match at {
            0 => ANA.to_owned(),
            1 => "ABC123".to_owned(),
            _ => "senha".to_owned(),
        })
        .await;
        let text = fs::read_to_string(&file).unwrap();
        let table: toml::Table = text.parse().unwrap();
        assert!(!text.contains("list = "), "{shown}{text}");
        let session = &table["types"]["Sessao"];
        assert_eq!(session["dsToken"].as_str(), Some("authentication.accessToken"), "{shown}{text}");
        // The values are addresses, and the name says so.
        assert!(text.contains("\ndsEmail = \"userProfile.email\"\n"), "{shown}{text}");
        let name = session.get("nmUsuario").and_then(toml::Value::as_str);
        assert!(own.is_empty() || name == Some("userProfile.displayName"), "{shown}{text}");
    }
}

#[tokio::test]
async fn words_in_capitals_are_the_code_of_a_status_before_its_description() {
    let spelt = |mut row: Value, code: &str| {
        row = without(row, &["cdStatus", "dsStatus"]);
        row["status"] = code.into();
        row
    };
    let of_year = |code: &str| spelt(json!({ "nrMes": 11, "qtTotal": 1, "vlTotal": 1.5 }), code);
    let of_insurer = json!({ "cdSeguradora": "3", "nmSeguradora": "Pata", "qtTotal": 1, "vlTotal": 1.5 });
    let live = with_claims(&spelt(claim(), "OPEN"))
        .data(TotalStatusSeguradorasMes::PATH, &json!([spelt(of_insurer, "OPEN")]))
        .data(TotalStatusAcionamentoAno::PATH, &json!([of_year("OPEN"), of_year("UNDER_REVIEW"), of_year("PAUSED")]));
    let (table, text) = proposed(&live, "").await;
    let of_claim = table["types"]["Acionamento"].as_table().unwrap();
    assert_eq!(of_claim["cdStatus"].as_str(), Some("status"), "{text}");
    assert!(!of_claim.contains_key("dsStatus"), "{text}");
    assert_eq!(json!(table["values"]["status"]), json!({ "ABERTO": "OPEN", "EM_ANALISE": "UNDER_REVIEW" }), "{text}");
    assert!(text.contains("ABERTO = \"OPEN\"  # confira"), "{text}");
}

#[tokio::test]
async fn letters_of_types_before_names_are_no_part_of_them() {
    let mut row = without(claim(), &["cdStatus", "dsStatus", "nrSinistro", "vlTotal", "dtAbertura", "historico"]);
    row["nNumSinistro"] = 20_260_088_001_u64.into();
    (row["nCodStatus"], row["sDescStatus"], row["nVlrTotal"]) = (2.into(), "EM ANALISE".into(), 10.5.into());
    (row["dDataAbertura"], row["__type"]) = ("2026-11-20T10:00:00Z".into(), "Sinistro:#Servico".into());
    let none = json!([]);
    let live =
        with_claims(&row).data(TotalStatusSeguradorasMes::PATH, &none).data(TotalStatusAcionamentoAno::PATH, &none);
    let (table, text) = proposed(&live, "").await;
    for (name, spelling) in [
        ("cdStatus", "nCodStatus"),
        ("dsStatus", "sDescStatus"),
        ("nrSinistro", "nNumSinistro"),
        ("vlTotal", "nVlrTotal"),
        ("dtAbertura", "dDataAbertura"),
    ] {
        assert_eq!(table["types"]["Acionamento"][name].as_str(), Some(spelling), "{text}");
    }
    assert_eq!(json!(table["values"]["status"]), json!({ "EM_ANALISE": 2 }), "{text}");
    assert!(!text.contains("__type"), "{text}");
}

#[tokio::test]
async fn a_field_that_the_mapping_spells_may_be_absent_where_other_rows_have_it() {
    let mut row = without(claim(), &["nrSinistroOrigem"]);
    row["canal"] = "PORTAL".into();
    let services = format!("http://{}", with_claims(&row).start().await);
    let told = with_mapping(&services, "", &[]).await;
    assert_eq!(told.exit, 1, "{}", told.out);
    let spelt = "[types.Acionamento]\nnrSinistroOrigem = \"relations.reopenOf\"\n";
    let told = with_mapping(&services, spelt, &[]).await;
    let text: String = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(told.exit, 0, "{}", told.out);
    for option in ["--status", "--sinistro", "--autorizacao", "--seguradora e --status"] {
        let hint = format!("com a chave que o dialeto diz: outro {option} pode trazê-lo");
        assert!(text.contains(&hint), "{option} {}", told.out);
    }
    // A key that is like its name may be meant.
    let wrong = "[types.Acionamento]\nnrSinistroOrigem = \"sinistroOrigen\"\n";
    row["sinistro_original"] = "2026".into();
    let services = format!("http://{}", with_claims(&row).start().await);
    assert_eq!(with_mapping(&services, wrong, &[]).await.exit, 1);
}

#[tokio::test]
async fn codes_of_the_mapping_are_tried_where_no_row_has_one() {
    let none = json!([]);
    let empty =
        |live: Live| live.data(TotalStatusSeguradorasMes::PATH, &none).data(TotalStatusAcionamentoAno::PATH, &none);
    let live = empty(Live::new());
    let services = format!("http://{}", live.start().await);
    let told = with_mapping(&services, "[values.status]\nABERTO = \"OPEN\"\n", &["--json"]).await;
    let asked: Vec<_> =
        live.calls.so_far().into_iter().filter(|call| call.path == ListaAcionamentosByStatus::PATH).collect();
    assert_eq!(
        asked.iter().map(crate::kit::Call::json).collect::<Vec<_>>(),
        [json!({ "status": "OPEN" })],
        "{}",
        told.out
    );
    assert_eq!(told.endpoint(ListaAcionamentosBySinistro::PATH)["verdict"], "fits");
    // Codes that nobody gave and the service refuses show nothing.
    let refused = empty(Live::new()).http(ListaAcionamentosByStatus::PATH, 400, b"{}");
    let told = with_mapping(&format!("http://{}", refused.start().await), "", &["--json"]).await;
    let endpoint = told.endpoint(ListaAcionamentosByStatus::PATH);
    assert_eq!((&endpoint["verdict"], &endpoint["askWith"]), (&json!("not-asked"), &json!("--status")));
}

/// Claims of two insurers; a key for the insurer that the service does not know is ignored.
fn of_two_insurers(known_key: &'static str) -> Router {
    let mut other = claim();
    (other["cdSeguradora"], other["nrSinistro"]) = ("4".into(), "2026000002".into());
    let rows = [claim(), other].map(|mut row| {
        let code = row.as_object_mut().unwrap().remove("cdSeguradora").unwrap();
        row["insurer"] = json!({ "id": code });
        row
    });
    let live = Live::new();
    Router::new().fallback(move |request: Request| {
        let (live, rows) = (live.clone(), rows.clone());
        async move {
            if !request.headers().contains_key(header::AUTHORIZATION) {
                return StatusCode::UNAUTHORIZED.into_response();
            }
            let path = request.uri().path().to_owned();
            let sent: Value =
                serde_json::from_slice(&to_bytes(request.into_body(), usize::MAX).await.unwrap()).unwrap();
            if !path.contains("lista-acionamentos") {
                return live.answers[&*path].1.clone().into_response();
            }
            let is_asked = |row: &&Value| {
                let insurer = sent.get(known_key).is_none_or(|code| *code == row["insurer"]["id"]);
                insurer && sent.get("sinistro").is_none_or(|number| *number == row["nrSinistro"])
            };
            let rows: Vec<_> = rows.iter().filter(is_asked).collect();
            Json(json!({ "status": 1, "messages": "", "data": rows })).into_response()
        }
    })
}

#[tokio::test]
async fn a_filter_that_is_ignored_is_a_finding_and_its_key_is_looked_for() {
    let services = format!("http://{}", serve(of_two_insurers("insurerId")).await);
    let spelt = "[types.Acionamento]\ncdSeguradora = \"insurer.id\"\n";
    let told = with_mapping(&services, spelt, &["--json"]).await;
    let endpoint = told.endpoint(ListaAcionamentosBySeguradoraStatus::PATH);
    assert_eq!(endpoint["notApplied"], json!([{ "name": "seguradora", "sent": "seguradora" }]));
    assert_eq!((told.exit, &endpoint["verdict"]), (1, &json!("does-not-fit")));
    let told = with_mapping(&services, spelt, &[]).await;
    assert!(told.out.contains("seguradora não filtrou: vieram linhas com outros valores"), "{}", told.out);
    let told = with_mapping(&services, spelt, &["--propose"]).await;
    let table: toml::Table = told.out.parse().unwrap();
    let key = &table["requests"]["ListaAcionamentosBySeguradoraStatus"]["seguradora"];
    assert_eq!(key.as_str(), Some("insurerId"), "{}", told.out);

    // One that nobody finds is left open.
    let services = format!("http://{}", serve(of_two_insurers("x-outra")).await);
    let told = with_mapping(&services, spelt, &["--propose"]).await;
    assert!(told.out.contains("[requests.ListaAcionamentosBySeguradoraStatus]\n"), "{}", told.out);
    assert!(told.out.contains("seguradora não filtrou: vieram linhas com outros valores"), "{}", told.out);
    assert!(told.out.contains("# seguradora = \"…\""), "{}", told.out);
    assert!(told.err.contains("by-seguradora-status: seguradora não filtrou"), "{}", told.err);
}

#[tokio::test]
async fn the_end_of_a_session_that_the_mapping_says_is_no_refusal() {
    let mut live = Live::new();
    let ended = r#"{"status":0,"messages":"Sessão expirada","data":null}"#;
    live.answers.values_mut().for_each(|answer| *answer = (200, ended.as_bytes().to_vec()));
    let services = format!("http://{}", live.start().await);
    let told = with_mapping(&services, "[session.ended]\nmessages = [\"Sessão expirada\"]\n", &["--json"]).await;
    for path in [ListaMenuUsuario::PATH, ListaSeguradora::PATH] {
        assert_eq!(told.problem(path), ("not-reached".to_owned(), "unauthorized".to_owned()));
    }
}

#[tokio::test]
async fn the_text_for_the_user_is_the_message_of_a_refusal() {
    let refusal = |more: Value| {
        let mut body = json!({ "type": "about:blank", "status": 404, "detail": "Policyholder was not found" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Live::new().http(PesquisaSegurado::PATH, 422, body.to_string().as_bytes())
    };
    for (more, messages) in [
        (json!({ "userMessage": "Not found" }), "messages = \"userMessage\"\n"),
        (json!({ "motivo": "Segurado não encontrado" }), "messages = \"motivo\"\n"),
        (json!({ "reason": "Nothing there" }), "messages = \"detail\"  # confira: também podia ser reason\n"),
    ] {
        let (_, text) = proposed(&refusal(more), "").await;
        assert!(text.contains(messages), "{messages}{text}");
    }
}

#[tokio::test]
async fn a_header_that_carries_the_identifier_of_a_request_needs_no_question() {
    let services = serve(Router::new().fallback(|request: Request| async move {
        if !request.headers().contains_key("x-correlation-id") {
            let told = json!({ "code": "GEN-002", "message": "Required header X-Correlation-Id is missing" });
            return (StatusCode::BAD_REQUEST, Json(told)).into_response();
        }
        if !request.headers().contains_key(header::AUTHORIZATION) {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        Json(json!({ "status": 1, "messages": "", "data": [seguradora("3", "Pata Segura")] })).into_response()
    }))
    .await;
    let told = run(command(&format!("http://{services}"), &["--token", "ficha", "--propose"])).await;
    assert!(told.out.contains("request-id = \"X-Correlation-Id\"\n"), "{}{}", told.out, told.err);
    assert!(!told.out.contains("headers.add"), "{}", told.out);
}

#[tokio::test]
async fn a_reason_that_is_no_longer_true_goes() {
    let services = serve(Router::new().fallback(|request: Request| async move {
        let status = if request.uri().path() == "/menu" { StatusCode::UNAUTHORIZED } else { StatusCode::NOT_FOUND };
        status.into_response()
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    let (given, file) = (folder.path().join("given.toml"), folder.path().join("mapping.toml"));
    let stale = "[session]\n# ended = { messages = [\"…\"] }  # sem sessão o serviço respondeu HTTP 404: o caminho pode estar errado\n";
    fs::write(&given, format!("{stale}[calls.lista-menu-usuario]\npath = \"/menu\"\n")).unwrap();
    let arguments =
        format!("check --upstream-url http://{services} --api-key chave --ano 2026 --propose > {}", file.display());
    let environment = [("GATEWAY_MAPPING", given.to_str().unwrap())];
    let questions = ["E-mail: ", "(Enter: não sei): "];
    let answer = |at| if at == 0 { ANA.to_owned() } else { String::new() };
    let (_, shown) = at_a_terminal(&arguments, &environment, &questions, answer).await;
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("path = \"/menu\"") && !text.contains("ended"), "{shown}{text}");
    // A token would not help where the login fails.
    assert!(!shown.contains("--token") && shown.contains("o login parou em"), "{shown}{text}");
}

#[tokio::test]
async fn a_path_with_another_method_says_so() {
    let services = format!("http://{}", Live::new().http(ListaSeguradora::PATH, 405, b"").start().await);
    let told = with_mapping(&services, "", &[]).await;
    let text: String = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("não aceita POST (HTTP 405)") && !text.contains("não há este caminho"), "{}", told.out);
    let told = with_mapping(&services, "", &["--propose"]).await;
    assert!(told.out.contains("HTTP 405: o caminho existe, mas não aceita POST"), "{}", told.out);
}

#[tokio::test]
async fn answers_without_a_body_leave_status_and_data_together_in_doubt() {
    let mut live = Live::new();
    live.answers.values_mut().for_each(|answer| *answer = (204, Vec::new()));
    let (table, text) = proposed(&live, "").await;
    assert_eq!(json!(table["envelope"]), json!({ "data": false, "status": false }), "{text}");
    assert!(text.contains("data = false  # confira") && text.contains("status = false  # confira"), "{text}");
}
